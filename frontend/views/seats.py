"""The seats of a war: who answers for each side, and how that changes. And the page with which a seat is handed over."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from campaigns.models import SideOffer, Year
from campaigns.models.absence import absent_rules
from campaigns.models.campaign import Stage
from campaigns.models.year import YearStage
from campaigns.narration.absence import absent_text
from campaigns.selectors import books, sealed, wars
from campaigns.selectors.wars import Holding
from campaigns.services import claims
from campaigns.services import seats as verbs
from clubs import clock
from clubs import selectors as clubs
from clubs.errors import NotSeen
from clubs.models import Membership
from frontend.forms.seats import MemberForm, ReassignForm
from frontend.forms.wars import ReasonForm
from frontend.views.clubs import SignedIn, attempt
from frontend.views.warlist import asked, form_url
from frontend.views.wars import Here, chapter, here, how_it_ended

LAST_YEARS = 3

type Bound = dict[str, forms.Form]
"""Forms that came back with errors, by name and side."""


# --- The page ---------------------------------------------------------------------------------------------


@login_required
@require_GET
def index(request: SignedIn, public_id: str) -> HttpResponse:
    return _page(request, here(request, public_id))


def _page(request: SignedIn, spot: Here, bound: Bound | None = None) -> HttpResponse:
    bound = bound or {}
    members = clubs.members_of(spot.war.club)
    offers = [one for one in wars.open_offers(spot.war) if one.hands_over]
    rows = [_seat(spot, one, members, offers, bound) for one in wars.holdings(spot.sides, spot.state)]
    context = spot.context(
        seats=rows,
        rules=absent_text(absent_rules(spot.war), spot.book),
        claim=_claim(spot, bound),
        over=spot.war.stage == Stage.OVER,
    )
    return render(request, "frontend/wars/seats.html", context, status=422 if bound else 200)


def _seat(spot: Here, one: Holding, members: list[Membership], offers: list[SideOffer], bound: Bound) -> dict[str, Any]:
    """A seat as everybody sees it, with the forms of whoever may change it."""
    mine = spot.place.side == one.key
    commands = mine and spot.place.commands and spot.war.stage != Stage.OVER
    taken = one.commander is not None
    # As ``services.seats`` has it: who plays on another side may only fill a vacant seat.
    says = (
        (spot.place.umpires or spot.place.manages)
        and spot.war.stage not in (Stage.OVER, Stage.FOUNDING)
        and (spot.place.side in (None, one.key) or not taken)
    )
    playing = {member.pk for member in wars.held(spot.sides).everybody}
    free = [member for member in members if member.pk not in playing]
    account = [member for member in free if not member.on_paper]
    team = [*one.deputies, *account]
    forms_here: dict[str, Any] = {}
    if commands or (says and taken):
        forms_here["deputy"] = bound.get(f"deputy:{one.key}") or MemberForm(members=account, prefix=f"deputy-{one.key}")
    if commands:
        forms_here["hand_over"] = bound.get(f"hand:{one.key}") or MemberForm(members=team, prefix=f"hand-{one.key}")
    if says:
        forms_here["reassign"] = bound.get(f"reassign:{one.key}") or ReassignForm(
            members=[*one.deputies, *free], empties=spot.place.side in (None, one.key), prefix=f"reassign-{one.key}"
        )
    return {
        "key": one.key,
        "number": one.number,
        "name": spot.book.side(one.key),
        "commander": one.commander,
        "program": next(side.program for side in spot.sides if side.key == one.key),
        "deputies": [
            {"member": member, "may_go": commands or (says and taken) or member.pk == spot.member.pk}
            for member in one.deputies
        ],
        "mine": mine,
        "commands": commands,
        "offered": next((offer.member for offer in offers if offer.side.key == one.key), None),
        "forms": forms_here,
    }


def _claim(spot: Here, bound: Bound) -> dict[str, Any] | None:
    """The claim that waits, or the button to make one where a battle is overdue."""
    if not absent_rules(spot.war).claim or spot.war.stage != Stage.RUNNING:
        return None
    claim = claims.open_claim(spot.war)
    if claim is None:
        year, _closed = wars.last_years(spot.war)
        overdue = year is not None and year.stage == YearStage.BATTLE and year.overdue_at is not None
        return {"may_claim": True, "refused": bound.get("claim")} if overdue and spot.place.side else None
    return {
        "claim": claim,
        "side": spot.book.side(claim.side),
        "proof": [_proof(spot, row) for row in claim.proof],
        "umpires": spot.place.umpires,
        "mine": spot.place.side == claim.side,
        "form": bound.get("settle") or ReasonForm(prefix="settle"),
    }


def _proof(spot: Here, row: dict[str, Any]) -> dict[str, Any]:
    sent = datetime.fromisoformat(row["sent_at"]) if row["sent_at"] else None
    what = _("Reminder") if row["kind"] == "reminder" else _("The battle waits for you")
    return {"side": spot.book.side(row["side"]), "what": what, "at": datetime.fromisoformat(row["at"]), "sent": sent}


# --- Acts -------------------------------------------------------------------------------------------------


def _side(spot: Here, key: str) -> str:
    if key not in spot.numbers:
        raise NotSeen
    return key


def _act(
    request: SignedIn, spot: Here, name: str, form: forms.Form, verb: Callable[[], Any], said: str
) -> HttpResponse:
    """One act of this page: do it and say so, or show the form again with what is wrong."""
    if form.is_valid():
        attempt(form, verb)
        if not form.errors:
            messages.success(request, said)
            return redirect("war_seats", spot.war.public_id)
    return _page(request, here(request, spot.war.public_id), {name: form})


def _touching(request: SignedIn, public_id: str, side: str) -> Here:
    """A war in which this person may change that seat: its own people, the umpire, whoever manages. To others there is nothing here."""
    spot = here(request, public_id)
    if spot.place.side != _side(spot, side) and not (spot.place.umpires or spot.place.manages):
        raise NotSeen
    return spot


def _commanding(request: SignedIn, public_id: str, side: str) -> Here:
    spot = here(request, public_id)
    if spot.place.side != _side(spot, side) or not spot.place.commands:
        raise NotSeen
    return spot


@login_required
@require_POST
def add_deputy(request: SignedIn, public_id: str, side: str) -> HttpResponse:
    spot = _touching(request, public_id, side)
    form = MemberForm(request.POST, members=clubs.members_of(spot.war.club), prefix=f"deputy-{side}")

    def verb() -> Any:
        return verbs.add_deputy(spot.war, side=side, member=form.chosen, by=spot.member, now=clock.now())

    return _act(request, spot, f"deputy:{side}", form, verb, _("The deputy is named, and has been told."))


@login_required
@require_POST
def remove_deputy(request: SignedIn, public_id: str, side: str, member_id: str) -> HttpResponse:
    spot = _touching(request, public_id, side)
    member = clubs.member_for(spot.war.club, member_id)
    verbs.remove_deputy(spot.war, side=side, member=member, by=spot.member, now=clock.now())
    messages.success(request, _("%(member)s is no longer a deputy.") % {"member": member})
    return redirect("war_seats", public_id)


@login_required
@require_POST
def hand_over(request: SignedIn, public_id: str, side: str) -> HttpResponse:
    spot = _commanding(request, public_id, side)
    form = MemberForm(request.POST, members=clubs.members_of(spot.war.club), prefix=f"hand-{side}")

    def verb() -> Any:
        return verbs.hand_over(spot.war, side=side, to=form.chosen, by=spot.member, now=clock.now())

    said = _("Asked. The side is yours until the other accepts.")
    return _act(request, spot, f"hand:{side}", form, verb, said)


@login_required
@require_POST
def keep(request: SignedIn, public_id: str, side: str) -> HttpResponse:
    spot = _commanding(request, public_id, side)
    verbs.keep(spot.war, side=side, by=spot.member, now=clock.now())
    messages.success(request, _("You keep the side."))
    return redirect("war_seats", public_id)


@login_required
@require_POST
def give_up(request: SignedIn, public_id: str, side: str) -> HttpResponse:
    spot = _commanding(request, public_id, side)
    verbs.vacate(spot.war, side=side, by=spot.member, now=clock.now())
    messages.success(request, _("You have given up the command. Those who run the club have been told."))
    return redirect("war_seats", public_id)


@login_required
@require_POST
def reassign(request: SignedIn, public_id: str, side: str) -> HttpResponse:
    spot = Here.overseen(request.user, public_id)
    _side(spot, side)
    form = ReassignForm(request.POST, members=clubs.members_of(spot.war.club), empties=True, prefix=f"reassign-{side}")

    def verb() -> Any:
        verbs.reassign(spot.war, side=side, by=spot.member, now=clock.now(), **form.values())

    return _act(request, spot, f"reassign:{side}", form, verb, _("Done. Everybody in the war has been told."))


# --- Claims -----------------------------------------------------------------------------------------------


@login_required
@require_POST
def claim(request: SignedIn, public_id: str) -> HttpResponse:
    spot = here(request, public_id)
    side = spot.place.side
    if side is None:
        raise NotSeen
    said = _("The win is claimed. The other side and the umpire have been told.")
    return _act(
        request,
        spot,
        "claim",
        forms.Form({}),
        lambda: claims.claim(spot.war, side=side, by=spot.member, now=clock.now()),
        said,
    )


@login_required
@require_POST
def settle(request: SignedIn, public_id: str) -> HttpResponse:
    """The umpire grants or refuses a claim; its own side takes it back."""
    spot = here(request, public_id)
    found = claims.open_claim(spot.war)
    if found is None or not (spot.place.umpires or spot.place.side == found.side):
        raise NotSeen
    form = ReasonForm(request.POST, prefix="settle")
    if "withdraw" in request.POST or not spot.place.umpires:
        claims.withdraw(found, by=spot.member, now=clock.now())
        messages.success(request, _("You no longer claim the win."))
        return redirect("war_seats", public_id)
    verb = claims.grant if "grant" in request.POST else claims.refuse

    def settled() -> Any:
        verb(found, reason=form.cleaned_data["reason"], by=spot.member, now=clock.now())

    return _act(request, spot, "settle", form, settled, _("The claim is settled. Everybody has been told."))


# --- Handing over -----------------------------------------------------------------------------------------


@login_required
@require_GET
def briefing(request: SignedIn, public_id: str, side: str) -> HttpResponse:
    """What somebody who takes a seat must know: what is open, what happened; and, once he holds it, what only the seat knows."""
    spot = here(request, public_id)
    offered = handed_to(spot, _side(spot, side))
    if spot.place.side != side and offered is None:
        raise NotSeen
    return render(request, "frontend/wars/briefing.html", spot.context(**briefing_of(spot, side), offer=offered))


def handed_to(spot: Here, side: str) -> SideOffer | None:
    """The offer by which this reader is to take the seat over."""
    mine = [one for one in wars.open_offers(spot.war) if one.hands_over and one.member_id == spot.member.pk]
    return next((one for one in mine if one.side.key == side), None)


def briefing_of(spot: Here, side: str) -> dict[str, Any]:
    """The parts of the page. What is sealed is read through the viewer's own place, so a seat that is not his tells nothing."""
    year, closed = wars.last_years(spot.war) if spot.state else (None, None)
    holdings = {one.key: one for one in wars.holdings(spot.sides, spot.state)}
    numbers = range(max(1, closed.number - LAST_YEARS + 1), closed.number + 1) if closed is not None else []
    tales = books.tales_of(spot.war, list(numbers)) if numbers else {}
    return {
        "side": side,
        "side_name": spot.book.side(side),
        "number": spot.numbers[side],
        "holding": holdings[side],
        "score": [
            {"name": spot.book.side(one.key), "points": one.total, "number": one.number} for one in holdings.values()
        ],
        "year": year,
        "open": _open(spot, side, year),
        "ended": how_it_ended(spot),
        "chapters": [chapter(spot, number, tales.get(number, [])) for number in reversed(numbers)],
        "secret": _secret(spot, side, year),
        "year_url": form_url(spot.war),
    }


def _open(spot: Here, side: str, year: Year | None) -> list[str]:
    """What the seat owes now."""
    if year is None or spot.state is None or spot.war.stage != Stage.RUNNING:
        return []
    row = wars.listed_one(spot.war, spot.sides, year)
    return [asked(one.prompt) for one in row.owed if one.seat == side]


def _secret(spot: Here, side: str, year: Year | None) -> dict[str, Any] | None:
    """What only the seat knows; None for whoever does not hold it (yet)."""
    if spot.place.side != side or year is None:
        return None
    order = sealed.own_order(year, spot.place) if year.stage == YearStage.ORDERS else None
    muster = sealed.own_muster(year, spot.place) if year.stage == YearStage.MUSTER else None
    standing = sealed.own_standing_order(spot.war, spot.place)
    return {
        "order": spot.book.action(order.action) if order else "",
        "salt": order.salt if order else "",
        "ready": order.ready if order else False,
        "muster": len(muster.units) if muster else None,
        "standing": spot.book.action(standing) if standing else "",
    }
