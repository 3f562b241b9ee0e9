"""The umpire's desk at a battle of its own: its clocks, its seats, going back, a ruling."""

from datetime import datetime, timedelta
from types import SimpleNamespace
from zoneinfo import ZoneInfo

import pytest
from django.urls import reverse

from battles.models import Battle, OutboxMessage, Seat
from battles.models.battle import Pace
from battles.services import lateness, programs
from battles.services.clocks import Clock
from frontend.forms.rulings import RulingForm
from frontend.views.battlepages import logs
from rulesets.contract import Force, UnitIn, UnitResult
from tests.factories import askari
from tests.frontend.battles.test_page import page_of
from tests.frontend.battles.test_page import text as words

pytestmark = pytest.mark.django_db
WHYS = (programs.WHY, programs.RESOLVED, lateness.LATE)


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


def test_the_deadline_is_moved_and_lifted(held, at, browser, ines):
    client, zone = browser(ines), ZoneInfo(held.club.time_zone)

    assert client.post(to(held, "deadline"), {"deadline": "2031-05-04T21:00"}).status_code == 302
    assert fresh(held).deadline_at == datetime(2031, 5, 4, 21, tzinfo=zone)
    assert 'value="2031-05-04T21:00"' in body(client, held)
    assert "4 May 2031" in text(at("east"), held)

    assert client.post(to(held, "deadline"), {"deadline": ""}).status_code == 302
    assert fresh(held).deadline_at is None


@pytest.mark.parametrize(
    ("typed", "said"),
    [("soon", "Give a day and an hour"), ("1999-01-01T10:00", "This moment is past."), ("9999-12-31T23:59", "")],
)
def test_no_impossible_deadline_is_set(held, browser, ines, typed, said):
    type(held.club).objects.filter(pk=held.club_id).update(time_zone="America/Lima")

    answer = browser(ines).post(to(held, "deadline"), {"deadline": typed})

    assert answer.status_code == 422
    assert said in words(answer)
    assert fresh(held).deadline_at is None


def test_losses_of_units_that_were_brought_are_part_of_a_ruling(club, players, place, ines, browser):
    forces = {
        "west": Force(units=(UnitIn(id="one", name="First company", figures=8),)),
        "east": Force(units=(UnitIn(id="two", name="Band", figures=20),)),
    }
    ends = {"result-0": "win", "result-1": "loss", "level": "minor", "reason": "Night fell."}
    form = RulingForm({**ends, "lost-result-0-0": "3"}, seats={"west": "West", "east": "East"}, forces=forces)
    too_many = RulingForm({**ends, "lost-result-0-0": "9"}, seats={"west": "West", "east": "East"}, forces=forces)

    assert form.is_valid()
    assert form.outcome.units == {"west": {"one": UnitResult(destroyed=3)}}
    assert list(too_many.errors) == ["lost-result-0-0"]
    assert str(form.fields["lost-result-1-0"].label) == "East, Band: figures lost"


def test_a_seat_that_is_the_programs_is_not_told_as_absent(club, players):
    held = askari.a_fight(club, players["west"], None, single=True)
    table = SimpleNamespace(numbers={}, seat_name=str, battle=held, names=None)
    entry = SimpleNamespace(
        seq=1, at=None, struck=False, seat="east", kind="moved", manner="program", reason="", happenings=(), rolls=()
    )

    told = {why: logs.row(table, SimpleNamespace(**vars(entry), why={"east": why}))["manner"] for why in WHYS}

    assert told == dict(
        zip(WHYS, ("by the program", "by the program", "by the program, for an absent player"), strict=True)
    )
