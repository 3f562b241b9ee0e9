"""What waits for a person, in all his clubs: his own decisions, and what he has to settle as an umpire."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Literal

from django.db.models import Q, QuerySet
from msgspec import Struct

from battles.models import OutboxMessage
from battles.models.letters import Email
from campaigns.models import Campaign, LedgerEntry, Side, SideHolder, Year
from campaigns.models.campaign import Stage
from campaigns.models.codec import happening_of
from campaigns.models.year import YearStage
from campaigns.permissions import OFFICERS, Place, place_of
from campaigns.selectors.wars import MORE_TIME, Listed, Owed, light, listed, listed_one
from clubs.errors import NotSeen
from clubs.models import Membership, User
from rulesets.contract import UMPIRE

type Kind = Literal["decide", "paper", "vacant", "rule", "overdue", "absent", "contest", "claim", "held"]

CONTESTED, RULED = "dice_contested", "contest_ruled"
UNDELIVERED = timedelta(days=30)
"""How long a letter that did not arrive is spoken of."""
_LAST = datetime.max.replace(tzinfo=UTC)


class Task(Struct, frozen=True, kw_only=True):
    """Something that waits for one person.

    ``decide``: a decision of his own side. ``paper``: of a side whose commander has no account, to be typed in. ``rule``: the umpire
    is asked. ``vacant``: of a side that nobody answers for. ``absent``: of a side whose people let the deadline pass. ``claim``: a win is
    claimed. ``overdue``: a battle's deadline has passed. ``contest``: a typed roll is contested. ``held``: the program stopped (with
    ``battle``: at the table only).
    """

    kind: Kind
    war: Campaign
    year: Year | None
    seat: str = ""
    prompt: str = ""
    battle: bool = False
    address: str = ""

    @property
    def deadline_at(self) -> datetime | None:
        if self.year is None or self.year.paused_at is not None or self.kind in ("held", "contest", "claim"):
            return None
        return self.year.deadline_at


def by_deadline(tasks: Iterable[Task]) -> list[Task]:
    """What is due first comes first; what has no deadline comes last."""
    return sorted(tasks, key=lambda task: (task.deadline_at or _LAST, task.war.pk))


class Mine(Struct, frozen=True, kw_only=True):
    """A person's wars and what they want of him. ``places``: where he stands in each, by the war's own id."""

    tasks: list[Task]
    wars: list[Listed]
    places: dict[int, Place]

    @property
    def playing(self) -> list[Listed]:
        """Wars he commands in, or umpires by name."""
        return [one for one in self.wars if self._named(one)]

    def _named(self, one: Listed) -> bool:
        place = self.places[one.war.pk]
        return place.side is not None or one.war.umpire_id == place.member.pk


def waiting_for(user: User, *, now: datetime) -> Mine:
    """Everything that waits for a person. Twelve queries at most, however many clubs and wars."""
    members = list(Membership.objects.filter(user=user, left_at=None).select_related("club", "user"))
    return _gather(_concerning(members), members, now)


def desk_of(member: Membership, *, now: datetime) -> Mine:
    """What waits for this member as an umpire or officer, in the wars of his club."""
    wars = list(light().filter(club=member.club_id).exclude(stage=Stage.OVER))
    mine = _gather(wars, [member], now)
    return Mine(tasks=[one for one in mine.tasks if one.kind != "decide"], wars=mine.wars, places=mine.places)


def desks_of(user: User, *, now: datetime) -> Mine:
    """What waits for a person as an umpire or officer, in all his clubs. As many queries as ``waiting_for``."""
    members = list(Membership.objects.filter(user=user, left_at=None).select_related("club", "user"))
    officer = [member.club_id for member in members if member.role in OFFICERS]
    rows = light().filter(Q(club__in=officer) | Q(umpire__in=members)).exclude(stage=Stage.OVER)
    mine = _gather(list(rows), members, now)
    return Mine(tasks=[one for one in mine.tasks if one.kind != "decide"], wars=mine.wars, places=mine.places)


def desk_of_war(war: Campaign, place: Place, sides: Sequence[Side], year: Year | None, *, now: datetime) -> list[Task]:
    """What waits at the desk of one war that the caller was let into. Five queries at most."""
    row = listed_one(war, sides, year)
    contests = contested_rolls([war]).get(war.pk, []) if place.umpires else []
    return by_deadline(one for one in _tasks(row, place, contests, now) if one.kind != "decide")


def _concerning(members: Iterable[Membership]) -> list[Campaign]:
    """Wars these members play or umpire in, also those without an umpire where they may act as one."""
    members = list(members)
    keys = [member.pk for member in members]
    clubs = [member.club_id for member in members if member.role in OFFICERS]
    commanded = SideHolder.objects.filter(member__in=keys, until=None).values("side__campaign")
    acting = Q(umpire=None, club__in=clubs) & ~Q(stage=Stage.OVER)
    return list(light().filter(Q(umpire__in=keys) | Q(pk__in=commanded) | acting))


def _gather(wars: list[Campaign], members: Iterable[Membership], now: datetime) -> Mine:
    by_club = {member.club_id: member for member in members}
    rows = listed(wars)
    places = {row.war.pk: place_of(row.war, by_club[row.war.club_id], row.held) for row in rows}
    contests = contested_rolls([row.war for row in rows if places[row.war.pk].umpires])
    tasks = [task for row in rows for task in _tasks(row, places[row.war.pk], contests.get(row.war.pk, []), now)]
    return Mine(tasks=by_deadline(tasks), wars=rows, places=places)


def _tasks(row: Listed, place: Place, contests: Iterable[str], now: datetime) -> list[Task]:
    war, year = row.war, row.year
    if war.stage == Stage.HELD:
        return [Task(kind="held", war=war, year=year)] if place.umpires or place.manages else []
    asked = [*row.owed, *(Owed(seat=side, prompt=MORE_TIME) for side in row.asked_for_time if in_time(row, now))]
    found = [_task("decide", row, one) for one in asked if place.side == one.seat]
    if place.umpires:
        found += [_task("rule", row, one) for one in row.owed if one.seat == UMPIRE]
        found += [Task(kind="contest", war=war, year=year, address=address) for address in contests]
        found += [Task(kind="claim", war=war, year=year, seat=side, battle=True) for side in row.claimed]
        if row.held_battle is not None:
            found.append(Task(kind="held", war=war, year=year, battle=True))
        elif is_overdue(row, now):
            found.append(Task(kind="overdue", war=war, year=year, battle=True))
    if place.officer:
        found += [_task("paper", row, one) for one in asked if one.seat in row.on_paper]
        found += [_task("vacant", row, one) for one in row.owed if one.seat in row.nobodys]
    if place.officer or place.umpires:
        found += [_task("absent", row, one) for one in row.owed if one.seat in absent_seats(row, now)]
    return found


def _task(kind: Kind, row: Listed, one: Owed) -> Task:
    return Task(kind=kind, war=row.war, year=row.year, seat=one.seat, prompt=one.prompt, battle=one.battle)


def is_overdue(row: Listed, now: datetime) -> bool:
    """Whether a battle's deadline passed without a result: the umpire may settle it now."""
    year = row.year
    if year is None or year.stage != YearStage.BATTLE or row.disputed or year.paused_at is not None:
        return False
    return year.overdue_at is not None or (year.deadline_at is not None and year.deadline_at <= now)


def in_time(row: Listed, now: datetime) -> bool:
    """Whether the deadline of the open stage lies ahead: until then a request for more time can be answered."""
    year = row.year
    return year is not None and year.paused_at is None and year.deadline_at is not None and year.deadline_at > now


def absent_seats(row: Listed, now: datetime) -> set[str]:
    """Sides that somebody with an account answers for, and that owe something whose deadline has passed: in the time of grace, or a
    battle that is overdue."""
    year = row.year
    if year is None or year.paused_at is not None:
        return set()
    late = year.overdue_at is not None or (year.deadline_at is not None and year.deadline_at <= now)
    answered = {side.key for side in row.sides if not side.program and row.held.team(side.key)}
    return (answered - row.on_paper) & {one.seat for one in row.owed} if late else set()


def contested_rolls(wars: Iterable[Campaign]) -> dict[int, list[str]]:
    """Addresses of typed rolls that are contested and not ruled on, by the war's own id. One query."""
    rows = LedgerEntry.objects.filter(campaign__in=[war.pk for war in wars], kind__in=(CONTESTED, RULED))
    found: dict[int, list[str]] = {}
    for entry in rows.order_by("campaign", "seq"):
        address = str(happening_of(entry).data.get("address", ""))
        there = found.setdefault(entry.campaign_id, [])
        if entry.kind == CONTESTED and address not in there:
            there.append(address)
        elif entry.kind == RULED and address in there:
            there.remove(address)
    return found


# --- Notices -----------------------------------------------------------------------------------------------


def unread_count(user: User) -> int:
    """How many notices a person has not read, in all his clubs. One query."""
    return _notices(user).filter(read_at=None).count()


def notices_of(user: User) -> QuerySet[OutboxMessage]:
    """A person's notices, the newest first, each with its club; withdrawn ones are gone."""
    return _notices(user).select_related("club").order_by("-created_at", "-pk")


def notice_for(user: User, public_id: str) -> OutboxMessage:
    """One of a person's own notices; else ``NotSeen``."""
    found = _notices(user).filter(public_id=public_id).first()
    if found is None:
        raise NotSeen
    return found


def _notices(user: User) -> QuerySet[OutboxMessage]:
    return OutboxMessage.objects.filter(recipient__user=user, recipient__left_at=None, withdrawn_at=None)


def undelivered_to(member: Membership, *, since: datetime) -> int:
    """How many letters to a member were given up: for those who run his club. One query."""
    given_up = OutboxMessage.objects.filter(recipient=member, email_state=Email.DEAD, created_at__gte=since)
    return given_up.count()
