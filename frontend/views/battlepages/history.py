"""Looking back: the whole log, the board after any entry of it, the dice and whether they were honest, and the file to check it all."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from battles.selectors import Seen
from battles.services import bundles, replay
from clubs.errors import NotSeen
from frontend.forms.rulings import WhyForm
from frontend.views.battlepages import boards, logs, panels
from frontend.views.battlepages.pages import heading
from frontend.views.battlepages.steps import Step
from frontend.views.battlepages.table import Table
from frontend.views.clubs import SignedIn


def _context(table: Table, **more: Any) -> dict[str, Any]:
    return {"table": table, "battle": table.battle, "club": table.battle.club, "heading": heading(table), **more}


@login_required
@require_GET
def log(request: SignedIn, public_id: str) -> HttpResponse:
    """Everything that happened, as the reader may know it, the newest first."""
    table = Table.before(request, public_id)
    rows = logs.rows(table, table.seen.entries)
    return render(request, "frontend/battles/log.html", _context(table, rows=rows, exports=table.seen.exports))


@login_required
@require_GET
def moment(request: SignedIn, public_id: str, seq: int) -> HttpResponse:
    """The board after an entry, as the reader could see it then; and the way to the one before and after."""
    table = Table.before(request, public_id)
    return moment_page(request, table, entry_of(table, seq))


def entry_of(table: Table, seq: int) -> Seen:
    """The entry of that number; ``NotSeen`` where there is none."""
    entry = next((one for one in table.seen.entries if one.seq == seq), None)
    if entry is None:
        raise NotSeen
    return entry


def moment_page(request: SignedIn, table: Table, entry: Seen, form: WhyForm | None = None) -> HttpResponse:
    """``form``: the umpire's reason for going back there, where something is wrong with it."""
    seq = entry.seq
    then = table.rules.scene(replay.view_at(table.battle, seq, table.seat))
    zoom, box = boards.shown(table)
    numbers = [one.seq for one in table.seen.entries]
    place = numbers.index(seq)
    context = _context(
        table,
        row=logs.row(table, entry),
        svg=boards.drawn(table, then, Step(), box=box, zoom=zoom),
        moves=boards.moves(table, zoom, box, "battle_moment", seq),
        seq=seq,
        turn=then.turn,
        turns=then.turns,
        phase=table.word(f"phase.{then.phase}"),
        first=numbers[0] if place else None,
        before=numbers[place - 1] if place else None,
        after=numbers[place + 1] if place + 1 < len(numbers) else None,
        last=numbers[-1] if place + 1 < len(numbers) else None,
        way_back=panels.way_back(table, entry, form),
    )
    return render(request, "frontend/battles/moment.html", context, status=422 if form is not None else 200)


@login_required
@require_GET
def dice(request: SignedIn, public_id: str) -> HttpResponse:
    """What was promised about the dice, what is shown, and every roll that the reader may know."""
    table = Table.before(request, public_id, board=False)
    rolls = [_roll(entry, roll) for entry in table.seen.entries for roll in entry.rolls]
    context = _context(
        table,
        proofs=table.seen.proofs,
        rolls=rolls,
        exports=table.seen.exports,
        over=table.outcome is not None,
        board=table.rules.describe().can_play_online,
    )
    return render(request, "frontend/battles/dice.html", context)


def _roll(entry: Seen, roll: Any) -> dict[str, Any]:
    return {"seq": entry.seq, "address": roll.address, "faces": roll.faces, "sides": roll.sides, "struck": entry.struck}


@login_required
@require_GET
def record(request: SignedIn, public_id: str) -> HttpResponse:
    """The whole battle as a file, for those whom it concerns."""
    table = Table.before(request, public_id, board=False)
    answer = JsonResponse(bundles.bundle(table.battle, by=table.place), json_dumps_params={"indent": 1})
    answer["Content-Disposition"] = f'attachment; filename="battle-{table.battle.public_id}.json"'
    return answer
