"""The umpire at a battle: its clocks, its seats, going back, a ruling. The verbs ask who may; what he may not is not offered (``panels``)."""

from typing import Any

import msgspec
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from battles.models.battle import Stage
from battles.services import clocks, single
from clubs import clock
from clubs import selectors as clubs
from clubs.errors import Refusal
from frontend.forms.numbers import whole_number
from frontend.forms.rulings import RESULTS, DeadlineForm, RulingForm, TimeForm, WhyForm
from frontend.views.battlepages.history import entry_of, moment_page
from frontend.views.battlepages.pages import done_by_button, heading
from frontend.views.battlepages.table import Table
from frontend.views.clubs import SignedIn, attempt, status_of
from rulesets.contract import Setup


def _umpires(table: Table) -> None:
    """Whoever may not rule here learns no more of it than the page told him."""
    if not table.seen.umpire:
        raise Refusal(_("Only the umpire can do this."), code="umpire_only", status=403)


# --- Clocks ---------------------------------------------------------------------------------------------------------


@login_required
@require_POST
def pause(request: SignedIn, public_id: str) -> HttpResponse:
    return done_by_button(request, public_id, lambda table: clocks.pause(table.battle, by=table.place, now=clock.now()))


@login_required
@require_POST
def resume(request: SignedIn, public_id: str) -> HttpResponse:
    return done_by_button(
        request, public_id, lambda table: clocks.resume(table.battle, by=table.place, now=clock.now())
    )


@login_required
@require_POST
def release(request: SignedIn, public_id: str) -> HttpResponse:
    """Let a held battle go on."""
    return done_by_button(
        request, public_id, lambda table: single.release(table.battle, by=table.place, now=clock.now())
    )


@login_required
@require_POST
def time(request: SignedIn, public_id: str) -> HttpResponse:
    """Give a seat more time."""

    def give(table: Table) -> None:
        form = TimeForm(request.POST, seats={seat.key: seat.key for seat in table.battle.seats.all()})
        _umpires(table)
        if not form.is_valid():
            raise Refusal(_("So much time cannot be given."), code="out_of_range")
        said = form.cleaned_data
        clocks.give(table.battle, seat=said["seat"], length=form.length, by=table.place, now=clock.now())

    return done_by_button(request, public_id, give, success=_("The clock is put on."))


@login_required
@require_POST
def deadline(request: SignedIn, public_id: str) -> HttpResponse:
    """Move, set or lift the moment from which the umpire may settle the battle."""

    def move(table: Table) -> None:
        form = DeadlineForm(request.POST, zone=table.battle.club.time_zone)
        _umpires(table)
        if not form.is_valid():
            raise Refusal(str(form.errors["deadline"][0]), code="bad_moment")
        single.move_deadline(table.battle, deadline_at=form.moment, by=table.place, now=clock.now())

    return done_by_button(request, public_id, move, success=_("The deadline is moved."))


# --- Seats ----------------------------------------------------------------------------------------------------------


@login_required
@require_POST
def offer(request: SignedIn, public_id: str) -> HttpResponse:
    """Ask a member to take a vacant seat, or leave it to whoever comes."""
    seat, who = request.POST.get("seat", ""), request.POST.get("member", "")

    def ask(table: Table) -> None:
        member = clubs.member_for(table.battle.club, who) if who else None
        single.offer(table.battle, seat, member, table.place, clock.now())

    return done_by_button(request, public_id, ask)


# --- Going back -----------------------------------------------------------------------------------------------------


@login_required
@require_POST
def back(request: SignedIn, public_id: str, seq: int) -> HttpResponse:
    """Step back to an entry that was looked at; the page of it again, where something is wrong with the form."""
    table = Table.before(request, public_id)
    entry = entry_of(table, seq)
    _umpires(table)
    form, known = WhyForm(request.POST), whole_number(request.POST.get("seq", ""))
    if known is None:
        form.add_error(None, _("This page is incomplete. Look again."))
    if form.is_valid():
        why = form.cleaned_data["reason"]
        about = {"to_seq": entry.seq, "by": table.place, "now": clock.now(), "reason": why, "seq": known}
        if attempt(form, single.step_back, table.battle, **about) is not None:
            messages.success(request, _("The battle stands again where it stood then. What came after stays readable."))
            return redirect(table.url())
    return moment_page(request, table, entry, form)


# --- A ruling -------------------------------------------------------------------------------------------------------


@login_required
@require_http_methods(["GET", "POST"])
def ruling(request: SignedIn, public_id: str) -> HttpResponse:
    """Settle the battle: a form, a look at what would stand, and then it does. Also of one that is fought beside the companion."""
    table = Table.before(request, public_id, board=False)
    _umpires(table)
    if not table.battle.single or table.battle.stage not in (Stage.OPEN, Stage.HELD):
        raise Refusal(_("There is nothing to settle at this battle."), code="battle_not_open", status=409)
    names = {key: table.seat_name(key) for key in table.keys}
    forces = msgspec.convert(table.battle.setup, Setup).forces
    form = RulingForm(request.POST if request.method == "POST" else None, seats=names, forces=forces)
    looked = None
    if form.is_valid():
        if "settle" in request.POST and _settled(table, form, request.POST.get("seq", "")):
            messages.success(request, _("The battle is settled by your ruling."))
            return redirect(table.url())
        looked = None if form.errors else _look(table, form)
    context = {
        "table": table,
        "battle": table.battle,
        "club": table.battle.club,
        "heading": heading(table),
        "form": form,
        "looked": looked,
    }
    return render(request, "frontend/battles/ruling.html", context, status=status_of(form))


def _settled(table: Table, form: RulingForm, typed: str) -> bool:
    seq = whole_number(typed)
    if seq is None:
        form.add_error(None, _("This page is incomplete. Look again."))
        return False
    why = form.cleaned_data["reason"]
    about = {"outcome": form.outcome, "by": table.place, "now": clock.now(), "reason": why, "seq": seq}
    return attempt(form, single.settle, table.battle, **about) is not None


def _look(table: Table, form: RulingForm) -> dict[str, Any]:
    words = dict(RESULTS)
    return {
        "seats": [
            {"number": table.numbers[key], "name": table.seat_name(key), "is": words[one]}
            for key, one in form.results.items()
        ],
        "lost": [
            {"label": form.fields[name].label, "figures": form.cleaned_data[name]}
            for name in form.units
            if form.cleaned_data[name]
        ],
        "reason": form.cleaned_data["reason"],
    }
