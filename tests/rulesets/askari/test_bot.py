"""The program as a player: it finishes every battle by the rules, and beats whoever plays at random."""

import random

import msgspec
import pytest

from rulesets.askari import setting
from rulesets.askari.bot import Bot
from rulesets.askari.field import Field
from rulesets.askari.ruleset import Askari
from rulesets.askari.setting import SCENARIOS
from rulesets.askari.state import Want
from rulesets.canonical import canonical
from rulesets.dice import Keyed
from tests.rulesets.askari.battles import HUNT, MANY, SMALL, SPEARS, battle
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


def _guesses() -> Keyed:
    return Keyed(b"what nobody sees")


def by_verbs(setup, seed: str):
    """The end of a battle of the program against itself, every state written and read, each seat knowing what it can see."""
    dice = Keyed(seed.encode())
    state = stored(RULES.setup(setup, dice).state)
    while asks := RULES.asks(state):
        moves = {ask.seat: RULES.bot(RULES.resample(state, ask.seat, _guesses()), ask.seat) for ask in asks}
        state = stored(RULES.apply(state, moves, dice).state)
    return RULES.outcome(state)


@pytest.mark.parametrize("scenario", sorted(SCENARIOS))
@pytest.mark.parametrize("seed", ["a", "b"])
def test_a_battle_played_at_a_stretch_ends_as_it_does_verb_by_verb(scenario, seed):
    setup = HUNT if scenario == "hunt" else battle(scenario, SMALL, SMALL if scenario == "skirmish" else MANY)
    dice = Keyed(seed.encode())
    begun = RULES.setup(setup, dice).state
    kept = canonical(begun)

    outcome = RULES.finish(begun, dice, _guesses, most=MOST_STEPS)

    assert outcome == by_verbs(setup, seed)
    assert canonical(begun) == kept


def test_a_battle_at_a_stretch_is_given_up_after_so_many_moves():
    dice = Keyed(b"long")
    begun = RULES.setup(battle("open_field", SMALL, MANY), dice).state

    assert RULES.finish(begun, dice, _guesses, most=3) is None


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


def test_it_lines_up_where_its_zone_is_too_shallow_for_the_ranks_it_would_like():
    """Spears by dozens stand narrow and deep; on a strip of 10 cm they stand in fewer ranks."""
    crowd = msgspec.structs.replace(SPEARS, figures=20)
    army = msgspec.structs.replace(SMALL, units=(crowd, msgspec.structs.replace(crowd, key="more")))
    state = setting.opened(battle("open_field", army, army))
    state.ground, state.objectives = [], []
    for side in state.sides:
        left, low, right, _high = setting.zone_of(state, side.seat)
        side.zone = (left, low, right, low + 100)
    field = Field(state, Keyed(b"shallow"))
    units = [unit.id for unit in state.units.values() if unit.seat == "west" and unit.kind == "unit"]

    action = Bot.choose(field, Want(seat="west", prompt="deploy", data={"units": units}))

    assert action.kind == "deploy_at"
    assert action.arguments["ranks"] < 5
