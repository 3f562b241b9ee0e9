"""What nobody may do at AWAM is refused on the page and through the API with the code and the paragraph, and nothing is stored."""

import json
from html import unescape

import pytest
from django.utils import translation

from battles import narration
from battles.errors import Disallowed
from battles.models import Battle, BattleEntry
from rulesets import registry
from rulesets.contract import Action
from rulesets.vocabulary import UMPIRE
from tests.api.client import Program
from tests.factories import awam
from tests.rulesets.awam.refusals import CASES, asked, go

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


@pytest.mark.parametrize("language", ["es", "it"])
def test_every_refusal_is_said_in_the_readers_language(held, people, browser, language):
    """The sentence on the page is the one of his language, and no code."""
    for user in people.values():
        user.language = language
        user.save()
    for question in QUESTIONS:
        brought_to(held, question)
        for name, (seat, state, kind, arguments, code, rule) in CASES.items():
            if state != question:
                continue
            problem = registry.get("awam").check(held.state, seat, Action(kind=kind, arguments=arguments))
            with translation.override("en"):
                english = narration.problem(problem, names=narration.names_of(held))
            with translation.override(language):
                own = narration.problem(problem, names=narration.names_of(held))
            sent = {"seq": held.seq, "kind": kind, "arguments": json.dumps(arguments)}
            page = unescape(browser(people[seat]).post(f"/battles/{held.public_id}/act/", sent).content.decode())
            assert own != english, name
            assert own in page, name
            assert (code in own, english in page) == (False, False), name
            assert rule in page, name


@pytest.mark.parametrize("value", [-5, 10**9, "NaN", 1.5, None, True, [], {}, 2**70, "\x00"])
def test_the_api_refuses_a_distance_that_is_none(held, people, value):
    before = brought_to(held, "orders")
    body = {"kind": "move", "arguments": go("1.1.2", (value, 420)), "seat": "first"}
    answer = Program(people["first"]).post(f"battles/{held.public_id}/act/", body, If_Match="*")

    assert answer.status_code == 422
    assert answer.json()["code"] in ("bad_arguments", "off_table", "too_far", "not_plain")
    assert stored() == before


@pytest.mark.parametrize("text", ["Hush\x00.", "\ud800", "x" * 100_000])
def test_a_word_that_cannot_be_kept_is_refused(held, people, text):
    before = brought_to(held, "orders")
    body = {"kind": "message", "arguments": {"seats": ["first"], "text": text}, "seat": UMPIRE}
    answer = Program(people[UMPIRE]).post(f"battles/{held.public_id}/act/", body, If_Match="*")

    assert answer.status_code in (400, 422)
    assert answer.json()["code"] in ("bad_text", "not_plain", "malformed", "invalid")
    assert stored() == before


@pytest.mark.parametrize("arguments", [[], "all", None, 7, {"squad": ["1.2"]}, {"squad": None}, {"squad": "1.2", "twice": 1}])  # fmt: skip
def test_arguments_that_are_none_are_refused(held, people, arguments):
    before = brought_to(held, "ace")
    body = {"kind": "pick", "arguments": arguments, "seat": "first"}
    answer = Program(people["first"]).post(f"battles/{held.public_id}/act/", body, If_Match="*")

    assert answer.status_code in (400, 422)
    assert stored() == before


def test_a_card_that_is_sent_twice_with_one_key_is_played_once_and_without_it_refused(held, people):
    brought_to(held, "ace")
    body = {"kind": "pick", "arguments": {"squad": "1.2"}, "seat": "first", "seq": held.seq}
    address = f"battles/{held.public_id}/act/"
    came = [Program(people["first"]).post(address, body, If_Match="*", Idempotency_Key="k") for _twice in range(2)]
    assert [one.status_code for one in came] == [200, 200]
    assert came[1].headers["Idempotent-Replayed"] == "true"
    before = stored()
    again = Program(people["first"]).post(address, body, If_Match="*")

    assert (again.status_code, again.json()["code"]) == (409, "stale")
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
