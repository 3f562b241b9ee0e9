"""What nobody may do is refused with a stable code and the paragraph, and changes nothing (AWAM 2, 10, 18)."""

import copy
import math

import pytest

from rulesets.awam.ruleset import Awam
from rulesets.contract import Action, Force, Setup
from tests.rulesets.awam.refusals import CASES, action, asked, go

RULES = Awam()


@pytest.mark.parametrize("name", CASES)
def test_what_nobody_may_do_is_refused_with_its_paragraph(name):
    seat, question, _kind, _arguments, code, rule = CASES[name]
    state = asked(question)
    before = copy.deepcopy(state)
    problem = RULES.check(state, seat, action(name))

    assert (problem.code, problem.rule) == (code, rule)
    assert state == before


@pytest.mark.parametrize("value", [-5, 10**9, math.nan, math.inf, 1.5, "1", None, True, [], {}])
def test_a_distance_that_is_none_is_refused(value):
    problem = RULES.check(asked("orders"), "first", Action(kind="move", arguments=go("1.1.2", (value, 420))))

    assert problem.code in ("bad_arguments", "off_table", "too_far")


@pytest.mark.parametrize("question", ["ace", "orders"])
def test_what_is_offered_there_may_be_done(question):
    """The cases are refused for what they are: others like them are allowed."""
    menu = RULES.menu(asked(question), "first")

    assert {"pick", "move"} & {choice.kind for choice in menu}


def test_the_fifth_order_of_five_may_be_given_where_the_sixth_may_not():
    state = asked("spent")
    assert RULES.check(state, "first", action("a sixth order of five")).code == "no_order"

    state["active"]["left"] = 1
    assert RULES.check(state, "first", action("a sixth order of five")) is None


@pytest.mark.parametrize(
    ("scenario", "seats"),
    [
        ("well", ("first", "second", "third")),
        ("ivory", ("first", "second", "third", "fourth", "fifth")),
        ("fashoda", ("first", "second", "third", "fourth")),  # four are 1, 2, 4 and 5
        ("fashoda", ("first",)),
    ],
)
def test_a_seat_that_a_scenario_has_not_is_refused(scenario, seats):
    (problem,) = RULES.check_setup(Setup(scenario=scenario, forces={seat: Force() for seat in seats}))

    assert (problem.code, problem.rule, problem.place) == ("bad_seats", "AWAM 12.5", "forces")


def test_a_sixth_seat_is_none_at_all():
    seats = ("first", "second", "third", "fourth", "fifth", "sixth")
    (problem,) = RULES.check_setup(Setup(scenario="meeting", forces={seat: Force() for seat in seats}))

    assert (problem.code, problem.place) == ("no_such_seat", "forces")
