"""AWAM in words: every happening, question, choice, refusal and reading, in the three languages."""

import ast
import random
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.utils import translation

import rulesets.awam
from battles import narration
from battles.narration.awam import readings, words
from battles.narration.awam.telling import KEY, figure, units_of
from battles.narration.menus import has_word, word
from battles.narration.why import why
from rulesets.awam.acts.index import ACTS
from rulesets.awam.ruleset import HAPPENINGS
from rulesets.awam.setting import SHEETS
from rulesets.awam.tables import TABLES
from rulesets.awam.umpire import KINDS
from rulesets.contract import Happening, Problem
from tests.rulesets.kit import dice_of, next_moves, stored
from tests.rulesets.subjects import AWAM

COMPANION = "awam-table"
LANGUAGES = [code for code, _name in settings.LANGUAGES]
SOURCES = sorted(Path(rulesets.awam.__file__).parent.rglob("*.py"))
MARKUP = re.compile(r"%\(|\{|_")


def played(name: str, seed: str):
    """Happenings and questions of a battle at random, with what the figures are called."""
    rng, dice, ruleset = random.Random(seed), dice_of(seed), AWAM.ruleset
    step = ruleset.setup(AWAM.setups[name], dice)
    names = narration.Names(ruleset=KEY, units=units_of(step.state), seats={"first": "Livia", "second": "Hanno"})
    found = list(step.happenings)
    for number in range(120):
        state = stored(step.state)
        if ruleset.outcome(state) is not None:
            break
        moves = next_moves(ruleset, state, rng, wild=number < 70, last=AWAM.last)
        step = ruleset.apply(state, moves, dice)
        found += step.happenings
    return found, names


@pytest.fixture(scope="module")
def told():
    return [played(name, seed) for name in ("well", "three", "ivory", "fashoda") for seed in ("a", "b")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_battles_at_random_are_told_in_sentences(told, language):
    with translation.override(language):
        for happenings, names in told:
            for one in happenings:
                sentence = narration.happening(KEY, one, names)
                assert sentence.strip()
                assert "%(" not in sentence, f"{one.kind}: {sentence}"


def test_a_great_part_of_the_kinds_happens_in_them(told):
    kinds = {one.kind for happenings, _names in told for one in happenings}
    assert len(kinds) > 50


@pytest.mark.parametrize("kind", HAPPENINGS)
def test_every_kind_has_its_sentence(kind):
    assert narration.has_happening(KEY, kind)


def test_every_number_that_is_explained_has_its_parts(told):
    kinds = ("shot", "thrown", "fight", "morale", "hit", "reloaded", "reloading")
    numbers = [(one, names) for happenings, names in told for one in happenings if one.kind in kinds]
    assert numbers
    for one, names in numbers:
        answer = why(KEY, one, names, ())
        assert answer.lines
        assert len(answer.lines) > len(one.data.get("modifiers", {}))


def codes():
    """Every code with which AWAM refuses something, read off its source."""
    found = set()
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.keyword) and node.arg == "code" and isinstance(node.value, ast.Constant):
                found.add(node.value.value)
    return sorted(found)


OF_THE_HOST = {"out_of_range"}
"""What any ruleset may say, told by one sentence for all."""


def key_of(code):
    """Whose words a refusal has: the board's, or the table companion's."""
    return KEY if narration.has_problem(code, KEY) else COMPANION


@pytest.mark.parametrize("code", codes())
def test_every_refusal_has_words_of_its_own(code):
    assert narration.has_problem(code, key_of(code)) or (code in OF_THE_HOST and narration.has_problem(code))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", codes())
def test_every_refusal_reads_as_a_sentence(code, language):
    data = {
        "most": 120,
        "least": 2,
        "asked": 155,
        "longest": 200,
        "takers": 3,
        "squad": "1.1",
        "squads": ["1.1"],
        "by": "bush",
    }
    data |= {
        "scenario": "x",
        "option": "x",
        "reading": "A99",
        "kind": "x",
        "seat": "first",
        "figure": "1.1.1",
        "figures": ["1.1.1", "1.1.2"],
        "target": "1.1.2",
        "piece": "bush",
        "low": 50,
        "high": 350,
        "score": 6,
    }
    with translation.override(language):
        sentence = narration.problem(Problem(code=code, data=data), narration.Names(ruleset=key_of(code)))
    assert "%(" not in sentence
    assert sentence[0].isupper() or sentence[0] in "«1¿“"


@pytest.mark.parametrize(
    "key",
    [
        *(
            f"do.{kind}"
            for kind in (
                *ACTS,
                *KINDS,
                "pick",
                "drill",
                "done",
                "declare",
                "instruct",
                "concede",
                "enter",
                "hide",
            )
        )
    ],
)
def test_every_choice_has_a_name(key):
    assert has_word(KEY, key)


def test_every_argument_that_is_asked_for_has_a_question():
    asked = set()
    for name in ("well", "fashoda", "umpire", "ivory"):
        rng, dice = random.Random(name), dice_of(name)
        step = AWAM.ruleset.setup(AWAM.setups[name], dice)
        for _step in range(40):
            state = stored(step.state)
            if AWAM.ruleset.outcome(state) is not None:
                break
            for ask in AWAM.ruleset.asks(state):
                for choice in AWAM.ruleset.menu(state, ask.seat):
                    asked |= set(choice.arguments)
            step = AWAM.ruleset.apply(state, next_moves(AWAM.ruleset, state, rng, wild=True, last=AWAM.last), dice)
    assert {key for key in asked if not has_word(KEY, f"ask.{key}")} == set()


def test_every_thing_on_the_table_has_a_word():
    assert set(SHEETS.kinds) <= set(words.KINDS)
    assert set(TABLES.ground) <= set(words.GROUND)
    assert {*TABLES.firearms, *TABLES.missiles} <= set(words.WEAPONS)
    assert set(SHEETS.scenarios) == set(words.SCENARIOS) == set(words.SCENARIO_HINTS)
    assert set(TABLES.readings) == set(readings.QUESTIONS) == set(readings.ANSWERS)
    assert all(set(TABLES.readings[key].values) == set(readings.ANSWERS[key]) for key in TABLES.readings)


def test_a_figure_is_called_by_what_he_is_and_his_number():
    names = narration.Names(ruleset=KEY, units={"first": {"1.1.3": "askari", "1.H": "Livia’s captain"}})
    assert figure(names, "1.1.3") == "askari 1.1.3"
    assert figure(names, "1.H") == "Livia’s captain"
    with translation.override("it"):
        assert figure(names, "1.1.3") == "ascaro 1.1.3"
        assert word(KEY, "mark.blue").startswith("blu")


def test_a_shot_is_told_with_its_die_and_what_was_added():
    data = {"figure": "1.1.1", "target": "2.1.1", "weapon": "breech_rifle", "die": 9, "sides": 12, "add": -1, "over": 5}
    told = Happening(
        kind="shot", data={**data, "hit": True, "aimed": True, "modifiers": {"wounded": -1}}, rule="AWAM 4.4"
    )
    names = narration.Names(ruleset=KEY, units={"first": {"1.1.1": "askari"}, "second": {"2.1.1": "warrior"}})
    sentence = narration.happening(KEY, told, names)
    assert sentence == (
        "askari 1.1.1, breech-loading rifle, hits warrior 2.1.1: 9 on a d12, more than 5 needed; wounded −1."
    )


GROUP_SENTENCES = {
    "en": (
        "A card of the dervish band is drawn.",
        "The Shilluk band has 3 orders.",
        "The dervish band activates squad 1.",
        "The Shilluk band declares war on the dervish band.",
        "The umpire adds a card of the Shilluk band to the deck.",
        "The third side stops; 2 orders are lost.",
        "Livia offers peace to the dervish band.",
        "It is war between Livia, the Shilluk band.",
    ),
    "it": (
        "Esce una carta del gruppo dei dervisci.",
        "Il gruppo degli shilluk ha 3 ordini.",
        "Il gruppo dei dervisci attiva: squadra 1.",
        "Il gruppo degli shilluk dichiara guerra al gruppo dei dervisci.",
        "L'arbitro aggiunge al mazzo una carta del gruppo degli shilluk.",
        "La terza parte si ferma; 2 ordini vanno persi.",
        "Livia offre la pace al gruppo dei dervisci.",
        "È guerra tra Livia, il gruppo degli shilluk.",
    ),
    "es": (
        "Sale una carta del grupo de los derviches.",
        "El grupo de los shilluk tiene 3 órdenes.",
        "El grupo de los derviches activa: escuadra 1.",
        "El grupo de los shilluk declara la guerra al grupo de los derviches.",
        "El árbitro añade al mazo una carta del grupo de los shilluk.",
        "El tercer bando termina; se pierden 2 órdenes.",
        "Livia ofrece la paz al grupo de los derviches.",
        "Guerra entre Livia, el grupo de los shilluk.",
    ),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_group_stands_in_a_sentence_with_its_article_and_the_verb_agrees(language):
    happened = (
        Happening(kind="card", data={"owner": "dervishes", "ace": False}),
        Happening(kind="orders", data={"owner": "shilluk", "orders": 3}),
        Happening(kind="picked", data={"owner": "dervishes", "squad": "dervishes.1"}),
        Happening(kind="declared", data={"seat": "shilluk", "other": "dervishes", "word": "war"}),
        Happening(kind="umpire_hand_card", data={"group": "shilluk"}),
        Happening(kind="done", data={"owner": "third", "lost": 2}),
        Happening(kind="declared", data={"seat": "first", "other": "dervishes", "word": "peace"}),
        Happening(kind="war", data={"seats": ["first", "shilluk"]}),
    )
    names = narration.Names(ruleset=KEY, seats={"first": "Livia"})
    with translation.override(language):
        assert tuple(narration.happening(KEY, one, names) for one in happened) == GROUP_SENTENCES[language]


@pytest.mark.parametrize("language", ["es", "it"])
def test_no_sentence_of_a_game_with_groups_leaves_a_preposition_beside_an_article(told, language):
    apart = {"it": r"\b(di|a|da|in|su) (il|lo|i|gli|la|le) ", "es": r"\b(de|a) el "}[language]
    with translation.override(language):
        for happenings, names in told:
            for one in happenings:
                if one.data.get("owner") in words.GROUPS or one.data.get("seat") in words.GROUPS:
                    assert not re.search(apart, narration.happening(KEY, one, names))


def test_what_a_player_called_his_side_is_said_as_he_wrote_it():
    names = narration.Names(ruleset=KEY, seats={"first": "il Mahdi", "second": "La Legione"})
    with translation.override("it"):
        told = [
            narration.happening(KEY, Happening(kind="card", data={"owner": seat, "ace": True}), names)
            for seat in ("first", "second")
        ]
    assert told == ["Esce l'asso di il Mahdi.", "Esce l'asso di La Legione."]


# --- Deeds (AWAM 17.3) ------------------------------------------------------------------------------------------------

DEED_ROWS = {
    "charge_stopped": {"figure": "1.1.1", "of": "second", "about": "2.1"},
    "head_captured": {"figure": "1.1.1", "of": "second", "about": "2.H"},
    "gun_silenced": {"figure": "1.1.1", "of": "second", "about": "machine_gun-second"},
    "first_flag": {"figure": "1.1.1"},
    "treaty_signed": {"figure": "1.1.1", "of": "second"},
}


@pytest.mark.parametrize("language", ["en", "es", "it"])
@pytest.mark.parametrize("deed", DEED_ROWS)
def test_every_deed_is_told_with_its_man_and_its_sides(language, deed):
    names = narration.Names(
        ruleset="awam",
        seats={"first": "Livia", "second": "Hanno"},
        units={"first": {"1.1.1": "askari"}, "second": {"2.1": "warrior", "2.H": "Emir Osman"}},
    )
    row = {"deed": deed, "turn": 3, "seat": "first", **DEED_ROWS[deed]}
    with translation.override(language):
        text = narration.happening("awam", Happening(kind="noted", data=row), names)

    assert "1.1.1" in text
    assert "Livia" in text
    assert "%(" not in text
    assert ("Hanno" in text) is (deed in ("charge_stopped", "head_captured", "gun_silenced"))
    assert ("Emir Osman" in text) is (deed == "head_captured")


def test_what_an_umpire_ruled_is_told_as_his_word():
    names = narration.Names(ruleset="awam", seats={"first": "Livia"})
    rows = [{"deed": deed, "turn": 1, "seat": "first"} for deed in ("first_flag", "treaty_signed")]

    assert [narration.happening("awam", Happening(kind="noted", data=row), names) for row in rows] == [
        "The first flag up was that of Livia, as the umpire said.",
        "The treaty went to Livia, as the umpire said.",
    ]


def test_what_was_taken_is_told_by_kind_and_not_by_its_key():
    names = narration.Names(ruleset="awam", seats={"first": "Livia"})
    row = {"seat": "first", "things": ["machine_gun-second", "ivory-1", "steamer"]}

    assert narration.happening("awam", Happening(kind="taken", data=row), names) == (
        "Livia has taken: machine gun, load of ivory, steamer."
    )
