"""Why a side has the victory points it has: now, and at the end of each year (Hispania 5)."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from campaigns.models import Campaign
from campaigns.narration import sentence, why
from campaigns.narration.reasons import answers
from campaigns.places import Spot
from campaigns.rules.work import awards_of_troops
from campaigns.selectors import books
from campaigns.selectors.books import Line
from campaigns.selectors.wars import Holding, Score
from frontend.templatetags.words import minus, signed
from frontend.views.warlist import why_url, year_url
from rulesets.contract import Happening

YEARS_A_PAGE = 20
YEARS_TOLD = 10
"""So many years stand one by one behind the score of today; those before them as one sum."""
KINDS = ("order", "scenario", "fought", "event", "vp", "standing", "standing_transferred")
"""What points come of, and what helps to say why."""
TOLD = frozenset(("vp", "standing_transferred"))


def line_url(war: Campaign, line: Line) -> str:
    """Where a line of the book answers "why?"; empty where there is nothing to say."""
    return why_url(war, "line", line.seq) if line.receipt or answers(line.happening) else ""


def told(spot: Spot, lines: Sequence[Line], year: Sequence[Happening]) -> list[dict[str, Any]]:
    """Lines of the book as sentences, each with its "why?". ``year``: whatever else happened in theirs."""
    return [
        {
            "text": sentence(line.happening, spot.book),
            "why": why(line.happening, spot.book, {roll.address: roll for roll in line.rolls}, year),
        }
        for line in lines
    ]


# --- Now ------------------------------------------------------------------------------------------------


def why_score(spot: Spot, one: Holding, holdings: Sequence[Holding], closed: Sequence[Score]) -> list[str]:
    """Behind the score of today: what is earned, year by year, and which award holds now because of the rosters.

    ``closed``: the last years, one more than are told.
    """
    words = {"side": spot.book.side(one.key), "points": minus(one.earned)}
    lines = [_("%(side)s has earned %(points)s in battles, by events and in ransoms.") % words]
    years = _earned_by_year(one, closed)
    if years:
        lines.append(_("Of these: %(years)s.") % {"years": "; ".join(years)})
    enemy = next((other for other in holdings if other.key != one.key), None)
    troops = {one.key: one.available, enemy.key: enemy.available} if enemy else {}
    lines += _awards(spot, one.key, troops, one.standing) or [_("No award for the stronger army holds now.")]
    lines.append(
        _("An award for the stronger army is not kept: it goes when the armies change. Together: %(points)s.")
        % {"points": minus(one.total)}
    )
    return lines


def _earned_by_year(one: Holding, closed: Sequence[Score]) -> list[str]:
    """The years that changed what a side has earned, each with how much."""
    found, before = [], 0
    for place, row in enumerate(closed):
        now = row.points[one.key]["earned"]
        if place == 0 and len(closed) > YEARS_TOLD:
            words = {"year": row.year, "points": signed(now)}
            found.append(_("until year %(year)s %(points)s") % words)
        elif now != before:
            found.append(_("year %(year)s %(points)s") % {"year": row.year, "points": signed(now - before)})
        before = now
    if closed and one.earned != before:
        found.append(_("this year %(points)s") % {"points": signed(one.earned - before)})
    return found


def _awards(spot: Spot, side: str, troops: Mapping[str, int], standing: int) -> list[str]:
    """Why the awards for the stronger army come to so much, in words; as ``rules.work.standing`` counts them."""
    mine = troops.get(side, 0)
    held: list[tuple[int, str]] = []
    for key, theirs in troops.items():
        words = {"mine": mine, "theirs": theirs, "enemy": spot.book.side(key)}
        if key == side:
            continue
        for vp, by, least in awards_of_troops(spot.rules.pack, spot.rules.readings, mine, theirs):
            held.append((vp, _stronger(by) % {**words, "vp": signed(vp), "least": least}))
    lines = [text for _vp, text in held]
    rest = standing - sum(vp for vp, _text in held)
    if rest:
        lines.append(_("%(vp)s because its general in chief was killed.") % {"vp": signed(rest)})
    return lines


def _stronger(by: str) -> str:
    """The condition of an award, still without its numbers."""
    if by == "more":
        return _(
            "%(vp)s because its %(mine)s points of troops are at least %(least)s more than the %(theirs)s of %(enemy)s."
        )
    return _("%(vp)s because its %(mine)s points of troops are at least %(least)s times the %(theirs)s of %(enemy)s.")


# --- Year by year ---------------------------------------------------------------------------------------


def year_rows(spot: Spot, years: Sequence[Score]) -> list[dict[str, Any]]:
    """Rows of the table of points. No query."""
    return [
        {
            "number": row.year,
            "url": year_url(spot.war, row.year),
            "why": why_url(spot.war, "points", row.year),
            "sides": [
                {"name": spot.book.side(key), "points": row.points[key]["total"]} for key in spot.rules.pack.side_keys
            ],
        }
        for row in years
    ]


def why_year(spot: Spot, row: Score, sides: Sequence[str]) -> list[dict[str, Any]]:
    """Why these sides had their points at the end of a year. Three queries at most."""
    lines = books.told_of(spot.war, [row.year], KINDS).get(row.year, [])
    return [why_then(spot, key, row, lines) for key in sides]


def why_then(spot: Spot, key: str, row: Score, lines: Sequence[Line]) -> dict[str, Any]:
    """A side's points at the end of a year, and what they were made of. ``lines``: of that year, as the book tells it."""
    points, name = row.points[key], spot.book.side(key)
    counted = [line for line in lines if line.happening.kind in KINDS and not line.struck]
    mine = [line for line in counted if line.happening.kind in TOLD and line.happening.data.get("side") == key]
    began = points["earned"] - sum(line.happening.data["amount"] for line in mine)
    if any(line.happening.data.get("source") == "event" for line in mine):
        mine = [*(line for line in counted if line.happening.kind == "event"), *mine]
    ends = [_("Earned by the end of the year: %(points)s.") % {"points": minus(points["earned"])}]
    awards = _awards(spot, key, row.available, points["standing"])
    ends += awards or [_("No award for the stronger army held then.")]
    return {
        "name": name,
        "points": points["total"],
        "start": _("%(side)s had earned %(points)s when the year began.") % {"side": name, "points": minus(began)},
        "lines": told(spot, mine, [line.happening for line in counted]),
        "ends": [*ends, _("Together: %(points)s.") % {"points": minus(points["total"])}],
    }
