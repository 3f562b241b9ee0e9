"""Going back: which ways there are, and what it costs to take one (Montjoie 4.10, 2.1.4, 3.4.3)."""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from rulesets.montjoie import harm, hexes, reach, riding, stakes
from rulesets.montjoie.field import Field
from rulesets.montjoie.state import BASE, Figure, Frame, Hex, Place, place_name, place_of

RULE = "Montjoie 4.10"
ROPES = ("rope1", "rope2")


class Stance(Struct, frozen=True):
    """Where somebody would stand on the way: the place of the head, and where it faces."""

    place: Place
    facing: int
    into: Place
    """The place that was entered by the step: the rump's, going backwards."""


def options(field: Field, frame: Frame) -> list[list[str]]:
    """Every way back: the places entered, one after the other, as they are named in an action."""
    one = field.figure(frame.fig)
    steps, foes = frame.data["steps"], frame.data["foes"]
    found = [
        [place_name(stance.into) for stance in way]
        for way in _ways(field, one, Stance(one.place, one.facing, one.place), steps, frame.data["source"], ())
        if _may_end(field, one, way[-1], foes)
    ]
    if frame.data["cause"] == "combat" and steps == 1:
        found += [[place_name(place)] for place in _hanging(field, one)]
    return sorted(found)


def _ways(
    field: Field, one: Figure, here: Stance, left: int, source: Hex, way: tuple[Stance, ...]
) -> Iterator[tuple[Stance, ...]]:
    if not left:
        yield way
        return
    for stance in steps_from(field, one, here):
        if source and hexes.distance(source, stance.into[0]) < hexes.distance(source, _leaving(one, here, stance)):
            continue
        if any(stance.into == other.into for other in way) or stance.into == (one.at, one.layer):
            continue
        if any(_held_by_enemy(field, one, place) for place in places_at(one, stance)):
            continue
        yield from _ways(field, one, stance, left - 1, source, (*way, stance))


def _leaving(one: Figure, here: Stance, stance: Stance) -> Hex:
    """The hex that is left by the step: going backwards, the rump's."""
    if not one.mounted:
        return here.place[0]
    back = stance.into != stance.place
    return hexes.neighbour(here.place[0], hexes.opposite(here.facing)) if back else here.place[0]


def places_at(one: Figure, stance: Stance) -> list[Place]:
    if not one.mounted:
        return [stance.place]
    rump = hexes.neighbour(stance.place[0], hexes.opposite(stance.facing))
    return [stance.place, (rump, stance.place[1])]


def steps_from(field: Field, one: Figure, here: Stance, *, both: bool = False) -> list[Stance]:
    """The steps of a retreat: on one's own layer, without jumps or climbs; riders back, and forward where no way is back.

    ``both``: riders either way, as they choose (who refuses a combat, R60).
    """
    if one.mounted:
        return _riding(field, one, here, both=both)
    place = here.place
    ground = field.here
    if place[1] == "crown":
        tree = ground.tree(place[0])
        return [
            Stance((hex_, "crown"), 0, (hex_, "crown"))
            for hex_ in ground.beside[place[0]]
            if hex_ and ground.tree(hex_) == tree
        ]
    kinds = ("alight",) if place[1] == "bed" else ("step",)
    return [Stance(step.to, 0, step.to) for step in reach.moves(ground, place) if step.kind in kinds]


def _riding(field: Field, one: Figure, here: Stance, *, both: bool) -> list[Stance]:
    back: list[Stance] = []
    ahead: list[Stance] = []
    for step in riding.rides(field.here, riding.Mount(here.place[0], here.facing)):
        if step.kind == "back":
            stance = Stance((step.head, BASE), step.facing, (step.rump, BASE))
            if _is_open(field, one, stance):
                back.append(stance)
        elif step.kind == "ride":
            stance = Stance((step.head, BASE), step.facing, (step.head, BASE))
            if _is_open(field, one, stance):
                ahead.append(stance)
    return [*back, *ahead] if both else back or ahead


def _is_open(field: Field, one: Figure, stance: Stance) -> bool:
    return all(field.is_free(place, but=one) for place in places_at(one, stance))


def _held_by_enemy(field: Field, one: Figure, place: Place) -> bool:
    held = field.places.get(place)
    return held is not None and held is not one and held.seat != one.seat


def _may_end(field: Field, one: Figure, stance: Stance, foes: Iterable[str]) -> bool:
    """Free, or freed by pushing a friend; in combat next to none of the other side of it."""
    spots = places_at(one, stance)
    for spot in spots:
        held = field.places.get(spot)
        if held is not None and held is not one and (one.mounted or not pushable(field, one, held)):
            return False
    for key in foes:
        foe = field.state.figures[key]
        if (
            foe.where == "map"
            and foe.at
            and any(hexes.distance(hex_, spot[0]) <= 1 for hex_ in field.hexes_of(foe) for spot in spots)
        ):
            return False
    return True


def pushable(field: Field, one: Figure, held: Figure) -> bool:
    """A fit friend standing on foot who has somewhere to go."""
    return (
        held.seat == one.seat
        and held.is_fit
        and not held.mounted
        and not held.kneeling
        and not field.is_animal(held)
        and held.layer in (BASE, "roof", "hoarding")
        and bool(room_for_pushed(field, held))
    )


def room_for_pushed(field: Field, held: Figure) -> list[Place]:
    return sorted(
        step.to for step in reach.moves(field.here, held.place) if step.kind == "step" and field.is_free(step.to)
    )


def _hanging(field: Field, one: Figure) -> list[Place]:
    """Ropes outside the wall on to which an unarmoured man may go back (Montjoie 3.4.3)."""
    if one.mounted or field.is_armoured(one) or not field.state.has("grapnels"):
        return []
    return [
        (climb.at, f"rope{climb.levels}")
        for climb in field.state.climbs.values()
        if climb.kind == "rope"
        and climb.top == one.at
        and one.layer == BASE
        and field.is_free((climb.at, f"rope{climb.levels}"))
    ]


def go(field: Field, one: Figure, way: list[str], *, cause: str, foes: Iterable[str]) -> None:
    """Take that way, step by step."""
    for number, name in enumerate(way):
        into = place_of(name)
        if into[1] in ROPES:
            _catch(field, one, into)
            return
        step = next(
            (each for each in steps_from(field, one, Stance(one.place, one.facing, one.place)) if each.into == into),
            None,
        )
        if step is None:
            return  # somebody wounded on the way is thrown, or the like
        held = field.places.get(into)
        last = number == len(way) - 1
        crossed = one.at if into == step.place else field.rump(one)
        one.at, one.layer, one.facing = step.place[0], step.place[1], step.facing
        field.touched()
        field.tell("went_back", RULE, figure=one.id, at=one.at, layer=one.layer, facing=one.facing, cause=cause)
        if last and held is not None and held is not one:
            push(field, held)
        if stakes.forced(field, one, crossed, into[0]):
            return
        watchers = [enemy for place in field.held(one) for enemy in field.next_to_enemy(one.seat, place, but=foes)]
        if watchers and harm.slip(field, one, list({enemy.id: enemy for enemy in watchers}.values())) == "dead":
            return


def push(field: Field, held: Figure) -> None:
    """A friend makes room: one hex, to a free one."""
    room, start = room_for_pushed(field, held), held.place
    held.at = ""
    field.touched()
    harm.place(field, held, [place for place in room if field.is_free(place)], why="pushed", around=start)


def _catch(field: Field, one: Figure, place: Place) -> None:
    """On to a rope, if the hands hold (Montjoie 3.4.3)."""
    if not harm.grips(field, one):
        return
    one.at, one.layer = place
    field.touched()
    field.tell("went_back", "Montjoie 3.4.3", figure=one.id, at=one.at, layer=one.layer, facing=0, cause="combat")
