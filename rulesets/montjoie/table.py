"""The companion of a battle or siege of Montjoie that is fought on a table."""

from collections.abc import Mapping

from rulesets.companion import Companion, Facts, Readings, Roll, Throw
from rulesets.contract import Json, Problem, Seat
from rulesets.montjoie.companion import Fight, March, Outdoor, Shoot, Slip, Table, Turn
from rulesets.montjoie.perils import Fire, Hamstring, Healing, Jump, Oil, Rope, Staked
from rulesets.montjoie.readings import ALL, readings_of
from rulesets.montjoie.works import Bombard, Collapse, Day, Dig, Shed, Underground, Undermine

ROLLS: Mapping[str, type[Roll]] = {
    "turn": Turn,
    "march": March,
    "shoot": Shoot,
    "fight": Fight,
    "slip": Slip,
    "staked": Staked,
    "jump": Jump,
    "rope": Rope,
    "hamstring": Hamstring,
    "fire": Fire,
    "oil": Oil,
    "day": Day,
    "bombard": Bombard,
    "shed": Shed,
    "dig": Dig,
    "underground": Underground,
    "undermine": Undermine,
    "collapse": Collapse,
    "healing": Healing,
}
"""What the companion can roll: a turn, then the days of a siege."""
ASKED = (
    "weather.combat",
    "weather.combat_on",
    "weather.round",
    "jump.mods",
    "jump.wound_ends",
    "stun.defence",
    "stakes.column",
    "stakes.mods",
    "stakes.a",
    "hamstring.test",
    "hamstring.odds",
    "hamstring.cutter",
    "rope.shift",
    "rope.grip",
    "hoarding.table",
    "mine.days",
    "mine.half",
)
"""Readings that a roll of the companion depends on."""


class MontjoieTable(Companion[Table]):
    key = "montjoie-table"
    rule = "Montjoie"
    end_rule = "Montjoie 9"
    readings_rule = "Montjoie 12"
    rolls = ROLLS
    turns = "turn"
    picky = ("fight", "shoot", "staked", "bombard", "shed", "dig", "underground")
    asked = ASKED
    table = Table

    def answers(self) -> Mapping[str, tuple[Json, ...]]:
        return {key: reading.values for key, reading in ALL.items()}

    def readings(self, chosen: Mapping[str, Json]) -> Readings:
        return readings_of(chosen)

    def fault(self, said: Roll, table: Table, seat: Seat) -> Problem | None:
        if isinstance(said, Outdoor):
            return said.fault_at(table, self.readings(table.readings))
        return super().fault(said, table, seat)

    def fall(self, said: Roll, throw: Throw, table: Table, seat: Seat) -> Facts:
        """A roll; the weather of the turn and the day of the siege hold for all that follows."""
        if isinstance(said, Outdoor):
            return said.fall_at(table, throw, self.readings(table.readings))
        return super().fall(said, throw, table, seat)
