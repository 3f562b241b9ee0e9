"""The table companion of Montjoie: weather, close combat, missiles and infiltration for who plays with counters or miniatures.

Every roll is a struct of plain circumstances; nothing here knows where anybody stands. The numbers are the engine's own: ``fights``,
``shooting``, ``striking``, ``harm``, ``reach``, ``tables``.
"""

from typing import Annotated, ClassVar

from msgspec import Struct

from rulesets import companion
from rulesets.companion import Facts, Readings, Roll, Switch, Throw
from rulesets.contract import IntRange, Modifier, OneOf, Problem
from rulesets.montjoie import fights, harm, reach, shooting, sight, striking
from rulesets.montjoie.figures import Conditions
from rulesets.montjoie.tables import TABLES

HURT = ("", "wounded", "stunned")
HANGS = ("", "target_rope", "own_rope", "target_ladder", "own_ladder")
COVERS = ("none", "light", "medium", "heavy")
DIE = 10

type Factor = Annotated[int, IntRange(low=0, high=200)]
type Hurt = Annotated[str, OneOf(values=HURT)]


class Table(companion.Table, kw_only=True, omit_defaults=True):
    """What holds for everybody: the weather, total darkness, and the day of the siege (0: there is none)."""

    weather: str = "clear"
    dark: bool = False
    day: int = 0

    @property
    def conditions(self) -> Conditions:
        return Conditions(weather=self.weather, dark=self.dark)


class Outdoor(Roll, frozen=True, kw_only=True):
    """A roll that depends on what holds for everybody."""

    def fault_at(self, table: Table, readings: Readings) -> Problem | None:
        return None

    def fall_at(self, table: Table, throw: Throw, readings: Readings) -> Facts:
        raise NotImplementedError


class Fate(Struct, frozen=True, kw_only=True):
    """What becomes of somebody: ``back``, ``stunned``, ``wounded``, ``dead``, ``falls``, ``down``, ``slowed``, ``grips`` or nothing; and of a horse."""

    does: str = ""
    horse: str = ""


NOTHING = Fate()


def told(rows: list[Modifier]) -> list[Facts]:
    """Modifiers as facts: what, how much, and the paragraph."""
    return [{"key": row.key, "value": row.value, "rule": row.rule} for row in rows]


def suffers(does: str, hurt: str) -> str:
    """Stunned or wounded once more is dead; so is whoever is forced back without his senses (Montjoie 4.10)."""
    if does in ("stunned", "wounded", "falls") and hurt:
        return "dead"
    return "dead" if does == "back" and hurt == "stunned" else does


def struck(letter: str, *, mounted: bool, hurt: str, hangs: str) -> Fate:
    """What a combat letter does to whoever is attacked (Montjoie 4.8, 3.4.3, 4.10)."""
    if letter in ("A", "B", "-"):
        return NOTHING
    if hangs == "rope":
        return Fate(does="dead") if letter in ("D", "E", "F") else NOTHING
    if hangs == "ladder":
        return Fate(does=suffers({"C": "down", "F": "dead"}.get(letter, "falls"), hurt))
    if mounted:
        does, horse = TABLES.combat_riders[letter]
        return Fate(does=suffers(does, hurt), horse=horse)
    return Fate(does=suffers({"C": "back", "D": "stunned", "E": "wounded", "F": "dead"}[letter], hurt))


def struck_back(letter: str, readings: Readings, *, wounded: bool, hangs: str) -> str:
    """What a combat letter does to the attackers: A to one of them, B to all (Montjoie 4.8, R35)."""
    if letter == "A":
        if hangs == "rope" and readings["rope.shift"] == "climber":
            return "dead"
        return suffers("stunned", "wounded" if wounded else "")
    return "back" if letter == "B" and not hangs else ""


def shot(letter: str, *, mounted: bool, hurt: str, defensive: bool = False, rope: bool = False) -> Fate:
    """What the letter of a missile does (Montjoie 4.9, 5.1)."""
    if letter == "-":
        return NOTHING
    if letter == "A":
        if defensive:
            return Fate(does="slowed")
        return NOTHING if rope else Fate(does=suffers("back", hurt))
    if mounted:
        does, horse = TABLES.missile_riders[letter]
        return Fate(does=suffers(does, hurt), horse=horse)
    does = suffers("wounded" if letter == "B" else "dead", hurt)
    return Fate(does="grips" if rope and does == "wounded" else does)


# --- The turn (Montjoie 1.1) -------------------------------------------------------------------------------------------------


class Turn(Outdoor, frozen=True, kw_only=True):
    """A new turn and its weather. No die: the scenario says it."""

    rule: ClassVar[str] = "Montjoie 1.1"
    weather: Annotated[str, OneOf(values=tuple(TABLES.weather))] = "clear"
    dark: Switch = False

    def fall_at(self, table: Table, throw: Throw, readings: Readings) -> Facts:
        table.weather, table.dark = self.weather, self.dark
        row = TABLES.weather[self.weather]
        return {
            "weather": self.weather,
            "dark": self.dark,
            "visibility": row.visibility,
            "missile": row.missile,
            "bad": fights.weather_mark(TABLES, readings, self.weather) == "-",
        }


class March(Outdoor, frozen=True, kw_only=True):
    """Movement points of a figure in this weather. No die. ``half``: it shoots in the same turn with a weapon that lets it."""

    rule: ClassVar[str] = "Montjoie 1.1, R3"
    movement: Annotated[int, IntRange(low=1, high=30)]
    covered: Switch = False
    half: Switch = False

    def fall_at(self, table: Table, throw: Throw, readings: Readings) -> Facts:
        full = self.movement
        left = full if self.covered else reach.allowance_in(TABLES, readings, full, table.conditions)
        return {
            "printed": full,
            "weather": "clear" if self.covered else table.weather,
            "dark": table.dark and not self.covered,
            "half": self.half,
            "points": left // 2 if self.half else left,
        }


# --- Close combat (Montjoie 4.8) -----------------------------------------------------------------------------------------------


class Fight(Outdoor, frozen=True, kw_only=True):
    """One attack on one enemy. ``own_charge``: attack of those who charge, counted double; ``own_jump``: of one who has jumped on him, eightfold.

    ``own_ground``, ``foe_ground``: the mark of where they stand, the attackers' worst; ``foe_hangs``: who is on a rope or a ladder.
    """

    rule: ClassVar[str] = "Montjoie 4.8"
    own_attack: Factor
    own_charge: Factor = 0
    own_jump: Factor = 0
    own_ground: Annotated[str, OneOf(values=("0", "-", "+"))] = "0"
    own_covered: Switch = False
    own_wounded: Switch = False
    foe_defence: Factor
    foe_support: Factor = 0
    foe_ground: Annotated[str, OneOf(values=("0", *fights.TARGETS))] = "0"
    foe_hurt: Hurt = ""
    foe_mounted: Switch = False
    foe_armoured: Switch = False
    foe_covered: Switch = False
    foe_hangs: Annotated[str, OneOf(values=HANGS)] = ""

    @property
    def attack(self) -> int:
        number = TABLES.number
        return self.own_attack + number["charge_factor"] * self.own_charge + number["jump_factor"] * self.own_jump

    def defence(self, readings: Readings) -> int:
        halved = self.foe_hurt == "stunned" and readings["stun.defence"] == "half"
        return (self.foe_defence // 2 if halved else self.foe_defence) + self.foe_support

    def shifts(self, table: Table, readings: Readings) -> list[Modifier]:
        if self.foe_hangs.endswith("ladder"):
            return []
        jumps, found = bool(self.own_jump), []
        if self.foe_ground in fights.TARGETS:
            value, key = fights.TARGETS[self.foe_ground]
            found.append(Modifier(key=key, value=value, rule=self.rule))
        if self.own_ground in fights.ATTACKERS and not jumps:
            value = fights.ATTACKERS[self.own_ground]
            found.append(Modifier(key="attackers_ground", value=value, rule="Montjoie R49"))
        found += fights.weather_shifts(
            readings,
            fights.weather_mark(TABLES, readings, table.weather),
            target=not self.foe_covered,
            attackers=not jumps and not self.own_covered,
        )
        if self.foe_hangs:
            found.append(fights.rope_shift(TABLES, readings, attacked=self.foe_hangs == "target_rope"))
        return found

    def fault_at(self, table: Table, readings: Readings) -> Problem | None:
        if not self.attack:
            return Problem(code="nobody_attacks", rule=self.rule, place="own_attack")
        if self.foe_support and self.foe_mounted:
            return Problem(code="riders_do_not_kneel", rule="Montjoie 2.4.2", place="foe_support")
        if self.own_jump and self.foe_hangs:
            return Problem(code="jumps_from_above", rule="Montjoie 1.2.6", place="foe_hangs")
        _base, column = fights.columns(TABLES, self.attack, self.defence(readings), ())
        if column is None:
            odds = {"attack": self.attack, "defence": self.defence(readings)}
            return Problem(code="odds_too_low", data=odds, rule=self.rule, place="own_attack")
        return None

    def fall_at(self, table: Table, throw: Throw, readings: Readings) -> Facts:
        shifts, defence = self.shifts(table, readings), self.defence(readings)
        base, column = fights.columns(TABLES, self.attack, defence, shifts)
        assert base is not None, "judged before"
        assert column is not None
        kind = harm.kind_in(mounted=self.foe_mounted, armoured=self.foe_armoured)
        modifier = fights.jump_modifier(TABLES, readings, kind) if self.own_jump else 0
        grid = TABLES.combat_mounted if self.foe_mounted else TABLES.combat_foot
        die = throw(1, "combat", sides=DIE).total
        letter = grid.read(column, die + modifier)
        side, _line, hangs = self.foe_hangs.partition("_")
        his, own = (hangs, "") if side == "target" else ("", hangs)
        fate = struck(letter, mounted=self.foe_mounted, hurt=self.foe_hurt, hangs=his)
        return {
            "attack": self.attack,
            "charge": self.own_charge,
            "jump": self.own_jump,
            "defence": defence,
            "support": self.foe_support,
            "base": grid.columns[base],
            "rows": told(shifts),
            "column": grid.columns[column],
            "die": die,
            "modifier": modifier,
            "letter": letter,
            "target": fate.does,
            "horse": fate.horse,
            "attackers": struck_back(letter, readings, wounded=self.own_wounded, hangs=own),
        }


# --- Missiles (Montjoie 4.9) ---------------------------------------------------------------------------------------------------


class Shoot(Outdoor, frozen=True, kw_only=True):
    """One shot. ``distance`` in hexes, ``cover`` of the target before it kneels; ``lit``: it is beside a fire, ``roof``: both are under one roof."""

    rule: ClassVar[str] = "Montjoie 4.9"
    weapon: Annotated[str, OneOf(values=tuple(TABLES.weapons))]
    distance: Annotated[int, IntRange(low=0, high=70)]
    defensive: Switch = False
    own_mounted: Switch = False
    own_wounded: Switch = False
    own_tree: Switch = False
    own_wagon: Switch = False
    foe_cover: Annotated[str, OneOf(values=COVERS)] = "none"
    foe_hurt: Hurt = ""
    foe_mounted: Switch = False
    foe_armoured: Switch = False
    foe_kneeling: Switch = False
    foe_rope: Switch = False
    unclear: Switch = False
    sun: Switch = False
    lit: Switch = False
    roof: Switch = False

    @property
    def cover(self) -> str:
        return sight.lifted(self.foe_cover) if self.foe_kneeling else self.foe_cover  # type: ignore[arg-type]

    def fault_at(self, table: Table, readings: Readings) -> Problem | None:
        weapon, sees = TABLES.weapons[self.weapon], TABLES.weather[table.weather].visibility
        if self.own_mounted and weapon.on_foot:
            return Problem(code="on_foot_only", rule=self.rule, place="own_mounted")
        if self.own_tree and weapon.kind not in TABLES.uses.crown:
            return Problem(code="not_from_a_tree", rule="Montjoie 1.2.3", place="own_tree")
        if self.defensive and weapon.limits == "thrown":
            return Problem(code="offensive_only", rule=self.rule, place="defensive")
        if shooting.band_of(weapon, self.distance, mounted=self.own_mounted) is None:
            most = weapon.mounted_ranges if self.own_mounted and weapon.mounted_ranges else weapon.ranges
            return Problem(code="out_of_range", data={"low": 0, "high": most[-1]}, rule=self.rule, place="distance")
        if sees and self.distance > sees and not (self.lit or self.roof):
            return Problem(code="too_dark", data={"hexes": sees}, rule="Montjoie 1.1", place="distance")
        if self.cover == "infinite":
            return Problem(code="infinite_cover", rule="Montjoie 4.6", place="foe_kneeling")
        return None

    def rows(self, table: Table) -> list[Modifier]:
        weapon = TABLES.weapons[self.weapon]
        band = shooting.band_of(weapon, self.distance, mounted=self.own_mounted)
        assert band is not None, "judged before"
        held = {
            shooting.BANDS[band]: True,
            "armour": self.foe_armoured,
            "wounded": self.own_wounded,
            "tree": self.own_tree,
            "moving_wagon": self.own_wagon,
            "unclear": self.unclear,
            "sun": self.sun,
        }
        found = list(shooting.rows(TABLES, [key for key, holds in held.items() if holds]))
        return found if self.roof else [*found, *shooting.weather_rows(TABLES, table.weather)]

    def fall_at(self, table: Table, throw: Throw, readings: Readings) -> Facts:
        rows = self.rows(table)
        die = throw(1, "shot", sides=DIE).total
        final = die + sum(row.value for row in rows)
        row, letter = striking.letter_in(TABLES, self.weapon, self.cover, final, mounted=self.foe_mounted)
        fate = shot(letter, mounted=self.foe_mounted, hurt=self.foe_hurt, defensive=self.defensive, rope=self.foe_rope)
        return {
            "weapon": self.weapon,
            "distance": self.distance,
            "die": die,
            "rows": told(rows),
            "cover": self.cover,
            "row": row,
            "letter": letter,
            "defensive": self.defensive,
            "target": fate.does,
            "horse": fate.horse,
        }


# --- Infiltration (Montjoie 2.5) -----------------------------------------------------------------------------------------------


class Slip(Roll, frozen=True, kw_only=True):
    """One hex next to an enemy who could attack: the worst of them counts."""

    rule: ClassVar[str] = "Montjoie 2.5"
    own_mounted: Switch = False
    own_armoured: Switch = False
    own_wounded: Switch = False
    foe_mounted: Switch = False
    foe_armoured: Switch = False
    foe_wounded: Switch = False

    def fall(self, throw: Throw, readings: Readings) -> Facts:
        own, foe = (
            harm.kind_in(mounted=mounted, armoured=armoured)
            for mounted, armoured in (
                (self.own_mounted, self.own_armoured),
                (self.foe_mounted, self.foe_armoured),
            )
        )
        slips = harm.slips(TABLES, own, wounded=self.own_wounded)
        stops = harm.stops(TABLES, foe, wounded=self.foe_wounded)
        die = throw(1, "infiltration", sides=DIE).total
        result = TABLES.rolls["infiltration"].read(die + slips + stops)
        hurt = "wounded" if self.own_wounded else ""
        return {"die": die, "slips": slips, "stops": stops, "result": suffers(result, hurt)}
