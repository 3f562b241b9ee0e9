"""Handing in the sealed order of a year."""

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from campaigns.places import Actor
from campaigns.services import sealed as verbs
from clubs import clock
from clubs.errors import NotSeen, Stale
from frontend.forms.numbers import whole_number
from frontend.views.clubs import SignedIn
from frontend.views.desks import Desk, actor_of, closing_of, desk_for, form_name
from frontend.views.yearparts import orders
from frontend.views.years import button, done_or_again


def revision_of(request: SignedIn, actor: Actor) -> int | None:
    """The revision that the page showed; a paper slip replaces whatever stands, for its page showed nothing."""
    return None if actor.paper else whole_number(request.POST.get("revision", ""))


def own_side(desk: Desk) -> str:
    """The side this person holds; who holds none sees nothing here."""
    if desk.place.side is None:
        raise NotSeen
    return desk.place.side


def check_open(desk: Desk) -> None:
    """Refuse an order once the orders of its year are open, with the time."""
    if desk.phase != "orders":
        when = closing_of(desk, str(desk.year.number))
        raise Stale(
            _("The orders of this year were opened on %(when)s. What you had handed in by then stands.")
            % {"when": when},
            code="stage_closed",
        )


@login_required
@require_POST
def give(request: SignedIn, public_id: str) -> HttpResponse:
    """Hand in a side's order, or change it."""
    desk = desk_for(request, public_id)
    actor = actor_of(desk, request.POST.get("for", ""))
    form = orders.order_form(desk, actor.side, data=request.POST)

    def verb() -> None:
        check_open(desk)
        typed = form.cleaned_data
        verbs.give_order(
            desk.war,
            side=actor.side,
            action=typed["action"],
            salt=typed["salt"],
            ready=typed["ready"],
            by=desk.member,
            now=clock.now(),
            revision=revision_of(request, actor),
            year=desk.year.number,
            paper=actor.paper,
        )

    success = _("The order of %(side)s is in.") % {"side": desk.name(actor.side)}
    return done_or_again(
        request,
        desk,
        form_name(actor, orders.ORDER),
        form,
        verb,
        success=success,
        kept=orders.keep(desk, request.POST.get("action", "")),
    )


@login_required
@require_POST
def not_ready(request: SignedIn, public_id: str) -> HttpResponse:
    """Take "ready" back: the order stands, and the year waits for its deadline."""
    desk = desk_for(request, public_id)
    side = own_side(desk)
    return button(
        request,
        desk,
        lambda: verbs.withdraw_ready(desk.war, side=side, by=desk.member, now=clock.now()),
        success=_("You are no longer ready. Your order stands until you change it."),
    )


@login_required
@require_POST
def leave_standing(request: SignedIn, public_id: str) -> HttpResponse:
    """Leave an action for the years in which one gives no order."""
    desk = desk_for(request, public_id)
    side = own_side(desk)
    form = orders.standing_form(desk, data=request.POST)

    def verb() -> None:
        verbs.leave_standing_order(
            desk.war, side=side, action=form.cleaned_data["action"], by=desk.member, now=clock.now()
        )

    return done_or_again(
        request, desk, orders.STANDING, form, verb, success=gettext_lazy("Your standing order is kept, sealed.")
    )
