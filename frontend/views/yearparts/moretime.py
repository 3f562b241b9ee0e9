"""More time by agreement: the request that stands, with its answers; or the form to ask."""

from typing import Any

from campaigns.models import Extension
from campaigns.places import Actor
from campaigns.selectors import clocks, wars
from campaigns.selectors.wars import MORE_TIME
from campaigns.services import extensions
from clubs.clock import in_zone
from frontend.forms.wars import MoreTimeForm
from frontend.views.desks import Bound, Desk, Part, form_name


def part(desk: Desk, bound: Bound) -> Part | None:
    """What the reader sees of it; None where there is nothing to ask and nothing asked. One query."""
    if not _open(desk):
        return None
    request = clocks.request_of(desk.year)
    if request is not None:
        return _request_part(desk, request)
    side = desk.place.side
    if side is None or not _may_ask(desk, side):
        return None
    return _form_part(desk, Actor(side=side, paper=False), bound)


def slips(desk: Desk, bound: Bound) -> list[Part]:
    """The same form for each side whose commander has no account: an officer types in what he hands over. A query if there is one."""
    on_paper = [side for side in desk.paper_sides if _on_paper(desk, side)]
    if not on_paper or not _open(desk) or clocks.request_of(desk.year) is not None:
        return []
    return [_form_part(desk, Actor(side=side, paper=True), bound) for side in on_paper if _may_ask(desk, side)]


def _on_paper(desk: Desk, side: str) -> bool:
    held = wars.held(desk.sides)
    return side in held and held[side].on_paper


def _may_ask(desk: Desk, side: str) -> bool:
    """Whether there is time left to be given, and somebody who could give it."""
    others = set(wars.held(desk.sides).teams()) - {side}
    return bool(extensions.left(desk.war, desk.year) and others)


def _form_part(desk: Desk, actor: Actor, bound: Bound) -> Part:
    assert desk.year.deadline_at is not None  # _open
    name = form_name(actor, MORE_TIME)
    return {
        "template": "frontend/years/_more_time_form.html",
        "waits": False,
        "form": bound.get(name) or form_for(desk, actor),
        "open": name in bound,
        "latest": desk.year.deadline_at + extensions.left(desk.war, desk.year),
        "for": actor.side if actor.paper else "",
        "name": desk.name(actor.side),
        "number": desk.numbers[actor.side],
    }


def _open(desk: Desk) -> bool:
    year = desk.year
    return desk.live and year.paused_at is None and year.deadline_at is not None and year.deadline_at > desk.now


def form_for(desk: Desk, actor: Actor, data: Any = None) -> MoreTimeForm:
    """The form, with the deadline that stands."""
    zone = desk.war.club.time_zone
    start = {"until": in_zone(desk.year.deadline_at, zone)} if desk.year.deadline_at else {}
    return MoreTimeForm(data, zone=zone, initial=start, auto_id=f"more-time-{actor.side}-%s")


def _request_part(desk: Desk, request: Extension) -> Part:
    held = wars.held(desk.sides)
    open_to = [side for side in held.teams() if side != request.side and side not in request.agreed]
    mine = [side for side in open_to if side == desk.place.side]
    slips = [side for side in open_to if side in desk.paper_sides and _on_paper(desk, side)]
    asks_on_paper = request.side in desk.paper_sides and _on_paper(desk, request.side)
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
        "mine": desk.place.side == request.side or asks_on_paper,
        "mine_for": request.side if asks_on_paper else "",
    }
