"""The umpire's desk: what waits, the clock, reopening, notes, held wars."""

from datetime import UTC, datetime, timedelta

import pytest
from cryptography.fernet import Fernet
from django.urls import reverse

from battles.models import Battle, OutboxMessage
from campaigns.models import Campaign, Engagement, LedgerEntry, StrategicAction, Year
from campaigns.models.campaign import Stage
from campaigns.services import sealed, turning
from clubs import clock
from clubs.models import Club
from frontend.forms.wars import DeadlineForm
from tests.factories import campaigns as verbs
from tests.factories.battles import do
from tests.factories.clubs import paper_member
from tests.frontend.wars.helpers import address, text_of

pytestmark = pytest.mark.django_db


def year_of(war: Campaign) -> Year:
    return verbs.year_of(war)


# --- What waits ------------------------------------------------------------------------------------------


def test_a_quiet_desk_says_so(war, ines, browser):
    page = text_of(browser(ines).get(address("war_umpire", war)))
    assert "Nothing waits for you in this war." in page
    assert "sealed orders stay sealed for you too" in page


def test_a_dispute_waits_for_the_umpire(fighting, place, livia, hanno, ines, browser):
    battle = Engagement.objects.get(year__campaign=fighting).battle
    battle = do(battle, "rome", "report", by=place(livia), now=clock.now(), winner="rome", level="minor")
    do(battle, "carthage", "dispute", by=place(hanno), now=clock.now(), reason="It was a draw.")
    response = browser(ines).get(address("war_umpire", fighting))
    assert "Rule on the disputed battle" in text_of(response)
    assert f'href="/wars/{fighting.public_id}/year/#battle"' in response.content.decode()


def test_an_overdue_battle_waits_for_the_umpire(fighting, ines, browser):
    assert "The battle is overdue" not in text_of(browser(ines).get(address("war_umpire", fighting)))
    turning.turn(fighting.pk, now=year_of(fighting).deadline_at)
    page = text_of(browser(ines).get(address("war_umpire", fighting)))
    assert "The battle is overdue: settle it, or give more time." in page


def test_an_overdue_seat_with_a_commander_is_marked_as_absent(fighting, place, livia, ines, fabia, marco, browser):
    absent = "Absent: the deadline has passed. Act for this seat, or give more time ("
    assert absent not in text_of(browser(ines).get(address("war_umpire", fighting)))
    battle = Engagement.objects.get(year__campaign=fighting).battle
    do(battle, "rome", "report", by=place(livia), now=clock.now(), winner="rome", level="minor")
    turning.turn(fighting.pk, now=year_of(fighting).deadline_at)
    for user in (ines, fabia):  # the umpire, and an officer who may act for the seat
        page = text_of(browser(user).get(address("war_umpire", fighting)))
        assert page.count(absent) == 1
        assert f"{absent}Confirm the report of the battle, or dispute it). The long war · Carthage" in page
    assert absent in text_of(browser(ines).get(reverse("home")))
    assert absent not in text_of(browser(livia).get(reverse("home")))
    assert absent not in text_of(browser(marco).get(reverse("home")))


def test_in_the_time_of_grace_whoever_is_late_is_absent_and_who_is_in_is_not(club, place, livia, hanno, ines, browser):
    war = verbs.a_war(
        club,
        rome=place(livia),
        carthage=place(hanno),
        by=place(livia),
        umpire=place(ines),
        clock={"grace": 4},
        now=clock.now(),
    )
    sealed.give_order(war, side="rome", action="battle", by=place(livia), now=clock.now())
    clock.set_offset(year_of(war).deadline_at - clock.now() + timedelta(hours=1))
    page = text_of(browser(ines).get(address("war_umpire", war)))
    assert page.count("Absent: the deadline has passed.") == 1
    assert "(Give the order of the year). The long war · Carthage" in page


def test_a_paper_seat_that_owes_waits_for_whoever_types(club, place, livia, ines, fabia, browser):
    war = verbs.a_war(
        club,
        rome=place(livia),
        carthage=paper_member(club, "Tiberio"),
        by=place(livia),
        umpire=place(ines),
        now=clock.now(),
    )
    for user in (ines, fabia):
        response = browser(user).get(address("war_umpire", war))
        assert "Type in the paper slip: Give the order of the year." in text_of(response)
        assert f"/wars/{war.public_id}/year/" in response.content.decode()
    sealed.give_order(war, side="carthage", action="battle", by=place(ines), paper=True, now=clock.now())
    assert "Nothing waits for you" in text_of(browser(ines).get(address("war_umpire", war)))


def test_the_desk_tells_no_secret(war, place, livia, ines, browser):
    row = sealed.give_order(
        war, side="rome", action="guerrilla", salt="almond blossom", by=place(livia), now=clock.now()
    )
    sealed.leave_standing_order(war, side="rome", action="punishment", by=place(livia), now=clock.now())
    page = browser(ines).get(address("war_umpire", war)).content.decode()
    for secret in ("uerrilla", "unishment", "almond", row.receipt[:16]):
        assert secret not in page
    assert StrategicAction.objects.count() == 1


# --- The clock ---------------------------------------------------------------------------------------------


def move(browser, user, war, when, reason="The hall is closed."):
    form = {"deadline-deadline": when, "deadline-reason": reason}
    return browser(user).post(address("war_deadline", war), form, follow=True)


def test_the_umpire_moves_a_deadline_in_the_clubs_time(war, ines, browser):
    noon = clock.in_zone(clock.now() + timedelta(days=100), "Europe/Madrid").replace(hour=12, minute=0, second=0)
    page = text_of(move(browser, ines, war, noon.strftime("%Y-%m-%dT%H:%M")))
    assert "The deadline is moved. Everybody has been told." in page
    assert year_of(war).deadline_at == noon.replace(microsecond=0)
    told = OutboxMessage.objects.filter(kind="deadline_moved").values_list("recipient__user__username", flat=True)
    assert set(told) == {"livia", "hanno"}
    assert LedgerEntry.objects.filter(campaign=war, kind="deadline_moved").count() == 1


def test_the_form_shows_the_deadline_on_the_clubs_clocks(war, ines, browser):
    Year.objects.filter(campaign=war).update(deadline_at=datetime(2099, 7, 1, 18, 30, tzinfo=UTC))
    ines.time_zone = "America/New_York"
    ines.save()
    assert 'value="2099-07-01T20:30"' in browser(ines).get(address("war_umpire", war)).content.decode()


@pytest.mark.parametrize(
    ("when", "what"),
    [
        ("2020-01-01T20:00", "The new deadline must lie ahead."),
        ("next week", "Give a day and an hour"),
        ("", "This field is required."),
        ("2999-01-01T00:00", "The new deadline may lie at most a year ahead."),
        ("9999-12-31T23:59", "The new deadline may lie at most a year ahead."),
        ("99999-01-01T00:00", "Give a day and an hour"),
    ],
)
def test_a_deadline_that_cannot_be_is_refused_beside_what_was_typed(war, ines, browser, when, what):
    before = year_of(war).deadline_at
    response = move(browser, ines, war, when)
    assert response.status_code == 422
    assert what in text_of(response)
    assert "The hall is closed." in response.content.decode()
    assert year_of(war).deadline_at == before


def test_a_deadline_needs_a_reason(war, ines, browser):
    response = move(browser, ines, war, "2099-07-01T20:30", reason=" ")
    assert response.status_code == 422
    assert not LedgerEntry.objects.filter(kind="deadline_moved").exists()


def checked(when: str) -> DeadlineForm:
    form = DeadlineForm({"deadline": when, "reason": "x"}, zone="Europe/Madrid")
    assert form.is_valid(), form.errors
    return form


def test_an_hour_that_the_clocks_jump_over_is_explained():
    form = checked("2026-03-29T02:30")
    assert form.moment == datetime(2026, 3, 29, 1, 30, tzinfo=UTC)
    assert form.remark == (
        "02:30 does not exist on 29 March 2026: the clocks go forward over it. The deadline is 03:30 that day."
    )


def test_an_hour_that_comes_twice_is_explained():
    form = checked("2026-10-25T02:30")
    assert form.moment == datetime(2026, 10, 25, 0, 30, tzinfo=UTC)
    assert form.remark == (
        "02:30 comes twice on 25 October 2026, because the clocks go back. "
        "The deadline is the first of the two (00:30 UTC)."
    )


@pytest.mark.parametrize("when", ["2026-03-29T01:59", "2026-03-29T03:00", "2026-10-25T01:59", "2026-10-25T03:00"])
def test_an_hour_beside_a_clock_change_needs_no_word(when):
    assert checked(when).remark == ""


def next_spring() -> datetime:
    """Midnight of the next night in which Madrid's clocks go forward: of March's last Sunday."""
    days = (datetime(clock.now().year + year, 3, n, tzinfo=UTC) for year in (0, 1) for n in range(25, 32))
    return next(day for day in days if day.weekday() == 6 and day > clock.now())


def test_the_page_says_what_the_clocks_do(war, ines, browser):
    last_sunday = next_spring()
    page = text_of(move(browser, ines, war, last_sunday.strftime("%Y-%m-%dT02:30")))
    assert "the clocks go forward over it. The deadline is 03:30 that day." in page
    assert year_of(war).deadline_at == last_sunday.replace(hour=1, minute=30)


def test_the_clock_is_stopped_and_runs_again_with_what_was_left(war, ines, browser):
    left = year_of(war).deadline_at - clock.now()
    response = browser(ines).post(address("war_pause", war), {"pause-reason": "Easter."}, follow=True)
    assert "The clock is stopped." in text_of(response)
    assert year_of(war).paused_at is not None
    assert browser(ines).post(address("war_pause", war), {"pause-reason": "Again."}).status_code == 422
    browser(ines).post(address("war_resume", war))
    year = year_of(war)
    assert year.paused_at is None
    assert abs(year.deadline_at - clock.now() - left) < timedelta(minutes=1)


def test_a_clock_that_runs_cannot_be_let_run(war, ines, browser):
    assert browser(ines).post(address("war_resume", war)).status_code == 409


# --- Reopening, notes, held wars ---------------------------------------------------------------------------


def test_the_last_report_is_reopened_with_a_reason(fought, ines, browser):
    assert "Reopen the last report" in text_of(browser(ines).get(address("war_umpire", fought)))
    without = browser(ines).post(address("war_reopen", fought), {"reopen-reason": ""})
    assert without.status_code == 422
    assert verbs.fresh(fought).revision == 0
    response = browser(ines).post(
        address("war_reopen", fought), {"reopen-reason": "A unit was forgotten."}, follow=True
    )
    assert "The report is reopened." in text_of(response)
    assert verbs.fresh(fought).revision == 1
    assert year_of(fought).stage == "battle"


def test_there_is_nothing_to_reopen_before_a_battle(war, ines, browser):
    assert "Reopen the last report" not in text_of(browser(ines).get(address("war_umpire", war)))
    response = browser(ines).post(address("war_reopen", war), {"reopen-reason": "x"})
    assert response.status_code == 422
    assert "can no longer be reopened" in text_of(response)


def test_a_note_changes_no_figure(war, ines, browser):
    before = verbs.fresh(war).state
    response = browser(ines).post(address("war_note", war), {"note-text": "It rained for days."}, follow=True)
    assert "The note stands in the ledger and in the chronicle." in text_of(response)
    assert verbs.fresh(war).state == before
    assert LedgerEntry.objects.filter(campaign=war, kind="narrative").count() == 1


@pytest.mark.parametrize("text", ["", "   ", "x" * 4001])
def test_an_empty_or_endless_note_is_refused(war, ines, browser, text):
    assert browser(ines).post(address("war_note", war), {"note-text": text}).status_code == 422
    assert not LedgerEntry.objects.filter(kind="narrative").exists()


@pytest.mark.parametrize("who", ["ines", "livia", "fabia"])
def test_a_held_war_is_let_go_on_by_its_umpire_or_the_clubs_managers(request, war, browser, who):
    Campaign.objects.filter(pk=war.pk).update(stage=Stage.HELD)
    user = request.getfixturevalue(who)
    page = text_of(browser(user).get(address("war", war)))
    assert "This war is held" in page
    assert "Try again and let the war go on" in page
    browser(user).post(address("war_release", war))
    assert verbs.fresh(war).stage == Stage.RUNNING


@pytest.mark.parametrize("who", ["hanno", "marco"])
def test_a_held_war_is_not_for_others_to_release(request, war, browser, who):
    Campaign.objects.filter(pk=war.pk).update(stage=Stage.HELD)
    user = request.getfixturevalue(who)
    assert "Try again" not in text_of(browser(user).get(address("war", war)))
    assert browser(user).post(address("war_release", war)).status_code == 404
    assert verbs.fresh(war).stage == Stage.HELD


@pytest.fixture
def lost(war, settings):
    """The key to the dice is gone, and the war is held for it."""
    settings.DICE_KEYS = [Fernet.generate_key()]
    Campaign.objects.filter(pk=war.pk).update(stage=Stage.HELD)
    return war


@pytest.mark.parametrize("who", ["ines", "livia", "fabia"])
def test_lost_dice_are_replaced_by_whoever_may_let_the_war_go_on(request, lost, browser, who):
    user = request.getfixturevalue(who)
    page = text_of(browser(user).get(address("war", lost)))
    assert "The key to the dice is lost" in page
    assert browser(user).post(address("war_new_dice", lost), {"dice-reason": " "}).status_code == 422
    browser(user).post(address("war_new_dice", lost), {"dice-reason": "The disk died."})
    assert verbs.fresh(lost).stage == Stage.RUNNING
    assert verbs.year_of(lost).epoch == 2
    page = text_of(browser(user).get(address("war_book", lost)))
    assert "The disk died." in page


@pytest.mark.parametrize("who", ["hanno", "marco"])
def test_lost_dice_are_not_for_others_to_replace(request, lost, browser, who):
    user = request.getfixturevalue(who)
    assert "The key to the dice is lost" not in text_of(browser(user).get(address("war", lost)))
    assert browser(user).post(address("war_new_dice", lost), {"dice-reason": "x"}).status_code == 404
    assert verbs.fresh(lost).stage == Stage.HELD


def test_safe_dice_are_not_offered_to_be_replaced(war, ines, browser):
    Campaign.objects.filter(pk=war.pk).update(stage=Stage.HELD)
    assert "The key to the dice is lost" not in text_of(browser(ines).get(address("war", war)))
    assert browser(ines).post(address("war_new_dice", war), {"dice-reason": "x"}).status_code == 409


def test_a_held_battle_is_let_go_on(fighting, ines, browser):
    battle = Engagement.objects.get(year__campaign=fighting).battle
    Battle.objects.filter(pk=battle.pk).update(stage="held")
    assert "The battle is held" in text_of(browser(ines).get("/"))
    assert "Let the battle go on" in text_of(browser(ines).get(address("war_umpire", fighting)))
    browser(ines).post(address("war_battle_release", fighting))
    assert Battle.objects.get(pk=battle.pk).stage == "open"
    assert browser(ines).post(address("war_battle_release", fighting)).status_code == 409


# --- The desk of the club --------------------------------------------------------------------------------------


def test_the_desk_of_the_club_gathers_what_waits(club: Club, place, livia, hanno, marco, ines, fabia, browser):
    paper = paper_member(club, "Tiberio")
    verbs.a_war(
        club, rome=place(livia), carthage=paper, by=place(livia), umpire=place(ines), name="Paper", now=clock.now()
    )
    held = verbs.a_war(
        club,
        rome=place(marco),
        carthage=place(hanno),
        by=place(livia),
        umpire=place(ines),
        name="Held up",
        now=clock.now(),
    )
    Campaign.objects.filter(pk=held.pk).update(stage=Stage.HELD)
    page = text_of(browser(ines).get(reverse("club_desk", args=[club.slug])))
    assert "Type in the paper slip: Give the order of the year." in page
    assert "The war is held" in page
    # Livia plays in the first war: nothing of it waits for her; the second is hers to look after.
    page = text_of(browser(livia).get(reverse("club_desk", args=[club.slug])))
    assert "paper slip:" not in page
    assert "The war is held" in page


@pytest.mark.parametrize(
    ("who", "status"), [("nobody", 404), ("marco", 404), ("hanno", 404), ("ines", 200), ("fabia", 200), ("livia", 200)]
)
def test_the_desk_of_the_club_is_for_its_officers(request, war, club, browser, who, status):
    user = request.getfixturevalue(who)
    assert browser(user).get(reverse("club_desk", args=[club.slug])).status_code == status
    assert browser(user).get(reverse("club_desk", args=["legio-nullius"])).status_code == 404


@pytest.mark.parametrize("rows", [1, 4])
def test_the_desk_of_the_club_costs_the_same(club, place, livia, hanno, ines, browser, rows, django_assert_num_queries):
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
    page, client = reverse("club_desk", args=[club.slug]), browser(ines)
    with django_assert_num_queries(13):
        client.get(page)
