"""Errors as problem objects: one shape, stable codes, the reader's language, and what would be allowed."""

import pytest
from django.db import OperationalError
from django.test import Client

from campaigns.selectors import home
from tests.api.client import PREFIX, Program

pytestmark = pytest.mark.django_db
ORDER = {"year": 1, "action": "guerrilla"}


def problem(answer) -> tuple[int, str]:
    assert answer["Content-Type"] == "application/problem+json"
    body = answer.json()
    assert {"type", "title", "status", "code", "detail"} <= set(body)
    assert body["status"] == answer.status_code
    return answer.status_code, body["code"]


def test_every_error_is_a_problem_with_a_code(rome, at):
    raw = rome.client
    found = {
        "nobody": problem(Program(None).get("me/")),
        "a made-up token": problem(Program(None, key="sgnf_" + "0" * 56).get("me/")),
        "no such war": problem(rome.get("wars/nothing/")),
        "no such address": problem(rome.get("nothing/at/all/")),
        "no address at all": problem(rome.get("clubs/a%0Ab/")),
        "no such method": problem(rome.delete("me/")),
        "no JSON wanted": problem(rome.get("me/", Accept="text/html")),
        "no JSON sent": problem(raw.post(f"{PREFIX}clubs/", {"name": "x"}, headers=rome.headers)),
        "broken JSON": problem(raw.post(f"{PREFIX}clubs/", "{", content_type="application/json", headers=rome.headers)),
        "too deep": problem(rome.post("clubs/", {"name": [[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]})),
        "too large": problem(rome.post("clubs/", {"name": "x" * 200_000})),
        "wrong shape": problem(rome.post("clubs/", {"name": {"first": "x"}})),
        "a bad cursor": problem(rome.get("notices/?cursor=nonsense")),
        "nothing to match": problem(rome.put(at("year/order/"), ORDER)),
        "an old match": problem(rome.put(at("year/order/"), ORDER, If_Match='"old"')),
    }
    assert found == {
        "nobody": (401, "not_authenticated"),
        "a made-up token": (401, "not_authenticated"),
        "no such war": (404, "not_found"),
        "no such address": (404, "not_found"),
        "no address at all": (404, "not_found"),
        "no such method": (405, "method_not_allowed"),
        "no JSON wanted": (406, "not_acceptable"),
        "no JSON sent": (415, "unsupported_media_type"),
        "broken JSON": (400, "malformed"),
        "too deep": (400, "malformed"),
        "too large": (413, "too_large"),
        "wrong shape": (400, "invalid"),
        "a bad cursor": (400, "bad_cursor"),
        "nothing to match": (428, "precondition_required"),
        "an old match": (412, "stale"),
    }


def test_who_is_not_known_is_told_how_to_be():
    assert Client().get(f"{PREFIX}me/")["WWW-Authenticate"].startswith("Bearer")


def test_what_is_wrong_is_said_of_each_field(rome):
    body = rome.post("me/tokens/", {"name": "", "scope": "everything"}).json()
    assert body["code"] == "session_needed"
    errors = rome.patch("me/", {"language": "xx", "display_name": "y" * 300}).json()["errors"]
    assert set(errors) == {"language", "display_name"}


def test_a_refusal_by_the_rules_says_the_paragraph_and_what_would_be_allowed(rome, at):
    answer = rome.edit("put", at("year/order/"), {"year": 1, "action": "retreat"})
    body = answer.json()
    assert problem(answer) == (422, "unknown_action")
    (choice,) = body["allowed"]
    assert choice["kind"] == "order"
    assert "guerrilla" in choice["arguments"]["action"]["values"]
    ransom = rome.post(at("year/ransom/"), {"year": 1, "character": "nobody", "pay": True}).json()
    assert ransom["rule"].startswith("Hispania")


def test_a_refusal_comes_in_the_language_that_is_asked_for(rome, at):
    texts = {
        language: rome.get("wars/nothing/", Accept_Language=language).json()["detail"]
        for language in ("en", "es-MX,es;q=0.9", "it", "tlh")
    }
    assert texts == {
        "en": "There is nothing here.",
        "es-MX,es;q=0.9": "Aquí no hay nada.",
        "it": "Qui non c'è niente.",
        "tlh": "There is nothing here.",
    }


def test_a_database_that_is_away_is_a_problem_too(rome, monkeypatch):
    def gone(*args, **kwargs):
        raise OperationalError("gone")

    monkeypatch.setattr(home, "waiting_for", gone)
    answer = rome.get("me/tasks/")
    assert problem(answer) == (503, "away")
    assert answer["Retry-After"] == "30"


def test_a_bug_is_a_problem_without_its_reason(rome, monkeypatch):
    monkeypatch.setattr(home, "waiting_for", lambda *args, **kwargs: 1 / 0)
    rome.client.raise_request_exception = False
    answer = rome.get("me/tasks/")
    assert problem(answer) == (500, "broken")
    assert answer.json()["detail"] == ""


def test_a_year_that_has_gone_on_is_a_conflict(rome, at):
    answer = rome.edit("put", at("year/order/"), {"year": 7, "action": "guerrilla"})
    assert problem(answer) == (409, "other_year")
