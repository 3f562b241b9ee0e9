"""A table and forces from a seed, for two to five seats (AWAM 16.3)."""

from rulesets.awam import geometry, ground, scoring, well
from rulesets.awam.geometry import Point
from rulesets.awam.plays import Play
from rulesets.awam.setting import SHEETS, Builder, figure_of, muster
from rulesets.awam.state import Piece, State, Zone
from rulesets.awam.tables import TABLES
from rulesets.awam.world import World
from rulesets.contract import Setup
from rulesets.dice import Dice
from rulesets.vocabulary import Json, Seat

HOLD, LOSSES = "hold", "losses"


def built(setup: Setup, seats: list[Seat], readings: dict[str, str], dice: Dice) -> State:
    """Ground, strips, forces and aim, all from dice."""
    table = TABLES.generator
    size = size_for(len(seats))
    made = Builder(setup.scenario, seats, SHEETS.scenarios[setup.scenario], readings)
    made.drawn = True
    made.state.width = made.state.height = size
    made.state.limit = table.turns
    made.state.ground = pieces(dice, size, mirrored=len(seats) == 2)
    made.state.zones = strips(size)
    if any(force.units or force.characters for force in setup.forces.values()):
        for seat in seats:
            muster(made, seat, setup.forces[seat])
    else:
        raise_forces(made, seats, dice, int(setup.options.get("points") or table.points))
    for number, seat in enumerate(seats):
        for squad in made.state.squads.values():
            if squad.seat == seat:
                squad.strip = "abcde"[number]
    holds = dice.roll(1, table.aim_die, ("aim",)).total <= table.holds_most
    made.state.special["aim"] = HOLD if holds else LOSSES
    middle = Point(size // 2, size // 2)
    if holds:
        made.state.goal = dict.fromkeys(seats, middle)
    return made.done()


def size_for(seats: int) -> int:
    """The edge of the table, in mm."""
    return TABLES.generator.two if seats == 2 else TABLES.generator.more


def strips(size: int) -> dict[str, Zone]:
    """A south, B north, C west, D east, E the corner north-east (AWAM 16.3)."""
    deep = TABLES.generator.strip
    margin = TABLES.bases.mounted
    near, far = margin, size - margin
    return {
        "a": Zone(low=Point(deep, near), high=Point(size - deep, deep)),
        "b": Zone(low=Point(deep, size - deep), high=Point(size - deep, far)),
        "c": Zone(low=Point(near, deep), high=Point(deep, size - deep)),
        "d": Zone(low=Point(size - deep, deep), high=Point(far, size - deep)),
        "e": Zone(low=Point(size - 2 * deep, size - 2 * deep), high=Point(far, far)),
    }


def pieces(dice: Dice, size: int, *, mirrored: bool) -> list[Piece]:
    """D6 + 2 pieces, with two seats each with its image turned by 180 degrees; one that overlaps another is left out."""
    table = TABLES.generator
    found: list[Piece] = []
    count = dice.roll(1, table.pieces_die, ("pieces",)).total + table.pieces
    for number in range(count):
        made = [_piece(dice, size, number)]
        if mirrored:
            made.append(_image(made[0], size))
        if not any(_overlaps(one, other) for one in made for other in found) and not (
            mirrored and _overlaps(made[0], made[1])
        ):
            found += made
    return found


def _piece(dice: Dice, size: int, number: int) -> Piece:
    table = TABLES.generator
    grid = table.grid
    span = (size - 2 * table.inside) // grid + 1
    x = table.inside + grid * (dice.roll(1, span, ("piece", str(number), "x")).total - 1)
    y = table.inside + grid * (dice.roll(1, span, ("piece", str(number), "y")).total - 1)
    kind = table.kind_on(dice.roll(1, table.kind_die, ("piece", str(number), "kind")).total)
    centre = Point(x, y)
    if kind in table.radii:
        radius = table.radii[kind] + grid * dice.roll(1, table.radius_die, ("piece", str(number), "radius")).total
        return Piece(id=f"piece-{number}", kind=kind, shape="circle", points=(centre,), radius=radius)
    if kind == "low_wall":
        across = dice.roll(1, 2, ("piece", str(number), "way")).total == 1
        half = table.wall // 2
        ends = (Point(x - half, y), Point(x + half, y)) if across else (Point(x, y - half), Point(x, y + half))
        return Piece(id=f"piece-{number}", kind=kind, shape="line", points=ends)
    return Piece(id=f"piece-{number}", kind=kind, shape="circle", points=(centre,), radius=table.hut)


def _image(piece: Piece, size: int) -> Piece:
    points = tuple(Point(size - point.x, size - point.y) for point in piece.points)
    return Piece(id=f"{piece.id}-image", kind=piece.kind, shape=piece.shape, points=points, radius=piece.radius)


def _overlaps(one: Piece, other: Piece) -> bool:
    if one.shape == "circle" and other.shape == "circle":
        return geometry.squared(one.points[0], other.points[0]) < (one.radius + other.radius) ** 2
    if one.shape == "line" and other.shape == "line":
        return geometry.legs_meet(*one.points, *other.points)
    line, circle = (one, other) if one.shape == "line" else (other, one)
    return ground.meets(circle, *line.points)


# --- Forces -----------------------------------------------------------------------------------------------------------


def raise_forces(made: Builder, seats: list[Seat], dice: Dice, points: int) -> None:
    """A head, then up to three squads at random within so many points; drawn again while one is too strong (AWAM 16.3)."""
    table = TABLES.generator
    for attempt in range(table.tries):
        drawn = {seat: _force(dice, seat, attempt, points) for seat in seats}
        worths = [each("head") + sum(worth(squad) for squad in squads) for squads in drawn.values()]
        if max(worths) * table.apart[1] <= min(worths) * table.apart[0]:
            break
    else:
        drawn = dict.fromkeys(seats, drawn[seats[0]])
    for seat, squads in drawn.items():
        for number, (kind, size) in enumerate(squads, start=1):
            squad = made.add_squad(seat, number)
            if number == 1:
                made.add(squad, "head", 0, head=True)
            for place in range(1, size + 1):
                made.add(squad, kind, place, leads=place == 1)


def each(kind: str, *, leads: bool = False) -> int:
    return figure_of(kind, key="", seat="", squad="", number=0, drawn=True, leads=leads).worth


def worth(squad: tuple[str, int]) -> int:
    kind, size = squad
    return each(kind, leads=True) + each(kind) * (size - 1)


def _force(dice: Dice, seat: Seat, attempt: int, points: int) -> list[tuple[str, int]]:
    table = TABLES.generator
    left = points - each("head")
    found: list[tuple[str, int]] = []
    for number in range(table.squads):
        fits = [kind for kind in SHEETS.scenarios["meeting"].kinds if worth((kind, table.least)) <= left]
        if not fits:
            break
        kind = dice.pick(fits, ("force", seat, str(attempt), str(number)))
        size = max(n for n in range(table.least, table.most + 1) if worth((kind, n)) <= left)
        found.append((kind, size))
        left -= worth((kind, size))
    return found


class Meeting(Play):
    key = "meeting"

    def ended(self, world: World, *, last: bool) -> dict[str, Json] | None:
        """Two seats: the well's rows, or losses alone; more: points (AWAM 16.3)."""
        state = world.state
        seats = state.seats()
        if not (last or state.turn >= state.limit):
            return None
        holds = state.special["aim"] == HOLD
        if len(seats) == 2:
            return well.Well().ended(world, last=True) if holds else scoring.by_losses(world)
        return scoring.by_points(world, self.points(world), {})

    def points(self, world: World) -> dict[Seat, int]:
        state, table = world.state, TABLES.generator
        seats = state.seats()
        found = {seat: world.side(seat).points for seat in seats}
        if state.special["aim"] == HOLD:
            held = well.holders(world, state.goal[seats[0]])
            best = max(held, key=lambda seat: held[seat])
            if held[best] >= TABLES.well.least and list(held.values()).count(held[best]) == 1:
                found[best] += table.prize
        for seat in seats:
            for rival in seats:
                if rival != seat and scoring.at_least(
                    scoring.lost(world, rival), world.side(rival).started, table.rival_share
                ):
                    found[seat] += table.rival
            found[seat] += table.safe * scoring.head_safe(world, seat)
        return found
