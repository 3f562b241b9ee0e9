"""The player of the benchmark plays by the rules, and the same war every time."""

import pytest

from campaigns.rules.engine import Rules
from campaigns.rules.pack import bundled
from campaigns.rules.recordlog import retell
from tools.bench.player import lasting_war, opening, random_war


@pytest.fixture(scope="module")
def rules():
    return Rules(bundled("hispania"))


def test_a_random_war_ends_and_its_log_leads_to_its_end(rules):
    start = opening(rules.pack, years=6)
    years = list(random_war(rules, start, "seed"))
    moves = [move for year in years for move in year.moves]
    assert years[-1].state.ended is not None
    assert list(retell(rules, start, moves))[-1][2] == years[-1].state


def test_the_same_seed_plays_the_same_war(rules):
    start = opening(rules.pack, years=6)
    assert list(random_war(rules, start, "seed")) == list(random_war(rules, start, "seed"))
    assert list(random_war(rules, start, "seed")) != list(random_war(rules, start, "other"))


def test_a_lasting_war_is_as_long_as_was_asked_for_and_not_over(rules):
    years = list(lasting_war(rules, opening(rules.pack, years=13), "seed", years=12))
    assert [year.state.year for year in years] == list(range(2, 14))
    assert years[-1].state.ended is None
