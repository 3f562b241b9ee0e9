"""How the program comes to grips: round what hinders it, the hindmost first, each its whole way."""

import msgspec
import pytest

from rulesets.askari import approach, geometry
from rulesets.askari.armies import Army, Person
from rulesets.askari.bot import Bot
from rulesets.askari.geometry import Point
from rulesets.askari.ground import Piece
from rulesets.askari.state import Want
from tests.rulesets.askari.battles import LEADER, RIFLES, SPEARS, stage

FLAT, ROUGH = 145, 105
GOAL = (Point(950, 1150),)
BANDS = Army(
    name="Bands",
    units=tuple(msgspec.structs.replace(SPEARS, key=f"band_{number}", figures=12) for number in (1, 2)),
    people=(LEADER,),
)
GUNMEN = msgspec.structs.replace(
    SPEARS, key="gunmen", figures=8, melee=1, weapons=("muzzle_loading_musket", "hand_weapon"), rules=()
)
MUSKETS = Army(name="Muskets", units=(GUNMEN, SPEARS), people=(LEADER,))
ENEMY = Army(name="Enemy", units=(RIFLES, SPEARS), people=(LEADER,))


def piece(kind, left, low, right, high):
    corners = (Point(left, low), Point(right, low), Point(right, high), Point(left, high))
    return Piece(id=f"{kind}-1", kind=kind, points=corners)


def far(at, *pieces, rough=ROUGH):
    lie = approach.Lie(pieces, 1800, 1200)
    return approach.ways(lie, GOAL, FLAT, rough)[lie.square(at)]


def ask(field, prompt, **data):
    return Bot.choose(field, Want(seat="west", prompt=prompt, data=data))


def told(field, unit, length=FLAT, rough=False):
    """The end of the way that a unit goes with so many millimetres."""
    action = ask(field, "march", unit=unit, length=length, rough=rough, kind="move")
    assert action.kind == "march_by"
    (last,) = action.arguments["points"][-1:]
    return Point(last["x"], last["y"])


def ordered(places, *, turns):
    """To whom the only order goes, with so many turns to be played."""
    field = stage(BANDS, ENEMY, places)
    field.state.turn, field.state.limit = 1, turns
    return ask(field, "assign", orders=1).arguments["units"]


def test_the_way_goes_round_water_and_may_go_through_rough_ground():
    here = Point(950, 350)
    lake = piece("water", 500, 600, 1400, 900)

    assert far(here) == pytest.approx(650, abs=60)
    assert far(here, lake) > far(here) + 300
    assert far(here) < far(here, piece("rocks", 500, 600, 1400, 900)) < far(here, lake)
    assert far(here, piece("rocks", 500, 600, 1400, 900), rough=0) == far(here, lake)


def test_where_there_is_no_way_it_is_said():
    moat = piece("water", 0, 600, 1800, 700)

    assert far(Point(950, 350), moat) == approach.FAR_OFF


def test_orders_go_to_the_hindmost_until_the_foremost_are_near():
    apart = {"west:band_1": (500, 500, 0, 3), "west:band_2": (1100, 200, 0, 3), "east:rifles": (900, 1100, 180, 2)}
    near = {**apart, "west:band_1": (900, 800, 0, 3)}

    assert ordered(apart, turns=20) == ["west:band_2"]
    assert ordered(near, turns=20) == ["west:band_1"]


@pytest.mark.parametrize(("turns", "first"), [(11, "west:band_2"), (10, "west:band_1")])
def test_where_there_are_too_few_orders_for_all_they_go_to_the_foremost(turns, first):
    apart = {"west:band_1": (500, 500, 0, 3), "west:band_2": (1100, 200, 0, 3), "east:rifles": (900, 1100, 180, 2)}

    assert ordered(apart, turns=turns) == [first]


@pytest.mark.parametrize("first", ["west:band_1", "west:band_2"])
def test_the_foremost_goes_first(first):
    other = {"west:band_1": "west:band_2", "west:band_2": "west:band_1"}[first]
    field = stage(BANDS, ENEMY, {first: (900, 400, 0, 3), other: (900, 200, 0, 3), "east:rifles": (900, 1100, 180, 2)})

    assert ask(field, "activate").arguments["unit"] == first


def test_who_has_nothing_to_fire_with_does_not_wheel_and_goes_the_whole_way():
    field = stage(BANDS, ENEMY, {"west:band_1": (900, 400, 30, 3), "east:rifles": (900, 1100, 180, 2)})
    end = told(field, "west:band_1")

    assert FLAT - 5 <= geometry.length(Point(900, 400), end) <= FLAT
    assert end.y > 520


def test_the_lesser_roll_is_taken_where_the_flank_would_not_come_through():
    """The way of the middle is open; a flank stands before rocks."""
    at = {"west:band_1": (900, 400, 0, 2), "east:rifles": (900, 1100, 180, 2)}
    open_, barred = stage(BANDS, ENEMY, at), stage(BANDS, ENEMY, at)
    barred.state.ground = [piece("rocks", 950, 420, 1700, 900), piece("rocks", 100, 420, 850, 900)]
    barred.changed_ground()

    assert ask(open_, "activate").arguments == {"unit": "west:band_1", "rough": False}
    assert ask(barred, "activate").arguments == {"unit": "west:band_1", "rough": True}


def test_musketeers_stand_and_fire_at_good_range_and_go_nearer_beyond_it():
    near = {"west:gunmen": (900, 500, 0, 2), "east:rifles": (900, 680, 180, 2)}
    away = {**near, "east:rifles": (900, 880, 180, 2)}

    assert ask(stage(MUSKETS, ENEMY, near), "activate").kind == "done"
    assert ask(stage(MUSKETS, ENEMY, away), "activate").arguments["unit"] == "west:gunmen"


def test_a_charge_is_tried_at_a_little_more_than_an_average_roll_and_spears_are_thrown():
    """Both paces of natives: 14.5 cm on average, 22 cm at most."""
    near = {"west:band_1": (900, 500, 0, 3), "east:rifles": (900, 680, 180, 2)}
    away = {**near, "east:rifles": (900, 700, 180, 2)}

    charge = ask(stage(BANDS, ENEMY, near), "activate")
    assert (charge.kind, charge.arguments) == (
        "charge",
        {"unit": "west:band_1", "target": "east:rifles", "throws": True},
    )
    assert ask(stage(BANDS, ENEMY, away), "activate").kind == "move"


PORTERS = Army(
    name="Porters",
    units=(SPEARS, GUNMEN),
    people=(LEADER, Person(key="porters", what="baggage", name="Porters", moves="porters", elements=6)),
)


def test_the_least_able_stays_with_the_baggage_so_that_the_others_may_go_on():
    """Askari 2.3.14, R13: while an element is cut off nobody moves but nearer to it."""
    at = {
        "west:spears": (800, 200, 0, 2),
        "west:gunmen": (1000, 200, 0, 2),
        "west:porters": (900, 100, 0, 2),
        "east:rifles": (900, 1100, 180, 2),
    }
    field = stage(PORTERS, ENEMY, at)
    first = ask(field, "activate").arguments["unit"]
    field.unit("west:spears").acted = True

    assert first == "west:spears"
    assert ask(field, "activate").kind == "done"
