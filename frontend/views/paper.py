"""Sheets for the table: blank slips and rosters to print. The browser makes the PDF; a code on each opens its page.

A slip holds nothing that is sealed: it is made from what every member may read. Only the muster sheet shows what one seat has
handed in, and it is for that seat alone.
"""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_GET

from campaigns.selectors import rosters, wars
from clubs.errors import NotSeen
from frontend.views.clubs import SignedIn
from frontend.views.desks import Desk, desk_for
from frontend.views.rosters import roster_words
from frontend.views.wars import Here, here
from frontend.views.yearparts import musters
from frontend.views.yearparts.frame import frame

BLANK_UNITS, BLANK_CHARACTERS = 12, 6
"""Rows to fill in by hand, where the armies are not known yet."""


def _year_sheet(desk: Desk, **more: Any) -> dict[str, Any]:
    return desk.context(year=desk.year, frame=frame(desk), opens=reverse("year", args=[desk.war.public_id]), **more)


@login_required
@require_GET
def orders(request: SignedIn, public_id: str, number: int) -> HttpResponse:
    """A blank order slip for each side: fill it in, fold it, hand it to whoever types it in."""
    desk = desk_for(request, public_id, number)
    held = wars.held(desk.sides)
    slips = [
        {"number": desk.numbers[side.key], "name": desk.name(side.key), "holder": held.get(side.key)}
        for side in desk.sides
    ]
    actions = [desk.book.action(key) for key in desk.rules.pack.actions]
    return render(request, "frontend/paper/orders.html", _year_sheet(desk, slips=slips, actions=actions))


@login_required
@require_GET
def muster(request: SignedIn, public_id: str, number: int) -> HttpResponse:
    """The muster of the viewer's own seat, with what he has ticked so far. For everybody else there is nothing here."""
    desk = desk_for(request, public_id, number)
    part = musters.muster_part(desk, {})
    if part is None:
        raise NotSeen
    side = part["side"]
    known = {"name": desk.name(side), "holder": wars.held(desk.sides).get(side)}
    return render(request, "frontend/paper/muster.html", _year_sheet(desk, part=part, known=known))


@login_required
@require_GET
def report(request: SignedIn, public_id: str, number: int) -> HttpResponse:
    """The report of the year's battle to fill in at the table: with both armies once they marched, else with blank rows."""
    desk = desk_for(request, public_id, number)
    context = _year_sheet(
        desk,
        sides=[_force(desk, side) for side in desk.rules.pack.side_keys],
        village=desk.known.village,
        turns=desk.rules.pack.victory_rules.turns,
    )
    return render(request, "frontend/paper/report.html", context)


def _force(desk: Desk, side: str) -> dict[str, Any]:
    """A side's rows: its units with figures and break points, and its characters."""
    force = desk.table.forces.get(side) if desk.table else None
    units = [force.units[key] for key in force.unit_keys] if force else [None] * BLANK_UNITS
    people = [force.characters[key] for key in force.character_keys] if force else [None] * BLANK_CHARACTERS
    return {"number": desk.numbers[side], "name": desk.name(side), "units": units, "characters": people}


@login_required
@require_GET
def roster(request: SignedIn, public_id: str, side: str) -> HttpResponse:
    """A side's roster as it stands, with room for notes. Public to the club, as the page of rosters is."""
    spot = here(request, public_id)
    if spot.state is None:
        raise NotSeen
    found = next((one for one in rosters.rosters_of(spot.war, spot.sides) if one.side.key == side), None)
    if found is None:
        raise NotSeen
    return render(request, "frontend/paper/roster.html", _roster_sheet(spot, roster_words(spot, found), side))


def _roster_sheet(spot: Here, words: dict[str, Any], side: str) -> dict[str, Any]:
    assert spot.state is not None
    opens = reverse("war_rosters", args=[spot.war.public_id])
    return spot.context(roster=words, holder=wars.held(spot.sides).get(side), year=spot.state.year, opens=opens)
