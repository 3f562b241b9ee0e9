"""Refusing combat: the quicker man goes out of the way (Montjoie 2.5)."""

from collections.abc import Iterator

from rulesets.montjoie import harm, hexes, reach, retreats
from rulesets.montjoie.field import Field
from rulesets.montjoie.retreats import Stance
from rulesets.montjoie.state import Figure, Frame, place_name, place_of

RULE = "Montjoie 2.5"
HELD = ("rope1", "rope2", "ladder1", "ladder2")


def may(field: Field, frame: Frame) -> bool:
    """Whether the target is quicker than every attacker, and free to go (R22)."""
    one = field.figure(frame.fig)
    if not field.state.has("refuse") or not one.is_fit or one.kneeling or field.is_animal(one) or field.is_loader(one):
        return False
    if one.layer in HELD or one.jumps_on:
        return False
    if one.layer == "bed" and any(
        wagon.moving for wagon in field.state.wagons.values() if one.at in (wagon.front, wagon.rear)
    ):
        return False
    attackers = [field.figure(key) for key in frame.data["figs"]]
    if any(attacker.jumps_on == one.id for attacker in attackers):
        return False
    return all(speed(field, one) > speed(field, attacker) for attacker in attackers)


def speed(field: Field, one: Figure) -> int:
    """The movement factor, as printed or as the weather leaves it (R22)."""
    full = field.numbers(one)[2]
    if field.readings["refuse.mp"] == "printed":
        return full
    return reach.allowance(field.here, full, field.conditions) if field.state.has("weather") else full


def options(field: Field, frame: Frame) -> list[list[str]]:
    """Every way out: through nobody, the last hex next to none of the attackers (R60)."""
    if not may(field, frame):
        return []
    one = field.figure(frame.fig)
    numbers = field.tables.number
    steps = numbers["refuse_mounted"] if one.mounted else numbers["refuse_foot"]
    return sorted(
        [place_name(stance.into) for stance in way]
        for way in _ways(field, one, Stance(one.place, one.facing, one.place), steps, ())
        if field.readings["refuse.end"] == "any" or _is_clear(field, one, way[-1], frame)
    )


def _ways(field: Field, one: Figure, here: Stance, left: int, way: tuple[Stance, ...]) -> Iterator[tuple[Stance, ...]]:
    if not left:
        yield way
        return
    for stance in retreats.steps_from(field, one, here, both=True):
        if all(field.is_free(place, but=one) for place in retreats.places_at(one, stance)) and not any(
            stance.place == other.place for other in way
        ):
            yield from _ways(field, one, stance, left - 1, (*way, stance))


def _is_clear(field: Field, one: Figure, stance: Stance, frame: Frame) -> bool:
    return not any(
        hexes.distance(hex_, spot[0]) <= 1
        for key in frame.data["figs"]
        for hex_ in field.hexes_of(field.figure(key))
        for spot in retreats.places_at(one, stance)
    )


def go(field: Field, frame: Frame, way: list[str]) -> None:
    """Back, with a roll for each hex next to an enemy able to attack; the attack is used up (R24)."""
    one = field.figure(frame.fig)
    resolving = field.state.stack.pop()
    assert resolving.kind == "resolve"
    field.tell("refused", RULE, figure=one.id, figures=frame.data["figs"])
    one.kneeling = False
    for name in way:
        into = place_of(name)
        step = next(
            (
                stance
                for stance in retreats.steps_from(field, one, Stance(one.place, one.facing, one.place), both=True)
                if stance.into == into
            ),
            None,
        )
        if step is None:
            break
        one.at, one.layer, one.facing = step.place[0], step.place[1], step.facing
        field.touched()
        field.tell("went_back", RULE, figure=one.id, at=one.at, layer=one.layer, facing=one.facing, cause="refused")
        watchers = {enemy.id: enemy for place in field.held(one) for enemy in field.next_to_enemy(one.seat, place)}
        if watchers and harm.slip(field, one, list(watchers.values())) == "dead":
            break
    if field.readings["refuse.after"] == "again":
        for key in frame.data["figs"]:
            field.figure(key).attacked = False


def answers_itself(field: Field, one: Figure, column: int | None) -> bool | None:
    """What a standing order says: True back, False stand, None ask (Montjoie 5.3)."""
    if one.refusal == "ask":
        return None
    if one.refusal == "never" or column is None:
        return False
    columns = field.tables.combat_foot.columns
    return column >= columns.index(one.refusal)
