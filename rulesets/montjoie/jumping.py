"""Jumps: down from a height, on to one's horse, on to an enemy; and leaps from tree to tree (Montjoie 1.2.1, 1.2.4 to 1.2.6)."""

from collections.abc import Iterator

from rulesets.contract import Problem
from rulesets.dice import Rolled
from rulesets.montjoie import fights, harm, hexes, moving, reach
from rulesets.montjoie.field import Field
from rulesets.montjoie.state import BASE, Figure, Hex, Place

RULE = "Montjoie 1.2.4"


def bars(field: Field, one: Figure) -> Problem | None:
    """Whoever jumps is on foot and without armour."""
    if one.mounted or field.is_armoured(one):
        return moving.refused("armour", RULE)
    return None


def leaps(field: Field, one: Figure, kind: str) -> Iterator[reach.Step]:
    """What the ground offers of a kind, free and payable, to whoever may do it."""
    if one.mounted:
        return
    for step in reach.moves(field.here, one.place):
        if step.kind != kind or (step.bare and field.is_armoured(one)):
            continue
        if kind != "tree_leap" and not field.is_free(step.to):
            continue
        if moving.left_after(field, one, step.cost, (step.to,)) is not None:
            yield step


def jump(field: Field, one: Figure, step: reach.Step) -> None:
    """Down one level: he lands well, or wounded and goes no further (R8)."""
    start = one.place
    if not moving.leaves_contact(field, one, step.cost, (step.to,)):
        return
    moving.pay(field, one, step.cost, (step.to,))
    one.at, one.layer = step.to
    field.touched()
    rolled, result = roll(field, one, "jump")
    field.tell(
        "jumped", RULE, rolls=(rolled,), figure=one.id, at=one.at, layer=one.layer, die=rolled.total, result=result
    )
    if result == "wounded":
        _hurt(field, one)
    if one.where == "map":
        moving.arrive(field, one, start[0], jumped_from=start)


def roll(field: Field, one: Figure, row: str) -> tuple[Rolled, str]:
    table = field.tables.rolls[row]
    rolled = field.roll(table.sides, row, one.id)
    return rolled, table.read(rolled.total)


def _hurt(field: Field, one: Figure) -> None:
    harm.wound(field, one, "jump")
    if one.where != "map":
        return
    if field.readings["jump.wound_ends"]:
        one.done = True
    else:
        one.left = max(0, field.allowance(one) - one.spent)


def leap(field: Field, one: Figure, step: reach.Step) -> None:
    """To the crown of the next tree; who falls lies on the ground of the hex he aimed at, and his move ends (Montjoie 1.2.1)."""
    start = one.place
    moving.pay(field, one, step.cost, (step.to,))
    rolled, result = roll(field, one, "leap")
    field.tell(
        "leapt", "Montjoie 1.2.1", rolls=(rolled,), figure=one.id, at=step.to[0], die=rolled.total, result=result
    )
    if result == "arrives":
        one.at, one.layer = step.to
        field.touched()
        moving.arrive(field, one, start[0])
        return
    aimed: Place = (step.to[0], BASE)
    one.at, one.layer, one.done = "", BASE, True
    field.touched()
    spots = harm.nearest(field, aimed)
    if result == "stunned":
        harm.stun(field, one, "leap")
    else:
        harm.wound(field, one, "leap")
    if one.where == "map":
        harm.place(field, one, spots, why="fell", around=aimed)
    else:
        harm.lay(field, aimed[0], field.tables.number["body_man"])


# --- On to the horse (1.2.5)


def horses(field: Field, one: Figure) -> Iterator[tuple[Figure, Hex]]:
    """His own horse one level down, adjacent or below, and the hex he aims at: the rump if he can reach it."""
    if one.mounted or field.is_armoured(one) or one.layer not in ("crown", "roof", BASE):
        return
    level = field.here.level(*one.place)
    for horse in field.state.on_map(one.seat):
        if horse.cls != "horse" or horse.owner != one.id or horse.stunned:
            continue
        rump = field.rump(horse)
        for hex_ in (rump, horse.at):
            if hexes.distance(one.at, hex_) <= 1 and level - field.here.level(hex_, BASE) == 1:
                yield horse, hex_
                break


def on_to_horse(field: Field, one: Figure, horse: Figure, aimed: Hex) -> None:
    start, at_rump = one.place, aimed == field.rump(horse)
    moving.pay(field, one, field.tables.mp["jump"], ((aimed, BASE),))
    table = field.tables.rolls["jump_horse"]
    rolled = field.roll(table.sides, "jump_horse", one.id)
    result = table.read(rolled.total)
    field.tell(
        "jumped_on_horse",
        "Montjoie 1.2.5",
        rolls=(rolled,),
        figure=one.id,
        horse=horse.id,
        at=aimed,
        die=rolled.total,
        result=result,
    )
    if result == "saddle":
        one.at, one.layer, one.facing, one.mounted = horse.at, BASE, horse.facing, True
        one.left *= field.tables.number["riding_factor"]
        one.track = ()
        harm.remove(field, horse, "ridden")
    else:
        _horse_walks_on(field, horse, at_rump=at_rump)
        one.at, one.layer = aimed, BASE
        field.touched()
        if result == "stunned":
            harm.stun(field, one, "jump")
        elif result == "wounded":
            _hurt(field, one)
    if one.where == "map":
        moving.arrive(field, one, start[0], jumped_from=start)


def _horse_walks_on(field: Field, horse: Figure, *, at_rump: bool) -> None:
    """The horse goes one hex further: straight ahead off a rump, straight back off a head; else the other hexes, else out of play."""
    head, facing = horse.at, horse.facing
    if at_rump:
        options = [(way, hexes.neighbour(head, way)) for way in (facing, *sorted(((facing + 1) % 6, (facing - 1) % 6)))]
        for way, hex_ in options:
            if hex_ and _open_to_horse(field, hex_):
                horse.at, horse.facing = hex_, way
                field.touched()
                return
    else:
        rump, back = field.rump(horse), hexes.opposite(facing)
        for way in (back, *sorted(((back + 1) % 6, (back - 1) % 6))):
            hex_ = hexes.neighbour(rump, way)
            if hex_ and _open_to_horse(field, hex_):
                horse.at, horse.facing = rump, hexes.opposite(way)
                field.touched()
                return
    harm.lost_beast(field, horse)


def _open_to_horse(field: Field, hex_: Hex) -> bool:
    terrain = field.here.terrain.get(hex_)
    return terrain is not None and terrain.mounted is not None and field.is_free((hex_, BASE))


# --- On to an enemy (1.2.6)


def victims(field: Field, one: Figure) -> Iterator[tuple[Figure, reach.Step]]:
    """Enemies one level lower, adjacent or right below, whom nobody has jumped on yet."""
    if one.mounted or field.is_armoured(one):
        return
    taken = {other.jumps_on for other in field.state.on_map(one.seat) if other.jumps_on}
    for step in reach.jump_targets(field.here, one.place):
        held = field.places.get(step.to)
        if held is None or held.seat == one.seat or held.id in taken or field.is_animal(held):
            continue
        if moving.left_after(field, one, step.cost, (step.to,)) is not None:
            yield held, step


def on_to_enemy(field: Field, one: Figure, target: Figure, step: reach.Step) -> None:
    """He lands on the enemy's hex and owes the blow; wounded on landing, he strikes as strong as at take-off."""
    moving.pay(field, one, step.cost, (step.to,))
    one.strength = field.numbers(one)[0]
    one.at, one.layer = step.to
    one.jumps_on = target.id
    one.done = True
    field.touched()
    rolled, result = roll(field, one, "jump")
    field.tell(
        "jumped_at",
        "Montjoie 1.2.6",
        rolls=(rolled,),
        figure=one.id,
        target=target.id,
        at=one.at,
        die=rolled.total,
        result=result,
    )
    if result == "wounded":
        harm.wound(field, one, "jump")
    if one.where == "map" and field.readings["jump.when"] == "at_once":
        strike(field, one)


def strike(field: Field, one: Figure) -> None:
    """The blow: rolled, then he is put next to the target, then the result (Montjoie 1.2.6)."""
    target = field.state.figures[one.jumps_on]
    one.attacked, one.fought_in = True, field.state.count
    if target.where != "map" or not target.at:
        one.jumps_on = ""
        field.touched()
        field.tell("jump_lapsed", "Montjoie 1.2.6", figure=one.id)
        return
    told = fights.odds(field, [one], target)
    fights.mark_attacked(field, target)
    for key in told.supporters:
        field.figure(key).helped = True
    letter = fights.rolled(field, [one], target, told)
    held = [list(place) for place in field.held(target)]
    spots = beside(field, one, target)
    field.push("jump_result", fig=target.id, by=one.id, letter=letter, hexes=held)
    landed = one.place
    one.jumps_on, one.at = "", ""
    field.touched()
    if spots:
        harm.place(field, one, spots, why="jumped", around=landed)
    else:
        one.at = landed[0]
        one.jumps_on = target.id  # no room beside: he keeps the hex if it is emptied
        field.state.stack[-1].data["stays"] = True
        field.touched()


def beside(field: Field, one: Figure, target: Figure) -> list[Place]:
    """Free hexes next to the target at its level (H)."""
    found = set()
    for hex_, layer in field.held(target):
        for near in field.here.beside[hex_]:
            place = (near, layer)
            if not near or not field.here.has(place) or not field.is_free(place):
                continue
            if layer == BASE and not field.here.passable(near):
                continue
            if field.here.level(*place) == field.here.level(hex_, layer) and reach.step(
                field.here, (hex_, layer), place
            ):
                found.add(place)
    return sorted(found)


def settle(field: Field, one: Figure, target: Figure, letter: str, *, stays: bool, held: list[Place]) -> None:
    """What the blow did, now that the jumper stands beside his victim."""
    spot = one.place
    one.jumps_on = ""
    if one.where == "map" and letter not in ("", "-"):
        fights.settle(field, [one], target, letter)
    if not stays or one.where != "map":
        field.touched()
        return
    field.touched()
    if any(other is not one and spot in field.held(other) for other in field.state.on_map()):
        one.at = ""
        field.touched()
        harm.place(field, one, harm.nearest(field, spot), why="jumped", around=spot)
