"""Boats, boarders and swimmers (AWAM 3.3, 14.7)."""

import pytest

from rulesets.awam import boats, drill, melee
from rulesets.awam.geometry import Point
from rulesets.awam.state import Boat
from tests.rulesets.awam.fields import act, activate, box, man, offered, refused, table, told, way

RIVER = box("river", (0, 0), (2000, 900))


def afloat(*figures, at=(1000, 500), kind="boat", **more):
    """A boat of the second seat on a river that flows to +x."""
    boat = Boat(id="b", seat="second", kind=kind, at=Point(*at))
    others = more.pop("boats", {})
    return table(*figures, ground=(RIVER,), boats={"b": boat, **others}, current=(1, 0), **more)


def boarding(*more, dice=()):
    """One of the first seat has boarded a boat with two of the second and attacked the first of them."""
    world = afloat(
        man("1.1.1", "warrior", 1000, 500, aboard="b", leads=True),
        man("2.1.1", "askari", 1000, 500, aboard="b", leads=True),
        man("2.1.2", "askari", 1000, 500, aboard="b"),
        *more,
        dice=dice,
    )
    world.state.special["boarded"] = [["1.1.1", "2.1.1"]]
    return world


def test_14_7_aboard_only_who_charged_and_who_was_charged_are_in_contact():
    world = boarding()
    assert [one.id for one in world.touching(world.figure("1.1.1"))] == ["2.1.1"]
    assert not world.engaged(world.figure("2.1.2"))


def test_14_7_the_rest_aboard_may_attack_them_by_order():
    world = boarding()
    activate(world, "2.1")
    assert offered(world, "2.1.2", "attack", "target") == {"1.1.1"}
    act(world, "2.1.2", "attack", target="1.1.1")
    assert world.engaged(world.figure("2.1.2"))
    assert world.state.active.fights == [("2.1.2", "1.1.1")]
    world.state.active.left = 0
    world.figure("2.1.2").carded = False
    assert refused(world, "2.1.2", "attack", target="1.1.1") == "no_order"


def test_14_7_a_boarders_friend_aboard_may_attack_who_was_charged_and_nobody_else():
    world = boarding(man("1.1.2", "warrior", 1000, 500, aboard="b"))
    activate(world, "1.1")
    assert offered(world, "1.1.2", "attack", "target") == {"2.1.1"}
    assert refused(world, "1.1.2", "attack", target="2.1.2") == "no_such_target"


def test_14_7_who_is_aboard_another_boat_attacks_nobody_here():
    other = Boat(id="c", seat="second", kind="boat", at=Point(1000, 700))
    far = man("2.1.3", "askari", 1000, 700, aboard="c")
    world = boarding(far)
    world.state.boats["c"] = other
    activate(world, "2.1")
    assert refused(world, "2.1.3", "attack", target="1.1.1") == "no_such_target"


def test_10_5_the_drill_attacks_boarders():
    world = boarding(dice=(1, 1, 1, 1, 1, 1))
    activate(world, "2.1", orders=2)
    world.state.fought = [("1.1.1", "2.1.1")]
    for one in world.state.of("second"):
        one.firearms[0].rounds = 0
    drill.play(world)
    assert ("2.1.2", "1.1.1") in world.state.active.fights


def test_14_7_a_fourth_boards_nobody_whom_three_fight():
    world = boarding(
        *(man(f"1.1.{n}", "warrior", 1000, 500, aboard="b") for n in (2, 3)), man("1.1.4", "warrior", 1000, 905)
    )
    world.state.special["boarded"] += [["1.1.2", "2.1.1"], ["1.1.3", "2.1.1"]]
    world.state.boats["b"].at = Point(1000, 865)
    for one in world.state.figures.values():
        one.at = world.state.boats["b"].at if one.aboard else one.at
    activate(world, "1.1")
    assert refused(world, "1.1.4", "board", boat="b", target="2.1.1") == "three_on_one"
    assert refused(world, "1.1.4", "board", boat="b", target="2.1.2") == ""


def test_14_7_a_hostile_boat_is_boarded_by_a_charge():
    world = afloat(
        man("1.1.1", "warrior", 1000, 905, leads=True), man("2.1.1", "askari", 1000, 845, aboard="b"), at=(1000, 845)
    )
    activate(world, "1.1")
    assert refused(world, "1.1.1", "board", boat="b", target=None) == "boat_is_held"
    act(world, "1.1.1", "board", boat="b", target="2.1.1")
    assert world.state.active.fights == [("1.1.1", "2.1.1")]
    assert world.engaged(world.figure("2.1.1"))


@pytest.mark.parametrize(("y", "code"), [(930, ""), (931, "cannot_board")])
def test_14_7_aboard_from_land_within_3_cm_of_the_hull(y, code):
    world = afloat(man("1.1.1", "askari", 1000, y, leads=True), man("2.1.1", "askari", 1900, 1900), at=(1000, 870))
    activate(world, "1.1")
    assert refused(world, "1.1.1", "board", boat="b", target=None) == code


@pytest.mark.parametrize(("x", "code"), [(1062, ""), (1063, "cannot_board")])
def test_14_7_from_a_boat_that_touches(x, code):
    other = Boat(id="c", seat="first", kind="boat", at=Point(x, 500))
    world = afloat(
        man("1.1.1", "askari", x, 500, aboard="c", leads=True), man("2.1.1", "askari", 1900, 1900), boats={"c": other}
    )
    activate(world, "1.1")
    assert refused(world, "1.1.1", "board", boat="b", target=None) == code


def test_14_7_a_boat_holds_six_and_a_rider_counts_two():
    crew = [man(f"1.1.{n}", "askari", 1000, 870, aboard="b") for n in range(1, 6)]
    world = afloat(
        *crew,
        man("1.1.6", "lancer", 1000, 900),
        man("1.1.7", "askari", 1000, 900, leads=True),
        man("2.1.1", "askari", 1900, 1900),
        at=(1000, 870),
    )
    assert boats.room(world, world.state.boats["b"]) == 1
    activate(world, "1.1")
    assert refused(world, "1.1.6", "board", boat="b", target=None) == "cannot_board"
    assert refused(world, "1.1.7", "board", boat="b", target=None) == ""


@pytest.mark.parametrize(
    ("kind", "to", "far"),
    [
        ("boat", (1, 0), 150),
        ("boat", (-1, 0), 100),
        ("boat", (0, 1), 120),
        ("raft", (1, 0), 150),
        ("steamer", (1, 0), 250),
        ("steamer", (-1, 0), 180),
        ("small_steamer", (0, -1), 200),
    ],
)
def test_3_3_boats_with_against_and_across_the_current(kind, to, far):
    world = afloat(
        man("2.1.1", "askari", 1000, 450, aboard="b", leads=True),
        man("1.1.1", "askari", 1900, 1900),
        at=(1000, 450),
        kind=kind,
    )
    activate(world, "2.1")
    at = world.state.boats["b"].at
    ends = [(at.x + to[0] * d, at.y + to[1] * d) for d in (far, far + 1)]
    assert [refused(world, "2.1.1", "sail", path=way(end)) for end in ends] == ["", "too_far"]


def test_14_7_one_move_a_boat_and_card_and_passengers_have_not_acted_by_it():
    world = afloat(
        man("2.1.1", "askari", 1000, 500, aboard="b", leads=True),
        man("2.1.2", "askari", 1000, 500, aboard="b"),
        man("1.1.1", "askari", 1900, 1900),
    )
    activate(world, "2.1")
    act(world, "2.1.1", "sail", path=way((1100, 500)))
    passenger = world.figure("2.1.2")
    assert (passenger.at, passenger.acted, passenger.carded) == (Point(1100, 500), False, False)
    assert refused(world, "2.1.2", "sail", path=way((1150, 500))) == "cannot_sail"


def test_14_7_whoever_is_aboard_sails_it_unless_enemies_are_aboard_too():
    stranger = man("1.1.1", "askari", 1000, 500, aboard="b", leads=True)
    world = afloat(stranger, man("2.1.1", "askari", 1900, 1900))
    activate(world, "1.1")
    assert refused(world, "1.1.1", "sail", path=way((1100, 500))) == ""
    world.figure("2.1.1").aboard, world.figure("2.1.1").at = "b", Point(1000, 500)
    assert refused(world, "1.1.1", "sail", path=way((1100, 500))) == "cannot_sail"


def test_14_7_a_boat_stays_on_water_and_off_other_boats():
    other = Boat(id="c", seat="first", kind="boat", at=Point(1100, 500))
    world = afloat(
        man("2.1.1", "askari", 1000, 500, aboard="b", leads=True),
        man("1.1.1", "askari", 1900, 1900),
        boats={"c": other},
    )
    activate(world, "2.1")
    assert refused(world, "2.1.1", "sail", path=way((1050, 500))) == "in_the_way"
    world.state.boats["b"].at = Point(1000, 860)
    assert refused(world, "2.1.1", "sail", path=way((1000, 880))) == "no_water"


def test_14_7_ashore_within_3_cm_of_the_hull():
    world = afloat(
        man("2.1.1", "askari", 1000, 870, aboard="b", leads=True), man("1.1.1", "askari", 1900, 1900), at=(1000, 870)
    )
    activate(world, "2.1")
    assert refused(world, "2.1.1", "land", x=1000, y=931) == "too_far"
    act(world, "2.1.1", "land", x=1000, y=930)
    assert (world.figure("2.1.1").aboard, world.figure("2.1.1").at) == ("", Point(1000, 930))


def test_14_7_sunk_all_aboard_swim_and_neither_fire_nor_reload_nor_fight_with_a_weapon():
    world = afloat(
        man("2.1.1", "askari", 1000, 500, aboard="b", leads=True), man("1.1.1", "askari", 1000, 560), dice=(6, 5)
    )
    boats.sink(world, world.state.boats["b"])
    swimmer, enemy = world.figure("2.1.1"), world.figure("1.1.1")
    assert (swimmer.aboard, world.swims(swimmer)) == ("", True)
    activate(world, "2.1")
    assert refused(world, "2.1.1", "fire", target="1.1.1", shots=1, aimed=True) == "swims"
    swimmer.firearms[0].rounds = 0
    assert refused(world, "2.1.1", "reload", row="full", then=None) == "swims"
    world.state.ground = [box("river", (0, 0), (2000, 540))]
    melee.fight(world, swimmer, [enemy])
    assert (told(world, "fight")[0]["their_sides"], told(world, "fight")[0]["sides"]) == (6, 10)


def test_2_7_a_boat_that_was_holed_the_turn_before_sinks():
    world = afloat(man("2.1.1", "askari", 1000, 500, aboard="b"), man("1.1.1", "askari", 1900, 1900))
    boat = world.state.boats["b"]
    boat.sinks = 2
    boats.end_of_turn(world)
    assert boat.where == "table"
    world.state.turn = 2
    boats.end_of_turn(world)
    assert boat.where == "out"


@pytest.mark.parametrize(("kind", "cover"), [("boat", "light"), ("raft", "light"), ("steamer", "heavy")])
def test_14_2_cover_aboard(kind, cover):
    world = afloat(man("2.1.1", "askari", 1000, 500, aboard="b"), man("1.1.1", "askari", 1900, 1900), kind=kind)
    assert world.cover(world.figure("2.1.1"), Point(0, 0)) == cover
