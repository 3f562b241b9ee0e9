"""The umpire's desk: what waits for a ruling, the clock, the last report, and a note for the chronicle."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from battles.services import verdicts
from campaigns import narration, permissions
from campaigns.models import Engagement, Year
from campaigns.models.campaign import Stage
from campaigns.models.year import YearStage
from campaigns.selectors import clocks, home, sealed, wars
from campaigns.selectors.home import Task
from campaigns.selectors.wars import MORE_TIME
from campaigns.services import forcing, outcomes
from campaigns.services import umpire as verbs
from clubs import clock, selectors
from clubs.clock import in_zone
from clubs.errors import NotSeen, Refusal
from frontend.forms.wars import DeadlineForm, NoteForm, PauseForm, ReasonForm
from frontend.views.clockwords import deadline_remark
from frontend.views.clubs import SignedIn, attempt
from frontend.views.warlist import asked, form_url, plain_book
from frontend.views.wars import Here

# --- What waits ------------------------------------------------------------------------------------------


def task_rows(tasks: list[Task]) -> list[dict[str, Any]]:
    """Tasks in words, each with the page on which it is done."""
    return [{"task": task, "text": task_text(task), "url": task_url(task), "side": _side_of(task)} for task in tasks]


NAMED = ("decide", "paper", "vacant", "absent", "claim")
"""Tasks that are about a side."""


def _side_of(task: Task) -> str:
    return plain_book(task.war).side(task.seat) if task.kind in NAMED else ""


def task_text(task: Task) -> str:
    """What is to be done."""
    match task.kind:
        case "held" if task.battle:
            return _("The battle is held: the program could not go on with it. Let it try again.")
        case "held":
            return _("The war is held: look at what happened, and let it go on.")
        case "overdue":
            return _("The battle is overdue: settle it, or give more time.")
        case "contest":
            return _("A roll is contested: %(roll)s.") % {
                "roll": narration.roll_name(task.address, plain_book(task.war))
            }
        case "paper":
            return _("Type in the paper slip: %(what)s.") % {"what": asked(task.prompt)}
        case "vacant":
            return _("Nobody answers for this seat: act for it, or seat somebody (%(what)s).") % {
                "what": asked(task.prompt)
            }
        case "absent":
            return _("Absent: the deadline has passed. Act for this seat, or give more time (%(what)s).") % {
                "what": asked(task.prompt)
            }
        case "claim":
            return _("A win is claimed: grant it, or do not.")
    return asked(task.prompt)


def task_url(task: Task) -> str:
    if task.kind == "held" and not task.battle:
        return reverse("war", args=[task.war.public_id])
    if task.kind in ("held", "overdue"):
        return reverse("war_umpire", args=[task.war.public_id])
    if task.kind in ("vacant", "claim"):
        return reverse("war_seats", args=[task.war.public_id])
    if task.kind == "contest":
        return reverse("war_dice", args=[task.war.public_id])
    return f"{form_url(task.war)}{_place(task)}"


ANCHORS = {"order": "#order", "choose": "#choices", "muster": "#muster", MORE_TIME: "#more-time"}


def _place(task: Task) -> str:
    """Where on the page of the year the form stands; a slip's stands below the reader's own affairs."""
    if task.kind in ("paper", "absent") and task.prompt != MORE_TIME:
        return ""
    return "#battle" if task.battle else ANCHORS.get(task.prompt, "#question")


# --- The desk of a war ---------------------------------------------------------------------------------------


@login_required
@require_GET
def desk(request: SignedIn, public_id: str) -> HttpResponse:
    return _desk_page(request, Here.officed(request.user, public_id))


def _desk_page(request: SignedIn, spot: Here, *, name: str = "", refused: forms.Form | None = None) -> HttpResponse:
    """The desk. ``refused``: the form of that name as it came back, with what is wrong with it."""
    now = clock.now()
    year, _closed = wars.last_years(spot.war)
    mine = home.desk_of_war(spot.war, spot.place, spot.sides, year, now=now)
    engagement = outcomes.may_reopen(spot.war) if spot.place.umpires and spot.state is not None else None
    context = spot.context(
        tasks=task_rows(mine),
        year=year,
        umpires=spot.place.umpires,
        forms=_forms(spot, year, engagement, name, refused),
        reopens=engagement.year.number if engagement else None,
        running=spot.war.stage == Stage.RUNNING,
        held=spot.war.stage == Stage.HELD,
        battle_held=any(task.kind == "held" and task.battle for task in mine),
        year_url=form_url(spot.war),
        meant=clocks.meant_now(spot.war, year) if year and spot.place.umpires else None,
        remark=deadline_remark(year),
    )
    return render(request, "frontend/umpire/desk.html", context, status=422 if refused is not None else 200)


def _forms(
    spot: Here, year: Year | None, engagement: Engagement | None, name: str, refused: forms.Form | None
) -> dict[str, forms.Form]:
    """The forms that make sense now."""
    if not spot.place.umpires:
        return {}
    found: dict[str, forms.Form] = {}
    if year is not None and spot.war.stage == Stage.RUNNING:
        zone = spot.war.club.time_zone
        start = {"deadline": in_zone(year.deadline_at, zone)} if year.deadline_at else {}
        found["deadline"] = DeadlineForm(zone=zone, initial=start, prefix="deadline")
        if year.paused_at is None:
            found["pause"] = PauseForm(zone=zone, prefix="pause")
        if not year.ready and year.pk in sealed.all_in([year]):
            found["close"] = ReasonForm(prefix="close")
        elif not year.ready and year.stage != YearStage.BATTLE:
            found["force"] = ReasonForm(prefix="force")
    if engagement is not None:
        found["reopen"] = ReasonForm(prefix="reopen")
    if spot.war.stage in (Stage.RUNNING, Stage.OVER):
        found["note"] = NoteForm(prefix="note")
    if refused is not None:
        found[name] = refused
    return found


def _act(
    request: SignedIn, spot: Here, name: str, form: forms.Form, verb: Callable[[], Any], said: Callable[[], str]
) -> HttpResponse:
    """One act of the desk: do it and say so, or show the form again with what is wrong."""
    if form.is_valid():
        attempt(form, verb)
        if not form.errors:
            messages.success(request, said())
            return redirect("war_umpire", spot.war.public_id)
    return _desk_page(request, spot, name=name, refused=form)


def _say_why(request: SignedIn, public_id: str, name: str, verb: Callable[..., Any], said: str) -> HttpResponse:
    """An act of the umpire that needs only its reason."""
    spot = Here.umpired(request.user, public_id)
    form = ReasonForm(request.POST, prefix=name)

    def act() -> Any:
        return verb(spot.war, reason=form.cleaned_data["reason"], by=spot.member, now=clock.now())

    return _act(request, spot, name, form, act, lambda: said)


@login_required
@require_POST
def move_deadline(request: SignedIn, public_id: str) -> HttpResponse:
    spot = Here.umpired(request.user, public_id)
    form = DeadlineForm(request.POST, zone=spot.war.club.time_zone, prefix="deadline")

    def verb() -> Any:
        assert form.moment is not None  # a form that is valid has one
        return verbs.move_deadline(
            spot.war,
            deadline_at=form.moment,
            reason=form.cleaned_data["reason"],
            by=spot.member,
            now=clock.now(),
            wall=form.wall,
        )

    def said() -> str:
        return " ".join(filter(None, [_("The deadline is moved. Everybody has been told."), form.remark]))

    return _act(request, spot, "deadline", form, verb, said)


@login_required
@require_POST
def pause(request: SignedIn, public_id: str) -> HttpResponse:
    spot = Here.umpired(request.user, public_id)
    form = PauseForm(request.POST, zone=spot.war.club.time_zone, prefix="pause")

    def verb() -> Any:
        reason = form.cleaned_data["reason"]
        return verbs.pause(spot.war, reason=reason, until=form.moment, by=spot.member, now=clock.now())

    return _act(request, spot, "pause", form, verb, lambda: _("The clock is stopped. Everybody has been told."))


@login_required
@require_POST
def resume(request: SignedIn, public_id: str) -> HttpResponse:
    spot = Here.umpired(request.user, public_id)
    verbs.resume(spot.war, by=spot.member, now=clock.now())
    messages.success(request, _("The clock runs again with the time that was left."))
    return redirect("war_umpire", public_id)


@login_required
@require_POST
def close_now(request: SignedIn, public_id: str) -> HttpResponse:
    """Close a stage in which everybody is in."""
    said = _("The stage is closed: the year goes on.")
    return _say_why(request, public_id, "close", verbs.close_now, said)


@login_required
@require_POST
def force(request: SignedIn, public_id: str) -> HttpResponse:
    """Wait no longer for whoever blocks the stage."""
    said = _("The stage is closed: the year goes on.")
    return _say_why(request, public_id, "force", forcing.force, said)


@login_required
@require_POST
def club_clock(request: SignedIn, public_id: str) -> HttpResponse:
    """The club's clocks have changed: set the deadline by them, or let its moment stand."""
    spot = Here.umpired(request.user, public_id)
    if request.POST.get("set") == "1":
        verbs.reset_deadline(spot.war, by=spot.member, now=clock.now())
        messages.success(request, _("The deadline is moved. Everybody has been told."))
    else:
        verbs.keep_deadline(spot.war, by=spot.member, now=clock.now())
        messages.success(request, _("The deadline stays the moment it was."))
    return redirect("war_umpire", public_id)


@login_required
@require_POST
def reopen(request: SignedIn, public_id: str) -> HttpResponse:
    said = _("The report is reopened. What had followed from it stays in the ledger, struck through.")
    return _say_why(request, public_id, "reopen", verbs.reopen_report, said)


@login_required
@require_POST
def note(request: SignedIn, public_id: str) -> HttpResponse:
    spot = Here.umpired(request.user, public_id)
    form = NoteForm(request.POST, prefix="note")

    def verb() -> Any:
        return verbs.note(spot.war, text=form.cleaned_data["text"], by=spot.member, now=clock.now())

    return _act(request, spot, "note", form, verb, lambda: _("The note stands in the ledger and in the chronicle."))


@login_required
@require_POST
def release(request: SignedIn, public_id: str) -> HttpResponse:
    """Let a held war go on."""
    spot = Here.overseen(request.user, public_id)
    verbs.release(spot.war, by=spot.member, now=clock.now())
    messages.success(request, _("The war goes on."))
    return redirect("war", public_id)


@login_required
@require_POST
def new_dice(request: SignedIn, public_id: str) -> HttpResponse:
    """Replace the dice whose key is lost, for all to see. Whoever may let the war go on may do it."""
    spot = Here.overseen(request.user, public_id)
    verbs.draw_new_secret(spot.war, reason=request.POST.get("dice-reason", ""), by=spot.member, now=clock.now())
    messages.success(request, _("New dice are locked away. Everybody has been told, and the war goes on."))
    return redirect("war", public_id)


@login_required
@require_POST
def release_battle(request: SignedIn, public_id: str) -> HttpResponse:
    """Let a held battle go on."""
    spot = Here.umpired(request.user, public_id)
    year, _closed = wars.last_years(spot.war)
    engagement = wars.held_battle(wars.battles_of([year]).get(year.pk, [])) if year is not None else None
    if engagement is None:
        raise Refusal(_("No battle is held."), code="not_held", status=409)
    verdicts.release(engagement.battle, by=spot.member, now=clock.now())
    messages.success(request, _("The battle goes on."))
    return redirect("war_umpire", public_id)


# --- The desk over all wars ---------------------------------------------------------------------------------------


@login_required
@require_GET
def all_desks(request: SignedIn) -> HttpResponse:
    """Everything that waits for this person as an umpire or officer, in all his clubs."""
    mine = home.desks_of(request.user, now=clock.now())
    acting = [row.war for row in mine.wars if mine.places[row.war.pk].umpires or mine.places[row.war.pk].officer]
    return render(request, "frontend/umpire/desks.html", {"tasks": task_rows(mine.tasks), "wars": acting})


@login_required
@require_GET
def club_desk(request: SignedIn, slug: str) -> HttpResponse:
    """Everything in a club that waits for this member as an umpire or officer."""
    member = selectors.place_in(request.user, slug)
    mine = home.desk_of(member, now=clock.now())
    acting = [row for row in mine.wars if mine.places[row.war.pk].umpires or mine.places[row.war.pk].officer]
    if not acting and member.role not in permissions.OFFICERS:
        raise NotSeen
    context = {"club": member.club, "tasks": task_rows(mine.tasks), "wars": [row.war for row in acting]}
    return render(request, "frontend/umpire/club_desk.html", context)
