"""The board of a battle that is played on the site: any ruleset's scene, with what the reader may tap.

Units are groups of tokens; each has a short sign (the mark of its side and a number) that the list beside the board repeats, so that
names need no room among the figures. Colours are classes; sides differ in the figures' pattern, too. The words come with the look.
"""

from collections.abc import Iterator, Mapping, Sequence
from math import cos, hypot, radians, sin

from frontend.boards import hexboard, markers, tags
from frontend.boards import scene as neutral
from frontend.boards.look import GLYPHS, SMALL, Frame, Look, Spot, Target, radius_of, side_class
from frontend.boards.svg import Svg, circle, classes, element, group, line, path, rect, words
from rulesets.contract import Label, Reach, Scene, Token

AIM, DOT = 30, 9
"""Radius of a place that can be tapped, and of one of many that lie close."""
ROOM = 24
"""So much broader than a unit is where a finger finds it."""
WIDE_ROOM = 40
"""On a board of single figures, as far as it comes into nobody else's way."""


def draw(scene: Scene, look: Look) -> Svg:
    """The whole board."""
    frame = Frame(scene)
    side = hexboard.side_of(scene)
    units = grouped(hexboard.settled(scene, side) if side else scene.tokens)
    rooms = _rooms(units) if look.parties and not side else {}
    body = [
        rect(0, 0, scene.width, scene.height, "table"),
        *(_grid(scene) if scene.grid and not side else ()),
        *_ground(frame, scene, look, side),
        *(_label(frame, label) for label in scene.labels),
        *(_reach(frame, reach, units, look) for reach in scene.reaches if reach.of == look.chosen),
        *(_way(frame, target) for target in look.targets if target.way and target.shot is None),
        *(_unit(frame, key, tokens, look, side, rooms.get(key)) for key, tokens in units.items()),
        *(() if side else tags.drawn(frame, units, look)),
        *_targets(frame, look.targets, units, side),
        *(_shot(frame, target) for target in look.targets if target.way and target.shot is not None),
        rect(0, 0, scene.width, scene.height, "rim"),
    ]
    return element(
        "svg",
        element("title", look.title, id=f"{look.uid}-title"),
        element("desc", look.description, id=f"{look.uid}-desc"),
        *body,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=" ".join(map(str, look.box or (0, 0, scene.width, scene.height))),
        role="group" if look.links or look.targets else "img",
        tabindex=None if look.still else 0,
        aria_labelledby=f"{look.uid}-title",
        aria_describedby=f"{look.uid}-desc",
        class_=classes(
            "board",
            "battle-board",
            f"z{look.zoom}",
            "hexes" if side else "",
            "crowded" if look.parties and not side else "",
            "small" if scene.width <= SMALL and not side else "",
        ),
        data_width=scene.width,
        data_height=scene.height,
        data_flip_x="1" if frame.across else None,
        data_flip_y="1" if frame.down else None,
        data_tap_x=look.tap.get("x"),
        data_tap_y=look.tap.get("y"),
        data_tap_href=look.tap.get("href"),
    )


def grouped(tokens: Sequence[Token]) -> dict[str, list[Token]]:
    """Tokens by the unit they belong to; one that belongs to none is its own."""
    found: dict[str, list[Token]] = {}
    for token in tokens:
        found.setdefault(token.of or token.id, []).append(token)
    return found


def _grid(scene: Scene) -> Iterator[Svg]:
    for x in range(scene.grid, scene.width, scene.grid):
        yield line(x, 0, x, scene.height, "grid-line")
    for y in range(scene.grid, scene.height, scene.grid):
        yield line(0, y, scene.width, y, "grid-line")


def _ground(frame: Frame, scene: Scene, look: Look, side: int) -> Iterator[Svg]:
    """Every shape; on hexes those that are alike in one stroke."""
    shapes = (neutral.moved(one, frame.spot) for one in scene.shapes)
    for shape, stroke in hexboard.merged(shapes) if side else ((one, None) for one in shapes):
        drawn = neutral.outline(shape) if stroke is None else stroke
        yield group(element("title", look.spelt(f"ground.{shape.title}")), drawn) if shape.title else drawn


def _label(frame: Frame, label: Label) -> Svg:
    x, y = frame.spot(label.at)
    return words(x, y, label.text, classes("label", label.style), text_anchor="middle", aria_hidden="true")


# --- Units ----------------------------------------------------------------------------------------------------------


def _rooms(units: Mapping[str, Sequence[Token]]) -> dict[str, int]:
    """How broad each single figure is under a finger: as it needs, but not over the one beside it."""
    found = {}
    for key, tokens in units.items():
        (x, y), across = tokens[0].at, 2 * radius_of(tokens[0])
        others = (other[0].at for name, other in units.items() if name != key)
        nearest = min((hypot(a - x, b - y) for a, b in others), default=across + WIDE_ROOM)
        found[key] = max(across, min(across + WIDE_ROOM, int(nearest)))
    return found


def _unit(frame: Frame, key: str, tokens: Sequence[Token], look: Look, side: int, room: int | None = None) -> Svg:
    first = tokens[0]
    href = look.links.get(key)
    name = ", ".join((first.label, *(look.spelt(f"mark.{mark}") for mark in first.marks)))
    if sign_of := look.signs.get(key):
        name = f"{sign_of} {name}"
    body = [
        element("title", name),
        path(_run([frame.spot(token.at) for token in tokens]), "hit", stroke_width=room or 2 * radius_of(first) + ROOM),
        *_trunk(frame, tokens, side),
        *(_figure(frame, token) for token in tokens),
        *(_on_hexes(frame, tokens, sign_of or "") if side else _markers(frame, tokens)),
    ]
    style = classes(
        "unit",
        side_class(look, first.seat),
        "can" if href else "",
        "chosen" if key == look.chosen else "",
        *(f"is-{mark}" for mark in first.marks),
    )
    if href is None:
        return group(*body, class_=style, data_unit=key)
    return element("a", *body, href=href, class_=style, data_unit=key, aria_label=name)


def _run(spots: Sequence[Spot]) -> str:
    """A way through every figure: drawn broad, it is where a finger finds the unit."""
    x, y = spots[0]
    rest = spots[1:] or [(x, y + 1)]
    return f"M{x} {y}" + "".join(f"L{a} {b}" for a, b in rest)


def _markers(frame: Frame, tokens: Sequence[Token]) -> Iterator[Svg]:
    """Which way it faces, and its markers."""
    yield _front(frame, tokens)
    radius = markers.radius_on(frame.scene)
    yield from markers.row(tokens[0].marks, *frame.spot(tokens[0].at), radius_of(tokens[0]), radius)


def _on_hexes(frame: Frame, tokens: Sequence[Token], sign_of: str) -> Iterator[Svg]:
    """Where two hexes are taken up, which way the head looks; and the sign, on the counter itself: the hexes round it are full of costs."""
    if len(tokens) > 1:
        yield _front(frame, tokens)
    last, marks = tokens[-1], "".join(GLYPHS.get(mark, "") for mark in tokens[0].marks)
    (x, y), half = frame.spot(last.at), radius_of(last)
    size = "small" if half < 30 else "large"
    if sign_of:
        down = half // 10 if marks else half * 3 // 10
        yield words(x, y + down, sign_of, classes("sign-on", size), text_anchor="middle", aria_hidden="true")
    if marks:
        yield words(x, y + half * 7 // 10, marks, classes("marks-on", size), text_anchor="middle", aria_hidden="true")


def _trunk(frame: Frame, tokens: Sequence[Token], side: int) -> Iterator[Svg]:
    """The body of whoever takes up two hexes, a rider on his horse, from its rear to its head."""
    if side and len(tokens) == 2:
        yield path(_run([frame.spot(token.at) for token in tokens]), "trunk", stroke_width=radius_of(tokens[0]))


def _figure(frame: Frame, token: Token) -> Svg:
    x, y = frame.spot(token.at)
    half = radius_of(token)
    turn = f"translate({x} {y}) rotate({frame.facing(token.facing)})"
    figure = group(*_symbol(token.symbol, half), class_=classes("figure", token.symbol, token.style), transform=turn)
    if not token.level:
        return figure
    return group(figure, group(*hexboard.level_sign(token, half), transform=f"translate({x} {y})"))


def _symbol(symbol: str, half: int) -> Iterator[Svg]:
    """A base and what stands on it, facing up, for a base of that radius at the origin."""
    if symbol == "baggage":
        yield rect(-half, -half * 3 // 4, 2 * half, half * 3 // 2, "base")
        yield path(
            f"M{-half} {-half * 3 // 4}L{half} {half * 3 // 4}M{-half} {half * 3 // 4}L{half} {-half * 3 // 4}", "ink"
        )
        return
    yield circle(0, 0, half - 1, "base")
    if symbol == "gun":
        yield path(f"M0 {half // 2}V{-half - half // 2}M{-half} 0H{half}", "ink barrel")
    elif symbol == "rider":
        yield path(f"M0 {-half}L{half * 2 // 3} {half // 2}H{-half * 2 // 3}Z", "sign")
    elif symbol == "leader":
        yield path(_star(half * 8 // 10), "sign")
    elif symbol == "standard":
        yield path(f"M{-half // 3} {half // 2}V{-half * 2 // 3}L{half * 2 // 3} {-half // 4}L{-half // 3} 0", "sign")
    elif symbol == "beast":
        yield path(f"M{-half // 2} {half // 2}Q0 {-half} {half // 2} {half // 2}Z", "sign")


def _star(radius: int) -> str:
    points = []
    for step in range(10):
        reach = radius if step % 2 == 0 else radius * 45 // 100
        angle = radians(36 * step - 90)
        points.append(f"{round(reach * cos(angle))} {round(reach * sin(angle))}")
    return "M" + "L".join(points) + "Z"


def _front(frame: Frame, tokens: Sequence[Token]) -> Svg:
    """An arrow before the middle of the front: which way the unit faces."""
    first = tokens[0]
    turn = frame.facing(first.facing)
    ahead = (sin(radians(turn)), -cos(radians(turn)))
    spots = [frame.spot(token.at) for token in tokens]
    middle = (sum(x for x, _y in spots) / len(spots), sum(y for _x, y in spots) / len(spots))
    most = max((x - middle[0]) * ahead[0] + (y - middle[1]) * ahead[1] for x, y in spots)
    half = radius_of(first)
    broad, long = min(14, half), min(16, half)
    reach = most + half + 4
    x, y = round(middle[0] + reach * ahead[0]), round(middle[1] + reach * ahead[1])
    return path(f"M{-broad} 0L0 {-long}L{broad} 0Z", "front", transform=f"translate({x} {y}) rotate({turn})")


# --- What can be chosen ---------------------------------------------------------------------------------------------


def _reach(frame: Frame, reach: Reach, units: Mapping[str, Sequence[Token]], look: Look) -> Svg:
    """A ring round the middle of the chosen unit: how far its weapon carries."""
    tokens = units.get(reach.of, ())
    if not tokens:
        return Svg("")
    spots = [frame.spot(token.at) for token in tokens]
    x, y = sum(x for x, _y in spots) // len(spots), sum(y for _x, y in spots) // len(spots)
    ring = circle(x, y, reach.distance, classes("reach", reach.word))
    return group(element("title", look.spelt(f"reach.{reach.word}")), ring)


def _way(frame: Frame, target: Target) -> Svg:
    return path("M" + "L".join(f"{x} {y}" for x, y in map(frame.spot, target.way)), "way")


def _targets(frame: Frame, targets: Sequence[Target], units: Mapping[str, Sequence[Token]], side: int) -> Iterator[Svg]:
    """Places and units that can be chosen; on hexes those that share one are set apart in it."""
    shared: dict[Spot, list[Target]] = {}
    for target in targets:
        if target.at is not None and not target.unit:
            shared.setdefault(target.at, []).append(target)
    for target in targets:
        if not side or target.unit or target.at is None:
            yield _target(frame, target, units)
            continue
        there = sorted(shared[target.at], key=lambda one: one.level)
        turn = None if target.facing is None else frame.facing(target.facing)
        text = target.label or str(target.number)
        at = frame.spot(target.at)
        _middle, drawn = hexboard.place(at, text, side, among=len(there), turn=turn, lift=there.index(target))
        body = [element("title", target.title), *drawn]
        if not target.href:
            yield group(*body, class_="target shown")
        else:
            yield element("a", *body, href=target.href, class_="target", aria_label=target.title)


def _shot(frame: Frame, target: Target) -> Svg:
    return hexboard.shot([frame.spot(at) for at in target.way], target.shot or "", target.title, target.tone)


def _target(frame: Frame, target: Target, units: Mapping[str, Sequence[Token]]) -> Svg:
    """A ring with its number; on a unit the ring goes round the whole of it."""
    if target.unit:
        tokens = units.get(target.unit)
        if not tokens:
            return Svg("")
        left, top, across, down = tags.around(frame, tokens)
        ring = rect(left - 14, top - 14, across + 28, down + 28, "aim", rx=16)
        body = [element("title", target.title), ring]
    elif target.at is not None and target.small:
        body = [element("title", target.title), circle(*frame.spot(target.at), DOT, "aim dot")]
    elif target.at is not None:
        x, y = frame.spot(target.at)
        body = [element("title", target.title), circle(x, y, AIM, "aim"), *_arrow(frame, target, x, y)]
        body.append(words(x, y + 11, target.label or str(target.number), "aim-number", text_anchor="middle"))
    else:
        return Svg("")
    if not target.href:
        return group(*body, class_="target shown")
    return element("a", *body, href=target.href, class_="target", aria_label=target.title)


def _arrow(frame: Frame, target: Target, x: int, y: int) -> Iterator[Svg]:
    if target.facing is not None:
        turn = frame.facing(target.facing)
        tip = path(
            f"M-12 {-AIM - 4}L0 {-AIM - 20}L12 {-AIM - 4}Z", "aim-front", transform=f"translate({x} {y}) rotate({turn})"
        )
        yield tip


def markers_of(scene: Scene) -> list[str]:
    """The kinds of markers that lie on this board and have a picture."""
    return sorted({mark for token in scene.tokens for mark in token.marks if mark in markers.SIGNS})


def legend_of(scene: Scene) -> list[str]:
    """The kinds of ground on this board, in the order in which they are drawn."""
    return list(dict.fromkeys(shape.title for shape in scene.shapes if shape.title))


def swatch(scene: Scene, kind: str) -> Svg:
    """A small picture of a kind of ground on this board, for the legend: a patch, a line or a disc, as it is drawn there."""
    shape = next(one for one in scene.shapes if one.title == kind)
    style = classes("shape", shape.style)
    match shape.kind:
        case "line":
            drawn = path("M8 24H72", f"{style} open")
        case "circle":
            drawn = circle(40, 24, 14, style)
        case _:
            drawn = rect(4, 4, 72, 40, style)
    return element(
        "svg",
        drawn,
        xmlns="http://www.w3.org/2000/svg",
        viewBox="0 0 80 48",
        aria_hidden="true",
        class_=classes("board", "swatch", "hexes" if hexboard.side_of(scene) else ""),
    )
