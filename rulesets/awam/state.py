"""A skirmish as it stands: what is stored between two actions (AWAM 10.6). Lengths in whole millimetres."""

import copy
from collections.abc import Iterator
from typing import Literal

import msgspec
from msgspec import Struct

from rulesets.awam.geometry import Point
from rulesets.awam.tables import TABLES
from rulesets.vocabulary import Json, Seat

NOWHERE = Point(0, 0)
type Where = Literal["coming", "table", "hidden", "out"]
type Fate = Literal["", "dead", "fled", "exited", "held"]
"""``held``: taken off the table as a prisoner."""
type ClassOfFire = Literal["marksman", "regular", "irregular"]
type Role = Literal["", "leader", "head", "porter", "gunner"]
type DeedKind = Literal["charge_stopped", "head_captured", "first_flag", "treaty_signed", "gun_silenced"]


class Piece(Struct, kw_only=True, omit_defaults=True):
    """A piece of ground: ``points`` are two corners (box), two ends (line), or a centre (circle, with ``radius``)."""

    id: str
    kind: str
    shape: Literal["box", "circle", "line"]
    points: tuple[Point, ...]
    radius: int = 0
    damaged: bool = False
    """Heavy cover there is light (AWAM 8.2)."""


class Zone(Struct, kw_only=True, omit_defaults=True):
    """A rectangle with a name: a strip to come on from, an edge to leave by, the inside of a fort."""

    low: Point
    high: Point


class Firearm(Struct, kw_only=True, omit_defaults=True):
    """A firearm that a figure carries. ``spare``: rounds besides those loaded, None: no end of them."""

    key: str
    rounds: int = 0
    full: int = 1
    spare: int | None = None


class Figure(Struct, kw_only=True, omit_defaults=True):
    """One man. What stands first never changes."""

    id: str
    seat: Seat
    """Of whom: a seat, or one of the umpire's groups."""
    squad: str
    number: int = 0
    """His place among all: seat, squad, figure, the head first (AWAM 14.1)."""
    name: str = ""
    role: Role = ""
    regular: bool = False
    marksman: bool = False
    warrior: bool = False
    steady: bool = False
    """Veteran or fanatic."""
    shield: bool = False
    blade: str = ""
    """The blade he carries: it counts once drawn or fixed; a lance, an assegai and a javelin are always at hand."""
    worth: int = 0
    """Strength at the start (AWAM 15)."""
    roster: str = ""
    """The id of the unit or character of the campaign that he came with."""
    hurt: tuple[str, ...] = ()
    """Of a character: his lasting wounds, his command skills, and how many deeds he has done in the campaign."""
    skills: tuple[str, ...] = ()
    renown: int = 0
    proved: bool = False
    """Has fought in this game, as a legend."""
    won: int = 0
    """Deeds of this game."""

    where: Where = "coming"
    fate: Fate = ""
    at: Point = NOWHERE
    heading: tuple[int, int] = (0, 1)
    firearms: list[Firearm] = []
    hand: int = 0
    """Which firearm is in hand; -1: the blade."""
    drawn: bool = False
    """Green marker."""
    missiles: tuple[str, ...] = ()
    threw: int = 0
    """Missiles thrown: 1 is "missile low", 2 "no missile" for a warrior."""
    prone: bool = False
    horse: bool = False
    """Mounted."""
    pace: int = 0
    """Mounted: 0 halt, 1 walk, 2 trot, 3 gallop."""
    wounds: int = 0
    blue: bool = False
    ran: int = 0
    """The turn of his last run: yellow marker."""
    broken: bool = False
    guard: str = ""
    """Whose prisoner he is: the figure that guards him."""
    guards: str = ""
    captor: Seat = ""
    aboard: str = ""
    load: str = ""
    """What he carries for the scenario."""
    reload: int = 0
    reload_turn: int = 0
    slip: bool = False
    last: str = ""
    last_gait: str = ""
    last_turn: int = 0
    last_leg: tuple[int, int] = (0, 0)

    # --- This turn
    acted: bool = False
    fired: bool = False
    reloaded: bool = False
    defended: bool = False
    free: bool = False
    """Has used his action without order."""
    ran_broken: bool = False
    moved_fast: bool = False
    tried: tuple[str, ...] = ()
    """What can be tried once a turn: treaty."""
    tests: int = 0

    # --- On this card
    carded: bool = False
    """Has acted on this card."""
    rode: bool = False
    """Has made a mounted move on this card."""
    test: Literal["", "acts", "shaken", "breaks"] = ""
    owed: bool = False
    """Shaken by the test: what was to be done may still be a reload, or the way to cover (AWAM 7.1)."""
    impetus: bool = False
    start: Point | None = None
    """Where his last leg into contact began."""

    @property
    def out(self) -> bool:
        return self.where == "out"

    @property
    def prisoner(self) -> bool:
        return bool(self.captor)

    @property
    def commands(self) -> bool:
        """A leader or head (AWAM 10.2)."""
        return self.role in ("leader", "head")

    @property
    def standing(self) -> bool:
        """On the table, hidden or seen, and nobody's prisoner."""
        return self.where in ("table", "hidden") and not self.captor

    @property
    def able(self) -> bool:
        """AWAM 2.3."""
        return self.standing

    @property
    def fit(self) -> bool:
        """Fit to command (AWAM 10.2)."""
        return self.commands and self.standing and not self.broken

    @property
    def radius(self) -> int:
        return TABLES.bases.mounted if self.horse else TABLES.bases.foot

    @property
    def gun(self) -> Firearm | None:
        """The firearm in hand."""
        return self.firearms[self.hand] if 0 <= self.hand < len(self.firearms) else None

    @property
    def class_of_fire(self) -> ClassOfFire:
        return "marksman" if self.marksman else "regular" if self.regular else "irregular"


class Squad(Struct, kw_only=True, omit_defaults=True):
    id: str
    seat: Seat
    name: str = ""
    started: int = 0
    """Starting strength in figures."""
    lair: tuple[str, ...] = ()
    """The pieces in which its owner hides it before the first turn (AWAM 14.8)."""
    halved: bool = False
    """It has had its blue markers for falling below half (AWAM 7.2, row 8)."""
    picked: int = 0
    """The turn in which it was picked last."""
    comes: int = 0
    """The turn from which it may come on."""
    strip: str = ""
    """The zone it comes on from."""
    gun: bool = False


class Gun(Struct, kw_only=True, omit_defaults=True):
    """A machine gun or a cannon."""

    id: str
    seat: Seat
    kind: Literal["machine_gun", "cannon"]
    comes_with: str = ""
    at: Point = NOWHERE
    where: Where = "table"
    held: Seat = ""
    """Who has manned it, where that is not its owner."""
    crew: tuple[str, ...] = ()
    joins: tuple[str, ...] = ()
    """Who belongs to the crew from the next card on (AWAM 10.4)."""
    loaded: bool = True
    reload: int = 0
    reload_turn: int = 0
    turns: int = 0
    """Turns of fire since the last full load."""
    jammed: bool = False
    damaged: bool = False
    broken: bool = False
    target: str = ""
    aim: Point | None = None
    shots: int = 0
    """Shots at the same target."""
    packed: str = ""
    """The animal it is packed on."""
    boat: str = ""
    """The boat it is fixed on."""
    fired_turn: int = 0
    moved_turn: int = 0
    tried_turn: int = 0

    @property
    def user(self) -> Seat:
        """Whose crew serves it."""
        return self.held or self.seat

    @property
    def least(self) -> int:
        """How many it takes to serve it (AWAM 8)."""
        return TABLES.cannon.serve if self.kind == "cannon" else 1


class Boat(Struct, kw_only=True, omit_defaults=True):
    id: str
    seat: Seat
    kind: str
    at: Point = NOWHERE
    where: Where = "table"
    carries: int = TABLES.boats["boat"].carries
    damaged: bool = False
    sinks: int = 0
    """The turn at whose end it sinks."""
    moved_turn: int = 0
    carded: bool = False


class Animal(Struct, kw_only=True, omit_defaults=True):
    """A pack animal, or a horse without a rider."""

    id: str
    seat: Seat
    kind: Literal["pack", "horse"] = "pack"
    at: Point = NOWHERE
    where: Where = "table"
    load: str = ""
    led: Seat = ""
    """Of whom the figure that led it last."""
    led_by: str = ""
    """Who has led it this turn."""
    comes_with: str = ""
    """The squad it comes on with."""


class Side(Struct, kw_only=True, omit_defaults=True):
    """One seat, or one of the umpire's groups."""

    seat: Seat
    suit: str = ""
    back: str = ""
    group: bool = False
    number: int = 0
    started: int = 0
    """Strength at the start (AWAM 15)."""
    fire_at_attackers: bool = True
    prisoners: Literal["leaders", "all", "none"] = "leaders"
    conceded: bool = False
    ready: bool = False
    """Its secret choices before turn 1 are in."""
    entry: str = ""
    aim: str = ""
    points: int = 0
    """What the umpire has given or taken."""
    flag: str = ""
    war: tuple[Seat, ...] = ()
    """With whom it has set itself at war."""


class Active(Struct, kw_only=True, omit_defaults=True):
    """The card that is being played."""

    card: str
    seat: Seat
    """Who decides."""
    owner: Seat
    """Whose squads they are."""
    ace: bool = False
    orders: int = 0
    """What the D6 gave to each squad."""
    given: int = 0
    """Orders that the squad has been given."""
    left: int = 0
    """Of these what is left."""
    squad: str = ""
    done: tuple[str, ...] = ()
    """Squads that have had their turn on this card."""
    fights: list[tuple[str, str]] = []
    """Who attacks whom at the end of the activation."""
    declared: tuple[Seat, ...] = ()
    """To whom a word of war or peace has been said in this activation."""
    halved: bool = False
    """No leader near: any figure may be ordered, with half the orders (AWAM 2.4, row 5)."""


class Deed(Struct, kw_only=True, omit_defaults=True):
    """A deed for the chronicles (AWAM 17.3).

    ``figure``: who did it, nobody where the umpire's word did; ``of``: whose loss it is, or who signed in another's name; ``about``: the
    squad that charged, the head, the gun.
    """

    deed: DeedKind
    turn: int
    seat: Seat
    figure: str = ""
    of: Seat = ""
    about: str = ""


class State(Struct, kw_only=True, omit_defaults=True):
    """Everything."""

    scenario: str
    width: int
    height: int
    limit: int
    readings: dict[str, str] = {}
    sides: dict[Seat, Side]
    umpire: bool = False
    ground: list[Piece] = []
    zones: dict[str, Zone] = {}
    figures: dict[str, Figure]
    squads: dict[str, Squad]
    guns: dict[str, Gun] = {}
    boats: dict[str, Boat] = {}
    animals: dict[str, Animal] = {}
    exits: dict[Seat, tuple[str, ...]] = {}
    """Edges by which a seat's figures may leave: north, south, east, west."""
    goal: dict[Seat, Point] = {}
    current: tuple[int, int] = (0, 0)
    turn: int = 1
    phase: Literal["entry", "pick", "orders", "over"] = "entry"
    deck: tuple[str, ...] = ()
    """Cards left: no order exists (AWAM 2.1)."""
    drawn: tuple[str, ...] = ()
    jokers: int = 0
    group_cards: tuple[str, ...] = ()
    """The umpire's cards of this scenario, one for each."""
    active: Active | None = None
    fought: list[tuple[str, str]] = []
    """Pairs that have fought this turn, the lower number first."""
    mist: int = 0
    """Sight is no longer than this until the turn ends; 0: no limit."""
    drums: bool = False
    special: dict[str, Json] = {}
    """What the scenario keeps: flags, treaty, incidents, the box."""
    noted: list[Deed] = []
    """Deeds so far: seen by nobody but the umpire until the game is over, for they may be of somebody hidden."""
    rolls: int = 0
    over: str = ""
    """Why it ended: row, losses, points, concession, ruling."""
    outcome: dict[str, Json] | None = None

    def side_of(self, seat: Seat) -> Side:
        return self.sides[seat]

    def seats(self) -> list[Seat]:
        """The players' seats, in order."""
        return [side.seat for side in sorted(self.sides.values(), key=lambda side: side.number) if not side.group]

    def on_table(self) -> Iterator[Figure]:
        """Everybody on the table, hidden or not, in the order of their numbers."""
        return (figure for figure in self.figures.values() if figure.where in ("table", "hidden"))

    def seen(self, seat: Seat | None = None) -> Iterator[Figure]:
        """Who is on the table and not hidden from a seat."""
        for figure in self.figures.values():
            if figure.where == "table" or (figure.where == "hidden" and figure.seat == seat):
                yield figure

    def of_squad(self, squad: str) -> list[Figure]:
        return [figure for figure in self.figures.values() if figure.squad == squad]

    def of(self, seat: Seat) -> list[Figure]:
        return [figure for figure in self.figures.values() if figure.seat == seat]

    def hostile(self, one: Seat, other: Seat) -> bool:
        """Whether at least one of two has set itself at war with the other (AWAM 10.2)."""
        return one != other and (other in self.sides[one].war or one in self.sides[other].war)

    def foes(self, seat: Seat) -> frozenset[Seat]:
        """All seats and groups with which a seat is at war."""
        return frozenset(other for other in self.sides if self.hostile(seat, other))

    def inwards(self, place: Point) -> tuple[int, int]:
        """Towards the middle of the table: so looks who is put down."""
        across, up = self.width // 2 - place.x, self.height // 2 - place.y
        return (across, up) if across or up else (0, 1)

    def reading(self, key: str) -> bool:
        """Whether the other reading of a doubtful point is played (AWAM 11)."""
        return self.readings.get(key, TABLES.readings[key].default) == "other"


def in_order(figures: dict[str, Figure]) -> dict[str, Figure]:
    return dict(sorted(figures.items(), key=lambda item: (item[1].number, item[0])))


def encoded(state: State) -> Json:
    return msgspec.to_builtins(state)


def decoded(state: Json) -> State:
    """The state out of plain JSON, its parts in their own order, whatever the order of the keys."""
    held = msgspec.convert(state, State)
    held.special = copy.deepcopy(held.special)
    held.figures = in_order(held.figures)
    held.squads = dict(sorted(held.squads.items()))
    held.sides = dict(sorted(held.sides.items(), key=lambda item: item[1].number))
    held.guns = dict(sorted(held.guns.items()))
    held.boats = dict(sorted(held.boats.items()))
    held.animals = dict(sorted(held.animals.items()))
    return held
