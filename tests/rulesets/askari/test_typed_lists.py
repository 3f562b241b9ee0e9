"""Lists as clubs type them: what is wrong is told with its place (docs/askari-lists.md)."""

import tomllib
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesets.askari import armies
from rulesets.askari.armies import Army
from rulesets.contract import Problem

DOCS = Path(__file__).parents[3] / "docs/askari-lists.md"
GOOD = """
name = "Patrol"
aggression = 2

[[units]]
key = "line"
name = "Line"
figures = 8
moves = "regular"
shooting = 2
melee = 2
courage = 4
weapons = ["breech_loading_rifle", "bayonet"]
rules = ["trained"]

[[units]]
key = "gun"
name = "Gun"
figures = 3
piece = "light_breech_loading_gun"
shooting = 2
melee = 1
courage = 4

[[people]]
key = "leader"
what = "leader"
name = "Captain"
moves = "regular"
shooting = 2
melee = 2
weapons = ["pistol"]
qualities = ["hard"]
"""


def told(text):
    """Code and place of everything that is wrong."""
    found = armies.parse(text)
    assert isinstance(found, list), "it was taken"
    return [(problem.code, problem.place) for problem in found]


def test_a_typed_list_is_read():
    army = armies.parse(GOOD)

    assert isinstance(army, Army)
    assert (army.name, len(army.units), armies.points(army)) == ("Patrol", 2, 215)


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ('["breech_loading_rifle", "bayonet"]', '["railgun"]', [("unknown_weapon", "units[0].weapons")]),
        (
            'rules = ["trained"]',
            'rules = ["invisible"]',
            [("needs_training", "units[0].weapons"), ("unknown_rule", "units[0].rules")],
        ),
        ("figures = 8", "figures = -8", [("out_of_range", "units[0].figures")]),
        ("figures = 8", "figures = 1000000000", [("out_of_range", "units[0].figures")]),
        ("figures = 8", 'figures = "eight"', [("bad_row", "units[0].figures")]),
        ("figures = 8", "figures = 8.5", [("bad_row", "units[0].figures")]),
        ("figures = 8", "figures = nan", [("bad_row", "units[0].figures")]),
        ("figures = 8", "figures = true", [("bad_row", "units[0].figures")]),
        ("figures = 8", "figures = 8\nprice = -1", [("out_of_range", "units[0].price")]),
        ("figures = 8", "figures = 8\nsave = 1", [("out_of_range", "units[0].save")]),
        ("courage = 4", "courage = 7", [("out_of_range", "units[0].courage")]),
        ("figures = 8\n", "", [("bad_row", "units[0]")]),
        ("figures = 8", "figures = 8\nhorses = 2", [("bad_row", "units[0]")]),
        ('moves = "regular"', 'moves = "hover"', [("unknown_movement", "units[0].moves")]),
        ('piece = "light_breech_loading_gun"', 'piece = "pistol"', [("unknown_weapon", "units[1].piece")]),
        ('key = "gun"', 'key = "line"', [("key_twice", "units[1].key")]),
        ('key = "gun"', 'key = "a gun#1"', [("bad_key", "units[1].key")]),
        ('what = "leader"', 'what = "general"', [("unknown_person", "people[0].what"), ("one_leader", "people")]),
        ('qualities = ["hard"]', 'qualities = ["lucky"]', [("unknown_quality", "people[0].qualities")]),
        ("aggression = 2", "aggression = 9", [("bad_aggression", "aggression")]),
        ("aggression = 2", 'aggression = "much"', [("bad_row", "aggression")]),
        ('name = "Patrol"', f'name = "{"x" * 61}"', [("too_long", "name")]),
        ("aggression = 2", "aggression = ", [("not_toml", "line 3")]),
        ("[[units]]", "[units]", [("not_toml", "line 16")]),
    ],
)
def test_what_is_wrong_is_told_with_its_place(old, new, expected):
    assert told(GOOD.replace(old, new, 1)) == expected


def test_every_unit_is_judged_by_itself():
    text = GOOD.replace("figures = 8", 'figures = "eight"').replace("figures = 3", "figures = []")

    assert told(text) == [("bad_row", "units[0].figures"), ("bad_row", "units[1].figures")]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("\n" * 10_000, [("list_too_long", "list")]),
        ("#" * 30_001, [("list_too_long", "list")]),
        ("", [("bad_row", ""), ("bad_row", "units")]),
        ("units = 3", [("bad_row", "units")]),
        ('name = "A"\nunits = [3]', [("bad_row", "units[0]")]),
        ("a = " + "[" * 5_000, [("not_toml", "line 1")]),
        ("a = " + "9" * 5_000, [("not_toml", "line 1")]),
        ('name = "A"\nunits = []\npeople = []', [("one_leader", "people"), ("too_few_units", "units")]),
    ],
)
def test_bad_texts_are_refused(text, expected):
    assert told(text) == expected


def test_too_many_units_are_counted_and_not_all_read():
    unit = GOOD[GOOD.index("[[units]]") : GOOD.index("[[units]]", 20 + GOOD.index("[[units]]"))]
    text = GOOD + "".join(unit.replace('"line"', f'"line_{number}"') for number in range(40))

    assert ("too_many_units", "units") in told(text)


@settings(max_examples=150)
@given(
    st.text(max_size=200)
    | st.tuples(st.integers(0, len(GOOD)), st.text(max_size=5)).map(
        lambda cut: GOOD[: cut[0]] + cut[1] + GOOD[cut[0] :]
    )
)
def test_whatever_is_typed_is_a_list_or_problems(text):
    found = armies.parse(text)

    assert isinstance(found, Army) or (found and all(isinstance(one, Problem) and one.code for one in found))


def test_the_example_of_the_docs_is_a_list():
    text = DOCS.read_text()
    example = text[text.index("```toml\n") + 8 : text.index("```\n", text.index("```toml\n") + 8)]

    assert isinstance(armies.parse(example), Army)


def test_the_docs_name_every_field_weapon_rule_quality_and_person():
    text = DOCS.read_text()
    named = {f"`{name}`" for kind in (armies.Troop, armies.Person) for name in kind.__struct_fields__}
    named |= {f"`{key}`" for key in (*armies.RULES, *armies.PEOPLE, *armies.SPECIALS)}
    named |= {
        f"`{key}`" for table in (armies.TABLES.missile, armies.TABLES.melee, armies.TABLES.qualities) for key in table
    }
    codes = {"list_too_long", "not_toml", "bad_row", "bad_key", "key_twice", "unknown_weapon", "out_of_range"}

    assert sorted(name for name in named | {f"`{code}`" for code in codes} if name not in text) == []


def test_the_lists_of_the_house_are_written_so():
    for name in ("lists.toml", "parties.toml"):
        for key, given_ in tomllib.loads((Path(armies.__file__).parent / name).read_text()).items():
            assert msgspec.convert(given_, Army) == {**armies.LISTS, **armies.PARTIES}[key]
