"""Maps, tables and counters that a club brings: what is wrong with them, and where."""

import copy
import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesets.canonical import require_plain
from rulesets.montjoie import data
from rulesets.montjoie.ground import Ground
from rulesets.montjoie.maps import house_maps, read_map
from rulesets.montjoie.readings import ALL, READINGS, readings_of
from rulesets.montjoie.scenarios import SCENARIOS, Scenario, problems
from rulesets.montjoie.tables import TABLES, tables_from
from tests.rulesets.montjoie.grounds import ground


def _map(map_id: str = "ashcombe", **parts: Any) -> dict[str, Any]:
    return {**house_maps()[map_id], **parts}


def _wrong(document: Any) -> list[tuple[str, str]]:
    found = read_map(document)
    assert isinstance(found, list)
    return [(problem.code, problem.place) for problem in found]


def _small(grid: list[str], **parts: Any) -> dict[str, Any]:
    legend = {
        ".": "clear",
        "h": "house",
        "H": "house2",
        "T": "trunk",
        "t": "tree",
        "w": "wall_walk",
        "g": "gate_passage",
    }
    return {
        "id": "small",
        "name": "Small",
        "cols": len(grid[0]),
        "rows": len(grid),
        "legend": legend,
        "grid": grid,
        **parts,
    }


@pytest.mark.parametrize("map_id", ["ashcombe", "cardun", "rumman"])
def test_the_houses_own_maps_are_sound(map_id):
    assert data.check_data("map", house_maps()[map_id]) == []
    require_plain(house_maps()[map_id])


@pytest.mark.parametrize(
    ("document", "expected"),
    [
        (None, ("bad_row", "")),
        ([], ("bad_row", "")),
        ({}, ("bad_row", "")),
        (_map(grid="...."), ("bad_row", "grid")),
        (_map(cols="20"), ("bad_row", "cols")),
        (_map(height=3), ("bad_row", "")),
        (_map(houses=[{"id": "x"}]), ("bad_row", "houses[0]")),
        (_map(houses={}), ("bad_row", "houses")),
        (_map(sides=[{"kind": "hedge", "at": []}]), ("bad_row", "sides[0].kind")),
        (_map(legend={".": 3}), ("bad_row", "legend..")),
        (_map(legend=[]), ("bad_row", "legend")),
        (_map(spots={"here": "A01"}), ("bad_row", "spots.here")),
        (_map(extra={}), ("bad_row", "")),
        (_map(features=[{"kind": "pile", "hex": 3}]), ("bad_row", "features[0].hex")),
    ],
)
def test_what_is_no_map_at_all(document, expected):
    assert _wrong(document)[0] == expected


def test_a_million_hexes_are_refused_before_any_work():
    assert _wrong(_map(cols=1000, rows=1000)) == [("map_size", "cols"), ("map_size", "rows")]
    assert _wrong(_map(cols=60, rows=60)) == [("map_hexes", "cols")]
    assert _wrong(_map(cols=0)) == [("map_size", "cols")]
    assert _wrong(_map(features=[{"kind": "pile", "hex": "A01"}] * 1000)) == [("too_many", "features")]


def test_a_hole_says_in_which_row_and_hex():
    grid = house_maps()["ashcombe"]["grid"]
    assert _wrong(_map(grid=[*grid[:4], grid[4][:-3], *grid[5:]])) == [("hole", "grid[4]")]
    gap = grid[4][:6] + " " + grid[4][7:]
    assert _wrong(_map(grid=[*grid[:4], gap, *grid[5:]])) == [("hole_at", "grid[4][6]")]
    assert _wrong(_map(grid=grid[:-1])) == [("rows_missing", "grid")]
    found = read_map(_map(grid=[*grid[:4], gap, *grid[5:]]))
    assert isinstance(found, list)
    assert found[0].data["hex"] == "G05"


def test_unknown_terrain_and_symbols():
    legend = house_maps()["ashcombe"]["legend"]
    assert _wrong(_map(legend={**legend, "b": "lava"})) == [("unknown_terrain", "legend.b")]
    assert ("unknown_symbol", "grid[0][0]") in _wrong(_map(legend={key: legend[key] for key in legend if key != "b"}))
    assert ("bad_symbol", "legend.xx") in _wrong(_map(legend={**legend, "xx": "clear"}))


GATE = {"kind": "gate", "at": [["B02", 0]]}


@pytest.mark.parametrize(
    ("sides", "expected"),
    [
        ([GATE, {**GATE, "state": "open"}], ("sides_contradict", "sides[1]")),
        ([{"kind": "low_wall", "at": [["B02", 0]]}, {**GATE, "at": [["C02", 3]]}], ("sides_contradict", "sides[1]")),
        ([GATE, {"kind": "arch", "at": [["B02", 0]]}], ("sides_contradict", "sides[1]")),
        ([{"kind": "battlement", "at": [["B02", 0]]}], ("battlement_low", "sides[0]")),
        ([{"kind": "low_wall"}], ("side_where", "sides[0]")),
        ([{"kind": "low_wall", "at": [["D02", 0]]}], ("side_off_map", "sides[0].at[0]")),
        ([{"kind": "low_wall", "at": [["B02", 6]]}], ("bad_direction", "sides[0].at[0]")),
        ([{"kind": "low_wall", "at": [["Z99", 0]]}], ("off_map", "sides[0].at[0]")),
        ([{"kind": "low_wall", "around": ["A01", "B09"]}], ("off_map", "sides[0].around[1]")),
        ([{"kind": "low_wall", "around": ["B02", "B02"], "gaps": [["A01", 0]]}], ("gap_nowhere", "sides[0].gaps[0]")),
        ([{"kind": "low_wall", "between": [["A01", "B02"], ["B02", "C03"]]}], ("rects_overlap", "sides[0].between")),
        ([{"kind": "low_wall", "between": [["A01", "A01"], ["D03", "D03"]]}], ("rects_apart", "sides[0].between")),
    ],
)
def test_hexsides_that_contradict_each_other_or_are_nowhere(sides, expected):
    assert _wrong(_small(["....", "....", "...."], sides=sides)) == [expected]


@pytest.mark.parametrize(
    ("grid", "houses", "expected"),
    [
        (["hh..", "...."], [], ("no_house", "grid[0][0]")),
        (["hh..", "...."], [{"id": "a", "rect": ["A01", "C01"], "roof": "flat"}], ("not_a_house", "houses[0].rect")),
        (["hH..", "...."], [{"id": "a", "rect": ["A01", "B01"], "roof": "flat"}], ("mixed_house", "houses[0].rect")),
        (
            ["hhh.", "...."],
            [{"id": "a", "rect": ["A01", "B01"], "roof": "flat"}, {"id": "b", "rect": ["B01", "C01"], "roof": "flat"}],
            ("two_houses", "houses[1].rect"),
        ),
        (["h...", "h..."], [{"id": "a", "rect": ["A01", "A01"], "roof": "flat"}] * 1, ("no_house", "grid[1][0]")),
        (
            ["hh..", "...."],
            [{"id": "a", "rect": ["A01", "B01"], "roof": "flat", "doors": [["A01", 0]]}],
            ("door_inside", "houses[0].doors[0]"),
        ),
        (
            ["hh..", "...."],
            [{"id": "a", "rect": ["A01", "B01"], "roof": "flat", "doors": [["C01", 0]]}],
            ("not_in_house", "houses[0].doors[0]"),
        ),
        (
            ["hh..", "...."],
            [{"id": "a", "rect": ["A01", "B01"], "roof": "pitched", "ladder": "A01"}],
            ("no_roof", "houses[0].ladder"),
        ),
        (
            ["hh..", "...."],
            [{"id": "A house", "rect": ["A01", "B01"], "roof": "pitched"}],
            ("bad_id", "houses[0].id"),
        ),
    ],
)
def test_houses_that_cannot_stand(grid, houses, expected):
    assert expected in _wrong(_small(grid, houses=houses))


def test_a_tree_is_seven_hexes():
    assert ("small_tree", "grid[0][0]") in _wrong(_small(["T...", "...."]))
    assert any(code == "two_trees" for code, _place in _wrong(_small([".ttt.", "tTTt.", ".ttt."])))


@pytest.mark.parametrize(
    ("feature", "expected"),
    [
        ({"kind": "pile"}, ("marker_needs", "features[0].hex")),
        ({"kind": "pile", "hex": "Q99"}, ("off_map", "features[0].hex")),
        ({"kind": "hoarding", "hexes": ["B02"]}, ("hoarding_nowhere", "features[0]")),
        ({"kind": "filled_moat", "hex": "B02"}, ("no_moat", "features[0]")),
        ({"kind": "ladder", "hex": "A01", "top": "C02"}, ("not_beside", "features[0]")),
        ({"kind": "ladder", "hex": "A01", "top": "B01"}, ("ladder_height", "features[0]")),
        ({"kind": "stakes", "hex": "B02"}, ("marker_needs", "features[0].front")),
        ({"kind": "stakes", "hex": "B02", "front": [7]}, ("bad_direction", "features[0].front")),
        (
            {"kind": "wagon", "id": "c", "front": "A01", "rear": "C02", "animal": {"class": "ox", "at": "B01"}},
            ("wagon_apart", "features[0]"),
        ),
    ],
)
def test_markers_that_cannot_lie_there(feature, expected):
    assert _wrong(_small(["....", "....", "...."], features=[feature])) == [expected]


def test_two_markers_in_one_hex():
    stakes = {"kind": "stakes", "hex": "B02", "front": [0]}
    assert _wrong(_small(["....", "...."], features=[stakes, stakes])) == [("two_markers", "features[1]")]


def test_spots_and_walls():
    assert _wrong(_small(["...."] * 3, spots={"here": ["E01"]})) == [("off_map", "spots.here[0]")]
    assert _wrong(_small(["...."] * 3, spots={"Not a key": ["A01"]})) == [("bad_id", "spots.Not a key")]
    wall = {"id": "w", "rect": ["A01", "B01"], "level": 1}
    assert ("bad_wall", "walls[0]") in _wrong(_small(["...."] * 3, walls=[wall]))
    assert ("wall_level", "walls[0].level") in _wrong(
        _small(["ww..", "....", "...."], walls=[{**wall, "level": 2, "length": 2, "thickness": 1}])
    )


def test_hostile_texts_are_refused():
    assert ("bad_id", "id") in _wrong(_map(id="../x"))
    assert ("bad_name", "name") in _wrong(_map(name="x" * 200))


def test_columns_after_z():
    wide = read_map(_small(["." * 30] * 2))
    assert isinstance(wide, Ground)
    assert wide.beside["Z01"][0] == "AA01"
    assert wide.edges("AD01") == {"north", "east"}


def test_a_low_wall_along_a_house_is_the_houses_wall():
    here = ground("rumman")
    assert here.side("D11", 4) == "wall"
    assert not here.low_wall("C12", 1)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 99) | st.sampled_from(["A01", "clear", "T", "Z99", "", "low_wall"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["rect", "kind", "at", "hex", "id", "x", "."]), inner, max_size=3)
    ),
    max_leaves=6,
)


@given(st.sampled_from(sorted(house_maps())), st.sampled_from(sorted(house_maps()["cardun"])), JSON, st.data())
@settings(max_examples=300, deadline=None)
def test_whatever_a_map_holds_is_answered(map_id, part, junk, data_):
    document = house_maps()[map_id]
    held = document.get(part)
    if isinstance(held, list) and held and data_.draw(st.booleans()):
        held = copy.deepcopy(held)
        where = data_.draw(st.integers(0, len(held) - 1))
        if isinstance(held[where], dict):
            held[where][data_.draw(st.sampled_from(sorted(held[where])))] = junk
        else:
            held[where] = junk
        junk = held
    assert isinstance(data.check_data("map", {**document, part: junk}), list)


@given(st.sampled_from(["tables", "counters"]), st.data(), JSON)
@settings(max_examples=300, deadline=None)
def test_whatever_tables_hold_is_answered(kind, data_, junk):
    document = data.template(kind)
    part = data_.draw(st.sampled_from(sorted(document)))
    held = document[part]
    if isinstance(held, dict) and data_.draw(st.booleans()):
        key = data_.draw(st.sampled_from(sorted(held)))
        if isinstance(held[key], dict) and data_.draw(st.booleans()):
            junk = {**held[key], data_.draw(st.sampled_from(sorted(held[key]))): junk}
        junk = {**held, key: junk}
    assert isinstance(data.check_data(kind, {**document, part: junk}), list)


# --- Scenarios ---------------------------------------------------------------------------------------------------------------


def test_two_characters_in_one_hex():
    document = msgspec.to_builtins(SCENARIOS["rearguard"])
    broken = copy.deepcopy(document)
    broken["sides"]["rearguard"]["units"][1]["at"] = "K05"
    found = problems(msgspec.convert(broken, Scenario), ground("rumman"))
    assert [(one.code, one.place) for one in found] == [("two_in_hex", "sides.rearguard.units[2].at")]


# --- Tables and counters -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("document", "expected"),
    [
        (7, ("bad_row", "")),
        ({"combat": {}}, ("unknown_table", "combat")),
        ({"points": {"fly": [1, "x", "H"]}}, ("unknown_row", "points.fly")),
        ({"combat_foot": {"rows": ["C D D D E E E F"]}}, ("rows_of_table", "combat_foot.rows")),
        ({"missile_foot": {"rows": ["C C C"] * 9}}, ("letters_missing", "missile_foot.rows[0]")),
        ({"missile_foot": {"rows": ["C C C X"] * 9}}, ("unknown_letter", "missile_foot.rows[0]")),
        ({"battering_walls": {"rows": ["D D D D 0C"] * 10}}, ("unknown_letter", "battering_walls.rows[0]")),
        ({"missile_mounted": {"columns": ["none", "light", "heavy"]}}, ("cover_columns", "missile_mounted.columns")),
        ({"combat_foot": {"columns": ["1-1"] * 8}}, ("bad_columns", "combat_foot.columns")),
        ({"battering_walls": {"columns": ["1", "x", "6", "9", "12"]}}, ("bad_columns", "battering_walls.columns")),
        ({"rolls": {"leap": {"rows": [[3, "arrives"]]}}}, ("roll_rows", "rolls.leap.rows")),
        ({"rolls": {"leap": {"rows": [[6, "flies"]]}}}, ("unknown_result", "rolls.leap.rows[0]")),
        ({"weapons": {"longbow": {"ranges": [9, 5, 3]}}}, ("bad_ranges", "weapons.longbow.ranges")),
        ({"weapons": {"longbow": {"column": "best"}}}, ("no_such_column", "weapons.longbow.column")),
        ({"weapons": {"gun": {"column": "first"}}}, ("bad_row", "weapons.gun")),
        ({"terrain": {"clear": {"foot": 0}}}, ("bad_cost", "terrain.clear")),
        ({"terrain": {"clear": {"level": 9}}}, ("bad_level", "terrain.clear")),
        ({"weather": {"rain": {"movement": [3, 0]}}}, ("bad_weather", "weather.rain")),
        ({"points": {"jump": [-1, "x", "H"]}}, ("bad_cost", "points.jump")),
        ({"points": {"jump": ["4", "x", "H"]}}, ("bad_row", "points.jump[0]")),
    ],
)
def test_tables_with_missing_columns_or_letters(document, expected):
    found = data.check_data("tables", document)
    assert expected in [(problem.code, problem.place) for problem in found], found


@pytest.mark.parametrize(
    ("document", "expected"),
    [
        ([], ("bad_row", "")),
        ({"classes": []}, ("bad_row", "classes")),
        ({"figures": []}, ("unknown_table", "figures")),
        ({"classes": {"ogre": {"foot": [1, 2]}}}, ("bad_row", "classes.ogre.foot")),
        (
            {"classes": {"ogre": {"foot": [1, 2, 3], "foot_w": [1, 1, 1000], "price": 5}}},
            ("bad_counter", "classes.ogre.foot_w"),
        ),
        (
            {"classes": {"ogre": {"foot": [1, 2, 3], "foot_w": [1, 1, 1], "mounted": [1, 1, 1], "price": 5}}},
            ("half_mounted", "classes.ogre"),
        ),
        ({"roster": [["a", "A", "ogre", []]]}, ("unknown_class", "roster[0][2]")),
        ({"roster": [["a", "A", "archer", ["gun"]]]}, ("unknown_weapon", "roster[0][3]")),
        ({"roster": [["a", "A", "archer", []], ["a", "B", "archer", []]]}, ("bad_id", "roster[1][0]")),
        ({"roster": [["a", "", "archer", []]]}, ("bad_name", "roster[0][1]")),
        ({"roster": [["a", "A", "archer"]]}, ("bad_row", "roster[0]")),
    ],
)
def test_counters_that_cannot_be_played(document, expected):
    found = data.check_data("counters", document)
    assert expected in [(problem.code, problem.place) for problem in found], found


@pytest.mark.parametrize("kind", [kind.key for kind in data.KINDS])
def test_what_is_offered_to_begin_with_is_sound(kind):
    assert data.check_data(kind, data.template(kind)) == []
    require_plain(data.template(kind))


def test_a_clubs_rows_stand_in_the_place_of_the_houses_and_the_rest_stays():
    own = {"weapons": {"longbow": {"ranges": [10, 20, 40]}}}
    assert data.check_data("tables", own) == []
    tables = tables_from(own)
    assert tables.weapons["longbow"].ranges == (10, 20, 40)
    assert tables.weapons["crossbow"] == TABLES.weapons["crossbow"]
    assert tables_from(own) is tables
    assert data.ground_of({"tables": own}, "rumman").tables is tables
    counters = data.counters_of({"counters": {"roster": [["bo", "Bo", "archer", ["longbow"]]]}})
    assert [one[0] for one in counters.roster] == ["bo"]
    assert "knight" in counters.classes


def test_a_club_map_is_played_and_drawn():
    own = _small(["....", "....", "...."])
    here = data.ground_of({"map": own})
    assert here.id == "small"
    scene = data.preview("map", own)
    assert scene is not None
    assert len(scene.shapes) == 12
    assert data.preview("tables", {}) is None


def test_every_row_says_where_it_is_from():
    rows = [*TABLES.points.values(), *TABLES.numbers.values(), *TABLES.missile_modifiers.values()]
    assert all(rule and sure in "SBHD" for _value, rule, sure in rows)
    held = [*TABLES.terrain.values(), *TABLES.weather.values(), *TABLES.rolls.values(), *TABLES.weapons.values()]
    assert all(row.rule and row.sure in "SBHD" for row in held)
    named = {reading for row in held for reading in row.readings}
    assert named <= set(ALL)


def test_a_reading_is_one_of_its_values():
    assert readings_of({"kneel.mp": "rise"})["kneel.mp"] == "rise"
    with pytest.raises(ValueError, match="kneel"):
        readings_of({"kneel.mp": "sit"})
    with pytest.raises(KeyError):
        readings_of({"nothing": 1})
    assert set(READINGS) == set(ALL)
    assert all(len(reading.values) > 1 and reading.cites.startswith("Montjoie") for reading in ALL.values())


def test_the_documents_of_the_manual_are_sound():
    text = (Path(__file__).parents[3] / "docs/montjoie-maps.md").read_text()
    map_, tables = (json.loads(found) for found in re.findall(r"```json\n(.*?)```", text, re.DOTALL))
    assert data.check_data("map", map_) == []
    assert data.check_data("tables", tables) == []
