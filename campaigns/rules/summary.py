"""What a year came to, as the record format prints it."""

from typing import Any

import msgspec

from campaigns.rules.battles import winner_of
from campaigns.rules.engine import Rules
from campaigns.rules.state import Ended, Purse, State, Year

ROLES = ("attacker", "defender", "ambusher")


def year_summary(rules: Rules, number: int, now: Year, state: State) -> dict[str, Any]:
    """One year: ``now`` is what belongs to it, ``state`` how the war stands at its end."""
    sides = rules.pack.side_keys
    winner = winner_of(now.outcome) if now.outcome else None
    level = now.outcome.seats[winner].level if winner and now.outcome else None
    decided = bool(now.results)
    return {
        "number": number,
        "skipped": now.skipped,
        "orders": {side: now.orders.get(side) for side in sides},
        "cell": now.cell,
        "scenario": now.scenario,
        "roles": {role: now.roles.get(role) for role in ROLES},
        "limit": {side: now.limits.get(side) for side in sides},
        "outcome": {"winner": winner or "draw", "level": level} if decided else None,
        "vp": {side: _points(rules, state, side) for side in sides},
        "available": {side: rules.available(state, side) for side in sides},
        "rosters": {side: {key: unit.figures for key, unit in state.units[side].items()} for side in sides},
        "characters": {side: _characters(state, side) for side in sides},
        "events": {side: now.events.get(side) for side in sides},
        "grants": {side: _grants(now, side) for side in sides},
        "flags": flags_of(state),
        "ended": ended(state.ended),
    }


def flags_of(state: State) -> list[str]:
    """What carries into the next year, sorted; nothing once the war is over."""
    return [] if state.ended else sorted({*state.flags, *state.lasting})


def ended(how: Ended | None) -> dict[str, Any] | None:
    return None if how is None else dict(msgspec.to_builtins(how))


def _points(rules: Rules, state: State, side: str) -> dict[str, int]:
    standing = rules.standing(state, side)
    return {"earned": state.earned[side], "standing": standing, "total": state.earned[side] + standing}


def _characters(state: State, side: str) -> dict[str, Any]:
    return {
        key: {
            "status": one.status,
            "wounds": list(one.wounds),
            "deeds": one.deeds,
            "skills": list(one.skills),
            "traits": list(one.traits),
        }
        for key, one in state.characters[side].items()
    }


def _grants(now: Year, side: str) -> dict[str, int] | None:
    purse = sum(now.grants.get(side, {}).values(), Purse())
    return dict(msgspec.to_builtins(purse)) if purse else None
