"""Where a figure can get to in its move, by which way and at what cost (Montjoie 6: ``path`` is a row of steps)."""

from collections.abc import Callable, Iterator
from heapq import heappop, heappush
from itertools import pairwise
from typing import Any

from rulesets.contract import Problem
from rulesets.montjoie import conditions, moving, reach, riding
from rulesets.montjoie.field import Field
from rulesets.montjoie.state import BASE, Figure, Place, place_name
from rulesets.vocabulary import Seat

FREE = 99
"""As many steps as the points allow."""


class Routes[Stand]:
    """Every goal by its name, and the cheapest way to it."""

    def __init__(self, best: dict[Stand, int], came: dict[Stand, tuple[Stand, str]], names: dict[str, Stand]) -> None:
        self._best, self._came, self._names = best, came, names

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __contains__(self, name: object) -> bool:
        return name in self._names

    def __len__(self) -> int:
        return len(self._names)

    def cost(self, name: str) -> int:
        return self._best[self._names[name]]

    def way(self, name: str) -> list[str]:
        """The steps, as a path names them."""
        found = []
        here = self._names[name]
        while here in self._came:
            here, step = self._came[here]
            found.append(step)
        return found[::-1]


def reachable(field: Field, one: Figure, *, ahead: bool = False) -> Routes[Any]:
    """Every goal and the cheapest way to it: a place on foot; for a rider his head's hex and facing (``H07:3``).

    No way leads past an enemy who could attack, across the front of stakes, or along what was shot shut. ``ahead``: riders forward only.
    """
    key = ("routes", one.id, ahead)
    if key not in field.known:
        field.known[key] = _riding(field, one, ahead=ahead) if one.mounted else _walking(field, one)
    found: Routes[Any] = field.known[key]
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
    return max(0, 1 - one.entered) if limits == "still" else FREE


def _plain(field: Field, place: Place) -> tuple[tuple[Place, int, bool], ...]:
    """The plain steps from a place: where to, at what cost, and whether it is under a roof there. Remembered with the ground."""
    here = field.here
    key = ("plain", place)
    if key not in here.memory:
        here.memory[key] = tuple(
            (step.to, step.cost, here.covered(step.to)) for step in reach.moves(here, place) if step.kind == "step"
        )
    found: tuple[tuple[Place, int, bool], ...] = here.memory[key]
    return found


def _walking(field: Field, one: Figure) -> Routes[Place]:
    most = _steps_left(field, one)
    start = one.place
    if not most or one.contact or one.kneeling:
        return Routes({}, {}, {})
    opened, covered = _budget(field, one)
    watched, places, bodies = field.watched(one.seat), field.places, field.state.bodies
    tied = most < FREE
    best: dict[Place, int] = {start: 0}
    came: dict[Place, tuple[Place, str]] = {}
    heap: list[tuple[int, int, Place, bool]] = [(0, 0, start, one.outdoors)]
    while heap:
        cost, steps, here, outside = heappop(heap)
        if best[here] < cost or steps >= most or (here != start and here in watched):
            continue  # whoever goes on from next to an enemy slips past somebody
        for to, price, roofed in _plain(field, here):
            total = cost + price
            if total >= best.get(to, opened + covered + 1):
                continue
            if bodies and to[0] in bodies:
                total = cost + _laden(field, here, to)
            out = outside or not roofed
            held = places.get(to)
            if total > (opened if out else covered) or (held is not None and held.seat != one.seat):
                continue
            if total >= best.get(to, total + 1) or (tied and moving.bars_step(field, one, to[0]) is not None):
                continue
            best[to], came[to] = total, (here, place_name(to))
            heappush(heap, (total, steps + 1, to, out))
    names = {place_name(goal): goal for goal in sorted(best) if goal != start and places.get(goal) is None}
    return Routes(best, came, names)


def _laden(field: Field, here: Place, to: Place) -> int:
    step = reach.step(field.here, here, to)
    assert step is not None
    return moving.cost_of(field, step)


type Stand = tuple[str, int]
"""A rider's head and facing."""
type Leg = tuple[Stand, Place, Place, str, riding.RiderStep]


def stand_name(stand: Stand) -> str:
    return f"{stand[0]}:{stand[1]}"


def step_name(step: riding.RiderStep) -> str:
    """A rider's step as a way names it: what it is, and its directions."""
    return ":".join((step.kind, *map(str, step.dirs)))


def _legs(field: Field, stand: Stand) -> tuple[Leg, ...]:
    """A rider's steps from a stand, but those across the front of stakes. Remembered with the ground."""
    here = field.here
    key = ("legs", stand)
    if key not in here.memory:
        here.memory[key] = tuple(
            ((step.head, step.facing), (step.head, BASE), (step.rump, BASE), step_name(step), step)
            for step in riding.rides(here, riding.Mount(*stand))
            if not step.stakes
        )
    found: tuple[Leg, ...] = here.memory[key]
    return found


def _riding(field: Field, one: Figure, *, ahead: bool) -> Routes[Stand]:
    most = _steps_left(field, one)
    if not most or one.contact:
        return Routes({}, {}, {})
    start: Stand = (one.at, one.facing)
    best: dict[Stand, int] = {start: 0}
    came: dict[Stand, tuple[Stand, str]] = {}
    opened, _covered = _budget(field, one)
    watched, places, bodies = field.watched(one.seat), field.places, field.state.bodies
    heap: list[tuple[int, int, Stand]] = [(0, 0, start)]
    while heap:
        cost, steps, here = heappop(heap)
        if best[here] < cost or steps >= most or (here != start and (here[0], BASE) in watched):
            continue
        for there, head, rump, name, step in _legs(field, here):
            total = cost + (moving.cost_of_ride(field, step) if bodies else step.cost)
            if total > opened or total >= best.get(there, opened + 1):
                continue
            if ahead and step.kind in ("back", "pivot"):
                continue
            if places.get(head, one) is not one or places.get(rump, one) is not one:
                continue
            best[there], came[there] = total, (here, name)
            heappush(heap, (total, steps + 1, there))
    return Routes(best, came, {stand_name(goal): goal for goal in sorted(best) if goal != start})


def approach(field: Field, one: Figure, distance: Callable[[str], int], *, most: int = 80) -> list[str]:
    """A good way towards something far off, found by going where it is nearest first; empty where nothing is nearer."""
    if _steps_left(field, one) != FREE or one.contact or one.kneeling:
        return []
    opened, _covered = _budget(field, one)
    watched, places = field.watched(one.seat), field.places
    start: Any = (one.at, one.facing) if one.mounted else one.place
    best: dict[Any, int] = {start: 0}
    came: dict[Any, tuple[Any, str]] = {}
    found, nearest = start, distance(one.at)
    heap: list[tuple[int, int, Any]] = [(nearest, 0, start)]
    for _pop in range(most):
        if not heap:
            break
        away, cost, here = heappop(heap)
        if away < nearest and (one.mounted or places.get(here) is None):
            found, nearest = here, away
        if here != start and ((here[0], BASE) if one.mounted else here) in watched:
            continue
        for to, price, taken, name in _onward(field, one, here):
            total = cost + price
            if total <= opened and total < best.get(to, total + 1) and not taken:
                best[to], came[to] = total, (here, name)
                heappush(heap, (distance(to[0]), total, to))
    return Routes(best, came, {"": found}).way("")


def _onward(field: Field, one: Figure, here: Any) -> Iterator[tuple[Any, int, bool, str]]:
    """Forward steps from a place or stand: where to, the cost, whether somebody is in the way, and the step's name."""
    places = field.places
    if one.mounted:
        for there, head, rump, name, step in _legs(field, here):
            if step.kind not in ("back", "pivot"):
                taken = places.get(head, one) is not one or places.get(rump, one) is not one
                yield there, moving.cost_of_ride(field, step), taken, name
        return
    for to, price, _roofed in _plain(field, here):
        held = places.get(to)
        cost = _laden(field, here, to) if to[0] in field.state.bodies else price
        yield to, cost, held is not None and held.seat != one.seat, place_name(to)


def refuse_path(field: Field, one: Figure, places: list[Place]) -> Problem | None:
    """Whether a way can be walked as things stand: each step there, all of it paid, its end free, only friends passed."""
    cost, outside = 0, one.outdoors
    opened, covered = _budget(field, one)
    if len(places) > _steps_left(field, one):
        return moving.refused("has_shot", "Montjoie 4.9")
    for here, there in pairwise([one.place, *places]):
        step = next((each for each in reach.moves(field.here, here) if each.kind == "step" and each.to == there), None)
        held = field.places.get(there)
        if step is None or (held is not None and held.seat != one.seat):
            return moving.refused("no_step", "Montjoie 4.4", at=place_name(there))
        problem = moving.bars_step(field, one, there[0])
        if problem is not None:
            return problem
        cost += moving.cost_of(field, step)
        outside = outside or not field.here.covered(there)
    if cost > (opened if outside else covered):
        return moving.refused("too_few_points", "Montjoie 4.2", cost=cost, left=opened)
    return None if field.is_free(places[-1], but=one) else moving.refused("taken", "Montjoie 5.2")


def refuse_ride(field: Field, one: Figure, steps: list[str]) -> Problem | None:
    """Whether a rider's way can be ridden as things stand, step by step."""
    opened, _covered = _budget(field, one)
    cost, here = 0, riding.Mount(one.at, one.facing)
    if len(steps) > _steps_left(field, one):
        return moving.refused("has_shot", "Montjoie 4.9")
    for name in steps:
        step = next((each for each in riding.rides(field.here, here) if step_name(each) == name), None)
        if step is None or not all(field.is_free(place, but=one) for place in moving.held_after(step)):
            return moving.refused("no_step", "Montjoie 4.2", at=here.head)
        cost += moving.cost_of_ride(field, step)
        here = step.to
    return moving.refused("too_few_points", "Montjoie 4.2", cost=cost, left=opened) if cost > opened else None


def is_objective(field: Field, edge: str, seat: Seat) -> bool:
    """Whether an ``exited`` term of the side's own winning rows names that edge: who leaves by it has not fled (Montjoie 9)."""
    role = field.state.side(seat).role
    return any(
        isinstance(term, conditions.Exited) and term.edge == edge
        for row in conditions.rows(field.state.victory)
        if row.winner == role
        for term in row.terms
    )
