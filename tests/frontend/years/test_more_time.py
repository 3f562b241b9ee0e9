"""More time on the page of the year; and a deadline that has passed, with grace and without."""

from datetime import timedelta

import pytest
from django.urls import reverse

from campaigns.models import Extension, StrategicAction
from clubs import clock
from tests.factories import campaigns as verbs
from tests.factories import clubs as people
from tests.frontend.years.conftest import text_of
from tests.worlds import once

pytestmark = pytest.mark.django_db
WHY = "A wedding <b>in</b> the family."
DAY, HOUR = timedelta(days=1), timedelta(hours=1)


def at(name, war):
    return reverse(name, args=[war.public_id])


def ask(client, war, *, days=2, **more):
    until = clock.in_zone(verbs.year_of(war).deadline_at + days * DAY, war.club.time_zone)
    typed = {"until": until.strftime("%Y-%m-%dT%H:%M"), "reason": WHY, "year": "1", **more}
    return client.post(at("year_more_time", war), typed)


def answer(client, war, word, **more):
    request = Extension.objects.latest("pk").public_id
    return client.post(at("year_more_time_answer", war), {"answer": word, "request": request, "year": "1", **more})


def test_one_asks_the_other_agrees_and_the_deadline_moves(war, livia, hanno, marco, browser):
    before = verbs.year_of(war).deadline_at
    assert ask(browser(livia), war).status_code == 302
    mine = text_of(browser(livia).get(at("year", war)))
    assert "Take the request back" in mine
    assert "Agree: the deadline moves at once" not in mine
    theirs = browser(hanno).get(at("year", war))
    assert "Rome asks for more time" in text_of(theirs)
    assert "&lt;b&gt;in&lt;/b&gt;" in theirs.content.decode()
    watching = text_of(browser(marco).get(at("year", war)))
    assert "Waits for: Carthage" in watching
    assert "Agree: the deadline" not in watching
    assert answer(browser(hanno), war, "yes").status_code == 302
    assert verbs.year_of(war).deadline_at == before + 2 * DAY


def test_a_no_and_a_request_taken_back(war, livia, hanno, browser):
    before = verbs.year_of(war).deadline_at
    ask(browser(livia), war)
    assert answer(browser(hanno), war, "no").status_code == 302
    ask(browser(hanno), war)
    request = Extension.objects.latest("pk").public_id
    response = browser(hanno).post(at("year_more_time_withdraw", war), {"request": request, "year": "1"})
    assert response.status_code == 302
    assert [row.outcome for row in Extension.objects.order_by("pk")] == ["refused", "withdrawn"]
    assert verbs.year_of(war).deadline_at == before


@pytest.mark.parametrize(
    ("days", "words"), [(-1, "ends after the deadline that stands"), (9, "may give each other 7 days in one stage")]
)
def test_what_cannot_be_asked_comes_back_with_what_is_wrong(war, livia, browser, days, words):
    response = ask(browser(livia), war, days=days)
    assert response.status_code == 422
    page = text_of(response)
    assert words in page
    assert not Extension.objects.exists()


def test_a_settled_request_and_one_of_another_year_are_out_of_date(war, livia, hanno, browser):
    ask(browser(livia), war)
    answer(browser(hanno), war, "no")
    assert answer(browser(hanno), war, "yes").status_code == 409
    assert answer(browser(hanno), war, "yes", year="7").status_code == 409


def test_nobody_else_asks_or_answers(war, livia, ines, marco, nobody, browser):
    ask(browser(livia), war)
    for user in (ines, marco, nobody):
        assert answer(browser(user), war, "yes").status_code == 404
        assert ask(browser(user), war).status_code == 404
    assert Extension.objects.get().ended_at is None


def test_an_officer_answers_from_a_paper_slip(club, place, livia, fabia, browser):
    quintus = people.paper_member(club, "Old Quintus")
    war = verbs.a_war(club, rome=place(livia), carthage=quintus, by=place(livia), now=clock.now())
    ask(browser(livia), war)
    assert "You answer for Carthage, from a paper slip." in text_of(browser(fabia).get(at("year", war)))
    assert answer(browser(fabia), war, "yes", **{"for": "carthage"}).status_code == 302
    assert Extension.objects.get().outcome == "agreed"
    assert "from a paper slip" in text_of(browser(livia).get(at("war_book", war)))  # as the form said it would


@once
def on_paper(club, place, livia):
    """A war in which Carthage is commanded by somebody without an account."""
    quintus = people.paper_member(club, "Old Quintus")
    return verbs.a_war(club, rome=place(livia), carthage=quintus, by=place(livia), now=clock.now())


def test_an_officer_asks_from_a_paper_slip_and_takes_it_back(on_paper, livia, fabia, browser):
    before = verbs.year_of(on_paper).deadline_at
    page = text_of(browser(fabia).get(at("year", on_paper)))
    assert "On paper: Carthage asks for more time" in page
    assert "On paper: Rome asks for more time" not in page  # she has an account
    assert ask(browser(fabia), on_paper, **{"for": "carthage"}).status_code == 302
    request = Extension.objects.get()
    assert (request.side, request.by.user) == ("carthage", fabia)
    assert "from a paper slip" in text_of(browser(livia).get(at("war_book", on_paper)))
    page = text_of(browser(fabia).get(at("year", on_paper)))
    assert "Take the request back" in page
    assert "On paper: Carthage asks for more time" not in page
    back = {"request": request.public_id, "year": "1", "for": "carthage"}
    assert browser(fabia).post(at("year_more_time_withdraw", on_paper), back).status_code == 302
    ask(browser(fabia), on_paper, **{"for": "carthage"})
    assert answer(browser(livia), on_paper, "yes").status_code == 302
    assert [row.outcome for row in Extension.objects.order_by("pk")] == ["withdrawn", "agreed"]
    assert verbs.year_of(on_paper).deadline_at == before + 2 * DAY


def test_what_is_wrong_with_a_paper_slip_comes_back_with_it(on_paper, fabia, browser):
    response = ask(browser(fabia), on_paper, days=9, **{"for": "carthage"})
    assert response.status_code == 422
    assert "may give each other 7 days in one stage" in text_of(response)
    assert not Extension.objects.exists()


def test_who_plays_or_only_looks_on_asks_for_nobody_else(on_paper, livia, marco, browser):
    page = text_of(browser(marco).get(at("year", on_paper)))
    assert "On paper: Carthage" not in page
    assert ask(browser(marco), on_paper, **{"for": "carthage"}).status_code == 404
    ask(browser(livia), on_paper, **{"for": "carthage"})  # a player asks for himself, whatever he sends
    assert Extension.objects.get().side == "rome"


def test_a_request_that_waits_for_me_is_on_my_first_page(war, livia, hanno, marco, browser):
    ask(browser(livia), war)
    task = "Answer the request for more time"
    mine = browser(hanno).get(reverse("home"))
    assert task in text_of(mine)
    assert f"{at('year', war)}#more-time" in mine.content.decode()
    for user in (livia, marco):
        assert task not in text_of(browser(user).get(reverse("home")))
    answer(browser(hanno), war, "no")
    assert task not in text_of(browser(hanno).get(reverse("home")))


def test_a_request_that_waits_for_a_paper_side_is_on_the_desk(on_paper, livia, fabia, browser):
    ask(browser(livia), on_paper)
    for name in ("war_umpire", "desk"):
        address = reverse(name, args=[on_paper.public_id] if name == "war_umpire" else [])
        assert "Type in the paper slip: Answer the request for more time" in text_of(browser(fabia).get(address))


def test_a_request_that_ended_with_the_deadline_waits_for_nobody(gracious, livia, hanno, browser):
    ask(browser(livia), gracious)
    late(gracious)
    assert "Answer the request for more time" not in text_of(browser(hanno).get(reverse("home")))


def test_where_no_time_is_given_by_agreement_nobody_is_offered_to_ask(club, place, livia, hanno, browser):
    war = verbs.a_war(
        club, rome=place(livia), carthage=place(hanno), by=place(livia), clock={"agreed": 0}, now=clock.now()
    )
    assert "Ask for more time" not in text_of(browser(livia).get(at("year", war)))
    assert ask(browser(livia), war).status_code == 422


# --- Late -------------------------------------------------------------------------------------------


@once
def gracious(club, place, livia, hanno):
    return verbs.a_war(
        club, rome=place(livia), carthage=place(hanno), by=place(livia), clock={"grace": 4}, now=clock.now()
    )


def late(war, by=HOUR):
    clock.set_offset(verbs.year_of(war).deadline_at - clock.now() + by)


def test_before_the_deadline_the_page_says_that_there_is_grace(gracious, livia, browser):
    page = text_of(browser(livia).get(at("year", gracious)))
    assert "What comes up to 4 hours later is still taken, as late." in page


def test_who_is_late_reads_until_when_it_is_still_taken_and_hands_it_in(gracious, livia, browser):
    late(gracious)
    client = browser(livia)
    page = text_of(client.get(at("year", gracious)))
    assert "You are late, but it is still taken until" in page
    assert "no order can be given any more" not in page
    response = client.post(at("year_order", gracious), {"action": "battle", "ready": "on", "salt": "", "year": "1"})
    assert response.status_code == 302
    page = text_of(client.get(at("year", gracious)))
    assert "The deadline has passed. What you handed in stands." in page
    assert StrategicAction.objects.count() == 1
    book = text_of(client.get(at("war_book", gracious)))
    assert "It was late, by 1 hour" in book


def test_after_the_grace_it_is_too_late(gracious, livia, browser):
    late(gracious, 5 * HOUR)
    page = text_of(browser(livia).get(at("year", gracious)))
    assert "no order can be given any more" in page
    assert "still taken until" not in page
