"""Setting up: where a figure may stand before the first turn, and where it stands by default (Montjoie 6.1, 8)."""

from collections.abc import Iterator

from rulesets.contract import Problem
from rulesets.montjoie import hexes, riding
from rulesets.montjoie.field import Field
from rulesets.montjoie.state import BASE, Figure, Hex, Place
from rulesets.vocabulary import Seat

RULE = "Montjoie 6.1"
CLIMBED = ("rope1", "rope2", "ladder1", "ladder2", "mine1", "mine2", "bridge")


def refused(code: str, **data: object) -> Problem:
    return Problem(code=code, data=data, rule=RULE)


def refuse(field: Field, one: Figure, place: Place, facing: int) -> Problem | None:
    """Why a figure may not be set up there."""
    hex_, layer = place
    zone = field.state.zones[one.seat]
    if hex_ not in zone["all"] or (layer == BASE and hex_ not in zone["ground"]):
        return refused("outside_zone", at=hex_)
    if layer in CLIMBED or not field.here.has(place):
        return refused("no_layer", at=hex_, layer=layer)
    if one.mounted:
        return _refuse_rider(field, one, place, facing, zone["ground"])
    if not field.is_free(place, but=one):
        return refused("taken", at=hex_)
    if layer == BASE and not field.here.passable(hex_):
        return refused("impassable", at=hex_)
    if layer == BASE and hex_ in field.state.rubble:
        return refused("rubble", at=hex_)
    if layer == "crown":
        return _refuse_crown(field, one, zone["crowns"])
    if layer == "bed" and not any(
        hex_ in (wagon.front, wagon.rear) and wagon.seat == one.seat for wagon in field.state.wagons.values()
    ):
        return refused("not_yours", at=hex_)
    return None


def _refuse_rider(field: Field, one: Figure, place: Place, facing: int, allowed: list[Hex]) -> Problem | None:
    mount = riding.Mount(place[0], facing)
    if place[1] != BASE or not riding.stands(field.here, mount):
        return refused("not_on_horseback", at=place[0])
    if mount.rump not in allowed:
        return refused("outside_zone", at=mount.rump)
    if not all(field.is_free((hex_, BASE), but=one) for hex_ in (mount.head, mount.rump)):
        return refused("taken", at=place[0])
    return None


def _refuse_crown(field: Field, one: Figure, most: int | None) -> Problem | None:
    if field.is_armoured(one):
        return refused("armour")
    up = sum(other.layer == "crown" for other in field.state.on_map(one.seat) if other is not one)
    return refused("crowns_full", most=most) if most is not None and up >= most else None


def spots(field: Field, one: Figure) -> Iterator[Place]:
    """Every place that a figure might be set up on, in the order of rows and columns; on the ground first."""
    zone = field.state.zones[one.seat]
    for hex_ in zone["ground"]:
        if BASE in field.here.layers(hex_):
            yield hex_, BASE
    if not one.mounted:
        for hex_ in zone["all"]:
            for layer in field.here.layers(hex_):
                if layer != BASE and layer not in CLIMBED:
                    yield hex_, layer


def facings(field: Field, one: Figure) -> tuple[int, ...]:
    return tuple(range(6)) if one.mounted else (0,)


def default(field: Field, one: Figure) -> tuple[Place, int] | None:
    """Where a hurried player sets it up: as the scenario says, else the nearest free legal hex, else none (Montjoie 8)."""
    told = field.state.defaults.get(one.id)
    if told is not None:
        place: Place = (told["at"], told["layer"])
        if refuse(field, one, place, told["face"]) is None:
            return place, told["face"]
    aim = told["at"] if told is not None else front_of(field, one.seat)
    face = told["face"] if told is not None else toward(field, one.seat)
    ground = field.state.zones[one.seat]["ground"]
    for hex_ in sorted(
        ground, key=lambda each: (hexes.distance(each, aim), hexes.offset(each)[1], hexes.offset(each)[0])
    ):
        for facing in (face, *(way for way in facings(field, one) if way != face)):
            if refuse(field, one, (hex_, BASE), facing) is None:
                return (hex_, BASE), facing
    return None


def front_of(field: Field, seat: Seat) -> Hex:
    """The hex of a side's zone nearest to the middle of the enemy's."""
    enemy = field.state.zones[field.state.other(seat)]["all"]
    middle = enemy[len(enemy) // 2]
    own = field.state.zones[seat]["ground"]
    found: Hex = min(own, key=lambda hex_: (hexes.distance(hex_, middle), hex_))
    return found


def toward(field: Field, seat: Seat) -> int:
    enemy = field.state.zones[field.state.other(seat)]["all"]
    found = hexes.sectors(front_of(field, seat), enemy[len(enemy) // 2])
    return found[0] if found else 0


def put_on(field: Field, one: Figure, place: Place, facing: int) -> None:
    one.where, one.at, one.layer, one.facing = "map", place[0], place[1], facing
    field.touched()


def take_off(field: Field, one: Figure) -> None:
    one.where, one.at, one.layer, one.kneeling, one.loads_for = "waiting", "", BASE, False, ""
    for other in field.state.of(one.seat):
        if other.loads_for == one.id:
            other.loads_for = ""
    field.touched()


def waiting(field: Field, seat: Seat) -> list[Figure]:
    return [one for one in field.state.of(seat) if one.where == "waiting"]


def rest(field: Field, seat: Seat) -> None:
    """Everybody who is not set up yet, by default; who finds no room stays away."""
    for one in waiting(field, seat):
        found = default(field, one)
        if found is None:
            one.where = "left"
            field.tell("no_room", RULE, figure=one.id)
            continue
        put_on(field, one, *found)
        told = field.state.defaults.get(one.id, {})
        one.kneeling = bool(told.get("kneel")) and field.state.has("kneeling")
    for one in field.state.on_map(seat):
        shooter = field.state.figures.get(field.state.defaults.get(one.id, {}).get("loads_for", ""))
        if shooter is not None and field.state.has("loaders") and not one.loads_for and may_load(field, one, shooter):
            one.loads_for = shooter.id
    field.touched()


def may_load(field: Field, one: Figure, shooter: Figure) -> bool:
    """One figure standing on foot beside a crossbowman (Montjoie 2.2)."""
    return (
        one is not shooter
        and one.seat == shooter.seat
        and shooter.where == "map"
        and "crossbow" in shooter.weapons
        and one.is_fit
        and not one.mounted
        and not one.kneeling
        and not field.is_animal(one)
        and one.layer == shooter.layer
        and hexes.distance(one.at, shooter.at) == 1
        and not any(other.loads_for == shooter.id for other in field.state.on_map(one.seat) if other is not one)
    )
