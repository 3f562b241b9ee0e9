"""The program as a player: it sits where nobody does, and knows no more than whoever sat there would.

It never sees the true state: what it judges by is dealt anew for its seat, with dice that are not the battle's. Every move is a
transaction of its own, claimed by its number: two workers at once do nothing twice, and a worker that dies leaves nothing half.
"""

import logging
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction
from msgspec import Struct

from battles.errors import RulesetFailed
from battles.models import Battle, SealedMove, Seat
from battles.models.battle import SeatKind
from battles.services import clocks, engine, logbook, secrets
from battles.services import play as playing
from battles.services.attempts import Patience
from clubs.errors import Refusal, Stale
from rulesets.contract import Action, Hiding, Ruleset
from rulesets.dice import Dice

log = logging.getLogger(__name__)

MOST_MOVES = 400
"""One call plays no more; the next goes on."""
SECONDS = 20.0
WHY = "program"


class Came(Struct, frozen=True, kw_only=True):
    """What a call came to. ``more``: the program still owes something here."""

    battle: Battle
    moves: int
    more: bool


def play_on(battle: Battle, now: datetime, *, most: int = MOST_MOVES, seconds: float = SECONDS) -> Came:
    """Play the program's seats until a person is asked, it is over, or this call has done enough."""
    patience, moves = Patience(seconds), 0
    battle = Battle.objects.get(pk=battle.pk)
    while moves < most and patience and battle.runs:
        seats = engine.seats_of(battle)
        seat = _next(battle, seats)
        if seat is None:
            break
        try:
            moves += _one(battle, seat, now=now)
        except Stale:
            log.info("somebody was first", extra={"battle": battle.public_id})
        battle = Battle.objects.get(pk=battle.pk)
    return Came(battle=battle, moves=moves, more=battle.runs and battle.program_owes)


def play(battle: Battle, now: datetime) -> Battle:
    """Play every program's seat until a person is asked or it is over, as far as one call goes."""
    return play_on(battle, now).battle


def _next(battle: Battle, seats: Mapping[str, Seat]) -> str | None:
    """The program's seat whose turn it is. What the books say of it is put right on the way."""
    asks = engine.ruleset_of(battle).asks(battle.state)
    mine = sorted(key for key in clocks.owing(battle, asks) if key in seats and clocks.plays_itself(battle, seats[key]))
    if bool(mine) != battle.program_owes:
        Battle.objects.filter(pk=battle.pk, seq=battle.seq).update(program_owes=bool(mine))
        battle.program_owes = bool(mine)
    return mine[0] if mine else None


def _one(battle: Battle, seat: str, *, now: datetime) -> bool:
    """Play one move of a seat, as the battle was read; False if it is no longer the program's to play."""
    ruleset = engine.ruleset_of(battle)
    try:
        action = choose(ruleset, battle.state, seat, secrets.other_dice())
    except RulesetFailed as failure:
        playing.hold_broken(battle, failure, failure.__cause__, now=now)
        return False
    with transaction.atomic():
        return _claimed(battle, seat, action, now=now)


def _claimed(battle: Battle, seat: str, action: Action, *, now: datetime) -> bool:
    held = logbook.claim(battle, seq=battle.seq)
    row = Seat.objects.get(battle=held, key=seat)
    # Meanwhile a person may have sat down, the umpire stopped the clocks, or another worker handed in for this seat.
    if (
        not held.runs
        or not clocks.plays_itself(held, row)
        or SealedMove.objects.filter(battle=held, seat=seat).exists()
    ):
        return False
    why = WHY if row.kind == SeatKind.PROGRAM else "resolved"
    try:
        playing.act(held, seat=seat, action=action, seq=held.seq, by=None, now=now, why=why)
    except Refusal as refusal:
        # Its being held was written down in this transaction, and stays.
        if refusal.code != "battle_held":
            raise
        return False
    return True


def choose(ruleset: Ruleset, state: Any, seat: str, dice: Dice) -> Action:
    """What the program does at a seat, judging by what that seat knows. ``RulesetFailed`` where the ruleset breaks.

    ``dice`` are not the battle's own. What its player wants and the rules forbid is not done: then it does as for an absent player.
    """
    try:
        known = ruleset.resample(state, seat, dice) if isinstance(ruleset, Hiding) else state
        bot = getattr(ruleset, "bot", None)
        wanted: Action = ruleset.fallback(known, seat, WHY) if bot is None else bot(known, seat)
        if ruleset.check(state, seat, wanted) is None:
            return wanted
        log.warning("the program's player broke a rule", extra={"ruleset": ruleset.key})
        return ruleset.fallback(state, seat, WHY)
    except Exception as error:
        raise engine.failure(ruleset, "bot", error) from error
