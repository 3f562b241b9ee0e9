"""A way of one's own, put together step by step: what may come next, and where it has led so far (Montjoie 6, ``path``)."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from rulesets.montjoie import moving, reach, riding, routes
from rulesets.montjoie.field import Field, mount_of
from rulesets.montjoie.state import BASE, Figure, place_name, place_of

LONGEST = 40
"""Steps of a way."""


class Stride(Struct, frozen=True):
    """Where a step leads: a hex and layer, for a rider the facing, and the movement points from the start."""

    hex: str
    layer: str
    facing: int | None
    cost: int


def onward(field: Field, one: Figure, so_far: Sequence[str]) -> list[str]:
    """The steps that may come after these, by name: those after which the way is lawful, or only wants a free end."""
    if len(so_far) >= LONGEST or moving.bars(field, one) is not None:
        return []
    if one.mounted:
        start = follow(field, one, so_far)
        mount = riding.Mount(start[-1].hex, start[-1].facing or 0) if start else mount_of(one)
        names = [routes.step_name(step) for step in riding.rides(field.here, mount)]
        return [name for name in names if routes.refuse_ride(field, one, [*so_far, name]) is None]
    here = place_of(so_far[-1]) if so_far else one.place
    found = []
    for step in reach.moves(field.here, here):
        problem = routes.refuse_path(field, one, [*map(place_of, so_far), step.to]) if step.kind == "step" else None
        if step.kind == "step" and (problem is None or problem.code == "taken"):
            found.append(place_name(step.to))
    return found


def follow(field: Field, one: Figure, steps: Sequence[str]) -> list[Stride]:
    """Where each step of a way leads; as far as it can be followed on this ground."""
    return list(_ridden(field, one, steps) if one.mounted else _walked(field, one, steps))


def _ridden(field: Field, one: Figure, steps: Sequence[str]) -> Iterator[Stride]:
    here, cost = mount_of(one), 0
    for name in steps:
        step = next((each for each in riding.rides(field.here, here) if routes.step_name(each) == name), None)
        if step is None:
            return
        cost += moving.cost_of_ride(field, step)
        here = step.to
        yield Stride(here.head, BASE, here.facing, cost)


def _walked(field: Field, one: Figure, steps: Sequence[str]) -> Iterator[Stride]:
    here, cost = one.place, 0
    for name in steps:
        there = place_of(name)
        step = next((each for each in reach.moves(field.here, here) if each.kind == "step" and each.to == there), None)
        if step is None:
            return
        cost += moving.cost_of(field, step)
        here = there
        yield Stride(*there, None, cost)
