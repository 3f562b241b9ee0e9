"""The program as a player, and what is done for one who is absent (H40)."""

from collections.abc import Callable, Iterator

import msgspec

from rulesets.askari import (
    aiming,
    approach,
    beasts,
    charging,
    ending,
    entering,
    fights,
    formations,
    geometry,
    melee,
    moving,
    nerve,
    phases,
    placing,
    setting,
)
from rulesets.askari.answers.common import spot_of
from rulesets.askari.answers.manoeuvring import said_of
from rulesets.askari.field import Field
from rulesets.askari.state import Unit, Want
from rulesets.askari.strength import at_a_distance, hand_to_hand, is_shooter
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
        if want.prompt == "deploy":
            return _line_up(field, want)
        simple = _simple(field, want)
        assert simple is not None
        return simple


def _simple(field: Field, want: Want) -> Action | None:
    """The questions that both answer alike."""
    if want.prompt in ("react", "step"):
        return Action(kind=want.prompt, arguments={"yes": True})
    answer = SIMPLE.get(want.prompt)
    return None if answer is None else answer(field, want)


def _split(field: Field, want: Want) -> Action:
    """Nobody hides or waits; but whoever lies in ambush hides what he may, the strongest hand to hand first (F.2)."""
    state = field.state
    if not setting.lies(state, want.seat):
        return Action(kind="split")
    left = TABLES.deployment.hidden_share * state.side(want.seat).starting // 100
    hidden: list[str] = []
    units = [unit for unit in state.of(want.seat) if unit.kind == "unit"]
    for unit in sorted(units, key=lambda one: (-hand_to_hand(one), one.id)):
        if unit.price <= left:
            hidden.append(unit.id)
            left -= unit.price
    return Action(kind="split", arguments={"hidden": hidden})


def _deploy(field: Field, want: Want) -> Action:
    unit = field.unit(want.data["units"][0])
    return Action(kind="deploy", arguments={"spot": spot_of(next(setting.spots(field, unit)), unit.id)})


def _reinforce(field: Field, want: Want) -> Action:
    return Action(kind="reinforce", arguments={"unit": phases.reserves(field, want.seat)[0]})


def _place(field: Field, want: Want) -> Action:
    unit = field.unit(want.data["unit"])
    spots = entering.entry_spots(field, unit)
    return Action(kind="place", arguments={"spot": spot_of(spots[len(spots) // 2], unit.id)})


def _by_id(field: Field, want: Want) -> Action:
    units = [unit.id for unit in phases.needing_orders(field, want.seat)]
    return Action(kind="assign", arguments={"units": units[: want.data["orders"]]})


def _extra(field: Field, want: Want) -> Action:
    source, unit = min(
        phases.extra_orders(field, want.seat), key=lambda one: field.engaged(field.unit(one[1]))
    )  # who fights has little use for one
    return Action(kind="extra", arguments={"order": [source, unit]})


def _rally(field: Field, want: Want) -> Action:
    leader = field.state.leader(want.seat)
    assert leader is not None
    near = min(want.data["units"], key=lambda key: (field.squared(leader, field.unit(key)), key))
    return Action(kind="rally", arguments={"unit": near})


def _herd(field: Field, want: Want) -> Action:
    """As far from the party as there is a place for it."""
    unit = field.unit(want.data["unit"])
    hunters = [one.at for other in field.state.on_table() if other.kind != "animal" for one in other.standing]
    x, y = max(
        beasts.herd_spots(field, unit), key=lambda spot: min((geometry.squared(spot, at) for at in hunters), default=0)
    )
    return Action(kind="herd", arguments={"spot": {"x": x, "y": y}})


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


def _worth(field: Field, unit: Unit, target: Unit) -> int:
    """What a charge is worth: fights it would win, and what it costs on the way."""
    own, foe = hand_to_hand(unit), hand_to_hand(target)
    if target.kind in ("baggage", "hospital"):
        return 40 if own else 0
    # One in six of those hit is saved; who falls on the way does not fight.
    fallen = 5 * at_a_distance(target) // 36 if charging.reaction(field, target, unit) is not None else 0
    left = max(0, unit.count - fallen)
    support = 2 if target.count < left else 0
    return 10 * own * left // max(1, foe * unit.count) + support


PAYS = 10
"""A charge is declared where it is worth at least so many tenths of what meets it."""
LONG_ODDS = 40
"""Millimetres more than its average roll from which a unit that lives by cold steel charges: a charge that falls short is a move."""
TRIED = 4
"""Places that a unit tries to get to before it is content with less."""
SHARES = (8, 6, 3)
"""Eighths of the way to such a place."""
NARROW = 4
"""Files of those who come to grips."""
HOLDS_FROM = 2
"""Turns before the last in which somebody sets out for an objective."""
ABREAST = 220
"""Between two units that deploy side by side: nobody stands in another's line of fire."""


def _line_up(field: Field, want: Want) -> Action:
    """Side by side from the middle outwards; people where there is room."""
    unit = field.unit(want.data["units"][0])
    left, _low, right, _high = setting.zone_of(field.state, want.seat)
    placed = sum(other.kind in ("unit", "piece") for other in field.state.on_table(want.seat))
    across = ABREAST * ((placed + 1) // 2) * (-1 if placed % 2 else 1)
    about = min(max((left + right) // 2 + across, left + 100), right - 100)
    guards = [
        other
        for other in field.state.on_table(want.seat)
        if other.is_combat and unit.kind == "baggage" and other.figures
    ]
    if guards:
        least = min(guards, key=lambda one: (not one.piece, hand_to_hand(one) + at_a_distance(one), one.id))
        about = formations.anchor_of(least)[0]
    abreast = (unit.is_combat or bool(guards)) and not setting.marches(field.state, want.seat)
    deep = unit if is_shooter(unit) or unit.kind != "unit" else msgspec.structs.replace(unit, ranks=_depth(unit))
    spot = next(setting.spots(field, deep, about=about if abreast else None))
    return Action(kind="deploy_at", arguments=spot_of(spot, unit.id))


def _activate(field: Field, want: Want) -> Action:
    way = _way_of(field, want.seat)

    def place(unit: Unit) -> tuple[bool, int, str]:
        """The foremost first: nobody stands in the way of those behind."""
        return unit.kind != "unit", way.left(unit) if unit.kind == "unit" else 0, unit.id

    units = sorted(field.state.on_table(want.seat), key=place)
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
            if rated and rated[0][0] >= PAYS:
                arguments: dict[str, Json] = {"unit": unit.id, "target": rated[0][1]}
                if aiming.thrown_of(unit):
                    arguments["throws"] = True
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
    """Whether an average roll reaches it, or one that is a little better where it storms: one that falls short is a move."""
    row = TABLES.movement[field.mounted_mode(unit)]
    more = LONG_ODDS if _closes_in(field, unit) else 0
    if not any(
        dice is not None and field.near(unit, target, 5 * (7 * dice[0] + 2 * dice[1]) + more)
        for dice in (row.flat, row.rough)
    ):
        return False
    rough = charging.mode(field, unit, target)
    chosen = row.rough if rough else row.flat
    if chosen is None:
        return False
    average = 5 * (7 * chosen[0] + 2 * chosen[1])
    return field.near(unit, target, average + more)


def _way_of(field: Field, seat: Seat) -> approach.Approach:
    """How a side comes to grips: worked out once for a question."""
    key = ("approach", seat)
    if key not in field.known:
        field.known[key] = [approach.Approach(field, seat)]
    found: approach.Approach = field.known[key][0]
    return found


def _closes_in(field: Field, unit: Unit) -> bool:
    """Whether it is to come to grips, and has nothing else to do."""
    hunts = setting.is_hunt(field.state)
    return unit.kind == "unit" and not hunts and not is_shooter(unit) and _to_hold(field, unit) is None


def _mode(field: Field, unit: Unit) -> bool:
    modes = moving.modes(field, unit)
    if len(modes) == 1:
        return modes[0]
    if _closes_in(field, unit):
        return _gets_on_better_in_rough(field, unit)
    goal = _goal(field, unit)
    if goal is None:
        return False
    anchor = formations.anchor_of(unit)
    ahead = geometry.towards(anchor, goal, 150)
    return bool(field.ground.obstacle(anchor, ahead, rough=False))


def _gets_on_better_in_rough(field: Field, unit: Unit) -> bool:
    """Whether it comes further on the lesser roll: on a wide front somebody nearly always has rough ground before him."""
    way, goal = _way_of(field, unit.seat), _goal(field, unit)
    if goal is None:
        return False
    left = []
    for rough, length in zip((False, True), approach.paces(field, unit), strict=True):
        plan = _nearer(field, unit, goal, length, rough)
        left.append(way.left(unit) if plan is None else way.far(unit, plan.points[-1]))
    return left[1] < left[0]


def _goal(field: Field, unit: Unit) -> geometry.Point | None:
    foes = [enemy for enemy in field.enemies(unit.seat) if enemy.standing]
    target = field.nearest(unit, foes)
    point = _to_hold(field, unit)
    if point is not None:
        return point
    return None if target is None else formations.anchor_of(target)


def _to_hold(field: Field, unit: Unit) -> geometry.Point | None:
    """The objective that this unit goes and holds: they count at the end, so one unit goes there in the last turns."""
    state = field.state
    if not unit.is_combat or state.turn < state.limit - HOLDS_FROM:
        return None
    for point in state.objectives:
        own = [other for other in state.on_table(unit.seat) if other.is_combat and other.kind == "unit"]
        first = min(
            own,
            key=lambda one: (
                one.failed,
                is_shooter(one),
                geometry.squared(point, formations.anchor_of(one)),
                one.id,
            ),
            default=None,
        )
        if first is unit:
            return point
    return None


def _should_move(field: Field, unit: Unit) -> bool:
    if not moving.may_walk(field, unit) or unit.moves_made or not moving.modes(field, unit):
        return False
    if unit.kind in ("baggage",) or unit.what in ("hospital",):
        return False
    if unit.is_alone and not _hunts(field, unit):
        return _trails(field, unit)
    if _guards(field, unit):
        return False
    if not unit.order and not unit.is_alone:
        return False
    target = field.nearest(unit, [enemy for enemy in field.enemies(unit.seat) if enemy.standing])
    if target is None:
        return False
    point = _to_hold(field, unit)
    if point is not None:
        return not field.near_point(point, unit, TABLES.victory.held_within // 2)
    if _closes_in(field, unit):
        if unit.order == "full" and _stands_and_fires(field, unit):
            return False
        way = _way_of(field, unit.seat)
        return way.has_arrived(unit) or bool(way.places(unit, approach.paces(field, unit)[0]))
    ready = unit.order == "full" or unit.is_alone
    return not (is_shooter(unit) and ready and _has_target(field, unit))


def _guards(field: Field, unit: Unit) -> bool:
    """Whether it stays with the baggage: where nobody does, nobody else may go on (R13). The least able of those who are there."""
    baggage = [other for other in field.state.on_table(unit.seat) if other.kind == "baggage" and other.standing]
    if not baggage or not unit.is_combat or field.cut_off(unit.seat):
        return False
    elements = [figure.at for other in baggage for figure in other.standing]
    there = [
        one
        for one in field.state.on_table(unit.seat)
        if one.is_combat and one.standing and all(field.near_point(at, one, TABLES.reach.near) for at in elements)
    ]
    first = min(there, key=lambda one: (not one.piece, hand_to_hand(one) + at_a_distance(one), one.id), default=None)
    return first is unit


def _stands_and_fires(field: Field, unit: Unit) -> bool:
    """Whether it is within good range of somebody who is no worse with cold steel than it is itself."""
    reach = max((TABLES.missile[weapon].longest // 2 for weapon in aiming.weapons_of(unit)), default=0)
    target = field.nearest(unit, [enemy for enemy in field.enemies(unit.seat) if enemy.standing]) if reach else None
    if target is None or not field.near(unit, target, reach) or not _has_target(field, unit):
        return False
    return hand_to_hand(unit) * target.count <= hand_to_hand(target) * unit.count


def _hunts(field: Field, unit: Unit) -> bool:
    """Whether he goes after animals by himself (Askari 12)."""
    return setting.is_hunt(field.state) and bool(aiming.weapons_of(unit))


def _has_target(field: Field, unit: Unit) -> bool:
    """Whether it can fire at somebody, once it has turned to him."""
    if aiming.is_silent(field, unit):
        return False
    facing = unit.facing
    turned = _better_facing(field, unit)
    unit.facing = facing if turned is None else turned
    found = any(aiming.has_target(field, unit, weapon) for weapon in aiming.weapons_of(unit))
    unit.facing = facing
    return found


def _trails(field: Field, unit: Unit) -> bool:
    """People follow their units, and keep behind them."""
    if unit.what in ("hospital",) or unit.walked:
        return False
    goal = _behind(field, unit)
    return goal is not None and not geometry.within(unit.figures[0].at, goal, 120)


def _behind(field: Field, unit: Unit) -> geometry.Point | None:
    """Where people keep: behind the unit of theirs that is nearest to their own edge, out of the first line of fire."""
    low = field.state.side(unit.seat).edge == "low"
    friends = [other for other in field.friends(unit) if other.kind in ("unit", "piece")]
    if not friends:
        return None
    anchors = [formations.anchor_of(other) for other in friends]
    last = min(anchors, key=lambda at: (at[1] if low else -at[1], at))
    return geometry.Point(last[0], max(30, last[1] - 120) if low else min(field.state.height - 30, last[1] + 120))


def _better_facing(field: Field, unit: Unit) -> int | None:
    if not phases.may_face(field, unit) or not aiming.weapons_of(unit):
        return None
    if moving.may_act(field, unit) and not unit.order and not _hunts(field, unit):
        return None
    target = field.nearest(unit, [enemy for enemy in field.enemies(unit.seat) if enemy.standing])
    if target is None:
        return None
    facing = geometry.facing_to(formations.anchor_of(unit), formations.anchor_of(target))
    turned = abs((facing - unit.facing + 180) % 360 - 180)
    return facing if turned > 20 else None


def _march(field: Field, want: Want) -> Action:
    unit = field.unit(want.data["unit"])
    goal = _behind(field, unit) if unit.is_alone and not _hunts(field, unit) else _goal(field, unit)
    if goal is None:
        return Action(kind="halt")
    if want.data["kind"] == "break_off":
        anchor = formations.anchor_of(unit)
        goal = geometry.Point(2 * anchor[0] - goal[0], 2 * anchor[1] - goal[1])
    best = None
    if want.data["kind"] == "move" and _closes_in(field, unit):
        best = _nearer(field, unit, goal, want.data["length"], want.data["rough"])
    elif want.data["kind"] == "move" and is_shooter(unit) and _to_hold(field, unit) is None:
        best = _firing_position(field, unit, goal, want.data["length"], want.data["rough"])
    if best is None:
        best = moving.straight(
            field, unit, goal, length=want.data["length"], rough=want.data["rough"], kind=want.data["kind"]
        )
    if best is None:
        return Action(kind="halt")
    said = said_of(best)
    points = [{"x": point[0], "y": point[1]} for point in best.points]
    return Action(kind="march_by", arguments={**said, "points": points})


def _nearer(field: Field, unit: Unit, goal: geometry.Point, length: int, rough: bool) -> placing.Plan | None:
    """To the first of the places on its way that it can reach, or most of the way there.

    Who has nothing to fire with does not wheel: that would cost his flanks their way.
    """
    anchor = formations.anchor_of(unit)
    armed = bool(aiming.weapons_of(unit))
    places = _way_of(field, unit.seat).places(unit, length)[:TRIED]
    for share in SHARES:
        for point in places:
            far = geometry.length(anchor, point) * share // 8
            while far > 0:
                there = geometry.towards(anchor, point, far)
                facing = geometry.facing_to(there, goal) if armed else unit.facing
                plan = placing.Plan(points=(there,), facing=facing, ranks=unit.ranks, loose=unit.loose)
                refused = moving.check_plan(field, unit, plan, length=length, rough=rough)
                if refused is None:
                    return plan
                if refused.code != "too_far" or far < geometry.length(anchor, point) * share // 8:
                    break
                far -= refused.data["length"] - length + 1
    return None


def _depth(unit: Unit) -> int:
    """Ranks of those who come to grips: a narrow front passes where a wide one does not."""
    return min(formations.MOST_RANKS, max(unit.ranks, -(-len(unit.standing) // NARROW)))


def _firing_position(field: Field, unit: Unit, goal: geometry.Point, length: int, rough: bool) -> placing.Plan | None:
    """Somewhere within reach that sees the enemy, at the weapon's best range or as near to it as can be."""
    anchor = formations.anchor_of(unit)
    ideal = max((TABLES.missile[weapon].normal for weapon in aiming.weapons_of(unit)), default=0) * 4 // 5
    straight = geometry.facing_to(anchor, goal)
    rated = []
    for turn in (0, 40, -40, 80, -80):
        for share in (8, 7, 5, 3):
            point = geometry.moved(anchor, geometry.ahead(straight + turn), length * share // 8)
            rated.append((abs(geometry.length(point, goal) - ideal), abs(turn), point))
    rated.sort()

    def blocked(point: geometry.Point) -> bool:
        return bool(field.ground.sight_blocked(point, goal)) or _friends_between(field, unit, point, goal)

    hidden = []
    for _far, _turn, point in rated:
        if blocked(point):
            hidden.append(point)
            continue
        plan = _stand(field, unit, point, goal, length, rough)
        if plan is not None:
            return plan
    found = (_stand(field, unit, point, goal, length, rough) for point in hidden)
    return next((plan for plan in found if plan is not None), None)


def _stand(
    field: Field, unit: Unit, point: geometry.Point, goal: geometry.Point, length: int, rough: bool
) -> placing.Plan | None:
    """A lawful move to a point from where the goal is in the arc."""
    for facing in dict.fromkeys((geometry.facing_to(point, goal), unit.facing)):
        if not geometry.in_arc(point, facing, goal):
            continue
        plan = placing.Plan(points=(point,), facing=facing, ranks=unit.ranks, loose=unit.loose)
        if moving.check_plan(field, unit, plan, length=length, rough=rough) is None:
            return plan
    return None


def _friends_between(field: Field, unit: Unit, point: geometry.Point, goal: geometry.Point) -> bool:
    return any(
        geometry.near_segment(figure.at, point, goal, other.base + 20)
        for other in field.friends(unit)
        for figure in other.standing
    )


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
    begun = _way_of(field, want.seat).has_begun()

    def worth(unit: Unit) -> tuple[int, int, str]:
        if unit.where != "table" or not unit.is_combat:
            return (1 if unit.where == "table" else 0, 0, unit.id)
        strength = hand_to_hand(unit) + at_a_distance(unit)
        if field.engaged(unit):
            return (0, strength, unit.id)
        foes = [enemy for enemy in field.enemies(unit.seat) if enemy.standing and not enemy.joined]
        pays = any(_likely(field, unit, enemy) and _worth(field, unit, enemy) >= PAYS for enemy in foes)
        if pays and not unit.piece:
            return (5, strength, unit.id)
        if _closes_in(field, unit):
            # Those behind first, so that all arrive together; the foremost once it has begun.
            left = _way_of(field, unit.seat).left(unit)
            return (2, -left if begun else left, unit.id)
        if is_shooter(unit):
            return (4 if _has_target(field, unit) else 3, strength, unit.id)
        return (2, strength, unit.id)

    chosen = sorted(units, key=worth, reverse=True)[: want.data["orders"]]
    return Action(kind="assign", arguments={"units": [unit.id for unit in chosen]})


SIMPLE: dict[str, Callable[[Field, Want], Action]] = {
    "split": _split,
    "deploy": _deploy,
    "hide": _hide,
    "reinforce": _reinforce,
    "place": _place,
    "assign": _by_id,
    "extra": _extra,
    "spread": lambda _field, want: Action(
        kind="spread", arguments={"figures": want.data["figures"][: want.data["hits"]]}
    ),
    "carry": lambda _field, want: Action(kind="carry", arguments={"number": want.data["most"]}),
    "fight": lambda _field, want: Action(kind="fight", arguments={"group": want.data["groups"][0]}),
    "principal": lambda field, want: Action(kind="principal", arguments={"figure": _stronger(field, want)}),
    "test": _test,
    "curse": _curse,
    "rally": _rally,
    "herd": _herd,
    "stray": lambda _field, want: Action(kind="stray", arguments={"way": want.data["ways"][0]}),
}
