"""What was corrected in a war, and how it went before: former courses stay readable at addresses of their own."""

from collections.abc import Sequence
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET

from campaigns import narration
from campaigns.models import LedgerEntry
from campaigns.models.codec import happening_of
from campaigns.narration import Book
from campaigns.narration.changed import change_name, values, weight
from campaigns.narration.decided import decision_name
from campaigns.narration.words import score_text
from campaigns.rules.differences import Change, differences
from campaigns.selectors import books, courses
from campaigns.selectors.courses import Back
from campaigns.selectors.wars import Score
from campaigns.services import correcting
from clubs.errors import NotSeen
from frontend.views.books import zoned
from frontend.views.clubs import SignedIn
from frontend.views.scores import why_then
from frontend.views.wars import Here, chapter
from rulesets.contract import UMPIRE, Happening

KINDS: dict[str, str | Promise] = {
    "corrected": gettext_lazy("A decision of year %(year)s was corrected"),
    "voided": gettext_lazy("Year %(year)s was called off"),
    "rolled_back": gettext_lazy("The war was taken back to the start of year %(year)s"),
    "reopened": gettext_lazy("The battle of year %(year)s was opened again"),
}


def title_of(back: Back) -> str:
    return str(KINDS[back.kind]) % {"year": back.year}


def what_of(back: Back, book: Book) -> str:
    """What was corrected; "" where a whole year was taken back."""
    if back.kind != "corrected":
        return ""
    side = book.side(back.data.get("side") or UMPIRE)
    return decision_name(str(back.data["prompt"]), side)


@login_required
@require_GET
def history(request: SignedIn, public_id: str) -> HttpResponse:
    """Every correction of a war, the latest first; and what is proposed."""
    spot = Here.begun(request.user, public_id)
    proposed = correcting.open_proposal(spot.war)
    context = spot.context(
        rows=[
            {"back": back, "title": title_of(back), "what": what_of(back, spot.book)}
            for back in courses.backs(spot.war)
        ],
        proposed=proposed,
        proposer=spot.book.side(proposed.side) if proposed else "",
        years=books.opened_years(spot.war) if correcting.may_correct(spot.war, spot.place) else [],
        umpires=spot.place.umpires,
    )
    return render(request, "frontend/corrections/history.html", context)


@login_required
@require_GET
def correction(request: SignedIn, public_id: str, back: int) -> HttpResponse:
    """One step back: who, why, which figures changed; and the years as they were before."""
    spot = Here.begun(request.user, public_id)
    step = courses.step_back(spot.war, back)
    decisions = courses.all_decisions(spot.war)
    before = courses.figures(spot.war, courses.course_until(decisions, back - 1))
    after = courses.figures(spot.war, courses.course_until(decisions, int(step.data.get("last", back))))
    changed = differences(before, after) if step.kind == "corrected" else []
    context = spot.context(
        step=step,
        title=title_of(step),
        what=what_of(step, spot.book),
        score=score_words(step, spot.book),
        changes=change_rows(changed, spot.book),
        former=[number for number in before if number >= step.year],
    )
    return render(request, "frontend/corrections/correction.html", context)


def score_words(step: Back, book: Book) -> tuple[str, str]:
    """The score before and after; empty where the book does not say it."""
    pairs = step.data.get("score") or {}
    old = {side: pair[0] for side, pair in pairs.items()}
    new = {side: pair[1] for side, pair in pairs.items()}
    return score_text(old, book), score_text(new, book)


def change_rows(changes: list[Change], book: Book) -> list[dict[str, Any]]:
    """Changes in words, year by year, what matters most first."""
    years: dict[int, list[Change]] = {}
    for change in changes:
        if change.about == ("flags",):
            continue  # what carries over is told by what it brings about in the next year
        years.setdefault(change.year, []).append(change)
    return [
        {"year": year, "rows": [_row(change, book) for change in sorted(rows, key=weight)]}
        for year, rows in sorted(years.items())
    ]


def _row(change: Change, book: Book) -> dict[str, str]:
    old, new = values(change, book)
    return {"what": change_name(change, book), "old": old, "new": new}


@login_required
@require_GET
def former_year(request: SignedIn, public_id: str, back: int, number: int) -> HttpResponse:
    """A year as it was before a step back. It counts no longer, and the page says so."""
    spot = Here.begun(request.user, public_id)
    step = courses.step_back(spot.war, back)
    course = courses.course_until(courses.all_decisions(spot.war), back - 1)
    figures = courses.figures(spot.war, course)
    if number not in figures:
        raise NotSeen
    entries = courses.former_entries(spot.war, back, course, [number])
    told = [happening_of(entry) for entry in entries]
    years = sorted(figures)
    place = years.index(number)
    context = spot.context(
        step=step,
        title=title_of(step),
        number=number,
        chapter=chapter(spot, number, told),
        score=_score(spot, figures[number], entries),
        lines=_lines(spot, entries, told),
        previous=years[place - 1] if place else None,
        next=years[place + 1] if place + 1 < len(years) else None,
        crumb=_("Correction"),
    )
    return render(request, "frontend/corrections/former_year.html", context)


def _lines(spot: Here, entries: Sequence[LedgerEntry], told: Sequence[Happening]) -> list[dict[str, Any]]:
    """What the book said. Who and when is said once for lines that came about together."""
    rows: list[dict[str, Any]] = []
    stamp: tuple[Any, ...] = ()
    for entry, one in zip(entries, told, strict=True):
        before, stamp = stamp, (entry.at.replace(second=0, microsecond=0), entry.actor)
        number = spot.numbers.get(str(one.data.get("side")), 0)
        rows.append({"entry": entry, "text": _told(spot, one), "number": number, "stamped": stamp != before})
    return rows


def _told(spot: Here, happening: Any) -> str:
    return narration.sentence(zoned(happening, spot), spot.book)


def _score(spot: Here, summary: dict[str, Any], entries: Sequence[LedgerEntry]) -> list[dict[str, Any]]:
    """The score as it was, each number with its reasons. One query."""
    end = Score(year=summary["number"], points=summary["vp"], available=summary["available"])
    lines = books.lines(entries, rolls=books.rolls_at(spot.war, entries), corrections=(), stages={})
    return [
        {
            "number": spot.numbers[side],
            "name": spot.book.side(side),
            "points": summary["vp"][side]["total"],
            "earned": summary["vp"][side]["earned"],
            "standing": summary["vp"][side]["standing"],
            "available": summary["available"][side],
            "answer": why_then(spot, side, end, lines),
        }
        for side in spot.rules.pack.side_keys
    ]
