"""What a mine needs: hexes, men and points (Montjoie 3.3)."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from rulesets.montjoie.ground import Ground, Wall
from rulesets.montjoie.hexes import Hex
from rulesets.montjoie.tables import Tables


def needed(wall: Wall, readings: Mapping[str, Any]) -> int:
    """How many hexes have to be undermined to bring a wall down: half, rounded up (Montjoie 3.3.5, R31)."""
    if wall.ring:
        return -(-wall.ring // 2)
    if readings["mine.half"] == "by_hexes":
        return -(-wall.length * wall.thickness // 2)
    return -(-wall.length // 2) * wall.thickness


def half_points(whole: int, wounded: int) -> int:
    """What miners are worth in half points: a wounded one counts half (Montjoie 3.3.7)."""
    return 2 * whole + wounded


def points(days: int, halves: int) -> int:
    """Points of a roll: days times miners, half points dropped at the end (Montjoie 3.3.3)."""
    return days * halves // 2


def depth(wall_level: int, *, first: bool, readings: Mapping[str, Any]) -> int:
    """How deep a hex is dug under a wall of that level: -1, or -2 for the first hex of a high wall's mine (Montjoie 3.3.6, R32)."""
    if wall_level < 2:
        return -1
    return -2 if first or readings["mine.deep"] == -2 else -1


def room(tables: Tables, gallery: Mapping[Hex, int], *, countermine: bool) -> int:
    """Places for miners: the shed's (or those of a countermine's mouth), one in each dug hex, two in a deep first one."""
    number = tables.number
    places = number["counter_miners" if countermine else "shed_miners"]
    for index, low in enumerate(gallery.values()):
        deep = low < -1 and index == 0
        places += number["mine_men_deep" if deep else "mine_men_a_hex"]
    return places


def beside(ground: Ground, hexes: Iterable[Hex]) -> set[Hex]:
    """The hexes next to any of these, on the map."""
    return {other for hex_ in hexes for other in ground.beside[hex_] if other}


def feet(ground: Ground, wall: Wall) -> set[Hex]:
    """Where a shed can stand: at the foot of a wall without moat, before its battlements (Montjoie 3.3.1)."""
    if wall.moat:
        return set()
    return {
        other
        for hex_ in wall.hexes
        for side, other in enumerate(ground.beside[hex_])
        if other and (hex_, side) in ground.battlements and ground.passable(other) and not ground.terrain[other].level
    }


def diggable(ground: Ground, wall: Wall, start: Hex, gallery: Collection[Hex]) -> set[Hex]:
    """Wall hexes that a besieger's mine can take next: beside its shed or its gallery."""
    near = beside(ground, (start, *gallery) if start else gallery)
    return {hex_ for hex_ in wall.hexes if hex_ in near and hex_ not in gallery and ground.kinds[hex_] != "rubble"}


def counter_starts(ground: Ground, wall: Wall, inside: Collection[Hex]) -> set[Hex]:
    """Where a countermine may begin: ground inside, next to the wall (Montjoie R58)."""
    return {
        hex_
        for hex_ in beside(ground, wall.hexes)
        if hex_ in inside and hex_ not in wall.hexes and not ground.terrain[hex_].level and ground.passable(hex_)
    }


def counter_next(ground: Ground, wall: Wall, inside: Collection[Hex], counter: Collection[Hex]) -> set[Hex]:
    """Wall or ground hexes next to a countermine's gallery (Montjoie R58)."""
    return {
        hex_
        for hex_ in beside(ground, counter)
        if hex_ not in counter and (hex_ in wall.hexes or (hex_ in inside and ground.passable(hex_)))
    }
