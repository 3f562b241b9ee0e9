"""Between rows and the rules' plain values. JSON is kept as text where the order of keys matters."""

import hashlib
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import msgspec

from campaigns.models.campaign import Campaign, Side
from campaigns.models.ledger import Decision, LedgerEntry
from campaigns.models.pack import PackVersion
from campaigns.rules.armies import Army as Army
from campaigns.rules.decisions import Decision as AnyDecision
from campaigns.rules.engine import Rules, Start
from campaigns.rules.pack import Pack, decode
from campaigns.rules.state import State
from rulesets.contract import Happening

_state = msgspec.json.Decoder(State)
_start = msgspec.json.Decoder(Start)
_moves = msgspec.json.Decoder(dict[str, AnyDecision])
_army = msgspec.json.Decoder(Army)


def text(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def digest(encoded: str) -> str:
    return hashlib.sha256(encoded.encode()).hexdigest()


@lru_cache(maxsize=64)
def _pack(document: str) -> Pack:
    return decode(msgspec.json.decode(document))


def pack_of(version: PackVersion) -> Pack:
    return _pack(version.document)


def rules_of(campaign: Campaign) -> Rules:
    """The frozen rules of a war, with its readings."""
    return Rules(pack_of(campaign.pack), campaign.readings)


def state_of(campaign: Campaign) -> State:
    return _state.decode(campaign.state)


def start_of(campaign: Campaign) -> Start:
    return _start.decode(campaign.start)


def moves_of(decision: Decision) -> dict[str, AnyDecision]:
    return _moves.decode(decision.moves) if decision.moves else {}


def army_of(side: Side) -> Army:
    return _army.decode(side.army) if side.army else Army()


def happening(
    kind: str, data: str, rule: str = "", rolls: Iterable[str] = (), readings: Iterable[str] = ()
) -> Happening:
    """From an entry's values; the first two are enough where no reasons are told."""
    told = msgspec.json.decode(data)
    return Happening(kind=kind, data=told, rule=rule, rolls=tuple(rolls), readings=tuple(readings))


def happening_of(entry: LedgerEntry) -> Happening:
    """What an entry tells, with who did it (``by``) where the reader fetched him along: names are not kept in the book."""
    told = happening(entry.kind, entry.data, entry.rule, entry.rolls, entry.readings)
    if LedgerEntry._meta.get_field("actor").is_cached(entry) and entry.actor is not None:
        return msgspec.structs.replace(told, data={"by": str(entry.actor), **told.data})
    return told
