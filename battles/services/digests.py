"""Letters that gather notices: one a person and period, whoever builds it, of what is still so when it goes.

``gather`` and ``send`` may run at any time, any number of times, in any number of processes.
"""

import logging
from collections.abc import Iterable
from datetime import datetime

from django.core.mail import EmailMessage
from django.db import transaction

from battles import narration
from battles.models import Digest, OutboxMessage
from battles.models.letters import Email, Way
from battles.services import attempts, outbox
from battles.services.choices import choice_of, last_due, next_due, zone_of
from clubs.errors import complain
from clubs.models import User

log = logging.getLogger(__name__)

GATHERING = (Way.DAILY, Way.WEEKLY)


def gather(*, now: datetime, budget: int = 500) -> int:
    """Put the notices whose letter is due into it. Answers how many letters were begun."""
    due = OutboxMessage.objects.filter(email_state=Email.DIGEST, digest=None, next_attempt_at__lte=now)
    rows = due.select_related("recipient__user__notice_choice", "club").order_by("next_attempt_at", "pk")[:budget]
    waiting: dict[tuple[int, str], list[OutboxMessage]] = {}
    for message in rows:
        user = message.recipient.user
        if user is None:
            attempts.note(message, email_state=Email.DROPPED, next_attempt_at=None)
            continue
        way = choice_of(user).way(narration.group_of(message.kind))
        waiting.setdefault((user.pk, way), []).append(message)
    return sum(_begin(Way(way), messages, now) for (_user, way), messages in waiting.items())


@transaction.atomic
def _begin(way: Way, messages: list[OutboxMessage], now: datetime) -> bool:
    """Begin a person's letter of this period, or wait for the next if this one has gone already."""
    rows = OutboxMessage.objects.filter(pk__in=[one.pk for one in messages], email_state=Email.DIGEST, digest=None)
    if way not in GATHERING:
        # He has chosen otherwise since: the relay looks at them again.
        rows.update(email_state=Email.WAITING, next_attempt_at=now)
        return False
    user, club = messages[0].recipient.user, messages[0].club
    assert user is not None
    choice, zone = choice_of(user), zone_of(user, club)
    about = {"user": user, "way": way, "period": last_due(choice, way, zone, now)}
    Digest.objects.bulk_create([Digest(**about, next_attempt_at=now)], ignore_conflicts=True)
    digest = Digest.objects.select_for_update().get(**about)
    if digest.attempts or digest.email_state != Email.WAITING:
        rows.update(next_attempt_at=next_due(choice, way, zone, now))
        return False
    return bool(rows.update(digest=digest, next_attempt_at=None))


def send(*, now: datetime, budget: int = 50) -> int:
    """Send the letters that are due, each claimed first; answers how many went. Call it outside a transaction."""
    due = Digest.objects.filter(email_state__in=attempts.TO_SEND, next_attempt_at__lte=now)
    rows = due.select_related("user").order_by("next_attempt_at", "pk")[:budget]
    patience = attempts.Patience(attempts.SWEEP)
    return sum(_send(digest, now) for digest in rows if patience)


def _send(digest: Digest, now: datetime) -> bool:
    if not attempts.claim(digest, now):
        return False
    try:
        messages = _still_worth(digest)
        if not messages:
            attempts.note(digest, email_state=Email.NONE, next_attempt_at=None)
            return False
        _letter(digest, messages, digest.user).send()
    # A mail server that is away, an address it does not take, a notice that cannot be worded: whatever it is, the letters of others
    # go on, and this one is tried again.
    except Exception as error:  # noqa: BLE001
        complain(log, "letter not sent", error, level=logging.WARNING, notice=digest.public_id, kind=digest.way)
        if attempts.failed(digest) == Email.DEAD:
            digest.messages.filter(email_state=Email.DIGEST).update(email_state=Email.DEAD)
        return False
    with transaction.atomic():
        sent = digest.messages.filter(pk__in=[message.pk for message in messages])
        sent.update(email_state=Email.SENT, sent_at=now)
        attempts.note(digest, email_state=Email.SENT, sent_at=now, next_attempt_at=None)
    return True


def _still_worth(digest: Digest) -> list[OutboxMessage]:
    """What of the letter is still so; the rest is marked as dropped."""
    rows = digest.messages.filter(email_state=Email.DIGEST).select_related("recipient__user", "club")
    messages = list(rows.order_by("created_at", "pk"))
    kept = [message for message in messages if outbox.worth_sending(message)]
    dropped = {message.pk for message in messages} - {message.pk for message in kept}
    OutboxMessage.objects.filter(pk__in=dropped).update(email_state=Email.DROPPED)
    return kept


def _letter(digest: Digest, messages: Iterable[OutboxMessage], user: User) -> EmailMessage:
    told = narration.digest_letter(digest, messages)
    return EmailMessage(subject=told.subject, body=told.body, to=[user.email], headers=told.headers)
