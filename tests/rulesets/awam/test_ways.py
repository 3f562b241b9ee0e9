"""Ways that are put together by taps: where the next leg may lead, how long the way is, and who is led at all (AWAM 3.1, 14.5)."""

import pytest

from rulesets.awam import asking, geometry, pointing, ways
from rulesets.awam.geometry import Point
from rulesets.awam.state import Piece
from rulesets.contract import Action
from tests.rulesets.awam.fields import activate, man, table


def standing(*others, ground=(), **about):
    world = table(
        man("1.1.1", "askari", 1000, 1000, leads=True, **about),
        man("2.1.1", "askari", 1900, 1900),
        *others,
        ground=ground,
    )
    activate(world, "1.1")
    return world


def moving(gait="walk", path=(), **more):
    return Action(kind="move", arguments={"fig": "1.1.1", "gait": gait, "path": list(path), **more})


def test_places_are_offered_all_round_as_far_as_the_gait_goes():
    world = standing()
    offered = ways.onward(world, "first", moving(), "path")

    assert len(offered) == 12
    assert {geometry.length(Point(1000, 1000), Point(one["x"], one["y"])) for one in offered} <= {119, 120}


@pytest.mark.parametrize("gait", ["walk", "run"])
def test_whatever_is_offered_may_be_done(gait):
    thicket = Piece(id="b", kind="bush", shape="box", points=(Point(1050, 900), Point(1300, 1100)))
    wall = Piece(id="w", kind="low_wall", shape="line", points=(Point(950, 1060), Point(1100, 1060)))
    world = standing(man("1.1.2", "askari", 1000, 880), man("2.1.2", "askari", 900, 1000), ground=(thicket, wall))
    first = ways.onward(world, "first", moving(gait), "path")
    assert first
    for one in first:
        assert asking.check(world, "first", moving(gait, [one])) is None
        for other in ways.onward(world, "first", moving(gait, [one]), "path"):
            assert asking.check(world, "first", moving(gait, [one, other])) is None


def test_a_leg_over_difficult_ground_is_shorter_and_is_said_to_be_so():
    thicket = Piece(id="b", kind="bush", shape="box", points=(Point(1050, 900), Point(1300, 1100)))
    world = standing(ground=(thicket,))
    action = moving()
    east = next(one for one in ways.onward(world, "first", action, "path") if one["y"] == 1000 and one["x"] > 1000)
    (there,) = pointing.where(world, "first", action, "path", [east])

    assert east == {"x": 1090, "y": 1000}
    assert there.rough
    assert there.length == 90
    assert there.way == ((1000, 1000), (1090, 1000))


def test_a_second_leg_counts_from_the_first_and_a_whole_way_is_shown():
    world = standing()
    action = moving("run", [{"x": 1000, "y": 1100}])
    offered = ways.onward(world, "first", action, "path")
    found = pointing.where(world, "first", action, "path", offered)
    (whole,) = pointing.where(world, "first", moving("run"), "path", [[{"x": 1000, "y": 1100}, {"x": 1050, "y": 1100}]])

    assert {one.length for one in found} <= {199, 200}
    assert whole.way == ((1000, 1000), (1000, 1100), (1050, 1100))
    assert whole.length == 150


@pytest.mark.parametrize(
    ("seat", "action", "name"),
    [
        ("second", moving(), "path"),
        ("first", moving(), "gait"),
        ("first", Action(kind="move", arguments={"fig": "2.1.1", "gait": "walk", "path": []}), "path"),
        ("first", Action(kind="move", arguments={"fig": ["1.1.1"], "gait": "walk", "path": []}), "path"),
        ("first", Action(kind="move", arguments={"fig": "1.1.1", "gait": "fly", "path": []}), "path"),
        ("first", Action(kind="charge", arguments={"fig": "1.1.1", "gait": "run", "target": "2.1.1"}), "path"),
        ("first", moving("walk", [{"x": 1000, "y": 1120}]), "path"),
        ("first", moving("walk", [{"x": 1000, "y": 1000 + number} for number in range(1, 9)]), "path"),
    ],
)
def test_nothing_is_offered_to_others_nor_where_a_way_ends_nor_for_a_charge(seat, action, name):
    assert ways.onward(standing(), seat, action, name) == []


def test_a_hidden_enemy_bars_no_place_that_is_offered():
    world, other = standing(man("2.1.2", "askari", 1060, 1000, where="hidden")), standing()
    assert ways.onward(world, "first", moving(), "path") == ways.onward(other, "first", moving(), "path")


def test_a_charge_goes_straight_where_no_way_is_named():
    world = table(man("1.1.1", "askari", 1000, 1000, leads=True), man("2.1.1", "askari", 1100, 1000))
    activate(world, "1.1")
    action = Action(kind="charge", arguments={"fig": "1.1.1", "gait": "walk", "target": "2.1.1"})
    assert asking.check(world, "first", action) is None


def test_only_enemies_within_reach_are_offered_to_a_charge():
    world = table(
        man("1.1.1", "askari", 1000, 1000, leads=True),
        man("2.1.1", "askari", 1200, 1000),
        man("2.1.2", "askari", 1400, 1000),
    )
    activate(world, "1.1")
    (charge,) = [one for one in asking.menu(world, "first", "1.1.1") if one.kind == "charge"]
    assert charge.arguments["target"].values == ("2.1.1",)
