"""A war of the second pack: Livia commands the Anglo-Egyptians, Hanno the Mahdists."""

from datetime import datetime

from battles.models import Battle
from campaigns.models import Campaign
from campaigns.models.codec import rules_of, state_of
from campaigns.rules.armylists import sample_lists
from campaigns.rules.decisions import Muster
from campaigns.rules.state import State
from campaigns.services import founding, sealed, turning
from clubs.models import Membership
from tests.campaigns.rules.sudan import DIGNA, FIRST, NILE, SECOND
from tests.factories.campaigns import battle_of, found_war, fresh, seat, wait_out, year_of
from tests.factories.clubs import NOW

type Members = dict[str, Membership]


def begun(club, members: Members, now: datetime = NOW) -> Campaign:
    by = members[FIRST]
    war = found_war(club, by=by, pack_key="sudan", umpire=members["umpire"], now=now)
    lists = {one.key: one.army for one in sample_lists("sudan")}
    for side, key in ((FIRST, NILE), (SECOND, DIGNA)):
        seat(war, side, members[side], by=by, now=now)
        founding.set_army(war, side=side, army=lists[key], by=members[side], now=now)
    return founding.begin(war, by=by, now=now)


def state(war: Campaign) -> State:
    return state_of(fresh(war))


def order(war: Campaign, members: Members, first: str = "march", second: str = "march", now: datetime = NOW) -> None:
    """Orders given where nothing else is laid down, and both armies mustered."""
    for side, action in ((FIRST, first), (SECOND, second)):
        forced = next(ask for ask in rules_of(war).asks(state(war)) if ask.seat == side).data.get("action")
        sealed.give_order(fresh(war), side=side, action=forced or action, by=members[side], now=now)
    turning.turn(war.pk, now=now)
    if year_of(war).stage == "choices":
        wait_out(war, until="muster")


def muster(war: Campaign, members: Members, now: datetime = NOW, **units: tuple[str, ...]) -> None:
    """As named, else as the program would."""
    held = fresh(war)
    rules, at = rules_of(held), state(war)
    for ask in [ask for ask in rules.asks(at) if ask.prompt == "muster"]:
        best = rules.fallback(at, ask)
        assert isinstance(best, Muster)
        brought = units.get(ask.seat, best.units)
        people = best.characters if ask.seat not in units else ()
        sealed.give_muster(held, side=ask.seat, units=brought, characters=people, by=members[ask.seat], now=now)
    turning.turn(war.pk, now=now)


def to_battle(
    war: Campaign,
    members: Members,
    first: str = "march",
    second: str = "march",
    now: datetime = NOW,
    **units: tuple[str, ...],
) -> Battle:
    order(war, members, first, second, now)
    muster(war, members, now, **units)
    return battle_of(war)
