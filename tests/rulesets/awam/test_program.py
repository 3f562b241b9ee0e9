"""The drill as a player: it beats who plays at random (AWAM 10.5)."""

import random

import pytest

from rulesets.contract import Force, Setup
from tests.rulesets.kit import dice_of, lawful
from tests.rulesets.subjects import AWAM

RULES = AWAM.ruleset
SEATS = ("first", "second")


def result(scenario: str, number: int) -> str:
    """How a battle against a player by chance ends for the program, which sits at either seat in turn."""
    dice, rng = dice_of(f"chance {scenario} {number}"), random.Random(number)
    program = SEATS[number % 2]
    state = RULES.setup(Setup(scenario=scenario, forces=dict.fromkeys(SEATS, Force())), dice).state
    while (outcome := RULES.outcome(state)) is None:
        owed = [ask.seat for ask in RULES.asks(state) if ask.kind != "may"]
        moves = {
            seat: RULES.bot(state, seat) if seat == program else lawful(RULES, state, seat, rng, AWAM.last | {"drill"})
            for seat in owed
        }
        state = RULES.apply(state, moves, dice).state
    return outcome.seats[program].result


@pytest.mark.parametrize("scenario", ["well", "ivory"])
def test_the_program_beats_chance(scenario):
    """At least three times in four: dice may favour chance once."""
    assert [result(scenario, number) for number in range(4)].count("win") >= 3


@pytest.mark.slow
@pytest.mark.parametrize(("scenario", "least"), [("well", 27), ("ivory", 25), ("meeting", 20)])
def test_the_program_beats_chance_in_most_of_thirty_games(scenario, least):
    """Forces and ground of a meeting are drawn, too, and weighed with their heads: there luck decides more. On the ivory road a caravan that is late has lost."""
    results = [result(scenario, number) for number in range(30)]

    assert results.count("win") >= least
