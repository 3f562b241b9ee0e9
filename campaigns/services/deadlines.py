"""When a stage closes: wall-clock times in the club's zone, kept as UTC (reliability A2)."""

from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

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


def at_wall_time(day: date, hour: int, minute: int, zone: ZoneInfo) -> datetime:
    """The UTC instant of a wall time.

    An hour that a clock change removes becomes the same distance after the change; one that it doubles is the first of the two.
    """
    return datetime.combine(day, time(hour, minute), tzinfo=zone).replace(fold=0).astimezone(UTC)


def irregular(day: date, hour: int, minute: int, zone: ZoneInfo) -> str:
    """``gap`` if a clock change removes that wall time, ``doubled`` if it happens twice, else empty."""
    first = datetime.combine(day, time(hour, minute), tzinfo=zone)
    if first.astimezone(UTC).astimezone(zone).replace(tzinfo=None) != first.replace(tzinfo=None):
        return "gap"
    return "doubled" if first.utcoffset() != first.replace(fold=1).utcoffset() else ""


def next_deadline(clock: dict[str, Any], stage: str, *, zone: str, now: datetime) -> datetime:
    """The deadline of a stage that opens now: so many days on, at the war's hour.

    Days are added to the local date, so the wall time stays the same across a clock change. A long stage (a week or more) also waits
    for the war's weekday, where it has one.
    """
    place = ZoneInfo(zone)
    days = int(clock.get(STAGE_KEYS[stage], WEEK))
    hour = int(clock.get("hour", DEFAULT_HOUR))
    day = now.astimezone(place).date() + timedelta(days=days)
    weekday = clock.get("weekday")
    if weekday is not None and days >= WEEK:
        day += timedelta(days=(int(weekday) - day.weekday()) % WEEK)
    moment = at_wall_time(day, hour, 0, place)
    while moment <= now:
        day += timedelta(days=1)
        moment = at_wall_time(day, hour, 0, place)
    return moment
