"""Who can fire at whom, with what, and what bears on it (Askari 8.1-8.3, H26, H27)."""

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from rulesets.askari import formations, geometry, shooting, veterans
from rulesets.askari.field import Field
from rulesets.askari.geometry import Point
from rulesets.askari.shooting import Circumstances
from rulesets.askari.state import Figure, Unit
from rulesets.askari.tables import TABLES, MissileWeapon
from rulesets.contract import Modifier, Problem

FREE_TARGETS = ("leader", "scout")
"""Who shoots at whom he likes, besides snipers, artillery and gunboats (Askari 8.3)."""
NEVER_ATTACKS = ("correspondent",)
"""Who fires and fights only where he is attacked (Askari 2.3.11)."""
FIRED = "fired:"
"""What a vehicle's mount has done this turn: each fires once (H44)."""


class Shooter(Struct, frozen=True, kw_only=True):
    """A figure that can fire, the enemy figure it fires at, and what it needs."""

    figure: str
    at: str
    distance: int
    number: int
    rows: tuple[Modifier, ...]


class Shot(Struct, frozen=True, kw_only=True):
    """All that fire together: one T, so many dice (H33)."""

    number: int
    dice: int
    figures: int
    rows: tuple[Modifier, ...]


# --- Weapons ---


def weapons_of(unit: Unit) -> list[str]:
    """Missile weapons it may fire from where it is; thrown ones are for the charge. A mount that has fired is none."""
    if unit.piece:
        return [unit.piece]
    return [
        weapon
        for weapon in unit.weapons
        if weapon in TABLES.missile
        and TABLES.missile[weapon].cls != "thrown"
        and not (unit.mounted and "on_foot_only" in TABLES.missile[weapon].rules)
        and FIRED + weapon not in unit.spent
    ]


def thrown_of(unit: Unit) -> str:
    return next(
        (weapon for weapon in unit.weapons if weapon in TABLES.missile and TABLES.missile[weapon].cls == "thrown"), ""
    )


def ammunition(weapon: MissileWeapon, distance: int) -> list[str]:
    """What it may be loaded with at that distance: canister up to 12 cm (Askari 2.5)."""
    if "canister" in weapon.rules and distance <= TABLES.spread.canister_within:
        return ["shell" if "area" in weapon.rules else "ball", "canister"]
    if "area" in weapon.rules:
        return ["shell"]
    return ["ball"] if "ball" in weapon.rules else ["shot"]


def is_silent(field: Field, unit: Unit) -> bool:
    return unit.jammed or unit.disabled or unit.limbered or unit.silent_until > field.state.turn


# --- Who can fire ---


def figures_that_fire(unit: Unit) -> list[Figure]:
    """Those that are down fire once more (R46)."""
    return list(unit.figures)


def but_for(unit: Unit, held: Iterable[str]) -> frozenset[str] | None:
    """Who fires where some keep their fire; None: all."""
    kept = frozenset(held)
    return frozenset(figure.id for figure in unit.figures) - kept if kept else None


def circumstances(
    field: Field, unit: Unit, figure: Figure, target: Unit, enemy: Figure, *, reaction: bool, charger: bool = False
) -> Circumstances:
    """What bears on one figure's shot at another (Askari 8.2)."""
    ground, state = field.ground, field.state
    a, b = figure.at, enemy.at
    return Circumstances(
        distance=geometry.length(a, b),
        reaction=reaction,
        shooter_fortified=reaction and ground.behind(a, unit.base, b),
        cover=not reaction and not charger and ground.cover(a, unit.base, b, target.base),
        poor_light=state.poor,
        pygmy=target.has("pygmy"),
        agile=target.has("agile"),
        shooter_moved=unit.walked > 0,
        target_moved=target.walked > 0 and not charger,
        prone=target.prone,
        higher=ground.level(a) > ground.level(b),
        aimed=unit.aimed == state.turn - 1 and unit.aimed > 0,
        unit_leader=unit.special("officer") is not None,
        one_eyed=veterans.is_hurt(veterans.of_figure(state, unit, figure), "eye"),
        inspired=inspired(field, unit, reaction=reaction),
    )


def inspired(field: Field, unit: Unit, *, reaction: bool = False) -> tuple[str, ...]:
    """Which of its betters help it to shoot (R7, R76)."""
    found = []
    seat = unit.seat
    combative = field.has_quality(seat, "combative")
    if combative is not None and (
        combative is unit
        or (combative.shots_made > 0 and not unit.allied and field.near(combative, unit, TABLES.reach.near))
    ):
        found.append("combative")
    majestic = field.has_quality(seat, "majestic")
    if (
        majestic is not None
        and majestic is not unit
        and not unit.allied
        and _sees_within(field, majestic, unit, TABLES.reach.far)
    ):
        found.append("majestic")
    if field.is_watched(unit):
        found.append("correspondent")
    return tuple(found)


def _sees_within(field: Field, one: Unit, other: Unit, most: int) -> bool:
    return field.near(one, other, most) and field.in_sight(one, other)


def read_otherwise(field: Field, unit: Unit, weapon: MissileWeapon) -> int:
    """What a club's readings take from T: the matchlock's modifier (R78), characters whose D holds the weapon's (R71)."""
    if field.has_whole_profile(unit):
        return -weapon.modifier
    return field.readings["matchlock_mod"] - weapon.modifier if "matchlock_mod" in weapon.readings else 0


def shooters(
    field: Field,
    unit: Unit,
    target: Unit,
    weapon: MissileWeapon,
    *,
    reaction: bool = False,
    only: frozenset[str] | None = None,
) -> list[Shooter]:
    """Every figure that has one of the target in range, arc and sight, with its T against the nearest of these (H26)."""
    key = (unit.id, target.id, id(weapon), unit.facing, reaction, only)
    if key not in field.known:
        found = _shooters(field, unit, target, weapon, reaction, only)
        if not field.is_question:
            return found
        field.known[key] = found
    return field.known[key]


def _shooters(
    field: Field, unit: Unit, target: Unit, weapon: MissileWeapon, reaction: bool, only: frozenset[str] | None
) -> list[Shooter]:
    found = []
    otherwise = read_otherwise(field, unit, weapon)
    for figure, enemy in _aims(field, unit, target, weapon, only):
        about = circumstances(field, unit, figure, target, enemy, reaction=reaction)
        rows = shooting.modifiers(weapon, about)
        number = shooting.target_number(unit.shooting or 0, weapon, rows) + otherwise
        found.append(Shooter(figure=figure.id, at=enemy.id, distance=about.distance, number=number, rows=rows))
    return found


def _aims(
    field: Field, unit: Unit, target: Unit, weapon: MissileWeapon, only: frozenset[str] | None = None
) -> Iterator[tuple[Figure, Figure]]:
    """Every figure that can fire, and the enemy that it fires at: the nearest in range, arc and sight."""
    lifted = "indirect" in weapon.rules
    farthest = weapon.longest * weapon.longest
    enemies = target.standing
    if drops(unit, weapon):
        yield from _under(unit, target)
        return
    foes = [(*enemy.at, enemy.id, enemy) for enemy in enemies]
    for figure in figures_that_fire(unit):
        if (only is not None and figure.id not in only) or not veterans.handles(field.state, unit, figure, weapon):
            continue
        at = figure.at
        x, y = at
        within = [
            (square, key, enemy)
            for a, b, key, enemy in foes
            if (square := (x - a) * (x - a) + (y - b) * (y - b)) <= farthest
        ]
        for _square, _id, enemy in sorted(within):
            if not geometry.in_arc(at, unit.facing, enemy.at):
                continue
            if not shooting.rate(weapon, geometry.length(at, enemy.at)):
                continue
            if field.seen(figure, unit, enemy, target, lifted=lifted):
                yield figure, enemy
                break


# --- Bombs from the air (H44) ---


def drops(unit: Unit, weapon: MissileWeapon) -> bool:
    """Whether it drops a bomb on a point of its path, and throws none."""
    return weapon.cls == "bomb" and unit.vehicle is not None and unit.vehicle.on == "air"


def over(unit: Unit, at: Point) -> Point | None:
    """The point of this turn's flight that is nearest to a place; None where it has not flown."""
    return geometry.nearest_on(unit.flown[0], unit.flown[-1], at) if unit.flown else None


def _under(unit: Unit, target: Unit) -> Iterator[tuple[Figure, Figure]]:
    """The aircraft as it is over the figure that lies nearest to its path, if a bomb on the path can reach that."""
    near: list[tuple[int, str, Point, Figure]] = []
    for enemy in target.standing:
        point = over(unit, enemy.at)
        if point is not None and shooting.in_area(geometry.length(point, enemy.at), target.base):
            near.append((geometry.squared(point, enemy.at), enemy.id, point, enemy))
    if near:
        _far, _id, point, enemy = min(near, key=lambda one: one[:2])
        yield Figure(id=unit.figures[0].id, at=point), enemy


def _is_within(field: Field, unit: Unit, target: Unit, weapon: MissileWeapon) -> bool:
    return drops(unit, weapon) or field.near(unit, target, weapon.longest)


def reaches(field: Field, unit: Unit, target: Unit, weapon: MissileWeapon) -> bool:
    """Whether any of its figures can fire at that unit now."""
    key = (unit.id, target.id, id(weapon), unit.facing, False, None)
    if key in field.known:
        return bool(field.known[key])
    return next(_aims(field, unit, target, weapon), None) is not None


def shots(weapon: MissileWeapon, able: Sequence[Shooter], *, reaction: bool) -> list[Shot]:
    """Dice by T, the highest first. Of one in two the nearest fire; a piece fires once, whatever its crew (R45, R82)."""
    near = sorted(able, key=lambda one: (one.distance, one.figure))[: shooting.able(weapon, len(able))]
    groups: dict[int, list[Shooter]] = {}
    for one in near:
        groups.setdefault(one.number, []).append(one)
    return [
        Shot(
            number=number,
            dice=sum(shooting.rate(weapon, one.distance, reaction=reaction) for one in groups[number]),
            figures=len(groups[number]),
            rows=groups[number][0].rows,
        )
        for number in sorted(groups, reverse=True)
    ]


# --- Targets (Askari 8.3, H27) ---


def is_free(unit: Unit, weapon: MissileWeapon) -> bool:
    artillery = weapon.cls == "artillery"
    boat = unit.vehicle is not None and unit.vehicle.free
    return unit.what in FREE_TARGETS or unit.kind == "scout" or unit.has("sniper") or artillery or boat


def may_be_shot(field: Field, unit: Unit, target: Unit, weapon: MissileWeapon) -> bool:
    """Whether that kind of enemy is a target at all."""
    if target.kind == "baggage" or target.joined:
        return False
    if target.vehicle is not None and target.vehicle.on == "air":
        # Rifles and machine guns only (H44).
        return "machine_gun" in weapon.rules or (weapon.cls == "small" and weapon.longest >= TABLES.reach.rifle)
    if target.kind == "hospital":
        return weapon.cls == "artillery"
    if target.engaged_since and target.engaged_since < field.state.turn and field.engaged(target):
        return False
    if target.what == "gunbearer":
        master = field.state.units.get(target.master)
        return master is None or master.where != "table" or field.squared(unit, master) >= field.squared(unit, target)
    return True


def targets(field: Field, unit: Unit, weapon_key: str) -> list[Unit]:
    """The enemies that it may choose among."""
    weapon = TABLES.missile[weapon_key]
    possible = [
        target
        for target in field.enemies(unit.seat)
        if may_be_shot(field, unit, target, weapon) and _is_within(field, unit, target, weapon)
    ]
    if is_free(unit, weapon) or drops(unit, weapon):
        return [target for target in possible if reaches(field, unit, target, weapon)]

    def place(target: Unit) -> tuple[bool, int]:
        return "advanced:" + unit.id not in target.inspired, field.squared(unit, target)

    found: list[Unit] = []
    for target in sorted(possible, key=lambda one: (*place(one), one.id)):
        if found and place(target) != place(found[0]):
            break
        if reaches(field, unit, target, weapon):
            found.append(target)
    return found


def has_target(field: Field, unit: Unit, weapon_key: str) -> bool:
    """Whether there is anybody among whom it may choose: somebody in reach is one, or stands nearer than one."""
    weapon = TABLES.missile[weapon_key]
    return any(
        _is_within(field, unit, target, weapon)
        and may_be_shot(field, unit, target, weapon)
        and reaches(field, unit, target, weapon)
        for target in field.enemies(unit.seat)
    )


def may_fire(field: Field, unit: Unit) -> bool:
    """Whether a unit or person may still shoot in phase 5 (Askari 3, 5a)."""
    if unit.where != "table" or not unit.figures or unit.shooting is None or is_silent(field, unit):
        return False
    if unit.arrived == field.state.turn or field.engaged(unit) or unit.charged_in or unit.was_charged:
        return False
    if "no_shot" in unit.spent or not weapons_of(unit) or unit.reacted or unit.what in NEVER_ATTACKS:
        return False
    if has_moved_its_piece(field, unit) or not keeps_together(unit):
        return False
    if unit.aimed == field.state.turn:
        return False
    most = 2 if _has_bearer(field, unit) else 1
    if unit.shots_made >= most and unit.vehicle is None:
        return False
    return unit.is_alone or unit.order == "full"


def has_moved_its_piece(field: Field, unit: Unit) -> bool:
    """Whether a piece may not fire since it moved, where a club reads it so (R54)."""
    return bool(unit.piece and unit.walked and field.readings["guns_move_or_fire"])


def keeps_together(unit: Unit) -> bool:
    """Whether its cohesion lets it fire; who fell in this very phase still counts (H14, R46)."""
    return formations.holds_together([figure.at for figure in unit.figures], unit.base, TABLES.bases.cohesion)


def _has_bearer(field: Field, unit: Unit) -> bool:
    return any(
        other.what == "gunbearer" and other.master == unit.id and field.near(other, unit, TABLES.reach.gunbearer)
        for other in field.state.on_table(unit.seat)
    )


def check_target(field: Field, unit: Unit, target: Unit | None, weapon_key: str, ammo: str) -> Problem | None:
    """Why it may not shoot so; None if it may."""
    if weapon_key not in weapons_of(unit):
        return Problem(code="no_such_weapon", data={"weapon": weapon_key}, rule="Askari 2.4")
    if target is None or target not in targets(field, unit, weapon_key):
        return Problem(code="no_target", data={"unit": target.id if target else ""}, rule="Askari 8.3")
    nearest = min(one.distance for one in shooters(field, unit, target, TABLES.missile[weapon_key]))
    if ammo not in ammunition(TABLES.missile[weapon_key], nearest):
        return Problem(code="no_such_ammunition", data={"ammunition": ammo}, rule="Askari 2.5")
    return None


def eligible(
    field: Field, unit: Unit, target: Unit, weapon: MissileWeapon, able: Sequence[Shooter]
) -> Iterator[Figure]:
    """Standing figures of the target, and of whoever is with it, nearest to any shooter first.

    Each in range, arc and sight of one of them (R44, R73).
    """
    if drops(unit, weapon):
        yield from (field.figure(one.at) for one in able)
        return
    firing = [field.figure(one.figure) for one in able]
    lifted = "indirect" in weapon.rules

    def distance(figure: Figure) -> tuple[int, str]:
        return min(geometry.squared(one.at, figure.at) for one in firing), figure.id

    exposed = [figure for other in (target, *field.joined(target)) for figure in other.standing]
    for figure in sorted(exposed, key=distance):
        for one in firing:
            far = geometry.length(one.at, figure.at)
            if (
                shooting.rate(weapon, far)
                and geometry.in_arc(one.at, unit.facing, figure.at)
                and field.seen(one, unit, figure, target, lifted=lifted)
            ):
                yield figure
                break
