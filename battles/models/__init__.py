from battles.models.battle import Battle, SealedMove, Seat
from battles.models.heart import Heartbeat
from battles.models.letters import Digest, NoticeChoice
from battles.models.log import BattleEntry
from battles.models.outbox import OutboxMessage
from battles.models.secret import DiceSecret

__all__ = [
    "Battle",
    "BattleEntry",
    "DiceSecret",
    "Digest",
    "Heartbeat",
    "NoticeChoice",
    "OutboxMessage",
    "SealedMove",
    "Seat",
]
