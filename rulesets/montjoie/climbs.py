"""Ladders and ropes: hung, climbed, cut and pushed away (Montjoie 3.4, 4.10)."""

from collections.abc import Iterator

from rulesets.montjoie import harm, hexes, moving, reach
from rulesets.montjoie.field import Field
from rulesets.montjoie.ground import LADDERS, ROPES
from rulesets.montjoie.state import BASE, Climb, Figure, Hex, Thing

RULE = "Montjoie 3.4.1"


def walls_beside(field: Field, one: Figure, *, most: int) -> list[Hex]:
    """Wall and roof hexes beside a figure on the ground that a ladder or rope of so many levels reaches; none under a hoarding."""
    if one.layer != BASE or one.mounted or field.here.interior(one.place):
        return []
    if one.at in field.state.hoardings or any(climb.at == one.at for climb in field.state.climbs.values()):
        return []
    here = field.here
    level = here.level(*one.place)
    return [
        hex_
        for hex_ in here.beside[one.at]
        if hex_ and 1 <= here.top_level(hex_) - level <= most and _is_wall(field, hex_)
    ]


def _is_wall(field: Field, hex_: Hex) -> bool:
    terrain = field.here.terrain[hex_]
    return hex_ in field.here.roofs or (terrain.wall and not terrain.joins)


def hang(field: Field, one: Figure, kind: str, wall: Hex) -> None:
    """It stands in the hex of whoever put it up."""
    gear = list(one.gear)
    gear.remove("grapnel" if kind == "rope" else "ladder")
    one.gear = tuple(gear)
    number = 1
    while f"{kind}-{number}" in field.state.climbs:
        number += 1
    key = f"{kind}-{number}"
    way = hexes.direction(one.at, wall)
    levels = min(2, field.here.top_level(wall) - field.here.level(*one.place))
    climb = Climb(id=key, kind="rope" if kind == "rope" else "ladder", at=one.at, way=way or 0, top=wall, levels=levels)
    climbs = {**field.state.climbs, key: climb}
    field.state.climbs = {name: climbs[name] for name in sorted(climbs)}
    field.changed_ground()
    field.tell("hung", RULE, figure=one.id, what=kind, at=one.at, top=wall)


def throw(field: Field, one: Figure, wall: Hex) -> None:
    """So many chances for each level (Montjoie 3.4.1)."""
    levels = min(2, field.here.top_level(wall) - field.here.level(*one.place))
    row = field.tables.rolls[f"grapnel_{levels}"]
    rolled = field.roll(row.sides, "grapnel", one.id)
    holds = row.read(rolled.total) == "holds"
    field.tell("grapnel", RULE, rolls=(rolled,), figure=one.id, wall=wall, levels=levels, die=rolled.total, holds=holds)
    one.done = one.threw = True
    if holds:
        hang(field, one, "rope", wall)


def rope_steps(field: Field, one: Figure) -> Iterator[reach.Step]:
    """Up and down, where the next place is free; too few points for a level up may be saved (R34)."""
    if one.mounted or field.is_armoured(one):
        return
    for step in reach.moves(field.here, one.place):
        if step.kind != "rope" or not field.is_free(step.to):
            continue
        if one.left + one.saved >= step.cost or (one.left > 0 and field.readings["rope.save"] == "saved"):
            yield step


def climb_rope(field: Field, one: Figure, step: reach.Step) -> None:
    """One level, with what was saved for it; or all that is left is saved."""
    if one.left + one.saved < step.cost:
        one.saved += one.left
        one.spent += one.left
        one.left = 0
        field.tell("saved_points", "Montjoie R34", figure=one.id, saved=one.saved)
        return
    cost = max(0, step.cost - one.saved)
    one.saved = 0
    if not moving.leaves_contact(field, one, cost, (step.to,)):
        return
    leaving = one.at
    moving.pay(field, one, cost, (step.to,))
    one.at, one.layer = step.to
    field.tell("moved", RULE, figure=one.id, how="rope", at=one.at, layer=one.layer, facing=0, left=one.left)
    moving.arrive(field, one, leaving)


def at_top(field: Field, one: Figure, kind: str) -> list[Climb]:
    """Ropes or ladders whose top is the place where somebody stands."""
    return [
        climb
        for climb in field.state.climbs.values()
        if climb.kind == kind and one.place == field.here.top_place(climb.top) and climb.top == one.at
    ]


def climbers(field: Field, climb: Climb) -> list[Figure]:
    layers = ROPES if climb.kind == "rope" else LADDERS
    return [one for one in field.state.on_map() if one.at == climb.at and one.layer in layers]


def drop(field: Field, one: Figure, key: str) -> None:
    climb = field.state.climbs[key]
    _gone(field, climb)
    lie(field, "grapnel", climb.at)
    field.tell("rope_dropped", RULE, figure=one.id, at=climb.at)


def _gone(field: Field, climb: Climb) -> None:
    field.state.climbs = {key: held for key, held in field.state.climbs.items() if key != climb.id}
    field.changed_ground()


def lie(field: Field, kind: str, hex_: Hex) -> None:
    number = 1
    while f"{kind}-{number}" in field.state.things:
        number += 1
    things = {**field.state.things, f"{kind}-{number}": Thing(id=f"{kind}-{number}", kind=kind, at=hex_)}
    field.state.things = {key: things[key] for key in sorted(things)}


def cut(field: Field, one: Figure, climb: Climb) -> None:
    """The rope is cut or the ladder pushed off, with everybody on it (Montjoie 3.4.4, base page)."""
    one.attacked = True
    row = field.tables.rolls["cut" if climb.kind == "rope" else "push_ladder"]
    rolled = field.roll(row.sides, row_key(climb), one.id)
    done = row.read(rolled.total) != "nothing"
    field.tell(
        "cut_rope" if climb.kind == "rope" else "pushed_ladder",
        "Montjoie 3.4.4",
        rolls=(rolled,),
        figure=one.id,
        what=climb.id,
        die=rolled.total,
        done=done,
    )
    if not done:
        return
    fallers = climbers(field, climb)
    if fallers:
        harm.fall(field, fallers, "cut_rope" if climb.kind == "rope" else "pushed_ladder")
    _gone(field, climb)
    lie(field, "grapnel" if climb.kind == "rope" else "ladder", climb.at)
    field.touched()


def row_key(climb: Climb) -> str:
    return "cut" if climb.kind == "rope" else "push_ladder"
