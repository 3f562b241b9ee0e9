"""Writing one year of a record from the moves that were made in it."""

from collections import Counter
from collections.abc import Container
from typing import Any, cast

from msgspec import Struct

from campaigns.rules import guns, noted
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
from campaigns.rules.engine import Rules
from campaigns.rules.pack import Pack
from campaigns.rules.recorddice import BY_CHARACTER, REROLL, base_of
from campaigns.rules.recordlog import Move
from campaigns.rules.recordyear import parts_of
from campaigns.rules.scenarios import ALL_TROOPS, choices_of, choosers
from campaigns.rules.state import Character, Side, State, Unit
from rulesets.contract import Outcome, UnitResult

FREE = (SpendGrant, ReplaceGeneral, StandingReroll, Surrender, Skip, Length)
NATURAL_STOPS = ("muster", "battle")
"""Stages in which a year that is told so far is understood to wait."""
SPECIAL = ("village_destroyed", "break_points", "units_broken", "first_broken", "lowest", "turns")
"""What an outcome of a table says beside the rest, under the same names as the record."""


class _Choice(Struct, kw_only=True):
    """A choice and where it was made.

    ``free``: of one's own accord. ``late``: when the year's books were closed already. ``roll``: what it repeats, if it does.
    """

    side: Side
    decision: Decision
    stage: str
    after: int
    free: bool
    late: bool
    roll: tuple[str, ...] = ()


class YearWriter:
    """Collects what belongs to one year; ``document`` puts it in order."""

    def __init__(self, rules: Rules, number: int):
        self.rules, self.number = rules, number
        self.orders: dict[Side, str] = {}
        self.setup: dict[str, Any] = {}
        self.defaults: dict[str, Any] = {"village": False, "camp": False}
        self.muster: dict[Side, Any] = {}
        self.battle: dict[str, Any] = {}
        self.choices: list[_Choice] = []
        self.rolls: list[tuple[tuple[str, ...], tuple[int, ...]]] = []
        self.pieces = 0
        self.choosers = 0
        self.all_chosen = False
        self.done: Counter[str] = Counter()
        self.skipped = False

    @staticmethod
    def year_of(state: State, move: Move, begun: Container[int]) -> int:
        """The year a move is told in: a surrender may count for the one just put away, if the next has not begun."""
        for decision in move.moves.values():
            if isinstance(decision, Surrender) and decision.year is not None and state.year not in begun:
                return decision.year
        return state.year

    # --- Taking moves in ------------------------------------------------------------------------------

    def take(self, before: State, move: Move, after: State) -> None:
        """Add a move, with the states before and after it."""
        free = [self._take_one(before, side, decision) for side, decision in move.moves.items()]
        if not any(free):
            self.done[before.stage] += 1
        # A die that was typed in is told once, whether its log keeps it as a decision only or as a roll besides.
        typed = {one.address for one in move.moves.values() if isinstance(one, Typed)}
        self.rolls += [(what_of(roll.address), roll.faces) for roll in move.rolls if roll.address not in typed]
        self.pieces = self.pieces or len(after.now.terrain)
        self.choosers = max(self.choosers, len(choosers(self.rules.pack, after)) if after.stage == "choices" else 0)
        self.all_chosen = self.all_chosen or bool(after.now.limits) or after.year != before.year

    def _take_one(self, state: State, side: Side, decision: Decision) -> bool:
        """Whether it was made of one's own accord."""
        match decision:
            case Order(action=action):
                self.orders[side] = action
            case Choose():
                self._choose(state, side, decision)
            case Muster(units=units, characters=characters):
                self.muster[side] = {"units": list(units), "characters": list(characters)}
            case Fought(outcome=outcome):
                self.battle = battle(outcome, self.rules.pack, state)
            case Typed(address=address, faces=faces):
                self.rolls.append((what_of(address), faces))
            case _:
                return self._choice(state, side, decision)
        return False

    def _choose(self, state: State, side: Side, choice: Choose) -> None:
        allowed = choices_of(self.rules.pack, state, side)
        if points := allowed.get("points"):
            least, _most = cast(tuple[int, int | None], points)
            chosen = least if choice.points is None else choice.points
            self.defaults["points"] = least
            self.setup["points"] = "all" if chosen == ALL_TROOPS else chosen
        self.setup |= {name: getattr(choice, name) for name in ("village", "camp") if name in allowed}

    def _choice(self, state: State, side: Side, decision: Decision) -> bool:
        ask = next((ask for ask in state.pending if ask.seat == side), None)
        free = isinstance(decision, FREE) or (
            isinstance(decision, Ransom) and (ask is None or ask.data.get("character") != decision.character)
        )
        after, late = self.done[state.stage], state.year > self.number
        one = _Choice(side=side, decision=decision, stage=state.stage, after=after, free=free, late=late)
        if isinstance(decision, SpendReroll) and ask is not None:
            one.roll = what_of(ask.data["address"])
        if isinstance(decision, Skip):
            self.skipped = decision.agree and {*state.now.skip, side} == set(self.rules.pack.sides)
        self.choices.append(one)
        return free

    # --- Putting the year together ------------------------------------------------------------------------

    def document(self, still_open: State | None) -> dict[str, Any]:
        """The year as a table of the record. ``still_open``: the state in which it stands, if it is not over."""
        document: dict[str, Any] = {"number": self.number}
        # The same choices are the same record, whoever was first to choose.
        self.setup = {key: self.setup[key] for key in ("points", "village", "camp") if key in self.setup}
        if self.all_chosen:
            # Who has chosen the default has chosen nothing; only while others are still choosing it is told that he did.
            self.setup = {key: value for key, value in self.setup.items() if value != self.defaults[key]}
        if self.skipped:
            document["skipped"] = True
        for key in ("orders", "setup", "muster", "battle"):
            if told := getattr(self, key):
                document[key] = told
        if dice := self._dice():
            document["dice"] = dice
        if choices := self._choices():
            document["choices"] = choices
        if still_open is not None and not self._understood(still_open):
            document["stop"] = self._stop()
        return document

    def _stop(self) -> int:
        """How many decisions a reader makes until here. In a year that is simply skipped he makes every choice before."""
        if self.skipped and not self.setup and not self.muster:
            return self.done.total() - self.done["choices"] + self.choosers
        return self.done.total()

    def _understood(self, state: State) -> bool:
        """Whether a reader sees from the year itself where it stands."""
        return state.stage in NATURAL_STOPS and not state.pending and bool(self.orders)

    # --- Choices --------------------------------------------------------------------------------------------

    def _choices(self) -> list[dict[str, Any]]:
        written = []
        for index, one in enumerate(self.choices):
            if self._goes_without_saying(index, one):
                continue
            table = {"kind": kind_of(one.decision), "side": one.side, **_said(one)}
            if table.get("year") == self.number:
                del table["year"]
            if second := self._second(one):
                table["answer"]["second"] = second
            if self._needs_its_place(one):
                table["stage"] = one.stage
                if one.after:
                    table["after"] = one.after
            written.append(table)
        return written

    def _goes_without_saying(self, index: int, one: _Choice) -> bool:
        """What is the default, where nothing that follows could be taken for it."""
        match one.decision:
            case Skip():
                # A skipped year says so; who agreed when is told where the year went on for a while, or has not ended.
                return bool(self.battle) or (self.skipped and not self.setup and not self.muster)
            case SpendReroll(use=False) | Successor(name=""):
                return True
            case LosePoints(figures=None):
                later = (two for two in self.choices[index + 1 :] if two.side == one.side)
                return not any(isinstance(two.decision, LosePoints) and two.decision.figures for two in later)
        return False

    def _needs_its_place(self, one: _Choice) -> bool:
        """Whether a reader would take it for something else, or make it at another time, if it did not say when it was made."""
        match one.decision:
            case Skip() | Length():
                return True
            case Surrender() if one.late:
                return False
            case SpendReroll():
                return len(one.roll) > len(base_of(one.roll))
            case Ransom(character=who) if not one.free:
                others = (two.decision for two in self.choices if two.free)
                return any(isinstance(two, Ransom) and two.character == who for two in others)
        return one.free and (one.stage != "orders" or one.after > 0)

    def _second(self, one: _Choice) -> Any:
        """What a roll that was repeated showed the second time."""
        again = (*one.roll, REROLL)
        return next((_faces(faces) for what, faces in self.rolls if one.roll and what == again), None)

    # --- Dice -------------------------------------------------------------------------------------------------

    def _dice(self) -> dict[str, Any]:
        """All faces that fell, by what was rolled; successive rolls of one thing as a list in the order in which they fell."""
        asked_for = {(*one.roll, REROLL) for one in self.choices if one.roll}
        successive: dict[tuple[str, ...], list[tuple[int, ...]]] = {}
        for what, faces in self.rolls:
            if what not in asked_for:
                successive.setdefault(base_of(what), []).append(faces)
        dice: dict[str, Any] = {}
        for base, rolls in successive.items():
            place = dice
            for part in base[:-1]:
                place = place.setdefault(part, {})
            place[base[-1]] = self._terrain(rolls[0]) if base == ("terrain",) else _rolls(rolls)
        return dice

    def _terrain(self, faces: tuple[int, ...]) -> list[list[int]]:
        each = len(faces) // self.pieces
        return [list(faces[start : start + each]) for start in range(0, len(faces), each)]


def what_of(address: str) -> tuple[str, ...]:
    """What was rolled: an address below its year."""
    return tuple(parts_of(address)[2:])


def _faces(faces: tuple[int, ...]) -> int | list[int]:
    """A lone die, or a total, as a number; several faces as a list."""
    return faces[0] if len(faces) == 1 else list(faces)


def _rolls(rolls: list[tuple[int, ...]]) -> Any:
    return _faces(rolls[0]) if len(rolls) == 1 else [list(faces) for faces in rolls]


# --- Values as the record spells them -------------------------------------------------------------------


def _said(one: _Choice) -> dict[str, Any]:
    """Character and answer of a choice."""
    match one.decision:
        case Ransom(character=who, pay=pay):
            return {"character": who, "answer": pay}
        case StakeAll(agree=answer) | ObeyRecall(obey=answer) | Skip(agree=answer):
            return {"answer": answer}
        case Surrender(year=year):
            return {"answer": True, **({} if year is None else {"year": year})}
        case SpendReroll():
            subject = {"character": one.roll[2]} if one.roll[0] in BY_CHARACTER else {}
            return {**subject, "answer": {"roll": one.roll[0]}}
        case Length(year=year):
            return {"answer": False if year is None else year}
        case StandingReroll(roll=roll, below=below):
            return {"answer": {"roll": roll, "below": below}}
        case LosePoints(figures=figures):
            return {"answer": dict(figures or {})}
        case SpendGrant(units=units):
            return {"answer": [unit(bought) for bought in units]}
        case ReplaceGeneral(general=general, lost=lost):
            return {"answer": character(general), **({"character": lost} if lost else {})}
        case Successor(name=name):
            return {"answer": name}
    raise AssertionError(one.decision)


def unit(one: Unit) -> dict[str, Any]:
    """A unit as a record spells it: what is the default is left out."""
    told: dict[str, Any] = {"id": one.id} if one.id != one.name else {}
    told |= {"name": one.name, "arm": one.arm, "grade": one.grade}
    if one.native:
        told["native"] = True
    told |= {"figures": one.figures, "points": one.points}
    if one.command:
        told["command"] = one.command
    if one.break_points is not None:
        told["break_points"] = one.break_points
    return told


def character(one: Character) -> dict[str, Any]:
    told: dict[str, Any] = {"id": one.id} if one.id != one.name else {}
    told |= {"name": one.name, "rank": one.rank, "points": one.points}
    if one.native:
        told["native"] = True
    if one.status != "ready":
        told["status"] = one.status
    for key in ("wounds", "skills", "traits"):
        if values := getattr(one, key):
            told[key] = list(values)
    if one.deeds:
        told["deeds"] = one.deeds
    return told


def battle(outcome: Outcome, pack: Pack, state: State) -> dict[str, Any]:
    """An outcome as a record tells it: captured figures are lost like destroyed ones, a captured character was felled and taken."""
    winner = next((side for side, result in outcome.seats.items() if result.result == "win"), None)
    told: dict[str, Any] = {"winner": winner or "draw"}
    if winner is not None:
        told["level"] = outcome.seats[winner].level
    if outcome.commanders:
        told["general"] = dict(outcome.commanders)
    if outcome.withdrew is not None:
        told["withdrew"] = outcome.withdrew
    units_broken = outcome.special.get("units_broken") or {}
    for key in SPECIAL:
        if (value := outcome.special.get(key)) not in (None, False, {}, []):
            told[key] = value
    if counted := {side: pair for side, pair in told.pop("break_points", {}).items() if side not in units_broken}:
        told["break_points"] = counted
    if not state.now.village:
        # What burned in a battle of another ruleset was no objective of the war's own rules.
        told.pop("village_destroyed", None)
    if taken := guns.taken(pack, state, outcome):
        told["guns"] = {side: list(keys) for side, keys in taken.items()}
    if rows := noted.kept(pack, state, noted.of_outcome(outcome)):
        told["noted"] = [{"deed": row["deed"], "side": row["seat"], **_others(row)} for row in rows]
    if outcome.notes:
        told["note"] = outcome.notes
    return {**told, **_befell(outcome)}


def _others(row: dict[str, Any]) -> dict[str, Any]:
    return {key: row[key] for key in ("by", "of", "whom") if key in row}


def _befell(outcome: Outcome) -> dict[str, Any]:
    """Side by side in the order of their keys, as a table has it, whatever ruleset told it."""
    losses = [
        {"side": side, "unit": key, "routed": lost.routed, "destroyed": lost.destroyed + lost.captured}
        for side, units in sorted(outcome.units.items())
        for key, lost in units.items()
        if lost != UnitResult()
    ]
    everybody = sorted(outcome.characters.items())
    people = [(side, key, one) for side, told in everybody for key, one in sorted(told.items())]
    felled = [
        {"side": side, "character": key} | ({"captured": True} if one.fate == "captured" else {})
        for side, key, one in people
        if one.fate in ("felled", "captured")
    ]
    deeds = [{"side": side, "character": key, "count": one.deeds} for side, key, one in people if one.deeds]
    return {key: rows for key, rows in (("losses", losses), ("felled", felled), ("deeds", deeds)) if rows}
