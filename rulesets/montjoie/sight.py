"""Who sees whom and through what: line of sight, cover, weather and light (Montjoie 4.5, 4.6, 1.1)."""

from collections.abc import Collection
from fractions import Fraction
from typing import Literal

from msgspec import Struct

from rulesets.montjoie.figures import CLEAR, Conditions, Occupied, Standing
from rulesets.montjoie.ground import BASE, BED, CROWN, HOARDING, LADDERS, MINES, ROOF, ROPES, Ground
from rulesets.montjoie.hexes import Hex, Place, direction, distance, line, sectors
from rulesets.montjoie.tables import COVERS, Cover

type How = Literal["shot", "slits", "holes", "rock", "oil", "look"]
"""What the line is for. ``slits`` and ``holes``: out of a hoarding, or up into it; they, rocks and oil know no blind zone."""

type Why = Literal["", "far", "terrain", "figure", "closed", "blind", "mine", "same", "hoarding"]


class Sight(Struct, frozen=True):
    """Whether a line is clear; if not, why and in which hexes. ``unclear``: seen, but not well (Montjoie 1.1)."""

    clear: bool
    why: Why = ""
    at: tuple[Hex, ...] = ()
    distance: int = 0
    unclear: bool = False


def line_of_sight(
    ground: Ground,
    occupied: Occupied,
    viewer: Place,
    target: Place,
    *,
    conditions: Conditions = CLEAR,
    ignore: Collection[str] = (),
    how: How = "shot",
) -> Sight:
    """The line from place to place (Montjoie 4.5). ``ignore``: ids of figures that do not count, viewer and target above all.

    The same both ways, but for what is shot from a cart (1.5.1).
    """
    n = distance(viewer[0], target[0])
    if viewer[1] in MINES or target[1] in MINES:
        return Sight(clear=False, why="mine", distance=n)
    if n == 0:
        return _same_hex(viewer, target)
    unclear, seen = visibility(ground, viewer, target, n, conditions)
    if not seen:
        return Sight(clear=False, why="far", distance=n)
    why, at = _ends(ground, viewer, target, n, how)
    if not why and n > 1:
        why, at = _between(ground, occupied, viewer, target, n, frozenset(ignore))
    return Sight(clear=not why, why=why, at=at, distance=n, unclear=unclear and not why)


def _same_hex(viewer: Place, target: Place) -> Sight:
    """In one hex only murder holes, a trunk and a jump join two layers (Montjoie 4.5, 1)."""
    layers = {viewer[1], target[1]}
    joined = layers in ({BASE, HOARDING}, {BASE, CROWN})
    return Sight(clear=joined, why="" if joined else "same")


# --- Weather and light (1.1) ----------------------------------------------------------------------------------------


def visibility(
    ground: Ground, viewer: Place, target: Place, n: int, conditions: Conditions = CLEAR
) -> tuple[bool, bool]:
    """Whether a target is seen not clearly, and whether weather and light let it be seen at all (Montjoie 1.1, R4, R5)."""
    limit = ground.tables.weather[conditions.weather].visibility
    if not limit or n <= limit or under_one_roof(ground, viewer, target):
        return False, True
    light = ground.tables.light
    nearest = min((distance(fire, target[0]) for fire in ground.fires), default=light.dim + 1)
    return light.bright < nearest <= light.dim, nearest <= light.dim


def under_one_roof(ground: Ground, first: Place, second: Place) -> bool:
    """Whether one roof covers both places: no weather between them [R4]."""
    if first[1] == second[1] == HOARDING:
        return ground.covered(first) and distance(first[0], second[0]) == 1
    roof = ground.interior(first)
    return bool(roof) and roof == ground.interior(second)


def dazzled(viewer: Place, target: Place, conditions: Conditions) -> bool:
    """Whether the sun shines in the eyes of who looks along this line (Montjoie 1.1, R6)."""
    return conditions.sun is not None and conditions.sun in sectors(viewer[0], target[0])


# --- The ends of the line (4.5: 1, 7, 9) -----------------------------------------------------------------------------


def _first_steps(a: Hex, b: Hex, n: int) -> tuple[int, ...]:
    """The sides by which a line leaves its first hex: two where it runs along an edge."""
    steps = (b,) if n == 1 else line(a, b)[0]
    return tuple(side for step in steps if (side := direction(a, step)) is not None)


def _ends(ground: Ground, viewer: Place, target: Place, n: int, how: How) -> tuple[Why, tuple[Hex, ...]]:
    roof = ground.interior(viewer)
    if roof != ground.interior(target) or not roof:
        for (hex_, layer), other in ((viewer, target), (target, viewer)):
            if layer == BASE and all(ground.closed(hex_, side) for side in _first_steps(hex_, other[0], n)):
                return "closed", (hex_,)
    if how in {"slits", "holes", "rock", "oil"}:
        return "", ()
    a, b = ground.level(*viewer), ground.level(*target)
    if a == b:
        return "", ()
    (hex_, layer), lower = (viewer, target[0]) if a > b else (target, viewer[0])
    sides = _first_steps(hex_, lower, n)
    edged = layer in {BASE, ROOF} and sides and all((hex_, side) in ground.battlements for side in sides)
    return ("blind", (hex_,)) if edged and n < abs(a - b) + 1 else ("", ())


# --- What lies between (4.5: 3 to 6, 8, 9) ---------------------------------------------------------------------------


def _between(
    ground: Ground, occupied: Occupied, viewer: Place, target: Place, n: int, ignore: frozenset[str]
) -> tuple[Why, tuple[Hex, ...]]:
    a, b = ground.level(*viewer), ground.level(*target)
    roof = ground.interior(viewer)
    free = roof if roof == ground.interior(target) else ""
    trees = {ground.tree(hex_) for hex_, layer in (viewer, target) if layer == CROWN}
    beside_cart = viewer[0] if viewer[1] == BED and not ground.beds[viewer[0]].moving else ""
    for i, hexes in enumerate(line(viewer[0], target[0]), start=1):
        height = a * n + (b - a) * i
        found: list[Why] = []
        for hex_ in hexes:
            terrain = ground.terrain.get(hex_)
            if terrain is None:
                continue
            why: Why = ""
            if terrain.block * n > height and not (
                (free and ground.inside.get(hex_) == free) or (trees and ground.tree(hex_) in trees)
            ):
                why = "terrain"
            elif hex_ in ground.hoardings and _hoarding_blocks(ground, hex_, height, n, max(a, b)):
                why = "hoarding"
            elif hex_ in occupied and _figure_blocks(ground, occupied[hex_], hex_, height, n, ignore, beside_cart):
                why = "figure"
            if not why:
                break
            found.append(why)
        else:
            if found:
                return found[0], hexes
    return "", ()


def _hoarding_blocks(ground: Ground, hex_: Hex, height: int, n: int, highest: int) -> bool:
    """A hoarding counts as its level for an end above it; for the others nothing passes it but along the ground."""
    level = ground.hoardings[hex_]
    if highest <= level:
        return height > 0
    return height < level * n if ground.readings["los.blind"] == "third" else height <= level * n


def _figure_blocks(
    ground: Ground,
    standing: tuple[Standing, ...],
    hex_: Hex,
    height: int,
    n: int,
    ignore: frozenset[str],
    beside_cart: Hex,
) -> bool:
    """Whether somebody upright is in the way: from his level up to half a level above it."""
    for one in standing:
        if one.id in ignore or one.stunned or one.dead:
            continue
        if one.kneeling and ground.readings["los.kneelers"] == "free":
            continue
        if beside_cart and not one.mounted and not one.animal and _beside_bed(ground, beside_cart, hex_):
            continue
        level = ground.level(hex_, one.layer)
        if level * n <= height and 2 * height < (2 * level + 1) * n:
            return True
    return False


def _beside_bed(ground: Ground, bed: Hex, hex_: Hex) -> bool:
    cart = ground.beds[bed]
    return distance(cart.front, hex_) == 1 or distance(cart.rear, hex_) == 1


def first_clear(height: int, edge: int, hexes: int, target: int = 0) -> int:
    """The first hex beyond an edge that can be hit over it (Montjoie 4.5, D): shooter, edge and target level, hexes to the edge."""
    drop = Fraction(hexes * (edge - target), height - edge)
    return -(-drop.numerator // drop.denominator)


# --- Cover (4.6) ------------------------------------------------------------------------------------------------------


def cover(
    ground: Ground, shooter: Place, target: Place, *, kneeling: bool = False, mounted: bool = False, how: How = "shot"
) -> Cover:
    """What shelters a target from a shot along a clear line (Montjoie 4.6 and sections 1 to 3)."""
    best = max(_place_cover(ground, shooter, target, how), _side_cover(ground, shooter, target), key=COVERS.index)
    if kneeling:
        best = lifted(best)
    return "medium" if mounted and best == "heavy" else best


def lifted(held: Cover) -> Cover:
    """Kneeling is one step better; heavy becomes infinite (Montjoie 2.4.1)."""
    return {"none": "light", "light": "medium"}.get(held, "infinite")  # type: ignore[return-value]


def _place_cover(ground: Ground, shooter: Place, target: Place, how: How) -> Cover:
    hex_, layer = target
    rows = ground.tables.layers
    if layer == HOARDING:
        return _hoarding_cover(ground, shooter, hex_)
    if layer == ROOF:
        if ground.inside.get(hex_, "").startswith("passage:"):
            return rows["tower"].cover
        same = shooter[1] == ROOF and ground.inside.get(shooter[0]) == ground.inside.get(hex_)
        higher = ground.level(*shooter) > ground.level(*target)
        return "none" if same or higher else rows[ROOF].cover
    if layer == BED:
        return rows["bed_moving" if ground.beds[hex_].moving else BED].cover
    if layer in ROPES or layer in LADDERS:
        return rows["rope"].cover
    if layer != BASE:
        return rows[layer].cover if layer in rows else "none"
    if how not in {"rock", "oil", "holes"} and _behind_hoarding(ground, shooter, hex_):
        return "infinite"
    return "none" if hex_ in ground.stakes else ground.terrain[hex_].cover


def _hoarding_cover(ground: Ground, shooter: Place, hex_: Hex) -> Cover:
    """Medium from below and from the battlements beside it, heavy through the slits (Montjoie 3.1.4)."""
    n = distance(shooter[0], hex_)
    if shooter[1] == BASE and n <= 1:
        if shooter[0] in ground.behind(hex_):
            return "medium"
        if ground.level(*shooter) < ground.hoardings[hex_]:
            return "medium"
    return "heavy"


def _behind_hoarding(ground: Ground, shooter: Place, hex_: Hex) -> bool:
    """Whether the line from ground or siege tower enters a battlement hex through a hoarding (Montjoie 3.1.4)."""
    if not ground.hoardings or ground.level(*shooter) > ground.terrain[hex_].level or shooter[0] == hex_:
        return False
    if shooter[1] == HOARDING:
        return False
    sides = _first_steps(hex_, shooter[0], distance(hex_, shooter[0]))
    beside = ground.beside[hex_]
    return bool(sides) and all(
        (hex_, side) in ground.battlements and beside[side] in ground.hoardings for side in sides
    )


def _side_cover(ground: Ground, shooter: Place, target: Place) -> Cover:
    """The wall that the line crosses into the target's hex; never against a shooter who is higher."""
    hex_, layer = target
    n = distance(shooter[0], hex_)
    if n == 0 or layer not in {BASE, ROOF} or ground.level(*shooter) > ground.level(*target):
        return "none"
    if (
        ground.readings["low_wall"] == "always"
        and layer == BASE
        and any((hex_, s) in ground.low_walls for s in range(6))
    ):
        return ground.tables.sides["low_wall"].cover
    found = [_cover_of(ground, hex_, side, layer) for side in _first_steps(hex_, shooter[0], n)]
    if not found:
        return "none"
    worst, best = min(found, key=COVERS.index), max(found, key=COVERS.index)
    return worst if ground.readings["cover.edge"] == "both" else best


def _cover_of(ground: Ground, hex_: Hex, side: int, layer: str) -> Cover:
    rows = ground.tables.sides
    if layer == BASE and (hex_, side) in ground.low_walls:
        return rows["low_wall"].cover
    if (hex_, side) in ground.battlements and ground.level(hex_, layer) > 0:
        return rows["battlement"].cover
    return "none"


def through_slits(ground: Ground, shooter: Place, target: Place) -> bool:
    """Whether a line from a hoarding goes out through its front: by no side that it shares with its own wall (Montjoie 3.1.5)."""
    hex_ = shooter[0]
    n = distance(hex_, target[0])
    if shooter[1] != HOARDING or n == 0:
        return False
    walls = ground.behind(hex_)
    return not all(ground.beside[hex_][side] in walls for side in _first_steps(hex_, target[0], n))


def through_holes(ground: Ground, shooter: Place, target: Place) -> bool:
    """Whether a shot goes through murder holes: down in one hex, or up from the hex below or one hex out (Montjoie 3.1.5)."""
    if shooter[1] == HOARDING:
        return target == (shooter[0], BASE)
    return (
        target[1] == HOARDING
        and shooter[1] == BASE
        and distance(shooter[0], target[0]) <= 1
        and ground.level(*shooter) < ground.hoardings[target[0]]
    )
