"""Markers as small pictures: a disc with a sign on it, so that none is known by its colour alone."""

from collections.abc import Iterable, Iterator

from frontend.boards.look import SMALL
from frontend.boards.svg import Svg, circle, classes, element, group, words
from rulesets.contract import Scene

SIGNS = {
    "blue": "?",
    "red": "+",
    "yellow": "»",
    "green": "†",
    "brown": "0",
    "missile_low": "/",
    "no_missile": "×",
    "prone": "–",
    "broken": "▼",
    "prisoner": "#",
    "fired": "✱",
    "jammed": "×",
    "damaged": "×",
}
RADIUS = 13


def row(marks: Iterable[str], x: int, y: int, half: int, radius: int = RADIUS) -> Iterator[Svg]:
    """The markers of a figure in a row above it. ``half``: the radius of its base; ``radius``: their own."""
    shown = [mark for mark in marks if mark in SIGNS]
    left = x - radius * (len(shown) - 1)
    for number, mark in enumerate(shown):
        yield _marker(mark, left + 2 * radius * number, y - half - radius, radius)


def radius_on(scene: Scene) -> int:
    """On a small table, which is seen larger, they are smaller."""
    return RADIUS * 2 // 3 if scene.width <= SMALL else RADIUS


def picture(mark: str) -> Svg:
    """One marker alone, for a legend or a list."""
    drawn = _marker(mark, RADIUS + 1, RADIUS + 1, RADIUS)
    side = 2 * RADIUS + 2
    return element(
        "svg",
        drawn,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {side} {side}",
        aria_hidden="true",
        class_="board marker-picture",
    )


def _marker(mark: str, x: int, y: int, radius: int) -> Svg:
    return group(
        circle(x, y, radius, "disc"),
        words(x, y + radius * 6 // 10, SIGNS[mark], "disc-sign", text_anchor="middle", aria_hidden="true"),
        class_=classes("marker", f"marker-{mark}"),
    )
