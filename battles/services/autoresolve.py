"""Let the program play a battle to its end, every seat of it: the same engine, the same log, the same dice as any battle.

It goes on in the background, move by move; between two moves it can be cancelled, and people play on from there.
"""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from battles.models import Battle, Seat
from battles.models.battle import Stage
from battles.permissions import may_resolve
from battles.services import engine, opening, programs
from battles.signals import program_owes
from clubs.errors import NotSeen, Refusal
from clubs.models import Membership


@transaction.atomic
def begin(battle: Battle, *, by: Membership | None, now: datetime) -> Battle:
    """Let the program take every seat from now on. ``by`` None: a war's own business, and whoever calls has seen that it may be."""
    held, seats = _held(battle, by)
    if held.stage != Stage.OPEN:
        raise Refusal(_("This battle is not being fought."), code="battle_not_open", status=409)
    if held.resolving_at is not None:
        raise Refusal(_("The program plays this battle to its end already."), code="resolving", status=409)
    if not engine.ruleset_of(held).describe().can_autoresolve:
        raise Refusal(_("The program cannot play by these rules."), code="no_bot")
    _set(held, now, held.seq)
    opening.in_step(held, acted=seats, by=None, now=now)
    if held.program_owes:
        program_owes.send(sender=Battle, battle=held)
    return held


@transaction.atomic
def cancel(battle: Battle, *, by: Membership | None, now: datetime) -> Battle:
    """Stop it where it is: whoever sits there plays on."""
    held, seats = _held(battle, by)
    if held.resolving_at is None or held.stage != Stage.OPEN:
        raise Refusal(_("The program does not play this battle to its end."), code="not_resolving", status=409)
    _set(held, None, held.resolving_from)
    opening.in_step(held, acted=seats, by=by, now=now)
    return held


def resolve(battle: Battle, by: Membership | None, now: datetime) -> Battle:
    """Play it to the end at once; answers when it is over, held or cancelled."""
    held = begin(battle, by=by, now=now)
    while held.resolving_at is not None:
        came = programs.play_on(held, now)
        held = came.battle
        if not came.more:
            break
    return held


class Resolving(Struct, frozen=True, kw_only=True):
    """How far it is."""

    since: datetime
    moves: int
    going_on: bool


def progress(battle: Battle) -> Resolving | None:
    """How many moves the program has played since it was asked to; None if it was not."""
    if battle.resolving_at is None:
        return None
    return Resolving(
        since=battle.resolving_at, moves=battle.seq - battle.resolving_from, going_on=battle.stage == Stage.OPEN
    )


def _held(battle: Battle, by: Membership | None) -> tuple[Battle, dict[str, Seat]]:
    held = Battle.objects.select_for_update().get(pk=battle.pk)
    seats = engine.seats_of(held)
    if by is not None:
        if by.club_id != held.club_id or by.left_at is not None:
            raise NotSeen
        if not may_resolve(held, seats, by):
            raise Refusal(
                _("Others sit at this battle: only its umpire can let the program play it."),
                code="umpire_only",
                status=403,
            )
    return held, seats


def _set(battle: Battle, since: datetime | None, seq: int) -> None:
    battle.resolving_at, battle.resolving_from = since, seq
    battle.save(update_fields=["resolving_at", "resolving_from"])
