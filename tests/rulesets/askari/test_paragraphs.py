"""Every rule of Askari has a module that plays it and a test that would fail without it: ``paragraphs.toml`` is the list."""

import re
import tomllib
from pathlib import Path

import pytest

import rulesets.askari
from rulesets.askari import armies
from rulesets.askari.tables import TABLES

HERE = Path(__file__).parent
ROWS = tomllib.loads((HERE / "paragraphs.toml").read_text())
TESTS = {name for path in HERE.glob("test_*.py") for name in re.findall(r"(?m)^def (test_\w+)\(", path.read_text())}
NEEDED = {
    "special_rules": {*armies.RULES, *(rule for weapon in TABLES.missile.values() for rule in weapon.rules)},
    "qualities": set(TABLES.qualities),
    "people": set(armies.PEOPLE),
    "specials": set(armies.SPECIALS),
    "to_hit": set(TABLES.to_hit),
    "readings": set(TABLES.readings),
    "beasts": set("123456"),
}


@pytest.mark.parametrize("table", NEEDED)
def test_every_rule_of_the_tables_has_its_row(table):
    assert sorted(NEEDED[table] - ROWS[table].keys()) == []


def test_every_row_names_a_module_and_tests_that_there_are():
    modules = {path.stem for path in Path(rulesets.askari.__file__).parent.glob("*.py")}
    rows = [(name, *row) for table in ROWS.values() for name, row in table.items()]

    assert [(name, module) for name, module, *_tests in rows if module not in modules] == []
    assert [(name, test) for name, _module, *tests in rows for test in tests if test not in TESTS] == []
    assert [name for name, _module, *tests in rows if not tests] == []
