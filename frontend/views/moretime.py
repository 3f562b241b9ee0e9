"""Asking the other side for more time, and answering."""

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from campaigns.models import Extension
from campaigns.selectors import clocks
from campaigns.selectors.wars import MORE_TIME
from campaigns.services import extensions
from clubs import clock
from clubs.errors import Stale
from frontend.views.clubs import SignedIn
from frontend.views.desks import Desk, actor_of, desk_for, form_name
from frontend.views.yearparts import moretime
from frontend.views.years import button, done_or_again


@login_required
@require_POST
def ask(request: SignedIn, public_id: str) -> HttpResponse:
    desk = desk_for(request, public_id)
    actor = actor_of(desk, request.POST.get("for", ""))
    form = moretime.form_for(desk, actor, data=request.POST)

    def verb() -> None:
        assert form.moment is not None  # a form that is valid has one
        extensions.ask(
            desk.war,
            side=actor.side,
            until=form.moment,
            reason=form.cleaned_data["reason"],
            by=desk.member,
            now=clock.now(),
            paper=actor.paper,
        )

    success = gettext_lazy("The other side is asked. The deadline moves as soon as it agrees.")
    return done_or_again(request, desk, form_name(actor, MORE_TIME), form, verb, success=success)


def _the_request(desk: Desk, public_id: str) -> Extension:
    """The request that the page showed, if it still waits."""
    found = clocks.request_of(desk.year)
    if found is None or found.public_id != public_id:
        raise Stale(_("This request for more time is settled already."), code="answered")
    return found


@login_required
@require_POST
def answer(request: SignedIn, public_id: str) -> HttpResponse:
    desk = desk_for(request, public_id)
    actor = actor_of(desk, request.POST.get("for", ""))
    yes = request.POST.get("answer") == "yes"

    def verb() -> None:
        asked = _the_request(desk, request.POST.get("request", ""))
        extensions.answer(desk.war, asked, side=actor.side, yes=yes, by=desk.member, now=clock.now(), paper=actor.paper)

    said = _("The deadline is put off.") if yes else _("The deadline stands. The other side has been told.")
    return button(request, desk, verb, success=said)


@login_required
@require_POST
def withdraw(request: SignedIn, public_id: str) -> HttpResponse:
    desk = desk_for(request, public_id)
    actor = actor_of(desk, request.POST.get("for", ""))

    def verb() -> None:
        asked = _the_request(desk, request.POST.get("request", ""))
        extensions.withdraw(desk.war, asked, side=actor.side, by=desk.member, now=clock.now())

    return button(request, desk, verb, success=_("The request for more time is taken back."))
