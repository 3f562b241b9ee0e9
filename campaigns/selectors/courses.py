"""Courses that a war took: the one that counts, and former ones that a correction or a step back left behind. All of it is public."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

import msgspec
from msgspec import Struct

from campaigns.models import Campaign, Decision, LedgerEntry, Roll
from campaigns.models.codec import moves_of, rules_of, start_of
from campaigns.rules.correcting import Past, summaries_of
from campaigns.selectors.books import SEALED_KINDS, rolled
from clubs.errors import NotSeen
from clubs.models import Membership

BACK_KINDS = ("corrected", "voided", "rolled_back")
"""Entries of the book that name the decision by which the war went back."""


def standing(decisions: Iterable[Decision]) -> list[Decision]:
    """The decisions that count: a correction drops what came after the one it goes back to."""
    found: list[Decision] = []
    for decision in decisions:
        if decision.back_to is None:
            found.append(decision)
        else:
            found = [one for one in found if one.number <= decision.back_to]
    return found


def all_decisions(war: Campaign) -> list[Decision]:
    """Every decision there ever was, in order. One query."""
    return list(Decision.objects.filter(campaign=war).order_by("number"))


def course_until(decisions: Iterable[Decision], number: int) -> list[Decision]:
    """What counted once the decision of a number had been made."""
    return standing(one for one in decisions if one.number <= number)


def log_of(decisions: Sequence[Decision]) -> list[Past]:
    """Decisions with their rolls, as the rules play them again. One query."""
    rolls: dict[int, list[Roll]] = {}
    for row in Roll.objects.filter(decision__in=decisions).order_by("pk"):
        rolls.setdefault(row.decision_id, []).append(row)
    return [
        Past(
            number=one.number,
            year=one.year,
            stage=one.stage,
            moves=moves_of(one),
            rolls=tuple(rolled(row) for row in rolls.get(one.pk, ())),
        )
        for one in decisions
    ]


def figures(war: Campaign, course: Sequence[Decision]) -> dict[int, dict[str, Any]]:
    """How each year of a course ended, the last one as far as it went."""
    return summaries_of(rules_of(war), start_of(war), log_of(course))


# --- What was taken back -----------------------------------------------------------------------------


class Back(Struct, frozen=True, kw_only=True):
    """A step back. ``kind``: corrected, voided, rolled_back, or reopened (a report, or typed dice). ``data``: what the book says of it."""

    number: int
    kind: str
    year: int
    at: datetime
    by: Membership | None
    reason: str
    data: dict[str, Any]


def backs(war: Campaign) -> list[Back]:
    """Every step back of a war, the latest first. Two queries; none for a war that never went back."""
    if not war.revision:
        return []
    rows = Decision.objects.filter(campaign=war, back_to__isnull=False).select_related("actor__user")
    told = {
        data["back"]: (kind, data)
        for kind, text in war.ledger.filter(kind__in=BACK_KINDS).values_list("kind", "data")
        if "back" in (data := msgspec.json.decode(text))
    }
    return [_back(row, *told.get(row.number, ("reopened", {}))) for row in rows.order_by("-number")]


def step_back(war: Campaign, number: int) -> Back:
    """The step back that the decision of a number took; ``NotSeen`` if it took none."""
    step = next((one for one in backs(war) if one.number == number), None)
    if step is None:
        raise NotSeen
    return step


def _back(row: Decision, kind: str, data: dict[str, Any]) -> Back:
    return Back(
        number=row.number,
        kind=kind,
        year=int(data.get("year", row.year)),
        at=row.at,
        by=row.actor,
        reason=row.reason,
        data=data,
    )


def former_entries(war: Campaign, back: int, course: Sequence[Decision], years: Iterable[int]) -> list[LedgerEntry]:
    """What the book said of some years before the war went back: of the former course, and of the host. One query."""
    revision = Decision.objects.filter(campaign=war, number=back).values_list("revision", flat=True)[0]
    numbers = {one.number for one in course}
    rows = war.ledger.filter(year__in=list(years), revision__lt=revision).exclude(kind__in=SEALED_KINDS)
    rows = rows.select_related("decision", "actor__user").order_by("seq")
    return [entry for entry in rows if entry.decision is None or entry.decision.number in numbers]
