"""What the pages of a battle offer to its umpire, and to who opened it."""

from typing import Any
from zoneinfo import ZoneInfo

from battles.models.battle import SeatKind, Stage, Stopped
from battles.selectors import Seen
from clubs import selectors as clubs
from clubs.models import Membership
from frontend.forms.rulings import DeadlineForm, TimeForm, WhyForm
from frontend.views.battlepages.table import Table

FOUGHT = (Stage.OPEN, Stage.HELD)


def desk(table: Table) -> dict[str, Any] | None:
    """What the umpire of a battle can do now; None for everybody else, and where there is nothing to do."""
    held = table.battle
    if not table.seen.umpire or held.stage == Stage.VOID:
        return None
    is_open, runs = held.stage == Stage.OPEN, {one.seat: table.seat_name(one.seat) for one in table.seen.clocks}
    standing = [entry.seq for entry in table.seen.entries if not entry.struck]
    found = {
        "can_pause": is_open and not held.stopped,
        "can_resume": is_open and held.stopped == Stopped.UMPIRE,
        "can_release": held.single and held.stage == Stage.HELD,
        "can_settle": held.single and held.stage in FOUGHT,
        "time": TimeForm(seats=runs, auto_id="give_%s") if is_open and runs else None,
        "deadline": _deadline(table) if is_open and held.single else None,
        "back": standing[-2] if held.single and len(standing) > 1 else None,
    }
    if not any(value not in (None, False) for value in found.values()):
        return None
    overdue = is_open and held.deadline_at is not None and held.deadline_at <= table.now
    return {**found, "urgent": held.stage == Stage.HELD or bool(held.stopped) or overdue}


def _deadline(table: Table) -> DeadlineForm:
    zone, at = table.battle.club.time_zone, table.battle.deadline_at
    start = None if at is None else at.astimezone(ZoneInfo(zone)).replace(tzinfo=None)
    return DeadlineForm(zone=zone, initial={"deadline": start}, auto_id="by_%s")


def way_back(table: Table, entry: Seen, form: WhyForm | None = None) -> dict[str, Any] | None:
    """What going back to an entry would do; None where this reader cannot go there."""
    held = table.battle
    stages = (*FOUGHT, Stage.DECIDED)
    if not (table.seen.umpire and held.single and held.stage in stages) or entry.struck or entry.seq == held.seq:
        return None
    later = [one for one in table.seen.entries if one.seq > entry.seq and not one.struck]
    return {
        "count": len(later),
        "dice": table.rules.describe().rolls_dice,
        "decided": held.stage == Stage.DECIDED,
        "form": form or WhyForm(),
    }


def whom_to_ask(table: Table) -> list[Membership]:
    """Members who can be asked to take a seat: those who sit nowhere here. No query where nobody may ask, or no seat is free."""
    seats = list(table.battle.seats.all())
    free = any(seat.member_id is None and seat.kind != SeatKind.UMPIRE for seat in seats)
    if not (table.seen.arranges and table.battle.single and table.battle.stage in FOUGHT and free):
        return []
    sitting = {seat.member_id for seat in seats} | {seat.offered_id for seat in seats}
    return [one for one in clubs.members_of(table.battle.club) if one.user_id and one.pk not in sitting]
