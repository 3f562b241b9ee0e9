"""The club's holidays: days that no stage of its wars counts."""

from datetime import date, datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from clubs.clock import in_zone
from clubs.errors import NotSeen, Refusal
from clubs.models import Act, Club, Holiday, User
from clubs.services.desk import clean_name, lock, manager, write

LONGEST = timedelta(days=366)
FURTHEST = timedelta(days=5 * 366)
# More than any calendar has; a script that enters thousands would slow every deadline down.
MOST = 100


@transaction.atomic
def add(club: Club, *, name: str, first: date, last: date, by: User, now: datetime) -> Holiday:
    """Enter a holiday, the first and the last day included. Managers only. It may overlap another.

    No deadline that runs moves by this: that is offered, and done with the wars' own verb. ``Refusal`` for one that ends before it
    begins, is over, lasts longer than a year, or is years away.
    """
    club = lock(club)
    manager(by, club)
    today = in_zone(now, club.time_zone).date()
    if last < first:
        raise Refusal(_("The last day comes before the first."), code="holiday_backwards")
    if last < today:
        raise Refusal(_("These days are over."), code="holiday_past")
    if last - first >= LONGEST:
        raise Refusal(_("A holiday lasts a year at most."), code="holiday_long")
    if first > today + FURTHEST:
        raise Refusal(_("A holiday begins within the next five years."), code="holiday_far")
    if Holiday.objects.filter(club=club, last__gte=today).count() >= MOST:
        raise Refusal(_("The club has a hundred holidays ahead: that is enough."), code="too_many_holidays")
    row = Holiday.objects.create(club=club, name=clean_name(name), first=first, last=last)
    write(club, Act.HOLIDAY, by=by, now=now, data=_told(row))
    return row


@transaction.atomic
def remove(holiday: Holiday, *, by: User, now: datetime) -> None:
    """Take a holiday out of the calendar. Deadlines that allow for it stay where they are. Managers only."""
    club = lock(holiday.club)
    manager(by, club)
    row = Holiday.objects.filter(pk=holiday.pk).first()
    if row is None:
        raise NotSeen
    told = _told(row)
    row.delete()
    write(club, Act.NO_HOLIDAY, by=by, now=now, data=told)


def _told(row: Holiday) -> dict[str, str]:
    return {"name": row.name, "first": row.first.isoformat(), "last": row.last.isoformat()}
