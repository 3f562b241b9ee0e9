"""Montjoie keeps the contract: battles at random in every scenario."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesets.contract import Action, Problem
from tests.rulesets.kit import examine, play_out, stored
from tests.rulesets.subjects import MONTJOIE
from tests.rulesets.test_contract import junk


@pytest.mark.slow
@pytest.mark.parametrize("name", MONTJOIE.setups)
@pytest.mark.parametrize("seed", ["a", "b"])
def test_a_battle_at_random_keeps_the_contract(name, seed):
    turns = examine(MONTJOIE, MONTJOIE.setups[name], seed)

    assert MONTJOIE.ruleset.outcome(stored(turns[-1].step.state)) is not None


@pytest.fixture(scope="module")
def asked():
    """Every question of a battle at random: the state, the seat that is asked, and what it may choose."""
    return [
        (turn.before, seat, list(MONTJOIE.ruleset.menu(turn.before, seat)))
        for turn in play_out(MONTJOIE.ruleset, MONTJOIE.setups["toll"], "a", MONTJOIE.last)
        for seat in turn.moves
    ]


@settings(max_examples=60)
@given(data=st.data())
def test_check_answers_whatever_it_is_asked(asked, data):
    state, seat, choices = data.draw(st.sampled_from(asked))
    names = sorted({name for choice in choices for name in choice.arguments})
    kinds = st.sampled_from(sorted({choice.kind for choice in choices})) | st.text(max_size=8)
    arguments = st.dictionaries(st.sampled_from([*names, "x"]), junk, max_size=5) | junk
    action = Action(kind=data.draw(kinds), arguments=data.draw(arguments))

    problem = MONTJOIE.ruleset.check(state, seat, action)

    assert problem is None or (isinstance(problem, Problem) and problem.code)
