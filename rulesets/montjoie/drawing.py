"""The ground as shapes: hexes by their terrain, what runs along their sides, what lies on them."""

from collections.abc import Iterator

from rulesets.contract import Label, Scene, Shape
from rulesets.montjoie.ground import Ground
from rulesets.montjoie.hexes import SIDE, Hex, centre, corners, extent

INNER = SIDE * 7 // 10
"""From the middle to a corner of what lies within a hex: a roof, a hoarding."""
DOT = SIDE * 3 // 10
"""Radius of a small marker."""

type Spot = tuple[int, int]


def map_scene(ground: Ground) -> Scene:
    """A whole map, with the name of every hex; y grows downwards."""
    width, height = extent(ground.columns, ground.rows)
    return Scene(
        width=width,
        height=height,
        title=ground.name,
        description=ground.name,
        shapes=ground_shapes(ground),
        labels=tuple(Label(at=_above(hex_), text=hex_, style="hex-name") for hex_ in ground.hexes),
    )


def ground_shapes(ground: Ground) -> tuple[Shape, ...]:
    """Everything that is drawn of the ground, from below upwards: remembered with it."""
    if "shapes" not in ground.memory:
        ground.memory["shapes"] = tuple(_shapes(ground))
    found: tuple[Shape, ...] = ground.memory["shapes"]
    return found


def _shapes(ground: Ground) -> Iterator[Shape]:
    for hex_ in ground.hexes:
        yield _hex(hex_, f"hex-{ground.kinds[hex_]}", ground.kinds[hex_], SIDE)
    yield from _layers(ground)
    yield from _sides(ground)
    yield from _markers(ground)


def _hex(hex_: Hex, style: str, title: str, size: int) -> Shape:
    return Shape(kind="hex", points=(centre(hex_),), style=style, title=title, size=size)


def _layers(ground: Ground) -> Iterator[Shape]:
    """What lies above the ground: crowns, flat roofs, hoardings; and galleries below it."""
    for hex_ in ground.trees:
        yield _hex(hex_, "layer-crown", "crown", INNER)
    for hex_, level in ground.roofs.items():
        yield _hex(hex_, f"layer-roof level-{level}", "roof", INNER)
    for hex_ in ground.hoardings:
        yield _hex(hex_, "layer-hoarding", "hoarding", INNER)
    for hex_ in ground.galleries:
        yield _hex(hex_, "layer-mine", "mine", DOT)


def side_of(hex_: Hex, side: int) -> tuple[Spot, Spot]:
    """The two ends of a hexside."""
    six = corners(hex_)
    return six[side - 1], six[side]


def _sides(ground: Ground) -> Iterator[Shape]:
    for hex_ in ground.hexes:
        for side, other in enumerate(ground.beside[hex_]):
            kinds = []
            if other and side < 3:
                kinds.append(ground.side(hex_, side))
            if (hex_, side) in ground.battlements:
                kinds.append("battlement")
            elif hex_ in ground.roofs and ground.parapet(hex_, side):
                kinds.append("parapet")
            for kind in kinds:
                if kind and (kind != "battlement" or (hex_, side) in ground.battlements):
                    yield Shape(kind="line", points=side_of(hex_, side), style=f"side-{kind}", title=kind)


def _markers(ground: Ground) -> Iterator[Shape]:
    for kind, hexes in (("pile", ground.piles), ("oil", ground.barrels), ("shed", ground.sheds), ("ram", ground.rams)):
        for hex_ in hexes:
            yield _dot(hex_, kind)
    for hex_ in ground.inner_ladders:
        if hex_ in ground.roofs:
            yield _dot(hex_, "ladder")
    for tower in ground.towers:
        yield _dot(tower.hex, "siege_tower")
    for hex_, front in ground.stakes.items():
        for side in sorted(front):
            yield Shape(kind="line", points=_spike(hex_, side), style="marker-stakes", title="stakes")
    for held, kind in ((ground.ladders, "ladder"), (ground.ropes, "rope")):
        for ladder in held.values():
            points = (centre(ladder.foot), centre(ladder.top))
            yield Shape(kind="line", points=points, style=f"marker-{kind}", title=kind)
    for cart in {one.id: one for one in ground.beds.values()}.values():
        points = (centre(cart.rear), centre(cart.front))
        yield Shape(kind="line", points=points, style="marker-wagon", title="wagon")
    for hex_ in ground.fires:
        yield _dot(hex_, "fire")


def _dot(hex_: Hex, kind: str) -> Shape:
    return Shape(kind="circle", points=(centre(hex_),), style=f"marker-{kind}", title=kind, size=DOT)


def _spike(hex_: Hex, side: int) -> tuple[Spot, Spot]:
    """A stake: from the middle towards the middle of a side."""
    (x, y), ((ax, ay), (bx, by)) = centre(hex_), side_of(hex_, side)
    return (x, y), (x + ((ax + bx) // 2 - x) * 9 // 10, y + ((ay + by) // 2 - y) * 9 // 10)


def _above(hex_: Hex) -> Spot:
    x, y = centre(hex_)
    return x, y - SIDE * 3 // 10


def facing_degrees(facing: int) -> int:
    """A direction as a token's facing: 0 is up, clockwise."""
    return (90 - 60 * facing) % 360
