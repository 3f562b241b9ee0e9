"""The log as its reader may know it: sentences with their dice, newest first."""

from collections.abc import Sequence
from itertools import islice
from typing import Any

from django.utils.translation import gettext as _

from battles import narration
from battles.models.log import Kind, Manner
from battles.selectors import Seen
from battles.services import programs
from frontend.views.battlepages.table import Table
from rulesets.contract import Happening
from rulesets.dice import Rolled

LATEST = 12
"""Entries on the page of the battle; all are on the page of the log."""


def rows(table: Table, entries: Sequence[Seen], most: int | None = None) -> list[dict[str, Any]]:
    """Entries in words, newest first; no more are put into words than are shown."""
    told = (entry for entry in reversed(entries) if entry.happenings or entry.kind != Kind.MOVED)
    return [row(table, entry) for entry in islice(told, most)]


def row(table: Table, entry: Seen) -> dict[str, Any]:
    rolls = {roll.address: roll for roll in entry.rolls}
    return {
        "seq": entry.seq,
        "at": entry.at,
        "struck": entry.struck,
        "number": table.numbers.get(entry.seat, 0),
        "seat": table.seat_name(entry.seat) if entry.seat else "",
        "kind": _kind(entry),
        "manner": _manner(entry) if entry.seq else "",
        "reason": entry.reason,
        "lines": [line(table, told, rolls) for told in entry.happenings],
    }


def _manner(entry: Seen) -> str:
    """How a move came in, where it did not come from who sits there. The program's own seats are nobody's who is away."""
    if entry.manner == Manner.PROGRAM and entry.why and set(entry.why.values()) <= {programs.WHY, programs.RESOLVED}:
        return _("by the program")
    return str(Manner(entry.manner).label) if entry.manner in (Manner.PAPER, Manner.PROGRAM) else ""


def _kind(entry: Seen) -> str:
    if entry.kind == Kind.UNDONE:
        return _("Taken back")
    if entry.kind == Kind.REOPENED:
        return _("Reopened by the umpire")
    return ""


def line(table: Table, told: Happening, rolls: dict[str, Rolled]) -> dict[str, Any]:
    """A sentence, the dice that decided it, and why it came out so."""
    return {
        "text": narration.happening(table.battle.ruleset, told, table.names),
        "dice": [rolls[one] for one in told.rolls if one in rolls],
        "card": _card(table, told),
        "why": narration.why(table.battle.ruleset, told, table.names, rolls.values()),
    }


def _card(table: Table, told: Happening) -> dict[str, Any] | None:
    """Of a card that was drawn: whose it is. It is shown as a card; the number that drew it says nothing to anybody."""
    owner = told.data.get("owner")
    if told.kind != "card" or not isinstance(owner, str):
        return None
    mark = table.card_mark(owner, high=bool(told.data.get("ace")))
    return {"number": table.numbers.get(owner, 0), "mark": mark}
