"""Idempotency keys: the same request sent again has no second effect and gets the same answer."""

import threading
from datetime import timedelta

import pytest
from django.db import connection

from campaigns.models import Campaign, LedgerEntry
from campaigns.services import turning
from clubs import clock
from clubs.models import Club, KeptAnswer
from clubs.services import answers
from tests.api.client import Program
from tests.factories.clubs import NOW, found, sign_up

pytestmark = pytest.mark.django_db
NAME = {"name": "Legio Septima"}


def test_the_same_request_again_founds_one_club_and_gets_the_same_answer(livia, still):
    program = Program(livia)
    first = program.post("clubs/", NAME, Idempotency_Key="k1")
    again = program.post("clubs/", NAME, Idempotency_Key="k1")
    assert (first.status_code, first.content) == (again.status_code, again.content)
    assert (again["Idempotent-Replayed"], "Idempotent-Replayed" in first) == ("true", False)
    assert Club.objects.count() == 1


def test_an_order_sent_again_is_one_order_and_keeps_its_etag(rome, at, war):
    body = {"year": 1, "action": "guerrilla", "salt": "mine"}
    etag = rome.get(at("year/order/"))["ETag"]
    first, again = (
        rome.call("put", at("year/order/"), body, If_Match=etag, Idempotency_Key="k1") for _time in range(2)
    )
    assert (first.status_code, first["ETag"], first.content) == (again.status_code, again["ETag"], again.content)
    assert LedgerEntry.objects.filter(campaign=war, kind="order_sealed").count() == 1


@pytest.mark.parametrize(
    ("address", "body"), [("clubs/", {"name": "Another"}), ("me/offers/", None), ("clubs/legio-septima/leave/", {})]
)
def test_a_key_does_for_one_request_only(livia, still, address, body):
    program = Program(livia)
    program.post("clubs/", NAME, Idempotency_Key="k1")
    answer = program.post(address, body, Idempotency_Key="k1")
    assert answer.status_code in (405, 422)
    if answer.status_code == 422:
        assert answer.json()["code"] == "idempotency_key_reused"
    assert Club.objects.count() == 1


def test_a_refused_request_leaves_its_key_free(livia, still):
    program = Program(livia)
    assert program.post("clubs/", {"name": "\u200d"}, Idempotency_Key="k1").status_code == 422
    assert KeptAnswer.objects.count() == 0
    assert program.post("clubs/", NAME, Idempotency_Key="k1").status_code == 201


def test_keys_of_two_people_have_nothing_to_do_with_each_other(livia, hanno, still):
    one = Program(livia).post("clubs/", NAME, Idempotency_Key="k1").json()
    other = Program(hanno).post("clubs/", NAME, Idempotency_Key="k1").json()
    assert one["slug"] != other["slug"]


def test_an_answer_and_its_effect_are_written_together_or_not_at_all(livia, still, monkeypatch):
    program = Program(livia)
    program.client.raise_request_exception = False
    monkeypatch.setattr(answers.Reserved, "keep", lambda self, answer: 1 / 0)
    assert program.post("clubs/", NAME, Idempotency_Key="k1").status_code == 500
    assert (Club.objects.count(), KeptAnswer.objects.count()) == (0, 0)


def test_the_tick_forgets_what_was_kept_for_two_days(livia, still):
    Program(livia).post("clubs/", NAME, Idempotency_Key="k1")
    turning.tick(NOW + timedelta(hours=47))
    assert KeptAnswer.objects.count() == 1
    turning.tick(NOW + timedelta(hours=49))
    assert KeptAnswer.objects.count() == 0


@pytest.mark.parametrize("key", ["", "x" * 256, "new\tline", "clé"])
def test_a_key_is_plain_and_short(livia, still, key):
    answer = Program(livia).post("clubs/", NAME, Idempotency_Key=key)
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_idempotency_key")


@pytest.mark.django_db(transaction=True)
def test_twenty_at_once_are_one(still):
    """On PostgreSQL each waits for the first; on SQLite writers go one by one anyway."""
    livia = sign_up("livia")
    club = found("Legio", by=livia)
    key = Program(livia).headers["Authorization"].split()[1]
    came = []

    def send():
        try:
            clock.set_offset(timedelta())
            answer = Program(None, key=key).post(
                f"clubs/{club.slug}/members/", {"name": "Quintus"}, Idempotency_Key="k"
            )
            came.append((answer.status_code, answer.content))
        finally:
            connection.close()

    threads = [threading.Thread(target=send) for _number in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (len(came), len(set(came)), came[0][0]) == (20, 1, 201)
    assert club.memberships.filter(user=None).count() == 1
    assert Campaign.objects.count() == 0
