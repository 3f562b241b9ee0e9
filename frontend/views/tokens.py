"""The keys of a person's programs: made, shown once, taken back."""

from datetime import timedelta

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from clubs import clock, selectors
from clubs.models import Scope
from clubs.services import tokens
from frontend.forms.account import TokenForm
from frontend.views.clubs import SignedIn, attempt, status_of


@login_required
@require_http_methods(["GET", "POST"])
def index(request: SignedIn) -> HttpResponse:
    """The tokens there are, and a form for another."""
    form = TokenForm(request.POST or None, initial={"scope": Scope.READ, "days": "90"})
    made = None
    if form.is_valid():
        now, days = clock.now(), form.cleaned_data["days"]
        made = attempt(
            form,
            tokens.make_token,
            request.user,
            name=form.cleaned_data["name"],
            scope=Scope(form.cleaned_data["scope"]),
            expires_at=now + timedelta(days=days) if days else None,
            by=request.user,
            now=now,
        )
    # A new key is shown in the answer itself: it is kept nowhere, so there is no page to redirect to.
    context = {
        "form": TokenForm(initial={"scope": Scope.READ, "days": "90"}) if made else form,
        "made": made,
        "tokens": selectors.tokens_of(request.user),
        "now": clock.now(),
    }
    return render(request, "frontend/clubs/tokens.html", context, status=status_of(form))


@login_required
@require_POST
def revoke(request: SignedIn, public_id: str) -> HttpResponse:
    tokens.revoke_token(selectors.token_of(request.user, public_id), by=request.user, now=clock.now())
    messages.success(request, _("The token is taken back. Its key opens nothing any more."))
    return redirect("tokens")
