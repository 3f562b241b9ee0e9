"""Guns that change hands: whoever took one has it in his roster from then on, and its owner has it no more (Hispania 6).

Only where the pack says which of its troops are guns (``TroopRow.gun``).
"""

import msgspec

from campaigns.rules.names import LONGEST
from campaigns.rules.pack import Pack, Sized
from campaigns.rules.state import Side, State, Unit
from campaigns.rules.work import Work
from rulesets.contract import Outcome, Problem

RULE = "Hispania 6"


def check(pack: Pack, state: State, outcome: Outcome) -> Problem | None:
    """Nobody takes what the enemy did not bring, and nothing is taken twice."""
    for side, keys in outcome.guns_taken.items():
        if side not in pack.sides:
            return Problem(code="wrong_sides", place=f"guns_taken.{side}", rule=RULE)
        brought = state.now.muster[enemy_of(pack, side)].units
        for index, key in enumerate(keys):
            place = f"guns_taken.{side}[{index}]"
            if key not in brought:
                return Problem(code="not_mustered", place=place, data={"id": key}, rule=RULE)
            if key in keys[:index]:
                return Problem(code="twice", place=place, data={"id": key}, rule=RULE)
    return None


def enemy_of(pack: Pack, side: Side) -> Side:
    return next(one for one in pack.side_keys if one != side)


def taken(pack: Pack, state: State, outcome: Outcome) -> dict[Side, tuple[str, ...]]:
    """The guns of each side's enemy that it now has, by their ids there."""
    found: dict[Side, tuple[str, ...]] = {}
    for side in pack.side_keys:
        enemy = enemy_of(pack, side)
        keys = [key for key in outcome.guns_taken.get(side, ()) if is_gun(pack, enemy, state.units[enemy][key])]
        if keys:
            found[side] = tuple(keys)
    return found


def is_gun(pack: Pack, side: Side, unit: Sized) -> bool:
    row = pack.troop_of(side, unit)
    return row is not None and row.gun


def change_hands(work: Work, before: dict[Side, dict[str, Unit]]) -> None:
    """Move every gun that was taken. ``before``: the rosters as they marched on, whose whole crew its captor finds again."""
    outcome = work.state.now.outcome
    assert outcome is not None
    for side, keys in taken(work.pack, work.state, outcome).items():
        enemy = work.enemy(side)
        for key in keys:
            gun = before[enemy][key]
            work.put_unit(enemy, msgspec.structs.replace(gun, figures=0))
            uid = _uid(work.state.units[side], gun)
            work.put_unit(side, msgspec.structs.replace(gun, id=uid))
            work.tell("gun_lost", RULE, side=enemy, unit=key, enemy=side)
            work.tell("gun_taken", RULE, side=side, unit=uid, enemy=enemy, lost=key, figures=gun.figures)


def _uid(roster: dict[str, Unit], gun: Unit) -> str:
    """Its old id: one that comes home has its own row again. Else the next that is free."""
    mine = roster.get(gun.id)
    if mine is None or (not mine.figures and mine.name == gun.name):
        return gun.id
    stem = gun.id[: LONGEST - 4]
    return next(uid for n in range(2, 1000) if (uid := f"{stem}-{n}") not in roster)
