"""Somebody who plays a whole war by himself: both sides, and the battles on the table. The same seed plays the same war."""

import hashlib
import random
from collections.abc import Callable, Iterator

from msgspec import Struct

from campaigns.rules.armylists import sample_lists
from campaigns.rules.decisions import Decision, Fought, Order, SpendGrant
from campaigns.rules.engine import HOST, Rules, Start
from campaigns.rules.pack import Pack
from campaigns.rules.recordlog import Move
from campaigns.rules.state import Side, State, Unit
from rulesets.contract import Ask, CharacterResult, Outcome, SeatResult, UnitResult
from rulesets.dice import Keyed

MOST_TRIES = 200
THIN = 1700
"""Points below which an army that plays a long war takes recruits."""


class Played(Struct, frozen=True, kw_only=True):
    """A year as it was played: its moves, and the war after each of them."""

    moves: tuple[Move, ...]
    states: tuple[State, ...]

    @property
    def state(self) -> State:
        return self.states[-1]


class Player:
    """Answers every question of a war. ``lasting``: he fights so that neither side gets far enough ahead to end it."""

    def __init__(self, rules: Rules, luck: random.Random, *, lasting: bool = False):
        self.rules, self.luck, self.lasting = rules, luck, lasting

    def next_moves(self, state: State) -> dict[Side, Decision]:
        """What is decided next; sealed decisions together."""
        asks = self.rules.owed(state)
        match asks[0].prompt:
            case "order":
                return {ask.seat: self._order(ask) for ask in asks}
            case "fought":
                return {HOST: self._battle(state)}
            case "muster":
                return self._recruits(state) or {ask.seat: self._default(state, ask) for ask in asks}
        return {asks[0].seat: self._default(state, asks[0])}

    def _order(self, ask: Ask) -> Order:
        return Order(action=ask.data.get("action") or self.luck.choice(list(self.rules.pack.actions)))

    def _default(self, state: State, ask: Ask) -> Decision:
        answer = self.rules.fallback(state, ask)
        assert answer is not None
        return answer

    def _recruits(self, state: State) -> dict[Side, Decision]:
        """A side that has grown thin buys one unit of what it was granted."""
        for side in self.rules.pack.side_keys:
            if not self.lasting or self.rules.available(state, side) >= THIN:
                continue
            for native in (False, True):
                key = f"{'allies' if native else 'recruits'}-{state.year}"
                new = Unit(id=key, name=key.replace("-", " of year ").title(), native=native, figures=10, points=10)
                spend = SpendGrant(units=(new,))
                if self.rules.check(state, side, spend) is None:
                    return {side: spend}
        return {}

    # --- The table ------------------------------------------------------------------------------------

    def _battle(self, state: State) -> Fought:
        winner, level = self._result(state)
        sides = self.rules.pack.side_keys
        lost = {side: self._losses(state, side, beaten=winner not in (None, side)) for side in sides}
        return Fought(
            outcome=Outcome(
                seats={side: _seat(side, winner, level) for side in sides},
                units=lost,
                characters={side: self._people(state, side) for side in sides},
                special={"village_destroyed": True} if state.now.village and winner else {},
            )
        )

    def _result(self, state: State) -> tuple[Side | None, str]:
        now, sides = state.now, self.rules.pack.side_keys
        if self.lasting:
            behind = min(sides, key=lambda side: self.rules.total(state, side))
            may_win = not now.village and self.rules.lead(state, behind) < 0
            return (behind if may_win else None), "minor"
        if now.village:
            return self.luck.choice([now.roles["attacker"], None]), "major"
        return self.luck.choice([*sides, None]), self.luck.choice(("major", "minor"))

    def _losses(self, state: State, side: Side, *, beaten: bool) -> dict[str, UnitResult]:
        """Up to half of a beaten unit is lost, else up to a quarter; of a war that is to last much less."""
        found = {}
        for key in state.now.muster[side].units:
            figures = state.units[side][key].figures
            lost = self.luck.randint(0, figures // ((8 if self.lasting else 2) * (1 if beaten else 2)))
            if lost:
                found[key] = UnitResult(routed=lost - lost // 3, destroyed=lost // 3)
        return found

    def _people(self, state: State, side: Side) -> dict[str, CharacterResult]:
        """Now and then somebody falls; where the war is to last, no general does."""
        found = {}
        for key in state.now.muster[side].characters:
            if key in state.now.absent.get(side, ()):
                continue
            safe = self.lasting and state.characters[side][key].rank == "general"
            felled = not safe and self.luck.random() < 0.25
            found[key] = CharacterResult(fate="felled" if felled else "unhurt", deeds=int(self.luck.random() < 0.1))
        return found


def _seat(side: Side, winner: Side | None, level: str) -> SeatResult:
    if winner is None:
        return SeatResult(result="draw")
    return SeatResult(result="win" if side == winner else "loss", level="major" if level == "major" else "minor")


# --- Whole wars ---------------------------------------------------------------------------------------


def opening(pack: Pack, *, years: int) -> Start:
    """A war between two of the sample lists."""
    armies = {side: sample_lists(pack.key, side)[0].army for side in pack.side_keys}
    return Start(
        units={side: army.units for side, army in armies.items()},
        characters={side: army.characters for side, army in armies.items()},
        years=years,
    )


def play_year(player: Player, state: State, dice: Keyed) -> Played:
    """One year, or what there is of it if the war ends."""
    moves: list[Move] = []
    states: list[State] = []
    number = state.year
    while state.year == number and state.ended is None:
        decided, stage, fell = player.next_moves(state), state.stage, len(dice.rolled)
        step = player.rules.apply(state, decided, dice)
        rolls = tuple(dice.rolled[fell:])
        moves.append(Move(year=number, stage=stage, moves=decided, rolls=rolls, happenings=step.happenings))
        state = step.state
        states.append(state)
    return Played(moves=tuple(moves), states=tuple(states))


def thrown(seed: str) -> Keyed:
    """Dice by address, as in a war by program."""
    return Keyed(hashlib.sha256(seed.encode()).digest())


def random_war(rules: Rules, start: Start, seed: str) -> Iterator[Played]:
    """A war at random, year by year, to its end."""
    player = Player(rules, random.Random(seed))  # noqa: S311  (a benchmark, not a secret)
    state = rules.begin(start)
    while state.ended is None:
        played = play_year(player, state, thrown(f"{seed}/{state.year}"))
        state = played.state
        yield played


def lasting_war(rules: Rules, start: Start, seed: str, *, years: int) -> Iterator[Played]:
    """So many years of a war that goes on after them: fewer than were agreed."""
    state = rules.begin(start)
    for _year in range(years):
        played, _attempt = lasting_year(rules, state, seed, lambda attempt: thrown(attempt))
        state = played.state
        yield played


def lasting_year(rules: Rules, state: State, seed: str, dice: Callable[[str], Keyed]) -> tuple[Played, str]:
    """A year after which the war goes on. One in which it would end is played again with other dice.

    ``dice`` makes those of an attempt from its name, which is the second thing that is answered.
    """
    for number in range(MOST_TRIES):
        attempt = f"{seed}/{state.year}/{number}"
        player = Player(rules, random.Random(attempt), lasting=True)  # noqa: S311  (a benchmark, not a secret)
        played = play_year(player, state, dice(attempt))
        if played.state.ended is None and "stake_all" not in played.state.flags:
            return played, attempt
    raise RuntimeError(f"no dice let the war go on after year {state.year}")
