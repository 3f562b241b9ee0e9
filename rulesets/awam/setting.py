"""How a game is set up: from a scenario's sheet, from forces of a campaign, or from the generator (AWAM 12, 16)."""

from typing import Any, Literal

import msgspec
from msgspec import Struct

from rulesets.awam import scoring, veterans
from rulesets.awam.geometry import Point
from rulesets.awam.state import Animal, Figure, Firearm, Piece, Side, Squad, State
from rulesets.awam.tables import TABLES, Status, read
from rulesets.contract import CharacterIn, Force, Problem, Setup, UnitIn
from rulesets.vocabulary import Seat

SEATS: tuple[Seat, ...] = ("first", "second", "third", "fourth", "fifth")
SUITS = ("hearts", "spades", "clubs", "diamonds", "hearts")
BACKS = ("blue", "blue", "blue", "blue", "red")
MOST_FIGURES = 60
LONGEST_SEED = 40
RANKS = ("general", "subordinate", "leader", "standard")
PERSON = 99
"""The place in his squad of a character of a campaign."""


class Kind(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A kind of figure, as a sheet names it."""

    role: str = ""
    regular: bool = False
    marksman: bool = False
    warrior: bool = False
    steady: bool = False
    firearms: tuple[str, ...] = ()
    blade: str = ""
    missiles: tuple[str, ...] = ()
    shield: bool = False
    horse: bool = False
    spare: int | None = None


class Placed(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    kind: str
    at: tuple[float, float]


class SquadSheet(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    kinds: tuple[str, ...]
    places: tuple[tuple[float, float], ...] = ()
    head: Placed | None = None
    hidden: tuple[str, ...] = ()
    """The pieces in which the squad starts hidden; ``places`` are where it lies unless its owner says otherwise (AWAM 14.8)."""
    leaderless: bool = False


class SeatSheet(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    suit: str
    squads: tuple[SquadSheet, ...]


class PieceSheet(Struct, frozen=True, kw_only=True):
    kind: str
    at: tuple[float, float] | None = None
    radius: float = 0
    start: tuple[float, float] | None = msgspec.field(default=None, name="from")
    end: tuple[float, float] | None = msgspec.field(default=None, name="to")
    low: tuple[float, float] | None = None
    high: tuple[float, float] | None = None


class AnimalSheet(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    id: str
    seat: int
    at: tuple[float, float]


class BoatSheet(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    id: str
    kind: str
    carries: int
    at: tuple[float, float]


class ComingSheet(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A squad that comes on; ``gun``: the kind of gun it serves."""

    kinds: tuple[str, ...]
    spare: int | None = None
    gun: str = ""


class Expedition(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """``river``: which squads come by boat, by the way chosen; the head comes with the first squad (AWAM 12.2)."""

    suit: str
    head: str
    edges: tuple[str, ...]
    squads: tuple[ComingSheet, ...]
    boats: tuple[BoatSheet, ...] = ()
    animals: int = 0
    river: dict[str, tuple[int, ...]]


class GroupSheet(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    card: str
    cards: int
    kinds: tuple[str, ...]
    comes: int
    boats: tuple[BoatSheet, ...] = ()


class Sheet(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A scenario."""

    width: int
    height: int
    limit: int
    rule: str
    status: Status
    trial: Literal["none", "rough"]
    """How far its balance was tried before the program played it (AWAM 12.5, 16)."""
    seatings: tuple[tuple[int, ...], ...]
    """Which seats are taken, from the fewest to the most."""
    goal: tuple[float, float] | None = None
    drawn: bool = False
    """Blades are drawn at the start."""
    pieces: tuple[PieceSheet, ...] = ()
    animals: tuple[AnimalSheet, ...] = ()
    exits: tuple[tuple[str, ...], ...] = ()
    seats: tuple[SeatSheet, ...] = ()
    kinds: tuple[str, ...] = ()
    current: tuple[int, int] = (0, 0)
    places: dict[str, tuple[float, float]] = {}
    numbers: dict[str, int] = {}
    """Distances in mm, points and counts of the scenario's own rules."""
    zones: dict[str, tuple[tuple[float, float], tuple[float, float]]] = {}
    expeditions: tuple[Expedition, ...] = ()
    groups: dict[str, GroupSheet] = {}


class Sheets(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    kinds: dict[str, Kind]
    scenarios: dict[str, Sheet]


SHEETS = read("scenarios.toml", Sheets)


def mm(place: tuple[float, float]) -> Point:
    """Centimetres of a sheet, which go in halves, in whole millimetres."""
    return Point(int(place[0] * 10), int(place[1] * 10))


def piece_of(sheet: PieceSheet, number: int) -> Piece:
    key = f"{sheet.kind}-{number}"
    if sheet.at is not None:
        return Piece(id=key, kind=sheet.kind, shape="circle", points=(mm(sheet.at),), radius=int(sheet.radius * 10))
    if sheet.start is not None and sheet.end is not None:
        return Piece(id=key, kind=sheet.kind, shape="line", points=(mm(sheet.start), mm(sheet.end)))
    assert sheet.low is not None
    assert sheet.high is not None
    return Piece(id=key, kind=sheet.kind, shape="box", points=(mm(sheet.low), mm(sheet.high)))


def figure_of(kind: str, *, key: str, seat: Seat, squad: str, number: int, drawn: bool, leads: bool = False) -> Figure:
    sheet = SHEETS.kinds[kind]
    role = sheet.role or ("leader" if leads else "")
    made = Figure(
        id=key,
        seat=seat,
        squad=squad,
        number=number,
        name=kind,
        role=role,  # type: ignore[arg-type]
        regular=sheet.regular,
        marksman=sheet.marksman,
        warrior=sheet.warrior,
        steady=sheet.steady,
        shield=sheet.shield,
        blade=sheet.blade,
        drawn=drawn and sheet.blade in ("sabre", "sword", "bayonet"),
        missiles=sheet.missiles,
        horse=sheet.horse,
        firearms=[arm(name, sheet.spare) for name in sheet.firearms],
    )
    # A drawn sword keeps a long gun from being fired: who has both begins with the gun in hand, the blade at his side.
    if made.gun is not None and TABLES.firearms[made.gun.key].long and made.blade in ("sabre", "sword"):
        made.drawn = False
    made.worth = scoring.strength(made)
    return made


def arm(name: str, spare: int | None = None) -> Firearm:
    full = TABLES.firearms[name].rounds
    return Firearm(key=name, rounds=full, full=full, spare=spare)


class Builder:
    """A state in the making."""

    def __init__(self, scenario: str, seats: list[Seat], sheet: Sheet, readings: dict[str, str]) -> None:
        self.drawn = sheet.drawn
        self.state = State(
            scenario=scenario,
            width=sheet.width * 10,
            height=sheet.height * 10,
            limit=sheet.limit,
            readings=readings,
            sides={},
            figures={},
            squads={},
            ground=[piece_of(piece, number) for number, piece in enumerate(sheet.pieces, start=1)],
        )
        for place, seat in enumerate(seats, start=1):
            self.add_side(seat, SEATS.index(seat) + 1 if seat in SEATS else place)
        for seat in seats:
            self.state.sides[seat].war = tuple(sorted(one for one in seats if one != seat))
        if sheet.goal is not None:
            self.state.goal = {seat: mm(sheet.goal) for seat in seats}

    def add_side(self, seat: Seat, number: int, *, group: bool = False) -> Side:
        side = Side(seat=seat, number=number, group=group, ready=True)
        if not group:
            side.suit, side.back = SUITS[number - 1], BACKS[number - 1]
        self.state.sides[seat] = side
        return side

    def add_squad(self, seat: Seat, number: int, name: str = "") -> Squad:
        squad = Squad(id=f"{self.state.sides[seat].number}.{number}", seat=seat, name=name)
        self.state.squads[squad.id] = squad
        return squad

    def add(self, squad: Squad, kind: str, number: int, *, leads: bool = False, head: bool = False) -> Figure:
        side = self.state.sides[squad.seat]
        own = int(squad.id.rpartition(".")[2])
        key = f"{side.number}.H" if head else f"{squad.id}.{number}"
        order = side.number * 10_000 + (0 if head else own * 100 + number)
        figure = figure_of(kind, key=key, seat=squad.seat, squad=squad.id, number=order, drawn=self.drawn, leads=leads)
        self.state.figures[key] = figure
        squad.started += 1
        return figure

    def put(self, figure: Figure, at: Point, *, hidden: bool = False) -> None:
        figure.where, figure.at = "hidden" if hidden else "table", at
        figure.heading = self.state.inwards(at)

    def squad_from(self, seat: Seat, number: int, sheet: SquadSheet) -> None:
        squad, hidden = self.add_squad(seat, number), bool(sheet.hidden)
        if hidden:
            squad.lair = sheet.hidden
            self.state.sides[seat].ready = False
        if sheet.head is not None:
            self.put(self.add(squad, sheet.head.kind, 0, head=True), mm(sheet.head.at), hidden=hidden)
        for place, kind in enumerate(sheet.kinds, start=1):
            figure = self.add(squad, kind, place, leads=place == 1 and not sheet.leaderless)
            if sheet.places:
                self.put(figure, mm(sheet.places[place - 1]), hidden=hidden)

    def done(self) -> State:
        self.state.figures = dict(sorted(self.state.figures.items(), key=lambda item: item[1].number))
        return self.state


def from_sheet(scenario: str, seats: list[Seat], readings: dict[str, str]) -> Builder:
    """A scenario whose sheet says everything."""
    sheet = SHEETS.scenarios[scenario]
    made = Builder(scenario, seats, sheet, readings)
    for seat in seats:
        number = SEATS.index(seat)
        for own, squad in enumerate(sheet.seats[number].squads, start=1):
            made.squad_from(seat, own, squad)
        if len(sheet.exits) > number and sheet.exits[number]:
            made.state.exits[seat] = sheet.exits[number]
    for animal in sheet.animals:
        owner = SEATS[animal.seat - 1]
        made.state.animals[animal.id] = Animal(id=animal.id, seat=owner, at=mm(animal.at))
    return made


# --- Forces of a campaign ---------------------------------------------------------------------------------------------


class Profiled(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a unit or character of a campaign is here: a kind of figure, and whether they are veterans or fanatics."""

    kind: str = ""
    steady: bool = False


def profile_of(one: UnitIn | CharacterIn) -> Profiled:
    """What a pack says of a unit or character. Raises ValidationError."""
    return msgspec.convert(one.profile, Profiled) if one.profile else Profiled()


def kind_of_unit(unit: UnitIn) -> str:
    """The kind of a unit's figures: named in its profile, or by its arm."""
    named = profile_of(unit).kind
    if named:
        return named
    if unit.arm == "cavalry":
        return "lancer"
    return "warrior" if unit.native else "askari"


def ranked(people: tuple[CharacterIn, ...]) -> list[CharacterIn]:
    """Whoever commands the others first: he is the head."""
    return sorted(people, key=lambda one: RANKS.index(one.rank) if one.rank in RANKS else len(RANKS))


def muster(made: Builder, seat: Seat, force: Force) -> None:
    """A campaign's units as squads of at most ten, its characters as head and leaders (AWAM 0.5)."""
    number = 0
    people = ranked(force.characters)
    for unit in force.units:
        left, kind, steady = unit.figures, kind_of_unit(unit), profile_of(unit).steady
        while left > 0:
            number += 1
            size = min(left, TABLES.deck.squad_most)
            squad = made.add_squad(seat, number, unit.name)
            for place in range(1, size + 1):
                figure = made.add(squad, kind, place, leads=place == 1)
                figure.roster, figure.steady = unit.id, steady
                figure.worth = scoring.strength(figure)
            left -= size
            if people:
                _attach(made, squad, people.pop(0), first=number == 1)
    for person in people:
        number += 1
        squad = made.add_squad(seat, number, person.name)
        _attach(made, squad, person, first=number == 1)


def _attach(made: Builder, squad: Squad, person: CharacterIn, *, first: bool) -> None:
    """A character: the first is the head, the others lead their squads beside its own leader."""
    profile = profile_of(person)
    kind = profile.kind or ("head_warrior" if person.native else "head")
    figure = made.add(squad, kind, PERSON, head=first)
    figure.role = "head" if first else "leader"
    figure.roster, figure.name, figure.steady = person.id, person.name, profile.steady
    veterans.bring(figure, person)
    figure.worth = scoring.strength(figure)


def is_person(figure: Figure) -> bool:
    """Whether a figure is a character of a campaign, not one of a unit's men."""
    return bool(figure.roster) and (figure.role == "head" or figure.id.endswith(f".{PERSON}"))


def readings_of(setup: Setup) -> dict[str, str]:
    return {key: str(value) for key, value in dict(setup.options.get("readings") or {}).items()}


# --- What is wrong with a setup ---------------------------------------------------------------------------------------


def problems(setup: Setup) -> list[Problem]:
    """Everything wrong with a setup; nothing is built of one that is wrong."""
    found: list[Problem] = []
    if setup.scenario not in SHEETS.scenarios:
        return [Problem(code="no_such_scenario", data={"scenario": str(setup.scenario)[:40]}, place="scenario")]
    found += _seat_problems(setup)
    found += _option_problems(setup.options)
    if not found:
        found += _force_problems(setup)
    return found


def _seat_problems(setup: Setup) -> list[Problem]:
    strange = [seat for seat in setup.forces if seat not in SEATS]
    if strange and not is_of_campaign(setup):
        return [Problem(code="no_such_seat", data={"seat": str(strange[0])[:40]}, place="forces")]
    if strange:
        return []
    least, most = seats_of(setup.scenario)
    allowed = [seats_for(setup.scenario, number) for number in range(least, most + 1)]
    if set(setup.forces) not in [set(one) for one in allowed]:
        data = {"sets": [list(one) for one in allowed]}
        return [Problem(code="bad_seats", data=data, rule="AWAM 12.5", place="forces")]
    return []


def is_of_campaign(setup: Setup) -> bool:
    """Whether two sides of a war meet: they bring their own, and bear their own names."""
    bring = all(force.units or force.characters for force in setup.forces.values())
    return setup.scenario == "meeting" and len(setup.forces) == 2 and bring


def seated(setup: Setup) -> list[Seat]:
    """The seats in the order of the game, whatever the order of the keys."""
    return sorted(setup.forces, key=lambda seat: (SEATS.index(seat) if seat in SEATS else len(SEATS), seat))


def seats_of(scenario: str) -> tuple[int, int]:
    """How many seats a scenario is for."""
    sizes = [len(one) for one in SHEETS.scenarios[scenario].seatings]
    return min(sizes), max(sizes)


def seats_for(scenario: str, number: int) -> tuple[Seat, ...]:
    """Which seats are taken where so many play: of Fashoda 1 and 2, then 5, then 4 (AWAM 12.5). For more than it is for: the first."""
    for chosen in SHEETS.scenarios[scenario].seatings:
        if len(chosen) == number:
            return tuple(SEATS[place - 1] for place in chosen)
    return SEATS[:number]


def _option_problems(options: dict[str, Any]) -> list[Problem]:
    found = []
    for key, value in options.items():
        if key == "readings":
            found += _reading_problems(value)
        elif key == "umpire":
            if not isinstance(value, bool):
                found.append(Problem(code="bad_option", place="options.umpire"))
        elif key == "seed":
            if not isinstance(value, str) or len(value) > LONGEST_SEED:
                found.append(Problem(code="bad_option", place="options.seed"))
        elif key == "points":
            found += _size_problems(value)
        else:
            found.append(Problem(code="no_such_option", data={"option": str(key)[:40]}, place="options"))
    return found


def _size_problems(value: Any) -> list[Problem]:
    """A size of forces is a whole number of points within bounds (AWAM 16.3)."""
    low, high = TABLES.generator.sizes
    if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
        return []
    return [Problem(code="bad_size", data={"low": low, "high": high}, rule="AWAM 16.3", place="options.points")]


def _reading_problems(value: Any) -> list[Problem]:
    if not isinstance(value, dict):
        return [Problem(code="bad_option", place="options.readings")]
    return [
        Problem(code="no_such_reading", data={"reading": str(key)[:40]}, rule="AWAM 11", place="options.readings")
        for key, chosen in value.items()
        if key not in TABLES.readings or chosen not in TABLES.readings[key].values
    ]


def _force_problems(setup: Setup) -> list[Problem]:
    bringing = {seat for seat, force in setup.forces.items() if force.units or force.characters}
    if not bringing:
        return []
    if setup.scenario != "meeting":
        return [Problem(code="forces_given", rule=SHEETS.scenarios[setup.scenario].rule, place="forces")]
    found = []
    for seat, force in setup.forces.items():
        count = sum(unit.figures for unit in force.units) + len(force.characters)
        if count < 1:
            found.append(Problem(code="empty_force", data={"seat": seat}, place=f"forces.{seat}"))
        if count > MOST_FIGURES:
            problem = Problem(code="too_many_figures", data={"most": MOST_FIGURES}, place=f"forces.{seat}")
            found.append(problem)
        brought: list[UnitIn | CharacterIn] = [*force.units, *force.characters]
        for one in brought:
            found += _profile_problems(one, f"forces.{seat}.{one.id}")
    return found


def _profile_problems(one: UnitIn | CharacterIn, place: str) -> list[Problem]:
    try:
        kind = profile_of(one).kind
    except msgspec.ValidationError:
        return [Problem(code="bad_option", place=f"{place}.profile")]
    if kind and kind not in SHEETS.kinds:
        return [Problem(code="no_such_kind", data={"kind": kind[:40]}, place=f"{place}.profile.kind")]
    return []
