"""Playing one year of a record: its stages in order, its questions answered from the file or by default."""

import re
from collections import Counter
from collections.abc import Iterable

import msgspec

from campaigns.rules.decisions import (
    Choose,
    Decision,
    Fought,
    Length,
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
from campaigns.rules.engine import HOST
from campaigns.rules.losses import concerned, due_of
from campaigns.rules.muster import whole_roster
from campaigns.rules.places import Node, Refused
from campaigns.rules.recordbattle import outcome_of
from campaigns.rules.recorddice import RecordDice
from campaigns.rules.recordfile import FIGURES, LAST_YEAR, MOST, UNITS, ChoiceNode, RecordYear, character_of, unit_of
from campaigns.rules.recordlog import Move, Played
from campaigns.rules.scenarios import ALL_TROOPS
from campaigns.rules.state import Side, State
from campaigns.rules.summary import year_summary
from rulesets.contract import Ask, Problem

FREE_KINDS = ("ransom", "spend_grant", "replace_general", "standing_reroll", "surrender", "skip", "length")
LATER_KINDS = ("ransom", "spend_grant", "replace_general")
"""What is asked for in a year and may only be possible once its books are closed."""
SETUP = frozenset(("points", "village", "camp"))
MUSTER = frozenset(("units", "characters"))
IN_CHOICE = {
    "figures": "answer",
    "units": "answer",
    "general": "answer",
    "name": "answer",
    "below": "answer.below",
    "lost": "character",
}
"""What a decision calls its parts, and what a choice of the record calls them."""


class Stopped(Exception):
    """The year stays open here: it was written down in the middle."""


class YearPlay:
    """One year of a record. ``carried``: choices of the year before that could not be made in it."""

    def __init__(self, played: Played, year: RecordYear, carried: list[ChoiceNode]):
        self.played, self.rules, self.year, self.node = played, played.rules, year, year.node
        self.carried = carried
        self.dice = RecordDice(played.seed, year.number, self.node.get("dice", {}), self.rules.pack)
        # With choices of last year still to be made, this year's of the same kind belong to this year's grants.
        self.spoken_for = {(one.kind, one.side) for one in carried}
        self.done: Counter[str] = Counter()
        # A year that is simply skipped: nobody says who agreed when, so both agree once everything is chosen.
        self.to_be_skipped = year.skipped and not any(one.kind == "skip" for one in year.choices)

    @property
    def state(self) -> State:
        return self.played.state

    def run(self) -> list[ChoiceNode]:
        """Play the year; give back the choices that can only be made once it is closed."""
        try:
            self._play()
        except Stopped:
            return []
        return self._close()

    def _play(self) -> None:
        for stage in (self._last_year_s, self._orders, self._choose, self._skip, self._muster, self._battle):
            stage()
            if self._over():
                return
        # A record may stop in the middle of its last year, but not before a thing that it tells of.
        if self.year.skipped:
            raise self.node["skipped"].refuse("skip_not_agreed")
        if "battle" in self.node:
            raise self.node["battle"].refuse("not_yet")

    def _over(self) -> bool:
        return self.state.ended is not None or self.state.year != self.year.number

    # --- The stages -------------------------------------------------------------------------------------

    def _last_year_s(self) -> None:
        make_later(self.played, self.carried, self.dice)

    def _orders(self) -> None:
        if self._of_own_accord() or ("orders" not in self.node and self.year.stop is not None):
            return
        orders = self.node["orders"].table(frozenset(self.rules.pack.sides))
        moves: dict[Side, Decision] = {}
        for side in self.rules.pack.side_keys:
            moves[side] = Order(action=orders[side].one_of(tuple(self.rules.pack.actions)))
            if problem := self.rules.check(self.state, side, moves[side]):
                raise Refused(msgspec.structs.replace(problem, place=orders[side].place))
        self._step(moves)
        self._answer_all()

    def _choose(self) -> None:
        setup = self.node.get("setup", {}).table(SETUP)
        taken: set[str] = set()
        while self.state.stage == "choices" and not self._of_own_accord():
            asks = [ask for ask in self.rules.asks(self.state) if ask.prompt == "choose"]
            # In a year that is still open, whoever's choice is told has made it.
            ask = next((ask for ask in asks if not setup.value.keys().isdisjoint(ask.data)), asks[0])
            choice = Choose(
                points=_points(setup["points"]) if "points" in ask.data and "points" in setup else None,
                village="village" in ask.data and setup.get("village", False).truth(),
                camp="camp" in ask.data and setup.get("camp", False).truth(),
            )
            taken |= set(ask.data)
            place = setup["points"].place if choice.points is not None else setup.place
            self._make(ask.seat, choice, place)
        for key, value in setup.value.items():
            if key not in taken and value not in (False, None) and not self._over():
                raise setup[key].refuse("no_such_choice", choice=key)

    def _skip(self) -> None:
        if self._of_own_accord() or not self.to_be_skipped:
            return
        self.to_be_skipped = False
        for side in self.rules.pack.side_keys:
            self._demand(side, Skip(agree=True), f"{self.node.place}.skipped")
            self._apply({side: Skip(agree=True)})
        self._answer_all()

    def _muster(self) -> None:
        if "battle" not in self.node and "muster" not in self.node:
            return
        given = self.node.get("muster", {}).table(frozenset(self.rules.pack.sides))
        moves: dict[Side, Decision] = {}
        for side in self.rules.pack.side_keys:
            moves[side] = _mustered(given[side]) if side in given else whole_roster(self.state, side)
            self._demand(side, moves[side], f"{self.node.place}.muster.{side}")
        self._step(moves)
        self._answer_all()

    def _battle(self) -> None:
        if self.state.stage != "battle" or self._of_own_accord() or "battle" not in self.node:
            return
        node = self.node["battle"]
        self._make(HOST, Fought(outcome=outcome_of(self.rules, self.state, node)), node.place)
        self._answer_all()

    def _close(self) -> list[ChoiceNode]:
        """Write the year down, and keep for the next what could not be done in this one."""
        closed = self.state.year != self.year.number
        for one in self._unused("surrender"):
            if self.state.ended is None and one.node["answer"].value:
                one.used = True
                year = self.year.number if closed else None
                self._demand(one.side, Surrender(year=year), one.node.place)
                self._apply({one.side: Surrender(year=year)})
        now = self.state.closed if closed and self.state.closed is not None else self.state.now
        self.played.years.append(year_summary(self.rules, self.year.number, now, self.state))
        return self._left_over()

    def _left_over(self) -> list[ChoiceNode]:
        """Choices for the next year. What nothing asked for is told."""
        warnings, later = self.played.warnings, []
        warnings += [Problem(code="die_not_asked_for", place=place) for place in self.dice.unused()]
        for one in self._unused():
            if one.kind in LATER_KINDS and (one.kind != "ransom" or one.node["answer"].value):
                later.append(one)
            elif one.node["answer"].value is not False or one.kind in ("stake_all", "obey_recall"):
                warnings.append(Problem(code="choice_not_asked_for", place=one.node.place))
        return [] if self.state.ended is not None else later

    def _unused(self, kind: str = "") -> list[ChoiceNode]:
        return [one for one in self.year.choices if not one.used and kind in ("", one.kind)]

    # --- Choices of one's own accord --------------------------------------------------------------------

    def _of_own_accord(self) -> bool:
        """Make the choices that come here without being asked for, in the file's order; say whether the year is over."""
        if self.year.stop is not None and self.done.total() >= self.year.stop and not self.to_be_skipped:
            self._make_due()
            self.played.years.append(year_summary(self.rules, self.year.number, self.state.now, self.state))
            raise Stopped
        self._make_due()
        return self._over()

    def _make_due(self) -> None:
        for one in self.year.choices:
            if self._over():
                return
            if one.used or one.kind not in FREE_KINDS or not self._is_due(one):
                continue
            decision = free_decision(one)
            if decision is None:
                continue
            problem = self.rules.check(self.state, one.side, decision)
            if problem is None:
                one.used = True
                self._apply({one.side: decision})
                if self.state.stage == "aftermath" and one.kind == "skip":
                    self._answer_all()
            elif one.stage or not _may_wait(self.state, one, problem):
                raise Refused(in_choice(problem, one.node))

    def _is_due(self, one: ChoiceNode) -> bool:
        stage = self.state.stage
        if one.kind == "ransom" and stage == "aftermath":
            return False  # it answers a question then
        if one.stage:
            return one.stage == stage and self.done[stage] >= one.after
        if one.kind == "surrender":
            return stage == self._last_told()
        if one.kind == "skip":
            return False
        if one.kind == "length":
            return stage == "orders" and not self.done[stage]
        held_back = (one.kind, one.side) in self.spoken_for and one.kind != "ransom"
        return stage == "orders" and not self.done[stage] and not held_back

    def _last_told(self) -> str:
        """The stage in which a surrender comes that does not say when: after the last thing that the year tells."""
        if "battle" in self.node or self.year.skipped:
            return "closed"
        if "muster" in self.node:
            return "battle"
        return "muster" if "orders" in self.node else "orders"

    # --- Questions of the year --------------------------------------------------------------------------

    def _answer_all(self) -> None:
        """Answer what the rules ask, from the file or by default, until they ask for the next stage."""
        while self.state.pending and not self._of_own_accord():
            ask = self.state.pending[0]
            decision, node = self._reply(ask)
            if problem := self.rules.check(self.state, ask.seat, decision):
                raise Refused(in_choice(problem, node))
            self._step({ask.seat: decision})

    def _reply(self, ask: Ask) -> tuple[Decision, Node]:
        if ask.prompt == "dice":
            return self._typed(ask), self.node.get("dice")
        for one in self.year.choices:
            if one.used or (one.side, one.kind) != (ask.seat, ask.prompt) or one.after > self.done[self.state.stage]:
                continue
            decision = self._from_file(one, ask)
            if decision is not None:
                return decision, one.node
        fallback = self.rules.fallback(self.state, ask)
        assert fallback is not None
        return fallback, self.node

    def _typed(self, ask: Ask) -> Typed:
        """A die typed by hand: from the file, else from its seed."""
        address = ask.data["address"]
        rolled = self.dice.roll(ask.data["n"], ask.data["sides"], parts_of(address))
        return Typed(address=address, faces=rolled.faces)

    def _from_file(self, one: ChoiceNode, ask: Ask) -> Decision | None:
        """The answer that this choice gives to this question; None if it is about something else."""
        match one.kind:
            case "ransom":
                return self._ransom(one, ask)
            case "spend_reroll":
                return self._spend_reroll(one, ask)
            case "lose_points":
                return self._lose_points(one, ask)
        answer = one.node["answer"]
        one.used = True
        match one.kind:
            case "stake_all":
                return StakeAll(agree=answer.truth())
            case "obey_recall":
                return ObeyRecall(obey=answer.truth())
            case "successor":
                return Successor(name=answer.text())
        raise AssertionError(one.kind)

    @staticmethod
    def _ransom(one: ChoiceNode, ask: Ask) -> Decision | None:
        if one.node["character"].text() != ask.data["character"]:
            return None
        one.used = True
        return Ransom(character=ask.data["character"], pay=one.node["answer"].truth())

    def _spend_reroll(self, one: ChoiceNode, ask: Ask) -> Decision | None:
        answer = one.node["answer"].table(frozenset(("roll", "second")))
        why = parts_of(ask.data["address"])
        about_another = "character" in one.node and one.node["character"].text() != "".join(why[4:5])
        if answer["roll"].value != ask.data["roll"] or about_another:
            return None
        one.used = True
        if "second" in answer:
            second = answer["second"]
            dice = ask.data["n"] if ask.data["sides"] == 6 else 0
            self.dice.tell([*why[2:], "reroll"], second.value, second.place, dice)
        return SpendReroll(use=True)

    def _lose_points(self, one: ChoiceNode, ask: Ask) -> Decision | None:
        """Figures of the kind that is asked for; one choice may answer for both arms of a drought. Empty: by the program."""
        due = due_of(self.state, ask.seat, ask.data["key"])
        assert due is not None
        roster, answer = self.state.units[ask.seat], one.node["answer"]
        given = dict(answer.items(quoted=True))
        if not given:
            one.used = True
            return LosePoints(figures=None)
        able = {unit.id for unit in concerned(roster, due)}
        for key, node in given.items():
            if key not in roster:
                raise node.refuse("not_in_roster", id=key)
        figures = {key: node.number(1, FIGURES) for key, node in given.items() if key in able}
        if not figures:
            if not any(roster[key].figures for key in given):
                raise answer.refuse("not_concerned", id=", ".join(given))
            return None
        rest = {key: node.value for key, node in given.items() if key not in figures}
        one.node = Node({**one.node.value, "answer": rest}, one.node.place)
        one.used = not rest
        return LosePoints(figures=figures)

    # --- Going through the rules --------------------------------------------------------------------------

    def _demand(self, side: Side, decision: Decision, place: str) -> None:
        if problem := self.rules.check(self.state, side, decision):
            raise Refused(placed(problem, place))

    def _make(self, side: Side, decision: Decision, place: str) -> None:
        self._demand(side, decision, place)
        self._step({side: decision})

    def _step(self, moves: dict[Side, Decision]) -> None:
        """A decision that somebody owed: the year goes on."""
        self.done[self.state.stage] += 1
        self._apply(moves)

    def _apply(self, moves: dict[Side, Decision]) -> None:
        apply(self.played, moves, self.dice)


def apply(played: Played, moves: dict[Side, Decision], dice: RecordDice) -> None:
    """Play one step and write it into the log."""
    before, state = len(dice.rolled), played.state
    step = played.rules.apply(state, moves, dice)
    played.state = step.state
    rolls = tuple(dice.rolled[before:])
    played.log.append(Move(year=state.year, stage=state.stage, moves=moves, rolls=rolls, happenings=step.happenings))


def make_later(played: Played, carried: Iterable[ChoiceNode], dice: RecordDice) -> None:
    """Make the choices that a closed year left over. What is still not possible is refused.

    But a ransom for somebody whom nobody took is only ignored, like any answer to what was never asked.
    """
    for one in carried:
        decision = free_decision(one)
        if decision is None or played.state.ended is not None:
            continue
        problem = played.rules.check(played.state, one.side, decision)
        if problem is None:
            apply(played, {one.side: decision}, dice)
        elif one.kind == "ransom" and one.node["character"].text() in played.state.characters[one.side]:
            played.warnings.append(Problem(code="choice_not_asked_for", place=one.node.place))
        else:
            raise Refused(in_choice(problem, one.node))


def free_decision(one: ChoiceNode) -> Decision | None:
    """The decision that a choice makes by itself; None for one that only declines."""
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
            return StandingReroll(roll=answer["roll"].value, below=answer["below"].number(2, 13))
        case "surrender":
            year = node["year"].number(1, LAST_YEAR) if "year" in node else None
            return Surrender(year=year) if answer.value else None
        case "length":
            return Length(year=None if answer.value is False else answer.number(0, LAST_YEAR))
        case "skip":
            return Skip(agree=bool(answer.value))
    raise AssertionError(one.kind)


def _may_wait(state: State, one: ChoiceNode, problem: Problem) -> bool:
    """Whether it is not yet possible, rather than wrong: it then waits for what this year brings."""
    return (one.kind, problem.code) in (
        ("spend_grant", "over_grant"),
        ("replace_general", "nobody_lost"),
        ("ransom", "not_captured"),
    )


def parts_of(address: str) -> list[str]:
    """The parts of an address, as ``rulesets.dice.address_of`` joined them."""
    return [part.replace("~1", "/").replace("~0", "~") for part in address.split("/")]


def placed(problem: Problem, place: str) -> Problem:
    """The same problem, placed in the file. A place that already ends with the problem's own is not told twice."""
    inner = "" if problem.place and place.endswith(f".{problem.place}") else problem.place
    joined = f"{place}.{inner}" if place and inner else place or inner
    return msgspec.structs.replace(problem, place=joined)


def in_choice(problem: Problem, choice: Node) -> Problem:
    """The same problem, placed in a choice, where what a decision holds is the answer."""
    first, more = re.match(r"(\w*)(.*)", problem.place, re.DOTALL).groups()  # type: ignore[union-attr]
    if first == "figures" and more:
        more = f'."{more[1:]}"'
    return msgspec.structs.replace(problem, place=f"{choice.place}.{IN_CHOICE.get(first, first)}{more}".rstrip("."))


def _points(node: Node) -> int:
    return ALL_TROOPS if node.value == "all" else node.number(0, MOST)


def _mustered(node: Node) -> Muster:
    node.table(MUSTER)
    return Muster(
        units=tuple(unit.text() for unit in node.get("units", []).list(UNITS)),
        characters=tuple(one.text() for one in node.get("characters", []).list(UNITS)),
    )
