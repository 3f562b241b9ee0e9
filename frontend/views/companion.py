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
from django.views.decorators.http import require_http_methods, require_POST

from battles import narration
from battles.models import Battle
from battles.models.battle import Stage
from battles.narration.core import names_of
from battles.permissions import is_companion, may_rule, may_void
from battles.selectors import Seen, battle_for, entries_for, mark_of, menu_for, seat_of
from battles.services import companions, single
from clubs import clock, selectors
from clubs.errors import NotSeen, Refusal, Stale
from clubs.models import Membership
from frontend.forms.companion import AGREE, ROLLS, RULESET, SIDES, RollForm, StartForm, kept_of, word_of_end
from frontend.forms.numbers import whole_number
from frontend.views.clubs import SignedIn, attempt, status_of

LINES = 30
"""Lines of the log that a page shows before it is asked for all."""


@login_required
@require_http_methods(["GET", "POST"])
def start(request: SignedIn, slug: str) -> HttpResponse:
    """Open a companion for an evening at the club."""
    place = selectors.place_in(request.user, slug)
    others = {one.public_id: one for one in selectors.members_of(place.club) if one.pk != place.pk and one.user_id}
    form = StartForm(
        request.POST if request.method == "POST" else None,
        members=[(key, str(member)) for key, member in others.items()],
    )
    if form.is_valid():
        said = form.cleaned_data
        battle = attempt(
            form,
            single.start,
            club=place.club,
            ruleset=RULESET,
            scenario="",
            forces=None,
            seats=dict(zip(SIDES, (place, others.get(said["other"])), strict=True)),
            options={"readings": form.readings},
            umpire=None,
            by=place,
            now=clock.now(),
            title=said["title"],
            names={side: said[side] for side in SIDES},
        )
        if battle is not None:
            return redirect("battle_companion", battle.public_id)
    context = {"club": place.club, "form": form, "tables": companions.open_tables(place.club)}
    return render(request, "frontend/companion/start.html", context, status=status_of(form))


@dataclass(frozen=True, kw_only=True)
class Table:
    """A companion as one person may use it."""

    battle: Battle
    seat: str | None
    member: Membership
    entries: list[Seen]
    mark: str

    @classmethod
    def before(cls, request: SignedIn, public_id: str) -> "Table":
        battle = battle_for(request.user, public_id)
        member = selectors.membership_of(request.user, battle.club)
        if member is None or not is_companion(battle.ruleset):
            raise NotSeen
        seat = seat_of(battle, request.user)
        return cls(
            battle=battle,
            seat=seat if seat in SIDES else None,
            member=member,
            entries=entries_for(battle, seat),
            mark=f'"{mark_of(battle, request.user)}"',
        )

    @property
    def names(self) -> dict[str, str]:
        """What the sides are called; a table that was opened without names has none."""
        plain = dict(zip(SIDES, (_("First side"), _("Second side")), strict=True))
        return {**plain, **self.battle.names}

    @property
    def may_sit(self) -> str:
        """The name of a side that the reader may sit down at; "" where there is none."""
        if self.seat is not None or self.battle.stage != Stage.OPEN:
            return ""
        free = [one for one in self.battle.seats.all() if one.key in SIDES and one.member_id is None]
        mine = [one for one in free if one.offered_id in (None, self.member.pk)]
        return self.names[mine[0].key] if mine else ""

    @property
    def rolls(self) -> bool:
        return self.seat is not None and self.battle.stage == Stage.OPEN

    def form(self, kind: str, typed: Any = None) -> RollForm:
        """The form of a roll, with what this seat said the last time; ``NotSeen`` where there is no such roll."""
        assert self.seat is not None
        choice = next((one for one in menu_for(self.battle, self.seat, kind) if kind in (*ROLLS, AGREE)), None)
        if choice is None:
            raise NotSeen
        return RollForm(choice, typed, kept=self._kept(kind), names=self.names, alone=self.alone)

    @property
    def alone(self) -> bool:
        """Whether no other phone speaks for the other side, nor is to."""
        others = [one for one in self.battle.seats.all() if one.key in SIDES and one.key != self.seat]
        return self.seat is not None and all(one.member_id is None and one.offered_id is None for one in others)

    @property
    def words(self) -> dict[str, Any]:
        """What one's own side and the other say of how it ended, while they do not agree."""
        if self.battle.stage != Stage.OPEN:
            return {}
        told = {side: word_of_end(self.battle.state, side, self.names) for side in SIDES}
        return {
            "own": told.get(self.seat or ""),
            "others": [{"side": self.names[side], **one} for side, one in told.items() if one and side != self.seat],
        }

    def _kept(self, kind: str) -> Mapping[str, Any]:
        moves = [entry.moves.get(self.seat or "", {}) for entry in reversed(self.entries) if not entry.struck]
        said: Mapping[str, Any] = next((move["arguments"] for move in moves if move.get("kind") == kind), {})
        return kept_of(self.battle.state, kind, said)


@login_required
@require_http_methods(["GET", "POST"])
def companion(request: SignedIn, public_id: str) -> HttpResponse:
    """What can be rolled; one roll's form; what fell last; the log."""
    table = Table.before(request, public_id)
    if request.method == "POST":
        return _roll(request, table)
    kind = request.GET.get("roll", "")
    form = table.form(kind) if kind in ROLLS and table.rolls else None
    return _page(request, table, kind=kind if form else "", form=form)


@login_required
@require_POST
def sit(request: SignedIn, public_id: str) -> HttpResponse:
    """Sit down at the side that is free."""
    table = Table.before(request, public_id)
    free = next((side for side in SIDES if table.may_sit == table.names[side]), None)
    if free is None:
        raise Refusal(_("No side of this table is free."), code="seat_held", status=409)
    single.take(table.battle, free, table.member, clock.now())
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
    if not table.rolls:
        raise Refusal(_("This battle is over: nothing more is rolled."), code="battle_over", status=409)
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
    if told is None:
        return _page(request, table, kind=kind, form=form, status=422)
    address = reverse("battle_companion", args=[table.battle.public_id])
    return redirect(f"{address}?roll={kind}" if kind not in ("end", AGREE, "initiative") else address)


def _page(request: SignedIn, table: Table, *, kind: str, form: RollForm | None, status: int = 200) -> HttpResponse:
    lines = _lines(table)
    whole = "all" in request.GET
    context = {
        "battle": table.battle,
        "club": table.battle.club,
        "heading": table.battle.title or " – ".join(table.names[side] for side in SIDES),
        "turn": table.battle.state.get("turn", 0),
        "kind": kind,
        "kind_name": ROLLS.get(kind, ""),
        "form": form,
        "rolls": [(key, name) for key, name in ROLLS.items() if key != "end"] if table.rolls else [],
        "may_sit": table.may_sit,
        "over": table.battle.stage == Stage.DECIDED,
        "void": table.battle.stage == Stage.VOID,
        "mark": table.mark,
        "follows": table.battle.stage == Stage.OPEN,
        "words": table.words,
        **_arranged(table),
        "latest": lines[0] if lines else None,
        "lines": lines if whole else lines[:LINES],
        "more": len(lines) > LINES and not whole,
    }
    return render(request, "frontend/companion/companion.html", context, status=status)


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
            "number": SIDES.index(entry.seat) + 1 if entry.seat in SIDES else 0,
            "text": narration.happening(held.ruleset, told, names),
            "faces": [roll.faces for roll in narration.why(held.ruleset, told, names, entry.rolls).rolls],
            "why": narration.why(held.ruleset, told, names, entry.rolls),
            "struck": entry.struck,
        }
        for entry in reversed(table.entries)
        for told in reversed(entry.happenings)
    ]
