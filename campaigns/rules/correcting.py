"""A corrected war: one decision is another, and everything after it is played again (design 1).

Nothing is stored. What was decided later is decided again where it still fits, dice that fell fall the same again at their addresses,
and whatever no longer fits is a ``Misfit``: for each somebody says what is done instead, and until he does, the war's default is taken
to see how the war would go on.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct

from campaigns.rules import noteddice, typed
from campaigns.rules.corrected import Again as Again
from campaigns.rules.corrected import Corrected as Corrected
from campaigns.rules.corrected import Edit as Edit
from campaigns.rules.corrected import Fresh as Fresh
from campaigns.rules.corrected import Gone as Gone
from campaigns.rules.corrected import How as How
from campaigns.rules.corrected import Misfit as Misfit
from campaigns.rules.corrected import Past as Past
from campaigns.rules.corrected import Refused as Refused
from campaigns.rules.corrected import Resolution as Resolution
from campaigns.rules.corrected import Unrolled as Unrolled
from campaigns.rules.corrected import Why as Why
from campaigns.rules.decisions import Decision, Ransom, Typed, kind_of
from campaigns.rules.engine import Rules, Start
from campaigns.rules.recordlog import Recalled
from campaigns.rules.state import Side, State
from campaigns.rules.summary import year_summary
from rulesets.contract import Ask, Problem
from rulesets.dice import Rolled, Shuffles, address_of
from rulesets.errors import DiceSpent

STAGES = ("orders", "choices", "muster", "battle", "aftermath", "over")


class Dice(Shuffles):
    """Dice that fell fall the same again; those that never fell come from ``fresh``."""

    def __init__(self, fell: Mapping[str, Rolled], fresh: Fresh):
        self._fell, self._fresh = fell, fresh
        self.rolled: list[Rolled] = []
        self.new: list[str] = []

    def roll(self, n: int, sides: int, why: Sequence[str]) -> Rolled:
        address = address_of(why)
        kept = self._fell.get(address)
        if kept is None or not stands(kept, n, sides):
            # Another event may ask for other dice at the same address: those have not fallen yet.
            kept = self._fresh(n, sides, why)
            self.new.append(address)
        self.rolled.append(kept)
        return kept


def stands(rolled: Rolled, n: int, sides: int) -> bool:
    """Whether what fell answers for so many dice of so many sides: faces, or a total where only that was noted down."""
    fell = Typed(address=rolled.address, faces=rolled.faces)
    return rolled.sides == sides and typed.check(fell, n, sides) is None


# --- Questions --------------------------------------------------------------------------------------


type Question = tuple[Any, ...]
"""What a decision answers, the same in every course of the war: the year, the seat, the step that asks, and about whom."""

OWED = ("order", "choose", "muster", "fought")


def question(state: State, ask: Ask) -> Question:
    about = ask.data.get("address") or ask.data.get("key") or ""
    character = ask.data.get("character", "") if ask.prompt == "ransom" else ""
    task = state.tasks[0] if state.pending and state.tasks else None
    step = (task.do, task.side, task.who, task.n) if task is not None and ask.prompt != "dice" else ()
    return (state.year, ask.prompt, ask.seat, about, character, *step)


def answered(rules: Rules, state: State, seat: Side, move: Decision) -> Ask | None:
    """The question that a decision answers; None for what was decided of one's own accord."""
    prompt = kind_of(move)
    for ask in state.pending:
        if ask.seat != seat or ask.prompt != prompt:
            continue
        if isinstance(move, Typed) and ask.data.get("address") != move.address:
            continue
        if isinstance(move, Ransom) and ask.data.get("character") != move.character:
            continue
        return ask
    if prompt not in OWED:
        return None
    return next((ask for ask in rules.asks(state) if ask.seat == seat and ask.prompt == prompt), None)


class _Owed(Struct, kw_only=True):
    """A scripted answer."""

    number: int
    seat: Side
    decision: Decision
    corrected: bool = False
    removed: bool = False
    """It was not made: what the war lays down for the absent is done instead."""


INSERTED = 0
"""The number of a decision that nobody had made."""


class _Free(Struct, kw_only=True):
    """Something decided of one's own accord, and when: after so many answers in that stage of that year."""

    number: int
    seat: Side
    decision: Decision
    year: int
    stage: str
    after: int
    corrected: bool = False

    def due(self, state: State, done: Counter[tuple[int, str]]) -> bool:
        if state.year != self.year:
            return state.year > self.year
        if state.stage == self.stage:
            return done[self.year, self.stage] >= self.after
        return STAGES.index(state.stage) > STAGES.index(self.stage)


class _Told(Struct, kw_only=True):
    """The war as it stands, told again."""

    states: list[State]
    summaries: dict[int, dict[str, Any]]
    done: list[Counter[tuple[int, str]]]
    owed: dict[Question, _Owed]
    free: list[_Free]


def _tell(rules: Rules, start: Start, log: Sequence[Past]) -> _Told:
    state = rules.begin(start)
    told = _Told(states=[state], summaries={}, done=[Counter()], owed={}, free=[])
    for past in log:
        done = Counter(told.done[-1])
        if _take(rules, told, state, past, done):
            done[state.year, state.stage] += 1
        told.done.append(done)
        after = rules.apply(state, past.moves, Recalled(past.rolls)).state
        _sum_up(rules, told.summaries, state, after)
        told.states.append(after)
        state = after
    if state.ended is None:
        told.summaries[state.year] = year_summary(rules, state.year, state.now, state)
    return told


def summaries_of(rules: Rules, start: Start, log: Sequence[Past]) -> dict[int, dict[str, Any]]:
    """How each year of a log ended, the open one as far as it went."""
    return _tell(rules, start, log).summaries


def _take(rules: Rules, told: _Told, state: State, past: Past, done: Counter[tuple[int, str]]) -> bool:
    """Put a decision among the answers, or among what was done of one's own accord. Whether it was an answer."""
    owed = False
    for seat, move in past.moves.items():
        ask = answered(rules, state, seat, move)
        if ask is not None:
            told.owed[question(state, ask)] = _Owed(number=past.number, seat=seat, decision=move)
            owed = True
        else:
            after = done[state.year, state.stage]
            told.free.append(
                _Free(number=past.number, seat=seat, decision=move, year=state.year, stage=state.stage, after=after)
            )
    return owed


def _sum_up(rules: Rules, summaries: dict[int, dict[str, Any]], before: State, after: State) -> None:
    if after.ended is not None:
        summaries[before.year] = year_summary(rules, before.year, after.now, after)
    elif after.year != before.year and after.closed is not None:
        summaries[before.year] = year_summary(rules, before.year, after.closed, after)


# --- Playing again ----------------------------------------------------------------------------------


def correct(
    rules: Rules,
    start: Start,
    log: Sequence[Past],
    edit: Edit,
    *,
    plan: Mapping[str, Resolution] | None = None,
    fell: Mapping[str, Rolled] | None = None,
    fresh: Fresh,
    default_order: str = "",
    otherwise: How | None = None,
) -> Corrected:
    """Play the war again with one decision corrected.

    ``log``: the decisions that count, in order. ``plan``: what is done about misfits, by their key. ``fell``: every roll that ever fell,
    by address (None: those of the log). ``otherwise``: what is done about misfits of which the plan says nothing, where that can be done
    (None: the default). Raises Refused where the correction itself is against the rules or changes nothing.
    """
    index = next((n for n, past in enumerate(log) if past.number == edit.number), None)
    if index is None and edit.insert and log and edit.number > log[-1].number:
        raise Refused(Problem(code="nothing_after_the_last"))
    if index is None or not (edit.insert or edit.roll or edit.seat in log[index].moves):
        raise Refused(Problem(code="no_such_decision", data={"number": edit.number}))
    told = _tell(rules, start, log)
    state = told.states[index]
    if fell is None:
        fell = {roll.address: roll for past in log for roll in past.rolls}
    if edit.roll:
        rolled = noteddice.judge(rules, state, log[index], edit)
        fell = {**fell, rolled.address: rolled}
    elif edit.insert:
        _judge_inserted(rules, state, edit)
    else:
        _judge(rules, state, log[index], edit, default_order)
    script = _rest(told, log[index:], edit)
    if edit.insert and edit.decision is not None:
        script.free.insert(0, _inserted(edit.seat, edit.decision, state, told.done[index]))
    replay = _Replay(rules, state, told.done[index], script, plan or {}, fell, fresh, default_order, otherwise)
    replay.summaries = {year: one for year, one in told.summaries.items() if year < state.year}
    replay.run()
    return _corrected(replay, told, log, index, edit)


def _judge(rules: Rules, state: State, past: Past, edit: Edit, default_order: str) -> None:
    old = past.moves[edit.seat]
    ask = answered(rules, state, edit.seat, old)
    if edit.decision is None:
        if ask is None or ask.prompt == "dice":
            return
        default = rules.fallback(state, ask, standing_order=default_order or None)
        if default is None:
            raise Refused(Problem(code="must_be_decided", data={"prompt": kind_of(old)}))
        if default == old:
            raise Refused(Problem(code="nothing_corrected"))
        return
    if edit.decision == old:
        raise Refused(Problem(code="nothing_corrected"))
    if kind_of(edit.decision) != kind_of(old):
        raise Refused(Problem(code="other_kind", data={"prompt": kind_of(old)}))
    if ask is not None and answered(rules, state, edit.seat, edit.decision) != ask:
        raise Refused(Problem(code="other_question", data={"prompt": kind_of(old)}))
    if problem := rules.check(state, edit.seat, edit.decision):
        raise Refused(problem)


def insertable(rules: Rules, state: State) -> list[Ask]:
    """What each side might have done there of its own accord. What it was asked stands in the log, if only as the default."""
    return [ask for ask in rules.asks(state) if ask.kind == "may"]


def _judge_inserted(rules: Rules, state: State, edit: Edit) -> None:
    if edit.decision is None:
        raise Refused(Problem(code="nothing_corrected"))
    prompt = kind_of(edit.decision)
    if not any((ask.seat, ask.prompt) == (edit.seat, prompt) for ask in insertable(rules, state)):
        raise Refused(Problem(code="not_insertable", data={"prompt": prompt}))
    if answered(rules, state, edit.seat, edit.decision) is not None:
        raise Refused(Problem(code="not_insertable", data={"prompt": prompt}))
    if problem := rules.check(state, edit.seat, edit.decision):
        raise Refused(problem)


def _inserted(seat: Side, decision: Decision, state: State, done: Counter[tuple[int, str]]) -> _Free:
    """A decision that is made first of all, where the war stands now."""
    return _Free(
        number=INSERTED,
        seat=seat,
        decision=decision,
        year=state.year,
        stage=state.stage,
        after=done[state.year, state.stage],
        corrected=True,
    )


class _Script(Struct, kw_only=True):
    owed: dict[Question, _Owed]
    free: list[_Free]


def _rest(told: _Told, log: Sequence[Past], edit: Edit) -> _Script:
    """What is to be decided again: everything from the corrected decision on, and in its place the correction."""
    numbers = {past.number for past in log}
    owed = {key: one for key, one in told.owed.items() if one.number in numbers}
    free = [one for one in told.free if one.number in numbers]
    if edit.insert or edit.roll:
        return _Script(owed=owed, free=free)
    both: list[_Owed | _Free] = [*owed.values(), *free]
    for one in both:
        if one.number == edit.number and one.seat == edit.seat and edit.decision is not None:
            one.decision, one.corrected = edit.decision, True
    if edit.decision is None:
        free = [one for one in free if (one.number, one.seat) != (edit.number, edit.seat)]
        for answer in owed.values():
            answer.removed = (answer.number, answer.seat) == (edit.number, edit.seat)
    return _Script(owed=owed, free=free)


def _corrected(replay: "_Replay", told: _Told, log: Sequence[Past], index: int, edit: Edit) -> Corrected:
    gone = replay.gone
    if edit.decision is None:
        past = log[index]
        removed = Gone(
            number=past.number, year=past.year, seat=edit.seat, decision=past.moves[edit.seat], why="corrected"
        )
        gone = [removed, *gone]
    summaries = dict(replay.summaries)
    state = replay.state
    if state.ended is None:
        summaries[state.year] = year_summary(replay.rules, state.year, state.now, state)
    fell_again = {roll.address for step in replay.steps for roll in step.rolls}
    fell_again |= {m.address for step in replay.steps for m in step.moves.values() if isinstance(m, Typed)}
    unseen = {one.number for one in replay.unseen}
    rested = [roll.address for past in log[index:] if past.number not in unseen for roll in past.rolls]
    return Corrected(
        kept=index,
        base=told.states[index],
        state=state,
        steps=replay.steps,
        misfits=replay.misfits,
        gone=gone,
        unseen=[past for past in log[index:] if past.number in unseen],
        summaries=summaries,
        before=told.summaries,
        old=told.states[-1],
        rolls_gone=tuple(dict.fromkeys(one for one in rested if one not in fell_again)),
        rolls_new=tuple(replay.new),
        stopped=replay.stopped,
    )


class _Stop(Exception):
    """Here the foreseeing ends."""


class _Replay:
    """The corrected war in the making."""

    def __init__(
        self,
        rules: Rules,
        state: State,
        done: Counter[tuple[int, str]],
        script: _Script,
        plan: Mapping[str, Resolution],
        fell: Mapping[str, Rolled],
        fresh: Fresh,
        default_order: str,
        otherwise: How | None,
    ):
        self.rules, self.state, self.done = rules, state, Counter(done)
        self.owed, self.free = dict(script.owed), list(script.free)
        self.plan, self.fell, self.fresh = plan, fell, fresh
        self.default_order, self.otherwise = default_order, otherwise
        self.steps: list[Again] = []
        self.misfits: list[Misfit] = []
        self.gone: list[Gone] = []
        self.unseen: list[_Owed | _Free] = []
        self.new: list[str] = []
        self.summaries: dict[int, dict[str, Any]] = {}
        self.stopped: Literal["", "ask", "dice"] = ""

    def run(self) -> None:
        try:
            while self.state.ended is None and self._step():
                pass
        except _Stop:
            pass
        except Unrolled:
            self.stopped = "dice"
            self.unseen = [*self.owed.values(), *self.free]
            return
        why: Why = "war_over" if self.state.ended is not None else "asked_again" if self.stopped else "not_asked"
        self._let_go([*self.owed.values(), *self.free], why)

    def _let_go(self, those: Iterable[_Owed | _Free], why: Why) -> None:
        for one in sorted(those, key=lambda one: one.number):
            self.gone.append(_gone(one, why, self.state.year))

    def _step(self) -> bool:
        """Decide the next thing. False where the war waits for people, as it did before."""
        self._pass_by()
        due = next((one for one in self.free if one.due(self.state, self.done)), None)
        if due is not None:
            # It stays in the script until it is done: dice may stop it.
            self._do_free(due)
            self.free.remove(due)
            return True
        asks = self._next_asks()
        found = {ask.seat: self.owed.get(question(self.state, ask)) for ask in asks}
        if not any(found.values()) and not (self.owed or self.free):
            return self._fell_before(asks)
        self._answer(asks, found)
        return True

    def _pass_by(self) -> None:
        """Answers to questions of years that are over were not asked for."""
        past = [key for key in self.owed if key[0] < self.state.year]
        self._let_go([self.owed.pop(key) for key in past], "not_asked")

    def _next_asks(self) -> list[Ask]:
        """What is to be answered next: all that is sealed together, else the one question that was answered first."""
        owed = [ask for ask in self.rules.asks(self.state) if ask.kind != "may"]
        if owed[0].kind == "sealed":
            return [ask for ask in owed if ask.prompt == owed[0].prompt]
        known = [(self.owed[key].number, ask) for ask in owed if (key := question(self.state, ask)) in self.owed]
        return [min(known, key=lambda one: one[0])[1] if known else owed[0]]

    def _fell_before(self, asks: list[Ask]) -> bool:
        """Dice of real wood that fell before the war was taken back are not thrown again."""
        move = self._typed_before(asks[0])
        if move is None:
            return False
        self._apply({asks[0].seat: move}, {asks[0].seat: "kept"}, None, owed=True)
        return True

    def _typed_before(self, ask: Ask) -> Typed | None:
        roll = self.fell.get(ask.data["address"]) if ask.prompt == "dice" else None
        if roll is None or not stands(roll, ask.data["n"], ask.data["sides"]):
            return None
        return Typed(address=roll.address, faces=roll.faces)

    # --- Answers --------------------------------------------------------------------------------------

    def _answer(self, asks: list[Ask], found: Mapping[Side, _Owed | None]) -> None:
        moves: dict[Side, Decision] = {}
        manners: dict[Side, str] = {}
        for ask in asks:
            moves[ask.seat], manners[ask.seat] = self._settle(ask, found[ask.seat])
        keys = [question(self.state, ask) for ask in asks]
        numbers = {one.number for one in found.values() if one is not None}
        self._apply(moves, manners, numbers.pop() if len(numbers) == 1 else None, owed=True)
        for key in keys:
            self.owed.pop(key, None)

    def _settle(self, ask: Ask, old: _Owed | None) -> tuple[Decision, str]:
        """What the seat decides, and how that came in."""
        if old is not None and old.removed:
            return self._default(ask) or self._thrown(ask), "program"
        if old is not None:
            problem = self.rules.check(self.state, ask.seat, old.decision)
            if problem is None:
                return old.decision, "corrected" if old.corrected else "kept"
        else:
            before = self._typed_before(ask)
            if before is not None:
                return before, "kept"
            problem = None
        return self._resolve(ask, old, problem)

    def _resolve(self, ask: Ask, old: _Owed | None, problem: Problem | None) -> tuple[Decision, str]:
        key = "/".join(str(part) for part in question(self.state, ask))
        default = self._default(ask)
        ways: tuple[How, ...] = ("default", "typed", "ask") if default or ask.prompt == "dice" else ("typed", "ask")
        told = self.plan.get(key)
        first: How = self.otherwise or (ways[0] if ways[0] == "default" else "ask")
        taken: How = told.how if told is not None and told.how in ways else first
        wrong = None
        if told is not None and taken == "typed":
            wrong = self._judge_typed(ask, told.decision)
            taken = "typed" if wrong is None else first
        misfit = Misfit(
            key=key,
            year=self.state.year,
            seat=ask.seat,
            prompt=ask.prompt,
            state=self.state,
            ask=ask,
            number=old.number if old else None,
            decision=old.decision if old else None,
            problem=problem,
            wrong=wrong,
            ways=ways,
            default=default,
            told=told is not None and told.how in ways,
            taken=taken,
            typed=told.decision if told else None,
        )
        self.misfits.append(misfit)
        if taken == "ask":
            self.stopped = "ask"
            raise _Stop
        if taken == "typed" and told is not None and told.decision is not None:
            return told.decision, "typed"
        thrown = default or self._thrown(ask)
        return thrown, "program"

    def _judge_typed(self, ask: Ask, decision: Decision | None) -> Problem | None:
        if decision is None or answered(self.rules, self.state, ask.seat, decision) != ask:
            return Problem(code="other_question", data={"prompt": ask.prompt})
        return self.rules.check(self.state, ask.seat, decision)

    def _default(self, ask: Ask) -> Decision | None:
        return self.rules.fallback(self.state, ask, standing_order=self.default_order or None)

    def _thrown(self, ask: Ask) -> Typed:
        """Dice that nobody throws by hand fall from the year's secret."""
        why = [part.replace("~1", "/").replace("~0", "~") for part in ask.data["address"].split("/")]
        rolled = self.fresh(ask.data["n"], ask.data["sides"], why)
        self.new.append(rolled.address)
        return Typed(address=rolled.address, faces=rolled.faces)

    # --- Of one's own accord --------------------------------------------------------------------------

    def _do_free(self, free: _Free) -> None:
        move, manner = free.decision, "corrected" if free.corrected else "kept"
        problem = self.rules.check(self.state, free.seat, move)
        if problem is None:
            # Nobody had made an inserted one, so it repeats none.
            self._apply({free.seat: move}, {free.seat: manner}, free.number or None, owed=False)
            return
        key = f"free/{free.number}/{free.seat}"
        told = self.plan.get(key)
        ways: tuple[How, ...] = ("drop", "typed", "ask")
        first: How = self.otherwise or "drop"
        taken: How = told.how if told is not None and told.how in ways else first
        wrong = None
        if told is not None and taken == "typed":
            wrong = self._judge_free(free, told.decision)
            taken = "typed" if wrong is None else first
        self.misfits.append(
            Misfit(
                key=key,
                year=self.state.year,
                seat=free.seat,
                prompt=kind_of(move),
                state=self.state,
                number=free.number,
                decision=move,
                problem=problem,
                wrong=wrong,
                ways=ways,
                told=told is not None and told.how in ways,
                taken=taken,
                typed=told.decision if told else None,
            )
        )
        if taken == "ask":
            self.stopped = "ask"
            raise _Stop
        if taken == "typed" and told is not None and told.decision is not None:
            self._apply({free.seat: told.decision}, {free.seat: "typed"}, free.number, owed=False)
        else:
            self.gone.append(_gone(free, "dropped", self.state.year))

    def _judge_free(self, free: _Free, decision: Decision | None) -> Problem | None:
        if decision is None or kind_of(decision) != kind_of(free.decision):
            return Problem(code="other_kind", data={"prompt": kind_of(free.decision)})
        return self.rules.check(self.state, free.seat, decision)

    # --- Applying -------------------------------------------------------------------------------------

    def _apply(
        self, moves: Mapping[Side, Decision], manners: Mapping[Side, str], number: int | None, *, owed: bool
    ) -> None:
        before = self.state
        dice = Dice(self.fell, self._again)
        step = self.rules.apply(before, moves, dice)
        self.new += dice.new
        if owed:
            self.done[before.year, before.stage] += 1
        self.steps.append(
            Again(
                year=before.year,
                stage=before.stage,
                moves=dict(moves),
                manners=dict(manners),
                rolls=tuple(dice.rolled),
                happenings=step.happenings,
                before=before,
                state=step.state,
                number=number,
            )
        )
        _sum_up(self.rules, self.summaries, before, step.state)
        self.state = step.state

    def _again(self, n: int, sides: int, why: Sequence[str]) -> Rolled:
        if address_of(why) in self.new:
            raise DiceSpent(f"{address_of(why)} is rolled twice")
        return self.fresh(n, sides, why)


def _gone(one: _Owed | _Free, why: Why, year: int) -> Gone:
    when = one.year if isinstance(one, _Free) else year
    return Gone(number=one.number, year=when, seat=one.seat, decision=one.decision, why=why)
