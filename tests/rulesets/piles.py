"""A companion of a game of the tests': cards off a pile that the table remembers, for two or three sides and an umpire."""

from typing import Annotated

from rulesets import companion
from rulesets.companion import Companion, Roll
from rulesets.contract import UMPIRE, IntRange


class Draw(Roll, frozen=True, kw_only=True):
    """Cards off a pile that the table remembers."""

    rule = "Piles 1"
    cards: Annotated[int, IntRange(low=1, high=2)]


class Pile(companion.Table, kw_only=True, omit_defaults=True):
    left: int = 0


class PileTable(Companion[Pile]):
    key = "pile-table"
    rule = "Piles"
    end_rule = "Piles 9"
    sides = ("first", "second", "third")
    umpired = True
    rolls = {"draw": Draw}
    table = Pile

    def begun(self, table, setup, dice):
        table.left = 40

    def kinds(self, table, seat):
        return [kind for kind in self.rolls if table.left > 2 and (seat == UMPIRE or not table.umpire)]

    def fall(self, said, throw, table, seat):
        table.left -= said.cards
        return {"cards": list(throw(said.cards, "card", sides=table.left).faces), "left": table.left}
