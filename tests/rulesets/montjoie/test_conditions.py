"""The language of victory conditions: what it reads, and what it refuses (Montjoie 8)."""

import pytest

from rulesets.contract import Problem
from rulesets.montjoie import conditions
from rulesets.montjoie.conditions import CountFit, Exited, Known, LostShare, MoreFit
from rulesets.montjoie.scenarios import SCENARIOS

KNOWN = Known(sides=("rome", "gaul"), figures=("odo",), wagons=("cart",), spots=("well",))


@pytest.mark.parametrize(
    ("text", "term"),
    [
        ("exited:cart:east", Exited("cart", "east")),
        ("lost_share:rome>=0.5", LostShare("rome", 5, 10)),
        ("lost_share:rome>=1", LostShare("rome", 1, 1)),
        ("more_fit:rome:well:2", MoreFit("rome", "well", 2)),
        ("count_fit:rome:well:0>=5", CountFit("rome", "well", 0, 5)),
    ],
)
def test_a_term_is_read(text, term):
    assert conditions.term(text) == term


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("won:rome", "unknown_term"),
        ("exited:cart:up", "malformed_term"),
        ("lost_share:rome>=0,5", "malformed_term"),
        ("lost_points:rome>=-3", "malformed_term"),
        ("count_fit:rome:well:0", "malformed_term"),
        ("turn_end:3", "unknown_term"),
    ],
)
def test_what_is_no_term_is_refused(text, code):
    told = conditions.term(text)

    assert isinstance(told, Problem)
    assert told.code == code


@pytest.mark.parametrize(
    ("row", "code"),
    [
        ({"if": [], "winner": "rome", "level": "major"}, "row_without_terms"),
        ({"winner": "rome", "level": "major"}, "row_without_terms"),
        ({"if": ["turn_end"], "winner": None, "level": "major"}, "row_without_result"),
        ({"if": ["turn_end"], "winner": "rome", "level": "draw"}, "row_without_result"),
        ({"if": ["turn_end"], "winner": "persia", "level": "major"}, "unknown_side"),
        ({"if": ["fit:bors"], "winner": "rome", "level": "major"}, "unknown_figure"),
        ({"if": ["taken:coach"], "winner": "rome", "level": "major"}, "unknown_wagon"),
        ({"if": ["more_fit:rome:mill:2"], "winner": "rome", "level": "major"}, "unknown_spot"),
        ({"if": ["lost_points:persia>=3"], "winner": "rome", "level": "major"}, "unknown_side"),
        ({"if": ["exited:coach:east"], "winner": "rome", "level": "major"}, "unknown_thing"),
    ],
)
def test_a_row_that_cannot_decide_is_told_with_its_place(row, code):
    told = conditions.problems([{"if": ["turn_end"], "winner": None, "level": "draw"}, row], KNOWN)

    assert [(one.code, one.place) for one in told] == [(code, "victory[1]")]


def test_the_houses_scenarios_can_all_be_decided():
    for scenario in SCENARIOS.values():
        rows = [{"if": list(row.terms), "winner": row.winner, "level": row.level} for row in scenario.victory]

        assert len(conditions.rows(rows)) == len(rows)
