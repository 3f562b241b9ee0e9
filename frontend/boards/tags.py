"""The signs of units beside them, where they cover no other sign and as few figures as may be.

On a board that is full of single figures each squad has one sign while all of the table is seen; the figures' own come out where it is
enlarged, and of the one that is chosen and those that can be chosen as a target.
"""

from collections.abc import Iterator, Mapping, Sequence

from frontend.boards.look import GLYPHS, SMALL, Box, Frame, Look, radius_of, side_class
from frontend.boards.markers import SIGNS, radius_on
from frontend.boards.svg import Svg, classes, words
from rulesets.contract import Scene, Token

TAG_WIDTH, TAG_HEIGHT = 120, 62
MOST_NAMED = 8
"""Of more targets than this the signs are as small as on a board that is enlarged."""
APART = 450
"""A squad that is spread wider than this has its sign beside one of its figures."""


def drawn(frame: Frame, units: Mapping[str, Sequence[Token]], look: Look) -> Iterator[Svg]:
    """All signs: of the squads where there are any, then of the units."""
    bodies = {key: around(frame, tokens) for key, tokens in units.items()}
    near = nearness(frame.scene, look)
    placed: list[Box] = []
    far = bool(look.parties) and near == 1
    if far:
        for text, keys in look.parties.items():
            here = [key for key in keys if key in bodies]
            if here:
                body = _body([bodies[key] for key in here])
                side = side_class(look, units[here[0]][0].seat)
                yield _tag(
                    text, _free(bodies, here, body, placed, _size(text, near), frame.scene), f"{side} party", placed
                )
    aimed = {target.unit for target in look.targets if target.unit}
    many = len(aimed) > MOST_NAMED
    named = {look.chosen, *aimed} if far else set()
    ordered = sorted(units, key=lambda key: key not in named)  # the room goes first to those that are always shown
    for key in ordered:
        if not (sign := look.signs.get(key)):
            continue
        marks = "".join(GLYPHS.get(mark, "•") for mark in units[key][0].marks if mark not in SIGNS)
        shown = f"{sign} {marks}".strip()
        own = "named" if key in named else "own" if far else ""
        small = own == "own" or (own == "named" and many and key != look.chosen)
        size = _size(shown, 2 if small else near)
        box = _free(bodies, [key], bodies[key], [] if own == "own" else placed, size, frame.scene)
        style = classes(
            side_class(look, units[key][0].seat),
            own,
            "many" if small and own == "named" else "",
            "chosen" if key == look.chosen else "",
        )
        yield _tag(shown, box, style, placed if own != "own" else [])


def nearness(scene: Scene, look: Look) -> int:
    """How much larger than a whole wide table the board is seen."""
    return look.zoom * (2 if scene.width <= SMALL else 1)


def _size(text: str, near: int) -> tuple[int, int]:
    return max(TAG_WIDTH, 44 * len(text)) // near, TAG_HEIGHT // near


def _tag(text: str, box: Box, style: str, placed: list[Box]) -> Svg:
    placed.append(box)
    middle, line = box[0] + box[2] // 2, box[1] + box[3] * 8 // 10
    return words(middle, line, text, f"tag {style}", text_anchor="middle", aria_hidden="true")


def _body(boxes: Sequence[Box]) -> Box:
    """Round a whole squad; where it is spread too wide, round the one of them that is nearest to its middle."""
    left, top = min(one[0] for one in boxes), min(one[1] for one in boxes)
    right, low = max(one[0] + one[2] for one in boxes), max(one[1] + one[3] for one in boxes)
    if max(right - left, low - top) <= APART:
        return left, top, right - left, low - top
    x = sum(2 * one[0] + one[2] for one in boxes) // len(boxes)
    y = sum(2 * one[1] + one[3] for one in boxes) // len(boxes)
    return min(boxes, key=lambda one: abs(2 * one[0] + one[2] - x) + abs(2 * one[1] + one[3] - y))


def _with_markers(frame: Frame, tokens: Sequence[Token]) -> Box:
    left, top, across, down = around(frame, tokens)
    more = 2 * radius_on(frame.scene) if any(mark in SIGNS for mark in tokens[0].marks) else 0
    return left, top - more, across, down + more


def around(frame: Frame, tokens: Sequence[Token]) -> Box:
    """The box round a unit, in millimetres of the drawing."""
    spots = [frame.spot(token.at) for token in tokens]
    half = radius_of(tokens[0])
    left, top = min(x for x, _y in spots) - half, min(y for _x, y in spots) - half
    return left, top, max(x for x, _y in spots) + half - left, max(y for _x, y in spots) + half - top


def _free(
    bodies: Mapping[str, Box], own: Sequence[str], body: Box, placed: Sequence[Box], size: tuple[int, int], scene: Scene
) -> Box:
    """The best place for a sign round a body: below, above, to the right, to the left, and further out. ``own``: whom it may cover."""
    (left, top, across, down), (width, height) = body, size
    middle, centre = left + across // 2 - width // 2, top + down // 2 - height // 2
    places: list[Box] = []
    for out in (4, 4 + height, 4 + 2 * height):
        places += [
            (middle, top + down + out, width, height),
            (middle, top - out - height, width, height),
            (left + across + out, centre, width, height),
            (left - out - width, centre, width, height),
        ]

    def cost(box: Box) -> tuple[int, int]:
        off = box[0] < 0 or box[1] < 0 or box[0] + box[2] > scene.width or box[1] + box[3] > scene.height
        signs = sum(overlap(box, other) for other in placed)
        figures = sum(overlap(box, body) for name, body in bodies.items() if name not in own)
        return signs * 4 + figures + (10**6 if off else 0), places.index(box)

    return min(places, key=cost)


def overlap(one: Box, other: Box) -> int:
    """How much two boxes have in common, in square millimetres."""
    across = min(one[0] + one[2], other[0] + other[2]) - max(one[0], other[0])
    down = min(one[1] + one[3], other[1] + other[3]) - max(one[1], other[1])
    return max(0, across) * max(0, down)
