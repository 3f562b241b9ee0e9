"""The clock on the umpire's desk, who waits for whom, and the club's holidays."""

from datetime import timedelta

import pytest
from django.urls import reverse

from campaigns.models import LedgerEntry
from campaigns.services import extensions, sealed, turning
from campaigns.services import umpire as desk
from clubs import clock
from clubs.models import Club, Holiday
from tests.factories import campaigns as verbs
from tests.factories import clubs as people
from tests.frontend.wars.helpers import address, text_of

pytestmark = pytest.mark.django_db
WHY = "A wedding in the family."
DAY = timedelta(days=1)


def day(war, n: int):
    return clock.in_zone(clock.now(), war.club.time_zone).date() + n * DAY


# --- The umpire's desk ------------------------------------------------------------------------------


def test_the_umpire_stops_the_clock_until_a_moment(war, ines, hanno, browser):
    until = f"{day(war, 10)}T18:30"
    client = browser(ines)
    response = client.post(address("war_pause", war), {"pause-until": until, "pause-reason": WHY})
    assert response.status_code == 302
    shown = clock.in_zone(verbs.year_of(war).paused_until, war.club.time_zone)
    assert shown.strftime("%Y-%m-%dT%H:%M") == until
    assert "It runs again on" in text_of(client.get(address("war_umpire", war)))
    for name in ("war", "year"):
        page = text_of(browser(hanno).get(address(name, war)))
        assert "It runs again on" in page
        assert "18:30" in page


def test_a_pause_into_the_past_says_what_is_wrong_with_it(war, ines, browser):
    response = browser(ines).post(
        address("war_pause", war), {"pause-until": f"{day(war, -1)}T18:30", "pause-reason": WHY}
    )
    assert response.status_code == 422
    assert "The clock runs again at a moment that lies ahead" in text_of(response)
    assert verbs.year_of(war).paused_at is None


def test_closing_a_stage_is_offered_once_everybody_is_in(war, place, livia, hanno, ines, browser):
    now = clock.now()
    client = browser(ines)
    sealed.give_order(war, side="rome", action="battle", ready=False, by=place(livia), now=now)
    assert "Close the stage now" not in text_of(client.get(address("war_umpire", war)))
    assert client.post(address("war_close_now", war), {"close-reason": WHY}).status_code == 422
    sealed.give_order(war, side="carthage", action="battle", ready=False, by=place(hanno), now=now)
    assert "Close the stage now" in text_of(client.get(address("war_umpire", war)))
    assert client.post(address("war_close_now", war), {"close-reason": ""}).status_code == 422
    assert client.post(address("war_close_now", war), {"close-reason": WHY}).status_code == 302
    assert turning.due(clock.now()) == [war.pk]
    assert LedgerEntry.objects.filter(campaign=war, kind="closed_early").count() == 1


def test_after_the_club_has_moved_the_umpire_chooses_what_the_deadline_means(war, ines, browser):
    before = verbs.year_of(war).deadline_at
    client = browser(ines)
    assert "The clocks of the club have changed" not in text_of(client.get(address("war_umpire", war)))
    Club.objects.filter(pk=war.club_id).update(time_zone="Atlantic/Canary")
    assert "The clocks of the club have changed" in text_of(client.get(address("war_umpire", war)))
    client.post(address("war_club_clock", war), {"set": "1"})
    assert verbs.year_of(war).deadline_at == before + timedelta(hours=1)
    Club.objects.filter(pk=war.club_id).update(time_zone="Europe/Madrid")
    client.post(address("war_club_clock", war), {"set": "0"})
    assert verbs.year_of(war).deadline_at == before + timedelta(hours=1)
    assert "The clocks of the club have changed" not in text_of(client.get(address("war_umpire", war)))


def test_what_the_war_agreed_on_is_on_its_page(war, hanno, browser):
    page = text_of(browser(hanno).get(address("war", war)))
    assert "The sides may put the deadline of a stage off by 7 days in all, if they agree." in page
    assert "What comes after the deadline is not taken." in page
    assert "holidays of the club are not counted" in page


# --- Who waits for whom -----------------------------------------------------------------------------


def test_the_page_says_who_owes_what_since_when_and_who_waits(war, place, livia, marco, browser):
    now = clock.now()
    page = text_of(browser(marco).get(address("war_waiting", war)))
    assert "Nobody waits yet: every side has something to do." in page
    sealed.give_order(war, side="rome", action="guerrilla", by=place(livia), now=now)
    response = browser(marco).get(address("war_waiting", war))
    page = text_of(response)
    assert "Carthage (Hanno)" in page
    assert "Give the order of the year" in page
    assert "Who waits: Rome" in page
    assert "Rome (Livia)" not in page
    assert "uerrilla" not in response.content.decode()


def test_a_request_for_more_time_waits_for_the_other_side(war, place, livia, hanno, browser):
    year = verbs.year_of(war)
    extensions.ask(war, side="rome", until=year.deadline_at + DAY, reason=WHY, by=place(livia), now=clock.now())
    page = text_of(browser(hanno).get(address("war_waiting", war)))
    assert "Answer the request for more time" in page
    assert "Who waits: Rome" in page


def test_a_report_waits_for_its_confirmation_since_it_was_made(fighting, place, livia, hanno, browser):
    page = text_of(browser(hanno).get(address("war_waiting", fighting)))
    assert page.count("Report how the battle ended") == 2
    verbs.act(fighting, "rome", "report", by=place(livia), now=clock.now(), winner="rome", level="minor")
    page = text_of(browser(hanno).get(address("war_waiting", fighting)))
    assert "Confirm the report of the battle, or dispute it" in page
    assert "Who waits: Rome" in page


def test_a_manager_sees_all_wars_of_the_club_and_others_their_own(club, war, place, hanno, marco, fabia, ines, browser):
    theirs = verbs.a_war(
        club, rome=place(marco), carthage=place(fabia), by=place(fabia), name="The other war", now=clock.now()
    )
    where = reverse("club_waiting", args=[club.slug])
    seen = {user: text_of(browser(user).get(where)) for user in (hanno, marco, fabia, ines)}
    assert [name in seen[hanno] for name in (war.name, theirs.name)] == [True, False]
    assert [name in seen[marco] for name in (war.name, theirs.name)] == [False, True]
    assert [name in seen[fabia] for name in (war.name, theirs.name)] == [True, True]
    assert [name in seen[ines] for name in (war.name, theirs.name)] == [True, False]


def test_who_is_late_is_said_and_a_stopped_clock_too(war, umpire_of, marco, browser):
    clock.set_offset(verbs.year_of(war).deadline_at - clock.now() + timedelta(minutes=1))
    assert " late " in text_of(browser(marco).get(address("war_waiting", war)))
    clock.set_offset(timedelta())
    desk.pause(war, reason=WHY, by=umpire_of, now=clock.now())
    assert "The clock is stopped." in text_of(browser(marco).get(address("war_waiting", war)))


@pytest.fixture
def umpire_of(place, ines):
    return place(ines)


@pytest.mark.parametrize("wars", [1, 4])
def test_the_clubs_page_costs_the_same_however_many_wars(
    club, place, marco, fabia, livia, browser, wars, django_assert_num_queries
):
    for n in range(wars):
        verbs.a_war(club, rome=place(marco), carthage=place(fabia), by=place(fabia), name=f"War {n}", now=clock.now())
    client, where = browser(livia), reverse("club_waiting", args=[club.slug])
    client.get(where)
    with django_assert_num_queries(12):
        client.get(where)


# --- Holidays ---------------------------------------------------------------------------------------


def test_a_holiday_is_entered_shown_and_the_deadline_moves_only_when_told_to(club, war, fabia, hanno, browser):
    before = verbs.year_of(war).deadline_at
    client, where = browser(fabia), reverse("club_holidays", args=[club.slug])
    first, last = day(war, 2), day(war, 4)
    response = client.post(where, {"name": "Fallas", "first": str(first), "last": str(last)}, follow=True)
    page = text_of(response)
    assert "Fallas" in page
    assert "Deadlines that do not allow for a holiday yet" in page
    assert verbs.year_of(war).deadline_at == before
    page = text_of(client.post(reverse("club_holidays_move", args=[club.slug]), follow=True))
    assert "1 deadline is put off." in page
    assert "Deadlines that do not allow for a holiday yet" not in page
    assert verbs.year_of(war).deadline_at == before + 3 * DAY
    book = text_of(browser(hanno).get(address("war_book", war)))
    assert "Fabia had the holidays of the club left out (Fallas)" in book


@pytest.mark.parametrize(
    ("first", "last", "words"),
    [
        (5, 4, "The last day comes before the first."),
        (-5, -4, "These days are over."),
        (1, 400, "A holiday lasts a year at most."),
    ],
)
def test_what_is_no_holiday_is_said(club, war, livia, browser, first, last, words):
    typed = {"name": "Fallas", "first": str(day(war, first)), "last": str(day(war, last))}
    response = browser(livia).post(reverse("club_holidays", args=[club.slug]), typed)
    assert response.status_code == 422
    assert words in text_of(response)
    assert not Holiday.objects.exists()


def test_a_holiday_is_removed_and_another_clubs_cannot_be(club, war, livia, nobody, browser):
    row = Holiday.objects.create(club=club, name="Fallas", first=day(war, 5), last=day(war, 5))
    people.found("Elsewhere", by=nobody, time_zone="UTC", language="en")
    other = browser(nobody)
    assert other.post(reverse("club_holiday_remove", args=["elsewhere", row.public_id])).status_code == 404
    assert browser(livia).post(reverse("club_holiday_remove", args=[club.slug, row.public_id])).status_code == 302
    assert not Holiday.objects.exists()
