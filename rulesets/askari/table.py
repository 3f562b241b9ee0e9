"""The companion of a battle of Askari that is fought with miniatures."""

from collections.abc import Mapping
from typing import ClassVar

from rulesets import companion
from rulesets.askari.companion import (
    READS,
    Animal,
    Burst,
    Courage,
    Deviation,
    Hospital,
    Initiative,
    Move,
    Orders,
    Rally,
    Reinforcements,
    Saves,
    Shoot,
    Unjam,
)
from rulesets.askari.duels import Fight
from rulesets.askari.tables import TABLES, readings_of
from rulesets.companion import Companion, Facts, Readings, Roll, Throw
from rulesets.contract import Json, Seat

ROLLS: Mapping[str, type[Roll]] = {
    "initiative": Initiative,
    "reinforcements": Reinforcements,
    "orders": Orders,
    "move": Move,
    "shoot": Shoot,
    "saves": Saves,
    "deviation": Deviation,
    "burst": Burst,
    "unjam": Unjam,
    "fight": Fight,
    "courage": Courage,
    "rally": Rally,
    "hospital": Hospital,
    "animal": Animal,
}
"""What the companion can roll, in the order of a turn."""


class Table(companion.Table, kw_only=True, omit_defaults=True):
    """``threshold``: the order die of this turn, which serves both sides; 0 while it has not been rolled."""

    threshold: int = 0


class AskariTable(Companion[Table]):
    key = "askari-table"
    rule = "Askari"
    end_rule = "Askari D"
    readings_rule = "Askari C"
    rolls = ROLLS
    turns = "initiative"
    picky = ("move", "shoot", "courage", "fight")
    asked = READS
    named: ClassVar[Mapping[str, str]] = {"weapon": "unknown_weapon", "moves": "unknown_movement"}
    table = Table

    def answers(self) -> Mapping[str, tuple[Json, ...]]:
        return {key: reading.values for key, reading in TABLES.readings.items()}

    def readings(self, chosen: Mapping[str, Json]) -> Readings:
        return readings_of(dict(chosen))

    def fall(self, said: Roll, throw: Throw, table: Table, seat: Seat) -> Facts:
        """A roll, and what is remembered of it: one order die serves both sides until the next turn (Askari 6)."""
        found = super().fall(said, throw, table, seat)
        table.threshold = 0 if isinstance(said, Initiative) else found.get("threshold", table.threshold)
        return found
