"""Writing in the war's book: the one place that appends to the ledger."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from battles import chain
from campaigns.models import Campaign, Decision, LedgerEntry
from campaigns.models.codec import text
from clubs.models import Membership
from rulesets.contract import Happening


def facts(campaign: Campaign, entry: LedgerEntry) -> dict[str, Any]:
    """What an entry's hash is made of: everything but who did it (a person may be forgotten)."""
    return {
        "game": campaign.game,
        "seq": entry.seq,
        "revision": entry.revision,
        "year": entry.year,
        "kind": entry.kind,
        "data": entry.data,
        "rule": entry.rule,
        "rolls": list(entry.rolls),
        "readings": list(entry.readings),
        "at": entry.at.isoformat(),
    }


def write(
    campaign: Campaign,
    happenings: Iterable[Happening],
    *,
    year: int,
    now: datetime,
    by: Membership | None = None,
    decision: Decision | None = None,
) -> list[LedgerEntry]:
    """Append entries, chained. The campaign row is the caller's claim; its ``seq`` and ``head`` move on and are saved by him."""
    entries = [(decision, year, by, happening) for happening in happenings]
    return _append(campaign, entries, now=now)


def write_all(campaign: Campaign, told: Iterable[tuple[Decision, Happening]], *, now: datetime) -> list[LedgerEntry]:
    """Append the entries of several decisions at one go, each in its decision's year and by who made it."""
    entries = [(decision, decision.year, decision.actor, happening) for decision, happening in told]
    return _append(campaign, entries, now=now)


def _append(
    campaign: Campaign,
    told: Iterable[tuple[Decision | None, int, Membership | None, Happening]],
    *,
    now: datetime,
) -> list[LedgerEntry]:
    entries = []
    head, seq = campaign.head or chain.start(campaign.game), campaign.seq
    for decision, year, by, happening in told:
        seq += 1
        entry = LedgerEntry(
            campaign=campaign,
            seq=seq,
            revision=campaign.revision,
            year=year,
            decision=decision,
            kind=happening.kind,
            data=text(happening.data),
            rule=happening.rule,
            rolls=list(happening.rolls),
            readings=list(happening.readings),
            actor=by,
            at=now,
            prev_hash=head,
        )
        head = entry.hash = chain.link(head, facts(campaign, entry))
        entries.append(entry)
    campaign.head, campaign.seq = head, seq
    return LedgerEntry.objects.bulk_create(entries)


def note(
    campaign: Campaign,
    kind: str,
    *,
    year: int,
    now: datetime,
    by: Membership | None = None,
    rule: str = "",
    **data: Any,
) -> LedgerEntry:
    """Append one entry of the host's own, and save where the book stands. Who did it is the entry's actor, never in its data."""
    (entry,) = write(campaign, [Happening(kind=kind, data=data, rule=rule)], year=year, now=now, by=by)
    campaign.save(update_fields=["seq", "head"])
    return entry


def broken(campaign: Campaign, entries: Sequence[LedgerEntry]) -> list[str]:
    """Where the chain does not hold: a hole, a changed entry, a wrong end."""
    found = []
    head = chain.start(campaign.game)
    for number, entry in enumerate(entries, start=1):
        if entry.seq != number:
            found.append(f"entry {number} is missing")
            return found
        if entry.prev_hash != head or entry.hash != chain.link(head, facts(campaign, entry)):
            found.append(f"entry {entry.seq} is not what was written")
        head = entry.hash
    if entries and head != campaign.head:
        found.append("the book's end is not what the war says")
    return found
