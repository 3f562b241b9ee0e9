"""Play a move: the host's risky part, in one transaction."""

import logging
import traceback
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

import msgspec
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from battles import narration
from battles.errors import Disallowed, RulesetFailed
from battles.models import Battle, BattleEntry, SealedMove, Seat
from battles.models.battle import Stage, Stopped
from battles.models.log import Kind, Manner
from battles.permissions import is_companion, manner_of
from battles.services import clocks, engine, logbook, notices, proofs, replay
from battles.signals import battle_decided, battle_moved
from clubs.errors import Refusal
from clubs.models import Membership
from rulesets.canonical import NotPlain, require_plain
from rulesets.contract import UMPIRE, Action, Ask, Problem, Ruleset

log = logging.getLogger(__name__)

type Still = Callable[[Battle, Mapping[str, Seat]], bool]


def act(
    battle: Battle,
    *,
    seat: str,
    action: Action,
    seq: int,
    by: Membership | None,
    now: datetime,
    paper: bool = False,
    why: str = "",
    still: Still | None = None,
) -> Battle:
    """Play one action of a seat, and everything that follows, or nothing at all; answers with the battle as it is then.

    In order: claim by ``seq`` (the last entry the player saw), is the seat asked, ``check``, ``apply``, invariants, entry, signals.
    A sealed action waits until all are in. ``by`` None is the program for an absent player; ``paper``: typed in by an officer. ``why``: what the
    program did it for; ``still``: whether, the battle being taken, there is still reason for it (else ``Refusal`` "superseded").
    ``Stale`` if somebody was first, ``Disallowed`` if the rules forbid it, ``Refusal`` otherwise; a ruleset that breaks holds the battle.
    """
    _require_plain(action)
    try:
        with transaction.atomic():
            return _act(battle, seat, action, seq=seq, by=by, now=now, paper=paper, why=why, still=still)
    except RulesetFailed as failure:
        hold_broken(battle, failure, failure.__cause__, now=now)
        raise broken() from failure


def stand_in(
    battle: Battle,
    *,
    seat: str,
    why: str,
    now: datetime,
    by: Membership | None = None,
    still: Still | None = None,
) -> Battle:
    """Do for an absent seat what its ruleset says. ``by`` is the umpire who asked for it, or None."""
    ruleset = engine.ruleset_of(battle)
    ask = engine.ask_of(ruleset, battle.state, seat)
    if ask is None or ask.kind == "may":
        raise Refusal(_("Nobody is waiting for this seat."), code="not_asked", status=409)
    if by is not None:
        seats = engine.seats_of(battle)
        manner_of(battle, seats, seat, by, paper=True)
    try:
        action = ruleset.fallback(battle.state, seat, why)
    except Exception as error:
        hold_broken(battle, engine.failure(ruleset, "fallback", error), error, now=now)
        raise broken() from error
    return act(battle, seat=seat, action=action, seq=battle.seq, by=None, now=now, why=why, still=still)


def broken() -> Refusal:
    return Refusal(
        _("Something went wrong in the rules of this battle. Nothing was changed, and the umpire has been told."),
        code="battle_held",
        status=500,
    )


def hold_broken(battle: Battle, failure: RulesetFailed, cause: BaseException | None, *, now: datetime) -> None:
    """Hold a battle whose ruleset broke, and log where it did: not what it said, which may quote what a seat has hidden."""
    hold(battle, now=now)
    frames = traceback.format_tb(cause.__traceback__) if cause else []
    log.error("battle held: %s", failure, extra={"battle": battle.public_id, "frames": frames})


def hold(battle: Battle, *, now: datetime) -> None:
    """Stop one battle until its umpire has looked at it; the others go on."""
    with transaction.atomic():
        if Battle.objects.filter(pk=battle.pk, stage=Stage.OPEN).update(stage=Stage.HELD):
            clocks.stop(battle, Stopped.HELD, now=now)
            notices.tell_held(battle, now=now)


@transaction.atomic
def undo(battle: Battle, *, seat: str, seq: int, by: Membership, now: datetime) -> Battle:
    """Take back a seat's own last move.

    Only while that seat was and is the only one asked, no die fell and nobody learnt anything; else it is for the umpire. At a table
    companion any roll can be put right (its dice fall the same again): by who made it, and by the umpire.
    """
    held = logbook.claim(battle, seq=seq)
    seats = engine.seats_of(held)
    manner = manner_of(held, seats, seat, by, paper=False)
    ruleset = engine.ruleset_of(held)
    step = replay.last_step(held)
    if step is None or not _may_undo(ruleset, held, seat, *step):
        raise Refusal(_("This can no longer be taken back. Ask the umpire."), code="no_undo", status=409)
    before = step[1]
    deed = logbook.Deed(kind=Kind.UNDONE, seat=seat, manner=manner, by=by, action={})
    played = replay.as_played(ruleset, before.state)
    logbook.append(held, deed, played, now=now, back_to=before.seq)
    clocks.follow(held, seats, played.asks, by=by, now=now)
    clocks.taken_back(held, seats[seat], now=now)
    return held


def may_undo(battle: Battle, *, seat: str) -> bool:
    """Whether a seat could take its last move back now. The log is read only where the last entry is that seat's."""
    if battle.stage != Stage.OPEN or battle.seq == 0:
        return False
    last = BattleEntry.objects.filter(battle=battle, seq=battle.seq).defer("state").first()
    if last is None or (last.kind == Kind.MOVED and not is_companion(battle.ruleset) and not _is_quiet(last, seat)):
        return False
    step = replay.last_step(battle)
    return step is not None and _may_undo(engine.ruleset_of(battle), battle, seat, *step)


def _may_undo(ruleset: Ruleset, battle: Battle, seat: str, last: BattleEntry, before: replay.At) -> bool:
    if is_companion(battle.ruleset):
        return last.kind == Kind.MOVED and seat in (last.seat, UMPIRE)
    if last.kind != Kind.MOVED or not _is_quiet(last, seat):
        return False
    return _owing(ruleset.asks(before.state)) == {seat} == _owing(ruleset.asks(battle.state))


def _is_quiet(entry: BattleEntry, seat: str) -> bool:
    """Whether it is the seat's own, and nobody learnt anything by it."""
    return entry.seat == seat and not entry.reveals and not entry.rolls


def _owing(asks: list[Ask]) -> set[str]:
    return {ask.seat for ask in asks if ask.kind != "may"}


def _require_plain(action: Action) -> None:
    try:
        require_plain({"kind": action.kind, "arguments": action.arguments})
    except NotPlain as error:
        problem = Problem(code="not_plain", data={"why": str(error)})
        raise Disallowed(narration.problem(problem, names=None), problem=problem) from None


def _act(
    battle: Battle,
    seat: str,
    action: Action,
    *,
    seq: int,
    by: Membership | None,
    now: datetime,
    paper: bool,
    why: str,
    still: Still | None,
) -> Battle:
    held = logbook.claim(battle, seq=seq)
    seats = engine.seats_of(held)
    if still is not None and not still(held, seats):
        raise Refusal(_("This is no longer the program's to decide."), code="superseded", status=409)
    manner = manner_of(held, seats, seat, by, paper=paper)
    ruleset = engine.ruleset_of(held)
    ask = engine.ask_of(ruleset, held.state, seat)
    if ask is None:
        raise Refusal(_("It is not your turn to decide anything here."), code="not_asked", status=409)
    problem = ruleset.check(held.state, seat, action)
    if problem is not None:
        raise Disallowed(narration.problem(problem, names=narration.names_of(held)), problem=problem)
    notices.answered(held, by=by, now=now)
    if ask.kind != "sealed":
        deed = _deed({seat: action}, seat=seat, manner=manner, by=by, why={seat: why})
        return _play(held, ruleset, seats, {seat: action}, deed, now=now)
    given = _seal(held, ruleset, seat, action, manner=manner, by=by, now=now, why=why)
    if given is None:
        clocks.follow(held, seats, ruleset.asks(held.state), acted={seat}, by=by, now=now)
        return held
    # The last one in closes the step, but it is everybody's: the entry names no seat.
    moves = {key: msgspec.convert(move.action, Action) for key, move in given.items()}
    manners = {key: move.manner for key, move in given.items()}
    whys = {key: move.why for key, move in given.items()}
    SealedMove.objects.filter(battle=held).delete()
    deed = _deed(moves, seat="", manner=Manner.OWN, by=None, manners=manners, why=whys)
    return _play(held, ruleset, seats, moves, deed, now=now, bell=by)


def _seal(
    battle: Battle,
    ruleset: Ruleset,
    seat: str,
    action: Action,
    *,
    manner: Manner,
    by: Membership | None,
    now: datetime,
    why: str,
) -> dict[str, SealedMove] | None:
    """Keep a sealed move (a second one replaces the first); all of them once the last is in, else None."""
    SealedMove.objects.update_or_create(
        battle=battle,
        seat=seat,
        defaults={"action": msgspec.to_builtins(action), "manner": manner, "why": why, "actor": by, "given_at": now},
    )
    owed = sorted(ask.seat for ask in ruleset.asks(battle.state) if ask.kind == "sealed")
    given = {move.seat: move for move in SealedMove.objects.filter(battle=battle)}
    for key, move in list(given.items()):
        # Something allowed in between (an umpire's card) may have made an early move impossible: it is owed again.
        sealed = msgspec.convert(move.action, Action)
        if key not in owed or ruleset.check(battle.state, key, sealed) is not None:
            move.delete()
            del given[key]
    return given if len(given) == len(owed) else None


def _deed(
    moves: Mapping[str, Action],
    *,
    seat: str,
    manner: Manner,
    by: Membership | None,
    manners: Mapping[str, str] | None = None,
    why: Mapping[str, str],
) -> logbook.Deed:
    """``manners``: how each of several sealed moves came in. ``why``: of each that the program made, what for."""
    action: dict[str, Any] = {"moves": msgspec.to_builtins(dict(moves))}
    if manners is not None:
        action["manners"] = dict(manners)
    if any(why.values()):
        action["why"] = {key: told for key, told in why.items() if told}
    return logbook.Deed(kind=Kind.MOVED, seat=seat, manner=manner, by=by, action=action)


def _play(
    battle: Battle,
    ruleset: Ruleset,
    seats: Mapping[str, Seat],
    moves: Mapping[str, Action],
    deed: logbook.Deed,
    *,
    now: datetime,
    bell: Membership | None = None,
) -> Battle:
    before = list(ruleset.asks(battle.state))
    played = engine.play(ruleset, battle.state, moves, engine.dice_for(battle))
    entry = logbook.append(battle, deed, played, now=now)
    clocks.follow(battle, seats, played.asks, acted=moves, by=deed.by or bell, now=now)
    if played.outcome is None:
        notices.tell_asked(battle, seats, before=before, after=played.asks, by=deed.by, now=now)
        battle_moved.send(sender=Battle, battle=battle, entry=entry, by=deed.by, now=now)
    else:
        proofs.show(battle, now=now)
        notices.tell_over(battle, seats, by=deed.by, now=now)
        battle_decided.send(sender=Battle, battle=battle, outcome=played.outcome, by=deed.by, now=now)
    return battle
