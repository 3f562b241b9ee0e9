"""Hidden figures: nobody learns of them, and they lose the hiding by what they do (AWAM 14.8, 18.2)."""

from rulesets.awam import asking, markers, moving
from rulesets.awam.acts import common
from rulesets.awam.acts.index import ACTS
from rulesets.awam.geometry import Point
from rulesets.awam.ruleset import Awam
from rulesets.awam.state import encoded
from rulesets.contract import Action
from tests.rulesets.awam.fields import Told, activate, bush, man, table
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
