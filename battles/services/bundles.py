"""A battle as one JSON document: setup, every entry, its dice. Enough to play it again elsewhere, and to check it without us."""

from typing import Any

from battles.models import Battle, BattleEntry, DiceSecret
from battles.permissions import require_concerned
from battles.services import engine
from clubs.errors import NotSeen
from clubs.models import Membership

FORMAT = "signifer-battle-1"


def bundle(battle: Battle, *, by: Membership) -> dict[str, Any]:
    """The whole battle, for whom it concerns once it is over, and for its umpire while it is held.

    Nobody's name is in it, nor what was handed in sealed and never opened. A dice secret is there once it is shown.
    """
    if by.club_id != battle.club_id or by.left_at is not None:
        raise NotSeen
    require_concerned(battle, engine.seats_of(battle), by)
    entries = BattleEntry.objects.filter(battle=battle).order_by("seq").defer("state")
    return {
        "format": FORMAT,
        "game": battle.game,
        "ruleset": battle.ruleset,
        "edition": battle.edition,
        "title": battle.title,
        "names": battle.names,
        "setup": battle.setup,
        "furnished": battle.furnished,
        "stage": battle.stage,
        "seq": battle.seq,
        "revision": battle.revision,
        "outcome": battle.outcome,
        "head": battle.head,
        "entries": [{**entry.facts(), "prev_hash": entry.prev_hash, "hash": entry.hash} for entry in entries],
        "dice": [
            {"epoch": row.epoch, "commitment": row.commitment, "secret": row.revealed or None}
            for row in DiceSecret.objects.filter(game=battle.game, year=0).order_by("epoch")
        ],
    }
