"""What only an umpire does to a battle: rule, reopen, roll back, release, void."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

import msgspec
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from battles.models import Battle, DiceSecret, SealedMove
from battles.models.battle import Stage, Stopped
from battles.models.log import Kind, Manner
from battles.permissions import require_umpire
from battles.services import clocks, engine, logbook, notices, play, proofs, replay, secrets
from battles.signals import battle_decided, battle_reopened
from clubs.errors import Refusal
from clubs.limits import LONGEST_REASON
from clubs.models import Membership
from rulesets.contract import UMPIRE, Action, Happening, Outcome, Setup


def rule(
    battle: Battle,
    *,
    by: Membership,
    now: datetime,
    reason: str,
    report: Mapping[str, Any] | None = None,
    outcome: Outcome | None = None,
    seq: int | None = None,
) -> Battle:
    """Settle a battle by the umpire's word.

    With a ``report`` (the arguments of one, in the ruleset's own words) the ruling keeps to the rules like any report; with an
    ``outcome`` it stands as it is, also for a battle that is held. ``seq`` is the last entry the umpire saw.
    """
    if (report is None) == (outcome is None):
        raise TypeError("a ruling has a report or an outcome")
    seen = battle.seq if seq is None else seq
    if report is not None:
        action = Action(kind="rule", arguments={"reason": reason, "report": dict(report)})
        return play.act(battle, seat=UMPIRE, action=action, seq=seen, by=by, now=now)
    assert outcome is not None
    return _settle(battle, outcome, seq=seen, by=by, now=now, reason=reason)


def award(battle: Battle, *, outcome: Outcome, reason: str, by: Membership | None, now: datetime) -> Battle:
    """Settle an open battle as its club's rules lay down, by the umpire's word or (``by`` None) of itself.

    Whoever calls has seen that those rules are met, and keeps it in his own books.
    """
    return _settle(battle, outcome, seq=battle.seq, by=by, now=now, reason=reason)


@transaction.atomic
def _settle(battle: Battle, outcome: Outcome, *, seq: int, by: Membership | None, now: datetime, reason: str) -> Battle:
    held = logbook.claim(battle, seq=seq, stages=(Stage.OPEN, Stage.HELD))
    if by is not None:
        require_umpire(held, engine.seats_of(held), by)
    reason = _require_reason(reason)
    _check_outcome(held, outcome)
    told = msgspec.to_builtins(outcome)
    happening = Happening(kind="battle.ruled", data={"reason": reason, "seats": told["seats"]})
    played = msgspec.structs.replace(
        replay.as_played(engine.ruleset_of(held), held.state),
        outcome=outcome,
        happenings=msgspec.to_builtins([happening]),
    )
    manner = Manner.UMPIRE if by is not None else Manner.PROGRAM
    deed = logbook.Deed(kind=Kind.RULED, seat=UMPIRE, manner=manner, by=by, action={"reason": reason, "outcome": told})
    logbook.append(held, deed, played, now=now)
    SealedMove.objects.filter(battle=held).delete()
    proofs.show(held, now=now)
    notices.tell_over(held, engine.seats_of(held), by=by, now=now)
    battle_decided.send(sender=Battle, battle=held, outcome=outcome, by=by, now=now)
    return held


def _require_reason(reason: str) -> str:
    reason = reason.strip().replace("\x00", "")
    if not reason:
        raise Refusal(_("Say why: both sides will read it."), code="reason_missing")
    if len(reason) > LONGEST_REASON:
        raise Refusal(_("The reason is too long: 500 characters are enough."), code="reason_too_long")
    return reason


def _check_outcome(battle: Battle, outcome: Outcome) -> None:
    """An outcome speaks of this battle's seats, units and characters, and of no more figures than there were."""
    setup = msgspec.convert(battle.setup, Setup)
    if set(outcome.seats) != set(setup.forces):
        raise Refusal(_("A ruling gives a result for every side."), code="seats_missing")
    for seat, units in outcome.units.items():
        figures = {unit.id: unit.figures for unit in setup.forces[seat].units} if seat in setup.forces else {}
        for unit, lost in units.items():
            gone = (lost.routed, lost.destroyed, lost.captured)
            if unit not in figures or min(gone) < 0 or sum(gone) > figures[unit]:
                raise Refusal(_("A unit cannot lose more figures than it brought."), code="more_lost_than_figures")
    for seat, people in outcome.characters.items():
        there = {person.id for person in setup.forces[seat].characters} if seat in setup.forces else set()
        if not people.keys() <= there:
            raise Refusal(_("A character was not at this battle."), code="character_not_there")


@transaction.atomic
def reopen(battle: Battle, *, by: Membership, now: datetime, reason: str, seq: int | None = None) -> Battle:
    """Take back the decision of a battle: it stands again where it stood before its last entry, as a new revision.

    What was written stays readable. ``battle_reopened`` is sent inside the transaction.
    """
    held = logbook.claim(battle, seq=battle.seq if seq is None else seq, stages=(Stage.DECIDED,))
    require_umpire(held, engine.seats_of(held), by)
    step = replay.last_step(held)
    if step is None:
        raise Refusal(_("There is nothing to take back."), code="no_undo", status=409)
    return _branch(held, step[1], by=by, now=now, reason=reason)


@transaction.atomic
def rollback(
    battle: Battle, *, to_seq: int, by: Membership, now: datetime, reason: str, seq: int | None = None
) -> Battle:
    """Go back to the state after an earlier entry, as a new revision with new dice; the old secret is shown."""
    stages = (Stage.OPEN, Stage.HELD, Stage.DECIDED)
    held = logbook.claim(battle, seq=battle.seq if seq is None else seq, stages=stages)
    require_umpire(held, engine.seats_of(held), by)
    try:
        at = replay.state_at(held, to_seq)
    except LookupError:
        raise Refusal(
            _("The battle was never there, or has been taken back from there."), code="no_such_entry"
        ) from None
    return _branch(held, at, by=by, now=now, reason=reason)


def _branch(battle: Battle, at: replay.At, *, by: Membership, now: datetime, reason: str) -> Battle:
    reason = _require_reason(reason)
    was_decided = battle.stage == Stage.DECIDED
    ruleset = engine.ruleset_of(battle)
    if ruleset.describe().rolls_dice:
        # Dice that fell may have been seen: the new branch gets others, and the old ones can now be checked.
        for row in DiceSecret.objects.filter(game=battle.game, year=0, epoch=battle.revision):
            secrets.reveal(row, now)
        secrets.draw(game=battle.game, year=0, epoch=battle.revision + 1, now=now)
    battle.revision += 1
    SealedMove.objects.filter(battle=battle).delete()
    happening = Happening(kind="battle.reopened", data={"reason": reason, "to": at.seq})
    played = msgspec.structs.replace(
        replay.as_played(ruleset, at.state), happenings=msgspec.to_builtins([happening]), reveals=True
    )
    deed = logbook.Deed(
        kind=Kind.REOPENED, seat=UMPIRE, manner=Manner.UMPIRE, by=by, action={"reason": reason, "to": at.seq}
    )
    logbook.append(battle, deed, played, now=now, back_to=at.seq)
    if battle.stopped == Stopped.HELD:
        clocks.run_on(battle, now=now)
    seats = engine.seats_of(battle)
    clocks.follow(battle, seats, played.asks, acted=seats, by=by, now=now)
    if was_decided:
        battle_reopened.send(sender=Battle, battle=battle, by=by, now=now)
    notices.tell_asked(battle, seats, before=[], after=played.asks, by=by, now=now)
    return battle


@transaction.atomic
def release(battle: Battle, *, by: Membership, now: datetime) -> Battle:
    """Let a held battle go on: the cause is mended, or the player tries something else. Its clocks run on."""
    held = logbook.claim(battle, seq=battle.seq, stages=(Stage.HELD,))
    require_umpire(held, engine.seats_of(held), by)
    held.stage = Stage.OPEN
    held.save(update_fields=["stage"])
    if held.stopped == Stopped.HELD:
        clocks.run_on(held, now=now)
    return held


@transaction.atomic
def void(battle: Battle, *, now: datetime) -> Battle:
    """Strike a battle that will not be fought. Whoever calls has checked who asks, and keeps the reason in his own books."""
    held = logbook.claim(battle, seq=battle.seq, stages=(Stage.OPEN, Stage.HELD))
    held.stage, held.decided_at = Stage.VOID, now
    held.save(update_fields=["stage", "decided_at"])
    SealedMove.objects.filter(battle=held).delete()
    proofs.show(held, now=now)
    return held
