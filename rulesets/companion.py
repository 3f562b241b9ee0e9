"""The companion of a battle that is fought with miniatures: what every ruleset's has in common.

There is no board: a table rolls what the players ask for, and keeps it in the log. Everything is open, and nobody is waited for: any
side may roll, in any order, until all say the same of how it ended. A ruleset says what can be rolled (``Roll``: plain circumstances,
the domain of each, and what comes of it), and names a subclass of ``Companion``.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Annotated, Any, ClassVar, get_type_hints

import msgspec
from msgspec import Struct

from rulesets.contract import (
    UMPIRE,
    Action,
    Ask,
    Choice,
    Description,
    Domain,
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
from rulesets.dice import Dice, Rolled
from rulesets.errors import BrokenSetup

SIDES: tuple[Seat, ...] = ("first", "second")
DRAW = "draw"
COUNTED = "counted"
"""How it ended where the table has counted it: each side as it was counted."""
END, AGREE = "end", "agree"
LEVELS = ("major", "minor")
LONGEST_NOTE = 40
LONGEST_END = 200

type Switch = Annotated[bool, OneOf(values=(False, True))]
type Note = Annotated[str, Text(longest=LONGEST_NOTE)]
type Readings = Mapping[str, Any]
type Facts = dict[str, Json]


class Throw:
    """Dice of one roll of the companion: what fell, in order."""

    def __init__(self, dice: Dice, *why: str) -> None:
        self._dice, self._why = dice, why
        self.rolled: list[Rolled] = []

    def __call__(self, n: int, *why: str, sides: int = 6) -> Rolled:
        rolled = self._dice.roll(n, sides, (*self._why, *why))
        self.rolled.append(rolled)
        return rolled


class Roll(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One thing to roll for: its circumstances, each with its domain. ``note``: whose it is, in the players' own words."""

    rule: ClassVar[str] = ""
    note: Note = ""

    def fault(self, readings: Readings) -> Problem | None:
        """What these circumstances have wrong together; each by itself is within its domain."""
        return None

    def fall(self, throw: Throw, readings: Readings) -> Facts:
        """Roll, and say what it comes to."""
        raise NotImplementedError


class End(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How the battle ended, as one side says. It ends when the others agree. ``winner``: a seat of this table, a draw, or as it was counted."""

    winner: Annotated[str, OneOf(values=(*SIDES, DRAW))]
    level: Annotated[str, OneOf(values=LEVELS)] = "minor"
    note: Annotated[str, Text(longest=LONGEST_END)] = ""

    @property
    def word(self) -> tuple[str, str]:
        """What counts of it: a draw is no clearer than another."""
        return self.winner, "" if self.winner in (DRAW, COUNTED) else self.level


class Agree(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """That it ended as another side says: what that is is named, so that nobody agrees to what was said since."""

    winner: Annotated[str, OneOf(values=(*SIDES, DRAW))]
    level: Annotated[str, OneOf(values=LEVELS)]


class Table(Struct, kw_only=True, omit_defaults=True):
    """All there is to remember: the turn, how many rolls, the readings, the end; before it, what each side says of it (``said``).

    ``seats``: the sides at this table, where a ruleset has tables of several sizes. ``umpire``: whether the umpire rolls, too. A ruleset
    that remembers more (a deck, days) has a table of its own.
    """

    turn: int = 0
    rolls: int = 0
    seats: list[Seat] = []
    umpire: bool = False
    readings: dict[str, Json] = {}
    said: dict[Seat, End] = {}
    outcome: dict[str, Json] | None = None


class Companion[T: Table]:
    """The verbs of the contract. A ruleset's companion says what is rolled and, where it has more to say, how.

    ``sides``: every seat there may be, of which at least ``fewest`` are taken. ``turns``: the roll that begins a new turn. ``picky``: rolls
    whose circumstances depend on one another. ``asked``: readings that a roll depends on, which who opens a table is asked for. ``named``: the
    code of what is said of a word that is none, by the last part of its circumstance's name.
    """

    key: ClassVar[str]
    edition: ClassVar[int] = 1
    rule: ClassVar[str]
    end_rule: ClassVar[str]
    readings_rule: ClassVar[str] = ""
    sides: ClassVar[tuple[Seat, ...]] = SIDES
    fewest: ClassVar[int] = 2
    plays: ClassVar[tuple[str, ...]] = ()
    """Scenarios that the table knows by itself; the option ``play`` names one."""
    umpired: ClassVar[bool] = False
    """Whether an umpire may roll at such a table."""
    rolls: ClassVar[Mapping[str, type[Roll]]]
    """What can be rolled, in the order of a turn."""
    turns: ClassVar[str] = ""
    picky: ClassVar[tuple[str, ...]] = ()
    shared: ClassVar[frozenset[str]] = frozenset()
    """What is done to a thing of the whole table: two phones that do so at once do it once."""
    asked: ClassVar[tuple[str, ...]] = ()
    named: ClassVar[Mapping[str, str]] = {}
    table: type[T]

    # --- What a ruleset says

    def answers(self) -> Mapping[str, tuple[Json, ...]]:
        """Every reading with its answers, the house's own first."""
        return {}

    def readings(self, chosen: Mapping[str, Json]) -> Readings:
        """All readings as they hold where these were ``chosen``. ``KeyError`` and ``ValueError`` where there is no such one."""
        known = self.answers()
        for key, value in chosen.items():
            if value not in known[key]:
                raise ValueError(key)
        return {key: chosen.get(key, values[0]) for key, values in known.items()}

    def kinds(self, table: T, seat: Seat) -> Iterable[str]:
        """What this seat may roll now. The umpire of a table that has one rolls whatever a side does."""
        return self.rolls

    def domains(self, table: T, seat: Seat, kind: str) -> dict[str, Domain]:
        """What each circumstance of a roll may be."""
        return domains(self.rolls[kind])

    def fault(self, said: Roll, table: T, seat: Seat) -> Problem | None:
        return said.fault(self.readings(table.readings))

    def fall(self, said: Roll, throw: Throw, table: T, seat: Seat) -> Facts:
        """Roll, and say what it comes to. A ruleset that remembers more than the common table writes it into ``table``."""
        return said.fall(throw, self.readings(table.readings))

    def openings(self) -> tuple[tuple[str, tuple[Seat, ...]], ...]:
        """Tables to choose from: a scenario ("" for one's own) and the sides that may be there."""
        return (("", self.sides),)

    def is_counted(self, table: T) -> bool:
        """Whether the table has counted who won."""
        return False

    def begun(self, table: T, setup: Setup, dice: Dice) -> None:
        """What lies on the table at the beginning (a shuffled deck), where there is anything."""

    # --- The contract

    def describe(self) -> Description:
        answers = {key: OneOf(values=values) for key, values in self.answers().items()}
        more: dict[str, Domain] = {"umpire": OneOf(values=(False, True))} if self.umpired else {}
        more |= {"play": OneOf(values=("", *self.plays))} if self.plays else {}
        return Description(
            name=self.key,
            seats=tuple(
                SeatDescription(key=side, optional=number >= self.fewest) for number, side in enumerate(self.sides)
            ),
            options={"readings": Group(fields=dict(answers), optional=tuple(answers)), **more},
            can_assist_table=True,
            happenings=("opened", *self.rolls, "said", "over"),
        )

    def check_setup(self, setup: Setup) -> list[Problem]:
        known = {"readings", *(["umpire"] if self.umpired else []), *(["play"] if self.plays else [])}
        found = [
            Problem(code="unknown_option", data={"option": key}, place=f"options.{key}")
            for key in sorted(setup.options.keys() - known)
        ]
        if not (set(setup.forces) <= set(self.sides) and len(setup.forces) >= self.fewest):
            found.append(Problem(code="two_sides", data={"sides": len(setup.forces)}, place="forces"))
        if not isinstance(setup.options.get("umpire", False), bool):
            found.append(Problem(code="bad_arguments", place="options.umpire"))
        if setup.options.get("play", "") not in ("", *self.plays):
            found.append(Problem(code="bad_arguments", place="options.play"))
        try:
            self.readings(dict(setup.options.get("readings", {})))
        except (KeyError, ValueError, TypeError):
            found.append(Problem(code="unknown_reading", rule=self.readings_rule, place="options.readings"))
        return found

    def setup(self, setup: Setup, dice: Dice) -> Step:
        found = self.check_setup(setup)
        if found:
            raise BrokenSetup(found[0].code)
        table = self.table(readings=dict(setup.options.get("readings", {})))
        table.umpire = setup.options.get("umpire", False)
        if self.fewest < len(self.sides):
            table.seats = [side for side in self.sides if side in setup.forces]
        self.begun(table, setup, dice)
        opened = Happening(kind="opened", data={"seats": list(self.seats(table))}, rule=self.rule)
        return self.step(table, opened)

    def asks(self, state: Json) -> list[Ask]:
        table = self.read(state)
        if table.outcome:
            return []
        found = [
            Ask(seat=side, kind="may", prompt="agree", wanted=True)
            if side not in table.said and self._theirs(table, side)
            else Ask(seat=side, kind="may", prompt="roll")
            for side in self.seats(table)
        ]
        return [*found, Ask(seat=UMPIRE, kind="may", prompt="roll")] if table.umpire else found

    def menu(self, state: Json, seat: Seat, focus: str | None = None) -> Iterable[Choice]:
        table = self.read(state)
        return [self._choice(table, seat, kind) for kind in self._able(table, seat) if focus in (None, kind)]

    def check(self, state: Json, seat: Seat, action: Action) -> Problem | None:
        table = self.read(state)
        able = self._able(table, seat)
        if not able:
            return Problem(code="not_your_turn", rule=self.rule)
        if action.kind not in able:
            return Problem(code="not_now", data={"kind": action.kind, "allowed": list(able)}, rule=self.rule)
        said = self.said(table, seat, action)
        if isinstance(said, Problem):
            return said
        if isinstance(said, Agree) and (said.winner, said.level) not in {
            (one.winner, one.level) for one in self._theirs(table, seat)
        }:
            return Problem(code="not_offered", data={"winner": said.winner}, place="winner")
        return self.fault(said, table, seat) if isinstance(said, Roll) else None

    def apply(self, state: Json, moves: Mapping[Seat, Action], dice: Dice) -> Step:
        table = self.read(state)
        ((seat, action),) = moves.items()
        said = self.said(table, seat, action)
        assert not isinstance(said, Problem), "checked before"
        if isinstance(said, Agree):
            said = End(winner=said.winner, level=said.level)
        if isinstance(said, End):
            return self.step(table, self._heard(table, seat, said))
        assert isinstance(said, Roll)
        table.turn += action.kind == self.turns
        table.rolls += 1
        throw = Throw(dice, "turn", str(table.turn), action.kind, str(table.rolls))
        data = {"note": said.note, "turn": table.turn, **self.fall(said, throw, table, seat)}
        fell = tuple(rolled.address for rolled in throw.rolled if rolled.faces)
        return self.step(table, Happening(kind=action.kind, data=data, rule=said.rule, rolls=fell))

    def fallback(self, state: Json, seat: Seat, why: str) -> Action:
        """Nobody is waited for; a battle that has to end without its players is a draw. Of an umpire nothing is asked."""
        if seat != UMPIRE:
            return Action(kind=END, arguments={"winner": DRAW})
        table = self.read(state)
        able = (self._plainest(table, seat, kind) for kind in self._able(table, seat))
        return next(action for action in able if self.check(state, seat, action) is None)

    def view(self, state: Json, seat: Seat | None) -> View:
        return View(seat=seat, data=dict(state))

    def outcome(self, state: Json) -> Outcome | None:
        told = state.get("outcome")
        return None if told is None else msgspec.convert(told, Outcome)

    def scene(self, view: View) -> Scene:
        """Nothing to draw: the table stands elsewhere."""
        return Scene(width=0, height=0, title=self.key, description="")

    def outcome_of(self, table: T, said: End) -> Outcome:
        """What all have agreed on. A ruleset that has counted says what that was."""
        level: Any = said.level
        results = {
            side: SeatResult(result="draw")
            if said.winner == DRAW
            else SeatResult(result="win" if side == said.winner else "loss", level=level)
            for side in self.seats(table)
        }
        return Outcome(seats=results, notes=said.note, special={"turns": table.turn})

    # --- Reading

    def read(self, state: Json) -> T:
        return msgspec.convert(state, self.table)

    def step(self, table: T, happening: Happening) -> Step:
        return Step(state=msgspec.to_builtins(table), happenings=(happening,), reveals=bool(happening.rolls))

    def seats(self, table: T) -> Sequence[Seat]:
        """The sides at this table."""
        return table.seats or self.sides

    def said(self, table: T, seat: Seat, action: Action) -> Roll | End | Agree | Problem:
        """What was said, if every part of it is what it may be."""
        if not isinstance(action.arguments, dict):
            return Problem(code="bad_arguments")
        for name, domain in self._choice(table, seat, action.kind, offered=False).arguments.items():
            if name in action.arguments:
                problem = self._outside(domain, name, action.arguments[name])
                if problem is not None:
                    return problem
        kind: Any = {END: End, AGREE: Agree}.get(action.kind) or self.rolls[action.kind]
        try:
            said: Roll | End | Agree = msgspec.convert(action.arguments, kind)
        except msgspec.ValidationError as error:
            return Problem(code="bad_arguments", data={"detail": str(error)})
        return said

    def _outside(self, domain: Domain, name: str, value: Json) -> Problem | None:
        """What is wrong with one circumstance by itself."""
        match domain:
            case IntRange(low=low, high=high):
                if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
                    return Problem(code="out_of_range", data={"low": low, "high": high}, place=name)
            case OneOf(values=values):
                if not any(value == one and type(value) is type(one) for one in values):
                    last = name.rpartition("_")[2]
                    return Problem(code=self.named.get(last, "not_offered"), data={last: str(value)[:40]}, place=name)
            case Text(longest=longest):
                if not isinstance(value, str):
                    return Problem(code="bad_arguments", place=name)
                if len(value) > longest:
                    return Problem(code="note_too_long", data={"length": len(value), "longest": longest}, place=name)
        return None

    def _able(self, table: T, seat: Seat) -> list[str]:
        """What a seat may do now: roll, say how it ended, and agree where another has said so."""
        if table.outcome or not (seat in self.seats(table) or (seat == UMPIRE and table.umpire)):
            return []
        if seat == UMPIRE:
            return [*self.kinds(table, seat)]
        return [*self.kinds(table, seat), END, *([AGREE] if self._theirs(table, seat) else [])]

    def _choice(self, table: T, seat: Seat, kind: str, *, offered: bool = True) -> Choice:
        """``offered``: of an agreement, what others have said, and nothing else."""
        if kind not in (END, AGREE):
            struct, found = self.rolls[kind], self.domains(table, seat, kind)
            return Choice(kind=kind, arguments=found, optional=optional(struct), exact=kind not in self.picky)
        counted = (COUNTED,) if self.is_counted(table) else ()
        winners: tuple[str, ...] = (*counted, *self.seats(table), DRAW)
        found = domains(End if kind == END else Agree) | {"winner": OneOf(values=winners)}
        if kind == END or not offered:
            return Choice(kind=kind, arguments=found, optional=optional(End) if kind == END else ())
        theirs = self._theirs(table, seat)
        told: dict[str, Domain] = {
            "winner": OneOf(values=tuple(dict.fromkeys(one.winner for one in theirs))),
            "level": OneOf(values=tuple(dict.fromkeys(one.level for one in theirs))),
        }
        return Choice(kind=kind, arguments=told, exact=len({one.word for one in theirs}) == 1)

    def _plainest(self, table: T, seat: Seat, kind: str) -> Action:
        """A roll as it stands before anybody has said anything of it."""
        choice = self._choice(table, seat, kind)
        needed = {name: domain for name, domain in choice.arguments.items() if name not in choice.optional}
        said = {
            name: domain.values[0] if isinstance(domain, OneOf) else getattr(domain, "low", "")
            for name, domain in needed.items()
        }
        return Action(kind=kind, arguments=said)

    # --- How it ended

    def _theirs(self, table: T, seat: Seat) -> list[End]:
        """What others say of how it ended, and this seat does not, in the order of the sides."""
        own = table.said.get(seat)
        told = [table.said[side] for side in self.seats(table) if side in table.said and side != seat]
        return [one for one in told if own is None or one.word != own.word]

    def _heard(self, table: T, seat: Seat, said: End) -> Happening:
        """A seat says how it ended. When all say the same, it has; a note is kept, the first side's before another's."""
        sides = self.seats(table)
        same = [
            table.said[one] for one in sides if one in table.said and one != seat and table.said[one].word == said.word
        ]
        if len(same) == len(sides) - 1:
            return self._ended(table, next((one for one in same if one.note), same[0]), seat)
        table.said = table.said | {seat: said}
        return Happening(kind="said", data={"seat": seat} | _told(said) | {"note": said.note}, rule=self.end_rule)

    def _ended(self, table: T, said: End, seat: Seat) -> Happening:
        """``said``: the word of a side that spoke before; ``seat`` agreed."""
        table.outcome = msgspec.to_builtins(self.outcome_of(table, said))
        data = {"seat": seat} | _told(said) | {"note": said.note, "turns": table.turn}
        return Happening(kind="over", data=data, rule=self.end_rule)


def _told(said: End) -> Facts:
    nobody = said.winner in (DRAW, COUNTED)
    told: Facts = {"winner": None if nobody else said.winner, "level": None if nobody else said.level}
    return told | ({"counted": True} if said.winner == COUNTED else {})


def domains(kind: type[Struct]) -> dict[str, Domain]:
    """What each circumstance may be."""
    return dict(_domains(kind))


@cache
def _domains(kind: type[Struct]) -> dict[str, Domain]:
    """Asked for again and again, and slow to be read off a class."""
    found: dict[str, Domain] = {}
    for name, hint in get_type_hints(kind, include_extras=True).items():
        hint = getattr(hint, "__value__", hint)
        if name in kind.__struct_fields__:
            found[name] = hint.__metadata__[0]
    return found


def optional(kind: type[Struct]) -> tuple[str, ...]:
    """Circumstances that need not be said."""
    return tuple(field.name for field in msgspec.structs.fields(kind) if not field.required)
