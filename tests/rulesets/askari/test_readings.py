"""Readings that a club may choose, each both ways (appendix C). Those of cohesion, lances, guns and characters are in ``test_examples``."""

import msgspec
import pytest

from rulesets.askari import fights, losing, moving, phases, shooting
from rulesets.askari.geometry import Point
from rulesets.askari.ground import Piece
from rulesets.askari.setting import corners
from rulesets.askari.tables import TABLES
from tests.rulesets.askari.battles import GUN, heard, stage
from tests.rulesets.askari.test_special_rules import BAND, OTHER, PLAIN, army


@pytest.mark.parametrize(("reading", "more"), [("3d6", 0), ("3d6+2", 2)])
def test_X2_natives_on_rough_ground(reading, more):
    field = stage(army(BAND), army(BAND), {"west:band": (900, 300, 0, 2)}, native_rough=reading)

    assert moving.formula(field, field.unit("west:band"), True) == (3, more)


@pytest.mark.parametrize(("reading", "missed"), [("deviation", 0), ("d_then_deviation", 1)])
def test_R18_artillery_rolls_its_deviation_or_D_first(reading, missed):
    told = {"hit/west:gun/shot1~10": [6], "deviation/west:gun/shot1~10": [4]}
    field = stage(
        army(GUN),
        army(BAND),
        {"west:gun": (900, 300, 0, 1), "east:band": (900, 500, 180, 1)},
        told=told,
        artillery_to_hit=reading,
    )
    from rulesets.askari import fire

    fire.fire(field, field.unit("west:gun"), field.unit("east:band"), "light_breech_loading_gun", "shell")

    assert (len(heard(field, "shell_missed")), len(heard(field, "burst"))) == (missed, 1 - missed)


@pytest.mark.parametrize(("reading", "asked"), [("sides", "west"), ("alternate", "east")])
def test_R29_who_fires_next(reading, asked):
    two = (PLAIN, msgspec.structs.replace(PLAIN, key="more"))
    field = stage(
        army(*two),
        army(*two),
        {
            "west:rifles": (900, 300, 0, 1),
            "west:more": (600, 300, 0, 1),
            "east:rifles": (900, 500, 180, 1),
            "east:more": (600, 500, 180, 1),
        },
        shoot_order=reading,
    )
    field.state.phase, field.state.now = "shooting", {"last": "west"}
    phases._shooting(field)

    assert field.state.wants[0].seat == asked


@pytest.mark.parametrize(("reading", "hit"), [(False, True), (True, False)])
def test_R33_a_natural_six(reading, hit):
    assert shooting.hits(6, 7, six_misses=reading) is hit


@pytest.mark.parametrize("reading", [6, 4])
def test_R36_a_leaders_save(reading):
    field = stage(army(BAND), army(BAND), {"west:leader": (900, 300, 0, 1)}, leader_save=reading)
    leader = field.unit("west:leader")

    assert losing.save_of(field, leader, leader.figures[0]) == reading


@pytest.mark.parametrize(("reading", "stepped"), [(0, 0), (5, 1)])
def test_R60_piling_in(reading, stepped):
    field = stage(
        army(BAND), army(OTHER), {"west:band": (900, 474, 0, 1), "east:other": (900, 500, 180, 1)}, pile_in=reading
    )
    field.unit("west:band").figures = field.unit("west:band").figures[:2]
    field.unit("east:other").figures = field.unit("east:other").figures[:2]
    places = {
        "west:band.1": (900, 474),
        "east:other.1": (900, 501),
        "west:band.2": (960, 474),
        "east:other.2": (960, 520),
    }
    for key, at in places.items():
        field.figure(key).at = Point(*at)
    field.touched()
    fights.start(field, ["east:other", "west:band"])
    field.state.melee["pairs"] = []
    fights.go_on(field)

    assert len(heard(field, "stepped")) == stepped * 1


@pytest.mark.parametrize(("reading", "blocked"), [("none", False), ("10", True)])
def test_R81_woods(reading, blocked):
    field = stage(army(BAND), army(BAND), {}, woods_block=reading)
    field.state.ground = [Piece(id="woods", kind="woods", points=corners((800, 300, 1000, 500)))]
    field.changed_ground()

    assert bool(field.ground.sight_blocked(Point(900, 200), Point(900, 600))) is blocked


def test_every_reading_is_read_somewhere():
    from pathlib import Path

    import rulesets.askari

    text = "".join(path.read_text() for path in Path(rulesets.askari.__path__[0]).rglob("*.py"))

    assert [key for key in TABLES.readings if f'"{key}"' not in text] == []
