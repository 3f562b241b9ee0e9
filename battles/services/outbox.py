"""Telling people: written with what it tells of, in one transaction; sent afterwards, by whoever ticks.

A notice on the site exists exactly once (unique by recipient and key). An e-mail is tried again until it is sent or given up; if the
program dies between sending and noting it, that one e-mail is sent again when its next attempt is due. It has the same Message-ID
then, made of recipient and key, so that mail programs show it once.
"""

import logging
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage
from django.db.models import Q

from battles import narration
from battles.models import OutboxMessage
from battles.models.letters import Email, Way
from battles.services import attempts
from battles.services.attempts import TO_SEND
from battles.services.choices import choice_of, next_due, zone_of
from clubs.errors import complain
from clubs.models import Membership, User

log = logging.getLogger(__name__)

type Check = Callable[[OutboxMessage], bool]

_checks: dict[str, Check] = {}


def always(message: OutboxMessage) -> bool:
    """The check of what stays true once it has happened."""
    return True


def checked() -> frozenset[str]:
    """Kinds for which somebody said what makes them still true."""
    return frozenset(_checks)


def still_true(kind: str) -> Callable[[Check], Check]:
    """Decorate what tells, just before an e-mail of this kind is sent, whether there is still something to tell."""

    def register(check: Check) -> Check:
        if _checks.get(kind, check) is not check:
            raise ValueError(f"two checks for {kind}")
        _checks[kind] = check
        return check

    return register


def tell(
    *,
    recipients: Iterable[Membership | None],
    key: str,
    kind: str,
    data: Mapping[str, Any],
    url: str,
    now: datetime,
    email: bool = True,
) -> None:
    """Leave a notice for each recipient, in the caller's transaction. Telling the same key again changes nothing.

    ``kind`` is registered with ``narration.register_notice``; ``data`` holds no secret and no sentence; ``url`` is a path. Who has
    no account, or no address, finds the notice on the site only (his umpire may read it to him).
    """
    tell_each([(member, key, data) for member in recipients], kind=kind, url=url, now=now, email=email)


def tell_each(
    told: Iterable[tuple[Membership | None, str, Mapping[str, Any]]],
    *,
    kind: str,
    url: str,
    now: datetime,
    email: bool = True,
) -> None:
    """The same for notices of one kind that differ from one recipient to the next: each with its key and data. One query."""
    narration.require_notice(kind)
    here = {
        (member.pk, key): (member, data) for member, key, data in told if member is not None and member.left_at is None
    }
    OutboxMessage.objects.bulk_create(
        [
            OutboxMessage(
                recipient=member,
                club_id=member.club_id,
                key=key,
                kind=kind,
                data=dict(data),
                url=url,
                created_at=now,
                email_state=Email.WAITING if email and _address(member) else Email.NONE,
                next_attempt_at=now if email and _address(member) else None,
            )
            for (_recipient, key), (member, data) in here.items()
        ],
        # Only this conflict is passed over. Any other would lose a notice without a word: it must fail, and be tried again.
        update_conflicts=True,
        unique_fields=["recipient", "key"],
        update_fields=["key"],
    )


def _address(member: Membership) -> str:
    user = member.user
    return user.email if settings.MAIL_WORKS and user is not None and user.is_active else ""


def withdraw(*, key: str, now: datetime, recipients: Iterable[Membership] | None = None) -> int:
    """Take a notice back: it is shown no more, and not sent if it was not yet. ``recipients`` None: everybody's."""
    rows = OutboxMessage.objects.filter(key=key, withdrawn_at=None)
    if recipients is not None:
        rows = rows.filter(recipient__in=list(recipients))
    unsent = rows.filter(email_state__in=(*TO_SEND, Email.DIGEST))
    unsent.update(email_state=Email.NONE, next_attempt_at=None)
    return rows.update(withdrawn_at=now)


def renew(message: OutboxMessage, data: Mapping[str, Any]) -> None:
    """What a notice asks for has changed: it says so and is new again on the site. No second e-mail; one not yet sent says it too."""
    OutboxMessage.objects.filter(pk=message.pk).update(data=dict(data), read_at=None)


def put_aside(*, url: str, kinds: Iterable[str], now: datetime) -> int:
    """What asked for something on this page is done or out of time: nobody need read it any more. E-mails look for themselves."""
    rows = OutboxMessage.objects.filter(url=url, kind__in=list(kinds), read_at=None)
    return rows.update(read_at=now)


def waiting_for(person: Membership | User) -> list[OutboxMessage]:
    """Notices not yet read nor withdrawn, newest first: of a member, or of a person in all clubs. One query."""
    rows = OutboxMessage.objects.filter(read_at=None, withdrawn_at=None).select_related("club")
    if isinstance(person, User):
        rows = rows.filter(recipient__user=person, recipient__left_at=None)
    else:
        rows = rows.filter(recipient=person)
    return list(rows.order_by("-created_at", "-pk"))


def mark_read(person: Membership | User, *, now: datetime, public_ids: Iterable[str] | None = None) -> int:
    """Put a person's own notices aside: those named, or all. Answers how many there were."""
    mine = Q(recipient__user=person) if isinstance(person, User) else Q(recipient=person)
    rows = OutboxMessage.objects.filter(mine, read_at=None)
    if public_ids is not None:
        rows = rows.filter(public_id__in=list(public_ids))
    return rows.update(read_at=now)


# --- Sending ----------------------------------------------------------------------------------------


def relay(*, now: datetime, budget: int = 50) -> int:
    """Send the e-mails that are due, at most ``budget``; answers how many were sent. Call it outside a transaction.

    Each is looked at again: what is no longer so is dropped, and the recipient's choice says whether it goes at once, waits for the
    letter that gathers, or is not sent at all. Any number of relays may run at once: each message is claimed first, by moving its
    next attempt on. A message that cannot be sent does not stop the others.
    """
    due = OutboxMessage.objects.filter(email_state__in=TO_SEND, next_attempt_at__lte=now)
    rows = due.select_related("recipient__user__notice_choice", "club").order_by("next_attempt_at", "pk")[:budget]
    patience = attempts.Patience(attempts.SWEEP)
    return sum(_deliver(message, now) for message in rows if patience)


def _deliver(message: OutboxMessage, now: datetime) -> bool:
    if not attempts.claim(message, now, withdrawn_at=None):
        return False
    try:
        if not worth_sending(message):
            attempts.note(message, email_state=Email.DROPPED, next_attempt_at=None)
            return False
        if not _at_once(message, now):
            return False
        _letter(message).send()
    # A mail server that is away, an address it does not take, a notice that cannot be worded: whatever it is, the e-mails to others
    # go on, and this one is tried again.
    except Exception as error:  # noqa: BLE001
        complain(log, "e-mail not sent", error, level=logging.WARNING, notice=message.public_id, kind=message.kind)
        attempts.failed(message)
        return False
    attempts.note(message, email_state=Email.SENT, sent_at=now, next_attempt_at=None)
    return True


def _at_once(message: OutboxMessage, now: datetime) -> bool:
    """Whether the recipient wants it at once; else it is noted what becomes of it."""
    user = message.recipient.user
    assert user is not None, "who has an address has an account"
    choice = choice_of(user)
    way = choice.way(narration.group_of(message.kind))
    if way == Way.NEVER:
        attempts.note(message, email_state=Email.NONE, next_attempt_at=None)
    elif way != Way.NOW:
        due = next_due(choice, way, zone_of(user, message.club), now)
        attempts.note(message, email_state=Email.DIGEST, attempts=0, next_attempt_at=due)
    return way == Way.NOW


def worth_sending(message: OutboxMessage) -> bool:
    """Whether there is still something to tell, and somebody to tell it to."""
    gone = message.recipient.left_at is not None or not _address(message.recipient)
    if gone or message.read_at is not None or message.withdrawn_at is not None:
        return False
    check = _checks.get(message.kind)
    return check is None or check(message)


def _letter(message: OutboxMessage) -> EmailMessage:
    told = narration.letter(message)
    return EmailMessage(subject=told.subject, body=told.body, to=[_address(message.recipient)], headers=told.headers)
