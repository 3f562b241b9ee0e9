"""The answer to "why?" of any figure of a war, put into words when somebody asks for it.

A figure has an address, made by ``warlist.why_url`` and shown by the tag ``why``:

    score/SIDE/             the victory points of a side now
    points/YEAR/            those of both sides at the end of a closed year; points/YEAR/SIDE/: of one of them
    tale/YEAR/KIND/         a paragraph of the chronicle (``narration.story.BEHIND``)
    line/SEQ/               a line of the ledger
    troops/SIDE/            the troops that a side has left
    unit/ID/, character/ID/ a row of a roster
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from campaigns.models import Character, Unit
from campaigns.models.year import YearStage
from campaigns.narration import sentence, why
from campaigns.narration.story import BEHIND
from campaigns.selectors import books, rosters, wars
from clubs.errors import NotSeen
from frontend.views.books import zoned
from frontend.views.clubs import SignedIn
from frontend.views.rosters import chapters_told, why_available, why_unit
from frontend.views.scores import YEARS_TOLD, told, why_score, why_year
from frontend.views.warlist import year_url
from frontend.views.wars import Here

POINTS = "Hispania 5"


@dataclass(frozen=True, kw_only=True)
class Answer:
    """What an answer says, in order.

    ``sides``: each with ``name``, ``points``, ``start``, ``lines`` (``text``, ``why``) and ``ends``, as ``scores.why_then`` makes
    them; they have headings where there are several. ``told``: happenings with ``text``, ``why`` and perhaps ``year``. ``more``: address and words of a
    link. ``back``: address and words of the page on which the figure stands.
    """

    about: str
    back: tuple[str, str]
    lines: list[str] = field(default_factory=list)
    sides: list[dict[str, Any]] = field(default_factory=list)
    told: list[dict[str, Any]] = field(default_factory=list)
    rule: str = ""
    receipt: str = ""
    more: tuple[str, str] | None = None


def answers(make: Callable[..., Answer]) -> Callable[..., HttpResponse]:
    """The view of a kind of figures. ``make``: the answer about one of them; ``NotSeen`` for one that is none of this war.

    A page that opens the answer where the figure stands gets only that; who came by the link, a page of its own. Seen by whoever
    sees the figure: every member of the war's club.
    """

    @login_required
    @require_GET
    @wraps(make)
    def view(request: SignedIn, public_id: str, **figure: Any) -> HttpResponse:
        spot = Here.begun(request.user, public_id)
        part = request.headers.get("HX-Request") == "true"
        template = "frontend/why/_answer.html" if part else "frontend/why/page.html"
        response = render(request, template, spot.context(answer=make(spot, **figure)))
        patch_vary_headers(response, ["HX-Request"])
        return response

    return view


# --- Victory points --------------------------------------------------------------------------------------


@answers
def score(spot: Here, side: str) -> Answer:
    holdings = wars.holdings(spot.sides, spot.state)
    one = next((one for one in holdings if one.key == side), None)
    if one is None:
        raise NotSeen
    closed = wars.scores(spot.war, last=YEARS_TOLD + 1)
    return Answer(
        about=_about_points(spot, side),
        back=(spot.war.get_absolute_url(), spot.war.name),
        lines=why_score(spot, one, holdings, closed),
        rule=POINTS,
    )


@answers
def points(spot: Here, number: int, side: str = "") -> Answer:
    year = wars.year_of(spot.war, number)
    if year.stage != YearStage.CLOSED or not year.summary:
        raise NotSeen
    keys = [spot.side(side).key] if side else spot.rules.pack.side_keys
    asked = _("about the points of year %(year)s") % {"year": year.number}
    return Answer(
        about=_about_points(spot, side) if side else asked,
        back=_year(spot, year.number)
        if side
        else (reverse("war_points", args=[spot.war.public_id]), _("Victory points")),
        sides=why_year(spot, wars.score_at(year), keys),
        rule=POINTS,
    )


def _about_points(spot: Here, side: str) -> str:
    return _("about the points of %(side)s") % {"side": spot.book.side(side)}


# --- The book --------------------------------------------------------------------------------------------


def _year(spot: Here, number: int) -> tuple[str, str]:
    """The page of a year; before the first one there is the ledger only."""
    if not number:
        return reverse("war_book", args=[spot.war.public_id]), _("Ledger")
    return year_url(spot.war, number), _("Year %(year)s") % {"year": number}


@answers
def tale(spot: Here, number: int, kind: str) -> Answer:
    lines = books.told_of(spot.war, [number]).get(number, [])
    behind = [line for line in lines if line.happening.kind in BEHIND.get(kind, ())]
    if not behind:
        raise NotSeen
    back, name = _year(spot, number)
    return Answer(about=name, back=(back, name), told=told(spot, behind, [line.happening for line in lines]))


@answers
def line(spot: Here, seq: int) -> Answer:
    asked, around = books.line_with_its_year(spot.war, seq)
    rolls = {roll.address: roll for one in (*around, asked) for roll in one.rolls}
    reasons = why(asked.happening, spot.book, rolls, [one.happening for one in around])
    return Answer(
        about=sentence(zoned(asked.happening, spot), spot.book),
        back=_year(spot, asked.year),
        told=[{"why": reasons}],
        receipt=asked.receipt,
    )


# --- Rosters ---------------------------------------------------------------------------------------------


@answers
def troops(spot: Here, side: str) -> Answer:
    key = spot.side(side).key
    roster = next(one for one in rosters.rosters_of(spot.war, spot.sides) if one.side.key == key)
    return Answer(
        about=_("about the troops of %(side)s") % {"side": spot.book.side(key)},
        back=(reverse("war_rosters", args=[spot.war.public_id]), _("Rosters")),
        lines=why_available(roster),
        rule=POINTS,
    )


@answers
def unit(spot: Here, unit_id: str) -> Answer:
    row = rosters.unit_in(spot.war, unit_id)
    return _of_roster(spot, row, "war_unit", why_unit(row))


@answers
def character(spot: Here, character_id: str) -> Answer:
    return _of_roster(spot, rosters.character_in(spot.war, character_id), "war_character", [])


def _of_roster(spot: Here, row: Unit | Character, page: str, first: list[str]) -> Answer:
    changes = chapters_told(spot, rosters.changes_of(spot.war, row))
    nothing = [] if changes else [_("Nothing has changed since it came to the army.")]
    return Answer(
        about=row.name,
        back=(reverse("war_rosters", args=[spot.war.public_id]), _("Rosters")),
        lines=[*first, *nothing],
        told=changes,
        more=(reverse(page, args=[spot.war.public_id, row.public_id]), _("The whole history")),
    )
