"""The umpire's groups by the drill, and what befalls animals (AWAM 10.5, 12.3)."""

import pytest

from rulesets.awam import drill, fashoda
from rulesets.awam.acts import common
from rulesets.awam.acts.index import ACTS
from rulesets.awam.expeditions import DERVISHES, SHILLUK
from rulesets.awam.geometry import Point
from rulesets.awam.state import Active
from tests.rulesets.awam.test_fashoda import world

CHIEF = Point(1450, 220)


def shilluk(*enemies):
    """The Shilluk are active; figures of the first seat, at war with them, stand as told."""
    table = world()
    table.state.phase = "orders"
    fashoda.Fashoda().begin(world_of(table))
    for number, at in enumerate(enemies, start=1):
        figure = table.figure(f"1.1.{number}")
        figure.where, figure.aboard, figure.at = "table", "", Point(*at)
    table.side(SHILLUK).war = (DERVISHES, "first")
    squad = next(squad.id for squad in table.state.squads.values() if squad.seat == SHILLUK)
    table.state.active = Active(card="shilluk:1", seat=SHILLUK, owner=SHILLUK, squad=squad, orders=6, left=6)
    return table


def world_of(table):
    table._dice.left = [1, 1, 1, 1, 1]
    return table


def wish_of(table, figure):
    return [wish[1] for wish in drill.wishes(table, figure, ordered=True)]


@pytest.mark.parametrize(("x", "fights"), [(1740, True), (1760, False)])
def test_12_3_the_shilluk_fight_their_enemies_within_30_cm_of_the_chief_only(x, fights):
    table = shilluk((x, 220))
    warrior = table.figure(table.state.of(SHILLUK)[-1].id)
    warrior.at = Point(1650, 220)
    assert ("charge" in wish_of(table, warrior)) is fights


def test_12_3_the_shilluk_fight_dervishes_wherever_they_are():
    table = shilluk((1760, 220))
    dervish = table.state.of(DERVISHES)[0]
    dervish.where, dervish.at = "table", Point(1760, 300)
    warrior = table.state.of(SHILLUK)[-1]
    warrior.at = Point(1650, 220)
    charges = [wish[2]["target"] for wish in drill.wishes(table, warrior, ordered=True) if wish[1] == "charge"]
    assert charges == [dervish.id]


def test_12_3_under_a_treaty_the_drill_of_the_shilluk_knows_no_such_limit():
    table = shilluk((1760, 220))
    table.state.special[f"orders:{SHILLUK}"] = "second"
    warrior = table.state.of(SHILLUK)[-1]
    warrior.at = Point(1650, 220)
    assert "charge" in wish_of(table, warrior)


def dervishes(at, *, enemy=None):
    """One of the dervishes aboard their first steamer, there."""
    table = world()
    table.state.phase = "orders"
    boat = table.state.boats["dhow-1"]
    boat.where, boat.at = "table", Point(*at)
    figure = table.state.of(DERVISHES)[0]
    figure.where, figure.aboard, figure.at = "table", boat.id, boat.at
    if enemy is not None:
        other = table.figure("1.1.1")
        other.where, other.aboard, other.at = "table", "", Point(*enemy)
    table.state.active = Active(
        card="dervishes:1", seat=DERVISHES, owner=DERVISHES, squad=figure.squad, orders=6, left=6
    )
    return table, figure


@pytest.mark.parametrize(
    ("at", "enemy", "does"),
    [
        ((1700, 780), None, "sail"),
        ((1500, 745), None, "sail"),
        ((1500, 745), (1500, 460), "land"),
        ((1500, 745), (1500, 400), "sail"),
        ((1300, 745), None, "land"),
        ((1300, 780), None, "sail"),
    ],
)
def test_12_3_dervishes_land_near_the_west_bank_where_an_enemy_or_the_fort_is_near(at, enemy, does):
    table, figure = dervishes(at, enemy=enemy)
    found = [wish for wish in drill.wishes(table, figure, ordered=True) if wish[1] in ("sail", "land")]
    assert [wish[1] for wish in found[:1]] == [does]
    if does == "sail":
        end = found[0][2]["path"][0]
        boat = table.state.boats["dhow-1"].at
        harbour = Point(1000, 740)
        assert abs(end["x"] - harbour.x) < abs(boat.x - harbour.x)


def stubborn():
    """The fifth seat's porters and animals will not move; its second squad has its card."""
    table = world(1)
    for number, key in enumerate(("5.2.1", "5.2.2", "5.2.6"), start=1):
        figure = table.figure(key)
        figure.where, figure.aboard, figure.at = "table", "", Point(1500, 30 * number)
    mule = table.state.animals["pack-1"]
    mule.where, mule.at = "table", Point(1474, 30)
    fashoda.Fashoda().event(table, 3)
    table.state.phase = "orders"
    table.state.active = Active(card="fifth:2", seat="fifth", owner="fifth", squad="5.2", orders=2, left=2)
    return table


LEAD = {"fig": "5.2.1", "animal": "pack-1", "path": [{"x": 1540, "y": 30}]}


def test_12_3_a_stubborn_animal_is_led_only_by_an_order_of_the_roll():
    table = stubborn()
    leader = table.figure("5.2.1")
    assert leader.fit
    common.perform(table, ACTS["lead"], leader, LEAD)
    assert table.state.active.left == 1
    assert "pack-1" not in table.state.special["stubborn"]


def test_12_3_without_an_order_left_a_stubborn_animal_stands():
    table = stubborn()
    table.state.active.left = 0
    assert common.judge(table, ACTS["lead"], table.figure("5.2.1"), LEAD).code == "no_order"
    table.state.special["stubborn"] = []
    assert common.judge(table, ACTS["lead"], table.figure("5.2.1"), LEAD) is None


def test_12_3_they_stay_stubborn_until_the_order_comes():
    table = stubborn()
    fashoda.Fashoda().turn_begins(table)
    assert {"5.2.6", "pack-1"} <= set(table.state.special["stubborn"])
