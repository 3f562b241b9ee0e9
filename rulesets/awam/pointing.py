"""Where on the board something lies that a menu names by a word (AWAM 12.2)."""

from collections.abc import Sequence

from rulesets.awam import ways
from rulesets.awam.expeditions import SHEET
from rulesets.awam.setting import SEATS, mm
from rulesets.awam.state import State
from rulesets.awam.world import World
from rulesets.contract import Action, Where
from rulesets.vocabulary import Json, Seat

EDGE = 40
"""So far from the edge of the table, in millimetres, a sign is drawn whole."""


def where(world: World, seat: Seat, action: Action, name: str, values: Sequence[Json]) -> list[Where | None]:
    """For each value where it lies in millimetres; None where it has no place."""
    state = world.state
    if name == ways.NAME:
        return [_leads(world, seat, action, value) for value in values]
    if (state.scenario, action.kind, name) != ("fashoda", "enter", "way") or seat not in SEATS:
        return [None] * len(values)
    return [_comes(state, seat, str(value)) for value in values]


def _leads(world: World, seat: Seat, action: Action, value: Json) -> Where | None:
    """Where a way would lead with one more point, or, for a list of points, where it leads (AWAM 14.5)."""
    going = ways.going_of(world, seat, action)
    before = [] if isinstance(value, list) else ways.points_in(action.arguments.get(ways.NAME))
    way = [*before, *ways.points_in(value if isinstance(value, list) else [value])]
    if going is None or not way:
        return None
    return Where(
        at=way[-1],
        way=(going.start, *way),
        length=ways.spent(world, action, going, way),
        rough=ways.is_rough(world, action, going, way),
    )


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
