"""Choosing what one is written, and the way out that stands in every letter."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from battles.keys import stop_key
from battles.models import NoticeChoice, OutboxMessage
from battles.services import outbox
from clubs import clock
from clubs.services import people
from tests.frontend.wars.helpers import text_of

pytestmark = pytest.mark.django_db
PAGE = reverse("account_notices")
CHOICE = {"turn": "daily", "news": "weekly", "club": "never", "hour": "20", "weekday": "6"}


def chosen(user):
    return NoticeChoice.objects.filter(user=user).values_list("turn", "news", "club", "hour", "weekday").first()


def stop_page(user, what):
    return reverse("notices_stop", args=[stop_key(user.public_id, what)])


def test_a_person_chooses_what_he_is_written(club, hanno, browser):
    client = browser(hanno)
    assert "What happened in your wars" in text_of(client.get(PAGE))
    assert client.post(PAGE, CHOICE)["Location"] == PAGE
    assert chosen(hanno) == ("daily", "weekly", "never", 20, 6)
    page = client.get(PAGE).content.decode()
    assert '<option value="weekly" selected>' in page


def test_looking_at_the_page_chooses_nothing(club, hanno, browser):
    browser(hanno).get(PAGE)
    assert chosen(hanno) is None


@pytest.mark.parametrize("bad", [{"turn": "hourly"}, {"hour": "25"}, {"weekday": "x"}])
def test_a_choice_there_is_not_is_refused_and_changes_nothing(club, hanno, browser, bad):
    assert browser(hanno).post(PAGE, {**CHOICE, **bad}).status_code == 422
    assert chosen(hanno) is None


def test_looking_at_the_way_out_stops_nothing(hanno):
    page = Client().get(stop_page(hanno, "news"))
    assert page.status_code == 200
    assert "What happened in your wars" in text_of(page)
    assert chosen(hanno) is None


def test_one_press_stops_it_without_a_log_in_or_a_token_of_the_form(hanno):
    page = Client(enforce_csrf_checks=True).post(stop_page(hanno, "news"), {"List-Unsubscribe": "One-Click"})
    assert page.status_code == 200
    assert chosen(hanno)[:3] == ("now", "never", "now")


def test_the_way_out_speaks_the_readers_language_and_names_nobody(hanno):
    hanno.language = "it"
    hanno.save()
    page = Client().get(stop_page(hanno, "news"))
    assert "Cosa è successo nelle tue guerre" in text_of(page)
    assert "Hanno" not in text_of(page)
    assert hanno.email not in text_of(page)


def test_a_key_that_is_not_ours_is_as_no_page(hanno):
    nowhere = reverse("notices_stop", args=[stop_key(hanno.public_id, "news")[:-1]])
    for send in (Client().get, Client().post):
        assert send(nowhere).status_code == 404
    assert chosen(hanno) is None


def test_of_who_is_forgotten_no_choice_is_kept(hanno, browser):
    browser(hanno).post(PAGE, CHOICE)
    people.erase_person(hanno, by=hanno, now=clock.now())
    assert chosen(hanno) is None
    assert Client().post(stop_page(hanno, "news")).status_code == 404


def test_who_runs_the_club_learns_that_letters_to_a_member_do_not_arrive(club, livia, hanno, place, browser):
    there = reverse("club_member", args=[club.slug, place(hanno).public_id])
    assert "did not arrive" not in text_of(browser(livia).get(there))
    now = clock.now()
    for days in (1, 40):
        at = now - timedelta(days=days)
        outbox.tell(recipients=[place(hanno)], key=str(days), kind="battle.held", data={}, url="/", now=at)
    OutboxMessage.objects.update(email_state="dead")
    assert "1 letter to this member did not arrive" in text_of(browser(livia).get(there))
