"""The program plays by the rules, to the end, and better than chance (Montjoie 5.3)."""

import random

import pytest

from rulesets.contract import CharacterIn, Force, Setup
from rulesets.montjoie import bot
from tests.rulesets.kit import dice_of, lawful, stored
from tests.rulesets.montjoie.battles import BLUE, asked, man, rider, stage
from tests.rulesets.montjoie.forces import band
from tests.rulesets.subjects import MONTJOIE

RULES = MONTJOIE.ruleset


FIELD = MONTJOIE.setups["field"]


def played(setup, seed, chance=None):
    """A battle that the program plays; ``chance``: the seat that plays at random."""
    dice, rng = dice_of(seed), random.Random(seed)
    state = stored(RULES.setup(setup, dice).state)
    while RULES.outcome(state) is None:
        asks = RULES.asks(state)
        asks = asks if asks[0].kind == "sealed" else asks[:1]
        moves = {}
        for ask in asks:
            if ask.seat == chance:
                moves[ask.seat] = lawful(RULES, state, ask.seat, rng, MONTJOIE.last | {"exit"})
            else:
                moves[ask.seat] = RULES.bot(state, ask.seat)
                assert RULES.check(state, ask.seat, moves[ask.seat]) is None
        state = RULES.apply(state, moves, dice).state
        assert RULES.invariants(state) == []
    return RULES.outcome(state)


@pytest.mark.parametrize("name", MONTJOIE.setups)
def test_the_program_plays_every_scenario_to_its_end(name):
    assert played(MONTJOIE.setups[name], "a").special["scenario"]


def test_the_program_is_the_same_for_the_same_seed():
    assert played(FIELD, "same") == played(FIELD, "same")


def test_the_program_beats_chance():
    wins = 0
    for number in range(6):
        chance, other = ("rome", "gaul") if number % 2 else ("gaul", "rome")
        wins += played(FIELD, f"chance {number}", chance).seats[other].result == "win"

    assert wins >= 5


def test_forces_come_back_by_their_ids():
    told = played(FIELD, "ids")

    assert set(told.units["rome"]) == {"rome-spears", "rome-bills", "rome-bows"}
    assert set(told.characters["gaul"]) == {"gaul-lord"}


def test_who_comes_wounded_fights_wounded():
    lord = CharacterIn(id="rome-lord", name="Lord", profile={"class": "knight", "mounted": True}, wounds=(2,))
    hurt = Force(units=band("rome").units, characters=(lord,))
    setup = Setup(scenario="field", forces={"rome": hurt, "gaul": band("gaul")})
    state = RULES.setup(setup, dice_of("a")).state

    told = state["figures"]["rome-lord"]

    assert told["wounded"]
    assert state["sides"][0]["start"] == 4 * 15 + 3 * 20 + 2 * 10 + 45 - 22


def test_it_leads_away_who_lies_stunned():
    people = {"red": man("E04"), "blue": man("F04", "knight", BLUE, stunned=True)}
    field = stage("ashcombe", "combat", people)

    assert bot.choose(field, "red").kind == "capture"


def test_it_does_not_attack_where_it_would_lose():
    people = {"red": man("E04"), "blue": man("F04", "great_knight", BLUE)}
    field = stage("ashcombe", "combat", people)

    assert asked(field) != "combat" or bot.choose(field, "red").kind == "end_phase"


def test_the_absent_do_not_move():
    field = stage("ashcombe", "move", {"red": rider("C04", 0), "blue": man("R04", "spearman", BLUE)})

    assert bot.absent(field, "red").kind == "end_phase"
    assert bot.choose(field, "red").kind == "path"


WELL = {"victory": [{"if": ["turn_end", "more_fit:first:well:2"], "winner": "first", "level": "major"}]}


def test_it_comes_down_from_a_roof_in_time_to_be_counted():
    def chosen(at, limit):
        people = {"red": man(at, "archer", weapons=("longbow",)), "blue": man("R04", "spearman", BLUE)}
        field = stage("rumman", "move", people, **WELL)
        field.state.limit = limit
        return bot.choose(field, "red")

    assert chosen("F05/roof", 12).kind == "end_phase"
    assert chosen("F05/roof", 5).arguments["to"][-1] == "D03/roof"
    assert chosen("D03/roof", 5).kind == "ladder"


def test_a_horse_before_stakes_is_turned():
    stakes = dict.fromkeys(("J06", "J07", "J08"), (2, 3, 4))
    people = {"red": rider("I07", 0), "blue": man("L07", "spearman", BLUE)}
    field = stage("rumman", "move", people, stakes=stakes, **WELL)

    assert bot.choose(field, "red").kind == "path"


def test_who_lies_in_wait_in_a_tree_leaps_on_whoever_passes():
    people = {"red": man("K06/crown", "axeman"), "blue": man("K07", "peasant", BLUE, wounded=True)}
    below = stage("ashcombe", "move", people)
    gone = stage("ashcombe", "move", people | {"blue": man("R04", "spearman", BLUE)})

    assert bot.choose(below, "red").kind == "jump_attack"
    assert bot.choose(gone, "red").kind == "end_phase"
