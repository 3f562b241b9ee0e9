"""The program as a player: it sits where nobody does, and knows no more than whoever sat there would.

It never sees the true state: what it judges by is dealt anew for its seat, with dice that are not the battle's. Every move is a
transaction of its own, claimed by its number: two workers at once do nothing twice, and a worker that dies leaves nothing half.
"""

import logging
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from msgspec import Struct

from battles.errors import RulesetFailed
from battles.models import Battle, SealedMove, Seat
from battles.services import clocks, engine, secrets
from battles.services import play as playing
from battles.services.attempts import Patience
from clubs.errors import Refusal, Stale
from rulesets.contract import Action, Hiding, Ruleset
from rulesets.dice import Dice

log = logging.getLogger(__name__)

MOST_MOVES = 400
"""One call plays no more; the next goes on."""
SECONDS = 20.0
WHY, RESOLVED = "program", "resolved"
PASSED_OVER = ("superseded", "battle_held", "battle_void", "battle_decided", "not_asked")


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
        seat = _next(battle)
        if seat is None:
            break
        played = _one(battle, seat, now=now)
        moves += played is not None
        battle = played or Battle.objects.get(pk=battle.pk)
    return Came(battle=battle, moves=moves, more=battle.runs and battle.program_owes)


def play(battle: Battle, now: datetime) -> Battle:
    """Play every program's seat until a person is asked or it is over, as far as one call goes."""
    return play_on(battle, now).battle


def _next(battle: Battle) -> str | None:
    """The program's seat whose turn it is. What the books say of it is put right on the way."""
    seats = engine.seats_of(battle)
    owed = clocks.owing(battle, engine.ruleset_of(battle).asks(battle.state))
    mine = sorted(key for key in owed if key in seats and clocks.plays_itself(battle, seats[key]))
    if bool(mine) != battle.program_owes:
        Battle.objects.filter(pk=battle.pk, seq=battle.seq).update(program_owes=bool(mine))
        battle.program_owes = bool(mine)
    return mine[0] if mine else None


def _one(battle: Battle, seat: str, *, now: datetime) -> Battle | None:
    """Play one move of a seat, as the battle was read; None if somebody was first, or it is no longer the program's to play."""
    ruleset = engine.ruleset_of(battle)
    try:
        action = choose(ruleset, battle.state, seat, secrets.other_dice())
    except RulesetFailed as failure:
        playing.hold_broken(battle, failure, failure.__cause__, now=now)
        return None

    def still(held: Battle, seats: Mapping[str, Seat]) -> bool:
        """Meanwhile a person may have sat down, the umpire stopped the clocks, or another worker handed in for this seat."""
        given = SealedMove.objects.filter(battle=held, seat=seat)
        return held.runs and clocks.plays_itself(held, seats[seat]) and not given.exists()

    why = RESOLVED if battle.resolving_at is not None else WHY
    try:
        return playing.act(battle, seat=seat, action=action, seq=battle.seq, by=None, now=now, why=why, still=still)
    except Refusal as refusal:
        if refusal.code not in PASSED_OVER and not isinstance(refusal, Stale):
            raise
        log.info("not played", extra={"battle": battle.public_id, "kind": refusal.code})
        return None


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
