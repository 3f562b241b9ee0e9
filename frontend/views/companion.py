"""The table companion: a page for the phone beside a table with miniatures."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from battles import narration
from battles.models import Battle
from battles.models.battle import Stage
from battles.narration import companions as sayings
from battles.narration.companions import Words
from battles.narration.core import names_of
from battles.permissions import may_rule, may_void
from battles.selectors import Seen, battle_for, entries_for, mark_of, menu_for, seat_of
from battles.services import companions, play, single
from clubs import clock, selectors
from clubs.errors import NotSeen, Refusal, Stale
from clubs.models import Membership
from frontend.forms.companion import RollForm, StartForm, plain_side
from frontend.forms.numbers import whole_number
from frontend.views.clubs import SignedIn, attempt, status_of
from rulesets.companion import AGREE, END, Companion
from rulesets.contract import UMPIRE, Choice, IntRange, OneOf

LINES = 30
"""Lines of the log that a page shows before it is asked for all."""


@login_required
@require_http_methods(["GET", "POST"])
def start(request: SignedIn, slug: str) -> HttpResponse:
    """Open a companion for an evening at the club: which game, and then its own questions."""
    place = selectors.place_in(request.user, slug)
    games = companions.games()
    asked = request.POST.get("game") or request.GET.get("game") or (games[0].key if len(games) == 1 else "")
    rules = next((one for one in games if one.key == asked), None)
    table = None if rules is None else _opening(request, rules)
    form = None if rules is None or table is None else _start_form(request, place, rules, table)
    if form is not None and form.is_valid():
        battle = attempt(
            form,
            single.start,
            club=place.club,
            ruleset=form.rules.key,
            scenario="",
            forces=None,
            seats=form.seats,
            options=form.options,
            umpire=form.umpire,
            by=place,
            now=clock.now(),
            title=form.cleaned_data["title"],
            names=form.names,
        )
        if battle is not None:
            return redirect("battle_companion", battle.public_id)
    context = {
        "club": place.club,
        "form": form,
        "game": asked if rules else "",
        "table": request.POST.get("table") or request.GET.get("table") or "",
        "kinds": [] if rules is None or form else _kinds_of(rules),
        "game_name": sayings.words_of(asked).game if rules else "",
        "games": [(one.key, sayings.words_of(one.key).game) for one in games],
        "tables": companions.open_tables(place.club),
    }
    return render(
        request, "frontend/companion/start.html", context, status=status_of(form) if form else _unnamed(request)
    )


def _unnamed(request: SignedIn) -> int:
    """Without a game nothing is opened."""
    return 422 if request.method == "POST" else 200


type Opening = tuple[str, tuple[str, ...]]
"""A scenario, and the sides that come to it."""


def _opening(request: SignedIn, rules: Companion[Any]) -> Opening | None:
    """Which table is opened: what was chosen, one's own where a form says nothing of it; None while there is something to choose."""
    tables = rules.openings()
    number = whole_number(request.POST.get("table") or request.GET.get("table") or "")
    if number is not None and 0 <= number < len(tables):
        return tables[number]
    return tables[-1] if len(tables) == 1 or request.method == "POST" else None


def _kinds_of(rules: Companion[Any]) -> list[tuple[int, str]]:
    """The tables that may be opened, by number: each scenario, and for how many where that is a choice."""
    tables, words = rules.openings(), sayings.words_of(rules.key)
    plays = [play for play, _sides in tables]
    return [
        (
            number,
            ngettext("%(play)s, %(sides)s side", "%(play)s, %(sides)s sides", len(sides))
            % {"play": words.plays[play], "sides": len(sides)}
            if plays.count(play) > 1
            else str(words.plays[play]),
        )
        for number, (play, sides) in enumerate(tables)
    ]


def _start_form(request: SignedIn, place: Membership, rules: Companion[Any], opening: Opening) -> StartForm:
    return StartForm(
        request.POST if request.method == "POST" else None,
        rules=rules,
        words=sayings.words_of(rules.key),
        place=place,
        others=[one for one in selectors.members_of(place.club) if one.pk != place.pk and one.user_id],
        play=opening[0],
        sides=opening[1],
        before=companions.readings_before(place.club, rules),
    )


@dataclass(frozen=True, kw_only=True)
class Table:
    """A companion as one person may use it. ``seat`` None: he looks on. ``choices``: what he may do now."""

    battle: Battle
    rules: Companion[Any]
    words: Words
    seat: str | None
    member: Membership
    entries: list[Seen]
    mark: str
    choices: list[Choice]

    @classmethod
    def before(cls, request: SignedIn, public_id: str) -> "Table":
        battle = battle_for(request.user, public_id)
        member = selectors.membership_of(request.user, battle.club)
        rules = companions.rules_of(battle)
        if member is None:
            raise NotSeen
        seat = seat_of(battle, request.user)
        choices = menu_for(battle, seat) if seat and battle.stage == Stage.OPEN else []
        return cls(
            battle=battle,
            rules=rules,
            words=sayings.words_of(rules.key),
            seat=seat if seat != UMPIRE or choices else None,
            member=member,
            entries=entries_for(battle, seat),
            mark=f'"{mark_of(battle, request.user)}"',
            choices=choices,
        )

    @property
    def sides(self) -> list[str]:
        """The sides at this table, in order."""
        held = {one.key for one in self.battle.seats.all()}
        return [side for side in self.rules.sides if side in held]

    @property
    def names(self) -> dict[str, str]:
        """What the sides are called; a table that was opened without names has none."""
        return {side: plain_side(number) for number, side in enumerate(self.sides)} | self.battle.names

    @property
    def may_sit(self) -> list[str]:
        """The side that the reader may sit down at: one that is kept for him goes first. Empty where there is none."""
        if self.seat is not None or self.battle.stage != Stage.OPEN:
            return []
        free = {one.key: one for one in self.battle.seats.all() if one.key != UMPIRE and one.member_id is None}
        mine = [side for side in self.sides if side in free and free[side].offered_id in (None, self.member.pk)]
        return sorted(mine, key=lambda side: free[side].offered_id is None)[:1]

    def offers(self, kind: str) -> bool:
        return any(one.kind == kind for one in self.choices)

    def form(self, kind: str, typed: Any = None, given: Mapping[str, str] | None = None) -> RollForm:
        """The form of a roll, with what this seat said the last time, and what a link fills in; ``NotSeen`` where there is no such roll."""
        choice = next((one for one in self.choices if one.kind == kind), None)
        if choice is None:
            raise NotSeen
        kept = {**self._kept(kind), **_filled(choice, given or {})}
        return RollForm(choice, typed, words=self.words, kept=kept, names=self.names, silent=self.silent)

    @property
    def silent(self) -> bool:
        """Whether there is a side for which no phone speaks, nor is to."""
        others = [one for one in self.battle.seats.all() if one.key in self.sides and one.key != self.seat]
        return self.seat in self.sides and any(one.member_id is None and one.offered_id is None for one in others)

    @property
    def ends(self) -> dict[str, Any]:
        """What one's own side and the others say of how it ended, while they do not agree."""
        if self.battle.stage != Stage.OPEN:
            return {}
        said = self.battle.state.get("said", {})
        told = {side: sayings.end_told(said.get(side), self.names) for side in self.sides}
        own = told.get(self.seat or "")
        others = [{"side": self.names[side], **one} for side, one in told.items() if one and side != self.seat]
        return {"own": own, "others": others}

    def _kept(self, kind: str) -> Mapping[str, Any]:
        moves = [entry.moves.get(self.seat or "", {}) for entry in reversed(self.entries) if not entry.struck]
        said: Mapping[str, Any] = next((move["arguments"] for move in moves if move.get("kind") == kind), {})
        return self.words.kept(self.battle.state, kind, said)


def _filled(choice: Choice, given: Mapping[str, str]) -> dict[str, Any]:
    """What a link fills into a form, as far as it may be said there."""
    found: dict[str, Any] = {}
    for name, domain in choice.arguments.items():
        if isinstance(domain, OneOf) and given.get(name) in domain.values:
            found[name] = given[name]
        elif isinstance(domain, IntRange) and (number := whole_number(given.get(name, ""))) is not None:
            found[name] = min(max(number, domain.low), domain.high)
    return found


@login_required
@require_http_methods(["GET", "POST"])
def companion(request: SignedIn, public_id: str) -> HttpResponse:
    """What can be rolled; one roll's form; what fell last; the log."""
    table = Table.before(request, public_id)
    if request.method == "POST":
        return _roll(request, table)
    kind = request.GET.get("roll", "")
    if kind in table.rules.rolls and not table.offers(kind):
        kind = ""  # it was possible a moment ago
    form = table.form(kind, given=request.GET.dict()) if kind and kind != AGREE and table.choices else None
    return _page(request, table, kind=kind if form else "", form=form)


@login_required
@require_POST
def sit(request: SignedIn, public_id: str) -> HttpResponse:
    """Sit down at the side that is free."""
    table = Table.before(request, public_id)
    if not table.may_sit:
        raise Refusal(_("No side of this table is free."), code="seat_held", status=409)
    single.take(table.battle, table.may_sit[0], table.member, clock.now())
    return redirect("battle_companion", public_id)


@login_required
@require_POST
def take_back(request: SignedIn, public_id: str) -> HttpResponse:
    """Take back what was done last. It stays in the log, struck through."""
    table = Table.before(request, public_id)
    seq = whole_number(request.POST.get("seq", ""))
    if table.seat is None:
        raise NotSeen
    try:
        if seq is None:
            raise Stale(_("This page is incomplete. Look again."), code="stale")
        play.undo(table.battle, seat=table.seat, seq=seq, by=table.member, now=clock.now())
        messages.success(request, _("Taken back. It stays in the log, struck through."))
    except Refusal as refusal:
        messages.warning(request, str(refusal))
    return redirect("battle_companion", public_id)


@login_required
@require_POST
def strike(request: SignedIn, public_id: str) -> HttpResponse:
    """Strike a table that nobody plays on."""
    table = Table.before(request, public_id)
    single.void(table.battle, by=table.member, now=clock.now())
    messages.success(request, _("The table is struck. Its rolls stay to be read."))
    return redirect("club_companion", table.battle.club.slug)


def _roll(request: SignedIn, table: Table) -> HttpResponse:
    kind, seq = request.POST.get("roll", ""), whole_number(request.POST.get("seq", ""))
    if table.seat is None:
        raise NotSeen
    if table.battle.stage != Stage.OPEN:
        raise Refusal(_("This battle is over: nothing more is rolled."), code="battle_over", status=409)
    if kind in table.rules.rolls and not table.offers(kind):
        messages.warning(request, _("This cannot be done now: something else has happened at the table. Look again."))
        return redirect("battle_companion", table.battle.public_id)
    form = table.form(kind, request.POST)
    if kind == AGREE and not form.is_valid():
        messages.warning(request, _("They say something else by now. Look again."))
        return redirect("battle_companion", table.battle.public_id)
    if not form.is_valid():
        return _page(request, table, kind=kind, form=form, status=422)
    if seq is None:
        form.add_error(None, _("This page is incomplete. Look again."))
        return _page(request, table, kind=kind, form=form, status=422)
    try:
        told = attempt(
            form,
            companions.roll,
            table.battle,
            seat=table.seat,
            kind=kind,
            given=form.circumstances,
            seq=seq,
            by=table.member,
            now=clock.now(),
            both=form.both,
        )
    except Stale as stale:
        messages.warning(request, str(stale))
        told = table.battle
    if told is None and kind in table.words.tapped:  # there is no form to mend
        for error in form.non_field_errors():
            messages.warning(request, str(error))
        return redirect("battle_companion", table.battle.public_id)
    if told is None:
        return _page(request, table, kind=kind, form=form, status=422)
    address = reverse("battle_companion", args=[table.battle.public_id])
    stays = kind not in (END, AGREE, table.rules.turns, *table.words.tapped)
    return redirect(f"{address}?roll={kind}" if stays else address)


def _page(request: SignedIn, table: Table, *, kind: str, form: RollForm | None, status: int = 200) -> HttpResponse:
    lines = _lines(table)
    whole = "all" in request.GET
    context = {
        "battle": table.battle,
        "club": table.battle.club,
        "heading": table.battle.title or " – ".join(table.names[side] for side in table.sides),
        "turn": table.battle.state.get("turn", 0),
        "kind": kind,
        "kind_name": _("End the battle") if kind == END else table.words.rolls.get(kind, ""),
        "form": form,
        "standing": [] if form else table.words.standing(table.battle.state),
        "pile": table.words.pile(table.battle.state, table.names),
        "taps": [tap for tap in table.words.taps(table.battle.state, table.names) if table.offers(tap.kind)],
        "sections": _sections(table),
        "offered": {one.kind for one in table.choices},
        "seated": table.seat is not None,
        "ends_it": table.offers(END),
        "diceless": kind in table.words.diceless,
        "silent": table.silent,
        "may_sit": table.names[table.may_sit[0]] if table.may_sit else "",
        "over": table.battle.stage == Stage.DECIDED,
        "void": table.battle.stage == Stage.VOID,
        "mark": table.mark,
        "follows": table.battle.stage == Stage.OPEN,
        "ends": table.ends,
        **_arranged(table),
        "latest": lines[0] if lines else None,
        "takes_back": table.seat is not None and play.may_undo(table.battle, seat=table.seat),
        "lines": lines if whole else lines[:LINES],
        "more": len(lines) > LINES and not whole,
    }
    return render(request, "frontend/companion/companion.html", context, status=status)


def _sections(table: Table) -> list[dict[str, Any]]:
    """What may be rolled, under its titles: a roll belongs to the last section that began before it."""
    found: list[dict[str, Any]] = []
    title: Any = ""
    able = {one.kind for one in table.choices} - {END, AGREE, *table.words.tapped}
    for kind, name in table.words.rolls.items():
        title = table.words.sections.get(kind, title)
        if kind not in able:
            continue
        if not found or found[-1]["title"] != title:
            found.append({"title": title, "rolls": []})
        found[-1]["rolls"].append((kind, name))
    return found


def _arranged(table: Table) -> dict[str, bool]:
    """What the umpire, and who opened the table, may do."""
    seats = {one.key: one for one in table.battle.seats.all()}
    if table.battle.stage not in (Stage.OPEN, Stage.HELD):
        return {}
    return {
        "settles": may_rule(table.battle, seats, table.member),
        "strikes": may_void(table.battle, seats, table.member),
    }


def _lines(table: Table) -> list[dict[str, Any]]:
    """The log, newest first: each roll in a sentence, with its dice and its reasons."""
    names, held = names_of(table.battle), table.battle
    return [
        {
            "seq": entry.seq,
            "at": entry.at,
            "who": names.seat(entry.seat) if entry.seat else "",
            "number": table.sides.index(entry.seat) + 1 if entry.seat in table.sides else 0,
            "text": narration.happening(held.ruleset, told, names),
            "why": why,
            "onward": []
            if entry.struck
            else [tap for tap in table.words.onward(told.kind, told.data) if table.offers(tap.kind)],
            "dice": [roll for roll in why.rolls if roll.address.rpartition("/")[2] not in table.words.unseen],
            "struck": entry.struck,
        }
        for entry in reversed(table.entries)
        for told in reversed(entry.happenings)
        for why in [narration.why(held.ruleset, told, names, entry.rolls)]
    ]
