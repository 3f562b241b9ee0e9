"""The program as a player, and what is done for one who is absent (H40)."""

from collections.abc import Callable, Iterator

import msgspec

from rulesets.askari import (
    aiming,
    charging,
    ending,
    fights,
    formations,
    geometry,
    melee,
    moving,
    nerve,
    phases,
    setting,
    shooting,
)
from rulesets.askari.answers.common import spot_of
from rulesets.askari.answers.manoeuvring import said_of
from rulesets.askari.field import Field
from rulesets.askari.state import Unit, Want
from rulesets.askari.tables import TABLES
from rulesets.contract import Action
from rulesets.vocabulary import Json, Seat


class Bot:
    """Both play by the same list of questions; the absent player does as little as the house says."""

    @staticmethod
    def absent(field: Field, want: Want) -> Action:
        simple = _simple(field, want)
        if simple is not None:
            return simple
        if want.prompt == "activate":
            return Action(kind="done")
        if want.prompt == "march":
            return Action(kind="halt")
        assert want.prompt == "shoot"
        return next(_shots(field, want.seat), Action(kind="done"))

    @staticmethod
    def choose(field: Field, want: Want) -> Action:
        if want.prompt == "activate":
            return _activate(field, want)
        if want.prompt == "march":
            return _march(field, want)
        if want.prompt == "shoot":
            return _shoot(field, want)
        if want.prompt == "assign":
            return _assign(field, want)
        simple = _simple(field, want)
        assert simple is not None
        return simple


def _simple(field: Field, want: Want) -> Action | None:
    """The questions that both answer alike."""
    if want.prompt in ("react", "step"):
        return Action(kind=want.prompt, arguments={"yes": True})
    answer = SIMPLE.get(want.prompt)
    return None if answer is None else answer(field, want)


def _deploy(field: Field, want: Want) -> Action:
    unit = field.unit(want.data["units"][0])
    return Action(kind="deploy", arguments={"spot": spot_of(next(setting.spots(field, unit)), unit.id)})


def _reinforce(field: Field, want: Want) -> Action:
    return Action(kind="reinforce", arguments={"unit": phases.reserves(field, want.seat)[0]})


def _place(field: Field, want: Want) -> Action:
    unit = field.unit(want.data["unit"])
    spots = phases.entry_spots(field, unit)
    return Action(kind="place", arguments={"spot": spot_of(spots[len(spots) // 2], unit.id)})


def _by_id(field: Field, want: Want) -> Action:
    units = [unit.id for unit in phases.needing_orders(field, want.seat)]
    return Action(kind="assign", arguments={"units": units[: want.data["orders"]]})


def _extra(field: Field, want: Want) -> Action:
    source, unit = phases.extra_orders(field, want.seat)[0]
    return Action(kind="extra", arguments={"order": [source, unit]})


def _rally(field: Field, want: Want) -> Action:
    leader = field.state.leader(want.seat)
    assert leader is not None
    near = min(want.data["units"], key=lambda key: (field.squared(leader, field.unit(key)), key))
    return Action(kind="rally", arguments={"unit": near})


def _hide(field: Field, want: Want) -> Action:
    units: dict[str, Json] = {}
    placed: list[Unit] = []
    for unit in field.state.of(want.seat):
        if unit.where != "hidden" or unit.joined:
            continue
        spot = next(setting.spots(field, unit, hide=True), None)
        if spot is not None:
            lair = spot_of(spot, unit.id)
            units[unit.id] = {name: value for name, value in lair.items() if name != "unit"} | {
                "spring": TABLES.courage.surprise
            }
            setting.put(field, unit, *spot, where="table")
            placed.append(unit)
    for unit in placed:
        unit.where = "hidden"
    return Action(kind="hide", arguments={"units": units})


def _stronger(field: Field, want: Want) -> str:
    foe = want.data["against"][0]
    figures: list[str] = want.data["figures"]
    return max(figures, key=lambda name: (melee.value(fights.fighter(field, name, foe)), name))


def _test(field: Field, want: Want) -> Action:
    key = want.data["units"][0]
    unit = field.unit(key)
    cancel: list[str] = []
    for source in nerve.cancels(field, unit):
        if len(cancel) < unit.tests and not nerve.clash((*cancel, source)):
            cancel.append(source)
    return Action(kind="test", arguments={"unit": key, "cancel": cancel} if cancel else {"unit": key})


def _curse(field: Field, want: Want) -> Action:
    for unit in field.state.on_table(want.seat):
        if nerve.may_curse(field, unit):
            target = field.nearest(unit, nerve.curse_targets(field, unit))
            if target is not None:
                return Action(kind="curse", arguments={"unit": unit.id, "target": target.id})
    return Action(kind="done")


# --- Playing to win -------------------------------------------------------------------------------------------------


def hand_to_hand(unit: Unit) -> int:
    """How it fights: dice of a figure on the charge, and how many there are."""
    if unit.melee is None:
        return 0
    best = max((TABLES.melee[weapon].modifier for weapon in unit.weapons if weapon in TABLES.melee), default=0)
    return (unit.melee + best + 2 * unit.has("fanatic")) * unit.count


def at_a_distance(unit: Unit) -> int:
    """How it shoots: hits in sixths, by all that fire."""
    if unit.shooting is None:
        return 0
    found = 0
    for key in aiming.weapons_of(unit):
        weapon = TABLES.missile[key]
        number = max(0, min(6, unit.shooting + weapon.modifier - 1))
        dice = weapon.shots[0] * (1 if unit.piece else shooting.able(weapon, unit.count))
        found = max(found, number * dice * (3 if weapon.cls == "artillery" else 1))
    return found


def is_shooter(unit: Unit) -> bool:
    return at_a_distance(unit) > hand_to_hand(unit) or bool(unit.piece)


def _worth(field: Field, unit: Unit, target: Unit) -> int:
    """What a charge is worth: fights it would win, and what it costs on the way."""
    own, foe = hand_to_hand(unit), hand_to_hand(target)
    if target.kind in ("baggage", "hospital"):
        return 40 if own else 0
    answer = at_a_distance(target) if charging.reaction(field, target, unit) is not None else 0
    support = 2 if target.count < unit.count else 0
    return 10 * own // max(1, foe + answer) + support


def _activate(field: Field, want: Want) -> Action:
    units = sorted(field.state.on_table(want.seat), key=lambda unit: (unit.kind != "unit", unit.id))
    for unit in units:
        if charging.may_charge(field, unit) and (unit.is_combat or unit.kind == "unit"):
            rated = sorted(
                (
                    (_worth(field, unit, target), target.id)
                    for target in charging.targets(field, unit)
                    if _likely(field, unit, target)
                ),
                reverse=True,
            )
            if rated and rated[0][0] >= 10:
                arguments: dict[str, Json] = {"unit": unit.id, "target": rated[0][1]}
                return Action(kind="charge", arguments=arguments)
    for unit in units:
        if moving.may_act(field, unit) and not field.engaged(unit) and unit.jammed and unit.order == "full":
            return Action(kind="unjam", arguments={"unit": unit.id})
        if _should_move(field, unit):
            return Action(kind="move", arguments={"unit": unit.id, "rough": _mode(field, unit)})
        facing = _better_facing(field, unit)
        if facing is not None:
            return Action(kind="face", arguments={"unit": unit.id, "facing": facing})
    return Action(kind="done")


def _likely(field: Field, unit: Unit, target: Unit) -> bool:
    """Whether an average roll reaches it."""
    rough = charging.mode(field, unit, target)
    row = TABLES.movement[field.mounted_mode(unit)]
    chosen = row.rough if rough else row.flat
    if chosen is None:
        return False
    average = 5 * (7 * chosen[0] + 2 * chosen[1])
    return field.near(unit, target, average)


def _mode(field: Field, unit: Unit) -> bool:
    modes = moving.modes(field, unit)
    if len(modes) == 1:
        return modes[0]
    goal = _goal(field, unit)
    if goal is None:
        return False
    anchor = formations.anchor_of(unit)
    ahead = geometry.towards(anchor, goal, 150)
    return bool(field.ground.obstacle(anchor, ahead, rough=False))


def _goal(field: Field, unit: Unit) -> geometry.Point | None:
    foes = [enemy for enemy in field.enemies(unit.seat) if enemy.standing]
    target = field.nearest(unit, foes)
    if field.state.objectives and unit.is_combat:
        point = min(field.state.objectives, key=lambda one: geometry.squared(one, formations.anchor_of(unit)))
        if not field.near_point(point, unit, TABLES.victory.held_within - 20):
            return point
    return None if target is None else formations.anchor_of(target)


def _should_move(field: Field, unit: Unit) -> bool:
    if not moving.may_walk(field, unit) or unit.moves_made or not moving.modes(field, unit):
        return False
    if unit.kind in ("baggage",) or unit.what in ("hospital",):
        return False
    if unit.is_alone:
        return _trails(field, unit)
    if not unit.order:
        return False
    target = field.nearest(unit, [enemy for enemy in field.enemies(unit.seat) if enemy.standing])
    if target is None:
        return False
    if is_shooter(unit) and unit.order == "full":
        if any(aiming.targets(field, unit, weapon) for weapon in aiming.weapons_of(unit)) and not aiming.is_silent(
            field, unit
        ):
            return False
        ranges = [TABLES.missile[weapon].longest for weapon in aiming.weapons_of(unit)]
        if ranges and field.near(unit, target, max(ranges) // 2):
            return False
    return True


def _trails(field: Field, unit: Unit) -> bool:
    """People follow their units, and keep behind them."""
    if unit.what in ("hospital",) or unit.walked:
        return False
    friends = [other for other in field.friends(unit) if other.kind == "unit"]
    near = field.nearest(unit, friends)
    return near is not None and not field.near(unit, near, 120)


def _better_facing(field: Field, unit: Unit) -> int | None:
    if not phases.may_face(field, unit) or not is_shooter(unit) or (moving.may_act(field, unit) and not unit.order):
        return None
    target = field.nearest(unit, [enemy for enemy in field.enemies(unit.seat) if enemy.standing])
    if target is None:
        return None
    facing = geometry.facing_to(formations.anchor_of(unit), formations.anchor_of(target))
    turned = abs((facing - unit.facing + 180) % 360 - 180)
    return facing if turned > 20 else None


def _march(field: Field, want: Want) -> Action:
    unit = field.unit(want.data["unit"])
    if unit.is_alone:
        friends = [other for other in field.friends(unit) if other.kind == "unit"]
        near = field.nearest(unit, friends)
        goal = formations.anchor_of(near) if near is not None else None
    else:
        goal = _goal(field, unit)
    if goal is None:
        return Action(kind="halt")
    if want.data["kind"] == "break_off":
        anchor = formations.anchor_of(unit)
        goal = geometry.Point(2 * anchor[0] - goal[0], 2 * anchor[1] - goal[1])
    best = moving.straight(
        field, unit, goal, length=want.data["length"], rough=want.data["rough"], kind=want.data["kind"]
    )
    if best is None:
        return Action(kind="halt")
    said = said_of(best)
    points = [{"x": point[0], "y": point[1]} for point in best.points]
    return Action(kind="march_by", arguments={**said, "points": points})


def _shots(field: Field, seat: Seat) -> Iterator[Action]:
    for unit in field.state.on_table(seat):
        if not aiming.may_fire(field, unit):
            continue
        for weapon in aiming.weapons_of(unit):
            for target in aiming.targets(field, unit, weapon):
                yield _shot(field, unit, target, weapon)


def _shot(field: Field, unit: Unit, target: Unit, weapon: str) -> Action:
    row = TABLES.missile[weapon]
    nearest = min(one.distance for one in aiming.shooters(field, unit, target, row))
    load = aiming.ammunition(row, nearest)[-1]
    return Action(kind="shoot", arguments={"unit": unit.id, "target": target.id, "weapon": weapon, "load": load})


def _shoot(field: Field, want: Want) -> Action:
    burns = ending.burnable(field, want.seat)
    if burns:
        return Action(kind="burn", arguments={"unit": burns[0]})
    rated: list[tuple[int, bytes, Action]] = []
    for action in _shots(field, want.seat):
        unit, target = field.unit(action.arguments["unit"]), field.unit(action.arguments["target"])
        able = aiming.shooters(field, unit, target, TABLES.missile[action.arguments["weapon"]])
        rated.append((sum(max(0, one.number) for one in able), msgspec.json.encode(action), action))
    if rated:
        return max(rated)[2]
    for unit in field.state.on_table(want.seat):
        if nerve.may_curse(field, unit) and nerve.curse_targets(field, unit):
            return _curse(field, want)
    return Action(kind="done")


def _assign(field: Field, want: Want) -> Action:
    """Orders where they tell: who can charge or shoot first, then the nearest to the enemy."""
    units = phases.needing_orders(field, want.seat)

    def worth(unit: Unit) -> tuple[int, str]:
        if unit.where != "table" or field.engaged(unit):
            return (-1, unit.id)
        near = field.nearest(unit, [enemy for enemy in field.enemies(unit.seat) if enemy.standing])
        far = 0 if near is None else geometry.length(formations.anchor_of(unit), formations.anchor_of(near))
        return (hand_to_hand(unit) + at_a_distance(unit) - far // 20, unit.id)

    chosen = sorted(units, key=worth, reverse=True)[: want.data["orders"]]
    return Action(kind="assign", arguments={"units": [unit.id for unit in chosen]})


SIMPLE: dict[str, Callable[[Field, Want], Action]] = {
    "split": lambda _field, _want: Action(kind="split"),
    "deploy": _deploy,
    "hide": _hide,
    "reinforce": _reinforce,
    "place": _place,
    "assign": _by_id,
    "extra": _extra,
    "carry": lambda _field, want: Action(kind="carry", arguments={"number": want.data["most"]}),
    "fight": lambda _field, want: Action(kind="fight", arguments={"group": want.data["groups"][0]}),
    "principal": lambda field, want: Action(kind="principal", arguments={"figure": _stronger(field, want)}),
    "test": _test,
    "curse": _curse,
    "rally": _rally,
}
