"""What the benchmark of AWAM measures are games like any other."""

from rulesets.awam.ruleset import Awam
from tools.bench import awam


def test_a_well_has_ten_figures_a_side_and_fashoda_five_expeditions():
    rules = Awam()
    for scenario, seats in awam.SEATS.items():
        setup = awam.setup_of(scenario)
        assert rules.check_setup(setup) == []
        assert set(setup.forces) == set(seats)
    outcome, actions = awam.play(rules, "well", 0)
    assert set(outcome.seats) == set(awam.SEATS["well"])
    assert all(len(outcome.units[seat]) + len(outcome.characters[seat]) == 10 for seat in awam.SEATS["well"])
    assert actions > 20
