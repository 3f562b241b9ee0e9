"""Battles of AWAM on the site, brought as far as a test needs by the program's own moves."""

from collections.abc import Callable, Mapping

from battles.models import Battle
from battles.services import opening, play, single
from clubs.models import Club, Membership
from rulesets import registry
from rulesets.awam.setting import seats_for
from rulesets.contract import Action, Ask, Force, Setup
from tests.factories.clubs import NOW

type Until = Callable[[Battle, Ask], bool]

NAMES = {"first": "Marchand", "second": "Kitchener", "third": "Tessema", "fourth": "Lemaire", "fifth": "El Rampin"}


def a_skirmish(
    club: Club, *people: Membership, scenario: str = "fashoda", umpire: Membership | None = None, **options
) -> Battle:
    """A battle between these people, in the seats that the scenario gives so many."""
    seats = dict(zip(seats_for(scenario, len(people)), people, strict=True))
    return opening.open_battle(
        club=club,
        ruleset="awam",
        setup=Setup(
            scenario=scenario,
            forces={seat: Force() for seat in seats},
            options={"umpire": umpire is not None, **options},
        ),
        seats=seats,
        umpire=umpire,
        by=None,
        now=NOW,
        names={seat: NAMES[seat] for seat in seats},
    )


def players_of(held: Battle) -> dict[str, Membership]:
    """Who sits where, the umpire among them."""
    return {seat.key: seat.member for seat in held.seats.select_related("member__user") if seat.member is not None}


def fought(held: Battle, until: Until, *, instead: Mapping[tuple[str, str], Action] | None = None, now=NOW) -> Battle:
    """Play what the program would, until a question comes up that the test asked for, or the battle is over.

    ``instead``: by prompt and seat, what is done in its place.
    """
    rules, players = registry.get("awam"), players_of(held)
    while held.is_open:
        asks = [ask for ask in rules.asks(held.state) if ask.kind != "may"]
        if any(until(held, ask) for ask in asks):
            return held
        for ask in asks:
            action = (instead or {}).get((ask.prompt, ask.seat)) or rules.bot(held.state, ask.seat)
            held = play.act(held, seat=ask.seat, action=action, seq=held.seq, by=players[ask.seat], now=now)
    return held


def asks(prompt: str, seat: str | None = None) -> Until:
    """Until that is asked (of that seat)."""
    return lambda held, ask: ask.prompt == prompt and seat in (None, ask.seat)


SIDES = {"first": "French", "second": "British", "third": "El Rampin"}


def an_awam_companion(club: Club, umpire: Membership | None, first: Membership, **about) -> Battle:
    """The companion of a table of three, at which one member sits; whoever comes plays the others."""
    play = about.pop("play", "")
    about["options"] = {"play": play} if play else {}
    return single.start(
        club=club,
        ruleset="awam-table",
        scenario="",
        forces=None,
        seats={"first": first, "second": None, "third": None},
        options={**({"umpire": True} if umpire else {}), **about.pop("options", {})},
        umpire=umpire,
        by=first,
        now=NOW,
        title=about.pop("title", "The race to Fashoda"),
        names=SIDES,
        **about,
    )
