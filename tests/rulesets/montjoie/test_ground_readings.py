"""What the book leaves open about the ground, each way (Montjoie 12)."""

import pytest

from rulesets.contract import Setup
from rulesets.montjoie import markers, reach, riding, setting, siege, sight, sound
from rulesets.montjoie.field import Field
from rulesets.montjoie.figures import Conditions, Standing
from rulesets.montjoie.ground import Ladder
from rulesets.montjoie.mapdoc import Feature
from rulesets.montjoie.maps import house_maps
from rulesets.montjoie.readings import READINGS
from rulesets.montjoie.state import Thing
from rulesets.montjoie.verbs import sieging
from tests.rulesets.montjoie.battles import BLUE, Told, man, stage
from tests.rulesets.montjoie.grounds import ground


def chosen(key, value):
    """A map with a reading, the house's own where it is the default."""
    return {} if READINGS[key] == value else {key: value}


@pytest.mark.parametrize("reading", ["once", "each"])
def test_R3_fractions_are_rounded_down_once_or_each(reading):
    # Whole divisors round to the same either way: a club's own fractions need not.
    here = ground("ashcombe", chosen("weather.round", reading))

    assert reach.allowance(here, 15, Conditions(weather="rain", dark=True)) == 5
    assert reach.allowance(here, 13, Conditions(weather="storm", dark=True)) == 3


@pytest.mark.parametrize(("reading", "covered"), [("with_hoardings", True), ("without_hoardings", False)])
def test_R4_whether_a_hoarding_keeps_the_weather_off(reading, covered):
    here = ground("cardun", chosen("weather.roof", reading))

    assert here.covered(("F07", "hoarding")) is covered


@pytest.mark.parametrize(("reading", "sides"), [(3, (1, 2, 3)), (2, (2, 3))])
def test_R13_the_front_of_stakes(reading, sides):
    feature = Feature(kind="stakes", hex="J06", face=2)

    assert markers.front_of(feature, {**READINGS, "stakes.front": reading}) == sides


@pytest.mark.parametrize(("reading", "letter"), [("4_6", "-"), ("5_5", "D")])
def test_R27_the_hoarding_table(reading, letter):
    state = setting.opened(Setup(scenario="drywall", options={"readings": chosen("hoarding.table", reading)}))
    field = Field(state, Told([]))

    assert siege.hoarding_table(field).read(1, 6) == letter


@pytest.mark.parametrize(("reading", "cost"), [("plus", 5), ("total", 4)])
def test_R33_over_the_battlements(reading, cost):
    here = ground("cardun", chosen("rope.cross", reading), ropes=(Ladder("rope", "M07", "M06"),))

    found = next(step for step in reach.moves(here, ("M07", "rope1")) if step.kind == "cross_top")
    assert found.cost == cost


@pytest.mark.parametrize(("reading", "mark"), [("always", "+"), ("parapet", "0")])
def test_R40_the_plus_of_a_roof(reading, mark):
    here = ground("rumman", chosen("roof.plus", reading))

    assert here.mark(("I03", "roof")) == mark
    assert here.side_mark(("I04", "roof"), ("I05", "roof")) == "+"  # across the parapet, either way


@pytest.mark.parametrize(("reading", "cost"), [(0, 1), (1, 2)])
def test_R51_a_riders_turn(reading, cost):
    here = ground("ashcombe", chosen("rider.turn_mp", reading))

    turned = next(
        step for step in riding.rides(here, riding.Mount("D02", 0)) if step.kind == "ride" and step.facing == 1
    )
    assert turned.cost == cost


@pytest.mark.parametrize(("reading", "clear"), [("free", True), ("block", False)])
def test_R52_whether_kneelers_open_the_line(reading, clear):
    here = ground("ashcombe", chosen("los.kneelers", reading))
    kneels = {"D02": (Standing("friend", "base", kneeling=True),)}

    assert sight.line_of_sight(here, kneels, ("B02", "base"), ("F02", "base")).clear is clear


@pytest.mark.parametrize(("reading", "needed"), [("no", False), ("yes", True)])
def test_R57_whether_a_countermine_needs_an_engineer(reading, needed):
    state = setting.opened(Setup(scenario="drywall", options={"readings": chosen("mine.counter_engineer", reading)}))

    assert sieging.Countermine().needs_engineer(Field(state, Told([]))) is needed


@pytest.mark.parametrize(("reading", "mark"), [("-", "-"), ("0", "0")])
def test_R63_rubble(reading, mark):
    here = ground("cardun", chosen("terrain.rubble.combat", reading), rubble=("N06",))

    assert here.mark(("N06", "base")) == mark


def test_4_6_a_line_along_an_edge_into_a_walled_hex():
    both, either = ground("ashcombe"), ground("ashcombe", {"cover.edge": "either"})
    found = set()
    for target in ("C10", "C13", "H10", "H13"):
        for shooter in both.hexes:
            if both.kinds[shooter] == "clear" and shooter != target:
                places = ((shooter, "base"), (target, "base"))
                found.add((sight.cover(both, *places), sight.cover(either, *places)))

    assert ("none", "medium") in found
    assert ("medium", "none") not in found


def test_V14_a_ram_under_a_hoarding():
    document = house_maps()["cardun"]
    document["features"] = [*document["features"], {"kind": "ram", "hex": "F07"}]
    people = {"soldier": man("F07"), "defender": man("F07/hoarding", "spearman", BLUE)}

    field = stage(
        "cardun",
        "move",
        people,
        data={"map": document},
        filled=("F07",),
        hoardings={"F07": "F06"},
        things={"oil-1": Thing(id="oil-1", kind="oil", at="F07", layer="hoarding")},
    )

    assert field.here.rams == ("F07",)
    assert field.here.layers("F07") == ("base", "hoarding")
    assert sound.faults(field.state) == []
