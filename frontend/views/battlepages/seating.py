"""Who sits at a battle: taking a seat, saying no, getting up, letting the program play; striking the battle; and the talk at it."""

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from battles import selectors
from battles.services import autoresolve, chat, odds, programs, single
from clubs import clock
from clubs.errors import NotSeen, Refusal
from frontend.views.battlepages.menus import Chosen, step_of
from frontend.views.battlepages.pages import page
from frontend.views.battlepages.table import Table
from frontend.views.clubs import SignedIn


def _do(request: SignedIn, public_id: str, verb: Callable[[Table], object], *, success: str = "") -> HttpResponse:
    """Something done by a button; then the page as it is."""
    table = Table.before(request, public_id)
    try:
        verb(table)
    except NotSeen:
        raise
    except Refusal as refusal:
        fresh = Table.before(request, public_id)
        said = request.POST.get("text", "")
        return page(
            request, fresh, step_of(fresh, Chosen("", "", {})), notice=str(refusal), kept=said, status=refusal.status
        )
    if success:
        messages.success(request, success)
    return redirect(table.url())


@login_required
@require_POST
def take(request: SignedIn, public_id: str) -> HttpResponse:
    seat = request.POST.get("seat", "")
    return _do(
        request,
        public_id,
        lambda table: single.take(table.battle, seat, table.place, clock.now()),
        success=_("You sit at the battle."),
    )


@login_required
@require_POST
def decline(request: SignedIn, public_id: str) -> HttpResponse:
    seat = request.POST.get("seat", "")
    return _do(request, public_id, lambda table: single.decline(table.battle, seat, table.place, clock.now()))


@login_required
@require_POST
def leave(request: SignedIn, public_id: str) -> HttpResponse:
    seat = request.POST.get("seat", "")
    return _do(request, public_id, lambda table: single.leave(table.battle, seat, table.place, clock.now()))


@login_required
@require_POST
def program(request: SignedIn, public_id: str) -> HttpResponse:
    """Let the program play a vacant seat, at once."""
    seat = request.POST.get("seat", "")

    def hand_over(table: Table) -> None:
        now = clock.now()
        single.give_to_program(table.battle, seat, table.place, now)
        programs.play(selectors.battle_for(request.user, public_id), now)

    return _do(request, public_id, hand_over)


@login_required
@require_POST
def void(request: SignedIn, public_id: str) -> HttpResponse:
    return _do(request, public_id, lambda table: single.void(table.battle, by=table.place, now=clock.now()))


@login_required
@require_POST
def say(request: SignedIn, public_id: str) -> HttpResponse:
    text = request.POST.get("text", "")
    return _do(request, public_id, lambda table: chat.say(table.battle, table.place, text, clock.now()))


# --- The program, asked to work for one -----------------------------------------------------------------------------


@login_required
@require_POST
def odds_begin(request: SignedIn, public_id: str) -> HttpResponse:
    """Begin to work out how the battle would end, as the reader sees it."""
    return _do(request, public_id, lambda table: odds.begin(table.battle, by=table.place, now=clock.now()))


@login_required
@require_POST
def odds_cancel(request: SignedIn, public_id: str) -> HttpResponse:
    def cancel(table: Table) -> None:
        if table.seen.odds is not None:
            odds.cancel(table.seen.odds, by=table.place, now=clock.now())

    return _do(request, public_id, cancel)


@login_required
@require_POST
def resolve(request: SignedIn, public_id: str) -> HttpResponse:
    """Let the program play every seat to the end."""
    return _do(request, public_id, lambda table: autoresolve.begin(table.battle, by=table.place, now=clock.now()))


@login_required
@require_POST
def resolve_cancel(request: SignedIn, public_id: str) -> HttpResponse:
    return _do(request, public_id, lambda table: autoresolve.cancel(table.battle, by=table.place, now=clock.now()))
