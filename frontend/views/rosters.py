"""Rosters of a war that has begun, and what befell each unit and character. All of it is public to the club."""

from collections.abc import Sequence
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from campaigns.models import Character, Unit
from campaigns.narration import sentence
from campaigns.rules.armies import Army
from campaigns.selectors import rosters
from campaigns.selectors.rosters import Chapter, Roster
from clubs.errors import NotSeen
from frontend.forms.armies import ARMS, GRADES, RANKS, STATUSES
from frontend.views.armies import csv_response
from frontend.views.clubs import SignedIn
from frontend.views.scores import line_url, told
from frontend.views.warlist import why_url
from frontend.views.wars import Here, here


@login_required
@require_GET
def index(request: SignedIn, public_id: str) -> HttpResponse:
    """Both rosters. Before the war begins each side sees its own only, elsewhere."""
    spot = here(request, public_id)
    if spot.state is None:
        return redirect("war_setup_armies", public_id)
    rows = [asked(spot, roster_words(spot, one)) for one in rosters.rosters_of(spot.war, spot.sides)]
    return render(request, "frontend/rosters/index.html", spot.context(rosters=rows))


def asked(spot: Here, roster: dict[str, Any]) -> dict[str, Any]:
    """A roster of which every row, and the sum of its troops, can be asked why."""
    for row in roster["units"]:
        row["why"] = why_url(spot.war, "unit", row["unit"].public_id)
    for row in roster["characters"]:
        row["why"] = why_url(spot.war, "character", row["one"].public_id)
    return {**roster, "why": why_url(spot.war, "troops", roster["key"])}


def why_available(roster: Roster) -> list[str]:
    """What the points of a side's troops are made of (Hispania 5)."""
    ready = [one.points for one in roster.characters if one.status == "ready"]
    units = [unit.value for unit in roster.units if unit.figures]
    return [
        _("Units that still have figures: %(points)s points.") % {"points": sum(units)},
        _("Characters alive and free: %(points)s points.") % {"points": sum(ready)},
    ]


def roster_words(spot: Here, roster: Roster) -> dict[str, Any]:
    """A roster as pages and sheets show it."""
    return {
        "key": roster.side.key,
        "number": roster.number,
        "name": spot.book.side(roster.side.key),
        "available": roster.side.available,
        "figures": roster.figures,
        "units": [{"unit": unit, **unit_words(unit)} for unit in roster.units],
        "characters": [{"one": one, **character_words(one)} for one in roster.characters],
    }


def unit_words(unit: Unit) -> dict[str, Any]:
    """``change``: figures more or fewer than it came with."""
    return {
        "arm": ARMS.get(unit.arm, unit.arm),
        "grade": GRADES.get(unit.grade, unit.grade),
        "change": unit.figures - unit.first_figures,
        "gone": not unit.figures,
    }


def why_unit(unit: Unit) -> list[str]:
    """What the figures of a unit are worth, and the sum that makes it so."""
    words = {"figures": unit.figures, "first": unit.first_figures, "each": unit.points, "command": unit.command}
    came = _("It came with %(first)s figures; now it has %(figures)s.") % words
    if not unit.figures:
        return [came, _("A unit without figures is worth nothing.")]
    if unit.command:
        text = _("%(figures)s figures at %(each)s points, and %(command)s points of command: %(value)s.")
    else:
        text = _("%(figures)s figures at %(each)s points: %(value)s.")
    return [came, text % {**words, "value": unit.value}]


STATUS_TONES = {"ready": "good", "dead": "bad", "captured": "warn", "recalled": "warn", "replaced": ""}


def character_words(one: Character) -> dict[str, Any]:
    return {
        "rank": RANKS.get(one.rank, one.rank),
        "status": STATUSES.get(one.status, one.status),
        "tone": STATUS_TONES.get(one.status, ""),
    }


@login_required
@require_GET
def unit(request: SignedIn, public_id: str, unit_id: str) -> HttpResponse:
    """A unit and its history."""
    spot = here(request, public_id)
    row = rosters.unit_in(spot.war, unit_id)
    context = spot.context(
        unit=row,
        side=_side(spot, row),
        first=why_unit(row),
        chapters=chapters(spot, rosters.history_of(spot.war, row)),
        **unit_words(row),
    )
    return render(request, "frontend/rosters/unit.html", context)


@login_required
@require_GET
def character(request: SignedIn, public_id: str, character_id: str) -> HttpResponse:
    """A character, what he carries, and his history."""
    spot = here(request, public_id)
    row = rosters.character_in(spot.war, character_id)
    context = spot.context(
        one=row,
        side=_side(spot, row),
        chapters=chapters(spot, rosters.history_of(spot.war, row)),
        carries=carries(spot, row),
        **character_words(row),
    )
    return render(request, "frontend/rosters/character.html", context)


def _side(spot: Here, row: Unit | Character) -> dict[str, Any]:
    key = row.side.key
    return {"key": key, "number": spot.numbers[key], "name": spot.book.side(key)}


def carries(spot: Here, one: Character) -> dict[str, list[str]]:
    """Lasting wounds, abilities and skills in the words of the war's own rules (Hispania 7)."""
    pack, label = spot.rules.pack, spot.book.label
    wounds = [pack.wound_by_total[total].text for total in one.wounds if total in pack.wound_by_total]
    skills = [pack.skill_by_face[face] for face in one.skills if face in pack.skill_by_face]
    return {
        "wounds": [label(text) for text in wounds],
        "abilities": [label(row.text) for row in pack.deeds if row.from_ <= one.deeds],
        "skills": [
            _("%(name)s: %(text)s") % {"name": label(skill.name), "text": label(skill.text)} for skill in skills
        ],
        "traits": list(one.traits),
    }


def chapters(spot: Here, life: Sequence[Chapter]) -> list[dict[str, Any]]:
    """A life, year by year, as sentences, each of which can be asked why."""
    return [{"year": chapter.year, "lines": [*_marched(spot, chapter), *_sentences(spot, chapter)]} for chapter in life]


def _sentences(spot: Here, chapter: Chapter) -> list[dict[str, Any]]:
    return [{"text": sentence(line.happening, spot.book), "why": line_url(spot.war, line)} for line in chapter.lines]


def chapters_told(spot: Here, chapters: Sequence[Chapter]) -> list[dict[str, Any]]:
    """What befell somebody, each line with its year and the whole answer to "why?"."""
    return [
        {**one, "year": chapter.year}
        for chapter in chapters
        for one in told(spot, chapter.lines, [*chapter.around, *(line.happening for line in chapter.lines)])
    ]


def _marched(spot: Here, chapter: Chapter) -> list[dict[str, Any]]:
    """That it took part in the year's battle, and how that ended."""
    return [{"text": text} for text in _battle(spot, chapter)] if chapter.marched else []


def _battle(spot: Here, chapter: Chapter) -> list[str]:
    words = {"scenario": spot.book.scenario(chapter.scenario)}
    if not chapter.fought:
        return [_("Marched out: %(scenario)s.") % words]
    if chapter.winner is None:
        return [_("Fought: %(scenario)s. The battle was drawn.") % words]
    words["side"] = spot.book.side(chapter.winner)
    if chapter.level == "major":
        return [_("Fought: %(scenario)s. A major victory for %(side)s.") % words]
    return [_("Fought: %(scenario)s. A minor victory for %(side)s.") % words]


@login_required
@require_GET
def download(request: SignedIn, public_id: str, side: str) -> HttpResponse:
    """A roster as it stands, as a table."""
    spot = here(request, public_id)
    if spot.state is None or side not in spot.state.units:
        raise NotSeen
    units, people = spot.state.units[side], spot.state.characters[side]
    there = Army(units=tuple(units.values()), characters=tuple(people.values()))
    return csv_response(there, f"{spot.war.name} {spot.book.side(side)}")
