"""A test for each paragraph of sections 1 to 3 that the turn plays, and of what stands around them (Montjoie 1, 2, 3, 4.10, 5)."""

import pytest

from rulesets.montjoie import (
    fights,
    harm,
    moving,
    placing,
    reach,
    refusing,
    retreats,
    riding,
    routes,
    scene,
    shooting,
    wagons,
)
from rulesets.montjoie.scenarios import MODULES
from rulesets.montjoie.state import Climb, Thing, Wagon, place_of
from tests.rulesets.montjoie.battles import BLUE, RED, act, asked, figure, heard, man, refused, rider, stage

AWAY = {"away": man("T01")}


def without(module):
    return tuple(one for one in MODULES if one != module)


# --- 1. Tactical factors


def test_1_1_the_weather_halves_a_move_and_a_roof_keeps_it_off():
    field = stage("ashcombe", "move", {"out": man("B02"), "in": man("O03")}, weather="snow")

    assert (field.figure("out").left, field.figure("in").left) == (5, 10)


def test_1_1_from_the_first_hex_in_the_open_the_weather_limits_the_whole_move():
    field = stage("ashcombe", "move", {"in": man("O04"), **AWAY}, weather="snow")

    act(field, "step", fig="in", to="P05")

    assert field.figure("in").left == 10 - 1 - 5


def test_1_1_nobody_shoots_beyond_what_is_visible():
    people = {"red": man("E02", "archer", weapons=("shortbow",)), "blue": man("I02", "spearman", BLUE)}
    field = stage("ashcombe", "fire", people, weather="night")

    assert shooting.aim(field, field.figure("red"), field.figure("blue"), "shortbow").code == "not_visible"


def test_1_2_1_only_the_unarmoured_on_foot_go_up_a_tree_by_its_trunk():
    people = {"light": man("H06", "peasant"), "ring": man("G06", "peasant"), "heavy": man("K06", "knight")}
    field = stage("ashcombe", "move", people)

    assert refused(field, "climb_tree", fig="light", to="H06/crown") == ""
    assert refused(field, "climb_tree", fig="ring", to="G06/crown") == "no_step"
    assert refused(field, "climb_tree", fig="heavy", to="K06/crown") == "no_step"


def test_1_2_1_crown_and_ground_do_not_fight():
    people = {"red": man("H06/crown", "peasant"), "blue": man("H07", "civilian", BLUE)}
    field = stage("ashcombe", "combat", people)

    assert not field.may_fight(field.figure("red"), field.figure("blue"))


def test_1_2_2_a_crown_is_bad_ground():
    people = {"red": man("H06/crown", "axeman"), "blue": man("H07/crown", "peasant", BLUE)}
    field = stage("ashcombe", "combat", people)

    told = {each.key: each.value for each in fights.odds(field, [field.figure("red")], field.figure("blue")).shifts}
    assert told == {"bad_ground": 1, "attackers_ground": -1}


@pytest.mark.parametrize(
    ("weapon", "may"),
    [("sling", True), ("axe_thrown", True), ("knife_thrown", True), ("javelin", False), ("lance_thrown", False)],
)
def test_1_2_3_what_is_shot_from_a_tree(weapon, may):
    people = {"red": man("H07/crown", "peasant", weapons=(weapon,)), "blue": man("H09", "spearman", BLUE)}
    field = stage("ashcombe", "fire", people)

    told = shooting.aim(field, field.figure("red"), field.figure("blue"), weapon)

    assert isinstance(told, shooting.Aim) is may
    assert may or told.code == "not_from_a_tree"


def test_1_2_4_who_has_points_left_goes_on_after_a_jump():
    field = stage("ashcombe", "move", {"red": man("H07/crown", "peasant"), **AWAY}, [1])
    act(field, "jump", fig="red", to="H08")

    assert refused(field, "step", fig="red", to="I08") == ""


def test_1_2_5_nobody_shoots_at_a_jumper_beside_their_friend():
    people = {
        "red": man("H07/crown", "peasant"),
        "near": man("H06", "spearman", BLUE),
        "hew": man("L08", "archer", BLUE, weapons=("shortbow",)),
        **AWAY,
    }
    field = stage("ashcombe", "move", people, [1])

    act(field, "jump", fig="red", to="H08")

    assert asked(field) == "move"


def test_1_2_6_a_jump_that_is_owed_comes_before_every_attack():
    people = {
        "red": man("H08", "peasant", jumps_on="blue", strength=4),
        "friend": man("G08", "halberdier"),
        "blue": man("H08", "knight", BLUE),
    }
    field = stage("ashcombe", "combat", people)

    assert refused(field, "attack", figs=["friend"], target="blue") == "owes_jump"
    assert refused(field, "end_phase") == "owes_jump"
    assert refused(field, "resolve_jump", fig="red") == ""


def test_1_2_6_the_target_died_before_the_blow():
    people = {
        "red": man("H08", "peasant", jumps_on="blue", strength=4),
        "friend": man("G08", "halberdier"),
        "blue": man("H08", "knight", BLUE),
    }
    field = stage("ashcombe", "combat", people)
    harm.die(field, field.figure("blue"), "test")

    act(field, "resolve_jump", fig="red")

    assert heard(field, "jump_lapsed")
    assert field.figure("red").at == "H08"


def test_1_2_6_only_one_jumps_on_a_target():
    people = {
        "first": man("H07/crown", "peasant"),
        "second": man("G06/crown", "peasant"),
        "blue": man("H08", "knight", BLUE),
        "other": man("I08", "knight", BLUE),
    }
    field = stage("ashcombe", "move", people, [1])
    act(field, "jump_attack", fig="first", target="blue")

    assert refused(field, "jump_attack", fig="second", target="blue") != ""


def test_1_3_a_rider_jumps_a_low_wall_and_does_not_stand_astride_it():
    field = stage("ashcombe", "move", {"red": rider("A11", 0), **AWAY})
    riding_over = [step for step in riding.rides(field.here, riding.Mount("B11", 0)) if step.kind == "leap_wall"]

    assert riding_over
    assert not riding.stands(field.here, riding.Mount("C11", 0))


def test_1_4_1_a_roof_shelters_from_outside_and_helps_its_defender():
    people = {"red": man("I03/roof", "great_knight"), "blue": man("J03/roof", "halberdier", BLUE)}
    field = stage("rumman", "combat", people)

    told = {each.key: each.value for each in fights.odds(field, [field.figure("red")], field.figure("blue")).shifts}
    assert told == {"good_ground": -1}  # the attacker's roof helps him nothing


def test_1_4_2_up_by_the_inside_ladder():
    field = stage("rumman", "move", {"red": man("I03"), **AWAY})

    act(field, "ladder", fig="red", to="I03/roof")

    assert (field.figure("red").layer, field.figure("red").left) == ("roof", 8)


def cart(**more):
    told = {"id": "cart", "seat": RED, "front": "C08", "rear": "B08", "animal": "ox", "facing": 0, **more}
    return {"cart": Wagon(**told)}


TRAIN = {"driver": man("C08/bed", "peasant"), "ox": man("D08", "ox", owner="cart", facing=0)}


def test_1_5_1_nobody_boards_past_the_draught_animal():
    field = stage("ashcombe", "move", {**TRAIN, "red": man("B09"), **AWAY}, wagons=cart())

    assert refused(field, "board", fig="red", to="B08/bed") == ""
    field = stage("ashcombe", "move", {"red": man("D08"), **AWAY}, wagons=cart(animal=""))
    assert refused(field, "board", fig="red", to="C08/bed") == "no_step"


def test_1_5_2_the_train_follows_its_animal():
    field = stage("ashcombe", "move", TRAIN, wagons=cart())

    act(field, "drive", wagon="cart", dir=0)

    wagon = field.state.wagons["cart"]
    assert (field.figure("ox").at, wagon.front, wagon.rear, wagon.moving) == ("E08", "D08", "C08", True)
    assert field.figure("driver").place == ("D08", "bed")
    assert field.figure("ox").left == 5
    assert refused(field, "alight", fig="driver", to="D09") == "no_step"  # not while it moves


def test_1_5_2_without_a_driver_it_stands():
    field = stage("ashcombe", "move", {"ox": TRAIN["ox"], "red": man("B02")}, wagons=cart())

    assert refused(field, "drive", wagon="cart", dir=0) == "no_driver"


def test_4_4_a_cart_leaves_the_map_with_everybody_aboard():
    people = {"driver": man("S08/bed", "peasant"), "ox": man("T08", "ox", owner="cart", facing=0), "red": man("A01")}
    field = stage("ashcombe", "move", people, wagons=cart(front="S08", rear="R08"))

    act(field, "drive_off", wagon="cart", edge="east")

    wagon = field.state.wagons["cart"]
    assert (wagon.gone, wagon.edge) == (True, "east")
    assert {field.figure(key).where for key in ("driver", "ox")} == {"left"}
    assert wagons.aboard(field, wagon) == []


# --- 2. Combat


def test_2_1_1_stakes_cost_more_from_their_front():
    field = stage("ashcombe", "move", {"front": man("D02"), "back": man("F02"), **AWAY}, stakes={"E02": (2, 3, 4)})

    act(field, "step", fig="front", to="E02")
    assert field.figure("front").left == 6
    assert not heard(field, "staked")  # on foot, of his own will: no test


def test_2_1_2_a_man_on_stakes_stands_badly():
    people = {"red": man("E02", "great_knight"), "blue": man("F02", "halberdier", BLUE)}
    field = stage("ashcombe", "combat", people, stakes={"F02": (2, 3, 4)})

    told = {each.key: each.value for each in fights.odds(field, [field.figure("red")], field.figure("blue")).shifts}
    assert told == {"bad_ground": 1}


def test_2_1_4_stakes_block_no_line():
    people = {"red": man("B02", "archer", weapons=("shortbow",)), "blue": man("F02", "spearman", BLUE)}
    field = stage("ashcombe", "fire", people, stakes={"D02": (2, 3, 4)})

    assert isinstance(shooting.aim(field, field.figure("red"), field.figure("blue"), "shortbow"), shooting.Aim)


def test_2_2_a_loader_neither_moves_nor_attacks():
    people = {
        "guiot": man("E04", "crossbowman", weapons=("crossbow",)),
        "loader": man("D04", "peasant", loads_for="guiot"),
        "blue": man("C04", "civilian", BLUE),
    }
    field = stage("ashcombe", "move", people)

    assert refused(field, "step", fig="loader", to="D03") == "loads"
    assert not field.is_able(field.figure("loader"))


def test_2_2_a_loader_is_set_before_he_moves():
    people = {"guiot": man("E04", "crossbowman", weapons=("crossbow",)), "nan": man("D04", "peasant")}
    field = stage("ashcombe", "move", people)

    act(field, "set_loader", fig="nan", shooter="guiot")

    assert field.figure("nan").loads_for == "guiot"
    assert refused(field, "set_loader", fig="nan", shooter="") == "has_moved"  # once a turn


def test_2_3_1_only_a_peasant_who_is_not_seen_steals_up():
    people = {
        "peasant": man("H07", "peasant"),
        "soldier": man("H06", "spearman"),
        "seen": man("L07", "peasant"),
        "rider": rider("J07", 0, "knight", BLUE),
    }
    field = stage("rumman", "move", people)

    assert refused(field, "declare_hamstring", fig="peasant", rider="rider") == ""
    assert refused(field, "declare_hamstring", fig="soldier", rider="rider") == "cannot_steal_up"
    assert refused(field, "declare_hamstring", fig="seen", rider="rider") == "cannot_steal_up"


def test_2_3_1_who_steals_up_does_nothing_else_in_the_combat_phase():
    people = {
        "wulf": man("E02", "peasant", cuts="rider"),
        "blue": man("F02", "civilian", BLUE),
        "rider": rider("R02", 0, "knight", BLUE),
    }
    field = stage("ashcombe", "combat", people)

    assert fights.odds(field, [field.figure("wulf")], field.figure("blue")).column is not None
    assert asked(field) != "combat"


def test_2_3_2_waiving_the_cut_spends_the_attack():
    people = {"wulf": man("I07", "peasant", cuts="clarence"), "clarence": rider("K07", 0, "knight", BLUE)}
    field = stage("rumman", "hamstring", people)

    act(field, "waive", fig="wulf")

    assert field.figure("wulf").attacked
    assert field.figure("clarence").mounted


def test_2_4_1_up_again_before_he_moves():
    field = stage("ashcombe", "move", {"red": man("E04", "archer", kneeling=True)})

    assert refused(field, "step", fig="red", to="E05") == "kneels"
    act(field, "rise", fig="red")
    assert (field.figure("red").kneeling, field.figure("red").left) == (False, 8)


def test_2_4_1_no_armour_on_the_knee():
    field = stage("ashcombe", "move", {"red": man("E04", "knight")})

    assert refused(field, "kneel", fig="red") == "cannot_kneel"


def test_2_4_2_a_kneeling_man_does_not_attack():
    field = stage(
        "ashcombe", "combat", {"red": man("E02", "halberdier", kneeling=True), "blue": man("F02", "civilian", BLUE)}
    )

    assert not field.is_able(field.figure("red"))


@pytest.mark.parametrize(
    ("weapon", "may"), [("shortbow", True), ("sling", True), ("javelin", False), ("crossbow", False)]
)
def test_2_4_3_what_is_shot_kneeling(weapon, may):
    people = {"red": man("E04", "archer", weapons=(weapon,), kneeling=True), "blue": man("H04", "spearman", BLUE)}
    field = stage("ashcombe", "fire", people)

    assert (shooting.may_use(field, field.figure("red"), weapon, defensive=False) is None) is may


def test_2_5_who_goes_back_rolls_for_each_hex_next_to_an_enemy():
    people = {
        "red": man("E04", "great_knight"),
        "watch": man("H04", "great_knight"),
        "blue": man("F04", "peasant", BLUE, refusal="ask"),
    }
    field = stage("ashcombe", "combat", people, [8])
    act(field, "attack", figs=["red"], target="blue")

    act(field, "refuse", path=["G04"])

    assert heard(field, "slipped")[0]["result"] == "wounded"
    assert field.figure("blue").wounded
    assert not heard(field, "fought")


def test_2_5_a_rider_goes_two_hexes_back():
    people = {"red": man("E04", "great_knight"), "blue": rider("F04", 3, "knight", BLUE, refusal="ask")}
    field = stage("ashcombe", "combat", people)
    act(field, "attack", figs=["red"], target="blue")

    ways = refusing.options(field, field.state.stack[-1])

    assert ways
    assert all(len(way) == 2 for way in ways)


# --- 3. Siege


def test_3_1_3_no_ladder_against_a_hoarding():
    people = {"red": man("F07", "spearman", gear=("ladder",)), **AWAY}
    covered = stage("cardun", "move", people, hoardings={"F07": "F06"}, filled=("F07",))
    bare = stage("cardun", "move", people, filled=("F07",))

    assert refused(covered, "raise_ladder", fig="red", wall="F06") == "no_wall"
    assert refused(bare, "raise_ladder", fig="red", wall="F06") == ""


def test_3_1_4_behind_a_hoarding_nobody_is_shot_at():
    people = {"red": man("F10", "archer", weapons=("longbow",)), "blue": man("F06", "spearman", BLUE)}
    field = stage("cardun", "fire", people, hoardings={"F07": "F06", "G07": "G06"})

    assert not isinstance(shooting.aim(field, field.figure("red"), field.figure("blue"), "longbow"), shooting.Aim)


def test_3_1_5_3_2_1_rocks_fly_only_down():
    people = {"red": man("E06", "peasant"), "level": man("F06", "spearman", BLUE), "far": man("E09", "spearman", BLUE)}
    field = stage("cardun", "fire", people, piles=("E06",))

    for target in ("level", "far"):
        assert shooting.rock(field, field.figure("red"), field.figure(target), defensive=False).code == "not_below"


def test_3_1_8_whoever_stays_in_the_fire_is_wounded():
    people = {"red": man("F07/hoarding", "peasant"), **AWAY}
    field = stage("cardun", "move", people, hoardings={"F07": "F06"}, burning={"F07": 2}, filled=("F07",))

    act(field, "end_phase")

    assert field.figure("red").wounded


def test_3_2_without_the_module_there_are_no_rocks():
    people = {"red": man("F06", "peasant"), "blue": man("F07", "spearman", BLUE)}
    field = stage("cardun", "fire", people, piles=("F06",), filled=("F07",), modules=without("rocks"))

    assert asked(field) != "fire"


def test_3_4_1_a_rope_is_let_down_and_used_again():
    rope = {"rope": Climb(id="rope", kind="rope", at="M07", way=2, top="M06")}
    field = stage("cardun", "move", {"red": man("M06", "climber"), **AWAY}, climbs=rope)

    act(field, "drop_rope", fig="red", rope="rope")

    assert field.state.climbs == {}
    assert [thing.kind for thing in field.state.things.values()] == ["grapnel"]


def test_3_4_3_a_ladder_is_pushed_off_with_whoever_is_on_it():
    ladder = {"ladder": Climb(id="ladder", kind="ladder", at="M07", way=2, top="M06")}
    people = {"red": man("M06", "halberdier"), "blue": man("M07/ladder1", "spearman", BLUE)}
    field = stage("cardun", "combat", people, [3], climbs=ladder)

    act(field, "push_ladder", fig="red", rope="ladder")

    assert field.figure("blue").wounded
    assert [thing.kind for thing in field.state.things.values()] == ["ladder"]


# --- What stands around them


def test_4_2_a_thrown_rider_and_his_horse():
    people = {"red": man("E02", "great_knight"), "blue": rider("F02", 3, "knight", BLUE)}
    field = stage("ashcombe", "combat", people)

    harm.throw(field, field.figure("blue"), "free", "test", harm="stunned")

    assert field.figure("blue.horse").at == "F02"
    assert field.state.stack[-1].kind == "put"


def test_4_2_mounting_doubles_what_is_left():
    people = {"red": man("E04", "knight"), "red.horse": man("G04", "horse", facing=0, owner="red")}
    field = stage("ashcombe", "move", people)

    act(field, "mount", fig="red", horse="red.horse")

    assert (field.figure("red").mounted, field.figure("red").left) == (True, 8)


def test_4_9_who_was_in_a_fight_does_not_shoot_first():
    people = {"red": man("E04", "archer", weapons=("shortbow",), fought_in=2), "blue": man("H04", "spearman", BLUE)}
    field = stage("ashcombe", "fire", people)

    assert asked(field) != "fire"


def test_4_9_half_a_move_after_a_short_bow():
    people = {"red": man("E04", "archer", weapons=("shortbow",)), "blue": man("H04", "spearman", BLUE)}
    field = stage("ashcombe", "fire", people, [10])

    act(field, "shoot", fig="red", weapon="shortbow", target="blue")

    assert field.figure("red").left == 5


def test_4_10_stunned_and_forced_back_is_dead():
    field = stage("ashcombe", "move", {"red": man("E04", stunned=True), **AWAY})

    harm.force(field, field.figure("red"), 1, cause="combat", foes=())

    assert field.figure("red").where == "dead"


def test_4_10_a_friend_is_pushed():
    ring = {f"blue{hex_}": man(hex_, "spearman", BLUE) for hex_ in ("G03", "G04")}
    people = {
        "red": man("E04", "great_knight"),
        "blue": man("F04", "halberdier", BLUE),
        **ring,
        "blueG05": man("G05", "spearman", BLUE),
    }
    field = stage("ashcombe", "combat", people, [4])

    act(field, "attack", figs=["red"], target="blue")
    assert asked(field) == "retreat"
    act(field, "retreat", hexes=["G04"])

    assert asked(field) == "put"
    assert field.figure("blue").at == "G04"


def test_5_2_going_on_past_an_enemy_costs_a_roll():
    people = {"red": man("D04"), "blue": man("F04", "spearman", BLUE)}
    field = stage("ashcombe", "move", people, [8])
    act(field, "step", fig="red", to="E04")
    assert field.figure("red").contact

    act(field, "step", fig="red", to="E05")

    red = field.figure("red")
    assert (heard(field, "slipped")[0]["result"], red.wounded, red.at) == ("wounded", True, "E05")
    assert red.left == 6 - 1 - 1  # the wounded man's 6, less what is spent


def test_5_2_friends_are_passed_and_not_stopped_on():
    people = {"red": man("B02"), "friend": man("C02")}
    field = stage("ashcombe", "move", people)

    assert refused(field, "step", fig="red", to="C02") == "no_step"
    act(field, "path", fig="red", to=["C02", "D02"])

    assert (field.figure("red").at, field.figure("red").left) == ("D02", 8)


def test_5_3_standing_orders_answer_by_themselves():
    people = {"red": man("B02"), "hew": man("G02", "archer", BLUE, weapons=("shortbow",), order="A")}
    field = stage("ashcombe", "move", people, [10])

    act(field, "step", fig="red", to="C02")

    assert heard(field, "shot")[0]["defensive"]
    assert asked(field) == "move"


def test_5_3_who_holds_does_not_shoot():
    people = {"red": man("B02"), "hew": man("G02", "archer", BLUE, weapons=("shortbow",), order="hold")}
    field = stage("ashcombe", "move", people)

    act(field, "step", fig="red", to="C02")

    assert not heard(field, "shot")


def test_6_1_nobody_is_set_up_outside_his_zone():
    field = stage("ashcombe", "move", {"red": man("B02")})
    field.state.zones = {
        RED: {"ground": ["A01"], "all": ["A01"], "crowns": None},
        BLUE: {"ground": ["T01"], "all": ["T01"], "crowns": None},
    }

    assert placing.refuse(field, field.figure("red"), ("B03", "base"), 0).code == "outside_zone"


def test_6_3_what_is_carried_is_put_down_and_taken_up():
    field = stage("cardun", "move", {"red": man("F10", "spearman", gear=("ladder",)), **AWAY})
    act(field, "leave", fig="red", thing="ladder")
    assert field.figure("red").gear == ()

    act(field, "take", fig="red", thing="ladder-1")

    assert (field.figure("red").gear, field.figure("red").left, field.state.things) == (("ladder",), 8, {})


def test_6_4_a_stunned_enemy_whom_nobody_guards_is_led_away():
    people = {"red": man("E04"), "blue": man("F04", "knight", BLUE, stunned=True)}
    alone = stage("ashcombe", "combat", people)
    guarded = stage("ashcombe", "combat", {**people, "friend": man("G04", "spearman", BLUE)})

    assert refused(guarded, "capture", fig="red", target="blue") == "is_guarded"
    act(alone, "capture", fig="red", target="blue")
    assert alone.figure("blue").where == "captured"


@pytest.mark.parametrize(
    ("module", "map_", "kind"),
    [
        ("trees", "ashcombe", "climb_tree"),
        ("kneeling", "ashcombe", "kneel"),
        ("loaders", "ashcombe", "set_loader"),
        ("grapnels", "cardun", "throw_grapnel"),
        ("wagons", "ashcombe", "drive"),
    ],
)
def test_0_a_module_that_is_off_offers_none_of_its_actions(module, map_, kind):
    told = {
        "set_loader": {"fig": "red", "shooter": ""},
        "drive": {"wagon": "x", "dir": 0},
        "throw_grapnel": {"fig": "red", "wall": "M06"},
        "climb_tree": {"fig": "red", "to": "H06/crown"},
    }
    field = stage(map_, "move", {"red": man("B12")}, modules=without(module))

    assert refused(field, kind, **told.get(kind, {"fig": "red"})) == "module_off"


def test_a_way_costs_the_sum_of_its_steps():
    field = stage("ashcombe", "move", {"red": man("E10"), "horse": rider("B03", 0), **AWAY})
    for key in ("red", "horse"):
        one = field.figure(key)
        found = routes.reachable(field, one)
        for goal in list(found)[::7]:
            cost, here, way = 0, one, found.way(goal)
            if one.mounted:
                mount = riding.Mount(one.at, one.facing)
                for name in way:
                    step = next(each for each in riding.rides(field.here, mount) if routes.step_name(each) == name)
                    cost, mount = cost + step.cost, step.to
            else:
                place = here.place
                for name in way:
                    step = reach.step(field.here, place, place_of(name))
                    cost, place = cost + step.cost, step.to
            assert cost == found.cost(goal) <= one.left


def test_a_barrel_is_seen_on_the_board():
    field = stage(
        "cardun", "move", {"red": man("F10"), **AWAY}, things={"oil-1": Thing(id="oil-1", kind="oil", at="F09")}
    )
    styles = [shape.style for shape in scene._fresh_shapes(field.state)]
    assert styles == ["marker-oil"]


def test_the_dead_lie_where_they_fell_and_are_in_the_way():
    field = stage(
        "ashcombe", "move", {"red": man("B02"), **{f"x{number}": figure_at(number) for number in range(4)}, **AWAY}
    )
    for number in range(4):
        harm.die(field, field.figure(f"x{number}"), "test")
    field.state.bodies = {"C02": 4}

    act(field, "step", fig="red", to="C02")

    assert field.figure("red").left == 8


def figure_at(number):
    return man(f"G{number + 9:02d}", "spearman")


def test_a_figure_off_the_map_is_nowhere():
    field = stage("ashcombe", "move", {"red": man("A02"), **AWAY})

    act(field, "exit", fig="red", edge="west")

    assert (field.figure("red").where, field.figure("red").fled, field.figure("red").at) == ("left", True, "")
    assert figure("x", **man("B02")).is_alive
    assert moving.bars(field, field.figure("red")).code == "not_fit_to_move"
    assert retreats.room_for_pushed(field, field.figure("away"))
