"""The companion of a battle of Askari that is fought with miniatures: it rolls what the players ask for, and keeps it in the log.

Everything is open, and nobody is waited for: either side may roll, in any order, until both say the same of how it ended.
"""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, ClassVar

import msgspec
from msgspec import Struct

from rulesets.askari import companion
from rulesets.askari.companion import (
    SIDES,
    Animal,
    Burst,
    Courage,
    Deviation,
    Hospital,
    Initiative,
    Move,
    Orders,
    Rally,
    Reinforcements,
    Roll,
    Saves,
    Shoot,
    Throw,
    Unjam,
)
from rulesets.askari.duels import Fight
from rulesets.askari.tables import TABLES, readings_of
from rulesets.contract import (
    Action,
    Ask,
    Choice,
    Description,
    Group,
    Happening,
    IntRange,
    Json,
    OneOf,
    Outcome,
    Problem,
    Scene,
    Seat,
    SeatDescription,
    SeatResult,
    Setup,
    Step,
    Text,
    View,
)
from rulesets.dice import Dice
from rulesets.errors import BrokenSetup

DRAW = "draw"
LONGEST_END = 200


class End(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How the battle ended, as one side says. It ends when the other agrees."""

    winner: Annotated[str, OneOf(values=(*SIDES, DRAW))]
    level: Annotated[str, OneOf(values=("major", "minor"))] = "minor"
    note: Annotated[str, Text(longest=LONGEST_END)] = ""


class Agree(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """That it ended as the other side says: what that is is named, so that nobody agrees to what was said since."""

    winner: Annotated[str, OneOf(values=(*SIDES, DRAW))]
    level: Annotated[str, OneOf(values=("major", "minor"))]


ROLLS: Mapping[str, type[Roll]] = {
    "initiative": Initiative,
    "reinforcements": Reinforcements,
    "orders": Orders,
    "move": Move,
    "shoot": Shoot,
    "saves": Saves,
    "deviation": Deviation,
    "burst": Burst,
    "unjam": Unjam,
    "fight": Fight,
    "courage": Courage,
    "rally": Rally,
    "hospital": Hospital,
    "animal": Animal,
}
"""What the companion can roll, in the order of a turn."""
KINDS: Mapping[str, type[Struct]] = {**ROLLS, "end": End, "agree": Agree}
OTHER = {SIDES[0]: SIDES[1], SIDES[1]: SIDES[0]}
NAMED = {"weapon": "unknown_weapon", "moves": "unknown_movement"}
"""What is said of a word that is none, where there is more to say than that it is not offered."""
PICKY = ("move", "shoot", "courage", "fight")
"""Rolls whose circumstances depend on one another."""


class Table(Struct, kw_only=True, omit_defaults=True):
    """All there is to remember: the turn, how many rolls, the readings, the end; before it, what each side says of it (``said``)."""

    turn: int = 0
    rolls: int = 0
    threshold: int = 0
    readings: dict[str, Json] = {}
    said: dict[Seat, End] = {}
    outcome: dict[str, Json] | None = None


class AskariTable:
    """The verbs of the contract."""

    key = "askari-table"
    edition = 1
    rule: ClassVar[str] = "Askari"

    def describe(self) -> Description:
        readings = {key: OneOf(values=reading.values) for key, reading in TABLES.readings.items()}
        return Description(
            name=self.key,
            seats=tuple(SeatDescription(key=side) for side in SIDES),
            options={"readings": Group(fields=dict(readings), optional=tuple(readings))},
            can_assist_table=True,
            happenings=("opened", *ROLLS, "said", "over"),
        )

    def check_setup(self, setup: Setup) -> list[Problem]:
        unknown = sorted(setup.options.keys() - {"readings"})
        found = [Problem(code="unknown_option", data={"option": key}, place=f"options.{key}") for key in unknown]
        if set(setup.forces) != set(SIDES):
            found.append(Problem(code="two_sides", data={"sides": len(setup.forces)}, place="forces"))
        chosen = setup.options.get("readings", {})
        try:
            readings_of(dict(chosen))
        except (KeyError, ValueError, TypeError):
            found.append(Problem(code="unknown_reading", rule="Askari C", place="options.readings"))
        return found

    def setup(self, setup: Setup, dice: Dice) -> Step:
        found = self.check_setup(setup)
        if found:
            raise BrokenSetup(found[0].code)
        table = Table(readings=dict(setup.options.get("readings", {})))
        return _step(table, Happening(kind="opened", data={"seats": list(SIDES)}, rule=self.rule))

    def asks(self, state: Json) -> list[Ask]:
        table = _table(state)
        if table.outcome:
            return []
        return [
            Ask(seat=side, kind="may", prompt="agree", wanted=True)
            if OTHER[side] in table.said and side not in table.said
            else Ask(seat=side, kind="may", prompt="roll")
            for side in SIDES
        ]

    def menu(self, state: Json, seat: Seat, focus: str | None = None) -> Iterable[Choice]:
        table = _table(state)
        if seat not in SIDES or table.outcome:
            return []
        theirs = table.said.get(OTHER[seat])
        return [
            _agreement(theirs)
            if kind == "agree" and theirs is not None
            else Choice(
                kind=kind,
                arguments=companion.domains(struct),
                optional=companion.optional(struct),
                exact=kind not in PICKY,
            )
            for kind, struct in KINDS.items()
            if focus in (None, kind) and (kind != "agree" or theirs is not None)
        ]

    def check(self, state: Json, seat: Seat, action: Action) -> Problem | None:
        table = _table(state)
        if seat not in SIDES or table.outcome:
            return Problem(code="not_your_turn", rule=self.rule)
        theirs = table.said.get(OTHER[seat])
        able = [kind for kind in KINDS if kind != "agree" or theirs is not None]
        if action.kind not in able:
            return Problem(code="not_now", data={"kind": action.kind, "allowed": list(able)}, rule=self.rule)
        said = read(action)
        if (
            isinstance(said, Agree)
            and theirs is not None
            and (said.winner, said.level) != (theirs.winner, theirs.level)
        ):
            return Problem(code="not_offered", data={"winner": said.winner}, place="winner")
        if isinstance(said, Problem):
            return said
        return said.fault(readings_of(table.readings)) if isinstance(said, Roll) else None

    def apply(self, state: Json, moves: Mapping[Seat, Action], dice: Dice) -> Step:
        table = _table(state)
        ((seat, action),) = moves.items()
        said = read(action)
        assert not isinstance(said, Problem), "checked before"
        if isinstance(said, End):
            table.said = table.said | {seat: said}
            if not _agreed(table):
                return _step(table, _told(said, seat))
        if isinstance(said, End | Agree):
            return _step(table, _ended(table, table.said[OTHER[seat]], seat))
        assert isinstance(said, Roll)
        table.turn += action.kind == "initiative"
        table.rolls += 1
        throw = Throw(dice, "turn", str(table.turn), action.kind, str(table.rolls))
        data = {"note": said.note, "turn": table.turn, **said.fall(throw, readings_of(table.readings))}
        table.threshold = 0 if action.kind == "initiative" else data.get("threshold", table.threshold)
        fell = tuple(rolled.address for rolled in throw.rolled if rolled.faces)
        return _step(table, Happening(kind=action.kind, data=data, rule=said.rule, rolls=fell))

    def fallback(self, state: Json, seat: Seat, why: str) -> Action:
        """Nobody is waited for; a battle that has to end without its players is a draw."""
        return Action(kind="end", arguments={"winner": DRAW})

    def view(self, state: Json, seat: Seat | None) -> View:
        return View(seat=seat, data=dict(state))

    def outcome(self, state: Json) -> Outcome | None:
        told = state.get("outcome")
        return None if told is None else msgspec.convert(told, Outcome)

    def scene(self, view: View) -> Scene:
        """Nothing to draw: the table stands elsewhere."""
        return Scene(width=0, height=0, title=self.key, description="")


def _table(state: Json) -> Table:
    return msgspec.convert(state, Table)


def read(action: Action) -> Struct | Problem:
    """What was said, if every part of it is what it may be."""
    kind = KINDS[action.kind]
    if not isinstance(action.arguments, dict):
        return Problem(code="bad_arguments")
    for name, domain in companion.domains(kind).items():
        if name in action.arguments:
            problem = _outside(domain, name, action.arguments[name])
            if problem is not None:
                return problem
    try:
        return msgspec.convert(action.arguments, kind)
    except msgspec.ValidationError as error:
        return Problem(code="bad_arguments", data={"detail": str(error)})


def _outside(domain: Any, name: str, value: Json) -> Problem | None:
    """What is wrong with one circumstance by itself."""
    match domain:
        case IntRange(low=low, high=high):
            if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
                return Problem(code="out_of_range", data={"low": low, "high": high}, place=name)
        case OneOf(values=values):
            if not any(value == one and type(value) is type(one) for one in values):
                code = NAMED.get(name.rpartition("_")[2], "not_offered")
                return Problem(code=code, data={name.rpartition("_")[2]: str(value)[:40]}, place=name)
        case Text(longest=longest):
            if not isinstance(value, str):
                return Problem(code="bad_arguments", place=name)
            if len(value) > longest:
                return Problem(code="note_too_long", data={"length": len(value), "longest": longest}, place=name)
    return None


def _agreement(theirs: End) -> Choice:
    return Choice(
        kind="agree", arguments={"winner": OneOf(values=(theirs.winner,)), "level": OneOf(values=(theirs.level,))}
    )


def _agreed(table: Table) -> bool:
    """Whether both sides say the same of how it ended."""
    said = {(one.winner, one.level if one.winner != DRAW else "") for one in table.said.values()}
    return len(table.said) == len(SIDES) and len(said) == 1


def _told(said: End, seat: Seat) -> Happening:
    """What one side says; the other is asked."""
    draw = said.winner == DRAW
    data = {"seat": seat, "winner": None if draw else said.winner, "level": None if draw else said.level}
    return Happening(kind="said", data=data | {"note": said.note}, rule="Askari D")


def _ended(table: Table, said: End, seat: Seat) -> Happening:
    """``said``: the word of the side that spoke first; ``seat`` agreed."""
    draw = said.winner == DRAW
    results = {side: SeatResult(result="draw") for side in SIDES}
    if not draw:
        level: Any = said.level
        results = {
            said.winner: SeatResult(result="win", level=level),
            OTHER[said.winner]: SeatResult(result="loss", level=level),
        }
    table.outcome = msgspec.to_builtins(Outcome(seats=results, notes=said.note, special={"turns": table.turn}))
    data = {"seat": seat, "winner": None if draw else said.winner, "level": None if draw else said.level}
    return Happening(kind="over", data=data | {"note": said.note, "turns": table.turn}, rule="Askari D")


def _step(table: Table, happening: Happening) -> Step:
    return Step(state=msgspec.to_builtins(table), happenings=(happening,), reveals=bool(happening.rolls))
