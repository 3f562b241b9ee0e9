"""What a seat may see, and other states that it cannot tell from the true one (AWAM 18.2)."""

from typing import Any

import msgspec

from rulesets.awam import lairs
from rulesets.awam.catalogue import play_of
from rulesets.awam.state import State, encoded, in_order
from rulesets.awam.world import World
from rulesets.dice import Dice
from rulesets.vocabulary import UMPIRE, Json, Seat

OWN = ("fire_at_attackers", "prisoners", "entry", "aim", "started")
"""Of a side: for itself and the umpire alone."""


def sees_all(state: State, seat: Seat | None) -> bool:
    return seat == UMPIRE and state.umpire


def shown(state: State, seat: Seat | None) -> dict[str, Json]:
    """A state as that seat sees it; None for a spectator."""
    data: dict[str, Any] = encoded(state)
    data.pop("rolls", None)
    if sees_all(state, seat) or state.phase == "over":
        return data
    # Of whom the deeds are nobody may know who does not see everything.
    data.pop("noted", None)
    for key, side in data["sides"].items():
        if key != seat:
            for part in OWN:
                side.pop(part, None)
    known = _show_figures(data, state, seat)
    for kind in ("guns", "boats", "animals"):
        rows = data.get(kind, {})
        data[kind] = {key: row for key, row in rows.items() if row["seat"] == seat or row.get("where") != "coming"}
    _mask_active(data, state, seat, known)
    for part in ("event", *play_of(state.scenario).hidden_parts(state, seat)):
        data.get("special", {}).pop(part, None)
    return data


def _show_figures(data: dict[str, Any], state: State, seat: Seat | None) -> set[str]:
    """Leave out who is hidden, or not yet there; answers with the squads of which somebody is seen."""
    unseen = {one.id for one in state.figures.values() if one.seat != seat and one.where in ("hidden", "coming")}
    data["figures"] = {key: row for key, row in data["figures"].items() if key not in unseen}
    known = {one.squad for one in state.figures.values() if one.id not in unseen}
    data["squads"] = {key: row for key, row in data["squads"].items() if key in known}
    for rows, parts in (("figures", ("tests",)), ("squads", ("comes", "strip", "started", "halved", "lair"))):
        for row in data[rows].values():
            if row["seat"] != seat:
                for part in parts:
                    row.pop(part, None)
    return known


def _mask_active(data: dict[str, Any], state: State, seat: Seat | None, known: set[str]) -> None:
    """Of a squad that hides others learn no more than that there is one (AWAM 14.8)."""
    active = state.active
    if active is None or active.owner == seat:
        return
    row = data["active"]
    hides = any(one.where == "hidden" for one in state.of_squad(active.squad))
    if active.squad and (active.squad not in known or hides):
        row.pop("squad", None)
    row["done"] = [squad for squad in row.get("done", []) if squad in known]
    if hides:
        for part in ("given", "left", "fights", "halved"):
            row.pop(part, None)


def as_seen(state: State, seat: Seat | None) -> State:
    """The state without what lies hidden from a seat: what it reckons with."""
    if not sees_all(state, seat):
        for figure in state.figures.values():
            if figure.where == "hidden" and figure.seat != seat:
                figure.where = "coming"
    return state


def resampled(state: State, seat: Seat | None, dice: Dice) -> State:
    """Hidden figures of others moved, their secrets dealt anew; nothing that the seat sees changes."""
    like = msgspec.convert(msgspec.to_builtins(state), State)
    like.figures = in_order(like.figures)
    if sees_all(state, seat) or state.phase == "over":
        return like
    like.noted = []
    for side in like.sides.values():
        if side.seat != seat and not side.group:
            side.fire_at_attackers = dice.roll(1, 2, ("like", side.seat, "fire")).total == 1
            side.prisoners = ("leaders", "all", "none")[dice.roll(1, 3, ("like", side.seat, "prisoners")).total - 1]
    lairs.dealt_again(World(like), seat, dice)
    play_of(like.scenario).deal_again(like, seat, dice)
    return like
