"""Blue markers, and who leaves the table (AWAM 7.2)."""

from collections.abc import Iterable

from rulesets.awam import geometry
from rulesets.awam.geometry import Point
from rulesets.awam.state import Animal, Fate, Figure
from rulesets.awam.tables import TABLES
from rulesets.awam.world import World


def mark(figure: Figure) -> None:
    """A blue marker; a figure has one at most."""
    if figure.standing and not figure.broken:
        figure.blue = True


def shake(world: World, figures: Iterable[Figure], about: Figure, why: str) -> None:
    """Blue markers for friends who see something; told once."""
    marked = [figure for figure in figures if figure.standing and not figure.broken and not figure.blue]
    for figure in marked:
        figure.blue = True
    if marked:
        world.tell("shaken_friends", "AWAM 7.2", about=about.id, why=why, figures=[one.id for one in marked])


def dismount(world: World, figure: Figure) -> bool:
    """A rider beside his horse, which stays: on the first free of the twelve places round it (AWAM 14.5). False: no place."""
    place = free_round(world, figure.at, TABLES.bases.animal, TABLES.bases.foot, but=figure.id)
    if place is None:
        return False
    loose(world, figure)
    figure.at = place
    return True


def loose(world: World, figure: Figure) -> None:
    """His horse stays where it is, without him (AWAM 3.2, 5.1)."""
    animals = world.state.animals
    key = f"{figure.id}.horse"
    while key in animals:
        key += "+"
    animals[key] = Animal(id=key, seat=figure.seat, kind="horse", at=figure.at)
    world.state.animals = dict(sorted(animals.items()))
    figure.horse, figure.pace = False, 0


def places_round(centre: Point, apart: int) -> list[Point]:
    """The twelve places round a base, by their angle (AWAM 14.5)."""
    return [
        Point(centre.x + geometry.rounded(cos * apart, 1000), centre.y + geometry.rounded(sin * apart, 1000))
        for cos, sin in geometry.THOUSANDTHS
    ]


def free_round(
    world: World, centre: Point, inner: int, outer: int, *, but: str = "", seat: str | None = None
) -> Point | None:
    """The first free place of the twelve round a base. ``seat``: as far as a seat knows."""
    for place in places_round(centre, inner + outer + 1):
        if world.is_free(place, outer, but=(but,), seat=seat):
            return place
    return None


def remove(world: World, figure: Figure, fate: Fate) -> None:
    """Off the table, for good: his guard and his prisoner are freed, his load lies."""
    figure.where, figure.fate = "out", fate
    figure.blue = figure.broken = figure.prone = figure.horse = False
    figure.pace = 0
    release(world, figure)
    if figure.guard:
        guard = world.state.figures.get(figure.guard)
        if guard is not None:
            guard.guards = ""
        figure.guard = ""
    drop(world, figure)
    leave_guns(world, figure)
    if fate in ("dead", "fled"):
        losses(world, figure)


def drop(world: World, figure: Figure) -> None:
    """What he carries lies where he falls (AWAM 12.4)."""
    if figure.load:
        world.state.special[f"lies:{figure.load}"] = [figure.at.x, figure.at.y]
        figure.load = ""


def leave_guns(world: World, figure: Figure) -> None:
    """Out, or taken: he is of no crew any more (AWAM 8.1)."""
    for gun in world.state.guns.values():
        gun.crew = tuple(key for key in gun.crew if key != figure.id)
        gun.joins = tuple(key for key in gun.joins if key != figure.id)


def losses(world: World, figure: Figure) -> None:
    """A squad below half its starting strength, and a leader lost in sight (AWAM 7.2, rows 8 and 9)."""
    squad = world.squad(figure.squad)
    left = [one for one in world.state.of_squad(squad.id) if not one.out and not one.prisoner]
    # Exited figures are safe: they are no loss.
    safe = sum(one.fate == "exited" for one in world.state.of_squad(squad.id))
    if not squad.halved and (len(left) + safe) * TABLES.morale.half_under < squad.started:
        squad.halved = True
        shake(world, left, figure, "half")
    if figure.commands and figure.fate != "fled":
        seen = [
            one
            for one in world.friends(figure)
            if (one.squad == figure.squad or figure.role == "head") and world.sees(one, figure)
        ]
        shake(world, seen, figure, "leader")


def release(world: World, guard: Figure) -> None:
    """A prisoner whose guard is out, broken or captured passes to a friend close by, or is free (AWAM 6.7)."""
    if not guard.guards:
        return
    prisoner = world.figure(guard.guards)
    guard.guards = ""
    far = TABLES.melee.guard_within
    near = [
        one
        for one in world.friends(guard)
        if not one.broken
        and not one.guards
        and (geometry.within(guard.at, one.at, far) or geometry.within(prisoner.at, one.at, far))
    ]
    if near:
        keep(near[0], prisoner)
        world.tell("handed_over", "AWAM 6.7", figure=prisoner.id, guard=near[0].id)
        return
    free(world, prisoner)


def keep(guard: Figure, prisoner: Figure) -> None:
    guard.guards, prisoner.guard = prisoner.id, guard.id


def free(world: World, prisoner: Figure) -> None:
    """Free where he stands, with a blue marker and nothing but makeshift weapons (AWAM 6.7)."""
    if prisoner.guard and world.figure(prisoner.guard).guards == prisoner.id:
        world.figure(prisoner.guard).guards = ""
    prisoner.guard, prisoner.captor = "", ""
    prisoner.blue = True
    world.tell("freed", "AWAM 6.7", figure=prisoner.id)
