"""Let the program play the sample lists of Askari against one another, and print who won:  python -m tools.balance [--battles N] [--processes N]

Each pair fights so many battles on generated tables: half with either list as the first to be placed. The seeds are the numbers of
the battles, so anybody finds the same. What is measured is the lists and the program together: a list that suits it looks strong.
"""

import argparse
import itertools
import multiprocessing
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

from msgspec import Struct

from rulesets.askari import armies
from rulesets.askari.ruleset import Askari
from rulesets.contract import Force, Outcome, Setup
from rulesets.dice import Keyed

RULES = Askari()
DEFAULT = 400
PROCESSES = 2
AT_ONCE = 10
"""Battles that a process is handed at a time."""

type Played = Callable[[Callable[[int], tuple[Setup, Outcome]], Iterable[int]], Iterable[tuple[Setup, Outcome]]]
"""How battles are gone through: ``map``, or that of a pool of processes."""


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


def fought(setup: Setup, number: int) -> Outcome:
    """A battle of the program against itself, to its end."""
    dice = Keyed(f"balance {setup.options['armies']} {number}".encode())
    state = RULES.setup(setup, dice).state
    while asks := RULES.asks(state):
        moves = {ask.seat: RULES.bot(state, ask.seat) for ask in asks}
        state = RULES.apply(state, moves, dice).state
    outcome = RULES.outcome(state)
    assert outcome is not None
    return outcome


def battle(first: str, second: str, number: int) -> tuple[Setup, Outcome]:
    setup = setup_of(first, second, number)
    return setup, fought(setup, number)


def tally(first: str, second: str, battles: int, each: Played = map) -> Tally:
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


def tallies(battles: int, processes: int = 1) -> Iterator[Tally]:
    """Every pair; the battles of each are shared among so many processes, which changes nothing but the time."""
    with multiprocessing.Pool(processes) as pool:
        for first, second in itertools.combinations(sorted(armies.LISTS), 2):
            yield tally(first, second, battles, partial(pool.imap, chunksize=AT_ONCE))


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


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.balance", description="Askari's sample lists, weighed.")
    parser.add_argument("--battles", type=int, default=DEFAULT, help="battles for each pair")
    parser.add_argument("--processes", type=int, default=PROCESSES, help="processes that share them")
    given = parser.parse_args(arguments)
    begun = time.monotonic()
    found = []
    for one in tallies(given.battles, given.processes):
        found.append(one)
        print(f"{one.first} against {one.second}: {one.share:.1f} %", file=sys.stderr, flush=True)
    print("\n".join(rows(found)))
    each = 1000 * (time.monotonic() - begun) / max(1, sum(one.battles for one in found))
    print(f"\n{each:.0f} ms a battle", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
