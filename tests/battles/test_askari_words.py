"""Askari in words: every happening, question, refusal and name, in the three languages."""

import ast
import random
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.utils import translation

import rulesets.askari
from battles import narration
from battles.errors import Disallowed
from battles.narration import core
from battles.narration.askari import prompts, readings, words
from battles.narration.askari.fighting import TALES
from battles.narration.askari.telling import centimetres, units_of
from battles.selectors import entries_for
from battles.services import opening, play
from rulesets import registry
from rulesets.askari import armies, setting
from rulesets.askari.prompts import PROMPTS
from rulesets.askari.ruleset import HAPPENINGS
from rulesets.askari.table import ROLLS
from rulesets.askari.tables import TABLES
from rulesets.companion import AGREE, END
from rulesets.contract import Action, Happening, Problem
from rulesets.dice import Keyed, Loaded
from tests.factories.clubs import NOW
from tests.rulesets.askari.battles import MANY, SMALL, battle
from tests.rulesets.kit import sample
from tests.rulesets.subjects import COMPANION

LANGUAGES = [code for code, _name in settings.LANGUAGES]
NAMES = narration.Names(
    seats={"west": "Livia", "east": "Hanno"},
    units={
        "west": {"west:rifles": "3rd Company", "west:gun": "Gardner gun"},
        "east": {"east:spears": "Spearmen", "east:mules": "Mules"},
    },
)
UNIT = {"unit": "west:rifles"}
BOTH = UNIT | {"target": "east:spears"}
ROW = {"key": "officer", "value": 1, "rule": "Askari 2.3.2"}
DARED = UNIT | {"courage": 4, "added": 1, "rows": [ROW]}
SAVE = UNIT | {"figure": "west:rifles.2", "save": 6, "poisoned": True, "powerful": False}
FIGHT = {"attackers": ["west:rifles.1", "west:rifles.2"], "defenders": ["west:gun.1#2"], "wounds": [2, 1]}
PARTS = [
    {"base": 3, "weapon": 2, "rows": [{"key": "fanatic_charging", "value": 2, "rule": "Askari 2.5, R20"}], "support": 3}
    | {"dice": 10},
    {"base": None, "weapon": 0, "rows": [], "support": 0, "dice": 0},
]
OVER = {
    "scores": {"west": 40, "east": 12},
    "lost": {"west": 100, "east": 300},
    "starting": {"west": 600, "east": 600},
}
SHIFT = UNIT | {"lost": False, "jammed": False}
FACTS = {
    "opened": [{"scenario": "village", "seats": ["west", "east"]}],
    "aggression": [{"seat": "west", "factor": 3}],
    "quality": [UNIT | {"quality": "martinet"}],
    "split": [{"seat": "west", "hidden": hidden, "reserve": kept} for hidden in (0, 1) for kept in (0, 2)],
    "deployed": [UNIT | {"seat": "west"}],
    "hidden": [{"seat": "west", "units": 2}],
    "reserve_tried": [{"seat": "west", "needed": 5, "unit": unit} for unit in ("", "west:rifles")],
    "order_dice": [{"seat": "west", "raised": dice, "orders": len(dice)} for dice in ([], [4], [5, 6])],
    "assigned": [
        {"seat": "west", "units": units, "unseen": unseen} for units in ([], ["west:rifles"]) for unseen in (0, 2)
    ],
    "extra_order": [UNIT | {"source": source} for source in ("martinet", "effendi")],
    "move_rolled": [
        UNIT | {"length": 180, "rough": False, "whole": True},
        UNIT | {"length": 75, "rough": True, "effendi": True},
    ],
    "moved": [UNIT | {"length": length} for length in (0, 125)],
    "unjammed": [UNIT | {"cleared": cleared} for cleared in (True, False)],
    "revealed": [UNIT | {"how": how} for how in ("sprung", "found", "fire")],
    "charged": [BOTH | {"length": 120, "rough": False, "touching": touching} for touching in (0, 1, 3)],
    "dared": [
        DARED | {"why": why, "passed": passed} for why in ("break_off", "reaction/x") for passed in (True, False)
    ],
    "shots": [
        BOTH
        | {"figures": 8, "dice": 8, "number": number, "base": 2, "weapon": 2, "hits": 3}
        | {"rows": [{"key": "long_range", "value": -1, "rule": "Askari 8.2, R34"}]}
        for number in (0, 4, 6)
    ],
    "canister": [UNIT | {"hits": hits} for hits in (1, 4)],
    "save": [
        SAVE | {"role": role, "failed": failed, "powerful": powerful}
        for role, failed, powerful in (
            ("", 0, False),
            ("", 1, False),
            ("officer", 0, False),
            ("officer", 1, False),
            ("", 1, True),
        )
    ],
    "piece_marked": [UNIT | {"fails": 1}],
    "deviation": [
        SHIFT | {"shift": 0},
        SHIFT | {"shift": -70},
        SHIFT | {"shift": 110},
        SHIFT | {"shift": None, "lost": True},
        SHIFT | {"shift": None, "lost": True, "jammed": True},
    ],
    "shell_missed": [UNIT | {"number": 3}],
    "burst": [UNIT | {"at": [1, 2], "figures": figures} for figures in (0, 1, 2)],
    "ball": [UNIT | {"at": [1, 2], "most": 7}],
    "breach": [{"piece": "building-1", "left": left} for left in (0, 4)],
    "carried_off": [UNIT | {"number": number} for number in (1, 2)],
    "patient": [UNIT | {"fate": fate} for fate in ("rejoins", "dies", "stays")],
    "veteran": [UNIT | {"effect": effect} for effect in TALES],
    "rejoined": [UNIT | {"role": role} for role in ("", "officer")],
    "melee": [{"units": ["west:rifles", "east:spears"], "fights": 2}],
    "fight": [
        FIGHT | {"removed": removed} | more for removed in (None, "west:gun.1#2") for more in ({}, {"parts": PARTS})
    ],
    "stepped": [{"figure": "west:rifles.3"}],
    "baggage_taken": [{"unit": "east:mules", "elements": 1, "left": left} for left in (0, 2)],
    "cancelled": [UNIT | {"sources": ["standard", "hard"]}],
    "tested": [
        DARED | {"passed": passed, "marked": marked}
        for passed, marked in ((True, False), (False, False), (False, True))
    ],
    "unit_destroyed": [
        UNIT | {"seat": "west", "fate": fate, "by": by}
        for fate in ("captured", "destroyed")
        for by in ("", "east:spears")
    ],
    "rallied": [UNIT | {"rallied": rallied} for rallied in (True, False)],
    "over": [
        OVER | {"winner": winner, "degree": degree, "case": case}
        for winner, degree, case in (
            (None, None, "turn_limit"),
            ("west", "major", "one_broken"),
            ("west", "minor", "both_broken"),
            ("west", "minor", "conceded"),
            ("west", "major", "hunt"),
        )
    ],
    **{key: [{"totals": {"west": 6, "east": 4}, "seat": "west"}] for key in ("edge", "initiative")},
    **{key: [BOTH] for key in ("charge_broken", "charge_unmet", "charge_short", "contact", "cursed")},
    "threshold": [{"threshold": 4}],
    "party_edge": [{"seat": "west", "edge": edge} for edge in setting.FACINGS],
    "herd_counted": [{"animal": "lion", "number": 3}],
    "beasts_placed": [{"animal": kind, "number": 3} for kind in TABLES.animals],
    "wind": [{"wind": wind} for wind in range(1, 9)],
    "stalked": [UNIT | {"by": "east:spears", "noticed": noticed} for noticed in (True, False)],
    "roused": [UNIT | {"by": "east:spears", "face": face} for face in range(1, 7)],
    "beasts_attack": [BOTH | {"length": 120, "animals": 2, "touching": touching} for touching in (0, 1)],
    "beasts_away": [UNIT | {"length": 120, "gone": gone} for gone in (0, 1, 2)],
    "leads": [{"seat": "west"}],
    "beast_killed": [{"unit": "beast:lion_1"} | {"by": "east:spears", "seat": "east", "animal": "lion", "trophies": 7}],
    "conceded": [{"seat": "west"}],
}
"""What a happening can say, each sentence of it at least once. Kinds that are not here say but a unit."""
RAW = re.compile(r"%\(|\w:\w|[a-z0-9]_[a-z]|None|True|False|[{}]")
"""What betrays a key, or a value that nobody put into words."""


def told(happening, names, rolls=()):
    """A happening and its reasons."""
    why = narration.why("askari", happening, names, rolls)
    return [narration.happening("askari", happening, names), *why.lines]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", HAPPENINGS)
def test_every_happening_reads_as_a_sentence_in_every_language(kind, language):
    with translation.override(language):
        for data in FACTS.get(kind, [UNIT | {"seat": "west"}]):
            first, *why = told(Happening(kind=kind, data=data, rule="Askari 3"), NAMES)

            assert first[-1] in ".!"
            assert not RAW.search(" ".join([first, *why])), first
            assert "unit" not in data or data["unit"] != "west:rifles" or "3rd Company" in first


@pytest.fixture(scope="module")
def fought():
    """Whole battles of the program against itself, each with its dice: ambushes, a village, guns, a hospital, two lists of the house."""
    askari = registry.get("askari")
    found = []
    for setup, seed in (
        (battle("village", SMALL, MANY), "a"),
        (battle("camp", SMALL, MANY, poor_light=True), "a"),
        (battle("open_field", "mahdist", "slavers"), "a"),
    ):
        dice = Keyed(seed.encode())
        steps = [askari.setup(setup, dice)]
        while asks := askari.asks(steps[-1].state):
            moves = {ask.seat: askari.bot(steps[-1].state, ask.seat) for ask in asks}
            steps.append(askari.apply(steps[-1].state, moves, dice))
        found.append(([one for step in steps for one in step.happenings], steps[-1].state, dice.rolled))
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_whole_battles_are_told_to_their_end(fought, language):
    kinds = set()
    with translation.override(language):
        for happenings, state, rolls in fought:
            names = narration.Names(seats={"west": "Livia", "east": "Hanno"}, units=units_of(state))
            for happening in happenings:
                kinds.add(happening.kind)
                lines = told(happening, names, rolls)

                assert not RAW.search(" ".join(lines)), lines
                assert len(narration.why("askari", happening, names, rolls).rolls) == len(happening.rolls)
    assert {"shots", "save", "charged", "fight", "tested", "routed", "over"} <= kinds


def test_a_volley_is_told_as_players_tell_it():
    data = BOTH | {"figures": 8, "dice": 8, "number": 4, "base": 2, "weapon": 2, "hits": 3}
    rows = [
        {"key": "long_range", "value": -1, "rule": "Askari 8.2, R34"},
        {"key": "aimed", "value": 1, "rule": "Askari 8.2, R52"},
    ]
    volley = Happening(kind="shots", data=data | {"rows": rows}, rule="Askari 8.2", rolls=("turn/5/shots",))
    fell = [{"address": "turn/5/shots", "sides": 6, "faces": [1, 2, 3, 5, 5, 6, 6, 6]}]

    why = narration.why("askari", volley, NAMES, fell)

    assert narration.happening("askari", volley, NAMES) == (
        "3rd Company fires at Spearmen: 8 shots, 4 or less hits, 3 hits; long range −1, aimed +1."
    )
    assert why.lines == (
        "8 figures fire",
        "shooting value 2",
        "weapon +2 [Askari 2.4]",
        "long range −1 [Askari 8.2, R34]",
        "aimed +1 [Askari 8.2, R52]",
        "a die of 4 or less hits [Askari 8.2]",
    )
    assert (why.paragraph, why.rolls[0].dice, why.rolls[0].faces[:2]) == ("Askari 8.2", "8d6", (1, 2))


def test_the_dice_of_a_fight_are_told_part_by_part():
    fight = Happening(kind="fight", data=FIGHT | {"removed": None, "parts": PARTS}, rule="Askari 9.1")

    assert narration.why("askari", fight, NAMES, []).lines == (
        "a die of 5 or more wounds",
        "3rd Company: 10 dice",
        "melee value 3",
        "weapon +2 [Askari 2.4]",
        "Fanatic, charging +2 [Askari 2.5, R20]",
        "supporter +3 [Askari 9.1.2]",
        "Gardner gun: 0 dice",
        "who has received more wounds is removed; equal wounds remove nobody [Askari R43]",
    )


def test_a_roll_that_the_reader_may_not_know_is_left_out():
    why = narration.why("askari", Happening(kind="routed", data=UNIT, rolls=("turn/1/x",)), NAMES, [])

    assert (why.rolls, bool(why)) == ((), False)


def test_units_of_one_name_are_told_apart_by_their_side():
    names = narration.Names(
        seats={"west": "Livia", "east": "Hanno"}, units={"west": {"west:a": "Porters"}, "east": {"east:b": "Porters"}}
    )

    with translation.override("es"):
        sentence = narration.happening("askari", Happening(kind="halted", data={"unit": "east:b"}), names)

    assert "Porteadores (Hanno)" in sentence


def test_a_length_is_told_in_centimetres():
    assert (centimetres(180), centimetres(75)) == ("18 cm", "7.5 cm")
    with translation.override("it"):
        assert centimetres(75) == "7,5 cm"


# --- Names and questions --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("keys", "named"),
    [
        ({*TABLES.melee, *TABLES.missile}, words.WEAPONS),
        (set(TABLES.qualities), words.QUALITIES),
        ({*armies.RULES, *(rule for weapon in TABLES.missile.values() for rule in weapon.rules)}, words.RULES),
        (set(armies.PEOPLE), words.PEOPLE),
        (set(armies.SPECIALS), words.ROLES),
        (set(TABLES.saves), words.SAVES),
        (set(TABLES.movement), words.TYPES),
        (set(TABLES.animals), words.ANIMALS),
        (set(TABLES.terrain), words.TERRAIN),
        (set(setting.SCENARIOS), words.SCENARIOS),
        (set(TABLES.to_hit), words.MODIFIERS),
        ({*armies.LISTS, *armies.PARTIES}, words.LISTS),
        (
            {
                one.name
                for army in (*armies.LISTS.values(), *armies.PARTIES.values())
                for one in (*army.units, *army.people)
            },
            words.UNITS,
        ),
        (set(PROMPTS), prompts.PROMPTS),
        (set(TABLES.readings), readings.QUESTIONS),
    ],
    ids=lambda value: "",
)
def test_everything_has_a_name(keys, named):
    assert keys <= named.keys()


def test_a_list_of_the_house_has_one_name():
    assert {key: str(name) for key, name in words.LISTS.items()} == {
        key: army.name for key, army in {**armies.LISTS, **armies.PARTIES}.items()
    }


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", TABLES.readings)
def test_every_reading_is_a_sentence_with_our_answer_and_has_words_for_each_other(key, language):
    with translation.override(language):
        answers = [readings.answer(key, value) for value in TABLES.readings[key].values]
        sentence = readings.sentence(key)

        assert answers[0] in sentence
        assert len(set(answers)) == len(answers)
        assert not RAW.search(" ".join([sentence, *answers]))
        assert readings.sentence(key, TABLES.readings[key].values[1]) != sentence


def test_every_question_is_asked_in_words():
    asked = {narration.prompt("askari", prompt) for prompt in PROMPTS}

    assert len(asked) == len(PROMPTS)


# --- Refusals -----------------------------------------------------------------------------------------------------


def problems_of(path):
    """Code and keys of the data of every problem that a file can give."""
    tree = ast.parse(path.read_text())
    dicts = (
        [
            (node.lineno, node.value)
            for node in ast.walk(tree)
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Dict) and node.targets[0].id == "data"
        ]
        if "data = {" in path.read_text()
        else []
    )
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Problem":
            given = {one.arg: one.value for one in node.keywords}
            if not isinstance(given["code"], ast.Constant):
                continue  # of a table, and among the others
            data = given.get("data")
            if isinstance(data, ast.Name):
                data = max((one for one in dicts if one[0] <= node.lineno), key=lambda one: one[0])[1]
            yield given["code"].value, {key.value for key in data.keys} if data is not None else set()


REFUSALS = sorted(
    {
        (code, tuple(sorted(keys)))
        for path in Path(rulesets.askari.__file__).parent.rglob("*.py")
        for code, keys in problems_of(path)
    }
)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("code", "keys"), REFUSALS, ids=lambda value: value if isinstance(value, str) else "")
def test_every_refusal_reads_as_a_sentence(code, keys, language):
    values = {"seats": ["west", "east"], "allowed": ["move"], "unit": "west:rifles", "detail": "Expected `int`"}
    problem = Problem(code=code, data={key: values.get(key, 7) for key in keys}, place="units[0].figures")

    with translation.override(language):
        sentence = narration.problem(problem, NAMES)

    assert narration.has_problem(code)
    assert not re.search(r"%\(|west:", sentence)
    assert language == "en" or sentence != narration.problem(problem, NAMES)


def test_a_refusal_names_the_unit_the_length_and_the_ground():
    told = [
        narration.problem(Problem(code="in_the_way", data={"unit": "west:gun"}, rule="Askari 7.2"), NAMES),
        narration.problem(Problem(code="too_far", data={"allowance": 90, "length": 155}), NAMES),
        narration.problem(Problem(code="ground", data={"terrain": "tall_grass"}), NAMES),
        narration.problem(Problem(code="far_from_edge", data={"most": 100}), NAMES),
        narration.problem(Problem(code="too_many_points", data={"points": 620, "most": 300}), NAMES),
    ]

    assert told == [
        "Gardner gun is in the way. [Askari 7.2]",
        "This way is 15.5 cm long; the unit may go 9 cm.",
        "The unit cannot go or stand there: tall grass.",
        "Reinforcements enter within 10 cm of the edge of their own half.",
        "The list costs 620 points; this scenario has room for 300. Choose fewer points a side, or a smaller list.",
    ]


def test_a_battle_of_the_site_is_told_with_the_names_of_its_lists(club, rome, carthage, umpire):
    fought = opening.open_battle(
        club=club,
        ruleset="askari",
        setup=battle("open_field", "anglo_egyptian", "mahdist"),
        seats={"west": rome, "east": carthage},
        umpire=umpire,
        by=None,
        now=NOW,
        names={"west": "Livia", "east": "Hanno"},
    )
    (entry,) = entries_for(fought, None)
    names = core.names_of(fought)

    assert [narration.happening("askari", one, names) for one in entry.happenings] == [
        "The battle begins: Open field. On the field: Livia, Hanno."
    ]
    assert names.any_unit("west:gardner") == "Gardner gun"
    with pytest.raises(Disallowed, match="This cannot be done now") as refused:
        play.act(fought, seat="west", action=Action(kind="march"), seq=0, by=rome, now=NOW)
    assert refused.value.code == "not_now"


# --- The table companion --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", [*ROLLS, END, AGREE])
def test_every_roll_of_the_companion_is_told_in_every_language(kind, language):
    table, setup = registry.get("askari-table"), COMPANION.setups["table"]
    names = narration.Names(seats={"first": "Livia", "second": "Hanno"})
    chance, sentences = random.Random(kind), set()
    with translation.override(language):
        for number in range(60):
            dice = Keyed(f"{kind} {number}".encode())
            state = table.setup(setup, dice).state
            note = "Askaris" if number % 2 else ""
            if kind == "agree":  # to what the other side has just said
                state = _said(table, state, chance, note)
            (choice,) = table.menu(state, "first", kind)
            action = sample(choice, chance)
            if table.check(state, "first", action) is not None:
                continue
            if kind != "agree":
                action = Action(kind=kind, arguments=action.arguments | {"note": note})
            (happening,) = table.apply(state, {"first": action}, dice).happenings
            why = narration.why("askari-table", happening, names, dice.rolled)
            sentence = narration.happening("askari-table", happening, names)
            sentences.add(sentence)

            assert not RAW.search(" ".join([sentence, *why.lines]).replace(": ", " ")), sentence
            assert sentence[-1] in ".”»"
            assert ("Askaris" in sentence) == bool(note)
            assert len(why.rolls) == len(happening.rolls)
    assert len(sentences) > 3


def _said(table, state, chance, note):
    (choice,) = table.menu(state, "second", "end")
    said = Action(kind="end", arguments=sample(choice, chance).arguments | {"note": note})
    return table.apply(state, {"second": said}, Keyed(b"end")).state


def test_the_companion_tells_a_volley_with_its_saves():
    table = registry.get("askari-table")
    state = table.setup(COMPANION.setups["table"], Keyed(b"x")).state
    given = {
        "weapon": "breech_loading_rifle",
        "figures": 8,
        "shooting": 2,
        "far": True,
        "aimed": True,
        "note": "Askaris",
    }
    address = "turn/0/shoot/1"
    dice = Loaded({f"{address}/hit": [1, 2, 4, 5, 5, 6, 6, 6], f"{address}/saves": [6, 2, 3]})

    (volley,) = table.apply(state, {"first": Action(kind="shoot", arguments=given)}, dice).happenings

    assert narration.happening("askari-table", volley, NAMES) == (
        "Askaris: Breech-loading rifle: 8 shots, 4 or less hits, 3 hits, 1 saved (6 or more), 2 fall; "
        "long range −1, aimed +1."
    )
    assert narration.why("askari-table", volley, NAMES, dice.rolled).lines[3] == "long range −1 [Askari 8.2, R34]"
