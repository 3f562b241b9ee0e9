"""A map document read as ground, or everything that is wrong with it (Montjoie 7, appendix A)."""

from collections.abc import Mapping
from importlib.resources import files
from typing import Any

import msgspec

from rulesets.montjoie.ground import Ground, Tower, Wall, altered, neighbours
from rulesets.montjoie.hexes import Hex, at, neighbour, opposite
from rulesets.montjoie.mapdoc import (
    Area,
    Feature,
    House,
    MapDocument,
    Rect,
    SideAt,
    is_slug,
    on_map,
    rect_hexes,
    shapes,
)
from rulesets.montjoie.markers import Site, alterations_of, feature_problems
from rulesets.montjoie.readings import READINGS
from rulesets.montjoie.tables import TABLES, Tables, Terrain
from rulesets.vocabulary import Problem

MOST_PROBLEMS = 60
"""Nobody mends more at a time."""


def read_map(
    document: Any, tables: Tables = TABLES, readings: Mapping[str, Any] = READINGS, *, with_markers: bool = True
) -> Ground | list[Problem]:
    """The ground of a document, or what is wrong with it: each problem's ``place`` is a path in the document (``grid[3]``).

    ``with_markers``: the map's own hoardings, stakes, ladders and rubble stand on it (as before any battle).
    """
    too_large = list(_size(document, tables))
    if too_large:
        return too_large
    wrong = list(shapes(document))
    if wrong:
        return wrong[:MOST_PROBLEMS]
    reader = _Reader(msgspec.convert(document, MapDocument), tables, readings)
    ground = reader.ground()
    if ground is None:
        return reader.problems[:MOST_PROBLEMS]
    return altered(ground, ground.marked) if with_markers else ground


def _size(document: Any, tables: Tables) -> list[Problem]:
    """Refuse what is too large before any work is done on it."""
    if not isinstance(document, dict):
        return []
    limits = tables.limits
    columns, rows = document.get("cols"), document.get("rows")
    found = [
        Problem(code="map_size", data={"most": most}, place=key)
        for key, value, most in (("cols", columns, limits.columns), ("rows", rows, limits.rows))
        if isinstance(value, int) and not 1 <= value <= most
    ]
    if not found and isinstance(columns, int) and isinstance(rows, int) and columns * rows > limits.hexes:
        found.append(Problem(code="map_hexes", data={"hexes": columns * rows, "most": limits.hexes}, place="cols"))
    for part in ("houses", "sides", "walls", "features", "spots", "legend", "grid"):
        held = document.get(part)
        if isinstance(held, list | tuple | dict) and len(held) > limits.features:
            found.append(Problem(code="too_many", data={"count": len(held), "most": limits.features}, place=part))
    return found


class _Reader:
    """One reading of one document: gathers what it holds and what is wrong with it."""

    def __init__(self, document: MapDocument, tables: Tables, readings: Mapping[str, Any]) -> None:
        self.document = document
        self.tables = tables
        self.readings = readings
        self.problems: list[Problem] = []
        self.kinds: dict[Hex, str] = {}
        self.inside: dict[Hex, str] = {}
        self.roofs: dict[Hex, int] = {}
        self.doors: set[SideAt] = set()
        self.inner_ladders: set[Hex] = set()
        self.low_walls: set[SideAt] = set()
        self.battlements: set[SideAt] = set()
        self.gates: dict[SideAt, str] = {}
        self.trees: dict[Hex, Hex] = {}
        self.spots: dict[str, tuple[Hex, ...]] = {}
        self.walls: dict[str, Wall] = {}
        self.along: dict[SideAt, tuple[str, str]] = {}
        """What runs along each ground hexside, and which part of the document said so."""

    def wrong(self, code: str, place: str, **data: Any) -> None:
        self.problems.append(Problem(code=code, data=data, rule="Montjoie 7.1", place=place))

    def ground(self) -> Ground | None:
        """The ground, or None when something is wrong."""
        document = self.document
        if not is_slug(document.id):
            self.wrong("bad_id", "id", id=document.id)
        if not 1 <= len(document.name.strip()) <= self.tables.limits.text:
            self.wrong("bad_name", "name", most=self.tables.limits.text)
        self._grid()
        if self.problems:
            return None
        self._houses()
        self._passages()
        self._sides()
        self._shut_in()
        self._trees()
        self._walls()
        self._spots()
        self._features()
        return None if self.problems else self._made()

    def _made(self) -> Ground:
        document, features = self.document, self.document.features
        hexes = tuple(self.kinds)
        by_kind: dict[str, list[Feature]] = {}
        for feature in features:
            by_kind.setdefault(feature.kind, []).append(feature)
        return Ground(
            id=document.id,
            name=document.name,
            columns=document.cols,
            rows=document.rows,
            tables=self.tables,
            readings=self.readings,
            hexes=hexes,
            terrain={hex_: self.terrain(hex_) for hex_ in hexes},
            kinds=self.kinds,
            beside=neighbours(frozenset(hexes)),
            inside=self.inside,
            roofs=self.roofs,
            doors=frozenset(self.doors),
            inner_ladders=frozenset(self.inner_ladders),
            low_walls=frozenset(self.low_walls),
            battlements=frozenset(self.battlements),
            gates=self.gates,
            trees=self.trees,
            spots=self.spots,
            walls=self.walls,
            piles=_hexes(by_kind.get("pile", [])),
            barrels=_hexes(by_kind.get("oil", [])),
            sheds=_hexes(by_kind.get("shed", [])),
            rams=_hexes(by_kind.get("ram", [])),
            towers=tuple(Tower(hex=one.hex, bridge=one.bridge) for one in by_kind.get("siege_tower", [])),
            marked=alterations_of(features, self.readings),
        )

    # --- Hexes ---

    def terrain(self, hex_: Hex) -> Terrain:
        return self.tables.terrain[self.kinds[hex_]]

    def here(self, hex_: Any, place: str) -> bool:
        """Whether a hex is on the map; if not, that is a problem."""
        if on_map(hex_, self.document.cols, self.document.rows):
            return True
        self.wrong("off_map", place, hex=hex_)
        return False

    def rect(self, rect: Rect, place: str) -> list[Hex]:
        """The hexes of a rect; none when a corner is off the map."""
        fits = [self.here(corner, f"{place}[{number}]") for number, corner in enumerate(rect)]
        return list(rect_hexes(rect)) if all(fits) else []

    def _grid(self) -> None:
        document = self.document
        for symbol, kind in document.legend.items():
            if len(symbol) != 1 or symbol.isspace():
                self.wrong("bad_symbol", f"legend.{symbol}", symbol=symbol)
            if kind not in self.tables.terrain:
                self.wrong("unknown_terrain", f"legend.{symbol}", terrain=kind)
        if len(document.grid) != document.rows:
            self.wrong("rows_missing", "grid", rows=len(document.grid), needed=document.rows)
        for row, text in enumerate(document.grid[: document.rows]):
            if len(text) != document.cols:
                self.wrong("hole", f"grid[{row}]", columns=len(text), needed=document.cols)
            for column, symbol in enumerate(text[: document.cols]):
                hex_ = at(column, row)
                if symbol not in document.legend:
                    code = "hole_at" if symbol.isspace() else "unknown_symbol"
                    self.wrong(code, f"grid[{row}][{column}]", symbol=symbol, hex=hex_)
                else:
                    self.kinds[hex_] = document.legend[symbol]

    # --- Houses, passages, trees ---

    def _houses(self) -> None:
        names: set[str] = set()
        for number, house in enumerate(self.document.houses):
            place = f"houses[{number}]"
            if not is_slug(house.id) or house.id in names:
                self.wrong("bad_id", f"{place}.id", id=house.id)
            names.add(house.id)
            self._house(house, place)
        for number, house in enumerate(self.document.houses):
            self._doors(house, f"houses[{number}]")
        for hex_ in self.kinds:
            if self.terrain(hex_).inside == "house" and hex_ not in self.inside:
                self.wrong("no_house", self._cell(hex_), hex=hex_)

    def _cell(self, hex_: Hex) -> str:
        return next(
            f"grid[{row}][{column}]"
            for row in range(self.document.rows)
            for column in range(self.document.cols)
            if at(column, row) == hex_
        )

    def _house(self, house: House, place: str) -> None:
        hexes = self.rect(house.rect, f"{place}.rect")
        for hex_ in hexes:
            if hex_ in self.inside:
                self.wrong("two_houses", f"{place}.rect", hex=hex_, other=self.inside[hex_])
            elif self.terrain(hex_).inside != "house":
                self.wrong("not_a_house", f"{place}.rect", hex=hex_, terrain=self.kinds[hex_])
            self.inside[hex_] = house.id
        if len({self.kinds[hex_] for hex_ in hexes}) > 1:
            self.wrong("mixed_house", f"{place}.rect", house=house.id)
        if house.roof == "flat":
            self.roofs.update({hex_: self.terrain(hex_).roof or 1 for hex_ in hexes})
        if house.ladder:
            if house.ladder not in hexes:
                self.wrong("not_in_house", f"{place}.ladder", hex=house.ladder, house=house.id)
            elif house.roof != "flat":
                self.wrong("no_roof", f"{place}.ladder", house=house.id)
            self.inner_ladders.add(house.ladder)

    def _doors(self, house: House, place: str) -> None:
        for number, (hex_, side) in enumerate(house.doors):
            where = f"{place}.doors[{number}]"
            if not self._side(hex_, side, where):
                continue
            beyond = neighbour(hex_, side)
            if self.inside.get(hex_) != house.id:
                self.wrong("not_in_house", where, hex=hex_, house=house.id)
            elif self.inside.get(beyond) == house.id:
                self.wrong("door_inside", where, hex=hex_, side=side, house=house.id)
            else:
                self.doors.update({(hex_, side), (beyond, opposite(side))})
                self._along(hex_, side, "door", where)

    def _passages(self) -> None:
        """Gate passages that touch are one; each has its tower top."""
        for hex_ in self.kinds:
            if self.terrain(hex_).inside != "passage" or hex_ in self.inside:
                continue
            waiting, name = [hex_], f"passage:{hex_}"
            while waiting:
                one = waiting.pop()
                self.inside[one] = name
                self.roofs[one] = self.terrain(one).roof or 2
                waiting.extend(
                    other
                    for side in range(6)
                    if (other := neighbour(one, side)) in self.kinds
                    and self.terrain(other).inside == "passage"
                    and other not in self.inside
                )

    def _trees(self) -> None:
        for hex_, kind in self.kinds.items():
            if kind != "trunk":
                continue
            for other in (hex_, *(neighbour(hex_, side) for side in range(6))):
                if other not in self.kinds or not self.terrain(other).tree:
                    self.wrong("small_tree", self._cell(hex_), hex=hex_, missing=other)
                elif other in self.trees or (other != hex_ and self.kinds[other] == "trunk"):
                    self.wrong("two_trees", self._cell(hex_), hex=other, trunk=hex_)
                self.trees[other] = hex_

    # --- Sides ---

    def _side(self, hex_: Any, side: int, place: str) -> bool:
        """Whether there is such a hexside, with a hex on both sides of it."""
        if not self.here(hex_, place):
            return False
        if not 0 <= side <= 5:
            self.wrong("bad_direction", place, direction=side)
            return False
        if neighbour(hex_, side) not in self.kinds:
            self.wrong("side_off_map", place, hex=hex_, side=side)
            return False
        return True

    def _along(self, hex_: Hex, side: int, kind: str, place: str) -> None:
        """Note what runs along a side of the ground; two different things contradict each other."""
        for key in ((hex_, side), (neighbour(hex_, side), opposite(side))):
            held = self.along.get(key)
            if held is not None and held[0] != kind:
                self.wrong("sides_contradict", place, hex=hex_, side=side, kind=kind, other=held[0], where=held[1])
                return
            self.along[key] = (kind, place)

    def _sides(self) -> None:
        for number, run in enumerate(self.document.sides):
            place = f"sides[{number}]"
            given = [run.around is not None, run.between is not None, run.at is not None]
            if sum(given) != 1:
                self.wrong("side_where", place)
                continue
            if run.around is not None:
                found = self._around(run.around, run.gaps, place)
            elif run.between is not None:
                found = self._between(run.between, place)
            else:
                found = [side for index, side in enumerate(run.at or ()) if self._side(*side, f"{place}.at[{index}]")]
            for hex_, side in found:
                self._run(run.kind, run.state, hex_, side, place)

    def _run(self, kind: str, state: str, hex_: Hex, side: int, place: str) -> None:
        other = (neighbour(hex_, side), opposite(side))
        if kind == "battlement":
            if self._top(hex_) == 0:
                self.wrong("battlement_low", place, hex=hex_, side=side)
            self.battlements.add((hex_, side))
            return
        told = kind if kind != "gate" else f"gate_{state}"
        self._along(hex_, side, told, place)
        if kind == "low_wall":
            self.low_walls.update({(hex_, side), other})
        else:
            self.gates[hex_, side] = self.gates[other] = "arch" if kind == "arch" else state

    def _top(self, hex_: Hex) -> int:
        return self.roofs.get(hex_, self.terrain(hex_).level)

    def _around(self, rect: Rect, gaps: tuple[SideAt, ...], place: str) -> list[SideAt]:
        hexes = self.rect(rect, f"{place}.around")
        held = set(hexes)
        edge = [
            (hex_, side)
            for hex_ in hexes
            for side in range(6)
            if (other := neighbour(hex_, side)) in self.kinds and other not in held
        ]
        for number, gap in enumerate(gaps):
            if hexes and gap not in edge:
                self.wrong("gap_nowhere", f"{place}.gaps[{number}]", hex=gap[0], side=gap[1])
        return [side for side in edge if side not in gaps]

    def _between(self, rects: tuple[Rect, Rect], place: str) -> list[SideAt]:
        first, second = (self.rect(rect, f"{place}.between[{number}]") for number, rect in enumerate(rects))
        if set(first) & set(second):
            self.wrong("rects_overlap", f"{place}.between")
            return []
        beyond = set(second)
        found = [(hex_, side) for hex_ in first for side in range(6) if neighbour(hex_, side) in beyond]
        if first and second and not found:
            self.wrong("rects_apart", f"{place}.between")
        return [
            (hex_, side)
            if self._top(hex_) >= self._top(neighbour(hex_, side))
            else (neighbour(hex_, side), opposite(side))
            for hex_, side in found
        ]

    def _shut_in(self) -> None:
        """A low wall that runs along a house or a passage is that house's wall."""
        self.low_walls = {
            (hex_, side)
            for hex_, side in self.low_walls
            if self.inside.get(hex_) == self.inside.get(neighbour(hex_, side))
        }

    # --- Walls, spots, markers ---

    def _walls(self) -> None:
        for number, wall in enumerate(self.document.walls):
            place = f"walls[{number}]"
            if not is_slug(wall.id) or wall.id in self.walls:
                self.wrong("bad_id", f"{place}.id", id=wall.id)
            hexes = [hex_ for hex_ in self.rect(wall.rect, f"{place}.rect") if wall.ring or self.terrain(hex_).wall]
            if not hexes or (not wall.ring and not (wall.length > 0 and wall.thickness > 0)) or wall.ring < 0:
                self.wrong("bad_wall", place, wall=wall.id)
            if any(self.terrain(hex_).wall and self.terrain(hex_).level not in {wall.level, 0} for hex_ in hexes):
                self.wrong("wall_level", f"{place}.level", level=wall.level)
            self.walls[wall.id] = Wall(
                id=wall.id,
                hexes=tuple(hexes),
                length=wall.length,
                thickness=wall.thickness,
                ring=wall.ring,
                level=wall.level,
                moat=wall.moat,
            )

    def _spots(self) -> None:
        for name, where in self.document.spots.items():
            if not is_slug(name):
                self.wrong("bad_id", f"spots.{name}", id=name)
            if isinstance(where, Area):
                self.spots[name] = tuple(self.rect(where.rect, f"spots.{name}.rect"))
            else:
                for number, hex_ in enumerate(where):
                    self.here(hex_, f"spots.{name}[{number}]")
                self.spots[name] = where

    def _features(self) -> None:
        site = Site(kinds=self.kinds, tables=self.tables, battlements=self.battlements, roofs=self.roofs)
        self.problems.extend(feature_problems(self.document.features, site, "features"))


def _hexes(features: list[Feature]) -> tuple[Hex, ...]:
    return tuple(hex_ for feature in features for hex_ in feature.where)


def house_maps() -> dict[str, dict[str, Any]]:
    """The house's maps as plain JSON, by id."""
    return {key: msgspec.json.decode(text) for key, text in _MAPS.items()}


_MAPS = {
    entry.name.removesuffix(".json"): entry.read_bytes()
    for entry in sorted(files("rulesets.montjoie").joinpath("maps").iterdir(), key=lambda entry: entry.name)
    if entry.name.endswith(".json")
}
