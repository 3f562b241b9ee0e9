"""Missiles: who may shoot at whom with what, and what comes of it (Montjoie 4.9, 6.2)."""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from rulesets.contract import Modifier, Problem
from rulesets.montjoie import fights, harm, hexes, sight, striking
from rulesets.montjoie.field import Field
from rulesets.montjoie.state import BASE, Figure, Hex, Place
from rulesets.montjoie.tables import Tables, Weapon

RULE = "Montjoie 4.9"
ROPES = ("rope1", "rope2", "ladder1", "ladder2")
BANDS = ("short", "medium", "long")


class Aim(Struct, kw_only=True):
    """A shot that is allowed: by which line, and what bears on it."""

    shooter: str
    target: str
    weapon: str
    at: Hex
    how: str
    distance: int
    cover: str
    modifiers: tuple[Modifier, ...]

    @property
    def total(self) -> int:
        return sum(one.value for one in self.modifiers)


def refused(code: str, rule: str = RULE, **data: object) -> Problem:
    return Problem(code=code, data=data, rule=rule)


# --- Who may shoot


def bars(field: Field, one: Figure, *, defensive: bool) -> Problem | None:
    """Why a figure has no shot at all now, whatever its weapon."""
    count = field.state.count
    if not one.is_fit or not one.at or field.is_animal(one) or one.jumps_on or field.is_loader(one):
        return refused("not_fit_to_shoot")
    if _has_shot(field, one, defensive=defensive):
        return refused("has_shot")
    if not defensive and one.fought_in and one.fought_in >= count - 1:
        return refused("was_in_combat")
    if one.layer in ROPES:
        return refused("hands_full")
    return None


def _has_shot(field: Field, one: Figure, *, defensive: bool) -> bool:
    """One offensive shot a turn; one defensive shot a turn, or one for each hex that somebody enters (R46)."""
    if not defensive or field.readings["react.limit"] == "turn":
        return (one.answered_in if defensive else one.shot_in) == field.state.count
    return any(one.id in frame.data.get("shot", ()) for frame in field.state.stack if frame.kind == "react")


def limits_of(field: Field, one: Figure, weapon: str) -> str:
    """How a weapon is limited in this figure's hands: a crossbow with a loader works as a longbow (Montjoie 2.2)."""
    if weapon == "crossbow" and field.state.has("loaders") and loader_of(field, one) is not None:
        return "still"
    return field.tables.weapons[weapon].limits


def loader_of(field: Field, one: Figure) -> Figure | None:
    for other in field.state.on_map(one.seat):
        if other.loads_for == one.id and is_serving(field, other, one):
            return other
    return None


def is_serving(field: Field, loader: Figure, shooter: Figure) -> bool:
    """One figure standing on foot next to the crossbowman."""
    return (
        loader.is_fit
        and not loader.mounted
        and not loader.kneeling
        and loader.layer == shooter.layer
        and hexes.distance(loader.at, shooter.at) == 1
    )


def allows(field: Field, one: Figure, limits: str, *, defensive: bool) -> Problem | None:
    """Whether the limits of a weapon leave this shot, by what the figure has done (Montjoie 4.9)."""
    count = field.state.count
    shot_this_turn = one.shot_in == (count - 1 if defensive else count)
    if limits == "none":
        return refused("no_throw", "Montjoie 3.2.2")
    if not defensive:
        return None
    if limits == "thrown":
        return refused("offensive_only")
    if limits == "still" and one.entered:
        return refused("has_moved")
    if limits == "slow" and (one.entered or shot_this_turn):
        return refused("has_moved" if one.entered else "has_shot")
    if limits == "free" and one.spent * 2 > field.allowance(one):
        return refused("moved_too_far")
    return None


def may_use(field: Field, one: Figure, weapon: str, *, defensive: bool) -> Problem | None:
    """Whether a figure may shoot with that weapon now, at whoever."""
    if weapon not in one.weapons:
        return refused("no_such_weapon")
    problem = bars(field, one, defensive=defensive)
    if problem is not None:
        return problem
    limits = limits_of(field, one, weapon)
    if weapon == "crossbow" and one.banned_until >= field.state.count:
        return refused("loader_attacked", "Montjoie 2.2")
    kind, uses = field.tables.weapons[weapon].kind, field.tables.uses
    if one.kneeling and kind not in uses.kneeling and not (kind in uses.kneeling_loaded and limits == "still"):
        return refused("kneels", "Montjoie 2.4.3")
    if one.mounted and field.tables.weapons[weapon].on_foot:
        return refused("on_foot_only", RULE)
    if one.layer == "crown" and kind not in uses.crown:
        return refused("not_from_a_tree", "Montjoie 1.2.3")
    return allows(field, one, limits, defensive=defensive)


# --- Lines


def aim(field: Field, one: Figure, target: Figure, weapon: str, *, defensive: bool = False) -> "Aim | Problem":
    """The shot as it may be made, or why not."""
    problem = may_use(field, one, weapon, defensive=defensive)
    if problem is not None:
        return problem
    if target.seat == one.seat or target.where != "map" or not target.at:
        return refused("no_target")
    found: Aim | Problem = refused("not_visible")
    for hex_ in sorted(field.hexes_of(target), key=lambda at: (hexes.distance(one.at, at), at)):
        found = _aimed(field, one, target, weapon, hex_, defensive=defensive)
        if isinstance(found, Aim):
            return found
    return found


def _aimed(field: Field, one: Figure, target: Figure, weapon: str, at: Hex, *, defensive: bool) -> "Aim | Problem":
    table = field.tables.weapons[weapon]
    distance = hexes.distance(one.at, at)
    band = band_of(table, distance, mounted=one.mounted)
    if band is None:
        return refused("out_of_range", distance=distance)
    if without_loader(field, one, weapon, at):
        bare = allows(field, one, table.limits, defensive=defensive)
        if bare is not None or one.kneeling:
            return bare or refused("kneels", "Montjoie 2.4.3")
    how = _how(field, one, target, weapon, at)
    if isinstance(how, Problem):
        return how
    return _sighted(field, one, target, weapon, at, how, distance, band)


def without_loader(field: Field, one: Figure, weapon: str, at: Hex) -> bool:
    """The loader is nearer to the target than the crossbowman: no loader for that shot (Montjoie R15)."""
    if weapon != "crossbow":
        return False
    loader = loader_of(field, one)
    return loader is not None and hexes.distance(loader.at, at) <= hexes.distance(one.at, at)


def _how(field: Field, one: Figure, target: Figure, weapon: str, at: Hex) -> sight.How | Problem:
    """By which opening: hoardings have slits in front and holes in the floor (Montjoie 3.1.5)."""
    kind, uses = field.tables.weapons[weapon].kind, field.tables.uses
    if one.layer == "hoarding":
        if at == one.at:
            return "holes" if kind in uses.holes_down else refused("not_down_the_holes", "Montjoie 3.1.5.2")
        return "slits" if kind in uses.slits else refused("not_through_the_slits", "Montjoie 3.1.5.1")
    if target.layer == "hoarding" and is_below(field, one) and hexes.distance(one.at, at) <= 1:
        arrows = uses.holes_up if field.readings["hoarding.up_weapons"] == "bows" else uses.slits
        return "holes" if kind in arrows else refused("not_up_the_holes", "Montjoie R26")
    return "shot"


def is_below(field: Field, one: Figure) -> bool:
    return one.layer == BASE and field.here.level(*one.place) <= 0


def _sighted(
    field: Field, one: Figure, target: Figure, weapon: str, at: Hex, how: sight.How, distance: int, band: int
) -> "Aim | Problem":
    ignore = frozenset((one.id, target.id))
    goal: Place = (at, target.layer)
    seen = sight.line_of_sight(
        field.here, field.occupied, one.place, goal, conditions=field.conditions, ignore=ignore, how=how
    )
    if not seen.clear:
        return refused("not_visible", "Montjoie 4.5", why=seen.why, at=seen.at)
    cover = sight.cover(field.here, one.place, goal, kneeling=target.kneeling, mounted=target.mounted, how=how)
    if cover == "infinite":
        return refused("infinite_cover", "Montjoie 4.6")
    return Aim(
        shooter=one.id,
        target=target.id,
        weapon=weapon,
        at=at,
        how=how,
        distance=distance,
        cover=cover,
        modifiers=tuple(_modifiers(field, one, target, at, band, unclear=seen.unclear)),
    )


def band_of(table: Weapon, distance: int, *, mounted: bool) -> int | None:
    """0 short, 1 medium, 2 long; None beyond its reach."""
    ranges = table.mounted_ranges if mounted and table.mounted_ranges else table.ranges
    for number, most in enumerate(ranges):
        if distance <= most:
            return number
    return None


def _modifiers(field: Field, one: Figure, target: Figure, at: Hex, band: int, *, unclear: bool) -> Iterator[Modifier]:
    held = {
        BANDS[band]: True,
        "armour": field.is_armoured(target),
        "wounded": one.wounded,
        "tree": one.layer == "crown",
        "moving_wagon": one.layer == "bed" and _is_driven(field, one),
    }
    yield from rows(field.tables, [key for key, holds in held.items() if holds])
    if not field.state.has("weather"):
        return
    if not sight.under_one_roof(field.here, one.place, (at, target.layer)):
        yield from weather_rows(field.tables, field.state.weather)
    light = {"unclear": unclear, "sun": in_the_sun(field, one, at)}
    yield from rows(field.tables, [key for key, holds in light.items() if holds])


def rows(tables: Tables, held: Iterable[str]) -> Iterator[Modifier]:
    """What is added for each circumstance that holds (Montjoie 4.9)."""
    for key in held:
        value, rule, _sure = tables.missile_modifiers[key]
        if value:
            yield Modifier(key=key, value=value, rule=rule)


def weather_rows(tables: Tables, weather: str) -> Iterator[Modifier]:
    """What the weather adds to a shot in the open (Montjoie 1.1)."""
    row = tables.weather[weather]
    if row.missile:
        yield Modifier(key=f"weather.{weather}", value=row.missile, rule=row.rule)


def in_the_sun(field: Field, one: Figure, at: Hex) -> bool:
    """Whether the shot goes into the sun's sector (Montjoie R6)."""
    sun = field.state.sun
    return sun is not None and sun in hexes.sectors(one.at, at)


def _is_driven(field: Field, one: Figure) -> bool:
    return any(wagon.moving and one.at in (wagon.front, wagon.rear) for wagon in field.state.wagons.values())


def targets(
    field: Field, one: Figure, weapon: str, *, defensive: bool = False, only: Figure | None = None
) -> Iterator[Aim]:
    """Every enemy that it may shoot at with that weapon."""
    if may_use(field, one, weapon, defensive=defensive) is not None:
        return
    for enemy in (only,) if only is not None else field.enemies(one.seat):
        found = aim(field, one, enemy, weapon, defensive=defensive)
        if isinstance(found, Aim):
            yield found


# --- What comes of it


def shoot(field: Field, one: Figure, found: Aim, *, defensive: bool, kind: str = "shot") -> str:
    """Roll, and do to the target what the letter says; answers with the letter."""
    target = field.figure(found.target)
    rolled = field.roll(10, kind, one.id)
    final = rolled.total + found.total
    row, letter = striking.letter_of(field, target, found.weapon, found.cover, final)
    spend(field, one, found.weapon, defensive=defensive)
    field.tell(
        kind,
        RULE,
        rolls=(rolled,),
        figure=one.id,
        target=target.id,
        weapon=found.weapon,
        die=rolled.total,
        modifiers={each.key: each.value for each in found.modifiers if each.value},
        cover=found.cover,
        row=row,
        result=letter,
        defensive=defensive,
    )
    if target.loads_for and field.readings["loader.ban"] == "shot_too":
        fights.ban_for(field, target)
    if letter != "-":
        felled = letter in ("C", "E") or (letter == "B" and target.wounded)
        one.deeds += felled and fights.is_equal(one, target)
        striking.strike(field, target, letter, shooter=one, defensive=defensive)
    return letter


def spend(field: Field, one: Figure, weapon: str, *, defensive: bool) -> None:
    """It has had this shot."""
    if defensive:
        one.answered_in = field.state.count
        for frame in field.state.stack:
            if frame.kind == "react":
                frame.data["shot"] = [*frame.data.get("shot", ()), one.id]
    else:
        one.shot_in = field.state.count
    one.shot_with = weapon
    if weapon in field.tables.weapons and field.tables.weapons[weapon].once:
        weapons = list(one.weapons)
        weapons.remove(weapon)
        one.weapons = tuple(weapons)


# --- Rocks, oil and fire (Montjoie 3.2, 6.2)


def pile_limits(field: Field, one: Figure) -> str:
    """The limits of a throw by how far the pile is (Montjoie 3.2.2)."""
    near = min((hexes.distance(one.at, pile) for pile in field.state.piles), default=99)
    limits = field.tables.rocks.limits
    return limits[near] if near < len(limits) else "none"


def rock(field: Field, one: Figure, target: Figure, *, defensive: bool) -> "Aim | Problem":
    """A rock thrown down at whoever is adjacent and lower, or below the holes (Montjoie 3.2)."""
    if not field.state.has("rocks"):
        return refused("module_off", "Montjoie 0", module="rocks")
    problem = bars(field, one, defensive=defensive) or allows(field, one, pile_limits(field, one), defensive=defensive)
    if problem is not None:
        return problem
    if target.seat == one.seat or target.where != "map" or not target.at:
        return refused("no_target")
    if one.mounted or one.kneeling or not _throws_rocks(field, one):
        return refused("no_rocks_from_here", "Montjoie 3.2.1")
    for at in field.hexes_of(target):
        lower = field.here.level(at, target.layer) < field.here.level(*one.place)
        down = one.layer == "hoarding" and at == one.at and target.layer == BASE
        beside = one.layer != "hoarding" and hexes.distance(one.at, at) == 1 and lower
        if not (down or beside):
            continue
        found = _sighted(field, one, target, "rock", at, "holes" if down else "rock", hexes.distance(one.at, at), 0)
        if isinstance(found, Aim):
            return found
    return refused("not_below", "Montjoie 3.2.1")


def _throws_rocks(field: Field, one: Figure) -> bool:
    """On a flat top: a roof, a tower, a wall, or over the holes of a hoarding; never in a tree."""
    return one.layer in ("roof", "hoarding") or (one.layer == BASE and field.here.level(*one.place) > 0)


def oil_targets(field: Field, one: Figure, *, defensive: bool) -> list[str]:
    """Whoever is on the ground below a barrel that stands by this figure (Montjoie 6.2)."""
    if bars(field, one, defensive=defensive) is not None or one.mounted or one.kneeling:
        return []
    if one.fought_in and one.fought_in >= field.state.count - 1:
        return []
    if one.layer == "hoarding":
        below = [(one.at, BASE)]
    else:
        below = [
            (hex_, BASE)
            for way, hex_ in enumerate(field.here.beside[one.at])
            if hex_ and field.here.side(one.at, way, one.layer) == "battlement"
        ]
    found = [field.places[place].id for place in below if place in field.places]
    return [
        key for key in found if field.figure(key).seat != one.seat and field.here.level(*field.figure(key).place) <= 0
    ]


def barrels_at(field: Field, one: Figure) -> list[str]:
    return [
        thing.id
        for thing in field.state.things.values()
        if thing.kind == "oil" and (thing.at, thing.layer) == one.place
    ]


def pour(field: Field, one: Figure, target: Figure, barrel: str, *, defensive: bool) -> None:
    """Boiling oil: the barrel is used up (base page, oil)."""
    rolled = field.roll(10, "oil", one.id)
    read = rolled.total + (field.tables.missile_modifiers["oil_armour"][0] if field.is_armoured(target) else 0)
    result = field.tables.rolls["oil"].read(read)
    spend(field, one, "oil", defensive=defensive)
    del field.state.things[barrel]
    field.tell(
        "oil_poured",
        "Montjoie 6.2",
        rolls=(rolled,),
        figure=one.id,
        target=target.id,
        die=rolled.total,
        read=read,
        result=result,
    )
    if result == "dead":
        harm.die(field, target, "oil")
    elif result == "wounded":
        harm.wound(field, target, "oil")


def fire_targets(field: Field, one: Figure) -> Iterator[tuple[str, Hex, str]]:
    """What a fire arrow may be shot at: a hoarding hex or a wagon that does not burn yet, and with which bow."""
    if "fire_arrows" not in one.gear:
        return
    for weapon in one.weapons:
        if field.tables.weapons[weapon].kind != "bow" or may_use(field, one, weapon, defensive=False) is not None:
            continue
        for hex_ in field.state.hoardings:
            if hex_ not in field.state.burning and _reaches(field, one, weapon, (hex_, "hoarding")):
                yield hex_, hex_, weapon
        for wagon in field.state.wagons.values():
            if wagon.gone or wagon.id in field.state.burning or wagon.seat == one.seat:
                continue
            for hex_ in (wagon.front, wagon.rear):
                if _reaches(field, one, weapon, (hex_, "bed")):
                    yield wagon.id, hex_, weapon
                    break


def _reaches(field: Field, one: Figure, weapon: str, place: Place) -> bool:
    distance = hexes.distance(one.at, place[0])
    if distance == 0 or band_of(field.tables.weapons[weapon], distance, mounted=one.mounted) is None:
        return False
    seen = sight.line_of_sight(
        field.here,
        field.occupied,
        one.place,
        place,
        conditions=field.conditions,
        ignore=frozenset((one.id,)),
        how="shot",
    )
    return bool(seen.clear)


def fire_arrow(field: Field, one: Figure, feature: str, weapon: str) -> None:
    """A fire arrow: so many chances in ten (base page 5.53)."""
    rolled = field.roll(10, "fire_arrow", one.id)
    row = "fire_hoarding" if feature in field.state.hoardings else "fire_wagon"
    lit = field.tables.rolls[row].read(rolled.total) == "lit"
    spend(field, one, weapon, defensive=False)
    field.tell(
        "fire_arrow", "Montjoie 3.1.8", rolls=(rolled,), figure=one.id, feature=feature, die=rolled.total, lit=lit
    )
    if lit:
        field.state.burning[feature] = field.state.turn
        field.state.burning = dict(sorted(field.state.burning.items()))
        field.changed_ground()


def able(field: Field, shooters: Iterable[Figure], mover: Figure) -> Iterator[tuple[Figure, Aim]]:
    """Who may shoot at a mover now, and how (Montjoie 5.1)."""
    for one in shooters:
        for weapon in one.weapons:
            found = aim(field, one, mover, weapon, defensive=True)
            if isinstance(found, Aim):
                yield one, found
