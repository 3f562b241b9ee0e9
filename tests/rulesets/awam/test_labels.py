"""Every figure says where it comes from, and every doubtful point how it is read (AWAM 0.1, 11)."""

import msgspec
import pytest

from rulesets.awam.setting import SHEETS
from rulesets.awam.tables import TABLES, Row


def rows():
    for name in TABLES.__struct_fields__:
        value = getattr(TABLES, name)
        if isinstance(value, Row):
            yield name, value
        elif isinstance(value, dict):
            yield from ((f"{name}.{key}", row) for key, row in value.items() if isinstance(row, Row))


@pytest.mark.parametrize(("name", "row"), list(rows()))
def test_a_label_is_of_a_figure_that_the_table_has(name, row):
    named = [one for names in row.said.values() for one in names]
    assert set(named) <= set(row.__struct_fields__) - {"rule", "status", "said"}
    assert len(named) == len(set(named))
    assert row.status not in row.said


@pytest.mark.parametrize("name", ["ranges", "hand"])
def test_each_row_of_a_plain_table_has_a_label(name):
    assert TABLES.plain[name].keys() == getattr(TABLES, name).keys()


@pytest.mark.parametrize(
    ("row", "figure", "status"),
    [
        (TABLES.shooting, "next_shot", "seed"),
        (TABLES.shooting, "unaimed", "house"),
        (TABLES.firearms["revolver"], "die", "implied"),
        (TABLES.firearms["revolver"], "score", "house"),
        (TABLES.gaits["drag"], "normal", "seed"),
        (TABLES.gaits["walk"], "normal", "house"),
        (TABLES.melee, "wounded", "seed"),
        (TABLES.melee, "shield", "house"),
        (TABLES.boats["boat"], "down", "seed"),
        (TABLES.boats["boat"], "across", "house"),
        (TABLES.boats["steamer"], "down", "house"),
        (TABLES.cannon, "building", "seed"),
        (TABLES.cannon, "blast", "house"),
        (TABLES.strength, "head", "house"),
    ],
)
def test_labels_of_the_book(row, figure, status):
    assert row.status_of(figure) == status


def test_11_every_doubtful_point_can_be_chosen_or_stands_fixed_with_its_paragraph():
    book = {f"A{number}" for number in range(1, 42)}
    assert TABLES.readings.keys() & TABLES.fixed.keys() == set()
    assert book <= TABLES.readings.keys() | TABLES.fixed.keys()
    assert TABLES.fixed.keys() <= book
    rules = [*(reading.rule for reading in TABLES.readings.values()), *TABLES.fixed.values()]
    assert [rule for rule in rules if not rule.startswith("AWAM ")] == []


def test_a_scenario_says_that_it_is_ours_and_how_far_it_was_tried():
    assert {key: (sheet.status, sheet.trial) for key, sheet in SHEETS.scenarios.items()} == {
        "well": ("house", "rough"),
        "ivory": ("house", "rough"),
        "meeting": ("house", "none"),
        "fashoda": ("house", "none"),
    }


def test_a_label_that_nobody_knows_is_refused():
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"rule": "AWAM 1", "status": "guessed"}, Row)
