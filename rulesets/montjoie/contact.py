"""Who can fight whom, as far as the ground says (Montjoie 4.7)."""

from rulesets.montjoie.ground import BASE, BED, BRIDGE, CROWN, HOARDING, LADDERS, MINES, ROOF, ROPES, Ground
from rulesets.montjoie.hexes import Hex, Place, direction


def may_fight(ground: Ground, first: Place, second: Place) -> bool:
    """Whether the ground lets two neighbours fight (Montjoie 4.7). Riders: a hex of theirs each; their arcs are not asked here."""
    side = direction(first[0], second[0])
    return side is not None and _fights(ground, first, second, side)


def _fights(ground: Ground, first: Place, second: Place, side: int) -> bool:
    layers = {first[1], second[1]}
    if layers & set(MINES) or CROWN in layers:
        return len(layers) == 1
    if HOARDING in layers:
        if len(layers) == 1:
            return ground.hoardings[first[0]] == ground.hoardings[second[0]]
        gallery, wall = (first, second) if first[1] == HOARDING else (second, first)
        return _at_the_wall(ground, gallery[0], wall, ground.hoardings[gallery[0]])
    if BRIDGE in layers:
        bridge, wall = (first, second) if first[1] == BRIDGE else (second, first)
        return _at_the_wall(ground, bridge[0], wall, ground.level(*bridge))
    if layers & {*ROPES, *LADDERS}:
        return _at_the_top(ground, first, second) or _at_the_top(ground, second, first)
    if BED in layers:
        return layers == {BED} or (
            ground.level(*first) == ground.level(*second) and not ground.interior(first) and not ground.interior(second)
        )
    return _on_foot(ground, first, second, side)


def _at_the_wall(ground: Ground, outside: Hex, wall: Place, level: int) -> bool:
    return wall[1] in {BASE, ROOF} and wall[0] in ground.behind(outside) and ground.level(*wall) == level


def _at_the_top(ground: Ground, climber: Place, other: Place) -> bool:
    """Whether a climber at the top of his rope or ladder meets the place that it leads to."""
    for held, names in ((ground.ropes, "rope"), (ground.ladders, "ladder")):
        ladder = held.get(climber[0])
        if ladder is not None and climber[1] == f"{names}{ground.rise(ladder)}":
            return other == ground.top_place(ladder.top)
    return False


def _on_foot(ground: Ground, first: Place, second: Place, side: int) -> bool:
    apart = abs(ground.level(*first) - ground.level(*second))
    if ground.interior(first) != ground.interior(second) and first[1] != second[1]:
        return False
    if first[1] == second[1] == BASE and ground.closed(first[0], side):
        return False
    high = ground.level(*first) > 0 or ground.level(*second) > 0
    if high and ground.battlement(first[0], side):
        return False
    return apart == 0 or (
        apart == 1 and any(place[1] == BASE and ground.terrain[place[0]].joins for place in (first, second))
    )
