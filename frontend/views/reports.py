"""Reporting a battle: the form, the look at what was understood, the other side's answer, the umpire's ruling."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from battles import narration as told_battles
from battles import selectors as battles
from battles.models import Battle
from battles.services import play
from campaigns.places import Actor
from campaigns.selectors import reports
from campaigns.selectors.reports import DRAW, Table
from campaigns.services import fighting
from clubs import clock
from clubs.errors import NotSeen, Refusal, Stale
from frontend.forms.numbers import whole_number
from frontend.forms.reports import ReasonForm, ReportForm, typed_again
from frontend.views.clubs import SignedIn
from frontend.views.desks import Desk, actor_of, check_year, desk_for, told
from frontend.views.yearparts.battles import report_words
from frontend.views.years import button, refused_page
from rulesets.contract import UMPIRE, Action, Problem

type Kind = Literal["report", "amend", "dispute", "ruling"]

TITLES = {
    "report": gettext_lazy("Report the battle"),
    "amend": gettext_lazy("Correct your report"),
    "dispute": gettext_lazy("Dispute the report"),
    "ruling": gettext_lazy("Rule on the battle"),
}
SENT = {
    "report": gettext_lazy("Your report is in. The other side is asked to confirm it."),
    "amend": gettext_lazy("Your report is corrected. The other side is asked to confirm it."),
    "dispute": gettext_lazy("You dispute the report. The umpire and the other side are told."),
    "ruling": gettext_lazy("The battle is settled by your ruling."),
}
NEEDS_REASON = ("dispute", "ruling")


@dataclass(frozen=True)
class Sheet:
    """A report in the making: for whom, of which kind, about which battle."""

    desk: Desk
    actor: Actor
    kind: Kind
    battle: Battle
    table: Table

    @property
    def seat(self) -> str:
        return UMPIRE if self.kind == "ruling" else self.actor.side

    def form(self, data: Any = None) -> ReportForm:
        pack = self.desk.rules.pack
        return ReportForm(
            data,
            table=self.table,
            names={side: self.desk.name(side) for side in pack.side_keys},
            turns=pack.victory_rules.turns,
            prisoners=pack.takes_prisoners(self.desk.at.now.scenario),
            initial=self._initial(),
        )

    def _initial(self) -> dict[str, Any]:
        """One's own report again when it is corrected; the other side's when one's own version of it is given."""
        table = self.table
        report = table.reports.get(self.actor.side)
        if report is None and self.kind in NEEDS_REASON and table.reports:
            report = table.reports[table.reporter or next(iter(table.reports))]
        return typed_again(table, report) if report else {}

    def reason(self, data: Any = None) -> ReasonForm | None:
        return ReasonForm(data) if self.kind in NEEDS_REASON else None


def sheet_of(desk: Desk, kind: Kind, wanted: str = "") -> Sheet | None:
    """The report that this person may give now; None where the table asks nobody for one any more."""
    if kind == "ruling":
        if not desk.place.umpires:
            raise NotSeen
        actor = Actor(side=UMPIRE, paper=False)
    else:
        actor = actor_of(desk, wanted)
    if desk.battle is None or desk.table is None or desk.phase != "battle":
        return None
    if not desk.table.on_site:
        return Sheet(desk=desk, actor=actor, kind=kind, battle=desk.battle, table=desk.table)
    if kind != "ruling":
        return None
    # Who rules on a battle that is played here says it in the words of a table all the same.
    laid = reports.table_at(desk.rules, desk.at)
    return Sheet(desk=desk, actor=actor, kind=kind, battle=desk.battle, table=laid)


def kind_for(desk: Desk, actor: Actor) -> Kind:
    """What a side may say by a report now: a first one, or its own again."""
    if desk.battle is None:
        return "report"
    prompts = [ask.prompt for ask in battles.asks_of(desk.battle) if ask.seat == actor.side]
    if "answer" in prompts:
        return "dispute"
    return "amend" if "amend" in prompts else "report"


# --- Pages ------------------------------------------------------------------------------------------------


@login_required
@require_http_methods(["GET", "POST"])
def report(request: SignedIn, public_id: str) -> HttpResponse:
    """Report a battle, or correct one's own report."""
    desk = desk_for(request, public_id)
    wanted = request.GET.get("for", "") or request.POST.get("for", "")
    actor = actor_of(desk, wanted)
    return _page(request, desk, kind_for(desk, actor), wanted)


@login_required
@require_http_methods(["GET", "POST"])
def dispute(request: SignedIn, public_id: str) -> HttpResponse:
    """Say that the other side's report is wrong, with or without one's own version."""
    desk = desk_for(request, public_id)
    return _page(request, desk, "dispute", request.GET.get("for", "") or request.POST.get("for", ""))


@login_required
@require_http_methods(["GET", "POST"])
def ruling(request: SignedIn, public_id: str) -> HttpResponse:
    """The umpire settles the battle."""
    return _page(request, desk_for(request, public_id), "ruling", "")


@login_required
@require_POST
def way(request: SignedIn, public_id: str) -> HttpResponse:
    """How the battle is to be fought: what one's own side would like, or what the umpire says."""
    desk, wanted = desk_for(request, public_id), request.POST.get("way", "")
    side = desk.place.side
    if side is None and not desk.place.umpires:
        raise NotSeen

    def verb() -> None:
        if side is not None:
            fighting.wish(desk.war, side=side, way=wanted, by=desk.member, now=clock.now())
        else:
            why = request.POST.get("reason", "")
            fighting.settle(desk.war, way=wanted, reason=why, by=desk.member, now=clock.now())

    success = _("Noted. It is done as soon as every side says the same.") if side else _("The battle is fought so.")
    return button(request, desk, verb, success=success)


def _page(request: SignedIn, desk: Desk, kind: Kind, wanted: str) -> HttpResponse:
    sheet = sheet_of(desk, kind, wanted)
    if sheet is None:
        over = Stale(_("No battle waits for a report now. Look at the year as it is."), code="no_battle")
        return redirect("year", desk.war.public_id) if request.method == "GET" else refused_page(request, desk, over)
    if request.method == "GET":
        return _write(request, sheet, sheet.form(), sheet.reason())
    return _taken(request, sheet)


def _write(
    request: SignedIn,
    sheet: Sheet,
    form: ReportForm,
    reason: ReasonForm | None,
    *,
    notice: str = "",
    status: int = 200,
) -> HttpResponse:
    """The form. ``notice``: why it came back, with the other side's report shown where there is one."""
    desk, table = sheet.desk, sheet.table
    others = [report_words(desk, told, by=side) for side, told in table.reports.items() if side != sheet.actor.side]
    context = desk.context(
        kind=sheet.kind,
        title=TITLES[sheet.kind],
        form=form,
        reason=reason,
        optional=sheet.kind == "dispute",
        own_version=form.is_bound,
        sides=form.side_rows(),
        others=others,
        year=desk.year,
        seq=sheet.battle.seq,
        actor=sheet.actor,
        acting=desk.name(sheet.actor.side),
        village=table.objective == "village",
        notice=notice,
        can_confirm=any(
            ask.seat == sheet.actor.side and ask.prompt in ("answer", "report_again")
            for ask in battles.asks_of(sheet.battle)
        )
        and bool(others),
    )
    return render(request, "frontend/years/report.html", context, status=status)


def _taken(request: SignedIn, sheet: Sheet) -> HttpResponse:
    """What was sent: shown as it was understood first, done when that is confirmed."""
    reason = sheet.reason(request.POST)
    bare = sheet.kind == "dispute" and not request.POST.get("own_version")
    form = sheet.form(None if bare else request.POST)
    try:
        check_year(sheet.desk, request.POST.get("year", ""))
        _check_seen(request, sheet)
        fine = (bare or form.is_valid()) & (reason is None or reason.is_valid())
        told_report = {} if bare or not fine else _settled(sheet, form)
        if not fine or (not bare and form.errors):
            return _write(request, sheet, form, reason, status=422)
        if request.POST.get("step") == "edit":
            return _write(request, sheet, form, reason)
        if bare or request.POST.get("step") == "send":
            _send(request, sheet, told_report, reason)
            messages.success(request, str(SENT[sheet.kind]))
            return redirect("year", sheet.desk.war.public_id)
        return _understood(request, sheet, form, reason, told_report)
    except NotSeen:
        raise
    except Refusal as refusal:
        return _came_back(request, sheet, reason, refusal)


def _check_seen(request: SignedIn, sheet: Sheet) -> None:
    """Whoever was first has the word; the other reads it before he goes on."""
    if _seq(request) == sheet.battle.seq:
        return
    if any(side != sheet.actor.side for side in sheet.table.reports):
        raise Stale(
            _("The other side has reported meanwhile. Read that report first: it may be the same."), code="stale"
        )
    raise Stale(_("This battle has gone on since you opened the page. Look at it as it is now."), code="stale")


def _settled(sheet: Sheet, form: ReportForm) -> dict[str, Any]:
    """The report with its winner; where the program is to say him, by the figures, or an error that says what is missing."""
    told_report = form.report()
    if form.auto:
        verdict = reports.judge(sheet.desk.rules, sheet.table, told_report, sheet.desk.known.roles)
        names = sheet.desk.book.battle_names()
        if not verdict.complete:
            for step in verdict.reasons:
                form.add_error("result", told_battles.reason(step, names))
            return {}
        told_report["winner"] = verdict.winner or DRAW
        if verdict.winner:
            told_report["level"] = verdict.level
    problem = _problem(sheet, told_report)
    if problem is not None:
        form.add_error(None, told_battles.problem(problem, sheet.desk.book.battle_names()))
    return told_report


def _problem(sheet: Sheet, told_report: dict[str, Any]) -> Problem | None:
    desk = sheet.desk
    if sheet.kind == "ruling" and desk.table is not None and desk.table.on_site:
        return reports.problem_of_report(desk.rules, desk.at, told_report)
    return reports.problem_with(sheet.battle, sheet.seat, _action(sheet, told_report, reason="-"))


def _action(sheet: Sheet, told_report: dict[str, Any], *, reason: str) -> Action:
    if sheet.kind == "dispute":
        return Action(kind="dispute", arguments={"reason": reason} | ({"report": told_report} if told_report else {}))
    if sheet.kind == "ruling":
        return Action(kind="rule", arguments={"reason": reason, "report": told_report})
    return Action(kind=sheet.kind, arguments=told_report)


def _understood(
    request: SignedIn, sheet: Sheet, form: ReportForm, reason: ReasonForm | None, told_report: dict[str, Any]
) -> HttpResponse:
    """One look at what will be sent. Nothing is stored yet: what was typed travels along in hidden fields."""
    context = sheet.desk.context(
        kind=sheet.kind,
        title=TITLES[sheet.kind],
        report=report_words(sheet.desk, told_report, by=None),
        auto=form.auto,
        why=reason.cleaned_data["reason"] if reason else "",
        hidden=[
            (name, value)
            for name, values in request.POST.lists()
            if name not in ("csrfmiddlewaretoken", "step")
            for value in values
        ],
        year=sheet.desk.year,
        actor=sheet.actor,
        acting=sheet.desk.name(sheet.actor.side),
    )
    return render(request, "frontend/years/report_preview.html", context)


def _send(request: SignedIn, sheet: Sheet, told_report: dict[str, Any], reason: ReasonForm | None) -> None:
    seq = _seq(request)
    why = reason.cleaned_data["reason"] if reason else ""
    if sheet.kind == "ruling":
        desk = sheet.desk
        fighting.rule(desk.war, sheet.battle, by=desk.member, now=clock.now(), reason=why, report=told_report, seq=seq)
        return
    play.act(
        sheet.battle,
        seat=sheet.actor.side,
        action=_action(sheet, told_report, reason=why),
        seq=seq,
        by=sheet.desk.member,
        now=clock.now(),
        paper=sheet.actor.paper,
    )


def _seq(request: SignedIn) -> int:
    """The last entry of the battle's log that the page showed."""
    typed = whole_number(request.POST.get("seq", ""))
    return -1 if typed is None else typed


def _came_back(request: SignedIn, sheet: Sheet, reason: ReasonForm | None, refusal: Refusal) -> HttpResponse:
    """It was not done: the same form with what was typed, beside the report that came first."""
    fresh_desk = desk_for(request, sheet.desk.war.public_id)
    wanted = sheet.actor.side if sheet.actor.paper else ""
    kind: Kind = sheet.kind if sheet.kind == "ruling" else kind_for(fresh_desk, sheet.actor)
    fresh = sheet_of(fresh_desk, kind, wanted)
    if fresh is None:
        return refused_page(request, fresh_desk, refusal)
    return _write(
        request,
        fresh,
        fresh.form(request.POST if "result" in request.POST else None),
        fresh.reason(request.POST if reason is not None else None),
        notice=told(refusal, fresh_desk),
        status=refusal.status,
    )


# --- Saying yes -------------------------------------------------------------------------------------------


@login_required
@require_POST
def confirm(request: SignedIn, public_id: str) -> HttpResponse:
    """Confirm the other side's report: the battle is decided by it."""
    desk = desk_for(request, public_id)
    actor = actor_of(desk, request.POST.get("for", ""))
    battle = desk.battle
    if battle is None:
        return refused_page(request, desk, Stale(_("No report waits for an answer now."), code="no_battle"))
    return button(request, desk, _confirming(request, desk, actor, battle), success=_("Confirmed. The year goes on."))


def _confirming(request: SignedIn, desk: Desk, actor: Actor, battle: Battle) -> Callable[[], object]:
    def verb() -> None:
        play.act(
            battle,
            seat=actor.side,
            action=Action(kind="confirm"),
            seq=_seq(request),
            by=desk.member,
            now=clock.now(),
            paper=actor.paper,
        )

    return verb
