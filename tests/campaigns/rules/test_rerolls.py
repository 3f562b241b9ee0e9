"""A re-roll, by hand and as a standing instruction: Rome 7 and Carthage 7 (Hispania 8, R16)."""

import pytest

from campaigns.rules.decisions import (
    SpendReroll,
    StandingReroll,
)
from tests.campaigns.rules.build import CARTHAGE, ROME, War, general, troops
from tests.campaigns.rules.years import events

# --- Rome 7 and Carthage 7: a re-roll (R16) ------------------------------------------------------------------------------


@pytest.mark.parametrize(("earned", "flags"), [((1, 0), {"rome.reroll"}), ((0, 0), set()), ((0, 1), set())])
def test_rome_7_gives_a_reroll_where_she_has_more_points(earned, flags):
    assert events(7, earned=earned).flags == flags


@pytest.mark.parametrize("earned", [(1, 0), (0, 0), (0, 1)])
def test_carthage_7_gives_a_reroll_whatever_the_score(earned):
    assert events(8, 7, earned=earned).flags == {"carthage.reroll"}


def reroll(**war):
    return War(flags=("rome.reroll",), **war)


def test_the_holder_sees_his_roll_and_decides_and_the_second_stands():
    war = reroll().roll(event__rome=2, event__rome__reroll=11).order("battle", "battle").skip()
    asked = war.asked().data
    assert (asked["roll"], asked["faces"], asked["address"]) == ("event", [1, 1], "year/1/event/rome")

    war.do(ROME, SpendReroll(use=True)).settle()

    assert war.state.closed.events[ROME] == 11
    assert war.told("rerolled") == [{"side": ROME, "roll": "event", "first": 2, "second": 11}]


def test_a_second_result_stands_even_where_it_is_worse():
    war = reroll().roll(event__rome=11, event__rome__reroll=4).order("battle", "battle").skip()
    war.do(ROME, SpendReroll(use=True)).settle()

    assert war.state.closed.events[ROME] == 4


def test_a_reroll_is_spent_once():
    war = reroll().order("battle", "battle").skip().do(ROME, SpendReroll(use=True))

    assert not any(ask.prompt == "spend_reroll" for ask in war.rules.asks(war.state))


def test_who_lets_a_roll_stand_is_asked_at_the_next_one():
    war = reroll().roll(event__rome=2, event_amount__rome=6).order("battle", "battle").skip().keep()

    assert war.asked().data["roll"] == "event_amount"
    assert war.do(ROME, SpendReroll(use=True)).settle().told("rerolled")[0]["roll"] == "event_amount"


def test_a_reroll_lapses_at_the_end_of_its_year():
    assert reroll().year().flags == set()


def test_nobody_is_asked_about_the_enemys_rolls():
    war = reroll().order("battle", "battle").skip().keep()  # Rome's event

    assert war.asked().data["address"] == "year/1/reinforcements/rome"


@pytest.mark.parametrize(
    ("roll", "setup"),
    [
        ("alliance", ("alliance", "alliance")),
        ("punishment", ("punishment", "punishment")),
        ("reinforcements", ("battle", "battle")),
    ],
)
def test_a_reroll_may_be_used_on_the_consequences(roll, setup):
    war = reroll().roll(roles__rome=6, roles__carthage=1).order(*setup).skip()
    while war.asked().data["roll"] != roll:
        war.keep()

    war.do(ROME, SpendReroll(use=True)).settle()

    assert war.told("rerolled")[0]["roll"] == roll


@pytest.mark.parametrize("roll", ["fate", "wound"])
def test_a_reroll_may_be_used_on_a_fate_or_a_wound(roll):
    rome = [troops(2000), general("consul")]
    war = reroll(rome=rome).roll(fate__rome__consul=6).order("battle", "battle").muster()
    war.fight(felled=[(ROME, "consul")])
    while war.asked().data["roll"] != roll:
        war.keep()
    war.roll(**{f"{roll}__rome__consul__reroll": 9}).do(ROME, SpendReroll(use=True)).settle()

    assert war.told("rerolled")[0]["second"] == 9
    assert war.who(ROME, "consul").wounds == ((9,) if roll == "wound" else ())


def test_the_scenario_and_the_terrain_belong_to_nobody():
    war = reroll().order("alliance", "alliance")

    assert war.state.stage == "muster"


@pytest.mark.parametrize(("total", "spent"), [(5, True), (6, False)])
def test_a_standing_instruction_uses_it_on_the_first_roll_below(total, spent):
    war = reroll().do(ROME, StandingReroll(roll="reinforcements", below=6))
    war.roll(reinforcements__rome=total, reinforcements__rome__reroll=9).order("battle", "battle").skip()

    assert war.state.year == 2  # nobody was asked
    assert bool(war.told("rerolled")) is spent
    assert war.state.purses[ROME]["reinforcements"].common == (250 if spent else 100)


def test_an_instruction_may_be_changed_until_it_is_used():
    war = reroll().do(ROME, StandingReroll(roll="event", below=13)).do(ROME, StandingReroll(roll="event", below=2))

    assert not war.year().told("rerolled")


@pytest.mark.parametrize(
    ("decision", "code"),
    [
        (StandingReroll(roll="reinforcements", below=6), None),
        (StandingReroll(roll="reinforcements", below=1), "no_number"),
        (StandingReroll(roll="reinforcements", below=14), "no_number"),
        (StandingReroll(roll="scenario", below=6), "no_number"),
    ],
)
def test_an_instruction_is_judged(decision, code):
    assert reroll().refusal(ROME, decision) == code
    assert reroll().refusal(CARTHAGE, decision) == "no_reroll"
