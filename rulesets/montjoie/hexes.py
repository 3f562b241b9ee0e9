"""The grid of Montjoie 4.1: hexes by name, directions, distance, lines.

A hex is its name: column letters and a row of two digits (``H07``; after Z come AA, AB, ...). Hexes have a point up; rows with an even
printed number are shifted half a hex to the right. Directions are 0 E, 1 NE, 2 NW, 3 W, 4 SW, 5 SE; arithmetic modulo 6.
"""

import re
from functools import lru_cache

type Hex = str
"""A hex by its name, ``H07``."""

type Place = tuple[Hex, str]
"""Where a figure is: a hex and a layer (4.1)."""

DIRECTIONS = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
"""Axial steps (q, r), by direction."""

SIDE = 50
"""The side of a hex on a drawing, in whole millimetres: a counter fits in."""

_ROOT_3 = 1732
"""Thousandths: the width of a hex is its side times the root of three."""

_NAME = re.compile(r"([A-Z]{1,2})([0-9]{2})")
LAST_COLUMN = 26 * 27
"""How many columns have a name: A to ZZ."""
LAST_ROW = 99


def is_name(text: object) -> bool:
    """Whether this could be the name of a hex on some map."""
    return isinstance(text, str) and _NAME.fullmatch(text) is not None and text[-2:] != "00"


def letters(column: int) -> str:
    """The letters of a column, from 0: A, B, ... Z, AA, AB."""
    return chr(65 + column) if column < 26 else chr(64 + column // 26) + chr(65 + column % 26)


def at(column: int, row: int) -> Hex:
    """The name of the hex in a column and a row, both from 0."""
    return f"{letters(column)}{row + 1:02d}"


@lru_cache(maxsize=8192)
def offset(hex_: Hex) -> tuple[int, int]:
    """Column and row of a hex, both from 0. ``ValueError`` for what is no name."""
    if not is_name(hex_):
        raise ValueError(f"{hex_!r} is not a hex")
    column = 0
    for letter in hex_[:-2]:
        column = column * 26 + ord(letter) - 64
    return column - 1, int(hex_[-2:]) - 1


@lru_cache(maxsize=8192)
def axial(hex_: Hex) -> tuple[int, int]:
    """Axial coordinates (q, r)."""
    column, row = offset(hex_)
    return column - (row - (row & 1)) // 2, row


@lru_cache(maxsize=16384)
def name(q: int, r: int) -> Hex:
    """The hex at axial coordinates; empty where it lies beyond the first row or column, or has no name."""
    column = q + (r - (r & 1)) // 2
    return at(column, r) if 0 <= column < LAST_COLUMN and 0 <= r < LAST_ROW else ""


@lru_cache(maxsize=65536)
def neighbour(hex_: Hex, direction: int) -> Hex:
    """The next hex in a direction; empty beyond the first row or column. It may lie beyond the last: the ground knows."""
    q, r = axial(hex_)
    dq, dr = DIRECTIONS[direction % 6]
    return name(q + dq, r + dr)


def opposite(direction: int) -> int:
    """The direction straight back."""
    return (direction + 3) % 6


def turned(direction: int, by: int) -> int:
    """A direction so many sixths further round (against the clock)."""
    return (direction + by) % 6


@lru_cache(maxsize=65536)
def distance(a: Hex, b: Hex) -> int:
    """Steps from hex to hex."""
    (aq, ar), (bq, br) = axial(a), axial(b)
    q, r = bq - aq, br - ar
    return max(abs(q), abs(r), abs(q + r))


def direction(a: Hex, b: Hex) -> int | None:
    """The direction of a neighbour; None where they do not touch."""
    (aq, ar), (bq, br) = axial(a), axial(b)
    step = (bq - aq, br - ar)
    return DIRECTIONS.index(step) if step in DIRECTIONS else None


def sectors(a: Hex, b: Hex) -> tuple[int, ...]:
    """The sector of the line from a to b: one direction, or two where the line runs between them (4.1). Empty: the same hex."""
    (aq, ar), (bq, br) = axial(a), axial(b)
    q, r = bq - aq, br - ar
    if not (q or r):
        return ()
    s = -q - r
    products = [q * dq + r * dr + s * (-dq - dr) for dq, dr in DIRECTIONS]
    most = max(products)
    return tuple(d for d, product in enumerate(products) if product == most)


@lru_cache(maxsize=131072)
def line(a: Hex, b: Hex) -> tuple[tuple[Hex, ...], ...]:
    """The hexes between a and b, step by step (4.5, 3): two at a step where the line runs along their edge.

    A hex beyond the map's edge may be among them: the ground knows it.
    """
    (aq, ar), (bq, br) = axial(a), axial(b)
    return tuple(tuple(filter(None, [name(aq + q, ar + r) for q, r in step])) for step in _between(bq - aq, br - ar))


@lru_cache(maxsize=16384)
def _between(q: int, r: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    """The steps of a line of this length and direction, from where it begins: the same wherever that is."""
    n = max(abs(q), abs(r), abs(q + r))
    return tuple(tuple(_nearest(q * i, r * i, n)) for i in range(1, n))


def _nearest(q: int, r: int, n: int) -> list[tuple[int, int]]:
    """The hexes nearest to a point that is scaled by n: by the least sum of squares in cube coordinates."""
    least, found = -1, []
    for cq in range(q // n, q // n + 2):
        for cr in range(r // n, r // n + 2):
            dq, dr = n * cq - q, n * cr - r
            squares = dq * dq + dr * dr + (dq + dr) * (dq + dr)
            if least < 0 or squares < least:
                least, found = squares, [(cq, cr)]
            elif squares == least:
                found.append((cq, cr))
    return found


def ring(centre: Hex, n: int) -> tuple[Hex, ...]:
    """The hexes exactly n steps away, but for those that have no name."""
    if n == 0:
        return (centre,)
    q, r = axial(centre)
    q, r = q + DIRECTIONS[4][0] * n, r + DIRECTIONS[4][1] * n
    found = []
    for dq, dr in DIRECTIONS:
        for _step in range(n):
            found.append(name(q, r))
            q, r = q + dq, r + dr
    return tuple(filter(None, found))


def within(centre: Hex, n: int) -> tuple[Hex, ...]:
    """The hexes at most n steps away, nearest first."""
    return tuple(hex_ for steps in range(n + 1) for hex_ in ring(centre, steps))


@lru_cache(maxsize=8192)
def centre(hex_: Hex) -> tuple[int, int]:
    """Where its middle is drawn, in whole millimetres; y grows downwards; the map's edges are at 0."""
    column, row = offset(hex_)
    return _ROOT_3 * SIDE * (2 * column + (row & 1) + 1) // 2000, SIDE * (3 * row + 2) // 2


def corners(hex_: Hex) -> tuple[tuple[int, int], ...]:
    """Its six corners, in whole millimetres. Side d lies between corner d and corner d - 1."""
    x, y = centre(hex_)
    half, wide = SIDE // 2, _ROOT_3 * SIDE // 2000
    return (
        (x + wide, y - half),
        (x, y - SIDE),
        (x - wide, y - half),
        (x - wide, y + half),
        (x, y + SIDE),
        (x + wide, y + half),
    )


def extent(columns: int, rows: int) -> tuple[int, int]:
    """Width and height of a drawing of so many hexes, in whole millimetres."""
    return _ROOT_3 * SIDE * (2 * columns + 1) // 2000, SIDE * (3 * rows + 1) // 2
