"""The table: kinds of terrain, sight, cover, and where one may walk (Askari 8.1, F.1, H23-H25)."""

from collections.abc import Iterable
from functools import lru_cache

from msgspec import Struct

from rulesets.askari import geometry
from rulesets.askari.geometry import Point, Polygon, Rect
from rulesets.askari.tables import TABLES, Terrain

TOUCHES_LINE = 10
"""A base this near to a wall touches it."""
MOST_LINES = 2000
"""Lines of sight that a ground remembers: most who stand somewhere stand there when they are asked about next."""


class Piece(Struct, frozen=True, kw_only=True):
    """One piece of terrain as a scenario lays it: the corners of an area, or the bends of a line. ``gates``: legs of it that are open."""

    id: str
    kind: str
    points: tuple[Point, ...]
    resistance: int = 0

    @property
    def terrain(self) -> Terrain:
        return TABLES.terrain[self.kind]


class Laid(Struct, frozen=True):
    """A piece with what is asked of it again and again."""

    piece: Piece
    terrain: Terrain
    rect: Rect
    polygon: Polygon
    box: bool
    """Whether it is an upright rectangle."""

    def holds(self, point: Point) -> bool:
        """Whether a point is in the area or on its border."""
        x, y = point
        left, low, right, high = self.rect
        return left <= x <= right and low <= y <= high and (self.box or geometry.inside(point, self.polygon))


def _is_easy(terrain: Terrain) -> bool:
    """Whether everybody walks on it as in the open."""
    return terrain.shape == "area" and terrain.movement == "flat" and terrain.mounted and terrain.wheels


class Ground:
    """All terrain of a battle, as it lies now."""

    def __init__(self, pieces: Iterable[Piece], *, woods_block: str, poor: bool = False) -> None:
        self.poor = poor
        self.woods_block = woods_block
        laid = [
            Laid(piece, piece.terrain, geometry.bounds(piece.points), piece.points, geometry.is_box(piece.points))
            for piece in pieces
        ]
        self.areas = [one for one in laid if one.terrain.shape == "area"]
        self.lines = [one for one in laid if one.terrain.shape == "line"]
        self._hindrances = [one.rect for one in laid if not _is_easy(one.terrain)]
        self._walls = [one for one in self.lines if one.terrain.sight == "blocked"]
        self._screens = [one for one in self.areas if one.terrain.sight != "open"]
        self.has_houses = any(one.piece.kind == "building" for one in self.areas)
        self._bars = [
            one.rect
            for one in self.areas
            if one.terrain.movement == "none" or not (one.terrain.mounted and one.terrain.wheels)
        ]
        self._looked: dict[tuple[Point, Point, bool], str] = {}
        self._hills = [one for one in self.areas if one.terrain.level]

    # --- Where a point lies

    def areas_at(self, point: Point) -> list[Laid]:
        return _holding(self.areas, point)

    def level(self, point: Point) -> int:
        """The level of the hill it stands on, else 0 (H24)."""
        return max((one.terrain.level for one in _holding(self._hills, point)), default=0) if self._hills else 0

    def is_in(self, point: Point, kind: str) -> str | None:
        """The id of the piece of that kind that the point is in."""
        return next((one.piece.id for one in self.areas_at(point) if one.piece.kind == kind), None)

    def hides(self, point: Point) -> bool:
        """Whether somebody may lie in ambush there (Askari F)."""
        return any(one.terrain.ambush for one in self.areas_at(point))

    # --- Walking

    def is_near(self, rect: Rect) -> bool:
        """Whether anything that hinders somebody's walk lies in a rectangle, or reaches into it."""
        return any(not geometry.apart(rect, one) for one in self._hindrances)

    def may_bar(self, rect: Rect) -> bool:
        """Whether an area where not everybody may stand reaches into a rectangle."""
        return any(not geometry.apart(rect, one) for one in self._bars)

    def is_rough(self, point: Point, *, mountaineer: bool = False) -> bool:
        return any(self._rough(one, mountaineer) for one in self.areas_at(point))

    @staticmethod
    def _rough(one: Laid, mountaineer: bool) -> bool:
        return one.terrain.movement == "rough" and not (mountaineer and one.terrain.mountaineer)

    def obstacle(
        self,
        a: Point,
        b: Point,
        *,
        rough: bool,
        mounted: bool = False,
        wheels: bool = False,
        mountaineer: bool = False,
        swims: bool = False,
    ) -> str:
        """Why a straight leg is no way: the kind of terrain that forbids it, or "" if it is one."""
        rect = geometry.span(a, b)
        for one in self.areas:
            ground = one.terrain
            forbidden = (
                (ground.movement == "none" and not (swims and one.piece.kind == "water"))
                or (mounted and not ground.mounted)
                or (wheels and not ground.wheels)
                or (not rough and self._rough(one, mountaineer))
            )
            if forbidden and not geometry.apart(rect, one.rect) and geometry.touches(a, b, one.polygon):
                return one.piece.kind
        for one in self.lines:
            if (
                (one.terrain.movement == "none" or not rough)
                and not geometry.apart(rect, one.rect)
                and crosses(a, b, one)
            ):
                return one.piece.kind
        return ""

    def line_between(self, a: Point, b: Point) -> bool:
        """Whether a line feature lies between two points (H21)."""
        rect = geometry.span(a, b)
        return any(not geometry.apart(rect, one.rect) and crosses(a, b, one) for one in self.lines)

    def fortified(self, target: Point, attacker: Point) -> bool:
        """Whether somebody who comes to grips from there fights across a fortification, or into a building (Askari 9)."""
        rect = geometry.span(target, attacker)
        across = any(
            one.terrain.fortification and not geometry.apart(rect, one.rect) and crosses(target, attacker, one)
            for one in self.lines
        )
        house = self.is_in(target, "building")
        return across or (house is not None and house != self.is_in(attacker, "building"))

    # --- Sight

    def sight_blocked(self, a: Point, b: Point, *, standard: bool = False) -> str:
        """The kind of terrain that blocks a line, or "". ``standard``: what is looked for is an army standard (Askari 2.3.4)."""
        key = a, b, standard
        found = self._looked.get(key)
        if found is None:
            if len(self._looked) >= MOST_LINES:
                self._looked.clear()
            found = self._looked[key] = self._look(a, b, standard)
        return found

    def _look(self, a: Point, b: Point, standard: bool) -> str:
        if self.poor and not geometry.within(a, b, TABLES.sight.poor):
            return "poor_light"
        rect = geometry.span(a, b)
        for one in self._walls:
            if not geometry.apart(rect, one.rect) and crosses(a, b, one):
                return one.piece.kind
        inside: dict[str, int] = {}
        for one in self._screens:
            if not geometry.apart(rect, one.rect) and self._hides_line(one, a, b, inside, standard):
                return one.piece.kind
        return ""

    def _hides_line(self, one: Laid, a: Point, b: Point, inside: dict[str, int], standard: bool) -> bool:
        sight, polygon = one.terrain.sight, one.polygon
        if sight == "depth" or (sight == "woods" and self.woods_block != "none"):
            if standard and one.terrain.low:
                return False
            here = geometry.depth_in_box(a, b, one.rect) if one.box else geometry.depth(a, b, polygon)
            inside[one.piece.kind] = inside.get(one.piece.kind, 0) + here
            return inside[one.piece.kind] > (TABLES.sight.woods if sight == "woods" else TABLES.sight.depth)
        ends = (one.holds(a), one.holds(b))
        if sight == "hill":
            low, high = sorted((self.level(a), self.level(b)))
            return not any(ends) and high <= one.terrain.level > low and geometry.touches(a, b, polygon)
        if sight == "gully":
            return ends[0] != ends[1] and not self._into_gully(a, b, ends)
        if sight in ("building", "smoke"):
            return not (sight == "building" and any(ends)) and geometry.touches(a, b, polygon)
        return False

    def _into_gully(self, a: Point, b: Point, ends: tuple[bool, bool]) -> bool:
        below, viewer = (a, b) if ends[0] else (b, a)
        return geometry.within(a, b, TABLES.sight.gully) or self.level(viewer) > self.level(below)

    def cover(self, shooter: Point, shooter_base: int, target: Point, target_base: int) -> bool:
        """Whether a target is in cover from there (H25)."""
        if any(one.terrain.cover for one in self.areas_at(target)):
            return True
        rect = geometry.span(shooter, target)
        for one in self.lines:
            if not one.terrain.cover or geometry.apart(rect, one.rect) or not crosses(shooter, target, one):
                continue
            if beside(target, target_base, one, TOUCHES_LINE):
                return True
            if beside(shooter, 0, one, TABLES.sight.over_own) and not beside(shooter, shooter_base, one, TOUCHES_LINE):
                return True
        return False

    def behind(self, shooter: Point, shooter_base: int, target: Point) -> bool:
        """Whether a shooter stands behind a fortification against that target: there is no penalty for reaction (Askari 8.2)."""
        if self.is_in(shooter, "building"):
            return True
        rect = geometry.span(shooter, target)
        return any(
            one.terrain.fortification
            and not geometry.apart(rect, one.rect)
            and crosses(shooter, target, one)
            and beside(shooter, shooter_base, one, TOUCHES_LINE)
            for one in self.lines
        )


@lru_cache(maxsize=32)
def laid(pieces: tuple[Piece, ...], woods_block: str, poor: bool) -> Ground:
    """The ground of a battle: the same for every question until something on it changes."""
    return Ground(pieces, woods_block=woods_block, poor=poor)


def _holding(areas: Iterable[Laid], point: Point) -> list[Laid]:
    return [one for one in areas if one.holds(point)]


def crosses(a: Point, b: Point, one: Laid) -> bool:
    points = one.polygon
    return any(geometry.cross(a, b, points[number], points[number + 1]) for number in range(len(points) - 1))


def beside(point: Point, base: int, one: Laid, gap: int) -> bool:
    """Whether the edge of a base is within a gap of a line."""
    points = one.polygon
    # ``near_segment`` is strict; a whole millimetre more makes it "at most" for whole numbers of half millimetres.
    doubled = base + 2 * gap + 1
    return any(
        geometry.near_segment(point, points[number], points[number + 1], doubled) for number in range(len(points) - 1)
    )
