"""What weapons, targets and light do to a shot or a fight, each by its paragraph (Askari 2.4, 8, 9.1.5)."""

import msgspec
import pytest

from rulesets.askari import aiming, charging, fights, fire, losing, nerve, shooting, striking
from rulesets.askari.armies import Army, Person, Troop
from rulesets.askari.geometry import Point
from rulesets.askari.ground import Piece
from rulesets.askari.setting import corners
from rulesets.askari.state import Figure
from rulesets.askari.tables import TABLES
from tests.rulesets.askari.battles import GUN, LEADER, RIFLES, SPEARS, heard, stage

PLAIN = msgspec.structs.replace(RIFLES, specials=())
BAND = Troop(key="band", name="Band", figures=6, moves="native", melee=3, courage=4, weapons=("weapon_and_shield",))
OTHER = msgspec.structs.replace(BAND, key="other")
MORTAR = msgspec.structs.replace(GUN, key="mortar", piece="mortar", figures=2, team=False)
SHOOT = {"west:rifles": (900, 300, 0, 1)}
WEAPONS = TABLES.missile


def army(*units, people=()):
    return Army(name="A", units=units, people=(LEADER, *people), aggression=2)


def able(field, one="west:rifles", other="east:band", weapon="breech_loading_rifle"):
    return aiming.shooters(field, field.unit(one), field.unit(other), WEAPONS[weapon])


def rows(field, **more):
    return {row.key: row.value for row in able(field, **more)[0].rows}


@pytest.mark.parametrize("distance", [600, 601])
def test_8_2_1_who_is_out_of_range_does_not_fire(distance):
    field = stage(army(PLAIN), army(BAND), {**SHOOT, "east:band": (900, 300 + distance, 180, 1)})

    assert bool(able(field)) is (distance == 600)


def test_8_2_a_pygmy_is_hard_to_hit():
    small = msgspec.structs.replace(BAND, rules=("pygmy",))
    field = stage(army(PLAIN), army(small), {**SHOOT, "east:band": (900, 500, 180, 1)})

    assert rows(field)["pygmy"] == -1


@pytest.mark.parametrize(("y", "seen"), [(690, True), (710, False)])
def test_F_in_poor_light_nothing_is_seen_beyond_forty_and_all_shoot_worse(y, seen):
    field = stage(army(PLAIN), army(BAND), {**SHOOT, "east:band": (900, y, 180, 1)})
    field.state.poor = True
    field.changed_ground()

    assert bool(able(field)) is seen
    assert not seen or rows(field)["poor_light"] == -1


def test_8_2_from_a_hill_one_shoots_better():
    field = stage(army(PLAIN), army(BAND), {**SHOOT, "east:band": (900, 500, 180, 1)})
    field.state.ground = [Piece(id="hill", kind="gentle_hill", points=corners((700, 200, 1100, 400)))]
    field.changed_ground()

    assert rows(field)["higher"] == 1


@pytest.mark.parametrize(("rules", "free"), [((), False), (("sniper",), True)])
def test_R16_a_sniper_chooses_his_target(rules, free):
    shooter = msgspec.structs.replace(PLAIN, rules=rules)
    at = {**SHOOT, "east:band": (800, 450, 180, 2), "east:other": (1000, 650, 180, 2)}
    field = stage(army(shooter), army(BAND, OTHER), at)

    found = aiming.targets(field, field.unit("west:rifles"), "breech_loading_rifle")

    assert ([unit.id for unit in found] == ["east:band", "east:other"]) is free


@pytest.mark.parametrize(("distance", "fires"), [(199, False), (200, True)])
def test_2_4_a_mortar_has_a_least_range(distance, fires):
    assert bool(shooting.rate(WEAPONS["mortar"], distance)) is fires


def test_8_1_a_mortar_fires_over_figures():
    at = {
        "west:mortar": (900, 200, 0, 1),
        "west:rifles": (900, 300, 0, 1),
        "west:other": (900, 330, 0, 1),
        "east:band": (900, 500, 180, 1),
    }
    field = stage(army(PLAIN, OTHER, MORTAR), army(BAND), at)

    assert able(field, one="west:mortar", weapon="mortar")
    assert not aiming.shooters(
        field, field.unit("west:mortar"), field.unit("east:band"), WEAPONS["light_breech_loading_gun"]
    )


def test_R27_a_weapon_with_a_least_range_cannot_react():
    field = stage(army(MORTAR, BAND), army(BAND), {"west:mortar": (900, 300, 0, 1), "east:band": (900, 360, 180, 1)})

    assert charging.reaction(field, field.unit("west:mortar"), field.unit("east:band")) is None


@pytest.mark.parametrize(("rules", "saved"), [((), 1), (("poisoned",), 0)])
def test_2_5_poisoned_arrows_take_one_from_the_save(rules, saved):
    archers = msgspec.structs.replace(PLAIN, rules=rules)
    told = {"save/west:rifles/x/east:band.1": [6]}
    field = stage(army(archers), army(BAND), {**SHOOT, "east:band": (900, 500, 180, 1)}, told=told)
    band = field.unit("east:band")
    striking.strike(field, field.unit("west:rifles"), band, band.figures[0], WEAPONS["bow"], "x", striking.Hits())

    assert heard(field, "save")[0]["failed"] == 1 - saved


@pytest.mark.parametrize(("throws", "dice"), [(False, 5), (True, 4)])
def test_9_1_5_whoever_throws_has_a_die_less(throws, dice):
    spears = msgspec.structs.replace(SPEARS, specials=(), rules=())
    field = stage(army(PLAIN), army(spears), {**SHOOT, "east:spears": (900, 420, 180, 2)})
    charging.declare(field, field.unit("east:spears"), field.unit("west:rifles"), throws=throws)
    field.state.charge |= {
        "reacts": False,
        "step": "throw",
        "throwers": sorted(charging._throwers(field, field.unit("east:spears"), field.unit("west:rifles")))
        if throws
        else [],
    }
    charging.go_on(field)
    first = next(figure for figure in field.unit("east:spears").figures)
    found = fights.fighter(field, first.id, "west:rifles.1")

    assert found.threw is throws
    assert (found.base or 0) + found.weapon - found.threw == dice


@pytest.mark.parametrize(("kind", "cancels"), [("tall_grass", True), ("jungle", False)])
def test_2_3_4_an_army_standard_is_seen_over_grass_and_not_over_jungle(kind, cancels):
    bearer = Person(key="standard", what="army_standard", name="S", moves="native", melee=2)
    field = stage(
        army(BAND, people=(bearer,)), army(OTHER), {"west:band": (900, 200, 0, 2), "west:standard": (900, 500, 0, 1)}
    )
    field.state.ground = [Piece(id="green", kind=kind, points=corners((700, 250, 1100, 450)))]
    field.changed_ground()

    assert ("army_standard" in list(nerve.cancels(field, field.unit("west:band")))) is cancels


@pytest.mark.parametrize(
    ("role", "what", "mounted", "save"),
    [
        ("", "", False, 6),
        ("officer", "", False, 4),
        ("musician", "", False, 5),
        ("standard", "", False, 5),
        ("", "", True, 4),
        ("", "sorcerer", False, 5),
        ("", "white_man", False, 6),
        ("", "interpreter", False, 5),
        ("", "correspondent", False, 5),
    ],
)
def test_8_4_saves_by_figure(role, what, mounted, save):
    field = stage(army(PLAIN), army(BAND), SHOOT)
    unit = field.unit("west:rifles")
    unit.what, unit.mounted = what, mounted

    assert losing.save_of(field, unit, Figure(id="x", role=role)) == save


def test_8_2_a_prone_target_and_one_behind_a_wall():
    field = stage(army(PLAIN), army(BAND), {**SHOOT, "east:band": (900, 500, 180, 1)})
    field.unit("east:band").prone = True
    field.state.ground = [Piece(id="wall-line-1", kind="wall", points=(Point(700, 484), Point(1100, 484)))]
    field.changed_ground()

    assert {key: rows(field)[key] for key in ("prone", "cover")} == {"prone": -1, "cover": -1}


def test_2_4_the_shotgun_of_the_house():
    row = WEAPONS["shotgun"]

    assert (row.normal, row.longest, row.modifier, row.shots, row.points) == (100, 200, 2, (2, 1), 6)


def test_8_4_powerful_shots_leave_no_save():
    hunter = msgspec.structs.replace(PLAIN, rules=("powerful",), weapons=("hunting_rifle",))
    told = {"hit/west:rifles/shot1/0": [1, 1, 6, 6, 6, 6]}
    field = stage(army(hunter), army(BAND), {**SHOOT, "east:band": (900, 800, 180, 1)}, told=told)
    fire.fire(field, field.unit("west:rifles"), field.unit("east:band"), "hunting_rifle", "shot")

    assert heard(field, "save")
    assert all(one["powerful"] and one["failed"] for one in heard(field, "save"))
