"""Maps and forces out of a seed."""

import pytest

from rulesets.contract import Force, Setup
from rulesets.montjoie import data, generator
from rulesets.montjoie.characters import COUNTERS
from rulesets.montjoie.ground import Ground
from rulesets.montjoie.maps import read_map
from rulesets.montjoie.ruleset import Montjoie
from tests.rulesets.kit import dice_of, play_out, stored

SEEDS = [f"seed {number}" for number in range(60)]


def test_every_seed_lays_a_sound_map_and_not_always_the_same():
    grids = set()
    for seed in SEEDS:
        document = generator.map_document(seed)
        assert data.check_data("map", document) == [], seed
        assert document == generator.map_document(seed)
        grids.add(tuple(document["grid"]))
    assert len(grids) > len(SEEDS) // 2


def test_half_a_turn_brings_the_ground_on_itself():
    for seed in SEEDS[:20]:
        here = read_map(generator.map_document(seed))
        assert isinstance(here, Ground)
        for hex_ in here.hexes:
            other = generator.turned(hex_)
            if other and here.terrain[hex_].inside == here.terrain[other].inside == "":
                assert here.kinds[other] == here.kinds[hex_]


def test_both_ends_are_open_for_setting_up():
    for seed in SEEDS:
        grid = generator.map_document(seed)["grid"]
        assert all(row[0] in ".=" and row[-1] in ".=" for row in grid)


@pytest.mark.parametrize("points", [60, 150, 400])
def test_forces_cost_about_the_same_and_nobody_is_on_both_sides(points):
    for seed in SEEDS[:20]:
        drawn = generator.forces(seed, points, ("red", "blue"), COUNTERS)
        spent = {seat: sum(one.points for one in force.characters) for seat, force in drawn.items()}
        assert all(points - 20 <= cost <= points for cost in spent.values()), spent
        ids = [one.id for force in drawn.values() for one in force.characters]
        assert len(set(ids)) == len(ids)


def test_a_seed_and_points_are_a_whole_battle():
    rules = Montjoie()
    setup = Setup(scenario="field", options={"seed": "hill", "points": 120})
    assert rules.check_setup(setup) == []
    state = stored(rules.setup(setup, dice_of("a")).state)
    assert state["map"] == "seeded"
    assert state["data"]["map"] == generator.map_document("hill")
    again = stored(rules.setup(setup, dice_of("a")).state)
    assert state == again
    named = Setup(scenario="field", options={"seed": "hill", "points": 120}, forces={"a": Force(), "b": Force()})
    held = stored(rules.setup(named, dice_of("a")).state)
    assert {one["seat"] for one in held["figures"].values()} == {"a", "b"}


@pytest.mark.parametrize(
    "options", [{"seed": 3}, {"seed": "x" * 80}, {"points": 10}, {"points": 5000}, {"points": "many"}, {"points": True}]
)
def test_what_is_no_seed_or_no_number_of_points(options):
    assert [one.code for one in Montjoie().check_setup(Setup(scenario="field", options=options))][:1] == ["bad_option"]


@pytest.mark.slow
def test_a_seeded_battle_is_played_to_its_end():
    rules = Montjoie()
    setup = Setup(scenario="field", options={"seed": "brook", "points": 100})
    last = list(play_out(rules, setup, "a", frozenset(("concede", "unplace", "set_orders", "set_refusal"))))[-1]
    assert rules.outcome(stored(last.step.state)) is not None
