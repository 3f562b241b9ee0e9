"""A way put together point by point: where the next leg may lead, and how far it is (AWAM 3.1, 14.5, 14.7)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from rulesets.awam import geometry, moving
from rulesets.awam.acts.firing import gun_of
from rulesets.awam.acts.index import ACTS
from rulesets.awam.geometry import Point
from rulesets.awam.state import Figure
from rulesets.awam.tables import TABLES
from rulesets.awam.world import World
from rulesets.contract import Action
from rulesets.vocabulary import Json, Seat

NAME = "path"
LED = ("move", "throw_moving", "away", "break_off", "lead", "push", "sail")
"""Not a charge: the last point of its way is put beside the enemy by the rules."""
SHARES = ((1, 1), (3, 4), (1, 2), (1, 4))
"""A leg that is barred, or not free at its end, is offered that much shorter."""
ROUND = 12
"""Directions in which a leg is offered; where legs are so short that their ends would lie on one another, fewer."""
APART = 40
"""So far from one another two places lie that a finger can tell apart, in millimetres."""


class Going(Struct, frozen=True):
    """Who goes, or what: from where, and how far at most, the farthest first."""

    figure: Figure
    start: Point
    reaches: tuple[int, ...]


def onward(world: World, seat: Seat, action: Action, name: str) -> list[Json]:
    """Places to which the next leg may lead, that the way is lawful; none where the program does not lead the way."""
    going = going_of(world, seat, action)
    if going is None or name != NAME:
        return []
    so_far = points_in(action.arguments.get(NAME))
    if len(so_far) >= TABLES.movement.legs:
        return []
    found: list[Json] = []
    for direction in _directions(_left(world, action, going, so_far)):
        for end in _ends(world, action, going, so_far, direction):
            if _lawful(world, action, going.figure, [*so_far, end]):
                found.append({"x": end.x, "y": end.y})
                break
    return found


def going_of(world: World, seat: Seat, action: Action) -> Going | None:
    """Who goes with this action, as far as it is chosen; None where it is nobody of the squad that acts, or no such way."""
    active, key = world.state.active, action.arguments.get("fig")
    figure = world.state.figures.get(key) if isinstance(key, str) else None
    if (
        figure is None
        or active is None
        or active.seat != seat
        or figure.squad != active.squad
        or action.kind not in LED
    ):
        return None
    if action.kind == "sail":
        boat = world.state.boats.get(figure.aboard)
        if boat is None:
            return None
        flow = sorted({far // 2 if boat.damaged else far for far in TABLES.boats[boat.kind].flow}, reverse=True)
        return Going(figure, boat.at, tuple(flow))
    if action.kind == "push":
        gun = gun_of(world, figure)
        row = TABLES.gaits["push" if gun is not None and gun.kind == "cannon" else "carry"]
        return None if gun is None else Going(figure, gun.at, (row.normal,))
    if action.kind == "lead":
        row = TABLES.gaits["drag"]
        return Going(figure, figure.at, (row.normal, row.difficult or row.normal))
    gait = str(action.arguments.get("gait") or ("ride" if figure.horse else "walk"))
    if gait not in TABLES.gaits:
        return None
    far = tuple(moving.reach(figure, gait, difficult=difficult) for difficult in (False, True))
    return Going(figure, figure.at, far)


def points_in(path: Json) -> list[Point]:
    """The points of a way as an action names them; what is no point is left out."""
    rows: Sequence[Any] = path if isinstance(path, list | tuple) else ()
    return [
        Point(row["x"], row["y"])
        for row in rows
        if isinstance(row, Mapping) and isinstance(row.get("x"), int) and isinstance(row.get("y"), int)
    ]


def spent(world: World, action: Action, going: Going, way: list[Point]) -> int:
    """How long a way is, with what its walls cost; a boat meets none."""
    path = [going.start, *way]
    return geometry.path_length(path) if action.kind == "sail" else moving.cost(world, path)


def is_rough(world: World, action: Action, going: Going, way: list[Point]) -> bool:
    """Whether a way counts as difficult (AWAM 3.3)."""
    return action.kind != "sail" and moving.is_difficult(world, [going.start, *way])


def _left(world: World, action: Action, going: Going, so_far: list[Point]) -> list[int]:
    gone = spent(world, action, going, so_far)
    least = APART // 2 if so_far else 1  # a way does not go on by less than can be seen
    return [far - gone for far in going.reaches if far - gone >= least]


def _directions(left: list[int]) -> Iterator[tuple[int, int]]:
    if not left:
        return
    around = 6 * left[0]  # near enough to the whole circle
    every = next(step for step in (1, 2, 3, 4) if step == 4 or around * step >= ROUND * APART)
    for twelfth in range(0, ROUND, every):
        yield geometry.turned((0, 1), twelfth)


def _ends(
    world: World, action: Action, going: Going, so_far: list[Point], direction: tuple[int, int]
) -> Iterator[Point]:
    """Where a leg in a direction might end: as far as it goes, less what walls cost, and shorter."""
    last = so_far[-1] if so_far else going.start
    left = _left(world, action, going, so_far)
    for part, whole in SHARES:
        for far in left:
            end = geometry.along(last, direction, far * part // whole)
            over = (
                spent(world, action, going, [*so_far, end]) - spent(world, action, going, so_far) - far * part // whole
            )
            if over > 0:  # what it climbs over costs, and a leg is never shorter than it is
                end = geometry.along(last, direction, max(0, far * part // whole - over))
            if end != last:
                yield end


def _lawful(world: World, action: Action, figure: Figure, way: list[Point]) -> bool:
    """A throw on the way is judged once it is known from where; its way is that of a move."""
    said = {key: value for key, value in action.arguments.items() if key in ("fig", "gait", "animal", "gun")}
    act = ACTS["move" if action.kind == "throw_moving" else action.kind]
    path = [{"x": point.x, "y": point.y} for point in way]
    return act.check(world, figure, {**said, NAME: path}) is None
