"""What is added to a number or to dice, row by row: shots, fights and courage tell it alike (Askari 8.2, 9.1.2, 10)."""

from collections.abc import Iterable

from rulesets.askari.tables import Modifier as Row
from rulesets.contract import Modifier
from rulesets.vocabulary import Json


def named(key: str, row: Row) -> Modifier:
    """A row of the tables under its name."""
    return Modifier(key=key, value=row.value, rule=row.rule)


def total(rows: Iterable[Modifier]) -> int:
    return sum(row.value for row in rows)


def told(rows: Iterable[Modifier]) -> list[dict[str, Json]]:
    """As it is told to the players."""
    return [{"key": row.key, "value": row.value, "rule": row.rule} for row in rows]
