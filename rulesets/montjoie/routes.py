"""Where a figure can get to in its move, by which way and at what cost (Montjoie 6: ``path`` is a row of steps)."""

from heapq import heappop, heappush
from itertools import pairwise

from msgspec import Struct

from rulesets.contract import Problem
from rulesets.montjoie import conditions, moving, reach, riding
from rulesets.montjoie.field import Field
from rulesets.montjoie.state import BASE, Figure, Place, place_name
from rulesets.vocabulary import Seat


class Route(Struct, frozen=True):
    """A way, as the steps are named, and what it costs."""

    way: tuple[str, ...]
    cost: int


def reachable(field: Field, one: Figure) -> dict[str, Route]:
    """Every goal and the cheapest way to it: a place on foot; for a rider his head's hex and facing (``H07:3``).

    No way leads past an enemy who could attack, across the front of stakes, or along what was shot shut.
    """
    key = ("routes", one.id)
    if key not in field.known:
        field.known[key] = _riding(field, one) if one.mounted else _walking(field, one)
    found: dict[str, Route] = field.known[key]
    return found


def _budget(field: Field, one: Figure) -> tuple[int, int]:
    """Points in the open and under one roof all the way."""
    if one.outdoors or not field.state.has("weather"):
        return one.left, one.left
    full = field.numbers(one)[2]
    return one.left - full + reach.allowance(field.here, full, field.conditions), one.left


def _steps_left(field: Field, one: Figure) -> int:
    limits = moving.shot_limits(field, one)
    if limits == "slow":
        return 0
    return max(0, 1 - one.entered) if limits == "still" else 99


def _walking(field: Field, one: Figure) -> dict[str, Route]:
    most = _steps_left(field, one)
    if not most or one.contact or one.kneeling:
        return {}
    opened, covered = _budget(field, one)
    start = one.place
    best: dict[Place, int] = {start: 0}
    came: dict[Place, Place] = {}
    heap: list[tuple[int, int, Place, bool]] = [(0, 0, start, one.outdoors)]
    while heap:
        cost, steps, here, outside = heappop(heap)
        if best.get(here, cost) < cost or steps >= most:
            continue
        if here != start and field.next_to_enemy(one.seat, here):
            continue  # whoever goes on from here slips past somebody
        for step in reach.moves(field.here, here):
            if step.kind != "step" or _is_shut(field, one, step.to):
                continue
            total = cost + moving.cost_of(field, step)
            out = outside or not field.here.covered(step.to)
            if total > (opened if out else covered) or total >= best.get(step.to, 10_000):
                continue
            if moving.bars_step(field, one, step.to[0]) is not None:
                continue
            best[step.to], came[step.to] = total, here
            heappush(heap, (total, steps + 1, step.to, out))
    return {
        place_name(goal): Route(_way(came, goal), cost)
        for goal, cost in sorted(best.items())
        if goal != start and field.is_free(goal)
    }


def _is_shut(field: Field, one: Figure, place: Place) -> bool:
    held = field.places.get(place)
    return held is not None and held.seat != one.seat


def _way(came: dict[Place, Place], goal: Place) -> tuple[str, ...]:
    found = [place_name(goal)]
    here = came[goal]
    while here in came:
        found.append(place_name(here))
        here = came[here]
    return tuple(reversed(found))


type Stand = tuple[str, int]
"""A rider's head and facing."""


def stand_name(stand: Stand) -> str:
    return f"{stand[0]}:{stand[1]}"


def _riding(field: Field, one: Figure) -> dict[str, Route]:
    if not _steps_left(field, one) or one.contact:
        return {}
    start: Stand = (one.at, one.facing)
    best: dict[Stand, int] = {start: 0}
    came: dict[Stand, tuple[Stand, str]] = {}
    opened, _covered = _budget(field, one)
    most = _steps_left(field, one)
    heap: list[tuple[int, int, Stand]] = [(0, 0, start)]
    while heap:
        cost, steps, here = heappop(heap)
        if best[here] < cost or steps >= most:
            continue
        if here != start and _is_watched(field, one, here):
            continue
        for step in riding.rides(field.here, riding.Mount(*here)):
            there: Stand = (step.head, step.facing)
            total = cost + moving.cost_of_ride(field, step)
            if total > opened or total >= best.get(there, 10_000) or step.stakes:
                continue
            if not all(field.is_free(place, but=one) for place in moving.held_after(step)):
                continue
            best[there], came[there] = total, (here, step_name(step))
            heappush(heap, (total, steps + 1, there))
    return {stand_name(goal): Route(_ridden(came, goal), best[goal]) for goal in sorted(best) if goal != start}


def step_name(step: riding.RiderStep) -> str:
    """A rider's step as a way names it: what it is, and its directions."""
    return ":".join((step.kind, *map(str, step.dirs)))


def _is_watched(field: Field, one: Figure, stand: Stand) -> bool:
    return bool(field.next_to_enemy(one.seat, (stand[0], BASE)))


def _ridden(came: dict[Stand, tuple[Stand, str]], goal: Stand) -> tuple[str, ...]:
    found = []
    here = goal
    while here in came:
        here, name = came[here]
        found.append(name)
    return tuple(reversed(found))


def refuse_path(field: Field, one: Figure, places: list[Place]) -> Problem | None:
    """Whether a way can be walked as things stand: each step there, all of it paid, its end free, only friends passed."""
    cost, outside = 0, one.outdoors
    opened, covered = _budget(field, one)
    if len(places) > _steps_left(field, one):
        return moving.refused("has_shot", "Montjoie 4.9")
    for here, there in pairwise([one.place, *places]):
        step = next((each for each in reach.moves(field.here, here) if each.kind == "step" and each.to == there), None)
        if step is None or _is_shut(field, one, there):
            return moving.refused("no_step", "Montjoie 4.4", at=place_name(there))
        problem = moving.bars_step(field, one, there[0])
        if problem is not None:
            return problem
        cost += moving.cost_of(field, step)
        outside = outside or not field.here.covered(there)
    if cost > (opened if outside else covered):
        return moving.refused("too_few_points", "Montjoie 4.2", cost=cost, left=opened)
    return None if field.is_free(places[-1], but=one) else moving.refused("taken", "Montjoie 5.2")


def is_objective(field: Field, edge: str, seat: Seat) -> bool:
    """Whether an ``exited`` term of the side's own winning rows names that edge: who leaves by it has not fled (Montjoie 9)."""
    role = field.state.side(seat).role
    return any(
        isinstance(term, conditions.Exited) and term.edge == edge
        for row in conditions.rows(field.state.victory)
        if row.winner == role
        for term in row.terms
    )
