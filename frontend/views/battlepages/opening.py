"""Opening a battle of the club, and the club's battles in a list."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from battles import narration, selectors
from battles.models import Battle
from battles.narration.menus import word
from battles.services import programs, single
from battles.services.opening import PROGRAM
from clubs import clock
from clubs import selectors as clubs
from clubs.errors import NotSeen, Refusal
from clubs.models import Membership
from frontend.forms.battles import ARMIES, OpenForm
from frontend.forms.domains import Field, Reading, read_arguments
from frontend.views.battlepages.pages import typed_in
from frontend.views.clubs import SignedIn
from rulesets import registry
from rulesets.contract import UMPIRE, Domain, Ruleset

PER_PAGE = 25


def online() -> list[Ruleset]:
    """The rules by which battles can be played on the site."""
    return [one for one in registry.all() if one.describe().can_play_online]


@login_required
@require_http_methods(["GET", "POST"])
def new(request: SignedIn, slug: str) -> HttpResponse:
    """Open a battle: a form, and what is wrong with it."""
    place = clubs.place_in(request.user, slug)
    rulesets = {one.key: one for one in online()}
    asked = request.POST.get("ruleset") or request.GET.get("ruleset", "")
    rules = rulesets.get(asked) or next(iter(rulesets.values()), None)
    if rules is None:
        raise NotSeen
    sent = request.POST if request.method == "POST" else None
    members = clubs.members_of(place.club)
    form = OpenForm(sent, about=rules.describe(), words=partial(word, rules.key), members=members, place=place)
    fields, options, wrong = _options(request, rules)
    if sent is not None and form.is_valid() and options is not None:
        try:
            battle = _start(form, rules, options, place)
        except NotSeen:
            raise
        except Refusal as refusal:
            wrong.append(_placed(refusal))
        else:
            messages.success(request, _("The battle is open."))
            return redirect("battle", battle.public_id)
    context = {"club": place.club, "place": place, "form": form, "fields": fields, "wrong": wrong, "rules": rules}
    return render(request, "frontend/battles/new.html", context, status=422 if sent is not None else 200)


def _options(request: SignedIn, rules: Ruleset) -> tuple[list[Field], dict[str, Any] | None, list[str]]:
    """The options of a ruleset as fields, what was chosen, and what is wrong with it."""
    sent = request.method == "POST"
    reading = Reading(
        typed=typed_in(request.POST) or {},
        judged=sent,
        called=_called(rules),
        named=lambda key: word(rules.key, f"option.{key}"),
    )
    options = rules.describe().options
    domains: dict[str, Domain] = {key: domain for key, domain in options.items() if key != ARMIES}
    fields, chosen = read_arguments(reading, domains, tuple(domains))
    return fields, chosen, list(reading.wrong)


def _start(form: OpenForm, rules: Ruleset, options: Mapping[str, Any], place: Membership) -> Battle:
    """Open it; a seat of the program's plays at once."""
    now = clock.now()
    battle = single.start(
        club=place.club,
        ruleset=rules.key,
        scenario=form.cleaned_data["scenario"],
        forces=None,
        seats=form.sitters(),
        options={**options, **({ARMIES: form.armies} if form.armies else {})},
        umpire=None,
        by=place,
        now=now,
        pace=form.clock(),
        title=form.cleaned_data["title"],
        names=form.names(),
    )
    return programs.play(battle, now) if PROGRAM in form.sitters().values() else battle


def _called(rules: Ruleset) -> Any:
    def called(key: str, value: Any) -> str:
        if isinstance(value, bool):
            return _("Yes") if value else _("No")
        return word(rules.key, f"{key}.{value}") if isinstance(value, str) else str(value)

    return called


def _placed(refusal: Refusal) -> str:
    """A refusal with the place in what was typed."""
    problem = getattr(refusal, "problem", None)
    if problem is None or not problem.place:
        return str(refusal)
    return _("%(place)s: %(sentence)s") % {"place": problem.place.removeprefix("options."), "sentence": refusal}


@login_required
@require_GET
def club_battles(request: SignedIn, slug: str) -> HttpResponse:
    """The battles of a club outside its wars, the newest first."""
    place = clubs.place_in(request.user, slug)
    page = Paginator(selectors.battles_of(place.club), PER_PAGE).get_page(request.GET.get("page"))
    context = {"club": place.club, "place": place, "page": page, "rows": [row(battle, place.pk) for battle in page]}
    return render(request, "frontend/battles/index.html", context)


def row(battle: Battle, member: int) -> dict[str, Any]:
    """A battle in a list: what it is, who fights, and whether a seat is free."""
    seats = [seat for seat in battle.seats.all() if seat.key != UMPIRE]
    return {
        "battle": battle,
        "title": title(battle),
        "rules": narration.ruleset(battle.ruleset),
        "seats": [
            {
                "name": battle.names.get(seat.key) or word(battle.ruleset, f"seat.{seat.key}"),
                "who": str(seat.member) if seat.member else _("the program") if seat.kind == PROGRAM else "",
            }
            for seat in seats
        ],
        "mine": any(seat.member_id == member for seat in seats),
        "free": battle.is_open
        and any(
            seat.member_id is None and seat.kind != PROGRAM and seat.offered_id in (None, member) for seat in seats
        ),
    }


def title(battle: Battle) -> str:
    """What a battle is called; of one without a title, who fights."""
    sides = (
        battle.names.get(seat.key) or word(battle.ruleset, f"seat.{seat.key}")
        for seat in battle.seats.all()
        if seat.key != UMPIRE
    )
    return battle.title or _(" against ").join(sides)
