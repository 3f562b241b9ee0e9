"""Worlds that are alike in everything but one side's secrets."""

import random
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec import Struct

from battles.keys import stop_key
from battles.models import DiceSecret
from battles.services import heart
from battles.services import secrets as battle_secrets
from campaigns.models import Campaign, LedgerEntry, SideOffer
from campaigns.services import sealed
from campaigns.services.turning import HEART
from clubs import clock, ids
from clubs.models import Membership, User
from frontend.views.battlepages import opening
from tests.factories.campaigns import a_war, order
from tests.factories.clubs import NOW, invite
from tests.leaks.roles import NOBODY_LISTENS, Scene, a_calendar, a_webhook


@pytest.fixture(autouse=True)
def webhooks_go_nowhere(settings):
    settings.WEBHOOK_INSIDE = [NOBODY_LISTENS]


@pytest.fixture(autouse=True)
def templates_keep_no_copies(monkeypatch):
    """Nobody looks here at what a template was given; a test's client would copy it for each of thousands of pages."""
    monkeypatch.setattr("django.test.client.store_rendered_templates", lambda *_told, **_more: None)


@pytest.fixture
def scene(db) -> Scene:
    """Everybody who may knock, and what stands behind the doors, at the moment at which it was made."""
    clock.set_offset(NOW - clock.now())
    heart.beat(HEART, NOW)
    return Scene()


@pytest.fixture
def stilled(monkeypatch) -> Callable[[int], None]:
    """``stilled(seed)``: from here on ids come in a fixed order, so that two worlds differ in nothing by chance, and the secrets of
    the dice from a seed."""
    monkeypatch.setattr(clock, "now", lambda: NOW)

    def again(seed: int) -> None:
        chance, dice = random.Random(7), random.Random(seed)
        monkeypatch.setattr(ids, "secrets", SimpleNamespace(choice=chance.choice))
        monkeypatch.setattr(battle_secrets, "secrets", SimpleNamespace(token_bytes=lambda n: dice.randbytes(n)))
        # A new battle's page proposes a seed of its own for the ground.
        monkeypatch.setattr(opening, "get_random_string", lambda n, letters: "".join(chance.choices(letters, k=n)))

    return again


class Secrets(Struct, frozen=True, kw_only=True):
    """Everything that only Rome knows, and the secret of the year's dice, which nobody does."""

    action: str
    salt: str
    standing: str
    units: tuple[str, ...]
    dice: int = 7


A = Secrets(action="guerrilla", salt="0123456789abcdef", standing="alliance", units=("r1", "r2", "r3"))
B = Secrets(action="punishment", salt="fedcba9876543210", standing="guerrilla", units=("r4", "r5", "r6"))


def some_secrets(seed: int) -> Secrets:
    """Any: by chance, the same on every run."""
    chance = random.Random(seed)
    actions = ("alliance", "punishment", "battle", "defence", "guerrilla")
    units = tuple(sorted(chance.sample([f"r{n}" for n in range(1, 7)], chance.randint(1, 6))))
    return Secrets(
        action=chance.choice(actions),
        salt=chance.randbytes(8).hex(),
        standing=chance.choice(("", *actions)),
        units=units,
        dice=chance.randrange(10**6),
    )


@pytest.fixture
def make_world(club, place, livia, ines, fabia, monkeypatch, stilled):
    """``make_world(hanno, stage="orders", secrets=A)``: a war in which Rome has handed something in."""

    def make(carthage: User, *, stage: str, secrets: Secrets) -> dict[str, Any]:
        stilled(secrets.dice)
        monkeypatch.setattr(sealed, "secrets", SimpleNamespace(token_hex=lambda n: secrets.salt * 2))
        members = {"rome": place(livia), "carthage": place(carthage)}
        rome = members["rome"]
        umpire = place(ines) if carthage.pk != ines.pk else None
        war = a_war(club, **members, by=rome, umpire=umpire)
        sealed.leave_standing_order(war, side="rome", action=secrets.standing, by=rome, now=NOW)
        if stage == "orders":
            sealed.give_order(war, side="rome", action=secrets.action, salt=secrets.salt, by=rome, now=NOW)
        else:
            order(war, rome=(rome, "battle"), carthage=(members["carthage"], "battle"))
            sealed.give_muster(war, side="rome", units=secrets.units, by=rome, now=NOW)
        return things_of(war, place(carthage))

    return make


def public_hashes(war: Campaign) -> list[str]:
    """The seal of the dice, and the links of the book up to the first thing that was handed in sealed in this stage: they depend on
    the secret of the dice, but on nothing that Rome knows."""
    book = LedgerEntry.objects.filter(campaign=war).order_by("seq")
    stage = "muster_sealed" if book.filter(kind="muster_sealed").exists() else "order_sealed"
    first = (
        book.filter(kind=stage).values_list("seq", flat=True)[0] if book.filter(kind=stage).exists() else war.seq + 1
    )
    links = book.filter(seq__lt=first).values_list("hash", flat=True)
    return [DiceSecret.objects.get(game=war.game, year=1).commitment, *links]


def things_of(war: Campaign, viewer: Membership) -> dict[str, Any]:
    """What addresses are made of."""
    invitation, token = invite(war.club)
    offer = SideOffer.objects.filter(side__campaign=war).first()
    unit = war.sides.get(key="rome").units.first()
    character = war.sides.get(key="rome").characters.first()
    return {
        "public": public_hashes(war),
        "war": war.public_id,
        "draft": war.public_id,
        "slug": war.club.slug,
        "member": viewer.public_id,
        "paper": viewer.public_id,
        "invitation": invitation.public_id,
        "token": token,
        "holiday": "nothing",
        "topic": "dice",
        "apitoken": "nothing",
        "side": "rome",
        "offer": offer.public_id if offer else "nothing",
        "unit": unit.public_id if unit else "nothing",
        "character": character.public_id if character else "nothing",
        "form": "json",
        "proposal": "nothing",
        "number": 1,
        "kind": "orders",
        "seq": war.ledger.filter(kind__endswith="_sealed").latest("seq").seq,
        "back": 1,
        "prompt": "surrender",
        "ruleset": "askari",
        "data_kind": "lists",
        "data_set": "nothing",
        "fight": "nothing",
        "seat": "nothing",
        "entry": 0,
        "notice": "nothing",
        "tabletop": "nothing",
        "webhook": a_webhook(war.club).public_id,
        "calendar": a_calendar(viewer.user) if viewer.user else "nothing",
        "stop": stop_key(viewer.user.public_id, "news") if viewer.user else "nothing",
    }
