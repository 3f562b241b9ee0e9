"""What is wrong with a setup, each with its place in it (Askari 3, C to F)."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from rulesets.askari import armies, formations, generator, mustering, setting
from rulesets.askari.armies import Army
from rulesets.askari.setting import Scenario
from rulesets.askari.tables import TABLES, readings_of
from rulesets.contract import Force, Problem, Setup
from rulesets.vocabulary import Seat


def problems(setup: Setup) -> list[Problem]:
    """Everything wrong with a setup; empty when it can be played."""
    found: list[Problem] = []
    scenario = setting.SCENARIOS.get(setup.scenario)
    if scenario is None:
        found.append(Problem(code="unknown_scenario", data={"scenario": setup.scenario}, place="scenario"))
    if len(setup.forces) != 2:
        found.append(Problem(code="two_sides", data={"sides": len(setup.forces)}, place="forces"))
    unknown = setup.options.keys() - {"armies", "readings", "turns", "poor_light", "animals", "seed", "points"}
    found += [Problem(code="unknown_option", data={"option": key}, place=f"options.{key}") for key in sorted(unknown)]
    found += _reading_problems(setup.options.get("readings", {}))
    turns = setup.options.get("turns", 10)
    if not isinstance(turns, int) or isinstance(turns, bool) or not 6 <= turns <= 12:
        found.append(Problem(code="out_of_range", data={"low": 6, "high": 12}, rule="Askari D", place="options.turns"))
    if not isinstance(setup.options.get("poor_light", False), bool):
        found.append(Problem(code="not_yes_or_no", place="options.poor_light"))
    found += _generated_problems(setup)
    beasts = setup.options.get("animals", [])
    if (
        not isinstance(beasts, list | tuple)
        or len(beasts) > setting.MOST_GROUPS
        or not set(map(str, beasts)) <= set(TABLES.animals)
    ):
        found.append(Problem(code="unknown_animal", rule="Askari 11", place="options.animals"))
    given = setup.options.get("armies", {})
    if not isinstance(given, Mapping):
        return [*found, Problem(code="no_armies", rule="Askari E", place="options.armies")]
    if strangers := sorted(given.keys() - setup.forces.keys()):
        data = {"seat": ", ".join(strangers), "seats": sorted(setup.forces)}
        return [*found, Problem(code="unknown_seat", data=data, place="options.armies")]
    for seat in sorted(setup.forces):
        found += _army_problems(setup, scenario, seat, given.get(seat))
    return found


def _generated_problems(setup: Setup) -> Iterator[Problem]:
    seed, points = setup.options.get("seed", ""), setup.options.get("points", 0)
    low, high = TABLES.generator.points
    if not isinstance(seed, str) or len(seed) > setting.LONGEST_SEED:
        yield Problem(code="too_long", data={"most": setting.LONGEST_SEED}, place="options.seed")
    whole = isinstance(points, int) and not isinstance(points, bool)
    if not whole or (points and not low <= points <= high):
        yield Problem(code="out_of_range", data={"low": low, "high": high}, rule="Askari E", place="options.points")


def _reading_problems(chosen: Any) -> Iterator[Problem]:
    if not isinstance(chosen, Mapping):
        yield Problem(code="unknown_reading", place="options.readings")
        return
    for key, value in chosen.items():
        try:
            readings_of({key: value})
        except (KeyError, ValueError):
            yield Problem(
                code="unknown_reading", data={"reading": key}, rule="Askari C", place=f"options.readings.{key}"
            )


def _plays_animals(setup: Setup, scenario: Scenario | None, seat: Seat) -> bool:
    """Whether a seat of a hunting game brings nobody: the animals are its own (Askari 12)."""
    if scenario is None or not scenario.trophies or setup.options.get("armies", {}).get(seat) is not None:
        return False
    parties = [one for one in setup.forces if one in setup.options.get("armies", {}) or setup.forces[one].characters]
    return setup.forces[seat] == Force() and bool(parties)


def _army_problems(setup: Setup, scenario: Scenario | None, seat: Seat, given: Any) -> list[Problem]:
    if _plays_animals(setup, scenario, seat):
        return []
    army = armies.read(given) if given is not None else mustering.of_roster(setup.forces[seat])
    if isinstance(army, Problem):
        place = f"options.armies.{seat}" if given is not None else f"forces.{seat}.{army.place}"
        return [msgspec.structs.replace(army, place=place)]
    found = armies.problems(army, f"options.armies.{seat}") if given is not None else _roster_problems(army, seat)
    if scenario is not None and scenario.trophies and army.people:  # a party needs no units
        found = [one for one in found if one.code not in ("too_few_units", "no_units")]
    if any(one.code in ("unknown_weapon", "unknown_person") for one in found):
        return found  # it has no price
    size = setup.options.get("points", 0)
    if given is not None and size and not found and not any(True for _one in _generated_problems(setup)):
        army = generator.force(army, size, generator.seeded(setting.seed_of(setup), seat))
        if armies.problems(army):
            data = {"points": size}
            found.append(Problem(code="too_few_points", data=data, rule="Askari E", place="options.points"))
    total = armies.points(army)
    if scenario is not None and scenario.most_points and total > scenario.most_points and given is not None:
        data = {"points": total, "most": scenario.most_points}
        found.append(Problem(code="too_many_points", data=data, rule="Askari F.2", place=f"options.armies.{seat}"))
    if scenario is not None and given is not None and len(setup.forces) == 2 and not found:
        found += _room_problems(setup, scenario, seat, army)
    return found


def _room_problems(setup: Setup, scenario: Scenario, seat: Seat, army: Army) -> Iterator[Problem]:
    """A list whose bases cannot stand in its zone, however close; where half may wait in reserve, twice as many can (F)."""
    place = setting.PLACES[setting.seats_of(setup, scenario).index(seat)]
    if scenario.lies == place:
        return
    left, low, right, high = scenario.zone(place)
    if scenario.trophies:
        left, low, right, high = 0, 0, max(scenario.width, scenario.height), TABLES.hunt.party
    room = 1 + (place in scenario.reserve)
    pitches = [(unit.base + formations.CLOSE, len(unit.figures)) for unit in mustering.units_of(seat, army)]
    needed = sum(number * pitch * pitch for pitch, number in pitches)
    edge = max((pitch for pitch, _number in pitches), default=0)  # only centres have to be inside
    if needed > room * (right - left + edge) * (high - low + edge):
        data = {"figures": sum(number for _pitch, number in pitches)}
        yield Problem(code="no_room_on_table", data=data, rule="Askari F", place=f"options.armies.{seat}")


def _roster_problems(army: Army, seat: Seat) -> list[Problem]:
    if not army.units:
        return [Problem(code="no_units", place=f"forces.{seat}")]
    wrong = armies.each_wrong(army)
    return [msgspec.structs.replace(one, place=f"forces.{seat}.{one.place}") for one in wrong]
