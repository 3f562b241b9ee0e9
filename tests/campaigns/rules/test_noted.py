"""Deeds that a battle notes for the chronicle: what the war keeps of them, tells, and writes into a record (AWAM 17.3)."""

import msgspec
import pytest
from django.utils import translation

from campaigns.narration import Book, sentence
from campaigns.narration.story import chronicle
from campaigns.rules import noted
from campaigns.rules.decisions import Fought
from campaigns.rules.engine import HOST
from campaigns.rules.places import Node, Refused
from campaigns.rules.recordbattle import outcome_of
from campaigns.rules.recordyearwrite import battle
from rulesets.contract import Outcome, SeatResult
from rulesets.dice import Keyed
from tests.campaigns.rules import sudan
from tests.campaigns.rules.test_mixed import FIRST, SECOND, mustered

STOPPED = {"deed": "charge_stopped", "seat": FIRST, "by": "Royal Sussex", "of": SECOND, "whom": "Hadendowa I"}
TAKEN = {"deed": "head_captured", "seat": SECOND, "by": "Hadendowa I", "of": FIRST, "whom": "Colonel"}
DRAWN = {FIRST: SeatResult(result="draw"), SECOND: SeatResult(result="draw")}


def ended(*rows) -> Outcome:
    return Outcome(seats=DRAWN, special={"scores": {FIRST: 3, SECOND: 3}, "noted": list(rows)})


def fought(*rows):
    rules, state = mustered("scouts")
    state = msgspec.structs.replace(state, stage="battle")
    step = rules.apply(state, {HOST: Fought(outcome=ended(*rows))}, Keyed(sudan.key("noted")))
    return rules, step.state, step.happenings


def test_the_war_keeps_a_deed_without_what_only_the_board_knows():
    _rules, state, _told = fought({**STOPPED, "turn": 3, "figure": "1.1.2", "about": "2.1"})

    assert state.closed.outcome.special["noted"] == [STOPPED]


def test_it_keeps_none_of_whoever_was_not_there():
    rows = ({**STOPPED, "by": "Black Death"}, {**STOPPED, "whom": "nobody"}, {**STOPPED, "seat": "shilluk", "by": ""})
    _rules, state, happenings = fought(*rows)

    assert "noted" not in state.closed.outcome.special
    assert "noted" not in {one.kind for one in happenings}


@pytest.mark.parametrize("row", [{"deed": "tea"}, {"seat": FIRST}, "tea"])
def test_what_is_no_deed_at_all_is_refused(row):
    rules, state = mustered("scouts")
    state = msgspec.structs.replace(state, stage="battle")

    assert rules.check(state, HOST, Fought(outcome=ended(row))).code == "malformed"


def test_a_deed_earns_nothing():
    _rules, state, happenings = fought(STOPPED, TAKEN)
    _rules, without, _told = fought()

    assert [one.data for one in happenings if one.kind == "noted"] == [
        {"deed": "charge_stopped", "side": FIRST, "unit": "Royal Sussex", "enemy": SECOND, "whom": "Hadendowa I"},
        {"deed": "head_captured", "side": SECOND, "unit": "Hadendowa I", "enemy": FIRST, "person": "Colonel"},
    ]
    assert (state.characters, state.units) == (without.characters, without.units)


STORY = {
    "en": (
        "A charge of Mahdiyya, by Hadendowa I, was stopped at last by a man of Royal Sussex (Egypt).",
        "Colonel, the head of Egypt on the field, was taken by a man of Hadendowa I (Mahdiyya).",
    ),
    "es": (
        "Una carga de Mahdía (Hadendowa I) la detuvo al fin un hombre de Royal Sussex (Egipto).",
        "Colonel, que mandaba a Egipto en el campo, cayó en manos de un hombre de Hadendowa I (Mahdía).",
    ),
    "it": (
        "Una carica di Mahdiyya (Hadendowa I) fu infine fermata da un uomo di Royal Sussex (Egitto).",
        "Colonel, alla testa di Egitto sul campo, fu preso da un uomo di Hadendowa I (Mahdiyya).",
    ),
}


@pytest.mark.parametrize("language", sorted(STORY))
def test_the_chronicle_tells_it_in_each_language(language):
    rules, state, happenings = fought(STOPPED, TAKEN)
    with translation.override(language):
        book = Book.of(rules.pack, state)
        paragraphs = {one.kind: one.sentences for one in chronicle(happenings, book, 1)}
        ledger = [sentence(one, book) for one in happenings if one.kind == "noted"]

    assert tuple(ledger) == STORY[language]
    assert set(STORY[language]) <= set(paragraphs["battle"])


@pytest.mark.parametrize("deed", noted.KINDS)
def test_every_deed_has_a_sentence_with_and_without_a_man(deed):
    for row in ({**STOPPED, "deed": deed}, {"deed": deed, "seat": FIRST}):
        rules, state, happenings = fought(row)
        (told,) = [one for one in happenings if one.kind == "noted"]

        assert "%(" not in sentence(told, Book.of(rules.pack, state))


# --- Records ------------------------------------------------------------------------------------------------------------


def test_a_record_says_it_in_its_own_words_and_is_read_again():
    rules, state = mustered("scouts")
    written = battle(ended({**STOPPED, "turn": 3}, {"deed": "first_flag", "seat": SECOND}), sudan.PACK, state)
    read = outcome_of(rules, state, Node(written, "battle"))

    assert written["noted"] == [
        {"deed": "charge_stopped", "side": FIRST, "by": "Royal Sussex", "of": SECOND, "whom": "Hadendowa I"},
        {"deed": "first_flag", "side": SECOND},
    ]
    assert read.special["noted"] == [STOPPED, {"deed": "first_flag", "seat": SECOND}]


@pytest.mark.parametrize(
    ("about", "place"),
    [
        ({"deed": "tea"}, "battle.noted[0].deed"),
        ({"side": "rome"}, "battle.noted[0].side"),
        ({"by": "Hadendowa I"}, "battle.noted[0].by"),
        ({"whom": "Royal Sussex"}, "battle.noted[0].whom"),
        ({"medal": True}, "battle.noted[0].medal"),
    ],
)
def test_what_a_record_notes_wrongly_is_refused_with_its_place(about, place):
    rules, state = mustered("scouts")
    row = {"deed": "charge_stopped", "side": FIRST, "by": "Royal Sussex", "of": SECOND, "whom": "Hadendowa I"}

    with pytest.raises(Refused) as refused:
        outcome_of(rules, state, Node({"winner": "draw", "noted": [row | about]}, "battle"))
    assert refused.value.problem.place == place


def test_a_result_that_is_typed_in_anew_keeps_the_deeds_of_who_still_marched():
    rules, state = mustered("scouts")
    new = noted.carried(rules.pack, state, ended(STOPPED, {**TAKEN, "by": "Black Death"}), Outcome(seats=DRAWN))

    assert new.special == {"noted": [STOPPED]}
    assert noted.carried(rules.pack, state, ended(), Outcome(seats=DRAWN)) == Outcome(seats=DRAWN)
