"""Home: what waits for me, in all my clubs; and whether the site is well."""

from datetime import timedelta

import pytest
from django.db import OperationalError
from django.urls import reverse

from battles.models import Heartbeat
from battles.services import heart
from campaigns.models import Engagement
from campaigns.models.campaign import Stage
from campaigns.services import founding, sealed, turning, umpire
from clubs import clock
from clubs.models import Membership, Role
from tests.factories import campaigns as verbs
from tests.factories.battles import do
from tests.factories.clubs import enlist, found, paper_member
from tests.frontend.wars.helpers import masked, text_of
from tests.worlds import once

pytestmark = pytest.mark.django_db

NOTHING = "Nothing waits for you now."


@once
def war(club, place, livia, hanno, ines):
    return verbs.a_war(
        club, rome=place(livia), carthage=place(hanno), by=place(livia), umpire=place(ines), now=clock.now()
    )


def home(browser, user) -> str:
    return text_of(browser(user).get("/"))


# --- For a visitor -------------------------------------------------------------------------------------------


def test_a_visitor_reads_what_this_is_and_how_to_come_in(browser, django_assert_num_queries):
    client = browser(None)
    with django_assert_num_queries(0):
        response = client.get("/")
    page = response.content.decode()
    assert "Signifer keeps the books, the clock, the secrets and the dice of a campaign." in page
    assert f'href="{reverse("account_signup")}"' in page
    assert f'href="{reverse("account_login")}"' in page


def test_a_newcomer_is_told_how_to_get_into_a_club(nobody, browser):
    page = home(browser, nobody)
    assert NOTHING in page
    assert "You are in no club yet." in page
    assert "Found a club" in page
    button = f'<a class="button primary" href="{reverse("club_found")}">'
    assert button in browser(nobody).get("/").content.decode()


# --- What waits ------------------------------------------------------------------------------------------------


def test_an_order_that_is_owed_stands_on_the_page_ready_to_be_given(war, hanno, browser):
    response = browser(hanno).get("/")
    assert "Your order in The long war" in text_of(response)
    assert f'action="{reverse("year_order", args=[war.public_id])}"' in response.content.decode()


def test_what_else_is_owed_leads_straight_to_its_form(war, place, livia, hanno, browser):
    verbs.order(war, rome=(place(livia), "battle"), carthage=(place(hanno), "battle"), now=clock.now())
    response = browser(hanno).get("/")
    assert "Muster the army" in text_of(response)
    assert f'href="/wars/{war.public_id}/year/#muster"' in response.content.decode()


def test_an_order_that_is_in_waits_no_more(war, place, hanno, livia, browser):
    sealed.give_order(war, side="carthage", action="guerrilla", by=place(hanno), now=clock.now())
    page = home(browser, hanno)
    assert "Your order in" not in page
    assert NOTHING in page
    assert "Waits for: Rome" in page
    assert "Your order in The long war" in home(browser, livia)


def test_home_reads_the_same_whatever_the_other_side_has_ordered(war, place, hanno, livia, ines, browser):
    pages = []
    for action, salt in (("guerrilla", "almond blossom"), ("battle", "olive")):
        sealed.give_order(war, side="carthage", action=action, salt=salt, by=place(hanno), now=clock.now())
        pages.append([masked(browser(reader).get("/")) for reader in (livia, ines)])
    assert pages[0] == pages[1]


def test_who_has_no_part_in_a_war_is_not_asked(war, marco, browser):
    page = home(browser, marco)
    assert NOTHING in page
    assert "The long war" not in page


def test_what_is_due_first_comes_first(club, place, livia, hanno, ines, browser):
    wars = {}
    for name, days in (("Later", 30), ("Sooner", 3), ("In between", 10)):
        wars[name] = verbs.a_war(
            club,
            rome=place(livia),
            carthage=place(hanno),
            by=place(livia),
            umpire=place(ines),
            name=name,
            now=clock.now(),
        )
        deadline = clock.now() + timedelta(days=days)
        umpire.move_deadline(wars[name], deadline_at=deadline, reason="x", by=place(ines), now=clock.now())
    umpire.pause(wars["Sooner"], reason="x", by=place(ines), now=clock.now())
    page = home(browser, hanno).split("Unread notices")[0]
    assert page.index("In between") < page.index("Later") < page.index("Sooner")
    assert "The clock is stopped." in page


def test_things_wait_in_all_clubs(war, hanno, nobody, browser):
    other = found("Elsewhere", by=nobody, now=clock.now())
    mine = enlist(other, hanno, now=clock.now())
    owner = Membership.objects.get(club=other, user=nobody)
    verbs.a_war(other, rome=owner, carthage=mine, by=owner, name="Their war", now=clock.now())
    page = home(browser, hanno)
    assert "Your order in The long war" in page
    assert "Your order in Their war" in page


def test_a_battle_waits_for_the_right_people(war, place, livia, hanno, ines, browser):
    verbs.order(war, rome=(place(livia), "battle"), carthage=(place(hanno), "battle"), now=clock.now())
    verbs.muster_best(war, {"rome": place(livia), "carthage": place(hanno)}, now=clock.now())
    assert "Report how the battle ended" in home(browser, livia)
    battle = Engagement.objects.get(year__campaign=war).battle
    battle = do(battle, "rome", "report", by=place(livia), now=clock.now(), winner="rome", level="minor")
    assert "Confirm the report of the battle, or dispute it" in home(browser, hanno)
    assert "Report how the battle ended" not in home(browser, livia)
    do(battle, "carthage", "dispute", by=place(hanno), now=clock.now(), reason="It was a draw.")
    assert "Rule on the disputed battle" in home(browser, ines)
    assert "Disputed" in home(browser, livia)


def test_an_overdue_battle_waits_for_the_umpire(war, place, livia, hanno, ines, browser):
    verbs.order(war, rome=(place(livia), "battle"), carthage=(place(hanno), "battle"), now=clock.now())
    verbs.muster_best(war, {"rome": place(livia), "carthage": place(hanno)}, now=clock.now())
    turning.turn(war.pk, now=verbs.year_of(war).deadline_at)
    response = browser(ines).get("/")
    assert "The battle is overdue" in text_of(response)
    assert f'href="/wars/{war.public_id}/umpire/"' in response.content.decode()


def test_a_paper_slip_waits_for_an_officer_who_does_not_play(club, place, livia, ines, marco, browser):
    verbs.a_war(
        club,
        rome=place(livia),
        carthage=paper_member(club, "Tiberio"),
        by=place(livia),
        umpire=place(ines),
        now=clock.now(),
    )
    assert "Type in the paper slip: Give the order of the year." in home(browser, ines)
    assert "paper slip:" not in home(browser, livia)
    assert "paper slip:" not in home(browser, marco)


def test_where_no_umpire_is_named_the_clubs_officers_act(club, place, livia, hanno, ines, fabia, browser):
    war = verbs.a_war(club, rome=place(livia), carthage=place(hanno), by=place(livia), now=clock.now())
    verbs.order(war, rome=(place(livia), "battle"), carthage=(place(hanno), "battle"), now=clock.now())
    verbs.muster_best(war, {"rome": place(livia), "carthage": place(hanno)}, now=clock.now())
    turning.turn(war.pk, now=verbs.year_of(war).deadline_at)
    for user in (ines, fabia):
        assert "The battle is overdue" in home(browser, user)
    assert "Your wars" not in home(browser, fabia)
    assert "The battle is overdue" not in home(browser, livia)


def test_a_held_war_waits_for_its_umpire_and_the_managers(war, livia, hanno, ines, browser):
    war.stage = Stage.HELD
    war.save()
    for user in (ines, livia):
        assert "The war is held: look at what happened, and let it go on." in home(browser, user)
    assert "The war is held" not in home(browser, hanno)


def test_a_side_that_is_offered_waits_for_an_answer(club, place, livia, marco, hanno, browser):
    war = verbs.found_war(club, by=place(livia), name="The new war", now=clock.now())
    offer = founding.offer_side(war, side="rome", member=place(marco), by=place(livia), now=clock.now())
    response = browser(marco).get("/")
    assert "Command Rome in The new war" in text_of(response)
    assert f'href="/wars/{war.public_id}/offers/{offer.public_id}/"' in response.content.decode()
    assert "Command Rome" not in home(browser, hanno)


def test_a_war_that_is_over_waits_for_nobody_but_stays_in_the_list(war, place, hanno, browser):
    from campaigns.rules.decisions import Surrender
    from campaigns.services import between

    between.decide(war, side="carthage", decision=Surrender(), by=place(hanno), now=clock.now())
    page = home(browser, hanno)
    assert NOTHING in page
    assert "The long war" in page
    assert "Over" in page


def test_unread_notices_are_shown_and_can_be_followed(war, hanno, browser):
    page = browser(hanno).get("/").content.decode()
    assert "Unread notices" in page
    notice = hanno.memberships.get().messages.filter(kind="your_orders").get()
    assert reverse("notice", args=[notice.public_id]) in page


def test_a_notice_on_the_first_page_can_be_taken_to_the_chat(war, hanno, browser):
    page = browser(hanno).get("/").content.decode()
    chat = page.split("Copy for the chat")[1].split("</textarea>")[0]
    assert reverse("year", args=[war.public_id]) in chat.split("<textarea")[1]


def test_who_left_the_club_sees_nothing_of_it(war, club, hanno, browser):
    from clubs.services import members

    members.leave(club, by=hanno, now=clock.now())
    page = home(browser, hanno)
    assert NOTHING in page
    assert "The long war" not in page
    assert "Legio Valencia" not in page


@pytest.mark.parametrize("rows", [1, 4])
def test_home_costs_the_same(club, place, livia, hanno, ines, browser, rows, django_assert_num_queries):
    for number in range(rows):
        verbs.a_war(
            club,
            rome=place(livia),
            carthage=place(hanno),
            by=place(livia),
            umpire=place(ines),
            name=f"War {number}",
            now=clock.now(),
        )
    client = browser(hanno)
    with django_assert_num_queries(17):
        client.get("/")


@pytest.mark.parametrize("rows", [1, 4])
def test_the_club_lists_its_wars_at_the_same_cost(
    club, place, livia, hanno, marco, browser, rows, django_assert_num_queries
):
    for number in range(rows):
        verbs.a_war(
            club, rome=place(livia), carthage=place(hanno), by=place(livia), name=f"War {number}", now=clock.now()
        )
    page, client = reverse("club", args=[club.slug]), browser(marco)
    with django_assert_num_queries(12):
        response = client.get(page)
    told = text_of(response)
    assert told.count("Waits for: Rome, Carthage") == rows
    assert told.count("Year 1 of 5 Orders") == rows


def test_the_club_page_offers_its_desk_to_officers_only(war, club, place, hanno, ines, browser):
    desk = reverse("club_desk", args=[club.slug])
    page = reverse("club", args=[club.slug])
    assert place(ines).role == Role.UMPIRE
    assert desk in browser(ines).get(page).content.decode()
    assert desk not in browser(hanno).get(page).content.decode()


# --- Health ------------------------------------------------------------------------------------------------------


def test_the_site_is_well_while_the_clock_ticks(browser):
    heart.beat(turning.HEART, clock.now() - timedelta(seconds=20))
    response = browser(None).get("/healthz")
    assert (response.status_code, response.json()["ok"], response.json()["database"]) == (200, True, True)
    assert 20 <= response.json()["tick_age"] <= 30


def test_a_clock_that_stopped_or_never_ran_is_no_health(browser):
    response = browser(None).get("/healthz")
    assert (response.status_code, response.json()) == (503, {"ok": False, "database": True, "tick_age": None})
    heart.beat(turning.HEART, clock.now() - timedelta(minutes=10))
    response = browser(None).get("/healthz")
    assert (response.status_code, response.json()["ok"]) == (503, False)
    assert Heartbeat.objects.count() == 1


def test_a_database_that_is_away_is_said_plainly(browser, monkeypatch):
    def away():
        raise OperationalError("the connection is gone")

    monkeypatch.setattr(clock, "now", away)
    response = browser(None).get("/healthz")
    assert (response.status_code, response.json()) == (503, {"ok": False, "database": False, "tick_age": None})


def test_a_tick_makes_the_site_well(browser):
    turning.tick()
    assert browser(None).get("/healthz").status_code == 200


def test_a_member_with_no_part_in_a_war_is_told_how_he_gets_one_and_a_player_is_not(war, marco, livia, browser):
    told = "When somebody offers you a side, the offer appears here."
    page = browser(marco).get("/").content.decode()
    assert told in page
    assert f'<a class="button primary" href="{reverse("club", args=[war.club.slug])}">' in page
    assert told not in browser(livia).get("/").content.decode()
