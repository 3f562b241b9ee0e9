"""The house's maps as ground, with whatever a test changes on them."""

from typing import Any

import msgspec

from rulesets.montjoie.data import ground_of
from rulesets.montjoie.figures import CLEAR, Conditions, Occupied, Standing
from rulesets.montjoie.ground import Ground, altered
from rulesets.montjoie.hexes import Place
from rulesets.montjoie.reach import Step, moves
from rulesets.montjoie.sight import Sight, line_of_sight


def ground(map_id: str, readings: dict[str, Any] | None = None, **changes: Any) -> Ground:
    """A house map with its own markers and more changes; ``readings`` that are not the house's."""
    bare = ground_of({"readings": readings or {}}, map_id)
    return altered(bare, msgspec.structs.replace(bare.marked, **changes))


def place(text: str) -> Place:
    """``H07`` or ``H07 crown``."""
    hex_, _space, layer = text.partition(" ")
    return hex_, layer or "base"


def men(**where: str) -> Occupied:
    """Standing figures by id, each at a place."""
    found: dict[str, tuple[Standing, ...]] = {}
    for id_, text in where.items():
        hex_, layer = place(text)
        found[hex_] = (*found.get(hex_, ()), Standing(id_, layer))
    return found


def sees(
    here: Ground, viewer: str, target: str, who: Occupied | None = None, conditions: Conditions = CLEAR, **more: Any
) -> Sight:
    return line_of_sight(here, who or {}, place(viewer), place(target), conditions=conditions, **more)


def move(here: Ground, at: str, to: str, kind: str = "step") -> Step | None:
    """What a figure on foot pays for one thing it does."""
    return next((one for one in moves(here, place(at)) if one.to == place(to) and one.kind == kind), None)


def cost(here: Ground, at: str, to: str, kind: str = "step") -> int | None:
    found = move(here, at, to, kind)
    return None if found is None else found.cost


def both_ways(here: Ground, a: str, b: str) -> bool:
    """Whether two places see each other; it must be the same from either end."""
    first, second = sees(here, a, b).clear, sees(here, b, a).clear
    assert first == second
    return first
