"""Hidden figures: nobody learns of them, and they lose the hiding by what they do (AWAM 14.8, 18.2)."""

import pytest

from rulesets.awam import asking, geometry, markers, moving
from rulesets.awam.acts import common
from rulesets.awam.acts.index import ACTS
from rulesets.awam.geometry import Point
from rulesets.awam.ruleset import Awam
from rulesets.awam.state import encoded
from rulesets.contract import Action
from tests.rulesets.awam.fields import Told, act, activate, bush, man, offered, refused, table, told, wall, way
from tests.rulesets.kit import dice_of


def ambush(*dice):
    """A raider in the open, one in the bush near him, and an enemy far off."""
    return table(
        man("1.1.1", "warrior", 500, 500),
        man("1.1.2", "warrior", 560, 500, where="hidden"),
        man("2.1.1", "askari", 1500, 1500),
        ground=(bush(560, 500, 60),),
        dice=dice,
    )


def test_a_blue_marker_of_a_hidden_friend_is_told_to_his_own_seat_alone():
    world = ambush()
    markers.shake(world, [world.figure("1.1.1"), world.figure("1.1.2")], world.figure("2.1.1"), "killed")
    told = [(one.data["figures"], one.audience.seats) for one in world.happenings]
    assert told == [(["1.1.2"], ("first",)), (["1.1.1"], None)]


def test_a_happening_that_names_a_hidden_leader_is_private():
    world = ambush()
    world.tell("rallied", "AWAM 7.4", figure="1.1.1", leader="1.1.2")
    assert [one.audience.seats for one in world.happenings] == [("first",)]


def test_picking_a_squad_that_hides_says_no_more_than_that_there_is_one():
    ruleset, world = Awam(), ambush(4)
    activate(world, "1.1")
    world.state.active.squad, world.state.phase = "", "pick"
    world.state.squads["1.2"] = world.state.squads["1.1"]
    step = ruleset.apply(encoded(world.state), {"first": Action(kind="pick", arguments={"squad": "1.1"})}, dice_of("x"))
    assert step.audiences["first"].seats == ("first",)
    assert step.audiences["first"].others == {}


def test_the_orders_left_of_a_squad_that_hides_are_not_asked_aloud():
    world = ambush()
    activate(world, "1.1", orders=5)
    assert "left" not in asking.asks(world)[0].data
    world.figure("1.1.2").where = "table"
    assert asking.asks(world)[0].data["left"] == 5


def test_what_is_rolled_for_a_hidden_figure_leaves_no_gap_between_open_rolls():
    world = ambush(3, 3, 3)
    first = world.roll(1, 6, "morale", "2.1.1").address
    hidden = world.roll(1, 6, "morale", "1.1.2").address
    second = world.roll(1, 6, "morale", "2.1.1").address
    assert (first.split("/")[1], second.split("/")[1]) == ("n1", "n2")
    assert "hidden" in hidden


def test_any_act_but_lying_reloading_and_a_crawl_in_cover_shows_him():
    world = ambush()
    activate(world, "1.1")
    common.perform(world, ACTS["lie"], world.figure("1.1.2"), {"fig": "1.1.2"})
    assert world.figure("1.1.2").where == "hidden"
    world.figure("1.1.2").carded = False
    common.perform(world, ACTS["stand"], world.figure("1.1.2"), {"fig": "1.1.2"})
    assert world.figure("1.1.2").where == "table"


def test_who_runs_is_seen():
    world = ambush()
    world.figure("1.1.2").broken = True
    moving.flee(world, world.figure("1.1.2"))
    assert world.figure("1.1.2").where == "table"


def test_a_hidden_enemy_holds_nobody_in_melee():
    world = ambush()
    world.figure("2.1.1").at = Point(581, 500)
    assert not world.engaged(world.figure("2.1.1"))


def test_a_javelin_is_not_thrown_through_a_friend_nor_at_one():
    world = table(
        man("1.1.1", "warrior", 0, 0),
        man("1.1.2", "warrior", 40, 0),
        man("2.1.1", "askari", 90, 0),
        dice=(),
    )
    activate(world, "1.1")
    figure = world.figure("1.1.1")
    codes = [
        common.judge(world, ACTS["throw"], figure, {"fig": "1.1.1", "missile": missile, "target": target}).code
        for missile, target in (("javelin", "2.1.1"), ("javelin", "1.1.2"), ("uisa", "2.1.1"))
    ]
    assert codes == ["no_line_of_fire", "own_figure", "no_missile"]
    assert isinstance(world._dice, Told)


def test_a_word_is_said_once_in_an_activation():
    world = ambush()
    activate(world, "2.1")
    word = Action(kind="declare", arguments={"seat": "first", "word": "peace"})
    assert asking.check(world, "second", word) is None
    asking.answer(world, "second", word)
    assert asking.check(world, "second", word).code == "declared_already"


# --- 14.8, sentence by sentence ------------------------------------------------------------------------------------------


def alone_in(*ground, at=(560, 500), enemy=(1500, 1500), dice=(), **more):
    """One who lies hidden, leader of his squad, and an enemy."""
    world = table(
        man("1.1.1", "askari", *at, where="hidden", leads=True, **more),
        man("2.1.1", "askari", *enemy),
        ground=ground or (bush(560, 500, 60),),
        dice=dice,
    )
    activate(world, "1.1")
    return world


def test_14_8_who_hides_sees_as_usual():
    world = alone_in(enemy=(900, 500))
    assert offered(world, "1.1.1", "fire", "target") == {"2.1.1"}


@pytest.mark.parametrize(
    ("path", "where"),
    [
        ([(590, 500)], "hidden"),
        ([(595, 500), (605, 500)], "hidden"),
        ([(620, 500)], "hidden"),
        ([(621, 500)], "table"),  # out of the bush
        ([(623, 500), (615, 500)], "table"),  # out of it and back
    ],
)
def test_14_8_a_crawl_hides_him_while_all_of_it_stays_inside_one_piece(path, where):
    world = alone_in(at=(605, 500), prone=True)
    act(world, "1.1.1", "move", gait="crawl", path=way(*path))
    assert world.figure("1.1.1").where == where


def test_14_8_a_crawl_from_one_piece_to_another_over_the_open_shows_him():
    world = alone_in(bush(560, 500, 20), bush(605, 500, 20), at=(575, 500), prone=True)
    act(world, "1.1.1", "move", gait="crawl", path=way((590, 500)))
    assert world.figure("1.1.1").where == "table"


def test_14_8_no_other_gait_hides_him_though_it_stays_inside():
    world = alone_in()
    act(world, "1.1.1", "move", gait="walk", path=way((570, 500)))
    assert world.figure("1.1.1").where == "table"


def test_14_8_who_falls_as_he_breaks_into_a_run_is_seen():
    world = alone_in(dice=(10,))
    act(world, "1.1.1", "move", gait="run", path=way((570, 500)))
    assert (world.figure("1.1.1").where, world.figure("1.1.1").at) == ("table", Point(560, 500))


@pytest.mark.parametrize(("x", "where"), [(545, "hidden"), (595, "table")])
def test_14_8_a_crawl_is_carried_on_unseen_inside_the_piece(x, where):
    world = alone_in(at=(x, 500), prone=True)
    figure = world.figure("1.1.1")
    figure.last, figure.last_gait, figure.last_turn, figure.last_leg = "move", "crawl", world.state.turn, (20, 0)
    act(world, "1.1.1", "carry_on", gait="crawl")
    assert figure.where == where


def test_14_8_reloading_hides_him_and_the_shot_after_it_does_not():
    for then, faces, where in ((None, (6,), "hidden"), ("2.1.1", (6, 6, 12, 6), "table"), ("2.1.1", (6, 1), "hidden")):
        world = alone_in(enemy=(900, 500), dice=faces)
        world.figure("1.1.1").firearms[0].rounds = 0
        act(world, "1.1.1", "reload", row="full", then=then)
        assert world.figure("1.1.1").where == where


def test_14_8_an_order_given_to_a_runaway_is_no_action_of_the_hidden_leader():
    for orders, where in ((1, "hidden"), (0, "table")):
        world = table(
            man("1.1.1", "askari", 560, 500, where="hidden", leads=True),
            man("1.1.2", "askari", 620, 500, broken=True),
            man("2.1.1", "askari", 1500, 1500),
            ground=(bush(560, 500, 40),),
        )
        activate(world, "1.1", orders=orders)
        act(world, "1.1.1", "rally", target="1.1.2")
        assert (world.figure("1.1.1").where, world.figure("1.1.2").broken) == (where, False)


def test_14_8_he_who_hides_and_ends_an_action_near_finds_another_and_is_not_found_by_it():
    world = alone_in(enemy=(640, 500))
    world.figure("2.1.1").where = "hidden"
    act(world, "1.1.1", "lie")
    assert (world.figure("1.1.1").where, world.figure("2.1.1").where) == ("hidden", "table")


def test_14_8_nobody_is_found_through_a_wall():
    world = alone_in(wall((600, 300), (600, 700), "high_wall"), enemy=(640, 500))
    activate(world, "2.1")
    world.figure("2.1.1").role = "leader"
    act(world, "2.1.1", "lie")
    assert world.figure("1.1.1").where == "hidden"


def test_14_8_a_friend_who_ends_his_action_beside_him_does_not_show_him():
    world = ambush()
    activate(world, "1.1")
    act(world, "1.1.1", "lie")
    assert world.figure("1.1.2").where == "hidden"


def test_14_8_of_two_who_hide_he_stops_before_the_one_whom_he_meets_first():
    """The nearer of two middles may be met later, where it lies aside."""
    world = table(
        man("1.1.1", "askari", 500, 500, leads=True),
        man("2.1.1", "warrior", 540, 519, where="hidden"),
        man("2.1.2", "warrior", 545, 500, where="hidden"),
    )
    activate(world, "1.1")
    act(world, "1.1.1", "move", gait="walk", path=way((600, 500)))
    assert world.figure("1.1.1").at == Point(525, 500)
    assert [one["by"] for one in told(world, "stopped")] == ["2.1.2"]


@pytest.mark.parametrize("gait", ["walk", "run"])
def test_14_8_a_charge_stops_at_one_who_hides_on_its_way(gait):
    world = table(
        man("1.1.1", "askari", 500, 500, leads=True, ran=1),
        man("2.1.1", "warrior", 600, 500),
        man("2.1.2", "warrior", 550, 510, where="hidden"),
    )
    activate(world, "1.1")
    act(world, "1.1.1", "charge", gait=gait, path=way((580, 500)), target="2.1.1")
    assert world.figure("2.1.2").where == "table"
    assert geometry.squared(world.figure("1.1.1").at, Point(550, 510)) >= 20**2
    assert not told(world, "charged")


def worlds_with_and_without(*, x=620, y=500):
    """An enemy of a hidden warrior, and the same where there is none."""
    found = []
    for where in ("hidden", "coming"):
        world = table(
            man("1.1.1", "askari", 500, 500, leads=True, missiles=("javelin",)),
            man("1.1.2", "askari", 470, 540),
            man("2.1.1", "warrior", 900, 500),
            man("2.2.1", "warrior", x, y, where=where),
            ground=(bush(620, 500, 60),),
        )
        activate(world, "1.1")
        found.append(world)
    return found


def test_14_8_menu_and_check_of_others_leave_them_out():
    with_him, without = worlds_with_and_without()
    assert list(asking.menu(with_him, "first", None)) == list(asking.menu(without, "first", None))
    for kind, arguments in (
        ("fire", {"fig": "1.1.1", "target": "2.2.1", "shots": 1, "aimed": True}),
        ("charge", {"fig": "1.1.1", "gait": "walk", "path": [{"x": 600, "y": 500}], "target": "2.2.1"}),
        ("throw", {"fig": "1.1.1", "missile": "javelin", "target": "2.2.1"}),
        ("move", {"fig": "1.1.1", "gait": "walk", "path": [{"x": 620, "y": 500}]}),
        ("fire", {"fig": "1.1.2", "target": "2.1.1", "shots": 1, "aimed": False}),
    ):
        action = Action(kind=kind, arguments=arguments)
        assert asking.check(with_him, "first", action) == asking.check(without, "first", action)


def test_14_8_the_nearest_hostile_of_others_is_one_whom_they_see():
    for world in worlds_with_and_without():
        figure = world.figure("1.1.2")
        assert moving.nearest_threat(world, figure).id == "2.1.1"
        world.state.active.left = 0
        assert offered(world, "1.1.2", "fire", "target") == {"2.1.1"}


def test_14_8_who_appears_without_an_order_fires_at_the_nearest_without_aiming():
    world = table(
        man("1.1.1", "askari", 900, 900, leads=True),
        man("1.1.2", "askari", 560, 500, where="hidden"),
        man("2.1.1", "askari", 660, 500),
        dice=(12, 6),
    )
    activate(world, "1.1", orders=0)
    assert refused(world, "1.1.2", "fire", target="2.1.1", shots=1, aimed=True) == "no_order"
    act(world, "1.1.2", "fire", target="2.1.1", shots=1, aimed=False)
    assert world.figure("1.1.2").where == "table"
    assert [one["aimed"] for one in told(world, "shot")] == [False]


def test_14_8_a_card_of_a_squad_that_hides_shows_others_only_a_squad():
    world = ambush(4)
    activate(world, "1.1", orders=5)
    for seat in ("second", None):
        row = Awam().view(encoded(world.state), seat).data["active"]
        assert row == {"card": "first:2", "seat": "first", "owner": "first", "orders": 5, "done": []}
    assert Awam().view(encoded(world.state), "first").data["active"]["squad"] == "1.1"
