"""Random lawful wars: everything that a club could decide, in any order that the rules allow, with dice that like trouble.

``random_war(seed)`` is the same war for the same seed. Whoever needs a war that looks like nothing anybody would write by hand
takes one of these.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from campaigns.rules import between
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
from campaigns.rules.engine import Rules, Start, Step
from campaigns.rules.losses import concerned, due_of
from campaigns.rules.muster import able_characters, able_units, whole_roster
from campaigns.rules.pack import bundled
from campaigns.rules.places import Node, Refused
from campaigns.rules.recordbattle import outcome_of
from campaigns.rules.recordlog import Move, Played
from campaigns.rules.scenarios import ALL_TROOPS
from campaigns.rules.state import Character, State, Unit
from rulesets.contract import Ask
from rulesets.dice import Rolled, Shuffles, address_of
from rulesets.verdict import Facts, propose

PACK = bundled("hispania")
MOST_STEPS = 400
TRICKY = (
    "2",
    "reroll",
    "a/b",
    "~1",
    'the "Boar"',
    "Añó",
    "狼",
    "O'Brien",
    "<script>",
    "🐘🐘",
    "x" * 80,
    "rome",
    "year",
)
REROLLS = ("event", "event_amount", "fate", "wound", "skill", "alliance", "punishment", "reinforcements")

type Watch = Callable[[State, Mapping[str, Decision], Step], None]
"""Told of each step: the state before it, the decisions, and what followed."""


class Wild(Shuffles):
    """Fair dice, but for a taste for deaths, captives, pain and the events that change a war."""

    def __init__(self, rng: random.Random):
        self._rng = rng
        self.rolled: list[Rolled] = []

    def roll(self, n: int, sides: int, why: Sequence[str]) -> Rolled:
        faces = tuple(self._rng.randint(1, sides) for _ in range(n))
        kind = why[2] if len(why) > 2 else ""
        if self._rng.random() < 0.3:
            if kind == "fate":
                faces = self._rng.choice([(1, 2), (2, 3), (3, 3), (3, 4)])
            elif kind == "event":
                faces = self._rng.choice([(3, 3), (6, 6), (3, 4), (4, 5), (5, 5), (1, 2), (2, 3)])
            elif kind == "wound":
                faces = (6, 6)
            elif kind == "available":
                faces = (1,)
        roll = Rolled(address=address_of(why), sides=sides, faces=faces)
        self.rolled.append(roll)
        return roll


def random_war(
    seed: int,
    *,
    by_hand: bool = False,
    readings: Mapping[str, str] | None = None,
    years: int | None = None,
    stop: float = 0.01,
    watch: Watch | None = None,
) -> Played:
    """A war of random armies, played at random until it is over or, now and then, left in the middle.

    ``readings`` None: any. ``stop``: the chance to leave it after each step.
    """
    rng = random.Random(seed)
    if readings is None:
        readings = {key: rng.choice(list(reading.options)) for key, reading in PACK.readings.items()}
    rules = Rules(PACK, readings)
    start = random_start(rng, years=years, by_hand=by_hand)
    player = _Player(rng, rules, start, watch)
    for _step in range(MOST_STEPS):
        if player.state.ended is not None or rng.random() < stop:
            break
        player.step()
    return Played(
        rules=rules,
        start=start,
        name=f"War {seed}",
        seed=str(seed),
        state=player.state,
        log=player.log,
        years=[],
        warnings=[],
    )


# --- Armies ---------------------------------------------------------------------------------------------


def random_start(rng: random.Random, *, years: int | None = None, by_hand: bool = False) -> Start:
    agreed = years or rng.randint(1, 8)
    started = rng.random() < 0.2
    year = rng.randint(1, agreed) if started else 1
    flags = rng.sample(["rome.reroll", "carthage.must_battle", "vp_doubled", "rome.garrison", "carthage.garrison"], 2)
    return Start(
        units={side: _units(rng) for side in PACK.side_keys},
        characters={side: _characters(rng, started) for side in PACK.side_keys},
        years=agreed,
        year=year,
        earned={side: rng.randint(-2, 2) for side in PACK.side_keys} if started else {},
        flags=tuple(flags) if started else (),
        by_hand=by_hand,
    )


def _units(rng: random.Random) -> tuple[Unit, ...]:
    names = rng.sample([f"unit-{n}" for n in range(9)] + list(TRICKY), rng.randint(2, 8))
    worth = rng.random() < 0.5
    return tuple(
        Unit(
            id=name,
            name=name if rng.random() < 0.5 else f"The {name}"[:80],
            arm=rng.choice(("infantry", "infantry", "cavalry", "other")),
            grade=rng.choice(("common", "special")),
            native=rng.random() < 0.4,
            figures=rng.choice((1, 3, 4, 5, 8, 12, 20, 25)),
            points=rng.choice((0, 1, 5, 7, 12, 19, 30)),
            command=rng.choice((0, 0, 10, 25)),
            break_points=rng.randint(0, 5) if worth else None,
        )
        for name in names
    )


def _characters(rng: random.Random, started: bool) -> tuple[Character, ...]:
    names = rng.sample(["consul", "legate", "tribune", "signifer", *TRICKY], rng.randint(0, 4))
    ranks = ["general", "subordinate", "standard", "leader"]
    return tuple(
        Character(
            id=name,
            name=name,
            rank=ranks[index],
            points=rng.choice((0, 50, 125)),
            native=rng.random() < 0.2,
            status=rng.choice(("ready", "ready", "dead", "captured", "recalled")) if started else "ready",
            wounds=(12,) if rng.random() < 0.3 else (),
            deeds=rng.randint(0, 2),
            skills=tuple(rng.sample(range(1, 7), rng.choice((0, 0, 5)))),
        )
        for index, name in enumerate(names)
    )


# --- Playing --------------------------------------------------------------------------------------------


class _Player:
    """Whoever decides, for both sides."""

    def __init__(self, rng: random.Random, rules: Rules, start: Start, watch: Watch | None):
        self.rng, self.rules, self.watch = rng, rules, watch
        self.state = rules.begin(start)
        self.dice = Wild(rng)
        self.log: list[Move] = []
        self.bought = 0

    def step(self) -> None:
        asks = self.rules.asks(self.state)
        if self.rng.random() < 0.35 and self._of_own_accord([ask for ask in asks if ask.kind == "may"]):
            return
        owed = [ask for ask in asks if ask.kind != "may"]
        assert owed, f"nobody owes anything at {self.state.stage}"
        if owed[0].kind == "sealed":
            self.apply({ask.seat: self._answer(ask) for ask in owed if ask.prompt == owed[0].prompt})
        else:
            ask = self.rng.choice(owed)
            self.apply({ask.seat: self._answer(ask)})

    def apply(self, moves: Mapping[str, Decision]) -> None:
        before, state = len(self.dice.rolled), self.state
        step = self.rules.apply(state, moves, self.dice)
        rolls = tuple(self.dice.rolled[before:])
        self.log.append(
            Move(year=state.year, stage=state.stage, moves=dict(moves), rolls=rolls, happenings=step.happenings)
        )
        if self.watch is not None:
            self.watch(state, moves, step)
        self.state = step.state

    def _of_own_accord(self, asks: list[Ask]) -> bool:
        if not asks:
            return False
        ask = self.rng.choice(asks)
        decision = self._free(ask)
        if decision is None or self.rules.check(self.state, ask.seat, decision) is not None:
            return False
        self.apply({ask.seat: decision})
        return True

    def _free(self, ask: Ask) -> Decision | None:
        rng = self.rng
        match ask.prompt:
            case "surrender":
                last = rng.random() < 0.3 and self.state.closed is not None and self.state.stage == "orders"
                return Surrender(year=self.state.year - 1 if last else None) if rng.random() < 0.04 else None
            case "length":
                others = [year for side, year in self.state.length.items() if side != ask.seat]
                low, high = between.length_bounds(self.state)
                year = rng.choice(others) if others and rng.random() < 0.5 else rng.randint(low, min(low + 6, high))
                return Length(year=year if rng.random() < 0.8 else None)
            case "skip":
                return Skip(agree=rng.random() < 0.7)
            case "ransom":
                return Ransom(character=ask.data["character"], pay=True)
            case "standing_reroll":
                return StandingReroll(roll=rng.choice(REROLLS), below=rng.randint(2, 13))
            case "spend_grant":
                return self._purchase(ask.data)
            case "replace_general":
                self.bought += 1
                return ReplaceGeneral(
                    general=Character(id=f"new-{self.bought}", name="Varro", rank="general", points=60)
                )
        raise AssertionError(ask.prompt)

    def _purchase(self, purse: Mapping[str, int]) -> Decision | None:
        kind = self.rng.choice([key for key, points in purse.items() if points])
        self.bought += 1
        return SpendGrant(
            units=(
                Unit(
                    id=f"bought-{self.bought}",
                    name=f"Recruits {self.bought}",
                    figures=self.rng.randint(5, 12),
                    points=self.rng.randint(3, 14),
                    native=kind.startswith("native"),
                    grade="special" if kind.endswith("special") else "common",
                ),
            )
        )

    # --- What is owed ---------------------------------------------------------------------------------

    def _answer(self, ask: Ask) -> Decision:
        decision = self._wanted(ask)
        if decision is not None and self.rules.check(self.state, ask.seat, decision) is None:
            return decision
        fallback = self.rules.fallback(self.state, ask)
        assert fallback is not None, ask
        return fallback

    def _wanted(self, ask: Ask) -> Decision | None:
        rng = self.rng
        match ask.prompt:
            case "order":
                return Order(action=rng.choice([*PACK.actions, "battle", "battle"]))
            case "choose":
                return self._choice(ask.data)
            case "muster":
                return self._muster(ask.seat)
            case "fought":
                return Fought(outcome=random_outcome(rng, self.rules, self.state))
            case "dice":
                return self._typed(ask.data)
            case "ransom":
                return Ransom(character=ask.data["character"], pay=rng.random() < 0.5)
            case "stake_all":
                return StakeAll(agree=rng.random() < 0.7)
            case "obey_recall":
                return ObeyRecall(obey=rng.random() < 0.3)
            case "spend_reroll":
                return SpendReroll(use=rng.random() < 0.4)
            case "successor":
                return Successor(name=rng.choice(["", "Fabius", "Añó II", "a/b II"]))
            case "lose_points":
                return self._losses(ask)
        raise AssertionError(ask.prompt)

    def _choice(self, data: Mapping[str, Any]) -> Decision:
        points = None
        if "points" in data:
            points = self.rng.choice([None, 500, 777, 1000, 1500, ALL_TROOPS, 400])
        return Choose(
            points=points,
            village="village" in data and self.rng.random() < 0.5,
            camp="camp" in data and self.rng.random() < 0.5,
        )

    def _muster(self, side: str) -> Decision | None:
        rng = self.rng
        if rng.random() < 0.4:
            return whole_roster(self.state, side)
        units = [one.id for one in able_units(self.state, side) if rng.random() < 0.6]
        people = [one.id for one in able_characters(self.state, side) if rng.random() < 0.8]
        return Muster(units=tuple(units), characters=tuple(people))

    def _typed(self, data: Mapping[str, Any]) -> Decision:
        why = tuple(data["address"].split("/"))
        faces = self.dice.roll(data["n"], data["sides"], why).faces
        self.dice.rolled.pop()
        if data["address"].endswith("/terrain") and self.rng.random() < 0.3:
            faces = tuple(faces[i] + faces[i + 1] for i in range(0, len(faces), 2))
        elif len(faces) > 1 and not data["address"].endswith("/terrain") and self.rng.random() < 0.3:
            faces = (sum(faces),)
        return Typed(address=data["address"], faces=faces)

    def _losses(self, ask: Ask) -> Decision:
        due = due_of(self.state, ask.seat, ask.data["key"])
        if due is None or self.rng.random() < 0.4:
            return LosePoints(figures=None)
        figures: dict[str, int] = {}
        points = 0
        one_by_one = [unit for unit in concerned(self.state.units[ask.seat], due) for _ in range(unit.figures)]
        self.rng.shuffle(one_by_one)
        for unit in one_by_one:
            if points >= due.amount:
                break
            figures[unit.id] = figures.get(unit.id, 0) + 1
            points += unit.points
        return LosePoints(figures=figures)


# --- Battles --------------------------------------------------------------------------------------------


def random_outcome(rng: random.Random, rules: Rules, state: State) -> Any:
    """An outcome that the table could report; a draw without losses where none was found quickly."""
    for _try in range(5):
        try:
            return outcome_of(rules, state, Node(_battle(rng, rules, state), "battle"))
        except Refused:
            continue
    if state.now.village and rng.random() < 0.5:
        winner = state.now.roles["attacker"]
        return outcome_of(rules, state, Node({"winner": winner, "level": "major", "village_destroyed": True}, "battle"))
    return outcome_of(rules, state, Node({"winner": "draw"}, "battle"))


def _battle(rng: random.Random, rules: Rules, state: State) -> dict[str, Any]:
    sides = rules.pack.side_keys
    there = {s: [k for k in state.now.muster[s].characters if k not in state.now.absent.get(s, ())] for s in sides}
    people = [(side, key) for side in sides for key in there[side]]
    told = _figures(rng, rules, state) if rng.random() < 0.5 else _result(rng, sides)
    told["losses"] = [
        loss for side in sides for key in state.now.muster[side].units if (loss := _loss(rng, state, side, key))
    ]
    told["felled"] = [{"side": s, "character": k} for s, k in people if rng.random() < 0.35]
    told["deeds"] = [{"side": s, "character": k, "count": rng.randint(1, 3)} for s, k in people if rng.random() < 0.2]
    if rng.random() < 0.2:
        told["general"] = {side: rng.choice(there[side]) for side in sides if there[side]}
    if rng.random() < 0.3:
        told["note"] = "A hot day.\nNobody ran."
    if rng.random() < 0.3:
        told["turns"] = rng.randint(3, 8)
    return told


def _result(rng: random.Random, sides: Sequence[str]) -> dict[str, Any]:
    winner = rng.choice([*sides, "draw"])
    told: dict[str, Any] = {"winner": winner}
    if winner != "draw":
        told["level"] = rng.choice(("major", "minor"))
        if rng.random() < 0.2:
            told["withdrew"] = next(side for side in sides if side != winner)
    return told


def _figures(rng: random.Random, rules: Rules, state: State) -> dict[str, Any]:
    """Break points, and what follows from them."""
    first, second = rules.pack.side_keys
    points = {side: (start := rng.randint(4, 40), rng.randint(0, start)) for side in (first, second)}
    facts = Facts(
        seats=(first, second),
        break_points=points,
        objective="village" if state.now.village else None,
        attacker=state.now.roles.get("attacker"),
        defender=state.now.roles.get("defender"),
    )
    verdict = propose(facts, rules.pack.victory_rules)
    told: dict[str, Any] = {
        "winner": verdict.winner or "draw",
        "break_points": {side: list(pair) for side, pair in points.items()},
        "lowest": {first: rng.randint(0, points[first][0] - points[first][1])},
    }
    return told if verdict.winner is None else {**told, "level": verdict.level}


def _loss(rng: random.Random, state: State, side: str, key: str) -> dict[str, Any] | None:
    figures = state.units[side][key].figures
    routed = rng.randint(0, figures)
    destroyed = rng.randint(0, figures - routed)
    if rng.random() < 0.4 or not routed + destroyed:
        return None
    return {"side": side, "unit": key, "routed": routed, "destroyed": destroyed}
