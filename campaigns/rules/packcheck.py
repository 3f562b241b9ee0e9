"""What can be wrong with a pack. Whatever passes here, wars can be fought with: no roll, row or name is missing in the middle of one."""

import re
from collections.abc import Collection, Iterable, Sequence
from typing import Any

import msgspec
from msgspec import UNSET

from campaigns.rules.effects import EndWar, GainVP, LosePoints, LoseVP, OrderHome, RecallGeneral
from campaigns.rules.pack import Detachment, EventDef, Pack, PersonRow, Played, Range, ScenarioDef, Share, TroopRow
from rulesets import registry
from rulesets.contract import UMPIRE, CharacterIn, Force, Problem, Ruleset, Setup, UnitIn

KEY = re.compile(r"[a-z][a-z0-9_]{0,39}")
NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")
AMOUNT = re.compile(r"\d{1,4}|[1-9]\d?d[1-9]\d?(\*[1-9]\d{0,3})?")
RESERVED_SIDES = (UMPIRE, "host", "draw")
RESERVED_TABLES = ("scenario", "terrain", "roles", "available", "event", "event_amount", "fate", "wound", "skill")
ROLES = ("attacker", "defender", "ambusher")
STAGES = ("orders", "setup", "muster", "battle", "aftermath")
MOST = 1_000_000
MOST_PIECES = 20
MOST_TURNS = 99

READINGS: dict[str, tuple[str, ...]] = {
    "fractions": ("down", "up", "nearest"),
    "doubling": ("battles_and_events", "battles"),
    "ransom": ("transfer", "pay"),
    "standing_rows": ("troops", "last_two"),
    "standing_lost": ("lapse", "transfer"),
}
"""Readings that the engine itself asks for, in every pack, and every way it knows to read them."""
TIES = ("half", "all", "none")


def _gaps(place: str, spans: list[Range], low: int, high: int) -> list[Problem]:
    """Every total from low to high in exactly one span."""
    found = []
    for total in range(low, high + 1):
        count = sum(first <= total <= last for first, last in spans)
        if count != 1:
            code = "dice_hole" if count == 0 else "dice_overlap"
            found.append(Problem(code=code, place=place, data={"total": total}))
    found += [
        Problem(code="dice_range", place=place, data={"low": first, "high": last})
        for first, last in spans
        if first > last or first < low or last > high
    ]
    return found


def _texts(pack: Pack) -> list[Problem]:
    """Every label in English at least: that is what is shown where a language is missing."""
    found = []

    def look(value: Any, place: str) -> None:
        if isinstance(value, dict):
            for key, inner in value.items():
                here = f"{place}.{key}" if place else key
                if key in ("name", "summary", "text", "title", "note", "came", "nothing") and isinstance(inner, dict):
                    if not inner.get("en"):
                        found.append(Problem(code="text_missing", place=here))
                else:
                    look(inner, here)
        elif isinstance(value, list | tuple):
            for index, inner in enumerate(value):
                look(inner, f"{place}[{index}]")

    look(msgspec.to_builtins(pack), "")
    return found


def _tables(pack: Pack) -> list[Problem]:
    found = []
    for cell, rows in pack.cells.items():
        found += _gaps(f"cells.{cell}", [row.on for row in rows], 1, 6)
    found += _gaps("terrain", [row.on for row in pack.terrain], 2, 12)
    found += _gaps("fate", [row.on for row in pack.fate], 2, 12)
    found += _gaps("wounds", [(row.on, row.on) for row in pack.wounds], 2, 12)
    found += _gaps("skills", [(row.on, row.on) for row in pack.skills], 1, 6)
    for table in pack.tables:
        found += _gaps(f"tables.{table.key}", [row.on for row in table.rows], 2, 12)
    for side in pack.sides:
        found += _gaps(f"events.{side}", [(row.on, row.on) for row in pack.events.get(side, ())], 2, 12)
    return found


def _matrix(pack: Pack) -> list[Problem]:
    found = []
    for one in pack.actions:
        for other in pack.actions:
            cell = pack.matrix.get(one, {}).get(other)
            place = f"matrix.{one}.{other}"
            if cell is None or str(cell) not in pack.cells:
                found.append(Problem(code="matrix_hole", place=place))
            elif cell != pack.matrix.get(other, {}).get(one):
                found.append(Problem(code="matrix_mirror", place=place))
    return found


def _names(pack: Pack) -> list[Problem]:
    """Every key that one part of the pack uses must be borne by another part."""
    uses: list[tuple[str, str, Any]] = []
    for cell, rows in pack.cells.items():
        for row in rows:
            known = pack.readings if row.reading else pack.scenarios
            uses.append((f"cells.{cell}", row.reading or row.scenario, known))
    everyone = [table for table in pack.tables if table.for_everyone_reading]
    uses += [(f"tables.{table.key}", table.for_everyone_reading, pack.readings) for table in everyone]
    for key, scenario in pack.scenarios.items():
        place = f"scenarios.{key}"
        uses += [(place, scenario.roll_off_reading, pack.readings)] if scenario.roll_off_reading else []
        uses += [(place, scenario.award, pack.awards)] if scenario.award else []
        uses += [(place, scenario.award_reading, pack.readings)] if scenario.award_reading else []
        named = [scenario.points.chooser, scenario.village, scenario.camp, scenario.terrain.placed_by]
        uses += [(place, role, scenario.roles) for role in named if role]
        if scenario.contingent:
            uses.append((place, scenario.contingent.role, scenario.roles))
        for how in scenario.roles.values():
            uses += [(place, how, scenario.roles)] if isinstance(how, str) else [(place, a, pack.actions) for a in how]
    for key, action in pack.actions.items():
        rolls = [*action.rolls, *action.loser_forfeits, *(m.roll for m in action.modifies)]
        uses += [(f"actions.{key}", roll, pack.table_by_key) for roll in rolls]
    for side, events in pack.events.items():
        uses.append(("events", side, pack.sides))
        for event in events:
            uses += [(f"events.{side}.{event.on}", name, known) for name, known in _effect_names(pack, event)]
    return [Problem(code="unknown_name", place=place, data={"name": n}) for place, n, known in uses if n not in known]


def _effect_names(pack: Pack, row: EventDef) -> list[tuple[str, Any]]:
    names: list[tuple[str, Any]] = []
    for effect in row.effects:
        if effect.reading:
            names.append((effect.reading, pack.readings))
        if isinstance(effect, LosePoints) and effect.tie_reading:
            names.append((effect.tie_reading, pack.readings))
        elif isinstance(effect, RecallGeneral) and effect.away_reading:
            names.append((effect.away_reading, pack.readings))
        elif not isinstance(effect, EndWar | LosePoints | RecallGeneral):
            if roll := getattr(effect, "roll", ""):
                names.append((roll, pack.table_by_key))
            if action := getattr(effect, "action", "") or getattr(effect, "unless_action", ""):
                names.append((action, pack.actions))
    return names


# --- Keys and numbers ------------------------------------------------------------------------------------


def _range(place: str, value: int, low: int, high: int) -> list[Problem]:
    if low <= value <= high:
        return []
    return [Problem(code="out_of_range", place=place, data={"value": str(value)[:40], "low": low, "high": high})]


def _share(place: str, share: Share) -> list[Problem]:
    part, whole = share
    return _range(f"{place}[1]", whole, 1, MOST) + _range(f"{place}[0]", part, 0, max(1, min(whole, MOST)))


def _keys(pack: Pack) -> list[Problem]:
    """Keys stand in flags, in addresses of rolls and in files: a point or a slash in one would be taken for something else."""
    spelled: list[tuple[str, Iterable[str], Collection[str]]] = [
        ("sides", pack.sides, RESERVED_SIDES),
        ("actions", pack.actions, ()),
        ("scenarios", pack.scenarios, ()),
        ("readings", pack.readings, ()),
        ("tables", [table.key for table in pack.tables], RESERVED_TABLES),
        ("standing", [row.key for row in pack.standing], ()),
    ]
    found = [
        Problem(code="reserved_key", place=place, data={"name": key[:40]})
        for place, keys, reserved in spelled
        for key in keys
        if not KEY.fullmatch(key) or key in reserved
    ]
    if not NAME.fullmatch(pack.key):
        found.append(Problem(code="reserved_key", place="key", data={"name": pack.key[:40]}))
    tables = [table.key for table in pack.tables]
    found += [
        Problem(code="twice", place="tables", data={"id": key}) for key in pack.table_by_key if tables.count(key) > 1
    ]
    return found


def _numbers(pack: Pack) -> list[Problem]:
    victory, recovery = pack.victory, pack.recovery
    found = _range("edition", pack.edition, 1, MOST) + _range("army_points", pack.army_points, 0, MOST)
    for name, share in (("break_share", victory.break_share), ("minor_share", victory.minor_share)):
        found += _share(f"victory.{name}", share) or _range(f"victory.{name}[0]", share[0], 1, MOST)
    found += _range("victory.turns", victory.turns, 1, MOST_TURNS)
    found += _range("victory.withdraw_after", victory.withdraw_after, 0, MOST_TURNS)
    found += _range("victory.years_lead", victory.years_lead, 1, MOST)
    found += _range("recovery.floor", recovery.floor, 0, MOST) + _range(
        "grants.smallest_unit", pack.grants.smallest_unit, 0, MOST
    )
    for name in ("victory", "draw", "minor_defeat", "major_defeat"):
        row = getattr(recovery, name)
        found += _share(f"recovery.{name}.routed", row.routed) + _share(f"recovery.{name}.destroyed", row.destroyed)
    for table in pack.tables:
        for row in table.rows:
            kinds = (row.common, row.special, row.native_common, row.native_special, row.points)
            found += [wrong for points in kinds for wrong in _range(f"tables.{table.key}", points, 0, MOST)]
    found += [wrong for stage in STAGES for wrong in _range(f"clock.{stage}", pack.clock.get(stage, 0), 1, 366)]
    for row in pack.standing:
        found += _range(f"standing.{row.key}", row.times if row.times is not None else 1, 1, MOST)
    return found


# --- Scenarios, effects and readings -----------------------------------------------------------------------


def _scenarios(pack: Pack) -> list[Problem]:
    found = []
    for key, scenario in pack.scenarios.items():
        place = f"scenarios.{key}"
        found += _scenario(pack, scenario, place)
        if scenario.award_reading in pack.readings:
            options = pack.readings[scenario.award_reading].options
            found += _unknown(place, (option for option in options if option not in pack.awards))
        elif not scenario.award:
            found.append(Problem(code="missing", place=f"{place}.award"))
    for cell, rows in pack.cells.items():
        # A club may read one face as "roll again", but some face must lead somewhere.
        if not any(row.scenario and not row.reading for row in rows):
            found.append(Problem(code="missing", place=f"cells.{cell}.scenario"))
    return found


def _scenario(pack: Pack, scenario: ScenarioDef, place: str) -> list[Problem]:
    least, most = scenario.points.least or 0, scenario.points.most
    found = _range(f"{place}.points.least", least, 0, MOST)
    if most is not None:
        found += _range(f"{place}.points.most", most, least, MOST)
    if scenario.terrain.pieces is not None:
        found += _range(f"{place}.terrain.pieces", scenario.terrain.pieces, 1, MOST_PIECES)
    if scenario.contingent:
        found += _range(f"{place}.contingent.points", scenario.contingent.points, 0, MOST)
    given: list[str] = []
    for role, how in scenario.roles.items():
        found += _unknown(f"{place}.roles", [role] if role not in ROLES else [])
        if isinstance(how, str) and how not in given:
            found.append(Problem(code="role_unknown_yet", place=f"{place}.roles.{role}", data={"name": how}))
        given.append(role)
    return found


def _unknown(place: str, names: Iterable[str]) -> list[Problem]:
    return [Problem(code="unknown_name", place=place, data={"name": name}) for name in names]


def _effects(pack: Pack) -> list[Problem]:
    found, effects = [], [(side, row, one) for side, rows in pack.events.items() for row in rows for one in row.effects]
    for side, row, effect in effects:
        place = f"events.{side}.{row.on}"
        if isinstance(effect, GainVP | LoseVP | LosePoints) and not AMOUNT.fullmatch(effect.amount):
            found.append(Problem(code="bad_dice", place=place, data={"value": effect.amount[:40]}))
        if isinstance(effect, LosePoints) and effect.ahead_loses_half:
            ties = pack.readings.get(effect.tie_reading)
            found += _unknown(f"{place}.tie_reading", ties.options.keys() - set(TIES) if ties else [effect.tie_reading])
    kinds = {type(effect) for _side, _row, effect in effects}
    if OrderHome in kinds:
        found += _reading(pack, "recall_battle", ("decides", "cancels"))
    stakes = any(isinstance(effect, EndWar) and effect.unless for _side, _row, effect in effects)
    if (stakes or OrderHome in kinds) and not any(_leads_to_battle(pack, action) for action in pack.actions):
        found.append(Problem(code="no_last_battle", place="actions"))
    return found


def _leads_to_battle(pack: Pack, action: str) -> bool:
    rows = pack.cells.get(str(pack.matrix.get(action, {}).get(action)), ())
    found = [pack.scenarios.get(row.scenario) for row in rows]
    return bool(found) and all(scenario is not None and scenario.battle for scenario in found)


def _readings(pack: Pack) -> list[Problem]:
    found = []
    for key, reading in pack.readings.items():
        found += _unknown(f"readings.{key}", [reading.default] if reading.default not in reading.options else [])
    first = next(iter(pack.sides), "")
    for key, known in {**READINGS, "event_order": (f"{first}_first", "fewer_vp_first")}.items():
        found += _reading(pack, key, known)
    lead = pack.readings.get("instant_lead")
    if lead is None:
        return [*found, Problem(code="missing", place="readings.instant_lead")]
    return found + _unknown("readings.instant_lead", (o for o in lead.options if not re.fullmatch(r"[1-9]\d{0,5}", o)))


def _reading(pack: Pack, key: str, known: tuple[str, ...]) -> list[Problem]:
    """A reading that the engine asks for is there, and the club can read it only in ways the engine knows."""
    if key not in pack.readings:
        return [Problem(code="missing", place=f"readings.{key}")]
    return _unknown(f"readings.{key}", (option for option in pack.readings[key].options if option not in known))


# --- Battles on the site -----------------------------------------------------------------------------------

SAMPLE = UnitIn(id="sample", name="Sample", figures=6, points=1)


def _battles(pack: Pack) -> list[Problem]:
    """What is played on the site can be opened there: the field, its roles and options, and every troop and person in its words."""
    found = _rows(pack) + _guns(pack)
    if len(pack.sides) != 2:
        return found
    for key in pack.scenarios:
        found += _ways(pack, key)
    rows: list[TroopRow | PersonRow] = [*pack.troop_rows, *pack.person_rows]
    for name in sorted({one for row in rows for one in row.profiles}):
        if name not in registry.installed().keys():  # noqa: SIM118  (a registry is no mapping)
            places = [*_profile_places(pack, name)]
            found += [Problem(code="unknown_name", place=place, data={"name": name}) for place in places]
            continue
        field = next((one for key in pack.scenarios if (one := pack.played_by(key, name)) is not None), None)
        if field is not None:
            found += _profiles(pack, registry.get(name), field)
    return found


def _parts(pack: Pack) -> list[tuple[str, Sequence[TroopRow | PersonRow]]]:
    return [("troops", pack.troop_rows), ("people", pack.person_rows)]


def _rows(pack: Pack) -> list[Problem]:
    """A row is of a side, and says one thing only of what it is about."""
    found: list[Problem] = []
    for part, rows in _parts(pack):
        seen: set[tuple[Any, ...]] = set()
        for index, row in enumerate(rows):
            place = f"{part}[{index}]"
            found += _unknown(f"{place}.side", [row.side] if row.side not in pack.sides else [])
            about = tuple(getattr(row, name) for name in ABOUT if hasattr(row, name))
            if about in seen:
                found.append(Problem(code="twice", place=place, data={"id": " ".join(map(str, about))}))
            seen.add(about)
    return found


def _guns(pack: Pack) -> list[Problem]:
    """Whoever takes a gun can serve it: the other side has a row for a gun of that worth."""
    found = []
    for index, row in enumerate(pack.troop_rows):
        others = [pack.troop_of(side, row) for side in pack.sides if side != row.side]
        if row.gun and not all(other is not None and other.gun for other in others):
            found.append(Problem(code="gun_without_captor", place=f"troops[{index}]"))
    return found


ABOUT = ("side", "arm", "grade", "native", "points", "command", "rank")


def _ways(pack: Pack, key: str) -> list[Problem]:
    """Each way in which a scenario may be played, each by a ruleset of its own; and the reading that chooses among them."""
    scenario, ways = pack.scenarios[key], pack.ways(key)
    also = () if scenario.also is UNSET else scenario.also
    if scenario.played is UNSET and also:
        return [Problem(code="missing", place=f"scenarios.{key}.played")]
    found: list[Problem] = []
    for number, played in enumerate(ways):
        place = f"scenarios.{key}.also[{number - 1}]" if number else f"scenarios.{key}.played"
        if played.ruleset in [one.ruleset for one in ways[:number]]:
            found.append(Problem(code="twice", place=f"{place}.ruleset", data={"id": played.ruleset[:40]}))
        found += _played(pack, key, played, place)
        if played.detachment is not UNSET:
            found += _detachment(pack, played.detachment, f"{place}.detachment")
    return found + _played_reading(pack, key, scenario, ways)


def _detachment(pack: Pack, rule: Detachment, place: str) -> list[Problem]:
    found = _unknown(f"{place}.figures", rule.figures.keys() - pack.sides.keys())
    missing = [side for side in pack.sides if side not in rule.figures]
    found += [Problem(code="missing", place=f"{place}.figures.{side}") for side in missing]
    for side, figures in rule.figures.items():
        found += _range(f"{place}.figures.{side}", figures, 1, MOST)
    return found + _range(f"{place}.each", rule.each, 1, MOST) + _range(f"{place}.people", rule.people, 0, MOST)


def _played_reading(pack: Pack, key: str, scenario: ScenarioDef, ways: Sequence[Played]) -> list[Problem]:
    if scenario.played_reading is UNSET:
        return []
    place, reading = f"scenarios.{key}.played_reading", pack.readings.get(scenario.played_reading)
    if reading is None:
        return _unknown(place, [scenario.played_reading])
    return _unknown(place, reading.options.keys() - {one.ruleset for one in ways})


def _played(pack: Pack, key: str, played: Played, place: str) -> list[Problem]:
    if played.ruleset not in registry.installed().keys():  # noqa: SIM118
        return _unknown(f"{place}.ruleset", [played.ruleset])
    ruleset = registry.get(played.ruleset)
    can = ruleset.describe()
    if not can.can_play_online:
        return [Problem(code="not_played_here", place=f"{place}.ruleset", data={"name": played.ruleset})]
    if played.scenario not in can.scenarios:
        return _unknown(f"{place}.scenario", [played.scenario])
    roles = pack.scenarios[key].roles
    wrong = _unknown(f"{place}.roles", [mine for mine in played.roles.values() if mine not in roles])
    if wrong:
        return wrong
    found = ruleset.check_setup(_sample_setup(pack, played))
    return [msgspec.structs.replace(one, place=f"{place}.{one.place}") for one in found]


def _sample_setup(pack: Pack, played: Played, *, side: str = "", force: Force | None = None) -> Setup:
    """A battle on that field between two plain forces, or with this one for a side."""
    plain = Force(units=(SAMPLE,))
    forces = {one: force if force is not None and one == side else plain for one in pack.sides}
    seats = iter(pack.sides)
    return Setup(
        scenario=played.scenario,
        forces=forces,
        roles=dict(zip(played.roles, seats, strict=False)),
        options=played.options,
    )


def _profile_places(pack: Pack, name: str) -> Iterable[str]:
    for part, rows in _parts(pack):
        for index, row in enumerate(rows):
            if name in row.profiles:
                yield f"{part}[{index}].profiles.{name}"


def _profiles(pack: Pack, ruleset: Ruleset, field: Played) -> list[Problem]:
    """Each profile by itself, in a battle that is otherwise sound."""
    found: list[Problem] = []
    tried: list[tuple[str, str, Force]] = []
    for index, troop in enumerate(pack.troop_rows):
        if ruleset.key in troop.profiles:
            unit = msgspec.structs.replace(SAMPLE, points=troop.points, profile=troop.profiles[ruleset.key])
            tried.append((f"troops[{index}]", troop.side, Force(units=(unit,))))
    for index, person in enumerate(pack.person_rows):
        if ruleset.key in person.profiles:
            one = CharacterIn(id="one", name="One", rank=person.rank, profile=person.profiles[ruleset.key])
            tried.append((f"people[{index}]", person.side, Force(units=(SAMPLE,), characters=(one,))))
    for place, side, force in tried:
        if side in pack.sides:
            wrong = ruleset.check_setup(_sample_setup(pack, field, side=side, force=force))
            here = f"{place}.profiles.{ruleset.key}"
            found += [msgspec.structs.replace(one, place=_inside(here, one.place)) for one in wrong]
    return found


def _inside(place: str, found: str) -> str:
    """Where in a profile: the last word of the ruleset's own place, unless it means the whole of it."""
    last = found.rpartition(".")[2]
    return place if last in ("profile", "") else f"{place}.{last}"


def problems(pack: Pack) -> list[Problem]:
    """Everything wrong with a pack; empty when wars can be fought with it."""
    found = [] if len(pack.sides) == 2 else [Problem(code="two_sides", place="sides")]
    found += _unknown("default_action", [pack.default_action] if pack.default_action not in pack.actions else [])
    installed = registry.installed().keys()
    found += _unknown("ruleset", [pack.ruleset] if pack.ruleset not in installed else [])
    parts = (_keys, _matrix, _tables, _names, _texts, _numbers, _scenarios, _effects, _readings, _battles)
    return found + [wrong for part in parts for wrong in part(pack)]
