"""Wall clocks of other places."""

from datetime import UTC, datetime

import pytest

from clubs import clock


@pytest.mark.parametrize(
    ("month", "zone", "wall"),
    [(1, "Europe/Madrid", "13:30"), (7, "Europe/Madrid", "14:30"), (1, "Asia/Kolkata", "18:00"), (1, "UTC", "12:30")],
)
def test_a_moment_on_the_clock_of_a_place(month, zone, wall):
    moment = datetime(2026, month, 1, 12, 30, tzinfo=UTC)
    there = clock.in_zone(moment, zone)
    assert (there, there.strftime("%H:%M")) == (moment, wall)
