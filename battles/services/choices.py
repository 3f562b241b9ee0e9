"""How a person wants to be written to. One row a person; the letters ask it when they are about to go."""

from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from battles.keys import read_stop_key
from battles.models import NoticeChoice, OutboxMessage
from battles.models.letters import Email, Group, Way
from clubs import ids
from clubs.errors import NotSeen, Refusal
from clubs.models import Club, User


def choice_of(user: User) -> NoticeChoice:
    """A person's choice, or what holds until he makes one. No query for a person read with ``select_related("notice_choice")``."""
    try:
        return user.notice_choice
    except NoticeChoice.DoesNotExist:
        return NoticeChoice(user=user)


@transaction.atomic
def save_choice(
    user: User, *, turn: str, news: str, club: str, hour: int, weekday: int, by: User, now: datetime
) -> NoticeChoice:
    """Choose for each group of notices how it is written, and when the letters that gather come (in one's own zone).

    What still waits for the next such letter is looked at again by the new choice.
    """
    if user.pk != by.pk:
        raise NotSeen
    if {turn, news, club} - set(Way.values):
        raise Refusal(_("This is not a way in which we write."), code="unknown_way")
    if not (0 <= hour <= 23 and 0 <= weekday <= 6):
        raise Refusal(_("There is no such hour or day."), code="unknown_hour")
    chosen = {"turn": turn, "news": news, "club": club, "hour": hour, "weekday": weekday}
    choice, _made = NoticeChoice.objects.update_or_create(user=user, defaults=chosen)
    _look_again(user, now)
    return choice


def stopping(key: str) -> tuple[User, list[Group]]:
    """Whose letters the key of a letter stops, and of which groups; ``NotSeen`` for a key we did not make, or somebody who is gone."""
    person, what = read_stop_key(key) or ("", "")
    user = User.objects.select_related("notice_choice").filter(public_id=person, is_active=True).first()
    if user is None:
        raise NotSeen
    if what in Group.values:
        return user, [Group(what)]
    choice = choice_of(user)
    return user, [group for group in Group if choice.way(group) == what]


@transaction.atomic
def stop(key: str, *, now: datetime) -> User:
    """Write no more of what the letter with this key was about. Whoever holds the letter may; on the site everything stays."""
    user, groups = stopping(key)
    User.objects.select_for_update().get(pk=user.pk)
    choice, _made = NoticeChoice.objects.get_or_create(user=user)
    for group in groups:
        setattr(choice, group.value, Way.NEVER)
    choice.save(update_fields=[group.value for group in groups])
    _look_again(user, now)
    return user


@transaction.atomic
def renew_calendar(user: User, *, by: User, now: datetime) -> NoticeChoice:
    """Give a person's web calendar a new address. The one before no longer works."""
    if user.pk != by.pk:
        raise NotSeen
    choice, _made = NoticeChoice.objects.update_or_create(
        user=user, defaults={"calendar": ids.public_id() + ids.public_id()}
    )
    return choice


@transaction.atomic
def close_calendar(user: User, *, by: User, now: datetime) -> None:
    """Have no web calendar: its address no longer works."""
    if user.pk != by.pk:
        raise NotSeen
    NoticeChoice.objects.filter(user=user).update(calendar="")


def forget(user: User) -> None:
    """Of a person who asked to be forgotten."""
    NoticeChoice.objects.filter(user=user).delete()


def _look_again(user: User, now: datetime) -> None:
    gathered = OutboxMessage.objects.filter(recipient__user=user, email_state=Email.DIGEST, digest=None)
    gathered.update(email_state=Email.WAITING, next_attempt_at=now)


# --- When a letter that gathers is due ----------------------------------------------------------------------


def zone_of(user: User, club: Club) -> str:
    """The zone in which a person's hours are meant: his own, else the club's."""
    return user.time_zone or club.time_zone


def next_due(choice: NoticeChoice, way: Way, zone: str, now: datetime) -> datetime:
    """When the next letter of this way is due, later than now."""
    return min(moment for _day, moment in _dues(choice, way, zone, now) if moment > now)


def last_due(choice: NoticeChoice, way: Way, zone: str, now: datetime) -> date:
    """The day on which the latest letter of this way was due, by now."""
    return max((moment, day) for day, moment in _dues(choice, way, zone, now) if moment <= now)[1]


def _dues(choice: NoticeChoice, way: Way, zone: str, now: datetime) -> list[tuple[date, datetime]]:
    """Days around now on which a letter is due, and the moments. An hour that a clock change removes comes as much later."""
    place = ZoneInfo(zone)
    today = now.astimezone(place).date()
    days = [today + timedelta(days=step) for step in range(-8, 9)]
    if way == Way.WEEKLY:
        days = [day for day in days if day.weekday() == choice.weekday]
    return [(day, datetime.combine(day, time(choice.hour), tzinfo=place).astimezone(now.tzinfo)) for day in days]
