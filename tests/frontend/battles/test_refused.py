"""What nobody may do at Askari is refused on the page and through the API with the code and the paragraph, and nothing is stored."""

import json

import pytest

from battles.models import Battle, BattleEntry
from tests.api.client import Program
from tests.rulesets.askari.refusals import CASES, asked

QUESTIONS = sorted({case[0] for case in CASES.values()})


def stored():
    return [list(table.objects.order_by("pk").values()) for table in (Battle, BattleEntry)]


def brought_to(held, question):
    held.state = asked(question)
    held.save(update_fields=["state"])
    return stored()


@pytest.mark.parametrize("question", QUESTIONS)
def test_the_page_refuses_what_nobody_may_do_with_the_paragraph(fight, at, question):
    before = brought_to(fight, question)
    client = at("west")

    for name, (asks, kind, arguments, _code, rule) in CASES.items():
        if asks == question:
            sent = {"seq": fight.seq, "kind": kind, "arguments": json.dumps(arguments)}
            page = client.post(f"/battles/{fight.public_id}/act/", sent)
            assert page.status_code == 422, name
            assert rule in page.content.decode(), name
    assert stored() == before


@pytest.mark.parametrize("question", QUESTIONS)
def test_the_api_refuses_what_nobody_may_do_with_code_and_paragraph(fight, players, question):
    before = brought_to(fight, question)
    program = Program(players["west"].user)

    for name, (asks, kind, arguments, code, rule) in CASES.items():
        if asks == question:
            body = {"kind": kind, "arguments": arguments, "seat": "west"}
            answer = program.post(f"battles/{fight.public_id}/act/", body, If_Match="*")
            assert (answer.status_code, answer.json()["code"], answer.json()["rule"]) == (422, code, rule), name
    assert stored() == before


@pytest.mark.parametrize("value", [-5, 10**9, "NaN", 1.5, None])
def test_the_api_refuses_a_distance_that_is_none(fight, players, value):
    before = brought_to(fight, "march")
    arguments = {"points": [{"x": value, "y": 310}], "facing": 0, "ranks": 1}
    body = {"kind": "march_by", "arguments": arguments, "seat": "west"}
    answer = Program(players["west"].user).post(f"battles/{fight.public_id}/act/", body, If_Match="*")

    assert answer.status_code == 422
    assert answer.json()["code"] in ("bad_arguments", "out_of_range", "not_plain", "too_far", "off_table")
    assert stored() == before
