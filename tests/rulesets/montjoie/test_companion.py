"""The table companion of Montjoie: every roll against the examples of section 11, and what it refuses (Montjoie 11)."""

import random

import pytest

from rulesets.companion import AGREE, END
from rulesets.contract import Action, Force, Setup
from rulesets.dice import Keyed
from rulesets.montjoie.readings import ALL
from rulesets.montjoie.table import ASKED, ROLLS, MontjoieTable
from tests.rulesets.kit import lawful, stored
from tests.rulesets.told import Told

TABLE = MontjoieTable()
FORCES = {"first": Force(), "second": Force()}


def opened(weather="clear", day=0, **readings):
    keyed = {key.replace("__", "."): value for key, value in readings.items()}
    options = {"readings": keyed} if keyed else {}
    state = TABLE.setup(Setup(forces=FORCES, options=options), Keyed(b"x")).state
    return stored({**state, **({"weather": weather} if weather != "clear" else {}), **({"day": day} if day else {})})


def after(kind, *faces, table=None, **circumstances):
    """The table after a roll whose dice show these faces: all of them, and no more; and what it came to."""
    state, action, dice = table or opened(), Action(kind=kind, arguments=circumstances), Told(faces)
    assert TABLE.check(state, "first", action) is None
    step = TABLE.apply(state, {"first": action}, dice)
    assert dice.left == []
    return stored(step.state), step.happenings[0].data


def rolled(kind, *faces, table=None, **circumstances):
    return after(kind, *faces, table=table, **circumstances)[1]


def refused(kind, table=None, **circumstances):
    problem = TABLE.check(table or opened(), "first", Action(kind=kind, arguments=circumstances))
    return None if problem is None else (problem.code, problem.place)


def fought(die, attack=0, defence=0, table=None, **more):
    told = rolled("fight", die, table=table, own_attack=attack, foe_defence=defence, **more)
    return told["column"], told["letter"]


# --- The weather of a turn ---------------------------------------------------------------------------------------------------


def test_a_turn_begins_with_its_weather_which_holds_for_all_that_follows():
    state, told = after("turn", weather="storm")

    assert (told["turn"], told["weather"], told["visibility"], told["missile"], told["bad"]) == (
        1,
        "storm",
        10,
        2,
        True,
    )
    assert (state["weather"], state["turn"]) == ("storm", 1)
    state, told = after("turn", table=state)
    assert ("weather" in state, told["weather"], told["bad"]) == (False, "clear", False)


@pytest.mark.parametrize(
    ("movement", "weather", "dark", "half", "points"),
    [
        (15, "rain", False, False, 11),  # V01
        (9, "snow", False, False, 4),  # V19
        (15, "storm", False, False, 7),
        (10, "rain", False, False, 7),
        (10, "rain", False, True, 3),
        (15, "rain", True, False, 5),
        (6, "rain", False, False, 4),
    ],
)
def test_v01_v19_what_the_weather_leaves_of_a_move(movement, weather, dark, half, points):
    state, _told = after("turn", weather=weather, dark=dark)

    assert rolled("march", table=state, movement=movement, half=half)["points"] == points
    assert rolled("march", table=state, movement=movement, covered=True)["points"] == movement


# --- Close combat --------------------------------------------------------------------------------------------------------------


def test_v07_v08_whoever_kneels_is_lent_the_defence_of_those_behind():
    assert fought(5, 30, 6, foe_support=13) == ("1-1", "A")
    assert fought(5, 30, 6, foe_support=6) == ("2-1", "B")


def test_v23_v24_weather_strikes_both_sides_in_the_open_and_one_outside():
    rain = opened("rain")

    assert fought(2, 24, 7, table=rain) == ("3-1", "D")
    assert fought(2, 24, 7, table=rain, foe_covered=True) == ("2-1", "C")
    told = rolled("fight", 2, table=rain, own_attack=24, foe_defence=7)
    assert [(row["key"], row["value"], row["rule"]) for row in told["rows"]] == [
        ("weather_target", 1, "Montjoie R2"),
        ("weather_attackers", -1, "Montjoie R2"),
    ]


def test_v33_v34_v35_the_factor_of_a_jump_is_eightfold():
    told = rolled("fight", 3, own_attack=0, own_jump=4, foe_defence=16, foe_armoured=True)
    assert (told["attack"], told["column"], told["modifier"], told["letter"]) == (32, "2-1", -1, "C")
    told = rolled("fight", 5, own_attack=0, own_jump=10, foe_defence=20, foe_mounted=True, foe_armoured=True)
    assert (told["attack"], told["column"], told["letter"], told["target"], told["horse"]) == (
        80,
        "4-1",
        "D",
        "stunned",
        "free",
    )
    added = opened(jump__mods="add")
    assert (
        rolled("fight", 5, table=added, own_attack=0, own_jump=10, foe_defence=20, foe_mounted=True, foe_armoured=True)[
            "modifier"
        ]
        == 2
    )


def test_v39_v44_v50_v59_ground_shifts_the_column():
    assert fought(1, 24, 6) == ("4-1", "E")
    assert fought(1, 24, 6, foe_ground="wall") == ("3-1", "D")
    assert fought(4, 10, 2, foe_ground="+") == ("4-1", "C")
    assert fought(4, 10, 2) == ("5-1", "D")
    assert fought(4, 20, 6, foe_support=13, own_ground="-") == ("1-2", "A")
    assert fought(5, 24, 7, foe_ground="-") == ("4-1", "C")


def test_v68_a_climber_is_two_columns_worse_off_and_falls():
    for die, letter, target, attackers in ((6, "B", "", "back"), (1, "E", "dead", ""), (5, "C", "", "")):
        told = rolled("fight", die, own_attack=10, foe_defence=5, foe_hangs="target_rope")
        assert (told["base"], told["column"], told["letter"]) == ("2-1", "4-1", letter)
        assert (told["target"], told["attackers"]) == (target, attackers)
    own = rolled("fight", 5, own_attack=10, foe_defence=5, foe_hangs="own_rope")
    assert (own["column"], own["letter"], own["attackers"]) == ("1-2", "A", "dead")
    mild = rolled("fight", 6, table=opened(rope__shift="all"), own_attack=10, foe_defence=5, foe_hangs="own_rope")
    assert (mild["column"], mild["attackers"]) == ("4-1", "")


def test_v88_on_a_ladder_nothing_is_shifted_and_who_is_struck_falls():
    told = rolled("fight", 1, own_attack=10, foe_defence=5, foe_ground="-", foe_hangs="target_ladder")
    assert (told["column"], told["letter"], told["target"]) == ("2-1", "D", "falls")
    told = rolled("fight", 4, own_attack=10, foe_defence=5, foe_hangs="target_ladder")
    assert (told["letter"], told["attackers"]) == ("B", "back")
    assert rolled("fight", 4, own_attack=10, foe_defence=5, foe_hangs="own_ladder")["attackers"] == ""


def test_v79_v80_odds_and_charges():
    assert fought(1, 10, 19)[0] == "1-2"
    assert refused("fight", own_attack=9, foe_defence=19) == ("odds_too_low", "own_attack")
    assert fought(1, 60, 6)[0] == "7-1"
    assert rolled("fight", 1, own_attack=0, own_charge=30, foe_defence=6)["column"] == "7-1"
    assert fought(1, 30, 6)[0] == "5-1"
    assert fought(1, 1, 0)[0] == "7-1"


@pytest.mark.parametrize(
    ("hurt", "die", "target"),
    [("", 3, "back"), ("wounded", 3, "back"), ("stunned", 3, "dead"), ("", 1, "stunned"), ("wounded", 1, "dead")],
)
def test_who_is_hurt_once_more_is_dead(hurt, die, target):
    assert rolled("fight", die, own_attack=20, foe_defence=10, foe_hurt=hurt)["target"] == target


def test_a_strikes_the_attackers_and_a_wounded_one_dies():
    told = rolled("fight", 5, own_attack=30, foe_defence=19)
    assert (told["letter"], told["attackers"], told["target"]) == ("A", "stunned", "")
    assert rolled("fight", 5, own_attack=30, foe_defence=19, own_wounded=True)["attackers"] == "dead"


def test_a_stunned_man_defends_himself_by_half_where_a_club_reads_it_so():
    half = opened(stun__defence="half")

    assert fought(5, 30, 10, foe_hurt="stunned")[0] == "3-1"
    assert fought(5, 30, 10, table=half, foe_hurt="stunned")[0] == "6-1"


# --- Missiles ------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("die", "weather", "circumstances", "row", "letter", "target"),
    [
        (5, "storm", {"weapon": "crossbow", "distance": 5}, 7, "A", "back"),  # V20
        (4, "clear", {"weapon": "crossbow", "distance": 7, "sun": True}, 5, "B", "wounded"),  # V25
        (4, "clear", {"weapon": "longbow", "distance": 5, "own_tree": True}, 6, "B", "wounded"),  # V27
        (4, "clear", {"weapon": "shortbow", "distance": 5, "own_wagon": True}, 7, "A", "back"),  # V45
        (4, "clear", {"weapon": "shortbow", "distance": 5}, 6, "B", "wounded"),
        (3, "clear", {"weapon": "longbow", "distance": 5, "foe_cover": "heavy"}, 4, "A", "back"),  # V60
        (3, "clear", {"weapon": "longbow", "distance": 1, "foe_cover": "medium"}, 4, "B", "wounded"),
        (3, "clear", {"weapon": "rock", "distance": 1}, 5, "B", "wounded"),  # V62
    ],
)
def test_rows_of_missiles(die, weather, circumstances, row, letter, target):
    told = rolled("shoot", die, table=opened(weather), **circumstances)

    assert (told["row"], told["letter"], told["target"]) == (row, letter, target)


def test_v21_v22_v40_what_cannot_be_seen_is_not_shot_at():
    bow = {"weapon": "longbow"}
    assert refused("shoot", table=opened("fog"), distance=5, **bow) is None
    assert refused("shoot", table=opened("fog"), distance=6, **bow) == ("too_dark", "distance")
    assert refused("shoot", table=opened("night"), distance=9, lit=True, **bow) is None
    assert refused("shoot", distance=71, **bow) == ("out_of_range", "distance")
    covered = {"distance": 3, "foe_cover": "medium", "foe_kneeling": True}
    assert refused("shoot", **covered, **bow) == ("infinite_cover", "foe_kneeling")
    assert rolled("shoot", 3, distance=3, foe_kneeling=True, **bow)["cover"] == "light"


def test_v26_some_weapons_are_not_used_so():
    assert refused("shoot", weapon="crossbow", distance=3, own_tree=True) == ("not_from_a_tree", "own_tree")
    assert refused("shoot", weapon="javelin", distance=3, defensive=True) == ("offensive_only", "defensive")
    assert refused("shoot", weapon="javelin", distance=3, own_mounted=True) == ("on_foot_only", "own_mounted")
    assert refused("shoot", weapon="lance_thrown", distance=10, own_mounted=True) == ("out_of_range", "distance")
    assert refused("shoot", weapon="catapult", distance=3) == ("not_offered", "weapon")


def test_under_one_roof_there_is_no_weather():
    told = rolled("shoot", 5, table=opened("storm"), weapon="crossbow", distance=12, roof=True)

    assert (told["rows"], told["row"]) == ([], 5)


def test_a_rider_is_struck_with_his_horse_and_a_mover_is_slowed():
    rider = {"weapon": "crossbow", "distance": 3, "foe_mounted": True}
    told = rolled("shoot", 2, **rider)
    assert (told["letter"], told["target"], told["horse"]) == ("E", "dead", "free")
    assert rolled("shoot", 3, **rider)["letter"] == "D"
    assert rolled("shoot", 7, weapon="crossbow", distance=3, defensive=True)["target"] == "slowed"
    hanging = {"weapon": "crossbow", "distance": 3, "foe_rope": True}
    assert [rolled("shoot", die, **hanging)["target"] for die in (7, 5, 1)] == ["", "grips", "dead"]


# --- Infiltration, stakes, jumps, ropes, hamstringing, fire, oil -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("die", "circumstances", "result"),
    [
        (10, {"own_mounted": True, "own_armoured": True}, "wounded"),  # V57
        (6, {"own_wounded": True, "foe_mounted": True, "foe_armoured": True}, "dead"),
        (7, {"own_mounted": True, "own_armoured": True, "foe_mounted": True, "foe_armoured": True}, "unharmed"),
        (7, {}, "unharmed"),
        (8, {}, "wounded"),
        (10, {"foe_wounded": True}, "wounded"),
    ],
)
def test_v57_slipping_by(die, circumstances, result):
    assert rolled("slip", die, **circumstances)["result"] == result


@pytest.mark.parametrize(
    ("die", "circumstances", "row", "letter", "target", "horse"),
    [
        (3, {"mounted": True, "armoured": True}, 3, "D", "wounded", "dead"),  # V03
        (1, {"mounted": True, "armoured": True}, 2, "E", "dead", "free"),  # V47
        (2, {"forced": True}, 4, "B", "wounded", ""),  # V48
        (3, {"mounted": True, "armoured": True, "forced": True}, 4, "C", "stunned", "dead"),  # V49
        (7, {"mounted": True, "armoured": True}, 7, "A", "", ""),  # V85
        (6, {"forced": True}, 8, "A", "", ""),
    ],
)
def test_the_test_of_stakes(die, circumstances, row, letter, target, horse):
    told = rolled("staked", die, **circumstances)

    assert (told["row"], told["letter"], told["target"], told["horse"]) == (row, letter, target, horse)


def test_stakes_as_a_club_reads_them():
    rider = {"mounted": True, "armoured": True}
    assert rolled("staked", 3, table=opened(stakes__column="last"), **rider)["letter"] == "C"  # V04
    assert rolled("staked", 7, table=opened(stakes__a="retreat"), **rider)["target"] == "back"
    foot = {"forced": True, "armoured": True}
    assert [
        rolled("staked", 6, table=table, **foot)["row"] for table in (opened(), opened(stakes__mods="foot_too"))
    ] == [
        8,
        7,
    ]
    assert refused("staked", armoured=True) == ("no_stake_test", "mounted")


@pytest.mark.parametrize(
    ("how", "die", "result"),
    [
        ("leap", 4, "arrives"),  # V28
        ("leap", 5, "stunned"),
        ("leap", 6, "wounded"),
        ("jump", 5, "lands"),  # V29
        ("jump", 6, "wounded"),
        ("jump_horse", 6, "saddle"),  # V32
        ("jump_horse", 8, "afoot"),
        ("jump_horse", 9, "stunned"),
        ("jump_horse", 10, "wounded"),
    ],
)
def test_jumps(how, die, result):
    assert rolled("jump", die, how=how)["result"] == result


def test_whoever_was_wounded_dies_of_a_bad_landing():
    assert rolled("jump", 6, wounded=True)["result"] == "dead"
    assert rolled("jump", 6, table=opened(jump__wound_ends=False))["ends"] is False


@pytest.mark.parametrize(
    ("what", "wounded", "faces"),
    [
        ("grapnel_1", False, {2: "fails", 3: "holds"}),  # V66
        ("grapnel_2", False, {4: "fails", 5: "holds"}),
        ("grip", False, {3: "falls", 4: "holds"}),  # V69
        ("grip", True, {6: "falls", 7: "holds"}),
        ("cut", False, {3: "cut", 4: "nothing"}),  # V70
        ("push_ladder", False, {3: "pushed", 4: "nothing"}),
    ],
)
def test_ropes(what, wounded, faces):
    assert {die: rolled("rope", die, what=what, wounded=wounded)["result"] for die in faces} == faces


def test_the_grip_is_a_small_die_where_a_club_reads_it_so():
    state, dice = opened(rope__grip="d6"), Told([3])
    sides = []
    dice.roll, inner = (lambda n, faces, why: (sides.append(faces), inner(n, faces, why))[1]), dice.roll

    TABLE.apply(state, {"first": Action(kind="rope", arguments={"what": "grip"})}, dice)

    assert sides == [6]


def test_v05_v53_v54_v86_hamstringing():
    assert rolled("hamstring", 5)["attackers"] == "wounded"
    assert rolled("hamstring", 5, wounded=True)["attackers"] == "dead"
    cuts = {die: rolled("hamstring", 2, die) for die in (8, 1, 5, 4, 9)}
    assert {die: (told["letter"], told["target"], told["horse"], told["attackers"]) for die, told in cuts.items()} == {
        8: ("C", "", "", ""),
        1: ("F", "dead", "dead", ""),
        5: ("D", "stunned", "dead", ""),
        4: ("E", "wounded", "dead", ""),
        9: ("B", "", "", "back"),
    }
    assert rolled("hamstring", 2, 9, table=opened(hamstring__cutter="nothing"))["attackers"] == ""
    assert rolled("hamstring", 4, 1, table=opened(hamstring__odds="ratio"), attack=4)["column"] == "4-1"
    assert rolled("hamstring", 8, table=opened(hamstring__test="infiltration"))["unseen"] is False


def test_v61_fire_arrows_and_oil():
    assert [rolled("fire", die)["lit"] for die in (1, 2)] == [1, 0]
    told = rolled("fire", 3, 4, 1, what="fire_spread", times=3)
    assert (told["needed"], told["lit"]) == (3, 2)
    assert [rolled("oil", die)["result"] for die in (4, 8, 9)] == ["dead", "wounded", "nothing"]
    assert rolled("oil", 4, armoured=True)["result"] == "wounded"
    assert rolled("oil", 8, hurt="stunned")["result"] == "dead"
    told = rolled("healing", 4, 5, 10, wounded=3)
    assert (told["healed"], told["same"], told["dies"]) == (1, 1, 1)


# --- The days of a siege -----------------------------------------------------------------------------------------------------------


def test_a_day_of_the_siege_is_counted():
    state, told = after("day", table=opened(day=2))

    assert (told["day"], state["day"]) == (3, 3)


@pytest.mark.parametrize(
    ("die", "mangonels", "trebuchets", "worn", "letter", "done", "lost"),
    [
        (5, 0, 2, 0, "D", True, 0),  # V58
        (2, 0, 2, 0, "1C", False, 1),
        (3, 0, 3, 0, "D/1C", True, 1),
        (1, 0, 4, 0, "D/4C", True, 4),
        (6, 0, 1, 0, "-", False, 0),
        (7, 0, 1, 0, "D", True, 0),
        (7, 1, 0, 0, "-", False, 0),
        (8, 1, 0, 0, "D", True, 0),
        (7, 1, 1, 0, "D", True, 0),
        (6, 0, 2, 3, "-", False, 0),
    ],
)
def test_v58_engines_at_a_hoarding(die, mangonels, trebuchets, worn, letter, done, lost):
    told = rolled("bombard", die, at="hoarding", mangonels=mangonels, trebuchets=trebuchets, worn=worn)

    assert (told["letter"], told["done"], told["lost"]) == (letter, done, lost)


def test_engines_at_a_wall_and_engines_that_are_no_more():
    assert rolled("bombard", 2, trebuchets=3)["letter"] == "2C"
    assert rolled("bombard", 5, trebuchets=3)["letter"] == "D"
    assert refused("bombard", trebuchets=1, worn=3) == ("no_engines", "mangonels")
    five = {"at": "hoarding", "trebuchets": 1}
    assert [
        rolled("bombard", 6, table=table, **five)["letter"] for table in (opened(), opened(hoarding__table="5_5"))
    ] == [
        "-",
        "D",
    ]


@pytest.mark.parametrize(
    ("die", "miners", "days", "column", "letter", "done"),
    [
        (7, 8, 1, "6", "D", True),  # V63
        (5, 8, 1, "6", "-", False),
        (9, 4, 1, "3", "D", True),
        (5, 4, 2, "6", "-", False),
        (3, 8, 2, "12", "D/2C", True),
    ],
)
def test_v63_digging(die, miners, days, column, letter, done):
    told = rolled("dig", die, miners=miners, days=days)

    assert (told["column"], told["letter"], told["done"], told["lost"]) == (column, letter, done, 0)


def test_v64_haste_wounds_miners():
    told = rolled("dig", 1, miners=8, fast=True)
    assert (told["letter"], told["lost"]) == ("2C", 2)
    assert rolled("dig", 1, miners=6, wounded=2, fast=True)["points"] == 7
    assert refused("dig", miners=0, wounded=1) == ("too_few_hands", "miners")


def test_days_of_digging_count_from_the_start_where_a_club_reads_it_so():
    since = opened(day=3, mine__days="since_start")

    assert rolled("dig", 5, miners=4, days=1, table=since)["points"] == 12
    assert rolled("dig", 5, miners=4, days=1, table=opened(day=3))["points"] == 4


def test_v16_v65_v81_shed_half_a_wall_and_its_fall():
    assert [rolled("shed", men=men)["days"] for men in (5, 10, 20, 13)] == [4, 2, 1, 2]
    assert refused("shed", men=4) == ("too_few_builders", "men")
    wall = {"length": 5, "thickness": 2, "dug": 1}
    assert [
        rolled("undermine", table=table, **wall)["left"] for table in (opened(), opened(mine__half="by_hexes"))
    ] == [
        5,
        4,
    ]
    assert rolled("undermine", ring=7)["needed"] == 4
    assert [rolled("collapse", die)["result"] for die in (2, 3)] == ["fails", "falls"]


def test_one_miner_against_another():
    told = rolled("underground", 2, own_attack=7, foe_defence=5)
    assert (told["column"], told["letter"], told["target"]) == ("1-1", "C", "back")
    assert rolled("underground", 5, own_attack=7, foe_defence=5, own_wounded=True)["attackers"] == "dead"
    assert refused("underground", own_attack=2, foe_defence=5) == ("odds_too_low", "own_attack")


# --- What is refused, and the rest of the contract ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "circumstances", "said"),
    [
        ("fight", {"own_attack": -5, "foe_defence": 3}, ("out_of_range", "own_attack")),
        ("fight", {"own_attack": 10**9, "foe_defence": 3}, ("out_of_range", "own_attack")),
        ("fight", {"own_attack": float("nan"), "foe_defence": 3}, ("out_of_range", "own_attack")),
        ("fight", {"own_attack": 0, "foe_defence": 3}, ("nobody_attacks", "own_attack")),
        (
            "fight",
            {"own_attack": 9, "foe_defence": 3, "foe_support": 2, "foe_mounted": True},
            ("riders_do_not_kneel", "foe_support"),
        ),
        (
            "fight",
            {"own_attack": 9, "own_jump": 3, "foe_defence": 3, "foe_hangs": "own_ladder"},
            ("jumps_from_above", "foe_hangs"),
        ),
        ("turn", {"weather": "hail"}, ("not_offered", "weather")),
        ("shoot", {"weapon": "longbow", "distance": 3, "wind": 2}, ("bad_arguments", "")),
        ("conjure", {}, ("not_now", "")),
    ],
)
def test_what_cannot_be_is_refused(kind, circumstances, said):
    assert refused(kind, **circumstances) == said


@pytest.mark.parametrize("kind", [*ROLLS, END])
def test_every_roll_can_be_made_from_the_menu(kind):
    (choice,) = TABLE.menu(opened(), "first", kind)

    class One(MontjoieTable):
        def menu(self, state, seat, focus=None):
            return [choice]

    chance = random.Random(kind)
    for number in range(20):
        action = lawful(One(), opened(), "first", chance)
        step = TABLE.apply(opened(), {"first": action}, Keyed(f"{kind} {number}".encode()))
        assert step.happenings[0].kind == {END: "said", AGREE: "over"}.get(kind, kind)


def test_the_readings_it_asks_for_are_the_books():
    assert set(ASKED) <= ALL.keys()
    assert [problem.code for problem in TABLE.check_setup(Setup(forces=FORCES, options={"readings": {"moon": 1}}))] == [
        "unknown_reading"
    ]
