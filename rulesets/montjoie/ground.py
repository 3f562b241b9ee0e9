"""The ground as play meets it: what is on a hex, on its layers and along its sides, with what the battle has changed.

A ``Ground`` never changes. What a battle does to it (rubble, ladders, a cart's place) is an ``Alterations`` in the battle's state;
``altered`` gives the ground with them in it, and every question is put to that one.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from msgspec import Struct

from rulesets.montjoie.hexes import Hex, Place, direction, neighbour, opposite
from rulesets.montjoie.tables import Mark, Tables, Terrain

BASE = "base"
CROWN = "crown"
ROOF = "roof"
HOARDING = "hoarding"
BED = "bed"
BRIDGE = "bridge"
ROPES = ("rope1", "rope2")
LADDERS = ("ladder1", "ladder2")
MINES = ("mine1", "mine2")
LAYERS = (BASE, CROWN, ROOF, HOARDING, *ROPES, *LADDERS, BED, BRIDGE, *MINES)
"""Every layer there can be (Montjoie 4.1)."""


class Stakes(Struct, frozen=True, forbid_unknown_fields=True):
    """Stakes in a hex; ``front``: the sides that they point out of (Montjoie 2.1)."""

    hex: Hex
    front: tuple[int, ...]


class Ladder(Struct, frozen=True, forbid_unknown_fields=True):
    """A ladder or a rope: the hex of its foot, and the wall or roof hex that it leads to."""

    id: str
    foot: Hex
    top: Hex


class Cart(Struct, frozen=True, forbid_unknown_fields=True):
    """A cart: two bed hexes and the place of its draught animal ahead of the front one (Montjoie 1.5)."""

    id: str
    front: Hex
    rear: Hex
    animal: Hex
    moving: bool = False

    @property
    def face(self) -> int:
        """The direction in which the front goes next."""
        towards = direction(self.front, self.animal)
        return 0 if towards is None else towards


class Gallery(Struct, frozen=True, forbid_unknown_fields=True):
    """A mined hex, and how deep: -1 or -2 (Montjoie 3.3)."""

    hex: Hex
    low: int


class Alterations(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What play has changed, and what a scenario put on the map. Hashable; part of a battle's state.

    ``off``: modules that are not played: their layers, sides and markers are not there (Montjoie 0). ``hoardings``: those that still
    stand. ``burning``: places on fire.
    """

    off: tuple[str, ...] = ()
    rubble: tuple[Hex, ...] = ()
    filled: tuple[Hex, ...] = ()
    hoardings: tuple[Hex, ...] = ()
    stakes: tuple[Stakes, ...] = ()
    ladders: tuple[Ladder, ...] = ()
    ropes: tuple[Ladder, ...] = ()
    carts: tuple[Cart, ...] = ()
    burning: tuple[Place, ...] = ()
    mines: tuple[Gallery, ...] = ()


class Wall(Struct, frozen=True, kw_only=True):
    """A wall or tower that can be mined (Montjoie 7.1). ``ring``: the hexes of a tower's circumference, 0 for a straight wall."""

    id: str
    hexes: tuple[Hex, ...]
    length: int
    thickness: int
    ring: int
    level: int
    moat: bool


class Tower(Struct, frozen=True, kw_only=True):
    """A siege tower that stands in a hex; its bridge comes down when none of ``bridge`` bears a hoarding (Montjoie 3.1.3)."""

    hex: Hex
    bridge: tuple[Hex, ...]


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Ground:
    """The map of a battle. Sides are (hex, direction) pairs; all but battlements are named from both hexes.

    ``battlements`` are named from the hex that stands behind them. ``inside``: the house or gate passage that covers the ground layer.
    ``roofs``: the level of a top layer. ``trees``: the trunk of the big tree that a hex belongs to.
    """

    id: str
    name: str
    columns: int
    rows: int
    tables: Tables
    readings: Mapping[str, Any]
    hexes: tuple[Hex, ...]
    terrain: Mapping[Hex, Terrain]
    kinds: Mapping[Hex, str]
    beside: Mapping[Hex, tuple[Hex, ...]]
    inside: Mapping[Hex, str]
    roofs: Mapping[Hex, int]
    doors: frozenset[tuple[Hex, int]]
    inner_ladders: frozenset[Hex]
    low_walls: frozenset[tuple[Hex, int]]
    battlements: frozenset[tuple[Hex, int]]
    gates: Mapping[tuple[Hex, int], str]
    trees: Mapping[Hex, Hex]
    spots: Mapping[str, tuple[Hex, ...]]
    walls: Mapping[str, Wall]
    piles: tuple[Hex, ...] = ()
    barrels: tuple[Hex, ...] = ()
    sheds: tuple[Hex, ...] = ()
    rams: tuple[Hex, ...] = ()
    towers: tuple[Tower, ...] = ()
    marked: Alterations = field(default_factory=Alterations)
    """What the map itself brings: its hoardings, stakes, ladders, rubble."""

    hoardings: Mapping[Hex, int] = field(default_factory=dict)
    """Level of each hoarding that stands."""
    stakes: Mapping[Hex, frozenset[int]] = field(default_factory=dict)
    ladders: Mapping[Hex, Ladder] = field(default_factory=dict)
    """By the hex of the foot."""
    ropes: Mapping[Hex, Ladder] = field(default_factory=dict)
    beds: Mapping[Hex, Cart] = field(default_factory=dict)
    burning: frozenset[Place] = frozenset()
    fires: tuple[Hex, ...] = ()
    galleries: Mapping[Hex, int] = field(default_factory=dict)
    memory: dict[Any, Any] = field(default_factory=dict)
    """Answers worked out before, for this very ground."""

    # --- Layers and levels (4.1) ---

    def layers(self, hex_: Hex) -> tuple[str, ...]:
        """The layers that exist on a hex. The ground under a cart is closed."""
        key = ("layers", hex_)
        if key not in self.memory:
            self.memory[key] = tuple(self._layers(hex_))
        found: tuple[str, ...] = self.memory[key]
        return found

    def _layers(self, hex_: Hex) -> list[str]:
        found = [BED] if hex_ in self.beds else [BASE]
        if hex_ in self.trees:
            found.append(CROWN)
        if hex_ in self.roofs:
            found.append(ROOF)
        if hex_ in self.hoardings:
            found.append(HOARDING)
        for held, names in ((self.ropes, ROPES), (self.ladders, LADDERS)):
            if hex_ in held:
                found.extend(names[: self.rise(held[hex_])])
        if hex_ in self.galleries:
            found.extend(MINES[: -self.galleries[hex_]])
        if any(hex_ in tower.bridge and self.bridge_down(tower) for tower in self.towers):
            found.append(BRIDGE)
        return found

    def level(self, hex_: Hex, layer: str) -> int:
        """The level of a layer on a hex."""
        if layer == BASE:
            return self.terrain[hex_].level
        if layer == CROWN:
            return 1
        if layer == ROOF:
            return self.roofs[hex_]
        if layer == HOARDING:
            return self.hoardings[hex_]
        if layer == BRIDGE:
            return max(self.top_level(other) for other in self.behind(hex_))
        if layer in ROPES or layer in LADDERS:
            return self.terrain[hex_].level + int(layer[-1])
        return -int(layer[-1]) if layer in MINES else 0

    def top_level(self, hex_: Hex) -> int:
        """The level of the highest floor of a hex that a ladder may lead to: a roof's, else the ground layer's."""
        return self.roofs.get(hex_, self.terrain[hex_].level)

    def top_place(self, hex_: Hex) -> Place:
        """Where a ladder to this hex ends."""
        return (hex_, ROOF if hex_ in self.roofs else BASE)

    def rise(self, ladder: Ladder) -> int:
        """How many levels a ladder or rope climbs: 1 or 2."""
        return min(max(self.top_level(ladder.top) - self.terrain[ladder.foot].level, 1), 2)

    def bridge_down(self, tower: Tower) -> bool:
        """Whether a siege tower's bridge can be down: none of the hexes before it bears a hoarding (Montjoie 3.1.3)."""
        return not any(hex_ in self.hoardings for hex_ in tower.bridge)

    def has(self, place: Place) -> bool:
        """Whether there is such a place on this ground."""
        return place[0] in self.terrain and place[1] in self.layers(place[0])

    # --- Sides (4.4) ---

    def low_wall(self, hex_: Hex, side: int) -> bool:
        """Whether a low wall runs along a side (Montjoie 1.3)."""
        return (hex_, side) in self.low_walls

    def closed(self, hex_: Hex, side: int) -> bool:
        """Whether a house wall, a castle gate or the wall of a passage closes a side of the ground layer."""
        other = self.beside[hex_][side]
        if self.inside.get(hex_, "") == self.inside.get(other, ""):
            return self.gates.get((hex_, side)) == "shut"
        return (hex_, side) not in self.doors and self.gates.get((hex_, side)) not in {"open", "arch"}

    def battlement(self, hex_: Hex, side: int) -> bool:
        """Whether a side of a hex is edged with battlements, seen from either hex."""
        return (hex_, side) in self.battlements or (self.beside[hex_][side], opposite(side)) in self.battlements

    def parapet(self, hex_: Hex, side: int) -> bool:
        """Whether a side of a flat roof is its outer edge (Montjoie 1.4.1). One between two joined houses counts once."""
        if hex_ not in self.roofs or self.inside.get(hex_, "").startswith("passage:"):
            return False
        return self.inside.get(self.beside[hex_][side], "") != self.inside[hex_]

    def side(self, hex_: Hex, side: int, layer: str = BASE) -> str:
        """What runs along a side, for whoever is on a layer of the hex.

        One of wall, door, gate_shut, gate_open, arch, low_wall, battlement, parapet; empty for nothing.
        """
        if layer == ROOF and self.parapet(hex_, side):
            return "parapet"
        if layer in {ROOF, BASE} and (hex_, side) in self.battlements and self.level(hex_, layer) > 0:
            return "battlement"
        if layer != BASE:
            return ""
        if (hex_, side) in self.gates:
            gate = self.gates[hex_, side]
            return gate if gate == "arch" else f"gate_{gate}"
        if (hex_, side) in self.doors:
            return "door"
        if self.closed(hex_, side):
            return "wall"
        return "low_wall" if (hex_, side) in self.low_walls else ""

    def behind(self, hex_: Hex) -> tuple[Hex, ...]:
        """The battlemented wall hexes that face a hex: those behind its hoarding, those above a man at the wall's foot."""
        return tuple(
            other
            for side, other in enumerate(self.beside[hex_])
            if other and (other, opposite(side)) in self.battlements
        )

    # --- What a place is ---

    def interior(self, place: Place) -> str:
        """The house or gate passage whose roof covers a place; empty in the open."""
        return self.inside.get(place[0], "") if place[1] == BASE else ""

    def tree(self, hex_: Hex) -> Hex:
        """The trunk of the big tree that a hex belongs to; empty for none."""
        return self.trees.get(hex_, "")

    def covered(self, place: Place) -> bool:
        """Whether no weather reaches a place: floors, gate passages, hoardings, mines [R4]."""
        hex_, layer = place
        if layer == HOARDING:
            return bool(self.readings["weather.roof"] == "with_hoardings")
        return layer in MINES or (layer == BASE and hex_ in self.inside)

    def mark(self, place: Place) -> Mark:
        """How a place bears on close combat, whoever stands there (sections 1 to 3, 7.2): -, 0 or + for a defender."""
        hex_, layer = place
        layers = self.tables.layers
        if layer == BASE:
            if hex_ in self.stakes:
                return layers["stakes"].combat
            if self.kinds[hex_] == "rubble" and self.readings["terrain.rubble.combat"] == "0":
                return "0"
            return self.terrain[hex_].combat
        if layer == ROOF:
            if self.inside.get(hex_, "").startswith("passage:"):
                return layers["tower"].combat
            return layers[ROOF].combat if self.readings["roof.plus"] == "always" else "0"
        if layer == BED:
            return layers["bed_moving" if self.beds[hex_].moving else BED].combat
        if layer in MINES:
            return layers["mine"].combat
        return layers[layer].combat if layer in layers else "0"

    def side_mark(self, target: Place, attacker: Place) -> Mark:
        """What a wall between them does for the target (Montjoie 1.3, 1.4.1): + or 0."""
        side = direction(target[0], attacker[0])
        if side is None:
            return "0"
        sides = self.tables.sides
        if target[1] == BASE and attacker[1] == BASE:
            always = self.readings["low_wall"] == "always"
            walls = range(6) if always else (side,)
            if any((target[0], one) in self.low_walls for one in walls):
                return sides["low_wall"].combat
        if target[1] == ROOF and self.parapet(target[0], side):
            return sides["parapet"].combat
        return "0"

    def edges(self, hex_: Hex) -> frozenset[str]:
        """The edges of the map that a hex lies on: north, south, west, east."""
        found = set()
        touching = self.beside[hex_]
        if not touching[1] and not touching[2]:
            found.add("north")
        if not touching[4] and not touching[5]:
            found.add("south")
        if not touching[0]:
            found.add("east")
        if not touching[3]:
            found.add("west")
        return frozenset(found)

    def passable(self, hex_: Hex) -> bool:
        """Whether a figure on foot can be on the ground layer of a hex at all."""
        return hex_ not in self.beds and self.terrain[hex_].foot is not None and (hex_, BASE) not in self.burning


def altered(ground: Ground, alterations: Alterations) -> Ground:
    """The ground with the changes in it. Equal changes of one ground give the same object while it is remembered."""
    return _altered(ground, alterations)


@lru_cache(maxsize=256)
def _altered(ground: Ground, changes: Alterations) -> Ground:
    off = frozenset(changes.off)
    rubble = frozenset(changes.rubble)
    terrain = dict(ground.terrain)
    kinds = dict(ground.kinds)
    for hexes, kind in ((changes.filled, "filled_moat"), (changes.rubble, "rubble")):
        for hex_ in hexes:
            terrain[hex_], kinds[hex_] = ground.tables.terrain[kind], kind
    battlements = frozenset(side for side in ground.battlements if side[0] not in rubble)
    inside = {hex_: name for hex_, name in ground.inside.items() if hex_ not in rubble}
    standing = () if "hoardings" in off else changes.hoardings
    galleries: dict[Hex, int] = {}
    for gallery in () if "mines" in off else changes.mines:
        galleries[gallery.hex] = min(gallery.low, galleries.get(gallery.hex, -1))
    return Ground(
        **{key: getattr(ground, key) for key in _KEPT},
        terrain=terrain,
        kinds=kinds,
        inside=inside,
        roofs={hex_: level for hex_, level in ground.roofs.items() if _roof_is_there(inside, hex_, off)},
        low_walls=frozenset() if "low_walls" in off else ground.low_walls,
        battlements=battlements,
        trees={} if "trees" in off else ground.trees,
        piles=tuple(hex_ for hex_ in ground.piles if hex_ not in rubble and "rocks" not in off),
        barrels=tuple(hex_ for hex_ in ground.barrels if hex_ not in rubble),
        hoardings=_hoardings(ground, battlements, standing),
        stakes={} if "stakes" in off else {one.hex: frozenset(one.front) for one in changes.stakes},
        ladders={one.foot: one for one in changes.ladders},
        ropes={} if "grapnels" in off else {one.foot: one for one in changes.ropes},
        beds={} if "wagons" in off else {hex_: one for one in changes.carts for hex_ in (one.front, one.rear)},
        burning=frozenset(changes.burning),
        fires=tuple(sorted({hex_ for hex_, _layer in changes.burning})),
        galleries=galleries,
    )


_KEPT = (
    "id",
    "name",
    "columns",
    "rows",
    "tables",
    "readings",
    "hexes",
    "beside",
    "doors",
    "inner_ladders",
    "gates",
    "spots",
    "walls",
    "sheds",
    "rams",
    "towers",
    "marked",
)


def _roof_is_there(inside: Mapping[Hex, str], hex_: Hex, off: frozenset[str]) -> bool:
    return hex_ in inside and ("rooftops" not in off or inside[hex_].startswith("passage:"))


def _hoardings(ground: Ground, battlements: frozenset[tuple[Hex, int]], standing: tuple[Hex, ...]) -> dict[Hex, int]:
    """Hoardings that still have a wall behind them, at its level: at the lower one where a wall meets a tower."""
    found: dict[Hex, int] = {}
    for hex_ in standing:
        levels = [
            ground.top_level(other)
            for side, other in enumerate(ground.beside[hex_])
            if other and (other, opposite(side)) in battlements
        ]
        if levels:
            found[hex_] = min(levels)
    return found


def neighbours(hexes: frozenset[Hex]) -> dict[Hex, tuple[Hex, ...]]:
    """For each hex its six neighbours by direction; empty where the map ends."""
    return {
        hex_: tuple(other if (other := neighbour(hex_, side)) in hexes else "" for side in range(6)) for hex_ in hexes
    }
