"""Deadlines met and missed, as the books tell them: by side for the rules about absent players, by member for those who run the club.

A duty is a stage of a year in which something was asked of a side. It is missed when the program had to answer for it, or when the
battle was not reported in time. Nothing here reads what is sealed, or what was decided.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, Literal

from django.db.models import Q
from msgspec import Struct

from battles.models import OutboxMessage
from battles.models.log import Manner
from campaigns.models import Campaign, Decision, LedgerEntry, SideHolder
from campaigns.models.codec import happening_of
from clubs.models import Membership

type How = Literal["in_time", "late", "missed"]

BY_DEFAULT = {"order_by_default": "orders", "muster_by_default": "muster", "answer_by_default": ""}
SEALED = {"order_sealed": "orders", "muster_sealed": "muster"}
OVERDUE = "battle_overdue"
OWN = (Manner.OWN, Manner.PAPER)


class Duty(Struct, kw_only=True):
    """What was asked of a side in a stage of a year, and how it was answered. ``at``: when that was last told."""

    war: int
    side: str
    year: int
    stage: str
    how: How
    at: datetime


def duties(wars: Iterable[int], *, since: datetime | None = None) -> list[Duty]:
    """The duties of these wars, each once however often it was corrected, the oldest first. Two queries."""
    wars = list(wars)
    found: dict[tuple[int, str, int, str], Duty] = {}
    rows: list[tuple[datetime, int, int, str, str, How]] = []
    after = Q(at__gte=since) if since is not None else Q()
    decisions = Decision.objects.filter(after, campaign__in=wars, back_to=None).order_by("campaign", "number")
    for war, year, stage, manners, at in decisions.values_list("campaign_id", "year", "stage", "manners", "at"):
        rows += [(at, war, year, stage, side, "in_time") for side, manner in manners.items() if manner in OWN]
    kinds = (*BY_DEFAULT, *SEALED, OVERDUE)
    for entry in LedgerEntry.objects.filter(after, campaign__in=wars, kind__in=kinds).order_by("campaign", "seq"):
        rows += _told(entry)
    for at, war, year, stage, side, how in sorted(rows, key=lambda row: row[0]):
        key = (war, side, year, stage)
        known = found.get(key)
        # What was missed stays missed, whatever was done afterwards; what was late is not made good by what follows from it.
        worst: How = how if known is None or _RANK[how] > _RANK[known.how] else known.how
        found[key] = Duty(war=war, side=side, year=year, stage=stage, how=worst, at=at)
    return sorted(found.values(), key=lambda duty: (duty.at, duty.war, duty.side))


_RANK: dict[How, int] = {"in_time": 0, "late": 1, "missed": 2}


def _told(entry: LedgerEntry) -> list[tuple[datetime, int, int, str, str, How]]:
    data: dict[str, Any] = happening_of(entry).data
    base = (entry.at, entry.campaign_id, entry.year)
    if entry.kind == OVERDUE:
        return [(*base, "battle", side, "missed") for side in data.get("sides", [])]
    if entry.kind in SEALED:
        return [(*base, SEALED[entry.kind], data["side"], "late")] if data.get("late") else []
    stage = BY_DEFAULT[entry.kind] or str(data.get("stage", "aftermath"))
    return [(*base, stage, data["side"], "missed")]


def missed_in_a_row(campaign: Campaign, side: str, *, since: datetime) -> int:
    """How many duties of a side were missed one after another, up to now, since its commander took it. Two queries."""
    count = 0
    for duty in reversed([one for one in duties([campaign.pk], since=since) if one.side == side]):
        if duty.how != "missed":
            break
        count += 1
    return count


# --- A member's record -------------------------------------------------------------------------------------


class Record(Struct, kw_only=True):
    """How reliably a member answered in a war, or in all: deadlines met, met late, missed; and reminders he was sent."""

    war: Campaign | None
    sides: list[str]
    in_time: int = 0
    late: int = 0
    missed: int = 0
    reminders: int = 0

    @property
    def asked(self) -> int:
        return self.in_time + self.late + self.missed


def record_of(member: Membership) -> tuple[Record, list[Record]]:
    """A member's record in all, and in each war he commanded in, the newest first. Five queries, however many wars.

    Only what was asked while he held the seat counts. For those who run the club; whoever calls has looked.
    """
    rows = SideHolder.objects.filter(member=member, role=SideHolder.Role.MAIN).values_list(
        "side__campaign_id", "side__key", "since", "until"
    )
    terms = list(rows)
    wars = Campaign.objects.filter(pk__in={term[0] for term in terms}).defer("state", "start", "imported")
    records = {war.pk: Record(war=war, sides=[]) for war in wars.select_related("pack").order_by("-created_at", "-pk")}
    for war, side, _since, _until in terms:
        if side not in records[war].sides:
            records[war].sides.append(side)
    for duty in duties(records):
        held = any(
            war == duty.war and side == duty.side and since <= duty.at and (until is None or duty.at <= until)
            for war, side, since, until in terms
        )
        if held:
            _count(records[duty.war], duty.how)
    _count_reminders(member, records)
    return _sum(records.values()), list(records.values())


def _count(record: Record, how: How) -> None:
    setattr(record, how, getattr(record, how) + 1)


def _count_reminders(member: Membership, records: dict[int, Record]) -> None:
    by_id = {record.war.public_id: record for record in records.values() if record.war is not None}
    sent = OutboxMessage.objects.filter(recipient=member, kind="reminder").values_list("data__war_id", flat=True)
    for public_id in sent:
        if public_id in by_id:
            by_id[public_id].reminders += 1


def _sum(records: Iterable[Record]) -> Record:
    total = Record(war=None, sides=[])
    for record in records:
        for name in ("in_time", "late", "missed", "reminders"):
            setattr(total, name, getattr(total, name) + getattr(record, name))
    return total
