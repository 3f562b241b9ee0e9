"""Webhooks of a club: set up, tried, changed, taken away. By those who run the club; each step stands in the club's log.

The address and the secret are encrypted with the key outside the database. The secret is answered once, when it is made.
"""

import base64
import secrets as chance
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import transaction
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext_lazy as _

from battles.models.letters import Email
from battles.services import attempts
from battles.services.secrets import lock as encrypt
from campaigns.models import Campaign, Delivery, Webhook
from campaigns.models.webhook import Form, HookState
from campaigns.narration import news
from campaigns.services import outside, posting
from clubs import ids
from clubs.errors import NotSeen, Refusal
from clubs.models import Act, Club, User
from clubs.services.desk import lock, manager, write

MOST_WEBHOOKS = 10
MOST_TESTS, TESTS_IN = 5, timedelta(minutes=10)
BOTH_SECRETS = timedelta(days=1)
"""How long a changed secret still signs beside the new one."""

ADDRESS_PROBLEMS = {
    "spelling": _("This is not a web address."),
    "scheme": _("The address must begin with https://."),
    "port": _("Only the ports 443 and 8443 can be used."),
    "host": _("The address must name its host by a whole name, not by a number."),
    "inside": _("This name leads to an inner address. Webhooks go to the outside only."),
    "unknown_name": _("Nobody knows this name."),
}


class Made(NamedTuple):
    webhook: Webhook
    secret: str
    """To be shown now: it is kept only encrypted. Empty where nothing is signed."""

    def __repr__(self) -> str:
        return f"Made({self.webhook.public_id})"


def add(
    club: Club,
    *,
    address: str,
    form: str,
    topics: Iterable[str],
    by: User,
    now: datetime,
    net: outside.Net = outside.REAL,
) -> Made:
    """Have the public news of the club's wars sent to an address, from now on. Managers only.

    The name is looked up first, so that an inner one is refused at once (and again whenever something is sent).
    """
    topics = _topics(topics)
    if form not in Form.values:
        raise Refusal(_("There is no such form."), code="unknown_form")
    with transaction.atomic():
        manager(by, club)  # before the look-up: nobody else makes us ask for names
    target = _target(address.strip(), net)
    secret = _new_secret() if form == Form.SIGNED else ""
    with transaction.atomic():
        club = lock(club)
        place = manager(by, club)
        if Webhook.objects.filter(club=club).count() >= MOST_WEBHOOKS:
            raise Refusal(_("This club has as many webhooks as a club can have."), code="too_many_webhooks")
        webhook = Webhook.objects.create(
            club=club,
            form=form,
            host=target.named,
            address=encrypt(address.strip().encode()),
            secret=encrypt(secret.encode()) if secret else b"",
            topics=topics,
            seen=_all_seen(club),
            created_at=now,
            created_by=place,
        )
        _log(webhook, "added", by=by, now=now)
    return Made(webhook, secret)


def _target(address: str, net: outside.Net) -> outside.Target:
    try:
        target = outside.read_address(address)
        outside.addresses_of(target, net=net, seconds=3)
    except outside.BadAddress as bad:
        raise Refusal(ADDRESS_PROBLEMS[bad.code], code=f"address_{bad.code}") from None
    except outside.Unreachable as none:
        if none.code in ADDRESS_PROBLEMS:
            raise Refusal(ADDRESS_PROBLEMS[none.code], code=f"address_{none.code}") from None
        # Whoever looks names up was slow: it is looked up again whenever something is sent.
    return target


def _topics(topics: Iterable[str]) -> list[str]:
    wanted = set(topics)
    if wanted - set(news.TOPICS) or not wanted:
        raise Refusal(_("Choose what is told."), code="no_topics")
    return [topic for topic in news.TOPICS if topic in wanted]


def _new_secret() -> str:
    return "whsec_" + base64.b64encode(chance.token_bytes(32)).decode()


def _all_seen(club: Club) -> dict[str, int]:
    """What has happened so far is not told again."""
    return dict(Campaign.objects.filter(club=club).values_list("public_id", "seq"))


@transaction.atomic
def change_topics(webhook: Webhook, *, topics: Iterable[str], by: User, now: datetime) -> Webhook:
    """Choose anew what is told."""
    held = _held(webhook, by)
    held.topics = _topics(topics)
    held.save(update_fields=["topics"])
    _log(held, "changed", by=by, now=now)
    return held


@transaction.atomic
def renew_secret(webhook: Webhook, *, by: User, now: datetime) -> Made:
    """Make a new secret. For a day the former one signs as well, so that the receiver can be changed in his own time."""
    held = _held(webhook, by)
    if held.form != Form.SIGNED:
        raise Refusal(_("Discord's form is not signed: there is no secret."), code="not_signed")
    secret = _new_secret()
    held.former_secret, held.former_until = held.secret, now + BOTH_SECRETS
    held.secret = encrypt(secret.encode())
    held.save(update_fields=["secret", "former_secret", "former_until"])
    _log(held, "secret", by=by, now=now)
    return Made(held, secret)


@transaction.atomic
def switch(webhook: Webhook, *, on: bool, by: User, now: datetime) -> Webhook:
    """Switch it on or off. What happened while it was off is not sent afterwards, nor is what still waited."""
    held = _held(webhook, by)
    held.state = HookState.ON if on else HookState.OFF
    held.version += 1
    held.seen = _all_seen(held.club)
    held.save(update_fields=["state", "version", "seen"])
    waiting = held.deliveries.filter(state__in=attempts.TO_SEND)
    waiting.update(state=Email.DROPPED, next_attempt_at=None)
    _log(held, "on" if on else "off", by=by, now=now)
    return held


@transaction.atomic
def remove(webhook: Webhook, *, by: User, now: datetime) -> None:
    """Take it away, with the list of what was sent."""
    held = _held(webhook, by)
    _log(held, "removed", by=by, now=now)
    held.delete()


def try_out(webhook: Webhook, *, by: User, now: datetime, net: outside.Net = outside.REAL) -> Delivery:
    """Send a message that says only that it is one, now and once; answers what came of it. A few times in ten minutes a club."""
    with transaction.atomic():
        held = _held(webhook, by)
        made = Delivery.objects.filter(webhook__club=held.club, test=True, created_at__gt=now - TESTS_IN).count()
        if made >= MOST_TESTS:
            raise Refusal(
                _("You have sent several tests just now. Wait a few minutes."), code="too_many_tests", status=429
            )
        delivery = Delivery.objects.create(
            webhook=held, key=f"test:{ids.public_id()}", payload=_trial(held, now), test=True, created_at=now
        )
    return posting.deliver(delivery, now=now, net=net, once=True)


def _trial(webhook: Webhook, now: datetime) -> dict[str, object]:
    club = webhook.club
    with translation.override(club.language):
        title, text = news.trial_words(club.name)
    return posting.payload(
        "webhook.test",
        club=club,
        title=title,
        events=[{"kind": "test", "text": text}],
        path=reverse("club", args=[club.slug]),
        now=now,
    )


def _held(webhook: Webhook, by: User) -> Webhook:
    """The webhook, read afresh under its club's lock, for somebody who runs the club."""
    club = lock(webhook.club)
    manager(by, club)
    held = Webhook.objects.select_for_update().filter(pk=webhook.pk).first()
    if held is None:
        raise NotSeen
    held.club = club
    return held


def _log(webhook: Webhook, what: str, *, by: User, now: datetime) -> None:
    write(webhook.club, Act.WEBHOOK, by=by, now=now, data={"what": what, "host": webhook.host})
