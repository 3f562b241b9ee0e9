"""Moves on foot and mounted, animals, hiding, computed moves (AWAM 3.1 to 3.5, 14.4 to 14.9)."""

import pytest

from rulesets.awam import melee, moving, phases
from rulesets.awam.geometry import Point
from rulesets.awam.state import Animal, Zone
from tests.rulesets.awam.fields import act, activate, box, bush, man, offered, refused, table, told, wall, way


def alone(kind="askari", x=500, y=500, ground=(), dice=(), enemy=(1900, 1900), **more):
    world = table(
        man("1.1.1", kind, x, y, leads=True, **more), man("2.1.1", "askari", *enemy), ground=ground, dice=dice
    )
    activate(world, "1.1")
    return world


def reaches(world, gait, far, key="1.1.1"):
    """Whether a figure goes just so far to the east, and not a millimetre more."""
    at = world.figure(key).at
    return [refused(world, key, "move", gait=gait, path=way((at.x + d, at.y))) for d in (far, far + 1)] == [
        "",
        "too_far",
    ]


@pytest.mark.parametrize(
    ("gait", "normal", "difficult", "more"),
    [("walk", 120, 90, {}), ("run", 200, 150, {}), ("crawl", 40, 30, {"prone": True})],
)
def test_3_1_the_table_on_foot(gait, normal, difficult, more):
    assert reaches(alone(**more), gait, normal)
    assert reaches(alone(ground=(bush(540, 500, 30),), **more), gait, difficult)


def test_3_1_a_wounded_figure_has_no_gait_but_half_a_walk():
    assert reaches(alone(wounds=1), "walk", 60)
    assert moving.gaits(alone(wounds=1), alone(wounds=1).figure("1.1.1")) == ["walk"]


def test_3_1_a_wounded_figure_that_lies_does_not_crawl():
    world = alone(wounds=1, prone=True)
    assert refused(world, "1.1.1", "move", gait="crawl", path=way((520, 500))) == "gait_not_open"
    assert refused(world, "1.1.1", "stand") == ""


def test_3_1_who_runs_on_does_not_test_again():
    world = alone(ran=1)
    assert not moving.falls(world, world.figure("1.1.1"), "run", [Point(500, 500), Point(600, 500)])


def test_3_1_who_falls_lies_where_he_was_and_has_acted():
    world = alone(dice=(10,))
    act(world, "1.1.1", "move", gait="run", path=way((600, 500)))
    figure = world.figure("1.1.1")
    assert (figure.at, figure.prone, figure.acted, figure.carded) == (Point(500, 500), True, True, True)


@pytest.mark.parametrize(
    ("pace", "gaits"),
    [(0, ["ride"]), (1, ["ride", "trot"]), (2, ["ride", "trot", "gallop"]), (3, ["trot", "gallop"])],
)
def test_3_2_gait_changes_by_one_step(pace, gaits):
    world = alone("lancer", pace=pace)
    assert moving.gaits(world, world.figure("1.1.1")) == gaits


@pytest.mark.parametrize(
    ("gait", "pace", "normal", "difficult"), [("ride", 0, 120, 90), ("trot", 1, 240, 180), ("gallop", 2, 400, 300)]
)
def test_3_2_the_table_mounted(gait, pace, normal, difficult):
    assert reaches(alone("lancer", pace=pace), gait, normal)
    assert reaches(alone("lancer", pace=pace, ground=(bush(550, 500, 30),)), gait, difficult)


@pytest.mark.parametrize(("die", "fell"), [(10, True), (1, False)])
def test_3_2_a_gallop_is_tested_on_a_nought(die, fell):
    world = alone("lancer", pace=3, ran=1, dice=(die,))
    act(world, "1.1.1", "move", gait="gallop", path=way((800, 500)))
    rider = world.figure("1.1.1")
    assert (rider.prone, rider.horse, "1.1.1.horse" in world.state.animals) == (fell, not fell, fell)


def test_3_2_a_rider_who_makes_no_move_slows_by_a_step():
    world = alone("lancer", pace=3)
    phases.settle(world)
    assert world.figure("1.1.1").pace == 2


def test_3_2_contact_halts_a_rider_whosever_card_it_is():
    world = table(man("1.1.1", "askari", 500, 500, leads=True), man("2.1.1", "lancer", 526, 500, pace=3))
    activate(world, "1.1")
    phases.settle(world)
    assert world.figure("2.1.1").pace == 0


def test_3_2_a_free_horse_is_mounted_by_whoever_stands_by_it():
    world = alone()
    world.state.animals["h"] = Animal(id="h", seat="second", kind="horse", at=Point(526, 500))
    act(world, "1.1.1", "mount", horse="h")
    assert (world.figure("1.1.1").horse, world.figure("1.1.1").at, world.state.animals) == (True, Point(526, 500), {})


@pytest.mark.parametrize(("pace", "code"), [(1, ""), (2, "cannot_dismount")])
def test_10_4_nobody_dismounts_faster_than_at_a_walk(pace, code):
    assert refused(alone("lancer", pace=pace), "1.1.1", "dismount") == code


# --- 3.3 ----------------------------------------------------------------------------------------------------------------


def with_mule(**more):
    world = alone(**more)
    world.state.animals["mule"] = Animal(id="mule", seat="first", at=Point(475, 500))
    return world


@pytest.mark.parametrize(("ground", "far"), [((), 80), ((bush(540, 500, 30),), 60)])
def test_3_3_an_animal_is_dragged_8_cm_or_6(ground, far):
    world = with_mule(ground=ground)
    ends = [(500 + d, 500) for d in (far, far + 1)]
    assert [refused(world, "1.1.1", "lead", animal="mule", path=way(end)) for end in ends] == ["", "too_far"]


def test_3_3_animal_and_leader_move_together_and_nobody_else_leads_it_this_turn():
    world = with_mule()
    act(world, "1.1.1", "lead", animal="mule", path=way((580, 500)))
    mule = world.state.animals["mule"]
    assert (mule.at, mule.led) == (Point(554, 500), "first")
    assert refused(world, "1.1.1", "lead", animal="mule", path=way((600, 500))) == "acted_on_card"
    world.figure("1.1.1").carded = False
    assert refused(world, "1.1.1", "lead", animal="mule", path=way((600, 500))) == ""
    world.state.figures["1.1.2"] = man("1.1.2", "askari", 554, 526)
    assert refused(world, "1.1.2", "lead", animal="mule", path=way((600, 560))) == "no_such_animal"


@pytest.mark.parametrize(("kind", "far"), [("askari", 30), ("lancer", 60)])
def test_3_3_swimming_is_3_cm_and_mounted_6(kind, far):
    assert reaches(alone(kind, ground=(box("river", (0, 0), (2000, 900)),)), "swim", far)


@pytest.mark.parametrize(("kind", "cost"), [("low_wall", 40), ("fence", 40), ("hedge", 40), ("bank", 40)])
def test_3_3_a_wall_or_fence_costs_4_cm(kind, cost):
    assert reaches(alone(ground=(wall((540, 400), (540, 600), kind),)), "walk", 120 - cost)


def test_14_2_a_high_wall_is_climbed_at_a_walk_for_8_cm_and_by_nobody_mounted():
    ground = (wall((520, 400), (520, 600), "high_wall"),)
    assert reaches(alone(ground=ground), "walk", 40)
    assert refused(alone(ground=ground), "1.1.1", "move", gait="run", path=way((540, 500))) == "barred"
    assert refused(alone("lancer", ground=ground), "1.1.1", "move", gait="ride", path=way((540, 500))) == "barred"


def test_14_2_into_a_hut_costs_4_cm_and_nobody_rides_in():
    ground = (box("hut", (540, 400), (700, 600)),)
    assert reaches(alone(ground=ground), "walk", 80)
    assert refused(alone("lancer", ground=ground), "1.1.1", "move", gait="ride", path=way((560, 500))) == "barred"


def test_14_2_a_river_is_barred_but_to_swimmers():
    ground = (box("river", (510, 0), (900, 2000)),)
    assert refused(alone(ground=ground), "1.1.1", "move", gait="walk", path=way((530, 500))) == "barred"
    assert refused(alone(ground=ground), "1.1.1", "move", gait="swim", path=way((530, 500))) == ""


# --- 14.5 Moves and contact ---------------------------------------------------------------------------------------------


def test_14_5_a_path_has_eight_legs_at_most_and_stays_on_the_table():
    world = alone()
    legs = [(500 + 2 * n, 500) for n in range(1, 9)]
    assert refused(world, "1.1.1", "move", gait="walk", path=way(*legs)) == ""
    assert refused(world, "1.1.1", "move", gait="walk", path=way(*legs, (520, 500))) == "bad_path"
    assert refused(alone(x=10), "1.1.1", "move", gait="walk", path=way((-1, 500))) == "off_table"


def test_14_5_it_keeps_off_others_and_passes_its_own():
    world = alone(enemy=(560, 500))
    world.side("first").war = world.side("second").war = ()
    assert refused(world, "1.1.1", "move", gait="walk", path=way((600, 500))) == "in_the_way"
    world.figure("2.1.1").at = Point(1900, 1900)
    world.state.figures["1.1.2"] = man("1.1.2", "askari", 560, 500)
    assert refused(world, "1.1.1", "move", gait="walk", path=way((600, 500))) == ""
    assert refused(world, "1.1.1", "move", gait="walk", path=way((570, 500))) == "place_taken"


def test_14_5_a_move_into_contact_with_an_enemy_is_a_charge():
    world = alone(enemy=(600, 500))
    assert refused(world, "1.1.1", "move", gait="walk", path=way((578, 500))) == "contact_is_a_charge"
    assert refused(world, "1.1.1", "move", gait="walk", path=way((577, 500))) == ""
    act(world, "1.1.1", "charge", gait="walk", path=way((570, 500)), target="2.1.1")
    assert world.figure("1.1.1").at == Point(579, 500)
    assert world.state.active.fights == [("1.1.1", "2.1.1")]


def test_14_5_an_engaged_figure_only_attacks_breaks_off_or_stands_up():
    world = alone(enemy=(521, 500), prone=True)
    assert refused(world, "1.1.1", "move", gait="crawl", path=way((480, 500))) == "engaged"
    assert refused(world, "1.1.1", "lie") == "engaged"
    assert refused(world, "1.1.1", "join", squad="1.2") == "engaged"
    assert refused(world, "1.1.1", "stand") == ""
    assert refused(world, "1.1.1", "attack", target="2.1.1") == ""


def test_14_5_an_edge_is_left_only_where_the_scenario_says():
    world = alone(x=100)
    act(world, "1.1.1", "move", gait="walk", path=way((0, 500)))
    assert world.figure("1.1.1").where == "table"
    world = alone(x=100)
    world.state.exits["first"] = ("left",)
    act(world, "1.1.1", "move", gait="walk", path=way((0, 500)))
    assert world.figure("1.1.1").fate == "exited"


# --- 14.6 Computed moves ------------------------------------------------------------------------------------------------


def test_14_6_the_nearest_cover_1_cm_in_that_approaches_no_enemy():
    world = alone(ground=(bush(600, 500, 40),), enemy=(100, 500))
    act(world, "1.1.1", "to_cover")
    assert world.figure("1.1.1").at == Point(570, 500)
    world = alone(ground=(bush(600, 500, 40),), enemy=(900, 500))
    assert refused(world, "1.1.1", "to_cover") == "no_cover"


def test_14_6_behind_a_wall_as_the_enemy_sees_it():
    world = alone(ground=(wall((550, 400), (550, 600)),), enemy=(100, 500))
    act(world, "1.1.1", "to_cover")
    assert world.figure("1.1.1").at == Point(565, 500)


def test_14_6_with_no_way_to_run_he_cowers():
    world = alone(x=0, y=0, ground=(box("river", (1, 1), (900, 900)),), enemy=(2000, 2000))
    figure = world.figure("1.1.1")
    figure.broken = True
    figure.at = Point(450, 450)
    figure.aboard = "raft"
    moving.flee(world, figure)
    assert told(world, "cowers")


def test_14_6_off_the_table_he_is_lost():
    world = alone(x=50, enemy=(300, 500))
    moving.flee(world, world.figure("1.1.1"))
    assert world.figure("1.1.1").fate == "fled"


# --- 14.4, 6.1 Heading and the lance ------------------------------------------------------------------------------------


def test_14_4_who_fights_or_throws_faces_his_last_opponent():
    world = table(man("1.1.1", "warrior", 500, 500, leads=True), man("2.1.1", "askari", 521, 500), dice=(5, 5))
    for one in world.state.figures.values():
        one.heading = (0, 1)
    melee.fight(world, world.figure("2.1.1"), [world.figure("1.1.1")])
    assert (world.figure("1.1.1").heading, world.figure("2.1.1").heading) == ((21, 0), (-21, 0))
    thrower = table(man("1.1.1", "warrior", 500, 500, leads=True), man("2.1.1", "askari", 600, 500), dice=(1,))
    activate(thrower, "1.1")
    act(thrower, "1.1.1", "throw", missile="javelin", target="2.1.1")
    assert thrower.figure("1.1.1").heading == (100, 0)


def lancer(*dice, prone=True):
    """A lancer at the gallop past a man on his right: a fall test, then the fight, the lone one's die first."""
    world = table(
        man("1.1.1", "lancer", 100, 500, pace=2, leads=True), man("2.1.1", "warrior", 300, 466, missiles=()), dice=dice
    )
    world.figure("2.1.1").firearms = []
    activate(world, "1.1")
    act(world, "1.1.1", "move", gait="gallop", path=way((500, 500)), target="2.1.1")
    return world


def test_6_1_a_lancer_who_is_neither_killed_nor_wounded_rides_on():
    world = lancer(5, 5, 5)
    fight = told(world, "fight")[0]
    assert (fight["total"], fight["their_total"], fight["result"], fight["loser"]) == (10, 6, "wound", "2.1.1")
    assert (world.figure("1.1.1").at, world.figure("1.1.1").horse) == (Point(500, 500), True)


def test_6_1_a_lancer_who_is_wounded_stops_where_it_befalls_him():
    world = lancer(5, 8, 1)
    rider = world.figure("1.1.1")
    fight = told(world, "fight")[0]
    assert (fight["total"], fight["their_total"], fight["result"], fight["loser"]) == (6, 9, "wound", "1.1.1")
    assert (rider.horse, rider.pace, rider.wounds, rider.prone, rider.at) == (False, 0, 1, True, Point(326, 500))
    assert [one.at for one in world.state.animals.values()] == [Point(300, 500)]


def test_6_1_a_lancers_slow_pass_is_settled_with_the_others():
    world = table(man("1.1.1", "lancer", 200, 500, pace=1, leads=True), man("2.1.1", "warrior", 300, 466), dice=(5, 5))
    activate(world, "1.1")
    act(world, "1.1.1", "move", gait="trot", path=way((400, 500)), target="2.1.1")
    assert world.state.active.fights == [("1.1.1", "2.1.1")]
    assert not told(world, "fight")
    phases.settle(world)
    assert len(told(world, "fight")) == 1
    assert not world.engaged(world.figure("1.1.1"))


# --- 14.8 Hidden figures, 14.9 coming on --------------------------------------------------------------------------------


def test_14_8_a_mover_stops_before_one_who_hides_and_finds_him():
    world = alone(enemy=(560, 500))
    world.figure("2.1.1").where = "hidden"
    act(world, "1.1.1", "move", gait="walk", path=way((600, 500)))
    assert world.figure("2.1.1").where == "table"
    assert world.figure("1.1.1").at == Point(540, 500)


@pytest.mark.parametrize(("x", "where"), [(600, "table"), (601, "hidden")])
def test_14_8_found_within_10_cm_and_in_sight_at_the_end_of_an_action(x, where):
    world = alone(enemy=(x, 500))
    world.figure("2.1.1").where = "hidden"
    act(world, "1.1.1", "lie")
    assert world.figure("2.1.1").where == where


def test_14_8_one_who_hides_may_appear_and_fire_or_charge_in_one_action():
    world = alone(enemy=(700, 500), where="hidden", dice=(12, 6))
    act(world, "1.1.1", "fire", target="2.1.1", shots=1, aimed=True)
    assert world.figure("1.1.1").where == "table"
    assert told(world, "shot")
    world = alone("warrior", enemy=(600, 500), where="hidden")
    act(world, "1.1.1", "charge", gait="walk", path=way((570, 500)), target="2.1.1")
    assert (world.figure("1.1.1").where, len(told(world, "charged"))) == ("table", 1)


def test_14_9_a_squad_fills_its_strip_from_the_corner_nearest_the_middle_3_cm_apart():
    world = table(
        *(man(f"1.1.{n}", "askari", 0, 0, where="coming", leads=n == 1) for n in (1, 2, 3)),
        man("2.1.1", "askari", 1900, 1900),
        zones={"a": Zone(low=Point(100, 10), high=Point(130, 60))},
    )
    world.squad("1.1").strip = "a"
    phases.come_on(world, world.squad("1.1"))
    assert [one.at for one in world.state.of("first")] == [Point(130, 60), Point(130, 30), Point(100, 60)]


# --- 2.5, 2.6 Without an order ------------------------------------------------------------------------------------------


def test_2_5_carry_on_along_the_last_leg_no_faster():
    world = alone()
    act(world, "1.1.1", "move", gait="walk", path=way((600, 500)))
    figure = world.figure("1.1.1")
    figure.carded = False
    assert offered(world, "1.1.1", "carry_on", "gait") == {"walk"}
    act(world, "1.1.1", "carry_on", gait="walk")
    assert figure.at == Point(720, 500)


def test_2_5_nothing_is_carried_on_after_another_action():
    world = alone()
    act(world, "1.1.1", "move", gait="walk", path=way((600, 500)))
    world.figure("1.1.1").carded = False
    act(world, "1.1.1", "lie")
    world.figure("1.1.1").carded = world.figure("1.1.1").prone = False
    assert refused(world, "1.1.1", "carry_on", gait="walk") == "not_moving"


@pytest.mark.parametrize(("end", "code"), [((400, 500), ""), ((560, 500), "not_away"), ((500, 500), "not_away")])
def test_2_5_away_ends_farther_from_the_nearest_enemy(end, code):
    world = alone(enemy=(800, 500))
    assert refused(world, "1.1.1", "away", path=way(end)) == code


@pytest.mark.parametrize(("x", "leads", "code"), [(600, True, ""), (601, True, "no_order"), (600, False, "no_order")])
def test_2_6_warriors_within_10_cm_of_an_enemy_charge_without_an_order(x, leads, code):
    world = table(
        man("1.1.1", "warrior", 400, 500, leads=leads),
        man("1.1.2", "warrior", 500, 500),
        man("2.1.1", "askari", x, 500),
    )
    activate(world, "1.1", orders=0)
    assert refused(world, "1.1.2", "charge", gait="walk", path=way((570, 500)), target="2.1.1") == code


def test_10_2_a_neutral_is_charged_only_with_an_order():
    world = table(
        man("1.1.1", "warrior", 400, 500, leads=True),
        man("1.1.2", "warrior", 500, 500),
        man("2.1.1", "askari", 560, 560),
        man("2.2.1", "askari", 560, 500),
    )
    neutral = world.figure("2.2.1")
    neutral.seat = "third"
    world.state.sides["third"] = type(world.side("first"))(seat="third", number=3)
    activate(world, "1.1", orders=0)
    assert refused(world, "1.1.2", "charge", gait="walk", path=way((530, 500)), target="2.2.1") == "no_order"
    assert refused(world, "1.1.2", "charge", gait="walk", path=way((530, 530)), target="2.1.1") == ""


def test_10_2_a_neutral_in_contact_may_be_attacked_and_that_is_war():
    world = alone(enemy=(521, 500))
    world.side("first").war = world.side("second").war = ()
    act(world, "1.1.1", "attack", target="2.1.1")
    assert world.state.hostile("first", "second")
