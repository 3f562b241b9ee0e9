"""Let the program play the scenarios of Montjoie against itself, and print who won:  python -m tools.montjoie_balance [--battles N]

The seeds are the numbers of the battles, so anybody finds the same. What is measured is the scenario and the program together.
"""

import argparse
import sys
import time
from collections.abc import Iterator, Sequence

from msgspec import Struct

from rulesets.contract import Outcome, Setup
from rulesets.dice import Keyed
from rulesets.montjoie.ruleset import Montjoie
from rulesets.montjoie.scenarios import SCENARIOS

RULES = Montjoie()
DEFAULT = 400


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


def fought(scenario: str, number: int) -> Outcome:
    """A battle of the program against itself, to its end."""
    dice = Keyed(f"montjoie {scenario} {number}".encode())
    state = RULES.setup(Setup(scenario=scenario), dice).state
    while asks := RULES.asks(state):
        moves = {ask.seat: RULES.bot(state, ask.seat) for ask in asks}
        state = RULES.apply(state, moves, dice).state
    outcome = RULES.outcome(state)
    assert outcome is not None
    return outcome


def tally(scenario: str, battles: int) -> Tally:
    first, second = SCENARIOS[scenario].sides
    found = Tally(scenario=scenario, sides=(first, second))
    for number in range(1, battles + 1):
        told = fought(scenario, number).special
        word = ("" if told["winner"] == first else "lost_") + told["level"]
        field = "drawn" if told["winner"] is None else word
        setattr(found, field, getattr(found, field) + 1)
        found.turns += told["turns"]
    return found


def rows(found: Sequence[Tally]) -> Iterator[str]:
    """The table, as it stands in ``docs/montjoie-balance.md``."""
    yield "| Scenario | First side | Second side | Battles | Major | Minor | Drawn | Minor, second | Major, second | Share of the first | Mean turns |"
    yield "|---|---|---|---|---|---|---|---|---|---|---|"
    for one in found:
        numbers = f"{one.battles} | {one.major} | {one.minor} | {one.drawn} | {one.lost_minor} | {one.lost_major}"
        means = f"{one.share:.1f} % | {one.turns / max(1, one.battles):.1f}"
        yield f"| {one.scenario} | {one.sides[0]} | {one.sides[1]} | {numbers} | {means} |"


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tools.montjoie_balance", description="Montjoie's scenarios, weighed."
    )
    parser.add_argument("--battles", type=int, default=DEFAULT, help="battles for each scenario")
    parser.add_argument("--only", choices=sorted(SCENARIOS), help="one scenario")
    given = parser.parse_args(arguments)
    begun = time.process_time()
    found = []
    for scenario in [given.only] if given.only else sorted(SCENARIOS):
        found.append(tally(scenario, given.battles))
        print(f"{scenario}: {found[-1].share:.1f} %", file=sys.stderr, flush=True)
    print("\n".join(rows(found)))
    each = 1000 * (time.process_time() - begun) / max(1, sum(one.battles for one in found))
    print(f"\n{each:.0f} ms a battle", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
