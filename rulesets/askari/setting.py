"""Opening a battle: armies and rosters into units, the scenario's table, deployment and ambush (Askari 3 S1-S6, E, F)."""

import tomllib
from collections.abc import Iterable, Iterator
from functools import lru_cache
from importlib.resources import files
from typing import Literal

import msgspec
from msgspec import Struct

from rulesets.askari import armies, formations, generator, geometry, mustering, placing, veterans
from rulesets.askari.armies import Army
from rulesets.askari.field import Field
from rulesets.askari.geometry import Point, Polygon
from rulesets.askari.ground import Piece
from rulesets.askari.state import Edge, Side, State, Unit, Veteran
from rulesets.askari.tables import TABLES
from rulesets.contract import Problem, Setup
from rulesets.vocabulary import Seat

type Place = Literal["first", "second"]
type Box = tuple[int, int, int, int]
FACINGS: dict[Edge, int] = {"low": 0, "high": 180, "left": 90, "right": 270}
EAST = 90
STEP = 60
"""Millimetres between two places where a unit may be put down, of those that are tried."""


class Scenario(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One of ``scenarios.toml`` (F.2). Boxes are left, low, right, high."""

    name: str
    width: int
    height: int
    turns: int
    attacker: Place | None = None
    most_points: int = 0
    zones: dict[Place, Box] = {}
    reserve: tuple[Place, ...] = ()
    ambush: dict[Place, int] = {}
    areas: tuple[tuple[str, Box], ...] = ()
    lines: tuple[tuple[str, tuple[Point, ...]], ...] = ()
    objectives: tuple[Point, ...] = ()
    held: dict[Place, int] = {}
    burned: int = 0
    unburned: int = 0
    marches: Place | None = None
    """Who is on the march: in columns that face east, the baggage not in front."""
    lies: Place | None = None
    """Who lies in ambush: nobody of his deploys, half his points hide, the rest is in reserve, and the first turn is his."""
    road: Box | None = None
    """Where no ambush may lie."""
    through: int = 0
    passed: int = 0
    """What the march scores where half its baggage, or half its units, have come so far to the east."""
    reserve_from: int = 0
    entry: Edge | None = None
    """The edge at which reserves come in, where it is not their own."""
    generated: bool = False
    """The seed lays the table."""
    trophies: int = 0
    """A hunting game: so many make it a good one (Askari 12)."""
    animals: tuple[tuple[str, int], ...] = ()
    """Groups of animals; 0: as many as a die shows."""

    def zone(self, place: Place) -> Box:
        """Where a side deploys: the house's strip along its edge, unless the scenario says otherwise (F)."""
        if place in self.zones:
            return self.zones[place]
        zone = TABLES.deployment
        low = 0 if place == "first" else self.height - zone.depth
        return zone.from_short_edges, low, self.width - zone.from_short_edges, low + zone.depth


def _load() -> dict[str, Scenario]:
    text = files("rulesets.askari").joinpath("scenarios.toml").read_text()
    return msgspec.convert(tomllib.loads(text), dict[str, Scenario])


SCENARIOS = _load()
PLACES: tuple[Place, Place] = ("first", "second")
MOST_GROUPS = 4
LONGEST_SEED = 40


def corners(box: Box) -> Polygon:
    left, low, right, high = box
    return Point(left, low), Point(right, low), Point(right, high), Point(left, high)


# --- The state at the beginning -------------------------------------------------------------------------------------


def opened(setup: Setup) -> State:
    """The battle before anybody has done anything. The side that attacks, where the scenario has one, is its own."""
    scenario = SCENARIOS[setup.scenario]
    seats = seats_of(setup, scenario)
    brought = armies_of(setup)
    sides: list[Side] = []
    units: dict[str, Unit] = {}
    known: dict[str, Veteran] = {}
    for place, seat in zip(PLACES, seats, strict=True):
        army = brought[seat]
        mine = mustering.units_of(seat, army)
        here = {} if seat in setup.options.get("armies", {}) else mustering.veterans_of(seat, setup.forces[seat])
        for unit in mine:
            if unit.id in here:
                veterans.weigh(unit, here[unit.id])
        known |= here
        units |= {unit.id: unit for unit in mine}
        hiding = sum(unit.kind == "unit" for unit in mine) if scenario.lies == place else 0
        waiting = place in scenario.reserve or scenario.lies == place
        sides.append(
            Side(
                seat=seat,
                edge="low" if place == "first" else "high",
                aggression=army.aggression or 0,
                role="" if scenario.attacker is None else "attacker" if scenario.attacker == place else "defender",
                starting=sum(unit.price for unit in mine),
                hides=0
                if scenario.trophies
                else hiding or scenario.ambush.get(place, 0) + any("crafty" in unit.qualities for unit in mine),
                reserves=sum(unit.takes_orders for unit in mine) // 2 if waiting else 0,
            )
        )
    return msgspec.structs.replace(
        bare(setup.scenario, seed_of(setup)),
        readings=dict(setup.options.get("readings", {})),
        limit=setup.options.get("turns", scenario.turns),
        poor=setup.options.get("poor_light", False),
        sides=sides,
        units={key: units[key] for key in sorted(units)},
        veterans=known,
        animals=[*scenario.animals, *((kind, 0) for kind in setup.options.get("animals", ()))],
    )


def armies_of(setup: Setup) -> dict[Seat, Army]:
    """What each side brings, by a setup without problems: its list, as much of it as the points pay for, or its roster."""
    given = setup.options.get("armies", {})
    found: dict[Seat, Army] = {}
    for seat in sorted(setup.forces):
        army = armies.read(given[seat]) if seat in given else mustering.of_roster(setup.forces[seat])
        assert isinstance(army, Army), "checked before"
        if seat in given and setup.options.get("points"):
            army = generator.force(army, setup.options["points"], generator.seeded(seed_of(setup), seat))
        found[seat] = army
    return found


def bare(key: str, seed: str) -> State:
    """The table of a scenario, with nobody on it."""
    scenario = SCENARIOS[key]
    laid = generator.table(scenario.width, scenario.height, generator.seeded(seed))
    return State(
        scenario=key,
        width=scenario.width,
        height=scenario.height,
        limit=scenario.turns,
        sides=[],
        units={},
        ground=list(laid.ground) if scenario.generated else _laid(scenario),
        objectives=list(laid.objectives if scenario.generated else scenario.objectives),
    )


def seed_of(setup: Setup) -> str:
    return str(setup.options.get("seed", ""))


def seats_of(setup: Setup, scenario: Scenario) -> tuple[Seat, Seat]:
    """Who has which place: the campaign's attacker is the scenario's."""
    one, other = sorted(setup.forces)
    attacker = setup.roles.get("attacker")
    if attacker in (one, other):
        defender = other if attacker == one else one
        return (attacker, defender) if scenario.attacker != "second" else (defender, attacker)
    return one, other


def _laid(scenario: Scenario) -> list[Piece]:
    laid = [
        Piece(id=f"{kind}-{number + 1}", kind=kind, points=corners(box), resistance=TABLES.terrain[kind].resistance)
        for number, (kind, box) in enumerate(scenario.areas)
    ]
    laid += [
        Piece(id=f"{kind}-line-{number + 1}", kind=kind, points=points)
        for number, (kind, points) in enumerate(scenario.lines)
    ]
    return sorted(laid, key=lambda piece: piece.id)


def place_of(state: State, seat: Seat) -> Place:
    return PLACES[[side.seat for side in state.sides].index(seat)]


def zone_of(state: State, seat: Seat) -> Box:
    return state.side(seat).zone or SCENARIOS[state.scenario].zone(place_of(state, seat))


def entry_of(state: State, seat: Seat) -> Edge:
    """The edge at which its reserves come in."""
    return SCENARIOS[state.scenario].entry or state.side(seat).edge


def is_hunt(state: State) -> bool:
    return SCENARIOS[state.scenario].trophies > 0


def marches(state: State, seat: Seat) -> bool:
    return SCENARIOS[state.scenario].marches == place_of(state, seat)


def lies(state: State, seat: Seat) -> bool:
    return SCENARIOS[state.scenario].lies == place_of(state, seat)


# --- Deploying (S5) and hiding (S6) ---------------------------------------------------------------------------------


def check_deploy(
    field: Field, unit: Unit, anchor: Point, facing: int, ranks: int, *, loose: bool, hide: bool = False
) -> Problem | None:
    """Why a unit may not be put down so; None if it may."""
    least = formations.fewest_ranks(unit, field.readings["native_min_ranks"])
    column = not hide and unit.is_combat and marches(field.state, unit.seat)
    deepest = len(unit.figures) if column else formations.MOST_RANKS
    if not least <= ranks <= max(least, min(deepest, len(unit.figures))):
        return Problem(code="ranks", data={"least": least, "most": deepest}, rule="Askari H9")
    if column and (formations.files_of(len(unit.figures), ranks) > 2 or facing != EAST):
        return Problem(code="on_the_march", rule="Askari F.2")
    ends = placing.stand(unit, anchor, facing, ranks, loose=loose)
    if unit.kind == "baggage" and marches(field.state, unit.seat) and _in_front(field, unit, ends.values()):
        return Problem(code="baggage_behind", rule="Askari F.2")
    beasts = [other for other in field.table if other.kind == "animal"]
    if any(field.near_point(point, beast, TABLES.hunt.apart) for beast in beasts for point in ends.values()):
        return Problem(code="animals_near", rule="Askari 12.1")
    left, low, right, high = zone_of(field.state, unit.seat)
    if not hide and not all(left <= point[0] <= right and low <= point[1] <= high for point in ends.values()):
        return Problem(code="outside_zone", data={"zone": [left, low, right, high]}, rule="Askari F")
    if hide:
        found = _check_hidden(field, unit, list(ends.values()))
        if found is not None:
            return found
    return placing.stands_on(field, unit, ends.values()) or placing.check_stand(field, unit, ends)


def _in_front(field: Field, unit: Unit, ends: Iterable[Point]) -> bool:
    """Whether baggage would be further to the east than every unit of its side."""
    first = [one.at.x for other in field.friends(unit) if other.is_combat for one in other.figures]
    return max(point[0] for point in ends) > max(first, default=0)


def _check_hidden(field: Field, unit: Unit, ends: list[Point]) -> Problem | None:
    """In cover that hides, outside the enemy's zone, 20 cm from any enemy (Askari F)."""
    road = SCENARIOS[field.state.scenario].road
    left, low, right, high = road or zone_of(field.state, field.state.other(unit.seat))
    for point in ends:
        if not field.ground.hides(point):
            return Problem(code="no_hiding_place", rule="Askari F")
        if left <= point[0] <= right and low <= point[1] <= high:
            return Problem(code="enemy_zone", rule="Askari F")
        if any(field.near_point(point, enemy, TABLES.reach.near) for enemy in field.enemies(unit.seat)):
            return Problem(code="enemy_near", rule="Askari F")
    return None


def spots(
    field: Field, unit: Unit, *, hide: bool = False, about: int | None = None
) -> Iterator[tuple[Point, int, int]]:
    """Lawful places to put a unit down: anchor, facing and ranks, from the middle of its zone outwards, or from x = ``about``."""
    column = not hide and unit.is_combat and marches(field.state, unit.seat)
    facing = EAST if column else FACINGS[field.state.side(unit.seat).edge]
    least = formations.fewest_ranks(unit, field.readings["native_min_ranks"])
    ranks = max(least, -(-len(unit.figures) // 2) if column else unit.ranks)
    for anchor in _grid(field, unit, hide=hide, about=about):
        for tried in dict.fromkeys((ranks, min(formations.MOST_RANKS, max(ranks, len(unit.figures))))):
            if check_deploy(field, unit, anchor, facing, tried, loose=False, hide=hide) is None:
                yield anchor, facing, tried
                break


def _grid(field: Field, unit: Unit, *, hide: bool, about: int | None = None) -> list[Point]:
    state = field.state
    if hide:
        boxes = [
            (one.rect.left, one.rect.low, one.rect.right, one.rect.high)
            for one in field.ground.areas
            if one.terrain.ambush
        ]
    else:
        boxes = [zone_of(state, unit.seat)]
    low_edge = state.side(unit.seat).edge == "low"
    return [point for box in boxes for point in _grid_of(box, low_edge=low_edge, about=about)]


@lru_cache(maxsize=64)
def _grid_of(box: Box, *, low_edge: bool, about: int | None) -> tuple[Point, ...]:
    """Places of a rectangle, the foremost first: asked for before every unit that deploys, and always the same."""
    left, low, right, high = box
    middle = Point((left + right) // 2 if about is None else about, (low + high) // 2)
    here = [Point(x, y) for x in range(left + 20, right, STEP) for y in range(low + 20, high, STEP)]
    front = high if low_edge else low
    band = 100 if about is None else STEP  # whoever deploys somewhere on purpose deploys well forward
    return tuple(
        sorted(here, key=lambda point: (abs(point[1] - front) // band, geometry.squared(point, middle), point))
    )


def put(
    field: Field,
    unit: Unit,
    anchor: Point,
    facing: int,
    ranks: int,
    *,
    loose: bool = False,
    where: Literal["table", "hidden"],
) -> None:
    ends = placing.fits(field, unit, anchor, facing, ranks, loose=loose)
    for figure in unit.figures:
        figure.at = ends[figure.id]
    unit.facing, unit.ranks, unit.loose, unit.where = facing, ranks, loose, where
    field.touched(unit)


def beside(field: Field, unit: Unit, host: Unit) -> None:
    """Put one of the people beside the unit he is with: on the first free place round it."""
    pitch = unit.base + formations.CLOSE
    taken = [figure.at for other in (host, *field.company_of(host)) if other is not unit for figure in other.figures]
    (figure,) = unit.figures
    for size in range(1, 12):
        for dx, dy in ((-size, 0), (size, 0), (0, -size), (0, size), (size, size), (-size, -size)):
            spot = Point(host.figures[0].at.x + dx * pitch, host.figures[0].at.y + dy * pitch)
            apart = all(geometry.squared(spot, other) >= (host.base + unit.base) ** 2 // 4 for other in taken)
            if apart and placing.check_stand(field, unit, {figure.id: spot}) is None:
                figure.at = spot
                field.touched()
                return
    unit.where, unit.joined = "reserve", ""
    field.touched()
