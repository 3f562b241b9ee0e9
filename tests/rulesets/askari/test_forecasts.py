"""Odds are told before anything is confirmed, and they are what the dice then do."""

from itertools import product

import msgspec
import pytest

from rulesets.askari import chances, fire
from rulesets.askari.armies import Army
from rulesets.askari.ruleset import Askari
from rulesets.askari.state import Want, encoded
from rulesets.contract import Action
from tests.rulesets.askari.battles import GUN, LEADER, RIFLES, SPEARS, heard, stage

RULES = Askari()
ONE = msgspec.structs.replace(RIFLES, figures=1, specials=())
BAND = msgspec.structs.replace(SPEARS, key="band", specials=(), rules=())
SHOT = {"unit": "west:rifles", "target": "east:band", "weapon": "breech_loading_rifle", "load": "shot"}


def army(*troops):
    return Army(name="A", units=troops, people=(LEADER,), aggression=1)


def told(field, seat, prompt, kind, arguments, **data):
    """The forecast of an action, in a battle that asks this seat."""
    field.state.wants = [Want(seat=seat, prompt=prompt, data=data)]
    return RULES.forecast(encoded(field.state), seat, Action(kind=kind, arguments=arguments))


def faced(distance=250, first=ONE, **more):
    at = {"west:rifles": (900, 300, 0, 1), "east:band": (900, 300 + distance, 180, 2)}
    return stage(army(first), army(BAND), at, **more)


def test_a_shot_tells_what_is_needed_and_why():
    forecast = told(faced(400), "west", "shoot", "shoot", SHOT)

    assert (forecast.needed, forecast.at_most, forecast.dice, forecast.chance_per_mille) == (3, True, "1d6", 500)
    assert [(row.key, row.value) for row in forecast.modifiers] == [("base", 2), ("weapon", 2), ("long_range", -1)]


def test_the_odds_of_a_shot_are_those_of_its_dice():
    def hits(face):
        field = faced(told={"hit/west:rifles/shot1/0": [face]})
        fire.fire(field, field.unit("west:rifles"), field.unit("east:band"), "breech_loading_rifle", "shot")
        return heard(field, "shots")[0]["hits"]

    forecast = told(faced(), "west", "shoot", "shoot", SHOT)

    assert forecast.chance_per_mille == chances.per_mille((sum(hits(face) for face in range(1, 7)), 6))


def test_a_volley_tells_how_many_hits_may_be_expected():
    forecast = told(faced(first=RIFLES), "west", "shoot", "shoot", SHOT)

    assert (forecast.dice, forecast.needed, forecast.average_per_mille) == ("6d6", 5, 5000)
    assert forecast.chance_per_mille == 999, "what may fail is no certainty"


def test_a_shell_needs_no_aim_but_luck():
    field = stage(army(GUN), army(BAND), {"west:gun": (900, 300, 0, 1), "east:band": (900, 600, 180, 2)})
    forecast = told(
        field,
        "west",
        "shoot",
        "shoot",
        {"unit": "west:gun", "target": "east:band", "weapon": "light_breech_loading_gun", "load": "shell"},
    )

    assert (forecast.about, forecast.dice, forecast.needed, forecast.chance_per_mille) == ("shell", "1d6", 4, 500)


def test_a_charge_tells_the_way_the_answer_and_the_fight():
    at = {"west:rifles": (900, 300, 0, 1), "east:band": (900, 480, 180, 2)}
    field = stage(army(RIFLES), army(BAND), at)
    forecast = told(field, "east", "activate", "charge", {"unit": "east:band", "target": "west:rifles"})
    reaching = sum(sum(dice) >= forecast.needed - 4 for dice in product(range(1, 7), repeat=3))

    assert (forecast.about, forecast.dice) == ("charge", "3d6+4")
    assert forecast.chance_per_mille == chances.per_mille((reaching, 216))
    answer, fight = forecast.then
    assert (answer.about, answer.needed, answer.chance_per_mille) == ("courage", 4, 667)
    assert [row.key for row in answer.modifiers] == ["officer"]
    assert [row.key for row in answer.then[0].modifiers] == ["base", "weapon", "reaction", "unit_leader"]
    assert (fight.about, fight.dice, fight.then[0].dice) == ("fight", "5d6", "3d6")


def test_what_is_out_of_reach_is_not_promised():
    forecast = told(
        faced(170, first=RIFLES), "west", "activate", "charge", {"unit": "west:rifles", "target": "east:band"}
    )

    assert (forecast.chance_per_mille, forecast.needed, forecast.then) == (0, None, ())


def test_tests_of_courage_tell_whether_a_unit_stays():
    field = faced()
    unit = field.unit("east:band")
    unit.tests, unit.failed = 2, True
    field.state.phase, field.state.now = "courage", {"seat": "east", "cursing": False}
    forecast = told(field, "east", "test", "test", {"unit": "east:band"}, units=["east:band"])

    assert (forecast.dice, forecast.needed, forecast.chance_per_mille) == ("2d6", 5, 111)
    assert [(one.about, one.chance_per_mille) for one in forecast.then] == [("stays", 111)]


@pytest.mark.parametrize(("qualities", "needed", "chance"), [(("hard",), 4, 500), (("eloquent",), 2, 833)])
def test_a_rally_depends_on_who_speaks(qualities, needed, chance):
    leader = msgspec.structs.replace(LEADER, qualities=qualities)
    force = Army(name="A", units=(BAND,), people=(leader,), aggression=1)
    field = stage(force, army(BAND), {"west:leader": (900, 250, 0, 1), "west:band": (900, 300, 0, 2)})
    forecast = told(field, "west", "rally", "rally", {"unit": "west:band"}, units=["west:band"])

    assert (forecast.needed, forecast.chance_per_mille) == (needed, chance)


def test_two_against_one_depends_on_who_fights_first():
    at = {"west:rifles": (900, 300, 0, 1), "east:band": (900, 328, 180, 6)}
    field = stage(army(RIFLES), army(BAND), at)
    figures = ["west:rifles.1", "west:rifles.2"]
    forecast = told(
        field, "west", "principal", "principal", {"figure": figures[0]}, figures=figures, against=["east:band.1"]
    )

    assert (forecast.dice, forecast.then[0].dice) == ("5d6", "5d6")
    assert forecast.chance_per_mille == forecast.then[0].chance_per_mille


def test_what_is_refused_and_what_is_certain_has_no_odds():
    field = faced()
    field.unit("west:rifles").shots_made = 1

    assert told(field, "west", "shoot", "shoot", SHOT) is None
    assert told(field, "west", "shoot", "done", {}) is None


def test_an_ambush_on_the_way_changes_no_odds():
    def charge(spot):
        other = msgspec.structs.replace(BAND, key="other")
        at = {"west:rifles": (900, 300, 0, 1), "east:band": (900, 430, 180, 2), "east:other": (*spot, 180, 2)}
        field = stage(army(RIFLES), army(BAND, other), at)
        field.unit("east:other").where = "hidden"
        return told(field, "west", "activate", "charge", {"unit": "west:rifles", "target": "east:band"})

    assert charge((900, 360)) == charge((300, 900))


@pytest.mark.parametrize(("dice", "others"), [(1, 1), (3, 2), (2, 4)])
def test_the_odds_of_a_fight_are_counted(dice, others):
    won = sum(
        sum(face >= 5 for face in faces[:dice]) > sum(face >= 5 for face in faces[dice:])
        for faces in product(range(1, 7), repeat=dice + others)
    )

    above, below = chances.more_than(dice, others, 2)
    assert above * 6 ** (dice + others) == won * below
