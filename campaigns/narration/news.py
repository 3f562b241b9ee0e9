"""The public news of a war, as they leave the house: what its book says, without the names of people."""

import re
from collections.abc import Iterable, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from msgspec import structs

from campaigns.narration.book import Book
from campaigns.narration.telling import sentence
from campaigns.narration.words import cut
from rulesets.contract import Happening

TURNED_BACK = frozenset(("report_reopened", "corrected", "voided", "rolled_back", "restored"))
"""Kinds after which much is told anew: they say why."""

TOPICS: dict[str, tuple[Any, frozenset[str]]] = {
    "war": (
        gettext_lazy("Wars that begin and end"),
        frozenset(
            (
                "opened",
                "imported",
                "war_ended",
                "surrender",
                "stake_all",
                "last_battle",
                "ordered_home",
                "length_proposed",
                "length_agreed",
                "length_withdrawn",
            )
        ),
    ),
    "year": (
        gettext_lazy("The course of a year: deadlines, opened orders, the scenario, the score"),
        frozenset(("year_opened", "order", "scenario", "no_battle_found", "skipped", "closed", "garrison")),
    ),
    "battle": (
        gettext_lazy("Battles and victory points"),
        frozenset(("fought", "vp", "standing", "claim_made", "claim_granted", "claim_refused", "claim_withdrawn")),
    ),
    "events": (
        gettext_lazy("Events and fates"),
        frozenset(("event", "fate", "recalled", "replaced", "successor", "ransomed", "returned", "wound", "skill")),
    ),
    "clock": (
        gettext_lazy("The clock: deadlines that are moved or missed"),
        frozenset(
            (
                "deadline_moved",
                "paused",
                "resumed",
                "battle_overdue",
                "order_by_default",
                "muster_by_default",
                "answer_by_default",
                "extension_asked",
                "extension_agreed",
                "extension_ended",
                "grace_extended",
                "closed_early",
                "forced",
            )
        ),
    ),
    "seats": (
        gettext_lazy("Commands that are taken and given up"),
        frozenset(
            (
                "seat_taken",
                "seat_left",
                "seat_reassigned",
                "seat_emptied",
                "seat_dropped",
                "seat_to_program",
                "deputy_moved_up",
                "umpire_left",
            )
        ),
    ),
    "books": (
        gettext_lazy("The umpire's notes, rulings and corrections"),
        frozenset(("narrative", "contest_ruled", "held", "released", "dice_lost", "dice_contested")) | TURNED_BACK,
    ),
}
"""What people choose among, and the kinds of entries of the book in each. What is handed in sealed is in none of them."""

MOST_LINES = 12
LONGEST_LINE = 300
LONGEST_MESSAGE = 2000
"""Characters of a message that Discord takes."""


def kinds_of(topics: Iterable[str]) -> frozenset[str]:
    return frozenset().union(*(TOPICS[topic][1] for topic in topics if topic in TOPICS))


def lines(told: Sequence[Happening], book: Book, *, zone: str) -> list[dict[str, str]]:
    """Kind and sentence of each, in the active language; who did it stays in the house. Of very many only the last are told, and why so much is told anew."""
    before, kept = told[:-MOST_LINES], [*told[-MOST_LINES:]]
    kept = [*(one for one in before if one.kind in TURNED_BACK), *kept]
    found = [{"kind": one.kind, "text": cut(sentence(_outside(one, zone), book), LONGEST_LINE)} for one in kept]
    left = len(told) - len(kept)
    if left:
        more = ngettext("%(count)s more line is in the book.", "%(count)s more lines are in the book.", left)
        found.insert(0, {"kind": "more", "text": more % {"count": left}})
    return found


def _outside(told: Happening, zone: str) -> Happening:
    data = {name: value for name, value in told.data.items() if name != "by"}
    return structs.replace(told, data={**data, "zone": zone})


def text_of(payload: dict[str, Any]) -> str:
    """A message as plain text: the war, what happened, and where to read more."""
    data = payload["data"]
    return "\n".join([data["title"], *(event["text"] for event in data["events"])])


_MARKS = re.compile(r"([\\`*_~|<>\[\]()@:#])|^(\s*)([-+]|\d+\.)", re.MULTILINE)


def discord(payload: dict[str, Any]) -> dict[str, Any]:
    """The same in Discord's form. No name in it calls anybody, no sign of it means anything, and no address in it becomes a link."""
    link = f"\n<{payload['data']['url']}>"
    return {
        "content": _plain(text_of(payload), LONGEST_MESSAGE - len(link)) + link,
        "allowed_mentions": {"parse": []},
    }


def _plain(text: str, longest: int) -> str:
    """A text without meaning for Markdown, cut between two signs and never after a backslash."""
    told = ""
    for line in text.splitlines(keepends=True):
        safe = _MARKS.sub(lambda m: f"\\{m[1]}" if m[1] else f"{m[2]}\\{m[3]}", line)
        if len(told) + len(safe) >= longest:
            return told.rstrip("\n") + "…"
        told += safe
    return told


def trial_words(club: str) -> tuple[str, str]:
    """Title and text of a message that only tries the way."""
    return _("A test from Signifer"), _("The news of the wars of %(club)s will come here.") % {"club": club}
