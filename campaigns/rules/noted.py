"""Deeds that a battle noted for the chronicle (AWAM 17.3). They earn nothing: what counts for a character are his own deeds (Hispania 7)."""

from collections.abc import Iterable
from typing import Any, Literal, get_args

import msgspec
from msgspec import Struct

from campaigns.rules.pack import Pack
from campaigns.rules.state import Side, State
from campaigns.rules.work import Work
from rulesets.contract import Outcome

type Kind = Literal["charge_stopped", "head_captured", "first_flag", "treaty_signed", "gun_silenced"]
KINDS: tuple[str, ...] = get_args(Kind.__value__)
RULE = "Hispania 4"


class Noted(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One of them. ``by``: the unit or character who did it, if anybody did; ``of``, ``whom``: to whom it was done, by side and id."""

    deed: Kind
    seat: str
    by: str = ""
    of: str = ""
    whom: str = ""


def of_outcome(outcome: Outcome) -> tuple[Noted, ...]:
    """All that an outcome notes. Raises ValidationError."""
    return msgspec.convert(outcome.special.get("noted", ()), tuple[Noted, ...])


def kept(pack: Pack, state: State, rows: Iterable[Noted]) -> list[dict[str, Any]]:
    """Those of people who marched, as the war keeps them: what else a ruleset knows of them (a turn, a place on its board) is left out."""
    return [msgspec.to_builtins(row) for row in rows if _is_of(pack, state, row)]


def _is_of(pack: Pack, state: State, row: Noted) -> bool:
    sides = {row.seat, row.of} - {""} <= set(pack.side_keys)
    return sides and was_there(state, row.seat, row.by) and was_there(state, row.of, row.whom)


def was_there(state: State, side: Side, key: str) -> bool:
    """Whether a unit or character marched with a side; nobody is nowhere missed."""
    mustered = state.now.muster.get(side)
    return not key or (mustered is not None and key in (*mustered.units, *mustered.characters))


def carried(pack: Pack, state: State, old: Outcome, new: Outcome) -> Outcome:
    """A result that was typed in anew, with the deeds of the battle: no report has a place for them."""
    rows = kept(pack, state, of_outcome(old))
    return msgspec.structs.replace(new, special={**new.special, "noted": rows}) if rows else new


def tell(work: Work) -> None:
    """Each as a line of the ledger."""
    outcome = work.state.now.outcome
    assert outcome is not None
    for row in of_outcome(outcome):
        about: dict[str, Any] = {"deed": row.deed, "side": row.seat}
        about |= _who(work, row.seat, row.by, "unit", "character")
        if row.of:
            about |= {"enemy": row.of} | _who(work, row.of, row.whom, "whom", "person")
        work.tell("noted", RULE, **about)


def _who(work: Work, side: Side, key: str, unit: str, character: str) -> dict[str, str]:
    if not key:
        return {}
    return {character if key in work.state.characters[side] else unit: key}
