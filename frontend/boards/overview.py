"""All of a table as a small picture, and on it the part that the board beside it shows closer."""

from collections.abc import Mapping

from frontend.boards import scene as neutral
from frontend.boards.look import Box, Frame, Look, radius_of, side_class
from frontend.boards.svg import Svg, circle, classes, element, group, rect
from rulesets.contract import Scene, Token

LEAST = 14
"""The least radius of a figure on a table as wide as ``WIDE``, so that it is seen at all."""
WIDE = 1800


def draw(scene: Scene, sides: Mapping[str, int], box: Box, chosen: str = "") -> Svg:
    """Ground, a dot for whatever stands there, and a frame round ``box`` (in millimetres of the drawing)."""
    frame = Frame(scene)
    look = Look(title="", description="", sides=sides, chosen=chosen)
    return element(
        "svg",
        rect(0, 0, scene.width, scene.height, "table"),
        *(neutral.outline(neutral.moved(shape, frame.spot)) for shape in scene.shapes),
        *(_dot(frame, token, look) for token in scene.tokens),
        rect(*box, class_="seen-part"),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {scene.width} {scene.height}",
        aria_hidden="true",
        class_=classes("board", "overview"),
    )


def _dot(frame: Frame, token: Token, look: Look) -> Svg:
    x, y = frame.spot(token.at)
    radius = max(radius_of(token), LEAST * frame.scene.width // WIDE)
    here = (token.of or token.id) == look.chosen
    dot = circle(x, y, 2 * radius if here else radius, "dot")
    return group(dot, class_=classes(side_class(look, token.seat), "chosen" if here else ""))
