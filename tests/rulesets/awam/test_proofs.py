"""Sentences of the rules that hold and had no test of their own, with the dice given (AWAM 2 to 8, 14)."""

import pytest

from rulesets.awam import boats, guns, markers, melee, morale, moving, phases, reloading, shooting
from rulesets.awam.geometry import Point
from rulesets.awam.state import Animal, Boat, Firearm, Gun
from tests.rulesets.awam.fields import act, activate, box, bush, man, offered, refused, table, told, wall, way


def squad(*more, dice=(), enemy=(1500, 500), **others):
    """A leader and a man in open ground, an enemy far away."""
    world = table(
        man("1.1.1", "askari", 500, 500, leads=True), man("1.1.2", "askari", 560, 500), man("2.1.1", "askari", *enemy),
        *more, dice=dice, **others,
    )  # fmt: skip
    activate(world, "1.1")
    return world


# --- 2 ----------------------------------------------------------------------------------------------------------------


def test_2_3_that_all_have_had_it_is_asked_after_the_whole_card_and_not_inside_an_ace():
    world = table(
        man("1.1.1", "askari", 500, 500, leads=True), man("1.2.1", "askari", 500, 600, leads=True),
        man("2.1.1", "askari", 1900, 1900, leads=True), dice=(1, 3, 1, 1, 1),
    )  # fmt: skip
    world.state.deck, world.state.active = ("first:1", "joker:1"), None
    for squad_id in ("1.2", "2.1"):
        world.squad(squad_id).picked = 1
    phases.draw(world)
    phases.pick(world, "1.1")
    phases.settle(world)
    assert (world.state.turn, [one.id for one in phases.choosable(world)]) == (1, ["1.2"])
    phases.pick(world, "1.2")
    phases.settle(world)
    assert world.state.turn == 2


@pytest.mark.parametrize(("turn", "code"), [(2, ""), (3, "not_moving")])
def test_2_5_a_movement_of_this_turn_or_the_last_is_carried_on(turn, code):
    world = squad()
    act(world, "1.1.2", "move", gait="walk", path=way((600, 500)))
    world.state.turn, world.figure("1.1.2").carded = turn, False
    assert refused(world, "1.1.2", "carry_on", gait="walk") == code


def test_2_5_it_is_carried_on_as_far_as_there_is_no_contact():
    world = squad(enemy=(740, 500))
    act(world, "1.1.2", "move", gait="walk", path=way((640, 500)))
    world.figure("1.1.2").carded = False
    act(world, "1.1.2", "carry_on", gait="walk")
    assert world.figure("1.1.2").at == Point(700, 500)
    assert not world.engaged(world.figure("1.1.2"))


def test_2_6_a_leader_aims_without_an_order_of_the_roll():
    world = squad(enemy=(700, 560), dice=(1,))
    world.state.active.left = 0
    act(world, "1.1.1", "fire", target="2.1.1", shots=1, aimed=True)
    assert [one["aimed"] for one in told(world, "shot")] == [True]
    assert refused(world, "1.1.2", "fire", target="2.1.1", shots=1, aimed=True) == "no_order"


def test_2_6_the_charge_of_a_warrior_is_his_one_action_without_an_order():
    world = table(
        man("1.1.1", "warrior", 400, 500, leads=True),
        man("1.1.2", "warrior", 500, 500),
        man("2.1.1", "askari", 560, 500),
    )
    activate(world, "1.1", orders=0)
    act(world, "1.1.2", "charge", gait="walk", path=way((540, 500)), target="2.1.1")
    assert world.figure("1.1.2").free
    world = table(
        man("1.1.1", "warrior", 400, 500, leads=True),
        man("1.1.2", "warrior", 500, 500, free=True),
        man("2.1.1", "askari", 560, 500),
    )
    activate(world, "1.1", orders=0)
    assert refused(world, "1.1.2", "charge", gait="walk", path=way((540, 500)), target="2.1.1") == "no_order"


def test_2_7_fights_then_flights_then_reloads_then_boats_then_prisoners():
    world = table(
        man("1.1.1", "porter", 500, 500), man("2.1.1", "porter", 521, 500),
        man("1.2.1", "askari", 1500, 300, broken=True), man("1.3.1", "askari", 1500, 1500), man("1.3.2", "askari", 1600, 1500, captor="second"),
        dice=(3, 3, 3), boats={"b": Boat(id="b", seat="first", kind="boat", at=Point(1000, 500), sinks=1)},
    )  # fmt: skip
    world.figure("1.3.1").firearms[0].rounds = 0
    phases.end_turn(world)
    kinds = [one.kind for one in world.happenings]
    order = ("fight", "moved", "reloaded", "sunk", "freed", "turn_over", "turn")
    assert [kind for kind in kinds if kind in order] == list(order)


# --- 3 ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("turn", "tests"), [(2, False), (3, True)])
def test_3_1_after_a_turn_without_a_run_he_breaks_into_it_again(turn, tests):
    world = squad(dice=(5,))
    figure = world.figure("1.1.2")
    figure.ran, world.state.turn = 1, turn
    act(world, "1.1.2", "move", gait="run", path=way((600, 500)))
    assert bool(told(world, "kept_feet")) is tests


@pytest.mark.parametrize("pace", [0, 1, 2, 3])
def test_3_2_he_fires_at_any_gait(pace):
    world = table(
        man("1.1.1", "adventurer", 500, 500, horse=True, pace=pace, leads=True), man("2.1.1", "askari", 700, 500)
    )
    activate(world, "1.1")
    assert refused(world, "1.1.1", "fire", target="2.1.1", shots=1, aimed=True) == ""


def test_3_6_one_round_is_slipped_in_on_a_score_of_three():
    world = table(man("1.1.1", "rifleman", 500, 500), dice=(2, 1))
    figure = world.figure("1.1.1")
    figure.firearms = [Firearm(key="magazine_rifle", rounds=2, full=8)]
    assert not reloading.reload(world, figure, slip=True)
    figure.reloaded = False
    assert reloading.reload(world, figure, slip=True)
    assert (figure.gun.rounds, figure.reload, figure.slip) == (3, 0, False)


@pytest.mark.parametrize(("die", "shots"), [(3, 0), (4, 1)])
def test_3_7_a_failed_die_is_no_shot_and_a_repeater_fires_once(die, shots):
    world = squad(enemy=(760, 500), dice=(6, die, 1))
    figure = world.figure("1.1.2")
    figure.firearms = [Firearm(key="magazine_rifle", rounds=2, full=8)]
    act(world, "1.1.2", "reload", row="full", then="2.1.1")
    assert (len(told(world, "shot")), figure.gun.rounds, figure.fired) == (shots, 8 - shots, bool(shots))


def test_3_7_who_has_moved_this_turn_has_no_quick_shot():
    world = squad(enemy=(760, 500))
    figure = world.figure("1.1.2")
    figure.firearms[0].rounds, figure.acted = 0, True
    assert offered(world, "1.1.2", "reload", "then") == {None}


# --- 4, 5 -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("aimed", [True, False])
def test_4_5_both_barrels_the_second_at_minus_2_aimed_or_not(aimed):
    world = squad(enemy=(640, 500), dice=(1, 1))
    figure = world.figure("1.1.2")
    figure.firearms = [Firearm(key="double_gun", rounds=2, full=2)]
    act(world, "1.1.2", "fire", target="2.1.1", shots=2, aimed=aimed)
    unaimed = {} if aimed else {"unaimed": -2}
    assert [one["modifiers"] for one in told(world, "shot")] == [unaimed, {**unaimed, "next_shot": -2}]
    assert figure.gun.rounds == 0


def test_4_6_without_an_order_nobody_fires_past_the_nearest_whom_he_cannot_hit():
    world = squad(man("1.1.3", "askari", 650, 500), man("2.1.2", "askari", 560, 760), enemy=(700, 500))
    world.state.active.left = 0
    assert refused(world, "1.1.2", "fire", target="2.1.1", shots=1, aimed=False) == "no_line_of_fire"
    assert refused(world, "1.1.2", "fire", target="2.1.2", shots=1, aimed=False) == "not_the_nearest"


@pytest.mark.parametrize(("prone", "ground", "cover"), [
    (True, (), "light"), (True, (wall((690, 400), (690, 600)),), "heavy"), (True, (bush(700, 500, 30),), "light"),
    (False, (bush(700, 500, 30), wall((690, 400), (690, 600))), "heavy"),
])  # fmt: skip
def test_5_2_the_better_cover_only(prone, ground, cover):
    world = squad(enemy=(700, 500), ground=ground)
    world.figure("2.1.1").prone = prone
    assert world.cover(world.figure("2.1.1"), Point(500, 500)) == cover


def test_5_1_a_rider_who_is_narrowly_missed_stays_mounted_with_a_blue_marker():
    world = table(man("2.1.1", "lancer", 700, 500), dice=(7, 6))
    rider = world.figure("2.1.1")
    shooting.strike(world, rider, Point(500, 500), 0, cause="fire")
    assert (rider.horse, rider.blue, rider.wounds) == (True, True, 0)


# --- 6 ----------------------------------------------------------------------------------------------------------------


def test_6_1_fights_by_the_number_of_the_attacked_all_who_named_him_together():
    world = table(
        man("1.1.1", "porter", 521, 500), man("1.1.2", "porter", 479, 500), man("1.1.3", "porter", 921, 500),
        man("2.1.1", "porter", 500, 500), man("2.1.2", "porter", 900, 500), dice=(3,) * 5,
    )  # fmt: skip
    melee.settle(world, [("1.1.3", "2.1.2"), ("1.1.2", "2.1.1"), ("1.1.1", "2.1.1")])
    assert [(one["target"], one["figure"]) for one in told(world, "fight")] == [
        ("2.1.1", "1.1.2"), ("2.1.1", "1.1.1"), ("2.1.2", "1.1.3"),
    ]  # fmt: skip


def test_6_4_two_wounds_in_one_fight_eliminate():
    one = man("1.1.1", "askari", 500, 500)
    world = table(one, man("2.1.1", "askari", 521, 500), man("2.1.2", "askari", 479, 500), dice=(7, 9, 9))
    melee.fight(world, one, [world.figure("2.1.1"), world.figure("2.1.2")])
    assert [row["result"] for row in told(world, "fight")] == ["wound", "wound"]
    assert one.fate == "dead"


def test_6_6_no_shot_where_nobody_has_newly_come():
    world = table(
        man("1.1.1", "warrior", 521, 500, leads=True), man("2.1.1", "askari", 500, 500, leads=True), dice=(5, 5)
    )
    activate(world, "1.1")
    act(world, "1.1.1", "attack", target="2.1.1")
    phases.settle(world)
    assert (len(told(world, "fight")), told(world, "stands")) == (1, [])


@pytest.mark.parametrize("flag", ["fired", "acted"])
def test_6_6_one_who_has_fired_or_acted_may_still_fire_at_who_comes(flag):
    world = table(
        man("1.1.1", "warrior", 560, 500, leads=True, missiles=()),
        man("2.1.1", "askari", 500, 500, leads=True),
        dice=(6, 5, 5),
    )
    setattr(world.figure("2.1.1"), flag, True)
    activate(world, "1.1")
    act(world, "1.1.1", "charge", gait="walk", path=way((530, 500)), target="2.1.1")
    phases.settle(world)
    assert len(told(world, "stands")) == 1


def test_6_7_a_guard_who_breaks_lets_his_prisoner_go():
    world = squad(man("2.1.2", "askari", 560, 521, captor="first", guard="1.1.2"))
    world.figure("1.1.2").guards = "2.1.2"
    morale.breaks(world, world.figure("1.1.2"))
    freed = world.figure("2.1.2")
    assert (freed.captor, freed.guard, freed.blue, world.figure("1.1.2").guards) == ("", "", True, "")


# --- 7 ----------------------------------------------------------------------------------------------------------------


def test_7_2_the_death_of_the_head_shakes_all_of_his_seat_who_see_it():
    world = squad(man("1.H", "head", 800, 800), man("1.2.1", "askari", 1400, 800), man("1.2.2", "askari", 1400, 1400), ground=(box("building", (1000, 1000), (1300, 1300)),))  # fmt: skip
    markers.remove(world, world.figure("1.H"), "dead")
    assert {key: world.figure(key).blue for key in ("1.1.1", "1.2.1", "1.2.2")} == {
        "1.1.1": True, "1.2.1": True, "1.2.2": False,
    }  # fmt: skip


@pytest.mark.parametrize(("near", "rows"), [(None, {"alone": -1}), ("1.1.2", {}), ("1.2.1", {"leader_near": 1})])
def test_7_3_a_leader_is_steadied_by_another_leader_only(near, rows):
    world = table(man("1.1.1", "askari", 500, 500, leads=True), man("2.1.1", "askari", 1900, 1900))
    if near:
        world.state.figures[near] = man(near, "askari", 560, 500, leads=near == "1.2.1")
    assert {one.key: one.value for one in morale.modifiers(world, world.figure("1.1.1"))} == rows


def test_7_4_who_breaks_runs_at_once_and_not_again_on_this_card():
    world = squad(dice=(1,))
    figure = world.figure("1.1.2")
    figure.blue, figure.regular, figure.wounds = True, False, 0
    world.figure("1.1.1").at = Point(500, 700)
    world.state.active.halved = True
    act(world, "1.1.2", "move", gait="walk", path=way((560, 540)))
    assert (figure.broken, figure.at) == (True, Point(360, 500))
    phases.settle(world)
    assert figure.at == Point(360, 500)


# --- 8 ----------------------------------------------------------------------------------------------------------------


def test_8_1_a_mounted_man_in_a_burst_rolls_for_his_horse_and_each_has_his_own_cover():
    gunner = man("1.1.1", "gunner_revolver", 470, 500, leads=True)
    world = table(
        gunner, man("2.1.1", "lancer", 900, 500), man("2.1.2", "askari", 940, 500), ground=(wall((925, 400), (925, 600)),),
        dice=(1, 1, 12, 3, 6), guns={"g": Gun(id="g", seat="first", kind="machine_gun", at=Point(500, 500), crew=("1.1.1",))},
    )  # fmt: skip
    activate(world, "1.1")
    act(world, "1.1.1", "burst", target="2.1.1")
    assert [one["figure"] for one in told(world, "horse_hit")] == ["2.1.1"]
    assert [(one["figure"], one["cover"]) for one in told(world, "hit")] == [("2.1.2", "heavy")]


def test_8_1_a_full_load_counts_the_turns_of_fire_anew():
    crew = [man(f"1.1.{n}", "gunner", 470 if n == 1 else 500, 500 if n == 1 else 470) for n in (1, 2)]
    world = table(*crew, dice=(6,))
    gun = world.state.guns["g"] = Gun(id="g", seat="first", kind="machine_gun", at=Point(500, 500), crew=("1.1.1", "1.1.2"), loaded=False, turns=4)  # fmt: skip
    guns.reload(world, gun, crew[0])
    assert (gun.loaded, gun.turns) == (True, 0)


def test_8_2_a_gun_that_was_pushed_begins_again_with_a_d6():
    crew = [
        man(f"1.1.{n}", "gunner", *at, leads=n == 1) for n, at in ((1, (470, 500)), (2, (500, 470)), (3, (500, 530)))
    ]
    world = table(*crew, man("2.1.1", "askari", 1900, 500))
    gun = world.state.guns["g"] = Gun(id="g", seat="first", kind="cannon", at=Point(500, 500), crew=tuple(one.id for one in crew), target="point", aim=Point(900, 500), shots=2)  # fmt: skip
    assert guns.shell_die(gun, "point", Point(900, 500)) == 12
    activate(world, "1.1")
    act(world, "1.1.1", "push", gun="g", path=way((530, 500)))
    assert guns.shell_die(gun, "point", Point(900, 500)) == 6
    assert refused(world, "1.1.1", "shell", target="point", x=900, y=500) == "acted_on_card"


def test_8_2_a_shell_catches_riders_by_their_horses_and_swimmers_and_who_is_aboard():
    river = box("river", (0, 880), (2000, 2000))
    world = table(
        man("1.1.1", "gunner", 100, 100), man("2.1.1", "lancer", 900, 860), man("2.1.2", "askari", 930, 900), man("2.1.3", "askari", 890, 900, aboard="b"),
        ground=(river,), boats={"b": Boat(id="b", seat="second", kind="boat", at=Point(890, 900))}, dice=(1, 3, 6, 5),
    )  # fmt: skip
    gun = Gun(id="g", seat="first", kind="cannon", at=Point(130, 100), crew=("1.1.1",))
    guns._damage(world, gun, world.figure("1.1.1"), "point", Point(900, 890))
    assert [one["figure"] for one in told(world, "horse_hit")] == ["2.1.1"]
    assert [(one["figure"], one["cover"], one["result"]) for one in told(world, "hit")] == [
        ("2.1.2", "", "near_miss"), ("2.1.3", "light", "near_miss"),
    ]  # fmt: skip
    assert world.state.boats["b"].sinks == 0


# --- 14 ---------------------------------------------------------------------------------------------------------------


def test_14_5_the_place_is_the_nearest_free_one_of_twelve_and_of_two_the_lower():
    world = squad(enemy=(700, 500))
    mover, target = world.figure("1.1.2"), world.figure("2.1.1")
    assert moving.charge_place(world, mover, Point(600, 500), target) == Point(679, 500)
    world.state.figures["1.1.3"] = man("1.1.3", "askari", 679, 500)
    assert moving.charge_place(world, mover, Point(600, 500), target) == Point(689, 518)
    world.figure("1.1.3").at = Point(660, 500)
    assert moving.charge_place(world, mover, Point(600, 500), target) == Point(682, 511)


def test_14_5_a_charge_may_brush_others_and_goes_through_nobody():
    world = squad(man("2.1.2", "askari", 640, 521), enemy=(700, 500))
    assert refused(world, "1.1.2", "charge", gait="walk", path=way((690, 500)), target="2.1.1") == ""
    world.figure("2.1.2").at = Point(640, 519)
    assert refused(world, "1.1.2", "charge", gait="walk", path=way((690, 500)), target="2.1.1") == "too_far"


@pytest.mark.parametrize(("ground", "end"), [
    ((), (700, 500)), ((box("river", (550, 490), (560, 510)),), (673, 600)), ((box("marsh", (550, 450), (560, 550)),), (650, 500)),
])  # fmt: skip
def test_14_6_a_flight_turns_30_degrees_to_the_left_where_it_is_barred(ground, end):
    world = table(man("1.1.1", "askari", 500, 500), man("2.1.1", "askari", 300, 500), ground=ground)
    moving.flee(world, world.figure("1.1.1"))
    assert world.figure("1.1.1").at == Point(*end)


def test_14_6_a_flight_ends_in_contact_with_nobody():
    world = table(man("1.1.1", "askari", 500, 500), man("2.1.1", "askari", 300, 500), man("2.1.2", "askari", 715, 516))
    moving.flee(world, world.figure("1.1.1"))
    assert world.figure("1.1.1").at == Point(673, 600)


RIVER = box("river", (0, 0), (2000, 900))


@pytest.mark.parametrize(("legs", "far"), [
    (((50, 50),), 150), (((-50, 50),), 100), (((49, 50),), 120), (((50, 0), (50, 50)), 120), (((50, 0), (0, 0)), 100),
])  # fmt: skip
def test_14_7_along_as_long_as_across_is_with_the_current_and_the_slowest_leg_counts(legs, far):
    world = table(man("1.1.1", "askari", 1000, 450), ground=(RIVER,), current=(1, 0))
    boat = Boat(id="b", seat="first", kind="boat", at=Point(1000, 450))
    path = [boat.at, *(Point(1000 + x, 450 + y) for x, y in legs)]
    assert boats.reach(world, boat, path) == far
    boat.damaged = True
    assert boats.reach(world, boat, path) == far // 2


def test_14_7_of_a_sunk_boat_guns_and_horses_are_lost_and_its_men_swim_from_the_west_bank_on():
    world = table(
        man("1.1.1", "askari", 1000, 450, aboard="b"), man("1.1.2", "askari", 1000, 450, aboard="b"), man("1.1.3", "lancer", 1000, 450, aboard="b"),
        ground=(RIVER,), boats={"b": Boat(id="b", seat="first", kind="steamer", at=Point(1000, 450))},
        guns={"g": Gun(id="g", seat="first", kind="machine_gun", boat="b")},
    )  # fmt: skip
    boats.sink(world, world.state.boats["b"])
    assert [one.at for one in world.state.of("first")] == [Point(1000, 450), Point(1000, 428), Point(981, 439)]
    assert (world.state.guns["g"].where, world.figure("1.1.3").horse, world.state.animals) == ("out", False, {})


def test_3_3_the_animal_that_is_dragged_leaves_by_the_edge_with_its_leader():
    world = squad(exits={"first": ("left",)})
    world.figure("1.1.1").at, world.figure("1.1.2").at = Point(60, 600), Point(60, 500)
    world.state.animals["mule"] = Animal(id="mule", seat="first", at=Point(85, 500))
    act(world, "1.1.2", "lead", animal="mule", path=way((0, 500)))
    assert (world.figure("1.1.2").fate, world.state.animals["mule"].where) == ("exited", "out")
