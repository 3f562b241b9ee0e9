"""Armies of a war that is being prepared: chosen, copied, pasted or typed. Each side sees its own only."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.text import slugify
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST
from msgspec.structs import replace

from campaigns.models import Side
from campaigns.models.codec import army_of
from campaigns.rules.armies import Army, army_points, check_army
from campaigns.rules.armycsv import from_csv, to_csv
from campaigns.rules.armylists import entry_of, list_of, sample_lists
from campaigns.rules.armywords import KEPT_COLUMNS, column_in
from campaigns.selectors import rosters, wars
from campaigns.services import founding
from clubs import clock
from clubs.errors import NotSeen
from frontend.forms.armies import (
    ARMS,
    GRADES,
    MOST_CHARACTERS,
    MOST_UNITS,
    RANKS,
    STATUSES,
    HandForm,
    TableForm,
    army_problem_text,
    as_text,
    named_problems,
)
from frontend.views.clubs import SignedIn
from frontend.views.founding import page, preparing
from frontend.views.wars import Here

UNDER_WAY = "under_way"
SHOWN_PROBLEMS = 25


def _own(spot: Here, side: str) -> Side:
    """The side, for whoever may see and write down its army. For everybody else there is nothing here."""
    found = spot.side(side)
    spot.seen_if(spot.place.may_write_army(side))
    return found


@preparing(managers=False)
@require_GET
def index(request: SignedIn, spot: Here) -> HttpResponse:
    """Whose army is in; what it is, only its own side sees."""
    held = wars.held(spot.sides)
    rows = []
    for number, side in enumerate(spot.sides, start=1):
        army, own = army_of(side), spot.place.may_write_army(side.key)
        rows.append(
            {
                "key": side.key,
                "number": number,
                "name": spot.book.side(side.key),
                "holder": held.get(side.key),
                "there": bool(army),
                "own": own,
                "points": army_points(army) if own and army else None,
            }
        )
    return page(request, spot, "war_setup_armies", sides=rows, most=spot.rules.pack.army_points)


@preparing(managers=False)
@require_GET
def army(request: SignedIn, spot: Here, side: str) -> HttpResponse:
    """The army as it is written down, and the ways to another."""
    row = _own(spot, side)
    there = army_of(row)
    chosen = sample_lists(spot.rules.pack.key, side)
    context = _context(
        spot,
        row,
        there,
        going=under_way(request, spot, there),
        lists=[
            {
                "key": one.key,
                "name": spot.book.label(one.name),
                "summary": spot.book.label(one.summary),
                "army": one.army,
            }
            for one in chosen
        ],
        earlier=rosters.earlier_wars(spot.war),
        list_name=_list_name(spot, there),
        by_hand=len(there.units) <= MOST_UNITS and len(there.characters) <= MOST_CHARACTERS,
    )
    return render(request, "frontend/armies/army.html", context)


def _list_name(spot: Here, there: Army) -> str:
    chosen = list_of(spot.rules.pack.key, there.list_key) if there.list_key else None
    return spot.book.label(chosen.name) if chosen else ""


def _context(spot: Here, row: Side, there: Army, *, going: bool, **more: Any) -> dict[str, Any]:
    """``going``: the war was begun on paper, so the army may carry what befell it."""
    return spot.context(
        side={"key": row.key, "number": spot.numbers[row.key], "name": spot.book.side(row.key)},
        there=shown(there, spot) if there else None,
        under_way=going,
        query=f"?{UNDER_WAY}=1" if going else "",
        most=spot.rules.pack.army_points,
        columns={name: column_in(name, get_language() or "") for name in KEPT_COLUMNS},
        example=_example(spot, row.key),
        **more,
    )


def _example(spot: Here, side: str) -> Army:
    """A unit and a character as the first list of the side has them."""
    army = next((one.army for one in sample_lists(spot.rules.pack.key, side)), Army())
    return Army(units=army.units[:1], characters=army.characters[:1])


def under_way(request: SignedIn, spot: Here, there: Army) -> bool:
    """Whether the army is one of a war begun on paper: the address says so, or it could not be a new one."""
    if UNDER_WAY in request.GET:
        return True
    pack = spot.rules.pack
    return bool(there and check_army(pack, there) and not check_army(pack, there, under_way=True))


def shown(there: Army, spot: Here) -> dict[str, Any]:
    """An army as a page shows it."""
    return {
        "units": [
            {"unit": unit, "arm": ARMS.get(unit.arm, unit.arm), "grade": GRADES.get(unit.grade, unit.grade)}
            for unit in there.units
        ],
        "characters": [
            {"one": one, "rank": RANKS.get(one.rank, one.rank), "status": STATUSES.get(one.status, one.status)}
            for one in there.characters
        ],
        "points": army_points(there),
        "figures": sum(unit.figures for unit in there.units),
        "natives": sum(unit.value for unit in there.units if unit.native),
        "past": any(one.status != "ready" or one.wounds or one.deeds or one.skills for one in there.characters),
        "worth": any(unit.break_points is not None for unit in there.units),
    }


def _save(request: SignedIn, spot: Here, side: str, made: Army, *, going: bool) -> HttpResponse:
    """Write the army down. A refusal here is one that the preview has shown already, or somebody was first."""
    made = replace(made, list_key=_still_of_list(spot, side, made))
    founding.set_army(spot.war, side=side, army=made, by=spot.member, now=clock.now(), under_way=going)
    messages.success(request, _("The army of %(side)s is written down.") % {"side": spot.book.side(side)})
    address = reverse("war_army", args=[spot.war.public_id, side])
    return redirect(f"{address}?{UNDER_WAY}=1" if going else address)


def _still_of_list(spot: Here, side: str, made: Army) -> str:
    """The list an army is of: the one it was taken from, as long as it knows every unit of it."""
    before = next(army_of(row) for row in spot.sides if row.key == side)
    key = made.list_key or before.list_key
    chosen = list_of(spot.rules.pack.key, key) if key else None
    known = chosen is not None and all(entry_of(chosen, unit) is not None for unit in made.units)
    return key if known else ""


@preparing(managers=False)
@require_POST
def take(request: SignedIn, spot: Here, side: str) -> HttpResponse:
    """A sample list's ready army, or the one that this side began an earlier war with."""
    _own(spot, side)
    if key := request.POST.get("list"):
        chosen = list_of(spot.rules.pack.key, key)
        if chosen is None or chosen.side != side:
            raise NotSeen
        return _save(request, spot, side, chosen.army, going=False)
    earlier = next((w for w in rosters.earlier_wars(spot.war) if w.public_id == request.POST.get("war")), None)
    if earlier is None:
        raise NotSeen
    return _save(request, spot, side, rosters.first_army(earlier, side), going=False)


@preparing(managers=False)
@require_http_methods(["GET", "POST"])
def table(request: SignedIn, spot: Here, side: str) -> HttpResponse:
    """A table pasted or uploaded: shown with its points and everything wrong with it; saved only on a second word."""
    row = _own(spot, side)
    there = army_of(row)
    going = under_way(request, spot, there)
    if request.method != "POST":
        text = to_csv(there, delimiter=separator()) if "edit" in request.GET else ""
        context = _context(spot, row, Army(), going=going, form=TableForm(initial={"text": text}))
        return render(request, "frontend/armies/table.html", context)
    form = TableForm(request.POST, request.FILES)
    if not form.is_valid():
        context = _context(spot, row, Army(), going=going, form=form)
        return render(request, "frontend/armies/table.html", context, status=422)
    source = form.source
    read, problems = _read(spot, source, going=going)
    if not problems and "save" in request.POST:
        return _save(request, spot, side, read, going=going)
    context = _context(
        spot,
        row,
        read,
        going=going,
        form=TableForm(initial={"text": as_text(source)}),
        problems=problems[:SHOWN_PROBLEMS],
        more=max(len(problems) - SHOWN_PROBLEMS, 0),
        sound=not problems,
    )
    return render(request, "frontend/armies/table.html", context, status=422 if problems else 200)


def _read(spot: Here, source: str | bytes, *, going: bool) -> tuple[Army, list[str]]:
    """The army of a table, and everything wrong: line by line first, and only then the army as a whole."""
    result = from_csv(source, under_way=going)
    if result.problems:
        return result.army, [army_problem_text(problem) for problem in result.problems]
    return result.army, named_problems(check_army(spot.rules.pack, result.army, under_way=going), result.army)


@preparing(managers=False)
@require_http_methods(["GET", "POST"])
def hand(request: SignedIn, spot: Here, side: str) -> HttpResponse:
    """Row by row. A button asks for more rows and saves nothing."""
    row = _own(spot, side)
    there = army_of(row)
    going = under_way(request, spot, there)
    form = HandForm(request.POST if request.method == "POST" else None, army=there, under_way=going)
    if request.method == "POST" and "save" in request.POST and form.is_valid():
        made = form.army()
        wrong = check_army(spot.rules.pack, made, under_way=going)
        if not wrong:
            return _save(request, spot, side, made, going=going)
        form.refuse(wrong)
    context = _context(spot, row, there, going=going, form=form, saving="save" in request.POST)
    status = 422 if "save" in request.POST else 200
    return render(request, "frontend/armies/hand.html", context, status=status)


@preparing(managers=False)
@require_GET
def download(request: SignedIn, spot: Here, side: str) -> HttpResponse:
    there = army_of(_own(spot, side))
    return csv_response(there, f"{spot.war.name} {spot.book.side(side)}")


def separator() -> str:
    """What a spreadsheet in the reader's language expects: where the comma is the decimal sign, a semicolon."""
    return "," if (get_language() or "en").startswith("en") else ";"


def csv_response(there: Army, name: str) -> HttpResponse:
    """A table to take away. The mark in front tells spreadsheets that it is UTF-8."""
    response = HttpResponse("\ufeff" + to_csv(there, delimiter=separator()), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{slugify(name) or "army"}.csv"'
    return response
