"""What nobody may do is refused with a stable code and the paragraph, and changes nothing (Askari 3)."""

import copy
import math

import pytest

from rulesets.askari.ruleset import Askari
from rulesets.contract import Action
from tests.rulesets.askari.refusals import CASES, action, asked

RULES = Askari()


@pytest.mark.parametrize("name", CASES)
def test_what_nobody_may_do_is_refused_with_its_paragraph(name):
    question, _kind, _arguments, code, rule = CASES[name]
    state = asked(question)
    before = copy.deepcopy(state)
    problem = RULES.check(state, "west", action(name))

    assert (problem.code, problem.rule) == (code, rule)
    assert state == before


@pytest.mark.parametrize("question", ["activate", "march", "shoot"])
def test_whose_turn_it_is_not_is_told_so(question):
    problem = RULES.check(asked(question), "east", Action(kind="done"))

    assert (problem.code, problem.rule) == ("not_your_turn", "Askari 3")


@pytest.mark.parametrize("value", [-5, 10**9, math.nan, math.inf, 1.5, "1", None, True, [], {}])
def test_a_distance_that_is_none_is_refused(value):
    state = asked("march")
    arguments = {"points": [{"x": value, "y": 310}], "facing": 0, "ranks": 1}
    problem = RULES.check(state, "west", Action(kind="march_by", arguments=arguments))

    assert problem.code in ("bad_arguments", "out_of_range", "too_far", "off_table")


@pytest.mark.parametrize("question", ["activate", "march", "shoot"])
def test_what_is_offered_there_may_be_done(question):
    """The cases are refused for what they are: others like them are allowed."""
    state = asked(question)

    assert [choice for choice in RULES.menu(state, "west") if choice.kind not in ("done", "concede")]
