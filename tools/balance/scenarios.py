"""Scenarios of two sides, each played by the program against itself."""

from collections.abc import Iterator, Sequence
from functools import partial

from msgspec import Struct

from rulesets.awam.ruleset import Awam
from rulesets.contract import Force, Outcome, Seat, Setup
from rulesets.dice import Keyed
from rulesets.montjoie.ruleset import Montjoie
from rulesets.montjoie.scenarios import SCENARIOS as HOUSE
from tools.balance.played import Each, Programmed, fought


class Tally(Struct, kw_only=True):
    """What came of a scenario's battles, from the point of view of its first side."""

    scenario: str
    sides: tuple[str, str]
    major: int = 0
    minor: int = 0
    drawn: int = 0
    lost_minor: int = 0
    lost_major: int = 0
    turns: int = 0

    @property
    def battles(self) -> int:
        return self.major + self.minor + self.drawn + self.lost_minor + self.lost_major

    @property
    def share(self) -> float:
        """Battles won by the first side, a draw as half of one, in hundredths."""
        return 100 * (self.major + self.minor + self.drawn / 2) / max(1, self.battles)

    def count(self, outcome: Outcome) -> None:
        """One battle more. A win that no level is told of is a minor one."""
        mine = outcome.seats[SEATS[0]]
        level: str = mine.level or "minor"
        field = {"win": level, "loss": f"lost_{level}", "draw": "drawn"}[mine.result]
        setattr(self, field, getattr(self, field) + 1)
        self.turns += outcome.special["turns"]


class Scenarios(Struct, frozen=True, kw_only=True):
    """A ruleset's scenarios for two. ``sides``: what the two sides of each are called; ``forces``: by seat, empty, where it wants to be
    told who plays. The first side sits at the first seat."""

    rules: Programmed
    sides: dict[str, tuple[str, str]]
    forces: dict[Seat, Force] = {}

    @property
    def matches(self) -> tuple[str, ...]:
        return tuple(sorted(self.sides))

    def battle(self, scenario: str, number: int) -> Outcome:
        dice = Keyed(f"{self.rules.key} {scenario} {number}".encode())
        return fought(self.rules, Setup(scenario=scenario, forces=self.forces), dice)

    def tally(self, match: str, battles: int, each: Each = map) -> Tally:
        found = Tally(scenario=match, sides=self.sides[match])
        for outcome in each(partial(self.battle, match), range(1, battles + 1)):
            found.count(outcome)
        return found

    def rows(self, found: Sequence[Tally]) -> Iterator[str]:
        """The table, as it stands in the ruleset's page in ``docs``."""
        sides = "First side | Second side"
        levels = "Major | Minor | Drawn | Minor, second | Major, second"
        yield f"| Scenario | {sides} | Battles | {levels} | Share of the first | Mean turns |"
        yield "|---|---|---|---|---|---|---|---|---|---|---|"
        for one in found:
            numbers = f"{one.battles} | {one.major} | {one.minor} | {one.drawn} | {one.lost_minor} | {one.lost_major}"
            means = f"{one.share:.1f} % | {one.turns / max(1, one.battles):.1f}"
            yield f"| {one.scenario} | {one.sides[0]} | {one.sides[1]} | {numbers} | {means} |"


SEATS: tuple[Seat, Seat] = ("first", "second")
MONTJOIE = Scenarios(
    rules=Montjoie(), sides={key: (first, second) for key, one in HOUSE.items() for first, second in [tuple(one.sides)]}
)
AWAM = Scenarios(
    rules=Awam(),
    sides=dict.fromkeys(("well", "ivory", "meeting"), SEATS),
    forces=dict.fromkeys(SEATS, Force()),
)
