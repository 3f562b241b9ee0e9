"""Stakes: who crosses their front, and what that does to him (Montjoie 2.1)."""

from collections.abc import Mapping
from typing import Any

from rulesets.montjoie import hexes, striking
from rulesets.montjoie.field import Field
from rulesets.montjoie.state import Figure, Hex
from rulesets.montjoie.tables import Tables

RULE = "Montjoie 2.1.3"


def is_front(field: Field, leaving: Hex, entering: Hex) -> bool:
    """Whether a step goes on to stakes across their front arc."""
    front = field.state.stakes.get(entering)
    if front is None or not leaving:
        return False
    way = hexes.direction(leaving, entering)
    return way is not None and hexes.opposite(way) in front


def test(field: Field, one: Figure, weapon: str) -> str:
    """A die as of a shot with no cover; an armoured rider is worse off; letter A moves nobody (R14, R42, R55)."""
    rolled = field.roll(10, "stakes", one.id)
    modifier = armour(field.tables, field.readings, mounted=one.mounted) if field.is_armoured(one) else 0
    row, letter = striking.letter_of(field, one, weapon, "none", rolled.total + modifier)
    field.tell(
        "staked",
        RULE,
        rolls=(rolled,),
        figure=one.id,
        at=one.at,
        die=rolled.total,
        modifier=modifier,
        row=row,
        result=letter,
    )
    if (letter == "A" and field.readings["stakes.a"] == "retreat") or letter not in ("A", "-"):
        striking.strike(field, one, letter, shooter=None, defensive=False, why="stakes")
    return letter


def armour(tables: Tables, readings: Mapping[str, Any], *, mounted: bool) -> int:
    """What armour adds to the test (R42)."""
    return tables.number["stakes_armour"] if mounted or readings["stakes.mods"] == "foot_too" else 0


def weapon_of_riders(readings: Mapping[str, Any]) -> str:
    """The column of a rider's own move and advance (R14)."""
    return "longbow" if readings["stakes.column"] == "middle" else FORCED


FORCED = "shortbow"
"""The column of whoever is forced back on to them (Montjoie 2.1.4)."""


def rides_on(field: Field, one: Figure, leaving: Hex) -> str:
    """A rider crosses the front of his own will: the test at once. Answers with the letter, empty where there was no test."""
    if not one.mounted or not is_front(field, leaving, one.at):
        return ""
    return test(field, one, weapon_of_riders(field.readings))


def forced(field: Field, one: Figure, leaving: Hex, entering: Hex) -> bool:
    """Somebody is forced back on to stakes across their front. Answers whether he goes no further (Montjoie 2.1.4)."""
    if not is_front(field, leaving, entering):
        return False
    was_mounted = one.mounted
    test(field, one, FORCED)
    return one.where != "map" or not one.at or one.mounted != was_mounted
