"""The clock of a stage: grace, a pause with an end, closing early, holidays, and clocks that states and clubs change."""

from datetime import date, timedelta
from zoneinfo import ZoneInfo

import pytest

from battles.models import OutboxMessage
from campaigns.models import LedgerEntry, Year
from campaigns.models.codec import happening_of, state_of
from campaigns.selectors.clocks import meant_now
from campaigns.services import holidaymoves, sealed, turning
from campaigns.services import umpire as desk
from clubs.errors import NotSeen, Refusal
from clubs.models import Club, Holiday
from tests.factories.campaigns import DAY, a_war, fresh, muster_best, order, year_of
from tests.factories.clubs import NOW
from tests.worlds import once

pytestmark = pytest.mark.django_db
WHY = "A wedding in the family."
HOUR, MINUTE = timedelta(hours=1), timedelta(minutes=1)


def refused(verb, *args, **kwargs) -> str:
    with pytest.raises(Refusal) as answer:
        verb(*args, **kwargs)
    assert str(answer.value)
    return answer.value.code


def told(war, kind) -> list[dict]:
    rows = LedgerEntry.objects.filter(campaign=war, kind=kind).order_by("seq")
    return [dict(happening_of(row).data) for row in rows]


def give(war, side, *, by, now, action="battle", **how):
    return sealed.give_order(war, side=side, action=action, by=by, now=now, **how)


# --- Grace ------------------------------------------------------------------------------------------


@once
def gracious(club, rome, carthage, umpire):
    """A war in which what is up to four hours late is taken."""
    return a_war(club, rome=rome, carthage=carthage, by=rome, umpire=umpire, clock={"grace": 4})


def test_what_is_late_is_in_within_the_grace_and_the_book_says_by_how_much(gracious, rome, carthage):
    deadline = year_of(gracious).deadline_at
    assert turning.tick(deadline + HOUR) == 0
    give(gracious, "rome", by=rome, now=deadline + HOUR)
    assert turning.tick(deadline + 4 * HOUR - MINUTE) == 0
    assert turning.tick(deadline + 4 * HOUR) == 1
    (entry,) = told(gracious, "order_sealed")
    assert (entry["side"], entry["late"]) == ("rome", 3600)
    assert "battle" not in str(entry)
    assert state_of(fresh(gracious)).now.orders == {"rome": "battle", "carthage": "defence"}


def test_the_stage_closes_as_soon_as_the_last_is_in_ready_or_not(gracious, rome, carthage):
    deadline = year_of(gracious).deadline_at
    give(gracious, "rome", by=rome, now=NOW, ready=False)
    give(gracious, "carthage", by=carthage, now=deadline + HOUR, ready=False)
    assert turning.tick(deadline + HOUR) == 1
    assert year_of(gracious).stage == "muster"


def test_if_all_are_in_at_the_deadline_nobody_waits_for_the_grace(gracious, rome, carthage, django_assert_num_queries):
    deadline = year_of(gracious).deadline_at
    give(gracious, "rome", by=rome, now=NOW, ready=False)
    give(gracious, "carthage", by=carthage, now=NOW, ready=False)
    assert turning.due(deadline - MINUTE) == []
    with django_assert_num_queries(3):
        assert turning.due(deadline) == [gracious.pk]
    assert turning.turn(gracious.pk, now=deadline)


def test_after_the_deadline_what_is_in_stands(gracious, rome):
    deadline = year_of(gracious).deadline_at
    give(gracious, "rome", by=rome, now=NOW)
    late = deadline + HOUR
    assert refused(give, gracious, "rome", by=rome, now=late, action="guerrilla") == "too_late"
    assert refused(sealed.withdraw_ready, gracious, side="rome", by=rome, now=late) == "too_late"
    assert year_of(gracious).orders.get().action == "battle"


def test_after_the_grace_nothing_is_taken(gracious, rome):
    closes = year_of(gracious).closes_at
    assert refused(give, gracious, "rome", by=rome, now=closes + MINUTE) == "too_late"


def test_a_muster_has_grace_and_a_battle_none(gracious, members, rome, carthage):
    order(gracious, rome=(rome, "battle"), carthage=(carthage, "battle"))
    deadline = year_of(gracious).deadline_at
    assert (year_of(gracious).stage, year_of(gracious).grace) == ("muster", 4)
    muster_best(gracious, members, now=deadline + 2 * HOUR)
    assert [entry["late"] for entry in told(gracious, "muster_sealed")] == [7200, 7200]
    assert (year_of(gracious).stage, year_of(gracious).grace) == ("battle", 0)


def test_without_grace_a_deadline_is_a_deadline(war, rome):
    deadline = year_of(war).deadline_at
    assert refused(give, war, "rome", by=rome, now=deadline + MINUTE) == "too_late"
    assert turning.due(deadline) == [war.pk]


# --- A pause with an end ----------------------------------------------------------------------------


def test_a_pause_with_an_end_ends_by_itself_with_what_was_left(war, umpire):
    before = year_of(war).deadline_at
    left, until = before - (NOW + DAY), NOW + 10 * DAY
    desk.pause(war, reason=WHY, until=until, by=umpire, now=NOW + DAY)
    turning.tick(until - MINUTE)
    assert year_of(war).paused_at is not None
    turning.tick(until + timedelta(seconds=9))
    year = year_of(war)
    assert (year.paused_at, year.paused_until, year.deadline_at) == (None, None, until + left)
    assert told(war, "paused")[0] == {
        "stage": "orders",
        "before": before.isoformat(),
        "until": until.isoformat(),
        "reason": WHY,
    }
    assert [entry["deadline"] for entry in told(war, "resumed")] == [(until + left).isoformat()]
    assert LedgerEntry.objects.get(campaign=war, kind="resumed").actor is None
    turning.tick(until + MINUTE)
    assert len(told(war, "resumed")) == 1


def test_a_pause_whose_end_nobody_noticed_in_time_costs_nobody_anything(war, umpire):
    left = year_of(war).deadline_at - NOW
    desk.pause(war, reason=WHY, until=NOW + DAY, by=umpire, now=NOW)
    turning.tick(NOW + 3 * DAY)
    assert year_of(war).deadline_at == NOW + 3 * DAY + left


def test_a_pause_without_an_end_waits_for_the_umpire(war, umpire):
    desk.pause(war, reason=WHY, by=umpire, now=NOW)
    turning.tick(NOW + 300 * DAY)
    assert year_of(war).paused_at == NOW


@pytest.mark.parametrize("until", [NOW - DAY, NOW, NOW + 367 * DAY])
def test_a_pause_ends_ahead_and_not_too_far(war, umpire, until):
    assert refused(desk.pause, war, reason=WHY, until=until, by=umpire, now=NOW) == "pause_end"
    assert year_of(war).paused_at is None


def test_the_umpire_may_end_a_pause_before_its_time(war, umpire):
    desk.pause(war, reason=WHY, until=NOW + 10 * DAY, by=umpire, now=NOW)
    desk.resume(war, by=umpire, now=NOW + DAY)
    turning.tick(NOW + 10 * DAY)
    assert len(told(war, "resumed")) == 1
    assert year_of(war).stage == "muster"  # the deadline came a day later than at first, long ago


def test_a_stage_that_opens_in_a_pause_keeps_its_end(war, rome, carthage, umpire):
    desk.pause(war, reason=WHY, until=NOW + 10 * DAY, by=umpire, now=NOW)
    order(war, rome=(rome, "battle"), carthage=(carthage, "battle"))
    assert (year_of(war).stage, year_of(war).paused_until) == ("muster", NOW + 10 * DAY)
    turning.tick(NOW + 10 * DAY)
    assert year_of(war).deadline_at > NOW + 13 * DAY


def test_everybody_learns_until_when_the_clock_stands(war, umpire):
    desk.pause(war, reason=WHY, until=NOW + 10 * DAY, by=umpire, now=NOW)
    notices = OutboxMessage.objects.filter(kind="deadline_moved")
    assert [row.data["until"] for row in notices] == [(NOW + 10 * DAY).isoformat()] * 2


# --- Closing early ----------------------------------------------------------------------------------


def test_the_umpire_closes_a_stage_in_which_everybody_is_in_but_not_ready(war, rome, carthage, umpire):
    give(war, "rome", by=rome, now=NOW, ready=False)
    assert refused(desk.close_now, war, reason=WHY, by=umpire, now=NOW) == "not_all_in"
    give(war, "carthage", by=carthage, now=NOW, ready=False)
    for other in (rome, carthage):
        assert refused(desk.close_now, war, reason=WHY, by=other, now=NOW) == "umpire_only"
    assert refused(desk.close_now, war, reason="", by=umpire, now=NOW) == "reason_missing"
    desk.close_now(war, reason=WHY, by=umpire, now=NOW)
    assert turning.turn(war.pk, now=NOW)
    assert year_of(war).stage == "muster"
    assert told(war, "closed_early") == [{"stage": "orders", "reason": WHY}]


def test_no_other_stage_is_closed_early(war, members, umpire):
    order(war, rome=(members["rome"], "battle"), carthage=(members["carthage"], "battle"))
    muster_best(war, members)
    assert year_of(war).stage == "battle"
    assert refused(desk.close_now, war, reason=WHY, by=umpire, now=NOW) == "not_all_in"


# --- What the book keeps ----------------------------------------------------------------------------


def test_every_move_keeps_the_old_deadline(war, umpire):
    before = year_of(war).deadline_at
    desk.move_deadline(war, deadline_at=NOW + 3 * DAY, reason=WHY, by=umpire, now=NOW)
    (entry,) = told(war, "deadline_moved")
    assert (entry["how"], entry["before"], entry["deadline"]) == (
        "umpire",
        before.isoformat(),
        (NOW + 3 * DAY).isoformat(),
    )


# --- Holidays ---------------------------------------------------------------------------------------


def holiday(club, first, last=None, name="Fallas") -> Holiday:
    return Holiday.objects.create(club=club, name=name, first=first, last=last or first)


def day_of(war) -> date:
    return year_of(war).deadline_at.astimezone(ZoneInfo("Europe/Madrid")).date()


def test_a_stage_that_runs_into_a_holiday_lasts_those_days_longer(club, rome, carthage):
    plain = day_of(a_war(club, rome=rome, carthage=carthage, by=rome))
    holiday(club, plain - timedelta(days=1), plain + timedelta(days=3))
    war = a_war(club, rome=rome, carthage=carthage, by=rome, name="Another")
    assert day_of(war) == plain + timedelta(days=5)


def test_another_clubs_holidays_count_for_nothing(club, rome, carthage, stranger):
    plain = day_of(a_war(club, rome=rome, carthage=carthage, by=rome))
    holiday(stranger.club, plain)
    assert day_of(a_war(club, rome=rome, carthage=carthage, by=rome, name="Another")) == plain


def test_the_umpire_does_not_choose_a_day_of_the_holidays(war, club, umpire):
    there = NOW + 20 * DAY
    holiday(club, there.date(), name="Easter")
    with pytest.raises(Refusal) as answer:
        desk.move_deadline(war, deadline_at=there, reason=WHY, by=umpire, now=NOW)
    assert answer.value.code == "in_holiday"
    assert "Easter" in str(answer.value)


def test_a_clock_that_runs_on_does_not_count_holidays(war, club, umpire):
    left = year_of(war).deadline_at - NOW
    desk.pause(war, reason=WHY, by=umpire, now=NOW)
    back = NOW + 30 * DAY
    holiday(club, (back + DAY).date(), (back + 3 * DAY).date())
    desk.resume(war, by=umpire, now=back)
    assert year_of(war).deadline_at == back + left + 3 * DAY


def test_a_new_holiday_is_offered_to_the_running_deadlines_and_moves_them_once(war, club, officer):
    before = year_of(war).deadline_at
    row = holiday(club, day_of(war) - timedelta(days=1), day_of(war) + timedelta(days=1))
    (offer,) = holidaymoves.offers(club, now=NOW)
    assert (offer.war, offer.before, offer.after, offer.names) == (war, before, before + 3 * DAY, ("Fallas",))
    assert year_of(war).deadline_at == before  # nothing moves by itself
    assert holidaymoves.move_all(club, by=officer, now=NOW) == 1
    assert year_of(war).deadline_at == before + 3 * DAY
    assert year_of(war).holidays == [row.pk]
    (entry,) = told(war, "deadline_moved")
    assert (entry["how"], entry["before"], entry["names"]) == ("holiday", before.isoformat(), ["Fallas"])
    assert LedgerEntry.objects.get(campaign=war, kind="deadline_moved").actor == officer
    assert holidaymoves.offers(club, now=NOW) == []
    assert holidaymoves.move_all(club, by=officer, now=NOW) == 0


def test_a_holiday_that_a_deadline_allows_for_is_not_offered_again(club, rome, carthage):
    holiday(club, NOW.date() + timedelta(days=2), NOW.date() + timedelta(days=4))
    a_war(club, rome=rome, carthage=carthage, by=rome)
    assert holidaymoves.offers(club, now=NOW) == []


def test_two_holidays_that_overlap_are_counted_once(war, club, officer):
    before = year_of(war).deadline_at
    holiday(club, day_of(war) - timedelta(days=2), day_of(war))
    holiday(club, day_of(war) - timedelta(days=1), day_of(war) + timedelta(days=1), name="Easter")
    holidaymoves.move_all(club, by=officer, now=NOW)
    assert year_of(war).deadline_at == before + 4 * DAY
    # A third one that adds one day to what is counted already:
    holiday(club, day_of(war) - timedelta(days=3), day_of(war), name="May")
    assert holidaymoves.move_all(club, by=officer, now=NOW) == 1


def test_a_holiday_that_covers_a_year_puts_a_deadline_off_by_it(war, club, officer):
    before = year_of(war).deadline_at
    holiday(club, NOW.date() + timedelta(days=1), NOW.date() + timedelta(days=365))
    holidaymoves.move_all(club, by=officer, now=NOW)
    assert day_of(war) == before.astimezone(ZoneInfo("Europe/Madrid")).date() + timedelta(days=365)


def test_only_who_runs_the_club_moves_its_deadlines(war, club, umpire, spectator, stranger):
    holiday(club, day_of(war))
    for other in (umpire, spectator):
        assert refused(holidaymoves.move_all, club, by=other, now=NOW) == "not_a_manager"
    with pytest.raises(NotSeen):
        holidaymoves.move_all(club, by=stranger, now=NOW)
    assert told(war, "deadline_moved") == []


def test_a_holiday_after_the_deadline_and_a_stopped_clock_change_nothing(war, club, umpire):
    holiday(club, day_of(war) + timedelta(days=1), day_of(war) + timedelta(days=9))
    assert holidaymoves.offers(club, now=NOW) == []
    holiday(club, day_of(war), name="Easter")
    assert len(holidaymoves.offers(club, now=NOW)) == 1
    desk.pause(war, reason=WHY, by=umpire, now=NOW)
    assert holidaymoves.offers(club, now=NOW) == []


# --- Clocks that change -----------------------------------------------------------------------------


def test_a_deadline_keeps_the_wall_time_and_the_zone_it_was_chosen_by(war):
    year = year_of(war)
    assert year.deadline_wall == f"{day_of(war).isoformat()}T21:00:00"
    assert year.deadline_zone == "Europe/Madrid"
    assert meant_now(fresh(war), year) is None


def test_a_club_that_moves_to_another_zone_moves_no_deadline_and_the_umpire_may(war, umpire):
    before = year_of(war).deadline_at
    Club.objects.filter(pk=war.club_id).update(time_zone="Atlantic/Canary")
    assert year_of(war).deadline_at == before
    assert meant_now(fresh(war), year_of(war)) == before + HOUR
    desk.reset_deadline(war, by=umpire, now=NOW)
    assert year_of(war).deadline_at == before + HOUR
    (entry,) = told(war, "deadline_moved")
    assert (entry["how"], entry["zone_before"], entry["zone_after"]) == ("zone", "Europe/Madrid", "Atlantic/Canary")
    assert meant_now(fresh(war), year_of(war)) is None
    assert refused(desk.reset_deadline, war, by=umpire, now=NOW) == "nothing_changed"


def test_the_umpire_may_let_the_moment_stand(war, umpire, rome):
    before = year_of(war).deadline_at
    Club.objects.filter(pk=war.club_id).update(time_zone="Atlantic/Canary")
    assert refused(desk.keep_deadline, war, by=rome, now=NOW) == "umpire_only"
    desk.keep_deadline(war, by=umpire, now=NOW)
    year = year_of(war)
    assert (year.deadline_at, year.deadline_zone) == (before, "Atlantic/Canary")
    assert meant_now(fresh(war), year) is None
    assert told(war, "deadline_moved") == []
    assert refused(desk.keep_deadline, war, by=umpire, now=NOW) == "nothing_changed"


def test_new_rules_of_a_zone_move_no_deadline_either(war):
    """As if the state had given summer time up after the deadline was set: the instant differs from what the wall means now."""
    year = year_of(war)
    Year.objects.filter(pk=year.pk).update(deadline_at=year.deadline_at - HOUR)
    assert turning.due(year.deadline_at - HOUR) == [war.pk]
    assert meant_now(fresh(war), year_of(war)) == year.deadline_at


def test_a_deadline_in_the_hour_that_is_left_out_keeps_the_time_that_was_chosen(club, rome, carthage):
    now = NOW.replace(year=2026, month=3, day=22, hour=12)
    war = a_war(club, rome=rome, carthage=carthage, by=rome, now=now, clock={"orders": 7, "hour": 2})
    year = year_of(war)
    assert year.deadline_wall == "2026-03-29T02:00:00"
    assert year.deadline_at.isoformat() == "2026-03-29T01:00:00+00:00"  # 03:00 there
    assert meant_now(fresh(war), year) is None


def test_a_deadline_in_the_doubled_hour_is_the_first_of_the_two(club, rome, carthage):
    now = NOW.replace(year=2026, month=10, day=18, hour=12)
    war = a_war(club, rome=rome, carthage=carthage, by=rome, now=now, clock={"orders": 7, "hour": 2})
    assert year_of(war).deadline_at.isoformat() == "2026-10-25T00:00:00+00:00"
    assert meant_now(fresh(war), year_of(war)) is None
