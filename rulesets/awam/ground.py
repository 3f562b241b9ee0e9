"""What the pieces of ground do: difficult going, walls to cross, cover, sight (AWAM 14.2, 14.3)."""

from collections.abc import Iterable, Sequence

from rulesets.awam import geometry
from rulesets.awam.geometry import Point
from rulesets.awam.state import Piece
from rulesets.awam.tables import TABLES, Cover

RANK = {"": 0, "light": 1, "heavy": 2}


def holds(piece: Piece, point: Point) -> bool:
    """Whether a point is in a piece, edges included."""
    if piece.shape == "box":
        return geometry.in_box(point, piece.points[0], piece.points[1])
    if piece.shape == "circle":
        return geometry.within(point, piece.points[0], piece.radius)
    return geometry.near_leg(point, piece.points[0], piece.points[1], 0)


def gives_cover(piece: Piece) -> bool:
    """Whether one inside a piece has cover there: a line has no inside."""
    return bool(TABLES.ground[piece.kind].inside) and piece.shape != "line"


def middle(piece: Piece) -> Point:
    """The middle of a circle or a box; of a line its first end."""
    if piece.shape != "box":
        return piece.points[0]
    low, high = piece.points
    return Point((low.x + high.x) // 2, (low.y + high.y) // 2)


def near(piece: Piece, point: Point, far: int) -> bool:
    """Whether a point is at most so far from a piece, or in it."""
    if piece.shape == "box":
        return geometry.within(point, geometry.nearest_in_box(point, piece.points[0], piece.points[1]), far)
    if piece.shape == "circle":
        return geometry.within(point, piece.points[0], piece.radius + far)
    return geometry.near_leg(point, piece.points[0], piece.points[1], far)


def near_outline(piece: Piece, point: Point, far: int) -> bool:
    """Whether a point inside a piece is at most so far from its outline."""
    if piece.shape == "circle":
        return geometry.squared(point, piece.points[0]) >= max(0, piece.radius - far) ** 2
    low, high = piece.points
    return min(point.x - low.x, high.x - point.x, point.y - low.y, high.y - point.y) <= far


def meets(piece: Piece, a: Point, b: Point, *, inner: bool = False) -> bool:
    """Whether a leg has a point in a piece; ``inner``: in its inside, or an end in it."""
    if piece.shape == "box":
        return geometry.meets_box(a, b, piece.points[0], piece.points[1], inner=inner)
    if piece.shape == "circle":
        if inner and (holds(piece, a) or holds(piece, b)):
            return True
        return geometry.near_leg(piece.points[0], a, b, piece.radius, strict=inner)
    return geometry.legs_meet(a, b, piece.points[0], piece.points[1])


def difficult(ground: Iterable[Piece], a: Point, b: Point) -> bool:
    """Whether a leg is difficult: it meets the inside of a difficult piece, ends included (AWAM 14.2)."""
    return any(TABLES.ground[piece.kind].difficult and meets(piece, a, b, inner=True) for piece in ground)


def crossings(ground: Sequence[Piece], a: Point, b: Point) -> int:
    """What a leg pays for walls, fences and the outlines of buildings, in mm (AWAM 3.3, 14.2). Who is on a wall has paid for it."""
    paid = 0
    for piece in ground:
        kind = TABLES.ground[piece.kind]
        if kind.enter:
            ends = stands(ground, piece, a), stands(ground, piece, b)
            through = not any(ends) and meets(piece, a, b, inner=True) and standing_between(ground, piece, a, b)
            # Through it: in and out again.
            paid += TABLES.movement.cross * (len(ends) if through else ends[0] != ends[1])
        elif (kind.cross or kind.climb) and meets(piece, a, b) and not holds(piece, a):
            paid += TABLES.movement.climb if kind.climb else TABLES.movement.cross
    return paid


def barred(ground: Sequence[Piece], a: Point, b: Point, *, mounted: bool, climbs: bool) -> Piece | None:
    """The first piece that a leg on land may not meet: a high wall unless one climbs, water, for riders buildings too."""
    for piece in ground:
        kind = TABLES.ground[piece.kind]
        if kind.water and meets(piece, a, b, inner=True):
            return piece
        if kind.climb and (mounted or not climbs) and meets(piece, a, b):
            return piece
        if kind.enter and mounted and standing_between(ground, piece, a, b):
            return piece
    return None


def wet(ground: Iterable[Piece], point: Point) -> bool:
    """Whether a place is in a river, its edge not included: a bank is land."""
    for piece in ground:
        if TABLES.ground[piece.kind].water and holds(piece, point):
            low, high = piece.points[0], piece.points[-1]
            if piece.shape != "box" or (low.x < point.x < high.x and low.y < point.y < high.y):
                return True
    return False


def in_sight(ground: Sequence[Piece], a: Point, b: Point, limit: int = 0) -> bool:
    """Whether nothing but distance lies between two centres (AWAM 14.3). ``limit``: mist; 0 for none."""
    if limit and not geometry.within(a, b, limit):
        return False
    for piece in ground:
        kind = TABLES.ground[piece.kind]
        if not kind.blocks or not meets(piece, a, b):
            continue
        if kind.climb:
            if not (near(piece, a, TABLES.sight.step) or near(piece, b, TABLES.sight.step)):
                return False
            continue
        if not standing_between(ground, piece, a, b):
            continue
        inside = [end for end in (a, b) if stands(ground, piece, end)]
        if not inside or not all(_looks_out(ground, piece, end) for end in inside):
            return False
    return True


def _looks_out(ground: Sequence[Piece], piece: Piece, end: Point) -> bool:
    """One inside a building sees, and is seen, only close to its outline, or to where it has fallen in."""
    far = TABLES.sight.window
    return near_outline(piece, end, far) or any(near(one, end, far) for one in _ruins(ground))


def _ruins(ground: Iterable[Piece]) -> list[Piece]:
    return [one for one in ground if TABLES.ground[one.kind].ruin]


def stands(ground: Iterable[Piece], piece: Piece, point: Point) -> bool:
    """Whether a point is in a building, and not where it has fallen in (AWAM 8.2)."""
    return holds(piece, point) and not fallen_in(ground, point)


def standing_between(ground: Sequence[Piece], piece: Piece, a: Point, b: Point) -> bool:
    """Whether a leg meets a part of a building that still stands, by the points of the leg (AWAM 8.2, 14.1)."""
    if not meets(piece, a, b):
        return False
    ruins = _ruins(ground)
    if not ruins:
        return True
    points = [geometry.towards(a, b, far) for far in range(geometry.length(a, b) + 1)]
    return any(holds(piece, point) and not any(holds(one, point) for one in ruins) for point in points)


def fallen_in(ground: Iterable[Piece], point: Point) -> bool:
    """Whether that part of a building has fallen in (AWAM 8.2)."""
    return any(TABLES.ground[piece.kind].ruin and holds(piece, point) for piece in ground)


def cover_at(ground: Sequence[Piece], target: Point, origin: Point) -> Cover:
    """The best cover of ground at a place against a line from another (AWAM 5.2, 14.2)."""
    best: Cover = ""
    for piece in ground:
        kind = TABLES.ground[piece.kind]
        found: Cover = ""
        if kind.enter and holds(piece, target) and fallen_in(ground, target):
            continue
        if kind.inside and piece.shape != "line" and holds(piece, target):
            found = kind.inside
        elif kind.behind and near(piece, target, TABLES.sight.behind) and meets(piece, origin, target):
            found = kind.behind
        if found == "heavy" and piece.damaged:
            found = "light"
        if RANK[found] > RANK[best]:
            best = found
    return best


def rests(ground: Sequence[Piece], at: Point, target: Point) -> bool:
    """Whether a firer rests his weapon: in a building, or close to a wall or rock that the line of fire meets (AWAM 4.4)."""
    for piece in ground:
        kind = TABLES.ground[piece.kind]
        if kind.enter and stands(ground, piece, at):
            return True
        if kind.rests and near(piece, at, TABLES.shooting.rest_within) and meets(piece, at, target):
            return True
    return False


def over_wall(ground: Iterable[Piece], a: Point, b: Point) -> bool:
    """Whether a wall or bank lies between two centres: a fence or a hedge is neither (AWAM 6.3)."""
    return any(
        piece.shape == "line" and TABLES.ground[piece.kind].behind == "heavy" and meets(piece, a, b) for piece in ground
    )
