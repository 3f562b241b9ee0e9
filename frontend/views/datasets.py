"""What a club plays with in place of the house's: its own lists, maps and tables, for its members; kept by who runs it."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from battles import narration, selectors
from battles.models import DataSet, DataVersion
from battles.models.dataset import Form
from battles.narration.menus import has_word, word
from battles.services import datasets
from battles.services.documents import Read
from clubs import clock
from clubs import selectors as clubs
from clubs.errors import NotSeen, Refusal
from clubs.models import Membership
from clubs.permissions import manages
from clubs.selectors import membership_of
from frontend.boards import battleboard
from frontend.boards.look import Look
from frontend.boards.svg import Svg
from frontend.forms.datasets import KeepForm, TextForm
from frontend.views.armies import separator
from frontend.views.clubs import SignedIn
from rulesets.contract import Account, DataKind, Scene

SHOWN_FAULTS = 30
TYPES = {Form.CSV: "text/csv", Form.JSON: "application/json", Form.TOML: "text/plain"}


# --- Parts that other pages show, too -------------------------------------------------------------------------------


def account_part(ruleset: str, account: Account | None) -> dict[str, Any] | None:
    """What a list holds, for a page."""
    if account is None:
        return None
    return {
        "entries": [
            {
                "name": spelt(ruleset, f"unit.{one.name}", one.name),
                "count": one.count,
                "each": one.each,
                "points": one.points,
            }
            for one in account.entries
        ],
        "total": account.total,
        "sum": sum(one.points for one in account.entries),
        "weighed": account.per_cent != 100,
        "doubts": [narration.problem(one, names=None) for one in account.doubts],
    }


def spelt(ruleset: str, key: str, else_: str) -> str:
    return word(ruleset, key) if has_word(ruleset, key) else else_


def picture(ruleset: str, scene: Scene | None, *, uid: str, title: str) -> Svg | None:
    """A table with nobody on it."""
    if scene is None:
        return None
    kinds = ", ".join(word(ruleset, f"ground.{kind}") for kind in battleboard.legend_of(scene))
    look = Look(title=title, description=kinds, uid=uid, spelt=lambda key: word(ruleset, key), still=True)
    return battleboard.draw(scene, look)


def fault_lines(read: Read) -> tuple[list[str], int]:
    """What is wrong in words, and of how much more nothing is said."""
    told = [datasets.told(fault) for fault in read.faults]
    return told[:SHOWN_FAULTS], max(0, len(told) - SHOWN_FAULTS)


# --- The club's own -------------------------------------------------------------------------------------------------


@login_required
@require_GET
def index(request: SignedIn, slug: str) -> HttpResponse:
    """Everything the club has of its own, by rules and kind."""
    place = clubs.place_in(request.user, slug)
    kept = list(selectors.data_sets_of(place.club, retired=True))
    parts = [
        {
            "rules": narration.ruleset(rules.key),
            "ruleset": rules.key,
            "kind": kind.key,
            "title": narration.data_kind(kind.key),
            "table": bool(kind.columns),
            "rows": [one for one in kept if (one.ruleset, one.kind) == (rules.key, kind.key)],
        }
        for rules, furnished in datasets.furnished()
        for kind in furnished.data_kinds()
    ]
    return render(request, "frontend/data/index.html", {**_at(place), "parts": parts})


def _at(place: Membership) -> dict[str, Any]:
    return {"club": place.club, "place": place, "keeps": manages(place)}


def _kind(ruleset: str, kind: str) -> DataKind:
    try:
        return datasets.kind_of(ruleset, kind)[1]
    except Refusal:
        raise NotSeen from None


def _of(ruleset: str, kind: DataKind) -> dict[str, Any]:
    return {
        "ruleset": ruleset,
        "rules": narration.ruleset(ruleset),
        "kind": kind.key,
        "title": narration.data_kind(kind.key),
        "columns": kind.columns,
    }


@login_required
@require_GET
def template(request: SignedIn, slug: str, ruleset: str, data_kind: str, form: str) -> HttpResponse:
    """A whole document to begin with, as a file."""
    clubs.place_in(request.user, slug)
    _kind(ruleset, data_kind)
    text = datasets.template(ruleset, data_kind, _form(form), separator())
    return _file(text, f"{ruleset} {data_kind}", _form(form))


def _form(form: str) -> Form:
    if form not in Form.values:
        raise NotSeen
    return Form(form)


def _file(text: str, name: str, form: Form) -> HttpResponse:
    """A text to take away. The mark in front of a table tells spreadsheets that it is UTF-8."""
    mark = "\ufeff" if form == Form.CSV else ""
    response = HttpResponse(mark + text, content_type=f"{TYPES[form]}; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{slugify(name) or "list"}.{form}"'
    return response


@login_required
@require_http_methods(["GET", "POST"])
def new(request: SignedIn, slug: str, ruleset: str, data_kind: str) -> HttpResponse:
    """A new one: looked at first with its points and everything wrong with it, kept on a second word."""
    place = clubs.place_in(request.user, slug)
    about = _kind(ruleset, data_kind)
    form = KeepForm(request.POST, request.FILES) if request.method == "POST" else KeepForm()
    context = {**_at(place), **_of(ruleset, about), "form": form}
    if request.method != "POST":
        return render(request, "frontend/data/new.html", context)
    if not form.is_valid():
        return render(request, "frontend/data/new.html", context, status=422)
    read = datasets.look(ruleset, about.key, form.text)
    if "keep" in request.POST and not read.faults:
        try:
            made = datasets.keep(
                place.club,
                ruleset=ruleset,
                kind=about.key,
                name=form.cleaned_data["name"],
                text=form.text,
                form=read.form,
                by=place,
                now=clock.now(),
            )
        except NotSeen:
            raise
        except Refusal as refusal:
            form.add_error("name", str(refusal))
            return render(request, "frontend/data/new.html", context, status=refusal.status)
        messages.success(request, _("It is kept."))
        return redirect("data_set", made.data_set.public_id)
    context["form"] = KeepForm(initial={"name": form.cleaned_data["name"], "typed": form.text})
    return _looked(request, "frontend/data/new.html", context, ruleset, about, read)


def _looked(
    request: SignedIn, page: str, context: Mapping[str, Any], ruleset: str, kind: DataKind, read: Read
) -> HttpResponse:
    """The page again with what was understood, or what is wrong."""
    faults, more = fault_lines(read)
    sound = _shown(ruleset, kind, read.document) if not faults else {}
    told = {**context, **sound, "faults": faults, "more": more, "sound": not faults}
    return render(request, page, told, status=422 if faults else 200)


def _shown(ruleset: str, kind: DataKind, document: Any) -> dict[str, Any]:
    """What a sound document holds: its points, its picture."""
    return {
        "account": account_part(ruleset, datasets.account(ruleset, kind.key, document)),
        "picture": picture(
            ruleset,
            datasets.picture(ruleset, kind.key, document),
            uid="data",
            title=narration.data_kind(kind.key),
        ),
    }


# --- One of them ----------------------------------------------------------------------------------------------------


def _placed(request: SignedIn, public_id: str) -> tuple[DataSet, Membership]:
    found = selectors.data_set_for(request.user, public_id)
    place = membership_of(request.user, found.club)
    if place is None:
        raise NotSeen
    return found, place


@login_required
@require_http_methods(["GET", "POST"])
def data_set(request: SignedIn, public_id: str) -> HttpResponse:
    """The newest version; and a new one, looked at first."""
    found, place = _placed(request, public_id)
    newest = selectors.version_of(found)
    if request.method != "POST":
        return _version_page(request, found, place, newest)
    about = _kind(found.ruleset, found.kind)
    form = TextForm(request.POST, request.FILES)
    context = _version_context(found, place, newest, form=form)
    if not form.is_valid():
        return render(request, "frontend/data/data_set.html", context, status=422)
    read = datasets.look(found.ruleset, found.kind, form.text)
    if "keep" in request.POST and not read.faults:
        try:
            made = datasets.revise(found, text=form.text, form=read.form, by=place, now=clock.now())
        except NotSeen:
            raise
        except Refusal as refusal:
            form.add_error("typed", str(refusal))
            return render(request, "frontend/data/data_set.html", context, status=refusal.status)
        kept = made.number > newest.number
        messages.success(request, _("The new version is kept.") if kept else _("It says what the newest version says."))
        return redirect("data_set", found.public_id)
    context["form"] = TextForm(initial={"typed": form.text})
    context["versions"] = ()
    return _looked(request, "frontend/data/revise.html", context, found.ruleset, about, read)


@login_required
@require_GET
def version(request: SignedIn, public_id: str, number: int) -> HttpResponse:
    found, place = _placed(request, public_id)
    return _version_page(request, found, place, selectors.version_of(found, number))


def _version_page(request: SignedIn, found: DataSet, place: Membership, shown: DataVersion) -> HttpResponse:
    return render(request, "frontend/data/data_set.html", _version_context(found, place, shown))


def _version_context(
    found: DataSet, place: Membership, shown: DataVersion, form: TextForm | None = None
) -> dict[str, Any]:
    """The page of a version. What the rules no longer take is shown as it was typed, and not drawn or counted."""
    try:
        kind = datasets.kind_of(found.ruleset, found.kind)[1]
        read = datasets.look(found.ruleset, found.kind, shown.source, Form(shown.form))
        told: Mapping[str, Any] = {**_of(found.ruleset, kind), "faults_now": fault_lines(read)[0]}
        drawn = _shown(found.ruleset, kind, shown.document) if not read.faults else {}
    except Refusal:
        told, drawn = {"rules": found.ruleset, "title": found.kind, "uninstalled": True}, {}
    versions = list(selectors.versions_of(found))
    return {
        **_at(place),
        **told,
        **drawn,
        "data_set": found,
        "version": shown,
        "versions": versions,
        "form": form or TextForm(initial={"typed": shown.source}),
    }


@login_required
@require_GET
def download(request: SignedIn, public_id: str, number: int, form: str) -> HttpResponse:
    """A version as a file: as it was typed, or as a table or JSON."""
    found, _place = _placed(request, public_id)
    shown = selectors.version_of(found, number)
    asked = _form(form)
    if asked == shown.form:
        return _file(shown.source.removeprefix("\ufeff"), f"{found.name} {number}", asked)
    if asked == Form.TOML:
        raise NotSeen
    rules, kind = datasets.kind_of(found.ruleset, found.kind)
    return _file(datasets.written(rules, kind, shown.document, asked, separator()), f"{found.name} {number}", asked)


@login_required
@require_POST
def retire(request: SignedIn, public_id: str) -> HttpResponse:
    """Offer it no longer, or again."""
    found, place = _placed(request, public_id)
    retired = request.POST.get("again") is None
    datasets.retire(found, retired=retired, by=place, now=clock.now())
    messages.success(request, _("It is no longer offered.") if retired else _("It is offered again."))
    return redirect("data_set", found.public_id)
