"""Playing a campaign record through the rules (``docs/campaign-record.md``).

``play`` gives the war as it follows from the file: every decision in order, every roll, and how each year ended. It touches no
database, and goes through the same ``check`` and ``apply`` as a war that is played online.
"""

from typing import Any

import msgspec
from msgspec import Struct

from campaigns.rules.decisions import (
    Choose,
    Decision,
    Fought,
    LosePoints,
    Muster,
    ObeyRecall,
    Order,
    Ransom,
    ReplaceGeneral,
    Skip,
    SpendGrant,
    SpendReroll,
    StakeAll,
    StandingReroll,
    Successor,
    Surrender,
    Typed,
)
from campaigns.rules.engine import HOST, Rules, Start
from campaigns.rules.fields import battle_setup
from campaigns.rules.losses import concerned, due_of
from campaigns.rules.muster import whole_roster
from campaigns.rules.places import Node, Refused, refuse
from campaigns.rules.recorddice import RecordDice
from campaigns.rules.recordfile import MOST, NOTES, UNITS, ChoiceNode, RecordFile, RecordYear, character_of, unit_of
from campaigns.rules.scenarios import ALL_TROOPS
from campaigns.rules.state import Side, State
from campaigns.rules.summary import ended, year_summary
from rulesets import registry
from rulesets.contract import Action, Ask, Happening, Problem
from rulesets.dice import Loaded, Rolled

TABLE = "tabletop"
FREE_KINDS = ("ransom", "spend_grant", "replace_general", "standing_reroll", "surrender")
SETUP = frozenset(("points", "village", "camp"))
BATTLE = frozenset(
    (
        "winner",
        "level",
        "general",
        "withdrew",
        "village_destroyed",
        "break_points",
        "first_broken",
        "lowest",
        "turns",
        "note",
        "losses",
        "felled",
        "deeds",
    )
)


class Move(Struct, frozen=True, kw_only=True):
    """One application of the rules: the decisions, the rolls they led to, and what happened. ``stage`` is the one before it."""

    year: int
    stage: str
    moves: dict[Side, Decision]
    rolls: tuple[Rolled, ...]
    happenings: tuple[Happening, ...]


class Played(Struct, kw_only=True):
    """A war played from a record."""

    rules: Rules
    start: Start
    name: str
    seed: str
    state: State
    log: list[Move]
    years: list[dict[str, Any]]
    warnings: list[Problem]

    def report(self) -> dict[str, Any]:
        """What ``campaign_record replay --json`` prints."""
        return {
            "record": 1,
            "campaign": self.name,
            "pack": self.rules.pack.key,
            "years": self.years,
            "ended": ended(self.state.ended),
        }


def start_of(record: RecordFile) -> Start:
    return Start(
        units=record.units,
        characters=record.characters,
        years=record.agreed,
        year=record.start_year,
        earned=record.earned,
        flags=record.flags,
        by_hand=record.by_hand,
    )


def play(record: RecordFile) -> Played:
    """Play a record to where it ends. Raises Refused at the first thing that the rules forbid."""
    rules = Rules(record.pack, record.readings)
    start = start_of(record)
    played = Played(
        rules=rules,
        start=start,
        name=record.name,
        seed=record.seed,
        state=rules.begin(start),
        log=[],
        years=[],
        warnings=_warnings(record),
    )
    carried: list[ChoiceNode] = []
    for year in record.years:
        if played.state.ended is not None:
            raise refuse(year.node.place, "war_was_over", year=played.state.ended.year)
        carried = _YearPlay(played, record, year, carried).run()
    return played


def _warnings(record: RecordFile) -> list[Problem]:
    """An army over the agreed points is not refused here: the club may have agreed on more."""
    found = []
    for side in record.pack.side_keys:
        points = sum(unit.value for unit in record.units[side]) + sum(one.points for one in record.characters[side])
        if record.start_year == 1 and points > record.pack.army_points:
            data = {"points": points, "agreed": record.pack.army_points}
            found.append(Problem(code="army_too_large", place=f"sides.{side}", data=data))
    return found


class _YearPlay:
    """One year of a record."""

    def __init__(self, played: Played, record: RecordFile, year: RecordYear, carried: list[ChoiceNode]):
        self.played, self.rules, self.year, self.node = played, played.rules, year, year.node
        self.carried = carried
        sides = self.rules.pack.side_keys
        self.dice = RecordDice(record.seed, year.number, self.node.get("dice", {}), sides)
        # With choices of last year still to be made, this year's of the same kind belong to this year's grants.
        self.spoken_for = {(one.kind, one.side) for one in carried}

    @property
    def state(self) -> State:
        return self.played.state

    def run(self) -> list[ChoiceNode]:
        """Play the year; give back the choices that can only be made once it is closed."""
        self._free("orders")
        if not self._over():
            self._orders()
        if not self._over():
            self._choose()
            self._free("choices")
        if not self._over():
            self._skip_or_fight()
        self._finish_open()
        return self._close()

    # --- The stages -------------------------------------------------------------------------------------

    def _over(self) -> bool:
        return self.state.ended is not None or self.state.year != self.year.number

    def _orders(self) -> None:
        if self._surrenders_now("orders"):
            return
        orders = self.node["orders"].table(frozenset(self.rules.pack.sides))
        moves: dict[Side, Decision] = {}
        for side in self.rules.pack.side_keys:
            moves[side] = Order(action=orders[side].one_of(tuple(self.rules.pack.actions)))
            self._demand(side, moves[side], orders[side].place)
        self._apply(moves)
        self._answer_all()

    def _choose(self) -> None:
        setup = self.node.get("setup", {}).table(SETUP)
        taken: set[str] = set()
        while self.state.stage == "choices":
            ask = self.rules.asks(self.state)[0]
            side = ask.seat
            choice = Choose(
                points=self._points(setup) if "points" in ask.data and "points" in setup else None,
                village="village" in ask.data and setup.get("village", False).truth(),
                camp="camp" in ask.data and setup.get("camp", False).truth(),
            )
            taken |= set(ask.data)
            place = setup["points"].place if choice.points is not None else setup.place
            self._make(side, choice, place)
        for key in setup.value:
            if key not in taken and setup.value[key] not in (False, None):
                raise setup[key].refuse("no_such_choice", choice=key)

    @staticmethod
    def _points(setup: Node) -> int:
        node = setup["points"]
        return ALL_TROOPS if node.value == "all" else node.number(0, MOST)

    def _skip_or_fight(self) -> None:
        if self.year.skipped:
            for side in self.rules.pack.side_keys:
                self._make(side, Skip(agree=True), f"{self.node.place}.skipped")
            self._answer_all()
            return
        if self._surrenders_now("muster"):
            return
        self._free("muster")
        if self._over():
            return
        self._muster()
        self._answer_all()
        if not self._surrenders_now("battle"):
            self._battle()
            self._answer_all()

    def _muster(self) -> None:
        given = self.node.get("muster", {}).table(frozenset(self.rules.pack.sides))
        if "battle" not in self.node and "muster" not in self.node:
            return
        moves: dict[Side, Decision] = {}
        for side in self.rules.pack.side_keys:
            if side in given:
                lists = given[side].table(frozenset(("units", "characters")))
                units = tuple(node.text() for node in lists.get("units", []).list(UNITS))
                people = tuple(node.text() for node in lists.get("characters", []).list(UNITS))
                moves[side] = Muster(units=units, characters=people)
            else:
                moves[side] = whole_roster(self.state, side)
            self._demand(side, moves[side], f"{self.node.place}.muster.{side}")
        self._apply(moves)

    def _battle(self) -> None:
        if self.state.stage != "battle":
            return
        if "battle" not in self.node:
            return
        node = self.node["battle"].table(BATTLE)
        report = _report(node, self.rules.pack.side_keys)
        ruleset = registry.get(TABLE)
        table = ruleset.setup(battle_setup(self.rules, self.state), Loaded()).state
        reporter = self.rules.pack.side_keys[0]
        action = Action(kind="report", arguments=report)
        absent = self.state.now.absent
        if problem := ruleset.check(table, reporter, action):
            raise Refused(_placed(_absence(problem, absent), node.place))
        table = ruleset.apply(table, {reporter: action}, Loaded()).state
        other = self.rules.pack.side_keys[1]
        table = ruleset.apply(table, {other: Action(kind="confirm")}, Loaded()).state
        outcome = ruleset.outcome(table)
        assert outcome is not None
        self._make(HOST, Fought(outcome=outcome), node.place)

    def _close(self) -> list[ChoiceNode]:
        """Write the year down, and keep for the next what could not be done in this one."""
        waiting = [one for one in (*self.carried, *self.year.choices) if not one.used]
        surrender = next((one for one in waiting if one.kind == "surrender"), None)
        closed = self.state.year != self.year.number
        if surrender is not None and self.state.ended is None and (surrender.node["answer"].value or closed):
            surrender.used = True
            if surrender.node["answer"].value:
                year = self.year.number if closed else None
                self._make(surrender.side, Surrender(year=year), surrender.node.place)
        now = self.state.closed if closed and self.state.closed is not None else self.state.now
        self.played.years.append(year_summary(self.rules, self.year.number, now, self.state))
        for place in self.dice.unused():
            self.played.warnings.append(Problem(code="die_not_asked_for", place=place))
        later = [one for one in waiting if not one.used]
        return self._kept(later)

    def _kept(self, waiting: list[ChoiceNode]) -> list[ChoiceNode]:
        kept = []
        for one in waiting:
            if one.kind in ("spend_grant", "replace_general", "ransom") and one in self.year.choices:
                if one.kind == "ransom" and not one.node["answer"].value:
                    continue
                kept.append(one)
            elif one.kind in ("spend_grant", "replace_general", "ransom"):
                raise one.node.refuse("choice_not_possible", kind=one.kind)
            elif one.kind != "surrender":
                self.played.warnings.append(Problem(code="choice_not_asked_for", place=one.node.place))
        if kept and self.state.ended is not None:
            return []
        return kept

    def _finish_open(self) -> None:
        """A record may stop in the middle of its last year; a year that is followed by another must be whole."""
        if not self._over() and "battle" in self.node and self.state.stage in ("orders", "choices", "muster"):
            raise self.node["battle"].refuse("not_yet")

    # --- Choices of one's own accord --------------------------------------------------------------------

    def _surrenders_now(self, stage: str) -> bool:
        """Whether a surrender of this year comes here: where it says, else after the last thing the year tells."""
        for one in self.year.choices:
            if one.kind != "surrender" or one.used or not one.node["answer"].value:
                continue
            last = {"orders": "orders", "muster": "muster", "battle": "battle"}
            told = [key for key in last if key in self.node]
            here = one.stage or _stage_after(told)
            if here == stage or (here == "choices" and stage == "muster"):
                one.used = True
                self._make(one.side, Surrender(), one.node.place)
                return True
        return False

    def _free(self, stage: str) -> None:
        """Ransoms, purchases, replacements and instructions that are possible at this stage, in the file's order."""
        pending = [one for one in self.carried if not one.used] if stage == "orders" else []
        for one in (*pending, *self.year.choices):
            if self._over():
                return
            mine = one in self.carried
            if one.used or one.kind not in FREE_KINDS or one.kind == "surrender":
                continue
            if not mine and (one.stage or "orders") != stage:
                continue
            if not mine and (one.kind, one.side) in self.spoken_for and one.kind != "ransom":
                continue
            self._try_free(one, must=mine or bool(one.stage))

    def _try_free(self, one: ChoiceNode, *, must: bool) -> None:
        decision = self._decision(one)
        if decision is None:
            return
        problem = self.rules.check(self.state, one.side, decision)
        if problem is None:
            one.used = True
            self._apply({one.side: decision})
        elif must or not self._may_wait(one, problem):
            raise Refused(_placed(problem, one.node.place))

    def _may_wait(self, one: ChoiceNode, problem: Problem) -> bool:
        """Whether it is not yet possible, rather than wrong: it then waits for what this year brings."""
        match one.kind:
            case "spend_grant":
                return not self.state.purses.get(one.side)
            case "replace_general":
                return problem.code == "nobody_lost"
            case "ransom":
                return problem.code == "not_captured"
        return False

    def _decision(self, one: ChoiceNode) -> Decision | None:
        node, answer = one.node, one.node["answer"]
        match one.kind:
            case "ransom":
                return Ransom(character=node["character"].text(), pay=True) if answer.value else None
            case "spend_grant":
                return SpendGrant(units=tuple(unit_of(unit) for unit in answer.list(UNITS, absent_ok=False)))
            case "replace_general":
                lost = node["character"].text() if "character" in node else ""
                return ReplaceGeneral(general=character_of(answer), lost=lost)
            case "standing_reroll":
                answer.table(frozenset(("roll", "below")))
                roll = answer["roll"].value
                return StandingReroll(roll=roll, below=answer["below"].number(2, 13))
        raise AssertionError(one.kind)

    # --- Questions of the year --------------------------------------------------------------------------

    def _answer_all(self) -> None:
        """Answer what the rules ask, from the file or by default, until they ask for the next stage."""
        while self.state.pending and self.state.ended is None:
            ask = self.state.pending[0]
            decision, place = self._reply(ask)
            self._make(ask.seat, decision, place)

    def _reply(self, ask: Ask) -> tuple[Decision, str]:
        if ask.prompt == "dice":
            return self._typed(ask), f"{self.node.place}.dice"
        for one in self.year.choices:
            if one.used or one.side != ask.seat or one.kind != ask.prompt:
                continue
            decision = self._from_file(one, ask)
            if decision is not None:
                return decision, one.node.place
        fallback = self.rules.fallback(self.state, ask)
        assert fallback is not None
        return fallback, self.node.place

    def _typed(self, ask: Ask) -> Typed:
        """A die typed by hand: from the file, else from its seed."""
        address = ask.data["address"]
        why = [part.replace("~1", "/").replace("~0", "~") for part in address.split("/")]
        rolled = self.dice.roll(ask.data["n"], ask.data["sides"], why)
        return Typed(address=address, faces=rolled.faces)

    def _from_file(self, one: ChoiceNode, ask: Ask) -> Decision | None:
        answer = one.node["answer"]
        match one.kind:
            case "ransom":
                if one.node["character"].text() != ask.data["character"]:
                    return None
                one.used = True
                return Ransom(character=ask.data["character"], pay=answer.truth())
            case "stake_all":
                one.used = True
                return StakeAll(agree=answer.truth())
            case "obey_recall":
                one.used = True
                return ObeyRecall(obey=answer.truth())
            case "successor":
                one.used = True
                return Successor(name=answer.text())
            case "spend_reroll":
                return self._spend_reroll(one, ask)
            case "lose_points":
                return self._lose_points(one, ask)
        return None

    def _spend_reroll(self, one: ChoiceNode, ask: Ask) -> Decision | None:
        answer = one.node["answer"].table(frozenset(("roll", "second")))
        subject = one.node["character"].text() if "character" in one.node else None
        if answer["roll"].value != ask.data["roll"]:
            return None
        address = ask.data["address"]
        why = [part.replace("~1", "/").replace("~0", "~") for part in address.split("/")]
        if subject is not None and subject not in why:
            return None
        one.used = True
        if "second" in answer:
            second = answer["second"]
            self.dice.tell(
                [*why[2:], "reroll"], second.value, second.place, ask.data["n"] if ask.data["sides"] == 6 else 0
            )
        return SpendReroll(use=True)

    def _lose_points(self, one: ChoiceNode, ask: Ask) -> Decision | None:
        """Figures of the kind that is asked for; one choice may answer for both arms of a drought."""
        due = due_of(self.state, ask.seat, ask.data["key"])
        assert due is not None
        roster = self.state.units[ask.seat]
        figures: dict[str, int] = {}
        able = {unit.id for unit in concerned(roster, due)}
        answer = one.node["answer"]
        for key, node in answer.items(quoted=True):
            if key not in roster:
                raise node.refuse("not_in_roster", id=key)
            if key in able:
                figures[key] = node.number(1, 1000)
        if not figures:
            if not any(roster[key].figures for key in answer.value):
                raise answer.refuse("not_concerned", id=", ".join(answer.value))
            return None
        rest = {key: value for key, value in answer.value.items() if key not in figures}
        one.node.value = {**one.node.value, "answer": rest}
        one.used = not rest
        return LosePoints(figures=figures)

    # --- Going through the rules --------------------------------------------------------------------------

    def _demand(self, side: Side, decision: Decision, place: str) -> None:
        if problem := self.rules.check(self.state, side, decision):
            raise Refused(_placed(problem, place, below=not place.endswith((problem.place or "-",))))

    def _make(self, side: Side, decision: Decision, place: str) -> None:
        self._demand(side, decision, place)
        self._apply({side: decision})

    def _apply(self, moves: dict[Side, Decision]) -> None:
        before = len(self.dice.rolled)
        year, stage = self.state.year, self.state.stage
        step = self.rules.apply(self.state, moves, self.dice)
        self.played.state = step.state
        rolls = tuple(self.dice.rolled[before:])
        self.played.log.append(Move(year=year, stage=stage, moves=moves, rolls=rolls, happenings=step.happenings))


def _stage_after(told: list[str]) -> str:
    if "battle" in told:
        return "closed"
    if "muster" in told:
        return "battle"
    return "muster" if "orders" in told else "orders"


def _placed(problem: Problem, place: str, *, below: bool = True) -> Problem:
    """The same problem, placed in the file."""
    inner = problem.place if below else ""
    joined = f"{place}.{inner}" if place and inner else place or inner
    return msgspec.structs.replace(problem, place=joined)


def _absence(problem: Problem, absent: dict[Side, tuple[str, ...]]) -> Problem:
    """Somebody kept away by pain is not simply unknown: say why he cannot fall or gain anything."""
    if problem.code == "character_not_there" and problem.data["character"] in absent.get(problem.data["seat"], ()):
        return msgspec.structs.replace(problem, code="was_absent", data={"id": problem.data["character"]})
    return problem


def _report(node: Node, sides: tuple[str, ...]) -> dict[str, Any]:
    """The file's battle in the words of a table report."""
    report: dict[str, Any] = {"winner": node["winner"].one_of((*sides, "draw"))}
    if "level" in node:
        report["level"] = node["level"].one_of(("major", "minor"))
    for key in ("withdrew", "first_broken"):
        if key in node:
            report[key] = node[key].one_of(sides)
    if "village_destroyed" in node:
        report["village_destroyed"] = node["village_destroyed"].truth()
    if "turns" in node:
        report["turns"] = node["turns"].number(1, 99)
    if "note" in node:
        report["note"] = node["note"].text(NOTES, empty_ok=True)
    if "general" in node:
        report["generals"] = {k: v.text() for k, v in node["general"].table(frozenset(sides)).items()}
    if "lowest" in node:
        report["lowest"] = {k: v.number(0, MOST) for k, v in node["lowest"].table(frozenset(sides)).items()}
    if "break_points" in node:
        report["break_points"] = {
            side: _pair(pair) for side, pair in node["break_points"].table(frozenset(sides)).items()
        }
    report["losses"] = [_loss(one, sides) for one in node.get("losses", []).list(2 * UNITS)]
    for key in ("felled", "deeds"):
        report[key] = [_person(one, sides, key) for one in node.get(key, []).list(2 * UNITS)]
    return report


def _pair(node: Node) -> list[int]:
    pair = node.list(2, absent_ok=False)
    if len(pair) != 2:
        raise node.refuse("not_a_pair")
    return [one.number(-MOST, MOST) for one in pair]


def _loss(node: Node, sides: tuple[str, ...]) -> dict[str, Any]:
    node.table(frozenset(("side", "unit", "routed", "destroyed")))
    return {
        "seat": node["side"].one_of(sides),
        "unit": node["unit"].text(),
        "routed": node.get("routed", 0).number(-MOST, MOST),
        "destroyed": node.get("destroyed", 0).number(-MOST, MOST),
    }


def _person(node: Node, sides: tuple[str, ...], key: str) -> dict[str, Any]:
    node.table(frozenset(("side", "character", "count") if key == "deeds" else ("side", "character")))
    person: dict[str, Any] = {"seat": node["side"].one_of(sides), "character": node["character"].text()}
    if key == "deeds":
        person["count"] = node.get("count", 1).number(-MOST, MOST)
    return person
