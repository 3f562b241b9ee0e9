"""Where hidden squads lie before the first turn: in the pieces that the sheet names, where their owner puts them (AWAM 14.8)."""

from collections.abc import Iterable, Iterator

import msgspec
from msgspec import Struct

from rulesets.awam import geometry, ground
from rulesets.awam.geometry import Point
from rulesets.awam.state import Figure, Piece, State
from rulesets.awam.tables import TABLES
from rulesets.awam.world import World
from rulesets.contract import Choice, Domain, Group, IntRange, Problem
from rulesets.dice import Dice
from rulesets.vocabulary import Json, Seat

RULE = "AWAM 14.8"
HIDE = "hide"
"""One word for both answers: in the log others read the kind of a move, and nothing else of it."""
TRIES = 200
"""Points drawn before those that are left are counted."""
COARSE = 5
"""So far apart, in mm, are those that are counted."""
FAR = 100_000
"""No number of a place is larger: what is not of a table is refused before it is reckoned with."""


class Spot(Struct, frozen=True, forbid_unknown_fields=True):
    x: int
    y: int


class Placing(Struct, frozen=True, forbid_unknown_fields=True):
    places: dict[str, Spot]


# --- What the owner may say -------------------------------------------------------------------------------------------


def hiders(state: State, seat: Seat) -> list[Figure]:
    """Figures of a seat that lie hidden where the sheet says, by their numbers."""
    return [one for one in state.of(seat) if one.where == "hidden" and state.squads[one.squad].lair]


def pieces_of(state: State, figure: Figure) -> list[Piece]:
    """The pieces that hide a figure's squad."""
    lair = state.squads[figure.squad].lair
    return [piece for piece in state.ground if piece.id in lair]


def choices(state: State, seat: Seat) -> Iterator[Choice]:
    """As they lie, or each where its owner says; nothing for a seat that hides nobody."""
    figures = hiders(state, seat)
    if not figures:
        return
    fields: dict[str, Domain] = {one.id: _domain(pieces_of(state, one)) for one in figures}
    yield Choice(kind=HIDE, arguments={"places": Group(fields=fields)}, optional=("places",), exact=False)


def _domain(pieces: list[Piece]) -> Group:
    low, high = box_of(pieces)
    return Group(fields={"x": IntRange(low=low.x, high=high.x), "y": IntRange(low=low.y, high=high.y)})


def box_of(pieces: Iterable[Piece]) -> tuple[Point, Point]:
    """The corners of the upright rectangle round some pieces."""
    corners: list[Point] = []
    for piece in pieces:
        for x, y in piece.points:
            corners += [Point(x - piece.radius, y - piece.radius), Point(x + piece.radius, y + piece.radius)]
    xs, ys = [one.x for one in corners], [one.y for one in corners]
    return Point(min(xs), min(ys)), Point(max(xs), max(ys))


def check(state: State, seat: Seat, kind: str, arguments: dict[str, Json]) -> Problem | None:
    figures = hiders(state, seat)
    if not figures or kind != HIDE:
        return Problem(code="not_now", rule="AWAM 10.1")
    if not arguments:
        return None
    try:
        places = msgspec.convert(arguments, Placing).places
    except msgspec.ValidationError as error:
        return Problem(code="bad_arguments", data={"detail": str(error)}, rule=RULE, place="places")
    return _check_who(state, seat, figures, places) or _check_where(World(state), seat, figures, places)


def _check_who(state: State, seat: Seat, figures: list[Figure], places: dict[str, Spot]) -> Problem | None:
    """Each of them, and nobody else."""
    known = {one.id for one in figures}
    for key in places:
        if key in known:
            continue
        own = key in state.figures and state.figures[key].seat == seat
        if own:
            return Problem(code="does_not_hide", data={"figure": key}, rule=RULE, place="places")
        return Problem(code="not_yours", rule=RULE, place="places")
    missing = [one.id for one in figures if one.id not in places]
    return Problem(code="where_does_he_hide", data={"figures": missing}, rule=RULE, place="places") if missing else None


def _check_where(world: World, seat: Seat, figures: list[Figure], places: dict[str, Spot]) -> Problem | None:
    """Each inside a piece of his squad, on free ground."""
    hidden = tuple(one.id for one in figures)
    put: list[tuple[Figure, Point]] = []
    for figure in figures:
        spot = places[figure.id]
        place = Point(spot.x, spot.y)
        found = _bad_place(world, figure, place)
        if found is not None:
            return found
        for other, there in put:
            if geometry.overlapping(place, figure.radius, there, other.radius):
                data: dict[str, Json] = {"figure": figure.id, "target": other.id}
                return Problem(code="hides_on_another", data=data, rule="AWAM 14.1", place="places")
        if world.taken(place, figure.radius, but=hidden, seat=seat):
            return Problem(code="hides_on_something", data={"figure": figure.id}, rule="AWAM 14.1", place="places")
        put.append((figure, place))
    return None


def _bad_place(world: World, figure: Figure, place: Point) -> Problem | None:
    pieces = pieces_of(world.state, figure)
    inside = max(abs(place.x), abs(place.y)) <= FAR and any(ground.holds(piece, place) for piece in pieces)
    if not inside:
        data: dict[str, Json] = {"figure": figure.id, "piece": pieces[0].kind}
        return Problem(code="outside_its_piece", data=data, rule=RULE, place="places")
    if not world.on_board(place) or ground.wet(world.state.ground, place):
        return Problem(code="barred", rule="AWAM 14.2", place="places")
    return None


def choose(world: World, seat: Seat, arguments: dict[str, Json]) -> None:
    """Put them where their owner has said; only he, and the umpire, are told."""
    figures = hiders(world.state, seat)
    moved = 0
    if arguments:
        places = msgspec.convert(arguments, Placing).places
        for figure in figures:
            place = Point(places[figure.id].x, places[figure.id].y)
            moved += place != figure.at
            figure.at, figure.heading = place, world.state.inwards(place)
    world.tell("hid", RULE, audience=world.privy(seat), seat=seat, count=len(figures), moved=moved)


def offered(state: State, seat: Seat, arguments: dict[str, Json], key: str) -> list[Json]:
    """Places that a figure may be given, the others being where ``arguments`` or the table has them: his own, and points a base apart."""
    figure = next((one for one in hiders(state, seat) if one.id == key), None)
    if figure is None:
        return []
    try:
        said = msgspec.convert(arguments, Placing).places
    except msgspec.ValidationError:
        said = {}
    world, home = World(state), figure.at
    for one in hiders(state, seat):
        spot = said.get(one.id)
        if spot is not None and one is not figure:
            one.at = Point(spot.x, spot.y)
    apart = 2 * figure.radius
    places = [home, *(place for piece in pieces_of(state, figure) for place in _rows(piece, apart))]
    return [
        {"x": place.x, "y": place.y}
        for place in dict.fromkeys(places)
        if _bad_place(world, figure, place) is None
        and not world.taken(place, figure.radius, but=(figure.id,), seat=seat)
    ]


def _rows(piece: Piece, apart: int) -> Iterator[Point]:
    """Points so far apart all over a piece, its middle among them."""
    low, high = box_of([piece])
    middle = ground.middle(piece)
    for y in range(middle.y - (middle.y - low.y) // apart * apart, high.y + 1, apart):
        for x in range(middle.x - (middle.x - low.x) // apart * apart, high.x + 1, apart):
            if ground.holds(piece, Point(x, y)):
                yield Point(x, y)


# --- What another seat may think --------------------------------------------------------------------------------------


def dealt_again(world: World, seat: Seat | None, dice: Dice) -> None:
    """Hidden figures of others, evenly over the free points of their pieces that are not within 10 cm and in sight of a figure of this or
    a third seat (AWAM 18.2). Where they lie in truth bears on nothing: all are lifted first."""
    unseen = [one for one in world.state.figures.values() if one.seat != seat and one.where == "hidden"]
    for figure in unseen:
        figure.where = "coming"
    for figure in unseen:
        pieces = pieces_of(world.state, figure) or [one for one in world.state.ground if ground.gives_cover(one)]
        place = _drawn(world, figure, pieces, seat, dice) if pieces else figure.at
        figure.where, figure.at, figure.heading = "hidden", place, world.state.inwards(place)


def _drawn(world: World, figure: Figure, pieces: list[Piece], seat: Seat | None, dice: Dice) -> Point:
    """A point by the dice; where hardly one fits, one of those that do; where none does, one that leaves most of it true."""
    low, high = box_of(pieces)
    seen = [one for one in world.state.seen(seat) if one.seat != figure.seat]

    def inside(place: Point) -> bool:
        return any(ground.holds(piece, place) for piece in pieces)

    def free(place: Point) -> bool:
        return world.is_free(place, figure.radius, but=(figure.id,))

    def unfound(place: Point) -> bool:
        return not any(
            geometry.within(one.at, place, TABLES.sight.found) and world.clear(one.at, place) for one in seen
        )

    for attempt in range(TRIES):
        why = ("like", figure.id, str(attempt))
        x = low.x + dice.roll(1, high.x - low.x + 1, (*why, "x")).total - 1
        y = low.y + dice.roll(1, high.y - low.y + 1, (*why, "y")).total - 1
        place = Point(x, y)
        if inside(place) and unfound(place) and free(place):
            return place
    there = [
        Point(x, y)
        for x in range(low.x, high.x + 1, COARSE)
        for y in range(low.y, high.y + 1, COARSE)
        if inside(Point(x, y))
    ] or [ground.middle(pieces[0])]
    left = [one for one in there if unfound(one) and free(one)] or [one for one in there if free(one)] or there
    return left[dice.roll(1, len(left), ("like", figure.id, "left")).total - 1]
