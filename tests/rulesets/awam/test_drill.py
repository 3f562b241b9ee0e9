"""The drill, row by row: what the program does for an absent seat, a group, the simplest bot (AWAM 10.5)."""

import pytest

from rulesets.awam import drill, geometry, rights
from rulesets.awam.acts.index import ACTS
from rulesets.awam.geometry import Point
from rulesets.awam.state import Gun
from tests.rulesets.awam.fields import activate, box, bush, man, table, told, wall


def active(*figures, orders=6, dice=(), **more):
    """The first squad of the first seat has its card."""
    world = table(*figures, dice=dice, **more)
    activate(world, "1.1", orders=orders)
    return world


def wishes(world, key="1.1.1", *, ordered=True):
    """All that is legal of what a figure would do, the first first."""
    figure = world.figure(key)
    return [
        wish
        for wish in drill.wishes(world, figure, ordered=ordered)
        if ACTS[wish[1]].check(world, figure, wish[2]) is None
    ]


def first(world, key="1.1.1", *, ordered=True):
    found = wishes(world, key, ordered=ordered)
    return found[0][:2] if found else None


def test_10_5_of_equal_squads_the_lowest_id_is_picked_by_number():
    world = table(man("1.10.1", "askari", 100, 100), man("1.9.1", "askari", 300, 300))
    assert drill.squad_to_pick(world, [world.squad("1.10"), world.squad("1.9")]).id == "1.9"


def test_10_5_when_all_have_been_picked_the_one_with_most():
    world = table(man("1.1.1", "askari", 100, 100), man("1.2.1", "askari", 300, 300), man("1.2.2", "askari", 400, 300))
    for key in ("1.1", "1.2"):
        world.squad(key).picked = 1
    assert drill.squad_to_pick(world, [world.squad("1.1"), world.squad("1.2")]).id == "1.2"


def test_10_5_a_leader_stops_a_runaway_of_his_squad_before_anything_else_is_ordered():
    world = active(
        man("1.1.1", "askari", 500, 500, leads=True),
        man("1.1.2", "askari", 560, 500, broken=True),
        man("1.2.1", "askari", 440, 500, broken=True),
        orders=1,
    )
    drill._rally(world, world.figure("1.1.1"))
    assert [one["figure"] for one in told(world, "rallied")] == ["1.1.2"]


def test_10_5_of_another_squad_he_stops_nobody():
    world = active(
        man("1.1.1", "askari", 500, 500, leads=True), man("1.2.1", "askari", 440, 500, broken=True), orders=3
    )
    drill._rally(world, world.figure("1.1.1"))
    assert (world.figure("1.2.1").broken, world.state.active.left) == (True, 3)


def test_10_5_engaged_he_attacks_the_most_wounded_then_the_lowest_id():
    world = active(
        man("1.1.1", "askari", 500, 500),
        man("2.1.1", "askari", 521, 500),
        man("2.1.2", "askari", 479, 500, wounds=1),
        man("2.1.3", "askari", 500, 521),
    )
    assert [wish[2]["target"] for wish in wishes(world)] == ["2.1.2", "2.1.1", "2.1.3"]


def test_10_5_engaged_and_down_he_attacks_all_the_same():
    world = active(man("1.1.1", "askari", 500, 500, prone=True), man("2.1.1", "askari", 521, 500))
    assert [wish[:2] for wish in wishes(world)] == [("a", "attack"), ("d", "stand")]


@pytest.mark.parametrize(("far", "wish"), [(400, ("b", "fire")), (780, ("g", "move"))])
def test_10_5_he_fires_where_the_best_aimed_chance_is_a_quarter(far, wish):
    world = active(man("1.1.1", "musketeer", 500, 500), man("2.1.1", "askari", 500, 500 + far))
    assert first(world) == wish


def test_10_5_an_empty_weapon_is_loaded_without_an_order():
    world = active(man("1.1.1", "askari", 500, 500), man("2.1.1", "askari", 900, 500), dice=(4,))
    world.figure("1.1.1").firearms[0].rounds = 0
    drill.play(world)
    assert world.state.active.left == rights.halved(6)  # he has no leader
    assert told(world, "reloading") or told(world, "reloaded")


def test_10_5_he_throws_at_the_best_chance_not_at_the_nearest_out_of_the_line():
    world = active(
        man("1.1.1", "warrior", 500, 500),
        man("1.1.2", "warrior", 550, 500),
        man("2.1.1", "askari", 600, 500),
        man("2.1.2", "askari", 500, 605),
        ground=(wall((400, 550), (600, 550), "low_wall"),),
    )
    throws = [wish[2]["target"] for wish in wishes(world) if wish[1] == "throw"]
    assert throws == ["2.1.2"]


@pytest.mark.parametrize(
    ("kind", "far", "gait"),
    [("warrior", 251, "run"), ("warrior", 250, "walk"), ("askari", 600, "walk"), ("lancer", 250, "ride")],
)
def test_10_5_towards_the_goal_at_a_walk_without_a_firearm_and_far_away_at_a_run(kind, far, gait):
    world = active(man("1.1.1", kind, 1000 - far, 1000))
    moves = [wish for wish in wishes(world) if wish[1] == "move"]
    assert (moves[0][0], moves[0][2]["gait"]) == ("g", gait)


def test_10_5_a_rider_far_from_his_goal_trots_once_he_walks():
    world = active(man("1.1.1", "lancer", 500, 1000, pace=1))
    assert wishes(world)[0][2]["gait"] == "trot"
    world.figure("1.1.1").at = Point(800, 1000)
    assert wishes(world)[0][2]["gait"] == "ride"


@pytest.mark.parametrize("at", [(500, 510), (613, 402), (777, 300), (1500, 1390)])
def test_10_5_in_the_open_he_goes_straight_and_as_far_as_his_gait_allows(at):
    world = active(man("1.1.1", "askari", *at))
    (end,) = wishes(world)[0][2]["path"]
    gone, whole = geometry.length(Point(*at), Point(**end)), geometry.length(Point(*at), Point(1000, 1000))
    assert 119 <= gone <= 120
    assert whole - geometry.length(Point(**end), Point(1000, 1000)) >= gone - 1


def test_10_5_without_a_goal_towards_the_nearest_enemy_and_with_neither_he_stays():
    world = active(man("1.1.1", "porter", 500, 500), man("2.1.1", "askari", 500, 1500))
    world.state.goal = {}
    assert first(world) == ("h", "move")
    world.figure("2.1.1").where = "out"
    assert wishes(world) == []
    assert wishes(world, ordered=False) == []


def test_10_5_orders_go_to_wishes_in_their_sequence_and_leaders_act_first():
    """Attack, charge, fire, throw, stand, then the goal; within one by id."""
    assert drill.SEQUENCE == "aebfdgh"
    world = active(
        man("1.1.1", "warrior", 100, 1900, leads=True),
        man("1.1.2", "porter", 150, 1800),
        man("1.1.3", "warrior", 100, 1860, prone=True),
        man("1.1.4", "warrior", 180, 1880),
        man("2.1.1", "porter", 180, 1780),
        dice=(6, 6),
    )
    found = drill._best_wish(world, "1.1")
    assert (found[0].id, found[1][:2]) == ("1.1.4", ("e", "charge"))
    world.figure("2.1.1").at = Point(1900, 100)
    found = drill._best_wish(world, "1.1")
    assert (found[0].id, found[1][:2]) == ("1.1.3", ("d", "stand"))


@pytest.mark.parametrize(("goal", "goes"), [((1000, 1000), True), (None, False)])
def test_10_5_without_an_order_he_carries_on_only_where_he_would_go(goal, goes):
    world = active(man("1.1.1", "porter", 500, 500, last="move", last_gait="walk", last_turn=1, last_leg=(0, 100)))
    world.state.goal = {"first": Point(*goal) if goal else world.figure("1.1.1").at}
    assert ("carry_on" in {wish[1] for wish in wishes(world, ordered=False)}) is goes


@pytest.mark.parametrize("ordered", [True, False])
def test_10_5_whoever_lies_hidden_waits_until_he_can_charge(ordered):
    lurker = man("1.1.2", "warrior", 500, 500)
    world = active(
        man("1.1.1", "warrior", 450, 500, leads=True),
        lurker,
        man("2.1.1", "askari", 500, 745),
        ground=(bush(500, 500, 80),),
    )
    for key in ("1.1.1", "1.1.2"):
        world.figure(key).where = "hidden"
    assert wishes(world, "1.1.2", ordered=ordered) == []
    world.figure("2.1.1").at = Point(500, 590)
    assert first(world, "1.1.2", ordered=ordered) == ("e", "charge")


def test_10_5_a_javelin_betrays_nobody_who_hides():
    """An enemy across a river, whom he cannot reach and could hit."""
    world = active(
        man("1.1.1", "warrior", 500, 500),
        man("2.1.1", "askari", 500, 600),
        ground=(bush(500, 500, 80), box("river", (0, 560), (2000, 580))),
    )
    assert "throw" in {wish[1] for wish in wishes(world)}
    world.figure("1.1.1").where = "hidden"
    assert "throw" not in {wish[1] for wish in wishes(world)}


def gunners(**more):
    """A light cannon with three men; the goal is at (1000, 1000)."""
    world = active(
        *(man(f"1.1.{n}", "gunner", 470 + 30 * (n - 1), 479 if n == 2 else 500, leads=n == 1) for n in (1, 2, 3))
    )
    gun = Gun(
        id="cannon", seat="first", kind="cannon", at=Point(500, 510), crew=("1.1.1", "1.1.2", "1.1.3"), where="table"
    )
    for name, value in more.items():
        setattr(gun, name, value)
    world.state.guns["cannon"] = gun
    return world


def test_10_5_a_gun_without_a_target_is_pushed_towards_the_goal():
    world = gunners()
    drill.play(world)
    gun = world.state.guns["cannon"]
    assert [one["gun"] for one in told(world, "pushed")] == ["cannon"]
    assert gun.at.x > 500
    assert gun.at.y > 510
    assert all(one.acted for one in world.state.of_squad("1.1"))


@pytest.mark.parametrize("more", [{"damaged": True}, {"loaded": False, "reload_turn": 1}])
def test_10_5_nobody_leaves_a_gun_that_is_not_ready_to_be_pushed(more):
    assert "push" not in {wish[1] for wish in wishes(gunners(**more))}
    assert "move" not in {wish[1] for wish in wishes(gunners(**more))}


def test_10_5_too_few_to_push_it_stay_with_their_gun():
    world = gunners()
    world.figure("1.1.3").at = Point(1500, 1500)
    assert {wish[1] for wish in wishes(world)} & {"push", "move"} == set()
