"""Two columns, one well (AWAM 16.1): the benchmark of two times ten figures."""

from collections.abc import Mapping, Sequence

from rulesets.awam import geometry, scoring
from rulesets.awam.geometry import Point
from rulesets.awam.plays import Play
from rulesets.awam.tables import TABLES
from rulesets.awam.world import World
from rulesets.vocabulary import Json, Seat


def holders(world: World, middle: Point) -> dict[Seat, int]:
    """Unbroken able figures of each seat within 10 cm of the middle."""
    return {
        seat: sum(
            one.able and not one.broken and geometry.within(one.at, middle, TABLES.well.near)
            for one in world.state.of(seat)
        )
        for seat in world.state.seats()
    }


class Well(Play):
    key = "well"

    def ended(self, world: World, *, last: bool) -> dict[str, Json] | None:
        """The rows of AWAM 16.1, the first that fits."""
        seats = world.state.seats()
        able = [seat for seat in seats if any(one.able for one in world.state.of(seat))]
        if len(able) != 1 and not (last or world.state.turn >= world.state.limit):
            return None
        held = holders(world, world.state.goal[seats[0]])
        starts = {seat: world.side(seat).started for seat in seats}
        losses = {seat: scoring.lost(world, seat) for seat in seats}
        return verdict(seats, held, starts, losses, able)


def verdict(
    seats: Sequence[Seat],
    held: Mapping[Seat, int],
    starts: Mapping[Seat, int],
    losses: Mapping[Seat, int],
    able: Sequence[Seat],
) -> dict[str, Json]:
    """The rows of AWAM 16.1 at the end, the first that fits. ``held``: unbroken able figures at the well; ``able``: who has any left."""
    if len(able) == 1:
        return scoring.of_two(able[0], next(seat for seat in seats if seat != able[0]), "major")

    def heavy(seat: Seat) -> bool:
        return scoring.at_least(losses[seat], starts[seat], TABLES.well.heavy_share)

    for one, other in (seats, seats[::-1]):
        if held[one] > held[other] and held[one] >= TABLES.well.least:
            return scoring.of_two(one, other, "major" if heavy(other) and not heavy(one) else "minor")
    return scoring.by_share({seat: starts[seat] for seat in seats}, losses)
