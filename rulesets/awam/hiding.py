"""What a seat may see, and other states that it cannot tell from the true one (AWAM 18.2)."""

from typing import Any

import msgspec

from rulesets.awam import ground
from rulesets.awam.catalogue import play_of
from rulesets.awam.geometry import Point, within
from rulesets.awam.state import Figure, State, encoded, in_order
from rulesets.awam.tables import TABLES
from rulesets.awam.world import World
from rulesets.dice import Dice
from rulesets.vocabulary import UMPIRE, Json, Seat

OWN = ("fire_at_attackers", "prisoners", "entry", "aim", "started")
"""Of a side: for itself and the umpire alone."""
GRID = 10
TRIES = 40


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
    for rows, parts in (("figures", ("tests",)), ("squads", ("comes", "strip", "started", "halved"))):
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
    world = World(like)
    for figure in like.figures.values():
        if figure.seat != seat and figure.where == "hidden":
            _move(world, figure, seat, dice)
    play_of(like.scenario).deal_again(like, seat, dice)
    return like


def _move(world: World, figure: Figure, seat: Seat | None, dice: Dice) -> None:
    """To a free point of a piece that gives cover, where nobody would have found him."""
    pieces = [
        piece
        for piece in world.state.ground
        if piece.shape == "circle" and TABLES.ground[piece.kind].inside and ground.holds(piece, figure.at)
    ]
    if not pieces:
        return
    piece = pieces[0]
    span = 2 * piece.radius // GRID + 1
    for attempt in range(TRIES):
        x = (
            piece.points[0].x
            - piece.radius
            + GRID * (dice.roll(1, span, ("like", figure.id, "x", str(attempt))).total - 1)
        )
        y = (
            piece.points[0].y
            - piece.radius
            + GRID * (dice.roll(1, span, ("like", figure.id, "y", str(attempt))).total - 1)
        )
        place = Point(x, y)
        if not ground.holds(piece, place) or not world.is_free(place, figure.radius, but=(figure.id,)):
            continue
        found = any(
            within(one.at, place, TABLES.sight.found) and world.clear(one.at, place)
            for one in world.state.figures.values()
            if one.where == "table" and one.seat != figure.seat
        )
        if not found:
            figure.at = place
            return
