"""The clock of an open year: the one place that sets a deadline, stops it, lets it run on, and says so.

The war's row is the caller's claim (with its battles: the deadline of a battle follows the year's). Whoever calls has checked who
may do it.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _

from battles.services import outbox
from battles.services.opening import move_deadline as move_battle_deadline
from campaigns.models import Campaign, Engagement, Year
from campaigns.models.year import Outcome
from campaigns.permissions import holders
from campaigns.selectors.clocks import request_of
from campaigns.services import book, telling
from campaigns.services.deadlines import Free, is_free, next_deadline, next_wall, stretched
from clubs.clock import in_zone, instant, wall_of
from clubs.dates import date_words
from clubs.errors import Refusal
from clubs.models import Holiday, Membership
from clubs.selectors import holidays_from

GRACED = ("orders", "muster")
"""Stages in which what comes late may still be taken."""
MOST_GRACE = 72
"""Hours. After an outage a stage may have more."""
REQUEST = "extension_asked"


# --- Holidays ---------------------------------------------------------------------------------------


def holidays_of(campaign: Campaign, now: datetime) -> list[Holiday]:
    """The club's holidays that are not over. One query."""
    return holidays_from(campaign.club_id, in_zone(now, campaign.club.time_zone).date())


def free_days(rows: Iterable[Holiday]) -> Free:
    return [(row.first, row.last) for row in rows]


def refuse_holiday(campaign: Campaign, moment: datetime, rows: Iterable[Holiday]) -> None:
    """A deadline that somebody chooses does not fall into a holiday either."""
    day = in_zone(moment, campaign.club.time_zone).date()
    found = next((row for row in rows if is_free(day, free_days([row]))), None)
    if found is not None:
        last = date_words(found.last, "DATE_FORMAT")
        raise Refusal(
            _("The club is on holiday then (%(name)s, until %(last)s): choose a later day.")
            % {"name": found.name, "last": last},
            code="in_holiday",
        )


# --- Setting it -------------------------------------------------------------------------------------


def start(campaign: Campaign, year: Year, stage: str, *, now: datetime) -> None:
    """Begin the clock of a stage on the year's row, which the caller saves. While the clock stands still, all of it is still to come."""
    zone, clock = campaign.club.time_zone, campaign.clock
    end_request(campaign, year, Outcome.LAPSED, now=now)
    year.stage_since, year.extended = now, timedelta()
    year.grace = int(clock.get("grace", 0)) if stage in GRACED else 0
    if year.paused_at is not None:
        # Holidays are counted when it runs on.
        put(campaign, year, None)
        year.paused_left = next_deadline(clock, stage, zone=zone, now=now) - now
        return
    rows = holidays_of(campaign, now)
    wall = next_wall(clock, stage, zone=zone, now=now, free=free_days(rows))
    put(campaign, year, instant(wall, ZoneInfo(zone)), rows, wall=wall)
    year.paused_left = None


def put(
    campaign: Campaign,
    year: Year,
    moment: datetime | None,
    rows: Iterable[Holiday] = (),
    *,
    wall: datetime | None = None,
) -> None:
    """Set the deadline, and the time on the wall that it means; the year's row is for the caller to save.

    ``rows``: holidays that it allows for. ``wall``: the time that was chosen, where a clock change leaves it out.
    """
    zone = campaign.club.time_zone
    year.deadline_at, year.deadline_wall, year.deadline_zone = moment, "", ""
    year.holidays = sorted(row.pk for row in rows)
    if moment is not None:
        year.deadline_wall = (wall or wall_of(moment, ZoneInfo(zone))).isoformat()
        year.deadline_zone = zone


def stop(campaign: Campaign, year: Year, *, now: datetime) -> None:
    """No clock runs any more: the year is put away. The caller saves its row."""
    end_request(campaign, year, Outcome.LAPSED, now=now)
    put(campaign, year, None)
    year.paused_at = year.paused_left = year.paused_until = None
    year.grace, year.extended = 0, timedelta()


# --- Changing it ------------------------------------------------------------------------------------


def move(
    campaign: Campaign,
    year: Year,
    to: datetime,
    *,
    how: str,
    reason: str,
    by: Membership | None,
    now: datetime,
    wall: datetime | None = None,
    outcome: Outcome = Outcome.LAPSED,
    **more: Any,
) -> None:
    """Set another deadline for the open stage; it stands in the book with the old one, and the seats are told.

    ``how``: ``umpire``, ``agreed``, ``holiday``, ``outage`` or ``zone``. A request for more time ends with ``outcome``. ``more``
    goes into the book and the notice.
    """
    before = year.deadline_at
    end_request(campaign, year, outcome, now=now)
    put(campaign, year, to, holidays_of(campaign, now), wall=wall)
    year.paused_at = year.paused_left = year.paused_until = year.overdue_at = year.reminded_at = None
    year.version += 1
    year.save()
    _move_battle(year)
    told = {"how": how, "before": _iso(before), "reason": reason, **more}
    book.note(campaign, "deadline_moved", year=year.number, now=now, by=by, stage=year.stage, deadline=_iso(to), **told)
    tell(campaign, year, key=how, by=by, now=now, **told)


def pause(
    campaign: Campaign, year: Year, *, until: datetime | None, reason: str, by: Membership | None, now: datetime
) -> None:
    """Stop the clock, until the umpire or that moment lets it run on; what is left of the stage is kept."""
    before = year.deadline_at
    end_request(campaign, year, Outcome.LAPSED, now=now)
    year.paused_left = max(before - now, timedelta()) if before is not None else None
    put(campaign, year, None)
    year.paused_at, year.paused_until = now, until
    year.version += 1
    year.save()
    _move_battle(year)
    told: dict[str, Any] = {"before": _iso(before), "until": _iso(until), "reason": reason}
    book.note(campaign, "paused", year=year.number, now=now, by=by, stage=year.stage, **told)
    tell(campaign, year, key="paused", by=by, now=now, paused=True, **told)


def resume(campaign: Campaign, year: Year, *, since: datetime, by: Membership | None, now: datetime) -> None:
    """Let the clock run on from ``since`` with what was left of the stage; holidays on the way are not counted."""
    to: datetime | None = None
    rows = holidays_of(campaign, now)
    if year.paused_left is not None:
        to = since + year.paused_left
        to = stretched(since, to, zone=campaign.club.time_zone, free=free_days(rows))
    put(campaign, year, to, rows)
    year.paused_at = year.paused_left = year.paused_until = year.reminded_at = None
    year.version += 1
    year.save()
    _move_battle(year)
    told: dict[str, Any] = {"stage": year.stage, "deadline": _iso(to)}
    book.note(campaign, "resumed", year=year.number, now=now, by=by, before=None, **told)
    tell(campaign, year, key="resumed", by=by, now=now)


def _move_battle(year: Year) -> None:
    for engagement in Engagement.objects.filter(year=year, decided_at=None).select_related("battle"):
        move_battle_deadline(engagement.battle, deadline_at=year.deadline_at)


def tell(campaign: Campaign, year: Year, *, key: str, by: Membership | None, now: datetime, **data: Any) -> None:
    """Tell every seat what the clock does now; and the umpire, if it was not he."""
    told = {"year": year.number, "stage": year.stage, "deadline": _iso(year.deadline_at), **data}
    held, named = holders(campaign), f"{campaign.version}:{key}"
    telling.tell(campaign, "deadline_moved", held, key=named, now=now, **told)
    umpires = [member for member in telling.umpires(campaign, held) if by is None or member.pk != by.pk]
    telling.tell(campaign, "deadline_moved", umpires, key=named, now=now, **told)


def lengthen_grace(campaign: Campaign, year: Year, *, hours: int, now: datetime, **more: Any) -> None:
    """Take what is late for so many hours more; it stands in the book, and everybody is told. ``more`` goes into both."""
    year.grace += hours
    year.version += 1
    year.save(update_fields=["grace", "version"])
    told = {"hours": hours, **more}
    book.note(campaign, "grace_extended", year=year.number, now=now, stage=year.stage, grace=year.grace, **told)
    tell(campaign, year, key="grace", by=None, now=now, how="grace", until=_iso(year.closes_at), **told)


def _iso(moment: datetime | None) -> str | None:
    return moment.isoformat() if moment is not None else None


# --- A request for more time ------------------------------------------------------------------------


def end_request(
    campaign: Campaign,
    year: Year,
    outcome: Outcome,
    *,
    now: datetime,
    by: Membership | None = None,
    about: Mapping[str, Any] | None = None,
) -> None:
    """End the open request, if there is one. What ends without a yes stands in the book; a yes does as the new deadline."""
    row = request_of(year)
    if row is None:
        return
    row.ended_at, row.outcome = now, outcome
    row.save(update_fields=["ended_at", "outcome"])
    outbox.put_aside(url=telling.url_of(campaign), kinds=(REQUEST,), now=now)
    if outcome != Outcome.AGREED:
        told = {"side": row.side, "outcome": str(outcome), "until": _iso(row.until), **(about or {})}
        book.note(campaign, "extension_ended", year=year.number, now=now, by=by, **told)
