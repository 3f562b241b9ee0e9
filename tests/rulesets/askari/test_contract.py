"""Askari keeps the contract: small battles at random in every scenario, with ambushes and reserves."""

import pytest

from rulesets.askari.ruleset import Askari
from rulesets.askari.state import decoded
from tests.rulesets.askari.battles import MANY, SMALL, battle
from tests.rulesets.kit import Subject, examine, stored


def unseen(state, seat):
    """What tells where the other side's hidden units lie: the places of their figures."""
    held = decoded(state)
    hidden = [unit for unit in held.units.values() if unit.where == "hidden" and unit.seat != seat]
    return [f'"at":[{figure.at.x},{figure.at.y}]' for unit in hidden for figure in unit.figures]


ASKARI = Subject(ruleset=Askari(), setups={}, secrets=unseen, last=frozenset(("concede",)))
BATTLES = {
    "skirmish": battle("skirmish", SMALL, SMALL),
    "open field": battle("open_field", MANY, SMALL),
    "village": battle("village", SMALL, MANY),
    "camp": battle("camp", SMALL, MANY, poor_light=True),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", BATTLES)
@pytest.mark.parametrize("seed", ["a", "b"])
def test_a_battle_at_random_keeps_the_contract(name, seed):
    turns = examine(ASKARI, BATTLES[name], seed)

    assert ASKARI.ruleset.outcome(stored(turns[-1].step.state)) is not None
