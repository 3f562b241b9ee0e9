from battles.models.battle import Battle, SealedMove, Seat
from battles.models.chat import ChatLine
from battles.models.dataset import DataSet, DataVersion
from battles.models.heart import Heartbeat
from battles.models.letters import Digest, NoticeChoice
from battles.models.log import BattleEntry
from battles.models.odds import OddsRun
from battles.models.outbox import OutboxMessage
from battles.models.secret import DiceSecret

__all__ = [
    "Battle",
    "BattleEntry",
    "ChatLine",
    "DataSet",
    "DataVersion",
    "DiceSecret",
    "Digest",
    "Heartbeat",
    "NoticeChoice",
    "OddsRun",
    "OutboxMessage",
    "SealedMove",
    "Seat",
]
