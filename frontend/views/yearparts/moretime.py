"""More time by agreement: the request that stands, with its answers; or the form to ask."""

from typing import Any

from campaigns.models import Extension
from campaigns.selectors import clocks, wars
from campaigns.services import extensions
from clubs.clock import in_zone
from frontend.forms.wars import MoreTimeForm
from frontend.views.desks import Bound, Desk, Part

MORE_TIME = "more_time"


def part(desk: Desk, bound: Bound) -> Part | None:
    """What the reader sees of it; None where there is nothing to ask and nothing asked. One query."""
    if not _open(desk):
        return None
    request = clocks.request_of(desk.year)
    if request is not None:
        return _request_part(desk, request)
    side = desk.place.side
    left = extensions.left(desk.war, desk.year)
    others = set(wars.held(desk.sides).teams()) - {side}
    if side is None or not left or not others:
        return None
    assert desk.year.deadline_at is not None  # _open
    return {
        "template": "frontend/years/_more_time_form.html",
        "waits": False,
        "form": bound.get(MORE_TIME) or form_for(desk),
        "open": MORE_TIME in bound,
        "latest": desk.year.deadline_at + left,
    }


def _open(desk: Desk) -> bool:
    year = desk.year
    return desk.live and year.paused_at is None and year.deadline_at is not None and year.deadline_at > desk.now


def form_for(desk: Desk, data: Any = None) -> MoreTimeForm:
    """The form, with the deadline that stands."""
    zone = desk.war.club.time_zone
    start = {"until": in_zone(desk.year.deadline_at, zone)} if desk.year.deadline_at else {}
    return MoreTimeForm(data, zone=zone, initial=start, auto_id="more-time-%s")


def _request_part(desk: Desk, request: Extension) -> Part:
    held = wars.held(desk.sides)
    open_to = [side for side in held.teams() if side != request.side and side not in request.agreed]
    mine = [side for side in open_to if side == desk.place.side]
    slips = [side for side in open_to if side in desk.paper_sides and side in held and held[side].on_paper]
    return {
        "template": "frontend/years/_more_time.html",
        "waits": bool(mine),
        "request": request,
        "asker": desk.name(request.side),
        "number": desk.numbers[request.side],
        "agreed": [desk.name(side) for side in request.agreed],
        "waits_for": [desk.name(side) for side in open_to],
        "answers": [{"name": desk.name(side), "side": ""} for side in mine]
        + [{"name": desk.name(side), "side": side} for side in slips],
        "mine": desk.place.side == request.side,
    }
