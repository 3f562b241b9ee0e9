"""Where a war stands: plain values.

A ``State`` is treated as a value: ``apply`` works on a copy and every change inside it replaces a mapping, never edits one. It holds
nothing secret: half-collected sealed decisions are the host's. Points and figures are whole numbers.

Values that hold no container but a tuple of texts or numbers cannot be part of a cycle; the collector need not look at them (``gc=False``).
"""

from typing import Any, Literal

from msgspec import Struct, field

from rulesets.contract import Ask, Outcome

type Side = str
type Result = Literal["victory", "draw", "minor_defeat", "major_defeat"]
type Stage = Literal["orders", "choices", "muster", "battle", "aftermath", "over"]
type Status = Literal["ready", "dead", "captured", "recalled", "replaced"]

DEFEATS = ("minor_defeat", "major_defeat")


class Unit(Struct, frozen=True, kw_only=True, gc=False):
    """A unit of the roster. ``points`` are per figure; ``command``: leader, standard and musician together (Hispania 6)."""

    id: str
    name: str
    arm: Literal["infantry", "cavalry", "other"] = "infantry"
    grade: Literal["common", "special"] = "common"
    native: bool = False
    figures: int
    points: int
    command: int = 0
    break_points: int | None = None

    @property
    def value(self) -> int:
        """Points of the unit as it stands; command figures count as long as it exists."""
        return self.figures * self.points + self.command if self.figures else 0


class Character(Struct, frozen=True, kw_only=True, gc=False):
    """A character of the roster (Hispania 7).

    ``wounds``: totals of 2d6, scars too. ``skills``: faces. ``back``: the year at whose end a recalled general returns, 0 for never.
    ``chief``: he was general in chief when he was killed.
    """

    id: str
    name: str
    rank: Literal["general", "subordinate", "standard", "leader", "other"] = "leader"
    native: bool = False
    points: int = 0
    status: Status = "ready"
    wounds: tuple[int, ...] = ()
    deeds: int = 0
    skills: tuple[int, ...] = ()
    traits: tuple[str, ...] = ()
    back: int = 0
    chief: bool = False


class Purse(Struct, frozen=True, kw_only=True, gc=False):
    """Points granted, by kind of troops. Unspent ones lapse at the next muster."""

    common: int = 0
    special: int = 0
    native_common: int = 0
    native_special: int = 0

    def __add__(self, other: "Purse") -> "Purse":
        return Purse(
            common=self.common + other.common,
            special=self.special + other.special,
            native_common=self.native_common + other.native_common,
            native_special=self.native_special + other.native_special,
        )

    def __bool__(self) -> bool:
        return bool(self.common or self.special or self.native_common or self.native_special)


class Mustered(Struct, frozen=True, kw_only=True, gc=False):
    """What a side brings: ids."""

    units: tuple[str, ...] = ()
    characters: tuple[str, ...] = ()


class Piece(Struct, frozen=True, kw_only=True, gc=False):
    """A piece of terrain as rolled."""

    total: int
    piece: str
    zone: str


class Task(Struct, frozen=True, kw_only=True, gc=False):
    """A step of the year still to be worked out. ``do`` names the step; the rest is its subject."""

    do: str
    side: Side = ""
    who: str = ""
    n: int = 0


class Ended(Struct, frozen=True, kw_only=True, gc=False):
    """How the war ended. ``winner`` None: a draw."""

    year: int
    winner: Side | None
    level: Literal["major", "minor", "draw"]
    reason: Literal["lead", "years", "surrender", "event", "stake_all"]


class Year(Struct, kw_only=True):
    """What belongs to one year only."""

    orders: dict[Side, str] = {}
    cell: int | None = None
    scenario: str | None = None
    at_most: int | None = None
    roles: dict[str, Side] = {}
    terrain: tuple[Piece, ...] = ()
    chosen: tuple[Side, ...] = ()
    points: int | None = None
    village: bool = False
    camp: bool = False
    base: int | None = None
    limits: dict[Side, int | None] = {}
    skip: dict[Side, bool] = {}
    skipped: bool = False
    muster: dict[Side, Mustered] = {}
    absent: dict[Side, tuple[str, ...]] = {}
    decisive: Literal["", "stake_all", "recall"] = ""
    outcome: Outcome | None = None
    results: dict[Side, Result] = {}
    events: dict[Side, int] = {}
    grants: dict[Side, dict[str, Purse]] = {}
    modifiers: dict[str, int] = {}
    forbidden: tuple[str, ...] = ()
    standing_rerolls: dict[Side, tuple[str, int]] = {}


class State(Struct, kw_only=True):
    """A whole war as it stands.

    ``flags`` came into this year and go with it; ``coming`` wait for the next; ``lasting`` stay. ``purses``: unspent points by table;
    ``spent``: the tables of which something is spent.
    ``length``: the last year of the war that a side has proposed. ``stake_loser``: who surrenders if the last battle is drawn. ``closed`` is the year just put away. ``answers`` belong to the task in hand, ``pending`` is what it waits for.
    """

    year: int
    last_year: int
    stage: Stage
    by_hand: bool = False
    units: dict[Side, dict[str, Unit]]
    characters: dict[Side, dict[str, Character]]
    earned: dict[Side, int]
    held: dict[Side, int]
    flags: tuple[str, ...] = ()
    coming: tuple[str, ...] = ()
    lasting: tuple[str, ...] = ()
    purses: dict[Side, dict[str, Purse]] = {}
    spent: dict[Side, tuple[str, ...]] = {}
    stake_loser: Side = ""
    length: dict[Side, int] = {}
    now: Year = field(default_factory=Year)
    closed: Year | None = None
    tasks: tuple[Task, ...] = ()
    answers: dict[str, Any] = {}
    pending: tuple[Ask, ...] = ()
    ended: Ended | None = None
