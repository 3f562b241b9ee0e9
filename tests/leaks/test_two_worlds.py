"""The two-world test: whoever is not Rome cannot tell from any page what Rome has handed in.

The war is played twice with another secret order, salt, standing order, muster and secret of the dice each time, and everything else
the same. Every page, and every form that is sent, must then come to the same for everybody else: status, headers, body, and the
number of queries. (The seal of the dice, and what the book chains to it, is public, and is masked.)
"""

import re

import pytest
from django.db import transaction
from django.test import Client

from battles import narration
from battles.models import OutboxMessage
from campaigns.models import Delivery, Webhook
from campaigns.narration.words import short
from campaigns.services import posting
from clubs.models import Membership
from tests.factories.clubs import NOW
from tests.leaks.addresses import ROUTES, address_of, our_routes
from tests.leaks.conftest import A, B, some_secrets
from tests.leaks.statements import Statements

pytestmark = pytest.mark.django_db

# What is new in every answer, whatever it says.
TOKEN = re.compile(
    rb'name="csrfmiddlewaretoken" value="[^"]*"|nonce="[^"]*"|/invitations/[^/"]+/|/password/reset/key/[^/"]+/|'
    rb"whsec_[A-Za-z0-9+/=]+"
)
NONCE = re.compile(r"'nonce-[^']*'")
VOLATILE = {"date", "set-cookie", "expires"}


class Undone(Exception):
    """The world is taken back."""


def test_every_address_of_the_site_is_looked_at():
    assert sorted(set(our_routes()) - set(ROUTES)) == []
    assert sorted(set(ROUTES) - set(our_routes())) == []


def seen(client: Client, things) -> dict[str, tuple]:
    """Everything this person can look at, and what every form sent for Rome comes to: status, headers, body and queries."""
    found = {}
    public = things["public"]
    for name in ROUTES:
        address = address_of(name, things)
        found[name] = _answer(lambda address=address: client.get(address), public)
        for seat in ("rome", ""):
            form = {"for": seat, "seat": seat, "year": 1, "revision": 1, "action": "battle", "reason": "Why?"}
            found[f"{name} ({seat or 'own'})"] = _sent(lambda a=address, f=form: client.post(a, f), public)
    found["sent outside"] = _outside(things)
    return found


def _outside(things) -> tuple:
    """What a webhook is sent from the first line of the book on, and the letters to everybody but Rome."""
    rome = Membership.objects.filter(sides_held__side__key="rome", sides_held__side__campaign__public_id=things["war"])
    with Statements() as queries:
        hooks = Webhook.objects.filter(public_id=things["webhook"])
        hooks.update(seen={})
        posting.gather(now=NOW)
        messages = [posting.message(one, NOW)[0] for one in Delivery.objects.filter(webhook__in=hooks).order_by("key")]
        notices = OutboxMessage.objects.exclude(recipient__in=rome).exclude(recipient__user=None)
        letters = [narration.letter(one) for one in notices.select_related("recipient__user", "club").order_by("key")]
    assert messages
    assert letters
    told = b"".join(messages) + "".join(f"{one.subject} {one.body} {one.headers}" for one in letters).encode()
    return 0, {}, masked(told, things["public"]), len(queries)


def masked(body: bytes, public: list[str]) -> bytes:
    """A body without what is new in every answer, and the fingerprints that everybody may see."""
    body = TOKEN.sub(b"", body)
    for shown in public:
        body = body.replace(shown.encode(), b"HASH").replace(short(shown).encode(), b"HASH")
    return body


def _sent(send, public: list[str]) -> tuple:
    """What a form came to; what it did is taken back."""
    came: tuple = ()
    try:
        with transaction.atomic():
            came = _answer(send, public)
            raise Undone
    except Undone:
        return came


def _answer(ask, public: list[str]) -> tuple:
    with Statements() as queries:
        response = ask()
    headers = {k.lower(): NONCE.sub("", v) for k, v in response.headers.items() if k.lower() not in VOLATILE}
    body = b"".join(response.streaming_content) if response.streaming else response.content
    return response.status_code, headers, masked(body, public), len(queries)


def differences(one: dict[str, tuple], other: dict[str, tuple]) -> list[str]:
    told = []
    for name, (status, headers, body, queries) in one.items():
        if (status, headers) != other[name][:2]:
            told.append(f"{name}: {status} {headers} and {other[name][:2]}")
        if body != other[name][2]:
            told.append(f"{name}: body, {first_difference(body, other[name][2])}")
        if queries != other[name][3]:
            told.append(f"{name}: {queries} and {other[name][3]} queries")
    return told


def first_difference(one: bytes, other: bytes) -> str:
    """Where two pages part, for whoever has to find out why."""
    at = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return f"{one[max(0, at - 60) : at + 60]!r} and {other[max(0, at - 60) : at + 60]!r}"


@pytest.fixture
def look(make_world, browser):
    """``look(viewer, commander, stage)``: what the viewer sees in each of the two worlds."""

    def both(viewer, carthage, stage: str, pair=(A, B)) -> list[dict[str, tuple]]:
        found = []
        for secrets in pair:
            try:
                with transaction.atomic():
                    things = make_world(carthage, stage=stage, secrets=secrets)
                    client = browser(viewer)
                    # The first visit may touch the session; what counts is every one after it.
                    client.get("/")
                    found.append(seen(client, things))
                    raise Undone
            except Undone:
                pass
        return found

    return both


VIEWERS = ["the other player", "an umpire who plays", "the umpire", "an administrator", "a spectator", "a visitor"]


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("stage", ["orders", "muster"])
@pytest.mark.parametrize("who", VIEWERS)
def test_nobody_can_tell_what_is_sealed(look, who, stage, hanno, ines, fabia, marco):
    carthage = ines if who == "an umpire who plays" else hanno
    people = dict(zip(VIEWERS, [hanno, ines, ines, fabia, marco, None], strict=True))
    one, other = look(people[who], carthage, stage)
    told = differences(one, other)
    assert told == [], "\n".join(told)
    assert one["home"][0] == 200


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("again", range(4))
def test_the_other_player_can_tell_none_of_many_secrets_from_another(look, hanno, again):
    one, other = look(hanno, hanno, ("orders", "muster")[again % 2], (some_secrets(again), some_secrets(100 + again)))
    told = differences(one, other)
    assert told == [], "\n".join(told)


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("stage", ["orders", "muster"])
def test_the_worlds_do_differ_for_rome_herself(look, stage, livia, hanno):
    """The test can fail: her own page shows what she handed in."""
    one, other = look(livia, hanno, stage)
    assert any(told.startswith("year: body") for told in differences(one, other))
