"""Hamstringing: what a rider sees behind him, and the cut (Montjoie 2.3)."""

from rulesets.montjoie import fights, harm, riding, sight
from rulesets.montjoie.field import Field, mount_of
from rulesets.montjoie.state import Figure, Place

RULE = "Montjoie 2.3"


def sees(field: Field, rider: Figure, place: Place) -> bool:
    """Whether a place is in a rider's field of view: not behind him, in sight, inside the visibility limit (Montjoie 4.2)."""
    if place[0] in field.hexes_of(rider) or not riding.in_view(mount_of(rider), place[0]):
        return False
    if field.readings["hamstring.sight"] == "cone":
        return True
    return sight.line_of_sight(
        field.here,
        field.occupied,
        rider.place,
        place,
        conditions=field.conditions,
        ignore=frozenset((rider.id,)),
        how="look",
    ).clear


def may_declare(field: Field, one: Figure, rider: Figure) -> bool:
    """A peasant who has not moved and whom the rider does not see (Montjoie 2.3.1)."""
    return (
        one.cls == "peasant"
        and not one.mounted
        and rider.mounted
        and rider.seat != one.seat
        and not one.entered
        and not one.cuts
        and not sees(field, rider, one.place)
    )


def is_behind(field: Field, one: Figure, rider: Figure) -> bool:
    return one.at in riding.rear(mount_of(rider))


def valid(field: Field, one: Figure) -> bool:
    """Whether a declared attempt may be made: the way unseen, the end at the horse's rear."""
    rider = field.state.figures.get(one.cuts)
    return (
        rider is not None
        and one.is_fit
        and not one.seen
        and not one.attacked
        and rider.where == "map"
        and rider.mounted
        and is_behind(field, one, rider)
    )


def cut(field: Field, one: Figure) -> None:
    """First whether he is noticed, then the cut (Montjoie 2.3.2)."""
    rider = field.figure(one.cuts)
    one.attacked = True
    one.fought_in = field.state.count
    row = field.tables.rolls["infiltration" if field.readings["hamstring.test"] == "infiltration" else "hamstring"]
    rolled = field.roll(row.sides, "hamstring", one.id)
    result = row.read(rolled.total)
    unseen = result in ("unseen", "unharmed")
    field.tell("crept_up", RULE, rolls=(rolled,), figure=one.id, rider=rider.id, die=rolled.total, unseen=unseen)
    if not unseen:
        harm.wound(field, one, "hamstring")
        return
    rider.assailed, rider.fought_in = True, field.state.count
    grid = field.tables.combat_mounted
    column = len(grid.columns) - 1
    if field.readings["hamstring.odds"] == "ratio":
        column = field.tables.odds(field.numbers(one)[0], field.tables.number["horse_defence"]) or 0
    rolled = field.roll(10, "cut", one.id)
    letter = grid.read(column, rolled.total)
    field.tell(
        "cut",
        RULE,
        rolls=(rolled,),
        figure=one.id,
        rider=rider.id,
        die=rolled.total,
        column=grid.columns[column],
        result=letter,
    )
    _settle(field, one, rider, letter)


def _settle(field: Field, one: Figure, rider: Figure, letter: str) -> None:
    if letter in ("A", "B"):
        if field.readings["hamstring.cutter"] == "struck":  # only the rider is spared (R56)
            fights.settle(field, [one], rider, letter)
        return
    if letter not in ("D", "E", "F"):
        return
    held = field.held(rider)
    field.push("advance", one.seat, figs=[one.id], hexes=[list(place) for place in held])
    if letter == "F":
        harm.die(field, rider, "hamstring", horse="dead")
    else:
        harm.throw(field, rider, "dead", "hamstring", harm="stunned" if letter == "D" else "wounded")
