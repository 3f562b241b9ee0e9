"""The companion's machine gun and cannon: bursts, shells, and mending (AWAM 8)."""

from typing import Annotated, ClassVar

from rulesets.awam import faces, guns
from rulesets.awam.companion import CANNON, MACHINE_GUN, Aiming, nil, other, told
from rulesets.awam.shooting import Aim
from rulesets.awam.tables import TABLES
from rulesets.companion import Facts, Readings, Roll, Switch, Throw
from rulesets.contract import IntRange, OneOf, Problem

LAST_TURN = TABLES.machine_gun.empties_turn + 1
TARGETS = ("point", "building", "boat", "gun")


class Burst(Aiming, frozen=True, kw_only=True):
    """A burst. ``turn_of_fire``: how many turns it has fired since the last full load, this one counted."""

    rule: ClassVar[str] = "AWAM 8.1"
    crew: Annotated[int, IntRange(low=1, high=TABLES.machine_gun.crew)] = TABLES.machine_gun.crew
    turn_of_fire: Annotated[int, IntRange(low=1, high=LAST_TURN)] = 1

    def needs(self, readings: Readings) -> Aim:
        table = TABLES.machine_gun
        return self.aim(table.die, table.row, self.victim, readings)

    def fault(self, readings: Readings) -> Problem | None:
        return nil() if self.needs(readings).faces < 1 else None

    def fall(self, throw: Throw, readings: Readings) -> Facts:
        table, needs = TABLES.machine_gun, self.needs(readings)
        shots = guns.shots_of(throw(table.dice, "burst").total, self.crew)
        dice = throw(shots, "shots", sides=table.die).faces
        return {
            "shots": shots,
            "dice": list(dice),
            "sides": needs.die,
            "over": needs.over,
            "sum": needs.sum,
            "modifiers": told(needs.modifiers),
            "hit": guns.burst_hits(needs, dice, exact=other(readings, "A15")),
            "jam": guns.jams(dice, exact=other(readings, "A33")),
            "empty": guns.empties(self.turn_of_fire, shots),
            "beaten": table.beaten,
        }


class Shell(Roll, frozen=True, kw_only=True):
    """A shot of the cannon. ``shot``: the first, second, third or later at the same target; ``damaged``: the target is so already."""

    rule: ClassVar[str] = "AWAM 8.2"
    at: Annotated[str, OneOf(values=TARGETS)]
    shot: Annotated[int, IntRange(low=1, high=len(TABLES.cannon.dice))]
    close: Switch = False
    damaged: Switch = False

    def fault(self, readings: Readings) -> Problem | None:
        if self.damaged and self.at == "point":
            return Problem(code="nothing_to_damage", rule="AWAM 8.2", place="damaged")
        return None

    def fall(self, throw: Throw, readings: Readings) -> Facts:
        table, rows = TABLES.cannon, guns.shell_rows(building=self.at == "building", close=self.close)
        sides = guns.die_of_shot(self.shot)
        die = faces.ten(throw(1, "shell", sides=sides).total, sides, as_nought=other(readings, "A1"))
        total = die + sum(one.value for one in rows)
        found: Facts = {
            "at": self.at,
            "die": die,
            "sides": sides,
            "modifiers": told(rows),
            "total": total,
            "over": table.over,
            "hit": total > table.over,
        }
        if found["hit"]:
            face = throw(1, "damage").total
            level = guns.damage_level(face)
            # A second "damaged" on the same thing counts as the worst (AWAM 8.2).
            level = 0 if level == 1 and self.damaged else level
            found |= {"damage": face, "level": level, "blast": table.blast, "blast_less": table.blast_less}
        return found


class Mend(Roll, frozen=True, kw_only=True):
    """A jam, or damage, is cleared: one try a turn, no order needed."""

    rule: ClassVar[str] = "AWAM 8"
    gun: Annotated[str, OneOf(values=(MACHINE_GUN, CANNON))]
    jammed: Switch = False

    def fault(self, readings: Readings) -> Problem | None:
        if self.jammed and self.gun == CANNON:
            return Problem(code="nothing_to_mend", rule="AWAM 8", place="jammed")
        return None

    def fall(self, throw: Throw, readings: Readings) -> Facts:
        sides, needed = guns.mends(jammed=self.jammed)
        die = throw(1, sides=sides).total
        return {"gun": self.gun, "jammed": self.jammed, "die": die, "needed": needed, "mended": die >= needed}
