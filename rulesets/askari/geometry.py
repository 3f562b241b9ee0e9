"""Distances, arcs and lines on the table, in whole millimetres: whole numbers decide, so that every machine decides alike (Askari H1-H8)."""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import atan2, ceil, cos, degrees, isqrt, radians, sin
from typing import NamedTuple


class Point(NamedTuple):
    x: int
    y: int


class Rect(NamedTuple):
    """The smallest upright rectangle round something: what lies outside it need not be looked at."""

    left: int
    low: int
    right: int
    high: int


type Polygon = tuple[Point, ...]

STEP = 5
"""Depth along a line is counted in steps of so many millimetres (H8)."""
TURN = 1000
"""Length of the vectors that stand for a facing."""


def squared(one: Point, other: Point) -> int:
    """The square of a distance."""
    dx, dy = one[0] - other[0], one[1] - other[1]
    return dx * dx + dy * dy


def length(one: Point, other: Point) -> int:
    """The length of a straight leg, rounded up (H5)."""
    dx, dy = one[0] - other[0], one[1] - other[1]
    return root_up(dx * dx + dy * dy)


def root_up(square: int) -> int:
    """The length of which this is the square, rounded up (H5)."""
    root = isqrt(square)
    return root if root * root == square else root + 1


def path_length(points: Sequence[Point]) -> int:
    """Each straight leg rounded up (H5)."""
    if len(points) == 2:
        return length(points[0], points[1])
    return sum(length(one, other) for one, other in pairwise(points))


def within(one: Point, other: Point, most: int) -> bool:
    """Whether two centres are at most so far apart (H3)."""
    return squared(one, other) <= most * most


def nearest_squared(ones: Iterable[tuple[int, int]], others: Sequence[tuple[int, int]]) -> int:
    """The square of the distance of the nearest pair."""
    best = -1
    for x, y in ones:
        for a, b in others:
            square = (x - a) * (x - a) + (y - b) * (y - b)
            if square < best or best < 0:
                best = square
    return best


# --- Bases (H3); b1 and b2 are diameters ----------------------------------------------------------------------------


def gap_at_most(one: Point, b1: int, other: Point, b2: int, gap: int) -> bool:
    """Whether the edges of two bases are at most so far apart."""
    return 4 * squared(one, other) <= (b1 + b2 + 2 * gap) ** 2


def overlap(one: Point, b1: int, other: Point, b2: int) -> bool:
    return 4 * squared(one, other) < (b1 + b2) ** 2


def contact(one: Point, b1: int, other: Point, b2: int, touch: int = 3) -> bool:
    """Bases touch when no overlap, and no more than ``touch`` between their edges."""
    return not overlap(one, b1, other, b2) and gap_at_most(one, b1, other, b2, touch)


# --- Facing (H6) ----------------------------------------------------------------------------------------------------

_AHEAD = tuple((round(TURN * sin(radians(facing))), round(TURN * cos(radians(facing)))) for facing in range(360))
"""For each whole degree, clockwise from +y: a vector of whole numbers. A table, since the sine of two machines may differ in the end."""


def ahead(facing: int) -> Point:
    """The direction of a facing, ``TURN`` long."""
    return Point(*_AHEAD[facing % 360])


def to_the_right(facing: int) -> Point:
    x, y = _AHEAD[facing % 360]
    return Point(y, -x)


def in_arc(origin: Point, facing: int, target: Point) -> bool:
    """Whether a target lies at most 45 degrees to either side (Askari 8.1)."""
    fx, fy = _AHEAD[facing % 360]
    vx, vy = target[0] - origin[0], target[1] - origin[1]
    dot = fx * vx + fy * vy
    return dot > 0 and 2 * dot * dot >= (vx * vx + vy * vy) * (fx * fx + fy * fy)


def facing_to(origin: Point, target: Point) -> int:
    """The whole degree that looks most nearly at a point; 0 for the point itself."""
    vx, vy = target[0] - origin[0], target[1] - origin[1]
    if vx == 0 and vy == 0:
        return 0
    guess = round(degrees(atan2(vx, vy)))
    near = {(guess + turn) % 360 for turn in (-1, 0, 1)}
    return max(near, key=lambda facing: (_AHEAD[facing][0] * vx + _AHEAD[facing][1] * vy, -facing))


def moved(origin: Point, direction: Point, distance: int) -> Point:
    """So far along a direction, to the nearest whole millimetre."""
    size = isqrt(TURN * TURN * (direction[0] ** 2 + direction[1] ** 2))  # in thousandths: a floor would carry too far
    if size == 0:
        return origin
    far = TURN * distance
    return Point(origin[0] + _nearest(direction[0] * far, size), origin[1] + _nearest(direction[1] * far, size))


def towards(origin: Point, target: Point, distance: int) -> Point:
    """So far towards a point, never past it."""
    whole = length(origin, target)
    if whole <= distance:
        return target
    return moved(origin, Point(target[0] - origin[0], target[1] - origin[1]), distance)


def _nearest(above: int, below: int) -> int:
    return (2 * above + below) // (2 * below)


# --- Areas and lines ------------------------------------------------------------------------------------------------


def bounds(points: Iterable[tuple[int, int]]) -> Rect:
    across, along = zip(*points, strict=True)
    return Rect(min(across), min(along), max(across), max(along))


def span(a: Point, b: Point) -> Rect:
    """The rectangle round a straight piece."""
    (ax, ay), (bx, by) = a, b
    return Rect(ax if ax < bx else bx, ay if ay < by else by, bx if ax < bx else ax, by if ay < by else ay)


def around(one: Rect, other: Rect) -> Rect:
    """The smallest rectangle that holds both."""
    return Rect(
        min(one.left, other.left), min(one.low, other.low), max(one.right, other.right), max(one.high, other.high)
    )


def gap_squared(one: Rect, other: Rect) -> int:
    """The square of the distance of two rectangles; 0 where they have a point in common."""
    left, low, right, high = one
    a, b, c, d = other
    across = left - c if left > c else a - right if a > right else 0
    along = low - d if low > d else b - high if b > high else 0
    return across * across + along * along


def apart(one: Rect, other: Rect) -> bool:
    """Whether two rectangles have no point in common."""
    return one.right < other.left or other.right < one.left or one.high < other.low or other.high < one.low


def inside(point: Point, polygon: Polygon, scale: int = 1) -> bool:
    """Whether a point is in a polygon or on its border (H4). ``scale``: the point is in so many parts of a millimetre."""
    x, y = point
    held = False
    ax, ay = polygon[-1][0] * scale, polygon[-1][1] * scale
    for corner in polygon:
        bx, by = corner[0] * scale, corner[1] * scale
        cross = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
        if cross == 0 and min(ax, bx) <= x <= max(ax, bx) and min(ay, by) <= y <= max(ay, by):
            return True
        if (ay > y) != (by > y) and (cross > 0) == (by > ay):
            held = not held
        ax, ay = bx, by
    return held


def _side(a: Point, b: Point, c: Point) -> int:
    cross = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    return (cross > 0) - (cross < 0)


def _on(a: Point, b: Point, c: Point) -> bool:
    return min(a[0], b[0]) <= c[0] <= max(a[0], b[0]) and min(a[1], b[1]) <= c[1] <= max(a[1], b[1])


def cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether two straight pieces have a point in common."""
    abc, abd = _side(a, b, c), _side(a, b, d)
    if abc == abd != 0:
        return False
    cda, cdb = _side(c, d, a), _side(c, d, b)
    if abc != abd and cda != cdb:
        return True
    return (
        (abc == 0 and _on(a, b, c))
        or (abd == 0 and _on(a, b, d))
        or (cda == 0 and _on(c, d, a))
        or (cdb == 0 and _on(c, d, b))
    )


def near_segment(point: Point, a: Point, b: Point, doubled: int) -> bool:
    """Whether a point is nearer to a straight piece than half of ``doubled`` (exactly: nothing is rounded)."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    px, py = point[0] - a[0], point[1] - a[1]
    square = dx * dx + dy * dy
    along = px * dx + py * dy
    if along <= 0:
        return 4 * (px * px + py * py) < doubled * doubled
    if along >= square:
        return 4 * squared(point, b) < doubled * doubled
    across = px * dy - py * dx
    return 4 * across * across < doubled * doubled * square


def near_to(points: Iterable[Point], a: Point, b: Point, doubled: int) -> list[Point]:
    """Those of many points of whom ``near_segment`` holds: what is the same for all is worked out once."""
    (ax, ay), (bx, by) = a, b
    dx, dy, most = bx - ax, by - ay, doubled * doubled
    square = dx * dx + dy * dy
    found = []
    for point in points:
        x, y = point
        px, py = x - ax, y - ay
        along = px * dx + py * dy
        if along <= 0:
            near = 4 * (px * px + py * py) < most
        elif along >= square:
            near = 4 * ((x - bx) * (x - bx) + (y - by) * (y - by)) < most
        else:
            across = px * dy - py * dx
            near = 4 * across * across < most * square
        if near:
            found.append(point)
    return found


def nearest_on(a: Point, b: Point, point: Point) -> Point:
    """The place on a straight piece that is nearest to a point, to the whole millimetre."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    square = dx * dx + dy * dy
    along = min(square, max(0, (point[0] - a[0]) * dx + (point[1] - a[1]) * dy))
    if square == 0:
        return Point(*a)
    return Point(a[0] + _nearest(dx * along, square), a[1] + _nearest(dy * along, square))


def touches(a: Point, b: Point, polygon: Polygon) -> bool:
    """Whether a straight piece has a point in a polygon or on its border."""
    if inside(a, polygon) or inside(b, polygon):
        return True
    last = polygon[-1]
    for corner in polygon:
        if cross(a, b, corner, last):
            return True
        last = corner
    return False


def depth(a: Point, b: Point, polygon: Polygon) -> int:
    """How much of a line lies in a polygon: steps of 5 mm whose middle is inside (H8)."""
    whole = length(a, b)
    parts = ceil(whole / STEP)
    if parts == 0 or not touches(a, b, polygon):
        return 0
    scale = 2 * parts
    found = 0
    for number in range(parts):
        share = 2 * number + 1
        middle = Point(a[0] * (scale - share) + b[0] * share, a[1] * (scale - share) + b[1] * share)
        found += inside(middle, polygon, scale)
    return found * STEP


def is_box(polygon: Polygon) -> bool:
    """Whether a polygon is an upright rectangle, as most terrain is."""
    left, low, right, high = bounds(polygon)
    return len(polygon) == 4 and set(polygon) == {(left, low), (right, low), (right, high), (left, high)}


def depth_in_box(a: Point, b: Point, box: Rect) -> int:
    """``depth`` for an upright rectangle: the same steps, counted without looking at each."""
    parts = -(-length(a, b) // STEP)
    first, last = 0, parts - 1
    for start, end, least, most in ((a[0], b[0], box.left, box.right), (a[1], b[1], box.low, box.high)):
        run = end - start
        if run == 0:
            if not least <= start <= most:
                return 0
            continue
        low, high = 2 * parts * (least - start), 2 * parts * (most - start)
        if run < 0:
            run, low, high = -run, -high, -low
        # The middle of step k lies within where low <= run * (2k + 1) <= high.
        first = max(first, -((run - low) // (2 * run)))
        last = min(last, (high - run) // (2 * run))
    return STEP * max(0, last - first + 1)


def touches_within(point: Point, polygon: Polygon, gap: int) -> bool:
    """Whether a point is in a polygon, or within a gap of its border."""
    if inside(point, polygon):
        return True
    return any(near_segment(point, corner, polygon[number - 1], 2 * gap + 1) for number, corner in enumerate(polygon))
