"""Terrain as a map draws it: contours, trees, stones, roofs. Shapes vary with a number, always in the same way."""

from math import cos, pi, sin

from frontend.boards.svg import Svg, circle, group, joined, line, path, rect
from frontend.boards.tableplan import Box, Kind

_WAVE = (100, 93, 99, 90, 96, 92, 100, 91, 97, 89, 98, 94)
"""Radius of the outline at each twelfth of the turn, in hundredths."""


def symbol(kind: Kind, box: Box, number: int) -> Svg:
    """The symbol of a piece, within its box."""
    draw = {"gentle_hill": _gentle_hill, "steep_hill": _steep_hill, "wood": _wood, "rough": _rough}[kind]
    return draw(box, number)


def village(box: Box) -> Svg:
    """Roofs round a square."""
    spots = ((8, 30), (36, 8), (66, 26), (14, 66), (42, 58), (70, 66))
    return group(rect(*box, "ground"), *(_house(box, across, down) for across, down in spots), class_="village")


def camp(box: Box) -> Svg:
    """A rampart with a gate, and tents."""
    x, y, width, height = box
    gate = width // 6
    middle = x + width // 2
    rampart = f"M{middle - gate // 2} {y + height}H{x}V{y}H{x + width}V{y + height}H{middle + gate // 2}"  # open where the gate is
    tents = [_tent(x + width * across // 100, y + height * 62 // 100, width // 9) for across in (22, 42, 62, 82)]
    return group(rect(*box, "ground"), path(rampart, "rampart"), *tents, class_="camp")


def outline(box: Box, number: int, percent: int = 100) -> str:
    """A closed, rounded, irregular curve inside the box, shrunk to ``percent`` about its middle."""
    centre_x, centre_y = box.x + box.width // 2, box.y + box.height // 2
    points = []
    for step, _radius in enumerate(_WAVE):
        share = _WAVE[(step + number) % len(_WAVE)] * percent
        angle = step * 2 * pi / len(_WAVE)
        across = round(cos(angle) * box.width * share / 20_000)
        down = round(sin(angle) * box.height * share / 20_000)
        points.append((centre_x + across, centre_y + down))
    return _rounded(points)


def _rounded(points: list[tuple[int, int]]) -> str:
    """A smooth closed curve: each point bends the way from one middle to the next."""
    middles = [((x + u) // 2, (y + v) // 2) for (x, y), (u, v) in zip(points, points[1:] + points[:1], strict=True)]
    start = middles[-1]
    bends = (f"Q{x} {y} {u} {v}" for (x, y), (u, v) in zip(points, middles, strict=True))
    return f"M{start[0]} {start[1]}{''.join(bends)}Z"


def _gentle_hill(box: Box, number: int) -> Svg:
    curves = [path(outline(box, number, percent), "contour") for percent in (104, 60)]
    return group(*curves, class_="hill")


def _steep_hill(box: Box, number: int) -> Svg:
    curves = [path(outline(box, number, percent), "contour") for percent in (104, 78, 50)]
    centre_x, centre_y = box.x + box.width // 2, box.y + box.height // 2
    strokes = []
    for step in range(16):
        angle = step * pi / 8
        across, down = cos(angle) * box.width / 2, sin(angle) * box.height / 2
        strokes.append(
            line(
                centre_x + round(across * 0.52),
                centre_y + round(down * 0.52),
                centre_x + round(across * 0.74),
                centre_y + round(down * 0.74),
                "stroke",
            )
        )
    return group(*curves, *strokes, class_="hill steep")


def _wood(box: Box, number: int) -> Svg:
    spots = ((30, 34), (52, 26), (70, 40), (38, 58), (60, 62), (22, 52), (78, 58), (48, 44))
    size = max(3, min(box.width, box.height) // 8)
    trees = [_tree(box.x + box.width * x // 100, box.y + box.height * y // 100, size) for x, y in spots]
    return group(path(outline(box, number, 104), "edge"), *trees, class_="wood")


def _tree(x: int, y: int, size: int) -> Svg:
    return joined([line(x, y, x, y + size * 3 // 2, "trunk"), circle(x, y, size, "crown")])


def _rough(box: Box, number: int) -> Svg:
    spots = ((28, 40), (48, 28), (66, 44), (38, 64), (58, 66), (76, 60), (20, 58))
    size = max(3, min(box.width, box.height) // 9)
    stones = [
        path(f"M{x - size} {y}l{size * 2 // 3} {-size}l{size} {size // 3}l{size // 3} {size * 2 // 3}z", "stone")
        for x, y in ((box.x + box.width * across // 100, box.y + box.height * down // 100) for across, down in spots)
    ]
    return group(path(outline(box, number, 104), "edge"), *stones, class_="rough")


def _house(box: Box, across: int, down: int) -> Svg:
    width, height = box.width // 4, box.height // 5
    x, y = box.x + box.width * across // 100, box.y + box.height * down // 100
    ridge = line(x, y + height // 2, x + width, y + height // 2, "ridge")
    return joined([rect(x, y, width, height, "roof"), ridge])


def _tent(x: int, y: int, size: int) -> Svg:
    return path(f"M{x - size // 2} {y}L{x} {y - size}L{x + size // 2} {y}Z", "tent")
