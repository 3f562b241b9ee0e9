"""What is done on the page of a battle: a move, taking it back."""

from typing import Any

import msgspec
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from battles import narration
from battles.services import play, programs
from clubs import clock
from clubs.errors import NotSeen, Refusal
from frontend.forms.numbers import whole_number
from frontend.views.battlepages.menus import step_of
from frontend.views.battlepages.pages import page, typed_in
from frontend.views.battlepages.steps import Chosen
from frontend.views.battlepages.table import KEPT, Table
from frontend.views.clubs import SignedIn
from rulesets.contract import Action

LONGEST = 20_000
"""Bytes of the arguments of a move."""


@login_required
@require_POST
def act(request: SignedIn, public_id: str) -> HttpResponse:
    """Play the move that was looked at, or the one that a form says; then the page with what came of it."""
    table = Table.before(request, public_id, _kept(request.POST))
    seat = _own_seat(table)
    seq = _seq(request.POST)
    if "arguments" in request.POST:
        action = _action(request.POST)
    else:
        step = step_of(table, Chosen.of(request.POST), typed_in(request.POST) or {})
        if step.action is None or step.wrong:
            return _again(request, table, step, seq)
        action = step.action
    try:
        held = play.act(table.battle, seat=seat, action=action, seq=seq, by=table.place, now=table.now)
    except NotSeen:
        raise
    except Refusal as refusal:
        return _refused(request, public_id, refusal)
    if held.program_owes:
        programs.play(held, clock.now())
    return redirect(table.url(done=seq) + "#result")


@login_required
@require_POST
def undo(request: SignedIn, public_id: str) -> HttpResponse:
    """Take back one's own last move, while nobody learnt from it."""
    table = Table.before(request, public_id, _kept(request.POST))
    try:
        play.undo(table.battle, seat=_own_seat(table), seq=_seq(request.POST), by=table.place, now=clock.now())
    except NotSeen:
        raise
    except Refusal as refusal:
        return _refused(request, public_id, refusal)
    messages.success(request, _("Taken back."))
    return redirect(table.url())


def _own_seat(table: Table) -> str:
    if table.seat is None:
        raise Refusal(
            _("You look on at this battle: nothing here is yours to decide."), code="not_your_seat", status=403
        )
    return table.seat


def _seq(posted: QueryDict) -> int:
    """The entry that the page knew as the last; what is no number was never a page of ours."""
    number = whole_number(posted.get("seq", ""))
    return -1 if number is None or number > 10**9 else number


def _action(posted: QueryDict) -> Action:
    """The move of the last look. Whatever is not plain JSON of a sensible size is refused; the rules judge the rest."""
    text = posted.get("arguments", "")
    try:
        arguments: Any = msgspec.json.decode(text) if len(text) <= LONGEST else None
    except (msgspec.DecodeError, ValueError, RecursionError):
        arguments = None
    if not isinstance(arguments, dict):
        raise Refusal(_("This move cannot be read. Choose it again on the page."), code="unreadable", status=422)
    return Action(kind=posted.get("kind", "")[:80], arguments=arguments)


def _kept(posted: QueryDict) -> QueryDict:
    """Which part of the board was shown, and what was chosen."""
    kept = QueryDict(mutable=True)
    for key in posted:
        if key in KEPT:
            kept[key] = str(posted[key])
    return kept


def _again(request: SignedIn, table: Table, step: Any, seq: int) -> HttpResponse:
    """The same form with what is wrong in it; of a page that is out of date, the fresh one with what was chosen."""
    if seq != table.battle.seq:
        return page(request, table, step, notice=_stale(), status=409)
    return page(request, table, step, status=422)


def _stale() -> str:
    return _(
        "Somebody was first: this battle has gone on. This is how it stands now; what you had chosen is kept as far as it can still be done."
    )


def _refused(request: SignedIn, public_id: str, refusal: Refusal) -> HttpResponse:
    """The page as it is now, with why nothing was done, and what had been chosen."""
    table = Table.before(request, public_id, _kept(request.POST))
    step = step_of(table, Chosen.of(request.POST), typed_in(request.POST), sent=False)
    if refusal.status == 409:
        return page(request, table, step, notice=_stale() if refusal.code == "stale" else str(refusal), status=409)
    problem = getattr(refusal, "problem", None)
    text = narration.problem(problem, table.names) if problem is not None else str(refusal)
    return page(request, table, step, notice=text, status=refusal.status)
