"""Both event tables, row by row, this year's and next year's effects (Hispania 8, R7, R9, R11, R12, R14)."""

import pytest

from tests.campaigns.rules.build import CARTHAGE, PACK, ROME, SIDES, War, unit
from tests.campaigns.rules.years import events


def test_both_sides_roll_every_year():
    war = events()

    assert war.state.closed.events == {ROME: 8, CARTHAGE: 5}


def test_both_dice_are_rolled_before_any_effect():
    """R7: Rome's event ends the war, and Carthage's die lies on the table all the same."""
    war = events(12, 12, earned=(6, 0))

    assert war.ended == (ROME, "major", "event")
    assert war.state.now.events == {ROME: 12, CARTHAGE: 12}


def test_romes_event_comes_first():
    assert events(12, 2, earned=(6, 0)).ended == (ROME, "major", "event")
    assert events(6, 12, earned=(0, 6)).settle().ended == (CARTHAGE, "minor", "event")  # Rome surrenders first


def test_a_club_may_read_that_whoever_has_fewer_points_comes_first():
    war = events(6, 12, earned=(0, 6), event_order="fewer_vp_first").settle()
    assert war.ended == (CARTHAGE, "minor", "event")

    war = events(12, 2, earned=(6, 0), event_order="fewer_vp_first")
    assert war.ended == (ROME, "major", "event")
    assert war.kinds()[-1] == "war_ended"
    assert not war.told("ordered_home")


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("total", range(2, 13))
def test_every_event_has_its_row_and_its_words(side, total):
    row = PACK.event_by_total[side][total]

    assert row.effects
    assert all(text.get(language) for text in (row.title, row.text) for language in ("en", "es", "it"))


# --- Rome 2 ------------------------------------------------------------------------------------------------


def test_rome_2_loses_a_die_of_victory_points():
    assert events(2, told={"event_amount__rome": 5}).earned == (-5, 0)


def test_points_may_fall_below_nothing_and_lose_the_war():
    war = events(2, told={"event_amount__rome": 6}, earned=(-2, 2))

    assert war.earned == (-8, 2)
    assert war.ended == (CARTHAGE, "major", "lead")


# --- Rome 4: garrisons ------------------------------------------------------------------------------------------


def test_rome_4_leaves_garrisons_for_both_sides_next_year():
    war = events(4)

    assert war.flags == {"rome.garrison", "carthage.garrison"}


# --- Rome 8 and 11, Carthage 5, 8 and 12: reinforcements --------------------------------------------------------------------


def granted(roman=8, punic=5, /, *, told=None, orders=("battle", "battle"), **war):
    """Reinforcements of 7 for whoever may roll: 150 points of common troops, more with modifiers."""
    dice = {"reinforcements__rome": 7, "reinforcements__carthage": 7, "alliance__rome": 7, "alliance__carthage": 7}
    war = War(**war).roll(event__rome=roman, event__carthage=punic, **dice, **(told or {}))
    return war.order(*orders).skip().settle()


def reinforced(war):
    """Points of reinforcements of Rome and Carthage."""
    purses = [war.state.purses.get(side, {}).get("reinforcements") for side in SIDES]
    return tuple(purse.common + purse.special if purse else 0 for purse in purses)


@pytest.mark.parametrize(
    ("rome", "carthage", "points"),
    [
        (4, 4, (150, 150)),
        (8, 4, (150, 0)),  # a victory at sea
        (9, 4, (200, 150)),
        (11, 4, (250, 150)),
        (4, 5, (150, 0)),  # shipwrecks
        (4, 8, (0, 150)),  # the Gauls take the convoy
        (8, 8, (0, 0)),
        (4, 12, (0, 150)),  # Italy in revolt, and Carthage does not lead
        (11, 8, (0, 150)),  # a bonus does not open what is barred
    ],
)
def test_events_bar_or_improve_reinforcements_this_year(rome, carthage, points):
    war = granted(rome, carthage, earned=(0, 0) if rome != 11 else (-1, 0))

    assert reinforced(war) == points


def test_a_victory_at_sea_bars_even_who_defends():
    war = granted(8, 4, orders=("battle", "defence"))

    assert reinforced(war) == (150, 0)
    assert war.told("roll_barred") == [{"side": CARTHAGE, "roll": "reinforcements", "why": "event"}]


def test_rome_9_must_fight_next_year():
    assert "rome.must_battle" in granted(9, 4).flags


def test_rome_11_gains_a_point():
    assert granted(11, 4).earned == (1, 0)


@pytest.mark.parametrize(("reading", "natives"), [("reinforcements", 150), ("all_recruiting", 0)])
def test_the_lost_convoy_may_be_read_to_bar_alliances_too(reading, natives):
    war = granted(4, 8, orders=("alliance", "alliance"), convoy_bars=reading)

    purse = war.state.purses.get(ROME, {}).get("alliance")
    assert (purse.native_common if purse else 0) == natives
    assert war.state.purses[CARTHAGE]["alliance"].native_common == 150


# --- Rome 10: an envoy with gold (R9) ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("reading", "carthage"), [("rome", 150), ("both", 250)])
def test_rome_10_improves_her_alliances(reading, carthage):
    war = granted(10, 4, orders=("alliance", "alliance"), envoy_scope=reading)

    assert war.state.purses[ROME]["alliance"].native_common == 250  # 7 + 2
    assert war.state.purses[CARTHAGE]["alliance"].native_common == carthage


@pytest.mark.parametrize(("reading", "by_rome"), [("rome", 150), ("both", 100)])
def test_rome_10_makes_punishment_of_rome_harder(reading, by_rome):
    natives = [unit("iberians", 100, 5, native=True)]
    war = War(rome=natives, carthage=natives, envoy_scope=reading)
    war.roll(event__rome=10, punishment__rome=7, punishment__carthage=7, roles__rome=6, roles__carthage=1)
    war.order("punishment", "punishment").skip().settle()

    assert [(told["side"], told["total"], told["amount"]) for told in war.told("punishment")] == [
        (ROME, 7 if reading == "rome" else 5, by_rome),
        (CARTHAGE, 5, 100),
    ]


# --- Carthage 2, 3, 4 ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("earned", "level"), [((1, 0), "major"), ((0, 0), "minor"), ((0, 9), "minor")])
def test_carthage_2_ends_the_war_for_rome(earned, level):
    assert events(8, 2, earned=earned).ended == (ROME, level, "event")


@pytest.mark.parametrize(
    ("earned", "after"), [((2, 0), (2, -3)), ((0, 2), (-3, 2)), ((0, 0), (0, 0))], ids=["carthage", "rome", "level"]
)
def test_carthage_3_takes_points_from_whoever_has_fewer(earned, after):
    war = events(8, 3, told={"event_amount__carthage": 3}, earned=earned)

    assert war.earned == after
    assert any("event_amount" in roll.address for roll in war.dice.rolled) is (earned != (0, 0))


def test_a_d3_has_three_sides():
    war = events(8, 3, told={"event_amount__carthage": 1}, earned=(1, 0))

    assert next(roll.sides for roll in war.dice.rolled if "event_amount" in roll.address) == 3


def test_carthage_4_turns_the_tribes_next_year():
    war = events(8, 4)
    assert war.flags == {"rome.alliance+2", "carthage.alliance-2"}

    war.roll(alliance__rome=7, alliance__carthage=7).order("alliance", "alliance").skip().settle()

    assert [(told["side"], told["natural"], told["total"]) for told in war.told("grant", roll="alliance")] == [
        (ROME, 7, 9),
        (CARTHAGE, 7, 5),
    ]
    assert war.flags == set()


def test_carthage_4_changes_nothing_this_year():
    war = War().roll(event__carthage=4, alliance__rome=7).order("alliance", "alliance").skip()

    assert war.told("grant", roll="alliance", side=ROME)[0]["total"] == 7


# --- Carthage 9: everything counts double ---------------------------------------------------------------------------------------


def test_carthage_9_must_fight_and_all_points_of_next_year_are_doubled():
    war = events(8, 9)

    assert war.flags == {"carthage.must_battle", "vp_doubled"}
    assert war.year("battle", "battle", ROME, "minor").earned == (4, 0)
    assert war.flags == set()
    assert war.year("battle", "battle", ROME, "minor").earned == (6, 0)


# --- Carthage 10: a marriage ----------------------------------------------------------------------------------------------------

NATIVES = [unit("iberians", 200, 5, native=True)]


def test_carthage_10_is_never_punished_again_this_year_included():
    war = War(carthage=NATIVES).roll(event__carthage=10, punishment__rome=12, scenario=1)
    war.order("punishment", "battle").skip().settle()

    assert war.told("roll_barred") == [
        {"side": ROME, "roll": "punishment", "why": "immune"},
        *war.told("roll_barred")[1:],
    ]
    assert war.figures(CARTHAGE, "iberians") == 200

    war.order("punishment", "battle").skip().settle()

    assert war.figures(CARTHAGE, "iberians") == 200
    assert not [roll for roll in war.dice.rolled if "punishment" in roll.address]


def test_carthage_10_improves_her_alliances_for_ever_this_year_included():
    war = War().roll(event__carthage=10, alliance__carthage=7).order("alliance", "alliance").skip()
    assert war.told("grant", roll="alliance", side=CARTHAGE)[-1]["total"] == 8

    for _year in range(3):
        war.roll(alliance__carthage=7).order("alliance", "alliance").skip()
        assert war.told("grant", roll="alliance", side=CARTHAGE)[-1]["total"] == 8
    assert war.flags == {"carthage.immune_punishment", "carthage.alliance+1"}


def test_a_second_marriage_gives_no_second_bonus():
    war = events(8, 10).roll(event__carthage=10, alliance__carthage=7).order("alliance", "alliance").skip()

    assert war.told("grant", roll="alliance", side=CARTHAGE)[-1]["total"] == 8


def test_her_marriage_protects_nobody_else():
    war = War(rome=NATIVES, flags=("carthage.immune_punishment", "carthage.alliance+1"))
    war.roll(punishment__carthage=7, scenario=1).order("battle", "punishment").skip().settle()

    assert war.figures(ROME, "iberians") == 200 - 30


# --- Carthage 11 and 12 ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("amount", [1, 2, 3])
def test_carthage_11_gains_points(amount):
    assert events(8, 11, told={"event_amount__carthage": amount}).earned == (0, amount)


@pytest.mark.parametrize(
    ("earned", "ended"),
    [
        ((0, 6), (CARTHAGE, "major", "event")),
        ((0, 5), (CARTHAGE, "minor", "event")),
        ((0, 1), (CARTHAGE, "minor", "event")),
        ((0, 0), None),
        ((1, 0), None),
    ],
)
def test_carthage_12_depends_on_her_lead(earned, ended):
    assert events(8, 12, earned=earned).ended == ended


# --- Conditions ---------------------------------------------------------------------------------------------------------------------


def test_standing_awards_count_among_more_and_fewer_points():
    """R14: level on what was earned, but Rome holds 2 for her troops."""
    assert events(7, rome=2000, carthage=1800).flags == {"rome.reroll"}
    assert events(8, 2, rome=1800, carthage=2000).ended == (ROME, "minor", "event")


def test_carthages_event_sees_what_romes_has_done():
    war = events(11, 3, told={"event_amount__carthage": 2})  # Rome gains a point and is ahead

    assert war.earned == (1, -2)
