"""Home, and whether the site is well."""

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import DatabaseError, InterfaceError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET, require_safe

from battles.services import heart
from campaigns.selectors import home as waiting
from campaigns.selectors import wars
from campaigns.selectors.vitals import HEART
from clubs import clock, selectors
from clubs.models import User
from frontend.views.battlepages.mine import my_battles
from frontend.views.notices import notice_row
from frontend.views.umpire import task_rows
from frontend.views.warlist import club_wars, plain_book
from frontend.views.yearparts.homeslips import order_slips

NEWEST_NOTICES = 3
MISSED_TICKS = 8
"""So many rounds without a sign of life, and the clock of the wars counts as stopped."""


@require_GET
def home(request: HttpRequest) -> HttpResponse:
    """What waits for the person in all his clubs; for a visitor, what this is."""
    if not isinstance(request.user, User):
        return render(request, "frontend/home.html")
    return render(request, "frontend/home.html", _mine(request.user))


def _mine(user: User) -> dict[str, Any]:
    mine = waiting.waiting_for(user, now=clock.now())
    notices = waiting.notices_of(user).filter(read_at=None)[:NEWEST_NOTICES]
    slips, tasks = order_slips(mine.tasks, mine.places)
    return {
        "slips": slips,
        "tasks": task_rows(tasks),
        "offers": [
            {"offer": offer, "war": offer.side.campaign, "side": plain_book(offer.side.campaign).side(offer.side.key)}
            for offer in wars.offers_to(user)
        ],
        "battles": my_battles(user),
        "notices": [notice_row(message) for message in notices],
        "wars": club_wars(mine.playing),
        "clubs": selectors.clubs_of(user),
    }


@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """For the machine that watches: the database answers, and the years are being turned."""
    try:
        now = clock.now()
        beat = heart.last(HEART)
    except (DatabaseError, InterfaceError):
        return JsonResponse({"ok": False, "database": False, "tick_age": None}, status=503)
    age = None if beat is None else max(now - beat, timedelta())
    alive = age is not None and age <= timedelta(seconds=settings.TICK_SECONDS * MISSED_TICKS)
    seconds = None if age is None else round(age.total_seconds())
    return JsonResponse({"ok": alive, "database": True, "tick_age": seconds}, status=200 if alive else 503)
