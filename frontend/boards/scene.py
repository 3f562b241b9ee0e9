"""Any ruleset's neutral drawing as SVG: it knows shapes, counters and words, and no ruleset."""

from collections.abc import Callable
from math import cos, radians, sin

from msgspec import structs

from frontend.boards.svg import (
    Svg,
    circle,
    classes,
    element,
    group,
    joined,
    line,
    path,
    picture,
    rect,
    shortened,
    words,
)
from rulesets.contract import Label, Scene, Shape, Token

TOKEN = 40
"""Radius of a counter, in millimetres of the table."""
LONGEST_TOKEN = 12


def draw(scene: Scene, uid: str = "scene") -> Svg:
    """Draw the scene. What can be clicked carries ``data-click`` with its key in ``scene.clicks``."""
    parts = [_shape(shape) for shape in scene.shapes]
    parts += [_token(token, token.id in scene.clicks) for token in scene.tokens]
    parts += [_label(label) for label in scene.labels]
    return picture(
        uid,
        box=(0, 0, scene.width, scene.height),
        title=scene.title,
        description=scene.description,
        class_="board",
        body=joined(parts),
    )


def named_place(scene: Scene, name: str) -> tuple[str, str]:
    """The named place that a value stands for, and what it says besides (``H07``, ``crown``); two empty words where it is none."""
    if name in scene.spots:
        return name, ""
    place, _mark, more = name.replace(":", "/", 1).partition("/")
    return (place, more) if place in scene.spots else ("", "")


def _shape(shape: Shape) -> Svg:
    drawn = outline(shape)
    return group(element("title", shape.title), drawn) if shape.title else drawn


def moved(shape: Shape, spot: Callable[[tuple[int, int]], tuple[int, int]]) -> Shape:
    """A shape whose points lie where ``spot`` puts them."""
    return structs.replace(shape, points=tuple(map(spot, shape.points)))


def outline(shape: Shape) -> Svg:
    """The lines of a shape, without its words."""
    style = classes("shape", shape.style)
    (x, y), (last_x, last_y) = shape.points[0], shape.points[-1]
    match shape.kind:
        case "rect":
            return rect(min(x, last_x), min(y, last_y), abs(last_x - x), abs(last_y - y), style)
        case "circle":
            return circle(x, y, shape.size, style)
        case "line":
            return path(_run(shape.points), f"{style} open")
        case "hex":
            return path(f"{_run(_corners(x, y, shape.size))}Z", style)
        case "polygon":
            return path(f"{_run(shape.points)}Z", style)


def _run(points: tuple[tuple[int, int], ...]) -> str:
    return "M" + "L".join(f"{x} {y}" for x, y in points)


def _corners(x: int, y: int, size: int) -> tuple[tuple[int, int], ...]:
    """A hexagon with a point at the top; ``size`` is from the middle to a corner."""
    turns = [radians(60 * step - 90) for step in range(6)]
    return tuple((x + round(size * cos(turn)), y + round(size * sin(turn))) for turn in turns)


def _token(token: Token, clickable: bool) -> Svg:
    """A counter with its words, a line for where it faces (0 is up, clockwise), and its marks above it."""
    x, y = token.at
    turn = radians(token.facing - 90)
    front = line(x, y, x + round(TOKEN * 1.5 * cos(turn)), y + round(TOKEN * 1.5 * sin(turn)), "facing")
    marks = [
        words(x, y - TOKEN - 12 - 28 * number, mark, "mark", text_anchor="middle")
        for number, mark in enumerate(token.marks)
    ]
    return group(
        element("title", ", ".join((token.label, *token.marks))),
        front,
        circle(x, y, TOKEN, "counter"),
        words(x, y + 10, shortened(token.label, LONGEST_TOKEN), "token-label", text_anchor="middle"),
        *marks,
        class_=classes("token", token.style, "clickable" if clickable else ""),
        data_click=token.id if clickable else None,
    )


def _label(label: Label) -> Svg:
    x, y = label.at
    return words(x, y, label.text, classes("label", label.style), text_anchor="middle")
