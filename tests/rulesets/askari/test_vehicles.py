"""Vehicles, boats and aircraft, as far as the book goes (Askari 2.2, 8.3, 8.4, H44)."""

import msgspec
import pytest

from rulesets.askari import aiming, armies, charging, fire, geometry, losing, moving, placing, striking
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


# --- Bombs from the air (H44) ---

BOMBER = msgspec.structs.replace(PLANE, weapons=("hand_bomb",))


def flown(to=(900, 900), *, told=None, at=(900, 200)):
    """A bomber that has flown over two enemy units, one on its way and one beside it."""
    band = msgspec.structs.replace(PLAIN, key="band", melee=2)
    aside = msgspec.structs.replace(band, key="aside")
    places = {"west:plane": (*at, 0, 1), "east:band": (900, 500, 180, 2), "east:aside": (1200, 500, 180, 2)}
    field = stage(army(BOMBER), army(band, aside), places, told=told)
    plane = field.unit("west:plane")
    moving.march(field, plane, Plan(points=(Point(*to),), facing=0, ranks=1), rough=False, length=800)
    return field, plane


def test_H44_an_aircraft_drops_its_bomb_on_its_path_and_nowhere_else():
    field, plane = flown()

    assert [unit.id for unit in aiming.targets(field, plane, "hand_bomb")] == ["east:band"]
    assert geometry.length(plane.figures[0].at, Point(900, 500)) > TABLES.missile["hand_bomb"].longest


def test_H44_an_aircraft_that_has_not_flown_drops_nothing():
    field, plane = flown()
    plane.flown = ()

    assert aiming.targets(field, plane, "hand_bomb") == []


@pytest.mark.parametrize(("faces", "y"), [([4], 500), ([2], 400), ([3], 600)])
def test_H44_a_bomb_deviates_along_the_line_of_flight(faces, y):
    told = {"deviation/west:plane/shot1~10": faces, "distance/west:plane/shot1~10": [4, 6]}
    field, plane = flown(told=told)
    fire.fire(field, plane, field.unit("east:band"), "hand_bomb", "shell")
    (burst,) = heard(field, "burst")

    assert burst["at"][0] == 900
    assert abs(burst["at"][1] - y) <= 15


def test_H44_aircraft_fly_straight():
    field, plane = flown()
    bent = Plan(points=(Point(700, 700), Point(900, 500)), facing=0, ranks=1)

    assert moving.check_plan(field, plane, bent, length=900, rough=False).code == "flies_straight"


def test_H44_who_throws_a_bomb_from_the_ground_needs_range_and_arc():
    thrower = msgspec.structs.replace(PLAIN, weapons=("hand_bomb",))
    field = stage(army(thrower), army(PLAIN), {"west:rifles": (900, 200, 0, 2), "east:rifles": (900, 500, 180, 2)})

    assert aiming.targets(field, field.unit("west:rifles"), "hand_bomb") == []


# --- Mounts (H44) ---

ARMED = msgspec.structs.replace(BOAT, weapons=("light_quick_firing_gun", "lever_machine_gun"))


def test_H44_a_vehicle_mounts_guns_and_nobody_else_carries_one():
    assert armies.problems(army(ARMED, PLAIN)) == []
    laden = msgspec.structs.replace(PLAIN, weapons=("lever_machine_gun",))

    assert [problem.code for problem in armies.problems(army(laden, BOAT))] == ["unknown_weapon"]


def test_H44_each_mount_fires_once_a_turn():
    field = stage(army(ARMED), army(PLAIN), {"west:boat": (900, 200, 0, 1), "east:rifles": (900, 500, 180, 1)})
    boat, foe = field.unit("west:boat"), field.unit("east:rifles")
    fire.fire(field, boat, foe, "lever_machine_gun", "shot")
    field.state.wants, field.state.volley = [], None
    boat.jammed = False
    assert aiming.may_fire(field, boat)
    assert aiming.weapons_of(boat) == ["light_quick_firing_gun"]
    fire.fire(field, boat, foe, "light_quick_firing_gun", "shell")
    boat.jammed, boat.silent_until = False, 0

    assert not aiming.may_fire(field, boat)


def test_8_3_a_gun_on_a_vehicle_chooses_its_target_and_its_machine_gun_does_not():
    tank = msgspec.structs.replace(CAR, key="tank", weapons=("light_quick_firing_gun", "lever_machine_gun"))
    at = {"west:tank": (900, 200, 0, 1), "east:rifles": (1000, 400, 180, 1), "east:bows": (700, 500, 180, 1)}
    field = stage(army(tank), army(PLAIN, BOWS), at)
    tank = field.unit("west:tank")

    assert [one.id for one in aiming.targets(field, tank, "lever_machine_gun")] == ["east:rifles"]
    assert {one.id for one in aiming.targets(field, tank, "light_quick_firing_gun")} == {"east:rifles", "east:bows"}
