"""A battle of Montjoie before it is opened: what each side brings, what is unusual, and what its options may not ask for."""

from msgspec import structs

from rulesets.contract import Entry, Force, Planned, Setup, UnitIn
from rulesets.montjoie.ruleset import Montjoie
from tests.rulesets.montjoie.forces import band

RULES = Montjoie()


def totals(setup):
    assert RULES.check_setup(setup) == []
    return {seat: account.total for seat, account in RULES.accounts(setup).items()}


def spears(name, figures):
    return Force(units=(UnitIn(id=name, name="Spears", figures=figures, profile={"class": "spearman"}),))


def test_the_rules_can_count_a_battle_before_it_is_opened():
    assert isinstance(RULES, Planned)
    assert RULES.prices() == {}


def test_the_scenarios_of_the_house_bring_what_their_table_says():
    """Montjoie C: 145 against 120, 275 against 245, 280 against 425."""
    assert totals(Setup(scenario="toll")) == {"first": 145, "second": 120}
    assert totals(Setup(scenario="rearguard")) == {"first": 275, "second": 245}
    assert totals(Setup(scenario="drywall")) == {"first": 280, "second": 425}


def test_a_side_is_counted_by_class():
    setup = Setup(scenario="field", forces={"rome": band("rome"), "gaul": spears("gaul", 3)})
    rome, gaul = RULES.accounts(setup)["rome"], RULES.accounts(setup)["gaul"]
    assert [entry.name for entry in rome.entries] == ["archer", "halberdier", "knight", "spearman"]
    each = next(entry.each for entry in rome.entries if entry.name == "spearman")
    assert gaul.entries == (Entry(name="spearman", count=3, each=each, points=3 * each),)
    assert gaul.total == 3 * each


def test_forces_that_differ_are_worth_a_word_and_no_more():
    uneven = Setup(scenario="field", forces={"rome": spears("rome", 4), "gaul": spears("gaul", 3)})
    assert RULES.check_setup(uneven) == []
    (doubt,) = RULES.doubts(uneven)
    assert (doubt.code, doubt.data["seat"], doubt.data["enemy"]) == ("uneven", "rome", "gaul")
    assert RULES.doubts(Setup(scenario="field", forces={"rome": spears("rome", 3), "gaul": spears("gaul", 3)})) == []
    assert RULES.doubts(Setup(scenario="drywall")) == []


def test_a_word_alone_lays_the_ground_and_draws_both_forces():
    told = totals(Setup(scenario="field", options={"seed": "hill"}))
    assert all(130 <= total <= 170 for total in told.values())
    small = totals(Setup(scenario="field", options={"seed": "hill", "points": 80}))
    assert all(small[seat] < told[seat] for seat in told)
    assert [one.code for one in RULES.check_setup(Setup(scenario="field"))] == ["force_empty"]


def test_a_map_that_a_scenario_would_not_use_is_refused():
    setup = Setup(scenario="toll", options={"map": "rumman"})
    (problem,) = RULES.check_setup(setup)
    assert (problem.code, problem.place) == ("has_its_map", "options.map")
    own = structs.replace(setup, options={"map": RULES.template("map")})
    assert [one.code for one in RULES.check_setup(own)] == ["has_its_map"]
