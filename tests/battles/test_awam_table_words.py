"""AWAM's table companion in words: every card and roll, in the three languages."""

import random
import re

import pytest
from django.utils import translation

from battles import narration
from battles.narration.awam import companion
from battles.narration.awam.cards import card_told
from battles.narration.companions import unsaid
from rulesets import registry
from rulesets.awam.table import ROLLS
from rulesets.companion import AGREE, END
from rulesets.contract import UMPIRE, Action, Happening
from rulesets.dice import Keyed
from tests.rulesets.kit import sample, stored
from tests.rulesets.subjects import AWAM_TABLE

TABLE = registry.get("awam-table")
NAMES = narration.Names(
    ruleset="awam-table",
    seats={"first": "Livia", "second": "Hanno", "third": "Marco", "fourth": "Ines", "fifth": "Aulo"},
)
LANGUAGES = ["en", "es", "it"]
RAW = re.compile(r"%\(|\{|None|[a-z]_[a-z]|\b(first|second|third|fourth|fifth):\d")


def opened(kind=""):
    setup = "fashoda" if kind in ("flag", "blow") else "five"
    return stored(TABLE.setup(AWAM_TABLE.setups[setup], Keyed(b"x")).state)


def brought_to(kind, state, chance):
    """A table at which this kind may be done."""
    if kind == AGREE:
        said = Action(kind=END, arguments={"winner": "third"})
        return stored(TABLE.apply(state, {"second": said}, Keyed(chance.randbytes(4))).state)
    if kind == "close":
        counted = Action(kind="count", arguments={"first_points": chance.randrange(9)})
        return stored(TABLE.apply(state, {UMPIRE: counted}, Keyed(b"")).state)
    while kind == "name" and not state.get("waits"):
        drawn = "draw" if not state.get("over") else "shuffle"
        state = stored(TABLE.apply(state, {UMPIRE: Action(kind=drawn)}, Keyed(chance.randbytes(4))).state)
    return state


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", [*ROLLS, END, AGREE])
def test_every_card_and_roll_is_told_in_every_language(kind, language):
    chance, sentences = random.Random(kind), set()
    with translation.override(language):
        for number in range(60):
            state, dice = brought_to(kind, opened(kind), chance), Keyed(f"{kind} {number}".encode())
            seat = "first" if kind in (END, AGREE) else UMPIRE
            (choice,) = TABLE.menu(state, seat, kind)
            action = sample(choice, chance)
            if kind != AGREE:
                note = {"note": "Askaris" if number % 2 else ""}
                action = Action(kind=kind, arguments=action.arguments | note)
            if TABLE.check(state, seat, action) is not None:
                continue
            (happening,) = TABLE.apply(state, {seat: action}, dice).happenings
            why = narration.why("awam-table", happening, NAMES, dice.rolled)
            sentence = narration.happening("awam-table", happening, NAMES)
            sentences.add(sentence)
            assert not RAW.search(" ".join([sentence, *why.lines])), sentence
            assert sentence[-1] in ".?”»"
            assert len(why.rolls) == len(happening.rolls)
    assert len(sentences) > (kind != AGREE)


def test_everything_that_can_be_rolled_has_words():
    assert unsaid(TABLE) == []


def told(kind, **data):
    return narration.happening("awam-table", Happening(kind=kind, data={"note": "", "turn": 2, **data}), NAMES)


def test_a_card_says_whose_turn_it_is_and_how_many_orders_there_are():
    card = {"card": "fifth:3", "owner": "fifth", "drawn": 4, "left": 18, "over": ""}
    drawn = {**card, "ace": False, "squads": 2, "orders": [4], "halved": [2], "waits": True}
    assert told("draw", **drawn) == "♥ 3 (red back): Aulo activates one squad, with 4 orders. Which one?"
    ace = {**drawn, "card": "second:1", "owner": "second", "ace": True, "squads": 3, "waits": False, "over": "all"}
    assert told("draw", **ace) == (
        "♠ A: Hanno activates every squad, with 4 orders each. Everybody has had a turn: when this card is played, the turn is over."
    )
    assert told("draw", **card, dead=True) == "♥ 3 (red back): Aulo, and nobody there can act. Draw on."
    joker = {"card": "joker:1", "owner": "joker", "drawn": 9, "left": 3, "joker": 2, "over": "joker"}
    assert told("draw", **joker) == "The second joker: the turn is over."
    happening = Happening(kind="draw", data={"note": "", **drawn}, rule="AWAM 2.2")
    assert narration.why("awam-table", happening, NAMES, []).lines == (
        "card 4 of 22 [AWAM 2.1]",
        "a squad without a leader near: 2 instead [AWAM 2.4]",
    )


def test_the_deck_lies_open_as_far_as_it_has_been_drawn():
    state = opened()
    before = companion.pile(state, dict(NAMES.seats))
    assert (before.face, before.left, before.gone) == ("", "22 cards left", "")
    assert [tap.label for tap in companion.taps(state, {})] == ["Draw a card"]
    state = brought_to("name", state, random.Random(3))
    after = companion.pile(state, dict(NAMES.seats))
    assert after.face == card_told(state["drawn"][-1]).split(" (")[0]
    assert after.gone == "Drawn: " + ", ".join(card_told(card) for card in state["drawn"])
    assert "which squad?" in after.told
    assert [(tap.kind, tap.given) for tap in companion.taps(state, {})] == [
        ("name", {"squad": 1}),
        ("name", {"squad": 2}),
    ]
