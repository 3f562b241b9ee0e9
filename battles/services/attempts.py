"""Trying again what may fail outside: ever later, and in the end no more."""

from datetime import datetime, timedelta
from typing import Any

from django.db.models import Model

from battles.models.letters import Email

BACKOFF = (
    timedelta(seconds=30),
    timedelta(minutes=2),
    timedelta(minutes=10),
    timedelta(hours=1),
    timedelta(hours=6),
    timedelta(hours=24),
)
TO_SEND = (Email.WAITING, Email.FAILED)


def claim(row: Any, now: datetime, **still: Any) -> bool:
    """Count an attempt at a row, and set the next one: whoever changes the row has it until then. ``still``: what must not have changed.

    Rows have ``attempts``, ``next_attempt_at`` and ``email_state``.
    """
    tried = row.attempts + 1
    again = now + BACKOFF[min(tried, len(BACKOFF)) - 1]
    rows = type(row).objects.filter(pk=row.pk, attempts=row.attempts, email_state=row.email_state, **still)
    mine = rows.update(attempts=tried, next_attempt_at=again)
    row.attempts, row.next_attempt_at = tried, again
    return bool(mine)


def failed(row: Any) -> Email:
    """Note that a claimed row could not be sent: it is tried again when its time comes, or given up. Answers which."""
    if row.attempts > len(BACKOFF):
        note(row, email_state=Email.DEAD, next_attempt_at=None)
        return Email.DEAD
    note(row, email_state=Email.FAILED)
    return Email.FAILED


def note(row: Model, **fields: Any) -> None:
    type(row)._default_manager.filter(pk=row.pk).update(**fields)
