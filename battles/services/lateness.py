"""When a seat's time is up the program decides for it, once, as its ruleset lays down for who is absent."""

from collections.abc import Mapping
from datetime import datetime

from battles.models import Battle, Seat
from battles.models.battle import Stage, Stopped
from battles.services import play
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

    def still(held: Battle, seats: Mapping[str, Seat]) -> bool:
        """Meanwhile he may have decided, or been given time, or the clocks may have been stopped."""
        due_at = seats[key].due_at
        return not held.stopped and due_at is not None and due_at <= now

    try:
        play.stand_in(seen, seat=key, why=LATE, now=now, still=still)
    except Refusal:
        # Somebody was first: he decided in time, or the battle is held or over.
        return False
    return True
