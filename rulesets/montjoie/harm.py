"""Harm: stunned, wounded, dead, thrown; and who is put where (Montjoie 4.10)."""

from collections import deque
from collections.abc import Iterable

from rulesets.dice import Rolled
from rulesets.montjoie import reach
from rulesets.montjoie.field import Field
from rulesets.montjoie.state import BASE, Figure, Hex, Place
from rulesets.montjoie.tables import Tables

RULE = "Montjoie 4.10"
HIGH = ("crown", "roof", "hoarding", "rope1", "rope2", "ladder1", "ladder2")


def stun(field: Field, one: Figure, why: str, rolls: Iterable[Rolled] = ()) -> None:
    """Stunned; whoever is stunned or wounded already is dead."""
    if one.stunned or one.wounded:
        die(field, one, why, rolls)
        return
    one.stunned, one.stunned_in, one.kneeling = True, field.state.count, False
    field.touched()
    field.tell("stunned", RULE, rolls=rolls, figure=one.id, why=why)
    if field.readings["stun.high"] == "falls" and one.at and one.layer == "crown":
        fall(field, [one], "stunned_high")


def wound(field: Field, one: Figure, why: str, rolls: Iterable[Rolled] = ()) -> None:
    """Wounded; whoever is stunned or wounded already is dead."""
    if one.stunned or one.wounded:
        die(field, one, why, rolls)
        return
    one.wounded = True
    if one.mounted:
        _drop(one)
    field.tell("wounded", RULE, rolls=rolls, figure=one.id, why=why)


def _drop(one: Figure) -> None:
    one.cuts = ""


def die(field: Field, one: Figure, why: str, rolls: Iterable[Rolled] = (), *, horse: str = "free") -> None:
    """Dead, where it is. ``horse``: what becomes of a rider's: ``free`` or ``dead``."""
    at, layer = one.at, one.layer
    field.tell("killed", RULE, rolls=rolls, figure=one.id, why=why)
    if one.mounted:
        part(field, one, horse)
    remove(field, one, "dead")
    if at and layer not in HIGH and field.here.level(at, layer) <= 0:  # who dies high up hinders nobody (R61)
        lay(field, at, field.tables.number["body_horse" if field.is_animal(one) else "body_man"])


def lay(field: Field, at: Hex, weight: int) -> None:
    field.state.bodies[at] = field.state.bodies.get(at, 0) + weight
    field.state.bodies = dict(sorted(field.state.bodies.items()))


def remove(field: Field, one: Figure, where: str) -> None:
    """Off the map: ``dead``, ``captured`` or ``left``."""
    one.where = where  # type: ignore[assignment]
    one.at, one.kneeling, one.stunned, one.loads_for, one.cuts, one.jumps_on = "", False, False, "", "", ""
    if field.state.mover == one.id:
        field.state.mover = ""
    field.state.stack = [
        frame for frame in field.state.stack if frame.fig != one.id or frame.kind in ("advance", "resolve", "answer")
    ]
    field.touched()


def part(field: Field, one: Figure, horse: str) -> Figure | None:
    """Rider and horse part; he is on foot in the head's hex. Answers with the horse where it lives."""
    head, facing = one.at, one.facing
    one.mounted = False
    one.done = True
    one.left = 0
    if horse == "dead":
        lay(field, head, field.tables.number["body_horse"])
        field.tell("horse_killed", RULE, figure=one.id, at=head)
        field.touched()
        return None
    beast = horse_of(field, one)
    beast.where, beast.at, beast.facing, beast.layer = "map", head, facing, BASE
    field.tell("horse_free", RULE, figure=one.id, horse=beast.id, at=head)
    field.touched()
    return beast


def horse_of(field: Field, one: Figure) -> Figure:
    """The horse of a rider, as a figure of its own."""
    key = f"{one.id}.horse"
    while field.state.figures.get(key) is not None and field.state.figures[key].where == "map":
        key += "2"
    beast = Figure(id=key, seat=one.seat, name=one.name, cls="horse", owner=one.id)
    figures = {**field.state.figures, key: beast}
    field.state.figures = {name: figures[name] for name in sorted(figures)}
    return beast


def throw(field: Field, one: Figure, horse: str, why: str, rolls: Iterable[Rolled] = (), *, harm: str) -> None:
    """The rider is thrown: on to the head's hex where the horse died, else beside the head (Montjoie 4.2)."""
    head = one.at
    part(field, one, horse)
    if horse == "free":
        one.at = ""
        field.touched()
        place(field, one, beside(field, one, head), why="thrown", around=(head, BASE))
    if harm == "stunned":
        stun(field, one, why, rolls)
    elif harm == "wounded":
        wound(field, one, why, rolls)


def beside(field: Field, one: Figure, head: Hex) -> list[Place]:
    """Free hexes next to a hex, on the ground, passable on foot."""
    return [
        (hex_, BASE)
        for hex_ in field.here.beside[head]
        if hex_ and field.is_free((hex_, BASE)) and reach.step(field.here, (head, BASE), (hex_, BASE)) is not None
    ]


def nearest(field: Field, start: Place) -> list[Place]:
    """The nearest free places: fewest steps on foot on that layer, figures and points ignored; several are the owner's choice."""
    if field.is_free(start) and is_passable(field, start):
        return [start]
    seen, edge = {start}, deque([start])
    while edge:
        ring: list[Place] = []
        for _number in range(len(edge)):
            here = edge.popleft()
            for hex_ in field.here.beside[here[0]]:
                there = (hex_, start[1]) if hex_ else None
                if there is None or there in seen or reach.step(field.here, here, there) is None:
                    continue
                seen.add(there)
                ring.append(there)
        free = [there for there in ring if field.is_free(there)]
        if free:
            return sorted(free)
        edge.extend(ring)
    return []


def is_passable(field: Field, place_: Place) -> bool:
    return place_[1] in field.here.layers(place_[0]) and field.here.terrain[place_[0]].foot is not None


def place(field: Field, one: Figure, options: list[Place], *, why: str, around: Place) -> None:
    """Put a figure down: where there is one place only it goes there, else its owner is asked."""
    options = options or nearest(field, around)
    if not options:
        die(field, one, "no_room")
        return
    if len(options) == 1:
        put(field, one, options[0], why)
        return
    field.push("put", one.seat, one.id, options=[list(option) for option in sorted(options)], why=why)


def put(field: Field, one: Figure, there: Place, why: str) -> None:
    one.at, one.layer = there
    field.touched()
    field.tell("put", RULE, figure=one.id, at=there[0], layer=there[1], why=why)


def fall(field: Field, fallers: list[Figure], why: str, rolls: Iterable[Rolled] = ()) -> None:
    """From a rope, a ladder or a burnt hoarding to the ground of that hex: wounded; whoever is there is stunned and keeps it.

    Several fall: the lowest first, and each is wounded only.
    """
    order = sorted(fallers, key=lambda one: (one.at, field.here.level(*one.place), one.id))
    below = {one.at: field.places.get((one.at, BASE)) for one in order}
    for one in order:
        at = one.at
        field.tell("fell", RULE, figure=one.id, at=at, why=why)
        struck = below.pop(at, None)
        if struck is not None and struck not in fallers and struck.where == "map":
            stun(field, struck, "struck_by_faller")
        one.at, one.layer = "", BASE
        field.touched()
        wound(field, one, why, rolls)
        if one.where == "map":
            place(field, one, nearest(field, (at, BASE)), why="fell", around=(at, BASE))
        else:
            lay(field, at, field.tables.number["body_man"])


def slip(field: Field, one: Figure, watchers: list[Figure], *, at: Hex = "") -> str:
    """An infiltration roll for a hex next to enemies: ``unharmed``, ``wounded`` or ``dead`` (Montjoie 2.5).

    The worst of the enemies counts, or each of them rolls (R23).
    """
    tables = field.tables
    own = slips(tables, kind_of(field, one), wounded=one.wounded)
    against = sorted((_stops(field, enemy) for enemy in watchers), reverse=True)
    if field.readings["infiltration.per"] == "hex":
        against = against[:1]
    for stop in against:
        rolled = field.roll(10, "infiltration", one.id)
        result = tables.rolls["infiltration"].read(rolled.total + own + stop)
        field.tell(
            "slipped",
            "Montjoie 2.5",
            rolls=(rolled,),
            figure=one.id,
            at=at or one.at,
            die=rolled.total,
            modifier=own + stop,
            result=result,
        )
        if result == "dead":
            die(field, one, "infiltration")
        elif result == "wounded":
            wound(field, one, "infiltration")
        if result != "unharmed":
            return result if one.where == "map" else "dead"
    return "unharmed"


def kind_of(field: Field, one: Figure) -> str:
    """Which row of a table of riders and armour a figure reads."""
    return kind_in(mounted=one.mounted, armoured=field.is_armoured(one))


def kind_in(*, mounted: bool, armoured: bool) -> str:
    if mounted:
        return "mounted_armour" if armoured else "mounted"
    return "armour" if armoured else "none"


def slips(tables: Tables, kind: str, *, wounded: bool) -> int:
    """What is added for him who slips by (Montjoie 2.5)."""
    return tables.slips[kind][0] + (tables.slips["wounded"][0] if wounded else 0)


def stops(tables: Tables, kind: str, *, wounded: bool) -> int:
    """What is added for him who would stop him (Montjoie 2.5)."""
    return tables.stops[kind][0] + (tables.stops["wounded"][0] if wounded else 0)


def _stops(field: Field, enemy: Figure) -> int:
    return stops(field.tables, kind_of(field, enemy), wounded=enemy.wounded)


def lost_beast(field: Field, one: Figure) -> None:
    """A horse that finds no room goes out of play (Montjoie 1.2.5)."""
    remove(field, one, "left")
    field.tell("horse_lost", "Montjoie 1.2.5", horse=one.id)


def force(field: Field, one: Figure, steps: int, *, cause: str, source: Hex = "", foes: Iterable[str] = ()) -> None:
    """Somebody is forced back. Stunned, he is dead; where there is no way, he is wounded where he stands."""
    if field.is_animal(one):
        return
    if one.stunned:
        die(field, one, "forced_back_stunned")
        return
    one.kneeling = False
    field.touched()
    seat = field.state.other(one.seat) if field.readings["retreat.owner"] == "enemy" else one.seat
    field.push("retreat", seat, one.id, steps=steps, cause=cause, source=source, foes=sorted(foes))


def grips(field: Field, one: Figure) -> bool:
    """The grip test: who fails falls to his death (Montjoie 3.4.3)."""
    row = field.tables.rolls["grip_wounded" if one.wounded else "grip"]
    rolled = field.roll(6 if field.readings["rope.grip"] == "d6" else row.sides, "grip", one.id)
    holds = row.read(rolled.total) == "holds"
    field.tell("gripped", "Montjoie 3.4.3", rolls=(rolled,), figure=one.id, die=rolled.total, holds=holds)
    if not holds:
        die(field, one, "fell_from_rope")
    return holds
