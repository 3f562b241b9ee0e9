"""The map document (Montjoie 7.1, appendix A): its parts, and reading them out of plain JSON with every mistake named."""

import re
from collections.abc import Iterator
from typing import Any, Literal

import msgspec
from msgspec import Struct

from rulesets.montjoie.hexes import Hex, at, is_name, offset
from rulesets.vocabulary import Problem

type Rect = tuple[Hex, Hex]
"""Two corners: everything in their columns and rows."""
type SideAt = tuple[Hex, int]
"""A hexside: a hex and a direction."""


class House(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A house: all its outer sides are walls but the doors. ``ladder``: where an inside ladder leads to a flat roof."""

    id: str
    rect: Rect
    roof: Literal["flat", "pitched"]
    doors: tuple[SideAt, ...] = ()
    ladder: Hex = ""


class SideRun(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Hexsides of one kind: ``around`` a rect less the ``gaps``, or ``between`` two rects, or ``at`` a list."""

    kind: Literal["low_wall", "battlement", "gate", "arch"]
    around: Rect | None = None
    gaps: tuple[SideAt, ...] = ()
    between: tuple[Rect, Rect] | None = None
    at: tuple[SideAt, ...] | None = None
    state: Literal["shut", "open"] = "shut"


class WallRow(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A wall that can be mined: ``length`` and ``thickness`` in hexes, or for a tower the hexes of its ``ring``."""

    id: str
    rect: Rect
    level: int
    moat: bool = False
    length: int = 0
    thickness: int = 0
    ring: int = 0


class Animal(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What draws a cart, and where it stands."""

    cls: str = msgspec.field(name="class")
    at: Hex


class Feature(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A marker on the map (Montjoie 7.1). Which fields it has depends on its kind."""

    kind: Literal[
        "hoarding", "pile", "oil", "ladder", "stakes", "wagon", "rubble", "filled_moat", "ram", "shed", "siege_tower"
    ]
    hex: Hex = ""
    hexes: tuple[Hex, ...] = ()
    dir: int | None = None
    top: Hex = ""
    front: tuple[int, ...] | Hex | None = None
    face: int | None = None
    bridge: tuple[Hex, ...] = ()
    id: str = ""
    rear: Hex = ""
    animal: Animal | None = None
    side: str = ""
    load: str = ""

    @property
    def where(self) -> tuple[Hex, ...]:
        """Every hex that it lies on."""
        bed = (self.front, self.rear) if self.kind == "wagon" and isinstance(self.front, str) else ()
        return tuple(hex_ for hex_ in (self.hex, *self.hexes, *bed) if hex_)


class Area(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A named rect of hexes."""

    rect: Rect


class MapDocument(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A map as a club writes it: Montjoie 7.1."""

    id: str
    name: str
    cols: int
    rows: int
    legend: dict[str, str]
    grid: tuple[str, ...]
    houses: tuple[House, ...] = ()
    sides: tuple[SideRun, ...] = ()
    walls: tuple[WallRow, ...] = ()
    features: tuple[Feature, ...] = ()
    spots: dict[str, tuple[Hex, ...] | Area] = {}


_PARTS: dict[str, Any] = {"houses": House, "sides": SideRun, "walls": WallRow, "features": Feature}
_NAMED: dict[str, Any] = {"legend": str, "spots": tuple[Hex, ...] | Area}
_WHERE = re.compile(r" - at `\$\.?(.*?)`$")
_SLUG = re.compile(r"[a-z][a-z0-9_-]{0,31}")


def is_slug(text: str) -> bool:
    """Whether a text can be an id: small letters, digits, - and _."""
    return _SLUG.fullmatch(text) is not None


def misshapen(error: msgspec.ValidationError, place: str) -> Problem:
    """What a document's part is instead of what it should be, and where."""
    told = str(error)
    where = _WHERE.search(told)
    inner = where.group(1) if where else ""
    joined = f"{place}{inner}" if inner.startswith("[") else ".".join(one for one in (place, inner) if one)
    return Problem(code="bad_row", data={"detail": _WHERE.sub("", told)}, place=joined)


def shapes(given: Any) -> Iterator[Problem]:
    """What is missing, unknown or of another kind: each house, side, wall and marker judged by itself."""
    if not isinstance(given, dict):
        yield Problem(code="bad_row", data={"detail": "Expected `object`"}, place="")
        return
    for part, kind in _PARTS.items():
        rows = given.get(part, [])
        if not isinstance(rows, list | tuple):
            yield Problem(code="bad_row", data={"detail": "Expected `array`"}, place=part)
            continue
        for number, row in enumerate(rows):
            try:
                msgspec.convert(row, kind)
            except msgspec.ValidationError as error:
                yield misshapen(error, f"{part}[{number}]")
    for part, kinds in _NAMED.items():
        named = given.get(part, {})
        for name, value in named.items() if isinstance(named, dict) else ():
            try:
                msgspec.convert(value, kinds)
            except msgspec.ValidationError as error:
                yield misshapen(error, f"{part}.{name}")
    head = {
        key: value
        for key, value in given.items()
        if key not in _PARTS and not (key in _NAMED and isinstance(value, dict))
    }
    try:
        msgspec.convert({**head, **{part: {} for part in _NAMED if isinstance(given.get(part), dict)}}, MapDocument)
    except msgspec.ValidationError as error:
        yield misshapen(error, "")


def rect_hexes(rect: Rect) -> Iterator[Hex]:
    """Every hex in the columns and rows of two corners, row by row."""
    (left, top), (right, low) = offset(rect[0]), offset(rect[1])
    for row in range(min(top, low), max(top, low) + 1):
        for column in range(min(left, right), max(left, right) + 1):
            yield at(column, row)


def on_map(hex_: Any, columns: int, rows: int) -> bool:
    """Whether a text names a hex of a map of this size."""
    if not is_name(hex_):
        return False
    column, row = offset(hex_)
    return column < columns and row < rows
