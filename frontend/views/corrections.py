"""Correcting a decision: what should it have been, what would follow, what is done about the rest, why; and only then it is done.

Nothing is kept between the steps but what the page itself carries: the plan, which is judged afresh each time.
"""

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET, require_http_methods

from campaigns.models.codec import start_of, text
from campaigns.narration import Book, problem_text, roll_name
from campaigns.narration.decided import decision_name, decision_text
from campaigns.narration.words import score_text
from campaigns.rules.correcting import (
    Corrected,
    Edit,
    Misfit,
    Past,
    Resolution,
    answered,
    insertable,
)
from campaigns.rules.decisions import Decision, Typed, kind_of
from campaigns.rules.differences import differences
from campaigns.rules.engine import HOST
from campaigns.rules.recordlog import Recalled
from campaigns.rules.state import State
from campaigns.selectors import wars
from campaigns.services import branches, correcting, foreseeing
from campaigns.services.foreseeing import Plan
from campaigns.services.sealed import Disallowed
from clubs import clock
from clubs.errors import NotSeen, Refusal, Stale
from frontend.forms.corrections import REMOVED_ONLY, ResultForm, WhyForm, add_problem, form_for
from frontend.forms.numbers import whole_number
from frontend.views import noteddice
from frontend.views.clubs import SignedIn
from frontend.views.courses import change_rows
from frontend.views.wars import Here
from rulesets.contract import UMPIRE
from rulesets.dice import Rolled

WAYS: dict[str, str | Promise] = {
    "default": gettext_lazy("Take what the war lays down for whoever does not answer"),
    "drop": gettext_lazy("It was not made"),
    "typed": gettext_lazy("Take another decision, typed in"),
    "ask": gettext_lazy("Ask the people again from here on: everything after it is undone"),
}
WHY_GONE: dict[str, str | Promise] = {
    "corrected": gettext_lazy("it was not made"),
    "dropped": gettext_lazy("it no longer fits"),
    "not_asked": gettext_lazy("nobody asks for it any more"),
    "war_over": gettext_lazy("the war is over before it"),
    "asked_again": gettext_lazy("people are asked again before it"),
}


@dataclass(frozen=True)
class Bench:
    """A person who corrects a decision of a war; or adds one, of the kind ``added``, that is missing before it; or corrects a die that
    fell in it and came with a record, ``noted``."""

    spot: Here
    log: list[Past]
    past: Past
    seat: str
    added: str = ""
    noted: Rolled | None = None

    @property
    def old(self) -> Decision | None:
        if self.noted is not None:
            return Typed(address=self.noted.address, faces=self.noted.faces)
        return None if self.added else self.past.moves[self.seat]

    @property
    def prompt(self) -> str:
        if self.noted is not None:
            return correcting.NOTED_DIE
        return self.added or kind_of(self.past.moves[self.seat])

    def edit(self, decision: Decision | None) -> Edit:
        about = {"insert": bool(self.added), "roll": self.noted is not None}
        return Edit(number=self.past.number, seat=self.seat, decision=decision, **about)

    @property
    def address(self) -> str:
        if self.noted is not None:
            place = self.past.rolls.index(self.noted)
            return reverse("war_correct_die", args=[self.spot.war.public_id, self.past.number, place])
        where = [self.spot.war.public_id, self.past.number, self.seat]
        return reverse("war_insert", args=[*where, self.added]) if self.added else reverse("war_correct", args=where)

    @property
    def name(self) -> str:
        return decision_name(self.prompt, self.spot.book.side(None if self.seat == HOST else self.seat))

    def state(self) -> State:
        """The war as it stood before the decision."""
        rules = self.spot.rules
        state = rules.begin(start_of(self.spot.war))
        for past in self.log:
            if past.number == self.past.number:
                break
            state = rules.apply(state, past.moves, Recalled(past.rolls)).state
        return state

    def context(self, **more: Any) -> dict[str, Any]:
        return self.spot.context(
            bench=self,
            name=self.name,
            year=self.past.year,
            seen=self.spot.war.last_decision,
            proposes=not self.spot.place.umpires,
            **more,
        )


def _corrector(request: SignedIn, public_id: str) -> Here:
    spot = Here.begun(request.user, public_id)
    return spot.seen_if(correcting.may_correct(spot.war, spot.place))


def _bench(spot: Here, number: int, seat: str, added: str = "", die: int | None = None) -> Bench:
    log = foreseeing.log_of(spot.war)
    past = next((one for one in log if one.number == number), None)
    if past is not None and die is not None:
        noted = past.rolls[die] if die < len(past.rolls) else None
        if noted not in foreseeing.noted(spot.war).get(number, []):
            raise NotSeen
        return Bench(spot=spot, log=log, past=past, seat=HOST, noted=noted)
    if past is None or seat not in (spot.numbers if added else past.moves):
        raise NotSeen
    return Bench(spot=spot, log=log, past=past, seat=seat, added=added)


def _old_words(bench: Bench, book: Book) -> str:
    return decision_text(bench.seat, bench.old, book) if bench.old is not None else ""


# --- Which decision ---------------------------------------------------------------------------------------


@login_required
@require_GET
def decisions(request: SignedIn, public_id: str, number: int) -> HttpResponse:
    """What was decided in a year and counts: each with the way to correct it."""
    spot = _corrector(request, public_id)
    wars.year_of(spot.war, number)
    log, noted = foreseeing.log_of(spot.war), foreseeing.noted(spot.war)
    rows = [
        {
            "number": past.number,
            "dice": noteddice.rows(spot, past, noted.get(past.number, [])) if n == 0 else [],
            "seat": seat,
            "side": spot.numbers.get(seat, 0),
            "name": decision_name(kind_of(move), spot.book.side(seat)),
            "text": decision_text(seat, move, spot.book),
        }
        for past in log
        if past.year == number
        for n, (seat, move) in enumerate(past.moves.items())
    ]
    context = spot.context(rows=rows, number=number, umpires=spot.place.umpires)
    return render(request, "frontend/corrections/decisions.html", context)


@login_required
@require_GET
def missing(request: SignedIn, public_id: str, number: int) -> HttpResponse:
    """What somebody might have decided in a year of his own accord, and before which decision: each with the way to add it."""
    spot = _corrector(request, public_id)
    wars.year_of(spot.war, number)
    kinds: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for past, asks in foreseeing.insertable(spot.war, number):
        before = ", ".join(decision_name(kind_of(move), spot.book.side(seat)) for seat, move in past.moves.items())
        for ask in asks:
            places = kinds.setdefault((ask.seat, ask.prompt), [])
            if not any(one["number"] == past.number for one in places):
                places.append({"number": past.number, "before": before})
    rows = [
        {
            "seat": seat,
            "prompt": prompt,
            "side": spot.numbers.get(seat, 0),
            "name": decision_name(prompt, spot.book.side(seat)),
            "places": places,
        }
        for (seat, prompt), places in sorted(kinds.items(), key=lambda one: (spot.numbers[one[0][0]], one[0][1]))
    ]
    context = spot.context(rows=rows, number=number, after=noteddice.after_the_last(spot, number))
    return render(request, "frontend/corrections/missing.html", context)


# --- What it should have been -------------------------------------------------------------------------------


@login_required
@require_http_methods(["GET", "POST"])
def correct(
    request: SignedIn, public_id: str, decision: int, seat: str = HOST, prompt: str = "", die: int | None = None
) -> HttpResponse:
    """The form, the look at what would follow, and the correction itself.

    ``prompt``: what is added before that decision. ``die``: which of the dice that fell in it, of a record, is corrected.
    """
    spot = _corrector(request, public_id)
    if request.method == "GET":
        bench = _bench(spot, decision, seat, prompt, die)
        might = insertable(spot.rules, bench.state()) if prompt else []
        if prompt and not any((ask.seat, ask.prompt) == (seat, prompt) for ask in might):
            raise NotSeen
        return _form_page(request, bench)
    step = request.POST.get("step", "")
    try:
        bench = _bench(spot, decision, seat, prompt, die)
    except NotSeen:
        if step != "commit":
            raise
        gone = _("Somebody was first: this decision does not count any more. Look at the war as it is now.")
        raise Stale(gone, code="stale") from None
    if step in ("look", "remove"):
        return _looked(request, bench, remove=step == "remove")
    plan = _plan_of(request, bench)
    if step.startswith("type:"):
        return _type_page(request, bench, plan, step.removeprefix("type:"))
    if step == "typed":
        return _typed(request, bench, plan)
    if step == "commit":
        return _commit(request, bench, plan)
    return _preview_page(request, bench, plan)


def _form(bench: Bench, data: Any = None) -> Any:
    if bench.noted is not None:
        return noteddice.form(bench.spot.rules, bench.state(), bench.past, bench.noted, data)
    return form_for(
        bench.spot.rules, bench.state(), bench.seat, bench.prompt, book=_book_at(bench), old=bench.old, data=data
    )


def _book_at(bench: Bench) -> Book:
    return bench.spot.book


def _form_page(request: SignedIn, bench: Bench, form: Any = None) -> HttpResponse:
    nothing_to_type = bench.prompt in REMOVED_ONLY and not bench.added
    shown = form if form is not None or nothing_to_type else _form(bench)
    context = bench.context(
        form=shown,
        result=isinstance(shown, ResultForm),
        rows=bench.prompt == "spend_grant",
        removable=not bench.added and bench.noted is None and _removable(bench),
        old=_old_words(bench, bench.spot.book),
        sides=shown.side_rows() if isinstance(shown, ResultForm) else (),
        village=isinstance(shown, ResultForm) and shown.table.objective == "village",
    )
    return render(request, "frontend/corrections/form.html", context, status=422 if form is not None else 200)


def _removable(bench: Bench) -> bool:
    """Whether it can have been left undone: a result of a battle cannot, and what is laid down for the absent need not."""
    old, rules, state = bench.past.moves[bench.seat], bench.spot.rules, bench.state()
    ask = answered(rules, state, bench.seat, old)
    if ask is None or ask.prompt == "dice":
        return True
    standing = str(bench.spot.war.absent.get("order", "")) or None
    return rules.fallback(state, ask, standing_order=standing) not in (None, old)


def _looked(request: SignedIn, bench: Bench, *, remove: bool) -> HttpResponse:
    decision = None
    form = None
    if not remove:
        form = _form(bench, request.POST)
        if form is None or not form.is_valid():
            return _form_page(request, bench, form)
        decision = form.decision()
    plan = Plan(edit=bench.edit(decision))
    try:
        correcting.foresee(bench.spot.war, plan)
    except Disallowed as refused:
        if form is None:
            raise
        add_problem(form, refused.problem)
        return _form_page(request, bench, form)
    return _preview_page(request, bench, plan)


# --- What would follow --------------------------------------------------------------------------------------


def _plan_of(request: SignedIn, bench: Bench) -> Plan:
    """The plan that the page carries, with the ways that were chosen on it."""
    plan = correcting.read_plan(request.POST.get("plan", ""))
    if plan.edit != bench.edit(plan.edit.decision):
        raise Refusal(_("This page cannot be read any more. Begin the correction again."), code="bad_plan")
    resolutions = dict(plan.resolutions)
    for name, key in request.POST.items():
        number = name.removeprefix("misfit-")
        if number != name and whole_number(number) is not None:
            how = request.POST.get(f"way-{number}", "")
            old = resolutions.get(str(key))
            if how in WAYS:
                resolutions[str(key)] = Resolution(how=how, decision=old.decision if old else None)  # type: ignore[arg-type]
    return Plan(edit=plan.edit, resolutions=resolutions)


def _preview_page(
    request: SignedIn, bench: Bench, plan: Plan, *, why: WhyForm | None = None, notice: str = "", status: int = 200
) -> HttpResponse:
    found = correcting.foresee(bench.spot.war, plan)
    names = _names(bench.spot, found)
    changes = differences(found.before, found.summaries)
    context = bench.context(
        plan=text(plan),
        verdict=_verdict(found, bench.spot, len(changes), len({one.year for one in changes})),
        old=_old_words(bench, names),
        new=decision_text(bench.seat, plan.edit.decision, names) if plan.edit.decision is not None else "",
        misfits=[_misfit_row(number, one, names) for number, one in enumerate(found.misfits)],
        unsettled=len(found.open),
        gone=[
            {
                "year": one.year,
                "name": decision_name(kind_of(one.decision), names.side(one.seat)),
                "text": decision_text(one.seat, one.decision, names),
                "why": WHY_GONE[one.why],
            }
            for one in found.gone
        ],
        changes=change_rows(changes, names),
        rolls_new=[roll_name(address, names) for address in found.rolls_new],
        rolls_gone=[roll_name(address, names) for address in found.rolls_gone],
        stopped=found.stopped,
        why=why or WhyForm(),
        notice=notice,
    )
    return render(request, "frontend/corrections/preview.html", context, status=status)


def _names(spot: Here, found: Corrected) -> Book:
    """The names of everybody in either course: who was never bought has one all the same."""
    books = [Book.of(spot.rules.pack, state, readings=spot.rules.readings) for state in (found.old, found.state)]
    names = {
        side: {
            kind: {key: name for book in books for key, name in book.names[side][kind].items()}
            for kind in ("units", "characters")
        }
        for side in spot.rules.pack.side_keys
    }
    return Book(pack=spot.rules.pack, language=books[0].language, names=names, readings=spot.rules.readings)


def _verdict(found: Corrected, spot: Here, count: int, years: int) -> list[str]:
    """What it comes to, in a sentence or two: the score, the end of the war, how much else."""
    rules, book = spot.rules, spot.book
    old = {side: rules.total(found.old, side) for side in rules.pack.side_keys}
    new = {side: rules.total(found.state, side) for side in rules.pack.side_keys}
    words = {"old": score_text(old, book), "new": score_text(new, book), "count": count, "years": years}
    if not count:
        told = [_("Nothing else changes: the score stays %(new)s.") % words]
    elif old == new:
        told = [_("The score stays %(new)s; other figures change.") % words]
    else:
        told = [_("The score changes from %(old)s to %(new)s.") % words]
    if found.old.ended != found.state.ended:
        told.append(_ending(found, book))
    return told


def _ending(found: Corrected, book: Book) -> str:
    ended = found.state.ended
    if ended is None:
        return _("The war is not over: it goes on in year %(year)s.") % {"year": found.state.year}
    words = {"year": ended.year, "side": book.side(ended.winner)}
    if ended.winner is None:
        return _("The war ends in year %(year)s, drawn.") % words
    return _("The war ends in year %(year)s, won by %(side)s.") % words


def _misfit_row(number: int, one: Misfit, book: Book) -> dict[str, Any]:
    seat = "" if one.seat == HOST else one.seat
    return {
        "number": number,
        "key": one.key,
        "year": one.year,
        "name": decision_name(one.prompt, book.side(seat or UMPIRE)),
        "old": decision_text(one.seat, one.decision, book) if one.decision is not None else "",
        "problem": problem_text(one.problem, book) if one.problem is not None else "",
        "wrong": problem_text(one.wrong, book) if one.wrong is not None else "",
        "taken": one.taken,
        "told": one.told,
        "ways": [_way(how, one, book) for how in one.ways if how != "typed" or one.typed is not None],
        "typable": one.prompt not in REMOVED_ONLY,
    }


def _way(how: str, one: Misfit, book: Book) -> dict[str, Any]:
    about = ""
    if how == "default" and one.default is not None:
        about = decision_text(one.seat, one.default, book)
    elif how == "default":
        about = _("the program throws")
    elif how == "typed" and one.typed is not None:
        about = decision_text(one.seat, one.typed, book)
    return {"how": how, "text": WAYS[how], "about": about, "chosen": one.taken == how}


# --- Another decision for one that no longer fits ------------------------------------------------------------


def _misfit(bench: Bench, plan: Plan, key: str) -> Misfit:
    found = correcting.foresee(bench.spot.war, plan)
    misfit = next((one for one in found.misfits if one.key == key), None)
    if misfit is None:
        raise Refusal(_("This page cannot be read any more. Begin the correction again."), code="bad_plan")
    return misfit


def _type_page(request: SignedIn, bench: Bench, plan: Plan, key: str, form: Any = None) -> HttpResponse:
    misfit = _misfit(bench, plan, key)
    book = Book.of(bench.spot.rules.pack, misfit.state, readings=bench.spot.rules.readings)
    shown = form if form is not None else _form_of(bench, misfit, book)
    if shown is None:
        return _preview_page(request, bench, plan)
    result = isinstance(shown, ResultForm)
    context = bench.context(
        form=shown,
        result=result,
        rows=misfit.prompt == "spend_grant",
        sides=shown.side_rows() if result else (),
        village=result and shown.table.objective == "village",
        plan=text(plan),
        key=key,
        misfit=_misfit_row(0, misfit, book),
    )
    return render(request, "frontend/corrections/form.html", context, status=422 if form is not None else 200)


def _form_of(bench: Bench, misfit: Misfit, book: Book, data: Any = None) -> Any:
    old = misfit.typed if misfit.typed is not None else misfit.decision
    return form_for(bench.spot.rules, misfit.state, misfit.seat, misfit.prompt, book=book, old=old, data=data)


def _typed(request: SignedIn, bench: Bench, plan: Plan) -> HttpResponse:
    key = request.POST.get("key", "")
    misfit = _misfit(bench, plan, key)
    book = Book.of(bench.spot.rules.pack, misfit.state, readings=bench.spot.rules.readings)
    form = _form_of(bench, misfit, book, request.POST)
    if form is None or not form.is_valid():
        return _type_page(request, bench, plan, key, form)
    decision = form.decision()
    problem = bench.spot.rules.check(misfit.state, misfit.seat, decision)
    if problem is not None:
        add_problem(form, problem)
        return _type_page(request, bench, plan, key, form)
    typed = {**plan.resolutions, key: Resolution(how="typed", decision=decision)}
    return _preview_page(request, bench, Plan(edit=plan.edit, resolutions=typed))


# --- Doing it -----------------------------------------------------------------------------------------------


def _commit(request: SignedIn, bench: Bench, plan: Plan) -> HttpResponse:
    why = WhyForm(request.POST)
    if not why.is_valid():
        return _preview_page(request, bench, plan, why=why, status=422)
    typed = whole_number(request.POST.get("seen", ""))
    about: dict[str, Any] = {
        "plan": plan,
        "reason": why.cleaned_data["reason"],
        "seen": -1 if typed is None else typed,
        "by": bench.spot.member,
        "now": clock.now(),
    }
    try:
        if bench.spot.place.umpires:
            correcting.correct(bench.spot.war, **about)
            messages.success(request, _("Corrected. Everybody in this war has been told."))
        else:
            correcting.propose(bench.spot.war, **about)
            messages.success(request, _("Proposed. The other side is asked for its consent."))
    except (NotSeen, Disallowed):
        raise
    except Refusal as refusal:
        return _came_back(request, bench, plan, why, refusal)
    return redirect("war_corrections", bench.spot.war.public_id)


def _came_back(request: SignedIn, bench: Bench, plan: Plan, why: WhyForm, refusal: Refusal) -> HttpResponse:
    """It was not done: the same plan, looked at again in the war as it is now, with what was typed."""
    fresh = _bench(_corrector(request, bench.spot.war.public_id), bench.past.number, bench.seat, bench.added)
    return _preview_page(request, fresh, plan, why=why, notice=str(refusal), status=refusal.status)


@login_required
@require_http_methods(["GET", "POST"])
def proposal(request: SignedIn, public_id: str, proposal_id: str) -> HttpResponse:
    """What the other side proposes and what would follow; consent, or decline."""
    spot = _corrector(request, public_id)
    proposed = correcting.open_proposal(spot.war)
    if proposed is None or proposed.public_id != proposal_id:
        raise NotSeen
    if request.method == "POST":
        accept = request.POST.get("answer") == "yes"
        correcting.answer(spot.war, proposal_id=proposal_id, accept=accept, by=spot.member, now=clock.now())
        done = _("Corrected. Everybody in this war has been told.") if accept else _("Nothing is changed.")
        messages.success(request, done)
        return redirect("war_corrections", public_id)
    plan = correcting.read_plan(proposed.plan)
    added = kind_of(plan.edit.decision) if plan.edit.insert and plan.edit.decision is not None else ""
    bench = _bench(spot, plan.edit.number, plan.edit.seat, added)
    found = correcting.foresee(spot.war, plan)
    names = _names(spot, found)
    changes = differences(found.before, found.summaries)
    context = bench.context(
        proposed=proposed,
        side=spot.book.side(proposed.side),
        own=proposed.side == spot.place.side,
        stale=proposed.seen != spot.war.last_decision,
        verdict=_verdict(found, spot, len(changes), len({one.year for one in changes})),
        old=_old_words(bench, names),
        new=decision_text(bench.seat, plan.edit.decision, names) if plan.edit.decision is not None else "",
        changes=change_rows(changes, names),
    )
    return render(request, "frontend/corrections/proposal.html", context)


# --- Playing again from the start of a year ---------------------------------------------------------------------


@login_required
@require_http_methods(["GET", "POST"])
def begin_again(request: SignedIn, public_id: str, number: int) -> HttpResponse:
    """Call a year off, or take the war back to its start, after a page that says what that means."""
    spot = Here.begun(request.user, public_id)
    spot.seen_if(spot.place.umpires)
    year = wars.year_of(spot.war, number)
    form = WhyForm(request.POST or None)
    notice, status = "", 200
    if request.method == "POST":
        status = 422
        typed = whole_number(request.POST.get("seen", ""))
        if form.is_valid():
            try:
                branches.begin_again(
                    spot.war,
                    number=number,
                    reason=form.cleaned_data["reason"],
                    seen=-1 if typed is None else typed,
                    by=spot.member,
                    now=clock.now(),
                )
                messages.success(request, _("The year is played again from its start. Everybody has been told."))
                return redirect("war_corrections", public_id)
            except NotSeen:
                raise
            except Refusal as refusal:
                notice, status = str(refusal), refusal.status
    fresh = Here.begun(request.user, public_id) if status == 409 else spot
    latest, closed = wars.last_years(fresh.war)
    last = latest or closed
    context = fresh.context(
        form=form,
        number=number,
        year=year,
        voids=last is not None and last.number == number,
        last=last.number if last else number,
        seen=fresh.war.last_decision,
        notice=notice,
    )
    return render(request, "frontend/corrections/begin_again.html", context, status=status)
