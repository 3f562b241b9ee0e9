"""When a seat's time is up the program decides for it, once, as its ruleset lays down for who is absent."""

from datetime import datetime

from django.db import transaction

from battles.models import Battle, Seat
from battles.models.battle import Stage, Stopped
from battles.services import clocks, engine, logbook, play
from clubs.errors import Refusal

LATE = "late"
MOST_MOVES = 20
"""One sweep decides no more often for one seat; the next goes on."""


def due(now: datetime) -> list[tuple[int, str]]:
    """Battles and seats whose time is up. One query."""
    rows = Seat.objects.filter(due_at__lte=now, battle__stage=Stage.OPEN, battle__stopped=Stopped.NO)
    return list(rows.order_by("due_at", "pk").values_list("battle_id", "key"))


def expire(battle_id: int, key: str, now: datetime) -> int:
    """Decide for a seat as long as its time is up; answers how often. Safe to call twice, or from two places at once."""
    done = 0
    while done < MOST_MOVES and _one(battle_id, key, now):
        done += 1
    return done


def _one(battle_id: int, key: str, now: datetime) -> bool:
    seen = Battle.objects.filter(pk=battle_id, stage=Stage.OPEN).first()
    if seen is None:
        return False
    try:
        with transaction.atomic():
            return _claimed(seen, key, now)
    except Refusal:
        # Somebody was first: he decided in time, or the battle is held or over.
        return False


def _claimed(seen: Battle, key: str, now: datetime) -> bool:
    held = logbook.claim(seen, seq=seen.seq)
    seat = Seat.objects.filter(battle=held, key=key, due_at__lte=now).first()
    if seat is None or held.stopped:
        return False
    if key not in clocks.owing(held, engine.ruleset_of(held).asks(held.state)):
        return False
    try:
        play.stand_in(held, seat=key, why=LATE, now=now)
    except Refusal as refusal:
        # Its being held was written down in this transaction, and stays.
        if refusal.code != "battle_held":
            raise
        return False
    return True
