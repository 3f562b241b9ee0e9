"""Section 11's examples of movement, jumps, stakes, hamstringing, ropes and infiltration, with their dice (Montjoie 11)."""

import pytest

from rulesets.montjoie import hamstring, harm, retreats, stakes
from rulesets.montjoie.state import Climb, Wagon
from rulesets.montjoie.verbs import answering
from tests.rulesets.montjoie.battles import BLUE, act, asked, heard, man, refused, rider, stage

ROLAND = rider("B02", 0, "great_knight")


def test_V03_armoured_rider_on_stakes_from_the_front():
    field = stage(
        "ashcombe", "move", {"roland": ROLAND, "blue": man("E02", "spearman", BLUE)}, [3], stakes={"D02": (2, 3, 4)}
    )

    act(field, "ride", fig="roland", dir=0)
    act(field, "ride", fig="roland", dir=0)

    told, roland = heard(field, "staked")[0], field.figure("roland")
    assert heard(field, "moved")[-1]["left"] == 15 - 1 - 8
    assert (told["row"], told["result"]) == (3, "D")
    assert (roland.mounted, roland.wounded, roland.at) == (False, True, "D02")
    assert field.state.bodies == {"D02": 3}
    assert field.state.phase == "combat"  # the move is over, and he may fight in this turn
    assert refused(field, "attack", figs=["roland"], target="blue") == ""


def test_V04_the_short_bow_column_would_give_C():
    field = stage(
        "ashcombe", "move", {"roland": ROLAND}, [3], stakes={"C02": (2, 3, 4)}, readings={"stakes.column": "last"}
    )

    act(field, "ride", fig="roland", dir=0)

    assert (heard(field, "staked")[0]["row"], heard(field, "staked")[0]["result"]) == (4, "C")


def test_V47_below_one_reads_as_one():
    field = stage("ashcombe", "move", {"roland": ROLAND}, [1], stakes={"C02": (2, 3, 4)})

    act(field, "ride", fig="roland", dir=0)

    assert (heard(field, "staked")[0]["row"], heard(field, "staked")[0]["result"]) == (2, "E")
    assert field.figure("roland").where == "dead"
    assert heard(field, "horse_free")


def test_V85_letter_A_moves_nobody():
    field = stage("ashcombe", "move", {"roland": ROLAND, "other": man("B04")}, [7], stakes={"C02": (2, 3, 4)})

    act(field, "ride", fig="roland", dir=0)

    told, roland = heard(field, "staked")[0], field.figure("roland")
    assert (told["row"], told["result"]) == (7, "A")
    assert (roland.at, roland.mounted, roland.done) == ("C02", True, True)


def test_V85_foot_forced_back_on_a_6():
    field = stage("ashcombe", "move", {"red": man("C02")}, [6], stakes={"C02": (2, 3, 4)})

    assert not stakes.forced(field, field.figure("red"), "B02", "C02")

    assert (heard(field, "staked")[0]["row"], heard(field, "staked")[0]["result"]) == (8, "A")
    assert not field.figure("red").wounded


def test_V48_foot_forced_back_across_the_front():
    field = stage("ashcombe", "move", {"red": man("C02")}, [2], stakes={"C02": (2, 3, 4)})

    stakes.forced(field, field.figure("red"), "B02", "C02")

    assert (heard(field, "staked")[0]["row"], heard(field, "staked")[0]["result"]) == (4, "B")
    assert field.figure("red").wounded


def test_V49_armoured_rider_forced_back_across_the_front():
    field = stage("ashcombe", "move", {"red": rider("C02", 3, "knight")}, [3], stakes={"D02": (2, 3, 4)})

    assert stakes.forced(field, field.figure("red"), "C02", "D02")

    red = field.figure("red")
    assert (heard(field, "staked")[0]["row"], heard(field, "staked")[0]["result"]) == (4, "C")
    assert (red.mounted, red.stunned) == (False, True)


def test_V50_the_wall_of_stakes_holds():
    people = {
        "toghan": rider("J06", 0, "ghulam"),
        "stigand": man("K06", "spearman", BLUE, kneeling=True),
        "ansel": man("L06", "halberdier", BLUE),
        "pons": man("L05", "crossbowman", BLUE),
    }
    field = stage("rumman", "combat", people, [4], stakes={"J06": (2, 3, 4)})

    act(field, "attack", figs=["toghan"], target="stigand")

    told = heard(field, "fought")[0]
    assert (told["attack"], told["defence"], told["column"], told["result"]) == (20, 19, "1-2", "A")
    assert field.figure("toghan").stunned


# --- Jumps


def test_V28_the_leap_arrives():
    field = stage("ashcombe", "move", {"red": man("I06/crown", "peasant")}, [4])

    act(field, "tree_leap", fig="red", to="J06/crown")

    assert (field.figure("red").place, field.figure("red").left) == (("J06", "crown"), 6)


@pytest.mark.parametrize(("die", "stunned", "wounded"), [(5, True, False), (6, False, True)])
def test_V28_the_leap_falls_short(die, stunned, wounded):
    field = stage("ashcombe", "move", {"red": man("I06/crown", "peasant"), "other": man("B02")}, [die])

    act(field, "tree_leap", fig="red", to="J06/crown")

    red = field.figure("red")
    assert (red.place, red.stunned, red.wounded, red.done) == (("J06", "base"), stunned, wounded, True)


@pytest.mark.parametrize(("die", "left", "done"), [(5, 6, False), (6, 6, True)])
def test_V29_a_jump_out_of_a_crown(die, left, done):
    field = stage("ashcombe", "move", {"red": man("H07/crown", "peasant"), "other": man("B02")}, [die])

    act(field, "jump", fig="red", to="H08")

    red = field.figure("red")
    assert (red.place, red.left, red.done, red.wounded) == (("H08", "base"), left, done, done)


def test_V30_a_jump_next_to_an_enemy_ends_the_move():
    people = {"red": man("H07/crown", "peasant"), "other": man("B02"), "blue": man("I08", "spearman", BLUE)}
    field = stage("ashcombe", "move", people, [5])

    act(field, "jump", fig="red", to="H08")

    assert (field.figure("red").wounded, field.figure("red").done) == (False, True)


def test_V31_down_the_trunk_without_a_die():
    field = stage("ashcombe", "move", {"red": man("H06/crown", "peasant")})

    act(field, "trunk_down", fig="red", to="H06")

    assert (field.figure("red").place, field.figure("red").left) == (("H06", "base"), 6)


@pytest.mark.parametrize(("die", "result"), [(6, "saddle"), (8, "afoot"), (9, "stunned"), (10, "wounded")])
def test_V32_the_jump_on_ones_own_horse(die, result):
    horse = man("I08", "horse", facing=0, owner="red")
    people = {"red": man("H07/crown", "horse_archer"), "other": man("B02"), "red.horse": horse}
    field = stage("ashcombe", "move", people, [die])

    act(field, "jump_horse", fig="red", horse="red.horse")

    red, beast = field.figure("red"), field.figure("red.horse")
    assert heard(field, "jumped_on_horse")[0]["result"] == result
    if result == "saddle":
        assert (red.mounted, red.at, red.left) == (True, "I08", 12)
    else:
        assert (red.mounted, red.at) == (False, "H08")
        assert (red.stunned, red.wounded) == (result == "stunned", result == "wounded")
        assert beast.at == "J08"  # one hex further on


JUMPED = {"red": man("H07/crown", "peasant"), "blue": man("H08", "knight", BLUE)}


@pytest.mark.parametrize(("landing", "wounded"), [(3, False), (6, True)])
def test_V33_V35_a_peasant_jumps_on_a_knight(landing, wounded):
    field = stage("ashcombe", "move", JUMPED, [landing, 3])

    act(field, "jump_attack", fig="red", target="blue")
    assert field.state.phase == "combat"
    act(field, "resolve_jump", fig="red")

    told = heard(field, "fought")[0]
    assert (told["attack"], told["defence"], told["column"], told["die"], told["modifier"]) == (32, 16, "2-1", 3, -1)
    assert told["result"] == "C"
    assert field.figure("red").wounded is wounded


def test_V34_an_axeman_jumps_on_a_rider():
    people = {"sweyn": man("H07/crown", "axeman"), "hamelin": rider("H08", 0, "knight", BLUE)}
    field = stage("ashcombe", "move", people, [2, 5])

    act(field, "jump_attack", fig="sweyn", target="hamelin")
    act(field, "resolve_jump", fig="sweyn")

    told = heard(field, "fought")[0]
    assert (told["attack"], told["defence"], told["column"], told["modifier"], told["result"]) == (
        80,
        20,
        "4-1",
        -2,
        "D",
    )


def test_V36_nobody_shoots_at_one_who_jumps_on_an_enemy():
    people = {
        "sweyn": man("H07/crown", "axeman"),
        "hamelin": rider("H08", 0, "knight", BLUE),
        "hew": man("M02", "archer", BLUE, weapons=("longbow",)),
    }
    field = stage("ashcombe", "move", people, [2])

    act(field, "jump_attack", fig="sweyn", target="hamelin")

    assert asked(field) == "combat"


def test_V02_up_the_tree_in_one_turn():
    field = stage("ashcombe", "move", {"aylwin": man("J08", "peasant"), "other": man("B02")})

    act(field, "go", fig="aylwin", to="K06")
    assert field.figure("aylwin").left == 6
    act(field, "climb_tree", fig="aylwin", to="K06/crown")

    assert field.figure("aylwin").left == 0
    assert refused(field, "crown_step", fig="aylwin", to="K07/crown") == "no_step"


def test_V26_a_knight_climbs_no_tree():
    field = stage("ashcombe", "move", {"red": man("H06", "knight"), "other": man("B02")})

    assert refused(field, "climb_tree", fig="red", to="H06/crown") == "no_step"


# --- Hamstringing


def test_V05_unseen_behind_the_rider():
    people = {"wulf": man("I07", "peasant", cuts="clarence"), "clarence": rider("K07", 0, "knight", BLUE)}
    field = stage("rumman", "hamstring", people, [4, 4])

    act(field, "hamstring", fig="wulf")

    told, clarence = heard(field, "cut")[0], field.figure("clarence")
    assert (told["column"], told["result"]) == ("7-1", "E")
    assert (clarence.mounted, clarence.wounded, clarence.at) == (False, True, "K07")
    assert asked(field) == "advance"
    assert refused(field, "advance", fig="wulf", to="J07") == ""


@pytest.mark.parametrize("hurt", [False, True])
def test_V53_the_cutter_is_noticed(hurt):
    people = {"wulf": man("I07", "peasant", cuts="clarence", wounded=hurt), "clarence": rider("K07", 0, "knight", BLUE)}
    field = stage("rumman", "hamstring", people, [5])

    act(field, "hamstring", fig="wulf")

    wulf = field.figure("wulf")
    assert (wulf.where == "dead") is hurt
    assert hurt or wulf.wounded


@pytest.mark.parametrize(("die", "letter"), [(8, "C"), (1, "F"), (5, "D"), (9, "B"), (7, "C")])
def test_V54_V86_the_cut(die, letter):
    people = {"wulf": man("I07", "peasant", cuts="clarence"), "clarence": rider("K07", 0, "knight", BLUE)}
    field = stage("rumman", "hamstring", people, [2, die])

    act(field, "hamstring", fig="wulf")

    clarence = field.figure("clarence")
    assert heard(field, "cut")[0]["result"] == letter
    if letter == "F":
        assert clarence.where == "dead"
        assert field.state.bodies["K07"] == 4  # both of them
    elif letter == "D":
        assert (clarence.mounted, clarence.stunned) == (False, True)
    else:
        assert clarence.mounted
        assert not clarence.wounded
    if letter == "B":
        assert (
            heard(field, "went_back")[0]["figure"] == "wulf" if heard(field, "went_back") else asked(field) == "retreat"
        )


def test_V55_the_way_of_the_cutter():
    def walk(way):
        people = {
            "wulf": man("H06", "peasant"),
            "other": man("A01"),
            "rider": rider("J08", 0, "knight", BLUE),
        }
        field = stage("rumman", "move", people)
        act(field, "declare_hamstring", fig="wulf", rider="rider")
        for hex_ in way:
            if refused(field, "step", fig="wulf", to=hex_) == "":
                act(field, "step", fig="wulf", to=hex_)
        return field

    hidden, seen = walk(("H07", "I07")), walk(("I06", "I07"))

    assert hamstring.valid(hidden, hidden.figure("wulf"))
    assert seen.figure("wulf").seen
    assert not hamstring.valid(seen, seen.figure("wulf"))


# --- Slipping by


@pytest.mark.parametrize(
    ("one", "watcher", "die", "result"),
    [
        (rider("B02", 0), man("D02", "spearman", BLUE), 10, "wounded"),
        (man("C02", "spearman", wounded=True), rider("E02", 3, "knight", BLUE), 6, "dead"),
        (rider("B02", 0), rider("E02", 3, "knight", BLUE), 7, "unharmed"),
    ],
)
def test_V57_slipping_by(one, watcher, die, result):
    field = stage("ashcombe", "move", {"one": one, "watcher": watcher}, [die])

    assert harm.slip(field, field.figure("one"), [field.figure("watcher")]) == result


# --- Ropes


def rope(levels=1):
    return {"rope": Climb(id="rope", kind="rope", at="M07", way=2, top="M06", levels=levels)}


@pytest.mark.parametrize(
    ("hurt", "die", "holds"), [(False, 3, False), (False, 4, True), (True, 6, False), (True, 7, True)]
)
def test_V69_back_on_to_a_rope(hurt, die, holds):
    field = stage("cardun", "combat", {"red": man("M06", "spearman", wounded=hurt)}, [die], climbs=rope())

    retreats.go(field, field.figure("red"), ["M07/rope1"], cause="combat", foes=())

    red = field.figure("red")
    assert (red.where == "map") is holds
    assert not holds or red.place == ("M07", "rope1")


@pytest.mark.parametrize(("die", "cut"), [(3, True), (4, False)])
def test_V70_the_rope_is_cut(die, cut):
    people = {
        "cutter": man("M06", "halberdier"),
        "climber": man("M07/rope1", "climber", BLUE),
        "below": man("M07", "spearman", BLUE),
    }
    field = stage("cardun", "combat", people, [die], climbs=rope())

    act(field, "cut_rope", fig="cutter", rope="rope")

    climber, below = field.figure("climber"), field.figure("below")
    assert (climber.wounded, bool(heard(field, "stunned"))) == (cut, cut)
    assert below.at == "M07"
    assert not cut or "rope" not in field.state.climbs


def test_V89_two_on_the_rope_and_a_third_at_its_foot():
    people = {
        "cutter": man("R07", "halberdier"),
        "high": man("R08/rope2", "climber", BLUE),
        "low": man("R08/rope1", "climber", BLUE),
        "foot": man("R08", "spearman", BLUE),
    }
    two = {"rope": Climb(id="rope", kind="rope", at="R08", way=2, top="R07", levels=2)}
    field = stage("cardun", "combat", people, [2], climbs=two)

    act(field, "cut_rope", fig="cutter", rope="rope")
    while asked(field) == "put":
        act(field, "put", to=answering.put_options(field, field.state.stack[-1].data["options"])[0][0])

    assert field.figure("high").wounded
    assert field.figure("low").wounded
    assert heard(field, "stunned")[0]["figure"] == "foot"
    places = {field.figure(key).at for key in ("high", "low", "foot")}
    assert len(places) == 3
    assert field.figure("foot").at == "R08"


@pytest.mark.parametrize(
    ("wall", "at", "die", "holds"),
    [("M06", "M07", 2, False), ("M06", "M07", 3, True), ("R07", "R08", 4, False), ("R07", "R08", 5, True)],
)
def test_V66_the_grapnel(wall, at, die, holds):
    field = stage("cardun", "move", {"red": man(at, "climber", gear=("grapnel",)), "other": man("A15")}, [die])

    act(field, "throw_grapnel", fig="red", wall=wall)

    assert bool(field.state.climbs) is holds
    assert field.figure("red").done
    assert field.figure("red").gear == (() if holds else ("grapnel",))


def test_V67_up_and_over_and_down():
    field = stage("cardun", "move", {"red": man("M07", "climber"), "other": man("A15")}, climbs=rope())

    act(field, "rope", fig="red", to="M07/rope1")

    assert field.figure("red").left == 12 - 8
    assert refused(field, "cross_top", fig="red", to="M06") == "no_step"  # 4 + 1 more: next turn


def test_V18_half_way_up_a_high_wall():
    two = {"rope": Climb(id="rope", kind="rope", at="R08", way=2, top="R07", levels=2)}
    field = stage("cardun", "move", {"hassan": man("R08/rope1", "climber"), "other": man("A15")}, climbs=two)

    act(field, "rope", fig="hassan", to="R08/rope2")

    assert (field.figure("hassan").layer, field.figure("hassan").left) == ("rope2", 4)
    assert refused(field, "cross_top", fig="hassan", to="R07") == "no_step"


def test_R34_points_are_saved_on_a_rope():
    field = stage("cardun", "move", {"red": man("M07", "climber", wounded=True), "other": man("A15")}, climbs=rope())

    act(field, "rope", fig="red", to="M07/rope1")

    assert (field.figure("red").place, field.figure("red").saved) == (("M07", "base"), 7)


def cart(**more):
    return {"cart": Wagon(id="cart", seat="red", front="C08", rear="B08", animal="ox", facing=0, **more)}


def test_V43_from_hex_to_hex_in_a_cart():
    for moving, left in ((False, 8), (True, 7)):
        people = {"red": man("B08/bed", "spearman"), "other": man("A15"), "ox": man("D08", "ox", owner="cart")}
        field = stage("ashcombe", "move", people, wagons=cart(moving=moving))

        act(field, "bed_step", fig="red", to="C08/bed")

        assert field.figure("red").left == left


def test_V92_a_cart_stands_again_when_its_side_moves():
    people = {
        "red": man("B08/bed", "archer", weapons=("shortbow",)),
        "ox": man("D08", "ox", owner="cart"),
        "blue": man("B04", "spearman", BLUE),
    }
    field = stage("ashcombe", "fire", people, [10], wagons=cart(moving=True))

    act(field, "shoot", fig="red", weapon="shortbow", target="blue")

    assert heard(field, "shot")[0]["modifiers"]["moving_wagon"] == 1
    assert field.state.phase == "move"
    assert not field.state.wagons["cart"].moving
