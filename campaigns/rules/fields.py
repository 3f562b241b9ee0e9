"""From a mustered year to a battle: what the battle ruleset is given."""

import msgspec

from campaigns.rules.engine import Rules
from campaigns.rules.state import Character, Side, State, Unit
from rulesets.contract import CharacterIn, Force, Setup, UnitIn


def battle_setup(rules: Rules, state: State) -> Setup:
    """The battle of this year. Units and characters go in by id, and the outcome comes back by id."""
    options = {"victory": msgspec.to_builtins(rules.pack.victory_rules)}
    if state.now.village:
        options["objective"] = "village"
    return Setup(
        scenario=state.now.scenario or "",
        forces={side: force(state, side) for side in rules.pack.side_keys},
        roles=dict(state.now.roles),
        options=options,
    )


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
