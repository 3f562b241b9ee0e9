from campaigns.models.campaign import Campaign, Side, SideHolder, SideOffer
from campaigns.models.claim import WinClaim
from campaigns.models.ledger import Decision, LedgerEntry, Roll
from campaigns.models.pack import EventRow, EventTable, PackVersion
from campaigns.models.proposal import CorrectionProposal
from campaigns.models.roster import Character, CharacterFate, Reinforcement, Unit
from campaigns.models.sealed import Muster, StrategicAction
from campaigns.models.webhook import Delivery, Webhook
from campaigns.models.year import Engagement, Extension, Year

__all__ = [
    "Campaign",
    "Character",
    "CharacterFate",
    "CorrectionProposal",
    "Decision",
    "Delivery",
    "Engagement",
    "EventRow",
    "EventTable",
    "Extension",
    "LedgerEntry",
    "Muster",
    "PackVersion",
    "Reinforcement",
    "Roll",
    "Side",
    "SideHolder",
    "SideOffer",
    "StrategicAction",
    "Unit",
    "Webhook",
    "WinClaim",
    "Year",
]
