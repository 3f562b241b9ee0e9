"""Preparing a war: its rules, clock, readings and sides, step by step; and beginning it.

What is entered stands in the war's own row from the first step on, so that anybody who prepares it can go on where another stopped.
"""

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from campaigns.models import SideOffer
from campaigns.models.absence import absent_rules
from campaigns.models.campaign import Stage
from campaigns.models.codec import army_of
from campaigns.narration.absence import absent_text
from campaigns.narration.settled import settled
from campaigns.selectors import wars
from campaigns.services import founding
from campaigns.services.clockwork import free_days, holidays_of
from campaigns.services.deadlines import AGREED_DAYS
from clubs import clock as clocks
from clubs import selectors as clubs
from clubs.errors import NotSeen
from clubs.models import Membership
from frontend.forms.armies import army_problem_text
from frontend.forms.founding import (
    BasicsForm,
    ClockForm,
    FoundWarForm,
    ReadingsForm,
    SeatForm,
    UnderWayForm,
    examples,
    odd_hours,
)
from frontend.forms.seats import AbsentForm
from frontend.views.clockwords import terms
from frontend.views.clubs import SignedIn, attempt, status_of
from frontend.views.wars import Here, here
from rulesets.contract import Problem

STEPS: tuple[tuple[str, str | Promise], ...] = (
    ("war_setup_basics", gettext_lazy("Name")),
    ("war_setup_clock", gettext_lazy("Clock")),
    ("war_setup_absent", gettext_lazy("Absent players")),
    ("war_setup_readings", gettext_lazy("Readings")),
    ("war_setup_sides", gettext_lazy("Sides")),
    ("war_setup_armies", gettext_lazy("Armies")),
    ("war_setup", gettext_lazy("Begin")),
)

type View = Callable[..., HttpResponse]


def preparing(*, managers: bool, begun_too: bool = False) -> Callable[[View], View]:
    """Let a member of the club in while the war is prepared; the view gets where he stands.

    ``managers``: only whoever may prepare it; for others the page does not exist. ``begun_too``: also later, until the war is over.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def wrapped(request: SignedIn, public_id: str, *args: Any, **kwargs: Any) -> HttpResponse:
            spot = here(request, public_id)
            if managers and not spot.place.manages:
                raise NotSeen
            if spot.war.stage != Stage.FOUNDING and not (begun_too and spot.war.stage != Stage.OVER):
                messages.info(request, _("This war has begun: its rules and its first armies stand."))
                return redirect("war", public_id)
            return view(request, spot, *args, **kwargs)

        return login_required(wrapped)

    return decorate


def page(request: SignedIn, spot: Here, step: str, *, asked: Sequence[forms.Form] = (), **more: Any) -> HttpResponse:
    """A step of the preparation."""
    context = spot.context(steps=_steps(spot, step), step=step, **more)
    name = step.removeprefix("war_setup_") if step != "war_setup" else "overview"
    return render(request, f"frontend/founding/{name}.html", context, status=status_of(*asked))


def _steps(spot: Here, current: str) -> list[dict[str, Any]]:
    """The steps with how far each has got. Clock and readings have sound defaults, so they count as done."""
    if spot.war.stage != Stage.FOUNDING:
        return []
    done = {
        "war_setup_sides": len(wars.held(spot.sides)) == len(spot.sides),
        "war_setup_armies": all(army_of(side) for side in spot.sides),
        "war_setup": False,
    }
    mine = STEPS if spot.place.manages else STEPS[-2:]
    return [
        {"name": name, "label": label, "done": done.get(name, True), "now": name == current} for name, label in mine
    ]


def next_step(step: str) -> str:
    names = [name for name, _label in STEPS]
    return names[names.index(step) + 1]


# --- Founding -------------------------------------------------------------------------------------------


@login_required
@require_http_methods(["GET", "POST"])
def found(request: SignedIn, slug: str) -> HttpResponse:
    """The first step: any member may found a war."""
    place = clubs.place_in(request.user, slug)
    form = FoundWarForm(request.POST or None, umpires=_with_account(clubs.members_of(place.club)))
    if form.is_valid():
        war = attempt(form, founding.found, place.club, by=place, now=clocks.now(), **form.values())
        if war is not None:
            messages.success(request, _("The war is founded. Now the rest, one step at a time."))
            return redirect("war_setup_clock", war.public_id)
    context = {"club": place.club, "form": form}
    return render(request, "frontend/founding/found.html", context, status=status_of(form))


def _with_account(members: Sequence[Membership]) -> list[Membership]:
    return [member for member in members if not member.on_paper]


@preparing(managers=True)
@require_http_methods(["GET", "POST"])
def basics(request: SignedIn, spot: Here) -> HttpResponse:
    war = spot.war
    umpires = _with_account(clubs.members_of(war.club))
    now_set = {
        "name": war.name,
        "years": war.years,
        "umpire": war.umpire.public_id if war.umpire else "",
        "dice": war.dice,
    }
    form = BasicsForm(request.POST or None, initial=now_set, umpires=umpires)
    if form.is_valid() and _saved(spot, form, **form.values()):
        return redirect(next_step("war_setup_basics"), war.public_id)
    return page(
        request, spot, "war_setup_basics", form=form, pack_name=spot.book.label(spot.rules.pack.name), asked=[form]
    )


def _saved(spot: Here, form: forms.Form, **changes: Any) -> bool:
    return attempt(form, founding.edit, spot.war, by=spot.member, now=clocks.now(), **changes) is not None


@preparing(managers=True)
@require_http_methods(["GET", "POST"])
def clock(request: SignedIn, spot: Here) -> HttpResponse:
    """Stage lengths and deadlines; ``look`` shows what dates would come of it and saves nothing."""
    war, now = spot.war, clocks.now()
    weekday = war.clock.get("weekday")
    now_set = {
        "agreed": AGREED_DAYS,
        "grace": 0,
        **war.clock,
        "weekday": "" if weekday is None else str(weekday),
        "order": war.absent.get("order", ""),
    }
    form = ClockForm(request.POST or None, initial=now_set, pack=spot.rules.pack)
    if form.is_valid() and "look" not in request.POST and _saved(spot, form, clock=form.clock(), absent=form.absent()):
        return redirect(next_step("war_setup_clock"), war.public_id)
    shown = form.clock() if form.is_bound and form.is_valid() else war.clock
    return page(
        request,
        spot,
        "war_setup_clock",
        form=form,
        examples=examples(shown, zone=war.club.time_zone, now=now, free=free_days(holidays_of(war, now))),
        odd=odd_hours(shown, zone=war.club.time_zone, now=now),
        hour=f"{int(shown['hour']):02}:00",
        asked=[form],
    )


@preparing(managers=True)
@require_http_methods(["GET", "POST"])
def absent(request: SignedIn, spot: Here) -> HttpResponse:
    """What is done about absent players: chosen before the war, and shown to everybody in it."""
    rules = absent_rules(spot.war)
    names = ("remind", "standing", "stand_in", "drop", "drop_to", "claim")
    form = AbsentForm(request.POST or None, initial={name: getattr(rules, name) for name in names})
    if form.is_valid() and _saved(spot, form, absent=form.cleaned_data):
        return redirect(next_step("war_setup_absent"), spot.war.public_id)
    return page(request, spot, "war_setup_absent", form=form, rules=absent_text(rules, spot.book), asked=[form])


@preparing(managers=True)
@require_http_methods(["GET", "POST"])
def readings(request: SignedIn, spot: Here) -> HttpResponse:
    form = ReadingsForm(request.POST or None, initial=spot.war.readings, pack=spot.rules.pack)
    if form.is_valid() and _saved(spot, form, readings=form.cleaned_data):
        return redirect(next_step("war_setup_readings"), spot.war.public_id)
    same = settled(spot.rules.pack)
    return page(request, spot, "war_setup_readings", form=form, asked=[form], settled=same)


# --- Sides ----------------------------------------------------------------------------------------------


@preparing(managers=True, begun_too=True)
@require_GET
def sides(request: SignedIn, spot: Here) -> HttpResponse:
    return _sides_page(request, spot)


@preparing(managers=True, begun_too=True)
@require_POST
def offer(request: SignedIn, spot: Here, side: str) -> HttpResponse:
    """Ask a member with an account; seat one on paper at once."""
    key = _known_side(spot, side)
    form = SeatForm(request.POST, members=clubs.members_of(spot.war.club), prefix=key)
    if form.is_valid():
        verb = founding.seat_paper_member if form.chosen.on_paper else founding.offer_side
        if _done(form, verb, spot, side=key, member=form.chosen):
            asked = form.chosen.user_id not in (None, spot.member.user_id)
            text = _("%(member)s is asked to take %(side)s.") if asked else _("%(member)s holds %(side)s now.")
            messages.success(request, text % {"side": spot.book.side(key), "member": form.chosen})
            return redirect("war_setup_sides", spot.war.public_id)
    return _sides_page(request, spot, wrong=(key, form))


def _done(form: forms.Form, verb: Callable[..., Any], spot: Here, **what: Any) -> bool:
    """Whether a verb was not refused; a refusal stands above the form."""
    attempt(form, verb, spot.war, by=spot.member, now=clocks.now(), **what)
    return not form.errors


@preparing(managers=True, begun_too=True)
@require_POST
def vacate(request: SignedIn, spot: Here, side: str) -> HttpResponse:
    key = _known_side(spot, side)
    founding.vacate(spot.war, side=key, by=spot.member, now=clocks.now())
    messages.success(request, _("%(side)s is vacant now.") % {"side": spot.book.side(key)})
    return redirect("war_setup_sides", spot.war.public_id)


@preparing(managers=True, begun_too=True)
@require_POST
def withdraw(request: SignedIn, spot: Here, offer_id: str) -> HttpResponse:
    """Take an offer back; one that was answered in the meantime stays as it was answered."""
    offered = wars.offer_of(spot.war, offer_id)
    form = forms.Form(request.POST)
    if attempt(form, founding.withdraw_offer, offered, by=spot.member, now=clocks.now()) is None:
        messages.error(request, str(form.non_field_errors()[0]))
    else:
        told = {"side": spot.book.side(offered.side.key), "member": offered.member}
        messages.success(request, _("%(member)s is no longer asked to take %(side)s.") % told)
    return redirect("war_setup_sides", spot.war.public_id)


def _known_side(spot: Here, side: str) -> str:
    if side not in spot.numbers:
        raise NotSeen
    return side


def _sides_page(request: SignedIn, spot: Here, wrong: tuple[str, SeatForm] | None = None) -> HttpResponse:
    members, held, offers = clubs.members_of(spot.war.club), wars.held(spot.sides), wars.open_offers(spot.war)
    free = [member for member in members if member.pk not in {holder.pk for holder in held.values()}]
    rows = [
        {
            "key": side.key,
            "number": number,
            "name": spot.book.side(side.key),
            "holder": held.get(side.key),
            "offers": [offer for offer in offers if offer.side_id == side.pk],
            "form": wrong[1] if wrong and wrong[0] == side.key else SeatForm(members=free, prefix=side.key),
        }
        for number, side in enumerate(spot.sides, start=1)
    ]
    return page(request, spot, "war_setup_sides", sides=rows, asked=[wrong[1]] if wrong else [])


@login_required
@require_http_methods(["GET", "POST"])
def answer(request: SignedIn, public_id: str, offer_id: str) -> HttpResponse:
    """The page of an offered side, for the member it is offered to."""
    spot = here(request, public_id)
    offered = wars.offer_of(spot.war, offer_id, to=spot.member)
    if offered.answered_at is not None:
        messages.info(request, _("This offer is no longer open."))
        return redirect("war_setup" if spot.war.stage == Stage.FOUNDING else "war", public_id)
    side = spot.book.side(offered.side.key)
    if offered.hands_over and request.method != "POST":
        # What is taken over is more than a name: its page says what is open and what happened.
        return redirect("war_briefing", public_id, offered.side.key)
    form = forms.Form(request.POST if request.method == "POST" else None)
    if form.is_valid():
        accept = "accept" in request.POST
        if _answered(form, offered, spot, accept=accept):
            told = _("%(side)s is yours.") if accept else _("You have declined %(side)s.")
            messages.success(request, told % {"side": side})
            if offered.hands_over and accept:
                return redirect("war_briefing", public_id, offered.side.key)
            return redirect("war_setup" if spot.war.stage == Stage.FOUNDING else "war", public_id)
    context = spot.context(form=form, offer=offered, side=side, number=spot.numbers[offered.side.key])
    return render(request, "frontend/founding/offer.html", context, status=status_of(form))


def _answered(form: forms.Form, offered: SideOffer, spot: Here, *, accept: bool) -> bool:
    attempt(form, founding.answer_offer, offered, accept=accept, by=spot.member, now=clocks.now())
    return not form.errors


# --- Beginning ------------------------------------------------------------------------------------------


@preparing(managers=False)
@require_http_methods(["GET", "POST"])
def overview(request: SignedIn, spot: Here) -> HttpResponse:
    """What is settled and what is missing; whoever prepares the war begins it here."""
    form = forms.Form(request.POST if request.method == "POST" else None)
    if request.method == "POST" and not spot.place.manages:
        raise NotSeen
    if form.is_valid() and _begun(form, spot):
        return _to_the_war(request, spot)
    war, held, offers = spot.war, wars.held(spot.sides), wars.open_offers(spot.war)
    now = clocks.now()
    changed = [
        (spot.book.reading(key), spot.book.reading(key, value))
        for key, value in war.readings.items()
        if value != spot.rules.pack.readings[key].default
    ]
    return page(
        request,
        spot,
        "war_setup",
        form=form,
        asked=[form],
        pack_name=spot.book.label(spot.rules.pack.name),
        sides=[
            {
                "number": number,
                "name": spot.book.side(side.key),
                "holder": held.get(side.key),
                "asked": [offer.member for offer in offers if offer.side_id == side.pk],
                "army": bool(army_of(side)),
            }
            for number, side in enumerate(spot.sides, start=1)
        ],
        changed=changed,
        absent=absent_text(absent_rules(war), spot.book),
        order=spot.book.action(war.absent.get("order", spot.rules.pack.default_action)),
        examples=examples(war.clock, zone=war.club.time_zone, now=now, free=free_days(holidays_of(war, now))),
        terms=terms(war.clock),
        missing=missing_words(spot, founding.missing(war)),
        offered=[(o, spot.book.side(o.side.key)) for o in offers if o.member_id == spot.member.pk],
    )


def _begun(form: forms.Form, spot: Here, **where: Any) -> bool:
    return attempt(form, founding.begin, spot.war, by=spot.member, now=clocks.now(), **where) is not None


def _to_the_war(request: SignedIn, spot: Here) -> HttpResponse:
    messages.success(request, _("The war has begun. Orders are awaited."))
    return redirect("war", spot.war.public_id)


def missing_words(spot: Here, problems: Sequence[Problem]) -> list[str]:
    """What stands in the way, each with its side."""
    found = []
    for problem in problems:
        side = problem.place.split(".")[1]
        told = {"side": spot.book.side(side), "problem": army_problem_text(problem, spot.book)}
        found.append(_("%(side)s: %(problem)s") % told)
    return found


@preparing(managers=True)
@require_http_methods(["GET", "POST"])
def under_way(request: SignedIn, spot: Here) -> HttpResponse:
    """A war that was begun on paper goes on from where it stands."""
    war = spot.war
    form = UnderWayForm(request.POST or None, pack=spot.rules.pack, years=war.years)
    if form.is_valid() and _begun(form, spot, **form.values()):
        return _to_the_war(request, spot)
    return page(
        request,
        spot,
        "war_setup_under_way",
        form=form,
        missing=missing_words(spot, founding.missing(war, under_way=True)),
        sides=[(side.key, spot.book.side(side.key)) for side in spot.sides],
        asked=[form],
    )
