"""What nobody may do at AWAM is refused on the page and through the API with the code and the paragraph, and nothing is stored."""

import json

import pytest

from battles.errors import Disallowed
from battles.models import Battle, BattleEntry
from rulesets.vocabulary import UMPIRE
from tests.api.client import Program
from tests.factories import awam
from tests.rulesets.awam.refusals import CASES, asked

pytestmark = pytest.mark.django_db
QUESTIONS = sorted({case[1] for case in CASES.values()})


@pytest.fixture
def people(livia, hanno, ines):
    return {"first": livia, "second": hanno, UMPIRE: ines}


@pytest.fixture
def held(club, place, livia, hanno, ines):
    return awam.a_skirmish(club, place(livia), place(hanno), scenario="well", umpire=place(ines))


def stored():
    return [list(table.objects.order_by("pk").values()) for table in (Battle, BattleEntry)]


def brought_to(held, question):
    held.state = asked(question)
    held.save(update_fields=["state"])
    return stored()


@pytest.mark.parametrize("question", QUESTIONS)
def test_the_page_refuses_what_nobody_may_do_with_the_paragraph(held, people, browser, question):
    before = brought_to(held, question)

    for name, (seat, state, kind, arguments, _code, rule) in CASES.items():
        if state == question:
            sent = {"seq": held.seq, "kind": kind, "arguments": json.dumps(arguments)}
            page = browser(people[seat]).post(f"/battles/{held.public_id}/act/", sent)
            assert page.status_code == 422, name
            assert rule in page.content.decode(), name
    assert stored() == before


@pytest.mark.parametrize("question", QUESTIONS)
def test_the_api_refuses_what_nobody_may_do_with_code_and_paragraph(held, people, question):
    before = brought_to(held, question)

    for name, (seat, state, kind, arguments, code, rule) in CASES.items():
        if state == question:
            body = {"kind": kind, "arguments": arguments, "seat": seat}
            answer = Program(people[seat]).post(f"battles/{held.public_id}/act/", body, If_Match="*")
            assert (answer.status_code, answer.json()["code"], answer.json()["rule"]) == (422, code, rule), name
    assert stored() == before


def test_a_page_of_yesterday_is_refused_and_nothing_is_stored(held, people, browser):
    held = awam.fought(held, awam.asks("orders"))
    before = stored()
    (asked_now,) = [seat for seat in ("first", "second") if held.state["active"]["seat"] == seat]
    page = browser(people[asked_now]).post(
        f"/battles/{held.public_id}/act/", {"seq": held.seq - 1, "kind": "done", "arguments": "{}"}
    )

    assert page.status_code == 409
    assert stored() == before


def test_a_fifth_seat_in_a_scenario_for_four_is_refused_when_a_battle_is_opened(
    club, place, livia, hanno, marco, fabia
):
    before = stored()
    with pytest.raises(Disallowed) as refused:
        awam.a_skirmish(club, place(livia), place(hanno), place(marco), place(fabia), scenario="well")

    assert (refused.value.problem.code, refused.value.problem.rule) == ("bad_seats", "AWAM 12.5")
    assert stored() == before


def test_the_api_opens_no_battle_with_a_seat_that_the_scenario_has_not(club, livia):
    before = stored()
    seats = dict.fromkeys(("first", "second", "third"), "program")
    body = {"ruleset": "awam", "scenario": "well", "seats": seats, "options": {}}
    answer = Program(livia).post(f"clubs/{club.slug}/battles/", body)

    assert (answer.status_code, answer.json().get("code")) == (422, "bad_seats"), answer.json()
    assert stored() == before
