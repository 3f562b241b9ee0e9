"""How a battle is opened: a scenario of the house, or two forces on a map (Montjoie 8, appendix C)."""

import itertools
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from rulesets.contract import CharacterIn, Force, Setup, UnitIn
from rulesets.montjoie import conditions, data, generator, ground, scenarios, siege, veterans
from rulesets.montjoie.characters import Counters
from rulesets.montjoie.ground import Ground
from rulesets.montjoie.hexes import direction, letters
from rulesets.montjoie.mapdoc import rect_hexes
from rulesets.montjoie.maps import house_maps
from rulesets.montjoie.readings import ALL, READINGS
from rulesets.montjoie.scenarios import MODULES, SCENARIOS, Scenario, SideSetup, UnitRow, Zone
from rulesets.montjoie.state import Climb, Figure, Side, State, Thing, Wagon
from rulesets.montjoie.tables import Tables
from rulesets.vocabulary import Problem, Seat

FIELD = "field"
"""The scenario of two forces on a map, without an objective."""
ROLES = ("first", "second")
MOST_FIGURES = 60
MOST_TURNS = 30
LONGEST_SEED = 40
RULE = "Montjoie 8"


def names() -> tuple[str, ...]:
    return (FIELD, *SCENARIOS)


def field_scenario(options: Mapping[str, Any], here: Ground) -> Scenario:
    """Two forces: one sets up in the first quarter of the columns, the other in the last."""
    quarter = max(1, here.columns // 4)
    last = f"{here.rows:02d}"

    def zone(first: int, then: int) -> Zone:
        return Zone(rect=(f"{letters(first)}01", f"{letters(then)}{last}"))

    return Scenario(
        id=FIELD,
        title=here.name,
        map=here.id,
        turns=options.get("turns", 12),
        first="first",
        deploy_first="second",
        sides={
            "first": SideSetup(zone=zone(0, quarter - 1), units=()),
            "second": SideSetup(zone=zone(here.columns - quarter, here.columns - 1), units=()),
        },
        weather=options.get("weather", "clear"),
        modules=tuple(module for module in MODULES if module != "mines"),
    )


def seats_of(setup: Setup, scenario: Scenario) -> dict[str, Seat]:
    """Which seat plays which side: as the roles say, else in the order of the scenario's sides."""
    roles = list(scenario.sides)
    if setup.roles:
        return {role: setup.roles[role] for role in roles}
    seats = list(setup.forces) or list(ROLES)
    return dict(zip(roles, seats, strict=True))


# --- What is wrong


def problems(setup: Setup) -> list[Problem]:
    """Everything wrong with a setup; empty when it can be played."""
    found = [*_option_problems(setup.options)]
    if setup.scenario not in names():
        found.append(Problem(code="unknown_scenario", data={"scenario": setup.scenario}, rule=RULE, place="scenario"))
    if setup.options.get("map") and setup.scenario in SCENARIOS:
        found.append(Problem(code="has_its_map", data={"scenario": setup.scenario}, rule=RULE, place="options.map"))
    if found:
        return found
    setup = prepared(setup)
    options = dict(setup.options)
    base = _ground(options, setup.scenario)
    scenario = SCENARIOS[setup.scenario] if setup.scenario != FIELD else field_scenario(options, base)
    found += _role_problems(setup, scenario)
    if found:
        return found
    counters = data.counters_of(options)
    found += _force_problems(setup, counters, data.tables_of(options), needed=setup.scenario == FIELD)
    if found:
        return found
    if not any(_is_manned(force) for force in setup.forces.values()):
        found += scenarios.problems(scenario, base, counters)
    found += conditions.problems(_rows(scenario), _known(setup, scenario, base))
    return found


def prepared(setup: Setup) -> Setup:
    """Two forces on a field, with what its seed lays: a map where none is chosen, and forces where none came."""
    options = dict(setup.options)
    seed = options.get("seed", "")
    if setup.scenario != FIELD or not (seed or options.get("points")):
        return setup
    if seed and not options.get("map"):
        options["map"] = generator.map_document(seed)
    forces = dict(setup.forces)
    points = options.get("points") or generator.USUAL_POINTS
    if not any(_is_manned(force) for force in forces.values()):
        seats = tuple(forces) or ROLES
        if len(seats) == len(ROLES):
            counters = data.counters_of(options)
            forces = generator.forces(seed, points, (seats[0], seats[1]), counters)
    return msgspec.structs.replace(setup, options=options, forces=forces)


def _ground(options: Mapping[str, Any], scenario: str) -> Ground:
    map_id = SCENARIOS[scenario].map if scenario in SCENARIOS else "ashcombe"
    chosen = {**options, "readings": options.get("readings", {})}
    if scenario in SCENARIOS:
        chosen.pop("map", None)
    return data.ground_of(chosen, map_id)


def ground_before(setup: Setup) -> Ground | None:
    """The ground as far as a setup says, before anybody stands on it; None where its options cannot be taken."""
    if setup.scenario not in names() or any(_option_problems(setup.options)):
        return None
    options = {key: value for key, value in setup.options.items() if key != "points"}
    return _ground(prepared(msgspec.structs.replace(setup, forces={}, options=options)).options, setup.scenario)


def _option_problems(options: Mapping[str, Any]) -> Iterator[Problem]:
    for key in options:
        if key not in ("readings", "modules_off", "turns", "weather", "map", "tables", "counters", "seed", "points"):
            yield Problem(code="unknown_option", data={"option": key}, place=f"options.{key}")
    yield from _reading_problems(options.get("readings", {}))
    yield from _number_problems(options)
    for key in ("tables", "counters"):
        if options.get(key) is not None:
            yield from data.check_data(key, options[key])
    chosen = options.get("map")
    if isinstance(chosen, str):
        if chosen not in house_maps():
            yield Problem(code="unknown_map", data={"map": chosen}, place="options.map")
    elif chosen is not None:
        yield from data.check_data("map", chosen)


def _reading_problems(readings: Any) -> Iterator[Problem]:
    if not isinstance(readings, dict):
        yield Problem(code="bad_option", data={"option": "readings"}, place="options.readings")
    else:
        for key, value in readings.items():
            if key not in ALL or not any(value == one and type(value) is type(one) for one in ALL[key].values):
                yield Problem(code="bad_reading", data={"reading": key}, place=f"options.readings.{key}")


def _number_problems(options: Mapping[str, Any]) -> Iterator[Problem]:
    off = options.get("modules_off", [])
    if not isinstance(off, (list, tuple)) or any(module not in MODULES for module in off):
        yield Problem(code="bad_option", data={"option": "modules_off"}, place="options.modules_off")
    turns = options.get("turns", 12)
    if type(turns) is not int or not 1 <= turns <= MOST_TURNS:
        yield Problem(code="bad_option", data={"option": "turns"}, place="options.turns")
    weather = options.get("weather", "clear")
    if not isinstance(weather, str) or weather not in data.tables_of({}).weather:
        yield Problem(code="unknown_weather", data={"weather": str(weather)}, place="options.weather")
    seed = options.get("seed", "")
    if not isinstance(seed, str) or len(seed) > LONGEST_SEED:
        yield Problem(code="bad_option", data={"option": "seed"}, place="options.seed")
    points = options.get("points", 0)
    least, most = generator.FEWEST_POINTS, generator.MOST_POINTS
    if type(points) is not int or (points and not least <= points <= most):
        yield Problem(code="bad_option", data={"option": "points"}, place="options.points")


def _role_problems(setup: Setup, scenario: Scenario) -> list[Problem]:
    sides = list(scenario.sides)
    if setup.roles and (set(setup.roles) != set(sides) or len(set(setup.roles.values())) != len(sides)):
        return [Problem(code="roles", data={"roles": sides}, rule=RULE, place="roles")]
    if setup.forces and len(setup.forces) != len(sides):
        return [Problem(code="two_sides", data={"sides": len(setup.forces)}, rule=RULE, place="forces")]
    if setup.roles and setup.forces and set(setup.roles.values()) != set(setup.forces):
        return [Problem(code="roles", data={"roles": sides}, rule=RULE, place="roles")]
    return []


def _is_manned(force: Force) -> bool:
    return bool(force.units or force.characters)


def _force_problems(setup: Setup, counters: Counters, tables: Tables, *, needed: bool) -> Iterator[Problem]:
    manned = [seat for seat, force in setup.forces.items() if _is_manned(force)]
    if (needed or manned) and len(manned) != 2:
        yield Problem(code="force_empty", data={"seats": sorted(setup.forces)}, rule=RULE, place="forces")
    for seat, force in setup.forces.items():
        ids: set[str] = set()
        count = sum(unit.figures for unit in force.units) + len(force.characters)
        if count > MOST_FIGURES:
            yield Problem(code="too_many_figures", data={"most": MOST_FIGURES}, place=f"forces.{seat}")
        rows: list[UnitIn | CharacterIn] = [*force.units, *force.characters]
        for row in rows:
            place = f"forces.{seat}.{row.id}"
            if row.id in ids:
                yield Problem(code="id_twice", data={"id": row.id}, place=place)
            ids.add(row.id)
            yield from _profile_problems(_profile(row), counters, tables, place)


def _profile_problems(profile: Mapping[str, Any], counters: Counters, tables: Tables, place: str) -> Iterator[Problem]:
    cls = profile.get("class")
    if cls is not None and (not isinstance(cls, str) or cls not in counters.classes or counters.classes[cls].animal):
        yield Problem(code="unknown_class", data={"class": str(cls)}, rule="Montjoie 10", place=place)
        return
    if profile.get("mounted") and isinstance(cls, str) and counters.classes[cls].mounted is None:
        yield Problem(code="no_mount", data={"figure": cls}, rule="Montjoie 10", place=place)
    weapons = profile.get("weapons", ())
    if not isinstance(weapons, (list, tuple)) or any(
        weapon not in tables.weapons or weapon == "rock" for weapon in weapons
    ):
        yield Problem(code="unknown_weapon", data={"weapons": list(map(str, weapons))}, rule="Montjoie 10", place=place)


def _profile(row: UnitIn | CharacterIn) -> dict[str, Any]:
    return {} if row.profile is msgspec.UNSET else dict(row.profile)


def _rows(scenario: Scenario) -> list[dict[str, Any]]:
    return [msgspec.to_builtins(row) for row in scenario.victory]


def _known(setup: Setup, scenario: Scenario, base: Ground) -> conditions.Known:
    figures = {unit.c for side in scenario.sides.values() for unit in side.units}
    figures |= {row.id for force in setup.forces.values() for row in force.characters}
    return conditions.Known(
        sides=set(scenario.sides),
        figures=figures,
        wagons={feature.id for feature in scenario.features if feature.kind == "wagon"},
        spots=set(base.spots),
    )


# --- Opening


def opened(setup: Setup) -> State:
    """The state before anybody is set up. The setup has passed ``problems``."""
    setup = prepared(setup)
    options = dict(setup.options)
    base = _ground(options, setup.scenario)
    scenario = SCENARIOS[setup.scenario] if setup.scenario != FIELD else field_scenario(options, base)
    seats = seats_of(setup, scenario)
    off = set(options.get("modules_off", ()))
    modules = tuple(module for module in scenario.modules if module not in off)
    order = sorted(scenario.sides, key=lambda role: role != scenario.first)
    deploys = sorted(scenario.sides, key=lambda role: role != scenario.deploy_first)
    state = State(
        scenario=scenario.id,
        map=scenario.map,
        title=scenario.title,
        limit=options.get("turns", scenario.turns),
        modules=modules,
        readings={key: value for key, value in options.get("readings", {}).items() if value != READINGS[key]},
        data=_own_data(options, scenario),
        sides=[Side(seat=seats[role], role=role) for role in order],
        deploy_order=tuple(seats[role] for role in deploys),
        figures={},
        victory=tuple(_rows(scenario)),
        schedule=tuple(msgspec.to_builtins(change) for change in scenario.schedule),
        plain_weather=scenario.weather,
        weather=scenario.weather,
        zones={},
    )
    _lay_markers(state, scenario, base)
    counters = data.counters_of(state.data)
    for role, side in scenario.sides.items():
        seat = seats[role]
        state.zones[seat] = _zone(side.zone, base)
        force = setup.forces.get(seat, Force())
        if _is_manned(force):
            _muster(state, seat, force, counters, on_foot=scenario.on_foot)
            for person in force.characters:
                veterans.bring(_figure_of(state, seat, person.id), person, data.tables_of(state.data))
            veterans.lead(state, seat, force.characters, data.tables_of(state.data))
        else:
            _roster(state, seat, side.units, counters)
    state.figures = {key: state.figures[key] for key in sorted(state.figures)}
    _hand_out(state, scenario, seats)
    state.siege = siege.opened(state, scenario, seats, data.tables_of(state.data))
    if state.siege is not None:
        state.phase = "prelude"
    _choose_order(state, setup.forces)
    for side_ in state.sides:
        side_.start = sum(worth(one) for one in state.of(side_.seat))
    return state


def _choose_order(state: State, forces: Mapping[Seat, Force]) -> None:
    """Command skills that have a side move first, set up last, or wait before a wall at no cost."""
    tables = data.tables_of(state.data)

    def skilled(skill: str) -> frozenset[Seat]:
        return frozenset(seat for seat, force in forces.items() if veterans.knows(force.characters, skill, tables))

    first, second = (side.seat for side in state.sides)
    state.sides = [state.side(seat) for seat in veterans.ordered((first, second), skilled("first"))]
    deploys = (state.deploy_order[0], state.deploy_order[1])
    state.deploy_order = veterans.ordered(deploys, skilled("ground"), last=True)
    if state.siege is not None and state.siege.besieger in skilled("provident"):
        state.siege.penalty = 0


def _own_data(options: Mapping[str, Any], scenario: Scenario) -> dict[str, Any]:
    """What a club has put in the place of the house's; a scenario of the house keeps its map."""
    kinds = ("tables", "counters", "map") if scenario.id == FIELD else ("tables", "counters")
    return {key: options[key] for key in kinds if options.get(key) is not None}


def worth(one: Figure) -> int:
    """Points at the start: of one who comes wounded, what is left of them (Montjoie 9)."""
    return one.price - one.price // 2 if one.start_wounded else one.price


def _zone(zone: Zone, base: Ground) -> dict[str, Any]:
    whole = [hex_ for hex_ in rect_hexes(zone.rect) if hex_ in base.terrain]
    ground_ = scenarios.zone_hexes(zone, base)
    return {"ground": sorted(ground_), "all": sorted(whole), "crowns": zone.crowns}


def _lay_markers(state: State, scenario: Scenario, base: Ground) -> None:
    laid: ground.Alterations = scenario.alterations(base)
    here = ground.altered(base, laid)
    state.stakes = {one.hex: tuple(one.front) for one in laid.stakes} if state.has("stakes") else {}
    if state.has("hoardings"):
        state.hoardings = {hex_: here.behind(hex_)[0] for hex_ in laid.hoardings if here.behind(hex_)}
    state.rubble, state.filled = laid.rubble, laid.filled
    state.piles = tuple(base.piles) if state.has("rocks") else ()
    state.mines = {one.hex: one.low for one in laid.mines} if state.has("mines") else {}
    state.climbs = {
        one.id: Climb(
            id=one.id, kind="ladder", at=one.foot, way=_way(one), top=one.top, levels=here.rise(one), fixed=True
        )
        for one in laid.ladders
    }
    for number, hex_ in enumerate(base.barrels, start=1):
        state.things[f"oil-{number}"] = Thing(id=f"oil-{number}", kind="oil", at=hex_)
    if state.has("wagons"):
        for feature in scenario.features:
            if feature.kind == "wagon":
                _harness(state, feature, {side.role: side.seat for side in state.sides})


def _way(one: ground.Ladder) -> int:
    way = direction(one.foot, one.top)
    return 0 if way is None else way


def _harness(state: State, feature: Any, seats: Mapping[str, Seat]) -> None:
    seat = seats[feature.side]
    animal = f"{feature.id}.{feature.animal.cls}"
    state.wagons[feature.id] = Wagon(
        id=feature.id,
        seat=seat,
        front=feature.front,
        rear=feature.rear,
        animal=animal,
        facing=feature.face or 0,
        load=feature.load,
    )
    state.figures[animal] = Figure(
        id=animal,
        seat=seat,
        name=feature.animal.cls,
        cls=feature.animal.cls,
        owner=feature.id,
        where="map",
        at=feature.animal.at,
        facing=feature.face or 0,
    )


def _roster(state: State, seat: Seat, rows: tuple[UnitRow, ...], counters: Counters) -> None:
    for row in rows:
        known = counters.find(row.c)
        assert known is not None, "a scenario is checked before it is played"
        _id, name, cls, weapons = known
        state.figures[row.c] = Figure(
            id=row.c,
            seat=seat,
            name=name,
            cls=cls,
            weapons=tuple(weapons),
            gear=row.gear,
            price=counters.classes[cls].price,
            mounted=bool(row.mounted),
        )
        state.defaults[row.c] = {
            "at": row.at,
            "layer": row.layer,
            "face": row.face,
            "kneel": bool(row.kneel),
            "loads_for": row.loader_of,
        }


ARMS = {
    "cavalry": ("sergeant", True, ()),
    "missile": ("archer", False, ("shortbow",)),
    "infantry": ("spearman", False, ()),
}
"""What a unit is taken for whose campaign knows its arm only: class, on horseback, weapons (house)."""


ISSUED = {
    "ladder": ("peasant", "spearman", "billman", "halberdier"),
    "grapnel": ("climber", "javelinman", "slinger"),
}
"""What a scenario gives to a force that is brought to it, and to whom first (house)."""


def _muster(state: State, seat: Seat, force: Force, counters: Counters, *, on_foot: bool) -> None:
    for unit in force.units:
        cls, mounted, weapons, gear = _kind(unit.arm, _profile(unit))
        for number in range(1, unit.figures + 1):
            key = _free_key(state, seat, f"{_stem(unit.id)}.{number}")
            state.figures[key] = Figure(
                id=key,
                seat=seat,
                name=f"{unit.name} {number}",
                cls=cls,
                weapons=weapons,
                gear=gear,
                unit=unit.id,
                price=counters.classes[cls].price,
                mounted=mounted and not on_foot,
            )
    for person in force.characters:
        cls, mounted, weapons, gear = _kind("cavalry", _profile(person))
        key = _free_key(state, seat, _stem(person.id))
        state.figures[key] = Figure(
            id=key,
            seat=seat,
            name=person.name,
            cls=cls,
            weapons=weapons,
            gear=gear,
            rank=person.rank,
            person=person.id,
            price=counters.classes[cls].price,
            mounted=mounted and not on_foot and counters.classes[cls].mounted is not None,
        )


def _stem(name: str) -> str:
    """An id as that of a figure: points stand before the number of a figure, and before its horse."""
    return name.replace(".", "_")


def _free_key(state: State, seat: Seat, wanted: str) -> str:
    """An id for a figure: as its force says, told apart by its side where the other has one that is called so."""
    tried = itertools.chain((wanted, f"{seat}:{wanted}"), (f"{seat}:{wanted}:{again}" for again in itertools.count(2)))
    return next(key for key in tried if key not in state.figures)


def _figure_of(state: State, seat: Seat, person: str) -> Figure:
    return next(one for one in state.of(seat) if one.person == person)


def _kind(arm: str, profile: Mapping[str, Any]) -> tuple[str, bool, tuple[str, ...], tuple[str, ...]]:
    cls, mounted, weapons = ARMS.get(arm, ARMS["infantry"])
    if "class" in profile:
        cls, mounted, weapons = profile["class"], False, ()
    return (
        cls,
        bool(profile.get("mounted", mounted)),
        tuple(profile.get("weapons", weapons)),
        tuple(profile.get("gear", ())),
    )


def _hand_out(state: State, scenario: Scenario, seats: Mapping[str, Seat]) -> None:
    """Markers to be placed, and what named figures carry (Montjoie 8, ``gear``)."""
    for role, gear in scenario.gear.items():
        side = state.side(seats[role])
        for key, value in gear.items():
            if key == "filled_moat" and isinstance(value, int):
                side.markers[key] = value
            elif isinstance(value, int):
                _issue(state, side.seat, key, value)
            else:
                for figure in value:
                    if figure in state.figures:
                        one = state.figures[figure]
                        one.gear = tuple(sorted((*one.gear, key)))


def _issue(state: State, seat: Seat, key: str, count: int) -> None:
    """So many of those on foot that a force has brought are given a thing; a house's own roster is told by name."""
    if key not in ISSUED:
        return
    bearers = [one for one in state.of(seat) if one.unit and not one.mounted and not one.gear]
    for one in sorted(bearers, key=lambda each: ISSUED[key].index(each.cls) if each.cls in ISSUED[key] else 99)[:count]:
        one.gear = (key,)
