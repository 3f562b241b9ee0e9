from battles.models.battle import Battle, SealedMove, Seat
from battles.models.heart import Heartbeat
from battles.models.log import BattleEntry
from battles.models.outbox import OutboxMessage
from battles.models.secret import DiceSecret

__all__ = ["Battle", "BattleEntry", "DiceSecret", "Heartbeat", "OutboxMessage", "SealedMove", "Seat"]
