"""Whether the installation is well, in numbers: for whoever watches it. Nothing here says whose war or whose notice."""

from datetime import datetime, timedelta

from django.db.models import Count
from msgspec import Struct

from battles.models import Heartbeat, OutboxMessage
from battles.models.letters import Email
from campaigns.models import Campaign, Year
from campaigns.models.campaign import Stage
from campaigns.models.year import OPEN_STAGES, YearStage

HEART = "tick"
"""The name under which the clock of the wars says that it is alive."""


class Vitals(Struct, frozen=True, kw_only=True):
    """Counts of the whole installation at a moment.

    ``tick_age``: seconds since the years were last looked at; None if they never were. ``late``: open years past their deadline and its grace.
    """

    tick_age: float | None
    wars: dict[str, int]
    years_closed: int
    years_late: int
    notices: dict[str, int]


def vitals(now: datetime) -> Vitals:
    """Five queries, each over an index or a small table."""
    beat = Heartbeat.objects.filter(name=HEART).values_list("beat_at", flat=True).first()
    wars = dict(Campaign.objects.values_list("stage").annotate(Count("pk")).order_by())
    open_years = Year.objects.filter(stage__in=OPEN_STAGES, campaign__stage=Stage.RUNNING, paused_at=None)
    letters = OutboxMessage.objects.filter(email_state__in=(Email.WAITING, Email.FAILED, Email.DIGEST, Email.DEAD))
    counted = dict(letters.values_list("email_state").annotate(Count("pk")).order_by())
    return Vitals(
        tick_age=None if beat is None else max(now - beat, timedelta()).total_seconds(),
        wars={stage: wars.get(stage, 0) for stage in Stage.values},
        years_closed=Year.objects.filter(stage=YearStage.CLOSED).count(),
        years_late=sum(_is_late(year, now) for year in open_years.filter(deadline_at__lte=now).only(*_CLOCK)),
        notices={
            "waiting": counted.get(Email.WAITING, 0) + counted.get(Email.DIGEST, 0),
            "failed": counted.get(Email.FAILED, 0),
            "dead": counted.get(Email.DEAD, 0),
        },
    )


_CLOCK = ("deadline_at", "grace")


def _is_late(year: Year, now: datetime) -> bool:
    return year.closes_at is not None and year.closes_at <= now
