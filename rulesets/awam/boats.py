"""Boats: sailing, boarding, landing, sinking (AWAM 3.3, 14.7)."""

from itertools import pairwise

from rulesets.awam import geometry, ground, markers, moving
from rulesets.awam.geometry import Point
from rulesets.awam.state import Boat, Figure
from rulesets.awam.tables import TABLES
from rulesets.awam.world import World
from rulesets.contract import Problem

RULE = "AWAM 14.7"


def radius(boat: Boat) -> int:
    bases = TABLES.bases
    return {"raft": bases.raft, "boat": bases.boat, "small_steamer": bases.small_steamer, "steamer": bases.steamer}[
        boat.kind
    ]


WITH, AGAINST, ACROSS = range(3)
"""The current (AWAM 14.7)."""


def aboard(world: World, boat: Boat) -> list[Figure]:
    """Who is there; of those still to come with the boat nobody knows."""
    return [one for one in world.state.figures.values() if one.aboard == boat.id and one.where in ("table", "hidden")]


def room(world: World, boat: Boat) -> int:
    """Places left; a rider takes two."""
    here = [one for one in world.state.figures.values() if one.aboard == boat.id and not one.out]
    return boat.carries - sum(TABLES.boarding.rider if one.horse else 1 for one in here)


def flow(world: World, a: Point, b: Point) -> int:
    """With the current, against it, or across; still water is across (AWAM 3.3)."""
    cx, cy = world.state.current
    dx, dy = b.x - a.x, b.y - a.y
    if (cx, cy) == (0, 0):
        return ACROSS
    dot, across = dx * cx + dy * cy, abs(dx * cy - dy * cx)
    return WITH if dot >= across and dot > 0 else AGAINST if -dot >= across and dot < 0 else ACROSS


def reach(world: World, boat: Boat, path: list[Point]) -> int:
    """The path's slowest leg counts; a damaged boat goes at half speed."""
    table = TABLES.boats[boat.kind].flow
    far = min(table[flow(world, a, b)] for a, b in pairwise(path))
    return far // TABLES.cannon.slowed_share if boat.damaged else far


def may_sail(world: World, boat: Boat, figure: Figure) -> bool:
    """Whoever is aboard may sail it, unless enemies are aboard too; one move a boat and card."""
    if boat.where != "table" or boat.carded or figure.aboard != boat.id or figure.prisoner:
        return False
    return not any(world.hostile(figure, one) and not one.prisoner for one in aboard(world, boat))


def judge_sail(world: World, boat: Boat, way: list[Point]) -> Problem | None:
    path = [boat.at, *way]
    if not 2 <= len(path) <= TABLES.movement.legs + 1:
        return Problem(code="bad_path", data={"most": TABLES.movement.legs}, rule="AWAM 14.1", place="path")
    for a, b in pairwise(path):
        if not on_water(world, boat, a, b):
            return Problem(code="no_water", rule=RULE, place="path")
        for other in world.state.boats.values():
            if other is boat or other.where != "table":
                continue
            if geometry.near_leg(other.at, a, b, radius(boat) + radius(other), strict=True):
                return Problem(code="in_the_way", data={"boat": other.id}, rule=RULE, place="path")
    far, limit = geometry.path_length(path), reach(world, boat, path)
    if far > limit:
        return Problem(code="too_far", data={"most": limit, "asked": far}, rule=RULE, place="path")
    return None


def on_water(world: World, boat: Boat, a: Point, b: Point) -> bool:
    """Whether the boat's disc stays on water along a leg: rivers here are upright rectangles, which run off the table."""
    size = radius(boat)
    for piece in world.state.ground:
        if not TABLES.ground[piece.kind].water:
            continue
        low, high = piece.points
        inner_low = Point(low.x + (size if low.x > 0 else 0), low.y + (size if low.y > 0 else 0))
        inner_high = Point(
            high.x - (size if high.x < world.state.width else 0), high.y - (size if high.y < world.state.height else 0)
        )
        if geometry.in_box(a, inner_low, inner_high) and geometry.in_box(b, inner_low, inner_high):
            return True
    return False


def free_water(world: World, boat: Boat) -> Point | None:
    """Where a boat comes on: its own place, or the nearest free water (AWAM 12.3)."""
    if _lies_free(world, boat, boat.at):
        return boat.at
    for far in range(100, 1000, 100):
        for place in markers.places_round(boat.at, far):
            if _lies_free(world, boat, place):
                return place
    return None


def _lies_free(world: World, boat: Boat, place: Point) -> bool:
    return on_water(world, boat, place, place) and not any(
        other is not boat
        and other.where == "table"
        and geometry.overlapping(place, radius(boat), other.at, radius(other))
        for other in world.state.boats.values()
    )


def sail(world: World, boat: Boat, figure: Figure, way: list[Point]) -> None:
    begun = boat.at
    boat.at = way[-1]
    boat.moved_turn, boat.carded = world.state.turn, True
    for one in aboard(world, boat):
        one.at = boat.at
    world.tell("sailed", RULE, boat=boat.id, figure=figure.id, start=[*begun], end=[*boat.at])


def may_board(world: World, boat: Boat, figure: Figure) -> bool:
    """From land, water, or a boat that touches; room left."""
    if boat.where != "table" or figure.aboard == boat.id:
        return False
    needed = (TABLES.boarding.rider if figure.horse else 1) + bool(figure.guards)
    if room(world, boat) < needed:
        return False
    origin = world.state.boats.get(figure.aboard)
    if origin is not None:
        return geometry.touching(origin.at, radius(origin), boat.at, radius(boat), TABLES.bases.touch)
    return geometry.within(figure.at, boat.at, radius(boat) + TABLES.boarding.within)


def boarders(world: World, figure: Figure) -> list[Figure]:
    """Aboard with him, enemies who have charged or been charged: the rest may attack them by order (AWAM 14.7)."""
    if not figure.aboard:
        return []
    pairs = world.boarded()
    fighting = {key for pair in pairs for key in pair}
    return [
        one
        for one in world.state.figures.values()
        if one.id in fighting
        and one.aboard == figure.aboard
        and one.standing
        and world.hostile(figure, one)
        and world.pair(figure.id, one.id) not in pairs
    ]


def grapple(world: World, figure: Figure, target: Figure) -> None:
    """Two aboard a boat who fight are in contact from now on."""
    pair = [*world.pair(figure.id, target.id)]
    if figure.aboard and figure.aboard == target.aboard and pair not in world.state.special.get("boarded", []):
        world.state.special.setdefault("boarded", []).append(pair)


def board(world: World, boat: Boat, figure: Figure, target: Figure | None) -> None:
    figure.aboard, figure.at = boat.id, boat.at
    prisoner = world.state.figures.get(figure.guards)
    if prisoner is not None:
        prisoner.aboard, prisoner.at = boat.id, boat.at
    if figure.where == "hidden":
        figure.where = "table"
    world.tell("boarded", RULE, figure=figure.id, boat=boat.id, target=target.id if target else "")
    if target is not None:
        grapple(world, figure, target)


def judge_landing(world: World, boat: Boat, figure: Figure, place: Point) -> Problem | None:
    if not geometry.within(place, boat.at, radius(boat) + TABLES.boarding.within):
        return Problem(code="too_far", rule=RULE, place="point")
    if not world.is_free(place, figure.radius, but=(figure.id,), seat=figure.seat):
        return Problem(code="place_taken", rule=RULE, place="point")
    if ground.barred(world.state.ground, place, place, mounted=figure.horse, climbs=False):
        return Problem(code="barred", rule=RULE, place="point")
    met = moving.met_at(world, figure, place)
    if met is not None:
        return Problem(code="contact_is_a_charge", data={"figure": met.id}, rule=RULE, place="point")
    return None


def land(world: World, boat: Boat, figure: Figure, place: Point) -> None:
    figure.aboard, figure.at = "", place
    _forget(world, figure)
    moving.with_prisoner(world, figure)
    world.tell("landed", RULE, figure=figure.id, boat=boat.id, at=[*place])


def _forget(world: World, figure: Figure) -> None:
    pairs = world.state.special.get("boarded", [])
    if pairs:
        world.state.special["boarded"] = [pair for pair in pairs if figure.id not in pair]


def landings(world: World, boat: Boat, figure: Figure) -> list[Point]:
    """Free points of land within reach: of a ring of 24 round the boat, and the same a little nearer."""
    found: list[Point] = []
    for far in (radius(boat) + TABLES.boarding.within, radius(boat) + TABLES.boarding.within // 2):
        places = markers.places_round(boat.at, far)
        found += [place for place in places if judge_landing(world, boat, figure, place) is None]
    return found


def sink(world: World, boat: Boat) -> None:
    """Sunk or upset: all aboard swim, guns and animals are lost."""
    boat.where = "out"
    world.tell("sunk", RULE, boat=boat.id)
    for gun in world.state.guns.values():
        if gun.boat == boat.id:
            gun.where, gun.broken = "out", True
    for one in world.state.figures.values():
        if one.aboard == boat.id and one.where == "coming":
            one.aboard = ""
            if not world.squad(one.squad).strip:
                markers.remove(world, one, "dead")
    for one in sorted(aboard(world, boat), key=lambda one: one.number):
        one.aboard = ""
        _forget(world, one)
        if one.horse:
            one.horse, one.pace = False, 0
        place = _water_round(world, boat, one)
        if place is None:
            markers.remove(world, one, "dead")
        else:
            one.at = place


def _water_round(world: World, boat: Boat, figure: Figure) -> Point | None:
    """A free point of the water round the centre, the nearest to the west bank first."""
    for ring in range(TABLES.boarding.rings):
        far = ring * (2 * figure.radius + TABLES.bases.touch)
        places = markers.places_round(boat.at, far) if ring else [boat.at]
        for place in sorted(places, key=lambda place: (place.y, place.x)):
            swims = world.on_board(place) and ground.wet(world.state.ground, place)
            if swims and not world.taken(place, figure.radius, but=(figure.id,)):
                return place
    return None


def end_of_turn(world: World) -> None:
    """Boats that were holed the turn before sink (AWAM 2.7)."""
    for boat in world.state.boats.values():
        if boat.where == "table" and boat.sinks and boat.sinks <= world.state.turn:
            sink(world, boat)
