"""What the table companions of all rulesets have in common: many sides, an umpire who rolls, and how it ends."""

import pytest

from rulesets.contract import UMPIRE, Action, Force, Setup
from rulesets.dice import Keyed
from rulesets.errors import BrokenSetup
from tests.rulesets import kit
from tests.rulesets.kit import stored
from tests.rulesets.piles import PileTable
from tests.rulesets.subjects import Subject

PILES = PileTable()
THREE = dict.fromkeys(PileTable.sides, Force())
TWO = {"first": Force(), "third": Force()}
SUBJECT = Subject(
    ruleset=PILES,
    setups={
        "three and an umpire": Setup(forces=THREE, options={"umpire": True}),
        "two": Setup(forces=TWO),
    },
)


def opened(forces=THREE, **options):
    return stored(PILES.setup(Setup(forces=forces, options=options), Keyed(b"piles")).state)


def said(state, *words):
    """The table, and the kinds that were told, after each of ``words``: a seat, what it does, who won and how."""
    told = []
    for seat, kind, winner, level in words:
        action = Action(kind=kind, arguments={"winner": winner, "level": level})
        assert PILES.check(state, seat, action) is None
        step = PILES.apply(state, {seat: action}, Keyed(b"end"))
        state = stored(step.state)
        told += [one.kind for one in step.happenings]
    return state, told


@pytest.mark.parametrize("name", SUBJECT.setups)
@pytest.mark.parametrize("number", range(3))
def test_a_table_of_many_keeps_the_contract(name, number):
    kit.examine(SUBJECT, SUBJECT.setups[name], f"{name} {number}")


def test_three_sides_end_it_when_the_last_one_agrees():
    state, told = said(opened(), ("first", "end", "second", "major"), ("third", "agree", "second", "major"))

    assert told == ["said", "said"]
    assert [(ask.seat, ask.prompt) for ask in PILES.asks(state)] == [
        ("first", "roll"),
        ("second", "agree"),
        ("third", "roll"),
    ]
    state, told = said(state, ("second", "agree", "second", "major"))
    assert told == ["over"]
    assert {seat: (one.result, one.level) for seat, one in PILES.outcome(state).seats.items()} == {
        "first": ("loss", "major"),
        "second": ("win", "major"),
        "third": ("loss", "major"),
    }


def test_who_hears_two_words_agrees_to_either():
    state, _told = said(opened(), ("first", "end", "first", "major"), ("second", "end", "draw", "minor"))

    assert PILES.check(state, "third", Action(kind="agree", arguments={"winner": "third", "level": "minor"})).code == (
        "not_offered"
    )
    for winner, level in (("first", "major"), ("draw", "minor")):
        assert PILES.check(state, "third", Action(kind="agree", arguments={"winner": winner, "level": level})) is None
    state, told = said(state, ("third", "agree", "draw", "minor"), ("first", "agree", "draw", "minor"))
    assert told == ["said", "over"]
    assert {one.result for one in PILES.outcome(state).seats.values()} == {"draw"}


def test_the_pile_lies_with_the_umpire_who_says_nothing_of_the_end():
    state, draw = opened(umpire=True), Action(kind="draw", arguments={"cards": 2})

    assert PILES.check(state, "first", draw).code == "not_now"
    assert PILES.check(state, UMPIRE, Action(kind="end", arguments={"winner": "draw"})).code == "not_now"
    assert PILES.check(state, UMPIRE, draw) is None
    step = PILES.apply(state, {UMPIRE: draw}, Keyed(b"pile"))
    assert (step.state["left"], step.happenings[0].data["left"]) == (38, 38)
    assert PILES.check(opened(), UMPIRE, draw).code == "not_your_turn"
    assert PILES.check(opened(), "first", draw) is None


def test_only_who_sits_at_a_table_is_of_it():
    state = opened(TWO)

    assert PILES.check(state, "second", Action(kind="draw", arguments={"cards": 1})).code == "not_your_turn"
    assert PILES.check(state, "first", Action(kind="end", arguments={"winner": "second"})).code == "not_offered"
    assert said(state, ("first", "end", "third", "minor"), ("third", "agree", "third", "minor"))[1] == ["said", "over"]
    assert [one.optional for one in PILES.describe().seats] == [False, False, True]


@pytest.mark.parametrize(
    ("setup", "code"),
    [
        (Setup(forces={"first": Force()}), "two_sides"),
        (Setup(forces={**THREE, "fourth": Force()}), "two_sides"),
        (Setup(forces=TWO, options={"umpire": "yes"}), "bad_arguments"),
        (Setup(forces=TWO, options={"readings": {"moon": 1}}), "unknown_reading"),
        (Setup(forces=TWO, options={"deck": 1}), "unknown_option"),
    ],
)
def test_a_setup_that_is_none_is_refused(setup, code):
    assert [problem.code for problem in PILES.check_setup(setup)] == [code]
    with pytest.raises(BrokenSetup):
        PILES.setup(setup, Keyed(b"x"))
