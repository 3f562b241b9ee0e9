"""Wars for tests: armies in a line, dice that fall as told, and a driver that goes through a year in verbs.

A roll that a test does not tell falls quietly: no losses, no grants, no event that anybody would notice. So whatever happens in a
test is what it asked for.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from campaigns.rules.battles import part
from campaigns.rules.decisions import (
    Choose,
    Decision,
    Fought,
    Muster,
    Order,
    Skip,
    SpendReroll,
    Typed,
)
from campaigns.rules.engine import HOST, Rules, Start
from campaigns.rules.muster import best
from campaigns.rules.pack import bundled
from campaigns.rules.recordlog import Move
from campaigns.rules.state import Character, State, Unit
from rulesets.contract import CharacterResult, Outcome, SeatResult, UnitResult
from rulesets.dice import Rolled, Shuffles, address_of
from rulesets.errors import DiceSpent

PACK = bundled("hispania")
SIDES = ROME, CARTHAGE = "rome", "carthage"
QUIET = {
    "scenario": 1,
    "terrain": 7,
    "available": 6,
    "event/rome": 8,  # no reinforcements for Carthage, who gets none anyway
    "event/carthage": 5,  # the same again
    "fate": 12,
    "wound": 7,
    "skill": 1,
    "alliance": 2,
    "punishment": 2,
    "reinforcements": 2,
}

__all__ = ["CARTHAGE", "PACK", "ROME", "SIDES", "War", "character", "general", "part", "split", "troops", "unit"]


def unit(key: str, figures: int = 20, points: int = 10, **more: Any) -> Unit:
    return Unit(id=key, name=more.pop("name", key), figures=figures, points=points, **more)


def character(key: str, rank: str = "leader", points: int = 0, **more: Any) -> Character:
    return Character(id=key, name=more.pop("name", key), rank=rank, points=points, **more)


def general(key: str = "general", points: int = 0, **more: Any) -> Character:
    return character(key, "general", points, **more)


def troops(points: int, **more: Any) -> Unit:
    """A unit of a point a figure, worth so many points."""
    return unit(more.pop("key", "foot"), points, 1, **more)


def split(total: int, n: int, sides: int) -> tuple[int, ...]:
    """Faces of n dice that add up to a total."""
    faces = [total // n] * n
    for index in range(total - sum(faces)):
        faces[index] += 1
    if not all(1 <= face <= sides for face in faces):
        raise DiceSpent(f"{total} is not a total of {n}d{sides}")
    return tuple(faces)


class Told(Shuffles):
    """Dice that fall as told: by address below the year, as a total or as faces; quietly where nothing is told."""

    def __init__(self, told: Mapping[str, int | Sequence[int]]):
        self.told = dict(told)
        self.rolled: list[Rolled] = []

    def roll(self, n: int, sides: int, why: Sequence[str]) -> Rolled:
        short = "/".join(why[2:])
        value = self.told.pop(short, None)
        if value is None:
            kind = why[2]
            value = QUIET.get(f"{kind}/{why[3]}" if kind == "event" else kind, n)
            value = value * n // 2 if kind == "terrain" else value
        faces = split(value, n, sides) if isinstance(value, int) else tuple(value)
        assert len(faces) == n, f"{short} is {n}d{sides}"
        roll = Rolled(address=address_of(why), sides=sides, faces=faces, source="loaded")
        self.rolled.append(roll)
        return roll


def army(what: int | Sequence[Unit | Character]) -> tuple[tuple[Unit, ...], tuple[Character, ...]]:
    """So many points of foot without a name, or the units and characters as given."""
    if isinstance(what, int):
        return (troops(what),), ()
    units = tuple(one for one in what if isinstance(one, Unit))
    return units, tuple(one for one in what if isinstance(one, Character))


class War:
    """A war that a test plays. Every verb fails where the rules refuse it."""

    def __init__(
        self,
        rome: int | Sequence[Unit | Character] = 2000,
        carthage: int | Sequence[Unit | Character] = 2000,
        *,
        years: int = 10,
        year: int = 1,
        earned: tuple[int, int] = (0, 0),
        flags: tuple[str, ...] = (),
        by_hand: bool = False,
        **readings: str,
    ):
        armies = {ROME: army(rome), CARTHAGE: army(carthage)}
        self.rules = Rules(PACK, readings)
        self.start = Start(
            units={side: units for side, (units, _people) in armies.items()},
            characters={side: people for side, (_units, people) in armies.items()},
            years=years,
            year=year,
            earned=dict(zip(SIDES, earned, strict=True)),
            flags=flags,
            by_hand=by_hand,
        )
        self.state: State = self.rules.begin(self.start)
        self.dice = Told({})
        self.log: list[Move] = []

    # --- Decisions ------------------------------------------------------------------------------------

    def roll(self, **dice: int | Sequence[int]) -> "War":
        """Say how dice fall from now on: ``scenario=4``, ``event__rome=12``, ``fate__rome__consul=6``."""
        self.dice.told |= {key.replace("__", "/"): value for key, value in dice.items()}
        return self

    def refusal(self, side: str, decision: Decision) -> str | None:
        """The code of the problem, if the rules refuse this."""
        problem = self.rules.check(self.state, side, decision)
        return problem.code if problem else None

    def do(self, side: str, decision: Decision) -> "War":
        return self.apply({side: decision})

    def apply(self, moves: Mapping[str, Decision]) -> "War":
        for side, decision in moves.items():
            problem = self.rules.check(self.state, side, decision)
            assert problem is None, f"{side} {decision}: {problem}"
        before, state = len(self.dice.rolled), self.state
        step = self.rules.apply(state, moves, self.dice)
        self.state = step.state
        rolls = tuple(self.dice.rolled[before:])
        self.log.append(
            Move(year=state.year, stage=state.stage, moves=dict(moves), rolls=rolls, happenings=step.happenings)
        )
        return self

    def order(self, rome: str, carthage: str) -> "War":
        return self.apply({ROME: Order(action=rome), CARTHAGE: Order(action=carthage)})

    def choose(self, **choice: Any) -> "War":
        """The first who owes a choice about the scenario makes it; the others leave theirs."""
        for ask in self.rules.asks(self.state):
            if ask.prompt == "choose":
                self.do(ask.seat, Choose(**{key: value for key, value in choice.items() if key in ask.data}))
        return self

    def muster(self, **lists: Muster) -> "War":
        """Those given, and the best that fits for whoever has none."""
        if self.state.stage == "choices":
            self.choose()
        return self.apply({side: lists.get(side) or best(PACK, self.state, side) for side in SIDES})

    def fight(self, winner: str = "draw", level: str | None = None, **what: Any) -> "War":
        """The battle is reported. ``losses``: {(side, unit): (routed, destroyed)}; ``felled``, ``deeds``: {(side, character): n}."""
        return self.do(HOST, Fought(outcome=outcome(winner, level, **what)))

    def skip(self) -> "War":
        return self.do(ROME, Skip()).do(CARTHAGE, Skip())

    def settle(self) -> "War":
        """Everybody asked for something leaves it to the program."""
        while self.state.pending:
            ask = self.state.pending[0]
            decision = self.rules.fallback(self.state, ask)
            assert decision is not None, ask
            self.do(ask.seat, decision)
        return self

    def type(self, *faces: int) -> "War":
        """Type the die that is asked for first."""
        ask = self.state.pending[0]
        return self.do(ask.seat, Typed(address=ask.data["address"], faces=faces))

    def keep(self) -> "War":
        """Whoever is asked lets his roll stand."""
        return self.do(self.asked().seat, SpendReroll(use=False))

    def year(
        self,
        rome: str = "battle",
        carthage: str = "battle",
        winner: str = "draw",
        level: str | None = None,
        **what: Any,
    ) -> "War":
        """A whole year, everything that is asked left to the program."""
        self.order(rome, carthage)
        if self.state.ended:
            return self
        return self.muster().fight(winner, level, **what).settle()

    # --- What can be seen -----------------------------------------------------------------------------

    def asked(self) -> Any:
        """The first question that the war waits for."""
        return self.rules.asks(self.state)[0]

    def told(self, kind: str, **data: Any) -> list[dict[str, Any]]:
        """What was told of one kind, in order, as far as it fits ``data``."""
        happenings = [one for move in self.log for one in move.happenings if one.kind == kind]
        return [one.data for one in happenings if all(one.data.get(key) == value for key, value in data.items())]

    def kinds(self) -> list[str]:
        return [one.kind for move in self.log for one in move.happenings]

    @property
    def vp(self) -> tuple[int, int]:
        """Victory points of Rome and Carthage, standing awards included."""
        return self.rules.total(self.state, ROME), self.rules.total(self.state, CARTHAGE)

    @property
    def earned(self) -> tuple[int, int]:
        return self.state.earned[ROME], self.state.earned[CARTHAGE]

    @property
    def available(self) -> tuple[int, int]:
        return self.rules.available(self.state, ROME), self.rules.available(self.state, CARTHAGE)

    @property
    def ended(self) -> tuple[str | None, str, str] | None:
        """Winner, level and reason."""
        how = self.state.ended
        return None if how is None else (how.winner, how.level, how.reason)

    def figures(self, side: str, key: str) -> int:
        return self.state.units[side][key].figures

    def who(self, side: str, key: str) -> Character:
        return self.state.characters[side][key]

    @property
    def flags(self) -> set[str]:
        return {*self.state.flags, *self.state.lasting}


def outcome(
    winner: str = "draw",
    level: str | None = None,
    *,
    losses: Mapping[tuple[str, str], tuple[int, int]] | None = None,
    felled: Sequence[tuple[str, str]] = (),
    deeds: Mapping[tuple[str, str], int] | None = None,
    general: Mapping[str, str] | None = None,
    withdrew: str | None = None,
    **special: Any,
) -> Outcome:
    """An outcome as a battle hands it on."""
    level = level if level or winner == "draw" else "minor"
    units: dict[str, dict[str, UnitResult]] = {}
    for (side, key), (routed, destroyed) in (losses or {}).items():
        units.setdefault(side, {})[key] = UnitResult(routed=routed, destroyed=destroyed)
    people: dict[str, dict[str, CharacterResult]] = {}
    for side, key in dict.fromkeys([*felled, *(deeds or {})]):
        people.setdefault(side, {})[key] = CharacterResult(
            fate="felled" if (side, key) in felled else "unhurt", deeds=(deeds or {}).get((side, key), 0)
        )
    seats = {side: _seat(side, winner, level) for side in SIDES}
    return Outcome(
        seats=seats, units=units, characters=people, commanders=dict(general or {}), withdrew=withdrew, special=special
    )


def _seat(side: str, winner: str, level: Any) -> SeatResult:
    if winner == "draw":
        return SeatResult(result="draw")
    return SeatResult(result="win" if side == winner else "loss", level=level)
