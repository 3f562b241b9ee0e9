"""One's own deadlines as a web calendar: what is in it, who may read it, and when it changes."""

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from icalendar import Calendar

from battles.keys import calendar_key
from battles.models import NoticeChoice
from battles.services import choices
from campaigns.services import founding, sealed, umpire
from clubs import clock
from clubs.services import members, people
from tests.factories import clubs as cast
from tests.factories.campaigns import DAY, a_war, order, to_battle, year_of
from tests.factories.clubs import NOW
from tests.frontend.wars.helpers import text_of
from tests.worlds import once

pytestmark = pytest.mark.django_db
PAGE = reverse("account_calendar")


@pytest.fixture(autouse=True)
def at_the_tests_day():
    clock.set_offset(NOW - clock.now())


@once
def war(club, place, livia, hanno, ines):
    return a_war(club, rome=place(livia), carthage=place(hanno), by=place(livia), umpire=place(ines))


def address_of(user):
    part = choices.renew_calendar(user, by=user, now=NOW).calendar
    return reverse("calendar", args=[calendar_key(user.public_id, part)])


def read(user, **how):
    return Client().get(address_of(user), **how)


def events(answer):
    assert answer.status_code == 200
    return Calendar.from_ical(answer.content).walk("VEVENT")


def told(user):
    return [(str(event["summary"]), event["dtstart"].dt) for event in events(read(user))]


def test_a_player_has_the_deadline_of_his_war_and_reads_whether_it_waits_for_him(war, place, livia, hanno):
    deadline = year_of(war).deadline_at
    assert told(livia) == [("The long war, year 1: your turn (orders)", deadline)]
    sealed.give_order(war, side="rome", action="battle", by=place(livia), now=NOW)
    assert told(livia) == [("The long war, year 1: deadline (orders)", deadline)]
    # Whether she is in changes nothing for him.
    assert told(hanno) == [("The long war, year 1: your turn (orders)", deadline)]


def test_moments_are_in_utc_and_the_bytes_are_those_of_the_standard(war, livia):
    answer = read(livia)
    deadline = year_of(war).deadline_at.astimezone(UTC)
    body = answer.content.decode()
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    assert f"DTSTART:{deadline:%Y%m%dT%H%M%SZ}\r\n" in body
    assert f"UID:{war.public_id}-1-orders@testserver\r\n" in body
    assert "REFRESH-INTERVAL;VALUE=DURATION:PT1H\r\n" in body
    assert body.startswith("BEGIN:VCALENDAR\r\n")
    assert all(len(line.encode()) <= 75 for line in body.split("\r\n"))


def test_an_umpire_has_the_deadlines_of_the_wars_he_umpires_and_a_spectator_none(war, ines, marco, nobody):
    assert [summary for summary, _at in told(ines)] == ["The long war, year 1: deadline (orders)"]
    assert told(marco) == []
    assert told(nobody) == []


def test_it_follows_the_war(war, place, livia, hanno, ines):
    to_battle(war, {"rome": place(livia), "carthage": place(hanno)})
    assert told(livia) == [("The long war, year 1: your turn (battle)", year_of(war).deadline_at)]
    moved = year_of(war).deadline_at + 3 * DAY
    umpire.move_deadline(war, deadline_at=moved, reason="A fair", by=place(ines), now=NOW)
    assert told(livia) == [("The long war, year 1: your turn (battle)", moved)]
    umpire.pause(war, reason="A feast", by=place(ines), now=NOW)
    assert told(livia) == []


def test_who_gives_up_his_side_or_leaves_the_club_loses_its_deadlines(war, club, place, hanno, livia):
    there = address_of(hanno)
    founding.vacate(war, side="carthage", by=place(hanno), now=NOW)
    assert events(Client().get(there)) == []
    there = address_of(livia)
    members.hand_over(club, to=place(hanno), by=livia, now=NOW)
    members.take_over(club, accept=True, by=hanno, now=NOW)
    assert len(events(Client().get(there))) == 1
    members.leave(club, by=livia, now=NOW)
    assert events(Client().get(there)) == []


def test_the_deadlines_of_all_his_clubs_are_in_it_the_first_first(war, nobody, livia):
    other = cast.found("Elsewhere", by=nobody, time_zone="UTC", language="en")
    hers = cast.enlist(other, livia)
    a_war(other, rome=hers, carthage=other.memberships.get(user=nobody), by=hers, name="Abroad", clock={"orders": 2})
    assert [summary.partition(",")[0] for summary, _at in told(livia)] == ["Abroad", "The long war"]


def test_nobody_else_reads_it(war, livia, hanno):
    there = address_of(livia)
    public = hanno.public_id
    forged = there.replace(livia.public_id, public)
    for nowhere in (
        forged,
        there[:-6] + ".ics",
        reverse("calendar", args=["x"]),
        reverse("calendar", args=[f"{public}-.x"]),
    ):
        assert Client().get(nowhere).status_code == 404


def test_a_new_address_puts_the_old_one_out_of_use(war, livia, browser):
    client = browser(livia)
    assert "webcal://" not in client.get(PAGE).content.decode()
    first = address_of(livia)
    client.post(PAGE, {"do": "renew"})
    page = client.get(PAGE).content.decode()
    second = reverse("calendar", args=[calendar_key(livia.public_id, NoticeChoice.objects.get(user=livia).calendar)])
    assert f"webcal://testserver{second}" in page
    assert (Client().get(first).status_code, Client().get(second).status_code) == (404, 200)
    client.post(PAGE, {"do": "close"})
    assert Client().get(second).status_code == 404
    # Without a calendar an empty part is no key.
    assert Client().get(reverse("calendar", args=[calendar_key(livia.public_id, "")])).status_code == 404


def test_of_who_is_gone_there_is_no_calendar(war, club, hanno, place):
    there = address_of(hanno)
    hanno.is_active = False
    hanno.save()
    assert Client().get(there).status_code == 404
    hanno.is_active = True
    hanno.save()
    people.erase_person(hanno, by=hanno, now=NOW)
    assert Client().get(there).status_code == 404


def test_it_is_private_sets_no_cookie_and_asks_for_none(war, livia):
    answer = read(livia)
    assert answer["Cache-Control"] == "private, no-cache"
    assert answer.cookies == {}


def test_its_etag_changes_with_what_is_shown_and_with_nothing_else(war, place, livia, hanno):
    there = address_of(livia)
    first = Client().get(there)["ETag"]
    clock.set_offset(NOW + timedelta(hours=5) - datetime.now(UTC))
    sealed.give_order(war, side="carthage", action="battle", salt="s", ready=False, by=place(hanno), now=NOW)
    sealed.give_order(war, side="carthage", action="guerrilla", salt="t", by=place(hanno), now=NOW)
    assert Client().get(there)["ETag"] == first
    unchanged = Client().get(there, headers={"if-none-match": first})
    assert (unchanged.status_code, unchanged.content) == (304, b"")
    sealed.give_order(war, side="rome", action="battle", ready=False, by=place(livia), now=NOW)
    order(war, rome=(place(livia), "battle"), carthage=(place(hanno), "battle"))
    assert Client().get(there, headers={"if-none-match": first}).status_code == 200


def test_it_is_in_the_readers_language_else_in_the_clubs(war, club, livia, hanno):
    club.language = "it"
    club.save()
    livia.language = "es"
    livia.save()
    assert told(livia)[0][0] == "The long war, año 1: te toca (órdenes)"
    assert told(hanno)[0][0] == "The long war, anno 1: tocca a te (ordini)"


def test_a_hostile_name_adds_no_line(club, place, livia, hanno):
    name = "War\r\nEND:VEVENT\r\nATTACH:http://x/; , \\ :"
    war = a_war(club, rome=place(livia), carthage=place(hanno), by=place(livia))
    type(war).objects.filter(pk=war.pk).update(name=name)
    (event,) = events(read(livia))
    assert "attach" not in event
    assert str(event["summary"]).startswith("War END:VEVENT ATTACH:http://x/; , \\ :")


@pytest.mark.parametrize("wars", [1, 6])
def test_it_costs_the_same_however_many_wars(club, place, livia, hanno, wars, django_assert_num_queries):
    for number in range(wars):
        a_war(club, rome=place(livia), carthage=place(hanno), by=place(livia), name=f"War {number}")
    there = address_of(livia)
    with django_assert_num_queries(10):
        Client().get(there)


def test_the_page_says_how_to_subscribe(livia, browser):
    address_of(livia)
    page = text_of(browser(livia).get(PAGE))
    assert "iPhone" in page
    assert "Android" in page
