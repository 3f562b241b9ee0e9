"""How the program brings those who live by cold steel to grips: the shortest way round what hinders them, and all together (for ``bot``).

Fire kills by the turn, so the way that takes the fewest turns costs least. It is sought from square to square, over the ground as it lies.
"""

import heapq
from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct

from rulesets.askari import formations, geometry
from rulesets.askari.field import Field
from rulesets.askari.geometry import Point
from rulesets.askari.ground import Ground, Piece
from rulesets.askari.state import Unit
from rulesets.askari.strength import is_shooter
from rulesets.askari.tables import TABLES
from rulesets.vocabulary import Seat

SQUARE = 100
"""Millimetres of a square's side."""
ASLANT = 141
"""Millimetres from the middle of a square to that of the next but one corner."""
FAR_OFF = 1_000_000
LEAST = 20
"""Millimetres by which a move has to bring a unit nearer."""
CLOSE = 150
"""Millimetres at which a charge is likely: whoever is so near has arrived."""
NEAR = 350
"""Millimetres from which there is no more waiting for those behind."""
DIRECTIONS = 16
STEPS = tuple(
    (dx, dy, SQUARE if not dx or not dy else ASLANT) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)
)


class Lie(Struct, frozen=True, cache_hash=True):
    """The ground, as far as walking depends on it."""

    pieces: tuple[Piece, ...]
    width: int
    height: int

    @property
    def across(self) -> int:
        return -(-self.width // SQUARE)

    @property
    def along(self) -> int:
        return -(-self.height // SQUARE)

    def square(self, point: Point) -> int:
        x = min(max(0, point[0] // SQUARE), self.across - 1)
        return min(max(0, point[1] // SQUARE), self.along - 1) * self.across + x


@lru_cache(maxsize=64)
def middles(lie: Lie) -> tuple[Point, ...]:
    """The middle of every square, row by row."""
    half = SQUARE // 2
    return tuple(
        Point(min(half + SQUARE * x, lie.width - 1), min(half + SQUARE * y, lie.height - 1))
        for y in range(lie.along)
        for x in range(lie.across)
    )


@lru_cache(maxsize=64)
def _walking(lie: Lie) -> tuple[int, ...]:
    """Of every square, whether one walks there as in the open (0), in rough ground (1) or not at all (2)."""
    ground = Ground(lie.pieces, woods_block="none")
    return tuple(
        max((("flat", "rough", "none").index(one.terrain.movement) for one in ground.areas_at(point)), default=0)
        for point in middles(lie)
    )


@lru_cache(maxsize=256)
def ways(lie: Lie, goals: tuple[Point, ...], flat: int, rough: int) -> tuple[int, ...]:
    """How far it is from every square to the nearest goal, in millimetres of open ground.

    ``flat``, ``rough``: how far an average roll goes in the open and in rough ground (0: not at all). ``FAR_OFF`` from where there is no way.
    """
    steps = _steps(lie, flat, rough)
    found = [FAR_OFF] * len(steps)
    open_: list[tuple[int, int]] = []
    for goal in goals:
        for square in _close_to(lie, goal):
            if found[square]:
                found[square] = 0
                open_.append((0, square))
    heapq.heapify(open_)
    while open_:
        far, square = heapq.heappop(open_)
        if found[square] < far:
            continue
        for to, leg in steps[square]:
            if far + leg < found[to]:
                found[to] = far + leg
                heapq.heappush(open_, (far + leg, to))
    return tuple(found)


@lru_cache(maxsize=1024)
def _close_to(lie: Lie, goal: Point) -> tuple[int, ...]:
    """The squares from whose middle it is so near that whoever is there has arrived."""
    return tuple(square for square, at in enumerate(middles(lie)) if geometry.within(at, goal, CLOSE))


@lru_cache(maxsize=128)
def _steps(lie: Lie, flat: int, rough: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    """From every square: to which one walks, and what that costs in millimetres of open ground."""
    kinds, across, along = _walking(lie), lie.across, lie.along
    found = []
    for square in range(across * along):
        x, y = square % across, square // across
        beside = [
            (square + dy * across + dx, leg) for dx, dy, leg in STEPS if 0 <= x + dx < across and 0 <= y + dy < along
        ]
        walks = [(to, leg, (flat, rough, 0)[kinds[to]]) for to, leg in beside]
        found.append(tuple((to, leg * flat // walk) for to, leg, walk in walks if walk))
    return tuple(found)


@lru_cache(maxsize=256)
def _round(length: int) -> tuple[tuple[int, int, int], ...]:
    """In every direction that is tried: the facing, and what a move of so many millimetres adds to a place."""
    origin = Point(0, 0)
    return tuple(
        (turn, *geometry.moved(origin, geometry.ahead(turn), length)) for turn in range(0, 360, 360 // DIRECTIONS)
    )


def paces(field: Field, unit: Unit) -> tuple[int, int]:
    """How far a unit goes on an average roll in the open and in rough ground, in millimetres; 0: not at all."""
    return _paces(field.mounted_mode(unit))


@lru_cache
def _paces(mode: str) -> tuple[int, int]:
    row = TABLES.movement[mode]
    flat, rough = ((5 * (7 * dice[0] + 2 * dice[1]) if dice else 0) for dice in (row.flat, row.rough))
    return flat, rough


class Approach:
    """The ways of one side to the enemy, as he stands now."""

    def __init__(self, field: Field, seat: Seat) -> None:
        self.field, self.seat = field, seat
        state = field.state
        self.lie = Lie(tuple(state.ground), state.width, state.height)
        self.across, self.along = self.lie.across, self.lie.along
        foes = [enemy for enemy in field.enemies(seat) if enemy.standing and not enemy.joined]
        first = [enemy for enemy in foes if enemy.is_combat or enemy.kind == "baggage"]
        points = middles(self.lie)
        self.goals = tuple(sorted({points[self.lie.square(formations.middle_of(enemy))] for enemy in first or foes}))
        self._ways: dict[tuple[int, int], tuple[int, ...]] = {}
        self._way_of: dict[str, tuple[int, ...]] = {}
        self._left: dict[str, int] = {}
        self._places: dict[tuple[str, int], Sequence[Point]] = {}

    def far(self, unit: Unit, point: Point) -> int:
        """How far a unit has to go from a place; between the middles of squares in proportion."""
        found = self._way_of.get(unit.id)
        if found is None:
            key = paces(self.field, unit)
            if key not in self._ways:
                self._ways[key] = ways(self.lie, self.goals, *key)
            found = self._way_of[unit.id] = self._ways[key]
        across, along = self.across, self.along
        column, right = divmod(min(max(0, point[0] - SQUARE // 2), SQUARE * (across - 1)), SQUARE)
        row, up = divmod(min(max(0, point[1] - SQUARE // 2), SQUARE * (along - 1)), SQUARE)
        square = row * across + column
        total = (SQUARE - right) * (SQUARE - up) * found[square]
        if right:
            total += right * (SQUARE - up) * found[square + 1]
        if up:
            total += (SQUARE - right) * up * found[square + across]
        if right and up:
            total += right * up * found[square + across + 1]
        return total // (SQUARE * SQUARE)

    def left(self, unit: Unit) -> int:
        """How far a unit has to go from where it stands."""
        if unit.id not in self._left:
            self._left[unit.id] = self.far(unit, formations.anchor_of(unit))
        return self._left[unit.id]

    def has_arrived(self, unit: Unit) -> bool:
        """Whether it is so near that it goes straight on."""
        return self.left(unit) < LEAST

    def places(self, unit: Unit, length: int) -> Sequence[Point]:
        """Where a unit had best go with so many millimetres, the best first; none where no move brings it nearer."""
        key = unit.id, length
        if key not in self._places:
            self._places[key] = self._find_places(unit, length)
        return self._places[key]

    def _find_places(self, unit: Unit, length: int) -> Sequence[Point]:
        at, here, width, height = formations.anchor_of(unit), self.left(unit), self.lie.width, self.lie.height
        found = []
        for far in (length, length // 2):
            for turn, dx, dy in _round(far):
                point = Point(at[0] + dx, at[1] + dy)
                if 0 < point[0] < width and 0 < point[1] < height:
                    left = self.far(unit, point)
                    if left + LEAST <= here:
                        found.append((left, turn, point))
        return [point for _left, _turn, point in sorted(found)]

    def has_begun(self) -> bool:
        """Whether a third of those who come to grips are there, or so near that they wait for nobody."""
        mine = [
            unit
            for unit in self.field.state.on_table(self.seat)
            if unit.kind == "unit" and unit.standing and not is_shooter(unit)
        ]
        foes = [enemy for enemy in self.field.enemies(self.seat) if enemy.is_combat]
        near = [unit for unit in mine if any(self.field.near(unit, enemy, NEAR) for enemy in foes)]
        return 3 * sum(unit.count for unit in near) >= sum(unit.count for unit in mine)
