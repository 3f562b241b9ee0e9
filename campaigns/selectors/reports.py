"""Reading a battle on the table: what has been reported, what the figures say, and what the result would score."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

import msgspec
from msgspec import Struct

from battles import selectors as battles
from battles.models import Battle
from campaigns.models import Engagement
from campaigns.rules import battles as battle_rules
from campaigns.rules import recordbattle
from campaigns.rules.engine import Rules
from campaigns.rules.state import Ended, State, Task
from campaigns.rules.work import WarOver, Work
from rulesets import registry
from rulesets.contract import Action, CharacterResult, Json, Outcome, Problem, SeatResult, Setup
from rulesets.dice import Loaded
from rulesets.verdict import Facts, Verdict, propose

DRAW = "draw"
SITE = "site"
_NO_TASK = Task(do="forecast")


class Force(Struct, frozen=True, kw_only=True):
    """A side at the table. ``worth``: break points of each unit, where every unit has them entered."""

    order: tuple[str, ...]
    units: dict[str, dict[str, Any]]
    characters: dict[str, dict[str, Any]]

    @property
    def unit_keys(self) -> list[str]:
        return [key for key in self.order if key in self.units]

    @property
    def character_keys(self) -> list[str]:
        return [key for key in self.order if key in self.characters]

    @property
    def countable(self) -> bool:
        """Whether the break points can be counted from the units."""
        return bool(self.units) and all(unit["break_points"] is not None for unit in self.units.values())

    def points_lost(self, broken: tuple[str, ...] | list[str]) -> tuple[int, int]:
        """Starting and lost break points, the named units being lost."""
        worth = {key: unit["break_points"] or 0 for key, unit in self.units.items()}
        return sum(worth.values()), sum(worth.get(key, 0) for key in broken)


class Table(Struct, frozen=True, kw_only=True):
    """A battle on the table as everybody may see it. ``reports``: the standing report of each side."""

    stage: str
    reporter: str | None
    reports: dict[str, dict[str, Any]]
    disputes: list[dict[str, Any]]
    forces: dict[str, Force]
    objective: str | None
    guns: dict[str, list[str]] = {}
    """Units that the enemy can take, by their side."""

    @property
    def on_site(self) -> bool:
        return self.stage == SITE


def table_of(battle: Battle, sides: Sequence[str]) -> Table:
    """What lies open on the table, the sides in the war's order. No query.

    Of a battle that is played on the site nothing does: ``stage`` is ``site``, and only who is there is told.
    """
    if battle.ruleset != recordbattle.TABLE:
        return _on_the_site(battle, sides)
    return _table(battles.view_for(battle, None).data, sides)


def _on_the_site(battle: Battle, sides: Sequence[str]) -> Table:
    forces = msgspec.convert(battle.setup, Setup).forces
    return Table(
        stage=SITE,
        reporter=None,
        reports={},
        disputes=[],
        forces={
            side: Force(
                order=(*(one.id for one in forces[side].units), *(one.id for one in forces[side].characters)),
                units={
                    one.id: {"name": one.name, "figures": one.figures, "break_points": one.break_points}
                    for one in forces[side].units
                },
                characters={one.id: {"name": one.name, "rank": one.rank} for one in forces[side].characters},
            )
            for side in sides
        },
        objective=None,
    )


def table_at(rules: Rules, state: State) -> Table:
    """The same for the battle that a war waited for, whatever battle was fought then: for a report that is typed in afterwards."""
    ruleset = registry.get(recordbattle.TABLE)
    return _table(ruleset.view(recordbattle.table_at(rules, state), None).data, rules.pack.side_keys)


def _table(seen: Mapping[str, Json], sides: Sequence[str]) -> Table:
    return Table(
        stage=seen["stage"],
        reporter=seen["reporter"],
        reports=dict(seen["reports"]),
        disputes=list(seen["disputes"]),
        forces={
            side: Force(
                order=tuple(seen["forces"][side]["order"]),
                units=seen["forces"][side]["units"],
                characters=seen["forces"][side]["characters"],
            )
            for side in sides
        },
        objective=seen["objective"],
        guns=seen.get("guns", {}),
    )


def points_in(table: Table, report: Mapping[str, Any]) -> dict[str, tuple[int, int]]:
    """The break points that a report names, as numbers or by its broken units: (starting, lost) of each side."""
    points = {seat: (int(pair[0]), int(pair[1])) for seat, pair in report.get("break_points", {}).items()}
    for seat, names in report.get("units_broken", {}).items():
        points[seat] = table.forces[seat].points_lost(list(names))
    return points


def judge(rules: Rules, table: Table, report: Mapping[str, Any], roles: Mapping[str, str]) -> Verdict:
    """What the figures of a report say about who won, whatever the report itself says (Hispania 4)."""
    first, second = rules.pack.side_keys
    facts = Facts(
        seats=(first, second),
        break_points=points_in(table, report),
        withdrew=report.get("withdrew"),
        turns=report.get("turns"),
        first_broken=report.get("first_broken"),
        objective="village" if table.objective == "village" else None,
        attacker=roles.get("attacker"),
        defender=roles.get("defender"),
        # What burned where no village was at stake decides nothing.
        village_destroyed=bool(report.get("village_destroyed")) and table.objective == "village",
    )
    return propose(facts, rules.pack.victory_rules)


def decided(engagement: Engagement) -> dict[str, Any] | None:
    """How a decided battle ended, in the words of a report, whoever settled or corrected it. The battle is fetched along. No query."""
    counts = engagement.corrected or engagement.battle.outcome
    return None if counts is None else reported(msgspec.convert(counts, Outcome))


def reported(outcome: Outcome) -> dict[str, Any]:
    """An outcome in the words of a report."""
    winner = next((seat for seat, result in outcome.seats.items() if result.result == "win"), None)
    told: dict[str, Any] = {
        "winner": winner or DRAW,
        "level": outcome.seats[winner].level if winner else None,
        "withdrew": outcome.withdrew,
        "generals": dict(outcome.commanders),
        "note": outcome.notes,
        "losses": [
            {"seat": seat, "unit": key, "routed": lost.routed, "destroyed": lost.destroyed + lost.captured}
            for seat, units in outcome.units.items()
            for key, lost in units.items()
        ],
        "felled": [
            one | ({"captured": True} if befell.fate == "captured" else {})
            for one, befell in _befell(outcome)
            if befell.fate in ("felled", "captured")
        ],
        "deeds": [{**one, "count": befell.deeds} for one, befell in _befell(outcome) if befell.deeds],
    }
    if taken := {side: list(keys) for side, keys in outcome.guns_taken.items() if keys}:
        told["guns"] = taken
    known = ("turns", "village_destroyed", "break_points", "lowest", "first_broken")
    return told | {name: outcome.special[name] for name in known if name in outcome.special}


def _befell(outcome: Outcome) -> list[tuple[dict[str, str], CharacterResult]]:
    return [
        ({"seat": seat, "character": key}, befell)
        for seat, people in outcome.characters.items()
        for key, befell in people.items()
    ]


def problem_with(battle: Battle, seat: str, action: Action) -> Problem | None:
    """Why the rules would refuse this of a seat; None where they would take it. Nothing is played."""
    return registry.get(battle.ruleset).check(battle.state, seat, action)


def problem_of_report(rules: Rules, state: State, report: Mapping[str, Any]) -> Problem | None:
    """Why a table would not take such a report of the battle that a war waits for, whatever ruleset plays it."""
    try:
        recordbattle.outcome_of_report(rules, state, report)
    except recordbattle.Unreported as wrong:
        return wrong.problem
    return None


class Forecast(Struct, frozen=True, kw_only=True):
    """What a result would score at once, before anybody's fate or event is rolled. ``changes`` and ``totals`` are victory points."""

    changes: dict[str, int]
    totals: dict[str, int]
    ended: Ended | None


def forecast(rules: Rules, state: State, *, winner: str | None, level: str | None) -> Forecast:
    """The score after a battle with this result; ``ended`` where it would end the war (Hispania 5)."""
    work = Work(rules.pack, rules.readings, state, Loaded())
    before = {side: work.total(side) for side in work.sides}
    work.state.now.outcome = Outcome(seats={side: _seat(side, winner, level) for side in work.sides})
    try:
        battle_rules.settle(work, _NO_TASK)
        battle_rules.score(work, _NO_TASK)
    except WarOver:
        pass
    totals = {side: work.total(side) for side in work.sides}
    changes = {side: totals[side] - before[side] for side in work.sides}
    return Forecast(changes=changes, totals=totals, ended=work.state.ended)


def passed(rules: Rules, state: State) -> Ended | None:
    """How the war would end if both sides let the year pass; None where it goes on (R 13, R 30)."""
    work = Work(rules.pack, rules.readings, state, Loaded())
    work.state.now.outcome = None
    with suppress(WarOver):
        battle_rules.settle(work, _NO_TASK)
    return work.state.ended


def _seat(side: str, winner: str | None, level: str | None) -> SeatResult:
    if winner is None:
        return SeatResult(result="draw")
    told: Any = level
    return SeatResult(result="win" if side == winner else "loss", level=told)
