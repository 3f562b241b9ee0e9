"""Opening a battle of the club, and the club's battles in a list."""

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
from frontend.forms.battles import ARMIES, OpenForm
from frontend.forms.domains import Reading, read_arguments
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
    about = rules.describe()

    def words(key: str) -> str:
        return word(rules.key, key)

    sent = request.POST if request.method == "POST" else None
    form = OpenForm(sent, about=about, words=words, members=clubs.members_of(place.club), place=place)
    reading = Reading(
        typed=(typed_in(request.POST) or {}) if sent is not None else {},
        judged=sent is not None,
        called=_called(rules),
        named=lambda key: words(f"option.{key}"),
    )
    domains: dict[str, Domain] = {key: domain for key, domain in about.options.items() if key != ARMIES}
    fields, options = read_arguments(reading, domains, tuple(domains))
    wrong = list(reading.wrong)
    if sent is not None and form.is_valid() and options is not None:
        try:
            battle = single.start(
                club=place.club,
                ruleset=rules.key,
                scenario=form.cleaned_data["scenario"],
                forces=None,
                seats=form.sitters(),
                options={**options, **({ARMIES: form.armies} if form.armies else {})},
                umpire=None,
                by=place,
                now=clock.now(),
                pace=form.clock(),
                title=form.cleaned_data["title"],
                names=form.names(),
            )
        except NotSeen:
            raise
        except Refusal as refusal:
            wrong.append(_placed(refusal))
        else:
            if PROGRAM in form.sitters().values():
                programs.play(battle, clock.now())
            messages.success(request, _("The battle is open."))
            return redirect("battle", battle.public_id)
    context = {
        "club": place.club,
        "place": place,
        "form": form,
        "fields": fields,
        "wrong": wrong,
        "rules": rules,
        "rulesets": [{"key": key, "name": narration.ruleset(key)} for key in rulesets],
    }
    return render(request, "frontend/battles/new.html", context, status=422 if sent is not None else 200)


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
