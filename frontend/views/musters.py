"""Choices about the scenario, letting the year pass, and the sealed muster."""

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from campaigns.places import decide_for
from campaigns.rules.decisions import Skip
from campaigns.services import sealed as verbs
from clubs import clock
from clubs.errors import Stale
from frontend.views.clubs import SignedIn
from frontend.views.desks import actor_of, desk_for, form_name
from frontend.views.orders import revision_of
from frontend.views.yearparts import musters
from frontend.views.years import button, done_or_again, refused_page


@login_required
@require_POST
def choose(request: SignedIn, public_id: str) -> HttpResponse:
    """What the rules let a side choose about the scenario: points, village, camp."""
    desk = desk_for(request, public_id)
    actor = actor_of(desk, request.POST.get("for", ""))
    form = musters.choose_form(desk, actor.side, request.POST)
    if form is None:
        return refused_page(request, desk, Stale(_("Nothing is asked of this side now."), code="not_asked"))

    def verb() -> None:
        decide_for(desk, actor, form.decision())

    return done_or_again(
        request, desk, form_name(actor, musters.CHOOSE), form, verb, success=_("Chosen. Everybody can read it now.")
    )


@login_required
@require_POST
def skip(request: SignedIn, public_id: str) -> HttpResponse:
    """Agree, or no longer agree, to let the year pass without a game."""
    desk = desk_for(request, public_id)
    actor = actor_of(desk, request.POST.get("for", ""))
    agree = request.POST.get("agree") == "yes"
    last = any(ask.data["agreed"] for ask in desk.asks if ask.prompt == "skip" and ask.seat != actor.side)
    if not agree:
        success = _("%(side)s no longer agrees to let the year pass.")
    elif last:
        success = _("Both sides agree: the year passes without a game.")
    else:
        success = _("%(side)s agrees to let the year pass. It passes when the other side agrees too.")
    success %= {"side": desk.name(actor.side)}
    return button(request, desk, lambda: decide_for(desk, actor, Skip(agree=agree)), success=success)


@login_required
@require_POST
def muster(request: SignedIn, public_id: str) -> HttpResponse:
    """Hand in a side's muster, or change it."""
    desk = desk_for(request, public_id)
    actor = actor_of(desk, request.POST.get("for", ""))
    if not desk.asked(actor.side, "muster"):
        closed = Stale(_("The musters are closed. What was handed in stands."), code="stage_closed")
        return refused_page(request, desk, closed)
    form = musters.muster_form(desk, actor.side, data=request.POST)

    def verb() -> None:
        decision = form.decision()
        verbs.give_muster(
            desk.war,
            side=actor.side,
            units=decision.units,
            characters=decision.characters,
            ready=form.cleaned_data["ready"],
            by=desk.member,
            now=clock.now(),
            revision=revision_of(request, actor),
            year=desk.year.number,
            paper=actor.paper,
        )

    success = _("The muster of %(side)s is in.") % {"side": desk.name(actor.side)}
    return done_or_again(request, desk, form_name(actor, musters.MUSTER), form, verb, success=success)
