"""The campaign's verbs: the same as a battle ruleset's. Pure: the same decisions and the same dice give the same war."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from campaigns.rules import battles, between, consequences, events, fates, losses, muster, scenarios, typed
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
    kind_of,
)
from campaigns.rules.effects import RecallGeneral
from campaigns.rules.names import proper_name
from campaigns.rules.pack import Pack
from campaigns.rules.state import Character, Ended, Side, State, Task, Unit
from campaigns.rules.work import Readings, Waiting, WarOver, Work, available, standing
from rulesets.contract import UMPIRE, Ask, Choice, Happening, IntRange, OneOf, Problem, Subset
from rulesets.dice import Dice
from rulesets.errors import IllegalAction

HOST = "host"
"""The seat of whoever reports the battle: the program that hosts it."""

SKIPPABLE = ("choices", "muster", "battle")
PROMPTS = {"orders": "order", "choices": "choose", "muster": "muster", "battle": "fought"}
"""What each stage waits for, once nothing is pending."""

STEPS: dict[str, Callable[[Work, Task], None]] = {
    "scenario": scenarios.find_scenario,
    "roles": scenarios.find_roles,
    "recall": scenarios.judge_recall,
    "terrain": scenarios.place_terrain,
    "choices": scenarios.open_choices,
    "pain": muster.pain,
    "to_battle": muster.to_battle,
    "settle": battles.settle,
    "score": battles.score,
    "recover": battles.recover,
    "fate": fates.fate,
    "wound": fates.wound,
    "ransom": fates.offer_ransom,
    "deeds": fates.deeds,
    "skill": fates.skill,
    "event": events.roll_event,
    "events": events.begin_effects,
    "row": events.open_row,
    "effect": events.work_effect,
    "consequences": consequences.begin,
    "table": consequences.roll_table,
    "close": consequences.close,
}

type Moves = Mapping[Side, Decision]


class Step(Struct, frozen=True, kw_only=True):
    """What an application of the rules yields."""

    state: State
    happenings: tuple[Happening, ...] = ()


class Start(Struct, frozen=True, kw_only=True):
    """How a war begins, or where it stands when it comes from paper.

    ``flags`` are those of the record format; ``earned`` is without the standing awards.
    """

    units: dict[Side, tuple[Unit, ...]]
    characters: dict[Side, tuple[Character, ...]]
    years: int
    year: int = 1
    earned: dict[Side, int] = {}
    flags: tuple[str, ...] = ()
    by_hand: bool = False


class Rules:
    """A pack and a club's readings of it."""

    def __init__(self, pack: Pack, readings: Readings | None = None):
        self.pack = pack
        self.readings: dict[str, str] = {**pack.default_readings(), **(readings or {})}
        self.key = pack.key
        self.edition = pack.edition

    # --- Beginning ------------------------------------------------------------------------------------

    def begin(self, start: Start) -> State:
        """The state before the first orders. ``start`` is checked by whoever made it (a wizard, a record)."""
        sides = self.pack.side_keys
        lasting = tuple(flag for flag in start.flags if _lasts(self.pack, flag))
        state = State(
            year=start.year,
            last_year=max(start.years, start.year),
            stage="orders",
            by_hand=start.by_hand,
            units={side: {unit.id: unit for unit in start.units.get(side, ())} for side in sides},
            characters={side: {one.id: one for one in start.characters.get(side, ())} for side in sides},
            earned={side: start.earned.get(side, 0) for side in sides},
            held={},
            flags=tuple(sorted(flag for flag in start.flags if flag not in lasting)),
            lasting=lasting,
        )
        state.held = {side: standing(self.pack, self.readings, state, side) for side in sides}
        for side in sides:
            self._bring_back(state, side)
        if "stake_all" in state.flags:
            first, second = sides
            state.stake_loser = first if self.lead(state, first) < 0 else second
        return state

    def _bring_back(self, state: State, side: Side) -> None:
        """A general who was recalled before the war came here returns as the reading says [R 31]."""
        effects = [effect for row in self.pack.events.get(side, ()) for effect in row.effects]
        returns = [
            self.readings[one.away_reading] for one in effects if isinstance(one, RecallGeneral) and one.away_reading
        ]
        if "one_year" not in returns:
            return
        for key, one in state.characters[side].items():
            if one.status == "recalled":
                away = msgspec.structs.replace(one, back=state.year)
                state.characters[side] = {**state.characters[side], key: away}

    # --- The score --------------------------------------------------------------------------------------

    def standing(self, state: State, side: Side) -> int:
        return standing(self.pack, self.readings, state, side)

    def total(self, state: State, side: Side) -> int:
        """Victory points, standing awards included."""
        return state.earned[side] + self.standing(state, side)

    def lead(self, state: State, side: Side) -> int:
        other = next(key for key in self.pack.side_keys if key != side)
        return self.total(state, side) - self.total(state, other)

    def available(self, state: State, side: Side) -> int:
        return available(state, side)

    def outcome(self, state: State) -> Ended | None:
        return state.ended

    # --- Who owes what ------------------------------------------------------------------------------------

    def asks(self, state: State) -> list[Ask]:
        """Decisions owed (turn, sealed) and allowed (may) now; none once the war is over."""
        if state.ended is not None:
            return []
        return self.owed(state) + [ask for side in self.pack.side_keys for ask in self._allowed(state, side)]

    def owed(self, state: State) -> list[Ask]:
        """Of ``asks`` those that the war waits for: what may be done besides is not worked out."""
        if state.ended is not None:
            return []
        if state.pending:
            return list(state.pending)
        sides = self.pack.side_keys
        match state.stage:
            case "orders":
                return [Ask(seat=side, kind="sealed", prompt="order", data=self._forced(state, side)) for side in sides]
            case "choices":
                return [
                    Ask(seat=side, prompt="choose", data=dict(scenarios.choices_of(self.pack, state, side)))
                    for side in scenarios.choosers(self.pack, state)
                ]
            case "muster":
                return [
                    Ask(seat=side, kind="sealed", prompt="muster", data={"limit": state.now.limits[side]})
                    for side in sides
                ]
            case "battle":
                return [Ask(seat=HOST, prompt="fought")]
        return []

    def _forced(self, state: State, side: Side) -> dict[str, Any]:
        forced = scenarios.forced_action(self.pack, state, side)
        return {"action": forced} if forced else {}

    def _allowed(self, state: State, side: Side) -> list[Ask]:
        found = [Ask(seat=side, kind="may", prompt=prompt) for prompt in ("surrender", "length")]
        if self._may_skip(state):
            found.append(Ask(seat=side, kind="may", prompt="skip", data={"agreed": state.now.skip.get(side, False)}))
        if between.before_muster(state):
            purse = between.purse_of(state, side)
            if purse:
                found.append(Ask(seat=side, kind="may", prompt="spend_grant", data=msgspec.to_builtins(purse)))
            for key, one in state.characters[side].items():
                if one.status == "captured":
                    found.append(Ask(seat=side, kind="may", prompt="ransom", data={"character": key}))
            if between.lost_characters(state, side):
                found.append(Ask(seat=side, kind="may", prompt="replace_general"))
        if f"{side}.reroll" in state.flags:
            found.append(Ask(seat=side, kind="may", prompt="standing_reroll"))
        return found

    def menu(self, state: State, seat: Side, focus: str | None = None) -> list[Choice]:
        """What the seat may do now, arguments as domains. ``focus`` narrows it to one prompt."""
        asks = [ask for ask in self.asks(state) if ask.seat == seat and focus in (None, ask.prompt)]
        return [choice for ask in asks if (choice := self._choice(state, ask)) is not None]

    def _choice(self, state: State, ask: Ask) -> Choice | None:
        side, data = ask.seat, ask.data
        match ask.prompt:
            case "order":
                actions = (data["action"],) if "action" in data else tuple(self.pack.actions)
                return Choice(kind="order", arguments={"action": OneOf(values=actions)})
            case "muster":
                units = tuple(unit.id for unit in muster.able_units(state, side))
                people = tuple(one.id for one in muster.able_characters(state, side))
                return Choice(
                    kind="muster", arguments={"units": Subset(values=units), "characters": Subset(values=people)}
                )
            case "choose":
                return self._choose_choice(data)
            case "dice":
                faces = OneOf(values=tuple(range(1, data["sides"] + 1)))
                return Choice(kind="dice", arguments={f"face_{n}": faces for n in range(data["n"])})
            case "ransom":
                return Choice(kind="ransom", arguments={"pay": OneOf(values=(True, False))})
            case "skip" | "spend_reroll" | "stake_all" | "obey_recall":
                name = {"skip": "agree", "spend_reroll": "use", "stake_all": "agree", "obey_recall": "obey"}[ask.prompt]
                return Choice(kind=ask.prompt, arguments={name: OneOf(values=(True, False))})
            case "length":
                low, high = between.length_bounds(state)
                return Choice(kind="length", arguments={"year": IntRange(low=low, high=high)})
            case "lose_points":
                due = losses.due_of(state, side, data["key"])
                units_ = losses.concerned(state.units[side], due) if due else []
                return Choice(kind="lose_points", arguments={u.id: IntRange(low=0, high=u.figures) for u in units_})
        return Choice(kind=ask.prompt)

    @staticmethod
    def _choose_choice(data: Mapping[str, Any]) -> Choice:
        arguments: dict[str, Any] = {}
        if "points" in data:
            least, most = data["points"]
            arguments["points"] = IntRange(low=least, high=scenarios.MOST_POINTS if most is None else most)
        for name in ("village", "camp"):
            if name in data:
                arguments[name] = OneOf(values=(True, False))
        return Choice(kind="choose", arguments=arguments, optional=tuple(arguments))

    # --- Judging ------------------------------------------------------------------------------------------

    def check(self, state: State, seat: Side, decision: Decision) -> Problem | None:
        """Judge one decision. Never raises, whatever it holds; stores nothing."""
        problem = self._check(state, seat, decision)
        return problem and self.pack.citing(problem)

    def _check(self, state: State, seat: Side, decision: Decision) -> Problem | None:
        if state.ended is not None:
            return Problem(code="war_over", rule="Hispania 5")
        known = seat in self.pack.sides
        match decision:
            case Fought():
                return self._not_asked(state, seat, "fought") or battles.check(self.pack, state, decision)
            case Typed():
                return self._check_typed(state, seat, decision)
            case _ if not known:
                return Problem(code="no_such_side", data={"side": seat})
            case Order():
                return self._not_asked(state, seat, "order") or scenarios.check_order(self.pack, state, seat, decision)
            case Muster():
                return self._not_asked(state, seat, "muster") or muster.check(self.pack, state, seat, decision)
            case Choose():
                return self._not_asked(state, seat, "choose") or scenarios.check_choice(
                    self.pack, state, seat, decision
                )
        return self._check_free(state, seat, decision)

    def _check_free(self, state: State, side: Side, decision: Decision) -> Problem | None:
        match decision:
            case Skip() | SpendReroll() | StakeAll() | ObeyRecall():
                return self._not_asked(state, side, kind_of(decision))
            case Surrender():
                return between.check_surrender(state, decision)
            case Length():
                return between.check_length(state, side, decision)
            case Successor():
                return self._not_asked(state, side, "successor") or self._check_name(state, side, decision.name)
            case LosePoints():
                return self._check_losses(state, side, decision)
            case Ransom():
                if self._pending(state, side, "ransom", character=decision.character):
                    return None
                return between.check_ransom(state, side, decision)
            case SpendGrant():
                return between.check_spend(self.pack, state, side, decision)
            case ReplaceGeneral():
                return between.check_replace(self.pack, state, side, decision)
            case StandingReroll():
                return between.check_standing_reroll(self.pack, state, side, decision)
        return None

    def _not_asked(self, state: State, seat: Side, prompt: str) -> Problem | None:
        if self._is_asked(state, seat, prompt):
            return None
        return Problem(code="not_asked", data={"prompt": prompt, "stage": state.stage})

    def _is_asked(self, state: State, seat: Side, prompt: str) -> bool:
        """Whether ``asks`` has this one; it is not written out for that."""
        if prompt == "skip":
            return self._may_skip(state)
        if state.pending:
            return any(ask.seat == seat and ask.prompt == prompt for ask in state.pending)
        if PROMPTS.get(state.stage) != prompt:
            return False
        if prompt == "fought":
            return seat == HOST
        return prompt != "choose" or seat in scenarios.choosers(self.pack, state)

    @staticmethod
    def _may_skip(state: State) -> bool:
        return state.stage in SKIPPABLE and not state.pending and not state.tasks

    @staticmethod
    def _pending(state: State, seat: Side, prompt: str, **data: Any) -> Ask | None:
        for ask in state.pending:
            if ask.seat == seat and ask.prompt == prompt and all(ask.data.get(k) == v for k, v in data.items()):
                return ask
        return None

    def _check_typed(self, state: State, seat: Side, decision: Typed) -> Problem | None:
        ask = self._pending(state, seat, "dice", address=decision.address)
        if ask is None:
            return Problem(code="not_asked", data={"prompt": "dice", "stage": state.stage})
        return typed.check(decision, ask.data["n"], ask.data["sides"])

    def _check_name(self, state: State, side: Side, name: str) -> Problem | None:
        if name and not proper_name(name):
            return Problem(code="no_name", place="name", rule="Hispania 8, R31")
        if name and name in state.characters[side]:
            return Problem(code="id_taken", place="name", data={"id": name}, rule="Hispania 8, R31")
        return None

    def _check_losses(self, state: State, side: Side, decision: LosePoints) -> Problem | None:
        ask = self._pending(state, side, "lose_points")
        if ask is None:
            return Problem(code="not_asked", data={"prompt": "lose_points", "stage": state.stage})
        due = losses.due_of(state, side, ask.data["key"])
        if decision.figures is None or due is None:
            return None
        return losses.check(state.units[side], due, decision.figures)

    # --- Applying -----------------------------------------------------------------------------------------

    def apply(self, state: State, moves: Moves, dice: Dice) -> Step:
        """Play one decision, or all sealed ones at once, and everything that follows until somebody is asked.

        Raises IllegalAction for what ``check`` refuses: only a bug gets here with that.
        """
        for seat, decision in moves.items():
            if problem := self.check(state, seat, decision):
                raise IllegalAction(problem.code)
        work = Work(self.pack, self.readings, state, dice)
        try:
            self._take(work, moves)
            self._run(work)
        except WarOver:
            pass
        return Step(state=work.state, happenings=tuple(work.told))

    def _take(self, work: Work, moves: Moves) -> None:
        ordered = [(side, moves[side]) for side in (*self.pack.side_keys, UMPIRE, HOST) if side in moves]
        orders = {side: move.action for side, move in ordered if isinstance(move, Order)}
        musters = {side: move for side, move in ordered if isinstance(move, Muster)}
        for sealed in (orders, musters):
            if sealed and set(sealed) != set(self.pack.side_keys):
                raise IllegalAction("sealed decisions are applied all at once")
        if orders:
            scenarios.reveal(work, orders)
        elif musters:
            muster.open_battle(work, musters)
        else:
            for side, move in ordered:
                self._take_one(work, side, move)

    def _take_one(self, work: Work, side: Side, move: Decision) -> None:
        match move:
            case Choose():
                scenarios.choose(work, side, move)
            case Fought():
                battles.take(work, move)
            case Skip():
                self._skip(work, side, move)
            case SpendGrant():
                between.spend_grant(work, side, move)
            case ReplaceGeneral():
                between.replace_general(work, side, move)
            case StandingReroll():
                between.standing_reroll(work, side, move)
            case Surrender():
                between.surrender(work, side, move)
            case Length():
                between.length(work, side, move)
            case Ransom() if not self._pending(work.state, side, "ransom", character=move.character):
                between.ransom(work, side, move)
            case _:
                self._answer(work, side, move)

    def _skip(self, work: Work, side: Side, skip: Skip) -> None:
        now = work.state.now
        others = {one: True for one in now.skip if one != side}
        now.skip = {**others, side: True} if skip.agree else others
        work.tell("skip_agreed" if skip.agree else "skip_withdrawn", "Hispania 1", side=side)
        if all(one in now.skip for one in work.sides):
            scenarios.choose_nothing_more(work)
            battles.pass_year(work)

    def _answer(self, work: Work, side: Side, move: Decision) -> None:
        """Write down an answer that the step in hand waits for."""
        state = work.state
        if isinstance(move, Typed):
            state.answers = {**state.answers, "roll:" + move.address: list(move.faces)}
            work.told.append(
                Happening(kind="typed", data={"side": side, "faces": list(move.faces)}, rolls=(move.address,))
            )
        else:
            prompt = kind_of(move)
            ask = next(ask for ask in state.pending if ask.seat == side and ask.prompt == prompt)
            state.answers = {**state.answers, ask.data["key"]: _value(move)}
        state.pending = ()

    def _run(self, work: Work) -> None:
        """Work the steps out, one after the other, until one has to wait."""
        state = work.state
        while state.tasks and not state.pending:
            tasks, told = state.tasks, len(work.told)
            task, state.tasks = tasks[0], tasks[1:]
            try:
                STEPS[task.do](work, task)
            except Waiting:
                # Nothing was changed: the same step runs again once it has its answer.
                state.tasks = tasks
                del work.told[told:]
                return
            state.answers = {}

    # --- The absent -----------------------------------------------------------------------------------------

    def fallback(self, state: State, ask: Ask, *, standing_order: str | None = None) -> Decision | None:
        """What is done for somebody who does not answer (design 3). None where only the host or the umpire can go on.

        ``standing_order``: the action the seat left for this case.
        """
        side = ask.seat
        match ask.prompt:
            case "order":
                forced = scenarios.forced_action(self.pack, state, side)
                default = standing_order if standing_order in self.pack.actions else self.pack.default_action
                return Order(action=forced or str(default))
            case "choose":
                return Choose()
            case "muster":
                return muster.best(self.pack, state, side)
            case "ransom":
                return Ransom(character=ask.data["character"], pay=False)
            case "stake_all":
                return StakeAll(agree=False)
            case "obey_recall":
                return ObeyRecall(obey=True)
            case "lose_points":
                return LosePoints(figures=None)
            case "spend_reroll":
                return SpendReroll(use=False)
            case "successor":
                return Successor()
        return None


def _value(move: Decision) -> Any:
    """What a step reads as the answer."""
    match move:
        case Ransom(pay=value) | StakeAll(agree=value) | ObeyRecall(obey=value) | SpendReroll(use=value):
            return value
        case LosePoints(figures=figures):
            return figures
        case Successor(name=name):
            return name
    raise IllegalAction(type(move).__name__)


def _lasts(pack: Pack, flag: str) -> bool:
    """Whether a flag stays for the rest of the war: as the pack's tables say."""
    for side, rows in pack.events.items():
        for row in rows:
            for effect in row.effects:
                target = side if getattr(effect, "whose", "") == "self" else ""
                roll = getattr(effect, "roll", "")
                if type(effect).__name__ == "Immune" and flag == f"{target}.immune_{roll}":
                    return True
                if getattr(effect, "lasts", "") == "ever" and flag == f"{target}.{roll}{effect.amount:+d}":  # type: ignore[union-attr]
                    return True
    return False
