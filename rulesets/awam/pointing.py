"""Where on the board something lies that a menu names by a word (AWAM 12.2)."""

from collections.abc import Sequence

from rulesets.awam.expeditions import SHEET
from rulesets.awam.setting import SEATS, mm
from rulesets.awam.state import State
from rulesets.contract import Action, Where
from rulesets.vocabulary import Json, Seat

EDGE = 40
"""So far from the edge of the table, in millimetres, a sign is drawn whole."""


def where(state: State, seat: Seat, action: Action, name: str, values: Sequence[Json]) -> list[Where | None]:
    """For each value where it lies in millimetres; None where it has no place."""
    if (state.scenario, action.kind, name) != ("fashoda", "enter", "way") or seat not in SEATS:
        return [None] * len(values)
    return [_comes(state, seat, str(value)) for value in values]


def _comes(state: State, seat: Seat, way: str) -> Where | None:
    """The middle of the strip of a way; a way by river alone has none, and is shown where the first of the boats lies."""
    number = SEATS.index(seat) + 1
    strip = state.zones.get(f"{number}{way}")
    if strip is not None:
        x, y = (strip.low.x + strip.high.x) // 2, (strip.low.y + strip.high.y) // 2
        return Where(at=(_inside(x, state.width), _inside(y, state.height)))
    boats = SHEET.expeditions[number - 1].boats
    return Where(at=mm(boats[0].at)) if boats else None


def _inside(value: int, most: int) -> int:
    return max(EDGE, min(most - EDGE, value))
