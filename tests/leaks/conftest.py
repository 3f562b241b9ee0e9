"""Worlds that are alike in everything but one side's secrets."""

import random
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from battles.services import secrets as battle_secrets
from campaigns.models import Campaign, SideOffer
from campaigns.services import sealed
from clubs import clock, ids
from clubs.models import Membership, User
from tests.factories.campaigns import a_war, order
from tests.factories.clubs import NOW, invite


@pytest.fixture
def stilled(monkeypatch) -> Callable[[], None]:
    """``stilled()``: from here on ids and secrets of the dice come in a fixed order, so that two worlds differ in nothing by chance."""
    monkeypatch.setattr(clock, "now", lambda: NOW)

    def again() -> None:
        chance = random.Random(7)
        monkeypatch.setattr(ids, "secrets", SimpleNamespace(choice=chance.choice))
        monkeypatch.setattr(battle_secrets, "secrets", SimpleNamespace(token_bytes=lambda n: chance.randbytes(n)))

    return again


@pytest.fixture
def make_world(club, place, livia, ines, fabia, monkeypatch, stilled):
    """``make_world(hanno, stage="orders", world="a")``: a war in which Rome has handed something in, another in every world."""

    def make(carthage: User, *, stage: str, world: str) -> dict[str, Any]:
        stilled()
        salt = {"a": "0123456789abcdef", "b": "fedcba9876543210"}[world]
        monkeypatch.setattr(sealed, "secrets", SimpleNamespace(token_hex=lambda n: salt * 2))
        members = {"rome": place(livia), "carthage": place(carthage)}
        umpire = place(ines) if carthage.pk != ines.pk else None
        war = a_war(club, **members, by=place(livia), umpire=umpire)
        sealed.leave_standing_order(
            war, side="rome", action={"a": "alliance", "b": "guerrilla"}[world], by=members["rome"], now=NOW
        )
        if stage == "orders":
            action = {"a": "guerrilla", "b": "punishment"}[world]
            sealed.give_order(war, side="rome", action=action, salt=salt, by=members["rome"], now=NOW)
        else:
            order(war, rome=(members["rome"], "battle"), carthage=(members["carthage"], "battle"))
            units = {"a": ["r1", "r2", "r3"], "b": ["r4", "r5", "r6"]}[world]
            sealed.give_muster(war, side="rome", units=units, by=members["rome"], now=NOW)
        return things_of(war, place(carthage))

    return make


def things_of(war: Campaign, viewer: Membership) -> dict[str, Any]:
    """What addresses are made of."""
    invitation, token = invite(war.club)
    offer = SideOffer.objects.filter(side__campaign=war).first()
    unit = war.sides.get(key="rome").units.first()
    character = war.sides.get(key="rome").characters.first()
    return {
        "war": war.public_id,
        "slug": war.club.slug,
        "member": viewer.public_id,
        "invitation": invitation.public_id,
        "token": token,
        "topic": "dice",
        "side": "rome",
        "offer": offer.public_id if offer else "nothing",
        "unit": unit.public_id if unit else "nothing",
        "character": character.public_id if character else "nothing",
        "form": "json",
        "number": 1,
        "notice": "nothing",
    }
