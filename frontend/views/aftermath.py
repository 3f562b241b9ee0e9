"""Answers to what the rules ask, and decisions a side takes of its own accord."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from campaigns.places import Actor, decide_for
from campaigns.rules import fates
from campaigns.rules.decisions import Length, Ransom, Surrender
from clubs.errors import NotSeen, Refusal, Stale
from frontend.forms.between import MOST_ROWS, StandingRerollForm
from frontend.forms.numbers import whole_number
from frontend.views.clubs import SignedIn
from frontend.views.desks import Desk, actor_of, answerer_of, check_year, desk_for, form_name, told
from frontend.views.yearparts import aftermath, between
from frontend.views.years import button, done_or_again, refused_page, year_page
from rulesets.contract import Ask

ANSWERED: dict[str, str | Promise] = {
    "dice": gettext_lazy("The dice are written down."),
    "spend_reroll": gettext_lazy("Decided."),
}
MORE_ROWS = 3
WARNED = ("ransom", "stake_all", "obey_recall")
"""Questions that say themselves that an answer ends the war, and with what score."""


def _deciding(request: SignedIn, desk: Desk, actor: Actor, form: Any, *, warned: bool = False) -> Callable[[], None]:
    """The decision of a form; if it would end the war, only once the score after it has been seen."""

    def verb() -> None:
        decision = form.decision()
        if not warned:
            aftermath.warn_of_the_end(desk, actor.side, decision, form, request.POST.get("seen", ""))
        decide_for(desk, actor, decision)

    return verb


# --- Answers ----------------------------------------------------------------------------------------------


@login_required
@require_POST
def answer(request: SignedIn, public_id: str) -> HttpResponse:
    """Answer a question of the rules: dice, ransom, last battle, recall, losses, re-roll, a name."""
    desk = desk_for(request, public_id)
    seat = request.POST.get("seat", "")
    actor = answerer_of(desk, seat)
    ask = _the_question(desk, actor, request.POST.get("prompt", ""), request.POST.get("token", ""))
    if ask is None:
        gone = Stale(_("This question has been answered already. Look at what came of it."), code="answered")
        return refused_page(request, desk, gone)
    form = aftermath.answer_form(desk, ask, request.POST)

    return done_or_again(
        request,
        desk,
        aftermath.bound_name(ask),
        form,
        _deciding(request, desk, actor, form, warned=ask.prompt in WARNED),
        success=ANSWERED.get(ask.prompt, _("Your answer is taken.")),
    )


def _the_question(desk: Desk, actor: Actor, prompt: str, token: str) -> Ask | None:
    """The question that the page showed, if it still is the one that is asked."""
    for ask in aftermath.pending(desk):
        if ask.seat == actor.side and ask.prompt == prompt and aftermath.token(ask) == token:
            return ask
    return None


# --- Of one's own accord ------------------------------------------------------------------------------------


@login_required
@require_POST
def spend(request: SignedIn, public_id: str) -> HttpResponse:
    """Buy units with what was granted; or ask for more rows to write them in."""
    desk = desk_for(request, public_id)
    actor = actor_of(desk, request.POST.get("for", ""))
    if not desk.allowed("spend_grant", actor.side):
        none = Stale(_("There is nothing left to spend: what was granted is spent, or has lapsed."), code="no_grant")
        return refused_page(request, desk, none)
    if "more" in request.POST:
        return year_page(request, desk, bound={form_name(actor, between.GRANT): _longer(request, desk, actor.side)})
    rows = between.bought_rows(desk, actor.side, request.POST)
    return done_or_again(
        request,
        desk,
        form_name(actor, between.GRANT),
        rows,
        _deciding(request, desk, actor, rows),
        success=_("The new units have joined your army."),
    )


def _longer(request: SignedIn, desk: Desk, side: str):  # type: ignore[no-untyped-def]  # a formset
    """The rows as typed, and some empty ones below."""
    typed = request.POST.copy()
    total = whole_number(typed.get("buy-TOTAL_FORMS", "")) or 0
    typed["buy-TOTAL_FORMS"] = str(min(MOST_ROWS, total + MORE_ROWS))
    return between.bought_rows(desk, side, typed)


@login_required
@require_POST
def ransom(request: SignedIn, public_id: str) -> HttpResponse:
    """Buy a captured character back, on the score that the page showed."""
    desk = desk_for(request, public_id)
    actor = actor_of(desk, request.POST.get("for", ""))
    character = request.POST.get("character", "")
    if not any(ask.data["character"] == character for ask in desk.allowed("ransom", actor.side)):
        return refused_page(request, desk, Stale(_("He cannot be ransomed now."), code="not_captured"))

    def verb() -> None:
        after = fates.ransom_forecast(desk.rules.pack, desk.rules.readings, desk.at, actor.side, character)
        if aftermath.seen(after["totals"]) != request.POST.get("seen", ""):  # type: ignore[arg-type]
            raise Stale(_("The score has changed since you opened the page. Look at it again."), code="stale")
        decide_for(desk, actor, Ransom(character=character, pay=True))

    return button(request, desk, verb, success=_("The ransom is paid."))


@login_required
@require_POST
def general(request: SignedIn, public_id: str) -> HttpResponse:
    """Replace a lost character by a new general."""
    desk = desk_for(request, public_id)
    actor = actor_of(desk, request.POST.get("for", ""))
    form = between.general_form(desk, actor.side, request.POST)
    return done_or_again(
        request,
        desk,
        form_name(actor, between.GENERAL),
        form,
        _deciding(request, desk, actor, form),
        success=_("A new general has taken his place."),
    )


@login_required
@require_POST
def standing_reroll(request: SignedIn, public_id: str) -> HttpResponse:
    """Leave an instruction for the re-roll."""
    desk = desk_for(request, public_id)
    actor = actor_of(desk, request.POST.get("for", ""))
    form = StandingRerollForm(request.POST, book=desk.book, auto_id=f"reroll-{actor.side}-%s")
    return done_or_again(
        request,
        desk,
        form_name(actor, between.REROLL),
        form,
        lambda: decide_for(desk, actor, form.decision()),
        success=_("Your instruction is kept."),
    )


@login_required
@require_POST
def length(request: SignedIn, public_id: str) -> HttpResponse:
    """Propose another last year of the war, agree to one, or take a proposal back."""
    desk = desk_for(request, public_id)
    actor = actor_of(desk, request.POST.get("for", ""))
    if "withdraw" in request.POST:
        success = _("Your proposal is taken back.")
        return button(request, desk, lambda: decide_for(desk, actor, Length(year=None)), success=success)
    form = between.length_form(desk, actor.side, request.POST)
    others = [year for side, year in desk.at.length.items() if side != actor.side]
    agrees = form.is_valid() and others.count(form.cleaned_data["last"]) == len(others) > 0
    success = _("Both sides agree on the end of the war.") if agrees else _("Proposed. The other side is told.")
    return done_or_again(
        request,
        desk,
        form_name(actor, between.LENGTH),
        form,
        _deciding(request, desk, actor, form),
        success=success,
    )


@login_required
@require_http_methods(["GET", "POST"])
def surrender(request: SignedIn, public_id: str) -> HttpResponse:
    """Give the war up, after a page that says what that means."""
    desk = desk_for(request, public_id)
    actor = actor_of(desk, request.POST.get("for", "") or request.GET.get("for", ""))
    if not desk.allowed("surrender", actor.side):
        return redirect("year", desk.war.public_id)
    refused = ""
    if request.method == "POST":
        try:
            check_year(desk, request.POST.get("year", ""))
            decide_for(desk, actor, Surrender())
            messages.success(request, _("%(side)s has surrendered. The war is over.") % {"side": desk.name(actor.side)})
            return redirect(desk.war.get_absolute_url())
        except NotSeen:
            raise
        except Refusal as refusal:
            refused = told(refusal, desk)
    context = desk.context(
        year=desk.year,
        actor=actor,
        side=desk.name(actor.side),
        enemy=desk.book.enemy(actor.side),
        scores=aftermath.scores(desk),
        refused=refused,
    )
    return render(request, "frontend/years/surrender.html", context, status=409 if refused else 200)
