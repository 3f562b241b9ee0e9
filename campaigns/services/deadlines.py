"""When a stage closes: wall-clock times in the club's zone, kept as UTC (reliability A2). The club's holidays are not counted."""

from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from clubs.clock import instant, wall_of

STAGE_KEYS = {
    "orders": "orders",
    "choices": "setup",
    "muster": "muster",
    "battle": "battle",
    "aftermath": "aftermath",
    "dice": "aftermath",
}
DEFAULT_HOUR = 21
WEEK = 7
AGREED_DAYS = 7
"""By how many days the sides may put the deadline of one stage off together, where a war says nothing else."""
DAY = timedelta(days=1)

type Free = Sequence[tuple[date, date]]
"""Holidays: the first and the last day of each. They may overlap."""


# --- Walls and instants -----------------------------------------------------------------------------


def at_wall_time(day: date, hour: int, minute: int, zone: ZoneInfo) -> datetime:
    """``instant`` of a day and an hour."""
    return instant(datetime.combine(day, time(hour, minute)), zone)


def irregular(day: date, hour: int, minute: int, zone: ZoneInfo) -> str:
    """``gap`` if a clock change removes that wall time, ``doubled`` if it happens twice, else empty."""
    first = datetime.combine(day, time(hour, minute), tzinfo=zone)
    if first.astimezone(UTC).astimezone(zone).replace(tzinfo=None) != first.replace(tzinfo=None):
        return "gap"
    return "doubled" if first.utcoffset() != first.replace(fold=1).utcoffset() else ""


# --- Counting days ----------------------------------------------------------------------------------


def is_free(day: date, free: Free) -> bool:
    return any(first <= day <= last for first, last in free)


def counted_on(day: date, days: int, free: Free) -> date:
    """So many days after ``day``, holidays not counted; never itself a holiday."""
    while days > 0 or is_free(day, free):
        day += DAY
        if not is_free(day, free):
            days -= 1
    return day


def _on_weekday(day: date, weekday: int | None, free: Free) -> date:
    """That day, or the next that falls on the weekday and is no holiday."""
    while is_free(day, free) or (weekday is not None and day.weekday() != weekday):
        day += DAY
    return day


def next_wall(clock: dict[str, Any], stage: str, *, zone: str, now: datetime, free: Free = ()) -> datetime:
    """The wall time (naive, in ``zone``) at which a stage that opens now closes: so many days on, at the war's hour.

    Days are added to the local date, so the wall time stays the same across a clock change. A long stage (a week or more) also waits
    for the war's weekday, where it has one. ``free``, the club's holidays, is not counted: a stage that opens in one, or runs into
    one, lasts so many days longer.
    """
    place = ZoneInfo(zone)
    days = int(clock.get(STAGE_KEYS[stage], WEEK))
    at = time(int(clock.get("hour", DEFAULT_HOUR)))
    day = counted_on(now.astimezone(place).date(), days, free)
    weekday = clock.get("weekday")
    day = _on_weekday(day, int(weekday) if weekday is not None and days >= WEEK else None, free)
    while instant(datetime.combine(day, at), place) <= now:
        day = counted_on(day, 1, free)
    return datetime.combine(day, at)


def next_deadline(clock: dict[str, Any], stage: str, *, zone: str, now: datetime, free: Free = ()) -> datetime:
    """The instant of ``next_wall``."""
    return instant(next_wall(clock, stage, zone=zone, now=now, free=free), ZoneInfo(zone))


def stretched(
    start: datetime,
    deadline: datetime,
    *,
    zone: str,
    counted: Free = (),
    free: Free,
    weekday: int | None = None,
) -> datetime:
    """A deadline put off by the holidays between ``start`` and it, at the same hour of a later day; never moved forward.

    ``counted``: holidays that it allows for already. ``weekday``: the later day must fall on it.
    """
    place = ZoneInfo(zone)
    today, wall = start.astimezone(place).date(), wall_of(deadline, place)
    span = (today + timedelta(days=n) for n in range(1, (wall.date() - today).days + 1))
    day = counted_on(today, sum(not is_free(one, counted) for one in span), free)
    if day <= wall.date():
        return deadline
    return instant(datetime.combine(_on_weekday(day, weekday, free), wall.time()), place)
