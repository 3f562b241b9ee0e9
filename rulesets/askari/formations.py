"""Formations: where the figures of a unit stand, and who takes which place (Askari H9-H12)."""

from collections.abc import Sequence
from functools import lru_cache
from operator import attrgetter

from rulesets.askari import geometry
from rulesets.askari.geometry import Point
from rulesets.askari.state import Figure, Unit

CLOSE, LOOSE = 5, 30
"""Between two bases, in millimetres."""
MOST_RANKS = 4
SPECIALS = ("officer", "standard", "brigade_standard", "musician")
_id_of = attrgetter("id")


def slots(figures: int, base: int, anchor: Point, facing: int, ranks: int, *, loose: bool = False) -> list[Point]:
    """Places of so many figures, front rank first, left to right. ``anchor``: the middle of the front rank."""
    x, y = anchor
    return [Point(x + dx, y + dy) for dx, dy in _offsets(figures, base, facing, ranks, loose)]


@lru_cache(maxsize=4096)
def _offsets(figures: int, base: int, facing: int, ranks: int, loose: bool) -> tuple[Point, ...]:
    """The places as seen from the anchor: asked for again and again, and always the same."""
    files = -(-figures // ranks)
    pitch = base + (LOOSE if loose else CLOSE)
    forward, right = geometry.ahead(facing), geometry.to_the_right(facing)
    found: list[Point] = []
    rank = 0
    while len(found) < figures:
        here = min(files, figures - len(found))
        for file in range(here):
            across = pitch * (2 * file - (here - 1))
            x = right[0] * across - forward[0] * rank * pitch * 2
            y = right[1] * across - forward[1] * rank * pitch * 2
            found.append(Point(_whole(x), _whole(y)))
        rank += 1
    return tuple(found)


def _whole(value: int) -> int:
    """To the nearest whole millimetre; a half goes away from the table's corner on both sides alike."""
    return (value + geometry.TURN) // (2 * geometry.TURN)


def files_of(figures: int, ranks: int) -> int:
    return -(-figures // ranks)


def is_column(unit: Unit) -> bool:
    """At most two files (H9)."""
    return files_of(len(unit.figures), unit.ranks) <= 2


def fewest_ranks(unit: Unit, native_min_ranks: int) -> int:
    """Natives of four figures or more form at least two ranks (X26)."""
    return native_min_ranks if unit.moves == "native" and len(unit.figures) >= 4 else 1


def anchor_of(unit: Unit) -> Point:
    """Where the middle of its front is now: of its figures' middle, taken to the front."""
    figures = unit.standing or unit.figures
    number = len(figures)
    left, low = _added_up(number, unit.base, unit.facing, unit.ranks, unit.loose)
    dx, dy = -left, -low
    for figure in figures:
        x, y = figure.at
        dx += x
        dy += y
    return Point(dx // number, dy // number)


@lru_cache(maxsize=4096)
def _added_up(figures: int, base: int, facing: int, ranks: int, loose: bool) -> tuple[int, int]:
    """All the places as seen from the anchor, added up."""
    across, along = zip(*_offsets(figures, base, facing, ranks, loose), strict=True)
    return sum(across), sum(along)


def middle_of(unit: Unit) -> Point:
    """The middle of its figures."""
    figures = unit.standing
    return Point(sum(one.at.x for one in figures) // len(figures), sum(one.at.y for one in figures) // len(figures))


def taken(figures: Sequence[Figure], places: Sequence[Point], files: int) -> dict[str, Point]:
    """Which figure takes which place: the special figures theirs (H10), then the nearest each, front rank first (H11)."""
    return {key: places[place] for key, place, _square in _takers(figures, places, files)}


def straight(
    figures: Sequence[Figure], base: int, anchor: Point, facing: int, ranks: int, most: int, *, loose: bool = False
) -> tuple[dict[str, Point], int]:
    """Who goes straight to which place of a formation, as ``taken`` has it; or the length of the first way longer than ``most``, else 0."""
    x, y = anchor
    places = [(x + dx, y + dy) for dx, dy in _offsets(len(figures), base, facing, ranks, loose)]
    takers = _takers(figures, places, files_of(len(figures), ranks))
    limit = most * most
    if any(square > limit for _key, _place, square in takers):
        squares = {key: square for key, _place, square in takers}
        return {}, geometry.root_up(next(squares[one.id] for one in figures if squares[one.id] > limit))
    return {key: Point(*places[place]) for key, place, _square in takers}, 0


def _takers(figures: Sequence[Figure], places: Sequence[tuple[int, int]], files: int) -> list[tuple[str, int, int]]:
    """Of every figure: its id, the number of its place, and the square of the distance there."""
    left = sorted(figures, key=_id_of)
    special, rest, free = _kept(tuple([figure.role for figure in left]), len(places), files)
    found = []
    for number, place in special:
        (a, b), (x, y) = left[number].at, places[place]
        found.append((left[number].id, place, (a - x) * (a - x) + (b - y) * (b - y)))
    keys = [left[number].id for number in rest]
    waiting = [(a, b) for a, b in [left[number].at for number in rest]]
    for place in free:
        x, y = places[place]
        squares = [(dx := a - x) * dx + (dy := b - y) * dy for a, b in waiting]
        square = min(squares)
        nearest = squares.index(square)  # ties: the first in id order
        del waiting[nearest]
        found.append((keys.pop(nearest), place, square))
    return found


@lru_cache(maxsize=4096)
def _kept(
    roles: tuple[str, ...], places: int, files: int
) -> tuple[tuple[tuple[int, int], ...], tuple[int, ...], tuple[int, ...]]:
    """Which of so many figures take which place for what they are, and the figures and the places that are left."""
    free, rest = list(range(places)), list(range(len(roles)))
    middle = (min(files, places) - 1) // 2
    wanted = {"officer": middle, "standard": middle + 1, "brigade_standard": middle + 1, "musician": middle - 1}
    found = []
    for role in SPECIALS:
        for number in [one for one in rest if roles[one] == role]:
            place = min(free, key=lambda slot: (abs(slot - wanted[role]), slot))
            free.remove(place)
            rest.remove(number)
            found.append((number, place))
    return tuple(found), tuple(rest), tuple(free)


def holds_together(points: Sequence[Point], base: int, gap: int) -> bool:
    """Whether a chain of gaps no wider than that links all bases (R32)."""
    if len(points) < 2:
        return True
    most = (2 * base + 2 * gap) ** 2  # as geometry.gap_at_most has it
    reached, left = [points[0]], list(points[1:])
    while reached and left:
        (x, y), waiting = reached.pop(), left
        left = []
        for point in waiting:
            a, b = point
            linked = 4 * ((x - a) * (x - a) + (y - b) * (y - b)) <= most
            (reached if linked else left).append(point)
    return not left
