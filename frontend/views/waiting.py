"""Who waits for whom: for one war, and for a club. Only what everybody in the club may know."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from campaigns.narration import Book
from campaigns.selectors import waits, wars
from campaigns.selectors.waits import Wait
from clubs import clock, permissions, selectors
from frontend.views.clubs import SignedIn
from frontend.views.warlist import asked, form_url, plain_book
from frontend.views.wars import here
from rulesets.contract import UMPIRE


def rows(found: list[Wait]) -> list[dict[str, Any]]:
    """Waits in words."""
    books: dict[int, Book] = {}
    return [_row(wait, books.setdefault(wait.war.pk, plain_book(wait.war))) for wait in found]


def _row(wait: Wait, book: Book) -> dict[str, Any]:
    numbers = {key: number for number, key in enumerate(book.pack.side_keys, start=1)}
    if wait.holder is not None:
        who = str(wait.holder)
    else:
        who = _("any umpire of the club who does not play") if wait.seat == UMPIRE else _("vacant")
    return {
        "wait": wait,
        "seat": capfirst(book.side(wait.seat)),
        "number": numbers.get(wait.seat, 0),
        "who": who,
        "what": asked(wait.prompt),
        "waiting": [book.side(side) for side in wait.waiting],
        "url": form_url(wait.war),
    }


@login_required
@require_GET
def war_page(request: SignedIn, public_id: str) -> HttpResponse:
    spot = here(request, public_id)
    year, _closed = wars.last_years(spot.war) if spot.state is not None else (None, None)
    found = waits.of_war(wars.listed_one(spot.war, spot.sides, year), now=clock.now()) if year is not None else []
    return render(request, "frontend/waiting/war.html", spot.context(rows=rows(found), year=year))


@login_required
@require_GET
def club_page(request: SignedIn, slug: str) -> HttpResponse:
    """For who runs the club all its wars; for every other member those he has a part in."""
    member = selectors.place_in(request.user, slug)
    found = waits.of_club(member, now=clock.now())
    context = {"club": member.club, "rows": rows(found), "manages": permissions.manages(member)}
    return render(request, "frontend/waiting/club.html", context)
