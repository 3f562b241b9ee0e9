"""Every paragraph of AWAM has a module that plays it and tests that would fail without it: ``paragraphs.toml`` is the list."""

import re
import tomllib
from pathlib import Path

import pytest

import rulesets.awam
from rulesets.awam.expeditions import STAFF
from rulesets.awam.ruleset import Awam
from rulesets.awam.setting import SEATS, SHEETS, mm
from rulesets.awam.tables import TABLES
from rulesets.contract import Force, Setup
from tests.rulesets.awam.fields import act, activate, man, table, way
from tests.rulesets.awam.test_fashoda import world
from tests.rulesets.kit import dice_of

HERE = Path(__file__).parent
ROWS = tomllib.loads((HERE / "paragraphs.toml").read_text())
BY_FILE = {path.stem: set(re.findall(r"(?m)^def (test_\w+)\(", path.read_text())) for path in HERE.glob("test_*.py")}
TESTS = set().union(*BY_FILE.values())
MODULES = {
    str(path.relative_to(Path(rulesets.awam.__file__).parent).with_suffix("")).replace("/", ".")
    for path in Path(rulesets.awam.__file__).parent.rglob("*.py")
}
PARTS = {2: 7, 3: 7, 4: 6, 5: 2, 6: 7, 7: 4, 8: 2, 10: 7, 12: 5, 14: 9, 16: 3, 17: 3, 18: 2}
"""How many numbered parts a section has; those that are not here are one."""


def test_every_paragraph_has_its_row():
    wanted = {f"{section}.{part}" for section, parts in PARTS.items() for part in range(1, parts + 1)}
    assert set(ROWS["paragraphs"]) == wanted | {"1", "9", "11", "15"}


def test_every_check_value_and_every_reading_has_its_row():
    assert set(ROWS["values"]) == {f"V{number}" for number in range(1, 44)}
    assert set(ROWS["readings"]) == set(TABLES.readings)


@pytest.mark.parametrize("part", ["paragraphs", "values", "readings"])
def test_every_row_names_modules_and_tests_that_there_are(part):
    rows = ROWS[part]
    assert [key for key, row in rows.items() if not row["tests"]] == []
    assert {(key, test) for key, row in rows.items() for test in row["tests"] if test not in TESTS} == set()
    assert {(key, name) for key, row in rows.items() for name in row.get("where", ()) if name not in MODULES} == set()
    assert part != "paragraphs" or all(row["where"] for row in rows.values())


def test_every_test_that_is_named_after_a_paragraph_stands_in_its_row():
    listed = {test for part in ROWS.values() for row in part.values() for test in row["tests"]}
    # The companion has the same numbers once more, for dice that are thrown at a table.
    field = set().union(*(tests for name, tests in BY_FILE.items() if name not in ("test_companion",)))
    named = {test for test in field if re.match(r"test_([0-9]|v[0-9]|a[0-9]+_)", test)}
    assert named - listed == set()


# --- What stands in no other file ---------------------------------------------------------------------------------------


def test_1_a_centimetre_on_the_table_is_ten_millimetres():
    assert mm((45, 47.5)) == (450, 475)


def test_3_5_an_order_pays_for_one_action():
    field = table(
        man("1.1.1", "askari", 500, 500, leads=True),
        man("1.1.2", "askari", 560, 500),
        man("2.1.1", "askari", 1900, 1900),
    )
    activate(field, "1.1", orders=3)
    act(field, "1.1.2", "move", gait="walk", path=way((600, 500)))
    assert field.state.active.left == 2


def test_10_7_a_blue_figure_tests_then_falls_then_goes():
    field = table(
        man("1.1.1", "askari", 500, 500, leads=True, blue=True), man("2.1.1", "askari", 1900, 1900), dice=(6, 9)
    )
    activate(field, "1.1")
    field.state.figures["1.1.2"] = man("1.1.2", "askari", 540, 540)
    act(field, "1.1.1", "move", gait="run", path=way((700, 500)))
    assert [one.kind for one in field.happenings] == ["morale", "kept_feet", "moved"]
    assert field.figure("1.1.1").heading == (200, 0)


def test_12_1_the_table_of_fashoda():
    state = world().state
    assert (state.width, state.height, state.current, STAFF) == (1800, 1200, (1, 0), (1000, 575))
    kinds = [piece.kind for piece in state.ground]
    assert {kind: kinds.count(kind) for kind in sorted(set(kinds))} == {
        "bush": 6, "high_wall": 6, "hut": 5, "marsh": 4, "reeds": 2, "river": 1, "staff": 1,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("count", "seats"),
    [(2, ("first", "second")), (3, ("first", "second", "fifth")), (4, ("first", "second", "fourth", "fifth"))],
)
def test_12_5_who_plays_where_there_are_fewer(count, seats):
    assert len(seats) == count
    setup = Setup(scenario="fashoda", forces=dict.fromkeys(seats, Force()))
    assert Awam().check_setup(setup) == []
    others = tuple(seat for seat in SEATS if seat != seats[-1])[:count]
    if others != seats:
        wrong = Setup(scenario="fashoda", forces=dict.fromkeys(others, Force()))
        assert [one.code for one in Awam().check_setup(wrong)] == ["bad_seats"]


def test_12_5_it_ends_after_turn_10():
    assert SHEETS.scenarios["fashoda"].limit == 10


@pytest.mark.parametrize(
    ("scenario", "limit", "size", "figures"), [("well", 10, (900, 900), 20), ("ivory", 12, (1200, 800), 23)]
)
def test_16_1_16_2_tables_and_figures(scenario, limit, size, figures):
    state = Awam().setup(Setup(scenario=scenario, forces={"first": Force(), "second": Force()}), dice_of("x")).state
    assert (state["limit"], (state["width"], state["height"]), len(state["figures"])) == (limit, size, figures)
