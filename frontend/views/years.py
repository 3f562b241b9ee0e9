"""The page of a year: what the reader must do now, who is in, and what is known so far."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from campaigns.models.absence import absent_rules
from campaigns.models.campaign import Stage
from campaigns.selectors import reports, wars
from campaigns.services import claims
from clubs.errors import NotSeen, Refusal
from frontend.views.clubs import SignedIn
from frontend.views.desks import Bound, Desk, Part, check_year, desk_for, told
from frontend.views.warlist import why_url
from frontend.views.wars import here, how_it_ended, score
from frontend.views.yearparts import aftermath, battles, between, moretime, musters, orders, scenario
from frontend.views.yearparts.frame import frame, waiting


@login_required
@require_GET
def current(request: SignedIn, public_id: str) -> HttpResponse:
    """The year in hand; of a war that has not begun, the war itself."""
    spot = here(request, public_id)
    if not spot.war.state:
        return redirect(spot.war.get_absolute_url())
    return year_page(request, Desk.before(spot), best=request.GET.get("fill") == "best")


@login_required
@require_GET
def numbered(request: SignedIn, public_id: str, number: int) -> HttpResponse:
    return year_page(request, desk_for(request, public_id, number))


@login_required
@require_GET
def sheet(request: SignedIn, public_id: str, number: int) -> HttpResponse:
    """The scenario of a year on one page, for the table."""
    desk = desk_for(request, public_id, number)
    found = scenario.sheet(desk)
    if found is None:
        raise NotSeen
    context = desk.context(frame=frame(desk), sheet=found, year=desk.year, armies=musters.armies(desk))
    return render(request, "frontend/years/sheet.html", context)


# --- Putting the page together ------------------------------------------------------------------------------


def year_page(
    request: HttpRequest,
    desk: Desk,
    *,
    bound: Bound | None = None,
    best: bool = False,
    notice: str = "",
    kept: str = "",
    status: int = 200,
) -> HttpResponse:
    """The page as it is now. ``bound``: forms that came back; ``notice`` and ``kept``: why, and what had been chosen."""
    bound = bound or {}
    more = moretime.part(desk, bound)
    context = desk.context(
        year=desk.year,
        live=desk.live,
        frame=frame(desk),
        todo=[*todo(desk, bound, best=best), *([more] if more and more["waits"] else [])],
        waiting=waiting(desk),
        may=[*([more] if more and not more["waits"] else []), *between.parts(desk, bound)],
        slips=slips(desk, bound),
        claimed=claimed(desk),
        skip=musters.skip_part(desk),
        sheet=scenario.sheet(desk),
        orders=opened_orders(desk),
        armies=musters.armies(desk),
        result=result(desk),
        story=aftermath.story(desk, desk.known.aftermath),
        before=aftermath.story(desk, desk.known.before),
        struck=aftermath.story(desk, desk.known.struck),
        score=score_of(desk),
        own_muster_sheet=bool(desk.place.side and desk.asked(desk.place.side, "muster")),
        ended=how_it_ended(desk) if desk.war.stage == Stage.OVER else "",
        notice=notice,
        kept=kept,
    )
    return render(request, "frontend/years/year.html", context, status=status)


def todo(desk: Desk, bound: Bound, *, best: bool) -> list[Part]:
    """What this reader has to do now, the most pressing first. Empty for who only looks on."""
    if not desk.live:
        return []
    questions = aftermath.question_parts(desk, bound)
    found = [
        *questions,
        orders.own_part(desk, bound),
        musters.choice_part(desk, bound),
        musters.muster_part(desk, bound, best=best),
        battles.battle_part(desk),
    ]
    parts = [part for part in found if part is not None]
    return sorted(parts, key=lambda part: not part["waits"])


def slips(desk: Desk, bound: Bound) -> list[dict[str, Any]]:
    """Paper slips that an officer may type in now, by what they are about."""
    if not desk.live or not desk.paper_sides:
        return []
    kinds = (
        ("frontend/years/_order_slip.html", orders.slips(desk, bound)),
        ("frontend/years/_choice_slip.html", musters.choice_slips(desk, bound)),
        ("frontend/years/_muster_slip.html", musters.muster_slips(desk, bound)),
        ("frontend/years/_ask_slip.html", aftermath.question_slips(desk, bound)),
        ("frontend/years/_between_slip.html", between.slips(desk, bound)),
    )
    found = [{"template": template, **slip} for template, rows in kinds for slip in rows]
    return [*found, *moretime.slips(desk, bound)]


def claimed(desk: Desk) -> dict[str, Any] | None:
    """That somebody claims the win of a battle that is overdue, or that this reader may. One query, while one is overdue."""
    if not desk.live or desk.year.overdue_at is None or not absent_rules(desk.war).claim:
        return None
    claim = claims.open_claim(desk.war)
    if claim is None:
        text = _("If the other side let the deadline pass, you may claim the win.")
        return {"text": text, "link": _("Claim it"), "tone": "info"} if desk.place.side else None
    words = {"side": desk.name(claim.side)}
    if desk.place.side == claim.side:
        return {"text": _("Your claim to the win waits for an answer."), "link": _("Look at it"), "tone": "info"}
    if desk.place.side:
        text = (
            _("%(side)s claims the win of the battle, for it is overdue. Report it now, or answer the umpire.") % words
        )
    else:
        text = _("%(side)s claims the win of the battle, for it is overdue.") % words
    return {"text": text, "link": _("The claim and its proof"), "tone": "warn"}


def opened_orders(desk: Desk) -> list[dict[str, Any]]:
    """Both orders, once they are open."""
    return [
        {
            "number": desk.numbers[side],
            "name": desk.name(side),
            "action": desk.book.action(action),
            "why": desk.why_of(f"order.{side}"),
            "manner": desk.known.by[f"order.{side}"].manner,
        }
        for side, action in desk.known.orders.items()
    ]


def result(desk: Desk) -> dict[str, Any] | None:
    """How the battle ended, with why; and the report that stood."""
    known = desk.known
    if known.skipped:
        return {"skipped": True}
    if not known.decided:
        return None
    line = known.by["fought"]
    told_report = reports.decided(desk.engagement) if desk.engagement and desk.table else None
    return {
        "text": battles.result_words(desk, known.winner, known.level),
        "played_at": desk.battle.url if desk.battle and desk.table and desk.table.on_site else "",
        "number": desk.numbers.get(known.winner or "", 0),
        "why": desk.why(line),
        "note": "" if told_report else line.happening.data.get("notes") or "",
        "report": battles.report_words(desk, told_report, over=True) if told_report else None,
    }


def score_of(desk: Desk) -> list[dict[str, Any]]:
    """The score now; of a year that is closed, as it was then."""
    if desk.year.summary:
        end = wars.score_at(desk.year)
        return [
            {
                "number": desk.numbers[side],
                "name": desk.name(side),
                "points": end.points[side]["total"],
                "earned": end.points[side]["earned"],
                "standing": end.points[side]["standing"],
                "available": end.available[side],
                "why": why_url(desk.war, "points", end.year, side),
            }
            for side in desk.rules.pack.side_keys
        ]
    return score(desk, wars.holdings(desk.sides, desk.state))


# --- Doing something on it ----------------------------------------------------------------------------------


def done_or_again(
    request: SignedIn,
    desk: Desk,
    name: str,
    form: forms.BaseForm | forms.BaseFormSet,
    verb: Callable[[], object],
    *,
    success: str | Promise,
    kept: str = "",
) -> HttpResponse:
    """Call the verb if the form is sound and still belongs to this year; then the year again.

    After success by a redirect; else at once, with what was typed and why it was not done: 422, or 409 where somebody was first.
    """
    notice, status = "", 422
    try:
        check_year(desk, request.POST.get("year", ""))
        if form.is_valid():
            verb()
            messages.success(request, str(success))
            return redirect("year", desk.war.public_id)
    except NotSeen:
        raise
    except Refusal as refusal:
        notice, status = told(refusal, desk), refusal.status
    fresh = desk_for(request, desk.war.public_id)
    if notice and status == 422 and isinstance(form, forms.BaseForm):
        form.add_error(None, notice)
        notice = ""
    return year_page(request, fresh, bound={name: form}, notice=notice, kept=kept, status=status)


def refused_page(request: SignedIn, desk: Desk, refusal: Refusal) -> HttpResponse:
    """The year as it is now, with why something without a form of its own was not done."""
    return year_page(request, desk_for(request, desk.war.public_id), notice=told(refusal, desk), status=refusal.status)


def button(
    request: SignedIn, desk: Desk, verb: Callable[[], object], *, success: str | Promise = "", to: str = "year"
) -> HttpResponse:
    """Something done by a button alone."""
    try:
        check_year(desk, request.POST.get("year", ""))
        verb()
    except NotSeen:
        raise
    except Refusal as refusal:
        return refused_page(request, desk, refusal)
    messages.success(request, str(success or _("Done.")))
    return redirect(to, desk.war.public_id)
