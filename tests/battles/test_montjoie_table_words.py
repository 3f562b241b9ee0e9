"""Every roll of Montjoie's table companion in words, in every language."""

import random
import re

import pytest
from django.utils import translation

from battles import narration
from rulesets import registry
from rulesets.companion import END
from rulesets.contract import Action
from rulesets.dice import Keyed, Loaded
from rulesets.montjoie.table import ROLLS
from tests.rulesets.kit import sample, stored
from tests.rulesets.subjects import CASTLE

LANGUAGES = ("en", "es", "it")
RAW = re.compile(r"[a-z0-9]_[a-z0-9]|%\(|\{|None|own_|foe_")
NAMES = narration.Names(seats={"first": "Livia", "second": "Hanno"}, ruleset="montjoie-table")
PLAIN = ("day", "collapse", "slip", "march", "shed", "undermine")
"""Rolls of which there is little to say."""


def opened():
    return stored(registry.get("montjoie-table").setup(CASTLE.setups["table"], Keyed(b"x")).state)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", [*ROLLS, END])
def test_every_roll_is_told_in_every_language(kind, language):
    table, chance, sentences = registry.get("montjoie-table"), random.Random(kind), set()
    with translation.override(language):
        for number in range(80):
            state, note = opened(), "Ansel" if number % 2 else ""
            state |= {"weather": chance.choice(["rain", "storm", "clear", "night"]), "dark": bool(number % 3)}
            (choice,) = table.menu(state, "first", kind)
            action = sample(choice, chance)
            if table.check(state, "first", action) is not None:
                continue
            action = Action(kind=kind, arguments=action.arguments | {"note": note})
            dice = Keyed(f"{kind} {number}".encode())
            (happening,) = table.apply(state, {"first": action}, dice).happenings
            why = narration.why("montjoie-table", happening, NAMES, dice.rolled)
            sentence = narration.happening("montjoie-table", happening, NAMES)
            sentences.add(sentence)

            assert not RAW.search(" ".join([sentence, *why.lines])), (sentence, why.lines)
            assert sentence[-1] in ".”»"
            assert ("Ansel" in sentence) == bool(note)
            assert len(why.rolls) == len(happening.rolls)
    assert len(sentences) > (1 if kind in PLAIN else 3)


def told(kind, faces, **given):
    table = registry.get("montjoie-table")
    dice = Loaded({f"turn/0/{kind}/1/{why}": shown for why, shown in faces.items()})
    (happening,) = table.apply(opened(), {"first": Action(kind=kind, arguments=given)}, dice).happenings
    why = narration.why("montjoie-table", happening, NAMES, dice.rolled)
    return narration.happening("montjoie-table", happening, NAMES), list(why.lines)


def test_a_fight_is_told_with_its_odds_and_what_becomes_of_both():
    sentence, lines = told("fight", {"combat": [5]}, own_attack=30, foe_defence=6, foe_support=13, note="Roland")

    assert sentence == ("Roland: 30 against 19, column 1-1, die 5: A. One of the attackers is stunned.")
    assert lines == [
        "attack 30 against defence 19",
        "lent by those behind: 13 [Montjoie 2.4.2]",
        "odds 1-1 [Montjoie 4.8]",
        "column 1-1 [Montjoie 4.8]",
    ]


def test_a_shot_is_told_with_every_modifier_and_its_paragraph():
    sentence, lines = told("shoot", {"shot": [2]}, weapon="crossbow", distance=20, foe_mounted=True, foe_armoured=True)

    assert sentence == ("Crossbow at 20 hexes, die 2, row 4: C. The target is stunned. The horse is killed.")
    assert lines == [
        "die 2",
        "medium range +1 [Cry Havoc 4]",
        "armour +1 [Cry Havoc 4]",
        "crossbow +0 [Montjoie 4.9]",
        "row 4 [Montjoie 4.9]",
        "cover: none [Montjoie 4.6]",
    ]


def test_a_days_digging_is_told_with_its_points():
    sentence, _lines = told("dig", {"mine": [1]}, miners=8, fast=True)

    assert sentence == "Mine (points: 8), column 6, die 1: 2C. Not yet done: it goes on tomorrow. 2 miners are wounded."


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("kind", "given"),
    [
        ("fight", {"own_attack": 0, "foe_defence": 3}),
        ("fight", {"own_attack": 1, "foe_defence": 9}),
        ("fight", {"own_attack": 9, "foe_defence": 3, "foe_support": 2, "foe_mounted": True}),
        ("fight", {"own_attack": 9, "own_jump": 3, "foe_defence": 3, "foe_hangs": "own_ladder"}),
        ("shoot", {"weapon": "longbow", "distance": 3, "foe_cover": "heavy", "foe_kneeling": True}),
        ("shoot", {"weapon": "crossbow", "distance": 3, "own_tree": True}),
        ("shoot", {"weapon": "javelin", "distance": 3, "defensive": True}),
        ("shoot", {"weapon": "javelin", "distance": 3, "own_mounted": True}),
        ("shoot", {"weapon": "sling", "distance": 60}),
        ("shoot", {"weapon": "catapult", "distance": 6}),
        ("staked", {"armoured": True}),
        ("bombard", {"at": "wall"}),
        ("shed", {"men": 2}),
        ("dig", {"miners": 0}),
        ("turn", {"note": "x" * 41}),
        ("conjure", {}),
    ],
)
def test_every_refusal_has_words(kind, given, language):
    problem = registry.get("montjoie-table").check(opened(), "first", Action(kind=kind, arguments=given))

    with translation.override(language):
        sentence = narration.problem(problem, names=NAMES)
    assert problem.code not in sentence
    assert not RAW.search(sentence)
    assert "Askari" not in sentence


def test_what_has_no_effect_is_said_once():
    assert told("fight", {"combat": [8]}, own_attack=10, foe_defence=7)[0] == (
        "10 against 7, column 1-1, die 8: no effect."
    )
    assert told("staked", {"stakes": [9]}, mounted=True)[0] == "Stakes: die 9, row 9: no effect."
