"""How often one may knock: counted in the cache, so processes share it; by person, or by address for whoever is nobody."""

import threading
from types import SimpleNamespace

import pytest
from redis.exceptions import ConnectionError as RedisError
from rest_framework.exceptions import Throttled
from rest_framework.settings import api_settings

from clubs.api import throttles
from tests.api.client import Program

pytestmark = pytest.mark.django_db


@pytest.fixture
def rates(settings):
    def at_most(**few):
        settings.API_RATES = {**settings.API_RATES, **few}

    return at_most


def test_one_request_too_many_waits(livia, hanno, rates, still):
    rates(user=3)
    program = Program(livia)
    statuses = [program.get("me/").status_code for _knock in range(4)]
    answer = program.get("me/")
    assert statuses == [200, 200, 200, 429]
    assert (answer.json()["code"], answer["Retry-After"]) == ("too_many_requests", "60")
    assert Program(hanno).get("me/").status_code == 200


def test_writes_are_counted_beside(livia, rates, still):
    rates(writes=1)
    program = Program(livia)
    assert [program.patch("me/", {}).status_code for _knock in range(2)] == [200, 429]
    assert program.get("me/").status_code == 200


def test_a_password_is_not_tried_for_ever(livia, rates, browser, still):
    rates(login=2)
    client = browser(livia)
    tries = [
        client.post("/api/v1/me/erase/", {"password": f"guess {n}"}, content_type="application/json").status_code
        for n in range(3)
    ]
    assert tries == [422, 422, 429]


def test_what_costs_others_something_is_counted_over_a_longer_time(livia, rates, still):
    """Founding clubs, as on the pages, by the hour."""
    rates(founding=1)
    program = Program(livia)
    answers = [program.post("clubs/", {"name": f"Club {n}"}) for n in range(2)]
    assert [answer.status_code for answer in answers] == [201, 429]
    assert answers[1]["Retry-After"] == "3600"


def test_guessing_keys_is_counted_by_address_and_a_forged_header_changes_nothing(rates, still):
    rates(anon=2)
    statuses = [
        Program(None, key=f"sgnf_{n:056}").get("me/", X_Forwarded_For=f"10.0.0.{n}").status_code for n in range(3)
    ]
    assert statuses == [401, 401, 429]


def test_what_our_own_proxy_says_is_believed(rates, still, settings):
    rates(anon=1)
    api_settings.NUM_PROXIES, before = 1, api_settings.NUM_PROXIES
    try:
        statuses = [Program(None).get("me/", X_Forwarded_For=f"1.2.3.4, 10.0.0.{n}").status_code for n in (1, 2, 1)]
    finally:
        api_settings.NUM_PROXIES = before
    assert statuses == [401, 401, 429]


def test_two_at_once_are_counted_as_two(livia, rates, still):
    rates(user=50)
    refused = []

    def knock():
        for _knock in range(20):
            try:
                throttles.count("user", "one")
            except Throttled as error:
                refused.append(error)

    threads = [threading.Thread(target=knock) for _number in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(refused) == 50


def test_a_cache_that_is_away_stops_nobody(livia, rates, still, monkeypatch):
    rates(user=0)

    def gone(*args, **kwargs):
        raise RedisError("gone")

    monkeypatch.setattr(throttles, "cache", SimpleNamespace(add=lambda *args: True, incr=gone))
    assert Program(livia).get("me/").status_code == 200
