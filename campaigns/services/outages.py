"""Time in which the program did not run is given back, before anything is turned, and once (design 6).

The tick leaves a heartbeat. When it comes back after a long silence, every deadline that fell into the silence, or follows soon, is
put off by as long as it lasted: nobody loses an hour to a broken server. A fresh install has no heartbeat, and where years are
turned by hand only (``turn_years``) nothing ever ticks: there no time is given back.
"""

import logging
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction

from battles.services import clocks as battle_clocks
from battles.services import heart
from campaigns.models import Year
from campaigns.models.campaign import Stage
from campaigns.models.year import OPEN_STAGES
from campaigns.selectors.vitals import HEART as HEART
from campaigns.services import clockwork, kernel
from campaigns.services.deadlines import stretched
from clubs.errors import complain

log = logging.getLogger(__name__)

BY_HAND = "turn_years"
SOON = timedelta(days=2)
"""How long after the silence a deadline may fall and still be put off."""
HOUR = timedelta(hours=1)


def silent_since(now: datetime) -> datetime | None:
    """When the tick was last heard, if that is so long ago that the time is to be given back; else None. One query."""
    longest = timedelta(hours=settings.OUTAGE_HOURS)
    if not longest:
        return None
    beats = heart.beats()
    last, by_hand = beats.get(HEART), beats.get(BY_HAND)
    # Where somebody has turned years by hand since, the program was not away: it is run like that.
    if last is None or (by_hand is not None and by_hand >= last):
        return None
    return last if now - last >= longest else None


def give_back(now: datetime) -> int:
    """Put off what fell into the silence, once, whoever else comes back at the same time. Answers how many deadlines moved.

    One transaction takes the heartbeat and moves every deadline: a second worker waits for it, and finds the heart beating.
    """
    since = silent_since(now)
    if since is None:
        return 0
    with transaction.atomic():
        if not heart.take(HEART, since, now):
            return 0
        battle_clocks.give_back(since, now)
        moved = [pk for pk in _touched(since, now) if _one(pk, since, now)]
    log.warning("time given back", extra={"since": since.isoformat(), "back": now.isoformat(), "wars": len(moved)})
    return len(moved)


def _touched(since: datetime, now: datetime) -> list[int]:
    """Wars whose open stage closed in the silence or closes soon after it."""
    rows = Year.objects.filter(
        stage__in=OPEN_STAGES,
        campaign__stage__in=(Stage.RUNNING, Stage.HELD),
        paused_at=None,
        deadline_at__gt=since - timedelta(hours=clockwork.MOST_GRACE),
        deadline_at__lte=now + SOON,
    )
    return [year.campaign_id for year in rows.order_by("campaign_id") if (year.closes_at or since) > since]


def _one(campaign_id: int, since: datetime, now: datetime) -> bool:
    """One war that cannot be put right does not keep the others from their time."""
    try:
        with transaction.atomic():
            return _move(campaign_id, since, now)
    except Exception as error:  # noqa: BLE001  (the others are served)
        complain(log, "no time given back", error, campaign=campaign_id)
        return False


def _move(campaign_id: int, since: datetime, now: datetime) -> bool:
    held = kernel.claim(campaign_id, stages=(Stage.RUNNING, Stage.HELD), battles=True)
    year = kernel.open_year_of(held)
    if year.deadline_at is None or year.closes_at is None or not since < year.closes_at:
        return False
    # Whole hours, so that a deadline stays on the hour.
    length = -(-(now - since) // HOUR) * HOUR
    told: dict[str, Any] = {"since": since.isoformat(), "back": now.isoformat(), "hours": length // HOUR}
    if year.deadline_at <= since:
        # Its deadline had passed before: what was lost is time of grace.
        clockwork.lengthen_grace(held, year, now=now, **told)
        return True
    rows = clockwork.holidays_of(held, now)
    free = clockwork.free_days(rows)
    to = stretched(year.deadline_at, year.deadline_at + length, zone=held.club.time_zone, free=free)
    clockwork.move(held, year, to, how="outage", reason="", by=None, now=now, **told)
    return True
