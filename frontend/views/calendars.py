"""One's own deadlines as a web calendar, at an address that is a key."""

import hashlib

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import translation
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from battles.keys import calendar_key
from battles.services import choices
from campaigns.narration.calendar import calendar
from campaigns.selectors.deadlines import calendar_owner, deadlines_of
from clubs import clock
from frontend.views.clubs import SignedIn


@require_safe
def feed(request: HttpRequest, key: str) -> HttpResponseBase:
    """The calendar itself. Whoever has the address reads it; nobody logs in, and no cookie is asked for or set."""
    user = calendar_owner(key)
    deadlines = deadlines_of(user, now=clock.now())
    language = user.language or (deadlines[0].war.club.language if deadlines else settings.LANGUAGE_CODE)
    with translation.override(language):
        body = calendar(deadlines)
    response = HttpResponse(body, content_type="text/calendar; charset=utf-8")
    # Of what is shown and nothing else: it changes when the reader would see a change.
    etag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
    response["ETag"] = etag
    response["Cache-Control"] = "private, no-cache"
    response["Content-Disposition"] = 'inline; filename="signifer.ics"'
    answer = get_conditional_response(request, etag=etag, response=response)
    assert answer is not None, "a response was given"
    return answer


@login_required
@require_http_methods(["GET", "POST"])
def account(request: SignedIn) -> HttpResponse:
    """The address, how to subscribe to it, and a new one when it got into wrong hands."""
    user = request.user
    if request.method == "POST":
        if request.POST.get("do") == "close":
            choices.close_calendar(user, by=user, now=clock.now())
            messages.success(request, _("The calendar is closed: its address no longer works."))
        else:
            choices.renew_calendar(user, by=user, now=clock.now())
            messages.success(request, _("Here is the address of your calendar. An earlier one no longer works."))
        return redirect("account_calendar")
    part = choices.choice_of(user).calendar
    path = reverse("calendar", args=[calendar_key(user.public_id, part)]) if part else ""
    address = f"{settings.SITE_URL}{path}" if path else ""
    context = {"address": address, "webcal": f"webcal://{address.partition('://')[2]}" if address else ""}
    return render(request, "frontend/notices/calendar.html", context)
