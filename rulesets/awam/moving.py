"""Moves: gaits, paths, falls, charges, flight, the way to cover (AWAM 3.1 to 3.3, 14.5, 14.6)."""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Literal

from rulesets.awam import faces, geometry, ground, markers, veterans
from rulesets.awam.geometry import Point
from rulesets.awam.state import Figure, Piece
from rulesets.awam.tables import TABLES
from rulesets.awam.world import World
from rulesets.contract import Problem

RIDING = ("", "ride", "trot", "gallop")
FAST = ("run", "trot", "gallop")
EDGES = ("low", "high", "left", "right")
TURNS = (1, -1, 2, -2, 3, -3)
"""In which order another direction is tried, in twelfths to the left (AWAM 14.6)."""
RULE = "AWAM 14.5"


def gaits(world: World, figure: Figure) -> list[str]:
    """The gaits that are open to a figure now (AWAM 3.1, 3.2)."""
    if figure.aboard:
        return []
    if ground.wet(world.state.ground, figure.at):
        return ["swim"]
    swims = ["swim"] if any(TABLES.ground[piece.kind].water for piece in world.state.ground) else []
    if figure.horse:
        slow = bool(figure.wounds or figure.guards or figure.load)
        steps = [step for step, gait in enumerate(RIDING) if gait and abs(step - figure.pace) <= 1]
        return [RIDING[step] for step in steps if not slow or step == 1] + swims
    if figure.prone:
        return [] if figure.wounds else ["crawl"]
    if figure.wounds or figure.role == "porter" or figure.guards or figure.load:
        return ["walk", *swims]
    return ["walk", "run", *swims]


def reach(figure: Figure, gait: str, *, difficult: bool) -> int:
    """How far a move goes, in mm; 0: not possible."""
    if gait == "swim" and figure.horse:
        gait = "swim_mounted"
    row = TABLES.gaits[gait]
    far = row.difficult if difficult else row.normal
    if far is None:
        return 0
    far = max(0, far - veterans.lame(figure))
    # A wounded man only walks, at half of a walk on that ground, to whole millimetres (A35).
    return far // TABLES.movement.wounded_share if figure.wounds and gait != "swim" else far


def is_difficult(world: World, path: list[Point]) -> bool:
    """A move that is partly on difficult ground counts wholly as difficult (AWAM 3.3)."""
    return any(ground.difficult(world.state.ground, a, b) for a, b in pairwise(path))


def cost(world: World, path: list[Point]) -> int:
    """The length of a path and what it pays for walls."""
    paid = sum(ground.crossings(world.state.ground, a, b) for a, b in pairwise(path))
    return geometry.path_length(path) + paid


def judge_path(
    world: World, figure: Figure, gait: str, way: list[Point], *, target: Figure | None = None, far: int | None = None
) -> Problem | None:
    """Whether a figure may move along a path (AWAM 14.5). ``target``: whom he charges; ``far``: another distance than the gait's."""
    path = [figure.at, *way]
    found = judge_legs(world, figure, gait, path, target)
    if found is not None:
        return found
    limit = reach(figure, gait, difficult=is_difficult(world, path)) if far is None else far
    if cost(world, path) > limit:
        return Problem(code="too_far", data={"most": limit, "asked": cost(world, path)}, rule="AWAM 3.1", place="path")
    return judge_end(world, figure, path[-1], target)


def judge_legs(world: World, figure: Figure, gait: str, path: list[Point], target: Figure | None) -> Problem | None:
    if not 2 <= len(path) <= TABLES.movement.legs + 1:
        return Problem(code="bad_path", data={"most": TABLES.movement.legs}, rule="AWAM 14.1", place="path")
    if not all(world.on_board(point) for point in path):
        return Problem(code="off_table", rule=RULE, place="path")
    for a, b in pairwise(path):
        stop = ground.barred(world.state.ground, a, b, mounted=figure.horse, climbs=gait == "walk")
        if stop is not None and not (TABLES.ground[stop.kind].water and gait == "swim"):
            return Problem(code="barred", data={"by": stop.kind}, rule="AWAM 14.2", place="path")
        other = in_the_way(world, figure, a, b)
        if other is not None:
            return Problem(code="in_the_way", data={"figure": other.id}, rule=RULE, place="path")
    if gait == "swim" and not any(ground.wet(world.state.ground, point) for point in path):
        return Problem(code="no_water", rule="AWAM 3.3", place="gait")
    return None


def in_the_way(world: World, figure: Figure, a: Point, b: Point) -> Figure | None:
    """A figure of another seat that a leg comes too near to; hidden ones are unknown."""
    reach_of = figure.radius + TABLES.bases.mounted
    left, right = min(a.x, b.x) - reach_of, max(a.x, b.x) + reach_of
    low, high = min(a.y, b.y) - reach_of, max(a.y, b.y) + reach_of
    for other in world.state.figures.values():
        if other.seat == figure.seat or other.where != "table" or other.aboard or other.id == figure.guards:
            continue
        x, y = other.at
        if not (left < x < right and low < y < high):
            continue
        if geometry.near_leg(other.at, a, b, figure.radius + other.radius, strict=True):
            return other
    return None


def judge_end(world: World, figure: Figure, end: Point, target: Figure | None) -> Problem | None:
    """Over nobody, and in contact with no enemy but in a charge."""
    if world.taken(end, figure.radius, but=(figure.id, figure.guards), seat=figure.seat):
        return Problem(code="place_taken", rule="AWAM 14.1", place="path")
    met = met_at(world, figure, end) if target is None else None
    if met is not None:
        return Problem(code="contact_is_a_charge", data={"figure": met.id}, rule=RULE, place="path")
    return None


def met_at(world: World, figure: Figure, place: Point) -> Figure | None:
    """The enemy whom a figure would touch at a place; to come there is a charge."""
    foes = world.state.foes(figure.seat)
    for other in world.state.figures.values():
        if other.seat not in foes or other.where != "table" or other.aboard or other.prisoner:
            continue
        if geometry.touching(place, figure.radius, other.at, other.radius, TABLES.bases.touch):
            return other
    return None


def charge_place(world: World, figure: Figure, before: Point, target: Figure) -> Point | None:
    """The free one of the twelve places round a target that is nearest to the last point before (AWAM 14.5)."""
    apart = figure.radius + target.radius + 1
    places = markers.places_round(target.at, apart)
    order = sorted(range(len(places)), key=lambda k: (geometry.squared(before, places[k]), k))
    for k in order:
        place = places[k]
        if not world.is_free(place, figure.radius, but=(figure.id,), seat=figure.seat):
            continue
        if in_the_way(world, figure, before, place) is None:
            return place
    return None


# --- Falls (AWAM 3.1, 3.2) --------------------------------------------------------------------------------------------


def trips(die: int, how: Literal["run", "warrior", "gallop"], *, difficult: bool = False) -> bool:
    """Whether one falls who breaks into a run, or gallops: a D10 of 0 to 9, a warrior's D6 (AWAM 3.1, 3.2)."""
    table = TABLES.falls
    if how == "warrior":
        return die <= table.warrior
    if how == "gallop":
        return die <= table.gallop
    return die + (table.difficult if difficult else 0) <= table.foot


def falls(world: World, figure: Figure, gait: str, path: list[Point]) -> bool:
    """The test of one who breaks into a run, or gallops; a fall comes before the move."""
    if gait == "run" and figure.ran < max(1, world.state.turn - 1):
        if figure.warrior:
            rolled = world.roll(1, TABLES.falls.warrior_die, "fall", figure.id)
            fell, die = trips(rolled.total, "warrior"), rolled.total
        else:
            rolled = world.roll(1, TABLES.falls.die, "fall", figure.id)
            die = faces.nought(rolled.total)
            fell = trips(die, "run", difficult=is_difficult(world, path))
    elif gait == "gallop":
        rolled = world.roll(1, TABLES.falls.die, "fall", figure.id)
        die = faces.nought(rolled.total)
        fell = trips(die, "gallop")
    else:
        return False
    if fell:
        world.tell("fell", "AWAM 3.1", rolls=(rolled.address,), figure=figure.id, die=die, gait=gait)
        if figure.horse and not markers.dismount(world, figure):
            figure.horse, figure.pace = False, 0
        figure.prone = True
    else:
        world.tell("kept_feet", "AWAM 3.1", rolls=(rolled.address,), figure=figure.id, die=die, gait=gait)
    return fell


# --- Going ------------------------------------------------------------------------------------------------------------


def go(
    world: World,
    figure: Figure,
    gait: str,
    way: list[Point],
    *,
    each_leg: Callable[[Point, Point], bool] | None = None,
) -> bool:
    """Move along a path that is legal. False: he was stopped by somebody hidden, or on a leg by ``each_leg``, where that has put him."""
    begun = figure.at
    whole = True
    for point in way:
        start = figure.at
        met, end = _hidden_on(world, figure, begun, (start, point))
        if end != start:
            figure.heading = (end.x - start.x, end.y - start.y)
            figure.last_leg, figure.start = figure.heading, start
        if each_leg is not None and not each_leg(start, end):
            whole = False
            break
        figure.at = end
        if met is not None:
            reveal(world, met)
            world.tell("stopped", "AWAM 14.8", figure=figure.id, by=met.id)
            whole = False
            break
    note_gait(world, figure, gait)
    with_prisoner(world, figure)
    world.tell("moved", "AWAM 3", figure=figure.id, gait=gait, start=[*begun], end=[*figure.at])
    leave(world, figure)
    return whole


def note_gait(world: World, figure: Figure, gait: str) -> None:
    """What a move leaves behind: the yellow marker, the horse's gait, whether reloading is still open."""
    figure.last_gait, figure.last_turn = gait, world.state.turn
    if gait == "run":
        figure.ran = world.state.turn
    if gait in RIDING and figure.horse:
        figure.pace = RIDING.index(gait)
    if gait in FAST:
        figure.moved_fast = True


def _hidden_on(world: World, figure: Figure, begun: Point, leg: tuple[Point, Point]) -> tuple[Figure | None, Point]:
    """Whom of those who hide a leg comes to lie over first, and its last point before that lies over nobody whom the mover was passing,
    else where he began; or nobody, and its end (AWAM 14.8)."""
    a, b = leg
    hidden = [
        other
        for other in world.state.figures.values()
        if other.where == "hidden"
        and other.seat != figure.seat
        and geometry.near_leg(other.at, a, b, figure.radius + other.radius, strict=True)
    ]
    if not hidden:
        return None, b
    last = begun
    for point in geometry.steps(a, b):
        for other in hidden:
            if geometry.overlapping(point, figure.radius, other.at, other.radius):
                return other, last
        if not world.taken(point, figure.radius, but=(figure.id, figure.guards)):
            last = point
    return hidden[0], last


def stays_hidden(world: World, figure: Figure, gait: str, way: Sequence[Point]) -> bool:
    """A crawl that stays inside a piece giving cover (AWAM 14.8); pieces with an inside have no dents."""
    points = (figure.at, *way)
    return gait == "crawl" and any(
        ground.gives_cover(piece) and all(ground.holds(piece, point) for point in points)
        for piece in world.state.ground
    )


def reveal(world: World, figure: Figure) -> None:
    """A hidden figure is seen (AWAM 14.8)."""
    if figure.where == "hidden":
        figure.where = "table"
        world.reveals = True
        world.tell("appeared", "AWAM 14.8", figure=figure.id)


def find_hidden(world: World, figure: Figure) -> None:
    """Hidden figures of others within 10 cm and in sight of one who ends an action are found."""
    if figure.where not in ("table", "hidden"):
        return
    for other in world.state.figures.values():
        if other.where != "hidden" or other.seat == figure.seat:
            continue
        if geometry.within(figure.at, other.at, TABLES.sight.found) and world.sees(figure, other):
            reveal(world, other)


def with_prisoner(world: World, figure: Figure) -> None:
    """Whom a guard has in hand goes with him (AWAM 6.7)."""
    if figure.guards:
        prisoner = world.figure(figure.guards)
        place = markers.free_round(world, figure.at, figure.radius, prisoner.radius, but=prisoner.id)
        if place is not None:
            prisoner.at, prisoner.aboard = place, ""


def edges_at(world: World, point: Point) -> set[str]:
    state = world.state
    found = {
        "left": point.x == 0,
        "right": point.x == state.width,
        "low": point.y == 0,
        "high": point.y == state.height,
    }
    return {edge for edge, there in found.items() if there}


def leave(world: World, figure: Figure) -> None:
    """Off the table where the scenario lets a seat leave: safe; a prisoner taken along is held for good (AWAM 6.7, 14.5)."""
    if (
        figure.out
        or figure.seat not in world.state.exits
        or not edges_at(world, figure.at) & {*world.state.exits[figure.seat]}
    ):
        return
    if figure.guards:
        prisoner = world.figure(figure.guards)
        figure.guards = ""
        markers.remove(world, prisoner, "held")
        world.tell("held", "AWAM 6.7", figure=prisoner.id, by=figure.seat)
    load = figure.load
    figure.load = ""
    markers.remove(world, figure, "exited")
    if load:
        world.state.special[f"off:{load}"] = figure.seat
    world.tell("exited", "AWAM 14.5", figure=figure.id, load=load)


# --- Computed moves (AWAM 14.6) ---------------------------------------------------------------------------------------


def nearest_threat(world: World, figure: Figure) -> Figure | None:
    """The nearest hostile figure in sight; else the nearest hostile; else the nearest of another seat."""
    enemies = world.nearest_first(figure, world.enemies(figure))
    seen = next((other for other in enemies if world.sees(figure, other)), None)
    if seen is not None:
        return seen
    if enemies:
        return enemies[0]
    others = [other for other in world.state.seen(figure.seat) if other.seat != figure.seat and not other.prisoner]
    return next(iter(world.nearest_first(figure, others)), None)


def flee(world: World, figure: Figure) -> None:
    """One run of a broken figure: off the table it is lost; with no way to run it cowers (AWAM 7.4)."""
    figure.ran_broken = True
    reveal(world, figure)
    if figure.aboard:
        world.tell("cowers", "AWAM 7.4", figure=figure.id)
        return
    threat = nearest_threat(world, figure)
    away = (1, 0) if threat is None else (figure.at.x - threat.at.x, figure.at.y - threat.at.y)
    if away == (0, 0):
        away = (1, 0)
    wet = ground.wet(world.state.ground, figure.at)
    gait = "swim" if wet else _flight_gait(figure)
    for twelfth in (0, *TURNS):
        end = flight_end(world, figure, gait, geometry.turned(away, twelfth) if twelfth else away)
        if end is None:
            continue
        if not world.on_board(end):
            world.tell("fled", "AWAM 7.4", figure=figure.id)
            markers.remove(world, figure, "fled")
            return
        figure.prone = False
        begun = figure.at
        go(world, figure, gait, [end])
        figure.start = None
        if figure.at != begun:
            figure.acted, figure.rode, figure.last = True, figure.horse, "flee"
        return
    world.tell("cowers", "AWAM 7.4", figure=figure.id)


def _flight_gait(figure: Figure) -> str:
    """A run; mounted a gallop; wounded half a walk."""
    if figure.wounds:
        return "ride" if figure.horse else "walk"
    return "gallop" if figure.horse else "run"


def flight_end(world: World, figure: Figure, gait: str, direction: tuple[int, int]) -> Point | None:
    """Where a run in a direction ends, None where it is not legal; walls on the way cost what they cost others.

    The difficult distance counts if the full leg is difficult.
    """
    far = reach(figure, gait, difficult=False)
    if ground.difficult(world.state.ground, figure.at, geometry.along(figure.at, direction, far)):
        far = reach(figure, gait, difficult=True)
    end = _paid(world, figure, direction, far)
    if ground.barred(world.state.ground, figure.at, end, mounted=figure.horse, climbs=False) and gait != "swim":
        return None
    if in_the_way(world, figure, figure.at, end) is not None:
        return None
    if not world.on_board(end):
        return end
    return end if judge_end(world, figure, end, None) is None else None


def cover_place(world: World, figure: Figure) -> list[Point] | None:
    """The walk to the nearest cover that approaches no enemy; None: there is none (AWAM 14.6)."""
    enemies = [other for other in world.enemies(figure) if world.sees(figure, other)]
    threat = next(iter(world.nearest_first(figure, enemies or world.enemies(figure))), None)
    giving = [
        piece for piece in world.state.ground if TABLES.ground[piece.kind].inside or TABLES.ground[piece.kind].behind
    ]
    for piece in sorted(giving, key=lambda piece: _apart(piece, figure.at)):
        place = _place_in(piece, figure.at, threat.at if threat else None)
        if place == figure.at:
            return None
        gait = "walk" if not figure.horse else "ride"
        end = _as_far(world, figure, gait, place)
        if end is None:
            continue
        if all(geometry.squared(end, one.at) >= geometry.squared(figure.at, one.at) for one in enemies):
            return [end]
    return None


def _apart(piece: Piece, at: Point) -> int:
    if piece.shape == "box":
        return geometry.squared(at, geometry.nearest_in_box(at, piece.points[0], piece.points[1]))
    if piece.shape == "circle":
        return int(max(0, geometry.length(at, piece.points[0]) - piece.radius) ** 2)
    return geometry.squared(at, geometry.nearest_on_leg(at, piece.points[0], piece.points[1]))


def _place_in(piece: Piece, at: Point, threat: Point | None) -> Point:
    """A point of an area 10 mm inside its border, or 15 mm beyond a wall as seen from the enemy."""
    if piece.shape == "box":
        low, high = piece.points
        middle = Point((low.x + high.x) // 2, (low.y + high.y) // 2)
        nearest = geometry.nearest_in_box(at, low, high)
        return geometry.towards(nearest, middle, TABLES.sight.lies_in)
    if piece.shape == "circle":
        centre = piece.points[0]
        border = geometry.towards(at, centre, max(0, geometry.length(at, centre) - piece.radius))
        return geometry.towards(border, centre, TABLES.sight.lies_in)
    if threat is None:
        return geometry.nearest_on_leg(at, piece.points[0], piece.points[1])
    foot = geometry.nearest_on_leg(at, piece.points[0], piece.points[1])
    return geometry.along(foot, (foot.x - threat.x, foot.y - threat.y), TABLES.sight.lies_beyond)


def _as_far(world: World, figure: Figure, gait: str, place: Point) -> Point | None:
    """As far towards a place as a walk goes, if the straight leg is legal."""
    limit = reach(figure, gait, difficult=is_difficult(world, [figure.at, place]))
    limit -= ground.crossings(world.state.ground, figure.at, place)
    if limit <= 0:
        return None
    end = geometry.towards(figure.at, place, limit)
    return end if judge_path(world, figure, gait, [end]) is None else None


def towards(world: World, figure: Figure, gait: str, goal: Point) -> list[Point] | None:
    """A straight leg towards a place, turned where it is not legal; None: it stays (AWAM 10.5, row 6)."""
    way = (goal.x - figure.at.x, goal.y - figure.at.y)
    if way == (0, 0):
        return None
    whole = geometry.length(figure.at, goal)
    for twelfth in (0, *TURNS):
        direction = geometry.turned(way, twelfth) if twelfth else way
        most = reach(figure, gait, difficult=False)
        for far in (most if twelfth else min(whole, most), reach(figure, gait, difficult=True)):
            end = _paid(world, figure, direction, far)
            if end != figure.at and judge_path(world, figure, gait, [end]) is None:
                return [end]
    return None


def _paid(world: World, figure: Figure, direction: tuple[int, int], far: int) -> Point:
    """So far in a direction, less what the walls on the way cost."""
    end = geometry.leg(figure.at, direction, far)
    return geometry.leg(figure.at, direction, max(0, far - ground.crossings(world.state.ground, figure.at, end)))
