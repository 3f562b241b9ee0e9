"""The battle contract: what every ruleset can be asked.

Values are ``msgspec.Struct`` or plain JSON values; there are no floats in a state (lengths are whole millimetres). A ruleset
imports no clock, no ``random``, no framework, and no other ruleset; its dice are an argument.

Provisional until three different rulesets live on it.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Literal, Protocol, runtime_checkable

from msgspec import UNSET, Struct, UnsetType, field

from rulesets.dice import Dice
from rulesets.tableau import Deck as Deck
from rulesets.tableau import Drawn as Drawn
from rulesets.tableau import Party as Party
from rulesets.tableau import Where as Where
from rulesets.vocabulary import UMPIRE as UMPIRE
from rulesets.vocabulary import Account as Account
from rulesets.vocabulary import DataKind as DataKind
from rulesets.vocabulary import Entry as Entry
from rulesets.vocabulary import Json as Json
from rulesets.vocabulary import Problem as Problem
from rulesets.vocabulary import Seat as Seat
from rulesets.vocabulary import Sheet as Sheet


class Audience(Struct, frozen=True, kw_only=True):
    """Who may know something. ``seats`` None: everybody. ``others``: what the rest may know, None for nothing at all."""

    seats: tuple[Seat, ...] | None = None
    others: dict[str, Json] | None = None


PUBLIC = Audience()


class Happening(Struct, frozen=True, kw_only=True):
    """One fact. The sentence is made on reading, in the reader's language."""

    kind: str
    data: dict[str, Json] = {}
    rule: str = ""
    """The paragraph it came from, e.g. ``Hispania 6``."""
    rolls: tuple[str, ...] = ()
    """Addresses of the rolls that decided it."""
    readings: tuple[str, ...] = ()
    """Keys of the readings that decided it."""
    audience: Audience = PUBLIC


class Ask(Struct, frozen=True, kw_only=True):
    """A decision that somebody owes, or may take.

    ``turn`` and ``sealed`` are owed: the battle waits for them. ``may`` is allowed, not owed, and has no clock; ``wanted`` marks a
    ``may`` that others wait for, so that its seat is told.
    """

    seat: Seat
    kind: Literal["turn", "sealed", "may"] = "turn"
    prompt: str
    data: dict[str, Json] = {}
    pace: Literal["live", "day"] = "live"
    wanted: bool = False


class OneOf(Struct, frozen=True, kw_only=True, tag="one_of"):
    values: tuple[Json, ...]


class IntRange(Struct, frozen=True, kw_only=True, tag="int_range"):
    low: int
    high: int
    step: int = 1


class Subset(Struct, frozen=True, kw_only=True, tag="subset"):
    values: tuple[Json, ...]
    least: int = 0
    most: int | None = None


class PointIn(Struct, frozen=True, kw_only=True, tag="point_in"):
    """A point (x, y) in whole millimetres inside a polygon."""

    polygon: tuple[tuple[int, int], ...]


class Path(Struct, frozen=True, kw_only=True, tag="path"):
    """A sequence of named places or points, at most ``longest`` of them."""

    places: tuple[Json, ...]
    longest: int


class Facing(Struct, frozen=True, kw_only=True, tag="facing"):
    """Whole degrees, 0 to 359."""

    allowed: tuple[int, ...] | None = None


class Text(Struct, frozen=True, kw_only=True, tag="text"):
    """A free note of at most ``longest`` characters."""

    longest: int


class Records(Struct, frozen=True, kw_only=True, tag="records"):
    """A list of records, each filled from named domains (a report's losses)."""

    fields: "dict[str, Domain]"
    most: int


class Each(Struct, frozen=True, kw_only=True, tag="each"):
    """A value for some of the named keys: a JSON object (break points by seat)."""

    keys: tuple[str, ...]
    value: "Domain"
    whole: bool = False
    """Whether every key must be there."""


class Row(Struct, frozen=True, kw_only=True, tag="row"):
    """A list of fixed length, each place with its own domain (starting and lost points)."""

    values: "tuple[Domain, ...]"


class Group(Struct, frozen=True, kw_only=True, tag="group"):
    """A JSON object filled from named domains; ``optional`` keys may be left out (a report inside a dispute)."""

    fields: "dict[str, Domain]"
    optional: tuple[str, ...] = ()


type Domain = OneOf | IntRange | Subset | PointIn | Path | Facing | Text | Records | Each | Row | Group


class Choice(Struct, frozen=True, kw_only=True):
    """One thing that may be done: the action's kind, and the domain of each argument.

    ``optional`` names the arguments that may be left out. Whatever is drawn from the domains of an ``exact`` choice passes ``check``;
    the other kind is a form whose parts depend on one another (a report), where ``check`` has the last word.
    """

    kind: str
    arguments: dict[str, Domain] = {}
    optional: tuple[str, ...] = ()
    exact: bool = True
    label: str = ""
    pays: str = ""
    """What it costs, as a word, where it does not cost the same whatever is done."""


class Action(Struct, frozen=True, kw_only=True):
    """What a seat does: a kind of the menu, with arguments."""

    kind: str
    arguments: dict[str, Json] = {}


class SeatDescription(Struct, frozen=True, kw_only=True):
    key: Seat
    optional: bool = False


class Description(Struct, frozen=True, kw_only=True):
    """What a ruleset is and can do. What it cannot is not offered."""

    name: str
    seats: tuple[SeatDescription, ...]
    options: dict[str, Domain] = {}
    scenarios: tuple[str, ...] = ()
    can_play_online: bool = False
    can_autoresolve: bool = False
    can_assist_table: bool = False
    has_bots: tuple[str, ...] = ()
    rolls_dice: bool = True
    """False: the host draws no secret for it."""
    happenings: tuple[str, ...] = ()
    """Every kind of happening it can tell: narration must know each."""


class UnitIn(Struct, frozen=True, kw_only=True):
    """A unit as it marches on. ``points`` is per figure, ``break_points`` the unit's worth in the club's book, if entered."""

    id: str
    name: str
    arm: str = "infantry"
    grade: str = "common"
    native: bool = False
    figures: int
    points: int = 0
    command: int = 0
    break_points: int | None = None
    traits: tuple[str, ...] = ()
    profile: dict[str, Json] | UnsetType = UNSET
    """What it is in battle, in the ruleset's own words, where whoever sends it knows."""


class CharacterIn(Struct, frozen=True, kw_only=True):
    id: str
    name: str
    rank: str = "leader"
    native: bool = False
    points: int = 0
    wounds: tuple[int, ...] = ()
    deeds: int = 0
    skills: tuple[int, ...] = ()
    traits: tuple[str, ...] = ()
    profile: dict[str, Json] | UnsetType = UNSET


class Force(Struct, frozen=True, kw_only=True):
    """What a seat brings."""

    units: tuple[UnitIn, ...] = ()
    characters: tuple[CharacterIn, ...] = ()


class Setup(Struct, frozen=True, kw_only=True):
    """A battle to be opened."""

    scenario: str = ""
    forces: dict[Seat, Force] = {}
    roles: dict[str, Seat] = {}
    """E.g. ``{"attacker": "rome", "defender": "carthage"}``."""
    options: dict[str, Json] = {}


class Step(Struct, frozen=True, kw_only=True):
    """What an application of the rules yields. ``reveals``: seats learnt something (or dice fell), so there is no undo.

    ``audiences``: who may read the move of a seat in the log; the move of a seat that is not named is public. A roll is read by
    whoever may read a happening that names its address.
    """

    state: Json
    happenings: tuple[Happening, ...] = ()
    reveals: bool = False
    audiences: dict[Seat, Audience] = {}


class View(Struct, frozen=True, kw_only=True):
    """What one seat (None: a spectator) can see. Nothing hidden is in it."""

    seat: Seat | None
    data: dict[str, Json]


class Modifier(Struct, frozen=True, kw_only=True):
    """One thing that bears on a roll, and the paragraph that says so."""

    key: str
    value: int
    rule: str = ""


class Forecast(Struct, frozen=True, kw_only=True):
    """What an action promises before it is done.

    ``chance_per_mille``: that it succeeds, None where there is no success or failure; 0 and 1000 are certainties. ``dice``: what is
    rolled, e.g. ``3d6+4``. ``needed``: what a die (or their sum, where ``dice`` adds something) must reach, or with ``at_most`` must
    not pass. ``modifiers`` are in ``needed`` already, or added to the die.
    """

    about: str = ""
    """What is rolled for: shot, charge, courage, fight."""
    chance_per_mille: int | None = None
    dice: str = ""
    needed: int | None = None
    at_most: bool = False
    average_per_mille: int | None = None
    """Successes to be expected, in thousandths, where many dice are rolled."""
    modifiers: tuple[Modifier, ...] = ()
    then: "tuple[Forecast, ...]" = ()
    """What comes after it, in order: a charge's reaction fire, and the fight."""


class SeatResult(Struct, frozen=True, kw_only=True):
    """A seat's result. A loss on every seat is possible (an unplayed game counted lost for both)."""

    result: Literal["win", "draw", "loss"]
    level: Literal["major", "minor"] | None = None


class UnitResult(Struct, frozen=True, kw_only=True):
    """Figures lost, by how. Figures that are still fleeing on the table are not losses."""

    routed: int = 0
    destroyed: int = 0
    captured: int = 0


class CharacterResult(Struct, frozen=True, kw_only=True):
    """What befell a character on the table. ``felled`` rolls for fate in a campaign."""

    fate: Literal["unhurt", "felled", "fled", "captured"] = "unhurt"
    wounds: int = 0
    deeds: int = 0


class Outcome(Struct, frozen=True, kw_only=True):
    """How a battle ended: the same however it was settled. Units and characters by their ids, per seat."""

    seats: dict[Seat, SeatResult]
    units: dict[Seat, dict[str, UnitResult]] = {}
    characters: dict[Seat, dict[str, CharacterResult]] = {}
    commanders: dict[Seat, str] = {}
    withdrew: Seat | None = None
    guns_taken: dict[Seat, tuple[str, ...]] = {}
    standards_taken: dict[Seat, tuple[str, ...]] = {}
    special: dict[str, Json] = {}
    """Facts of this scenario, e.g. ``{"village_destroyed": true}``, and of this ruleset."""
    notes: str = ""


class Shape(Struct, frozen=True, kw_only=True):
    """A drawn thing, in whole millimetres. ``style`` is a class, never a colour."""

    kind: Literal["rect", "circle", "polygon", "line", "hex"]
    points: tuple[tuple[int, int], ...]
    style: str
    title: str = ""
    size: int = 0


class Token(Struct, frozen=True, kw_only=True):
    """Something that stands on the board. ``of``: the unit it belongs to, whose name is its ``label``; tokens of one unit are one group.

    ``facing`` is in whole degrees, 0 is up on a board that is not ``turned``. ``size`` is the base in millimetres; 0: a counter.
    ``level``: above what stands in the same place (on its roof, in its tree), or, negative, below it.
    """

    id: str
    at: tuple[int, int]
    style: str
    label: str
    facing: int = 0
    marks: tuple[str, ...] = ()
    of: str = ""
    seat: Seat = ""
    size: int = 0
    level: int = 0
    place: str = ""
    """What its place is called, on a board of named places."""
    symbol: Literal["counter", "man", "rider", "gun", "leader", "standard", "baggage", "beast"] = "counter"


class Label(Struct, frozen=True, kw_only=True):
    at: tuple[int, int]
    text: str
    style: str = ""


class Fact(Struct, frozen=True, kw_only=True):
    """Something known of a unit, on the board or off it, or of a seat or the game: a word and a number, or a word alone."""

    word: str
    number: int | None = None
    seat: Seat = ""


class Known(Struct, frozen=True, kw_only=True):
    """A unit in a list beside the board. ``of``: its id; ``where`` is a word (empty: on the board); ``sign``: its number, else it is counted."""

    of: str
    name: str
    seat: Seat
    figures: int = 0
    where: str = ""
    sign: str = ""
    facts: tuple[Fact, ...] = ()


class Reach(Struct, frozen=True, kw_only=True):
    """How far something of a unit goes, from each of its tokens. Millimetres."""

    of: str
    word: str
    distance: int


class Scene(Struct, frozen=True, kw_only=True):
    """A neutral drawing: what the board draws, and which choice a click on a shape or token means.

    ``y_up``: y grows upwards, as on a map. ``turned``: the viewer sits at the other edge, and wants it at the bottom. ``measured``:
    lengths on it are those of a table; else places have names (hexes), and a length means nothing to a player. ``spots``: where a place
    that an action may name is drawn; one that is not here (``H07/crown``, ``H07:2``) at what its name has before a slash or colon. ``grid``: of squares.
    """

    width: int
    height: int
    title: str
    description: str
    y_up: bool = False
    turned: bool = False
    measured: bool = True
    spots: dict[str, tuple[int, int]] = {}
    grid: int = 0
    turn: int = 0
    turns: int = 0
    phase: str = ""
    roster: tuple[Known, ...] = ()
    parties: tuple[Party, ...] = ()
    deck: Deck | None = None
    standings: tuple[Fact, ...] = ()
    reaches: tuple[Reach, ...] = ()
    shapes: tuple[Shape, ...] = ()
    tokens: tuple[Token, ...] = ()
    labels: tuple[Label, ...] = ()
    clicks: dict[str, Action] = field(default_factory=dict)


@runtime_checkable
class Ruleset(Protocol):
    """The verbs. ``edition`` is stored with every battle, so an old log is always replayed with the rules it was played under."""

    key: str
    edition: int

    def describe(self) -> Description:
        """Seats, options, scenarios, and what it can do."""

    def check_setup(self, setup: Setup) -> list[Problem]:
        """Everything wrong with a setup; empty when it can be played."""

    def setup(self, setup: Setup, dice: Dice) -> Step:
        """Open the battle."""

    def asks(self, state: Json) -> list[Ask]:
        """Who owes a decision now, each seat at most once. Empty once there is an outcome, and never before.

        Who is asked is public. A ruleset whose battle an umpire can settle in its own words takes the action ``rule`` of his seat, with
        ``{"reason": …, "report": …}``.
        """

    def menu(self, state: Json, seat: Seat, focus: str | None = None) -> Iterable[Choice]:
        """What the seat may do, arguments as domains. ``focus`` narrows it to one unit."""

    def check(self, state: Json, seat: Seat, action: Action) -> Problem | None:
        """Judge one action; never enumerates. Same answer for all states that look alike to the seat."""

    def apply(self, state: Json, moves: Mapping[Seat, Action], dice: Dice) -> Step:
        """Play one action, or all sealed actions at once. Every move has passed ``check``."""

    def fallback(self, state: Json, seat: Seat, why: str) -> Action:
        """What is done for an absent player. Passes ``check``."""

    def view(self, state: Json, seat: Seat | None) -> View:
        """What this seat may see; ``None`` is a spectator."""

    def outcome(self, state: Json) -> Outcome | None:
        """How it ended, or None while it goes on."""

    def scene(self, view: View) -> Scene:
        """A neutral drawing of a view."""


@runtime_checkable
class Hiding(Protocol):
    """Required of a ruleset whose views hide anything."""

    def resample(self, state: Json, seat: Seat | None, dice: Dice) -> Json:
        """A state that this seat cannot tell from the true one."""


@runtime_checkable
class Foretelling(Protocol):
    """Optional: a ruleset that tells the odds of an action before it is done."""

    def forecast(self, state: Json, seat: Seat, action: Action) -> Forecast | None:
        """What the action promises, by what the seat can see: the same for all states that look alike to it.

        None where nothing is left to chance, or the action is refused.
        """


@runtime_checkable
class Mapped(Protocol):
    """Optional: a ruleset whose menus name places and targets by words, and which can show them on its board."""

    def where(
        self, state: Json, seat: Seat, action: Action, name: str, values: Sequence[Json]
    ) -> Sequence[Where | None]:
        """Where each of these values of the argument ``name`` is. ``action``: what is chosen so far. The same for all states that look alike
        to the seat."""


@runtime_checkable
class Guiding(Protocol):
    """Optional: whose ways (``Path``, or ``Records`` of x and y) are put together point by point on the board, or units (a ``Group`` of places by
    unit) placed one by one."""

    def onward(self, state: Json, seat: Seat, action: Action, name: str) -> Sequence[Json]:
        """What may come next on the way ``name``. ``action``: what is chosen so far, the beginning of the way among it. Empty: it ends
        there, or is not led; of points these are some, and any other may be tapped. ``where`` is asked for these, and for the way itself (a
        list), with that beginning in the action. The same for all states that look alike to the seat. Of units ``name`` is the argument and
        one unit (``places.2.1.3``); ``action`` has where others were put."""


@runtime_checkable
class Playing(Protocol):
    """Required of a ruleset that names bots: the program as a player."""

    def bot(self, state: Json, seat: Seat) -> Action:
        """What the program plays for a seat that owes a decision. ``state`` is one resampled for the seat. Passes ``check``."""


@runtime_checkable
class Finishing(Protocol):
    """Optional, of a ruleset that names bots: a battle played to its end with nothing written and read between two moves."""

    def finish(self, state: Json, dice: Dice, guesses: Callable[[], Dice], *, most: int) -> Outcome | None:
        """What ``bot`` for every seat and ``apply`` in turn come to, with the same dice; None where ``most`` moves do not suffice.

        ``guesses``: new dice, by which what a seat cannot see is dealt anew before it decides.
        """


@runtime_checkable
class Watchful(Protocol):
    """Optional: a ruleset that can say what must always hold."""

    def invariants(self, state: Json) -> list[str]:
        """What is broken in this state; empty when it is sound."""


@runtime_checkable
class Furnished(Protocol):
    """Optional: a ruleset of which a club may replace lists, maps, tables or counters with its own.

    A document is plain JSON, without floats. ``check_data`` takes anything at all.
    """

    def data_kinds(self) -> tuple[DataKind, ...]:
        """What may be replaced."""

    def check_data(self, kind: str, document: Json) -> list[Problem]:
        """Everything wrong with a document; each problem's ``place`` is a place in it (``units[0].figures``)."""

    def preview(self, kind: str, document: Json) -> Scene | None:
        """A drawing of a document that ``check_data`` has passed; None where there is nothing to draw."""

    def template(self, kind: str) -> Json:
        """A whole document to begin with: one of the house's own. Passes ``check_data``."""


@runtime_checkable
class Tabular(Protocol):
    """Optional, of a ruleset that is ``Furnished``: documents of kinds with ``columns`` can be typed as tables."""

    def from_rows(self, kind: str, rows: list[dict[str, str]]) -> Sheet:
        """A table's rows, by column, as a document. Every column of a row is one of the kind's."""

    def to_rows(self, kind: str, document: Json) -> list[dict[str, str]]:
        """A document as a table: ``from_rows`` reads it back."""


@runtime_checkable
class Counting(Protocol):
    """Optional, of a ruleset that is ``Furnished``: what a document holds, in points."""

    def account(self, kind: str, document: Json) -> Account:
        """Of a document that ``check_data`` has passed."""


@runtime_checkable
class Sketching(Protocol):
    """Optional: a ruleset that can show the table before a battle is opened."""

    def sketch(self, setup: Setup) -> Scene | None:
        """The table with nobody on it, as far as the setup says; None where it cannot be laid yet. Takes any setup."""


@runtime_checkable
class Planned(Protocol):
    """Optional: a ruleset that can count a battle before it is opened."""

    def prices(self) -> dict[str, int]:
        """Points of the house's own lists, by key."""

    def accounts(self, setup: Setup) -> dict[Seat, Account]:
        """What each seat brings, of a setup that ``check_setup`` has passed."""

    def doubts(self, setup: Setup) -> list[Problem]:
        """What is lawful and still unusual about a setup that ``check_setup`` has passed."""
