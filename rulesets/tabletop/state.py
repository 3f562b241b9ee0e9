"""The state of a battle on a real table: plain JSON, so that the host stores it unread and a report costs no conversion."""

from typing import Literal, NotRequired, TypedDict

import msgspec

from rulesets.contract import CharacterIn, Force, Json, Seat, Setup
from rulesets.verdict import VictoryRules

type Stage = Literal["report", "answer", "dispute", "over"]
"""Nobody has reported; a report waits for the other side's word; the sides disagree; the battle is decided."""


class UnitState(TypedDict):
    name: str
    figures: int
    break_points: int | None


class CharacterState(TypedDict):
    name: str
    rank: str


class ForceState(TypedDict):
    """Units and characters by id, in the order in which they were mustered (``order``: key order is lost in storage)."""

    order: list[str]
    units: dict[str, UnitState]
    characters: dict[str, CharacterState]


class State(TypedDict):
    stage: Stage
    seats: list[Seat]
    scenario: str
    roles: dict[str, Seat]
    objective: Literal["village"] | None
    victory: dict[str, Json]
    forces: dict[Seat, ForceState]
    reports: dict[Seat, dict[str, Json]]
    """Each seat's standing report: the arguments as they were given."""
    reporter: Seat | None
    """Whose report waits for an answer."""
    disputes: list[dict[str, Json]]
    guns: NotRequired[dict[Seat, list[str]]]
    """Units that the enemy can take, where it matters who has them afterwards."""
    outcome: NotRequired[dict[str, Json]]


def opened(setup: Setup, rules: VictoryRules) -> State:
    """The state in which nobody has reported. ``setup`` has passed ``check_setup``."""
    state: State = {
        "stage": "report",
        "seats": sorted(setup.forces),  # a store may hand the forces back in another order
        "scenario": setup.scenario,
        "roles": dict(setup.roles),
        "objective": setup.options.get("objective"),
        "victory": msgspec.json.decode(msgspec.json.encode(rules)),
        "forces": {seat: _force(force) for seat, force in setup.forces.items()},
        "reports": {},
        "reporter": None,
        "disputes": [],
    }
    guns = setup.options.get("guns")
    return {**state, "guns": {seat: list(keys) for seat, keys in guns.items()}} if guns else state


def _force(force: Force) -> ForceState:
    units: dict[str, UnitState] = {
        unit.id: {"name": unit.name, "figures": unit.figures, "break_points": unit.break_points} for unit in force.units
    }
    characters = {character.id: _character(character) for character in force.characters}
    return {"order": [*units, *characters], "units": units, "characters": characters}


def _character(character: CharacterIn) -> CharacterState:
    return {"name": character.name, "rank": character.rank}


def rules_of(state: State) -> VictoryRules:
    return msgspec.convert(state["victory"], VictoryRules)


def other(state: State, seat: Seat) -> Seat:
    first, second = state["seats"]
    return second if seat == first else first
