"""Wars played at random through the rules, to have something to tell. The same seed gives the same war."""

import hashlib
import random
from collections.abc import Sequence
from typing import Any

from campaigns.narration import Book
from campaigns.rules.decisions import (
    Choose,
    Decision,
    Fought,
    Muster,
    ObeyRecall,
    Order,
    Ransom,
    ReplaceGeneral,
    Skip,
    SpendGrant,
    SpendReroll,
    StakeAll,
)
from campaigns.rules.engine import HOST, Rules, Start
from campaigns.rules.pack import bundled
from campaigns.rules.state import Character, State, Unit
from rulesets.contract import Ask, CharacterResult, Happening, Outcome, SeatResult, UnitResult
from rulesets.dice import Keyed, Rolled

SIDES = ("rome", "carthage")
NAMES = {
    "rome": ("Hastati", "Velites", "Equites", "Iberi", "Celtae", "Consul", "Tribune"),
    "carthage": ("Scutarii", "Caetrati", "Numidae", "Lusitani", "Celtiberi", "Hasdrubal", "Mago"),
}


class Throwing:
    """Dice that remember what fell."""

    def __init__(self, seed: int):
        self.key = Keyed(hashlib.sha256(str(seed).encode()).digest())
        self.rolls: dict[str, Rolled] = {}

    def roll(self, n: int, sides: int, why: Sequence[str]) -> Rolled:
        rolled = self.key.roll(n, sides, why)
        self.rolls[rolled.address] = rolled
        return rolled


class War:
    """A war played to its end. ``years``: happenings by year."""

    def __init__(self, seed: int, *, years: int = 6, readings: dict[str, str] | None = None, names: Any = NAMES):
        self.luck = random.Random(seed)
        self.dice = Throwing(seed)
        self.rules = Rules(bundled("hispania"), readings)
        self.state: State = self.rules.begin(_start(years, names))
        self.years: dict[int, list[Happening]] = {}
        while self.state.ended is None:
            self._step()

    @property
    def rolls(self) -> dict[str, Rolled]:
        return self.dice.rolls

    @property
    def happenings(self) -> list[Happening]:
        return [told for year in self.years.values() for told in year]

    def book(self, language: str = "en") -> Book:
        return Book.of(self.rules.pack, self.state, language, self.rules.readings)

    # --- Playing --------------------------------------------------------------------------------------

    def _play(self, moves: dict[str, Decision]) -> None:
        year = self.state.year
        step = self.rules.apply(self.state, moves, self.dice)  # type: ignore[arg-type]
        self.state = step.state
        self.years.setdefault(year, []).extend(step.happenings)

    def _step(self) -> None:
        asks = [ask for ask in self.rules.asks(self.state) if ask.kind != "may"]
        match asks[0].prompt:
            case "order":
                self._play({ask.seat: self._order(ask) for ask in asks})
                self._skip()
            case "muster":
                self._market()
                self._play({ask.seat: self._muster(ask) for ask in asks})
            case "fought":
                self._play({HOST: self._battle()})
            case _:
                self._play({asks[0].seat: self._answer(asks[0])})

    def _order(self, ask: Ask) -> Order:
        return Order(action=ask.data.get("action") or self.luck.choice(list(self.rules.pack.actions)))

    def _skip(self) -> None:
        state = self.state
        if state.stage in ("choices", "muster") and not state.pending and not state.tasks and self.luck.random() < 0.1:
            for side in SIDES:
                self._play({side: Skip()})

    def _muster(self, ask: Ask) -> Muster:
        muster = self.rules.fallback(self.state, ask)
        assert isinstance(muster, Muster)
        return muster

    def _market(self) -> None:
        for side in SIDES:
            new = Unit(id=f"new-{self.state.year}", name=f"Recruits {self.state.year}", figures=5, points=10)
            chief = Character(id=f"chief-{self.state.year}", name="Successor", rank="general", points=90)
            for decision in (SpendGrant(units=(new,)), ReplaceGeneral(general=chief)):
                if self.rules.check(self.state, side, decision) is None and self.state.ended is None:
                    self._play({side: decision})

    def _answer(self, ask: Ask) -> Decision:
        yes = self.luck.random() < 0.6
        match ask.prompt:
            case "ransom":
                return Ransom(character=ask.data["character"], pay=yes)
            case "stake_all":
                return StakeAll(agree=yes)
            case "obey_recall":
                return ObeyRecall(obey=not yes)
            case "spend_reroll":
                return SpendReroll(use=yes)
            case "choose":
                return Choose(village=yes and "village" in ask.data, camp=yes and "camp" in ask.data)
        decision = self.rules.fallback(self.state, ask)
        assert decision is not None
        return decision

    def _battle(self) -> Fought:
        luck, now = self.luck, self.state.now
        winner, level = luck.choice([*SIDES, None]), luck.choice(["major", "minor"])
        if now.village:
            winner, level = luck.choice([now.roles["attacker"], None]), "major"
        seats = {side: _result(side, winner, level) for side in SIDES}
        return Fought(
            outcome=Outcome(
                seats=seats,
                units={side: self._losses(side) for side in SIDES},
                characters={side: self._people(side) for side in SIDES},
                special={"village_destroyed": True} if now.village and winner else {},
                notes="A hot day." if luck.random() < 0.2 else "",
            )
        )

    def _losses(self, side: str) -> dict[str, UnitResult]:
        found = {}
        for key in self.state.now.muster[side].units:
            figures = self.state.units[side][key].figures
            routed = self.luck.randint(0, figures // 2)
            found[key] = UnitResult(routed=routed, destroyed=self.luck.randint(0, figures - routed))
        return found

    def _people(self, side: str) -> dict[str, CharacterResult]:
        absent = self.state.now.absent.get(side, ())
        there = [key for key in self.state.now.muster[side].characters if key not in absent]
        fates = ("felled", "unhurt")
        return {k: CharacterResult(fate=self.luck.choice(fates), deeds=self.luck.choice((0, 1, 2))) for k in there}


def _result(side: str, winner: str | None, level: Any) -> SeatResult:
    if winner is None:
        return SeatResult(result="draw")
    return SeatResult(result="win" if side == winner else "loss", level=level)


def _start(years: int, names: Any) -> Start:
    return Start(
        units={side: _units(*names[side][:5]) for side in SIDES},
        characters={side: _characters(*names[side][5:]) for side in SIDES},
        years=years,
    )


def _units(line: str, light: str, horse: str, allies: str, nobles: str) -> tuple[Unit, ...]:
    return (
        Unit(id="line", name=line, figures=20, points=15, command=15),
        Unit(id="light", name=light, figures=15, points=8),
        Unit(id="horse", name=horse, arm="cavalry", grade="special", figures=10, points=25, command=15),
        Unit(id="allies", name=allies, native=True, figures=25, points=10, command=15),
        Unit(id="nobles", name=nobles, native=True, grade="special", figures=20, points=16, command=15),
    )


def _characters(general: str, subordinate: str) -> tuple[Character, ...]:
    return (
        Character(id="general", name=general, rank="general", points=150),
        Character(id="second", name=subordinate, rank="subordinate", points=60),
    )
