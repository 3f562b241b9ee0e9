"""Sending the public news of wars to the webhooks of their club.

The book of a war is what is sent from: its entries are written with what they tell of, in one transaction, and hold no secret. So
turning a year costs nothing more where a club has webhooks. ``gather`` makes a message of what is new, once; ``relay`` sends it,
with the same id each time, until it arrives or is given up. Both may run at any time, in any number of processes.
"""

import base64
import hashlib
import hmac
import json
import logging
from collections.abc import Iterable
from datetime import datetime, timedelta
from itertools import groupby
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.utils import translation

from battles.errors import SecretLost
from battles.models.letters import Email
from battles.services import attempts
from battles.services.secrets import unlock
from campaigns.models import Campaign, Delivery, LedgerEntry, Webhook
from campaigns.models.campaign import Stage
from campaigns.models.codec import happening_of, pack_of, state_of
from campaigns.models.webhook import Form, HookState
from campaigns.narration import Book, news
from campaigns.selectors import books
from campaigns.services import outside
from clubs.errors import complain
from clubs.models import Act, Club
from clubs.services.desk import write

log = logging.getLogger(__name__)

KEPT = timedelta(days=30)
MOST_ENTRIES = 1000
GONE = 410
LOST = "key_lost"


# --- What is new ------------------------------------------------------------------------------------


def gather(*, now: datetime) -> int:
    """Make messages of what the books of wars say that was not told yet. Answers how many. Two queries where nothing is new."""
    hooks = list(Webhook.objects.filter(state=HookState.ON).select_related("club"))
    if not hooks:
        return 0
    rows = Campaign.objects.filter(club__in={hook.club_id for hook in hooks}).exclude(stage=Stage.FOUNDING)
    books_of: dict[int, list[tuple[int, str, int]]] = {}
    for club, pk, public_id, seq in rows.values_list("club_id", "pk", "public_id", "seq"):
        books_of.setdefault(club, []).append((pk, public_id, seq))
    made = 0
    for hook in hooks:
        fresh = [pk for pk, public_id, seq in books_of.get(hook.club_id, []) if seq > hook.seen.get(public_id, 0)]
        if fresh:
            made += _each_for_itself(hook, fresh, now)
    return made


def _each_for_itself(hook: Webhook, wars: Iterable[int], now: datetime) -> int:
    """A book that cannot be told is passed over, and told when it can be: it stops neither the other wars nor the other clubs."""
    made = 0
    for pk in wars:
        try:
            made += _gather(hook, pk, now)
        except Exception as error:  # noqa: BLE001  (whatever broke one, the others go on)
            complain(log, "news not told", error, campaign=pk)
    return made


@transaction.atomic
def _gather(hook: Webhook, pk: int, now: datetime) -> int:
    """What one war has to tell. Whoever changes the webhook's row tells it; a second one finds it changed."""
    claimed = Webhook.objects.filter(pk=hook.pk, version=hook.version, state=HookState.ON)
    if not claimed.update(version=F("version") + 1):
        return 0
    war = Campaign.objects.select_related("club", "pack").get(pk=pk)
    entries = _entries_after(war, hook.seen.get(war.public_id, 0))
    made = _deliveries(hook, war, entries, now)
    Delivery.objects.bulk_create(made, ignore_conflicts=True)
    seen = {**hook.seen, war.public_id: entries[-1].seq} if entries else hook.seen
    Webhook.objects.filter(pk=hook.pk).update(seen=seen)
    hook.deliveries.filter(created_at__lt=now - KEPT).exclude(state__in=attempts.TO_SEND).delete()
    # At the end: what broke on the way is taken back, and the next war finds the row as it was.
    hook.seen, hook.version = seen, hook.version + 1
    return len(made)


def _entries_after(war: Campaign, seq: int) -> list[LedgerEntry]:
    """The next entries of the book. The numbers of one book come one after the other, whatever commits first elsewhere."""
    rows = LedgerEntry.objects.filter(campaign=war, seq__gt=seq).order_by("seq").select_related("decision")
    return list(rows.defer("decision__moves")[:MOST_ENTRIES])


def _deliveries(hook: Webhook, war: Campaign, entries: list[LedgerEntry], now: datetime) -> list[Delivery]:
    """A message for everything that came about at one moment."""
    kinds = news.kinds_of(hook.topics)
    corrections = books.corrections_of(war)
    told = [one for one in entries if one.kind in kinds and not books.is_struck(one.decision, corrections)]
    language = war.club.language
    made = []
    with translation.override(language):
        book = Book.of(pack_of(war.pack), state_of(war), language, war.readings)
        for _at, group in groupby(told, key=lambda entry: entry.at):
            made.append(_delivery(hook, war, list(group), book, now))
    return made


def _delivery(hook: Webhook, war: Campaign, entries: list[LedgerEntry], book: Book, now: datetime) -> Delivery:
    last = entries[-1]
    told = news.lines([happening_of(entry) for entry in entries], book, zone=war.club.time_zone)
    decided = [entry.decision.number for entry in entries if entry.decision is not None]
    return Delivery(
        webhook=hook,
        # With the moment: after a restore from a backup the same number may stand for something else.
        key=f"war:{war.public_id}:{last.seq}:{int(last.at.timestamp())}",
        war=war.public_id,
        # Only if all of it follows from decisions can it be taken back with them.
        decision=max(decided) if len(decided) == len(entries) else None,
        payload=payload(
            "war.news",
            club=war.club,
            title=war.name,
            events=told,
            path=war.get_absolute_url(),
            now=last.at,
            war=war.public_id,
            year=last.year,
        ),
        created_at=now,
        next_attempt_at=now,
    )


def payload(
    kind: str, *, club: Club, title: str, events: list[dict[str, str]], path: str, now: datetime, **more: Any
) -> dict[str, Any]:
    """The body of a message, as Standard Webhooks would have it: type, timestamp, data."""
    data = {"club": club.name, "title": title, "url": f"{settings.SITE_URL}{path}", "events": events, **more}
    return {"type": kind, "timestamp": now.isoformat(), "data": data}


# --- Sending ----------------------------------------------------------------------------------------


def relay(*, now: datetime, budget: int = 50, net: outside.Net = outside.REAL) -> int:
    """Send what is due, at most ``budget``, each claimed first; answers how many arrived. Call it outside a transaction.

    One that fails does not stop the others, but its webhook waits for the next sweep: it would only fail again. However much waits
    for that webhook, it is passed over and keeps no other from its turn.
    """
    due = Delivery.objects.filter(state__in=attempts.TO_SEND, next_attempt_at__lte=now).order_by(
        "next_attempt_at", "pk"
    )
    failing: set[int] = set()
    patience, tried, sent = attempts.Patience(attempts.SWEEP), 0, 0
    for pk, webhook in due.values_list("pk", "webhook_id"):
        if not patience or tried >= budget:
            break
        # Read afresh: somebody else may have sent it since the list was made.
        delivery = due.select_related("webhook__club").filter(pk=pk).first() if webhook not in failing else None
        if delivery is None:
            continue
        tried += 1
        if not attempts.claim(delivery, now, state="state"):
            continue  # somebody else is at it, and counts it
        _claimed(delivery, now, net)
        came = _fresh(delivery)
        sent += came.state == Email.SENT
        if came.state in (Email.FAILED, Email.DEAD):
            failing.add(delivery.webhook_id)
    return sent


def deliver(delivery: Delivery, *, now: datetime, net: outside.Net = outside.REAL, once: bool = False) -> Delivery:
    """Try one message, if nobody else is at it; answers it as it stands then. ``once``: it is not tried again."""
    if attempts.claim(delivery, now, state="state"):
        _claimed(delivery, now, net, once=once)
    return _fresh(delivery)


def _claimed(delivery: Delivery, now: datetime, net: outside.Net, *, once: bool = False) -> None:
    """Send a message that is ours to send, and note what came of it."""
    if not once and not _still_so(delivery):
        attempts.note(delivery, state=Email.DROPPED, next_attempt_at=None)
        return
    result = _tried(delivery, now, net)
    if result.isdigit() and 200 <= int(result) <= 299:
        attempts.note(delivery, state=Email.SENT, sent_at=now, next_attempt_at=None, result=result)
    elif once or result == str(GONE):
        attempts.note(delivery, state=Email.DEAD, next_attempt_at=None, result=result)
    else:
        attempts.failed(delivery, state="state", result=result)
    if result == str(GONE):
        _gone(delivery.webhook, now)


def _fresh(delivery: Delivery) -> Delivery:
    return Delivery.objects.select_related("webhook__club").get(pk=delivery.pk)


def _still_so(delivery: Delivery) -> bool:
    """Nobody switched the webhook off, and what is told was not taken back meanwhile."""
    if not Webhook.objects.filter(pk=delivery.webhook_id, state=HookState.ON).exists():
        return False
    if delivery.decision is None:
        return True
    war = Campaign.objects.filter(public_id=delivery.war).first()
    if war is None:
        return False
    number = delivery.decision
    return not any(one.back_to < number < one.number for one in books.corrections_of(war))


def _tried(delivery: Delivery, now: datetime, net: outside.Net) -> str:
    """The status that came back, or a word for what went wrong. Of the answer nothing else is kept."""
    hook = delivery.webhook
    try:
        address = unlock(hook.address).decode()
        body, headers = message(delivery, now)
        return str(outside.post(address, body, headers, net=net))
    except SecretLost:
        return LOST
    except (outside.Unreachable, outside.BadAddress) as none:
        return none.code
    except Exception as error:  # noqa: BLE001  (whatever broke one message, the others go on)
        # The address is a key, which the error may quote.
        complain(log, "webhook not sent", error, notice=delivery.public_id, kind=hook.form)
        return "error"


def message(delivery: Delivery, now: datetime) -> tuple[bytes, dict[str, str]]:
    """Body and headers of a message in the form of its webhook."""
    hook = delivery.webhook
    if hook.form == Form.DISCORD:
        return _json(news.discord(delivery.payload)), {}
    body, stamp = _json(delivery.payload), str(int(now.timestamp()))
    keys = [hook.secret]
    if hook.former_secret and hook.former_until is not None and now < hook.former_until:
        keys.append(hook.former_secret)
    signatures = [sign(unlock(key).decode(), delivery.key, stamp, body) for key in keys]
    return body, {
        "webhook-id": delivery.key,
        "webhook-timestamp": stamp,
        "webhook-signature": " ".join(signatures),
    }


def sign(secret: str, key: str, stamp: str, body: bytes) -> str:
    """The signature of Standard Webhooks, version 1: HMAC-SHA256 over id, timestamp and body."""
    given = base64.b64decode(secret.removeprefix("whsec_"))
    told = hmac.new(given, f"{key}.{stamp}.".encode() + body, hashlib.sha256).digest()
    return "v1," + base64.b64encode(told).decode()


def _json(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


@transaction.atomic
def _gone(hook: Webhook, now: datetime) -> None:
    """The receiver says that there is nothing there any more: nothing is sent there until somebody switches it on again."""
    if not Webhook.objects.filter(pk=hook.pk, state=HookState.ON).update(state=HookState.GONE):
        return
    waiting = hook.deliveries.filter(state__in=attempts.TO_SEND)
    waiting.update(state=Email.DROPPED, next_attempt_at=None)
    write(hook.club, Act.WEBHOOK, by=None, now=now, data={"what": "gone", "host": hook.host})
