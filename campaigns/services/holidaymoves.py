"""Holidays that a club enters while its wars are fought: offered to the deadlines that run, and counted when somebody says so.

A deadline knows which holidays it allows for, so that none is counted twice, whoever asks, and however often.
"""

from datetime import datetime

from django.db import transaction
from msgspec import Struct

from campaigns.models import Campaign, Year
from campaigns.models.campaign import Stage
from campaigns.models.year import OPEN_STAGES
from campaigns.services import clockwork, kernel
from campaigns.services.deadlines import STAGE_KEYS, WEEK, stretched
from clubs.clock import in_zone
from clubs.models import Club, Holiday, Membership
from clubs.selectors import holidays_from
from clubs.services.desk import require_manager


class Offer(Struct, frozen=True, kw_only=True):
    """A running deadline that does not allow for a holiday yet. ``names``: the holidays that would be left out."""

    war: Campaign
    year: Year
    before: datetime
    after: datetime
    names: tuple[str, ...]


def offers(club: Club, *, now: datetime) -> list[Offer]:
    """What would move if the holidays of the club were left out of the running deadlines, the first first. Two queries."""
    rows = holidays_from(club.pk, in_zone(now, club.time_zone).date())
    years = Year.objects.filter(
        campaign__club=club,
        campaign__stage=Stage.RUNNING,
        stage__in=OPEN_STAGES,
        paused_at=None,
        deadline_at__gt=now,
    )
    found = [_offer(year.campaign, year, rows, now) for year in years.select_related("campaign__club")] if rows else []
    return sorted((one for one in found if one is not None), key=lambda one: (one.before, one.war.pk))


def _offer(war: Campaign, year: Year, rows: list[Holiday], now: datetime) -> Offer | None:
    assert year.deadline_at is not None  # whoever calls has looked
    counted = [row for row in rows if row.pk in year.holidays]
    after = stretched(
        now,
        year.deadline_at,
        zone=war.club.time_zone,
        counted=clockwork.free_days(counted),
        free=clockwork.free_days(rows),
        weekday=_weekday(war, year),
    )
    if after == year.deadline_at:
        return None
    last = in_zone(after, war.club.time_zone).date()
    names = tuple(row.name for row in rows if row.pk not in year.holidays and row.first <= last)
    return Offer(war=war, year=year, before=year.deadline_at, after=after, names=names)


def _weekday(war: Campaign, year: Year) -> int | None:
    """The war's weekday, if a stage as long as this one ends on it and it still does."""
    assert year.deadline_at is not None  # _offer
    weekday, days = war.clock.get("weekday"), int(war.clock.get(STAGE_KEYS[year.stage], WEEK))
    there = in_zone(year.deadline_at, war.club.time_zone).weekday()
    return int(weekday) if weekday is not None and days >= WEEK and there == int(weekday) else None


def move_all(club: Club, *, by: Membership, now: datetime) -> int:
    """Leave the holidays out of every running deadline of the club. Answers how many moved.

    Each war is a step of its own, claimed and looked at afresh. ``Refusal`` for whoever does not run the club.
    """
    require_manager(by, club)
    return sum(_move(offer.war.pk, by, now) for offer in offers(club, now=now))


@transaction.atomic
def _move(campaign_id: int, by: Membership, now: datetime) -> bool:
    held = kernel.claim(campaign_id, battles=True)
    year = kernel.open_year_of(held)
    if year.deadline_at is None or year.paused_at is not None or year.deadline_at <= now:
        return False
    offer = _offer(held, year, clockwork.holidays_of(held, now), now)
    if offer is None:
        return False
    clockwork.move(held, year, offer.after, how="holiday", reason="", by=by, now=now, names=list(offer.names))
    return True
