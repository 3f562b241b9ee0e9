"""Reading the clock of a year: what stands, what was meant, what the club's holidays would change. Nothing here is secret."""

from datetime import datetime
from zoneinfo import ZoneInfo

from campaigns.models import Campaign, Extension, Year
from clubs.clock import instant, meant


def request_of(year: Year) -> Extension | None:
    """The request for more time that waits for an answer in this war, with who asked. One query."""
    rows = Extension.objects.filter(year__campaign=year.campaign_id, ended_at=None)
    return rows.select_related("by__user").first()


def meant_now(campaign: Campaign, year: Year) -> datetime | None:
    """The moment that the deadline's wall time means on the club's clocks as they are now, if that is another one.

    It is after the club has moved to another time zone, or a state has changed its clocks.
    """
    if year.deadline_at is None or not year.deadline_wall:
        return None
    wall, zone = datetime.fromisoformat(year.deadline_wall), ZoneInfo(campaign.club.time_zone)
    return None if meant(wall, zone, year.deadline_at) else instant(wall, zone)
