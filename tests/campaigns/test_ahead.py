"""Looking one decision ahead (Hispania 5): what ends the war, with what score; and what does not."""

from campaigns.rules.decisions import LosePoints, SpendGrant, Surrender
from campaigns.selectors.ahead import end_of
from tests.campaigns.rules.build import CARTHAGE, ROME, War, troops, unit
from tests.campaigns.rules.test_consequences import punished

NATIVES = [unit("iberians", 100, 10, native=True), troops(950)]


def test_troops_given_up_may_end_the_war_and_nothing_is_done_yet():
    war = punished(5, natives=NATIVES, rome=2050, earned=(8, 0))
    before = war.state

    end = end_of(war.rules, war.state, CARTHAGE, LosePoints(figures={"iberians": 10}))

    assert end is not None
    assert (end.ended.winner, end.ended.level, end.totals) == (ROME, "major", {ROME: 10, CARTHAGE: 0})
    assert war.state == before
    assert war.do(CARTHAGE, LosePoints(figures={"iberians": 10})).vp == (10, 0)


def test_where_dice_fall_first_nothing_is_foreseen():
    war = punished(5, natives=NATIVES, rome=2050, earned=(7, 0))

    assert end_of(war.rules, war.state, CARTHAGE, LosePoints(figures=None)) is None


def test_a_surrender_ends_it_with_the_score_as_it_is():
    war = War(earned=(3, 1))

    end = end_of(war.rules, war.state, ROME, Surrender())

    assert end is not None
    assert (end.ended.winner, end.ended.level, end.totals) == (CARTHAGE, "minor", {ROME: 3, CARTHAGE: 1})


def test_what_the_rules_refuse_ends_nothing():
    war = War(earned=(9, 0))

    assert end_of(war.rules, war.state, ROME, SpendGrant(units=(unit("new", 20, 10),))) is None
