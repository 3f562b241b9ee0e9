"""The one place that writes a battle and its log."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

import msgspec
from django.utils.translation import gettext_lazy as _

from battles import chain
from battles.models import Battle, BattleEntry
from battles.models.battle import Stage
from battles.models.log import Kind, Manner
from battles.services.engine import Played
from clubs.errors import NotSeen, Refusal, Stale
from clubs.models import Membership

SNAPSHOT_EVERY = 20
CLAIM = """
UPDATE battles_battle SET version = version + 1 WHERE id = %s AND seq = %s AND stage IN ({marks}) RETURNING *
"""
"""Takes a battle as it was seen, and reads it afresh in the same statement, for which the ORM has no word."""
MOVED = ("stage", "seq", "revision", "state", "state_digest", "head", "outcome", "decided_at")
"""What a move changes of its battle."""


class Deed(msgspec.Struct, frozen=True, kw_only=True):
    """Who did what, and how it came in."""

    kind: Kind
    seat: str = ""
    manner: Manner
    by: Membership | None
    action: Mapping[str, Any]


def claim(battle: Battle, *, seq: int, stages: tuple[Stage, ...] = (Stage.OPEN,)) -> Battle:
    """Take the battle for this transaction, if nothing was done since ``seq``; answers with a fresh copy.

    The update locks the row: of two at once the second waits, and then finds the number gone. ``Stale`` if so, ``Refusal`` if the
    battle is in no stage for it.
    """
    claimed = list(Battle.objects.raw(CLAIM.format(marks=", ".join(["%s"] * len(stages))), [battle.pk, seq, *stages]))
    if claimed:
        return claimed[0]
    try:
        fresh = Battle.objects.get(pk=battle.pk)
    except Battle.DoesNotExist:
        raise NotSeen from None
    if fresh.seq != seq:
        raise Stale(_("Somebody was first: this battle has gone on. Look again."), code="stale")
    if fresh.stage == Stage.HELD:
        raise Refusal(_("This battle is held until the umpire has looked at it."), code="battle_held", status=409)
    if fresh.stage == Stage.VOID:
        raise Refusal(_("This battle is void."), code="battle_void", status=409)
    if fresh.stage == Stage.DECIDED:
        raise Refusal(_("This battle is decided already."), code="battle_decided", status=409)
    raise Refusal(_("This battle is still being fought."), code="battle_open", status=409)


def append(
    battle: Battle, deed: Deed, played: Played, *, now: datetime, back_to: int | None = None, seq: int | None = None
) -> BattleEntry:
    """Write one entry and bring the battle in step with it. Call it inside the transaction that holds the claim.

    ``back_to`` is set where an earlier state holds again.
    """
    number = battle.seq + 1 if seq is None else seq
    entry = BattleEntry(
        battle=battle,
        seq=number,
        revision=battle.revision,
        kind=deed.kind,
        seat=deed.seat,
        manner=deed.manner,
        actor=deed.by,
        action=dict(deed.action),
        audiences=played.audiences,
        happenings=played.happenings,
        rolls=played.rolls,
        reveals=played.reveals,
        back_to=back_to,
        state=played.state if number % SNAPSHOT_EVERY == 0 else None,
        state_digest=played.state_digest,
        prev_hash=battle.head,
        at=now,
    )
    entry.hash = chain.link(entry.prev_hash, entry.facts())
    entry.save(force_insert=True)
    battle.seq, battle.head = number, entry.hash
    battle.state, battle.state_digest = played.state, played.state_digest
    settle(battle, played, now=now)
    _keep(battle)
    return entry


def _keep(battle: Battle) -> None:
    """Write what a move has changed. Not by ``save``: the row is ours since ``claim``, and nothing of it is to be asked first."""
    Battle.objects.filter(pk=battle.pk).update(**{name: getattr(battle, name) for name in MOVED})


def settle(battle: Battle, played: Played, *, now: datetime) -> None:
    """Stage and outcome as they follow from what was played."""
    if played.outcome is None:
        battle.stage, battle.outcome, battle.decided_at = Stage.OPEN, None, None
    else:
        battle.stage, battle.outcome = Stage.DECIDED, msgspec.to_builtins(played.outcome)
        battle.decided_at = now
