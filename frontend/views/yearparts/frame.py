"""What stands round the year: its number and deadline, the steps, who is in, the way to its neighbours."""

from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from campaigns.places import SEALED_STAGES
from campaigns.selectors import wars, years
from frontend.views.clockwords import deadline_remark
from frontend.views.desks import Desk
from frontend.views.wars import asked

STEPS = {
    "orders": gettext_lazy("Orders"),
    "scenario": gettext_lazy("Scenario"),
    "muster": gettext_lazy("Muster"),
    "battle": gettext_lazy("Battle"),
    "aftermath": gettext_lazy("Aftermath"),
}
STEP_OF = {"choices": "scenario"}


def frame(desk: Desk) -> dict[str, Any]:
    """The year's head."""
    first = years.first_number(desk.war)
    number = desk.year.number
    return {
        "number": number,
        "title": _("Year %(year)s") % {"year": number},
        "last_year": desk.at.last_year,
        "steps": steps(desk),
        "count": in_count(desk),
        "previous": number - 1 if number > first else None,
        "next": number + 1 if number < desk.at.year and desk.year.stage == "closed" else None,
        "deadline": deadline(desk),
    }


def steps(desk: Desk) -> list[dict[str, Any]]:
    """How far the year has got. A skipped year has no muster and no battle, and says so."""
    now = STEP_OF.get(desk.phase, desk.phase)
    names = [name for name in STEPS if not (desk.known.skipped and name in ("muster", "battle"))]
    here = names.index(now) if now in names else len(names)
    states = ["done" if place < here else "now" if place == here else "later" for place in range(len(names))]
    return [{"label": STEPS[name], "state": state} for name, state in zip(names, states, strict=True)]


def in_count(desk: Desk) -> str:
    """How many sides are ready with what is sealed now, never with what. What is in but not ready does not count yet."""
    if not desk.live or desk.year.stage not in SEALED_STAGES:
        return ""
    done, everybody = len(desk.seats_in), len(desk.sides)
    text = ngettext("%(done)d of %(all)d sides is ready", "%(done)d of %(all)d sides are ready", done)
    return text % {"done": done, "all": everybody}


def waiting(desk: Desk) -> list[dict[str, Any]]:
    """Whom the year waits for, and for what; never with what anybody answered."""
    if not desk.live:
        return []
    fought = wars.battle_asks([desk.engagement]) if desk.engagement else []
    owed = wars.owed(desk.rules, desk.at, handed_in=desk.seats_in, battle_asks=fought)
    return [
        {
            "number": desk.numbers.get(one.seat, 0),
            "text": _("%(side)s: %(what)s") % {"side": capfirst(desk.name(one.seat)), "what": asked(one.prompt)},
        }
        for one in sorted(owed, key=lambda one: desk.numbers.get(one.seat, len(desk.sides) + 1))
    ]


def deadline(desk: Desk) -> dict[str, Any]:
    """Until when; or that the clock stands still, or has run out."""
    year = desk.year
    if not desk.live:
        return {"closed_at": year.closed_at}
    if year.paused_at:
        return {"paused": True, "until": year.paused_until}
    if year.deadline_at and year.closes_at:
        passed, graced = year.deadline_at <= desk.now, desk.now < year.closes_at
        return {
            "at": year.deadline_at,
            "passed": passed,
            "grace": year.grace,
            "late_until": year.closes_at if passed and graced else None,
            "remark": deadline_remark(year),
        }
    return {"overdue": year.overdue_at is not None}
