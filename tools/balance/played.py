"""What every part has: battles of the program against itself, counted."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Protocol

from rulesets.contract import Finishing, Outcome, Playing, Ruleset, Setup
from rulesets.dice import Dice, Keyed

type Each = Callable[[Callable[[int], Any], Iterable[int]], Iterable[Any]]
"""How battles are gone through: ``map``, or that of a pool of processes."""

MOST_MOVES = 5000


class Programmed(Ruleset, Playing, Protocol):
    """Rules whose program plays."""


class Part(Protocol):
    """A ruleset's matches, by name: what is played so often."""

    @property
    def matches(self) -> Sequence[str]: ...

    def tally(self, match: str, battles: int, each: Each = map) -> Any: ...

    def rows(self, found: Sequence[Any]) -> Iterator[str]: ...


def fought(rules: Programmed, setup: Setup, dice: Dice) -> Outcome:
    """A battle of the program against itself, to its end. Steps that a seat only may take are left."""
    state = rules.setup(setup, dice).state
    if isinstance(rules, Finishing):
        ended = rules.finish(state, dice, lambda: Keyed(b"guesses"), most=MOST_MOVES)
        assert ended is not None, "it does not end"
        return ended
    while (outcome := rules.outcome(state)) is None:
        owed = [ask for ask in rules.asks(state) if ask.kind != "may"]
        moves = {ask.seat: rules.bot(state, ask.seat) for ask in owed}
        state = rules.apply(state, moves, dice).state
    return outcome
