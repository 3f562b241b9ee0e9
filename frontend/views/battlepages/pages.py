"""The page of a battle: the board, what is asked, what may be done, the log; and whether there is anything new."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from battles import narration, selectors
from battles.models import Seat
from battles.models.battle import SeatKind, Stage, Stopped
from battles.narration.menus import has_word
from battles.permissions import is_companion
from battles.services import play
from clubs.errors import NotSeen, Refusal
from frontend.forms.domains import PREFIX, Typed
from frontend.forms.numbers import whole_number
from frontend.views.battlepages import boards, ends, logs, odds, panels
from frontend.views.battlepages.menus import sentences, step_of
from frontend.views.battlepages.steps import Chosen, Step
from frontend.views.battlepages.table import Table, require_online, versus
from frontend.views.clubs import SignedIn
from frontend.views.rules import has_rules
from rulesets.canonical import canonical
from rulesets.contract import UMPIRE, Action
from rulesets.vocabulary import Json

OPENED = 2
"""Of so many rolls the reasons are told at once; those of the others when they are asked for."""


@login_required
@require_GET
def battle(request: SignedIn, public_id: str) -> HttpResponse:
    """The battle as it is now, and how far the reader has come in choosing. What is rolled beside a real table has a page of its own."""
    try:
        table = Table.before(request, public_id)
    except NotSeen:
        if not is_companion(selectors.battle_for(request.user, public_id).ruleset):
            raise
        return redirect("battle_companion", public_id)
    typed = typed_in(request.GET)
    sent = "look" in request.GET or "sent" in request.GET
    step = step_of(table, Chosen.of(request.GET), typed, sent=sent)
    return page(request, table, step, status=422 if step.wrong else 200)


def typed_in(query: Any) -> Typed | None:
    """What a form of the menu brought, by name; None where there was none."""
    found = {key: query.getlist(key) for key in query if key.startswith(f"{PREFIX}.")}
    return found or None


@login_required
@require_GET
def news(request: SignedIn, public_id: str) -> HttpResponse:
    """Whether the battle has gone on: 304 for who has seen all of it, an empty page with a new mark for who has not."""
    held = selectors.battle_for(request.user, public_id)
    if not is_companion(held.ruleset):
        require_online(held)
    mark = f'"{selectors.mark_of(held, request.user)}"'
    seen = request.headers.get("If-None-Match") == mark
    answer: HttpResponse = HttpResponseNotModified() if seen else HttpResponse()
    answer["ETag"] = mark
    return answer


def page(
    request: HttpRequest, table: Table, step: Step, *, notice: str = "", kept: str = "", status: int = 200
) -> HttpResponse:
    """``notice``: why something was not done; ``kept``: what had been typed."""
    entries = table.seen.entries
    rows, came = logs.rows(table, entries, logs.LATEST), done(table, entries)
    context = {
        "table": table,
        "battle": table.battle,
        "club": table.battle.club,
        "place": table.place,
        "heading": heading(table),
        "rulebook": has_rules(table.rules),
        "scenario": about_scenario(table),
        "state": state(table),
        "board": boards.part(table, step),
        "armies": boards.armies(table),
        "step": step,
        "confirm": confirm(table, step),
        "seats": seats(table),
        "log": rows,
        # Who only waits, or looks on, is told by the board what the other did, not at the foot of the page.
        "latest": rows[0] if rows and rows[0]["lines"] and not came and table.outcome is None else None,
        "more": len(entries) > logs.LATEST,
        "done": came,
        "undo": table.seat is not None and play.may_undo(table.battle, seat=table.seat),
        "end": ends.report(table),
        "chat": table.seen.chat,
        "odds": odds.run(table),
        "desk": panels.desk(table),
        "whom": panels.whom_to_ask(table),
        "can_void": table.battle.single and table.battle.stage == Stage.OPEN and table.seen.arranges,
        "mark": f'"{table.seen.mark}"',
        "follows": table.battle.stage == Stage.OPEN,
        "notice": notice,
        "kept": kept,
    }
    return render(request, "frontend/battles/battle.html", context, status=status)


def done_by_button(
    request: SignedIn, public_id: str, verb: Callable[[Table], object], *, success: str = ""
) -> HttpResponse:
    """Something done by a button; then the page as it is, with why nothing was done where it was refused."""
    table = Table.before(request, public_id)
    try:
        verb(table)
    except NotSeen:
        raise
    except Refusal as refusal:
        fresh = Table.before(request, public_id)
        said = request.POST.get("text", "")
        return page(
            request, fresh, step_of(fresh, Chosen("", "", {})), notice=str(refusal), kept=said, status=refusal.status
        )
    if success:
        messages.success(request, success)
    return redirect(table.url())


def heading(table: Table) -> str:
    told = table.word(f"scenario.{table.battle.setup['scenario']}")
    if table.battle.title and table.war is None:  # a war's battle is named by itself: the war stands above it
        return table.battle.title
    return _("%(scenario)s: %(seats)s") % {
        "scenario": told,
        "seats": versus([table.seat_name(key) for key in table.keys]),
    }


def about_scenario(table: Table) -> str:
    """What the scenario is about, and who has to do what; empty where its ruleset does not say."""
    key = f"scenario_hint.{table.battle.setup['scenario']}"
    return table.word(key) if has_word(table.battle.ruleset, key) else ""


def state(table: Table) -> dict[str, Any]:
    """Turn and phase, whose decision it is, and what is asked of the reader."""
    scene, held = table.scene, table.battle
    own = table.ask
    owed = [ask for ask in table.asks if ask.kind != "may" and ask.seat != table.seat]
    given = table.seen.handed_in
    asked_sealed = {ask.seat for ask in table.asks if ask.kind == "sealed"}
    waiting = [table.seat_name(ask.seat) for ask in owed if ask.seat not in given]
    return {
        "turn": scene.turn,
        "turns": scene.turns,
        "phase": table.word(f"phase.{scene.phase}"),
        "own": own is not None and own.kind != "may",
        "may": own is not None and own.kind == "may",
        "prompt": narration.prompt(held.ruleset, own.prompt) if own is not None else "",
        "about": _about(table),
        "deck": _deck(table),
        "standings": _standings(table),
        "sealed": own is not None and own.kind == "sealed",
        "given": table.seat in given,
        "sealed_words": _sealed_words(table),
        "waits": waiting,
        "among": len(asked_sealed) > 2 or UMPIRE in asked_sealed,
        "alone": len(asked_sealed) == 1,
        "stopped": held.stopped == Stopped.UMPIRE and held.is_open,
        "held": held.stage == Stage.HELD,
        "void": held.stage == Stage.VOID,
    }


def _standings(table: Table) -> list[str]:
    """How the game stands, as the reader may know it."""
    found = []
    counted = [f"{table.seat_name(one.seat)} {one.number}" for one in table.scene.standings if one.word == "points"]
    for one in table.scene.standings:
        if one.word == "points":
            continue
        seat = table.seat_name(one.seat) if one.seat else ""
        told = table.word(f"standing.{one.word}")
        if one.word.startswith("aim_"):
            found.append(_("Private aim of %(seat)s: %(aim)s") % {"seat": seat, "aim": told})
        else:
            found.append(told % {"seat": seat, "number": one.number})
    return [*found, table.word("standing.points") % {"rows": ", ".join(counted)}] if counted else found


def _deck(table: Table) -> dict[str, Any] | None:
    """How many cards are left, and those that lie open, each with the mark of whose it is."""
    deck = table.scene.deck
    if deck is None:
        return None
    drawn = [
        {
            "number": table.numbers.get(one.owner, 0),
            "mark": table.card_mark(one.owner, high=one.high),
            "name": table.seat_name(one.owner),
            "high": one.high,
        }
        for one in deck.drawn
    ]
    return {"left": deck.left, "drawn": drawn}


def _about(table: Table) -> list[dict[str, str]]:
    """What a question is about: the unit that marches, the charger, how far."""
    if table.ask is None:
        return []
    found = []
    for name, value in table.ask.data.items():
        if isinstance(value, bool) or value is None or isinstance(value, list):
            continue
        found.append({"what": table.word(f"about.{name}"), "is": _about_words(table, name, value)})
    return [row for row in found if row["what"] and row["is"]]


def _about_words(table: Table, name: str, value: Json) -> str:
    if name == "length" and isinstance(value, int) and table.scene.measured:
        return _("%(length)s cm") % {"length": value // 10}
    return table.value_words(name, value)


def _sealed_words(table: Table) -> list[dict[str, str]]:
    """What one's own seat has handed in."""
    if table.sealed is None:
        return []
    return sentences(table, Action(kind=table.sealed["kind"], arguments=table.sealed["arguments"]))


def confirm(table: Table, step: Step) -> dict[str, Any] | None:
    """The last look: what would be done, in words, and its odds."""
    if step.action is None or step.problem is not None:
        return None
    return {
        "title": table.word(f"do.{step.action.kind}"),
        "kind": step.action.kind,
        "arguments": canonical(step.action.arguments).decode(),
        "sentences": sentences(table, step.action),
        "forecast": odds.forecast(table, step.action),
        "grave": step.action.kind == "concede",
        "many": len(table.keys) > 2,
    }


def seats(table: Table) -> list[dict[str, Any]]:
    """Who sits where, whose clock runs, and what the reader may do about it."""
    asked = {ask.seat for ask in table.asks if ask.kind != "may"} - table.seen.handed_in
    allowed = {ask.seat for ask in table.asks if ask.kind == "may"}
    clocks = {clock.seat: clock for clock in table.seen.clocks}
    return [
        {
            "key": seat.key,
            "number": table.numbers.get(seat.key, 0),
            "name": table.seat_name(seat.key),
            "member": seat.member,
            "offered": seat.offered_id and (str(table.place) if seat.offered_id == table.place.pk else _("a member")),
            "program": seat.kind == SeatKind.PROGRAM,
            "asked": seat.key in asked,
            "may": seat.key in allowed,
            "due": clocks[seat.key].due_at if seat.key in clocks else None,
            "left": _left(clocks[seat.key].left) if seat.key in clocks and table.battle.stopped else "",
            **_may(table, seat),
        }
        for seat in table.battle.seats.all()
        if seat.key != UMPIRE or seat.member_id is not None or UMPIRE in asked | allowed
    ]


def _left(seconds: int) -> str:
    """How long a clock that stands still still has."""
    hours, minutes = divmod(seconds // 60, 60)
    if hours >= 48:
        return _("%(days)s days") % {"days": hours // 24}
    return _("%(hours)s h %(minutes)s min") % {"hours": hours, "minutes": minutes}


def _may(table: Table, seat: Seat) -> dict[str, bool]:
    """What the reader may do about a seat of a battle outside a war."""
    if not table.battle.single or table.battle.stage not in panels.FOUGHT or seat.key == UMPIRE:
        return {}
    vacant = seat.member_id is None and seat.kind == SeatKind.PLAYER
    mine = seat.offered_id == table.place.pk
    held = seat.member_id is not None
    return {
        "can_offer": not held and table.seen.arranges,
        "can_free": held and seat.member_id != table.place.pk and table.seen.umpire,
        "can_take": vacant and table.seat is None and (seat.offered_id is None or mine),
        "can_decline": vacant and mine,
        "can_program": vacant and table.seen.arranges and bool(table.rules.describe().has_bots),
        "can_give_up": vacant
        and table.seen.umpire
        and table.battle.stage == Stage.OPEN
        and table.rules.check(table.state, seat.key, Action(kind="concede")) is None,
        "can_leave": seat.member_id == table.place.pk,
    }


def done(table: Table, entries: list[selectors.Seen]) -> list[dict[str, Any]]:
    """What came of the reader's last move: everything since, the oldest first."""
    since = whole_number(table.query.get("done", ""))
    if since is None:
        return []
    fresh = [entry for entry in entries if entry.seq > since]
    rows = list(reversed(logs.rows(table, fresh)))
    rolled = [line for row in rows for line in row["lines"] if line["dice"]]
    for line in rolled[:OPENED]:
        line["open"] = True
    return rows
