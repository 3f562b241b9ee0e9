"""Recalls, surrenders, last battles and the order home: Rome 6 and 12, Carthage 6 (Hispania 8, R10, R13, R30, R31)."""

import pytest

from campaigns.rules.decisions import (
    ObeyRecall,
    StakeAll,
    Successor,
)
from tests.campaigns.rules.build import CARTHAGE, ROME, SIDES, War, character, general, troops
from tests.campaigns.rules.years import events

# --- Rome 6 and Carthage 6: recall and surrender -----------------------------------------------------------------------

ROMANS = [troops(2000), general("Scipio", 100, deeds=2, skills=(3,), wounds=(8,), native=False)]
PUNIC = [troops(2000), general("Hanno", 100, deeds=2), character("Mago", "subordinate", 50)]


def test_rome_6_sends_a_political_animal_in_the_generals_place():
    war = events(6, rome=ROMANS, carthage=2100, earned=(0, 4)).settle()

    assert war.who(ROME, "Scipio").status == "recalled"
    new = war.who(ROME, "Scipio II")
    assert (new.rank, new.points, new.status) == ("general", 100, "ready")
    assert (new.deeds, new.skills, new.wounds, new.traits) == (0, (), (), ("Political Animal",))
    assert war.available == (2100, 2100)
    assert war.ended is None


@pytest.mark.parametrize("earned", [(0, 0), (1, 0)])
def test_rome_6_does_nothing_to_who_is_not_behind(earned):
    war = events(6, rome=ROMANS, carthage=2100, earned=earned)

    assert war.who(ROME, "Scipio").status == "ready"
    assert war.told("event_nothing")


def test_the_side_may_name_its_new_general():
    war = events(6, rome=ROMANS, carthage=2100, earned=(0, 1))
    assert war.asked().data["suggested"] == "Scipio II"

    war.do(ROME, Successor(name="Marcellus"))

    assert war.who(ROME, "Marcellus").traits == ("Political Animal",)


@pytest.mark.parametrize("name", ["Scipio", "x" * 81, "  ", "a\nb", "a\u202eb", "e\u0301"])
def test_a_new_general_needs_a_name_of_his_own(name):
    war = events(6, rome=ROMANS, carthage=2100, earned=(0, 1))

    assert war.refusal(ROME, Successor(name=name)) in ("no_name", "id_taken")


@pytest.mark.parametrize(
    ("name", "after"),
    [
        ("Scipio II", "Scipio III"),
        ("Scipio I", "Scipio II"),
        ("II", "II II"),
        ("Scipio Lu", "Scipio Lu II"),
        ("Scipio IX", "Scipio X"),
        ("Scipio X", "Scipio XI"),
        ("x" * 80, "x" * 71 + " II"),
    ],
)
def test_generals_are_numbered(name, after):
    rome = [troops(2000), general(name)]
    war = events(6, rome=rome, earned=(0, 1)).settle()

    assert after in war.state.characters[ROME]


def test_a_number_that_is_taken_is_passed_over():
    rome = [troops(2000), general("Scipio"), character("Scipio II", status="dead")]

    assert "Scipio III" in events(6, rome=rome, earned=(0, 1)).settle().state.characters[ROME]


@pytest.mark.parametrize("status", ["dead", "captured"])
@pytest.mark.parametrize("side", SIDES)
def test_where_the_general_is_lost_nobody_is_recalled(side, status):
    lost = [troops(2000), general("lost", status=status)]
    war = events(6, 5, rome=lost, earned=(0, 1)) if side == ROME else events(8, 6, carthage=lost, earned=(1, 0))

    assert war.told("nobody_to_recall") == [{"side": side}]
    assert war.who(side, "lost").status == status


def test_carthage_6_takes_her_general_away_until_the_end_of_next_year():
    war = events(8, 6, rome=2150, carthage=PUNIC, earned=(1, 0))

    assert war.who(CARTHAGE, "Hanno").status == "recalled"
    assert war.available == (2150, 2050)
    assert "Hanno" not in war.order("battle", "battle").muster().state.now.muster[CARTHAGE].characters

    war.fight().settle()

    assert war.state.year == 3
    assert war.who(CARTHAGE, "Hanno").status == "ready"
    assert war.available == (2150, 2150)


def test_carthage_may_read_that_he_stays_away_for_good():
    war = events(8, 6, rome=2150, carthage=PUNIC, earned=(1, 0), carthage_recall="for_good")
    war.year().year()

    assert war.who(CARTHAGE, "Hanno").status == "recalled"


def test_a_subordinate_commands_for_a_recalled_general():
    war = events(8, 6, rome=2150, carthage=PUNIC, earned=(1, 0))
    war.roll(skill__carthage__Mago=2).order("battle", "battle").muster().fight(CARTHAGE, "minor")

    assert war.who(CARTHAGE, "Mago").skills == (2,)


def test_without_a_subordinate_nobody_commands():
    war = events(8, 6, rome=2100, carthage=[troops(2000), general("Hanno", 100)], earned=(1, 0))
    war.order("battle", "battle").muster().fight(CARTHAGE, "minor")

    assert not war.told("skill")


def test_a_general_recalled_before_the_record_began_comes_back_at_the_end_of_its_first_year():
    war = War(carthage=[troops(2000), general("Hanno", status="recalled")], year=4)

    assert war.year().who(CARTHAGE, "Hanno").status == "ready"


def test_a_roman_recalled_long_ago_does_not():
    war = War(rome=[troops(2000), general("old", status="recalled"), general("new")], year=4)

    assert war.year().who(ROME, "old").status == "recalled"


@pytest.mark.parametrize(
    ("side", "rolls", "earned", "ended"),
    [
        (ROME, (6, 5), (0, 5), (CARTHAGE, "minor", "event")),
        (ROME, (6, 5), (0, 4), None),
        (CARTHAGE, (8, 6), (5, 0), (ROME, "minor", "event")),
        (CARTHAGE, (8, 6), (4, 0), None),
    ],
)
def test_a_side_that_trails_by_five_surrenders(side, rolls, earned, ended):
    war = events(*rolls, rome=ROMANS, carthage=[troops(2000), general("Hanno", 100)], earned=earned).settle()

    assert war.ended == ended


def last_stand(side=ROME, agree=(True, True), **war):
    """A surrender that both sides may turn into one last battle."""
    rolls, earned = ((6, 5), (0, 6)) if side == ROME else ((8, 6), (6, 0))
    war = events(*rolls, earned=earned, **war)
    for asked, yes in zip(SIDES, agree, strict=True):
        if war.state.pending:
            war.do(asked, StakeAll(agree=yes))
    return war


@pytest.mark.parametrize("side", SIDES)
def test_both_may_agree_to_stake_all_on_a_last_battle(side):
    war = last_stand(side)

    assert war.ended is None
    assert war.flags == {"stake_all"}
    assert war.state.stake_loser == side


@pytest.mark.parametrize("agree", [(False, True), (True, False), (False, False)])
def test_one_who_refuses_is_enough_for_the_surrender(agree):
    assert last_stand(agree=agree).ended == (CARTHAGE, "minor", "event")


@pytest.mark.parametrize(
    ("winner", "level", "ended"),
    [
        (ROME, "minor", (ROME, "minor", "stake_all")),
        (ROME, "major", (ROME, "major", "stake_all")),
        (CARTHAGE, "minor", (CARTHAGE, "minor", "stake_all")),
        (CARTHAGE, "major", (CARTHAGE, "major", "stake_all")),
        ("draw", None, (CARTHAGE, "minor", "event")),
    ],
)
def test_the_last_battle_decides_the_war_and_a_draw_leaves_the_surrender(winner, level, ended):
    war = last_stand().order("battle", "battle")
    assert war.state.now.scenario == "pitched_battle"
    assert war.state.now.limits == {ROME: None, CARTHAGE: None}

    war.muster().fight(winner, level)

    assert war.ended == ended


def test_a_last_battle_that_is_not_fought_leaves_the_surrender():
    assert last_stand().order("battle", "battle").skip().ended == (CARTHAGE, "minor", "event")


def test_a_last_battle_is_fought_even_after_the_last_agreed_year():
    war = last_stand(years=1)
    assert (war.ended, war.state.year) == (None, 2)

    assert war.year(winner=ROME, level="minor").ended == (ROME, "minor", "stake_all")


def test_a_record_may_begin_with_a_last_battle():
    war = War(flags=("stake_all",), earned=(0, 6), year=5, years=4)

    assert war.year().ended == (CARTHAGE, "minor", "event")


# --- Rome 12: Rome lands in Africa (R10) ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("earned", "ended", "asked"),
    [
        ((6, 0), (ROME, "major", "event"), False),
        ((5, 0), None, True),
        ((1, 0), None, True),
        ((0, 0), None, False),
        ((0, 1), None, False),
    ],
)
def test_rome_12_depends_on_her_lead(earned, ended, asked):
    war = events(12, 4, earned=earned)

    assert war.ended == ended
    assert (war.asked().prompt == "obey_recall" if war.state.pending else False) is asked


def ordered_home(obey=False, **war):
    return events(12, 4, earned=(3, 0), **war).do(CARTHAGE, ObeyRecall(obey=obey))


def test_carthage_may_obey_and_surrender():
    assert ordered_home(obey=True).ended == (ROME, "minor", "event")


def test_carthage_may_refuse_and_must_find_a_battle():
    assert "recall.carthage" in ordered_home().flags


@pytest.mark.parametrize(
    ("orders", "face"),
    [
        (("defence", "guerrilla"), 1),
        (("guerrilla", "battle"), 1),
        (("alliance", "battle"), 1),
        (("alliance", "battle"), 3),
    ],
)
def test_where_no_battle_is_found_rome_wins_as_soon_as_the_scenario_is_known(orders, face):
    war = ordered_home().roll(scenario=face).order(*orders)

    assert war.ended == (ROME, "minor", "event")
    assert war.state.now.outcome is None


@pytest.mark.parametrize("orders", [("battle", "battle"), ("defence", "battle")])
@pytest.mark.parametrize(
    ("winner", "level", "ended"),
    [
        (CARTHAGE, "minor", (CARTHAGE, "minor", "stake_all")),
        (CARTHAGE, "major", (CARTHAGE, "major", "stake_all")),
        (ROME, "minor", (ROME, "minor", "stake_all")),
        (ROME, "major", (ROME, "major", "stake_all")),
        ("draw", None, (ROME, "minor", "event")),
    ],
)
def test_a_battle_that_is_found_decides_the_war(orders, winner, level, ended):
    assert ordered_home().year(*orders, winner, level).ended == ended


def test_a_club_may_read_that_finding_a_battle_cancels_the_order():
    war = ordered_home(recall_battle="cancels").year("battle", "battle", ROME, "minor")

    assert war.ended is None
    assert "recall.carthage" not in war.flags
    assert war.earned == (5, 0)


def test_an_order_that_is_cancelled_still_wants_its_battle():
    assert ordered_home(recall_battle="cancels").order("defence", "guerrilla").ended == (ROME, "minor", "event")


def test_a_recall_is_settled_even_after_the_last_agreed_year():
    war = ordered_home(years=1)
    assert war.ended is None

    assert war.year("battle", "battle", CARTHAGE, "minor").ended == (CARTHAGE, "minor", "stake_all")


def test_a_cancelled_recall_after_the_last_agreed_year_lets_the_score_decide():
    war = ordered_home(years=1, recall_battle="cancels").year("battle", "battle")

    assert war.ended == (None, "draw", "years")


# --- Rulings (docs/rulings.md) ---------------------------------------------------------------------------------------------------


def test_garrisons_hold_in_a_last_battle_too():
    war = War(flags=("stake_all", "rome.garrison", "carthage.garrison"), earned=(0, 6)).order("battle", "battle")

    assert war.state.now.limits == {ROME: 1500, CARTHAGE: 1500}


def test_a_recall_that_brings_the_lead_to_ten_ends_the_war_by_lead():
    """Rome leads by 8; without Hanno's 200 points she also has the award for more troops."""
    war = events(8, 6, rome=2000, carthage=[troops(1800), general("Hanno", 200)], earned=(8, 0))

    assert war.ended == (ROME, "major", "lead")


def test_rome_is_asked_first_and_the_second_not_at_all_once_she_refuses():
    war = events(6, 5, earned=(0, 6))
    assert [ask.seat for ask in war.state.pending] == [ROME]

    war.do(ROME, StakeAll(agree=False))

    assert war.ended == (CARTHAGE, "minor", "event")


def test_a_general_who_was_recalled_is_gone_even_where_all_is_staked():
    war = events(6, 5, rome=ROMANS, carthage=2100, earned=(0, 6)).do(ROME, Successor())
    war.do(ROME, StakeAll(agree=True)).do(CARTHAGE, StakeAll(agree=True))

    assert war.who(ROME, "Scipio").status == "recalled"
    assert war.flags == {"stake_all"}


def test_the_points_of_a_battle_for_everything_are_not_scored():
    war = last_stand().year(winner=ROME, level="major")

    assert war.ended == (ROME, "major", "stake_all")
    assert war.earned == (0, 6)
