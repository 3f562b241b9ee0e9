"""The umpire's desk at a battle of its own: its clocks, its seats, going back, a ruling."""

from datetime import timedelta

import pytest
from django.urls import reverse

from battles.models import Battle, OutboxMessage, Seat
from battles.models.battle import Pace
from battles.services.clocks import Clock
from tests.factories import askari
from tests.frontend.battles.test_page import page_of
from tests.frontend.battles.test_page import text as words

pytestmark = pytest.mark.django_db


@pytest.fixture
def held(club, players, place, ines):
    """Livia against Hanno by correspondence; Ines is its umpire, and does not play."""
    return askari.a_fight(
        club, players["west"], players["east"], umpire=place(ines), single=True, clock=Clock(pace=Pace.LETTER, amount=3)
    )


def body(client, held):
    return client.get(page_of(held)).content.decode()


def text(client, held):
    return words(client.get(page_of(held)))


def to(held, what, *more):
    return reverse(f"battle_{what}", args=[held.public_id, *more])


def fresh(held):
    return Battle.objects.get(pk=held.pk)


def test_only_the_umpire_finds_his_desk_on_the_page(held, at, browser, ines):
    assert 'id="umpire"' in body(browser(ines), held)
    assert 'id="umpire"' not in body(at("west"), held)


def test_clocks_are_stopped_given_more_and_run_on(held, at, browser, ines):
    client, before = browser(ines), Seat.objects.get(battle=held, key="west").due_at

    assert client.post(to(held, "pause")).status_code == 302
    assert "The umpire has stopped the clocks of this battle." in text(at("east"), held)
    assert "has 3 days left" in text(at("east"), held)
    assert client.post(to(held, "pause")).status_code == 409
    assert client.post(to(held, "time"), {"seat": "west", "amount": "2", "unit": "days"}).status_code == 302
    assert client.post(to(held, "resume")).status_code == 302

    assert Seat.objects.get(battle=held, key="west").due_at == before + timedelta(days=2)
    assert fresh(held).stopped == ""


@pytest.mark.parametrize("amount", ["-5", "0", "1e9", "NaN", "", "9999"])
def test_no_impossible_time_is_given(held, browser, ines, amount):
    before = Seat.objects.get(battle=held, key="west").due_at

    answer = browser(ines).post(to(held, "time"), {"seat": "west", "amount": amount, "unit": "days"})

    assert answer.status_code == 422
    assert "So much time cannot be given." in answer.content.decode()
    assert Seat.objects.get(battle=held, key="west").due_at == before


def test_a_seat_is_given_free_offered_and_taken(held, at, browser, ines, marco, place, players):
    client, guest = browser(ines), place(marco)

    assert "Give the seat free" in text(client, held)
    client.post(to(held, "leave"), {"seat": "east"})
    assert OutboxMessage.objects.get(kind="battle.freed").recipient == players["east"]
    assert f'value="{guest.public_id}"' in body(client, held)
    client.post(to(held, "offer"), {"seat": "east", "member": guest.public_id})

    assert Seat.objects.get(battle=held, key="east").offered == guest
    browser(marco).post(to(held, "take"), {"seat": "east"})
    assert Seat.objects.get(battle=held, key="east").member == guest
    assert at("west").post(to(held, "leave"), {"seat": "east"}).status_code == 403


def test_going_back_is_looked_at_first_says_why_and_leaves_the_branch_readable(held, players, browser, ines, at):
    held = askari.fought(held, players, askari.asks("activate"))
    last, client = held.seq, browser(ines)

    looked = client.get(to(held, "moment", 0)).content.decode()
    assert "entries after it count no more" in looked
    assert "new dice are promised" in looked
    assert to(held, "back", 0) not in at("west").get(to(held, "moment", 0)).content.decode()
    assert client.post(to(held, "back", 0), {"seq": last, "reason": " "}).status_code == 422
    assert client.post(to(held, "back", 0), {"seq": last - 1, "reason": "Too late."}).status_code == 422
    assert fresh(held).seq == last
    assert client.post(to(held, "back", 0), {"seq": last, "reason": "A wrong army."}).status_code == 302

    log = text(at("west"), held)
    assert "A wrong army." in log
    assert "Taken back: no longer counts" in log
    assert at("west").get(to(held, "moment", last)).status_code == 200
    assert fresh(held).revision == 1


def test_a_ruling_is_looked_at_first_and_ends_the_battle(held, browser, ines, at):
    client, said = (
        browser(ines),
        {"result-0": "win", "result-1": "loss", "level": "major", "reason": "Hanno had to go."},
    )

    looked = client.post(to(held, "ruling"), {**said, "seq": 0})
    assert looked.status_code == 200
    assert "This will stand" in looked.content.decode()
    assert fresh(held).is_open
    assert client.post(to(held, "ruling"), {**said, "seq": 7, "settle": "1"}).status_code == 422
    assert client.post(to(held, "ruling"), {**said, "reason": "", "seq": 0, "settle": "1"}).status_code == 422
    assert client.post(to(held, "ruling"), {**said, "seq": 0, "settle": "1"}).status_code == 302

    assert fresh(held).outcome["seats"] == {
        "west": {"result": "win", "level": "major"},
        "east": {"result": "loss", "level": "major"},
    }
    told = text(at("east"), held)
    assert "Redcoats wins: a major victory." in told
    assert "The umpire settled it: Hanno had to go." in told
    assert "No losses." not in told
    assert 'id="end"' in (page := body(at("east"), held))
    assert "<h3>" not in page.partition('id="end"')[2].partition("</section>")[0]


def test_who_is_no_umpire_is_refused(held, at):
    client = at("west")
    for what in ("pause", "resume", "time"):
        assert client.post(to(held, what)).status_code == 403
    assert client.get(to(held, "ruling")).status_code == 403
    assert client.post(to(held, "back", 0), {"seq": 0, "reason": "So."}).status_code == 403
    assert client.post(to(held, "offer"), {"seat": "east"}).status_code == 403
    assert fresh(held).seq == 0
