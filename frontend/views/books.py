"""The books of a war: its ledger, its chronicle, its dice. Public to the club, and secret until it may be known."""

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET, require_POST
from msgspec import structs

from battles import chain
from campaigns import narration
from campaigns.models import Campaign, LedgerEntry, Roll
from campaigns.models.campaign import DiceMode, Stage
from campaigns.narration.words import source_text
from campaigns.selectors import books, wars
from campaigns.selectors.books import Fallen, Line
from campaigns.services import book as ledger
from campaigns.services import umpire
from clubs import clock
from frontend.forms.wars import ContestForm, RollRulingForm
from frontend.views.clubs import SignedIn, attempt
from frontend.views.scores import line_url
from frontend.views.warlist import year_url
from frontend.views.wars import Here, asked_chapter, how_it_ended
from rulesets.contract import Happening

YEARS_A_PAGE = 2
MOST_ADDED = 3
"""More dice than this are several throws, and their sum means nothing."""
CHAPTERS_A_PAGE = 10

MANNERS: dict[str, str | Promise] = {
    "paper": gettext_lazy("from a paper slip"),
    "program": gettext_lazy("by the program"),
    "umpire": gettext_lazy("by the umpire"),
    "corrected": gettext_lazy("corrected"),
}


# --- Ledger ------------------------------------------------------------------------------------------------


@login_required
@require_GET
def book(request: SignedIn, public_id: str) -> HttpResponse:
    spot = Here.begun(request.user, public_id)
    page = Paginator(books.years_in_book(spot.war), YEARS_A_PAGE).get_page(request.GET.get("page"))
    entries = books.entries_of(spot.war, page)
    told = books.lines(
        entries,
        rolls={},
        corrections=books.corrections_of(spot.war),
        stages=books.stages_of(spot.war, page),
    )
    context = spot.context(
        page=page,
        years=[_year(spot, number, list(lines)) for number, lines in groupby(told, key=lambda line: line.year)][::-1],
        proof=_proof(request, spot, entries),
        head=books.known_head(spot.war),
    )
    return render(request, "frontend/books/book.html", context)


def _year(spot: Here, number: int, lines: Sequence[Line]) -> dict[str, Any]:
    """A year in the order in which it happened. Who and when is said once for lines that came about together."""
    rows = []
    stamp: tuple[Any, ...] = ()
    for line in lines:
        row = _row(spot, line)
        before, stamp = stamp, (line.at.replace(second=0, microsecond=0), line.actor, row["manner"])
        rows.append({**row, "stamped": stamp != before})
    return {"number": number, "lines": rows, "url": year_url(spot.war, number) if number else ""}


def _row(spot: Here, line: Line) -> dict[str, Any]:
    side = line.happening.data.get("side")
    return {
        "line": line,
        "text": narration.sentence(zoned(line.happening, spot), spot.book),
        "why": line_url(spot.war, line),
        "number": spot.numbers.get(side, 0) if isinstance(side, str) else 0,
        "manner": MANNERS.get(line.manner, ""),
        "turn": line.happening.kind in TURNS,
    }


def zoned(told: Happening, spot: Here) -> Happening:
    """Moments in a sentence are those of the club's clocks."""
    return structs.replace(told, data={**told.data, "zone": spot.war.club.time_zone})


TURNS = frozenset(("founded", "opened", "imported", "year_opened", "closed", "war_ended"))
"""Entries at which a new part of the story begins."""


def _proof(request: SignedIn, spot: Here, entries: Sequence[LedgerEntry]) -> dict[str, Any]:
    """Whether the chain of hashes holds: on this page, or from the first entry to the last where the reader asks for it."""
    if request.GET.get("check") != "all":
        return {"whole": False, "sound": links_hold(spot.war, entries), "count": len(entries)}
    everything = books.whole_book(spot.war)
    return {"whole": True, "sound": not ledger.broken(spot.war, everything), "count": len(everything)}


def links_hold(war: Campaign, entries: Sequence[LedgerEntry]) -> bool:
    """Whether each of these entries is what was hashed, and continues the one before it where that one is among them."""
    before: LedgerEntry | None = None
    for entry in entries:
        if entry.hash != chain.link(entry.prev_hash, ledger.facts(war, entry)):
            return False
        if before is not None and before.seq + 1 == entry.seq and before.hash != entry.prev_hash:
            return False
        before = entry
    return True


# --- Chronicle ---------------------------------------------------------------------------------------------


@login_required
@require_GET
def chronicle(request: SignedIn, public_id: str) -> HttpResponse:
    """The war as a story, from its first year on."""
    spot = Here.begun(request.user, public_id)
    page = Paginator(books.opened_years(spot.war)[::-1], CHAPTERS_A_PAGE).get_page(request.GET.get("page"))
    told = books.tales_of(spot.war, page)
    context = spot.context(
        page=page,
        chapters=[asked_chapter(spot, number, told.get(number, [])) for number in page],
        commanders=[{"side": spot.book.side(key), "name": name} for key, name in wars.held(spot.sides).items()],
        ended="" if page.has_next() else how_it_ended(spot),
    )
    return render(request, "frontend/books/chronicle.html", context)


# --- Dice --------------------------------------------------------------------------------------------------


@login_required
@require_GET
def dice(request: SignedIn, public_id: str) -> HttpResponse:
    return _dice_page(request, Here.begun(request.user, public_id))


def _dice_page(
    request: SignedIn, spot: Here, *, refused: ContestForm | RollRulingForm | None = None, number: int | None = None
) -> HttpResponse:
    years = books.opened_years(spot.war)
    pages = Paginator(years, YEARS_A_PAGE)
    asked = request.GET.get("page")
    if number is not None and number in years:
        asked = str(years.index(number) // YEARS_A_PAGE + 1)
    page = pages.get_page(asked)
    entries = books.dice_entries(spot.war, page)
    seals, brought = books.seals(entries), books.brought_seals(spot.war, page)
    rolls = books.fallen(books.rolls_of(spot.war, page), books.corrections_of(spot.war), books.contests(entries))
    stages = books.stages_of(spot.war, page)
    context = spot.context(
        page=page,
        years=[
            {
                "number": one,
                "seals": [
                    {"seal": seal, "salts": _salts(spot, seal.salts)}
                    for seal in (*seals.get(one, []), *brought.get(one, []))
                ],
                "rolls": [_roll(spot, fell, refused, f"{one}-{n}") for n, fell in enumerate(rolls.get(one, []))],
                "closed": stages.get(one) == "closed",
            }
            for one in page
        ],
        by_hand=spot.war.dice == DiceMode.HAND,
        may_contest=spot.place.side is not None,
        refused=refused,
    )
    return render(request, "frontend/books/dice.html", context, status=422 if refused is not None else 200)


def _salts(spot: Here, salts: dict[str, str]) -> list[tuple[str, str]]:
    return [(spot.book.side(side), salt) for side, salt in salts.items()]


def _roll(spot: Here, fell: Fallen, refused: ContestForm | RollRulingForm | None, key: str) -> dict[str, Any]:
    """A roll with the form that this reader may fill in about it, if any. ``key`` tells its fields from the others'."""
    typed = fell.rolled.source == Roll.Source.HAND and not fell.struck
    contest = typed and spot.place.side is not None and spot.war.stage in (Stage.RUNNING, Stage.OVER)
    ruling = typed and spot.place.umpires and spot.war.stage == Stage.RUNNING and fell.contested
    start = {"address": fell.address}
    form: ContestForm | RollRulingForm | None = None
    if refused is not None and refused.data.get("address") == fell.address:
        form = refused
    elif ruling:
        form = RollRulingForm(initial=start, auto_id=f"ruling_%s_{key}")
    elif contest:
        form = ContestForm(initial=start, auto_id=f"contest_%s_{key}")
    return {
        "fell": fell,
        "what": narration.roll_name(fell.address, spot.book),
        "total": fell.rolled.total,
        "adds": 1 < len(fell.rolled.faces) <= MOST_ADDED,
        "noted": any(face > fell.rolled.sides for face in fell.rolled.faces),
        "source": source_text(fell.rolled.source),
        "contests": [{"contest": one, "side": spot.book.side(one.side)} for one in fell.contests],
        "form": form,
        "rules": ruling,
    }


@login_required
@require_POST
def contest(request: SignedIn, public_id: str) -> HttpResponse:
    """A player says that a typed roll is not what was thrown."""
    spot = Here.begun(request.user, public_id)
    said = _("The roll is contested. The umpire has been told.")
    return _about_roll(request, spot, ContestForm(request.POST), umpire.contest_roll, said)


@login_required
@require_POST
def rule(request: SignedIn, public_id: str) -> HttpResponse:
    """The umpire settles a contested roll."""
    spot = Here.begun(request.user, public_id)
    spot.seen_if(spot.place.umpires)
    said = _("The ruling stands in the ledger.")
    return _about_roll(request, spot, RollRulingForm(request.POST), umpire.rule_roll, said)


def _about_roll(
    request: SignedIn, spot: Here, form: ContestForm | RollRulingForm, verb: Callable[..., Any], said: str
) -> HttpResponse:
    """Do what a form about a typed roll says, or show it again."""
    if form.is_valid():
        attempt(form, verb, spot.war, **form.cleaned_data, by=spot.member, now=clock.now())
        if not form.errors:
            messages.success(request, said)
            return redirect("war_dice", spot.war.public_id)
    return _dice_page(request, spot, refused=form, number=_year_of(form))


def _year_of(form: ContestForm | RollRulingForm) -> int | None:
    """The year in the address of the roll a form is about."""
    parts = str(form.data.get("address", "")).split("/")
    return int(parts[1]) if len(parts) > 1 and parts[1].isascii() and parts[1].isdigit() else None
