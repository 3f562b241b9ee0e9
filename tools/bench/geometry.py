"""The table's own geometry beside shapely, for the same questions about the same tables; only by name, since shapely is no requirement of ours.

With a shapely somewhere on the path (``uv pip install --target FOLDER shapely`` and ``PYTHONPATH=FOLDER``) its answers are compared and timed.
"""

import importlib
import time
from collections.abc import Callable, Sequence
from typing import Any

from rulesets.askari import formations, generator, geometry, shooting
from rulesets.askari.geometry import Point
from rulesets.askari.ground import TOUCHES_LINE, Ground, Piece
from rulesets.askari.tables import TABLES
from rulesets.dice import Keyed
from tools.bench.report import line, title

WIDTH, HEIGHT, BASE = 1800, 1200, 20
TABLE_COUNT, LINES, BURSTS = 8, 500, 200
WALL = (Point(300, 610), Point(800, 580), Point(1500, 640))
RUNS = 5
LIBRARY = "shapely"


class Own:
    """Whole millimetres."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground

    def blocked(self, a: Point, b: Point) -> bool:
        self.ground._looked.clear()  # what it remembers is no geometry
        return bool(self.ground.sight_blocked(a, b))

    def covered(self, a: Point, b: Point) -> bool:
        return self.ground.cover(a, BASE, b, BASE)

    def in_arc(self, at: Point, places: Sequence[Point]) -> list[bool]:
        return [geometry.in_arc(at, _facing(at), one) for one in places]

    def under(self, centre: Point, places: Sequence[Point]) -> list[bool]:
        return [shooting.in_area(geometry.length(at, centre), BASE) for at in places]


class Library:
    """The same by shapely: prepared areas, and a tree where there is anything to look for."""

    def __init__(self, ground: Ground, shapely: Any) -> None:
        self.ground, self.shapely = ground, shapely
        self.screens = [one for one in ground.areas if one.terrain.sight != "open"]
        self.areas = [shapely.Polygon(one.polygon) for one in self.screens]
        self.covers = [shapely.Polygon(one.polygon) for one in ground.areas if one.terrain.cover]
        self.walls = [shapely.LineString(one.polygon) for one in ground.lines]
        for shape in (*self.areas, *self.covers, *self.walls):
            shapely.prepare(shape)
        self.tree = shapely.STRtree(self.areas)
        self.made: dict[int, Any] = {}

    def blocked(self, a: Point, b: Point) -> bool:
        seen = self.shapely.LineString((a, b))
        if any(
            wall.intersects(seen)
            for one, wall in zip(self.ground.lines, self.walls, strict=True)
            if one.terrain.sight == "blocked"
        ):
            return True
        inside: dict[str, float] = {}
        for number in self.tree.query(seen, predicate="intersects"):
            one, area = self.screens[number], self.areas[number]
            if one.terrain.sight in ("depth", "woods"):
                kind = one.piece.kind
                inside[kind] = inside.get(kind, 0.0) + area.intersection(seen).length
                if inside[kind] > (TABLES.sight.woods if one.terrain.sight == "woods" else TABLES.sight.depth):
                    return True
            elif self._other(one, area, a, b):
                return True
        return False

    def _other(self, one: Any, area: Any, a: Point, b: Point) -> bool:
        ends = [area.intersects(self.shapely.Point(end)) for end in (a, b)]
        if one.terrain.sight == "hill":
            low, high = sorted((self.ground.level(a), self.ground.level(b)))
            return not any(ends) and high <= one.terrain.level > low
        if one.terrain.sight == "gully":
            below, viewer = (a, b) if ends[0] else (b, a)
            near = self.shapely.Point(a).distance(self.shapely.Point(b)) <= TABLES.sight.gully
            return ends[0] != ends[1] and not (near or self.ground.level(viewer) > self.ground.level(below))
        return not (one.terrain.sight == "building" and any(ends))

    def covered(self, a: Point, b: Point) -> bool:
        shooter, target = self.shapely.Point(a), self.shapely.Point(b)
        if any(area.intersects(target) for area in self.covers):
            return True
        shot = self.shapely.LineString((a, b))
        near, own = BASE / 2 + TOUCHES_LINE, TABLES.sight.over_own
        return any(
            wall.intersects(shot)
            and (wall.distance(target) <= near or (wall.distance(shooter) <= own and wall.distance(shooter) > near))
            for one, wall in zip(self.ground.lines, self.walls, strict=True)
            if one.terrain.cover
        )

    def in_arc(self, at: Point, places: Sequence[Point]) -> list[bool]:
        forward, right = geometry.ahead(_facing(at)), geometry.to_the_right(_facing(at))
        corners = [
            (at[0] + 3 * (forward[0] + side * right[0]), at[1] + 3 * (forward[1] + side * right[1])) for side in (-1, 1)
        ]
        found = self.shapely.intersects(self.shapely.Polygon((at, *corners)), self._points(places))
        return [bool(one) for one in found]

    def under(self, centre: Point, places: Sequence[Point]) -> list[bool]:
        reach = (TABLES.spread.area_across + BASE) / 2
        found = self.shapely.dwithin(self._points(places), self.shapely.Point(centre), reach)
        return [bool(one) for one in found]

    def _points(self, places: Sequence[Point]) -> Any:
        """Made once for places that are asked about again and again: where somebody moves they would be made anew."""
        if id(places) not in self.made:
            self.made[id(places)] = self.shapely.points(places)
        return self.made[id(places)]


def main() -> None:
    title("Geometry of the table: whole millimetres of our own beside shapely (CPU; the least of five runs)")
    shapely: Any = None
    try:
        shapely = importlib.import_module(LIBRARY)
    except ImportError:
        line("shapely is not on the path", "", "python -m pip install --target FOLDER shapely; PYTHONPATH=FOLDER")
    else:
        line("shapely", shapely.__version__)
    tables = [_ground(f"bench {number}") for number in range(TABLE_COUNT)]
    asked = [_lines(f"bench {number}") for number in range(TABLE_COUNT)]
    own = list(map(Own, tables))
    other = [Library(ground, shapely) for ground in tables] if shapely is not None else []
    for verb, what in (("blocked", "a line of sight"), ("covered", "cover along a line")):
        _compare(what, *(_answers(which, verb, asked) for which in (own, other)))
    bursts = [_bursts()] * TABLE_COUNT
    for verb, what in (("in_arc", "who of 40 figures is in an arc"), ("under", "who of 40 figures is under an area")):
        _compare(what, *(_answers(which, verb, bursts) for which in (own, other)))


def _ground(seed: str) -> Ground:
    laid = generator.table(WIDTH, HEIGHT, generator.seeded(seed))
    wall = Piece(id="wall", kind="wall", points=WALL)
    return Ground((*laid.ground, wall), woods_block="depth")


def _lines(seed: str) -> list[tuple[Point, Point]]:
    """Ends of lines, anywhere on the table."""
    rolls = Keyed(seed.encode()).roll(4 * LINES, WIDTH, ("lines",)).faces
    return [
        (Point(a, b % HEIGHT), Point(c, d % HEIGHT))
        for a, b, c, d in zip(*(iter(rolls),) * 4, strict=True)
        if (a, b % HEIGHT) != (c, d % HEIGHT)
    ]


def _bursts() -> list[tuple[Point, list[Point]]]:
    """Where shells burst among two bands of twenty."""
    rolls = Keyed(b"bench bursts").roll(2 * BURSTS, 300, ("bursts",)).faces
    places = [
        *formations.slots(20, BASE, Point(900, 600), 30, 4),
        *formations.slots(20, BASE, Point(1020, 640), 300, 4),
    ]
    return [(Point(810 + x, 450 + y), places) for x, y in zip(*(iter(rolls),) * 2, strict=True)]


def _facing(at: Point) -> int:
    """Any facing, the same each time."""
    return (at[0] + at[1]) % 360


def _answers(of: Sequence[Any], verb: str, asked: Sequence[Sequence[Any]]) -> tuple[list[Any], float]:
    """Every answer, and the CPU seconds of one."""
    verbs: list[Callable[..., Any]] = [getattr(one, verb) for one in of]
    best, found = 0.0, []
    for _run in range(RUNS):
        begun = time.process_time()
        found = [ask(*given) for ask, questions in zip(verbs, asked, strict=False) for given in questions]
        spent = (time.process_time() - begun) / max(1, len(found))
        best = min(best or spent, spent)
    return found, best


def _compare(what: str, own: tuple[list[Any], float], other: tuple[list[Any], float]) -> None:
    (mine, spent), (theirs, took) = own, other
    if not theirs:
        line(what, f"{1e6 * spent:.2f} µs")
        return
    unlike = sum(one != two for one, two in zip(mine, theirs, strict=True))
    line(
        what,
        f"{1e6 * spent:.2f} µs",
        f"shapely {1e6 * took:.2f} µs, {took / spent:.1f} times; {unlike} of {len(mine)} answers differ",
    )
