"""The ivory road (AWAM 16.2): a caravan, and raiders who hide."""

from collections.abc import Sequence

from rulesets.awam import geometry, scoring
from rulesets.awam.geometry import Point
from rulesets.awam.plays import Play
from rulesets.awam.setting import SHEETS
from rulesets.awam.state import Animal, Figure
from rulesets.awam.tables import TABLES
from rulesets.awam.world import World
from rulesets.vocabulary import Json, Seat

CARAVAN, RAIDERS = "first", "second"
NUMBERS = SHEETS.scenarios["ivory"].numbers
PARTS = 100
"""Shares of the sheet are given in hundredths."""
BEASTS = len(SHEETS.scenarios["ivory"].animals)


def is_off(world: World, animal: Animal) -> bool:
    return f"off:{animal.id}" in world.state.special and animal.where == "out"


def is_taken(world: World, animal: Animal) -> bool:
    """A hostile figure has led it last, or is in contact with it and no able figure of the caravan is."""
    if is_off(world, animal):
        return bool(world.state.special[f"off:{animal.id}"] == RAIDERS)
    if animal.led == RAIDERS:
        return True
    bases = TABLES.bases
    touching = [
        one
        for one in world.state.on_table()
        if one.able and geometry.touching(one.at, one.radius, animal.at, bases.animal, bases.touch)
    ]
    return any(one.seat == RAIDERS for one in touching) and not any(one.seat == CARAVAN for one in touching)


class Ivory(Play):
    key = "ivory"
    only_at_end = True

    def goal(self, world: World, figure: Figure) -> Point | None:
        """Leaders of animals take them east; other porters go to an animal nobody leads; guards stay close. Raiders have none."""
        if figure.seat != CARAVAN:
            return None
        animals = [one for one in world.state.animals.values() if one.where == "table" and one.kind == "pack"]
        if not animals:
            return Point(world.state.width, figure.at.y)
        if figure.role == "porter":
            return min(animals, key=lambda one: geometry.squared(one.at, figure.at)).at
        middle = Point(
            sum(one.at.x for one in animals) // len(animals), sum(one.at.y for one in animals) // len(animals)
        )
        return figure.at if geometry.within(figure.at, middle, NUMBERS["close"]) else middle

    def leads(self, world: World, figure: Figure) -> Point | None:
        """East, straight to the edge (AWAM 16.2)."""
        if figure.seat != CARAVAN or figure.role != "porter":
            return None
        return Point(world.state.width, figure.at.y)

    def taker(self, world: World, animal: Animal) -> Seat | None:
        return RAIDERS if is_taken(world, animal) else ""

    def ended(self, world: World, *, last: bool) -> dict[str, Json] | None:
        """The rows of AWAM 16.2, the first that fits."""
        animals = [one for one in world.state.animals.values() if one.kind == "pack"]
        off = [one for one in animals if is_off(world, one) and world.state.special[f"off:{one.id}"] == CARAVAN]
        taken = [one for one in animals if is_taken(world, one)]
        gone = [seat for seat in (CARAVAN, RAIDERS) if not any(one.able for one in world.state.of(seat))]
        over = last or world.state.turn >= world.state.limit or bool(gone)
        if not over and len(off) < len(animals):
            return None
        start, lost = world.side(CARAVAN).started, scoring.lost(world, CARAVAN)
        return verdict(len(off), len(taken), start, lost, gone, animals=len(animals))


def verdict(
    off: int, taken: int, start: int, lost: int, gone: Sequence[Seat], *, animals: int = BEASTS
) -> dict[str, Json]:
    """The rows of AWAM 16.2 at the end, the first that fits. ``start``, ``lost``: of the caravan; ``gone``: who has no able figure left."""
    if RAIDERS in gone:
        off, taken = animals, 0
    elif CARAVAN in gone:
        taken = animals - off
    if off == animals:
        return scoring.of_two(CARAVAN, RAIDERS, "major")
    if off:
        if not scoring.at_least(lost, start, (NUMBERS["spared"], PARTS)):
            return scoring.of_two(CARAVAN, RAIDERS, "minor")
        return scoring.all_draw((CARAVAN, RAIDERS), "row")
    heavy = bool(taken) or scoring.at_least(lost, start, (NUMBERS["heavy"], PARTS))
    return scoring.of_two(RAIDERS, CARAVAN, "major" if heavy else "minor")
