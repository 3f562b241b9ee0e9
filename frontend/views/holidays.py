"""The club's holidays: a calendar that who runs the club keeps, and what it would do to deadlines that run."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from campaigns.narration.words import stage_text
from campaigns.services import holidaymoves
from clubs import clock, selectors
from clubs.clock import in_zone
from clubs.models import Membership
from clubs.services import holidays as verbs
from frontend.forms.clubs import HolidayForm
from frontend.views.clubs import SignedIn, attempt, managed_by, status_of


@login_required
@require_http_methods(["GET", "POST"])
def index(request: SignedIn, slug: str) -> HttpResponse:
    """The calendar; a new holiday is entered here. Deadlines that run are shown as they would be, and move only when told to."""
    place = managed_by(request, slug)
    form = HolidayForm(request.POST or None)
    if form.is_valid():
        attempt(form, verbs.add, place.club, by=request.user, now=clock.now(), **form.cleaned_data)
        if not form.errors:
            messages.success(request, _("The holiday is entered. Stages that open from now on do not count it."))
            return redirect("club_holidays", slug)
    return _page(request, place, form)


def _page(request: SignedIn, place: Membership, form: HolidayForm) -> HttpResponse:
    club, now = place.club, clock.now()
    context: dict[str, Any] = {
        "club": club,
        "form": form,
        "holidays": selectors.holidays_from(club.pk, in_zone(now, club.time_zone).date()),
        "offers": [{"offer": one, "stage": stage_text(one.year.stage)} for one in holidaymoves.offers(club, now=now)],
    }
    return render(request, "frontend/clubs/holidays.html", context, status=status_of(form))


@login_required
@require_POST
def move(request: SignedIn, slug: str) -> HttpResponse:
    """Leave the holidays out of the deadlines that run: what the page has shown."""
    place = managed_by(request, slug)
    moved = holidaymoves.move_all(place.club, by=place, now=clock.now())
    text = ngettext(
        "%(count)s deadline is put off. Everybody concerned has been told.",
        "%(count)s deadlines are put off. Everybody concerned has been told.",
        moved,
    )
    messages.success(request, text % {"count": moved})
    return redirect("club_holidays", slug)


@login_required
@require_POST
def remove(request: SignedIn, slug: str, public_id: str) -> HttpResponse:
    place = managed_by(request, slug)
    verbs.remove(selectors.holiday_in(place.club, public_id), by=request.user, now=clock.now())
    messages.success(request, _("The holiday is removed. Deadlines that allow for it stay where they are."))
    return redirect("club_holidays", slug)
