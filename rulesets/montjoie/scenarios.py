"""Scenarios: who stands where on which map, in what weather, and what decides (Montjoie 8, appendix C)."""

from collections.abc import Iterator, Mapping
from importlib.resources import files

import msgspec
from msgspec import Struct, UnsetType

from rulesets.montjoie.characters import COUNTERS, Counters
from rulesets.montjoie.ground import BASE, BED, CROWN, Alterations, Gallery, Ground, altered
from rulesets.montjoie.hexes import Hex, Place, neighbour, opposite
from rulesets.montjoie.mapdoc import Feature, Rect, rect_hexes
from rulesets.montjoie.markers import Site, alterations_of, feature_problems, together
from rulesets.vocabulary import Problem

MODULES = (
    "weather",
    "trees",
    "low_walls",
    "rooftops",
    "wagons",
    "stakes",
    "loaders",
    "hamstring",
    "kneeling",
    "refuse",
    "hoardings",
    "rocks",
    "mines",
    "grapnels",
)
"""What a scenario may switch off by not naming it (Montjoie 0)."""


class Zone(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where a side sets up: a rect less a terrain key or a list of hexes (ground layer); most figures in crowns."""

    rect: Rect
    without: str | tuple[Hex, ...] = msgspec.field(name="except", default=())
    crowns: int | None = None


class UnitRow(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A figure of a side and where it stands by default: ``c`` its id in the roster; riders by their heads."""

    c: str
    at: Hex
    layer: str = BASE
    mounted: int = 0
    face: int = 0
    kneel: int = 0
    loader_of: str = ""
    gear: tuple[str, ...] = ()


class SideSetup(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    zone: Zone
    units: tuple[UnitRow, ...]


class Change(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is otherwise in some turns, first and last named: weather, sun, darkness."""

    turns: tuple[int, int]
    weather: str | UnsetType = msgspec.UNSET
    sun: int | None = None
    dark: bool = False


class ShedRow(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    at: Hex
    miners: int = 0
    engineer: str = ""


class MineRow(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    wall: str
    needed: int
    propped: tuple[Hex, ...] = ()


class Prelude(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The days before an assault (Montjoie 5.4). ``engines``: how many of each kind; ``delay_penalty`` in points a day."""

    max_days: int
    side: str
    engines: dict[str, int] = {}
    shed: ShedRow | None = None
    mine: MineRow | None = None
    delay_penalty: int = 0
    miners_available: tuple[str, ...] = ()


class VictoryRow(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The first row whose terms all hold decides (Montjoie 8). ``winner`` None: a draw."""

    terms: tuple[str, ...] = msgspec.field(name="if")
    winner: str | None
    level: str


class Scenario(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A battle to be played, as its document says it."""

    id: str
    title: str
    map: str
    turns: int
    first: str
    deploy_first: str
    sides: dict[str, SideSetup]
    weather: str = "clear"
    schedule: tuple[Change, ...] = ()
    modules: tuple[str, ...] = MODULES
    on_foot: bool = False
    """A force that is brought here leaves its horses behind."""
    prelude: Prelude | None = None
    features: tuple[Feature, ...] = ()
    gear: dict[str, dict[str, int | tuple[str, ...]]] = {}
    victory: tuple[VictoryRow, ...] = ()

    @property
    def off(self) -> tuple[str, ...]:
        """The modules that are not played."""
        return tuple(module for module in MODULES if module not in self.modules)

    def alterations(self, ground: Ground) -> Alterations:
        """What the map and this scenario put on the ground before anybody is set up."""
        both = together(ground.marked, alterations_of(self.features, ground.readings))
        if self.prelude is not None and self.prelude.mine is not None:
            from_mine = tuple(Gallery(hex_, -1) for hex_ in self.prelude.mine.propped)
            both = msgspec.structs.replace(both, mines=both.mines + from_mine)
        return msgspec.structs.replace(both, off=self.off)


def zone_hexes(zone: Zone, ground: Ground) -> frozenset[Hex]:
    """The hexes of a zone in which a side may set up on the ground layer."""
    inside = frozenset(hex_ for hex_ in rect_hexes(zone.rect) if hex_ in ground.terrain)
    return inside - frozenset(hex_ for hex_ in inside if _left_out(zone, ground, hex_))


def _left_out(zone: Zone, ground: Ground, hex_: Hex) -> bool:
    return ground.kinds[hex_] == zone.without if isinstance(zone.without, str) else hex_ in zone.without


def problems(scenario: Scenario, ground: Ground, counters: Counters = COUNTERS) -> list[Problem]:
    """Everything that keeps a scenario from being played on its map with these counters."""
    site = Site(kinds=ground.kinds, tables=ground.tables, battlements=ground.battlements, roofs=ground.roofs)
    found = feature_problems(scenario.features, site, "features")
    found.extend(_head(scenario, ground))
    here = altered(ground, scenario.alterations(ground))
    taken: dict[Place, str] = {}
    for key, side in scenario.sides.items():
        for number, unit in enumerate(side.units):
            place = f"sides.{key}.units[{number}]"
            found.extend(_unit(unit, side.zone, here, counters, place))
            for one in _places(unit):
                if one in taken:
                    data = {"hex": one[0], "layer": one[1], "who": unit.c, "other": taken[one]}
                    found.append(Problem(code="two_in_hex", data=data, rule="Montjoie 4.1", place=f"{place}.at"))
                taken[one] = unit.c
    return found


def _head(scenario: Scenario, ground: Ground) -> Iterator[Problem]:
    tables = ground.tables
    for field, value in (("first", scenario.first), ("deploy_first", scenario.deploy_first)):
        if value not in scenario.sides:
            yield Problem(code="unknown_side", data={"side": value}, rule="Montjoie 8", place=field)
    for number, module in enumerate(scenario.modules):
        if module not in MODULES:
            yield Problem(code="unknown_module", data={"module": module}, rule="Montjoie 0", place=f"modules[{number}]")
    told = [("weather", scenario.weather)]
    told += [
        (f"schedule[{number}].weather", change.weather)
        for number, change in enumerate(scenario.schedule)
        if isinstance(change.weather, str)
    ]
    for field, weather in told:
        if weather not in tables.weather:
            yield Problem(code="unknown_weather", data={"weather": weather}, rule="Montjoie 1.1", place=field)
    if len(scenario.sides) != 2:
        yield Problem(code="two_sides", data={"sides": len(scenario.sides)}, rule="Montjoie 8", place="sides")


def _places(unit: UnitRow) -> tuple[Place, ...]:
    rump = neighbour(unit.at, opposite(unit.face)) if unit.mounted else ""
    return ((unit.at, unit.layer), (rump, unit.layer)) if rump else ((unit.at, unit.layer),)


def _unit(unit: UnitRow, zone: Zone, ground: Ground, counters: Counters, place: str) -> Iterator[Problem]:
    """Whether a figure is in the roster and stands where it may."""
    known = counters.find(unit.c)
    if known is None:
        yield Problem(code="unknown_figure", data={"figure": unit.c}, rule="Montjoie 8", place=f"{place}.c")
    elif unit.mounted and counters.classes[known[2]].mounted is None:
        yield Problem(code="no_mount", data={"figure": unit.c}, rule="Montjoie 10", place=f"{place}.mounted")
    elif unit.layer == CROWN and (unit.mounted or counters.classes[known[2]].armour):
        yield Problem(code="no_climber", data={"figure": unit.c}, rule="Montjoie 1.2.1", place=f"{place}.layer")
    for hex_, layer in _places(unit):
        if hex_ not in ground.terrain:
            yield Problem(code="off_map", data={"hex": hex_}, rule="Montjoie 8", place=f"{place}.at")
        elif layer not in ground.layers(hex_):
            yield Problem(
                code="no_layer", data={"hex": hex_, "layer": layer}, rule="Montjoie 4.1", place=f"{place}.layer"
            )
        elif hex_ not in zone_hexes(zone, ground) and layer in {BASE, BED}:
            yield Problem(code="outside_zone", data={"hex": hex_}, rule="Montjoie 6.1", place=f"{place}.at")
        elif layer == BASE and not _may_stand(ground, hex_, mounted=bool(unit.mounted)):
            yield Problem(
                code="impassable",
                data={"hex": hex_, "terrain": ground.kinds[hex_]},
                rule="Montjoie 6.1",
                place=f"{place}.at",
            )


def _may_stand(ground: Ground, hex_: Hex, *, mounted: bool) -> bool:
    return ground.terrain[hex_].mounted is not None if mounted else ground.passable(hex_)


def _read(text: bytes) -> Scenario:
    return msgspec.json.decode(text, type=Scenario)


SCENARIOS: Mapping[str, Scenario] = {
    one.id: one
    for one in (
        _read(entry.read_bytes())
        for entry in sorted(files("rulesets.montjoie").joinpath("scenarios").iterdir(), key=lambda entry: entry.name)
        if entry.name.endswith(".json")
    )
}
"""The house's scenarios, by id."""
