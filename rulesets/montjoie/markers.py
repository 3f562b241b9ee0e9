"""Markers of a map or a scenario: what each kind needs, what cannot lie in one hex, and what they change (Montjoie 7.1)."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rulesets.montjoie.ground import Alterations, Cart, Ladder, Stakes
from rulesets.montjoie.hexes import Hex, direction, neighbour, opposite
from rulesets.montjoie.mapdoc import Feature
from rulesets.montjoie.tables import Tables
from rulesets.vocabulary import Problem

_NEEDS: dict[str, tuple[str, ...]] = {
    "ladder": ("hex", "top"),
    "pile": ("hex",),
    "oil": ("hex",),
    "stakes": ("hex",),
    "ram": ("hex",),
    "shed": ("hex",),
    "siege_tower": ("hex", "bridge"),
    "wagon": ("id", "front", "rear", "animal"),
}
"""What a marker of each kind must say; one that lies on hexes says ``hex`` or ``hexes``."""

_GROUND = {"stakes", "ram", "shed", "siege_tower", "wagon", "rubble"}
"""Kinds of which one hex bears one."""


@dataclass(frozen=True, slots=True)
class Site:
    """What markers are laid on: the terrain of each hex, battlement sides from behind, roofs and their levels."""

    kinds: Mapping[Hex, str]
    tables: Tables
    battlements: Collection[tuple[Hex, int]]
    roofs: Mapping[Hex, int]

    def level(self, hex_: Hex) -> int:
        """The level of the highest floor of a hex."""
        return self.roofs.get(hex_, self.tables.terrain[self.kinds[hex_]].level)

    def faced(self, hex_: Hex) -> bool:
        """Whether battlements face this hex."""
        return any((neighbour(hex_, side), opposite(side)) in self.battlements for side in range(6))


def feature_problems(features: tuple[Feature, ...], site: Site, place: str) -> list[Problem]:
    """What is wrong with markers: each problem's ``place`` is ``<place>[n]`` and the field."""
    found: list[Problem] = []
    taken: dict[tuple[str, Hex], int] = {}
    for number, feature in enumerate(features):
        where = f"{place}[{number}]"
        missing = list(_missing(feature))
        found.extend(
            Problem(
                code="marker_needs", data={"kind": feature.kind, "field": field}, rule=_RULE, place=f"{where}.{field}"
            )
            for field in missing
        )
        off = [(field, hex_) for field, hex_ in _named(feature) if hex_ not in site.kinds]
        found.extend(
            Problem(code="off_map", data={"hex": hex_}, rule=_RULE, place=f"{where}.{field}") for field, hex_ in off
        )
        if missing or off:
            continue
        found.extend(_on_its_ground(feature, site, where))
        for hex_ in feature.where:
            key = ("ground" if feature.kind in _GROUND else feature.kind, hex_)
            if key in taken:
                found.append(
                    Problem(code="two_markers", data={"hex": hex_, "other": taken[key]}, rule=_RULE, place=where)
                )
            taken[key] = number
    return found


_RULE = "Montjoie 7.1"


def _missing(feature: Feature) -> Iterator[str]:
    for field in _NEEDS.get(feature.kind, ()):
        if not getattr(feature, field):
            yield field
    if feature.kind in {"hoarding", "rubble", "filled_moat"} and not feature.where:
        yield "hexes"
    if feature.kind == "stakes" and feature.front is None and feature.face is None:
        yield "front"
    if feature.kind == "wagon" and not isinstance(feature.front, str):
        yield "front"


def _named(feature: Feature) -> Iterator[tuple[str, Hex]]:
    """Every hex that a marker names, and the field that names it."""
    if feature.hex:
        yield "hex", feature.hex
    for number, hex_ in enumerate(feature.hexes):
        yield f"hexes[{number}]", hex_
    for number, hex_ in enumerate(feature.bridge):
        yield f"bridge[{number}]", hex_
    for field, hex_ in (("top", feature.top), ("rear", feature.rear)):
        if hex_:
            yield field, hex_
    if isinstance(feature.front, str):
        yield "front", feature.front
    if feature.animal is not None:
        yield "animal.at", feature.animal.at


def _on_its_ground(feature: Feature, site: Site, where: str) -> Iterator[Problem]:
    """Whether it may lie where it does."""

    def wrong(code: str, **data: Any) -> Problem:
        return Problem(code=code, data={"kind": feature.kind, **data}, rule=_RULE, place=where)

    terrain = {hex_: site.tables.terrain[site.kinds[hex_]] for hex_ in feature.where}
    for hex_ in feature.where:
        if feature.kind == "hoarding" and not site.faced(hex_):
            yield wrong("hoarding_nowhere", hex=hex_)
        if feature.kind == "filled_moat" and site.kinds[hex_] != "moat":
            yield wrong("no_moat", hex=hex_)
        if feature.kind == "wagon" and not terrain[hex_].wheels:
            yield wrong("marker_ground", hex=hex_, terrain=site.kinds[hex_])
        if feature.kind in {"stakes", "pile", "oil"} and terrain[hex_].foot is None:
            yield wrong("marker_ground", hex=hex_, terrain=site.kinds[hex_])
    yield from _directions(feature, where)
    if feature.kind == "ladder":
        if direction(feature.hex, feature.top) is None:
            yield wrong("not_beside", hex=feature.hex, other=feature.top)
        elif site.level(feature.top) - site.tables.terrain[site.kinds[feature.hex]].level not in {1, 2}:
            yield wrong("ladder_height", hex=feature.hex, other=feature.top)
    if feature.kind == "wagon" and feature.animal is not None and isinstance(feature.front, str):
        towards = direction(feature.front, feature.animal.at)
        if towards is None or direction(feature.rear, feature.front) is None:
            yield wrong("wagon_apart", hex=feature.front)


def _directions(feature: Feature, where: str) -> Iterator[Problem]:
    sides = feature.front if isinstance(feature.front, tuple) else ()
    for field, values in (("dir", (feature.dir,)), ("face", (feature.face,)), ("front", sides)):
        for value in values:
            if value is not None and not 0 <= value <= 5:
                yield Problem(code="bad_direction", data={"direction": value}, rule=_RULE, place=f"{where}.{field}")


def alterations_of(features: tuple[Feature, ...], readings: Mapping[str, Any]) -> Alterations:
    """What markers change about the ground before the first turn."""
    found: dict[str, list[Any]] = {
        kind: [] for kind in ("hoarding", "rubble", "filled_moat", "ladder", "stakes", "wagon")
    }
    for number, feature in enumerate(features):
        if feature.kind == "ladder":
            found["ladder"].append(Ladder(feature.id or f"ladder{number + 1}", feature.hex, feature.top))
        elif feature.kind == "stakes":
            found["stakes"].append(Stakes(feature.hex, front_of(feature, readings)))
        elif feature.kind == "wagon" and feature.animal is not None and isinstance(feature.front, str):
            found["wagon"].append(Cart(feature.id, feature.front, feature.rear, feature.animal.at))
        elif feature.kind in found:
            found[feature.kind].extend(feature.where)
    return Alterations(
        hoardings=tuple(found["hoarding"]),
        rubble=tuple(found["rubble"]),
        filled=tuple(found["filled_moat"]),
        ladders=tuple(found["ladder"]),
        stakes=tuple(found["stakes"]),
        carts=tuple(found["wagon"]),
    )


def front_of(feature: Feature, readings: Mapping[str, Any]) -> tuple[int, ...]:
    """The sides that stakes point out of: a list on the marker, or by where they face [R13]."""
    if isinstance(feature.front, tuple):
        return feature.front
    face = feature.face or 0
    return ((face - 1) % 6, face, (face + 1) % 6) if readings["stakes.front"] == 3 else (face, (face + 1) % 6)


def together(first: Alterations, second: Alterations) -> Alterations:
    """Two sets of changes as one: a map's own markers and a scenario's."""
    return Alterations(
        **{field: getattr(first, field) + getattr(second, field) for field in Alterations.__struct_fields__}
    )
