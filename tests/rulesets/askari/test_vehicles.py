"""Vehicles, boats and aircraft, as far as the book goes (Askari 2.2, 8.3, 8.4, H44)."""

import msgspec
import pytest

from rulesets.askari import aiming, armies, charging, losing, moving, placing, striking
from rulesets.askari.armies import Army, Troop
from rulesets.askari.geometry import Point
from rulesets.askari.ground import Piece
from rulesets.askari.placing import Plan
from rulesets.askari.setting import corners
from rulesets.askari.tables import TABLES
from tests.rulesets.askari.battles import LEADER, RIFLES, heard, stage

PLAIN = msgspec.structs.replace(RIFLES, specials=())
BOWS = msgspec.structs.replace(PLAIN, key="bows", weapons=("bow", "pistol"))
CAR = Troop(key="car", name="Car", figures=1, moves="armoured_car", shooting=2, courage=4, weapons=("automatic_rifle",))
LORRY, BOAT, CANOE, PLANE = (
    msgspec.structs.replace(CAR, key=key, moves=moves)
    for key, moves in (("lorry", "lorry"), ("boat", "gunboat"), ("canoe", "canoe"), ("plane", "aircraft"))
)
RIFLE = TABLES.missile["breech_loading_rifle"]


def army(*units):
    return Army(name="A", units=units, people=(LEADER,), aggression=2)


def hit(field, target, faces):
    unit = field.unit(target)
    hits = striking.Hits()
    for number, face in enumerate(faces):
        field._dice.told[f"turn/5/save/west:rifles/{number}/{target}.1"] = (face,)
        if unit.figures and not unit.figures[0].down:
            striking.strike(field, field.unit("west:rifles"), unit, unit.figures[0], RIFLE, str(number), hits)
    return unit


@pytest.mark.parametrize(
    ("troop", "faces", "stands"),
    [
        (CAR, [3, 3], True),
        (CAR, [3, 3, 3], False),
        (CAR, [4, 4, 4, 4], True),
        (LORRY, [3], False),
        (BOAT, [3, 3], True),
    ],
)
def test_8_4_armour_falls_to_the_third_failed_save_and_a_lorry_to_the_first(troop, faces, stands):
    key = f"east:{troop.key}"
    field = stage(army(PLAIN, BOWS), army(troop, PLAIN), {"west:rifles": (900, 300, 0, 1), key: (900, 600, 180, 1)})
    unit = hit(field, key, faces)

    assert (not unit.figures[0].down) is stands
    assert losing.save_of(field, unit, unit.figures[0]) == 4


def test_H44_nobody_charges_a_vehicle():
    at = {"west:rifles": (900, 300, 0, 1), "east:car": (900, 400, 180, 1)}
    field = stage(army(PLAIN, BOWS), army(CAR, PLAIN), at)

    assert list(charging.targets(field, field.unit("west:rifles"))) == []
    assert not charging.may_charge(field, field.unit("east:car"))


def test_2_2_cars_and_lorries_keep_to_flat_ground():
    field = stage(army(CAR, PLAIN), army(PLAIN, BOWS), {"west:car": (900, 300, 0, 1)})
    field.state.ground = [Piece(id="rocks", kind="rocks", points=corners((800, 400, 1000, 500)))]
    field.changed_ground()
    unit = field.unit("west:car")
    plan = Plan(points=(Point(900, 450),), facing=0, ranks=1)

    assert moving.modes(field, unit) == [False]
    assert moving.check_plan(field, unit, plan, length=400, rough=False).code == "ground"


@pytest.mark.parametrize(("x", "code"), [(1200, None), (1700, "ground")])
def test_F1_boats_keep_to_the_water(x, code):
    field = stage(army(BOAT, PLAIN), army(PLAIN, BOWS), {"west:boat": (900, 300, 90, 1)})
    field.state.ground = [Piece(id="lake", kind="water", points=corners((700, 200, 1400, 400)))]
    field.changed_ground()
    unit = field.unit("west:boat")
    found = moving.check_plan(field, unit, Plan(points=(Point(x, 300),), facing=90, ranks=1), length=1000, rough=False)

    assert (None if found is None else found.code) == code
    assert placing.stands_on(field, unit, [Point(900, 300)]) is None
    assert placing.stands_on(field, unit, [Point(900, 600)]).code == "ground"


def test_8_1_a_gunboat_fires_over_smaller_boats_and_chooses_its_target():
    at = {
        "west:boat": (900, 300, 0, 1),
        "west:canoe": (900, 400, 0, 1),
        "east:rifles": (900, 600, 180, 1),
        "east:bows": (750, 500, 180, 1),
    }
    field = stage(army(BOAT, CANOE, PLAIN), army(PLAIN, BOWS), at)
    boat = field.unit("west:boat")

    assert {unit.id for unit in aiming.targets(field, boat, "automatic_rifle")} == {"east:rifles", "east:bows"}


def test_H44_aircraft_fly_over_everything_and_only_rifles_and_machine_guns_reach_them():
    at = {"west:plane": (900, 300, 0, 1), "east:rifles": (900, 500, 180, 1), "east:bows": (700, 430, 180, 1)}
    field = stage(army(PLANE, PLAIN), army(PLAIN, BOWS), at)
    field.state.ground = [
        Piece(id="jungle", kind="jungle", points=corners((600, 350, 1200, 420))),
        Piece(id="lake", kind="water", points=corners((600, 550, 1200, 700))),
    ]
    field.changed_ground()
    plane = field.unit("west:plane")
    far = Plan(points=(Point(900, 800),), facing=0, ranks=1)

    assert moving.check_plan(field, plane, far, length=560, rough=False) is None
    assert field.in_sight(field.unit("east:rifles"), plane), "over the jungle"
    assert aiming.may_be_shot(field, field.unit("east:rifles"), plane, RIFLE)
    assert not any(
        aiming.may_be_shot(field, field.unit("east:bows"), plane, TABLES.missile[one]) for one in ("bow", "pistol")
    )
    assert not heard(field, "shots")


@pytest.mark.parametrize(
    ("change", "code"), [({"melee": 2}, "vehicle_never_fights"), ({"figures": 3}, "out_of_range"), ({}, None)]
)
def test_H44_a_vehicle_is_one_and_has_no_L(change, code):
    found = armies.problems(army(msgspec.structs.replace(CAR, **change), PLAIN))

    assert [problem.code for problem in found] == ([] if code is None else [code])
