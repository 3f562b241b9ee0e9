"""Whether figures may stand somewhere, and may walk there (Askari 7, H12)."""

import itertools
from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from rulesets.askari import formations, geometry
from rulesets.askari.field import Body, Field
from rulesets.askari.geometry import Point
from rulesets.askari.state import Figure, Unit
from rulesets.vocabulary import Problem

CLEAR = 10
"""A move ends at least so far from an enemy's base (H12)."""
MOST_WAY_POINTS = 8
AFLOAT = 50
"""A boat's way is looked at every so many millimetres."""


class Plan(Struct, frozen=True, kw_only=True):
    """Where a unit means to go: way points of its anchor, and how it stands at the end."""

    points: tuple[Point, ...]
    facing: int
    ranks: int
    loose: bool = False


class Walk(Struct, frozen=True, kw_only=True):
    """The way of every figure, its start first."""

    ways: dict[str, tuple[Point, ...]]

    @property
    def longest(self) -> int:
        return max(map(geometry.path_length, self.ways.values()), default=0)

    def ends(self) -> dict[str, Point]:
        return {key: way[-1] for key, way in self.ways.items()}


def on_table(field: Field, point: Point, base: int) -> bool:
    """Whether a base is wholly on the table (H16)."""
    half = (base + 1) // 2
    return half <= point[0] <= field.state.width - half and half <= point[1] <= field.state.height - half


def others(field: Field, unit: Unit) -> list[Unit]:
    """Every unit whose figures stand in its way: all but itself, and those who go with it."""
    return [body.unit for body in _others(field, unit)]


def _others(field: Field, unit: Unit, *, hidden: bool = False) -> list[Body]:
    seat = unit.seat
    company = {unit.id, *(other.id for other in field.joined(unit))}
    # One's own ambush keeps its place; an enemy's stops nobody before it is found.
    return [
        body
        for body in field.bodies
        if (body.unit.where == "table" or hidden or body.unit.seat == seat) and body.unit.id not in company
    ]


def walk(field: Field, unit: Unit, plan: Plan, allowance: int) -> Walk:
    """The ways of a unit's figures: along the anchor's legs, but for the last, then straight to their places.

    Where the unit has lost its cohesion, who cannot reach his place goes towards it as far as he can (H14).
    """
    anchor = formations.anchor_of(unit)
    figures = unit.standing
    goal = plan.points[-1] if plan.points else anchor
    places = formations.slots(len(figures), unit.base, goal, plan.facing, plan.ranks, loose=plan.loose)
    ends = formations.taken(figures, places, formations.files_of(len(figures), plan.ranks))
    legs = [(point[0] - anchor[0], point[1] - anchor[1]) for point in plan.points[:-1]]
    ways: dict[str, tuple[Point, ...]] = {}
    for figure in figures:
        bends = [Point(figure.at.x + dx, figure.at.y + dy) for dx, dy in legs]
        ways[figure.id] = (figure.at, *bends, ends[figure.id])
    if not field.is_together(unit):
        ways = {key: cut(way, allowance) for key, way in ways.items()}
    return Walk(ways=ways)


def cut(way: tuple[Point, ...], left: int) -> tuple[Point, ...]:
    """The first so many millimetres of a way."""
    kept = [way[0]]
    for a, b in itertools.pairwise(way):
        leg = geometry.length(a, b)
        if leg >= left:
            end = geometry.towards(a, b, left)
            return (*kept, end if geometry.length(a, end) <= left else geometry.towards(a, b, left - 1))
        kept.append(b)
        left -= leg
    return tuple(kept)


def follow(unit: Unit, walk_: Walk, attached: Unit, plan: Plan) -> tuple[Point, ...]:
    """How somebody who is with the unit goes: as its middle goes, to behind the last rank (H10)."""
    (figure,) = attached.standing
    ends = list(walk_.ends().values())
    forward = geometry.ahead(plan.facing)
    depth = (unit.base + formations.CLOSE) * plan.ranks
    front = plan.points[-1] if plan.points else formations.anchor_of(unit)
    back = geometry.moved(front, Point(-forward[0], -forward[1]), depth + attached.base // 2)
    return (figure.at, back if ends else figure.at)


def straight(unit: Unit, plan: Plan, allowance: int) -> Walk | Problem:
    """``walk`` for a unit that keeps together and goes in a straight line; most that are tried are too far, which is seen first."""
    (goal,) = plan.points
    figures = unit.standing
    ends, length = formations.straight(figures, unit.base, goal, plan.facing, plan.ranks, allowance, loose=plan.loose)
    if length:
        return _too_far(allowance, length)
    return Walk(ways={figure.id: (figure.at, ends[figure.id]) for figure in figures})


def _too_far(allowance: int, length: int) -> Problem:
    return Problem(code="too_far", data={"allowance": allowance, "length": length}, rule="Askari 7")


def check_walk(field: Field, unit: Unit, ways: Walk, *, allowance: int, rough: bool) -> Problem | None:
    """Why figures may not walk so; None if they may (H12). Hidden enemies are not asked: they stop nobody before he has gone."""
    about = {
        "rough": rough,
        "mounted": unit.mounted or unit.moves == "wagons" or unit.vehicle is not None,
        "wheels": bool(unit.piece) or unit.moves == "wagons" or unit.vehicle is not None,
        "mountaineer": unit.has("mountaineer"),
    }
    for way in ways.ways.values():
        length = geometry.path_length(way)
        if length > allowance:
            return _too_far(allowance, length)
    on = unit.vehicle.on if unit.vehicle is not None else "land"
    if on == "air":
        return check_stand(field, unit, ways.ends())
    if on == "water":
        return _afloat(field, ways) or _in_the_way(field, unit, ways) or check_stand(field, unit, ways.ends())
    hindered = field.ground.is_near(geometry.bounds(point for way in ways.ways.values() for point in way))
    for way in ways.ways.values() if hindered else ():
        for a, b in itertools.pairwise(way):
            kind = field.ground.obstacle(a, b, **about)
            if kind and a != b:
                return Problem(code="ground", data={"terrain": kind}, rule="Askari 7.1")
    return _in_the_way(field, unit, ways) or check_stand(field, unit, ways.ends())


def _afloat(field: Field, ways: Walk) -> Problem | None:
    """Whether boats would leave the water."""
    for way in ways.ways.values():
        for a, b in itertools.pairwise(way):
            steps = max(1, geometry.length(a, b) // AFLOAT)
            for step in range(steps + 1):
                if not field.ground.is_in(geometry.towards(a, b, step * AFLOAT), "water"):
                    return Problem(code="ground", data={"terrain": "water"}, rule="Askari F.1")
    return None


def _in_the_way(field: Field, unit: Unit, ways: Walk) -> Problem | None:
    base = unit.base
    around = _wider(geometry.bounds(point for way in ways.ways.values() for point in way), base)
    near = []
    for body in _others(field, unit):
        other = body.unit
        if not geometry.apart(around, body.rect) and not (other.seat == unit.seat and other.is_alone):
            near.append(body)
    legs = [(a, b) for way in ways.ways.values() for a, b in itertools.pairwise(way) if a != b] if near else []
    for body in near:
        doubled, wide = base + body.base, _wider(body.rect, base)
        for a, b in legs:
            if geometry.apart(geometry.span(a, b), wide):
                continue  # nobody of them is so near to this leg
            if any(_bars(place, a, b, doubled) for place in body.places):
                return Problem(code="in_the_way", data={"unit": body.unit.id}, rule="Askari 7.2")
    return None


def _bars(point: Point, a: Point, b: Point, doubled: int) -> bool:
    """Whether a leg comes nearer than touching; whoever stands nearer already may walk away."""
    if not geometry.near_segment(point, a, b, doubled):
        return False
    return not (
        4 * geometry.squared(point, a) < doubled * doubled and geometry.squared(point, b) >= geometry.squared(point, a)
    )


def check_stand(field: Field, unit: Unit, ends: Mapping[str, Point], *, hidden: bool = False) -> Problem | None:
    """Why figures may not stand there; None if they may."""
    base = unit.base
    listed = sorted(ends.items())
    pairs = [(x, y) for _key, (x, y) in listed]
    edges = geometry.bounds(pairs)
    half = (base + 1) // 2
    table = geometry.Rect(half, half, field.state.width - half, field.state.height - half)
    within = geometry.around(table, edges) == table  # nobody need be asked by himself
    for key, point in () if within and not _overlaps(pairs, base) else listed:
        if not within and not on_table(field, point, base):
            return Problem(code="off_table", data={"figure": key}, rule="Askari H16")
        x, y = pairs.pop(0)
        for a, b in pairs:
            if (x - a) * (x - a) + (y - b) * (y - b) < base * base:
                return Problem(code="overlap", data={"figure": key}, rule="Askari H3")
    around = _wider(edges, base // 2 + CLEAR + 1)
    for body in _others(field, unit, hidden=hidden):
        if geometry.apart(around, body.rect):
            continue
        gap = CLEAR if body.unit.seat != unit.seat else 0
        left, low, right, high = _wider(body.rect, base // 2 + CLEAR + 1)
        near = [at for at in ends.values() if left <= at[0] <= right and low <= at[1] <= high]
        if near and 4 * geometry.nearest_squared(near, body.pairs) < (base + body.base + 2 * gap) ** 2:
            return Problem(code="too_near", data={"unit": body.unit.id}, rule="Askari 7.2, H12")
    return None


def _overlaps(pairs: Sequence[tuple[int, int]], base: int) -> bool:
    """Whether any two of these stand on one another: from left to right, each asked only about those who are near."""
    near: list[tuple[int, int]] = []
    for x, y in sorted(pairs):
        near = [(a, b) for a, b in near if x - a < base]
        for a, b in near:
            if (x - a) * (x - a) + (y - b) * (y - b) < base * base:
                return True
        near.append((x, y))
    return False


def _wider(rect: geometry.Rect, more: int) -> geometry.Rect:
    return geometry.Rect(rect.left - more, rect.low - more, rect.right + more, rect.high + more)


def put(field: Field, unit: Unit, ends: Mapping[str, Point]) -> None:
    for figure in unit.figures:
        if figure.id in ends:
            figure.at = ends[figure.id]
    field.touched(unit)


def free_spot(field: Field, unit: Unit) -> Point | None:
    """A free place beside its own, for a figure that comes back: nearest to its middle."""
    figures = unit.standing
    pitch = unit.base + formations.CLOSE
    middle = Point(sum(one.at.x for one in figures) // len(figures), sum(one.at.y for one in figures) // len(figures))
    right, forward = geometry.to_the_right(unit.facing), geometry.ahead(unit.facing)
    tried = [
        geometry.moved(geometry.moved(one.at, right, across * pitch), forward, along * pitch)
        for one in figures
        for across, along in ((1, 0), (-1, 0), (0, -1), (0, 1))
    ]
    for spot in sorted(tried, key=lambda point: (geometry.squared(point, middle), point)):
        mine = any(
            geometry.overlap(spot, unit.base, one.at, other.base)
            for other in (unit, *field.joined(unit))
            for one in other.standing
        )
        if not mine and not check_stand(field, unit, {"": spot}) and not field.ground.obstacle(spot, spot, rough=True):
            return spot
    return None


def fits(field: Field, unit: Unit, anchor: Point, facing: int, ranks: int, *, loose: bool = False) -> dict[str, Point]:
    """Where its figures would stand in that formation."""
    places = formations.slots(len(unit.figures), unit.base, anchor, facing, ranks, loose=loose)
    return formations.taken(unit.figures, places, formations.files_of(len(unit.figures), ranks))


def stand(unit: Unit, anchor: Point, facing: int, ranks: int, *, loose: bool = False) -> dict[str, Point]:
    """The places of that formation, whoever takes which: enough to judge whether it may stand there."""
    places = formations.slots(len(unit.figures), unit.base, anchor, facing, ranks, loose=loose)
    return {figure.id: place for figure, place in zip(unit.figures, places, strict=True)}


def house_taken(field: Field, unit: Unit, ends: Iterable[Point]) -> Problem | None:
    """Whether somebody would stand in a house with enemies in it; chargers fight their way in (F.1)."""
    if not field.ground.has_houses:
        return None
    houses = {one for point in ends if (one := field.ground.is_in(point, "building"))}
    if not houses:
        return None
    for enemy in field.enemies(unit.seat):
        for figure in enemy.standing:
            if field.ground.is_in(figure.at, "building") in houses:
                return Problem(code="house_taken", data={"unit": enemy.id}, rule="Askari F.1")
    return None


def stands_on(field: Field, unit: Unit, ends: Iterable[Point]) -> Problem | None:
    """Why a unit may not be put down on that ground."""
    mounted, wheels = unit.mounted, bool(unit.piece)
    on = unit.vehicle.on if unit.vehicle is not None else "land"
    if on == "air":
        return None
    ends = list(ends)
    if on == "land" and not field.ground.may_bar(geometry.bounds(ends)):
        return None
    for point in ends:
        if on == "water":
            if not field.ground.is_in(point, "water"):
                return Problem(code="ground", data={"terrain": "water"}, rule="Askari F.1")
            continue
        for one in field.ground.areas_at(point):
            if (
                one.terrain.movement == "none"
                or (mounted and not one.terrain.mounted)
                or (wheels and not one.terrain.wheels)
            ):
                return Problem(code="ground", data={"terrain": one.piece.kind}, rule="Askari F.1")
    return house_taken(field, unit, ends)


def figures_of(key: str, number: int, roles: Sequence[str] = ()) -> list[Figure]:
    """So many figures of a unit, the special ones first."""
    return [Figure(id=f"{key}.{place + 1}", role=roles[place] if place < len(roles) else "") for place in range(number)]
