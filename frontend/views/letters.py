"""What a person is written, and how often; and the way out that stands in every letter."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from battles.models import NoticeChoice
from battles.services import choices
from clubs import clock, selectors
from frontend.forms.account import LettersForm
from frontend.views.clubs import SignedIn, attempt, status_of


@login_required
@require_http_methods(["GET", "POST"])
def choose(request: SignedIn) -> HttpResponse:
    user = request.user
    form = LettersForm(request.POST or None, initial=_chosen(choices.choice_of(user)))
    if (
        form.is_valid()
        and attempt(form, choices.save_choice, user, by=user, now=clock.now(), **form.cleaned_data) is not None
    ):
        messages.success(request, _("Saved."))
        return redirect("account_notices")
    clubs = list(selectors.clubs_of(user))
    zone = user.time_zone or (clubs[0].time_zone if clubs else "")
    return render(request, "frontend/notices/choose.html", {"form": form, "zone": zone}, status=status_of(form))


def _chosen(choice: NoticeChoice) -> dict[str, Any]:
    return {name: getattr(choice, name) for name in ("turn", "news", "club", "hour", "weekday")}


# A mail program presses this button for its reader (RFC 8058): it has no page of ours, but the key, and can do nothing else.
@csrf_exempt
@require_http_methods(["GET", "POST"])
def stop(request: HttpRequest, key: str) -> HttpResponse:
    """Stop one sort of letters, by the key that stands in each of them; nobody need log in. Looking at the page stops nothing."""
    user, groups = choices.stopping(key)
    if request.method == "POST":
        choices.stop(key, now=clock.now())
    with translation.override(user.language or translation.get_language()):
        context = {"groups": [group.label for group in groups], "stopped": request.method == "POST"}
        return render(request, "frontend/notices/stop.html", context)
