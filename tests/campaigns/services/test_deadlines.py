"""Deadlines are wall-clock times, whatever clocks do: hours that are left out, hours that come twice, leap days."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from campaigns.services.deadlines import (
    STAGE_KEYS,
    at_wall_time,
    counted_on,
    irregular,
    is_free,
    next_deadline,
    next_wall,
    stretched,
)
from clubs.clock import instant, meant, wall_of, zone_names

ZONES = st.sampled_from(sorted(zone_names()))
CLOCKS = st.fixed_dictionaries(
    {"hour": st.integers(0, 23), "weekday": st.none() | st.integers(0, 6)},
    optional={key: st.integers(1, 120) for key in STAGE_KEYS.values()},
)
SECONDS = st.integers(0, 42 * 365 * 24 * 3600)
MOMENTS = SECONDS.map(lambda seconds: datetime(1995, 1, 1, tzinfo=UTC) + timedelta(seconds=seconds))
STAGES = st.sampled_from(sorted(STAGE_KEYS))


@given(zone=ZONES, clock=CLOCKS, stage=STAGES, now=MOMENTS)
@example(
    zone="Pacific/Apia",
    clock={"hour": 12, "weekday": None, "orders": 1},
    stage="orders",
    now=datetime(2011, 12, 29, 20, tzinfo=UTC),
)
@example(
    zone="Europe/Madrid",
    clock={"hour": 2, "weekday": 6, "orders": 7},
    stage="orders",
    now=datetime(2026, 3, 22, tzinfo=UTC),
)
@example(
    zone="Europe/Madrid",
    clock={"hour": 2, "weekday": 6, "orders": 7},
    stage="orders",
    now=datetime(2026, 10, 18, tzinfo=UTC),
)
@example(
    zone="Europe/Rome",
    clock={"hour": 21, "weekday": None, "orders": 1},
    stage="orders",
    now=datetime(2028, 2, 28, 12, tzinfo=UTC),
)
def test_a_deadline_lies_ahead_on_the_wall_time_that_was_chosen(zone, clock, stage, now):
    place = ZoneInfo(zone)
    deadline = next_deadline(clock, stage, zone=zone, now=now)
    assert deadline > now
    assert deadline.tzinfo is UTC
    local, days = deadline.astimezone(place), clock.get(STAGE_KEYS[stage], 7)
    # At least as many days as the stage has, at most another week for its weekday and one for a day that is left out.
    assert days <= (local.date() - now.astimezone(place).date()).days <= days + 7
    if not any(irregular(local.date() + timedelta(days=off), clock["hour"], 0, place) == "gap" for off in (-1, 0)):
        assert (local.hour, local.minute) == (clock["hour"], 0)
        if clock["weekday"] is not None and days >= 7:
            assert local.weekday() == clock["weekday"]


@given(
    zone=ZONES, day=st.dates(date(1995, 1, 1), date(2036, 12, 31)), hour=st.integers(0, 23), minute=st.integers(0, 59)
)
def test_a_wall_time_is_kept_where_it_exists_and_the_first_where_it_is_doubled(zone, day, hour, minute):
    place = ZoneInfo(zone)
    moment = at_wall_time(day, hour, minute, place)
    shown = moment.astimezone(place)
    match irregular(day, hour, minute, place):
        case "gap":
            assert shown.replace(tzinfo=None) > datetime.combine(day, time(hour, minute))
        case "doubled":
            assert (shown.date(), shown.hour, shown.minute, shown.fold) == (day, hour, minute, 0)
        case _:
            assert (shown.date(), shown.hour, shown.minute) == (day, hour, minute)


MADRID = ZoneInfo("Europe/Madrid")


def test_the_hour_that_spring_removes_moves_forward():
    assert irregular(date(2026, 3, 29), 2, 30, MADRID) == "gap"
    assert at_wall_time(date(2026, 3, 29), 2, 30, MADRID) == datetime(2026, 3, 29, 1, 30, tzinfo=UTC)  # 03:30 there


def test_the_hour_that_autumn_doubles_is_the_first():
    assert irregular(date(2026, 10, 25), 2, 30, MADRID) == "doubled"
    assert at_wall_time(date(2026, 10, 25), 2, 30, MADRID) == datetime(2026, 10, 25, 0, 30, tzinfo=UTC)


def test_the_wall_time_stays_when_the_clocks_change_within_a_stage():
    clock = {"orders": 7, "hour": 21}
    before = datetime(2026, 3, 26, 12, tzinfo=UTC)
    assert next_deadline(clock, "orders", zone="Europe/Madrid", now=before) == datetime(2026, 4, 2, 19, tzinfo=UTC)


def test_a_stage_over_a_leap_day_is_no_longer():
    clock = {"orders": 2, "hour": 9}
    now = datetime(2028, 2, 28, 8, tzinfo=UTC)
    assert next_deadline(clock, "orders", zone="UTC", now=now) == datetime(2028, 3, 1, 9, tzinfo=UTC)


@pytest.mark.parametrize(("days", "wanted"), [(6, date(2026, 3, 8)), (7, date(2026, 3, 13)), (8, date(2026, 3, 13))])
def test_only_a_long_stage_waits_for_the_wars_weekday(days, wanted):
    monday = datetime(2026, 3, 2, 12, tzinfo=UTC)
    deadline = next_deadline({"orders": days, "hour": 20, "weekday": 4}, "orders", zone="UTC", now=monday)
    assert deadline.date() == wanted


# --- Holidays ---------------------------------------------------------------------------------------

DAYS = st.dates(date(2020, 1, 1), date(2030, 12, 31))
HOLIDAYS = st.lists(
    st.tuples(st.integers(-30, 200), st.integers(0, 60)).map(lambda pair: (pair[0], pair[0] + pair[1])), max_size=6
)
"""Offsets of the first and the last day from the day a stage opens; they overlap as they like."""


def free_from(day: date, offsets) -> list[tuple[date, date]]:
    return [(day + timedelta(days=first), day + timedelta(days=last)) for first, last in offsets]


@given(day=DAYS, days=st.integers(0, 120), offsets=HOLIDAYS)
def test_holidays_are_not_counted_and_a_deadline_is_never_in_one(day, days, offsets):
    free = free_from(day, offsets)
    there = counted_on(day, days, free)
    assert not is_free(there, free)
    counted = [day + timedelta(days=n) for n in range(1, (there - day).days + 1)]
    working = sum(not is_free(one, free) for one in counted)
    # A stage of no days that opens in a holiday ends on the first day after it.
    assert working == days or (days == 0 and working == 1 and is_free(day, free))


@given(zone=ZONES, clock=CLOCKS, stage=STAGES, now=MOMENTS, offsets=HOLIDAYS)
def test_with_holidays_a_deadline_lies_ahead_outside_them_and_never_earlier(zone, clock, stage, now, offsets):
    free = free_from(now.astimezone(ZoneInfo(zone)).date(), offsets)
    wall = next_wall(clock, stage, zone=zone, now=now, free=free)
    deadline = next_deadline(clock, stage, zone=zone, now=now, free=free)
    assert deadline == instant(wall, ZoneInfo(zone))
    assert meant(wall, ZoneInfo(zone), deadline)
    assert deadline > now
    assert not is_free(wall.date(), free)
    assert deadline >= next_deadline(clock, stage, zone=zone, now=now)


@given(zone=ZONES, now=MOMENTS, ahead=st.integers(0, 60 * 24), offsets=HOLIDAYS)
def test_a_stretched_deadline_keeps_its_hour_and_stretching_again_changes_nothing(zone, now, ahead, offsets):
    place = ZoneInfo(zone)
    free = free_from(now.astimezone(place).date(), offsets)
    deadline = now + timedelta(hours=ahead)
    later = stretched(now, deadline, zone=zone, free=free)
    assert later >= deadline
    assert stretched(now, later, zone=zone, counted=free, free=free) == later
    if later != deadline:
        wall = _chosen(deadline, later, place)
        assert instant(wall, place) == later
        assert not is_free(wall.date(), free)


def _chosen(deadline: datetime, later: datetime, place: ZoneInfo) -> datetime:
    """The wall time of the old deadline on the new day; a clock change may have pushed it over midnight, or left a day out."""
    wall, day = wall_of(deadline, place).time(), wall_of(later, place).date()
    same = [datetime.combine(day - timedelta(days=off), wall) for off in (0, 1)]
    return next((one for one in same if instant(one, place) == later), same[0])


def test_a_holiday_of_a_whole_year_puts_a_deadline_off_by_it():
    clock, now = {"orders": 3, "hour": 20}, datetime(2026, 3, 2, 12, tzinfo=UTC)
    free = [(date(2026, 3, 3), date(2027, 3, 2)), (date(2026, 3, 3), date(2026, 12, 31))]
    assert next_deadline(clock, "orders", zone="UTC", now=now, free=free) == datetime(2027, 3, 5, 20, tzinfo=UTC)


def test_a_stage_that_opens_in_a_holiday_has_all_its_days_after_it():
    clock, now = {"orders": 2, "hour": 20}, datetime(2026, 3, 2, 12, tzinfo=UTC)
    free = [(date(2026, 2, 20), date(2026, 3, 10))]
    assert next_deadline(clock, "orders", zone="UTC", now=now, free=free).date() == date(2026, 3, 12)


def test_the_wars_weekday_is_kept_behind_a_holiday():
    clock, now = {"orders": 7, "hour": 20, "weekday": 4}, datetime(2026, 3, 2, 12, tzinfo=UTC)
    free = [(date(2026, 3, 13), date(2026, 3, 13))]  # the Friday it would be
    assert next_deadline(clock, "orders", zone="UTC", now=now, free=free).date() == date(2026, 3, 20)
    plain = datetime(2026, 3, 13, 20, tzinfo=UTC)
    assert stretched(now, plain, zone="UTC", free=free, weekday=4).date() == date(2026, 3, 20)


def test_a_deadline_before_a_holiday_stays():
    now, deadline = datetime(2026, 3, 2, 12, tzinfo=UTC), datetime(2026, 3, 5, 20, tzinfo=UTC)
    assert stretched(now, deadline, zone="UTC", free=[(date(2026, 3, 6), date(2026, 3, 20))]) == deadline
