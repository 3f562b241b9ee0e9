"""Who waits for whom: every decision that is open, with who owes it, since when and until when. All of it is public in the club."""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime

from django.db.models import Max
from msgspec import Struct

from battles.models.log import BattleEntry
from campaigns.models import Campaign, Engagement, Year
from campaigns.models.campaign import Stage
from campaigns.permissions import MANAGERS, place_of
from campaigns.selectors.wars import MORE_TIME, Listed, Owed, light, listed
from clubs.models import Membership
from rulesets.contract import UMPIRE

AT_THE_TABLE = ("answer", "report_again", "ruling")
"""Asked when somebody has done something in the battle; a report is asked from the stage's beginning."""
_LAST = datetime.max.replace(tzinfo=UTC)


class Wait(Struct, frozen=True, kw_only=True):
    """One open decision. ``seat``: who owes it, a side or the umpire. ``waiting``: the sides that owe nothing and wait for it.

    ``until`` None: no deadline runs. ``closes``: with the time of grace, where that is longer.
    """

    war: Campaign
    year: Year
    seat: str
    prompt: str
    holder: Membership | None
    since: datetime
    until: datetime | None
    closes: datetime | None
    waiting: tuple[str, ...]
    late: bool


def of_war(row: Listed, *, now: datetime) -> list[Wait]:
    """What one war waits for. Two queries at most."""
    return _waits([row], now)


def of_club(member: Membership, *, now: datetime) -> list[Wait]:
    """What the wars of a club wait for: all of them for who runs it, for others those they play or umpire in. The most urgent first.

    Eleven queries at most, however many wars.
    """
    rows = listed(light().filter(club=member.club_id, stage=Stage.RUNNING))
    if member.role not in MANAGERS:
        rows = [row for row in rows if _mine(row, member)]
    return _waits(rows, now)


def _mine(row: Listed, member: Membership) -> bool:
    place = place_of(row.war, member, row.held)
    return place.side is not None or row.war.umpire_id == member.pk


def _waits(rows: Iterable[Listed], now: datetime) -> list[Wait]:
    running = [(row, row.year) for row in rows if row.year is not None and row.war.stage == Stage.RUNNING]
    moved = _last_at_table([year for _row, year in running])
    found = [wait for row, year in running for wait in _of(row, year, moved, now)]
    return sorted(found, key=lambda wait: (wait.until or _LAST, wait.war.pk))


def _of(row: Listed, year: Year, moved: Mapping[int, datetime], now: datetime) -> list[Wait]:
    """The waits of one war. A side that owes something itself is not said to wait."""
    sides = [side.key for side in row.sides]
    owing = {owed.seat for owed in row.owed}
    idle = tuple(side for side in sides if side not in owing)
    begun = year.stage_since or year.opened_at
    found = []
    for owed in row.owed:
        since = moved.get(year.pk, begun) if owed.battle and owed.prompt in AT_THE_TABLE else begun
        found.append(_wait(row, year, owed, since=since, waiting=idle, now=now))
    if row.request is not None:
        for side in row.asked_for_time:
            owed = Owed(seat=side, prompt=MORE_TIME)
            found.append(_wait(row, year, owed, since=row.request.asked_at, waiting=(row.request.side,), now=now))
    return found


def _wait(row: Listed, year: Year, owed: Owed, *, since: datetime, waiting: tuple[str, ...], now: datetime) -> Wait:
    holder = row.war.umpire if owed.seat == UMPIRE else row.held.get(owed.seat)
    until = year.deadline_at if year.paused_at is None else None
    graced = until is not None and year.grace and owed.prompt != MORE_TIME
    return Wait(
        war=row.war,
        year=year,
        seat=owed.seat,
        prompt=owed.prompt,
        holder=holder,
        since=since,
        until=until,
        closes=year.closes_at if graced else None,
        waiting=waiting,
        late=(until is not None and until <= now) or year.overdue_at is not None,
    )


def _last_at_table(years: Iterable[Year]) -> dict[int, datetime]:
    """When something was last done in the open battle of each year. Two queries; none where nobody fights."""
    fighting = [year.pk for year in years if year.stage == "battle"]
    if not fighting:
        return {}
    engaged = Engagement.objects.filter(year__in=fighting, decided_at=None).values_list("battle_id", "year_id")
    years_of = dict(engaged)
    lasts = BattleEntry.objects.filter(battle__in=years_of).values_list("battle_id").annotate(Max("at")).order_by()
    return {years_of[battle]: at for battle, at in lasts}
