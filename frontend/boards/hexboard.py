"""What is different on a board of hexes: its ground in few strokes, figures that share a hex on different levels, places with their cost.

A hex has a point up, as ``boards.scene`` draws it. Lengths are whole millimetres of the drawing.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import cos, radians, sin

from msgspec import structs

from frontend.boards.svg import Svg, circle, classes, element, group, path, words
from rulesets.contract import Scene, Shape, Token

type Spot = tuple[int, int]

ALONE = 72
"""Radius of a counter that has its hex to itself, in hundredths of the hex's side; its inscribed circle has 86."""
SHARED = 46
"""The same where another stands above or below it: two of them fit one over the other."""
TURNS = tuple(radians(60 * step - 90) for step in range(6))


def side_of(scene: Scene) -> int:
    """The side of this board's hexes; 0 on a board without."""
    return max((shape.size for shape in scene.shapes if shape.kind == "hex"), default=0)


# --- Ground -----------------------------------------------------------------------------------------------


def merged(shapes: Iterable[Shape]) -> Iterator[tuple[Shape, Svg | None]]:
    """Shapes in their order, and where many are alike and follow one another the outline of all of them in one stroke.

    A map of 1,200 hexes becomes a dozen strokes. Only hexes among hexes and lines among lines change places.
    """
    block: dict[tuple[str, str, str, int], list[Shape]] = {}
    kind = ""
    for shape in shapes:
        if shape.kind != kind:
            yield from _strokes(block)
            block, kind = {}, shape.kind
        if shape.kind in ("hex", "line"):
            block.setdefault((shape.kind, shape.style, shape.title, shape.size), []).append(shape)
        else:
            yield shape, None
    yield from _strokes(block)


def _strokes(block: dict[tuple[str, str, str, int], list[Shape]]) -> Iterator[tuple[Shape, Svg | None]]:
    for (kind, style, _title, size), shapes in block.items():
        if kind == "hex":
            around = _around(size)
            d = "".join(f"M{shape.points[0][0]} {shape.points[0][1] - size}{around}" for shape in shapes)
            yield shapes[0], path(d, classes("shape", style))
        else:
            d = "".join("M" + "L".join(f"{x} {y}" for x, y in shape.points) for shape in shapes)
            yield shapes[0], path(d, f"{classes('shape', style)} open")


def _around(size: int) -> str:
    """Once round a hex, from its upper point."""
    corners = [(round(size * cos(turn)), round(size * sin(turn))) for turn in TURNS]
    steps = (f"{b[0] - a[0]} {b[1] - a[1]}" for a, b in pairwise(corners))
    return "l" + "l".join(steps) + "z"


# --- Figures ----------------------------------------------------------------------------------------------


class Middles:
    """The middles of the hexes, found again from a point near one of them."""

    def __init__(self, scene: Scene, side: int):
        self.side = side
        self.cells: dict[Spot, list[Spot]] = {}
        for shape in scene.shapes:
            if shape.kind == "hex" and shape.size == side:
                self.cells.setdefault(self._cell(shape.points[0]), []).append(shape.points[0])

    def _cell(self, at: Spot) -> Spot:
        return at[0] // (2 * self.side), at[1] // (2 * self.side)

    def near(self, at: Spot) -> Spot:
        """The middle of the hex in which a point lies; the point itself where there is no hex."""
        column, row = self._cell(at)
        around = [spot for x in (-1, 0, 1) for y in (-1, 0, 1) for spot in self.cells.get((column + x, row + y), ())]
        found = min(around, key=lambda spot: (spot[0] - at[0]) ** 2 + (spot[1] - at[1]) ** 2, default=at)
        return found if abs(found[0] - at[0]) <= self.side and abs(found[1] - at[1]) <= self.side else at


def settled(scene: Scene, side: int) -> Sequence[Token]:
    """Tokens as they are drawn: in the middle of their hex; where several share it, the higher above the lower, each smaller.

    From the lowest to the highest, so that whoever is on top is tapped first.
    """
    middles = Middles(scene, side)
    hexes: dict[Spot, list[Token]] = {}
    for token in scene.tokens:
        hexes.setdefault(middles.near(token.at), []).append(token)
    found: list[Token] = []
    for (x, y), there in hexes.items():
        ordered = sorted(there, key=lambda token: token.level)
        radius = side * (ALONE if len(there) == 1 else SHARED) // 100
        step = 2 * radius * 92 // 100 if len(there) <= 2 else side * 2 // len(there)
        for place, token in enumerate(ordered):
            up = place * step - (len(ordered) - 1) * step // 2
            found.append(structs.replace(token, at=(x, y - up), size=2 * radius))
    kept = {token.id: token for token in found}
    return sorted((kept[token.id] for token in scene.tokens), key=lambda token: token.level)


def level_sign(token: Token, half: int) -> Iterator[Svg]:
    """Over whoever stands above the ground a gable, under whoever is below it a floor; drawn round the origin, never turned."""
    if token.level > 0:
        yield path(f"M{-half} {-half * 7 // 10}L0 {-half * 14 // 10}L{half} {-half * 7 // 10}", "level up")
    elif token.level < 0:
        yield path(f"M{-half} {half * 11 // 10}H{half}", "level down")


# --- Places -----------------------------------------------------------------------------------------------


def place(
    at: Spot, text: str, side: int, *, among: int = 1, turn: int | None = None, lift: int = 0
) -> tuple[Spot, list[Svg]]:
    """A place that can be chosen, and the middle of what is drawn: the whole hex where it is the only one there, else a disc in it.

    ``among``: how many places share the hex; ``turn``: the way one faces there, in degrees of the drawing; ``lift``: how many of them
    lie below this one.
    """
    x, y = at
    if among == 1:
        body = [path(f"M{x} {y - side}{_around(side)}", "aim hex")]
        return at, [*body, words(x, y + side // 4, text, "aim-number", text_anchor="middle")]
    if turn is not None:
        out = side * 56 // 100
        x, y = x + round(out * sin(radians(turn))), y - round(out * cos(radians(turn)))
    else:
        y += side * 45 // 100 - lift * side * 90 // 100 // max(1, among - 1)
    radius = side * (28 if turn is not None else 40) // 100
    return (x, y), [
        circle(x, y, radius, "aim"),
        words(x, y + radius * 4 // 10, text, "aim-number few", text_anchor="middle"),
    ]


def shot(points: Sequence[Spot], text: str, title: str, tone: str) -> Svg:
    """A line of fire with what it adds to the throw, written on a plate near its end."""
    (x, y), (a, b) = points[0], points[-1]
    middle = (x + (a - x) * 3 // 5, y + (b - y) * 3 // 5)
    line = path("M" + "L".join(f"{p} {q}" for p, q in points), "fire-line")
    plate = words(middle[0], middle[1] + 12, text, "fire-text", text_anchor="middle") if text else Svg("")
    return group(element("title", title), line, plate, class_=classes("fire", tone))
