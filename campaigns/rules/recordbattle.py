"""The battle of a record in the words of a table report, and the outcome that follows."""

from collections.abc import Mapping
from typing import Any

import msgspec

from campaigns.rules import noted
from campaigns.rules.engine import Rules
from campaigns.rules.fields import battle_setup
from campaigns.rules.places import Node, Refused
from campaigns.rules.recordfile import MOST, NOTES, UNITS
from campaigns.rules.state import Side, State
from rulesets import registry
from rulesets.contract import Action, Outcome, Problem
from rulesets.dice import Loaded

TABLE = "tabletop"
MOST_TURNS = 99
LOSS = frozenset(("side", "unit", "routed", "destroyed"))
FELLED = frozenset(("side", "character", "captured"))
DEEDS = frozenset(("side", "character", "count"))
NOTED = frozenset(("deed", "side", "by", "of", "whom"))
SEATS = ("withdrew", "first_broken")
BATTLE = frozenset(
    (
        "winner",
        "level",
        "general",
        "withdrew",
        "village_destroyed",
        "break_points",
        "units_broken",
        "first_broken",
        "lowest",
        "turns",
        "note",
        "losses",
        "felled",
        "deeds",
        "guns",
        "noted",
    )
)


def outcome_of(rules: Rules, state: State, battle: Node) -> Outcome:
    """How the battle ended. Raises Refused with the place where no such battle can have been."""
    try:
        outcome = outcome_of_report(rules, state, _report(battle.table(BATTLE), rules.pack.side_keys))
    except Unreported as wrong:
        raise Refused(_at_home(_absence(wrong.problem, state), battle)) from None
    rows = [_noted(one, rules, state) for one in battle.get("noted", []).list(2 * UNITS)]
    return msgspec.structs.replace(outcome, special={**outcome.special, "noted": rows}) if rows else outcome


def _noted(node: Node, rules: Rules, state: State) -> dict[str, str]:
    """A deed for the chronicle, of people who marched."""
    node.table(NOTED)
    sides = rules.pack.side_keys
    found = {"deed": node["deed"].one_of(noted.KINDS), "seat": node["side"].one_of(sides)}
    if "of" in node:
        found["of"] = node["of"].one_of(sides)
    for key, side in (("by", "seat"), ("whom", "of")):
        if key in node:
            found[key] = node[key].text()
            if not noted.was_there(state, found.get(side, ""), found[key]):
                raise node[key].refuse("not_mustered", id=found[key])
    return found


class Unreported(Exception):
    """The table would not take such a report."""

    def __init__(self, problem: Problem):
        super().__init__(problem.code)
        self.problem = problem


def table_at(rules: Rules, state: State) -> Any:
    """The battle that a war waits for, set up on a table: the state of the ruleset."""
    return registry.get(TABLE).setup(battle_setup(rules, state), Loaded()).state


def outcome_of_report(rules: Rules, state: State, arguments: Mapping[str, Any]) -> Outcome:
    """What follows from a report in the words of the table. Raises Unreported where it cannot have been so."""
    ruleset, table = registry.get(TABLE), table_at(rules, state)
    reporter, other = rules.pack.side_keys
    report = Action(kind="report", arguments=dict(arguments))
    if problem := ruleset.check(table, reporter, report):
        raise Unreported(problem)
    table = ruleset.apply(table, {reporter: report}, Loaded()).state
    table = ruleset.apply(table, {other: Action(kind="confirm")}, Loaded()).state
    outcome = ruleset.outcome(table)
    assert outcome is not None
    return outcome


def _at_home(problem: Problem, battle: Node) -> Problem:
    """A problem of the report, placed in the file: what the report calls generals is the record's ``general``."""
    first, dot, rest = problem.place.partition(".")
    inner = f"general{dot}{rest}" if first == "generals" else problem.place
    return msgspec.structs.replace(problem, place=f"{battle.place}.{inner}" if inner else battle.place)


def _absence(problem: Problem, state: State) -> Problem:
    """Somebody kept away by pain is not simply unknown: say why he cannot fall or gain anything."""
    if problem.code != "character_not_there":
        return problem
    absent: Mapping[Side, tuple[str, ...]] = state.now.absent
    if problem.data["character"] not in absent.get(problem.data["seat"], ()):
        return problem
    return msgspec.structs.replace(problem, code="was_absent", data={"id": problem.data["character"]})


def _report(node: Node, sides: tuple[Side, ...]) -> dict[str, Any]:
    """The arguments of a report. What is left out of the file is left out here."""
    report: dict[str, Any] = {"winner": node["winner"].one_of((*sides, "draw"))}
    if "level" in node:
        report["level"] = node["level"].one_of(("major", "minor"))
    report |= {key: node[key].one_of(sides) for key in SEATS if key in node}
    if "village_destroyed" in node:
        report["village_destroyed"] = node["village_destroyed"].truth()
    if "turns" in node:
        report["turns"] = node["turns"].number(1, MOST_TURNS)
    if "note" in node:
        report["note"] = node["note"].text(NOTES, empty_ok=True)
    report |= _by_side(node, sides)
    report["losses"] = [_loss(one, sides) for one in node.get("losses", []).list(2 * UNITS)]
    report["felled"] = [_felled(one, sides) for one in node.get("felled", []).list(2 * UNITS)]
    deeds = node.get("deeds", []).list(2 * UNITS)
    report["deeds"] = [{**_person(one, sides, DEEDS), "count": _count(one)} for one in deeds]
    return report


def _by_side(node: Node, sides: tuple[Side, ...]) -> dict[str, Any]:
    """What the report says side by side."""
    seats = frozenset(sides)
    found: dict[str, Any] = {}
    if "general" in node:
        found["generals"] = {side: who.text() for side, who in node["general"].table(seats).items()}
    if "lowest" in node:
        found["lowest"] = {side: low.number(0, MOST) for side, low in node["lowest"].table(seats).items()}
    if "break_points" in node:
        found["break_points"] = {side: _pair(pair) for side, pair in node["break_points"].table(seats).items()}
    if "guns" in node:
        taken = node["guns"].table(seats).items()
        found["guns"] = {side: [unit.text() for unit in units.list(UNITS)] for side, units in taken}
    if "units_broken" in node:
        named = node["units_broken"].table(seats).items()
        found["units_broken"] = {side: [unit.text() for unit in units.list(UNITS)] for side, units in named}
    return found


def _pair(node: Node) -> list[int]:
    pair = node.list(2, absent_ok=False)
    if len(pair) != 2:
        raise node.refuse("not_a_pair")
    return [one.number(-MOST, MOST) for one in pair]


def _loss(node: Node, sides: tuple[Side, ...]) -> dict[str, Any]:
    node.table(LOSS)
    return {
        "seat": node["side"].one_of(sides),
        "unit": node["unit"].text(),
        "routed": node.get("routed", 0).number(-MOST, MOST),
        "destroyed": node.get("destroyed", 0).number(-MOST, MOST),
    }


def _person(node: Node, sides: tuple[Side, ...], known: frozenset[str]) -> dict[str, Any]:
    node.table(known)
    return {"seat": node["side"].one_of(sides), "character": node["character"].text()}


def _felled(node: Node, sides: tuple[Side, ...]) -> dict[str, Any]:
    told = _person(node, sides, FELLED)
    return {**told, "captured": True} if "captured" in node and node["captured"].truth() else told


def _count(node: Node) -> int:
    return node.get("count", 1).number(-MOST, MOST)
