"""The table companion: what to roll, and what it comes to, for who plays with miniatures and says how things stand.

Every roll is a struct of plain circumstances, with the domain of each; nothing here knows where anybody stands. The numbers are the
engine's own: ``shooting``, ``melee``, ``courage``, ``orders``, ``tables``.
"""

from typing import Annotated, ClassVar

from rulesets.askari import courage, modifiers, orders, shooting
from rulesets.askari.courage import Spirits
from rulesets.askari.shooting import Circumstances
from rulesets.askari.tables import TABLES, MissileWeapon
from rulesets.companion import SIDES, Facts, Readings, Roll, Switch, Throw
from rulesets.contract import IntRange, OneOf, Problem

MOST_TIES = 100
READS = (
    "native_rough",
    "lance_shock",
    "artillery_to_hit",
    "canister_hits",
    "natural_six_misses",
    "matchlock_mod",
)
"""Readings that a roll of the companion depends on."""
LAST_SAVE = 6
"""Above it nobody is saved."""
MISSILES = tuple(TABLES.missile)
DEVIATING = tuple(key for key, row in TABLES.missile.items() if "deviation" in row.rules)

type Figures = Annotated[int, IntRange(low=1, high=60)]
type Count = Annotated[int, IntRange(low=0, high=60)]
type Few = Annotated[int, IntRange(low=0, high=20)]
type Value = Annotated[int, IntRange(low=0, high=9)]
type Save = Annotated[int, IntRange(low=2, high=7)]


# --- The turn: initiative, reinforcements, orders, movement (Askari 4 to 7) -------------------------------------------


class Initiative(Roll, frozen=True, kw_only=True):
    """A new turn begins. Aggression factors of both sides; 0 where it is played without."""

    rule: ClassVar[str] = "Askari 4"
    first: Value
    second: Value

    def fall(self, throw: Throw, readings: Readings) -> Facts:
        for time in range(1, MOST_TIES):
            totals = [
                throw(1, side, str(time)).total + added
                for side, added in zip(SIDES, (self.first, self.second), strict=True)
            ]
            if totals[0] != totals[1]:
                break
        return {"totals": dict(zip(SIDES, totals, strict=True)), "seat": SIDES[totals[1] > totals[0]]}


class Reinforcements(Roll, frozen=True, kw_only=True):
    """One die for each unit in reserve."""

    rule: ClassVar[str] = "Askari 5"
    units: Annotated[int, IntRange(low=1, high=20)]
    martinet: Switch = False

    def fall(self, throw: Throw, readings: Readings) -> Facts:
        needed = TABLES.reinforcements.martinet if self.martinet else TABLES.reinforcements.on
        rolled = throw(self.units)
        return {"needed": needed, "units": self.units, "arrive": sum(face >= needed for face in rolled.faces)}


class Orders(Roll, frozen=True, kw_only=True):
    """Order dice of a side. ``threshold``: what the order die shows; 0 where it is rolled now."""

    rule: ClassVar[str] = "Askari 6"
    units: Annotated[int, IntRange(low=1, high=40)]
    officers: Few = 0
    threshold: Annotated[int, IntRange(low=0, high=6)] = 0

    def fall(self, throw: Throw, readings: Readings) -> Facts:
        threshold = self.threshold or throw(1, "threshold").total
        faces = throw(self.units, "orders").faces
        raised = orders.raised(faces, threshold, self.officers)
        return {
            "threshold": threshold,
            "dice": list(faces),
            "raised": raised,
            "orders": orders.orders(raised, threshold),
        }


class Move(Roll, frozen=True, kw_only=True):
    """How far a unit may go. ``whole``: it came in from the edge last turn."""

    rule: ClassVar[str] = "Askari 7"
    moves: Annotated[str, OneOf(values=tuple(TABLES.movement))]
    rough: Switch = False
    effendi: Switch = False
    correspondent: Switch = False
    whole: Switch = False

    def fault(self, readings: Readings) -> Problem | None:
        if self.rough and TABLES.movement[self.moves].rough is None:
            return Problem(code="flat_only", data={"moves": self.moves}, rule="Askari 2.2", place="rough")
        return None

    def fall(self, throw: Throw, readings: Readings) -> Facts:
        row = TABLES.movement[self.moves]
        dice, more = (row.rough if self.rough else None) or row.flat
        if self.rough and "native_rough" in row.readings and readings["native_rough"] == "3d6+2":
            more = 2
        if self.whole:
            return {"length": 10 * (6 * dice + more), "dice": dice, "more": more, "whole": True}
        length = throw(dice + self.effendi, "move").total + more
        if self.correspondent:
            length -= throw(1, "correspondent").total
        return {"length": 10 * max(0, length), "dice": dice + self.effendi, "more": more, "whole": False}


# --- Shooting (Askari 8 and 2.5) --------------------------------------------------------------------------------------


def saves(throw: Throw, hits: int, save: int, *, poisoned: bool = False) -> Facts:
    """One die a hit."""
    rolled = throw(hits, "saves")
    failed = sum(not shooting.saved(save, face, poisoned=poisoned) for face in rolled.faces)
    return {"save": save, "saved": hits - failed, "fallen": failed}


class Shoot(Roll, frozen=True, kw_only=True):
    """A volley. ``far``: beyond half of the weapon's range. ``save``: what the target needs, 7 for no save; ``stand``: how many can be hit."""

    rule: ClassVar[str] = "Askari 8.2"
    weapon: Annotated[str, OneOf(values=MISSILES)]
    figures: Figures
    shooting: Value
    far: Switch = False
    canister: Switch = False
    save: Save = 6
    stand: Count = 0
    reaction: Switch = False
    shooter_fortified: Switch = False
    cover: Switch = False
    poor_light: Switch = False
    pygmy: Switch = False
    shooter_moved: Switch = False
    target_moved: Switch = False
    prone: Switch = False
    agile: Switch = False
    higher: Switch = False
    aimed: Switch = False
    unit_leader: Switch = False
    combative: Switch = False
    majestic: Switch = False
    correspondent: Switch = False

    def fault(self, readings: Readings) -> Problem | None:
        weapon = TABLES.missile[self.weapon]
        if self.canister and "canister" not in weapon.rules:
            data = {"ammunition": "canister"}
            return Problem(code="no_such_ammunition", data=data, rule="Askari 2.5", place="canister")
        if self.canister and self.far:
            return Problem(
                code="canister_is_near", data={"most": TABLES.spread.canister_within}, rule="Askari 2.5", place="far"
            )
        if not self.canister and self._deviates(weapon, readings):
            return Problem(code="deviates", data={"weapon": self.weapon}, rule="Askari 2.5, R18", place="weapon")
        if self.reaction and weapon.least:
            return Problem(code="no_reaction", data={"weapon": self.weapon}, rule="Askari R27", place="reaction")
        return None

    @staticmethod
    def _deviates(weapon: MissileWeapon, readings: Readings) -> bool:
        return "deviation" in weapon.rules and readings["artillery_to_hit"] == "deviation"

    def circumstances(self) -> Circumstances:
        """As the engine has them, at a distance of this range."""
        weapon = TABLES.missile[self.weapon]
        named = [one for one in Circumstances.__struct_fields__ if one in self.__struct_fields__]
        return Circumstances(
            distance=distance_of(weapon, far=self.far),
            inspired=tuple(one for one in ("combative", "majestic", "correspondent") if getattr(self, one)),
            **{one: getattr(self, one) for one in named},
        )

    def fall(self, throw: Throw, readings: Readings) -> Facts:
        weapon, about = TABLES.missile[self.weapon], self.circumstances()
        rows = shooting.modifiers(weapon, about)
        added = readings["matchlock_mod"] if "matchlock_mod" in weapon.readings else weapon.modifier
        number = shooting.target_number(self.shooting, weapon, rows) + added - weapon.modifier
        able = shooting.able(weapon, self.figures)
        dice = able * shooting.rate(weapon, about.distance, reaction=self.reaction)
        six = bool(readings["natural_six_misses"])
        hits = sum(shooting.hits(face, number, six_misses=six) for face in throw(dice, "hit").faces)
        found: Facts = {
            "weapon": self.weapon,
            "figures": able,
            "dice": dice,
            "base": self.shooting,
            "added": added,
            "rows": modifiers.told(rows),
            "number": number,
            "hits": hits,
        }
        if self.canister and readings["canister_hits"] == "d6":
            found["hits"] = hits = throw(hits, "canister").total
        if "jams" in weapon.rules:
            found["jammed"] = throw(1, "jam").total == TABLES.deviation.jams_on
        found["terror"] = bool(hits) and (self.canister or "terrifying" in weapon.rules)
        struck = min(hits, self.stand) if self.stand else hits
        if "deviation" in weapon.rules and not self.canister:
            return found  # where the shells fall is another roll
        if self.save > LAST_SAVE:
            return found | {"fallen": struck}
        return found | (saves(throw, struck, self.save, poisoned="poisoned" in weapon.rules) if struck else {})


def distance_of(weapon: MissileWeapon, *, far: bool) -> int:
    """A distance within half of the range, and within the normal one; or one beyond both."""
    return weapon.longest if far else max(weapon.least, min(weapon.normal, weapon.longest // 2))


class Saves(Roll, frozen=True, kw_only=True):
    """One die for each hit."""

    rule: ClassVar[str] = "Askari 8.4"
    hits: Figures
    save: Annotated[int, IntRange(low=2, high=6)] = 6
    poisoned: Switch = False

    def fall(self, throw: Throw, readings: Readings) -> Facts:
        return {"hits": self.hits, "poisoned": self.poisoned} | saves(
            throw, self.hits, self.save, poisoned=self.poisoned
        )


class Deviation(Roll, frozen=True, kw_only=True):
    """Where a shell or ball falls."""

    rule: ClassVar[str] = "Askari 2.5"
    weapon: Annotated[str, OneOf(values=DEVIATING)]

    def fall(self, throw: Throw, readings: Readings) -> Facts:
        weapon, table = TABLES.missile[self.weapon], TABLES.deviation
        face = throw(1, "deviation").total
        needs = shooting.needs_second_roll(face)
        second = throw(1 if needs == "jam" else table.dice, f"deviation-{needs}").faces if needs else ()
        fallen = shooting.fall(weapon, face, second)
        found: Facts = {"weapon": self.weapon, "shift": fallen.shift, "jammed": fallen.jammed, "most": 0}
        if fallen.shift is not None and "ball" in weapon.rules:
            found["most"] = throw(TABLES.spread.ball_dice, "ball").total
        if not fallen.jammed and "jams" in weapon.rules:
            found["jammed"] = throw(1, "jam").total == table.jams_on
        return found


class Burst(Roll, frozen=True, kw_only=True):
    """Figures under the area marker: 1d6 impacts on each, and it stands only if all are saved (R66)."""

    rule: ClassVar[str] = "Askari 2.5, R66"
    figures: Annotated[int, IntRange(low=1, high=30)]
    save: Annotated[int, IntRange(low=2, high=6)] = 6

    def fall(self, throw: Throw, readings: Readings) -> Facts:
        impacts = throw(self.figures, "impacts").faces
        fallen = 0
        for number, many in enumerate(impacts, start=1):
            faces = throw(many, "saves", str(number)).faces
            fallen += not all(shooting.saved(self.save, face) for face in faces)
        return {"figures": self.figures, "save": self.save, "impacts": sum(impacts), "fallen": fallen}


class Unjam(Roll, frozen=True, kw_only=True):
    rule: ClassVar[str] = "Askari R79"

    def fall(self, throw: Throw, readings: Readings) -> Facts:
        return {"needed": TABLES.deviation.clears_on, "cleared": throw(1).total >= TABLES.deviation.clears_on}


# --- Courage, rally, the hospital (Askari 10, 2.3) ----------------------------------------------------------------------


class Courage(Roll, frozen=True, kw_only=True):
    """The tests of a unit: for its casualties by its figures at the start of the turn, and ``more`` for other causes.

    ``once``: a single roll outside phase 7 (reaction fire, breaking off), which leaves no marker.
    """

    rule: ClassVar[str] = "Askari 10"
    courage: Annotated[int, IntRange(low=0, high=6)]
    at_start: Figures = 1
    casualties: Count = 0
    more: Value = 0
    cancelled: Value = 0
    marked: Switch = False
    once: Switch = False
    officer: Switch = False
    religious: Switch = False
    bloodthirsty: Switch = False
    baggage_lost: Switch = False

    @property
    def tests(self) -> int:
        due = courage.tests_for(self.casualties, self.at_start) + self.more
        return 1 if self.once else max(0, due - self.cancelled)

    def fault(self, readings: Readings) -> Problem | None:
        if self.casualties > self.at_start:
            data = {"low": 0, "high": self.at_start}
            return Problem(code="out_of_range", data=data, rule="Askari 10", place="casualties")
        return None if self.tests else Problem(code="no_test_due", rule="Askari 10", place="casualties")

    def fall(self, throw: Throw, readings: Readings) -> Facts:
        spirits = Spirits(
            officer=self.officer,
            religious=self.religious,
            bloodthirsty=self.bloodthirsty,
            baggage_lost=self.baggage_lost,
        )
        passed: list[bool] = []
        fate = "marked" if self.marked else "steady"
        for number in range(1, self.tests + 1):
            passed.append(courage.passes(self.courage, throw(1, str(number)).total, spirits))
            fate = courage.after(self.marked, passed)
            if fate == "routed":
                break
        return {
            "courage": self.courage,
            "rows": modifiers.told(spirits.rows),
            "tests": self.tests,
            "failed": passed.count(False),
            "once": self.once,
            "fate": fate,
        }


class Rally(Roll, frozen=True, kw_only=True):
    rule: ClassVar[str] = "Askari 2.3.1"
    eloquent: Switch = False

    def fall(self, throw: Throw, readings: Readings) -> Facts:
        needed = TABLES.courage.eloquent_on if self.eloquent else TABLES.courage.rally_on
        return {"needed": needed, "rallied": courage.rallies(throw(1).total, eloquent=self.eloquent)}


class Hospital(Roll, frozen=True, kw_only=True):
    """One die for each of the wounded."""

    rule: ClassVar[str] = "Askari 2.3.13"
    wounded: Annotated[int, IntRange(low=1, high=20)]

    def fall(self, throw: Throw, readings: Readings) -> Facts:
        faces = throw(self.wounded).faces
        rejoin = sum(face >= TABLES.hospital.rejoins for face in faces)
        die = sum(face <= TABLES.hospital.dies for face in faces)
        return {"wounded": self.wounded, "rejoin": rejoin, "die": die, "stay": self.wounded - rejoin - die}


class Animal(Roll, frozen=True, kw_only=True):
    """What a dangerous animal does when somebody comes near (Askari 11)."""

    rule: ClassVar[str] = "Askari 11"
    animal: Annotated[str, OneOf(values=tuple(TABLES.animals))]
    in_water: Switch = False

    def fall(self, throw: Throw, readings: Readings) -> Facts:
        row, hunt = TABLES.animals[self.animal], TABLES.hunt
        face = throw(1, "behaviour").total
        away = dict(hunt.away)
        dice, more = (row.water if self.in_water else None) or row.move
        does = "stays" if face == hunt.stays else "away" if face in away else "bolts"
        does = {hunt.attack: "attacks", hunt.rush: "rushes"}.get(face, does)
        length = 0
        if does == "away":
            length = throw(away[face], "away").total
        elif does != "stays":
            length = throw(dice, "move").total + more
        return {"animal": self.animal, "does": does, "length": 10 * length, "dice": row.melee}
