"""Writing a war down as a campaign record: the inverse of ``record.play`` (``docs/campaign-record.md``).

A record holds decisions and dice, and nothing that follows from them. So a war is written from its log: every decision in the place
where ``play`` looks for it, every face that fell. What was written, read and played again is the same war, and is written the same.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
import tomli_w
from msgspec import Struct

from campaigns.rules.engine import Rules, Start
from campaigns.rules.recordfile import RecordFile
from campaigns.rules.recordlog import Move, retell
from campaigns.rules.recordyearwrite import YearWriter, character, unit

VERSION = 1


class Extras(Struct, kw_only=True):
    """What a record may hold beside decisions and dice. ``pack``: write the whole pack down, frozen.

    ``proof`` and ``entered`` by year, ``corrections``, and ``former``, the proofs of years that were called off and are not closed again:
    tables that the rules do not read.
    """

    pack: bool = False
    proof: Mapping[int, Sequence[Mapping[str, Any]]] = {}
    entered: Mapping[int, Sequence[Mapping[str, Any]]] = {}
    corrections: Sequence[Mapping[str, Any]] = ()
    former: Sequence[Mapping[str, Any]] = ()


def extras_of(record: RecordFile) -> Extras:
    """The extras that a record came with, to be written again."""
    return Extras(
        pack=record.frozen_pack,
        proof={year.number: year.proof for year in record.years if year.proof},
        entered={year.number: year.entered for year in record.years if year.entered},
        corrections=record.corrections,
        former=record.former,
    )


def write(
    *,
    rules: Rules,
    start: Start,
    name: str,
    moves: Iterable[Move],
    seed: str = "",
    extras: Extras | None = None,
) -> dict[str, Any]:
    """A war as a record document, ready for JSON or ``to_toml``.

    ``moves`` is the whole log, in order. Raises IllegalAction or DiceSpent where it is not a log of that war: a record that would not
    play again is never written.
    """
    extras = extras or Extras()
    document: dict[str, Any] = {"record": VERSION, "campaign": _campaign(rules, start, name, seed)}
    if extras.pack:
        frozen = _without_nothing(msgspec.to_builtins(rules.pack))
        document["pack"] = {"digest": rules.pack.digest, "document": frozen}
    document["sides"] = {side: _side(start, side) for side in rules.pack.side_keys}
    if told := _start(start):
        document["start"] = told
    document["years"] = _years(rules, start, moves, extras)
    if extras.corrections:
        document["corrections"] = [_without_nothing(one) for one in extras.corrections]
    if extras.former:
        document["former"] = [_without_nothing(one) for one in extras.former]
    return document


def to_toml(document: Mapping[str, Any]) -> str:
    """A record document as TOML."""
    return tomli_w.dumps(document)


def _campaign(rules: Rules, start: Start, name: str, seed: str) -> dict[str, Any]:
    campaign: dict[str, Any] = {"name": name, "pack": rules.pack.key, "years": start.years}
    if seed:
        campaign["seed"] = seed
    if start.by_hand:
        campaign["dice"] = "hand"
    # All of them: what a club leaves to the defaults today, it has read so.
    campaign["readings"] = dict(rules.readings)
    return campaign


def _side(start: Start, side: str) -> dict[str, Any]:
    return {
        "units": [unit(one) for one in start.units.get(side, ())],
        "characters": [character(one) for one in start.characters.get(side, ())],
    }


def _start(start: Start) -> dict[str, Any]:
    told: dict[str, Any] = {}
    if start.year != 1:
        told["year"] = start.year
    if any(start.earned.values()):
        told["vp"] = dict(start.earned)
    if start.flags:
        told["flags"] = list(start.flags)
    return told


def _years(rules: Rules, start: Start, moves: Iterable[Move], extras: Extras) -> list[dict[str, Any]]:
    writers: dict[int, YearWriter] = {}
    state = None
    for before, move, after in retell(rules, start, moves):
        number = YearWriter.year_of(before, move, writers)
        writer = writers.setdefault(number, YearWriter(rules, number))
        writer.take(before, move, after)
        state = after
    documents = []
    for number, writer in sorted(writers.items()):
        still_open = state is not None and state.ended is None and state.year == number
        document = writer.document(state if still_open else None)
        for key, told in (("proof", extras.proof), ("entered", extras.entered)):
            if told.get(number):
                document[key] = [_without_nothing(one) for one in told[number]]
        documents.append(document)
    return documents


def _without_nothing(value: Any) -> Any:
    """The same value without keys that hold nothing: TOML has no word for it."""
    if isinstance(value, Mapping):
        return {key: _without_nothing(inner) for key, inner in value.items() if inner is not None}
    if isinstance(value, list | tuple):
        return [_without_nothing(inner) for inner in value]
    return value
