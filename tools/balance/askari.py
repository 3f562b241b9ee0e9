"""Askari's sample lists, each pair on generated tables: half of its battles with either list as the first to be placed."""

import itertools
from collections.abc import Iterator, Sequence
from functools import partial

from msgspec import Struct

from rulesets.askari import armies
from rulesets.askari.ruleset import Askari
from rulesets.contract import Force, Outcome, Setup
from rulesets.dice import Keyed
from tools.balance.played import Each, fought

RULES = Askari()
AGAINST = " against "


class Tally(Struct, kw_only=True):
    """What came of a pair's battles: of the first list, from its point of view."""

    first: str
    second: str
    won: int = 0
    drawn: int = 0
    lost: int = 0
    major: int = 0
    turns: int = 0
    lead: int = 0

    @property
    def battles(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def share(self) -> float:
        """Battles won, a draw as half of one, in hundredths."""
        return 100 * (self.won + self.drawn / 2) / max(1, self.battles)


def setup_of(first: str, second: str, number: int) -> Setup:
    """One battle: every other one the other way round."""
    seats = ("a", "b") if number % 2 else ("b", "a")
    return Setup(
        scenario="generated",
        forces=dict.fromkeys(("a", "b"), Force()),
        options={"armies": dict(zip(seats, (first, second), strict=True)), "seed": f"balance {number}"},
    )


def battle(first: str, second: str, number: int) -> tuple[Setup, Outcome]:
    setup = setup_of(first, second, number)
    return setup, fought(RULES, setup, Keyed(f"balance {setup.options['armies']} {number}".encode()))


def tally(first: str, second: str, battles: int, each: Each = map) -> Tally:
    found = Tally(first=first, second=second)
    for setup, outcome in each(partial(battle, first, second), range(1, battles + 1)):
        seat = next(seat for seat, name in setup.options["armies"].items() if name == first)
        other = "b" if seat == "a" else "a"
        mine = outcome.seats[seat]
        found.won += mine.result == "win"
        found.drawn += mine.result == "draw"
        found.lost += mine.result == "loss"
        found.major += mine.level == "major"
        found.turns += outcome.special["turns"]
        found.lead += outcome.special["scores"][seat] - outcome.special["scores"][other]
    return found


def strengths(found: Sequence[Tally]) -> dict[str, float]:
    """The share of a list over all its battles."""
    told: dict[str, list[float]] = {}
    for one in found:
        told.setdefault(one.first, []).append(one.share)
        told.setdefault(one.second, []).append(100 - one.share)
    return {key: sum(shares) / len(shares) for key, shares in sorted(told.items())}


def rows(found: Sequence[Tally]) -> Iterator[str]:
    """The tables, as they stand in ``docs/askari-balance.md``."""
    yield "| First list | Second list | Battles | Won | Drawn | Lost | Share of the first | Mean lead in score | Mean turns |"
    yield "|---|---|---|---|---|---|---|---|---|"
    for one in found:
        numbers = f"{one.battles} | {one.won} | {one.drawn} | {one.lost} | {one.share:.1f} %"
        means = f"{one.lead / one.battles:+.1f} | {one.turns / one.battles:.1f}"
        yield f"| {one.first} | {one.second} | {numbers} | {means} |"
    yield ""
    yield "| List | Points by the formula | Worth | Points | Share over all its battles |"
    yield "|---|---|---|---|---|"
    for key, share in strengths(found).items():
        army = armies.LISTS[key]
        numbers = f"{armies.formula_points(army)} | {army.worth} % | {armies.points(army)}"
        yield f"| {key} | {numbers} | {share:.1f} % |"


class Lists:
    """Every pair of the sample lists."""

    @property
    def matches(self) -> tuple[str, ...]:
        return tuple(AGAINST.join(pair) for pair in itertools.combinations(sorted(armies.LISTS), 2))

    def tally(self, match: str, battles: int, each: Each = map) -> Tally:
        first, second = match.split(AGAINST)
        return tally(first, second, battles, each)

    def rows(self, found: Sequence[Tally]) -> Iterator[str]:
        return rows(found)
