"""Where on the board the values of a menu are: places with what it takes to get there, targets with their line and cover."""

from collections.abc import Sequence
from typing import Any

from rulesets.contract import Action, Where
from rulesets.montjoie import hexes, routes, shooting, ways
from rulesets.montjoie.drawing import facing_degrees
from rulesets.montjoie.field import Field
from rulesets.montjoie.routes import Routes
from rulesets.montjoie.scene import level_of
from rulesets.montjoie.shooting import Aim
from rulesets.montjoie.state import Figure, place_of
from rulesets.vocabulary import Json

type Spot = tuple[int, int]


def where(field: Field, action: Action, name: str, values: Sequence[Json]) -> list[Where | None]:
    """Of each value of an argument; ``action``: what is chosen so far."""
    one = field.state.figures.get(str(action.arguments.get("fig", "")))
    if name == "target" and one is not None and isinstance(action.arguments.get("weapon"), str):
        defensive = action.kind.startswith("def_")
        return [_line(field, one, str(value), str(action.arguments["weapon"]), defensive=defensive) for value in values]
    if action.kind == "path" and name == "to" and one is not None:
        return [_stretch(field, one, steps_in(action), value) for value in values]
    goals = routes.reachable(field, one) if action.kind == "go" and one is not None else None
    return [_place(field, one, value, goals) if isinstance(value, str) else None for value in values]


def steps_in(action: Action) -> list[str]:
    """The steps of a way that an action holds; none of what is no step."""
    said = action.arguments.get("to", [])
    return [step for step in said if isinstance(step, str)] if isinstance(said, list) else []


def _stretch(field: Field, one: Figure, so_far: list[str], value: Json) -> Where | None:
    """A next step of a way, or, of a list, the whole way."""
    steps = [step for step in value if isinstance(step, str)] if isinstance(value, list) else [*so_far, str(value)]
    strides = ways.follow(field, one, steps)
    if not steps or len(strides) < len(steps):
        return None
    last = strides[-1]
    return Where(
        at=hexes.centre(last.hex),
        way=(hexes.centre(one.at), *(hexes.centre(stride.hex) for stride in strides)),
        cost=last.cost,
        facing=None if last.facing is None else facing_degrees(last.facing),
        level=level_of(last.layer),
    )


def _place(field: Field, one: Figure | None, value: str, goals: Routes[Any] | None) -> Where | None:
    """A hex by name, on a layer (``H07/crown``) or with the way a rider looks there (``H07:3``)."""
    name, _colon, face = value.partition(":")
    hex_, layer = place_of(name)
    if hex_ not in field.here.kinds:
        return None
    way: tuple[Spot, ...] = ()
    reached = goals is not None and value in goals
    if goals is not None and reached and one is not None:
        way = tuple(map(hexes.centre, (one.at, *(stride.hex for stride in ways.follow(field, one, goals.way(value))))))
    return Where(
        at=hexes.centre(hex_),
        way=way,
        cost=goals.cost(value) if goals is not None and reached else None,
        facing=facing_degrees(int(face)) if face.isdigit() else None,
        level=level_of(layer),
    )


def _line(field: Field, one: Figure, target: str, weapon: str, *, defensive: bool) -> Where | None:
    """A shot that is allowed (Montjoie 4.6, 4.9): from the shooter to the hex that is aimed at."""
    found = shooting.aim(field, one, field.figure(target), weapon, defensive=defensive)
    if not isinstance(found, Aim):
        return None
    at = hexes.centre(found.at)
    return Where(at=at, way=(hexes.centre(one.at), at), cover=found.cover, modifier=found.total)
