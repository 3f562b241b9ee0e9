"""Tokens: shown once, kept as a hash, as good as their person's place and no better."""

from datetime import timedelta

import pytest

from clubs.models import ApiToken, Scope
from clubs.services import members, people, tokens
from tests.api.client import Program
from tests.factories.clubs import NOW

pytestmark = pytest.mark.django_db


def test_a_key_is_shown_once_and_kept_as_a_hash(livia, browser, still):
    client = browser(livia)
    answer = client.post("/api/v1/me/tokens/", {"name": "bot"}, content_type="application/json")
    key = answer.json()["key"]
    assert answer.status_code == 201
    assert key.startswith("sgnf_")
    assert key not in str(list(ApiToken.objects.values()))
    assert key not in client.get("/api/v1/me/tokens/").content.decode()
    assert Program(None, key=key).read("me/")["username"] == "livia"


def test_a_key_with_a_wrong_letter_asks_the_database_nothing(django_assert_num_queries, still):
    good = tokens.fresh_key()
    wrong = good[:-1] + ("0" if good[-1] != "0" else "1")
    assert tokens.well_formed(good)
    with django_assert_num_queries(0):
        assert tokens.token_by(wrong, now=NOW) is None


def test_a_token_that_may_only_read_changes_nothing(livia, club, still):
    program = Program(livia, scope=Scope.READ)
    answer = program.post("clubs/", {"name": "Another"})
    assert (answer.status_code, answer.json()["code"]) == (403, "scope_needed")
    assert [one["slug"] for one in program.read("clubs/")] == [club.slug]


def test_a_token_makes_no_token_and_ends_no_account(livia, still):
    program = Program(livia)
    for address, body in (("me/tokens/", {"name": "more"}), ("me/erase/", {"password": "x"})):
        answer = program.post(address, body)
        assert (answer.status_code, answer.json()["code"]) == (403, "session_needed")


def test_the_token_of_a_removed_member_finds_nothing_of_the_club(rome, war, livia, hanno, place, club, at):
    program = Program(hanno)
    assert program.get(at()).status_code == 200
    members.remove(place(hanno), by=livia, now=NOW)
    addresses = [at(), at("ledger/"), at("year/order/"), f"clubs/{club.slug}/", f"clubs/{club.slug}/members/"]
    assert {program.get(address).status_code for address in addresses} == {404}
    assert program.call("put", at("year/order/"), {"year": 1, "action": "battle"}, If_Match="*").status_code == 404
    assert program.read("clubs/") == []


def test_a_token_dies_with_its_time_its_person_and_its_owners_word(livia, hanno, marco, still):
    ended = tokens.make_token(
        livia, name="a", scope=Scope.READ, by=livia, now=NOW - timedelta(days=2), expires_at=NOW - timedelta(days=1)
    )
    off, gone, revoked = (
        tokens.make_token(who, name="a", scope=Scope.READ, by=who, now=NOW) for who in (hanno, marco, livia)
    )
    hanno.is_active = False
    hanno.save()
    people.erase_person(marco, by=marco, now=NOW)
    tokens.revoke_token(revoked.token, by=livia, now=NOW)
    statuses = [Program(None, key=made.key).get("me/").status_code for made in (ended, off, gone, revoked)]
    assert statuses == [401, 401, 401, 401]


def test_the_day_of_its_last_use_is_noted_once_a_day(livia, still, django_assert_num_queries):
    made = tokens.make_token(livia, name="a", scope=Scope.READ, by=livia, now=NOW)
    with django_assert_num_queries(2):
        tokens.token_by(made.key, now=NOW)
    with django_assert_num_queries(1):
        tokens.token_by(made.key, now=NOW + timedelta(hours=1))
    made.token.refresh_from_db()
    assert made.token.last_used_on == NOW.date()


def test_nobody_has_more_tokens_than_he_can_look_after(livia, still, browser):
    client = browser(livia)
    statuses = [
        client.post("/api/v1/me/tokens/", {"name": f"t{n}"}, content_type="application/json").status_code
        for n in range(tokens.MOST_TOKENS + 1)
    ]
    assert statuses == [201] * tokens.MOST_TOKENS + [422]


def test_a_token_of_somebody_else_cannot_be_taken_back(livia, hanno, browser, still):
    made = tokens.make_token(hanno, name="a", scope=Scope.READ, by=hanno, now=NOW)
    assert browser(livia).delete(f"/api/v1/me/tokens/{made.token.public_id}/").status_code == 404
    assert browser(livia).post(f"/account/tokens/{made.token.public_id}/revoke/").status_code == 404
    assert ApiToken.objects.count() == 1


def test_the_page_makes_shows_and_takes_back(livia, browser, still):
    client = browser(livia)
    made = client.post("/account/tokens/", {"name": "The bot", "scope": "write", "days": "30"})
    key = made.context["made"].key
    assert key in made.content.decode()
    page = client.get("/account/tokens/").content.decode()
    assert "The bot" in page
    assert key not in page
    assert Program(None, key=key).get("me/").status_code == 200
    client.post(f"/account/tokens/{made.context['made'].token.public_id}/revoke/")
    assert Program(None, key=key).get("me/").status_code == 401
