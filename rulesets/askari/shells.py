"""Balls and shells: deviation, bursts, the path of a ball (Askari 2.5, R18, R19, H30)."""

from collections.abc import Iterator, Sequence

from rulesets.askari import aiming, geometry, shooting, striking
from rulesets.askari.field import Field
from rulesets.askari.geometry import Point
from rulesets.askari.state import Figure, Unit
from rulesets.askari.tables import TABLES, MissileWeapon


def fall(
    field: Field,
    unit: Unit,
    target: Unit,
    weapon: MissileWeapon,
    able: Sequence[aiming.Shooter],
    ammo: str,
    why: str,
    hit: striking.Hits,
    *,
    reaction: bool,
) -> None:
    eligible = aiming.eligible(field, unit, target, weapon, able)
    aimed = next((figure for figure in eligible if field.owner_of(figure.id) is target), None)
    if aimed is None:
        return
    number = able[0]
    for shot in range(sum(one.dice for one in aiming.shots(weapon, able, reaction=reaction))):
        address = f"{why}/{shot}"
        if field.readings["artillery_to_hit"] == "d_then_deviation":
            first = field.roll(1, 6, "hit", unit.id, address)
            if not shooting.hits(first.total, number.number):
                field.tell("shell_missed", "Askari 8.2, R18", rolls=(first,), unit=unit.id, number=number.number)
                continue
        origin, aim = field.figure(number.figure).at, aimed.at
        if aiming.drops(unit, weapon):
            origin, aim = unit.flown[0], aiming.over(unit, aimed.at) or aimed.at
        impact = _impact(field, unit, origin, aim, weapon, address)
        if impact is None:
            if unit.silent_until > field.state.turn:
                return
            continue
        if "ball" in weapon.rules and ammo == "ball":
            _ball(field, unit, field.figure(number.figure).at, impact, weapon, address, hit)
        else:
            _burst(field, unit, impact, weapon, address, hit)


def _impact(field: Field, unit: Unit, origin: Point, aim: Point, weapon: MissileWeapon, why: str) -> Point | None:
    rolled = [field.roll(1, 6, "deviation", unit.id, why)]
    kind = shooting.needs_second_roll(rolled[0].total)
    if kind:
        dice = TABLES.deviation.dice if kind == "distance" else 1
        rolled.append(field.roll(dice, 6, kind, unit.id, why))
    fallen = shooting.fall(weapon, rolled[0].total, rolled[1].faces if kind else ())
    field.tell(
        "deviation",
        "Askari 2.5",
        rolls=rolled,
        unit=unit.id,
        shift=fallen.shift,
        lost=fallen.shift is None,
        jammed=fallen.jammed,
    )
    if fallen.jammed:
        unit.silent_until = shooting.may_fire_again(field.state.turn)
    if fallen.shift is None:
        return None
    line = Point(aim[0] - origin[0], aim[1] - origin[1])
    back = Point(-line[0], -line[1])
    return geometry.moved(aim, line, fallen.shift) if fallen.shift >= 0 else geometry.moved(aim, back, -fallen.shift)


def _exposed(field: Field, weapon: MissileWeapon) -> Iterator[tuple[Unit, Figure]]:
    """Everything that a shell or a ball can hit, hidden or not, friend and foe; no fire harms baggage (R83).

    A hospital is hit by artillery only (Askari 2.3.13).
    """
    spared = ("baggage",) if weapon.cls == "artillery" else ("baggage", "hospital")
    for unit in field.state.units.values():
        if unit.where in ("table", "hidden") and unit.kind not in spared:
            for figure in unit.standing:
                yield unit, figure


def _burst(field: Field, unit: Unit, impact: Point, weapon: MissileWeapon, why: str, hit: striking.Hits) -> None:
    caught = [
        (other, figure)
        for other, figure in _exposed(field, weapon)
        if shooting.in_area(geometry.length(figure.at, impact), other.base)
    ]
    field.tell("burst", "Askari 2.5", unit=unit.id, at=list(impact), figures=len(caught))
    for other, figure in caught:
        if other.where == "off":
            continue
        striking.found_by_fire(field, other)
        impacts = field.roll(TABLES.spread.impact_dice, 6, "impacts", unit.id, why, figure.id)
        striking.strike(field, unit, other, figure, weapon, why, hit, impacts=impacts.total)
    for piece in list(field.state.ground):
        if piece.resistance and geometry.touches_within(impact, piece.points, TABLES.spread.area_across // 2):
            _breach(field, piece.id, unit, why)


def _breach(field: Field, piece: str, unit: Unit, why: str) -> None:
    state = field.state
    rolled = field.roll(TABLES.spread.impact_dice, 6, "breach", unit.id, why, piece)
    found = next(one for one in state.ground if one.id == piece)
    left = max(0, found.resistance - rolled.total)
    field.tell("breach", "Askari 2.5, H30", rolls=(rolled,), piece=piece, left=left)
    rest = [one for one in state.ground if one.id != piece]
    kept = [type(found)(id=found.id, kind=found.kind, points=found.points, resistance=left)] if left else []
    state.ground = sorted([*rest, *kept], key=lambda one: one.id)
    field.changed_ground()


def _ball(
    field: Field, unit: Unit, origin: Point, impact: Point, weapon: MissileWeapon, why: str, hit: striking.Hits
) -> None:
    """Outward along the line of fire, nearest first, one hit each, up to 2d6 (R19)."""
    line = Point(impact[0] - origin[0], impact[1] - origin[1])
    end = geometry.moved(origin, line, max(weapon.longest, geometry.length(origin, impact)))
    rolled = field.roll(TABLES.spread.ball_dice, 6, "ball", unit.id, why)
    side = TABLES.spread.ball_side
    caught = [
        (geometry.squared(impact, figure.at), other, figure)
        for other, figure in _exposed(field, weapon)
        if other is not unit and geometry.near_segment(figure.at, impact, end, other.base + 2 * side)
    ]
    field.tell("ball", "Askari 2.5, R19", rolls=(rolled,), unit=unit.id, at=list(impact), most=rolled.total)
    for _far, other, figure in sorted(caught, key=lambda one: (one[0], one[2].id))[: rolled.total]:
        if other.where != "off":
            striking.found_by_fire(field, other)
            striking.strike(field, unit, other, figure, weapon, why, hit)
