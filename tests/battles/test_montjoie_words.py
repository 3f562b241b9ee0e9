"""Montjoie in words: every happening, question, choice and refusal, in the three languages."""

import ast
from pathlib import Path

import pytest
from django.conf import settings
from django.utils import translation

import rulesets.montjoie
from battles import narration
from battles.narration import core
from battles.narration.menus import has_word, word
from battles.narration.montjoie import readings, words
from battles.narration.montjoie.telling import engine, units_of
from rulesets.contract import Happening, Problem
from rulesets.montjoie import phases
from rulesets.montjoie.happenings import HAPPENINGS
from rulesets.montjoie.readings import ALL
from rulesets.montjoie.scenarios import MODULES, SCENARIOS
from rulesets.montjoie.tables import TABLES
from tests.rulesets.kit import play_out
from tests.rulesets.subjects import MONTJOIE

LANGUAGES = [code for code, _name in settings.LANGUAGES]
PACKAGE = Path(rulesets.montjoie.__file__).parent


@pytest.fixture(scope="module")
def told():
    """What two battles at random tell, and what their figures are called."""
    found = []
    for name in ("toll", "drywall"):
        turns = list(play_out(MONTJOIE.ruleset, MONTJOIE.setups[name], "words", MONTJOIE.last))
        state = turns[-1].step.state
        names = narration.Names(seats={"first": "Livia", "second": "Hanno"}, units=units_of(state))
        found += [(happening, names) for turn in turns for happening in turn.step.happenings]
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_battle_is_told_without_a_gap(told, language):
    with translation.override(language):
        for happening, names in told:
            sentence = narration.happening("montjoie", happening, names)
            assert sentence.endswith("."), sentence
            assert "%(" not in sentence, sentence
            assert "_" not in sentence, sentence


def test_figures_have_their_names(told):
    names = told[0][1]
    moved = Happening(kind="moved", data={"figure": "hamelin", "at": "F08", "layer": "base", "left": 3})
    assert narration.happening("montjoie", moved, names) == "Sir Hamelin goes to F08: 3 points left."
    up = Happening(kind="put", data={"figure": "sweyn", "at": "H07", "layer": "crown", "why": ""})
    assert narration.happening("montjoie", up, names) == "Sweyn is now at H07, in the tree."


def test_every_happening_has_a_sentence():
    assert [kind for kind in HAPPENINGS if not core.has_happening("montjoie", kind)] == []


def test_every_choice_and_every_argument_has_words():
    verbs = {verb.kind: verb for each in phases.PROMPTS.values() for verb in each}
    assert [kind for kind in verbs if not has_word("montjoie", f"do.{kind}")] == []
    asked = {field for verb in verbs.values() for field in verb.fields}
    assert [field for field in asked if not has_word("montjoie", f"ask.{field}")] == []
    assert [prompt for prompt in phases.PROMPTS if ("montjoie", prompt) not in core._prompts] == []


def test_everything_of_the_tables_has_words():
    assert set(TABLES.terrain) <= set(words.TERRAIN)
    assert set(TABLES.weather) == set(words.WEATHER)
    assert set(TABLES.weapons) == set(words.WEAPONS)
    assert set(MODULES) == set(words.MODULES)
    assert set(SCENARIOS) < set(words.SCENARIOS)
    assert set(phases.PHASES) == set(words.PHASES)


def _codes():
    """Every code that a problem of the package may have."""
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if not isinstance(node, ast.Call):
                continue
            called = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            if called in {"refused", "wrong"} and node.args and isinstance(node.args[0], ast.Constant):
                yield node.args[0].value
            for keyword in node.keywords:
                if called == "Problem" and keyword.arg == "code" and isinstance(keyword.value, ast.Constant):
                    yield keyword.value.value


OF_THE_HOST = {"bad_arguments", "bad_row", "not_now", "not_your_turn", "out_of_range", "unknown_option"}
"""What any ruleset may say, told by one sentence for all. Whatever else it says is told in its own words, never in those of another."""


def test_every_refusal_has_a_sentence_of_its_own():
    told = {code for code in _codes() for key in ("montjoie", "montjoie-table") if core.has_problem(code, key)}
    assert sorted(set(_codes()) - told - OF_THE_HOST) == []
    assert [code for code in sorted(OF_THE_HOST) if not core.has_problem(code)] == []


@pytest.mark.parametrize("code", ["too_few_points", "no_such_weapon", "no_target", "not_yours", "outside_zone"])
def test_a_refusal_that_another_ruleset_words_otherwise_is_told_without_its_data(code):
    told = narration.problem(Problem(code=code, rule="Montjoie 4.2"), narration.Names(ruleset="montjoie"))
    assert told.endswith("[Montjoie 4.2]")


def test_a_mistake_in_a_map_is_told_with_its_hex():
    problem = Problem(code="hole_at", data={"symbol": " ", "hex": "G05"}, place="grid[4][6]")
    with translation.override("es"):
        assert "Hay un hueco en G05" in narration.problem(problem)


def test_words_fall_back_to_what_was_written():
    assert words.called(words.TERRAIN, "lava") == "lava"
    assert word("montjoie", "dir.0") == "east"


def test_every_doubt_has_its_question_and_every_answer_its_words():
    assert set(readings.QUESTIONS) == set(ALL)
    for key, reading in ALL.items():
        told = [value for value in reading.values if isinstance(value, str)]
        assert [value for value in told if (key, value) not in readings.ANSWERS] == [], key
    assert {key for key, _value in readings.ANSWERS} <= set(ALL)


@pytest.mark.parametrize("language", LANGUAGES)
def test_why_a_roll_came_out_is_told_part_by_part(told, language):
    with translation.override(language):
        for happening, names in told:
            lines = narration.why("montjoie", happening, names, []).lines
            assert all("%(" not in line and "_" not in line for line in lines), lines


def test_a_shot_is_explained_with_its_paragraphs():
    data = {"die": 4, "modifiers": {"sun": 1, "weather.rain": 1}, "row": 7, "cover": "light"}
    told = Happening(
        kind="shot", data={"figure": "pons", "target": "rashid", "weapon": "crossbow", "result": "B", **data}
    )
    assert list(narration.why("montjoie", told, narration.Names(), []).lines) == [
        "die 4",
        "sun in the eyes +1 [Montjoie 1.1, R6]",
        "rain +1 [Montjoie 1.1]",
        "row 7 [Montjoie 4.9]",
        "cover: light [Montjoie 4.6]",
    ]


def test_a_charge_and_those_who_stand_behind_are_named():
    data = {"attack": 60, "defence": 19, "chargers": ["roland"], "supporters": ["fursa"], "shifts": {"bad_ground": 1}}
    told = Happening(
        kind="fought", data={**data, "column": "3-1", "modifier": -2, "figures": ["roland"], "target": "mark"}
    )
    lines = narration.why("montjoie", told, narration.Names(), []).lines
    assert "the attack of a charge counts double: roland [Montjoie 4.2]" in lines
    assert "defence lent to whoever kneels: fursa [Montjoie 2.4.2]" in lines
    assert "bad ground of the target +1 [Montjoie 4.8]" in lines
    assert "die -2 [Montjoie 1.2.6]" in lines


def test_engines_and_a_nameless_animal_are_called_by_their_words():
    with translation.override("es"):
        assert [engine(key) for key in ("trebuchet", "trebuchet-2")] == ["trabuquete", "trabuquete 2"]
        assert word("montjoie", "unit.ox") == "buey"


def test_every_scenario_says_what_it_is_about_and_who_has_to_do_what():
    for key in MONTJOIE.ruleset.describe().scenarios:
        told = word("montjoie", f"scenario_hint.{key}")
        assert has_word("montjoie", f"scenario_hint.{key}"), key
        assert "first side" in told.lower(), key
