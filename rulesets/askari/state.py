"""A battle as it stands: what is stored between two actions. Lengths in whole millimetres."""

from collections.abc import Iterator
from typing import Literal

import msgspec
from msgspec import Struct

from rulesets.askari.geometry import Point
from rulesets.askari.ground import Piece
from rulesets.askari.profiles import Formed
from rulesets.askari.tables import TABLES, Vehicle
from rulesets.vocabulary import Json, Seat

NOWHERE = Point(0, 0)
type Kind = Literal["unit", "piece", "scout", "person", "baggage", "hospital", "animal"]
type Where = Literal["waiting", "table", "reserve", "hidden", "off"]
type Edge = Literal["low", "high", "left", "right"]
type Fate = Literal["", "destroyed", "routed", "captured", "left"]


class Figure(Struct, kw_only=True, omit_defaults=True, gc=False):
    """One base. ``down``: hit in this phase of fire, and removed at its end (R46).

    It holds nothing that could hold it: the collector need not look at the hundreds that every question decodes.
    """

    id: str
    at: Point = NOWHERE
    role: str = ""
    """officer, musician, standard, or a common figure."""
    down: bool = False
    threw: bool = False
    crossed: bool = False
    """It has crossed a wall, or the like, this turn."""


class Patient(Struct, kw_only=True, omit_defaults=True):
    """A wounded figure in hospital, and the one that carried it there (Askari 2.3.13)."""

    unit: str
    role: str = ""
    turn: int
    carrier_away: bool = True
    wounded: bool = True


class Unit(Formed, kw_only=True, omit_defaults=True):
    """Whatever stands on the table under one id. The first part, and its profile, never change."""

    id: str
    seat: Seat
    kind: Kind
    what: str = ""
    """The kind of person or animal."""
    qualities: tuple[str, ...] = ()
    master: str = ""
    each: int = 0
    price: int = 0
    starting: int = 0
    """Figures, crew or elements at the start of the battle."""

    where: Where = "waiting"
    fate: Fate = ""
    figures: list[Figure] = []
    facing: int = 0
    ranks: int = 2
    loose: bool = False
    crew: int = 0
    fails: int = 0
    mounted: bool = False
    limbered: bool = False
    mounts: Point | None = None
    failed: bool = False
    prone: bool = False
    jammed: bool = False
    silent_until: int = 0
    disabled: bool = False
    joined: str = ""
    member_of: str = ""
    """The unit that a Charismatic leader belongs to; ``nobody``: his own is dead, and he joins no other (Askari 2.3.1)."""
    assistants: int = 0
    arrived: int = 0
    spring: int = 0
    engaged_since: int = 0
    aimed: int = 0
    """The turn in which it aimed."""
    fury: str = ""
    """Animals that attack: ``all`` of the group, or the one that does (Askari 11)."""
    flees_until: int = 0
    flees_from: Point = NOWHERE

    # --- This turn
    at_start: int = 0
    casualties: int = 0
    tests: int = 0
    order: Literal["", "full", "move"] = ""
    acted: bool = False
    walked: int = 0
    flown: tuple[Point, ...] = ()
    """An aircraft's way this turn, from end to end (H44)."""
    moves_made: int = 0
    shots_made: int = 0
    reacted: bool = False
    charged_in: bool = False
    was_charged: bool = False
    inspired: tuple[str, ...] = ()
    spent: tuple[str, ...] = ()
    """Abilities used up this turn."""

    @property
    def count(self) -> int:
        """Its strength: crew of a piece, standing figures of everything else."""
        return self.crew if self.piece else sum(not figure.down for figure in self.figures)

    @property
    def is_combat(self) -> bool:
        """Whether it counts as a combat unit (Askari 0): scouts and disabled guns do not."""
        return self.kind in ("unit", "piece") and not self.disabled

    @property
    def takes_orders(self) -> bool:
        return self.kind in ("unit", "piece", "scout") and not self.disabled

    @property
    def is_alone(self) -> bool:
        """One of the people, who acts without orders."""
        return self.kind == "person"

    @property
    def vehicle(self) -> Vehicle | None:
        """What it is as a car, a boat or an aircraft (H44)."""
        return TABLES.vehicles.get(self.moves)

    @property
    def base(self) -> int:
        bases = TABLES.bases
        if self.moves in TABLES.vehicles:
            return bases.vehicle
        if self.piece:
            return bases.piece
        if self.kind in ("baggage", "hospital"):
            return bases.baggage if self.kind == "baggage" else bases.hospital
        if self.kind == "animal":
            return bases.large_animal if TABLES.animals[self.what].large else bases.small_animal
        return bases.mounted if self.mounted else bases.foot

    @property
    def standing(self) -> list[Figure]:
        return [figure for figure in self.figures if not figure.down]

    def special(self, role: str) -> Figure | None:
        """A special figure that is still with the unit; one that is down still helps it (R46)."""
        return next((figure for figure in self.figures if figure.role == role), None)


class Veteran(Struct, kw_only=True, omit_defaults=True):
    """A character of a campaign, by the id of his own unit, or of the unit whose officer he is (Askari E).

    ``wounds``: totals of 2d6; ``skills``: faces. ``won``: deeds of this battle; ``used``: what he can do once in it, and has done.
    """

    wounds: tuple[int, ...] = ()
    deeds: int = 0
    skills: tuple[int, ...] = ()
    officer_of: str = ""
    won: int = 0
    used: tuple[str, ...] = ()


class Side(Struct, kw_only=True, omit_defaults=True):
    """One seat's side."""

    seat: Seat
    edge: Edge = "low"
    zone: tuple[int, int, int, int] | None = None
    """Where it deploys, where dice have said so (Askari 12.1)."""
    aggression: int = 0
    role: str = ""
    starting: int = 0
    """Points of the whole list."""
    hides: int = 0
    """Units that may start in ambush."""
    reserves: int = 0
    dice: list[int] = []
    tokens: int = 0
    guns_captured: tuple[str, ...] = ()
    baggage_taken: int = 0
    baggage_lost: bool = False
    leader_lost: bool = False
    standards_taken: tuple[str, ...] = ()
    trophies: int = 0
    """L of the animals that it has killed (Askari D)."""
    conceded: bool = False
    finished: bool = False
    """It has nothing more to do in this step."""
    scenario: int = 0


class Want(Struct, kw_only=True, omit_defaults=True):
    """A decision that is owed."""

    seat: Seat
    prompt: str
    sealed: bool = False
    data: dict[str, Json] = {}


class Loss(Struct, kw_only=True, omit_defaults=True):
    """A place where something was lost this turn, for those who see it (R88)."""

    seat: Seat
    at: Point
    unit: str
    person: bool = False


class State(Struct, kw_only=True, omit_defaults=True):
    """Everything."""

    scenario: str
    width: int
    height: int
    readings: dict[str, Json] = {}
    limit: int = 10
    poor: bool = False
    sides: list[Side]
    units: dict[str, Unit]
    veterans: dict[str, Veteran] = {}
    ground: list[Piece] = []
    objectives: list[Point] = []
    animals: list[tuple[str, int]] = []
    """Groups that are still to be placed."""
    wind: int = 0
    """Where it blows from: 1 north, clockwise to 8 (Askari 12.2)."""
    turn: int = 0
    phase: str = "split"
    first: Seat = ""
    """Who has the initiative."""
    wants: list[Want] = []
    now: dict[str, Json] = {}
    """Where the phase has come to."""
    going: dict[str, Json] | None = None
    """A move whose dice have fallen."""
    charge: dict[str, Json] | None = None
    volley: dict[str, Json] | None = None
    melee: dict[str, Json] | None = None
    losses: list[Loss] = []
    patients: list[Patient] = []
    burned: bool = False
    smoke_until: int = 0
    """The last turn in which smoke hangs round what burned."""
    threshold: int = 0
    outcome: dict[str, Json] | None = None

    def side(self, seat: Seat) -> Side:
        return next(side for side in self.sides if side.seat == seat)

    def other(self, seat: Seat) -> Seat:
        return next(side.seat for side in self.sides if side.seat != seat)

    def in_order(self) -> tuple[Seat, Seat]:
        """The seats, initiative first."""
        first = self.first or self.sides[0].seat
        return first, self.other(first)

    def on_table(self, seat: Seat | None = None) -> Iterator[Unit]:
        """What stands on the table and is seen by everybody, in the order of ids."""
        for unit in self.units.values():
            if unit.where == "table" and (seat is None or unit.seat == seat):
                yield unit

    def of(self, seat: Seat) -> Iterator[Unit]:
        return (unit for unit in self.units.values() if unit.seat == seat)

    def leader(self, seat: Seat) -> Unit | None:
        """The leader, alive and on the table."""
        return self.person(seat, "leader")

    def person(self, seat: Seat, what: str) -> Unit | None:
        return next((unit for unit in self.on_table(seat) if unit.what == what), None)


def encoded(state: State) -> Json:
    return msgspec.to_builtins(state)


def decoded(state: Json) -> State:
    """The state out of plain JSON; units and characters in the order of their ids, whatever the order of the keys."""
    held = msgspec.convert(state, State)
    # Plain JSON is taken as it is: what is changed in place must not be what somebody else has stored.
    held.now, held.going, held.charge = _copied(held.now), _copied(held.going), _copied(held.charge)
    held.volley, held.melee = _copied(held.volley), _copied(held.melee)
    held.units = {key: held.units[key] for key in sorted(held.units)}
    held.veterans = {key: held.veterans[key] for key in sorted(held.veterans)}
    return held


def _copied(value: Json) -> Json:
    if isinstance(value, dict):
        return {key: _copied(one) if isinstance(one, dict | list) else one for key, one in value.items()}
    if isinstance(value, list):
        return [_copied(one) if isinstance(one, dict | list) else one for one in value]
    return value
