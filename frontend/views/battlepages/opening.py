"""Opening a battle of the club, and the club's battles in a list."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.crypto import get_random_string
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods
from msgspec import to_builtins

from battles import narration, selectors
from battles.models import Battle
from battles.narration.menus import has_word, word
from battles.services import foresight, programs, single
from battles.services import odds as working
from battles.services.opening import PROGRAM
from clubs import clock
from clubs import selectors as clubs
from clubs.errors import NotSeen, Refusal
from clubs.models import Membership
from frontend.forms.battles import UMPIRED, OpenForm, Ours
from frontend.forms.domains import PREFIX, Field, Reading, read_arguments, unknown
from frontend.views.battlepages.odds import percent
from frontend.views.battlepages.pages import typed_in
from frontend.views.battlepages.table import versus
from frontend.views.clubs import SignedIn
from frontend.views.datasets import account_part, picture
from frontend.views.rules import has_rules
from rulesets import registry
from rulesets.contract import UMPIRE, Counting, Furnished, Planned, Problem, Ruleset

PER_PAGE = 25
SEED = f"{PREFIX}.seed"
"""The field of the option that lays a table, where a ruleset has one: the page proposes a word for it."""
SEED_LETTERS, LETTERS = 6, "abcdefghijklmnopqrstuvwxyz"


LOOKING = {"look", "odds", "stop"}
"""Buttons that open nothing."""


def online() -> list[Ruleset]:
    """The rules by which battles can be played on the site."""
    return [one for one in registry.all() if one.describe().can_play_online]


@login_required
@require_http_methods(["GET", "POST"])
def new(request: SignedIn, slug: str) -> HttpResponse:
    """Open a battle: a form, what would come of it, and what is wrong with it."""
    place = clubs.place_in(request.user, slug)
    rulesets = {one.key: one for one in online()}
    asked = request.POST.get("ruleset") or request.GET.get("ruleset", "")
    rules = rulesets.get(asked) or next(iter(rulesets.values()), None)
    if rules is None:
        raise NotSeen
    sent = request.method == "POST" and "another" not in request.POST
    form = _form(request, rules, place)
    fields, options, wrong = _options(request, rules, judged=sent)
    foreseen = None
    if sent and form.is_valid() and options is not None:
        try:
            if not LOOKING & set(request.POST):
                battle = _start(form, rules, options, place)
                messages.success(request, _("The battle is open."))
                return redirect("battle", battle.public_id)
            foreseen = _foreseen(form, rules, options, place)
            wrong += foreseen["wrong"]
            if not wrong:
                foreseen["odds"] = _odds(request, form, rules, options, place)
        except NotSeen:
            raise
        except Refusal as refusal:
            wrong.append(_placed(form, getattr(refusal, "problem", None), str(refusal)))
    context = {
        "club": place.club,
        "place": place,
        "form": _to_be_mended(form) if sent else form,
        "judged": sent,
        "fields": [field for field in fields if field.name != SEED],
        "seed": next((field for field in fields if field.name == SEED), None),
        "wrong": wrong,
        "rules": rules,
        "rulebook": has_rules(rules),
        "rulesets": [(one.key, narration.ruleset(one.key)) for one in rulesets.values()],
        "scenarios": _scenarios(form, rules, _seed(fields)),
        "foreseen": foreseen,
    }
    bad = sent and not (foreseen and not wrong)
    return render(request, "frontend/battles/new.html", context, status=422 if bad else 200)


def _form(request: SignedIn, rules: Ruleset, place: Membership) -> OpenForm:
    """The form, with everything that can be chosen and its points."""
    kinds = rules.data_kinds() if isinstance(rules, Furnished) else ()
    newest = selectors.newest_of(place.club, rules.key) if kinds else []
    posted = request.POST.copy() if request.method == "POST" else None
    return OpenForm(
        posted,
        request.FILES or None,
        about=rules.describe(),
        ruleset=rules.key,
        kinds=kinds,
        ours=[
            Ours(
                id=one.data_set.public_id,
                kind=one.data_set.kind,
                name=one.data_set.name,
                points=_points(rules, one.data_set.kind, one.document),
            )
            for one in newest
        ],
        house=rules.prices() if isinstance(rules, Planned) else {},
        words=partial(word, rules.key),
        members=clubs.members_of(place.club),
        place=place,
    )


def _points(rules: Ruleset, kind: str, document: Any) -> int | None:
    """What a kept document counts for; None where it has no points, or the rules no longer take it."""
    if not isinstance(rules, Furnished) or not isinstance(rules, Counting) or rules.check_data(kind, document):
        return None
    account = rules.account(kind, document)
    return account.total if account is not None else None


def _to_be_mended(form: OpenForm) -> OpenForm:
    """What was uploaded stands in the field for typed lists, where it can be mended: a file is not sent twice."""
    form.is_valid()
    form.data = MultiValueDict(
        {**dict(form.data), **{name: [text] for name, text in getattr(form, "typed", {}).items()}}
    )
    return form


def _options(
    request: SignedIn, rules: Ruleset, *, judged: bool
) -> tuple[list[Field], dict[str, Any] | None, list[str]]:
    """The options of a ruleset as fields, what was chosen, and what is wrong with it."""
    kinds = rules.data_kinds() if isinstance(rules, Furnished) else ()
    domains = {
        key: domain
        for key, domain in rules.describe().options.items()
        if key not in {UMPIRED, *(kind.option for kind in kinds)}
    }
    typed = dict(typed_in(request.POST) or {})
    if SEED.partition(".")[2] in domains and (request.method != "POST" or "another" in request.POST):
        typed[SEED] = [get_random_string(SEED_LETTERS, LETTERS)]
    reading = Reading(
        typed=typed,
        judged=judged,
        called=_called(rules),
        named=lambda key: word(rules.key, f"option.{key}"),
    )
    fields, chosen = read_arguments(reading, domains, tuple(domains))
    wrong = [_("There is no field “%(name)s”.") % {"name": name[:60]} for name in unknown(reading, fields) if judged]
    return fields, chosen if not wrong else None, [*reading.wrong, *wrong]


def _seed(fields: Sequence[Field]) -> str:
    return next((str(field.value or "") for field in fields if field.name == SEED), "")


def _scenarios(form: OpenForm, rules: Ruleset, seed: str) -> list[dict[str, Any]]:
    """Every scenario with a word about it, and its table."""
    chosen = form["scenario"].value()
    return [
        {
            "key": key,
            "title": word(rules.key, f"scenario.{key}"),
            "hint": word(rules.key, f"scenario_hint.{key}") if has_word(rules.key, f"scenario_hint.{key}") else "",
            "picked": key == chosen,
            "picture": picture(
                rules.key,
                foresight.sketch(rules.key, key, {"seed": seed} if seed else {}),
                uid=f"table-{key}",
                title=word(rules.key, f"scenario.{key}"),
            ),
        }
        for key in rules.describe().scenarios
    ]


def _asked_for(form: OpenForm, rules: Ruleset, options: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "ruleset": rules.key,
        "scenario": form.cleaned_data["scenario"],
        "forces": None,
        "seats": form.sitters(),
        "options": {**options, **form.options()},
        "furnish": form.furnish,
    }


def _foreseen(form: OpenForm, rules: Ruleset, options: Mapping[str, Any], place: Membership) -> dict[str, Any]:
    """What would come of it, for the page: both sides with their points, the table, what is unusual and what is in the way."""
    found = foresight.foresee(place.club, **_asked_for(form, rules, options))
    return {
        "wrong": [_placed(form, one, narration.problem(one, names=_side_names(form))) for one in found.problems],
        "doubts": [_placed(form, one, narration.problem(one, names=_side_names(form))) for one in found.doubts],
        "sides": [
            {"title": form.names().get(key, title), "account": account_part(rules.key, found.accounts.get(key))}
            for key, title in form.titles.items()
            if key in found.accounts
        ],
        "picture": picture(
            rules.key, found.table, uid="table", title=word(rules.key, f"scenario.{form.cleaned_data['scenario']}")
        ),
    }


def _odds(
    request: SignedIn, form: OpenForm, rules: Ruleset, options: Mapping[str, Any], place: Membership
) -> dict[str, Any] | None:
    """How it would end, by games of the program in the background: begun, stopped, or how far they are. None: nobody has asked."""
    asked = _asked_for(form, rules, options)
    setup, _used = single.planned(
        place.club, rules.key, asked["scenario"], None, asked["seats"], asked["options"], furnish=asked["furnish"]
    )
    if "odds" in request.POST:
        working.begin_planned(place.club, ruleset=rules.key, setup=setup, by=place, now=clock.now())
    run = selectors.planned_odds(place, rules.key, to_builtins(setup))
    if run is None:
        return None
    if "stop" in request.POST and run.goes_on:
        run = working.cancel(run, by=place, now=clock.now())
    told = working.progress(run)
    names = {**form.titles, **form.names()}
    return {
        "run": run,
        "goes_on": run.goes_on,
        "sides": [
            {
                "number": number,
                "name": names[key],
                "chance": percent(1000 * told.seats.get(key, {}).get("win", 0) // told.played),
            }
            for number, key in enumerate(setup.forces, start=1)
            if told.played
        ],
    }


def _side_names(form: OpenForm) -> narration.Names:
    return narration.Names(seats={**form.titles, **form.names()}, ruleset=form.ruleset)


def _start(form: OpenForm, rules: Ruleset, options: Mapping[str, Any], place: Membership) -> Battle:
    """Open it; a seat of the program's plays at once."""
    now = clock.now()
    battle = single.start(
        club=place.club,
        **_asked_for(form, rules, options),
        umpire=form.umpired(),
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


def _placed(form: OpenForm, problem: Problem | None, sentence: str) -> str:
    """A sentence with whose side it is about, where its place says so; the place itself is a key, and is never shown."""
    place = problem.place.removeprefix("options.") if problem is not None else ""
    _option, _dot, rest = place.partition(".")
    seat, _dot, _inner = rest.partition(".")
    if seat in form.titles:
        told = {"side": form.names().get(seat, form.titles[seat]), "sentence": sentence}
        return _("%(side)s: %(sentence)s") % told
    return sentence


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
    sides = [
        battle.names.get(seat.key) or word(battle.ruleset, f"seat.{seat.key}")
        for seat in battle.seats.all()
        if seat.key != UMPIRE
    ]
    return battle.title or versus(sides)
