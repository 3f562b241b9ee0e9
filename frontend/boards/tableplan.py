"""What a table plan says, and where its pieces stand: whole millimetres on a table of six by four feet.

The origin is the upper left corner; x runs along the long edge. Side 0 deploys below, side 1 above.
"""

from dataclasses import dataclass, field
from itertools import count
from math import ceil
from typing import Literal, NamedTuple

WIDTH, HEIGHT = 1829, 1219
FOOT = 305
"""Twelve inches."""

type Scenario = Literal["skirmish", "encounter", "defend_ally", "ambush", "pitched_battle", "defensive_battle"]
type Kind = Literal["gentle_hill", "steep_hill", "wood", "rough"]
type Zone = Literal["centre", "flank"]

KINDS: tuple[Kind, ...] = ("gentle_hill", "steep_hill", "wood", "rough")
# Width and height of a piece where there is room for it.
SIZES: dict[Kind, tuple[int, int]] = {
    "gentle_hill": (360, 240),
    "steep_hill": (300, 240),
    "wood": (320, 220),
    "rough": (290, 190),
}
GAP = 24
"""Kept free around each piece."""


@dataclass(frozen=True)
class SidePlan:
    """A side at the table. ``role``: ``attacker``, ``defender``, ``ambusher``, ``ambushed``, or empty."""

    key: str
    name: str
    role: str = ""


@dataclass(frozen=True)
class Piece:
    kind: Kind
    zone: Zone


@dataclass(frozen=True)
class TablePlan:
    """A scenario's table. ``labels`` holds every word that is drawn (``LABELS``); the board translates nothing.

    ``sides`` are two; their order gives their colour. ``uid`` keeps ids apart when a page shows several plans.
    """

    scenario: Scenario
    sides: tuple[SidePlan, ...]
    pieces: tuple[Piece, ...] = ()
    village: bool = False
    camp: bool = False
    labels: dict[str, str] = field(default_factory=dict)
    uid: str = "plan"


LABELS = (
    "title", "description", "gentle_hill", "steep_hill", "wood", "rough", "village", "camp",
    "strip", "march", "entry", "hidden",
)  # fmt: skip


class Box(NamedTuple):
    """Left, top, width, height."""

    x: int
    y: int
    width: int
    height: int


class Placed(NamedTuple):
    piece: Piece
    box: Box


TABLE = Box(0, 0, WIDTH, HEIGHT)
STRIP = Box(0, (HEIGHT - FOOT) // 2, WIDTH, FOOT)
"""The strip of an ambush that stays clear."""
VILLAGE = Box(780, 330, 270, 230)
CAMP = Box(765, 40, 300, 190)

_LEFT, _MIDDLE, _RIGHT = 457, 914, 1372
_FLANKS = (
    Box(0, 20, _LEFT, 590),
    Box(_RIGHT, 610, WIDTH - _RIGHT, 590),
    Box(_RIGHT, 20, WIDTH - _RIGHT, 590),
    Box(0, 610, _LEFT, 590),
)
_CENTRE = (
    Box(_LEFT, FOOT, _MIDDLE - _LEFT, 304),
    Box(_MIDDLE, 610, _RIGHT - _MIDDLE, 304),
    Box(_MIDDLE, FOOT, _RIGHT - _MIDDLE, 304),
    Box(_LEFT, 610, _MIDDLE - _LEFT, 304),
)
_CENTRE_BY_A_VILLAGE = (
    Box(_LEFT, 600, _MIDDLE - _LEFT, 314),
    Box(1050, FOOT, _RIGHT - 1050, 295),
    Box(_LEFT, FOOT, 780 - _LEFT, 295),
    Box(_MIDDLE, 600, _RIGHT - _MIDDLE, 314),
)
# Above and below the strip that must stay clear.
_ABOVE, _BELOW = STRIP.y, STRIP.y + STRIP.height
_FLANKS_OF_AN_AMBUSH = (
    Box(0, 0, _LEFT, _ABOVE),
    Box(_RIGHT, _BELOW, WIDTH - _RIGHT, HEIGHT - _BELOW),
    Box(_RIGHT, 0, WIDTH - _RIGHT, _ABOVE),
    Box(0, _BELOW, _LEFT, HEIGHT - _BELOW),
)
_CENTRE_OF_AN_AMBUSH = (
    Box(_LEFT, 0, _MIDDLE - _LEFT, _ABOVE),
    Box(_MIDDLE, _BELOW, _RIGHT - _MIDDLE, HEIGHT - _BELOW),
    Box(_MIDDLE, 0, _RIGHT - _MIDDLE, _ABOVE),
    Box(_LEFT, _BELOW, _MIDDLE - _LEFT, HEIGHT - _BELOW),
)


def place(plan: TablePlan) -> tuple[Placed, ...]:
    """Where each piece stands, in the order of ``plan.pieces``: spread over its zone, none over another."""
    spots = {zone: _spots(plan, zone) for zone in ("centre", "flank")}
    numbers = {"centre": count(), "flank": count()}
    placed = []
    for piece in plan.pieces:
        index = next(numbers[piece.zone])
        placed.append(Placed(piece, _stand(spots[piece.zone][index], SIZES[piece.kind], index)))
    return tuple(placed)


def _spots(plan: TablePlan, zone: Literal["centre", "flank"]) -> list[Box]:
    """One cell for each piece of the zone: round the zone's boxes, then each box divided among its own."""
    boxes = _boxes(plan, zone)
    total = sum(piece.zone == zone for piece in plan.pieces)
    shares = [_cells(box, len(range(number, total, len(boxes)))) for number, box in enumerate(boxes)]
    return [shares[index % len(boxes)][index // len(boxes)] for index in range(total)]


def _boxes(plan: TablePlan, zone: Literal["centre", "flank"]) -> tuple[Box, ...]:
    if plan.scenario == "ambush":
        return _FLANKS_OF_AN_AMBUSH if zone == "flank" else _CENTRE_OF_AN_AMBUSH
    if zone == "flank":
        return _FLANKS
    return _CENTRE_BY_A_VILLAGE if plan.village else _CENTRE


def _cells(box: Box, wanted: int) -> list[Box]:
    """The box cut into at least ``wanted`` equal cells, as square as may be."""
    if wanted == 0:
        return []
    rows = min(range(1, wanted + 1), key=lambda rows: _stretch(box, rows, ceil(wanted / rows)))
    columns = ceil(wanted / rows)
    width, height = box.width // columns, box.height // rows
    return [
        Box(box.x + column * width, box.y + row * height, width, height)
        for row in range(rows)
        for column in range(columns)
    ]


def _stretch(box: Box, rows: int, columns: int) -> int:
    """How far the cells are from square: millimetres between their width and their height."""
    return abs(box.width // columns - box.height // rows)


def _stand(cell: Box, size: tuple[int, int], index: int) -> Box:
    """The piece in its cell, smaller if it must, a little off the middle so that the table does not look ruled."""
    gap = min(GAP, cell.width // 8, cell.height // 8)
    width = max(1, min(size[0], cell.width - 2 * gap))
    height = max(1, min(size[1], cell.height - 2 * gap))
    spare_x, spare_y = cell.width - width - 2 * gap, cell.height - height - 2 * gap
    return Box(
        cell.x + gap + spare_x * (2 + index * 3 % 5) // 8,
        cell.y + gap + spare_y * (6 - index * 2 % 5) // 8,
        width,
        height,
    )
