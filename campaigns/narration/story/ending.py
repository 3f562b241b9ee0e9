"""The last paragraph: how the war stood then, or how it ended; and the year in one line."""

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext_lazy

from campaigns.narration.book import Book
from campaigns.narration.story.tale import Tale, Variants
from campaigns.narration.telling import sentence
from campaigns.narration.words import Facts, number
from rulesets.contract import Happening

LEADS: Variants = (
    gettext_lazy("When the year ended %(leader)s led, %(more)s to %(fewer)s in victory points."),
    gettext_lazy("The year closed with %(leader)s ahead, %(more)s to %(fewer)s in victory points."),
    gettext_lazy("%(leader)s went into winter quarters in the lead, %(more)s to %(fewer)s in victory points."),
)
LEVEL: Variants = (
    gettext_lazy("When the year ended both sides had the same score: %(points)s."),
    gettext_lazy("The year closed with nothing between them: each stood at %(points)s in victory points."),
)
HEADLINES: dict[str, Any] = {
    "major": gettext_lazy("Year %(year)s: %(scenario)s, a major victory for %(winner)s"),
    "minor": gettext_lazy("Year %(year)s: %(scenario)s, a minor victory for %(winner)s"),
    "draw": gettext_lazy("Year %(year)s: %(scenario)s, drawn"),
    "open": gettext_lazy("Year %(year)s: %(scenario)s"),
    "skipped": gettext_lazy("Year %(year)s: passed without a battle"),
    "nothing": gettext_lazy("Year %(year)s"),
}
ENDS: dict[str, Any] = {
    "won": gettext_lazy("%(headline)s. The war is over: %(side)s has won it"),
    "drawn": gettext_lazy("%(headline)s. The war is over: nobody has won it"),
}


def sentences(tale: Tale) -> list[str]:
    ended = [sentence(told, tale.book) for told in tale.happenings if told.kind in ("surrender", "war_ended")]
    return ended or _score(tale)


def _score(tale: Tale) -> list[str]:
    closed = tale.last("closed")
    totals = closed.mapping("totals") if closed else {}
    if len(totals) != 2:
        return []
    (first, mine), (second, theirs) = totals.items()
    if mine == theirs:
        return [tale.vary(LEVEL, {"points": number(mine)})]
    leader, more, fewer = (first, mine, theirs) if mine > theirs else (second, theirs, mine)
    words = {"leader": tale.book.side(leader), "more": number(more), "fewer": number(fewer)}
    return [tale.vary(LEADS, words)]


def headline(happenings: Iterable[Happening], book: Book, year: int | None = None) -> str:
    """The year in one line, for lists; without a full stop."""
    tale = Tale(happenings, book, year)
    line = str(HEADLINES[_outcome(tale)]) % {
        "year": tale.year,
        "scenario": book.scenario(tale.scenario),
        "winner": book.side((tale.last("fought") or Facts()).get("winner")),
    }
    ended = tale.last("war_ended")
    if ended is None:
        return line
    words = {"headline": line, "side": book.side(ended.get("winner"))}
    return str(ENDS["won" if ended.get("winner") else "drawn"]) % words


def _outcome(tale: Tale) -> str:
    if tale.has("skipped"):
        return "skipped"
    if not tale.scenario:
        return "nothing"
    fought = tale.last("fought")
    if fought is None:
        return "open"
    level = str(fought.get("level"))
    return level if fought.get("winner") and level in ("major", "minor") else "draw"
