"""Every row of both event tables, this year's and next year's effects (Hispania 8, R7 to R16, R30, R31)."""

import pytest

from campaigns.rules.decisions import (
    LosePoints,
    ObeyRecall,
    SpendReroll,
    StakeAll,
    StandingReroll,
    Successor,
)
from tests.campaigns.rules.build import CARTHAGE, PACK, ROME, SIDES, War, character, general, troops, unit


def events(roman=8, punic=5, /, *, told=None, **war):
    """A year of two armies that do nothing but wait for what the tables bring; stops at the first question.

    By default two events that forbid Carthage what she would not get anyway.
    """
    return War(**war).roll(event__rome=roman, event__carthage=punic, **(told or {})).order("battle", "battle").skip()


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


# --- Rome 4: garrisons ------------------------------------------------------------------------------------------


def test_rome_4_leaves_garrisons_for_both_sides_next_year():
    war = events(4)

    assert war.flags == {"rome.garrison", "carthage.garrison"}


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
