"""The program as a player, and what is done for one who is absent (H40)."""

import itertools
from collections.abc import Iterator, Sequence

import msgspec

from rulesets.askari import (
    aiming,
    approach,
    charging,
    courses,
    ending,
    formations,
    habits,
    moving,
    nerve,
    phases,
    prospects,
    purposes,
    setting,
)
from rulesets.askari.answers.common import spot_of
from rulesets.askari.field import Field
from rulesets.askari.state import Unit, Want
from rulesets.askari.strength import at_a_distance, hand_to_hand, is_shooter
from rulesets.askari.tables import TABLES
from rulesets.contract import Action
from rulesets.vocabulary import Json, Seat

NARROW = 4
"""Files of those who come to grips."""
ABREAST = 220
"""Between two units that deploy side by side: nobody stands in another's line of fire."""


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
            return courses.march(field, want)
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
    answer = habits.SIMPLE.get(want.prompt)
    return None if answer is None else answer(field, want)


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
    # A zone may be too shallow for as many ranks as one would like.
    shapes = (setting.spots(field, shape, about=about if abreast else None) for shape in (deep, unit))
    spot = next(itertools.chain.from_iterable(shapes))
    return Action(kind="deploy_at", arguments=spot_of(spot, unit.id))


def _depth(unit: Unit) -> int:
    """Ranks of those who come to grips: a narrow front passes where a wide one does not."""
    return min(formations.MOST_RANKS, max(unit.ranks, -(-len(unit.standing) // NARROW)))


def _activate(field: Field, want: Want) -> Action:
    way = purposes.way_of(field, want.seat)

    def place(unit: Unit) -> tuple[bool, int, str]:
        """The foremost first: nobody stands in the way of those behind."""
        return unit.kind != "unit", way.left(unit) if unit.kind == "unit" else 0, unit.id

    units = sorted(field.state.on_table(want.seat), key=place)
    for unit in units:
        if charging.may_charge(field, unit) and (unit.is_combat or unit.kind == "unit"):
            target = prospects.best(field, unit)
            if target is not None:
                arguments: dict[str, Json] = {"unit": unit.id, "target": target}
                if aiming.thrown_of(unit):
                    arguments["throws"] = True
                return Action(kind="charge", arguments=arguments)
    for unit in units:
        if moving.may_act(field, unit) and not field.engaged(unit) and unit.jammed and unit.order == "full":
            return Action(kind="unjam", arguments={"unit": unit.id})
        if purposes.should_move(field, unit):
            return Action(kind="move", arguments={"unit": unit.id, "rough": courses.mode(field, unit)})
        facing = purposes.better_facing(field, unit)
        if facing is not None:
            return Action(kind="face", arguments={"unit": unit.id, "facing": facing})
    return Action(kind="done")


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
            return habits.curse(field, want)
    return Action(kind="done")


def _hurries(field: Field, units: Sequence[Unit], orders: int) -> bool:
    """Whether so many orders a turn are too few for all who are to come to grips: then some of them arrive, or nobody does."""
    turns = field.state.limit - field.state.turn + 1
    way, needed = purposes.way_of(field, units[0].seat), 0
    for unit in units:
        if unit.where == "table" and unit.is_combat and purposes.closes_in(field, unit):
            needed += -(-way.left(unit) // max(1, approach.paces(field, unit)[0]))
    return needed > orders * turns


def _assign(field: Field, want: Want) -> Action:
    """Orders where they tell: who can charge or shoot first, then the nearest to the enemy."""
    units = phases.needing_orders(field, want.seat)
    begun = purposes.way_of(field, want.seat).has_begun() or _hurries(field, units, want.data["orders"])

    def worth(unit: Unit) -> tuple[int, int, str]:
        if unit.where != "table" or not unit.is_combat:
            return (1 if unit.where == "table" else 0, 0, unit.id)
        strength = hand_to_hand(unit) + at_a_distance(unit)
        if field.engaged(unit):
            return (0, strength, unit.id)
        foes = [enemy for enemy in field.enemies(unit.seat) if enemy.standing and not enemy.joined]
        if not unit.piece and any(prospects.pays(field, unit, enemy) for enemy in foes):
            return (5, strength, unit.id)
        if purposes.closes_in(field, unit):
            # Those behind first, so that all arrive together; the foremost once it has begun.
            left = purposes.way_of(field, unit.seat).left(unit)
            return (2, -left if begun else left, unit.id)
        if is_shooter(unit):
            return (4 if purposes.has_target(field, unit) else 3, strength, unit.id)
        return (2, strength, unit.id)

    chosen = sorted(units, key=worth, reverse=True)[: want.data["orders"]]
    return Action(kind="assign", arguments={"units": [unit.id for unit in chosen]})
