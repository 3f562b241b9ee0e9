"""What each unit of the program is there to do: come to grips, stand and fire, hold an objective, keep with the baggage (for ``bot``)."""

from rulesets.askari import aiming, approach, formations, geometry, moving, phases, setting
from rulesets.askari.field import Field
from rulesets.askari.state import Unit
from rulesets.askari.strength import at_a_distance, hand_to_hand, is_shooter
from rulesets.askari.tables import TABLES
from rulesets.vocabulary import Seat

HOLDS_FROM = 2
"""Turns before the last in which somebody sets out for an objective."""


def way_of(field: Field, seat: Seat) -> approach.Approach:
    """How a side comes to grips: worked out once for a question."""
    key = ("approach", seat)
    if key not in field.known:
        field.known[key] = [approach.Approach(field, seat)]
    found: approach.Approach = field.known[key][0]
    return found


def closes_in(field: Field, unit: Unit) -> bool:
    """Whether it is to come to grips, and has nothing else to do."""
    hunts = setting.is_hunt(field.state)
    return unit.kind == "unit" and not hunts and not is_shooter(unit) and to_hold(field, unit) is None


def goal(field: Field, unit: Unit) -> geometry.Point | None:
    """Where it is bound for: the objective it holds, or the nearest enemy."""
    point = to_hold(field, unit)
    if point is not None:
        return point
    target = _nearest(field, unit)
    return None if target is None else formations.anchor_of(target)


def _nearest(field: Field, unit: Unit) -> Unit | None:
    """The enemy that is nearest to it: asked once for a question."""
    key = ("nearest", unit.id)
    if key not in field.known:
        field.known[key] = [field.nearest(unit, [enemy for enemy in field.enemies(unit.seat) if enemy.standing])]
    found: Unit | None = field.known[key][0]
    return found


def to_hold(field: Field, unit: Unit) -> geometry.Point | None:
    """The objective that this unit goes and holds: they count at the end, so one unit goes there in the last turns."""
    state = field.state
    if not unit.is_combat or state.turn < state.limit - HOLDS_FROM:
        return None
    for point in state.objectives:
        own = [other for other in state.on_table(unit.seat) if other.is_combat and other.kind == "unit"]
        first = min(
            own,
            key=lambda one: (
                one.failed,
                is_shooter(one),
                geometry.squared(point, formations.anchor_of(one)),
                one.id,
            ),
            default=None,
        )
        if first is unit:
            return point
    return None


def should_move(field: Field, unit: Unit) -> bool:
    """Whether it does better to go than to stay where it is."""
    if not moving.may_walk(field, unit) or unit.moves_made or not moving.modes(field, unit):
        return False
    if unit.kind in ("baggage",) or unit.what in ("hospital",):
        return False
    if unit.is_alone and not hunts(field, unit):
        return _trails(field, unit)
    if _guards(field, unit):
        return False
    if not unit.order and not unit.is_alone:
        return False
    target = _nearest(field, unit)
    if target is None:
        return False
    point = to_hold(field, unit)
    if point is not None:
        return not field.near_point(point, unit, TABLES.victory.held_within // 2)
    if closes_in(field, unit):
        if unit.order == "full" and _stands_and_fires(field, unit):
            return False
        way = way_of(field, unit.seat)
        return way.has_arrived(unit) or bool(way.places(unit, approach.paces(field, unit)[0]))
    ready = unit.order == "full" or unit.is_alone
    return not (is_shooter(unit) and ready and has_target(field, unit))


def _guards(field: Field, unit: Unit) -> bool:
    """Whether it stays with the baggage: where nobody does, nobody else may go on (R13). The least able of those who are there."""
    baggage = [other for other in field.state.on_table(unit.seat) if other.kind == "baggage" and other.standing]
    if not baggage or not unit.is_combat or field.cut_off(unit.seat):
        return False
    elements = [figure.at for other in baggage for figure in other.standing]
    there = [
        one
        for one in field.state.on_table(unit.seat)
        if one.is_combat and one.standing and all(field.near_point(at, one, TABLES.reach.near) for at in elements)
    ]
    first = min(there, key=lambda one: (not one.piece, hand_to_hand(one) + at_a_distance(one), one.id), default=None)
    return first is unit


def _stands_and_fires(field: Field, unit: Unit) -> bool:
    """Whether it is within good range of somebody who is no worse with cold steel than it is itself."""
    reach = max((TABLES.missile[weapon].longest // 2 for weapon in aiming.weapons_of(unit)), default=0)
    target = _nearest(field, unit) if reach else None
    if target is None or not field.near(unit, target, reach) or not has_target(field, unit):
        return False
    return hand_to_hand(unit) * target.count <= hand_to_hand(target) * unit.count


def hunts(field: Field, unit: Unit) -> bool:
    """Whether he goes after animals by himself (Askari 12)."""
    return setting.is_hunt(field.state) and bool(aiming.weapons_of(unit))


def has_target(field: Field, unit: Unit) -> bool:
    """Whether it can fire at somebody, once it has turned to him."""
    if aiming.is_silent(field, unit):
        return False
    facing = unit.facing
    turned = better_facing(field, unit)
    unit.facing = facing if turned is None else turned
    found = any(aiming.has_target(field, unit, weapon) for weapon in aiming.weapons_of(unit))
    unit.facing = facing
    return found


def _trails(field: Field, unit: Unit) -> bool:
    """People follow their units, and keep behind them."""
    if unit.what in ("hospital",) or unit.walked:
        return False
    goal = behind(field, unit)
    return goal is not None and not geometry.within(unit.figures[0].at, goal, 120)


def behind(field: Field, unit: Unit) -> geometry.Point | None:
    """Where people keep: behind the unit of theirs that is nearest to their own edge, out of the first line of fire."""
    low = field.state.side(unit.seat).edge == "low"
    friends = [other for other in field.friends(unit) if other.kind in ("unit", "piece")]
    if not friends:
        return None
    anchors = [formations.anchor_of(other) for other in friends]
    last = min(anchors, key=lambda at: (at[1] if low else -at[1], at))
    return geometry.Point(last[0], max(30, last[1] - 120) if low else min(field.state.height - 30, last[1] + 120))


def better_facing(field: Field, unit: Unit) -> int | None:
    """The facing from which it has the nearest enemy before it; None where it has no need to turn, or may not."""
    if not phases.may_face(field, unit) or not aiming.weapons_of(unit):
        return None
    if moving.may_act(field, unit) and not unit.order and not hunts(field, unit):
        return None
    target = _nearest(field, unit)
    if target is None:
        return None
    facing = geometry.facing_to(formations.anchor_of(unit), formations.anchor_of(target))
    turned = abs((facing - unit.facing + 180) % 360 - 180)
    return facing if turned > 20 else None
