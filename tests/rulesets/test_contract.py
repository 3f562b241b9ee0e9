"""Every ruleset keeps the contract."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesets import registry
from rulesets.contract import Action, Problem
from tests.rulesets.kit import audience_of, examine, play_out, stored
from tests.rulesets.subjects import EVERY_SETUP, SUBJECTS

junk = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


def test_every_installed_ruleset_is_examined():
    assert {ruleset.key for ruleset in registry.all()} <= SUBJECTS.keys()


@pytest.mark.parametrize(("key", "name"), EVERY_SETUP)
@settings(max_examples=12)
@given(seed=st.text("abcdefghij", max_size=6))
def test_a_battle_at_random_keeps_the_contract(key, name, seed):
    subject = SUBJECTS[key]

    turns = examine(subject, subject.setups[name], seed)

    assert subject.ruleset.outcome(stored(turns[-1].step.state)) is not None


@pytest.mark.parametrize(("key", "name"), EVERY_SETUP)
@settings(max_examples=60)
@given(data=st.data())
def test_check_answers_whatever_it_is_asked(key, name, data):
    subject = SUBJECTS[key]
    ruleset, setup = subject.ruleset, subject.setups[name]
    turns = list(play_out(ruleset, setup, data.draw(st.text("abc", max_size=2))))
    state = stored(data.draw(st.sampled_from(turns)).step.state)
    seat = data.draw(st.sampled_from([seat for seat in audience_of(ruleset, setup) if seat]) | st.text(max_size=8))
    kinds = sorted({choice.kind for turn in turns for seat in turn.moves for choice in ruleset.menu(turn.before, seat)})
    names = sorted(
        {
            argument
            for turn in turns
            for seat in turn.moves
            for choice in ruleset.menu(turn.before, seat)
            for argument in choice.arguments
        }
    )
    arguments = st.dictionaries(st.sampled_from([*names, "x"]), junk, max_size=5) | junk
    action = Action(kind=data.draw(st.sampled_from([*kinds, ""]) | st.text(max_size=8)), arguments=data.draw(arguments))

    problem = ruleset.check(state, seat, action)

    assert problem is None or (isinstance(problem, Problem) and problem.code)


@pytest.mark.parametrize("key", SUBJECTS)
def test_a_ruleset_describes_itself(key):
    told = SUBJECTS[key].ruleset.describe()

    assert told.name == key
    assert len({seat.key for seat in told.seats}) == len(told.seats)
    assert len(set(told.happenings)) == len(told.happenings)
