"""What is wrong with a club's own tables and counters: every mistake by its place in the document (Montjoie 13)."""

import re
from collections.abc import Iterator
from typing import Any

import msgspec

from rulesets.montjoie import characters, tables
from rulesets.montjoie.characters import CharacterClass, Counters
from rulesets.montjoie.mapdoc import is_slug, misshapen
from rulesets.montjoie.tables import COVERS, Grid, Tables
from rulesets.vocabulary import Problem

_RULE = "Montjoie 13"
_ODDS = re.compile(r"[1-9][0-9]?-[1-9][0-9]?")
_BATTERING = re.compile(r"-|D|[1-9]C|D/[1-9]C")
_LETTERS = {
    "combat_foot": "ABCDEF-",
    "combat_mounted": "ABCDEF-",
    "missile_foot": "ABC-",
    "missile_mounted": "ABCDE-",
}
_ROWS = {
    "combat_foot": 10,
    "combat_mounted": 10,
    "missile_foot": 9,
    "missile_mounted": 9,
    "battering_hoarding": 10,
    "battering_hoarding_else": 10,
    "battering_walls": 10,
}
"""How many rolls each table has a row for."""

_OPEN = {"weapons", "weather", "terrain", "casualties"}
"""Parts to which a club may add rows of its own."""

MOST_ROSTER = 400
HIGHEST = 99
"""Of a number on a counter."""


def table_problems(document: Any) -> list[Problem]:
    """Everything wrong with a club's tables; whatever it leaves out is the house's."""
    if not isinstance(document, dict):
        return [Problem(code="bad_row", data={"detail": "Expected `object`"}, place="")]
    house = tables.house_document()
    found = list(_unknown(document, house))
    if found:
        return found
    whole = tables.laid_over(house, document)
    try:
        read = msgspec.convert(whole, Tables)
    except msgspec.ValidationError:
        return list(_each_part(whole, document))
    return list(_wrong(read))


def _unknown(document: dict[str, Any], house: dict[str, Any]) -> Iterator[Problem]:
    for part, rows in document.items():
        if part not in house:
            yield Problem(code="unknown_table", data={"table": part}, rule=_RULE, place=part)
        elif part not in _OPEN and isinstance(rows, dict) and isinstance(house[part], dict):
            for key in rows:
                if key not in house[part]:
                    yield Problem(code="unknown_row", data={"row": key}, rule=_RULE, place=f"{part}.{key}")


def _each_part(whole: dict[str, Any], document: dict[str, Any]) -> Iterator[Problem]:
    """What is of another shape: each part of the club's judged by itself, and each row of it."""
    house = tables.house_document()
    for part, own in document.items():
        rows = house[part]
        if not isinstance(own, dict) or not isinstance(rows, dict):
            yield from _shape({**house, part: whole[part]}, part, "")
            continue
        for key in own:
            yield from _shape({**house, part: {**rows, key: whole[part][key]}}, part, key)


def _shape(whole: dict[str, Any], part: str, key: str) -> Iterator[Problem]:
    try:
        msgspec.convert(whole, Tables)
    except msgspec.ValidationError as error:
        found = misshapen(error, "")
        place = found.place.replace(f"{part}[...]", f"{part}.{key}")
        yield msgspec.structs.replace(found, place=place)


def _wrong(read: Tables) -> Iterator[Problem]:
    for name, rows in _ROWS.items():
        yield from _grid(name, getattr(read, name), rows)
    yield from _columns(read)
    yield from _rolls(read)
    yield from _weapons(read)
    yield from _grounds(read)


def _rolls(read: Tables) -> Iterator[Problem]:
    for key, roll in read.rolls.items():
        faces = [most for most, _word in roll.rows]
        if not roll.rows or roll.sides not in {6, 10} or faces != sorted(set(faces)) or faces[-1] != roll.sides:
            yield Problem(
                code="roll_rows", data={"roll": key, "sides": roll.sides}, rule=_RULE, place=f"rolls.{key}.rows"
            )
        house = {word for _most, word in tables.TABLES.rolls[key].rows}
        for number, (_most, word) in enumerate(roll.rows):
            if word not in house:
                yield Problem(
                    code="unknown_result",
                    data={"result": word, "known": sorted(house)},
                    rule=_RULE,
                    place=f"rolls.{key}.rows[{number}]",
                )


def _weapons(read: Tables) -> Iterator[Problem]:
    for key, weapon in read.weapons.items():
        for field, ranges in (("ranges", weapon.ranges), ("mounted_ranges", weapon.mounted_ranges)):
            if ranges is not None and not (1 <= ranges[0] <= ranges[1] <= ranges[2] <= 200):
                yield Problem(code="bad_ranges", data={"weapon": key}, rule=_RULE, place=f"weapons.{key}.{field}")
        if weapon.column not in read.missile_offsets:
            yield Problem(
                code="no_such_column", data={"column": weapon.column}, rule=_RULE, place=f"weapons.{key}.column"
            )


def _grounds(read: Tables) -> Iterator[Problem]:
    for key, weather in read.weather.items():
        up, down = weather.movement
        if not 0 < up <= down or weather.visibility < 0:
            yield Problem(code="bad_weather", data={"weather": key}, rule=_RULE, place=f"weather.{key}")
    for key, terrain in read.terrain.items():
        if any(cost is not None and not 1 <= cost <= HIGHEST for cost in (terrain.foot, terrain.mounted)):
            yield Problem(code="bad_cost", data={"key": key}, rule=_RULE, place=f"terrain.{key}")
        if not (0 <= terrain.level <= 2 and 0 <= terrain.block <= 2 and terrain.roof in {None, 1, 2}):
            yield Problem(code="bad_level", data={"terrain": key}, rule=_RULE, place=f"terrain.{key}")
    for key, figure in read.points.items():
        if not 0 <= figure[0] <= HIGHEST:
            yield Problem(code="bad_cost", data={"key": key}, rule=_RULE, place=f"points.{key}")


def _grid(name: str, grid: Grid, rows: int) -> Iterator[Problem]:
    """Whether every roll has a row, every row a letter in every column, and every letter a meaning."""
    if len(grid.rows) != rows:
        yield Problem(
            code="rows_of_table", data={"rows": len(grid.rows), "needed": rows}, rule=_RULE, place=f"{name}.rows"
        )
    for number, row in enumerate(grid.rows):
        letters = row.split()
        if len(letters) != len(grid.columns):
            yield Problem(
                code="letters_missing",
                data={"letters": len(letters), "needed": len(grid.columns)},
                rule=_RULE,
                place=f"{name}.rows[{number}]",
            )
        for letter in letters:
            allowed = letter in _LETTERS[name] if name in _LETTERS else _BATTERING.fullmatch(letter) is not None
            if not allowed:
                yield Problem(
                    code="unknown_letter", data={"letter": letter}, rule=_RULE, place=f"{name}.rows[{number}]"
                )


def _columns(read: Tables) -> Iterator[Problem]:
    ratios = [column for column in read.combat_foot.columns if _ODDS.fullmatch(column)]
    values = [int(up) * 100 // int(down) for up, down in (ratio.split("-") for ratio in ratios)]
    if len(ratios) != len(read.combat_foot.columns) or not ratios or values != sorted(set(values)):
        yield Problem(code="bad_columns", rule=_RULE, place="combat_foot.columns")
    if read.combat_mounted.columns != read.combat_foot.columns:
        yield Problem(code="columns_differ", rule=_RULE, place="combat_mounted.columns")
    for name, needed in (("missile_foot", COVERS[:4]), ("missile_mounted", COVERS[:3])):
        if getattr(read, name).columns != needed:
            yield Problem(code="cover_columns", data={"needed": list(needed)}, rule=_RULE, place=f"{name}.columns")
    for name in ("battering_hoarding", "battering_hoarding_else", "battering_walls"):
        points = [int(column) if column.isdecimal() else 0 for column in getattr(read, name).columns]
        if not points or points[0] < 1 or points != sorted(set(points)):
            yield Problem(code="bad_columns", rule=_RULE, place=f"{name}.columns")


# --- Counters -----------------------------------------------------------------------------------------------------------


def counter_problems(document: Any, weapons: tables.Tables = tables.TABLES) -> list[Problem]:
    """Everything wrong with a club's counters: its classes stand beside the house's, its roster in the place of the house's."""
    if not isinstance(document, dict):
        return [Problem(code="bad_row", data={"detail": "Expected `object`"}, place="")]
    found = [
        Problem(code="unknown_table", data={"table": part}, rule=_RULE, place=part)
        for part in document
        if part not in {"classes", "roster"}
    ]
    classes = document.get("classes", {})
    if not isinstance(classes, dict):
        return [*found, Problem(code="bad_row", data={"detail": "Expected `object`"}, place="classes")]
    for key, row in classes.items():
        found.extend(_class(key, row))
    if found:
        return found
    try:
        read = msgspec.convert({**characters.house_document(), **document}, Counters)
    except msgspec.ValidationError as error:
        return [misshapen(error, "")]
    return list(_roster(read, {*characters.COUNTERS.classes, *read.classes}, weapons))


def _class(key: str, row: Any) -> Iterator[Problem]:
    place = f"classes.{key}"
    if not is_slug(key):
        yield Problem(code="bad_id", data={"id": key}, rule=_RULE, place=place)
    try:
        read = msgspec.convert(row, CharacterClass)
    except msgspec.ValidationError as error:
        yield misshapen(error, place)
        return
    if (read.mounted is None) != (read.mounted_w is None):
        yield Problem(code="half_mounted", data={"class": key}, rule=_RULE, place=place)
    if not 0 <= read.price <= 1000:
        yield Problem(code="bad_cost", data={"key": key}, rule=_RULE, place=f"{place}.price")
    for field in ("foot", "foot_w", "mounted", "mounted_w"):
        face = getattr(read, field)
        if face is not None and not all(0 <= number <= HIGHEST for number in face):
            yield Problem(
                code="bad_counter", data={"class": key, "most": HIGHEST}, rule=_RULE, place=f"{place}.{field}"
            )


def _roster(read: Counters, classes: set[str], weapons: tables.Tables) -> Iterator[Problem]:
    if len(read.roster) > MOST_ROSTER:
        yield Problem(
            code="too_many", data={"count": len(read.roster), "most": MOST_ROSTER}, rule=_RULE, place="roster"
        )
        return
    seen: set[str] = set()
    for number, (id_, name, cls, arms) in enumerate(read.roster):
        place = f"roster[{number}]"
        if not is_slug(id_) or id_ in seen:
            yield Problem(code="bad_id", data={"id": id_}, rule=_RULE, place=f"{place}[0]")
        seen.add(id_)
        if not 1 <= len(name.strip()) <= weapons.limits.text:
            yield Problem(code="bad_name", data={"most": weapons.limits.text}, rule=_RULE, place=f"{place}[1]")
        if cls not in classes:
            yield Problem(code="unknown_class", data={"class": cls}, rule=_RULE, place=f"{place}[2]")
        for weapon in arms:
            if weapon not in weapons.weapons:
                yield Problem(code="unknown_weapon", data={"weapon": weapon}, rule=_RULE, place=f"{place}[3]")
