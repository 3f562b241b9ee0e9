"""Facts as sentences."""

import re

import pytest
from django.utils import translation

from battles import narration
from battles.checks import check_narration
from battles.errors import Disallowed
from battles.narration import core, problems, verdicts
from battles.narration.core import names_of
from battles.selectors import entries_for
from rulesets.contract import Happening, Problem
from rulesets.verdict import Facts, VictoryRules, propose
from tests.factories.battles import CARTHAGE, NAMES, ROME, WON, do, fight
from tests.rulesets.tabletop.test_tabletop import test_an_impossible_report_is_refused_with_its_place as impossible

NAMED = narration.Names(seats=NAMES)


def log_of(battle):
    names = names_of(battle)
    return [
        narration.happening(battle.ruleset, happening, names)
        for entry in entries_for(battle, None)
        for happening in entry.happenings
    ]


def test_a_battle_is_told_from_its_log(battle, rome, carthage):
    battle = do(battle, ROME, "report", by=rome, **WON)
    battle = do(battle, CARTHAGE, "dispute", by=carthage, reason="We held.", report={"winner": "draw"})
    battle = do(battle, ROME, "confirm", by=rome)

    assert log_of(battle) == [
        "The battle is open. On the field: Carthage, Rome.",
        "Rome reports a major victory for Rome.",
        "Carthage disputes the report and reports a draw: “We held.”",
        "Rome confirms the report.",
        "The battle is decided: a draw.",
    ]


def test_a_ruling_and_a_reopening_are_told(battle, umpire):
    from battles.services import verdicts as services
    from tests.battles.services.test_verdicts import DRAW, NOW

    battle = services.rule(battle, outcome=DRAW, by=umpire, now=NOW, reason="Nobody came.")
    battle = services.reopen(battle, by=umpire, now=NOW, reason="They did.")
    battle = services.rule(battle, report={"winner": ROME, "level": "minor"}, by=umpire, now=NOW, reason="I saw it.")

    assert log_of(battle)[1:] == [
        "The umpire settles the battle: “Nobody came.”",
        "The umpire reopens the battle: “They did.”",
        "The umpire rules: “I saw it.”",
        "The battle is decided: a minor victory for Rome.",
    ]


@pytest.mark.parametrize("level", ["major", "minor", None])
@pytest.mark.parametrize("kind", ["reported", "amended", "disputed", "decided"])
def test_every_result_has_its_own_sentence(kind, level):
    data = {"seat": ROME, "winner": None if level is None else CARTHAGE, "level": level, "reasons": []}
    data |= {"reason": "No.", "own_report": True}

    told = narration.happening("tabletop", Happening(kind=kind, data=data), NAMED)

    assert ("draw" if level is None else f"{level} victory for Carthage") in told


def test_a_happening_that_only_others_know_of_is_told_as_they_know_it():
    told = narration.happening("tabletop", Happening(kind="confirmed", data={"seat": "gaul"}), NAMED)

    assert told == "gaul confirms the report."


def test_the_figures_are_explained_step_by_step():
    facts = Facts(seats=(ROME, CARTHAGE), break_points={ROME: (40, 9), CARTHAGE: (40, 10)})
    verdict = propose(facts, VictoryRules())

    assert [narration.reason(reason, NAMED) for reason in verdict.reasons] == [
        "Rome has 31 of 40 break points left: more than the 10 at which the army breaks.",
        "Carthage has 30 of 40 break points left: more than the 10 at which the army breaks.",
        "Carthage lost 10 break points (10 are enough) and Rome only 9: a minor victory for Rome.",
        "Rome lost 9 break points; a minor victory for Carthage needs 10.",
    ]
    assert narration.proposal(verdict, NAMED) == "By these figures: a minor victory for Rome."


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"break_points": {ROME: (40, 0), CARTHAGE: (40, 30)}}, "By these figures: a major victory for Rome."),
        ({"break_points": {ROME: (40, 0), CARTHAGE: (40, 0)}}, "By these figures: a draw."),
        ({"withdrew": CARTHAGE}, "By these figures: at least a minor victory for Rome."),
        ({}, ""),
    ],
)
def test_what_the_figures_say_in_one_sentence(more, sentence):
    verdict = propose(Facts(seats=(ROME, CARTHAGE), **more), VictoryRules())

    assert narration.proposal(verdict, NAMED) == sentence


def test_facts_that_cannot_be_explain_themselves():
    facts = Facts(seats=(ROME, CARTHAGE), break_points={ROME: (40, 41), CARTHAGE: (40, 0)})
    (reason,) = propose(facts, VictoryRules()).reasons

    assert narration.reason(reason, NAMED) == "Rome started with 40 break points and cannot have lost 41."


def test_what_a_happening_kept_of_a_reason_is_told_too(battle, rome, carthage):
    points = {ROME: [40, 12], CARTHAGE: [38, 29]}
    battle = fight(battle, rome, carthage, **WON, break_points=points)
    decided = entries_for(battle, None)[-1].happenings[-1]

    assert narration.reason(decided.data["reasons"][0], NAMED) == (
        "Carthage has 9 of 38 break points left: at 9 or fewer the army is broken."
    )


CASES = [case for mark in impossible.pytestmark if mark.name == "parametrize" for case in mark.args[1]]


@pytest.mark.parametrize(("arguments", "expected"), [case for case in CASES if case[1] is not None])
def test_every_refusal_of_a_report_reads_as_a_sentence(battle, rome, arguments, expected):
    from battles.services import play
    from rulesets.contract import Action
    from tests.factories.clubs import NOW

    action = Action(kind="report", arguments={**WON, **arguments})
    with pytest.raises(Disallowed) as refused:
        play.act(battle, seat=ROME, action=action, seq=0, by=rome, now=NOW)

    text = str(refused.value)
    assert refused.value.code in {*problems.PROBLEMS, "not_plain"}
    assert text[-1] in ".]"
    assert "%(" not in text


def test_a_problem_nobody_has_words_for_still_says_its_code():
    assert narration.problem(Problem(code="xyzzy")) == "The rules do not allow this (xyzzy)."


@pytest.mark.parametrize("texts", [problems.PROBLEMS, verdicts.REASONS], ids=["problems", "reasons"])
def test_no_sentence_has_a_hole_that_is_not_named(texts):
    for code, text in texts.items():
        assert not re.search(r"%(?!\(\w+\)s)", str(text)), code


def test_every_installed_ruleset_can_be_told():
    assert check_narration() == []


def test_a_ruleset_without_sentences_stops_the_start(envoys):
    (error,) = check_narration()

    assert (error.id, "dealt" in error.msg) == ("battles.E001", True)


def test_one_kind_is_told_in_one_way():
    with pytest.raises(ValueError, match="twice"):
        narration.register_happening("tabletop", "reported", "again")
    with pytest.raises(ValueError, match="two texts"):
        narration.register_notice("battle.asked", lambda data: narration.Notice(subject="", text=""))


def test_the_words_follow_the_reader():
    with translation.override("es"):
        assert narration.prompt("tabletop", "report")
    assert narration.prompt("tabletop", "report") == "Fight your battle and report it."
    assert narration.prompt("nonesuch", "x") == "The battle waits for you."
    assert narration.ruleset("tabletop") == "A battle on your own table"


def test_seats_have_names_and_nobody_is_nobody():
    assert NAMED.seat(None) == "nobody"
    assert NAMED.seat("umpire") == "the umpire"
    assert NAMED.seat(ROME) == "Rome"
    assert NAMED.unit(ROME, "hastati-1") == "hastati-1"


def test_a_code_that_two_rulesets_share_has_the_words_of_the_one_that_refuses(monkeypatch):
    monkeypatch.setattr(core, "_problems", dict(core._problems))
    narration.register_problem("crossed_river", "No boat.")
    narration.register_problem("crossed_river", "No ford for %(unit)s.", ruleset="marches")
    problem = Problem(code="crossed_river", data={"unit": "Drew"})
    assert narration.problem(problem) == "No boat."
    assert narration.problem(problem, narration.Names(ruleset="marches")) == "No ford for Drew."
    assert narration.problem(problem, narration.Names(ruleset="askari")) == "No boat."
