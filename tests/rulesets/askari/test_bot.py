"""The program as a player: it finishes every battle by the rules, and beats whoever plays at random."""

import random

import pytest

from rulesets.askari.ruleset import Askari
from rulesets.askari.setting import SCENARIOS
from rulesets.dice import Keyed
from tests.rulesets.askari.battles import HUNT, MANY, SMALL, battle
from tests.rulesets.kit import lawful, stored

RULES = Askari()
MOST_STEPS = 1500


def played(setup, seed: str, **players) -> list:
    """Play a battle out; every step's state. ``players``: seat to ``bot`` or ``random``; every action is judged first."""
    dice, rng = Keyed(seed.encode()), random.Random(seed)
    states = [stored(RULES.setup(setup, dice).state)]
    for _step in range(MOST_STEPS):
        state = states[-1]
        asks = RULES.asks(state)
        if not asks:
            return states
        sealed = [ask for ask in asks if ask.kind == "sealed"] or asks[:1]
        moves = {}
        for ask in sealed:
            if players.get(ask.seat, "bot") == "bot":
                moves[ask.seat] = RULES.bot(state, ask.seat)
            else:
                moves[ask.seat] = lawful(RULES, state, ask.seat, rng, frozenset(("concede",)))
            assert RULES.check(state, ask.seat, moves[ask.seat]) is None
        states.append(stored(RULES.apply(state, moves, dice).state))
    raise AssertionError("it does not end")


@pytest.mark.parametrize("scenario", sorted(SCENARIOS))
@pytest.mark.parametrize("seed", ["a", "b"])
def test_two_bots_end_every_battle_and_stay_within_the_rules(scenario, seed):
    second = SMALL if scenario == "skirmish" else MANY
    setup = HUNT if scenario == "hunt" else battle(scenario, SMALL, second)
    states = played(setup, seed)

    assert [fault for state in states for fault in RULES.invariants(state)] == []
    assert RULES.outcome(states[-1]) is not None


def test_a_battle_of_our_own_lists_ends():
    states = played(battle("open_field", "anglo_egyptian", "mahdist"), "lists")

    assert RULES.outcome(states[-1]).seats.keys() == {"west", "east"}


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_the_bot_beats_random_play_in_at_least_ninety_of_a_hundred():
    won = 0
    for number in range(100):
        mine = "west" if number % 2 else "east"
        other = "east" if number % 2 else "west"
        states = played(battle("skirmish", SMALL, SMALL), f"against chance {number}", **{mine: "bot", other: "random"})
        won += RULES.outcome(states[-1]).seats[mine].result == "win"

    assert won >= 90
