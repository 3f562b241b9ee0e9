"""Fire: who is caught in it, how it spreads, and what it leaves (Montjoie 3.1.8)."""

from rulesets.montjoie import harm, hexes
from rulesets.montjoie.field import Field

RULE = "Montjoie 3.1.8"


def end_of_movement(field: Field) -> None:
    """Whoever is still in a burning hex at the end of his own movement is wounded."""
    state = field.state
    if not state.burning:
        return
    for one in list(state.on_map(state.seat)):
        if any(place in field.here.burning for place in field.held(one)):
            harm.wound(field, one, "fire")


def spread(field: Field) -> None:
    """To each sound hoarding hex next to one that burnt before; what has burnt long enough is gone (end of a game turn)."""
    state = field.state
    if not state.burning:
        return
    alight = [key for key in state.burning if key in state.hoardings]
    lit: list[str] = []
    for hex_ in sorted(state.hoardings, key=lambda each: (hexes.offset(each)[1], hexes.offset(each)[0])):
        if hex_ in state.burning:
            continue
        for _near in [other for other in alight if hexes.distance(hex_, other) == 1]:
            table = field.tables.rolls["fire_spread"]
            rolled = field.roll(table.sides, "spread", hex_)
            result = table.read(rolled.total)
            field.tell("fire_spread", RULE, rolls=(rolled,), at=hex_, die=rolled.total, lit=result == "lit")
            if result == "lit":
                lit.append(hex_)
                break
    for hex_ in lit:
        state.burning[hex_] = state.turn
    burnt = [key for key, since in state.burning.items() if state.turn - since >= field.tables.number["hoarding_burns"]]
    for key in burnt:
        _burn_down(field, key)
    state.burning = dict(sorted(state.burning.items()))
    field.changed_ground()


def _burn_down(field: Field, key: str) -> None:
    state = field.state
    del state.burning[key]
    if key in state.wagons:
        wagon = state.wagons[key]
        aboard = [one for one in state.on_map() if one.layer == "bed" and one.at in (wagon.front, wagon.rear)]
        wagon.gone = True
        field.changed_ground()
        for one in aboard:
            one.layer = "base"
        field.touched()
    else:
        destroy_hoarding(field, key)
    field.tell("burnt_down", RULE, what=key)


def destroy_hoarding(field: Field, hex_: str) -> None:
    """A hoarding hex is gone; whoever is on it falls (Montjoie 3.1.6, 3.1.8)."""
    fallers = [one for one in field.state.on_map() if one.at == hex_ and one.layer == "hoarding"]
    del field.state.hoardings[hex_]
    field.state.burning.pop(hex_, None)
    if fallers:
        harm.fall(field, fallers, "hoarding_gone")
    field.changed_ground()
    field.touched()
