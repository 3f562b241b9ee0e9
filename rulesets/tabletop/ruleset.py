"""A battle fought on a real table: one side reports it, the other confirms or disputes, the umpire may rule.

Nothing is hidden and no die is rolled. The report is judged by Hispania 4 (``rulesets.verdict``).
"""

from collections.abc import Iterable, Mapping
from typing import cast

import msgspec

from rulesets.contract import (
    UMPIRE,
    Action,
    Ask,
    Choice,
    Description,
    Happening,
    IntRange,
    Json,
    OneOf,
    Outcome,
    Problem,
    Row,
    Scene,
    Seat,
    SeatDescription,
    Setup,
    Step,
    View,
)
from rulesets.contract import Group as GroupDomain
from rulesets.dice import Dice
from rulesets.errors import BrokenSetup, IllegalAction
from rulesets.tabletop.orders import (
    DRAW,
    REASON_LENGTH,
    Confirmation,
    Dispute,
    Report,
    Ruling,
    check_report,
    choices,
    facts_of,
    outcome_of,
    read,
)
from rulesets.tabletop.scene import table
from rulesets.tabletop.setup import problems
from rulesets.tabletop.state import State, opened, other, rules_of
from rulesets.verdict import VictoryRules, propose

HAPPENINGS = ("opened", "reported", "amended", "confirmed", "disputed", "ruled", "decided")


class Tabletop:
    """The verbs of the contract."""

    key = "tabletop"
    edition = 1

    def describe(self) -> Description:
        turns = IntRange(low=1, high=99)
        share = Row(values=(IntRange(low=1, high=100), IntRange(low=1, high=100)))
        victory = GroupDomain(
            fields={"break_share": share, "minor_share": share, "turns": turns, "withdraw_after": turns},
            optional=("break_share", "minor_share", "turns", "withdraw_after"),
        )
        return Description(
            name=self.key,
            # Any two keys of players will do: these stand for the first and the second.
            seats=(
                SeatDescription(key="first"),
                SeatDescription(key="second"),
                SeatDescription(key=UMPIRE, optional=True),
            ),
            options={"objective": OneOf(values=("village",)), "victory": victory},
            can_assist_table=True,
            rolls_dice=False,
            happenings=HAPPENINGS,
        )

    def check_setup(self, setup: Setup) -> list[Problem]:
        return problems(setup)

    def setup(self, setup: Setup, dice: Dice) -> Step:
        found = problems(setup)
        if found:
            raise BrokenSetup(found[0].code)
        rules = msgspec.convert(setup.options.get("victory", {}), VictoryRules)
        state = opened(setup, rules)
        told = {"seats": state["seats"], "scenario": setup.scenario}
        return Step(state=state, happenings=(Happening(kind="opened", data=told),))

    def asks(self, state: Json) -> list[Ask]:
        held = cast(State, state)
        if held["stage"] == "over":
            return []
        first, second = held["seats"]
        if held["stage"] == "report":
            reports = [Ask(seat=first, prompt="report"), Ask(seat=second, prompt="report")]
            return [*reports, Ask(seat=UMPIRE, kind="may", prompt="step_in")]
        if held["stage"] == "answer":
            reporter = held["reporter"] or first
            answer = Ask(seat=other(held, reporter), prompt="answer", data={"reporter": reporter})
            amend = Ask(seat=reporter, kind="may", prompt="amend")
            return [answer, amend, Ask(seat=UMPIRE, kind="may", prompt="step_in")]
        again = [Ask(seat=seat, kind="may", prompt="report_again", wanted=True) for seat in held["seats"]]
        return [*again, Ask(seat=UMPIRE, kind="may", prompt="ruling", wanted=True)]

    def menu(self, state: Json, seat: Seat, focus: str | None = None) -> Iterable[Choice]:
        return choices(cast(State, state), _kinds(cast(State, state), seat))

    def check(self, state: Json, seat: Seat, action: Action) -> Problem | None:
        held = cast(State, state)
        found = self._check(held, seat, action)
        if found is None or not found.rule:
            return found
        return msgspec.structs.replace(found, rule=rules_of(held).cited(found.rule))

    def _check(self, held: State, seat: Seat, action: Action) -> Problem | None:
        said = read(action)
        if isinstance(said, Problem):
            return said
        allowed = _kinds(held, seat)
        if action.kind not in allowed:
            return Problem(code="not_now", data={"kind": action.kind, "allowed": list(allowed)})
        if isinstance(said, Report):
            return check_report(held, said)
        if isinstance(said, Dispute | Ruling):
            return _check_reason(said.reason) or _check_inner(held, seat, said)
        return None

    def apply(self, state: Json, moves: Mapping[Seat, Action], dice: Dice) -> Step:
        held = cast(State, state)
        ((seat, action),) = moves.items()
        said = read(action)
        if isinstance(said, Problem):
            raise IllegalAction(said.code)
        if isinstance(said, Report):
            kind = "amended" if action.kind == "amend" else "reported"
            return _reported(held, seat, action.arguments, said, kind)
        if isinstance(said, Dispute):
            return _disputed(held, seat, action.arguments, said)
        if isinstance(said, Ruling):
            happening = Happening(kind="ruled", data={"seat": seat, "reason": said.reason})
            return _decided(held, said.report, happening)
        assert isinstance(said, Confirmation)
        report = msgspec.convert(held["reports"][other(held, seat)], Report)
        return _decided(held, report, Happening(kind="confirmed", data={"seat": seat}))

    def fallback(self, state: Json, seat: Seat, why: str) -> Action:
        """For an absent seat: his answer is yes; a report that nobody gives is a draw without losses."""
        kinds = _kinds(cast(State, state), seat)
        if "confirm" in kinds:
            return Action(kind="confirm")
        if "report" in kinds:
            return Action(kind="report", arguments={"winner": DRAW})
        raise IllegalAction(f"{seat} owes nothing")

    def view(self, state: Json, seat: Seat | None) -> View:
        """Nothing is hidden on an open table."""
        return View(seat=seat, data=state)

    def outcome(self, state: Json) -> Outcome | None:
        told = cast(State, state).get("outcome")
        return None if told is None else msgspec.convert(told, Outcome)

    def scene(self, view: View) -> Scene:
        return table(cast(State, view.data))

    def invariants(self, state: Json) -> list[str]:
        held = cast(State, state)
        broken = []
        if (held["stage"] == "over") != ("outcome" in held):
            broken.append("a battle that is over has an outcome, and no other has")
        for seat, report in held["reports"].items():
            found = check_report(held, msgspec.convert(report, Report))
            if found is not None:
                broken.append(f"the report of {seat} stands but cannot be: {found.code}")
        return broken


def _kinds(state: State, seat: Seat) -> tuple[str, ...]:
    """What a seat may do now, by kind."""
    stage = state["stage"]
    if stage == "over":
        return ()
    if seat == UMPIRE:
        return ("rule",)
    if seat not in state["seats"]:
        return ()
    if stage == "report":
        return ("report",)
    if stage == "answer":
        return ("amend",) if seat == state["reporter"] else ("confirm", "dispute")
    # Whoever changes his mind may still say yes to the other side's report.
    return ("report", "confirm") if other(state, seat) in state["reports"] else ("report",)


def _check_reason(reason: str) -> Problem | None:
    if not reason.strip():
        return Problem(code="reason_missing", place="reason")
    if len(reason) > REASON_LENGTH:
        return Problem(code="reason_too_long", data={"longest": REASON_LENGTH, "length": len(reason)}, place="reason")
    return None


def _check_inner(state: State, seat: Seat, said: Dispute | Ruling) -> Problem | None:
    """The report inside a dispute or a ruling is judged like any other."""
    if said.report is None:
        return None
    found = check_report(state, said.report)
    if found is not None:
        return msgspec.structs.replace(found, place=f"report.{found.place}")
    reporter = state["reporter"]
    if isinstance(said, Ruling) or reporter is None:
        return None
    if msgspec.convert(state["reports"][reporter], Report) == said.report:
        return Problem(code="same_report", data={"reporter": reporter}, place="report")
    return None


def _summary(report: Report) -> dict[str, Json]:
    return {"winner": None if report.winner == DRAW else report.winner, "level": report.level}


def _reported(state: State, seat: Seat, arguments: dict[str, Json], report: Report, kind: str) -> Step:
    # A report opens the question anew: what the other side said before no longer waits for anybody.
    after: State = {**state, "stage": "answer", "reporter": seat, "reports": {seat: arguments}}
    return Step(state=after, happenings=(Happening(kind=kind, data={"seat": seat, **_summary(report)}),))


def _disputed(state: State, seat: Seat, arguments: dict[str, Json], said: Dispute) -> Step:
    reports = dict(state["reports"])
    told: dict[str, Json] = {"seat": seat, "reason": said.reason, "own_report": said.report is not None}
    if said.report is not None:
        reports[seat] = arguments["report"]
        told |= _summary(said.report)
    disputes = [*state["disputes"], {"seat": seat, "reason": said.reason}]
    after: State = {**state, "stage": "dispute", "reporter": None, "reports": reports, "disputes": disputes}
    return Step(state=after, happenings=(Happening(kind="disputed", data=told),))


def _decided(state: State, report: Report, first: Happening) -> Step:
    outcome, rules = outcome_of(state, report), rules_of(state)
    verdict = propose(facts_of(state, report), rules)
    told = [{"code": one.code, "data": one.data, "rule": rules.cited(one.rule)} for one in verdict.reasons]
    decided = Happening(kind="decided", data={**_summary(report), "reasons": told}, rule=rules.cited("Hispania 4"))
    after: State = {**state, "stage": "over", "reporter": None, "outcome": msgspec.to_builtins(outcome)}
    return Step(state=after, happenings=(first, decided), reveals=True)
