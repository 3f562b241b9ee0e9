"""The figures of the source and of the house, read once from ``tables.toml`` and checked."""

import tomllib
from importlib.resources import files
from typing import Literal

import msgspec
from msgspec import Struct

type Status = Literal["seed", "implied", "found", "house"]
type Share = tuple[int, int]
"""A fraction: above, below."""
type Cover = Literal["", "light", "heavy"]


class Row(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table with a paragraph, and where its figures come from. ``said``: those that come from elsewhere than the rest."""

    rule: str = ""
    status: Status = "house"
    said: dict[Status, tuple[str, ...]] = {}

    def status_of(self, name: str) -> Status:
        """Where one figure comes from (AWAM 0.1)."""
        return next((status for status, names in self.said.items() if name in names), self.status)


class Deck(Row, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """AWAM 2.1: cards of a suit (the ace among them) and jokers. ``sees``: how far a leader gives orders, in mm."""

    suit_cards: int
    jokers: int
    order_die: int
    sees: int
    squad_most: int
    leaderless_share: int


class Gait(Row, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A move in mm, on normal and on difficult ground (None: not possible). ``step``: how many gaits above a halt, mounted."""

    normal: int
    difficult: int | None = None
    step: int = 0


class Movement(Row, frozen=True, kw_only=True, forbid_unknown_fields=True):
    wounded_share: int
    cross: int
    climb: int
    legs: int


class Falls(Row, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """AWAM 3.1: the greatest die that throws a figure down; a D10 reads 0 to 9."""

    die: int
    warrior_die: int
    foot: int
    difficult: int
    warrior: int
    gallop: int


class Firearm(Row, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Die and row of the range table; score and rounds of a reload; ``slip``: score of one round slipped into a magazine."""

    die: int
    row: str
    score: int
    rounds: int
    points: int
    shots: int = 1
    slip: int = 0
    long: bool = False

    @property
    def repeats(self) -> bool:
        """Whether one fire action can be of several shots (AWAM 4.5)."""
        return self.shots > 1


class Missile(Row, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """``hit`` is added to the roll of what it hits (AWAM 5.2)."""

    die: int
    row: str
    hit: int
    points: int


class Reload(Row, frozen=True, kw_only=True, forbid_unknown_fields=True):
    die: int
    irregular: int
    regular: int
    marksman: int
    fires_irregular: int
    fires_regular: int
    fires_marksman: int


class Shooting(Row, frozen=True, kw_only=True, forbid_unknown_fields=True):
    next_shot: int
    after_reload: int
    unaimed: int
    marksman: int
    irregular: int
    rested: int
    rest_within: int
    big_target: int
    crowd: int
    mounted: int
    wounded: int
    yellow: int
    thrown_moving: int
    moving_boat: int
    target_ran: int
    target_galloped: int
    cover_hinders: int


class Hits(Row, frozen=True, kw_only=True, forbid_unknown_fields=True):
    horse_die: int
    horse_most: int
    die: int
    killed_most: int
    wounded_most: int
    light: int
    heavy: int
    near: int
    wounds: int


class Melee(Row, frozen=True, kw_only=True, forbid_unknown_fields=True):
    most: int
    wound_over: int
    kills_share: int
    kills_from: int
    wounded: int
    mounted: int
    impetus: int
    above: int
    shield: int
    each_more: int
    prone: int
    behind: int
    blue: int
    leader: int
    lance_within: int
    guard_within: int
    takers: int
    takers_won: int
    break_die: int
    break_foot: int
    break_mounted: int


class Morale(Row, frozen=True, kw_only=True, forbid_unknown_fields=True):
    die: int
    average: tuple[int, int, int, int, int, int]
    acts: int
    shaken: int
    attacker: int
    leader_near: int
    heavy_cover: int
    wounded: int
    alone: int
    leaderless: int
    steady: int
    near: int
    breaks_near: int
    half_under: int
    rallies: int
    joins: int
    warriors_charge: int


class MachineGun(Row, frozen=True, kw_only=True, forbid_unknown_fields=True):
    dice: int
    shots_die: int
    short_share: int
    die: int
    row: str
    alike: int
    beaten: int
    longest: int
    empties_turn: int
    empties_over: int
    clears_die: int
    clears_on: int
    crew: int
    score: int
    points: int


class Cannon(Row, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """``dice``: of the first, second, and third or later shot at the same target."""

    dice: tuple[int, int, int]
    over: int
    damage_die: int
    worst_most: int
    damaged_most: int
    building: int
    close: int
    close_under: int
    same_point: int
    crew: int
    serve: int
    push: int
    score: int
    clear_side: int
    clear_length: int
    blast: int
    blast_less: int
    hurt_aboard: int
    slowed_share: int
    clears_die: int
    clears_on: int
    points: int


class Bases(Row, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Radii in mm (AWAM 14.1)."""

    foot: int
    mounted: int
    animal: int
    gun: int
    raft: int
    boat: int
    small_steamer: int
    steamer: int
    touch: int


class Boat(Row, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A move down the current, up against it, and across, in mm (AWAM 14.7)."""

    carries: int
    down: int
    up: int
    across: int
    points: int
    steam: bool = False

    @property
    def flow(self) -> tuple[int, int, int]:
        return self.down, self.up, self.across


class Boarding(Row, frozen=True, kw_only=True, forbid_unknown_fields=True):
    within: int
    rider: int
    rings: int


class Ground(Row, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a kind of ground does (AWAM 14.2)."""

    difficult: bool = False
    inside: Cover = ""
    behind: Cover = ""
    blocks: bool = False
    cross: bool = False
    climb: bool = False
    enter: bool = False
    water: bool = False
    rests: bool = False
    ruin: bool = False
    """What is left of a building."""


class Sight(Row, frozen=True, kw_only=True, forbid_unknown_fields=True):
    behind: int
    step: int
    window: int
    found: int
    lies_in: int
    lies_beyond: int


class Strength(Row, frozen=True, kw_only=True, forbid_unknown_fields=True):
    porter: int
    irregular: int
    regular: int
    marksman: int
    blade: int
    shield: int
    mounted: int
    steady: int
    leader: int
    head: int
    animal: int


class Results(Row, frozen=True, kw_only=True, forbid_unknown_fields=True):
    major_share: Share
    minor_share: Share
    major_lead: int
    far_behind: int
    taken_within: int
    hurt_share: int
    captured_within: int


class Umpire(Row, frozen=True, kw_only=True, forbid_unknown_fields=True):
    reason: int
    message: int
    points: int


class Veterans(Row, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Characters of a campaign: what a wound is by the total of its roll, a command skill by its face, and what each adds to a die."""

    wounds: tuple[tuple[int, str], ...]
    skills: tuple[tuple[int, str], ...]
    worth: dict[str, int]
    leg: int
    voice: int
    steady_orders: int
    renowned_from: int
    legend_from: int

    def wound_on(self, total: int) -> str:
        return dict(self.wounds).get(total, "")

    def skill_on(self, face: int) -> str:
        return dict(self.skills).get(face, "")


class Generator(Row, frozen=True, kw_only=True, forbid_unknown_fields=True):
    two: int
    more: int
    pieces: int
    inside: int
    wall: int
    pieces_die: int
    kind_die: int
    kinds: tuple[tuple[int, str], ...]
    radii: dict[str, int]
    radius_die: int
    grid: int
    hut: int
    strip: int
    points: int
    sizes: tuple[int, int]
    squads: int
    least: int
    most: int
    apart: Share
    tries: int
    turns: int
    aim_die: int
    holds_most: int
    prize: int
    rival: int
    rival_share: Share
    safe: int

    def kind_on(self, face: int) -> str:
        """What a piece of ground is by its die."""
        return next(kind for most, kind in self.kinds if face <= most)


class Well(Row, frozen=True, kw_only=True, forbid_unknown_fields=True):
    near: int
    least: int
    heavy_share: Share


class Coming(Row, frozen=True, kw_only=True, forbid_unknown_fields=True):
    apart: int


class Drill(Row, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the program plays by (AWAM 10.5)."""

    shot: Share
    throw: Share
    runs_from: int
    sails: tuple[int, ...]


class Reading(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One way to read a doubtful point; the first value is the default (AWAM 11)."""

    rule: str
    values: tuple[str, ...]
    point: str
    other: str

    @property
    def default(self) -> str:
        return self.values[0]


class Tables(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    deck: Deck
    gaits: dict[str, Gait]
    movement: Movement
    falls: Falls
    firearms: dict[str, Firearm]
    missiles: dict[str, Missile]
    ranges: dict[str, tuple[tuple[int, int], ...]]
    reload: Reload
    shooting: Shooting
    hits: Hits
    hand: dict[str, int]
    melee: Melee
    morale: Morale
    machine_gun: MachineGun
    cannon: Cannon
    bases: Bases
    boats: dict[str, Boat]
    boarding: Boarding
    ground: dict[str, Ground]
    sight: Sight
    strength: Strength
    results: Results
    umpire: Umpire
    veterans: Veterans
    generator: Generator
    well: Well
    coming: Coming
    drill: Drill
    plain: dict[str, dict[str, Status]]
    """Where the figures of ``ranges`` and ``hand`` come from."""
    readings: dict[str, Reading]
    fixed: dict[str, str]
    """The doubtful points that are read in one way only, and where it stands."""

    def needed(self, row: str, square: int) -> int | None:
        """What a total must be more than, at a distance whose square is given in mm²; None: out of range (AWAM 4.1, 4.3)."""
        return next((over for far, over in self.ranges[row] if square <= far * far), None)


def read[T: Struct](name: str, kind: type[T]) -> T:
    """One of the package's data files, checked."""
    found = tomllib.loads(files("rulesets.awam").joinpath(name).read_text(encoding="utf-8"))
    return msgspec.convert(found, kind)


TABLES = read("tables.toml", Tables)
