"""Courage: tests due, the roll, failing and routing (Askari 10). Nothing here knows where anybody stands."""

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from rulesets.askari.modifiers import named, total
from rulesets.askari.tables import TABLES
from rulesets.contract import Modifier

type Value = int | None
"""C. None is NO: never tested. 0 always passes (R69)."""


class Spirits(Struct, frozen=True, kw_only=True):
    """What is added to every courage die of a unit (R37)."""

    officer: bool = False
    religious: bool = False
    bloodthirsty: bool = False
    baggage_lost: bool = False
    renowned: bool = False
    """A character with a name is with it, who helps it once (Askari E)."""

    @property
    def rows(self) -> tuple[Modifier, ...]:
        """What holds, in the table's order."""
        table = TABLES.courage
        found = {
            "officer": (self.officer, table.officer),
            "religious": (self.religious, table.religious),
            "bloodthirsty": (self.bloodthirsty, table.bloodthirsty),
            "baggage_lost": (self.baggage_lost, table.baggage_lost),
            "renowned": (self.renowned, table.renowned),
        }
        return tuple(named(key, row) for key, (holds, row) in found.items() if holds)

    @property
    def total(self) -> int:
        return total(self.rows)


def tests_for(casualties: int, at_start: int) -> int:
    """One test for each full multiple of the row's casualties."""
    return casualties // TABLES.courage.casualties_for_a_test(at_start)


def is_rolled(value: Value) -> bool:
    """C NO rolls nothing; C 0 need not."""
    return value is not None and value > 0


def passes(value: Value, face: int, spirits: Spirits) -> bool:
    """Equal or over passes."""
    return not is_rolled(value) or face + spirits.total >= (value or 0)


def after(marked: bool, passed: Sequence[bool]) -> Literal["steady", "marked", "routed"]:
    """What becomes of a unit by its tests, one by one: the first failure marks it, another puts it to flight. No pass takes a marker off."""
    for one in passed:
        if one:
            continue
        if marked:
            return "routed"
        marked = True
    return "marked" if marked else "steady"


def is_exempt(starting: int, figures: int) -> bool:
    """Whether a unit with its Charismatic leader takes no tests: until it is below half of its starting count (X16, R75)."""
    return 2 * figures >= starting


def rallies(face: int, *, eloquent: bool = False) -> bool:
    """The leader's roll (Askari 2.3.1)."""
    return face >= (TABLES.courage.eloquent_on if eloquent else TABLES.courage.rally_on)


def next_to_test(pending: dict[str, int]) -> list[str]:
    """The units of a side that may test now: those with the fewest tests (Askari 3, phase 7)."""
    due = {unit: tests for unit, tests in pending.items() if tests > 0}
    fewest = min(due.values(), default=0)
    return sorted(unit for unit, tests in due.items() if tests == fewest)
