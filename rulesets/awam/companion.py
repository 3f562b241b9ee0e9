"""The table companion of AWAM: what to roll, and what it comes to, for who plays with miniatures and says how things stand.

Nothing here knows where anybody stands. The numbers are the engine's own: ``shooting``, ``reloading``, ``morale``, ``moving``, ``tables``.
Hand to hand is in ``duels``, machine gun and cannon in ``batteries``, the deck in ``table``.
"""

from collections.abc import Iterable
from typing import Annotated, ClassVar, NamedTuple

from rulesets.awam import faces, fashoda, morale, moving, reloading, shooting
from rulesets.awam.fashoda import NUMBERS
from rulesets.awam.morale import Spirits
from rulesets.awam.shooting import Aim, Firer, Mark
from rulesets.awam.state import ClassOfFire
from rulesets.awam.tables import TABLES, Cover
from rulesets.companion import Facts, Readings, Roll, Switch, Throw
from rulesets.contract import IntRange, Modifier, OneOf, Problem

EVENTS = NUMBERS["events"]
ASKED = ("A1", "A3", "A4", "A8", "A10", "A11", "A15", "A17", "A18", "A20", "A26", "A28", "A30", "A33")
"""Readings that a roll or the deck depends on."""
MM = 10
BANDS = tuple(sorted({far // MM for row in TABLES.ranges.values() for far, _over in row}))
"""Columns of all range tables, in cm: a distance between two counts as the next longer (AWAM 4.1)."""
MACHINE_GUN, CANNON = "machine_gun", "cannon"
GUNS = (MACHINE_GUN, CANNON)
MOST_SHOTS = max(weapon.shots for weapon in TABLES.firearms.values())
SCORES = {key: weapon.score for key, weapon in TABLES.firearms.items()} | {
    MACHINE_GUN: TABLES.machine_gun.score,
    CANNON: TABLES.cannon.score,
}
MOST_POINTS = max(SCORES.values()) - 1

type Who = Annotated[str, OneOf(values=("regular", "irregular", "marksman", "irregular_marksman"))]
type Band = Annotated[int, OneOf(values=BANDS)]
type Covered = Annotated[Cover, OneOf(values=("", "light", "heavy"))]
type Hurry = Annotated[str, OneOf(values=("", "run", "gallop"))]
type Figures = Annotated[int, IntRange(low=1, high=20)]


class Soldier(NamedTuple):
    """A class of the tables: for fire and reloading, and for the die of morale."""

    fires: ClassOfFire
    regular: bool


SOLDIERS = {
    "regular": Soldier("regular", True),
    "irregular": Soldier("irregular", False),
    "marksman": Soldier("marksman", True),
    "irregular_marksman": Soldier("marksman", False),
}


def other(readings: Readings, key: str) -> bool:
    """Whether the other reading of a doubtful point is played (AWAM 11)."""
    return bool(readings[key] == "other")


def told(rows: tuple[Modifier, ...] | list[Modifier]) -> dict[str, int]:
    return {one.key: one.value for one in rows}


# --- What a hit does (AWAM 5) -------------------------------------------------------------------------------------------


class Victim:
    """Who is shot at, as long as the shots of one action fall: he may lose his horse, be wounded, lie down."""

    def __init__(self, *, mounted: bool, wounded: bool, cover: Cover) -> None:
        self.mounted, self.wounds, self.cover = mounted, int(wounded), cover
        self.out = False

    def struck(self, throw: Throw, *why: str, add: int = 0) -> Facts:
        """A hit: his horse, or himself. ``add``: for a thrown weapon or a stone."""
        if self.mounted:
            die = faces.nought(throw(1, *why, "horse", sides=10).total)
            if shooting.horse_falls(die):
                self._falls()
                return {"result": "horse", "die": die}
        add += shooting.added_by_cover(self.cover)
        die = throw(1, *why, "hit", sides=TABLES.hits.die).total
        result: str = shooting.harm_of(die + add)
        self.wounds += result == "wounded"
        if result == "wounded" and self.wounds >= TABLES.hits.wounds:
            result = "second"
        if result == "wounded":
            self._falls()
        self.out = result in ("killed", "second")
        return {"result": result, "die": die, "add": add, "total": die + add}

    def _falls(self) -> None:
        """Off his horse, or where he stood: who lies there is in light cover at least (AWAM 5.2)."""
        self.mounted = False
        self.cover = self.cover or "light"


def is_felt(results: Iterable[str], readings: Readings) -> bool:
    """Whether friends near by get a blue marker: for a death, and for who is out by his second wound (A18)."""
    return any(one == "killed" or (one == "second" and not other(readings, "A18")) for one in results)


class Hits(Roll, frozen=True, kw_only=True):
    """Figures that roll as if hit: one by one after a shot at the table, or all round a burst or a shell."""

    rule: ClassVar[str] = "AWAM 5"
    figures: Figures
    by: Annotated[str, OneOf(values=("fire", "thrown", "stone"))] = "fire"
    cover: Covered = ""
    horse: Switch = False
    struck: Switch = False

    def fall(self, throw: Throw, readings: Readings) -> Facts:
        add = {"fire": 0, "thrown": TABLES.missiles["javelin"].hit, "stone": TABLES.missiles["stone"].hit}[self.by]
        found = [
            Victim(mounted=self.horse, wounded=self.struck, cover=self.cover).struck(throw, str(number), add=add)
            for number in range(1, self.figures + 1)
        ]
        felt = is_felt((one["result"] for one in found), readings)
        return {"figures": self.figures, "hits": found, "felt": felt}


# --- Shots and throws (AWAM 4) ------------------------------------------------------------------------------------------


class Aiming(Roll, frozen=True, kw_only=True):
    """Who fires or throws, how far, at what."""

    distance: Band
    who: Who
    target: Annotated[str, OneOf(values=("foot", "mounted", "big"))] = "foot"
    target_gait: Hurry = ""
    cover: Covered = ""
    struck: Switch = False
    rested: Switch = False
    mounted: Switch = False
    wounded: Switch = False
    yellow: Switch = False
    moving_boat: Switch = False

    @property
    def soldier(self) -> Soldier:
        return SOLDIERS[self.who]

    @property
    def victim(self) -> Victim:
        return Victim(mounted=self.target == "mounted", wounded=self.struck, cover=self.cover)

    def firer(self, *, thrown: bool = False) -> Firer:
        """As the engine has him."""
        return Firer(
            marksman=self.soldier.fires == "marksman",
            irregular=self.soldier.fires == "irregular",
            rested=self.rested and not thrown,
            mounted=self.mounted,
            wounded=self.wounded,
            yellow=self.yellow,
            moving_boat=self.moving_boat,
        )

    def aim(self, die: int, row: str, victim: Victim, readings: Readings, *more: Modifier, thrown: bool = False) -> Aim:
        """What the die needs, at a target as it is by now."""
        hinders = other(readings, "A11")
        mark = Mark(
            big=self.target == "big" or victim.mounted,
            gait=self.target_gait,
            cover=victim.cover if hinders else "",
        )
        rows = (*self.firer(thrown=thrown).rows, *mark.rows(hinders=hinders), *more)
        return Aim(die, TABLES.needed(row, (MM * self.distance) ** 2), rows)


def nil(place: str = "distance") -> Problem:
    """A shot or throw without a chance is refused (AWAM 4.3)."""
    return Problem(code="nil_chance", rule="AWAM 4.3", place=place)


def fired(throw: Throw, needs: Aim, victim: Victim, *why: str, add: int = 0) -> Facts:
    """One shot or throw, and what it does."""
    face = throw(1, *why, sides=needs.die).total
    hit = needs.hits(face)
    found: Facts = {"die": face, "sum": needs.sum, "modifiers": told(needs.modifiers), "hit": hit}
    if hit:
        found["struck"] = victim.struck(throw, *why, add=add)
    return found


def harms(shots: Iterable[Facts]) -> list[str]:
    """What shots have done, those that hit."""
    return [shot["struck"]["result"] for shot in shots if shot["hit"]]


class Shoot(Aiming, frozen=True, kw_only=True):
    """One fire action. ``reloaded``: in the turn the reload ends, which takes a D6 of its own (AWAM 3.7)."""

    rule: ClassVar[str] = "AWAM 4"
    weapon: Annotated[str, OneOf(values=tuple(TABLES.firearms))]
    shots: Annotated[int, IntRange(low=1, high=MOST_SHOTS)] = 1
    unaimed: Switch = False
    reloaded: Switch = False

    def needs(self, victim: Victim, readings: Readings, shot: int = 0) -> Aim:
        weapon = TABLES.firearms[self.weapon]
        more = shooting.manner(aimed=not self.unaimed, reloaded=self.reloaded, shot=shot, level=other(readings, "A10"))
        return self.aim(weapon.die, weapon.row, victim, readings, *more)

    def fault(self, readings: Readings) -> Problem | None:
        most = 1 if self.reloaded else TABLES.firearms[self.weapon].shots
        if self.shots > most:
            return Problem(code="bad_shots", data={"most": most}, rule="AWAM 4.5", place="shots")
        return nil() if self.needs(self.victim, readings).faces < 1 else None

    def fall(self, throw: Throw, readings: Readings) -> Facts:
        victim = self.victim
        needs = self.needs(victim, readings)
        found: Facts = {"weapon": self.weapon, "sides": needs.die, "over": needs.over, "shots": []}
        if self.reloaded:
            face, needed = throw(1, "at_once", sides=TABLES.reload.die).total, reloading.fires_on(self.soldier.fires)
            found["at_once"] = {"die": face, "needed": needed, "fires": face >= needed}
            if face < needed:
                return found
        for shot in range(self.shots):
            if not victim.out:
                needs = self.needs(victim, readings, shot)
                found["shots"].append(fired(throw, needs, victim, f"shot-{shot + 1}"))
        return found | {"felt": is_felt(harms(found["shots"]), readings)}


class Hurl(Aiming, frozen=True, kw_only=True):
    """A javelin, uisa, knife or stone. What is thrown is gone."""

    rule: ClassVar[str] = "AWAM 4"
    missile: Annotated[str, OneOf(values=tuple(TABLES.missiles))]
    moving: Switch = False

    def needs(self, victim: Victim, readings: Readings) -> Aim:
        weapon = TABLES.missiles[self.missile]
        more = [shooting.row("thrown_moving")] if self.moving else []
        return self.aim(weapon.die, weapon.row, victim, readings, *more, thrown=True)

    def fault(self, readings: Readings) -> Problem | None:
        return nil() if self.needs(self.victim, readings).faces < 1 else None

    def fall(self, throw: Throw, readings: Readings) -> Facts:
        victim = self.victim
        needs = self.needs(victim, readings)
        shot = fired(throw, needs, victim, "throw", add=TABLES.missiles[self.missile].hit)
        found: Facts = {"weapon": self.missile, "sides": needs.die, "over": needs.over, "shots": [shot]}
        return found | {"felt": is_felt(harms([shot]), readings)}


# --- Reloading (AWAM 3.6) -----------------------------------------------------------------------------------------------


class Reload(Roll, frozen=True, kw_only=True):
    """One roll towards the score. ``points``: what the turns before, in an unbroken row, have brought; ``slip``: one round into a magazine."""

    rule: ClassVar[str] = "AWAM 3.6"
    weapon: Annotated[str, OneOf(values=(*TABLES.firearms, *GUNS))]
    who: Who
    points: Annotated[int, IntRange(low=0, high=MOST_POINTS)] = 0
    slip: Switch = False

    @property
    def score(self) -> int:
        return TABLES.firearms[self.weapon].slip if self.slip else SCORES[self.weapon]

    def fault(self, readings: Readings) -> Problem | None:
        if self.slip and (self.weapon in GUNS or not TABLES.firearms[self.weapon].slip):
            return Problem(code="bad_row", data={"rows": ["full"]}, rule="AWAM 3.6", place="slip")
        if self.points >= self.score:
            return Problem(
                code="out_of_range", data={"low": 0, "high": self.score - 1}, rule="AWAM 3.6", place="points"
            )
        return None

    def fall(self, throw: Throw, readings: Readings) -> Facts:
        soldier = SOLDIERS[self.who]
        both = other(readings, "A8") and self.weapon not in GUNS
        add = reloading.class_adds(soldier.fires, regular=soldier.regular, both=both)
        die = throw(1, sides=TABLES.reload.die).total
        points = self.points + reloading.points_of(die, add)
        return {
            "weapon": self.weapon,
            "die": die,
            "add": add,
            "points": points,
            "score": self.score,
            "loaded": points >= self.score,
            "slip": self.slip,
        }


# --- Morale (AWAM 7), falls (AWAM 3) ------------------------------------------------------------------------------------


class Tested(Roll, frozen=True, kw_only=True):
    """A test of morale: what holds for who is tested (AWAM 7.3)."""

    leader_near: Switch = False
    heavy_cover: Switch = False
    wounded: Switch = False
    alone: Switch = False
    leaderless: Switch = False
    steady: Switch = False

    def spirits(self, *, attackers: int = 0) -> Spirits:
        return Spirits(
            attackers=attackers,
            leader_near=self.leader_near,
            heavy_cover=self.heavy_cover,
            wounded=self.wounded,
            alone=self.alone,
            leaderless=self.leaderless,
            steady=self.steady,
        )


class Morale(Tested, frozen=True, kw_only=True):
    """The test of a figure with a blue marker that is to act. ``broken``: a leader on the run tests himself (AWAM 7.4)."""

    rule: ClassVar[str] = "AWAM 7"
    who: Annotated[str, OneOf(values=("regular", "irregular"))]
    broken: Switch = False

    def fall(self, throw: Throw, readings: Readings) -> Facts:
        found = tested(throw, self.spirits(), regular=self.who == "regular")
        if self.broken:
            return found | {"result": "steadies" if found["result"] == "acts" else "runs"}
        return found


def tested(throw: Throw, spirits: Spirits, *, regular: bool) -> Facts:
    """A test of morale: the die as it is read, and the total."""
    die = morale.read_die(throw(1, "morale").total, regular=regular)
    rows = spirits.rows
    total = die + sum(one.value for one in rows)
    return {
        "die": die,
        "average": regular,
        "modifiers": told(rows),
        "total": total,
        "result": morale.result_of(total),
    }


class Fall(Roll, frozen=True, kw_only=True):
    """Who breaks into a run, or gallops: a fall comes before the move."""

    rule: ClassVar[str] = "AWAM 3.1"
    how: Annotated[str, OneOf(values=("run", "run_difficult", "warrior", "gallop"))]

    def fall(self, throw: Throw, readings: Readings) -> Facts:
        if self.how == "warrior":
            die = throw(1).total
            return {"how": self.how, "die": die, "falls": moving.trips(die, "warrior")}
        die = faces.nought(throw(1, sides=10).total)
        gallops = self.how == "gallop"
        falls = moving.trips(die, "gallop" if gallops else "run", difficult=self.how == "run_difficult")
        return {"how": self.how, "die": die, "falls": falls}


# --- What the scenario rolls for (AWAM 12) --------------------------------------------------------------------------------


class Event(Roll, frozen=True, kw_only=True):
    """The first joker, where the scenario has a table: that of Fashoda (AWAM 12.3). ``number``: what the umpire chooses; 0 rolls."""

    rule: ClassVar[str] = "AWAM 12.3"
    number: Annotated[int, IntRange(low=0, high=EVENTS)] = 0

    def fall(self, throw: Throw, readings: Readings) -> Facts:
        found: Facts = {"number": self.number or throw(1, "event", sides=EVENTS).total, "chosen": bool(self.number)}
        if found["number"] == NUMBERS["hippo"]:
            die = throw(1, "hippo").total
            found |= {"die": die, "upset": fashoda.upsets(die)}
        return found


class Chance(Roll, frozen=True, kw_only=True):
    """One of several at random: the target of a shot into a melee (AWAM 4.6), a victim aboard, a side."""

    rule: ClassVar[str] = "AWAM 4.6"
    among: Annotated[int, IntRange(low=2, high=20)]

    def fall(self, throw: Throw, readings: Readings) -> Facts:
        return {"among": self.among, "chosen": throw(1, sides=self.among).total}
