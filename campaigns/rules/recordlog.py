"""A war as it was played: every application of the rules in order, and the states they lead through."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec import Struct

from campaigns.rules.decisions import Decision
from campaigns.rules.engine import Rules, Start
from campaigns.rules.state import Side, State
from campaigns.rules.summary import ended
from rulesets.contract import Happening, Problem
from rulesets.dice import Rolled, Shuffles, address_of
from rulesets.errors import DiceSpent


class Move(Struct, frozen=True, kw_only=True):
    """One application of the rules: the decisions, the rolls they led to, and what happened. ``stage`` is the one before it."""

    year: int
    stage: str
    moves: dict[Side, Decision]
    rolls: tuple[Rolled, ...]
    happenings: tuple[Happening, ...]


class Played(Struct, kw_only=True):
    """A war played from a record."""

    rules: Rules
    start: Start
    name: str
    seed: str
    state: State
    log: list[Move]
    years: list[dict[str, Any]]
    warnings: list[Problem]

    def report(self) -> dict[str, Any]:
        """What ``campaign_record replay --json`` prints."""
        return {
            "record": 1,
            "campaign": self.name,
            "pack": self.rules.pack.key,
            "years": self.years,
            "ended": ended(self.state.ended),
        }


class Recalled(Shuffles):
    """Dice that fall as they fell: by address, each as it was written down (a lone total, too)."""

    def __init__(self, rolls: Iterable[Rolled]):
        self._fell = {roll.address: roll for roll in rolls}

    def roll(self, n: int, sides: int, why: Sequence[str]) -> Rolled:
        address = address_of(why)
        if address not in self._fell:
            raise DiceSpent(f"nobody rolled {address}")
        return self._fell[address]


def retell(rules: Rules, start: Start, moves: Iterable[Move]) -> Iterator[tuple[State, Move, State]]:
    """Play a log again: the state before each move, the move, and the state after it.

    Raises IllegalAction where a move is not what the rules allow, DiceSpent where a roll is missing: the log is then not whole.
    """
    state = rules.begin(start)
    for move in moves:
        step = rules.apply(state, move.moves, Recalled(move.rolls))
        yield state, move, step.state
        state = step.state
