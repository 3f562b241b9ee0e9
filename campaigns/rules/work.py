"""One application of the rules in progress: a copy of the state, the dice, and what has happened so far.

A step that needs something (a die typed by hand, an answer) says so and stops; when it is there, the same step runs again from its
start. So a step must change nothing before it has all it needs.
"""

import copy
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from campaigns.rules.pack import Pack
from campaigns.rules.state import DEFEATS, Character, Ended, Side, State, Task, Unit
from rulesets.contract import UMPIRE, Ask, Happening
from rulesets.dice import Dice, Rolled, address_of

Readings = Mapping[str, str]


class Waiting(Exception):
    """The step in hand needs an answer that nobody has given yet."""


class WarOver(Exception):
    """The war ended inside a step."""


class Work:
    """The state in the making."""

    def __init__(self, pack: Pack, readings: Readings, state: State, dice: Dice):
        self.pack = pack
        self.readings = readings
        self.state = copy.copy(state)
        self.state.now = copy.copy(state.now)
        self.dice = dice
        self.told: list[Happening] = []
        self.sides = pack.side_keys
        self._counted: dict[Side, tuple[object, object, int]] = {}
        self._awarded: tuple[object, object, dict[Side, int]] = (None, None, {})

    # --- Telling -----------------------------------------------------------------------------------

    def tell(
        self, kind: str, rule: str, *, rolls: Iterable[Rolled] = (), readings: Iterable[str] = (), **data: Any
    ) -> None:
        addresses = tuple([roll.address for roll in rolls])
        self.told.append(
            Happening(kind=kind, data=data, rule=self.pack.cited(rule), rolls=addresses, readings=tuple(readings))
        )

    # --- Sides ----------------------------------------------------------------------------------------

    def enemy(self, side: Side) -> Side:
        return self.sides[1] if side == self.sides[0] else self.sides[0]

    def defeated(self, side: Side) -> bool:
        return self.state.now.results.get(side) in DEFEATS

    # --- Points -----------------------------------------------------------------------------------------

    def available(self, side: Side) -> int:
        """As ``available`` below; counted anew only when the roster is another one."""
        units, characters = self.state.units[side], self.state.characters[side]
        known = self._counted.get(side)
        if known is None or known[0] is not units or known[1] is not characters:
            known = self._counted[side] = (units, characters, available(self.state, side))
        return known[2]

    def standing(self, side: Side) -> int:
        """As ``standing`` below, for both sides at once; worked out anew only when a roster is another one."""
        units, characters, held = self._awarded
        state = self.state
        if units is not state.units or characters is not state.characters:
            points = {one: self.available(one) for one in self.sides}
            held = {
                one: _held(self.pack, self.readings, state, one, points[one], points[self.enemy(one)])
                for one in self.sides
            }
            self._awarded = (state.units, state.characters, held)
        return held[side]

    def total(self, side: Side) -> int:
        return self.state.earned[side] + self.standing(side)

    def lead(self, side: Side) -> int:
        """Victory points ahead of the enemy, standing awards included [R 14]."""
        return self.total(side) - self.total(self.enemy(side))

    def score(
        self,
        side: Side,
        amount: int,
        *,
        source: str,
        rule: str,
        rolls: Iterable[Rolled] = (),
        readings: tuple[str, ...] = (),
        reason: str = "",
        check: bool = True,
    ) -> None:
        """Change the points a side has earned. ``source``: battle, event or ransom; a ransom is never doubled [R 29]."""
        if not amount:
            return
        doubled = "vp_doubled" in self.state.flags and (
            source == "battle" or (source == "event" and self.readings["doubling"] == "battles_and_events")
        )
        change = amount * 2 if doubled else amount
        self.state.earned = {**self.state.earned, side: self.state.earned[side] + change}
        used = (*readings, "doubling") if doubled else readings
        self.tell(
            "vp",
            rule,
            rolls=rolls,
            readings=used,
            side=side,
            amount=change,
            doubled=doubled,
            source=source,
            reason=reason,
            earned=self.state.earned[side],
        )
        if check:
            self.check_lead()

    def check_lead(self) -> None:
        """A great enough lead wins at once [R 19, R 34]."""
        first, second = self.sides
        lead = self.total(first) - self.total(second)
        if abs(lead) >= int(self.readings["instant_lead"]):
            self.end(first if lead > 0 else second, "major", "lead", lead=abs(lead))

    def end(self, winner: Side | None, level: Any, reason: Any, *, year: int | None = None, **data: Any) -> None:
        state = self.state
        state.ended = Ended(year=year or state.year, winner=winner, level=level, reason=reason)
        state.stage = "over"
        state.tasks = ()
        state.pending = ()
        state.answers = {}
        state.flags = state.coming = state.lasting = ()
        state.purses = {}
        totals = {side: self.total(side) for side in self.sides}
        self.tell("war_ended", "Hispania 5", winner=winner, level=level, reason=reason, totals=totals, **data)
        raise WarOver

    # --- Rosters --------------------------------------------------------------------------------------

    def put_unit(self, side: Side, unit: Unit) -> None:
        units = self.state.units
        self.state.units = {**units, side: {**units[side], unit.id: unit}}

    def put_character(self, side: Side, character: Character) -> None:
        characters = self.state.characters
        self.state.characters = {**characters, side: {**characters[side], character.id: character}}

    def change_character(self, side: Side, key: str, **changes: Any) -> Character:
        character = msgspec.structs.replace(self.state.characters[side][key], **changes)
        self.put_character(side, character)
        return character

    def rosters_changed(self) -> None:
        """After every change of a roster: the standing awards follow it, and the lead is looked at (Hispania 5)."""
        held = {side: self.standing(side) for side in self.sides}
        for side in self.sides:
            before, after = self.state.held[side], held[side]
            if before == after:
                continue
            self._tell_standing(side, before, after)
            if after < before and self.readings["standing_lost"] == "transfer":
                other = self.enemy(side)
                gained = self.state.earned[other] + before - after
                self.state.earned = {**self.state.earned, other: gained}
                self.tell(
                    "standing_transferred",
                    "Hispania 5, R27",
                    readings=("standing_lost",),
                    side=other,
                    amount=before - after,
                    earned=gained,
                )
        self.state.held = held
        self.check_lead()

    def standing_moves(self, side: Side, amount: int) -> None:
        """A standing score that depends on no troops changes: it is no award that anybody loses to the enemy."""
        before = self.state.held[side]
        self.state.held = {**self.state.held, side: before + amount}
        self._tell_standing(side, before, before + amount)

    def _tell_standing(self, side: Side, before: int, after: int) -> None:
        available = {key: self.available(key) for key in self.sides}
        self.tell("standing", "Hispania 5, R27", side=side, before=before, after=after, available=available)

    # --- Dice and answers -----------------------------------------------------------------------------

    def ask(self, *asks: Ask) -> None:
        self.state.pending = asks
        raise Waiting

    def answer(self, key: str, seat: Side, prompt: str, **data: Any) -> Any:
        """What the seat answered to this task's question; stops until it has."""
        if key not in self.state.answers:
            self.ask(Ask(seat=seat, prompt=prompt, data={"key": key, **data}))
        return self.state.answers[key]

    def roll(self, n: int, sides: int, *what: str, owner: Side = "") -> Rolled:
        """Roll dice at the address ``year/N/what…``, by hand where the war is played so, and again if its owner will [R 16]."""
        first = self._roll_once(n, sides, ("year", str(self.state.year), *what), owner)
        if not owner or not self._may_reroll(owner, what[0]):
            return first
        return self._rerolled(first, n, sides, what, owner)

    def _roll_once(self, n: int, sides: int, why: tuple[str, ...], owner: Side) -> Rolled:
        address = address_of(why)
        kept = self.state.answers.get("roll:" + address)
        if kept is None:
            if self.state.by_hand:
                self.ask(Ask(seat=owner or UMPIRE, prompt="dice", data={"address": address, "n": n, "sides": sides}))
            rolled = self.dice.roll(n, sides, why)
            # Faces only: where they came from is the host's to know, and must not change the state.
            kept = list(rolled.faces)
            self.state.answers = {**self.state.answers, "roll:" + address: kept}
        return Rolled(address=address, sides=sides, faces=tuple(kept))

    def _may_reroll(self, owner: Side, kind: str) -> bool:
        return f"{owner}.reroll" in self.state.flags and kind in self.pack.rerollable

    def _rerolled(self, first: Rolled, n: int, sides: int, what: tuple[str, ...], owner: Side) -> Rolled:
        key = "reroll:" + first.address
        standing_order = self.state.now.standing_rerolls.get(owner)
        if key in self.state.answers:
            use = self.state.answers[key]
        elif standing_order:
            use = standing_order[0] == what[0] and first.total < standing_order[1]
        else:
            use = self.answer(
                key,
                owner,
                "spend_reroll",
                roll=what[0],
                address=first.address,
                faces=list(first.faces),
                n=n,
                sides=sides,
            )
        if not use:
            return first
        second = self._roll_once(n, sides, ("year", str(self.state.year), *what, "reroll"), owner)
        # The flag goes only now, when the second result is there: until then the step may run again.
        self.state.flags = tuple(flag for flag in self.state.flags if flag != f"{owner}.reroll")
        self.tell(
            "rerolled",
            "Hispania 8, R16",
            rolls=(first, second),
            side=owner,
            roll=what[0],
            first=first.total,
            second=second.total,
        )
        # A step that runs once more (a later die typed by hand) must not look for the flag again.
        self.state.answers = {
            **self.state.answers,
            "roll:" + first.address: list(second.faces),
        }
        return second

    def amount(self, text: str, owner: Side, *again: str) -> tuple[int, tuple[Rolled, ...]]:
        """A number, or dice such as "1d6" or "2d6*10", rolled as the owner's event amount."""
        dice, _, times = text.partition("*")
        n, d, sides = dice.partition("d")
        if not d:
            return int(text), ()
        rolled = self.roll(int(n), int(sides), "event_amount", owner, *again, owner=owner)
        return rolled.total * int(times or 1), (rolled,)

    # --- Steps ----------------------------------------------------------------------------------------

    def push(self, *tasks: Task) -> None:
        """Put steps before those that wait."""
        self.state.tasks = (*tasks, *self.state.tasks)


def available(state: State, side: Side) -> int:
    """Points of every unit and every living, free character (Hispania 5)."""
    points = 0
    for unit in state.units[side].values():
        if unit.figures:
            points += unit.figures * unit.points + unit.command
    for one in state.characters[side].values():
        if one.status == "ready":
            points += one.points
    return points


def standing(pack: Pack, readings: Readings, state: State, side: Side) -> int:
    """The awards that hold only while their condition does: derived, never stored (Hispania 5) [R 27]."""
    other = pack.side_keys[1] if side == pack.side_keys[0] else pack.side_keys[0]
    return _held(pack, readings, state, side, available(state, side), available(state, other))


def awards_of_troops(pack: Pack, readings: Readings, mine: int, theirs: int) -> Iterator[tuple[int, str, int]]:
    """Awards for the stronger army that hold: victory points, whether by ``more`` or ``times``, and the bound (Hispania 5) [R 27]."""
    last_two = readings["standing_rows"] == "last_two"
    for row in pack.standing:
        if row.more is not None and not last_two and mine - theirs >= row.more:
            yield row.vp, "more", row.more
        if row.times is not None and mine > 0 and mine >= row.times * theirs:
            yield row.vp, "times", row.times


def _held(pack: Pack, readings: Readings, state: State, side: Side, mine: int, theirs: int) -> int:
    points = sum(vp for vp, _by, _least in awards_of_troops(pack, readings, mine, theirs))
    last_two = readings["standing_rows"] == "last_two"
    if last_two and any(one.chief and one.status == "dead" for one in state.characters[side].values()):
        points += pack.victory.general_killed
    return points
