"""Other dice of a turn of Montjoie at the table: stakes, jumps, ropes, hamstringing, fire, oil, wounds.

The rows are the engine's: ``tables.rolls``, ``stakes``, ``striking``.
"""

from typing import Annotated, ClassVar

from rulesets.companion import Facts, Readings, Roll, Switch, Throw
from rulesets.contract import IntRange, OneOf, Problem
from rulesets.montjoie import stakes, striking
from rulesets.montjoie.companion import DIE, Hurt, shot, struck, struck_back, suffers
from rulesets.montjoie.tables import TABLES

JUMPS = ("jump", "jump_horse", "leap")
ROPES = ("grapnel_1", "grapnel_2", "grip", "cut", "push_ladder")
FIRES = tuple(key for key in TABLES.rolls if key.startswith("fire_"))


class Staked(Roll, frozen=True, kw_only=True):
    """Somebody comes on to stakes across their front: a rider of his own will, or anybody forced back."""

    rule: ClassVar[str] = "Montjoie 2.1.3"
    mounted: Switch = False
    armoured: Switch = False
    forced: Switch = False
    hurt: Hurt = ""

    def fault(self, readings: Readings) -> Problem | None:
        if not (self.mounted or self.forced):
            return Problem(code="no_stake_test", rule=self.rule, place="mounted")
        return None

    def fall(self, throw: Throw, readings: Readings) -> Facts:
        modifier = stakes.armour(TABLES, readings, mounted=self.mounted) if self.armoured else 0
        weapon = stakes.FORCED if self.forced else stakes.weapon_of_riders(readings)
        die = throw(1, "stakes", sides=DIE).total
        row, letter = striking.letter_in(TABLES, weapon, "none", die + modifier, mounted=self.mounted)
        moves = letter != "A" or readings["stakes.a"] == "retreat"
        fate = shot(letter if moves else "-", mounted=self.mounted, hurt=self.hurt)
        return {
            "die": die,
            "modifier": modifier,
            "weapon": weapon,
            "row": row,
            "letter": letter,
            "stops": letter != "-",
            "target": fate.does,
            "horse": fate.horse,
        }


class Jump(Roll, frozen=True, kw_only=True):
    """A jump down, on to one's own horse, or from crown to crown."""

    rule: ClassVar[str] = "Montjoie 1.2.5"
    how: Annotated[str, OneOf(values=JUMPS)] = "jump"
    wounded: Switch = False

    def fall(self, throw: Throw, readings: Readings) -> Facts:
        table = TABLES.rolls[self.how]
        die = throw(1, self.how, sides=table.sides).total
        result = table.read(die)
        return {
            "how": self.how,
            "die": die,
            "result": suffers(result, "wounded" if self.wounded else ""),
            "ends": result == "wounded" and bool(readings["jump.wound_ends"]),
        }


class Rope(Roll, frozen=True, kw_only=True):
    """A grapnel thrown one or two levels up, a hold on a rope, a rope cut, a ladder pushed away."""

    rule: ClassVar[str] = "Montjoie 3.4"
    what: Annotated[str, OneOf(values=ROPES)] = "grapnel_1"
    wounded: Switch = False

    def fall(self, throw: Throw, readings: Readings) -> Facts:
        table = TABLES.rolls["grip_wounded" if self.what == "grip" and self.wounded else self.what]
        sides = 6 if self.what == "grip" and readings["rope.grip"] == "d6" else table.sides
        die = throw(1, self.what, sides=sides).total
        return {"what": self.what, "die": die, "result": table.read(die)}


class Hamstring(Roll, frozen=True, kw_only=True):
    """Whether he who steals up is seen, and the cut. ``attack``: his, where the club reads the odds so (R18)."""

    rule: ClassVar[str] = "Montjoie 2.3.2"
    attack: Annotated[int, IntRange(low=1, high=40)] = 4
    wounded: Switch = False
    rider_hurt: Hurt = ""

    def column(self, readings: Readings) -> int:
        if readings["hamstring.odds"] == "ratio":
            return TABLES.odds(self.attack, TABLES.number["horse_defence"]) or 0
        return len(TABLES.combat_mounted.columns) - 1

    def fall(self, throw: Throw, readings: Readings) -> Facts:
        row = TABLES.rolls["infiltration" if readings["hamstring.test"] == "infiltration" else "hamstring"]
        test, hurt = throw(1, "test", sides=row.sides).total, "wounded" if self.wounded else ""
        found: Facts = {"test": test, "unseen": row.read(test) in ("unseen", "unharmed")}
        if not found["unseen"]:
            return found | {"attackers": suffers("wounded", hurt), "target": "", "horse": ""}
        column, grid = self.column(readings), TABLES.combat_mounted
        die = throw(1, "cut", sides=DIE).total
        letter = grid.read(column, die)
        fate = struck(letter, mounted=True, hurt=self.rider_hurt, hangs="")
        cuts = letter in ("D", "E", "F")
        strikes = readings["hamstring.cutter"] == "struck"
        return found | {
            "die": die,
            "column": grid.columns[column],
            "letter": letter,
            "target": fate.does if cuts else "",
            "horse": "dead" if cuts else "",
            "attackers": struck_back(letter, readings, wounded=self.wounded, hangs="") if strikes else "",
        }


class Fire(Roll, frozen=True, kw_only=True):
    """A fire arrow, or a fire that may spread: one die for each chance."""

    rule: ClassVar[str] = "Montjoie 3.1.8"
    what: Annotated[str, OneOf(values=FIRES)] = "fire_hoarding"
    times: Annotated[int, IntRange(low=1, high=12)] = 1

    def fall(self, throw: Throw, readings: Readings) -> Facts:
        table = TABLES.rolls[self.what]
        faces = throw(self.times, self.what, sides=table.sides).faces
        most = max((most for most, word in table.rows if word == "lit"), default=0)
        lit = sum(table.read(face) == "lit" for face in faces)
        return {"what": self.what, "times": self.times, "needed": most, "lit": lit}


class Oil(Roll, frozen=True, kw_only=True):
    """A barrel of boiling oil on whoever is below."""

    rule: ClassVar[str] = "Montjoie 6.2"
    armoured: Switch = False
    hurt: Hurt = ""

    def fall(self, throw: Throw, readings: Readings) -> Facts:
        modifier = TABLES.missile_modifiers["oil_armour"][0] if self.armoured else 0
        die = throw(1, "oil", sides=DIE).total
        result = TABLES.rolls["oil"].read(die + modifier)
        return {"die": die, "modifier": modifier, "result": suffers(result, self.hurt)}


class Healing(Roll, frozen=True, kw_only=True):
    """One die for each of the wounded, at the end of a day or after the battle."""

    rule: ClassVar[str] = "Montjoie 9"
    wounded: Annotated[int, IntRange(low=1, high=30)]

    def fall(self, throw: Throw, readings: Readings) -> Facts:
        table = TABLES.rolls["healing"]
        words = [table.read(face) for face in throw(self.wounded, "healing", sides=table.sides).faces]
        return {"wounded": self.wounded, **{word: words.count(word) for word in ("healed", "same", "dies")}}
