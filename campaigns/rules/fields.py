"""From a mustered year to a battle: what the battle ruleset is given."""

from typing import Any

import msgspec
from msgspec import UNSET

from campaigns.rules.engine import Rules
from campaigns.rules.guns import is_gun
from campaigns.rules.pack import Detachment, Pack, Played
from campaigns.rules.state import Character, Side, State, Unit
from rulesets.contract import CharacterIn, Force, Outcome, Ruleset, SeatResult, Setup, UnitIn

TABLE = "tabletop"
"""The ruleset of a battle that is fought on a real table and reported here."""
RANKS = ("general", "subordinate", "leader", "standard", "other")
"""Who goes before whom."""


def battle_setup(rules: Rules, state: State, ruleset: str = TABLE) -> Setup:
    """The battle of this year. Units and characters go in by id, and the outcome comes back by id."""
    played = rules.pack.played_by(state.now.scenario, ruleset)
    if played is not None:
        return _played_setup(rules.pack, state, played)
    options = {"victory": msgspec.to_builtins(rules.pack.victory_rules)}
    if state.now.village:
        options["objective"] = "village"
    if guns := _guns(rules.pack, state):
        options["guns"] = guns
    return Setup(
        scenario=state.now.scenario or "",
        forces={side: force(state, side) for side in rules.pack.side_keys},
        roles=dict(state.now.roles),
        options=options,
    )


def _guns(pack: Pack, state: State) -> dict[Side, list[str]]:
    """The guns on the field, by whose they are: the report says who has them afterwards."""
    found = {}
    for side in pack.side_keys:
        mine = [key for key in state.now.muster[side].units if is_gun(pack, side, state.units[side][key])]
        if mine:
            found[side] = mine
    return found


def _played_setup(pack: Pack, state: State, played: Played) -> Setup:
    """In the ruleset's own words: its field, its roles, and what each unit of the roster is in it."""
    rule, forces = played.detachment, {side: force(state, side) for side in pack.side_keys}
    if rule is not UNSET:
        forces = {side: detached(pack, side, brought, rule) for side, brought in forces.items()}
    return Setup(
        scenario=played.scenario,
        forces={side: _profiled(pack, side, brought, played.ruleset) for side, brought in forces.items()},
        roles={role: state.now.roles[mine] for role, mine in played.roles.items() if mine in state.now.roles},
        options=dict(played.options),
    )


def detached(pack: Pack, side: Side, brought: Force, rule: Detachment) -> Force:
    """Who of a side is sent to a battle of single figures (``Detachment``)."""
    units = [unit for unit in brought.units if not is_gun(pack, side, unit)]
    sent = dict.fromkeys((unit.id for unit in units), 0)
    left, willing = rule.figures[side], list(units)
    while willing and left:
        for unit in list(willing)[:left]:
            sent[unit.id] += 1
            left -= 1
            if sent[unit.id] == min(rule.each, unit.figures):
                willing.remove(unit)
    people = sorted(brought.characters, key=lambda one: RANKS.index(one.rank))
    return Force(
        units=tuple(msgspec.structs.replace(unit, figures=sent[unit.id]) for unit in units if sent[unit.id]),
        characters=tuple(people[: rule.people]),
    )


def _profiled(pack: Pack, side: Side, brought: Force, ruleset: str) -> Force:
    units = tuple(_with(one, pack.troop_of(side, one), ruleset) for one in brought.units)
    people = tuple(_with(one, pack.person_of(side, one.rank, one.points), ruleset) for one in brought.characters)
    return Force(units=units, characters=people)


def _with[One: (UnitIn, CharacterIn)](one: One, row: Any, ruleset: str) -> One:
    profile = row.profiles.get(ruleset) if row is not None else None
    return one if profile is None else msgspec.structs.replace(one, profile=profile)


def force(state: State, side: Side) -> Force:
    """What a side brings: those absent by attacks of pain are left out (Hispania 7)."""
    mustered = state.now.muster[side]
    absent = state.now.absent.get(side, ())
    return Force(
        units=tuple(_unit(state.units[side][key]) for key in mustered.units),
        characters=tuple(_character(state.characters[side][key]) for key in mustered.characters if key not in absent),
    )


def _unit(unit: Unit) -> UnitIn:
    return UnitIn(
        id=unit.id,
        name=unit.name,
        arm=unit.arm,
        grade=unit.grade,
        native=unit.native,
        figures=unit.figures,
        points=unit.points,
        command=unit.command,
        break_points=unit.break_points,
    )


def _character(one: Character) -> CharacterIn:
    return CharacterIn(
        id=one.id,
        name=one.name,
        rank=one.rank,
        native=one.native,
        points=one.points,
        wounds=one.wounds,
        deeds=one.deeds,
        skills=one.skills,
        traits=one.traits,
    )


def walkover(setup: Setup, ruleset: Ruleset | None = None) -> Outcome | None:
    """How a battle ends to which a side brings no unit, where the program is asked to play it; None where there is one to play.

    With a ``ruleset`` that takes characters by themselves, as one of single figures does, somebody is enough.
    """
    somebody = all(brought.units or brought.characters for brought in setup.forces.values())
    if somebody and ruleset is not None and not ruleset.check_setup(setup):
        return None
    there = [side for side, brought in setup.forces.items() if brought.units]
    if len(there) == len(setup.forces):
        return None
    if not there:
        return Outcome(seats={side: SeatResult(result="draw") for side in setup.forces})
    results: dict[Side, SeatResult] = {
        side: SeatResult(result="win" if side in there else "loss", level="minor") for side in setup.forces
    }
    return Outcome(seats=results)
