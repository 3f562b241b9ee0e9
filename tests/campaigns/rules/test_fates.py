"""What becomes of characters: fate, wounds, ransom, deeds, command skills (Hispania 7, R6, R18, R20, R21, R26, R29)."""

import pytest

from campaigns.rules.decisions import Muster, Ransom, SpendReroll
from campaigns.rules.fates import ransom_forecast
from campaigns.rules.pack import row_at
from tests.campaigns.rules.build import CARTHAGE, PACK, ROME, War, character, general, troops

ROMANS = [troops(2000), general("consul"), character("tribune", "subordinate"), character("centurion")]


def fallen(total, *, winner=CARTHAGE, level="minor", who="consul", rome=ROMANS, muster=None, told=None, **war):
    """A pitched battle in which a Roman falls; his fate as rolled."""
    war = War(rome=rome, **war).order("battle", "battle").muster(**({ROME: muster} if muster else {}))
    war.roll(**{f"fate__rome__{who}": total}, **(told or {}))
    return war.fight(winner, level, felled=[(ROME, who)])


FATES = {
    # total: his side lost, otherwise
    2: ("dead", "dead"),
    3: ("dead", "dead"),
    4: ("dead", "wounded"),
    5: ("dead", "wounded"),
    6: ("captured", "wounded"),
    7: ("wounded", "recovered"),
    8: ("recovered", "recovered"),
    9: ("recovered", "recovered"),
    10: ("recovered", "recovered"),
    11: ("recovered", "recovered"),
    12: ("recovered", "recovered"),
}


@pytest.mark.parametrize("total", FATES)
def test_every_row_of_the_fates_is_the_printed_one(total):
    row = row_at(PACK.fate, total)

    assert (row.lost, row.otherwise) == FATES[total]


@pytest.mark.parametrize(
    ("winner", "level", "column"),
    [
        (CARTHAGE, "minor", "lost"),
        (CARTHAGE, "major", "lost"),
        (ROME, "minor", "otherwise"),
        (ROME, "major", "otherwise"),
        ("draw", None, "otherwise"),
    ],
)
def test_the_column_depends_on_whether_his_side_lost(winner, level, column):
    war = fallen(6, winner=winner, level=level, who="centurion")

    assert war.told("fate")[0]["column"] == column


@pytest.mark.parametrize(
    ("total", "status", "wounds"), [(5, "dead", ()), (6, "captured", ()), (7, "ready", (7,)), (8, "ready", ())]
)
def test_a_fate_befalls_him(total, status, wounds):
    man = fallen(total).who(ROME, "consul")

    assert (man.status, man.wounds) == (status, wounds)


# --- The general in chief -----------------------------------------------------------------------------------


def test_a_general_in_chief_killed_costs_four_points():
    assert fallen(2).earned == (-4, 2)


def test_he_costs_them_even_where_his_side_won():
    assert fallen(2, winner=ROME, level="major").earned == (3 - 4, 0)


def test_he_costs_twice_as_much_in_a_year_that_counts_double():
    assert fallen(2, flags=("vp_doubled",)).earned == (-8, 4)


@pytest.mark.parametrize("who", ["tribune", "centurion"])
def test_nobody_else_costs_anything(who):
    war = fallen(2, who=who)

    assert war.who(ROME, who).status == "dead"
    assert war.earned == (0, 2)


@pytest.mark.parametrize("total", [6, 7, 8])
def test_a_general_who_lives_costs_nothing(total):
    assert fallen(total).earned == (0, 2)


def commanded(by, felled, total=2):
    war = War(rome=ROMANS).order("battle", "battle").muster().roll(**{f"fate__rome__{felled}": total})
    return war.fight(CARTHAGE, felled=[(ROME, felled)], general={ROME: by})


def test_whoever_is_named_as_commander_is_the_general_in_chief():
    assert commanded("tribune", "tribune").earned == (-4, 2)
    assert commanded("tribune", "consul").earned == (0, 2)


def test_a_general_who_stayed_at_home_commands_nobody():
    war = fallen(2, who="tribune", muster=Muster(units=("foot",), characters=("tribune",)))

    assert war.earned == (0, 2)


def test_a_general_in_chief_killed_in_a_skirmish_costs_as_much():
    war = War(rome=[troops(500), general("consul")]).order("alliance", "alliance").muster()
    war.roll(fate__rome__consul=3).fight(CARTHAGE, felled=[(ROME, "consul")])

    assert war.earned == (-4, 1)


def test_his_death_can_lose_the_war():
    war = fallen(2, earned=(0, 4))

    assert war.ended == (CARTHAGE, "major", "lead")
    assert war.earned == (-4, 6)


def test_fates_are_rolled_side_by_side_in_the_packs_order():
    war = War(rome=ROMANS, carthage=[troops(2000), general("hanno")]).order("battle", "battle").muster()
    war.fight(felled=[(CARTHAGE, "hanno"), (ROME, "consul")])

    assert [fate["side"] for fate in war.told("fate")] == [ROME, CARTHAGE]


# --- Wounds --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("total", range(2, 13))
def test_every_wound_is_kept_even_a_scar(total):
    assert fallen(7, told={"wound__rome__consul": total}).who(ROME, "consul").wounds == (total,)


def test_lasting_wounds_add_up():
    rome = [troops(2000), general("consul", wounds=(8, 8))]

    assert fallen(7, rome=rome, told={"wound__rome__consul": 8}).who(ROME, "consul").wounds == (8, 8, 8)


def test_only_the_pain_of_a_twelve_keeps_anybody_from_a_battle():
    assert [row.on for row in PACK.wounds if row.unavailable_on] == [12]


@pytest.mark.parametrize(
    ("total", "words"),
    [
        (2, "−1 Attacks"),
        (3, "−1 Wounds"),
        (4, "−1 Strength"),
        (5, "−1 Initiative and −1 Ballistic Skill"),
        (6, "−1 Weapon Skill"),
        (8, "−1 Movement"),
        (9, "−1 Toughness"),
        (10, "−1 Leadership"),
        (11, "−1 Attacks"),
    ],
)
def test_every_wound_has_its_printed_effect(total, words):
    assert PACK.wound_by_total[total].text["en"].endswith(words)


# --- Captives and ransoms ----------------------------------------------------------------------------------------

PAY, REFUSE = Ransom(character="consul", pay=True), Ransom(character="consul", pay=False)
RICH = [troops(2000), general("consul", 300)]


def test_a_captive_is_off_the_roster_and_not_dead():
    war = fallen(6, rome=RICH)

    assert war.available[0] == 2000
    assert war.earned == (0, 2)  # no -4
    assert war.asked().prompt == "ransom"


def test_a_ransom_moves_two_points_to_the_captor():
    war = fallen(6, rome=RICH).do(ROME, PAY)

    assert war.who(ROME, "consul").status == "ready"
    assert war.earned[:1] == (-2,)
    assert war.told("vp", reason="ransom") == [
        {"side": ROME, "amount": -2, "doubled": False, "source": "ransom", "reason": "ransom", "earned": -2},
        {"side": CARTHAGE, "amount": 2, "doubled": False, "source": "ransom", "reason": "ransom", "earned": 4},
    ]


def test_a_ransom_may_be_read_as_only_lost():
    assert fallen(6, rome=RICH, ransom="pay").do(ROME, PAY).earned == (-2, 2)


def test_a_ransom_is_never_doubled():
    war = fallen(6, rome=RICH, flags=("vp_doubled",)).do(ROME, PAY)

    assert war.earned == (-2, 4 + 2)


def test_a_ransom_can_end_the_war_and_its_score_is_shown_before():
    war = fallen(6, rome=RICH, earned=(0, 6))
    assert war.vp == (0, 8)
    # He comes back with his 300 points, and the award for more troops with him.
    assert war.asked().data == {
        "key": "ransom",
        "character": "consul",
        "vp": 2,
        "totals": {ROME: 0, CARTHAGE: 10},
        "ends": True,
        "winner": CARTHAGE,
    }

    war.do(ROME, PAY)

    assert war.vp == (0, 10)
    assert war.ended == (CARTHAGE, "major", "lead")


def test_a_forecast_says_what_paying_would_do_and_changes_nothing():
    war = fallen(6, rome=RICH, carthage=2000)
    before = war.state

    told = ransom_forecast(PACK, war.rules.readings, war.state, ROME, "consul")

    assert told == {"totals": {ROME: 0, CARTHAGE: 4}, "ends": False, "winner": None}
    assert war.state == before


def test_a_captive_can_be_bought_back_in_a_later_year():
    war = fallen(6, rome=RICH).do(ROME, REFUSE).settle()
    assert war.state.year == 2

    war.do(ROME, PAY)

    assert war.who(ROME, "consul").status == "ready"
    assert war.earned == (-2, 4)


def test_nobody_pays_for_who_is_not_a_captive():
    war = War(rome=RICH)

    assert war.refusal(ROME, PAY) == "not_captured"
    assert war.refusal(ROME, Ransom(character="nobody", pay=True)) == "not_captured"
    assert fallen(6, rome=RICH).do(ROME, REFUSE).refusal(CARTHAGE, PAY) == "not_captured"


def test_a_captive_bought_back_counts_again_for_the_muster():
    war = fallen(6, rome=RICH).do(ROME, REFUSE).settle()
    war.order("battle", "battle").do(ROME, PAY).muster()

    assert "consul" in war.state.now.muster[ROME].characters


def test_a_ransom_raises_the_limit_that_garrisons_leave():
    war = fallen(6, rome=RICH, told={"event__rome": 4}).do(ROME, REFUSE).settle()
    war.order("battle", "battle")
    assert war.state.now.limits[ROME] == 1500

    war.do(ROME, PAY)

    assert war.state.now.limits[ROME] == 1800


# --- Deeds --------------------------------------------------------------------------------------------------------


def test_deeds_add_up():
    rome = [troops(2000), general("consul", deeds=2)]
    war = War(rome=rome).order("battle", "battle").muster().fight(deeds={(ROME, "consul"): 2})

    assert war.who(ROME, "consul").deeds == 4
    assert war.told("deeds") == [{"side": ROME, "character": "consul", "count": 2, "total": 4}]


def test_a_deed_is_kept_by_who_dies_of_it():
    war = War(rome=ROMANS).order("battle", "battle").muster().roll(fate__rome__centurion=2)
    war.fight(felled=[(ROME, "centurion")], deeds={(ROME, "centurion"): 1})

    man = war.who(ROME, "centurion")
    assert (man.status, man.deeds) == ("dead", 1)


def test_the_abilities_of_deeds_begin_at_one_to_five():
    assert [row.from_ for row in PACK.deeds] == [1, 2, 3, 4, 5]


# --- Command skills -------------------------------------------------------------------------------------------------


def won(scenario=("battle", "battle"), winner=ROME, rome=ROMANS, felled=(), told=None, face=1, **what):
    war = War(rome=rome).roll(scenario=face, **(told or {})).order(*scenario).muster()
    return war.fight(winner, "minor", felled=felled, **what)


@pytest.mark.parametrize("face", range(1, 7))
def test_a_general_who_wins_a_battle_learns_to_command(face):
    assert won(told={"skill__rome__consul": face}).who(ROME, "consul").skills == (face,)


def test_a_defensive_battle_counts_for_both():
    assert won(("defence", "battle"), told={"skill__rome__consul": 4}).who(ROME, "consul").skills == (4,)
    assert won(("battle", "defence"), told={"skill__rome__consul": 4}).who(ROME, "consul").skills == (4,)


@pytest.mark.parametrize(
    ("scenario", "face"),
    [
        (("alliance", "alliance"), 1),
        (("alliance", "punishment"), 1),
        (("alliance", "punishment"), 4),
        (("guerrilla", "battle"), 1),
    ],
)
def test_a_lesser_engagement_teaches_nobody(scenario, face):
    rome = [troops(500), general("consul")]

    assert not won(scenario, face=face, rome=rome).told("skill")


@pytest.mark.parametrize("winner", ["draw", CARTHAGE])
def test_only_the_winner_learns(winner):
    assert not won(winner=winner).told("skill")


@pytest.mark.parametrize(("fate", "learns"), [(2, False), (4, True), (8, True)])
def test_a_general_who_is_dead_learns_nothing_a_wounded_one_does(fate, learns):
    war = won(felled=[(ROME, "consul")], told={"fate__rome__consul": fate})

    assert bool(war.told("skill")) is learns


def test_a_skill_already_held_is_rolled_again():
    rome = [troops(2000), general("consul", skills=(2, 3))]
    told = {"skill__rome__consul": 3, "skill__rome__consul__2": 2, "skill__rome__consul__3": 6}
    war = won(rome=rome, told=told)

    assert war.who(ROME, "consul").skills == (2, 3, 6)
    assert [one["face"] for one in war.told("skill_again")] == [3, 2]


def test_with_all_six_there_is_nothing_to_learn():
    rome = [troops(2000), general("consul", skills=(1, 2, 3, 4, 5, 6))]

    assert not won(rome=rome).told("skill")


def test_a_named_commander_learns_in_the_generals_place():
    war = won(general={ROME: "tribune"}, told={"skill__rome__tribune": 5})

    assert war.who(ROME, "tribune").skills == (5,)
    assert war.who(ROME, "consul").skills == ()


def test_an_army_without_a_general_learns_nothing():
    assert not won(rome=[troops(2000), character("tribune", "subordinate")]).told("skill")


def test_a_reroll_may_be_spent_on_a_skill():
    rome = [troops(2000), general("consul")]
    war = War(rome=rome, flags=("rome.reroll",)).order("battle", "battle").muster()
    war.roll(skill__rome__consul=1, skill__rome__consul__reroll=6).fight(ROME, "minor")
    assert war.asked().data["roll"] == "skill"

    war.do(ROME, SpendReroll(use=True))

    assert war.who(ROME, "consul").skills == (6,)
