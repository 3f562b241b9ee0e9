"""Mustering: whole units within the points, natives where an ally is defended, and those kept away by pain (Hispania 3, 7)."""

import pytest

from campaigns.rules.decisions import Fought, Muster, SpendGrant
from campaigns.rules.engine import HOST
from campaigns.rules.muster import best, contingent, points_of
from campaigns.rules.state import Purse
from tests.campaigns.rules.build import CARTHAGE, PACK, ROME, War, character, general, outcome, troops, unit

ARMY = [
    unit("hastati", 20, 10, command=15),  # 215
    unit("triarii", 10, 18),  # 180
    unit("velites", 15, 7),  # 105
    unit("equites", 5, 30),  # 150
    general("consul", 100),
]


def skirmish(rome=ARMY, **more):
    return War(rome=rome, **more).order("alliance", "alliance")


def muster(*units, characters=()):
    return Muster(units=units, characters=characters)


@pytest.mark.parametrize(
    ("lists", "code"),
    [
        (muster("hastati", "triarii", "velites"), None),  # 215 + 180 + 105: exactly 500
        (muster("hastati", "triarii", characters=("consul",)), None),  # 495
        (muster("hastati", "triarii", "velites", characters=("consul",)), "over_limit"),
        (muster("hastati", "triarii", "equites"), "over_limit"),  # 545
        (muster("nobody"), "not_in_roster"),
        (muster("consul"), "not_able"),  # a character is no unit
        (muster("hastati", characters=("hastati",)), "not_able"),
        (muster("hastati", "hastati"), "twice"),
        (muster("hastati", characters=("consul", "consul")), "twice"),
        (muster(), "empty_muster"),
        (muster(characters=("consul",)), "empty_muster"),
    ],
)
def test_a_muster_is_judged(lists, code):
    assert skirmish().refusal(ROME, lists) == code


def test_501_points_are_too_many_for_a_skirmish():
    war = skirmish(rome=[unit("a", 500, 1), unit("b", 1, 1)])

    assert war.refusal(ROME, muster("a")) is None
    assert war.refusal(ROME, muster("a", "b")) == "over_limit"


def test_command_figures_count_towards_the_limit():
    assert skirmish(rome=[unit("a", 500, 1, command=1)]).refusal(ROME, muster("a")) == "over_limit"


def test_there_is_no_way_to_muster_half_a_unit():
    war = skirmish(rome=[unit("a", 60, 10)])

    assert war.refusal(ROME, muster("a")) == "over_limit"
    assert war.refusal(ROME, muster()) is None  # the only unit there is does not fit, so nobody comes


@pytest.mark.parametrize("status", ["dead", "captured", "recalled", "replaced"])
def test_who_is_not_free_cannot_be_mustered(status):
    war = skirmish(rome=[troops(100), general("consul", 50, status=status)])

    assert war.refusal(ROME, muster("foot", characters=("consul",))) == "not_able"


def test_a_unit_that_is_gone_cannot_be_mustered():
    assert skirmish(rome=[troops(100), unit("gone", 0)]).refusal(ROME, muster("foot", "gone")) == "not_able"


def test_a_whole_army_may_come_to_a_pitched_battle():
    war = War(rome=ARMY).order("battle", "battle")
    units = ("hastati", "triarii", "velites", "equites")

    assert war.refusal(ROME, muster(*units, characters=("consul",))) is None


# --- The native contingent (R33) -------------------------------------------------------------------------

DEFENDERS = [
    unit("iberians", 30, 10, native=True),  # 300
    unit("scutarii", 20, 12, native=True),  # 240
    unit("slingers", 12, 5, native=True),  # 60
    unit("africans", 40, 15),  # 600
    general("indibil", 150, native=True),
]


def ally(carthage=DEFENDERS, points=1000, **more):
    return (
        War(rome=ARMY, carthage=carthage, **more).roll(scenario=4).order("punishment", "alliance").choose(points=points)
    )


@pytest.mark.parametrize(
    ("units", "code"),
    [
        (("iberians", "scutarii"), None),  # 540
        (("iberians", "slingers", "africans"), "too_few_natives"),  # 360
        (("africans",), "too_few_natives"),
        (("iberians", "scutarii", "slingers"), None),
    ],
)
def test_the_defender_of_an_ally_brings_500_points_of_natives(units, code):
    assert ally().refusal(CARTHAGE, muster(*units)) == code


def test_exactly_500_points_of_natives_are_enough():
    war = ally(carthage=[unit("iberians", 50, 10, native=True), unit("more", 10, 10, native=True), troops(500)])

    assert war.refusal(CARTHAGE, muster("iberians", "foot")) is None


def test_499_points_of_natives_are_not_enough_where_there_are_more():
    war = ally(carthage=[unit("iberians", 499, 1, native=True), unit("more", 10, 1, native=True)])

    assert war.refusal(CARTHAGE, muster("iberians")) == "too_few_natives"


def test_native_characters_do_not_count_towards_the_contingent():
    war = ally(
        carthage=[unit("iberians", 40, 10, native=True), unit("b", 20, 10, native=True), general("x", 150, native=True)]
    )

    assert war.refusal(CARTHAGE, muster("iberians", characters=("x",))) == "too_few_natives"


def test_a_side_with_fewer_natives_brings_all_it_has():
    war = ally(carthage=[unit("iberians", 20, 10, native=True), troops(1000)])

    assert contingent(PACK, war.state, CARTHAGE) == 200
    assert war.refusal(CARTHAGE, muster("foot")) == "too_few_natives"
    assert war.refusal(CARTHAGE, muster("iberians")) is None


def test_a_side_without_natives_brings_none():
    assert ally(carthage=1500).refusal(CARTHAGE, muster()) is None


def test_the_attacker_brings_no_contingent():
    assert ally().refusal(ROME, muster("hastati")) is None


def test_garrisons_leave_a_contingent_that_fits():
    natives = [unit("iberians", 40, 10, native=True), unit("scutarii", 30, 10, native=True)]  # 400 and 300
    war = ally(carthage=[*natives, troops(250)], flags=("rome.garrison", "carthage.garrison"))

    assert war.state.now.limits[CARTHAGE] == 450
    assert war.refusal(CARTHAGE, muster("iberians")) is None
    assert war.refusal(CARTHAGE, muster("scutarii")) == "too_few_natives"


# --- What the program musters ------------------------------------------------------------------------------


def test_the_program_leaves_the_fewest_points_unused():
    war = skirmish()

    mustered = best(PACK, war.state, ROME)

    assert mustered.characters == ("consul",)  # the general comes where he fits
    assert points_of(war.state, ROME, mustered) == 100 + 215 + 180


def test_the_program_musters_everybody_where_there_is_no_limit():
    war = War(rome=ARMY).order("battle", "battle")

    assert points_of(war.state, ROME, best(PACK, war.state, ROME)) == war.rules.available(war.state, ROME)


def test_the_program_remembers_the_contingent():
    war = ally()

    mustered = best(PACK, war.state, CARTHAGE)

    assert war.refusal(CARTHAGE, mustered) is None
    assert points_of(war.state, CARTHAGE, mustered) == 750  # all natives and the general; the Africans fit no more


def test_the_program_brings_a_unit_even_where_characters_alone_would_fill_the_limit():
    rome = [unit("a", 10, 10), unit("big", 100, 10), general("g", 250), character("l", points=250)]

    mustered = best(PACK, skirmish(rome=rome).state, ROME)

    assert (mustered.units, len(mustered.characters)) == (("a",), 1)


def test_the_program_brings_nobody_where_nobody_fits():
    assert best(PACK, skirmish(rome=[unit("a", 60, 10)]).state, ROME) == Muster(units=())


# --- Attacks of pain (wound 12) ------------------------------------------------------------------------------

SUFFERING = [troops(500), general("consul", wounds=(12,)), character("tribune", "subordinate")]


@pytest.mark.parametrize(("face", "absent"), [(1, ("consul",)), (2, ()), (6, ())])
def test_attacks_of_pain_keep_him_away_on_a_one(face, absent):
    war = skirmish(rome=SUFFERING).roll(available__rome__consul=face).muster()

    assert war.state.now.absent.get(ROME, ()) == absent
    assert war.told("pain") == [{"side": ROME, "character": "consul", "absent": bool(absent)}]


def test_two_such_wounds_are_two_rolls():
    rome = [troops(500), general("consul", wounds=(12, 12))]
    war = skirmish(rome=rome).roll(available__rome__consul=2, available__rome__consul__2=1).muster()

    assert war.state.now.absent[ROME] == ("consul",)


def test_a_first_attack_needs_no_second():
    war = skirmish(rome=[troops(500), general("consul", wounds=(12, 12))]).roll(available__rome__consul=1).muster()

    assert len(war.told("pain")) == 1


@pytest.mark.parametrize("wounds", [(), (2, 7, 11)])
def test_no_other_wound_keeps_anybody_away(wounds):
    war = skirmish(rome=[troops(500), general("consul", wounds=wounds)]).muster()

    assert not war.told("pain")


def test_who_stays_at_home_does_not_roll():
    war = skirmish(rome=SUFFERING).muster(rome=muster("foot"))

    assert not war.told("pain")


def absent_war():
    return skirmish(rome=SUFFERING).roll(available__rome__consul=1).muster()


@pytest.mark.parametrize(
    ("what", "code"),
    [
        ({"felled": [(ROME, "consul")]}, "was_absent"),
        ({"deeds": {(ROME, "consul"): 1}}, "was_absent"),
        ({"general": {ROME: "consul"}}, "not_mustered"),
        ({"general": {ROME: "tribune"}, "felled": [(ROME, "tribune")]}, None),
    ],
)
def test_who_is_kept_away_cannot_fall_or_gain_or_command(what, code):
    assert absent_war().refusal(HOST, Fought(outcome=outcome(**what))) == code


def test_a_subordinate_commands_for_whom_pain_keeps_away():
    war = War(rome=SUFFERING).order("battle", "battle").roll(available__rome__consul=1, skill__rome__tribune=4).muster()

    war.fight(ROME, "major").settle()

    assert war.who(ROME, "tribune").skills == (4,)
    assert war.who(ROME, "consul").skills == ()


# --- Grants lapse ----------------------------------------------------------------------------------------


def test_unspent_grants_lapse_at_the_muster():
    war = War().roll(reinforcements__rome=9).year()
    assert war.state.purses[ROME] == {"reinforcements": Purse(common=250)}

    war.order("battle", "battle").muster()

    assert war.state.purses == {}
    assert war.told("grant_lapsed") == [{"side": ROME, "tables": ["reinforcements"]}]


def test_nothing_can_be_bought_once_the_armies_are_out():
    """Dice typed by hand may still be awaited then: the stage is the same, the muster is over."""
    war = War(rome=SUFFERING, by_hand=True).order("battle", "battle").muster()
    assert war.asked().prompt == "dice"

    assert war.refusal(ROME, SpendGrant(units=(unit("late", 5, 1),))) == "too_late"
