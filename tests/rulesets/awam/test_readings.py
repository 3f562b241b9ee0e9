"""Every reading of a doubtful point, both ways (AWAM 11)."""

import pytest

from rulesets.awam import guns, melee, morale, phases, reloading, shooting
from rulesets.awam.geometry import Point
from rulesets.awam.state import Gun, Side, Squad
from rulesets.awam.tables import TABLES
from tests.rulesets.awam.fields import bush, man, table, told, wall


def read(key, *figures, other, **more):
    return table(*figures, readings={key: "other" if other else "chosen"}, **more)


def both(chosen, other):
    """A test for each answer, with what is to come out."""
    return pytest.mark.parametrize(("other", "expected"), [(False, chosen), (True, other)])


PAIR = (("1.1.1", "askari", 500, 500), ("2.1.1", "askari", 521, 500))


def pair(**more):
    return [man(*row, **more) for row in PAIR]


def test_11_every_reading_of_the_tables_is_tried_here():
    assert set(TABLES.readings) == {
        f"A{number}" for number in (1, 3, 4, 8, 10, 11, 15, 17, 18, 20, 22, 26, 28, 30, 33, 42, 43, 44, 45)
    }
    assert all(row.values == ("chosen", "other") for row in TABLES.readings.values())


@both(10, 0)
def test_a1_a_nought_in_melee(other, expected):
    world = read("A1", *pair(), other=other, dice=(10, 5))
    melee.fight(world, world.figure("1.1.1"), [world.figure("2.1.1")])
    assert told(world, "fight")[0]["their_die"] == expected


@both(True, False)
def test_a1_a_nought_of_a_cannon(other, expected):
    gun = Gun(id="g", seat="first", kind="cannon", at=Point(500, 500), target="point", aim=Point(1500, 500), shots=1)
    figures = (man("1.1.1", "gunner", 470, 500), man("2.1.1", "askari", 1900, 1900))
    world = read("A1", *figures, other=other, dice=(10, 6), guns={"g": gun})
    guns.shell(world, gun, world.figure("1.1.1"), "point", Point(1500, 500))
    assert told(world, "shell")[0]["hit"] is expected


def two_sides(*dice, key, other, groups=False):
    world = read(
        key,
        man("1.1.1", "askari", 0, 0, leads=True),
        man("1.2.1", "askari", 100, 0, leads=True),
        man("2.1.1", "askari", 900, 900, leads=True),
        other=other,
        dice=dice,
    )
    world.state.deck = ("first:1", "first:3", "second:2", "joker:1", "joker:2")
    world.state.phase, world.state.active = "pick", None
    if groups:
        world.state.sides["beasts"] = Side(seat="beasts", number=9, group=True, ready=True)
        world.state.squads["9.1"] = Squad(id="9.1", seat="beasts", started=1)
        beast = man("9.1.1", "warrior", 1500, 1500)
        beast.seat = "beasts"
        world.state.figures["9.1.1"] = beast
    return world


@both(2, 1)
def test_a3_when_all_have_been_activated_the_turn_ends(other, expected):
    world = two_sides(1, 3, 1, 3, key="A3", other=other)
    for squads in (("1.1", "1.2"), ("2.1",)):
        phases.draw(world)
        for squad in squads:
            phases.pick(world, squad)
            phases.settle(world)
    assert world.state.turn == expected


@both([3, 3], [3, 5])
def test_a4_an_ace_is_one_roll_for_all_or_one_each(other, expected):
    world = two_sides(1, 3, 5, key="A4", other=other)
    if not other:
        world._dice.left = [1, 3]
    phases.draw(world)
    found = []
    for squad in ("1.1", "1.2"):
        phases.pick(world, squad)
        found.append(world.state.active.left)
        phases.settle(world)
    assert found == expected


@both(1, 0)
def test_a8_an_irregular_marksman_who_reloads(other, expected):
    world = read("A8", man("1.1.1", "adventurer", 0, 0), other=other)
    assert reloading.added(world, world.figure("1.1.1")) == expected


@both([0, -2, -4], [0, -2, -2])
def test_a10_later_shots_of_a_repeater(other, expected):
    world = read("A10", man("1.1.1", "rifleman", 0, 0), man("2.1.1", "askari", 200, 0), other=other)
    one, two = world.figure("1.1.1"), world.figure("2.1.1")
    assert [shooting.aim(world, one, two, aimed=True, shot=n).sum for n in range(3)] == expected


@both([0, 0, 0], [0, -1, -2])
def test_a11_cover_and_the_chance_to_hit(other, expected):
    found = []
    for ground in ((), (bush(300, 0, 30),), (wall((280, -50), (280, 50)),)):
        world = read("A11", man("1.1.1", "askari", 0, 0), man("2.1.1", "askari", 300, 0), other=other, ground=ground)
        found.append(shooting.aim(world, world.figure("1.1.1"), world.figure("2.1.1"), aimed=True).sum)
    assert found == expected


@both([True, True, False], [False, True, False])
def test_a15_a_die_of_a_burst_that_beats_what_a_rifle_needs(other, expected):
    gun = Gun(id="g", seat="first", kind="machine_gun", at=Point(0, 0), crew=("1.1.1",))
    found = []
    for die in (12, 7, 6):
        figures = (man("1.1.1", "gunner_revolver", 0, 25), man("2.1.1", "askari", 600, 0))
        world = read("A15", *figures, other=other, guns={"g": gun}, dice=(1, 1, die, 6))
        guns.burst(world, gun, world.figure("1.1.1"), world.figure("2.1.1"))
        found.append(told(world, "burst")[0]["hit"])
    assert found == expected


@both(("tie", False), ("both", True))
def test_a17_equal_totals(other, expected):
    world = read("A17", *pair(), other=other, dice=(5, 5))
    melee.fight(world, world.figure("1.1.1"), [world.figure("2.1.1")])
    assert (told(world, "fight")[0]["result"], world.figure("1.1.1").blue) == expected
    assert world.figure("2.1.1").blue is other


@both(True, False)
def test_a18_friends_near_a_second_wound(other, expected):
    world = read(
        "A18", man("1.1.1", "askari", 0, 0, wounds=1), man("1.1.2", "askari", 60, 0), man("1.1.3", "askari", 700, 0),
        other=other,
    )  # fmt: skip
    shooting.wound(world, world.figure("1.1.1"), cause="fire")
    assert world.figure("1.1.1").fate == "dead"
    assert world.figure("1.1.2").blue is expected


@both("killed", "marker")
def test_a20_half_of_a_tiny_total(other, expected):
    world = read("A20", *pair(), other=other)
    assert melee.verdict(world, 2, 1) == expected
    assert melee.verdict(world, 4, 2) == "killed"


@both(True, False)
def test_a22_a_friend_breaks_out_of_sight(other, expected):
    world = read(
        "A22", man("1.1.1", "askari", 500, 500), man("1.1.2", "askari", 500, 545), man("2.1.1", "askari", 900, 400),
        other=other, ground=(wall((400, 522), (600, 522), "high_wall"),),
    )  # fmt: skip
    world.figure("1.1.2").at = Point(500, 549)
    world.figure("1.1.1").at = Point(500, 499)
    morale.breaks(world, world.figure("1.1.1"))
    assert world.figure("1.1.2").blue is expected


@both(1, 0)
def test_a26_a_capture_that_fails(other, expected):
    one = man("1.1.1", "askari", 500, 500)
    many = [man(f"2.1.{n}", "askari", *at) for n, at in ((1, (521, 500)), (2, (479, 500)), (3, (500, 521)))]
    world = read("A26", one, *many, other=other, dice=(7, 9, 5, 4))  # 5 against 9, 5 and 4: one scored more
    world.side("second").prisoners = "all"
    melee.fight(world, one, many)
    assert (one.captor, one.wounds) == ("", expected)


@both(True, False)
def test_a28_a_wound_in_melee_and_the_fall(other, expected):
    world = read("A28", *pair(), other=other, dice=(5, 8))
    melee.fight(world, world.figure("1.1.1"), [world.figure("2.1.1")])
    figure = world.figure("1.1.1")
    assert (figure.wounds, figure.prone) == (1, expected)


@both(2, 1)
def test_a30_the_umpires_groups_and_the_end_of_the_turn(other, expected):
    world = two_sides(1, 3, 1, 3, key="A30", other=other, groups=True)
    for squads in (("1.1", "1.2"), ("2.1",)):
        phases.draw(world)
        for squad in squads:
            phases.pick(world, squad)
            phases.settle(world)
    assert world.state.turn == expected


@both(["", "jam", "jam", "broken"], ["", "jam", "", "broken"])
def test_a33_three_alike_or_more(other, expected):
    rolls = ((4, 4, 2), (4, 4, 4, 2), (4, 4, 4, 4), (1, 1, 1, 4))
    assert [guns.jams(faces, exact=other) for faces in rolls] == expected
