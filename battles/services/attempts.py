"""Trying again what may fail outside: ever later, and in the end no more."""

import secrets
import time
from collections.abc import Callable
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
LATER = 0.2
"""Each wait is longer by up to this part of it, by chance: what failed at one moment does not all come back at one moment."""
TO_SEND = (Email.WAITING, Email.FAILED)
SWEEP = 20.0
"""Seconds that one sweep may take: a server that hangs must not keep the years from turning."""


def by_chance() -> float:
    """From 0 to 1."""
    return secrets.choice(range(1001)) / 1000


def wait(tried: int, *, chance: Callable[[], float] = by_chance) -> timedelta:
    """How long after the attempt of that number (from 1) the next may be made. ``chance`` answers from 0 to 1."""
    return BACKOFF[min(tried, len(BACKOFF)) - 1] * (1 + LATER * chance())


def claim(row: Any, now: datetime, *, state: str = "email_state", **still: Any) -> bool:
    """Count an attempt at a row, and set the next one: whoever changes the row has it until then. ``still``: what must not have changed.

    Rows have ``attempts``, ``next_attempt_at`` and a field for their ``state``.
    """
    tried = row.attempts + 1
    again = now + wait(tried)
    seen = {"attempts": row.attempts, state: getattr(row, state), **still}
    mine = type(row).objects.filter(pk=row.pk, **seen).update(attempts=tried, next_attempt_at=again)
    row.attempts, row.next_attempt_at = tried, again
    return bool(mine)


def failed(row: Any, *, state: str = "email_state", **fields: Any) -> Email:
    """Note that a claimed row could not be sent: it is tried again when its time comes, or given up. Answers which."""
    if row.attempts > len(BACKOFF):
        note(row, **{state: Email.DEAD, "next_attempt_at": None, **fields})
        return Email.DEAD
    note(row, **{state: Email.FAILED, **fields})
    return Email.FAILED


def note(row: Model, **fields: Any) -> None:
    type(row)._default_manager.filter(pk=row.pk).update(**fields)


class Patience:
    """How long one sweep may take: what it does not get to, the next one does. Not the clock of wars: it only runs."""

    def __init__(self, seconds: float) -> None:
        self._end = time.monotonic() + seconds

    def __bool__(self) -> bool:
        return time.monotonic() < self._end
