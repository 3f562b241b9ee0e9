"""Points of troops lost to drought and winter, and who gives up which figures: Rome 3 and 5 (Hispania 8, R8, R15)."""

import pytest

from campaigns.rules.decisions import (
    LosePoints,
)
from tests.campaigns.rules.build import CARTHAGE, ROME, SIDES, troops, unit
from tests.campaigns.rules.years import events

# --- Rome 3: drought ------------------------------------------------------------------------------------------

MIXED = [
    unit("foot", 40, 10),
    unit("horse", 10, 20, arm="cavalry"),
    unit("elephants", 3, 50, arm="other"),
]


def drought(total=7, rome=MIXED, carthage=MIXED, **war):
    return events(3, told={"event_amount__rome": total}, rome=rome, carthage=carthage, **war)


def test_rome_3_takes_as_much_cavalry_as_infantry_from_both_sides():
    war = drought(7).settle()

    for side in SIDES:
        assert war.figures(side, "foot") == 40 - 7
        assert war.figures(side, "horse") == 10 - 4  # 70 points: four horsemen at 20
        assert war.figures(side, "elephants") == 3
    assert [(lost["side"], lost["arms"], lost["amount"]) for lost in war.told("points_lost")] == [
        (ROME, ["cavalry"], 70),
        (ROME, ["infantry"], 70),
        (CARTHAGE, ["cavalry"], 70),
        (CARTHAGE, ["infantry"], 70),
    ]


def test_it_is_one_roll_for_both_sides():
    war = drought(7).settle()

    assert [roll.address for roll in war.dice.rolled if "event_amount" in roll.address] == ["year/1/event_amount/rome"]


@pytest.mark.parametrize(("earned", "rome"), [((0, 0), 0), ((1, 0), 1), ((0, 1), -1)], ids=["level", "ahead", "behind"])
def test_rome_3_costs_her_a_point_more_where_she_has_fewer(earned, rome):
    assert drought(earned=earned).settle().earned[0] == rome


def test_the_point_follows_the_score_after_the_losses():
    """Rome is ahead by the award for her troops until she loses them."""
    rome = [unit("foot", 60, 10), unit("horse", 10, 20, arm="cavalry")]  # 800
    carthage = [troops(600)]
    war = drought(12, rome=rome, carthage=carthage, earned=(0, 1))
    assert war.vp == (2, 1)

    war.settle()

    assert war.available == (560, 480)
    assert war.earned == (-1, 1)


def test_who_has_no_cavalry_loses_none():
    war = drought(7, carthage=[troops(1000)]).settle()

    assert war.available[1] == 930
    assert war.told("points_lost", side=CARTHAGE)[0]["points"] == 0


# --- Rome 5: a hard winter ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("earned", "lost"), [((1, 0), (80, 160)), ((0, 1), (160, 80))], ids=["rome ahead", "carthage ahead"]
)
def test_rome_5_spares_whoever_is_ahead_half(earned, lost):
    war = events(5, told={"event_amount__rome": 8}, earned=earned).settle()

    assert war.available == (2000 - lost[0], 2000 - lost[1])


@pytest.mark.parametrize(("reading", "lost"), [("half", 80), ("all", 160), ("none", 0)])
def test_a_hard_winter_with_level_points_is_what_the_club_reads(reading, lost):
    war = events(5, told={"event_amount__rome": 8}, harsh_winter_tie=reading).settle()

    assert war.available == (2000 - lost, 2000 - lost)


def test_a_hard_winter_takes_troops_of_any_arm():
    war = events(
        5, told={"event_amount__rome": 2}, rome=[unit("elephants", 3, 50, arm="other")], earned=(0, 1)
    ).settle()

    assert war.figures(ROME, "elephants") == 2  # 40 points: one is enough


# --- Losses of points (R15) -----------------------------------------------------------------------------------------

HOST_OF_MANY = [
    unit("hastati", 10, 12),
    unit("velites", 9, 7),
    unit("levy", 7, 7),
    unit("horse", 6, 25, arm="cavalry"),
]


def winter(total=6, rome=HOST_OF_MANY):
    """Rome, behind, owes 20 points for each pip."""
    return events(5, told={"event_amount__rome": total}, rome=rome, earned=(0, 1))


@pytest.mark.parametrize(
    ("figures", "code"),
    [
        (None, None),
        ({"hastati": 10}, None),  # 120
        ({"horse": 5}, None),  # 125: four were not enough
        ({"horse": 4}, "too_few_points"),
        ({"horse": 6}, "too_many_points"),  # 150: five were enough
        ({"velites": 9, "levy": 7}, "too_few_points"),  # 112
        ({"velites": 9, "levy": 7, "hastati": 1}, None),  # 124
        ({"velites": 9, "levy": 7, "horse": 1}, None),  # 137: the horseman may have come last, after 112
        ({"velites": 9, "levy": 7, "hastati": 1, "horse": 1}, "too_many_points"),  # 149: without him 124
        ({"hastati": 11}, "too_many_lost"),
        ({"hastati": 0}, "too_many_lost"),
        ({"hastati": -1}, "too_many_lost"),
        ({"nobody": 1}, "not_concerned"),
        ({}, "too_few_points"),
    ],
)
def test_the_owner_gives_up_figures_until_they_are_enough_and_no_more(figures, code):
    war = winter(6)
    assert war.asked().data["amount"] == 120

    assert war.refusal(ROME, LosePoints(figures=figures)) == code


def test_an_owner_who_has_less_gives_up_everything():
    war = winter(12, rome=[unit("hastati", 10, 12)])

    assert war.refusal(ROME, LosePoints(figures={"hastati": 9})) == "too_few_points"
    assert war.do(ROME, LosePoints(figures={"hastati": 10})).settle().figures(ROME, "hastati") == 0


def test_only_the_arm_that_is_meant_can_be_given_up():
    war = drought(7)
    assert war.asked().data["arms"] == ["cavalry"]

    assert war.refusal(ROME, LosePoints(figures={"foot": 7})) == "not_concerned"


@pytest.mark.parametrize(
    ("points", "left"),
    [
        # Cheapest first, each from the largest unit that keeps five.
        (20, {"velites": 6}),
        (40, {"velites": 5, "levy": 5}),
        (60, {"velites": 5, "levy": 5, "hastati": 8}),
        # Nobody above five is left: cheapest first again.
        (140, {"velites": 4, "levy": 4, "hastati": 5, "horse": 5}),
    ],
)
def test_the_program_takes_the_cheapest_from_the_largest_and_keeps_units_at_five(points, left):
    if points > 120:
        war = winter(points // 20)
    else:
        dice = {"event_amount__rome": points // 10}  # level: half of it
        war = events(5, told=dice, rome=HOST_OF_MANY, carthage=HOST_OF_MANY)
    war.settle()

    whole = {one.id: one.figures for one in HOST_OF_MANY}
    assert {one.id: one.figures for one in war.state.units[ROME].values()} == {**whole, **left}


def test_the_program_stops_where_nobody_is_left():
    war = winter(12, rome=[unit("few", 3, 10)]).settle()

    assert war.figures(ROME, "few") == 0
    assert war.told("points_lost", side=ROME)[0]["points"] == 30


def test_figures_that_are_worth_nothing_pay_nothing():
    war = winter(2, rome=[unit("peasants", 50, 0), unit("hastati", 10, 12)]).settle()

    assert (war.figures(ROME, "peasants"), war.figures(ROME, "hastati")) == (50, 6)
