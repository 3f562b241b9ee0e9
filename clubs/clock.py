"""The one clock. Nothing else in the project asks what time it is."""

import zoneinfo
from datetime import UTC, datetime, timedelta
from functools import lru_cache

from django.db import connection

_offset = timedelta()


def now() -> datetime:
    """The database's time (UTC, aware), plus the offset that tests and rehearsals set.

    A worker whose own clock is wrong still turns years at the right moment.
    """
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SELECT clock_timestamp()")
            (moment,) = cursor.fetchone()
        else:
            cursor.execute("SELECT strftime('%Y-%m-%dT%H:%M:%f', 'now')")
            moment = datetime.fromisoformat(cursor.fetchone()[0]).replace(tzinfo=UTC)
    return moment.astimezone(UTC) + _offset


def set_offset(offset: timedelta) -> None:
    """Move the clock, for tests and rehearsals only."""
    global _offset
    _offset = offset


@lru_cache(maxsize=1)
def zone_names() -> frozenset[str]:
    """Every time zone the machine knows; read from the disk once."""
    return frozenset(zoneinfo.available_timezones())


def in_zone(moment: datetime, zone: str) -> datetime:
    """The same moment as the clock on the wall shows it in ``zone``."""
    return moment.astimezone(zoneinfo.ZoneInfo(zone))


def instant(wall: datetime, zone: zoneinfo.ZoneInfo) -> datetime:
    """The UTC instant of a naive wall time.

    An hour that a clock change removes becomes the same distance after the change; one that it doubles is the first of the two.
    """
    return wall.replace(tzinfo=zone, fold=0).astimezone(UTC)


def wall_of(moment: datetime, zone: zoneinfo.ZoneInfo) -> datetime:
    """What the clock on the wall shows then: naive."""
    return moment.astimezone(zone).replace(tzinfo=None, fold=0)


def meant(wall: datetime, zone: zoneinfo.ZoneInfo, moment: datetime) -> bool:
    """Whether that moment is what the wall time means in that zone; of a doubled hour either of the two."""
    return moment == instant(wall, zone) or wall_of(moment, zone) == wall
