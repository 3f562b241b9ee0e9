"""A person's deadlines, in all his clubs: for his own calendar."""

from datetime import datetime

from msgspec import Struct

from battles.keys import read_calendar_key
from battles.models import NoticeChoice
from campaigns.models import Campaign, Year
from campaigns.models.campaign import Stage
from campaigns.selectors import home
from clubs.errors import NotSeen
from clubs.models import User


class Deadline(Struct, frozen=True, kw_only=True):
    """When a stage closes, in a war in which the person has a part. ``waits``: for something of his."""

    war: Campaign
    year: Year
    at: datetime
    waits: bool


def calendar_owner(key: str) -> User:
    """Whose web calendar a key opens; ``NotSeen`` for a key we did not make, one that was renewed, or somebody who is gone. One query."""
    person, part = read_calendar_key(key) or ("", "")
    rows = NoticeChoice.objects.filter(user__public_id=person, user__is_active=True).exclude(calendar="")
    # Compared by the database: whoever guesses has to guess the signature first.
    found = rows.filter(calendar=part).select_related("user").first()
    if found is None:
        raise NotSeen
    return found.user


def deadlines_of(user: User, *, now: datetime) -> list[Deadline]:
    """Running deadlines of the stages in which a person commands, umpires or is asked for something; the first first.

    Thirteen queries at most. What others have handed in plays no part in it, beyond what everybody may see.
    """
    mine = home.waiting_for(user, now=now)
    waiting = {task.war.pk for task in mine.tasks if task.deadline_at is not None}
    playing = {one.war.pk for one in mine.playing}
    found = [
        Deadline(war=one.war, year=one.year, at=one.year.deadline_at, waits=one.war.pk in waiting)
        for one in mine.wars
        if one.war.pk in playing | waiting
        and one.war.stage == Stage.RUNNING
        and one.year is not None
        and one.year.paused_at is None
        and one.year.deadline_at is not None
    ]
    return sorted(found, key=lambda deadline: (deadline.at, deadline.war.pk))
