"""A figure's move: its points, entering a place, contact, and who may answer it (Montjoie 4.2, 5.1, 5.2)."""

from collections.abc import Iterator

from rulesets.contract import Problem
from rulesets.montjoie import hamstring, harm, hexes, reach, riding, shooting, stakes, striking
from rulesets.montjoie.field import Field, mount_of
from rulesets.montjoie.state import BASE, Figure, Frame, Hex, Place

RULE = "Montjoie 5.2"
SEVERITY = "-ABCDE"
"""Letters of a missile, the worse for the target the later."""


def refused(code: str, rule: str = RULE, **data: object) -> Problem:
    return Problem(code=code, data=data, rule=rule)


# --- Points


def ready(field: Field, one: Figure) -> None:
    """A new player turn of its side: points as the weather leaves them, less what a shot takes (Montjoie 4.9)."""
    one.spent, one.entered, one.track, one.contact, one.done = 0, 0, (), False, False
    one.outdoors = not field.is_covered(one)
    one.left = field.allowance(one)
    one.loader_set = one.threw = False
    one.slowed = 0


def after_shot(field: Field, one: Figure) -> None:
    """What a shot leaves of the move: half of it for the freest weapons, nothing for a crossbow (Montjoie 4.9)."""
    limits = shot_limits(field, one)
    if limits == "free":
        one.left = min(one.left, field.allowance(one) // 2)
    elif limits == "slow":
        one.left = 0


def shot_limits(field: Field, one: Figure) -> str:
    """The limits of the weapon that it shot in this turn's offensive fire; empty where it did not."""
    if one.shot_in != field.state.count:
        return ""
    if one.shot_with == "rock":
        return shooting.pile_limits(field, one)
    if one.shot_with not in field.tables.weapons:
        return ""
    return shooting.limits_of(field, one, one.shot_with)


def left_after(field: Field, one: Figure, cost: int, places: tuple[Place, ...]) -> int | None:
    """Points left after a step; None where it cannot be paid. From the first hex in the open the weather limits the whole move (R4)."""
    left = one.left - cost * (2 if one.slowed else 1)
    if not one.outdoors and not all(field.here.covered(place) for place in places):
        full = field.numbers(one)[2]
        left -= full - reach.allowance(field.here, full, field.conditions) if field.state.has("weather") else 0
    return left if left >= 0 else None


def pay(field: Field, one: Figure, cost: int, places: tuple[Place, ...]) -> None:
    left = left_after(field, one, cost, places)
    one.left = max(0, left if left is not None else 0)
    one.spent += cost
    one.slowed = max(0, one.slowed - 1)
    if not all(field.here.covered(place) for place in places):
        one.outdoors = True


# --- Who may move


def bars(field: Field, one: Figure) -> Problem | None:
    """Why a figure may not move at all now."""
    if not one.is_fit or field.is_animal(one):
        return refused("not_fit_to_move")
    if one.done:
        return refused("has_moved")
    if one.kneeling:
        return refused("kneels", "Montjoie 2.4.1")
    if field.is_loader(one):
        return refused("loads", "Montjoie 2.2")
    if one.jumps_on:
        return refused("jumped", "Montjoie 1.2.6")
    return None


def bars_step(field: Field, one: Figure, to: Hex) -> Problem | None:
    """What a shot of this turn forbids: at most one hex after a longbow's, next to the loader with a crossbow (Montjoie 4.9)."""
    limits = shot_limits(field, one)
    if limits == "slow":
        return refused("has_shot", "Montjoie 4.9")
    if limits == "still":
        if one.entered:
            return refused("one_hex_after_shot", "Montjoie 4.9")
        if one.shot_with == "crossbow":
            loader = shooting.loader_of(field, one)
            if loader is not None and hexes.distance(loader.at, to) != 1:
                return refused("stays_by_loader", "Montjoie 2.2")
    return None


def takes_over(field: Field, one: Figure) -> None:
    """One figure at a time: whoever moved before is done (Montjoie 5.1)."""
    state = field.state
    if state.mover and state.mover != one.id and state.mover in state.figures:
        state.figures[state.mover].done = True
    state.mover = one.id


# --- A step


def leaves_contact(field: Field, one: Figure, cost: int, places: tuple[Place, ...]) -> bool:
    """Going on from next to an enemy first costs an infiltration roll. Answers whether the step can still be made."""
    if not one.contact:
        return True
    one.contact = False
    watchers = watchers_of(field, one)
    if not watchers:
        return True
    result = harm.slip(field, one, watchers)
    if result == "dead" or one.where != "map":
        return False
    if result == "wounded":
        one.left = max(0, field.allowance(one) - one.spent)
    return left_after(field, one, cost, places) is not None


def watchers_of(field: Field, one: Figure) -> list[Figure]:
    """Enemies able to attack it where it stands."""
    found = {enemy.id: enemy for place in field.held(one) for enemy in field.next_to_enemy(one.seat, place)}
    return [found[key] for key in sorted(found)]


def arrive(field: Field, one: Figure, leaving: Hex, *, entered: int = 1, jumped_from: Place | None = None) -> None:
    """It has entered a place: contact, the eyes of whoever it steals up to, and who may shoot at it."""
    field.touched()
    one.entered += entered
    one.contact = bool(watchers_of(field, one))
    if one.cuts:
        _spied(field, one)
    barred = ""
    if jumped_from is not None:
        if one.contact:
            one.done = True  # a jump that lands next to an enemy ends the move (1.2.4)
        barred = jumped_from[0] if jumped_from[1] == "crown" else ""
    field.push("react", field.state.other(one.seat), one.id, barred=barred)


def _spied(field: Field, one: Figure) -> None:
    """The way to a horse is lost where the rider sees it (Montjoie 2.3.1)."""
    rider = field.state.figures.get(one.cuts)
    if rider is not None and rider.where == "map" and rider.mounted and hamstring.sees(field, rider, one.place):
        one.seen = True


def stop(one: Figure) -> None:
    one.done, one.left = True, 0


# --- Riders


def ride(field: Field, one: Figure, step: riding.RiderStep) -> None:
    """One step of a rider; the head pays and tests, going backwards the rump (Montjoie 4.2)."""
    leaving = one.at
    cost = cost_of_ride(field, step)
    if not leaves_contact(field, one, cost, held_after(step)):
        return
    pay(field, one, cost, held_after(step))
    easy = (
        step.kind == "ride"
        and not step.stakes
        and field.here.terrain[step.head].charge
        and step.facing == hexes.direction(leaving, step.head)
    )
    one.track = (*one.track, step.facing)[-3:] if easy else ()
    one.at, one.facing = step.head, step.facing
    field.touched()
    field.tell(
        "moved", "Montjoie 4.2", figure=one.id, how=step.kind, at=one.at, layer=BASE, facing=one.facing, left=one.left
    )
    letter = stakes.test(field, one, stakes.weapon_of_riders(field.readings)) if step.stakes == "front" else ""
    if letter and letter != "-":
        one.done = True
    if one.where == "map" and one.at and one.mounted:
        arrive(field, one, leaving)


def held_after(step: riding.RiderStep) -> tuple[Place, ...]:
    return ((step.head, BASE), (step.rump, BASE))


def cost_of_ride(field: Field, step: riding.RiderStep) -> int:
    """A rider's step with what lies in the hex that his head enters."""
    return riding.ride_cost(field.here, step, field.state.bodies)


def rides(field: Field, one: Figure) -> Iterator[riding.RiderStep]:
    """Every step that a rider could make from where he stands, and pay."""
    for step in riding.rides(field.here, mount_of(one)):
        if all(field.is_free(place, but=one) for place in held_after(step)) and (
            left_after(field, one, cost_of_ride(field, step), held_after(step)) is not None
        ):
            yield step


# --- On foot


def cost_of(field: Field, step: reach.Step) -> int:
    return reach.step_cost(field.here, step, field.state.bodies)


def walks(field: Field, one: Figure) -> Iterator[reach.Step]:
    """Every plain step on foot from where it stands that is free and can be paid."""
    if one.mounted:
        return
    for step in reach.moves(field.here, one.place):
        if (
            step.kind == "step"
            and field.is_free(step.to)
            and left_after(field, one, cost_of(field, step), (step.to,)) is not None
        ):
            yield step


def walk(field: Field, one: Figure, step: reach.Step) -> None:
    """One step on foot."""
    cost, leaving = cost_of(field, step), one.at
    if not leaves_contact(field, one, cost, (step.to,)):
        return
    pay(field, one, cost, (step.to,))
    one.at, one.layer = step.to
    one.saved = 0
    field.tell(
        "moved",
        "Montjoie 4.4",
        figure=one.id,
        how=step.kind,
        at=one.at,
        layer=one.layer,
        facing=one.facing,
        left=one.left,
    )
    arrive(field, one, leaving)


def pass_through(field: Field, one: Figure, places: list[Place], rest: list[str]) -> list[str]:
    """Past friends, without a stop, to the first free place. Answers with what is left of the way."""
    steps = []
    here = one.place
    for place in places:
        step = reach.step(field.here, here, place)
        if step is None:
            return []
        steps.append(step)
        here = place
    cost = sum(cost_of(field, step) for step in steps)
    if not field.is_free(here) or left_after(field, one, cost, tuple(places)) is None:
        return []
    leaving = one.at
    if not leaves_contact(field, one, cost, tuple(places)):
        return []
    pay(field, one, cost, tuple(places))
    one.at, one.layer = here
    field.tell(
        "moved", "Montjoie 5.2", figure=one.id, how="step", at=one.at, layer=one.layer, facing=one.facing, left=one.left
    )
    arrive(field, one, leaving, entered=len(steps))
    return rest


# --- Who answers


def reactions(field: Field, frame: Frame) -> list[shooting.Aim]:
    """The shots that the passive side may make at the mover now (Montjoie 5.1, R46)."""
    mover = field.figure(frame.fig)
    if mover.where != "map" or not mover.at:
        return []
    found = []
    for one in field.state.on_map(frame.seat):
        if not one.weapons or one.order == "hold":
            continue
        for weapon in dict.fromkeys(one.weapons):
            found += list(shooting.targets(field, one, weapon, defensive=True, only=mover))
    return found


def bars_jump(field: Field, mover: Figure, frame: Frame) -> bool:
    """Nobody shoots at a jumper from a tree next to which, or under which, a figure of his side stands (Montjoie 1.2.5, R9)."""
    seat = frame.seat if field.readings["jump.bar"] == "shooter" else mover.seat
    return any(
        hexes.distance(hex_, frame.data["barred"]) <= 1
        for one in field.state.on_map(seat)
        if one is not mover
        for hex_ in field.hexes_of(one)
    )


def wants(field: Field, found: shooting.Aim, letter: str) -> bool:
    """Whether a standing order has it shoot: an average die would give that letter, or worse (Montjoie 5.3)."""
    target = field.figure(found.target)
    _row, told = striking.letter_of(
        field, target, found.weapon, found.cover, field.tables.number["average_die"] + found.total
    )
    return SEVERITY.index(told) >= SEVERITY.index(letter)
