"""AWAM keeps the contract: small battles at random for two, three and five seats, with hidden raiders, secret aims, an umpire."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesets.contract import Action, Problem
from tests.rulesets.kit import dice_of, examine, play_out, stored
from tests.rulesets.subjects import AWAM
from tests.rulesets.test_contract import junk


@pytest.mark.slow
@pytest.mark.parametrize("name", AWAM.setups)
@pytest.mark.parametrize("seed", ["a", "b"])
@pytest.mark.timeout(900)
def test_a_battle_at_random_keeps_the_contract(name, seed):
    turns = examine(AWAM, AWAM.setups[name], seed)

    assert AWAM.ruleset.outcome(stored(turns[-1].step.state)) is not None


@pytest.fixture(scope="module")
def asked():
    """Every question of a battle at random: the state, the seat that is asked, and what it may choose."""
    return [
        (turn.before, seat, list(AWAM.ruleset.menu(turn.before, seat)))
        for turn in play_out(AWAM.ruleset, AWAM.setups["fashoda for two"], "a")
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

    problem = AWAM.ruleset.check(state, seat, action)

    assert problem is None or (isinstance(problem, Problem) and problem.code)


def test_the_program_ends_every_scenario():
    ruleset = AWAM.ruleset
    for name in ("well", "ivory", "three", "fashoda for two"):
        step = ruleset.setup(AWAM.setups[name], dice_of(name))
        dice = dice_of(f"{name} played")
        for _step in range(400):
            owed = [ask for ask in ruleset.asks(step.state) if ask.kind != "may"]
            if not owed:
                break
            step = ruleset.apply(step.state, {ask.seat: ruleset.bot(step.state, ask.seat) for ask in owed}, dice)
            assert ruleset.invariants(step.state) == []
        assert ruleset.outcome(step.state) is not None
