"""The one clock. Nothing else in the project asks what time it is."""

from datetime import UTC, datetime, timedelta

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
