"""The pages of seats, hand-overs, claims and absent players; and who finds them."""

import pytest
from django.urls import reverse

from campaigns.models import WinClaim, Year
from campaigns.permissions import holders
from campaigns.services import claims, founding, sealed, seats, turning
from clubs import clock
from clubs.models import Role
from tests.factories import campaigns as verbs
from tests.frontend.wars.helpers import text_of
from tests.worlds import once

pytestmark = pytest.mark.django_db


def url(name, war, *more):
    return reverse(name, args=[war.public_id, *more])


def test_everybody_reads_who_answers_for_a_side_and_what_happens_to_the_absent(
    war, browser, place, livia, hanno, marco
):
    seats.add_deputy(war, side="carthage", member=place(marco), by=place(hanno), now=clock.now())
    page = browser(livia).get(url("war_seats", war))
    text = text_of(page)
    assert "Commanded by Hanno." in text
    assert "Marco" in text
    assert "Whoever still owes something is reminded 24 hours before the deadline." in text
    assert "Give the seat to somebody else" in text  # her own, as who manages the club
    assert browser(livia).get(url("war_seats", war)).content.count(b'name="reassign-carthage-to"') == 0


def test_a_commander_names_a_deputy_and_the_deputy_goes(war, browser, place, hanno, marco):
    him = browser(hanno)
    answer = him.post(url("war_deputy_add", war, "carthage"), {"deputy-carthage-member": place(marco).public_id})
    assert answer.status_code == 302
    assert holders(war).team("carthage") == (place(hanno), place(marco))
    assert browser(marco).get(url("war_briefing", war, "carthage")).status_code == 200
    assert browser(marco).post(url("war_hand_over", war, "carthage")).status_code == 404
    answer = browser(marco).post(url("war_deputy_remove", war, "carthage", place(marco).public_id))
    assert answer.status_code == 302
    assert browser(marco).get(url("war_briefing", war, "carthage")).status_code == 404


def test_a_seat_is_handed_over_and_its_secrets_go_with_it(war, browser, place, hanno, marco, livia):
    now = clock.now()
    sealed.give_order(war, side="carthage", action="guerrilla", ready=False, by=place(hanno), now=now)
    sealed.leave_standing_order(war, side="carthage", action="punishment", by=place(hanno), now=now)
    him, other = browser(hanno), browser(marco)
    briefing = url("war_briefing", war, "carthage")
    assert other.get(briefing).status_code == 404
    assert "Guerrilla" in text_of(him.get(briefing))

    him.post(url("war_hand_over", war, "carthage"), {"hand-carthage-member": place(marco).public_id})
    offered = text_of(other.get(briefing))
    assert "Hanno would hand this seat over to you." in offered
    assert "Give the order of the year" in offered
    assert "Guerrilla" not in offered
    assert "Punish" not in offered
    assert browser(livia).get(briefing).status_code == 404

    offer = war.sides.get(key="carthage").offers.get(answered_at=None)
    answer = other.post(url("war_offer", war, offer.public_id), {"accept": "1"})
    assert answer.headers["Location"] == briefing
    mine = text_of(other.get(briefing))
    assert "Guerrilla" in mine
    assert "Punish" in mine
    assert him.get(briefing).status_code == 404
    assert b"guerrilla" not in him.get(url("year", war)).content.lower()


def test_what_a_seat_has_sealed_changes_nothing_for_whom_it_is_offered(war, browser, place, hanno, marco):
    """Two worlds that differ in what Carthage has sealed look alike to the member who is asked to take it over."""
    seats.hand_over(war, side="carthage", to=place(marco), by=place(hanno), now=clock.now())
    seen = []
    for action, standing in (("guerrilla", "battle"), ("punishment", "alliance")):
        sealed.give_order(war, side="carthage", action=action, ready=False, by=place(hanno), now=clock.now())
        sealed.leave_standing_order(war, side="carthage", action=standing, by=place(hanno), now=clock.now())
        seen.append(text_of(browser(marco).get(url("war_briefing", war, "carthage"))))
    assert seen[0] == seen[1]


def test_a_stranger_to_the_form_is_refused(war, browser, place, hanno, livia):
    answer = browser(hanno).post(
        url("war_hand_over", war, "carthage"), {"hand-carthage-member": place(livia).public_id}
    )
    assert answer.status_code == 422
    assert "Nobody holds two sides of one war." in text_of(answer)
    answer = browser(hanno).post(url("war_hand_over", war, "carthage"), {"hand-carthage-member": "nobody"})
    assert answer.status_code == 422


def test_the_umpire_gives_a_seat_to_the_program(war, browser, place, ines):
    where = url("war_reassign", war, "carthage")
    assert browser(ines).post(where, {"reassign-carthage-to": "program"}).status_code == 422
    answer = browser(ines).post(where, {"reassign-carthage-to": "program", "reassign-carthage-reason": "He vanished"})
    assert answer.status_code == 302
    assert war.sides.get(key="carthage").program
    assert "Played by the program" in text_of(browser(ines).get(url("war_seats", war)))


def test_giving_up_tells_those_who_run_the_club(war, browser, hanno, fabia):
    browser(hanno).post(url("war_give_up", war, "carthage"))
    assert "carthage" not in holders(war)
    assert "is vacant" in text_of(browser(fabia).get(reverse("notices")))
    tasks = text_of(browser(fabia).get(reverse("desk")))
    assert "Nobody answers for this seat" in tasks


def test_an_umpire_who_plays_finds_nothing_on_his_desks_and_no_form_of_the_other_side(
    club, place, browser, livia, ines
):
    war = verbs.a_war(
        club, rome=place(livia), carthage=place(ines), by=place(livia), umpire=place(ines), now=clock.now()
    )
    her = browser(ines)
    assert war.name not in text_of(her.get(reverse("desk")))
    assert her.get(url("war_umpire", war)).status_code == 404
    assert her.post(url("war_reassign", war, "rome"), {}).status_code == 404
    assert her.post(url("war_deputy_add", war, "rome"), {}).status_code == 404


# --- Claims ------------------------------------------------------------------------------------------------


@once
def overdue(club, place, livia, hanno, ines):
    members = {"rome": place(livia), "carthage": place(hanno)}
    now = clock.now()
    war = verbs.a_war(club, **members, by=place(livia), umpire=place(ines), now=now, absent={"claim": 7})
    verbs.to_battle(war, members, now=now)
    turning.turn(war.pk, now=verbs.year_of(war).deadline_at)
    return verbs.fresh(war)


def test_the_page_of_the_year_leads_to_a_claim_and_tells_of_it(overdue, browser, livia, ines, hanno, marco):
    """Whoever must answer a claim sees it where he looks first."""
    year = url("year", overdue)
    assert "you may claim the win" in text_of(browser(livia).get(year))
    assert "claim" not in text_of(browser(marco).get(year))
    browser(livia).post(url("war_claim", overdue))
    assert "Your claim to the win waits for an answer." in text_of(browser(livia).get(year))
    assert "Rome claims the win of the battle, for it is overdue. Report it now" in text_of(browser(hanno).get(year))
    for reader in (ines, marco):
        page = browser(reader).get(year).content.decode()
        assert "Rome claims the win of the battle, for it is overdue. <a" in page
        assert f'href="{url("war_seats", overdue)}#claim"' in page


def test_a_win_is_claimed_with_its_proof_and_granted(overdue, browser, livia, ines, hanno, marco):
    assert "you may claim the win" in text_of(browser(livia).get(url("war_seats", overdue)))
    assert "you may claim the win" not in text_of(browser(marco).get(url("war_seats", overdue)))
    assert browser(livia).post(url("war_claim", overdue)).status_code == 302
    umpire = browser(ines)
    text = text_of(umpire.get(url("war_seats", overdue)))
    assert "Rome claims the win of the battle" in text
    assert "The battle waits for you" in text
    assert "A win is claimed" in text_of(umpire.get(reverse("desk")))
    assert browser(hanno).post(url("war_claim_settle", overdue), {"grant": "1"}).status_code == 404
    answer = umpire.post(url("war_claim_settle", overdue), {"grant": "1", "settle-reason": "He was told twice"})
    assert answer.status_code == 302
    assert WinClaim.objects.get().state == "granted"
    assert Year.objects.get(campaign=overdue, number=1).stage != "battle"
    assert "the win it had claimed" in text_of(browser(marco).get(url("war_book", overdue)))


def test_a_claim_too_early_says_so_on_the_page(club, place, browser, livia, hanno):
    war = verbs.a_war(
        club, rome=place(livia), carthage=place(hanno), by=place(livia), now=clock.now(), absent={"claim": 7}
    )
    answer = browser(livia).post(url("war_claim", war))
    assert answer.status_code == 422


# --- Rules for absent players ----------------------------------------------------------------------------------


def test_the_rules_for_absent_players_are_chosen_in_the_wizard_and_shown_before_the_war(
    club, place, browser, livia, hanno
):
    war = verbs.found_war(club, by=place(livia), now=clock.now())
    form = {"remind": 48, "standing": "on", "stand_in": 2, "drop": 3, "drop_to": "program", "claim": 5}
    assert browser(livia).post(url("war_setup_absent", war), form).status_code == 302
    text = text_of(browser(hanno).get(url("war", war)))
    assert "After 3 missed deadlines in a row the commander loses the seat, and the program plays it." in text
    assert "is reminded 48 hours before" in text
    founding.edit(war, absent={"order": "defence"}, by=place(livia), now=clock.now())
    assert verbs.fresh(war).absent["drop"] == 3
    answer = browser(livia).post(url("war_setup_absent", war), {**form, "stand_in": 3})
    assert answer.status_code == 422


# --- A member's record -----------------------------------------------------------------------------------------


def test_only_those_who_run_the_club_read_a_members_record(war, browser, place, livia, hanno, marco, ines, club):
    sealed.give_order(war, side="rome", action="guerrilla", by=place(livia), now=clock.now())
    turning.turn(war.pk, now=verbs.year_of(war).deadline_at)
    address = reverse("club_member_reliability", args=[club.slug, place(hanno).public_id])
    for user in (hanno, marco, ines):
        assert browser(user).get(address).status_code == 404
    page = browser(livia).get(address)
    assert "The long war" in text_of(page)
    assert next(iter(page.context["rows"]))["record"].missed == 1
    assert place(hanno).role == Role.PLAYER


def test_the_page_of_a_record_costs_the_same_for_one_war_and_for_three(
    club, browser, place, livia, hanno, django_assert_num_queries
):
    address = reverse("club_member_reliability", args=[club.slug, place(hanno).public_id])
    reader = browser(livia)
    for _war in range(3):
        verbs.a_war(club, rome=place(livia), carthage=place(hanno), by=place(livia), now=clock.now())
        reader.get(address)
        with django_assert_num_queries(10):
            reader.get(address)


def test_claims_are_lent_no_name_of_whom_they_prove_against(overdue, place, livia):
    claim = claims.claim(overdue, side="rome", by=place(livia), now=clock.now())
    assert {key for row in claim.proof for key in row} == {"kind", "side", "at", "sent_at"}
