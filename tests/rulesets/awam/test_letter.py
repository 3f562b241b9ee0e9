"""The letter of the rules where it is easily missed: cards, orders, tests, gaits, the lance, contact, guns (AWAM 2 to 8, 14)."""

import pytest

from rulesets.awam import boats, guns, melee, moving, phases, rights, shooting
from rulesets.awam.geometry import Point
from rulesets.awam.state import Animal, Boat, Gun, Zone
from tests.rulesets.awam.fields import act, activate, box, bush, man, offered, refused, table, told, wall, way


def squad(*more, dice=(), **others):
    """A leader and a man in open ground, an enemy far away."""
    world = table(
        man("1.1.1", "askari", 500, 500, leads=True), man("1.1.2", "askari", 560, 500), man("2.1.1", "askari", 1500, 500),
        *more, dice=dice, **others,
    )  # fmt: skip
    activate(world, "1.1")
    return world


# --- 2 Cards and orders -----------------------------------------------------------------------------------------------


def ace(*dice):
    """An ace of the first seat, who has two squads; the first is being played."""
    world = table(
        man("1.1.1", "askari", 500, 500, leads=True), man("1.1.2", "askari", 530, 500),
        man("1.2.1", "askari", 500, 560, leads=True), man("1.2.2", "askari", 560, 560),
        man("2.1.1", "askari", 1900, 1900),
        dice=dice,
    )  # fmt: skip
    world.state.deck, world.state.active = ("first:1", "joker:1", "joker:2"), None
    phases.draw(world)
    phases.pick(world, "1.1")
    return world


def test_2_4_on_an_ace_a_runaway_whom_another_squads_leader_stopped_does_nothing_more():
    world = ace(1, 5)
    world.figure("1.2.2").broken = True
    act(world, "1.1.1", "rally", target="1.2.2")
    phases.settle(world)
    phases.pick(world, "1.2")
    assert refused(world, "1.2.2", "stand") == "acted_on_card"
    assert refused(world, "1.2.1", "lie") == ""


def test_2_4_whoever_joins_a_squad_after_his_own_has_acted_does_not_act_again_on_the_card():
    world = ace(1, 5)
    act(world, "1.1.2", "lie")
    phases.settle(world)
    phases.pick(world, "1.2")
    world.squad("1.1").halved = world.squad("1.2").halved = True
    act(world, "1.2.1", "join", squad="1.1")
    assert refused(world, "1.1.2", "stand") == "acted_on_card"
    assert refused(world, "1.1.1", "lie") == ""


def test_2_4_the_next_card_is_a_new_one_for_everybody():
    world = ace(1, 5, 1)
    act(world, "1.1.2", "lie")
    phases.settle(world)
    phases.pick(world, "1.2")
    phases.settle(world)
    world.state.deck, world.state.active, world.state.turn = ("first:2", "x:1"), None, 1
    world._dice.left[:] = [1, 5]
    phases.draw(world)
    assert not any(one.carded for one in world.state.figures.values())


@pytest.mark.parametrize(("orders", "spent", "left"), [(6, 1, 2), (5, 2, 1), (4, 3, 0), (1, 0, 1)])
def test_2_4_a_leader_lost_in_the_midst_halves_what_the_roll_gave(orders, spent, left):
    world = squad(man("1.1.3", "askari", 560, 560), man("1.1.4", "askari", 560, 620), dice=(1, 1))
    activate(world, "1.1", orders=orders)
    for key in ("1.1.2", "1.1.3", "1.1.4")[:spent]:
        act(world, key, "draw_blade") if not world.figure(key).drawn else act(world, key, "move", gait="walk", path=way((600, world.figure(key).at.y)))  # fmt: skip
    leader = world.figure("1.1.1")
    leader.blue, leader.regular, leader.wounds = True, False, 1
    act(world, "1.1.1", "move", gait="walk", path=way((520, 500)))
    assert leader.broken
    assert (world.state.active.halved, world.state.active.left) == (True, left)


def test_2_4_where_another_leader_is_near_nothing_is_halved():
    world = squad(man("1.2.1", "askari", 560, 440, leads=True), dice=(1,))
    leader = world.figure("1.1.1")
    leader.blue, leader.regular, leader.wounds = True, False, 1
    act(world, "1.1.1", "move", gait="walk", path=way((520, 500)))
    assert leader.broken
    assert (world.state.active.halved, world.state.active.left) == (False, 6)
    assert refused(world, "1.1.2", "move", gait="walk", path=way((600, 500))) == ""


def test_2_5_a_gallop_is_carried_on_at_any_slower_gait_that_is_open():
    world = table(man("1.1.1", "lancer", 500, 500, leads=True, pace=2), man("2.1.1", "askari", 1900, 1900), dice=(5,))
    activate(world, "1.1")
    act(world, "1.1.1", "move", gait="gallop", path=way((800, 500)))
    rider = world.figure("1.1.1")
    rider.carded, rider.pace = False, 2
    assert offered(world, "1.1.1", "carry_on", "gait") == {"gallop", "trot", "ride"}


@pytest.mark.parametrize(("more", "gait", "ground", "end"), [
    ({"prone": True}, "crawl", (), (580, 500)),
    ({}, "swim", (box("river", (0, 0), (2000, 900)),), (560, 500)),
])  # fmt: skip
def test_2_5_a_crawl_and_a_swim_are_carried_on(more, gait, ground, end):
    world = table(
        man("1.1.1", "askari", 500, 500, leads=True, **more), man("2.1.1", "askari", 1900, 1900), ground=ground
    )
    activate(world, "1.1")
    far = (end[0] - 500) // 2
    act(world, "1.1.1", "move", gait=gait, path=way((500 + far, 500)))
    world.figure("1.1.1").carded = False
    act(world, "1.1.1", "carry_on", gait=gait)
    assert world.figure("1.1.1").at == Point(*end)


def test_2_5_a_flight_is_no_ordered_movement_and_is_not_carried_on():
    world = squad()
    act(world, "1.1.2", "move", gait="walk", path=way((600, 500)))
    figure = world.figure("1.1.2")
    figure.broken = True
    moving.flee(world, figure)
    figure.broken = figure.carded = False
    assert refused(world, "1.1.2", "carry_on", gait="walk") == "not_moving"


def test_2_7_a_gun_whose_crew_was_never_activated_makes_its_reload_roll():
    crew = [man(f"1.1.{n}", "gunner", 470 if n == 1 else 500, 500 if n == 1 else 470) for n in (1, 2)]
    world = table(*crew, man("2.1.1", "askari", 1900, 1900), dice=(3, 4))
    gun = Gun(
        id="g",
        seat="first",
        kind="cannon",
        at=Point(500, 500),
        crew=("1.1.1", "1.1.2"),
        loaded=False,
        reload=2,
        reload_turn=0,
    )
    world.state.guns["g"] = gun
    phases._late_reloads(world)
    assert gun.reload == 5
    world.state.turn = 2
    world.squad("1.1").picked = 2
    phases._late_reloads(world)
    assert gun.reload == 5


# --- 3 Moves ----------------------------------------------------------------------------------------------------------


def test_3_2_a_rider_who_flees_at_the_gallop_has_made_a_move_and_does_not_slow():
    world = table(man("1.1.1", "lancer", 500, 500, broken=True), man("2.1.1", "askari", 300, 500))
    activate(world, "1.1")
    phases.settle(world)
    assert (world.figure("1.1.1").at, world.figure("1.1.1").pace) == (Point(900, 500), 3)


def test_3_2_who_charges_halts_even_where_he_kills_his_enemy():
    world = table(man("1.1.1", "lancer", 400, 500, pace=2, leads=True), man("2.1.1", "porter", 500, 500), dice=(1, 10))
    activate(world, "1.1")
    act(world, "1.1.1", "charge", gait="trot", path=way((470, 500)), target="2.1.1")
    phases.settle(world)
    assert (world.figure("2.1.1").fate, world.figure("1.1.1").pace) == ("dead", 0)


def test_3_2_two_horses_of_one_rider_are_two():
    world = table(man("1.1.1", "lancer", 500, 500, leads=True), man("2.1.1", "askari", 1900, 1900))
    world.state.animals["1.1.1.horse"] = Animal(id="1.1.1.horse", seat="first", kind="horse", at=Point(900, 900))
    activate(world, "1.1")
    act(world, "1.1.1", "dismount")
    assert sorted(one.at for one in world.state.animals.values()) == [Point(500, 500), Point(900, 900)]
    assert {key: one.id for key, one in world.state.animals.items()} == {key: key for key in world.state.animals}


def test_3_3_whoever_stands_on_a_wall_has_paid_for_it():
    world = squad(ground=(wall((600, 400), (600, 600)),))
    assert refused(world, "1.1.2", "move", gait="walk", path=way((600, 500), (640, 500))) == ""
    assert refused(world, "1.1.2", "move", gait="walk", path=way((600, 500), (641, 500))) == "too_far"


def test_3_3_pushing_brings_nobody_into_contact_with_an_enemy():
    crew = [
        man(f"1.1.{n}", "gunner", *at, leads=n == 1) for n, at in ((1, (470, 500)), (2, (500, 470)), (3, (500, 530)))
    ]
    world = table(*crew, man("2.1.1", "askari", 560, 530))
    gun = Gun(id="g", seat="first", kind="cannon", at=Point(500, 500), crew=tuple(one.id for one in crew))
    world.state.guns["g"] = gun
    activate(world, "1.1")
    assert refused(world, "1.1.1", "push", gun="g", path=way((538, 500))) == "contact_is_a_charge"
    act(world, "1.1.1", "push", gun="g", path=way((537, 500)))
    assert [one.at for one in crew] == [Point(507, 500), Point(537, 470), Point(537, 530)]


@pytest.mark.parametrize(
    ("kind", "arguments"), [("draw_blade", {}), ("lie", {}), ("attack", {"target": "2.1.1"}), ("stand", {})]
)
def test_3_3_a_swimmer_does_nothing_else(kind, arguments):
    world = squad(ground=(box("river", (0, 0), (2000, 900)),))
    world.figure("1.1.2").drawn, world.figure("1.1.2").prone = False, kind == "stand"
    assert refused(world, "1.1.2", kind, **arguments) == "swims"
    assert refused(world, "1.1.2", "move", gait="swim", path=way((580, 500))) == ""


# --- 4 Shooting -------------------------------------------------------------------------------------------------------


def test_4_4_an_order_given_does_not_change_what_the_leader_did_last():
    world = squad()
    world.figure("1.1.2").broken = True
    leader = world.figure("1.1.1")
    leader.ran = 1
    act(world, "1.1.1", "move", gait="run", path=way((540, 560)))
    act(world, "1.1.1", "rally", target="1.1.2")
    assert (leader.last, leader.last_gait) == ("move", "run")


def test_4_4_who_mounts_or_falls_has_not_run_in_his_last_action():
    world = squad(dice=(10,))
    figure = world.figure("1.1.2")
    figure.last_gait, figure.last_turn = "trot", 1
    act(world, "1.1.2", "move", gait="run", path=way((600, 500)))
    assert (figure.prone, figure.last_gait) == (True, "")
    world = squad()
    figure = world.figure("1.1.2")
    figure.last_gait, figure.last_turn = "run", 1
    world.state.animals["h"] = Animal(id="h", seat="first", kind="horse", at=Point(586, 500))
    act(world, "1.1.2", "mount", horse="h")
    assert figure.last_gait == ""


def test_4_4_a_throw_at_a_run_is_judged_with_the_yellow_marker_that_it_brings():
    world = table(man("1.1.1", "warrior", 500, 500, leads=True), man("2.1.1", "askari", 760, 500), dice=(6, 6, 6))
    activate(world, "1.1")
    said = {"missile": "javelin", "target": "2.1.1", "path": way((560, 500)), "at": 1}
    assert refused(world, "1.1.1", "throw_moving", gait="walk", **said) == "nil_chance"
    world.figure("2.1.1").at = Point(710, 500)
    assert refused(world, "1.1.1", "throw_moving", gait="walk", **said) == ""
    assert refused(world, "1.1.1", "throw_moving", gait="run", **said) == "nil_chance"


# --- 5 Hits -----------------------------------------------------------------------------------------------------------


def test_5_1_the_horse_of_a_rider_who_is_killed_stays():
    world = table(man("1.1.1", "askari", 500, 500), man("2.1.1", "lancer", 700, 500), dice=(6, 1))
    shooting.strike(world, world.figure("2.1.1"), Point(500, 500), 0, cause="fire")
    assert world.figure("2.1.1").fate == "dead"
    assert [(one.kind, one.at) for one in world.state.animals.values()] == [("horse", Point(700, 500))]


# --- 6 Melee ----------------------------------------------------------------------------------------------------------


def lancer(*more, dice=(), pace=1, **others):
    world = table(
        man("1.1.1", "lancer", 200, 500, pace=pace, leads=True),
        man("2.1.1", "warrior", 300, 466),
        *more,
        dice=dice,
        **others,
    )
    activate(world, "1.1")
    return world


def pass_by(world, gait="trot", target="2.1.1"):
    return refused(world, "1.1.1", "move", gait=gait, path=way((400, 500)), target=target)


def test_6_1_no_pass_at_one_whom_he_has_fought_this_turn_nor_with_a_prisoner_in_hand():
    world = lancer()
    assert pass_by(world) == ""
    world.state.fought = [("1.1.1", "2.1.1")]
    assert pass_by(world) == "no_such_target"
    world = lancer()
    world.figure("1.1.1").guards = "2.1.1"
    assert refused(world, "1.1.1", "move", gait="ride", path=way((310, 500)), target="2.1.1") == "may_not_charge"


def test_6_1_no_pass_at_one_whom_three_fight():
    world = lancer(*(man(f"1.2.{n}", "askari", *at) for n, at in ((1, (279, 466)), (2, (300, 445)), (3, (321, 466)))))
    assert pass_by(world) == "three_on_one"


def test_10_2_a_pass_at_a_neutral_is_war():
    world = lancer(dice=(5, 5))
    world.side("first").war = world.side("second").war = ()
    act(world, "1.1.1", "move", gait="trot", path=way((400, 500)), target="2.1.1")
    assert world.state.hostile("first", "second")


def test_6_1_one_round_a_pair_a_turn_whoever_comes_again():
    world = table(man("1.1.1", "warrior", 560, 500, leads=True, missiles=()), man("2.1.1", "porter", 500, 500))
    world.state.fought = [("1.1.1", "2.1.1")]
    activate(world, "1.1")
    act(world, "1.1.1", "charge", gait="walk", path=way((530, 500)), target="2.1.1")
    phases.settle(world)
    assert told(world, "fight") == []


@pytest.mark.parametrize(
    ("kind", "above"), [("low_wall", True), ("bank", True), ("high_wall", True), ("fence", False), ("hedge", False)]
)
def test_6_3_over_a_wall_or_a_bank_and_no_fence(kind, above):
    world = table(
        man("1.1.1", "askari", 500, 500), man("2.1.1", "askari", 521, 500), ground=(wall((510, 400), (510, 600), kind),)
    )
    found = melee.modifiers(world, world.figure("1.1.1"), world.figure("2.1.1"), attacked=True)
    assert ("above" in {row.key for row in found}) is above


def test_6_3_nobody_is_attacked_from_behind_by_one_whom_he_attacks():
    world = table(man("1.1.1", "askari", 500, 500, heading=(-1, 0)), man("2.1.1", "askari", 521, 500, broken=True))
    runaway = world.figure("2.1.1")
    runaway.at = Point(700, 500)
    moving.flee(world, runaway)
    assert runaway.start is None
    runaway.at, runaway.start = Point(521, 500), Point(700, 500)
    assert "behind" not in {row.key for row in melee.modifiers(world, world.figure("1.1.1"), runaway)}


def test_6_6_all_who_attack_weigh_on_the_test_and_only_who_came_is_shot_at():
    world = table(
        man("1.1.1", "warrior", 521, 500, leads=True, missiles=()), man("1.1.2", "warrior", 440, 500, missiles=()),
        man("2.1.1", "askari", 500, 500, leads=True, regular=False), man("2.1.2", "askari", 500, 560),
        dice=(6, 1, 12, 1, 5, 5, 5, 5),
    )  # fmt: skip
    activate(world, "1.1")
    act(world, "1.1.1", "attack", target="2.1.1")
    act(world, "1.1.2", "charge", gait="walk", path=way((470, 500)), target="2.1.1")
    melee.settle(world, world.state.active.fights)
    assert told(world, "stands")[0]["modifiers"]["attackers"] == -2
    assert [one["target"] for one in told(world, "shot")] == ["1.1.2"]


def test_6_7_no_capture_where_each_of_the_three_guards_somebody():
    places = ((521, 500), (479, 500), (500, 521))
    one, many = man("1.1.1", "askari", 500, 500), [man(f"2.1.{n}", "askari", *places[n - 1]) for n in (1, 2, 3)]
    world = table(one, *many, *(man(f"1.2.{n}", "askari", 900, 500 + 40 * n) for n in (1, 2, 3)), dice=(5, 6, 6, 6))
    world.side("second").prisoners = "all"
    for number in (1, 2, 3):
        kept = world.figure(f"1.2.{number}")
        kept.captor, kept.guard, many[number - 1].guards = "second", f"2.1.{number}", kept.id
    melee.fight(world, one, many)
    assert one.captor == ""
    assert [figure.guards for figure in many] == ["1.2.1", "1.2.2", "1.2.3"]


@pytest.mark.parametrize("kind", ["dervish", "dervish_gunner"])
def test_6_2_the_weapons_of_an_african_warrior_are_always_at_hand(kind):
    world = table(man("1.1.1", kind, 500, 500, leads=True, drawn=False), man("2.1.1", "askari", 900, 500))
    warrior = world.figure("1.1.1")
    assert melee.hand_die(warrior) == 8
    activate(world, "1.1")
    assert refused(world, "1.1.1", "draw_blade") == "no_blade"
    assert not shooting.blade_hinders(warrior)


# --- 7 Morale ---------------------------------------------------------------------------------------------------------


def shaken(**more):
    """He was to draw his blade, and the test has shaken him."""
    world = squad(dice=(1, 6), **more)
    figure = world.figure("1.1.2")
    figure.blue, figure.drawn, figure.firearms[0].rounds = True, False, 0
    act(world, "1.1.2", "draw_blade")
    assert told(world, "morale")[0]["result"] == "shaken"
    return world, figure


def test_7_1_shaken_he_may_still_reload_for_the_order_that_is_spent():
    world, figure = shaken()
    assert world.state.active.left == 5
    assert refused(world, "1.1.2", "lie") == "acted_on_card"
    act(world, "1.1.2", "reload", row="full", then=None)
    assert (figure.gun.rounds, world.state.active.left, figure.blue, figure.free) == (1, 5, True, False)
    assert refused(world, "1.1.2", "reload", row="full", then=None) == "acted_on_card"


def test_7_1_or_make_for_cover_without_another_test():
    world, figure = shaken(ground=(bush(500, 600, 40),))
    act(world, "1.1.2", "to_cover")
    assert figure.at != Point(560, 500)
    assert len(told(world, "morale")) == 1
    assert refused(world, "1.1.2", "to_cover") == "acted_on_card"


def test_7_1_or_load_his_gun():
    world = battery("cannon", dice=(1, 6), loaded=False)
    gunner = world.figure("1.1.2")
    gunner.blue = True
    act(world, "1.1.2", "lie")
    assert told(world, "morale")[0]["result"] == "shaken"
    assert rights.may_act(world, gunner)
    act(world, "1.1.2", "load_gun", gun="g")
    assert world.state.guns["g"].reload == 6


def test_7_1_who_breaks_is_owed_nothing():
    world = squad(dice=(1,))
    figure = world.figure("1.1.2")
    figure.blue, figure.drawn, figure.regular, figure.wounds = True, False, False, 1
    act(world, "1.1.2", "draw_blade")
    assert (figure.broken, figure.owed) == (True, False)


def test_7_2_of_two_leaders_in_a_squad_either_is_near_enough_to_join():
    world = squad(man("1.H", "head", 900, 900), man("1.2.1", "askari", 590, 500, leads=True))
    world.squad("1.1").halved = world.squad("1.2").halved = True
    assert offered(world, "1.H", "join", "squad") == {"1.2"}


@pytest.mark.parametrize(("kind", "far"), [("askari", 60), ("lancer", 60)])
def test_7_4_a_wounded_figure_flees_at_half_a_walk_mounted_or_not(kind, far):
    world = table(man("1.1.1", kind, 500, 500, wounds=1, broken=True), man("2.1.1", "askari", 300, 500))
    moving.flee(world, world.figure("1.1.1"))
    assert world.figure("1.1.1").at == Point(500 + far, 500)


def test_14_6_a_flight_pays_for_the_wall_it_crosses():
    world = table(
        man("1.1.1", "askari", 500, 500), man("2.1.1", "askari", 300, 500), ground=(wall((550, 300), (550, 700)),)
    )
    moving.flee(world, world.figure("1.1.1"))
    assert world.figure("1.1.1").at == Point(660, 500)


# --- 8 Guns -----------------------------------------------------------------------------------------------------------


def battery(kind="machine_gun", dice=(), crew=2, **more):
    places = ((470, 500), (500, 470), (500, 530))
    gunners = [man(f"1.1.{n}", "gunner_revolver", *places[n - 1], leads=n == 1) for n in range(1, crew + 1)]
    world = table(*gunners, man("2.1.1", "askari", 900, 500), dice=dice)
    world.state.guns["g"] = Gun(
        id="g", seat="first", kind=kind, at=Point(500, 500), crew=tuple(one.id for one in gunners), **more
    )
    activate(world, "1.1")
    return world


@pytest.mark.parametrize("flag", ["acted", "fired", "reloaded", "defended"])
def test_8_1_a_gunner_who_has_done_something_else_does_not_fire_and_the_other_halves_the_shots(flag):
    world = battery(dice=(2, 3, 1, 2))
    setattr(world.figure("1.1.2"), flag, True)
    assert refused(world, "1.1.2", "burst", target="2.1.1") in ("has_acted", "has_fired", "has_defended")
    act(world, "1.1.1", "burst", target="2.1.1")
    assert told(world, "burst")[0]["shots"] == 2


def test_8_1_whom_a_melee_holds_serves_no_gun():
    world = battery()
    world.state.figures["2.1.2"] = man("2.1.2", "askari", 500, 449)
    assert [one.id for one in guns.servers(world, world.state.guns["g"])] == ["1.1.1"]


def test_8_2_one_of_two_who_has_moved_leaves_too_few_for_the_cannon():
    world = battery("cannon")
    assert refused(world, "1.1.1", "shell", target="point", x=900, y=500) == ""
    world.figure("1.1.2").acted = True
    assert refused(world, "1.1.1", "shell", target="point", x=900, y=500) == "gun_not_ready"


def test_3_3_whoever_of_its_side_stands_by_a_cannon_and_an_animal_packs_it():
    world = battery("cannon")
    world.state.figures["1.1.9"] = man("1.1.9", "askari", 530, 500)
    world.state.animals["mule"] = Animal(id="mule", seat="first", at=Point(555, 500))
    act(world, "1.1.9", "pack", gun="g", animal="mule")
    assert world.state.guns["g"].packed == "mule"


@pytest.mark.parametrize(("level", "hits"), [(4, 1), (1, 1)])
def test_8_2_of_a_gun_that_is_damaged_one_of_all_at_it_is_hit_and_wrecked_only_who_is_within_3_cm(level, hits):
    crew = [man("2.1.1", "gunner", 930, 500), man("2.1.2", "gunner", 900, 532)]
    world = table(man("1.1.1", "gunner", 100, 500), *crew, dice=(level, 2, 6) if level == 4 else (level, 6))
    world.state.guns["h"] = Gun(id="h", seat="second", kind="cannon", at=Point(900, 500), crew=("2.1.1", "2.1.2"))
    guns._damage(world, world.state.guns["h"], world.figure("1.1.1"), "gun:h", Point(900, 500))
    assert [one["figure"] for one in told(world, "hit")] == (["2.1.2"] if level == 4 else ["2.1.1"])


# --- 14 Table ---------------------------------------------------------------------------------------------------------


def test_14_5_one_who_dies_on_the_way_leaves_by_no_edge():
    world = squad()
    world.state.exits["first"] = ("left",)
    figure = world.figure("1.1.2")
    figure.where, figure.fate, figure.at = "out", "dead", Point(0, 500)
    moving.leave(world, figure)
    assert figure.fate == "dead"


def test_14_5_a_charger_whose_target_dies_by_his_javelin_stops_on_nobody():
    world = table(
        man("1.1.1", "warrior", 500, 500, leads=True), man("1.1.2", "warrior", 560, 500), man("2.1.1", "porter", 620, 500),
        dice=(6, 1),
    )  # fmt: skip
    activate(world, "1.1")
    act(world, "1.1.1", "charge", gait="walk", path=way((560, 500), (590, 500)), target="2.1.1", missile="javelin", missile_target="2.1.1", at=1)  # fmt: skip
    assert world.figure("2.1.1").out
    assert world.figure("1.1.1").at == Point(599, 500)


def test_14_8_whoever_is_stopped_by_one_who_hides_stands_on_nobody():
    world = squad(man("1.1.3", "askari", 620, 500))
    world.figure("2.1.1").at, world.figure("2.1.1").where = Point(645, 500), "hidden"
    act(world, "1.1.2", "move", gait="walk", path=way((680, 500)))
    assert world.figure("2.1.1").where == "table"
    assert world.figure("1.1.2").at == Point(600, 500)


def test_14_6_in_cover_he_goes_1_cm_on_towards_its_middle():
    world = squad(ground=(bush(560, 540, 60), bush(560, 400, 20)))
    act(world, "1.1.2", "to_cover")
    assert world.figure("1.1.2").at == Point(560, 510)


def test_14_6_a_wall_lies_between_him_and_an_enemy_out_of_sight_too():
    world = squad(ground=(wall((600, 400), (600, 600)), box("building", (1000, 300), (1100, 700))))
    act(world, "1.1.2", "to_cover")
    assert world.figure("1.1.2").at == Point(585, 500)


def test_14_7_a_prisoner_goes_aboard_and_ashore_with_his_guard():
    river = box("river", (0, 0), (2000, 900))
    world = table(
        man("1.1.1", "askari", 1000, 905, leads=True), man("2.1.1", "askari", 1000, 926), man("2.1.2", "askari", 1900, 1900),
        ground=(river,), boats={"b": Boat(id="b", seat="first", kind="boat", at=Point(1000, 870), carries=2)},
    )  # fmt: skip
    melee.capture(world, world.figure("2.1.1"), [world.figure("1.1.1")])
    activate(world, "1.1")
    act(world, "1.1.1", "board", boat="b", target=None)
    taken, guard = world.figure("2.1.1"), world.figure("1.1.1")
    assert (taken.aboard, taken.at, boats.room(world, world.state.boats["b"])) == ("b", Point(1000, 870), 0)
    guard.carded = False
    act(world, "1.1.1", "land", x=1000, y=925)
    assert (taken.aboard, taken.at) == ("", Point(1021, 925))


def test_14_7_there_is_no_room_for_a_guard_without_his_prisoner():
    world = table(
        man("1.1.1", "askari", 1000, 905, leads=True, guards="2.1.1"),
        man("2.1.1", "askari", 1000, 926, captor="first", guard="1.1.1"),
        ground=(box("river", (0, 0), (2000, 900)),),
        boats={"b": Boat(id="b", seat="first", kind="boat", at=Point(1000, 870), carries=1)},
    )
    activate(world, "1.1")
    assert refused(world, "1.1.1", "board", boat="b", target=None) == "cannot_board"


def test_14_7_whom_a_sunk_boat_leaves_swims_and_does_not_stand_on_the_bank():
    crew = [man(f"2.1.{n}", "askari", 1000, 869, aboard="b") for n in range(1, 7)]
    world = table(
        *crew, man("1.1.1", "askari", 100, 1900), ground=(box("river", (0, 0), (2000, 900)),),
        boats={"b": Boat(id="b", seat="second", kind="boat", at=Point(1000, 869))},
    )  # fmt: skip
    boats.sink(world, world.state.boats["b"])
    assert all(world.swims(one) for one in crew)


def test_14_9_nobody_comes_on_in_contact_with_an_enemy():
    world = table(
        man("1.1.1", "askari", 0, 0, where="coming", leads=True), man("2.1.1", "askari", 130, 81),
        zones={"a": Zone(low=Point(100, 10), high=Point(130, 60))},
    )  # fmt: skip
    world.squad("1.1").strip = "a"
    phases.come_on(world, world.squad("1.1"))
    assert world.figure("1.1.1").at == Point(130, 30)
