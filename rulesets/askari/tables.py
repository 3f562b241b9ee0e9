"""The figures of the book and of the house, read once from ``tables.toml`` and checked."""

import tomllib
from importlib.resources import files
from typing import Any, Literal

import msgspec
from msgspec import Struct

type Formula = tuple[int, int]
"""So many d6, and so many centimetres more: ``(1, 8)`` is 1d6+8."""


class Movement(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a type moves (Askari 2.2). ``rough`` None: it cannot."""

    flat: Formula
    rough: Formula | None = None
    rule: str = "Askari 2.2"
    readings: tuple[str, ...] = ()

    @property
    def average(self) -> int:
        """Twice the average flat move in centimetres: whole, for comparing."""
        dice, more = self.flat
        return 7 * dice + 2 * more


class MeleeWeapon(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is added to L (Askari 2.4). ``charging``: only on the charge; ``trained``: only for Trained figures (R14)."""

    modifier: int
    points: int
    trained: bool = False
    charging: bool = False
    one_handed: bool = False
    readings: tuple[str, ...] = ()


class MissileWeapon(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Ranges in millimetres, what is added to D, and shots a figure at normal range and beyond it (Askari 2.4)."""

    normal: int
    longest: int
    modifier: int
    shots: tuple[int, int]
    points: int
    cls: Literal["small", "thrown", "bomb", "piece", "artillery"] = msgspec.field(name="class")
    one_in: int = 1
    least: int = 0
    rules: frozenset[str] = frozenset()
    moves_as: str = ""
    one_handed: bool = False
    crew: int = 0
    """Figures that serve a piece; 0 for what one figure carries (X12)."""
    rule: str = "Askari 2.4"
    readings: tuple[str, ...] = ()

    @property
    def is_piece(self) -> bool:
        """Whether it fires once a piece, however many serve it (R82)."""
        return self.crew > 0


class Modifier(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is added to a number or to dice, and why."""

    value: int
    rule: str


class Fight(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Hand to hand (Askari 9): dice added, the face that wounds, the share of a supporter (one over ``support``), the step after it."""

    wounds_on: int
    support: int
    step: int
    across: Modifier
    threw: Modifier
    agile: Modifier
    fanatic_charging: Modifier
    fanatic_charged: Modifier
    shock: Modifier
    inspired: Modifier
    veterans: dict[str, Modifier]
    """What a character's wounds, deeds and skills add (Askari E)."""


class SaveRules(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What poison adds to the die; up to which face a special figure is the one hit (Askari 8.2)."""

    poisoned: int
    special_on: int


class Deviation(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    misfire: int
    short: int
    long: int
    jam_on: tuple[int, ...]
    jam_on_muzzle_loading: tuple[int, ...]
    dice: int
    silent_turns: int
    jams_on: int
    clears_on: int


class Spread(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How far areas, balls, machine guns and canister reach, in millimetres; and how many dice of hits."""

    area_across: int
    machine_gun_side: int
    ball_side: int
    ball_dice: int
    canister_within: int
    canister_dice: int
    impact_dice: int


class Courage(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    casualties: tuple[tuple[int, int], ...]
    surprise: int
    friend_lost: int
    death: int
    curse: int
    standard: int
    rally: int
    rally_on: int
    eloquent_on: int
    officer: Modifier
    religious: Modifier
    bloodthirsty: Modifier
    baggage_lost: Modifier
    renowned: Modifier

    def casualties_for_a_test(self, at_start: int) -> int:
        """Casualties for one test of a unit that began the turn with so many figures (Askari 10)."""
        return next(needed for most, needed in self.casualties if at_start <= most)


class Reach(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    near: int
    far: int
    gunbearer: int
    detect: int
    column: int
    rifle: int
    no_entry: int
    entry: int
    attach: int


class Reinforcements(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    turn: int
    on: int
    martinet: int


class Aggression(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    factors: tuple[int, int, int, int, int, int]


class Animal(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Askari 11. ``melee`` is the number of dice; ``most`` the largest group."""

    move: Formula
    melee: int
    most: int
    water: Formula | None = None
    large: bool = False


class Points(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The house's prices (appendix E)."""

    rule: str
    courage_from: int
    save_cavalry: int
    movement: dict[str, int]
    rules: dict[str, int]
    specials: dict[str, int]
    fixed: dict[str, int]


class Bases(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Diameters; and the gaps that count as touching and as keeping together."""

    foot: int
    mounted: int
    piece: int
    baggage: int
    hospital: int
    vehicle: int
    small_animal: int
    large_animal: int
    touch: int
    cohesion: int


class Hospital(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Faces of the recovery roll (Askari 2.3.13)."""

    rejoins: int
    dies: int


class Deployment(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The strip along a side's own edge (F)."""

    depth: int
    from_short_edges: int
    hidden_share: int


class Veterans(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Characters of a campaign (Askari E): what a wound is by the total of its roll, and a command skill by its face.

    ``leg`` and ``voice`` in millimetres; from how many deeds on he can do what.
    """

    wounds: tuple[tuple[int, str], ...]
    skills: tuple[tuple[int, str], ...]
    leg: int
    voice: int
    again_from: int
    renowned_from: int
    legend_from: int

    def wound_on(self, total: int) -> str:
        return dict(self.wounds).get(total, "")

    def skill_on(self, face: int) -> str:
        return dict(self.skills).get(face, "")


class SaysNo(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Special characters without D or L, and those who are tested: all others have C NO (Askari 2.3)."""

    shooting: frozenset[str]
    melee: frozenset[str]
    tested: frozenset[str]


class RosterRow(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The profile of a roster's unit, by its arm (E)."""

    moves: str
    shooting: int
    melee: int
    courage: int
    weapons: tuple[str, ...]


class Vehicle(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Cars, boats and aircraft, by their row of movement (H44). ``fails``: failed saves that remove it."""

    save: str
    fails: int = 1
    on: Literal["land", "water", "air"] = "land"
    free: bool = False
    """Whether it chooses its target (8.3)."""


class Hunt(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Askari 11 and 12. ``away``: the die's face, and how many d6 centimetres they move off; ``lost``: trophies for a hunter dead."""

    notice: int
    upwind: int
    downwind: int
    notices_on: int
    party: int
    apart: int
    wind_turns: int
    attack: int
    rush: int
    stays: int
    away: tuple[tuple[int, int], ...]
    bolts: int
    scared_turns: int
    lost: int
    major_lead: int
    minor_lead: int


class GeneratorRules(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What tables and forces are made of. ``sizes``: so many steps above the smallest; ``times``: how often a unit may be taken."""

    kinds: tuple[str, ...]
    fewest_pairs: int
    smallest: int
    sizes: int
    gap: int
    objective_on: int
    middle_on: int
    infantry: tuple[int, int]
    cavalry: tuple[int, int]
    times: int
    points: tuple[int, int]


class Sight(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Distances of F.1 and H23, in millimetres: sight into grass and jungle, woods where they block, a gully, poor light; over one's own wall."""

    depth: int
    woods: int
    gully: int
    poor: int
    over_own: int
    past: int


class Terrain(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A kind of ground (F.1). ``mountaineer``: flat to mountaineers; ``low``: a standard is seen over it; ``ambush``: one can hide in it."""

    shape: Literal["area", "line"] = "area"
    movement: Literal["flat", "rough", "none"] = "flat"
    mountaineer: bool = False
    cover: bool = False
    sight: Literal["open", "hill", "gully", "woods", "depth", "building", "smoke", "blocked"] = "open"
    low: bool = False
    level: int = 0
    ambush: bool = False
    wheels: bool = True
    mounted: bool = True
    fortification: bool = False
    resistance: int = 0
    rule: str = "Askari F.1"
    readings: tuple[str, ...] = ()


class Victory(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Appendix D. Shares in hundredths of the starting points, leads in points of score, ``held_within`` in millimetres."""

    turns: int
    break_point: int
    break_leaderless: int
    major_losses: int
    objective: int
    held_within: int
    leader: int
    gun: int
    baggage: int
    both_broken_lead: int
    major_lead: int
    minor_lead: int
    smoke: int
    smoke_turns: int
    """How far smoke hangs round a burned house, in millimetres, and for how many turns (F.1)."""


class Reading(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A doubt of the book, and how it may be read; the first value is ours."""

    values: tuple[str | int | bool, ...]
    cites: str


class Tables(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything that is a figure."""

    movement: dict[str, Movement]
    melee: dict[str, MeleeWeapon]
    missile: dict[str, MissileWeapon]
    to_hit: dict[str, Modifier]
    fight: Fight
    save_rules: SaveRules
    deviation: Deviation
    spread: Spread
    saves: dict[str, int]
    fails: dict[str, int]
    courage: Courage
    reach: Reach
    reinforcements: Reinforcements
    aggression: Aggression
    qualities: dict[str, tuple[int, ...]]
    points: Points
    animals: dict[str, Animal]
    bases: Bases
    victory: Victory
    vehicles: dict[str, Vehicle]
    hunt: Hunt
    generator: GeneratorRules
    hospital: Hospital
    deployment: Deployment
    roster: dict[str, RosterRow]
    veterans: Veterans
    says_no: SaysNo
    sight: Sight
    terrain: dict[str, Terrain]
    ranges: dict[str, dict[str, tuple[int, int]]]
    """By type of movement: the least and the most of each value."""
    readings: dict[str, Reading]

    def held_in_one_hand(self, weapon: str) -> bool:
        return (self.missile.get(weapon) or self.melee[weapon]).one_handed


def _load() -> Tables:
    text = files("rulesets.askari").joinpath("tables.toml").read_text()
    return msgspec.convert(tomllib.loads(text), Tables)


TABLES = _load()
READINGS: dict[str, Any] = {key: reading.values[0] for key, reading in TABLES.readings.items()}
"""The defaults."""


def readings_of(chosen: dict[str, Any]) -> dict[str, Any]:
    """The defaults with what a club chose; ``KeyError`` and ``ValueError`` for what cannot be chosen."""
    for key, value in chosen.items():
        if not any(value == one and type(value) is type(one) for one in TABLES.readings[key].values):
            raise ValueError(f"{key} cannot be {value!r}")
    return {**READINGS, **chosen}


def quality_of(tens: int, units: int) -> str:
    """The leader's quality by two dice that are read, not added (Askari 2.3.1)."""
    return next(quality for quality, results in TABLES.qualities.items() if 10 * tens + units in results)
