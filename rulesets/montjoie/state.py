"""A battle as it stands: what is stored between two actions. A hex is its name (``H07``), a place a hex and a layer (Montjoie 4.1)."""

from collections.abc import Iterator
from typing import Literal

import msgspec
from msgspec import Struct

from rulesets.montjoie.camp import Siege
from rulesets.vocabulary import Json, Seat

BASE = "base"
type Where = Literal["waiting", "map", "dead", "captured", "left", "ridden"]
"""``ridden``: a horse that has its rider in the saddle again."""
type Hex = str
type Place = tuple[Hex, str]
"""A hex and a layer."""


class Figure(Struct, kw_only=True, omit_defaults=True):
    """A man, a woman, a rider with his horse, or an animal. Movement points in whole numbers; turns are player turns, counted from 1."""

    id: str
    seat: Seat
    name: str
    cls: str
    weapons: tuple[str, ...] = ()
    gear: tuple[str, ...] = ()
    """What is carried: ``ladder``, ``grapnel``, ``fire_arrows``, ``oil``."""
    unit: str = ""
    """The unit of the force that it is a figure of; empty: it is a character, or of the house's roster."""
    rank: str = ""
    """A character's rank in a campaign."""
    person: str = ""
    """The character of the force that it is, by the force's id; empty: not of a force."""
    owner: str = ""
    """Of a horse: its rider. Of a draught animal: its wagon."""
    price: int = 0

    where: Where = "waiting"
    at: Hex = ""
    """The head's hex of a rider or a horse."""
    layer: str = BASE
    facing: int = 0
    mounted: bool = False
    edge: str = ""
    """By which edge it left."""
    fled: bool = False
    wounded: bool = False
    stunned: bool = False
    stunned_in: int = 0
    kneeling: bool = False
    loads_for: str = ""
    banned_until: int = 0
    """Whoever is served by a loader that was attacked does not shoot up to this player turn (Montjoie R16)."""
    fought_in: int = 0
    """The last player turn in which it was in close combat."""
    shot_in: int = 0
    """The last player turn in which it had its offensive shot."""
    shot_with: str = ""
    answered_in: int = 0
    """The last player turn in which it had its defensive shot."""
    order: str = "ask"
    """``ask``, ``hold``, or the letter from which it shoots by itself (Montjoie 5.3)."""
    refusal: str = "ask"
    """``ask``, ``never``, or the column from which it goes back by itself."""
    deeds: int = 0
    """Equals felled in this battle."""
    start_wounded: bool = False
    hurt: tuple[str, ...] = ()
    """Numbers that a lasting wound takes from the wounded face: ``arm`` the attack, ``guard`` the defence, ``leg`` the movement."""
    plus: tuple[int, ...] = ()
    """What deeds and command skills add to attack, defence and movement; empty: nothing."""

    # --- This player turn
    left: int = 0
    """Movement points it has left."""
    spent: int = 0
    entered: int = 0
    """Hexes entered of its own will."""
    track: tuple[Json, ...] = ()
    """A rider's last steps: direction and whether the hex was easy going, for the charge."""
    outdoors: bool = False
    """It has been in the open since its move began, so that the weather limits the whole move (Montjoie R4)."""
    contact: bool = False
    """It has entered a hex next to an enemy: the next step first costs an infiltration roll (Montjoie 5.2)."""
    done: bool = False
    attacked: bool = False
    """It has attacked, or spent its attack, in this phase."""
    assailed: bool = False
    """It has been attacked in this phase."""
    helped: bool = False
    """It has given its defence to somebody who kneels, or has been attacked before (Montjoie R21)."""
    jumps_on: str = ""
    """The enemy on whom it has jumped."""
    strength: int = 0
    """The attack factor at take-off."""
    cuts: str = ""
    """The rider whose horse it goes for."""
    seen: bool = False
    """Its way to the horse was seen."""
    saved: int = 0
    """Movement points saved on a rope (Montjoie R34)."""
    loader_set: bool = False
    slowed: int = 0
    """Hexes that are still to be paid twice (Montjoie R53)."""
    threw: bool = False
    """It has thrown a grapnel, and does not fight this turn (Montjoie 3.4.1)."""

    @property
    def is_alive(self) -> bool:
        return self.where not in ("dead", "captured")

    @property
    def is_fit(self) -> bool:
        """On the map and on its feet; wounded is fit (Montjoie 8)."""
        return self.where == "map" and not self.stunned

    @property
    def place(self) -> Place:
        return self.at, self.layer


class Wagon(Struct, kw_only=True, omit_defaults=True):
    """A cart: two hexes and its animal ahead of the front (Montjoie 1.5)."""

    id: str
    seat: Seat
    front: Hex
    rear: Hex
    animal: str = ""
    """The figure that draws it; empty: unharnessed."""
    facing: int = 0
    moving: bool = False
    load: str = ""
    edge: str = ""
    """By which edge it left."""
    gone: bool = False


class Climb(Struct, kw_only=True, omit_defaults=True):
    """A ladder or a rope that stands in a hex and leads to a higher one. ``way``: the side it hangs on."""

    id: str
    kind: Literal["ladder", "rope"]
    at: Hex
    way: int
    top: Hex
    levels: int = 1
    fixed: bool = False
    """A part of the map: it is neither taken nor pushed."""


class Thing(Struct, kw_only=True, omit_defaults=True):
    """A barrel of oil, a coil of rope or a ladder that lies in a hex."""

    id: str
    kind: str
    at: Hex
    layer: str = BASE


class Side(Struct, kw_only=True, omit_defaults=True):
    """One seat's side. ``role`` is the side's name in the scenario."""

    seat: Seat
    role: str
    start: int = 0
    """Points at the start."""
    penalty: int = 0
    """Points lost besides figures: days of a siege (Montjoie 8)."""
    markers: dict[str, int] = {}
    deployed: bool = False
    conceded: bool = False


class Frame(Struct, kw_only=True, omit_defaults=True):
    """Something pending; the top one goes first. A frame without a seat goes on by itself (Montjoie 5.1)."""

    kind: str
    seat: Seat = ""
    fig: str = ""
    data: dict[str, Json] = {}


class State(Struct, kw_only=True, omit_defaults=True):
    """Everything."""

    scenario: str
    map: str
    title: str = ""
    limit: int
    modules: tuple[str, ...] = ()
    readings: dict[str, Json] = {}
    data: dict[str, Json] = {}
    """A club's own tables, counters and maps (Montjoie 13)."""
    sides: list[Side]
    """In the order in which they move."""
    deploy_order: tuple[Seat, ...] = ()
    zones: dict[Seat, dict[str, Json]] = {}
    """Where each side sets up: its hexes on the ground, all its hexes, and how many may be in crowns."""
    defaults: dict[str, dict[str, Json]] = {}
    """Where the scenario puts each figure, until everybody is on the map."""
    figures: dict[str, Figure]
    victory: tuple[dict[str, Json], ...] = ()
    schedule: tuple[dict[str, Json], ...] = ()
    plain_weather: str = "clear"
    """The weather where the schedule names none."""
    weather: str = "clear"
    sun: int | None = None
    dark: bool = False

    stakes: dict[Hex, tuple[int, ...]] = {}
    hoardings: dict[Hex, str] = {}
    """Hoarding hexes that stand, and the battlement hex behind."""
    burning: dict[str, int] = {}
    """Hoarding hexes and wagons on fire, and the game turn in which they were lit."""
    rubble: tuple[Hex, ...] = ()
    filled: tuple[Hex, ...] = ()
    piles: tuple[Hex, ...] = ()
    mines: dict[Hex, int] = {}
    """Galleries, and how deep: -1 or -2 (Montjoie 3.3)."""
    climbs: dict[str, Climb] = {}
    things: dict[str, Thing] = {}
    wagons: dict[str, Wagon] = {}
    bodies: dict[Hex, int] = {}
    """What lies in a hex: a man counts 1, an animal 3 (Montjoie 4.2)."""

    turn: int = 0
    count: int = 0
    """Player turns begun."""
    phase: str = "deploy"
    seat: Seat = ""
    """Whose player turn it is, or who sets up."""
    ended: bool = False
    """Whoever is asked has ended the phase."""
    mover: str = ""
    let_go: str = ""
    """The mover at whom nobody shoots any more."""
    stack: list[Frame] = []
    attack: dict[str, Json] | None = None
    siege: Siege | None = None
    """The days before an assault (Montjoie 5.4)."""
    asked: dict[str, Json] | None = None
    """Who must choose, and what."""
    rolls: int = 0
    """Rolls so far: part of a roll's address."""
    outcome: dict[str, Json] | None = None

    def side(self, seat: Seat) -> Side:
        return next(side for side in self.sides if side.seat == seat)

    def other(self, seat: Seat) -> Seat:
        return next(side.seat for side in self.sides if side.seat != seat)

    def role(self, role: str) -> Side:
        return next(side for side in self.sides if side.role == role)

    def on_map(self, seat: Seat | None = None) -> Iterator[Figure]:
        """Whoever is on the map, in the order of ids; not one who is still to be put down."""
        return (
            one for one in self.figures.values() if one.where == "map" and one.at and (seat is None or one.seat == seat)
        )

    def of(self, seat: Seat) -> Iterator[Figure]:
        return (one for one in self.figures.values() if one.seat == seat)

    def has(self, module: str) -> bool:
        """Whether an optional part of the rules is in play (Montjoie 0)."""
        return module in self.modules


def encoded(state: State) -> Json:
    return msgspec.to_builtins(state)


def decoded(state: Json) -> State:
    """The state out of plain JSON; mappings in the order of their keys, whatever order they came in."""
    held = msgspec.convert(state, State)
    for name in ("figures", "wagons", "climbs", "things", "stakes", "hoardings", "burning", "bodies", "mines"):
        mapping = getattr(held, name)
        setattr(held, name, {key: mapping[key] for key in sorted(mapping)})
    return held


def place_name(place: Place) -> str:
    """A place as an action names it: ``H07``, or ``H07/crown``."""
    return place[0] if place[1] == BASE else f"{place[0]}/{place[1]}"


def place_of(name: str) -> Place:
    hex_, _slash, layer = name.partition("/")
    return hex_, layer or BASE
