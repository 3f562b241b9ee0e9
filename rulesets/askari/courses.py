"""Where the units of the program go with the move they have (for ``bot``)."""

from rulesets.askari import aiming, approach, formations, geometry, moving, placing, purposes
from rulesets.askari.answers.manoeuvring import said_of
from rulesets.askari.field import Field
from rulesets.askari.state import Unit, Want
from rulesets.askari.strength import is_shooter
from rulesets.askari.tables import TABLES
from rulesets.contract import Action

TRIED = 4
"""Places that a unit tries to get to before it is content with less."""
SHARES = (8, 6, 3)
"""Eighths of the way to such a place."""


def mode(field: Field, unit: Unit) -> bool:
    """Whether it goes by the rough (Askari 7.1)."""
    modes = moving.modes(field, unit)
    if len(modes) == 1:
        return modes[0]
    if purposes.closes_in(field, unit):
        return _gets_on_better_in_rough(field, unit)
    goal = purposes.goal(field, unit)
    if goal is None:
        return False
    anchor = formations.anchor_of(unit)
    ahead = geometry.towards(anchor, goal, 150)
    return bool(field.ground.obstacle(anchor, ahead, rough=False))


def _gets_on_better_in_rough(field: Field, unit: Unit) -> bool:
    """Whether it comes further on the lesser roll: on a wide front somebody nearly always has rough ground before him."""
    way, goal = purposes.way_of(field, unit.seat), purposes.goal(field, unit)
    if goal is None:
        return False
    left = []
    for rough, length in zip((False, True), approach.paces(field, unit), strict=True):
        plan = _nearer(field, unit, goal, length, rough)
        left.append(way.left(unit) if plan is None else way.far(unit, plan.points[-1]))
    return left[1] < left[0]


def march(field: Field, want: Want) -> Action:
    """Where it goes with the roll it has; it halts where there is no way."""
    unit = field.unit(want.data["unit"])
    follows = unit.is_alone and not purposes.hunts(field, unit)
    goal = purposes.behind(field, unit) if follows else purposes.goal(field, unit)
    if goal is None:
        return Action(kind="halt")
    if want.data["kind"] == "break_off":
        anchor = formations.anchor_of(unit)
        goal = geometry.Point(2 * anchor[0] - goal[0], 2 * anchor[1] - goal[1])
    best = None
    if want.data["kind"] == "move" and purposes.closes_in(field, unit):
        best = _nearer(field, unit, goal, want.data["length"], want.data["rough"])
    elif want.data["kind"] == "move" and is_shooter(unit) and purposes.to_hold(field, unit) is None:
        best = _firing_position(field, unit, goal, want.data["length"], want.data["rough"])
    if best is None:
        best = moving.straight(
            field, unit, goal, length=want.data["length"], rough=want.data["rough"], kind=want.data["kind"]
        )
    if best is None:
        return Action(kind="halt")
    said = said_of(best)
    points = [{"x": point[0], "y": point[1]} for point in best.points]
    return Action(kind="march_by", arguments={**said, "points": points})


def _nearer(field: Field, unit: Unit, goal: geometry.Point, length: int, rough: bool) -> placing.Plan | None:
    """To the first of the places on its way that it can reach, or most of the way there.

    Who has nothing to fire with does not wheel: that would cost his flanks their way.
    """
    anchor = formations.anchor_of(unit)
    armed = bool(aiming.weapons_of(unit))
    places = purposes.way_of(field, unit.seat).places(unit, length)[:TRIED]
    for share in SHARES:
        for point in places:
            far = geometry.length(anchor, point) * share // 8
            while far > 0:
                there = geometry.towards(anchor, point, far)
                facing = geometry.facing_to(there, goal) if armed else unit.facing
                plan = placing.Plan(points=(there,), facing=facing, ranks=unit.ranks, loose=unit.loose)
                refused = moving.check_plan(field, unit, plan, length=length, rough=rough)
                if refused is None:
                    return plan
                if refused.code != "too_far" or far < geometry.length(anchor, point) * share // 8:
                    break
                far -= refused.data["length"] - length + 1
    return None


def _firing_position(field: Field, unit: Unit, goal: geometry.Point, length: int, rough: bool) -> placing.Plan | None:
    """Somewhere within reach that sees the enemy, at the weapon's best range or as near to it as can be."""
    anchor = formations.anchor_of(unit)
    ideal = max((TABLES.missile[weapon].normal for weapon in aiming.weapons_of(unit)), default=0) * 4 // 5
    straight = geometry.facing_to(anchor, goal)
    rated = []
    for turn in (0, 40, -40, 80, -80):
        for share in (8, 7, 5, 3):
            point = geometry.moved(anchor, geometry.ahead(straight + turn), length * share // 8)
            rated.append((abs(geometry.length(point, goal) - ideal), abs(turn), point))
    rated.sort()

    def blocked(point: geometry.Point) -> bool:
        return bool(field.ground.sight_blocked(point, goal)) or _friends_between(field, unit, point, goal)

    hidden = []
    for _far, _turn, point in rated:
        if blocked(point):
            hidden.append(point)
            continue
        plan = _stand(field, unit, point, goal, length, rough)
        if plan is not None:
            return plan
    found = (_stand(field, unit, point, goal, length, rough) for point in hidden)
    return next((plan for plan in found if plan is not None), None)


def _stand(
    field: Field, unit: Unit, point: geometry.Point, goal: geometry.Point, length: int, rough: bool
) -> placing.Plan | None:
    """A lawful move to a point from where the goal is in the arc."""
    for facing in dict.fromkeys((geometry.facing_to(point, goal), unit.facing)):
        if not geometry.in_arc(point, facing, goal):
            continue
        plan = placing.Plan(points=(point,), facing=facing, ranks=unit.ranks, loose=unit.loose)
        if moving.check_plan(field, unit, plan, length=length, rough=rough) is None:
            return plan
    return None


def _friends_between(field: Field, unit: Unit, point: geometry.Point, goal: geometry.Point) -> bool:
    return any(
        geometry.near_segment(figure.at, point, goal, other.base + 20)
        for other in field.friends(unit)
        for figure in other.standing
    )
