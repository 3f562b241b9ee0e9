"""Battles of Askari on the site, brought as far as a test needs by the program's own moves."""

from collections.abc import Callable, Mapping

from battles.api.datasets import LIST
from battles.models import Battle, DataSet
from battles.services import datasets, opening, play, single
from clubs.models import Club, Membership, Role
from rulesets import registry
from rulesets.contract import Action, Ask
from tests.factories.clubs import NOW
from tests.rulesets.askari.battles import SMALL, battle

type Until = Callable[[Battle, Ask], bool]


def a_fight(
    club: Club, first: Membership, second: Membership, *, scenario: str = "skirmish", one=SMALL, other=SMALL, **about
) -> Battle:
    """A battle of two small forces between two members."""
    return opening.open_battle(
        club=club,
        ruleset="askari",
        setup=battle(scenario, one, other),
        seats={"west": first, "east": second},
        umpire=about.pop("umpire", None),
        by=None,
        now=NOW,
        names={"west": "Redcoats", "east": "Ansar"},
        **about,
    )


def a_companion(club: Club, first: Membership, **about) -> Battle:
    """The companion of a table at which one member sits; whoever comes plays the other side."""
    return single.start(
        club=club,
        ruleset="askari-table",
        scenario="",
        forces=None,
        seats={"first": first, "second": None},
        options={},
        umpire=None,
        by=first,
        now=NOW,
        title=about.pop("title", "An evening at Trinkitat"),
        names={"first": "Egyptians", "second": "Hadendowa"},
        **about,
    )


def a_data_set(club: Club, *, name: str = "The guard", text: str = LIST) -> DataSet:
    """An army list of the club's own, kept by its owner."""
    owner = club.memberships.filter(role=Role.OWNER, left_at=None).order_by("pk").first()
    kept = datasets.keep(club, ruleset="askari", kind="lists", name=name, text=text, form=None, by=owner, now=NOW)
    return kept.data_set


def fought(
    held: Battle,
    players: Mapping[str, Membership],
    until: Until,
    *,
    instead: Mapping[tuple[str, str], Action] | None = None,
) -> Battle:
    """Play what the program would, until a question comes up that the test asked for, or the battle is over.

    ``instead``: by prompt and seat, what is done in its place.
    """
    rules = registry.get(held.ruleset)
    while held.is_open:
        asks = rules.asks(held.state)
        if any(until(held, ask) for ask in asks):
            return held
        for ask in asks:
            action = (instead or {}).get((ask.prompt, ask.seat)) or rules.bot(held.state, ask.seat)
            held = play.act(held, seat=ask.seat, action=action, seq=held.seq, by=players[ask.seat], now=NOW)
    return held


def asks(prompt: str, seat: str | None = None) -> Until:
    """Until that is asked (of that seat)."""
    return lambda held, ask: ask.prompt == prompt and seat in (None, ask.seat)
