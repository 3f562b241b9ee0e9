"""Machine gun, cannon and their crews, paragraph by paragraph (AWAM 3.3, 8)."""

import pytest

from rulesets.awam import ground, guns, melee, scoring
from rulesets.awam.geometry import Point
from rulesets.awam.state import Animal, Boat, Gun, Piece
from tests.rulesets.awam.fields import act, activate, box, man, offered, refused, table, told, wall


def gunnery(*more, kind="machine_gun", crew=2, dice=(), orders=6, **others):
    """A gun of the first seat at (500, 500), its crew west of it, whoever else."""
    places = ((470, 500), (500, 470), (500, 530))
    gunners = [man(f"1.1.{n}", "gunner_revolver", *places[n - 1], leads=n == 1) for n in range(1, crew + 1)]
    gun = Gun(
        id="g",
        seat="first",
        kind=kind,
        at=Point(500, 500),
        crew=tuple(one.id for one in gunners),
        **others.pop("gun", {}),
    )
    others.setdefault("guns", {"g": gun})
    if not any(one.seat == "second" for one in more):
        more = (*more, man("2.9.1", "askari", 1900, 1900))
    world = table(*gunners, *more, dice=dice, **others)
    activate(world, "1.1", orders=orders)
    return world


# --- 8.1 Who mans a gun -----------------------------------------------------------------------------------------------


def captors(*more, **others):
    """The crew is taken; two of the second seat stand at the gun."""
    world = gunnery(
        man("2.1.1", "askari", 530, 500, leads=True), man("2.1.2", "askari", 500, 530), *more, crew=1, **others
    )
    crew = world.figure("1.1.1")
    crew.at = Point(900, 900)
    guard = man("2.1.3", "askari", 925, 900)
    world.state.figures["2.1.3"] = guard
    melee.capture(world, crew, [guard])
    activate(world, "2.1")
    return world


def test_8_1_a_gun_whose_crew_is_taken_may_be_manned_by_its_captors():
    world = captors()
    assert world.state.guns["g"].crew == ()
    assert offered(world, "2.1.1", "man", "gun") == {"g"}
    act(world, "2.1.1", "man", gun="g")
    assert world.state.guns["g"].user == "second"


def test_8_1_who_mans_a_gun_does_not_own_it():
    world = captors()
    act(world, "2.1.1", "man", gun="g")
    gun = world.state.guns["g"]
    assert (gun.seat, gun.user) == ("first", "second")
    assert scoring.things_lost(world, "first") == 25
    assert scoring.things_lost(world, "second") == 0


def test_8_1_a_gun_won_back_is_used_by_its_owner_again():
    world = captors()
    act(world, "2.1.1", "man", gun="g")
    gun = world.state.guns["g"]
    for key in ("2.1.1", "2.1.2"):
        world.figure(key).where, world.figure(key).fate = "out", "dead"
    world.state.figures["1.2.1"] = man("1.2.1", "askari", 470, 500, leads=True)
    world.state.squads["1.2"] = type(world.squad("1.1"))(id="1.2", seat="first", started=1)
    activate(world, "1.2")
    act(world, "1.2.1", "man", gun="g")
    assert (gun.user, gun.joins) == ("first", ("1.2.1",))


def test_10_4_who_mans_a_gun_belongs_to_the_crew_from_the_next_card_on():
    world = gunnery(man("1.1.2", "askari", 500, 530), man("2.1.1", "askari", 700, 500), crew=1, dice=(4, 4, 2, 3, 5, 6))
    act(world, "1.1.2", "man", gun="g")
    assert [one.id for one in guns.servers(world, world.state.guns["g"])] == ["1.1.1"]
    guns.new_card(world)
    assert [one.id for one in guns.servers(world, world.state.guns["g"])] == ["1.1.1", "1.1.2"]


def test_8_1_a_gun_that_is_served_is_manned_by_nobody_else():
    world = gunnery(man("2.1.1", "askari", 530, 500, leads=True), crew=1)
    activate(world, "2.1")
    world.side("first").war = world.side("second").war = ()
    assert refused(world, "2.1.1", "man", gun="g") == "no_gun"


# --- 8.1 Machine gun --------------------------------------------------------------------------------------------------


def test_8_1_nobody_fires_in_the_turn_in_which_a_jam_was_tried():
    world = gunnery(man("2.1.1", "askari", 700, 500), gun={"jammed": True}, dice=(6,))
    act(world, "1.1.1", "repair", gun="g")
    assert not world.state.guns["g"].jammed
    assert refused(world, "1.1.2", "burst", target="2.1.1") == "gun_not_ready"


@pytest.mark.parametrize(("die", "cleared"), [(4, False), (5, True), (6, True)])
def test_8_1_a_jam_is_cleared_on_five_or_six_once_a_turn(die, cleared):
    world = gunnery(gun={"jammed": True}, dice=(die,), orders=0)
    act(world, "1.1.1", "repair", gun="g")
    assert world.state.guns["g"].jammed is not cleared
    assert refused(world, "1.1.2", "repair", gun="g") == ("nothing_to_mend" if cleared else "tried_already")


def test_8_1_a_burst_takes_the_turn_of_both_and_halves_its_shots_with_one():
    world = gunnery(man("2.1.1", "askari", 700, 500), dice=(2, 3, 1, 2, 1, 2, 1))
    act(world, "1.1.1", "burst", target="2.1.1")
    assert (world.figure("1.1.1").fired, world.figure("1.1.2").fired) == (True, True)
    assert told(world, "burst")[0]["shots"] == 5
    world = gunnery(man("2.1.1", "askari", 700, 500), crew=1, dice=(2, 3, 1, 2))
    act(world, "1.1.1", "burst", target="2.1.1")
    assert told(world, "burst")[0]["shots"] == 2


def test_8_1_everybody_within_5_cm_is_caught_the_hidden_too():
    world = gunnery(
        man("2.1.1", "askari", 700, 500),
        man("2.1.2", "askari", 750, 500, where="hidden"),
        man("1.2.1", "askari", 700, 550),
        man("2.1.3", "askari", 751, 500),
        dice=(1, 1, 12, 5, 6, 6, 6),
    )
    act(world, "1.1.1", "burst", target="2.1.1")
    assert {one["figure"] for one in told(world, "hit")} == {"2.1.1", "2.1.2", "1.2.1"}


def test_8_1_a_burst_needs_an_order_and_a_target_within_120_cm():
    world = gunnery(man("2.1.1", "askari", 1701, 500))
    assert refused(world, "1.1.1", "burst", target="2.1.1") == "no_such_target"
    world.figure("2.1.1").at = Point(1500, 500)
    assert refused(world, "1.1.1", "burst", target="2.1.1") == ""
    world.state.active.left = 0
    assert refused(world, "1.1.2", "burst", target="2.1.1") == "no_order"


@pytest.mark.parametrize("flag", ["defended", "moved_fast"])
def test_3_6_no_gun_is_reloaded_by_one_who_has_defended_himself_or_come_fast(flag):
    world = gunnery(gun={"loaded": False}, dice=(6,))
    setattr(world.figure("1.1.1"), flag, True)
    assert refused(world, "1.1.1", "load_gun", gun="g") == "cannot_reload"
    assert refused(world, "1.1.2", "load_gun", gun="g") == ""


def test_3_6_a_machine_gun_needs_6_of_two_and_fires_on_the_next_turn():
    world = gunnery(man("2.1.1", "askari", 700, 500), gun={"loaded": False}, dice=(6,), orders=0)
    act(world, "1.1.1", "load_gun", gun="g")
    assert world.state.guns["g"].loaded
    world.state.active.left = 6
    assert refused(world, "1.1.2", "burst", target="2.1.1") == "gun_not_ready"
    world.state.turn += 1
    assert refused(world, "1.1.2", "burst", target="2.1.1") == ""


def test_3_6_a_cannon_needs_8_and_two_of_its_crew():
    world = gunnery(kind="cannon", crew=2, gun={"loaded": False}, dice=(5, 3))
    act(world, "1.1.1", "load_gun", gun="g")
    assert (world.state.guns["g"].reload, world.state.guns["g"].loaded) == (5, False)
    world.state.turn += 1
    world.figure("1.1.1").carded = False
    act(world, "1.1.1", "load_gun", gun="g")
    assert world.state.guns["g"].loaded
    alone = gunnery(kind="cannon", crew=1, gun={"loaded": False})
    assert refused(alone, "1.1.1", "load_gun", gun="g") == "cannot_reload"


# --- 8.2 Cannon -------------------------------------------------------------------------------------------------------


def hut(x, y, radius=30, kind="hut"):
    return Piece(id="hut", kind=kind, shape="circle", points=(Point(x, y),), radius=radius)


def test_8_2_a_building_out_of_sight_is_no_target():
    ground = (hut(900, 500), wall((700, 400), (700, 600), "high_wall"))
    world = gunnery(kind="cannon", ground=ground)
    assert "piece:hut" not in offered(world, "1.1.1", "shell", "target")
    assert refused(world, "1.1.1", "shell", target="piece:hut") == "no_such_target"
    clear = gunnery(kind="cannon", ground=(hut(900, 500),))
    assert "piece:hut" in offered(clear, "1.1.1", "shell", "target")
    assert refused(clear, "1.1.1", "shell", target="piece:hut") == ""


def test_8_2_a_point_of_the_building_may_be_named():
    world = gunnery(kind="cannon", ground=(box("building", (900, 400), (1100, 600)),))
    assert refused(world, "1.1.1", "shell", target="piece:building", x=910, y=450) == ""
    assert refused(world, "1.1.1", "shell", target="piece:building", x=800, y=450) == "no_such_target"


def test_8_2_a_hut_that_falls_in_is_light_cover_and_difficult_ground():
    inside = man("2.1.1", "askari", 900, 500)
    world = gunnery(inside, kind="cannon", ground=(hut(900, 500),), dice=(6, 1, 5))
    act(world, "1.1.1", "shell", target="piece:hut")
    assert [piece.kind for piece in world.state.ground] == ["rubble"]
    assert world.cover(inside, Point(500, 500)) == "light"
    assert inside.wounds == 1


def test_8_2_where_a_part_of_a_building_has_fallen_in_it_covers_no_more():
    world = gunnery(kind="cannon", ground=(box("building", (900, 400), (1100, 600)),), dice=(6, 2))
    act(world, "1.1.1", "shell", target="piece:building", x=910, y=450)
    there, beyond = man("2.1.1", "askari", 910, 450), man("2.1.2", "askari", 1050, 550)
    assert world.cover(there, Point(500, 500)) == "light"
    assert world.cover(beyond, Point(500, 500)) == "heavy"


def breached():
    """A house of 20 cm by 20 cm whose west side has fallen in round the middle: what is left is a wall east of it, and north and south."""
    world = gunnery(kind="cannon", ground=(box("building", (900, 400), (1100, 600)),), dice=(6, 1))
    act(world, "1.1.1", "shell", target="piece:building", x=900, y=500)
    assert [piece.kind for piece in world.state.ground] == ["building", "rubble"]
    return world


@pytest.mark.parametrize(
    ("a", "b", "free"),
    [
        ((850, 500), (940, 500), True),  # into the breach
        ((850, 470), (850, 530), True),  # past the house
        ((880, 460), (920, 545), True),  # through the breach alone
        ((850, 500), (1150, 500), False),  # through the breach and what stands behind it
        ((850, 420), (1150, 420), False),  # through what stands
        ((850, 500), (970, 500), True),  # at one close to the breach, as at a window
        ((850, 500), (1000, 500), False),  # at one deep inside
        ((930, 500), (1000, 500), False),  # from the breach at one deep inside
        ((930, 500), (1150, 500), False),  # from the breach through the house
    ],
)
def test_8_2_sight_is_free_where_a_part_of_a_building_has_fallen_in(a, b, free):
    world = breached()
    assert world.clear(Point(*a), Point(*b)) is free
    assert world.clear(Point(*b), Point(*a)) is free


@pytest.mark.parametrize(
    ("a", "b", "paid"),
    [
        ((850, 500), (930, 500), 0),  # over the rubble
        ((930, 500), (1000, 500), 40),  # from it into what stands
        ((850, 500), (1000, 500), 40),
        ((850, 500), (1150, 500), 80),  # in, and out on the other side
        ((850, 420), (930, 420), 40),  # where the wall stands
    ],
)
def test_8_2_into_what_has_fallen_in_one_walks_without_crossing_a_wall(a, b, paid):
    world = breached()
    assert ground.crossings(world.state.ground, Point(*a), Point(*b)) == paid


@pytest.mark.parametrize(("b", "bars"), [((930, 500), False), ((960, 500), True)])
def test_8_2_a_rider_gets_into_what_has_fallen_in_but_not_into_what_stands(b, bars):
    found = ground.barred(breached().state.ground, Point(850, 500), Point(*b), mounted=True, climbs=False)
    assert (found is not None) is bars


def test_8_2_nobody_rests_his_weapon_in_a_house_where_it_has_fallen_in():
    world = breached()
    assert not ground.rests(world.state.ground, Point(930, 500), Point(500, 500))
    assert ground.rests(world.state.ground, Point(1050, 550), Point(500, 500))


def test_8_2_a_damaged_building_is_light_cover_and_a_second_time_it_falls_in():
    world = gunnery(man("2.1.1", "askari", 900, 500), kind="cannon", ground=(hut(900, 500),), dice=(6, 4, 6, 5, 6))
    act(world, "1.1.1", "shell", target="piece:hut")
    assert world.cover(world.figure("2.1.1"), Point(500, 500)) == "light"
    assert world.figure("2.1.1").blue
    world.state.turn += 1
    world.state.guns["g"].loaded = True
    for one in world.state.of("first"):
        one.carded = one.fired = False
    act(world, "1.1.1", "shell", target="piece:hut")
    assert [piece.kind for piece in world.state.ground] == ["rubble"]


def shells(world, *points):
    """The dice of shots at points, one after the other."""
    gun, found = world.state.guns["g"], []
    for point in points:
        found.append(guns.shell_die(gun, "point", Point(*point)))
        guns.shell(world, gun, world.figure("1.1.1"), "point", Point(*point))
    return found


def test_8_2_a_point_is_the_same_target_within_5_cm_of_the_one_first_named():
    world = gunnery(kind="cannon", dice=(1, 1, 1))
    assert shells(world, (1500, 500), (1550, 500), (1500, 550)) == [6, 10, 12]


def test_8_2_a_new_point_is_a_new_target():
    world = gunnery(kind="cannon", dice=(1, 1, 1, 1))
    assert shells(world, (1500, 500), (1500, 551), (1500, 551), (1500, 500)) == [6, 6, 10, 6]


def test_8_2_all_in_contact_with_the_gun_have_then_fired():
    helper = man("1.1.9", "askari", 478, 522)
    world = gunnery(helper, kind="cannon", dice=(1,))
    act(world, "1.1.1", "shell", target="point", x=1500, y=500)
    assert helper.fired


def test_8_2_figures_near_the_muzzle_forbid_the_shot():
    world = gunnery(man("2.1.1", "askari", 650, 530), kind="cannon")
    assert refused(world, "1.1.1", "shell", target="point", x=1500, y=500) == "muzzle_blocked"
    world.figure("2.1.1").at = Point(650, 531)
    assert refused(world, "1.1.1", "shell", target="point", x=1500, y=500) == ""


@pytest.mark.parametrize(
    ("die", "hit", "marked"),
    [(1, {"2.1.1", "2.1.2"}, set()), (4, {"2.1.1"}, set()), (6, set(), {"2.1.1", "2.1.2"})],
)
def test_8_2_the_table_of_a_point(die, hit, marked):
    near = (man("2.1.1", "askari", 800, 530), man("2.1.2", "askari", 800, 550), man("2.1.3", "askari", 800, 551))
    world = gunnery(*near, kind="cannon", dice=(6, die, 6, 6))
    act(world, "1.1.1", "shell", target="point", x=800, y=500)
    assert {one["figure"] for one in told(world, "hit")} == hit
    assert {one.id for one in near if one.blue} == hit | marked


def test_8_2_a_blast_that_only_shakes_is_war_too():
    world = gunnery(man("2.1.1", "askari", 800, 530), kind="cannon", dice=(6, 6))
    world.side("first").war = world.side("second").war = ()
    act(world, "1.1.1", "shell", target="point", x=800, y=500)
    assert world.state.hostile("first", "second")


@pytest.mark.parametrize(("die", "sinks", "damaged", "hits"), [(3, 2, False, 0), (4, 0, True, 2), (6, 0, False, 0)])
def test_8_2_the_table_of_a_boat(die, sinks, damaged, hits):
    river = box("river", (700, 0), (1300, 2000))
    crew = [man(f"2.1.{n}", "askari", 800, 500, aboard="b") for n in (1, 2, 3)]
    boat = Boat(id="b", seat="second", kind="boat", at=Point(800, 500))
    world = gunnery(
        *crew, kind="cannon", ground=(river,), boats={"b": boat}, dice=(6, die, *((1, 6, 1, 6) if hits else ()))
    )
    act(world, "1.1.1", "shell", target="boat:b")
    assert (boat.sinks, boat.damaged, len(told(world, "hit"))) == (sinks, damaged, hits)
    assert die != 6 or all(one.blue for one in crew)


def test_8_2_a_second_damage_holes_a_boat():
    boat = Boat(id="b", seat="second", kind="boat", at=Point(800, 500), damaged=True)
    world = gunnery(kind="cannon", ground=(box("river", (700, 0), (1300, 2000)),), boats={"b": boat}, dice=(6, 5))
    act(world, "1.1.1", "shell", target="boat:b")
    assert boat.sinks == 2


@pytest.mark.parametrize(
    ("die", "broken", "damaged", "hits"), [(2, True, False, 1), (5, False, True, 1), (6, False, False, 0)]
)
def test_8_2_the_table_of_a_gun(die, broken, damaged, hits):
    other = Gun(id="h", seat="second", kind="cannon", at=Point(800, 500), crew=("2.1.1",))
    mine = Gun(id="g", seat="first", kind="cannon", at=Point(500, 500), crew=("1.1.1", "1.1.2"))
    dice = (6, die, *({2: (6,), 5: (1, 6)}.get(die, ())))
    world = gunnery(man("2.1.1", "gunner", 830, 500), kind="cannon", guns={"g": mine, "h": other}, dice=dice)
    act(world, "1.1.1", "shell", target="gun:h")
    assert (other.broken, other.damaged, len(told(world, "hit"))) == (broken, damaged, hits)
    assert die != 6 or world.figure("2.1.1").blue


# --- 3.3 Moved by hand, packed ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("crew", "code"), [(2, "too_few_hands"), (3, "")])
def test_3_3_three_push_a_cannon_4_cm_and_all_have_acted(crew, code):
    world = gunnery(kind="cannon", crew=crew)
    assert refused(world, "1.1.1", "push", gun="g", path=[{"x": 540, "y": 500}]) == code
    if not code:
        assert refused(world, "1.1.1", "push", gun="g", path=[{"x": 541, "y": 500}]) == "too_far"
        act(world, "1.1.1", "push", gun="g", path=[{"x": 540, "y": 500}])
        assert all(one.carded for one in world.state.of("first"))
        assert world.state.guns["g"].at == Point(540, 500)


def test_3_3_a_cannon_is_not_pushed_over_difficult_ground_and_a_machine_gun_by_two():
    ground = (box("marsh", (520, 400), (700, 600)),)
    assert refused(gunnery(ground=ground), "1.1.1", "push", gun="g", path=[{"x": 540, "y": 500}]) == "difficult_ground"
    assert refused(gunnery(), "1.1.1", "push", gun="g", path=[{"x": 540, "y": 500}]) == ""


def test_3_3_a_cannon_is_packed_moves_with_its_animal_and_does_not_fire_on_the_turn_it_is_unpacked():
    mule = Animal(id="mule", seat="first", at=Point(444, 500))
    world = gunnery(kind="cannon", crew=3, animals={"mule": mule})
    act(world, "1.1.1", "pack", gun="g", animal="mule")
    gun = world.state.guns["g"]
    assert (gun.packed, guns.place(world, gun)) == ("mule", mule.at)
    world.figure("1.1.1").carded = False
    act(world, "1.1.1", "unpack", gun="g", animal="mule")
    assert gun.packed == ""
    assert not guns.ready(world, gun)
    world.state.turn += 1
    gun.at = Point(500, 500)
    assert guns.ready(world, gun)


def test_17_3_a_packed_gun_is_taken_where_its_animal_is():
    mule = Animal(id="mule", seat="first", at=Point(1500, 1500))
    taker = man("2.1.1", "askari", 1530, 1500)
    world = gunnery(taker, kind="cannon", gun={"packed": "mule"}, animals={"mule": mule})
    assert scoring.things_lost(world, "first") == 20 + 2
    taker.at = Point(530, 500)
    world.figure("1.1.1").at = world.figure("1.1.2").at = Point(100, 100)
    assert scoring.things_lost(world, "first") == 0
