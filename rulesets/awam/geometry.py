"""Distances, lines and pieces of ground on the table, in whole millimetres: whole numbers decide (AWAM 14.1 to 14.4)."""

from collections.abc import Iterator
from itertools import pairwise
from math import isqrt
from typing import NamedTuple


class Point(NamedTuple):
    x: int
    y: int


THOUSANDTHS = (
    (1000, 0),
    (866, 500),
    (500, 866),
    (0, 1000),
    (-500, 866),
    (-866, 500),
    (-1000, 0),
    (-866, -500),
    (-500, -866),
    (0, -1000),
    (500, -866),
    (866, -500),
)
"""Cosine and sine of 0, 30, … 330 degrees (AWAM 14.5)."""


def rounded(above: int, below: int) -> int:
    """A fraction to the nearest whole number, half away from nought. ``below`` is positive."""
    sign = -1 if above < 0 else 1
    return sign * ((2 * abs(above) + below) // (2 * below))


def squared(one: Point, other: Point) -> int:
    """The square of a distance."""
    dx, dy = one[0] - other[0], one[1] - other[1]
    return dx * dx + dy * dy


def root_up(square: int) -> int:
    """The least whole number whose square is no less."""
    root = isqrt(square)
    return root if root * root == square else root + 1


def length(one: Point, other: Point) -> int:
    """The length of a leg: the least whole L with L² no less than dx² + dy² (AWAM 14.1)."""
    return root_up(squared(one, other))


def path_length(points: list[Point]) -> int:
    return sum(length(one, other) for one, other in pairwise(points))


def within(one: Point, other: Point, far: int) -> bool:
    return squared(one, other) <= far * far


def step_of(start: Point, end: Point, number: int, whole: int) -> Point:
    """The point ``number`` millimetres along a leg of length ``whole``."""
    if whole == 0:
        return start
    return Point(
        start.x + rounded((end.x - start.x) * number, whole), start.y + rounded((end.y - start.y) * number, whole)
    )


def steps(start: Point, end: Point) -> Iterator[Point]:
    """The points of a leg, from its start to its end, a millimetre apart."""
    whole = length(start, end)
    for number in range(whole + 1):
        yield step_of(start, end, number, whole)


def along(start: Point, direction: tuple[int, int], far: int) -> Point:
    """So far in a direction: the start + direction·far/|direction|, with |direction| rounded up (AWAM 14.6)."""
    size = root_up(direction[0] ** 2 + direction[1] ** 2)
    if size == 0:
        return start
    return Point(start.x + rounded(direction[0] * far, size), start.y + rounded(direction[1] * far, size))


def leg(start: Point, direction: tuple[int, int], far: int) -> Point:
    """As ``along``, but never longer than so far as a leg is measured: rounding may have made it one millimetre more."""
    end = along(start, direction, far)
    return end if length(start, end) <= far else along(start, direction, far - 1)


def towards(start: Point, target: Point, far: int) -> Point:
    """So far towards a point, never past it."""
    whole = length(start, target)
    return target if whole <= far else step_of(start, target, far, whole)


def turned(direction: tuple[int, int], twelfth: int) -> tuple[int, int]:
    """A direction turned to the left by so many times 30 degrees, in thousandths of its length."""
    cos, sin = THOUSANDTHS[twelfth % 12]
    x, y = direction
    return x * cos - y * sin, x * sin + y * cos


def cross(a: Point, b: Point, c: Point) -> int:
    """Positive where c lies to the left of the line from a to b."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def near_leg(point: Point, a: Point, b: Point, far: int, *, strict: bool = False) -> bool:
    """Whether a point is at most so far from a leg, or (``strict``) nearer than that (AWAM 14.4)."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    px, py = point[0] - a[0], point[1] - a[1]
    whole = dx * dx + dy * dy
    dot = px * dx + py * dy
    if dot <= 0:
        square, limit = px * px + py * py, far * far
    elif dot >= whole:
        square, limit = (point[0] - b[0]) ** 2 + (point[1] - b[1]) ** 2, far * far
    else:
        across = dx * py - dy * px
        square, limit = across * across, far * far * whole
    return square < limit if strict else square <= limit


def _side(a: Point, b: Point, c: Point) -> int:
    turn = cross(a, b, c)
    return (turn > 0) - (turn < 0)


def _between(a: Point, b: Point, c: Point) -> bool:
    return min(a[0], b[0]) <= c[0] <= max(a[0], b[0]) and min(a[1], b[1]) <= c[1] <= max(a[1], b[1])


def legs_meet(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether two legs have a point in common."""
    abc, abd, cda, cdb = _side(a, b, c), _side(a, b, d), _side(c, d, a), _side(c, d, b)
    if abc != abd and cda != cdb:
        return True
    return (
        (abc == 0 and _between(a, b, c))
        or (abd == 0 and _between(a, b, d))
        or (cda == 0 and _between(c, d, a))
        or (cdb == 0 and _between(c, d, b))
    )


def in_box(point: Point, low: Point, high: Point) -> bool:
    """Whether a point is in an upright rectangle, edges included."""
    return low[0] <= point[0] <= high[0] and low[1] <= point[1] <= high[1]


def meets_box(a: Point, b: Point, low: Point, high: Point, *, inner: bool = False) -> bool:
    """Whether a leg has a point in an upright rectangle; ``inner``: in its inside, or an end in it or on its edge."""
    if in_box(a, low, high) or in_box(b, low, high):
        return True
    # The part of the leg, from 0 to 1, that lies between the edges; compared as fractions.
    first, last = (0, 1), (1, 1)
    for start, end, least, most in ((a[0], b[0], low[0], high[0]), (a[1], b[1], low[1], high[1])):
        run = end - start
        if run == 0:
            if not (least < start < most if inner else least <= start <= most):
                return False
            continue
        enters, leaves = (least - start, most - start) if run > 0 else (start - most, start - least)
        size = abs(run)
        if enters * first[1] > first[0] * size:
            first = (enters, size)
        if leaves * last[1] < last[0] * size:
            last = (leaves, size)
    before, after = first[0] * last[1], last[0] * first[1]
    return before < after if inner else before <= after


def nearest_in_box(point: Point, low: Point, high: Point) -> Point:
    """The point of an upright rectangle that is nearest."""
    return Point(min(max(point[0], low[0]), high[0]), min(max(point[1], low[1]), high[1]))


def nearest_on_leg(point: Point, a: Point, b: Point) -> Point:
    """The foot of the perpendicular on a leg, or its nearer end; to whole millimetres."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    whole = dx * dx + dy * dy
    if whole == 0:
        return a
    dot = max(0, min(whole, (point[0] - a[0]) * dx + (point[1] - a[1]) * dy))
    return Point(a[0] + rounded(dx * dot, whole), a[1] + rounded(dy * dot, whole))


# --- Bases (AWAM 14.1) ------------------------------------------------------------------------------------------------


def touching(one: Point, r1: int, other: Point, r2: int, touch: int) -> bool:
    """Contact: the centres at most r1 + r2 + ``touch`` apart."""
    return within(one, other, r1 + r2 + touch)


def overlapping(one: Point, r1: int, other: Point, r2: int) -> bool:
    return squared(one, other) < (r1 + r2) ** 2


# --- Heading (AWAM 14.4) ----------------------------------------------------------------------------------------------


def from_behind(heading: tuple[int, int], target: Point, start: Point) -> bool:
    """Whether an attack whose last leg began at ``start`` comes from behind a target that looks along ``heading``."""
    hx, hy = heading
    vx, vy = start[0] - target[0], start[1] - target[1]
    dot = hx * vx + hy * vy
    return dot < 0 and 2 * dot * dot >= (hx * hx + hy * hy) * (vx * vx + vy * vy)


def on_the_right(a: Point, b: Point, enemy: Point) -> bool:
    """Whether somebody is to the right of a leg ridden."""
    return cross(a, b, enemy) < 0
