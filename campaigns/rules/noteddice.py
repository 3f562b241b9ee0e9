"""Dice that came with a record: somebody noted them down, and can have noted them wrongly."""

from collections.abc import Sequence

from campaigns.rules import typed
from campaigns.rules.corrected import Edit, Past, Refused
from campaigns.rules.decisions import Typed
from campaigns.rules.engine import Rules
from campaigns.rules.recordlog import Recalled
from campaigns.rules.state import State
from rulesets.contract import Problem
from rulesets.dice import Rolled, address_of

NOTED = "loaded"
"""Their source."""


class _Asked(Recalled):
    """Dice as they fell, and how many of how many sides were asked for."""

    def __init__(self, rolls: Sequence[Rolled]):
        super().__init__(rolls)
        self.asked: dict[str, tuple[int, int]] = {}

    def roll(self, n: int, sides: int, why: Sequence[str]) -> Rolled:
        self.asked[address_of(why)] = (n, sides)
        return super().roll(n, sides, why)


def asked_dice(rules: Rules, state: State, past: Past) -> dict[str, tuple[int, int]]:
    """How many dice of how many sides were rolled in a decision, by address."""
    dice = _Asked(past.rolls)
    rules.apply(state, past.moves, dice)
    return dice.asked


def judge(rules: Rules, state: State, past: Past, edit: Edit) -> Rolled:
    """What was noted down for a roll, as it should have been."""
    move = edit.decision
    old = next((one for one in past.rolls if isinstance(move, Typed) and one.address == move.address), None)
    if old is None or not isinstance(move, Typed) or old.source != NOTED:
        raise Refused(Problem(code="no_noted_die"))
    if move.faces == old.faces:
        raise Refused(Problem(code="nothing_corrected"))
    if problem := typed.check(move, *asked_dice(rules, state, past)[old.address]):
        raise Refused(problem)
    return Rolled(address=old.address, sides=old.sides, faces=move.faces, source=NOTED)
