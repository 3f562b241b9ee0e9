"""Who sits at a battle: taking a seat, saying no, getting up, letting the program play; striking the battle; and the talk at it."""

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from battles import selectors
from battles.services import autoresolve, chat, odds, play, programs, single
from clubs import clock
from clubs.errors import Refusal
from frontend.views.battlepages.pages import done_by_button
from frontend.views.battlepages.table import Table
from frontend.views.clubs import SignedIn
from rulesets.contract import Action


@login_required
@require_POST
def take(request: SignedIn, public_id: str) -> HttpResponse:
    seat = request.POST.get("seat", "")
    return done_by_button(
        request,
        public_id,
        lambda table: single.take(table.battle, seat, table.place, clock.now()),
        success=_("You sit at the battle."),
    )


@login_required
@require_POST
def decline(request: SignedIn, public_id: str) -> HttpResponse:
    seat = request.POST.get("seat", "")
    return done_by_button(
        request, public_id, lambda table: single.decline(table.battle, seat, table.place, clock.now())
    )


@login_required
@require_POST
def leave(request: SignedIn, public_id: str) -> HttpResponse:
    seat = request.POST.get("seat", "")
    return done_by_button(request, public_id, lambda table: single.leave(table.battle, seat, table.place, clock.now()))


@login_required
@require_POST
def program(request: SignedIn, public_id: str) -> HttpResponse:
    """Let the program play a vacant seat, at once."""
    seat = request.POST.get("seat", "")

    def hand_over(table: Table) -> None:
        now = clock.now()
        single.give_to_program(table.battle, seat, table.place, now)
        programs.play(selectors.battle_for(request.user, public_id), now)

    return done_by_button(request, public_id, hand_over)


@login_required
@require_POST
def give_up(request: SignedIn, public_id: str) -> HttpResponse:
    """The umpire gives up for a vacant seat; then the program goes on where it owes something."""
    seat = request.POST.get("seat", "")

    def concede(table: Table) -> None:
        if not table.seen.umpire:
            raise Refusal(_("Only the umpire can do this."), code="umpire_only", status=403)
        if any(row.key == seat and row.member_id is not None for row in table.battle.seats.all()):
            raise Refusal(_("Somebody sits there."), code="seat_held", status=409)
        now = clock.now()
        action = Action(kind="concede")
        held = play.act(
            table.battle, seat=seat, action=action, seq=table.battle.seq, by=table.place, now=now, paper=True
        )
        if held.program_owes:
            programs.play(held, now)

    return done_by_button(request, public_id, concede)


@login_required
@require_POST
def void(request: SignedIn, public_id: str) -> HttpResponse:
    return done_by_button(request, public_id, lambda table: single.void(table.battle, by=table.place, now=clock.now()))


@login_required
@require_POST
def say(request: SignedIn, public_id: str) -> HttpResponse:
    text = request.POST.get("text", "")
    return done_by_button(request, public_id, lambda table: chat.say(table.battle, table.place, text, clock.now()))


# --- The program, asked to work for one -----------------------------------------------------------------------------


@login_required
@require_POST
def odds_begin(request: SignedIn, public_id: str) -> HttpResponse:
    """Begin to work out how the battle would end, as the reader sees it."""
    return done_by_button(request, public_id, lambda table: odds.begin(table.battle, by=table.place, now=clock.now()))


@login_required
@require_POST
def odds_cancel(request: SignedIn, public_id: str) -> HttpResponse:
    def cancel(table: Table) -> None:
        if table.seen.odds is not None:
            odds.cancel(table.seen.odds, by=table.place, now=clock.now())

    return done_by_button(request, public_id, cancel)


@login_required
@require_POST
def resolve(request: SignedIn, public_id: str) -> HttpResponse:
    """Let the program play every seat to the end."""
    return done_by_button(
        request, public_id, lambda table: autoresolve.begin(table.battle, by=table.place, now=clock.now())
    )


@login_required
@require_POST
def resolve_cancel(request: SignedIn, public_id: str) -> HttpResponse:
    return done_by_button(
        request, public_id, lambda table: autoresolve.cancel(table.battle, by=table.place, now=clock.now())
    )
