"""What the benchmark of Montjoie measures are battles like any other."""

from rulesets.montjoie.ruleset import Montjoie
from tools.bench import montjoie


def test_each_of_its_battles_is_ten_against_ten_and_ends():
    rules = Montjoie()
    for number in range(len(montjoie.MAPS)):
        setup = montjoie.setup_of(number)
        assert rules.check_setup(setup) == []
        assert [sum(unit.figures for unit in force.units) for force in setup.forces.values()] == [10, 10]
    state, actions = montjoie.play(rules, 0)
    assert rules.outcome(state) is not None
    assert actions > 20
