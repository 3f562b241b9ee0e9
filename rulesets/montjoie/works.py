"""The days of a siege at the table: engines, shed, mine and countermine, the fight underground, the fall of the wall (Montjoie 5.4).

The numbers are the engine's: ``siege``, ``mines``, ``tables``.
"""

from typing import Annotated, ClassVar

from rulesets.companion import Facts, Readings, Roll, Switch, Throw
from rulesets.contract import IntRange, OneOf, Problem
from rulesets.montjoie import mines, siege
from rulesets.montjoie.companion import DIE, Outdoor, Table, struck, struck_back
from rulesets.montjoie.ground import Wall
from rulesets.montjoie.tables import TABLES, Grid

type Men = Annotated[int, IntRange(low=0, high=40)]
type Engines = Annotated[int, IntRange(low=0, high=9)]
WORKS = ("mine", "countermine", "fill")


def battered(grid: Grid, points: int, throw: Throw, why: str) -> Facts:
    """A roll on a battering table: the letter, and what is in it (Montjoie 3.1.6)."""
    column = TABLES.battering_column(grid, points)
    assert column is not None, "judged before"
    die = throw(1, why, sides=DIE).total
    letter = grid.read(column, die)
    parts = letter.split("/")
    lost = sum(int(part[:-1]) for part in parts if part.endswith("C"))
    return {
        "points": points,
        "column": grid.columns[column],
        "die": die,
        "letter": letter,
        "done": "D" in parts,
        "lost": lost,
    }


class Day(Outdoor, frozen=True, kw_only=True):
    """A new day of the siege. No die."""

    rule: ClassVar[str] = "Montjoie 5.4"

    def fall_at(self, table: Table, throw: Throw, readings: Readings) -> Facts:
        table.day += 1
        return {"day": table.day}


class Bombard(Outdoor, frozen=True, kw_only=True):
    """Engines at one hex. ``worn``: points that these engines have lost for good."""

    rule: ClassVar[str] = "Montjoie 3.1.6"
    at: Annotated[str, OneOf(values=(siege.WALL, siege.HOARDING))] = siege.WALL
    mangonels: Engines = 0
    trebuchets: Engines = 0
    worn: Annotated[int, IntRange(low=0, high=30)] = 0

    @property
    def points(self) -> int:
        number = TABLES.number
        return self.mangonels * number["mangonel"] + self.trebuchets * number["trebuchet"] - self.worn

    def fault_at(self, table: Table, readings: Readings) -> Problem | None:
        if self.points < 1:
            return Problem(code="no_engines", rule=self.rule, place="mangonels")
        return None

    def fall_at(self, table: Table, throw: Throw, readings: Readings) -> Facts:
        grid = TABLES.battering_walls if self.at == siege.WALL else siege.hoarding_grid(TABLES, readings)
        needed = TABLES.number["wall_hits" if self.at == siege.WALL else "hoarding_hits"]
        return {"at": self.at, "day": table.day, "needed": needed} | battered(grid, self.points, throw, "bombard")


class Shed(Roll, frozen=True, kw_only=True):
    """How long an engineer and so many men build a shed. No die."""

    rule: ClassVar[str] = "Montjoie 3.3.1"
    men: Annotated[int, IntRange(low=1, high=40)]

    def fault(self, readings: Readings) -> Problem | None:
        if not siege.shed_days(TABLES, self.men):
            least = TABLES.shed.rows[0][0]
            return Problem(code="too_few_builders", data={"least": least}, rule=self.rule, place="men")
        return None

    def fall(self, throw: Throw, readings: Readings) -> Facts:
        return {"men": self.men, "days": siege.shed_days(TABLES, self.men)}


class Undermine(Roll, frozen=True, kw_only=True):
    """How many hexes have to be undermined. ``ring``: the circumference of a tower, 0 for a wall. No die."""

    rule: ClassVar[str] = "Montjoie 3.3.5, R31"
    length: Annotated[int, IntRange(low=1, high=40)] = 5
    thickness: Annotated[int, IntRange(low=1, high=9)] = 2
    ring: Annotated[int, IntRange(low=0, high=40)] = 0
    dug: Annotated[int, IntRange(low=0, high=60)] = 0

    def fall(self, throw: Throw, readings: Readings) -> Facts:
        wall = Wall(id="", hexes=(), length=self.length, thickness=self.thickness, ring=self.ring, level=1, moat=False)
        needed = mines.needed(wall, readings)
        return {"needed": needed, "dug": self.dug, "left": max(0, needed - self.dug)}


class Dig(Outdoor, frozen=True, kw_only=True):
    """One hex of a mine or countermine, or one that is filled. ``days`` on this hex; ``fast``: two hexes a day, and C counts."""

    rule: ClassVar[str] = "Montjoie 3.3.3"
    work: Annotated[str, OneOf(values=WORKS)] = "mine"
    days: Annotated[int, IntRange(low=1, high=40)] = 1
    miners: Men
    wounded: Men = 0
    fast: Switch = False

    def points(self, table: Table, readings: Readings) -> int:
        days = self.days if readings["mine.days"] == "on_hex" or not table.day else table.day
        return mines.points(days, mines.half_points(self.miners, self.wounded))

    def fault_at(self, table: Table, readings: Readings) -> Problem | None:
        if TABLES.battering_column(TABLES.battering_walls, self.points(table, readings)) is None:
            return Problem(code="too_few_hands", rule=self.rule, place="miners")
        return None

    def fall_at(self, table: Table, throw: Throw, readings: Readings) -> Facts:
        found = battered(TABLES.battering_walls, self.points(table, readings), throw, self.work)
        hurt = min(found["lost"], self.miners + 2 * self.wounded) if self.fast else 0
        return {"work": self.work, "day": table.day, "fast": self.fast, **found, "lost": hurt}


class Underground(Roll, frozen=True, kw_only=True):
    """One miner against another, without shift (R59)."""

    rule: ClassVar[str] = "Montjoie 3.3.8, R59"
    own_attack: Annotated[int, IntRange(low=1, high=40)]
    own_wounded: Switch = False
    foe_defence: Annotated[int, IntRange(low=1, high=40)]
    foe_wounded: Switch = False

    def fault(self, readings: Readings) -> Problem | None:
        if TABLES.odds(self.own_attack, self.foe_defence) is None:
            odds = {"attack": self.own_attack, "defence": self.foe_defence}
            return Problem(code="odds_too_low", data=odds, rule=self.rule, place="own_attack")
        return None

    def fall(self, throw: Throw, readings: Readings) -> Facts:
        column = TABLES.odds(self.own_attack, self.foe_defence)
        assert column is not None, "judged before"
        die = throw(1, "mine_fight", sides=DIE).total
        letter = TABLES.combat_foot.read(column, die)
        fate = struck(letter, mounted=False, hurt="wounded" if self.foe_wounded else "", hangs="")
        return {
            "attack": self.own_attack,
            "defence": self.foe_defence,
            "column": TABLES.combat_foot.columns[column],
            "die": die,
            "letter": letter,
            "target": fate.does,
            "attackers": struck_back(letter, readings, wounded=self.own_wounded, hangs=""),
        }


class Collapse(Roll, frozen=True, kw_only=True):
    """The props burn: the day after, the wall falls or the mine has failed."""

    rule: ClassVar[str] = "Montjoie 3.3.5"

    def fall(self, throw: Throw, readings: Readings) -> Facts:
        table = TABLES.rolls["collapse"]
        die = throw(1, "collapse", sides=table.sides).total
        return {"die": die, "result": table.read(die)}
