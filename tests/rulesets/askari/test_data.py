"""Lists as documents and as tables, and a battle before it is opened (Askari E and F)."""

import tomllib
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesets.askari import data
from rulesets.askari.armies import LISTS, PARTIES
from rulesets.askari.ruleset import Askari
from rulesets.contract import Counting, Force, Furnished, Planned, Setup, Tabular

RULES = Askari()
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["name", "units", "people", "key", "figures", "weapons"]), inner, max_size=5)
    ),
    max_leaves=25,
)
ROWS = st.lists(st.dictionaries(st.sampled_from(data.COLUMNS), st.text(max_size=12), max_size=8), max_size=6)


def setup(scenario="open_field", first="congo", second="mahdist", **options):
    return Setup(
        scenario=scenario,
        forces={"first": Force(), "second": Force()},
        options={"armies": {"first": first, "second": second}, **options},
    )


def codes(problems):
    return [problem.code for problem in problems]


def test_it_says_what_may_be_replaced_and_before_a_battle_what_it_will_be():
    assert all(isinstance(RULES, protocol) for protocol in (Furnished, Tabular, Counting, Planned))
    (kind,) = RULES.data_kinds()
    assert (kind.key, kind.option, kind.each) == ("lists", "armies", True)
    assert RULES.check_data("lists", RULES.template("lists")) == []


@pytest.mark.parametrize("key", sorted({**LISTS, **PARTIES}))
def test_every_list_of_the_house_is_a_document_and_a_table_and_comes_back(key):
    army = {**LISTS, **PARTIES}[key]
    document = data.plain(army)

    sheet = data.from_rows(data.to_rows(document))

    assert RULES.check_data("lists", document) == []
    assert (sheet.document, sheet.problems) == (document, ())
    assert msgspec.convert(sheet.document, type(army)) == army


def test_a_key_is_made_of_the_name_and_used_once():
    rows = [{"name": name} for name in ("Línea I", "línea i", "", "Línea I", "象")]

    sheet = data.from_rows([*rows, {"name": "Other", "key": "linea-i-2"}])

    assert [unit["key"] for unit in sheet.document["units"]] == [
        "linea-i",
        "linea-i-3",
        "row-3",
        "linea-i-4",
        "row-5",
        "linea-i-2",
    ]


def test_a_fault_is_told_with_its_row_and_column():
    sheet = data.from_rows([{"what": "list"}, {"name": "A", "figures": "ten"}, {"name": "B", "team": "perhaps"}])

    assert [(one.code, one.place) for one in sheet.problems] == [
        ("not_a_number", "rows[1].figures"),
        ("unknown_word", "rows[2].team"),
    ]
    assert sheet.origins == {"units[0]": 1, "units[1]": 2}


@pytest.mark.parametrize("cell", ["²", "1e9", "NaN", "9" * 10, "--1", "1.5", "٣"])
def test_what_is_no_whole_number_is_no_number(cell):
    assert codes(data.from_rows([{"name": "A", "figures": cell}]).problems) == ["not_a_number"]


@settings(max_examples=150)
@given(JSON)
def test_whatever_is_handed_in_is_judged(document):
    for problem in RULES.check_data("lists", document):
        assert problem.code


@settings(max_examples=150)
@given(ROWS)
def test_whatever_a_table_holds_is_judged(rows):
    sheet = data.from_rows(rows)

    assert all(problem.place.startswith("rows[") for problem in sheet.problems)
    assert isinstance(RULES.check_data("lists", sheet.document), list)


def test_an_account_adds_up_to_what_the_list_counts_for():
    for army in LISTS.values():
        account = data.counted(army)
        assert sum(one.points for one in account.entries) * account.per_cent // 100 == account.total
        assert RULES.prices()[next(key for key, one in LISTS.items() if one is army)] == account.total


def test_what_the_points_pay_for_is_what_is_counted():
    whole, part = RULES.accounts(setup()), RULES.accounts(setup(points=400, seed="nile"))

    assert whole["second"].total == 607
    assert 360 <= part["second"].total <= 400


def test_sides_that_differ_by_more_than_a_tenth_are_worth_a_word():
    small = data.plain(LISTS["mahdist"])
    small["units"] = small["units"][:2]

    assert RULES.doubts(setup()) == []
    (doubt,) = RULES.doubts(setup(first=small))
    assert (doubt.code, doubt.data["seat"], doubt.data["more"]) == ("uneven", "second", 607)
    assert RULES.doubts(setup("hunt", first="hunters", second=small)) == []


def test_a_value_outside_the_books_ranges_is_worth_a_word():
    odd = data.plain(LISTS["mahdist"])
    odd["units"][0]["shooting"] = 9

    found = [one for one in RULES.doubts(setup(second=odd)) if one.code == "unusual"]

    assert [(one.place, one.rule) for one in found] == [("options.armies.second.units[0].shooting", "Askari 2.2.1")]


def test_units_without_room_are_named_and_nothing_of_it_stays():
    crowd = data.plain(LISTS["mahdist"])
    band = crowd["units"][0]
    crowd["units"] = [
        {**band, "key": f"band-{number}", "name": f"Band {number}", "figures": 20} for number in range(27)
    ]
    asked = setup(first=crowd, second=crowd)

    doubts = RULES.doubts(asked)

    assert codes(doubts) == ["crowded", "crowded"]
    assert all(doubt.data["left"] for doubt in doubts)
    assert RULES.doubts(asked) == doubts


def test_a_table_is_shown_before_anybody_stands_on_it():
    for scenario in RULES.describe().scenarios:
        drawn = RULES.sketch(Setup(scenario=scenario))
        assert drawn is not None
        assert drawn.shapes
        assert drawn.tokens == ()
    assert RULES.sketch(Setup(scenario="moon")) is None
    assert RULES.sketch(setup("generated", seed=5)) is None
    assert RULES.sketch(setup("generated", seed="nile")) == RULES.sketch(setup("generated", seed="nile"))
    assert RULES.sketch(setup("generated", seed="nile")) != RULES.sketch(setup("generated", seed="congo"))


def test_the_table_in_the_docs_is_the_list_in_the_docs():
    text = (Path(__file__).parents[3] / "docs/askari-lists.md").read_text()
    lines = text.partition("```csv\n")[2].partition("```")[0].splitlines()
    rows = [dict(zip(lines[0].split(";"), line.split(";"), strict=True)) for line in lines[1:]]
    typed = tomllib.loads(text.partition("```toml\n")[2].partition("```")[0])

    sheet = data.from_rows(rows)

    assert RULES.check_data("lists", sheet.document) == []
    assert RULES.account("lists", sheet.document).total == RULES.account("lists", typed).total


@pytest.mark.parametrize("key", sorted(LISTS.keys() - {"anglo_egyptian"}))
def test_a_list_of_the_house_can_be_cut_down_to_a_skirmish(key):
    """But for the column: its leader needs three units, and they cost more."""
    asked = setup("skirmish", first=key, second=key, points=300, seed="nile")

    assert RULES.check_setup(asked) == []
    assert all(account.total <= 300 for account in RULES.accounts(asked).values())
    assert codes(RULES.check_setup(setup("skirmish", first=key))) == ["too_many_points", "too_many_points"]
