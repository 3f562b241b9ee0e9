"""The odds that are told before the dice are those of the dice (AWAM 4, 6, 7, 8)."""

import pytest

from rulesets.awam import forecasts
from rulesets.awam.ruleset import Awam
from rulesets.awam.state import Gun, encoded
from rulesets.contract import Action, Foretelling
from tests.rulesets.awam.fields import activate, man, table


def told(world, kind, **arguments):
    return forecasts.forecast(world, Action(kind=kind, arguments=arguments))


def test_the_ruleset_foretells():
    assert isinstance(Awam(), Foretelling)


def test_a_shot_at_43_cm_hits_seven_times_of_twelve():
    world = table(man("1.1.1", "askari", 0, 0), man("2.1.1", "askari", 430, 0))
    activate(world, "1.1")
    found = told(world, "fire", fig="1.1.1", target="2.1.1", shots=1, aimed=True)
    assert (found.dice, found.needed, found.chance_per_mille) == ("d12", 6, 583)


def test_three_shots_add_up():
    world = table(man("1.1.1", "adventurer", 0, 0), man("2.1.1", "askari", 200, 0))
    activate(world, "1.1")
    found = told(world, "fire", fig="1.1.1", target="2.1.1", shots=3, aimed=True)
    assert (found.chance_per_mille, found.average_per_mille) == (875, 875 + 625 + 375)


@pytest.mark.parametrize(
    ("kind", "mine", "his"),
    [("askari", 310, 310), ("warrior", 310, 310)],
)
def test_a_fight_of_d10_against_d10_is_that_of_the_table(kind, mine, his):
    """25 killed and 6 wounded of 100 either way (AWAM 6.4)."""
    one, other = man("1.1.1", kind, 0, 0), man("2.1.1", kind, 21, 0)
    one.shield = other.shield = False
    world = table(one, other)
    activate(world, "1.1")
    found = told(world, "attack", fig="1.1.1", target="2.1.1")
    assert (found.chance_per_mille, found.then[0].chance_per_mille) == (mine, his)


@pytest.mark.parametrize(("far", "chance"), [(200, 999), (600, 973), (900, 831), (1000, 693), (1100, 444)])
def test_a_burst_has_the_chances_of_8_1(far, chance):
    gunners = [man("1.1.1", "gunner_revolver", -30, 0), man("1.1.2", "gunner_revolver", 0, 30)]
    world = table(*gunners, man("2.1.1", "askari", far, 0))
    world.state.guns["mg"] = Gun(id="mg", seat="first", kind="machine_gun", crew=("1.1.1", "1.1.2"))
    activate(world, "1.1")
    found = told(world, "burst", fig="1.1.1", target="2.1.1")
    assert abs(found.chance_per_mille - chance) <= 1


def test_a_blue_figure_is_told_its_test_first():
    world = table(man("1.1.1", "askari", 0, 0, blue=True), man("2.1.1", "askari", 430, 0))
    activate(world, "1.1")
    found = told(world, "fire", fig="1.1.1", target="2.1.1", shots=1, aimed=True)
    assert found.about == "morale"
    assert found.then[0].about == "shot"


def test_a_reload_of_six_by_a_regular_with_three_points_needs_three():
    figure = man("1.1.1", "rifleman", 0, 0, reload=3)
    figure.firearms[0].rounds = 0
    world = table(figure, man("2.1.1", "askari", 430, 0))
    activate(world, "1.1")
    found = told(world, "reload", fig="1.1.1", row="full", then=None)
    assert (found.needed, found.chance_per_mille) == (3, 666)


def test_who_is_hidden_weighs_in_no_odds():
    lying = man("2.1.2", "warrior", 460, 0, where="hidden")
    crowd = [man(f"2.2.{n}", "askari", 430 + 21 * n, 0) for n in (0, 1)]
    world = table(man("1.1.1", "askari", 0, 0), *crowd, lying)
    activate(world, "1.1")
    action = Action(kind="fire", arguments={"fig": "1.1.1", "target": "2.2.0", "shots": 1, "aimed": True})
    with_him = Awam().forecast(encoded(world.state), "first", action)
    lying.where = "coming"
    assert Awam().forecast(encoded(world.state), "first", action) == with_him
