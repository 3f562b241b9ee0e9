"""The parts of an answer, and which function gives them for which kind of happening."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from django.utils.translation import gettext as _

from campaigns.narration.addresses import roll_name
from campaigns.narration.book import Book
from campaigns.narration.settled import settled_in
from campaigns.narration.words import Facts, source_text
from campaigns.rules.pack import ScenarioDef
from rulesets.contract import Happening


class Fallen(Protocol):
    """A roll as it fell: a ``Rolled``, or a stored row of the same shape."""

    @property
    def faces(self) -> tuple[int, ...]: ...

    @property
    def sides(self) -> int: ...

    @property
    def source(self) -> str: ...


@dataclass(frozen=True, kw_only=True)
class WhyRoll:
    """A roll that decided it. ``dice`` is empty where only a total is known."""

    what: str
    address: str
    faces: tuple[int, ...]
    total: int
    dice: str
    source: str
    source_text: str


@dataclass(frozen=True, kw_only=True)
class WhyReading:
    """A reading that decided it: its number, the question, and this club's answer."""

    number: str
    question: str
    answer: str


@dataclass(frozen=True, kw_only=True)
class Why:
    """An answer to "why?", in words and in order: rolls, modifiers, rows of tables, steps of reckoning, readings, paragraph."""

    paragraph: str
    rolls: tuple[WhyRoll, ...] = ()
    modifiers: tuple[str, ...] = ()
    rows: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()
    readings: tuple[WhyReading, ...] = ()
    settled: tuple[tuple[str, str], ...] = ()
    """Readings that are the same in every war: number and sentence."""

    def __bool__(self) -> bool:
        """Whether there is more to say than the paragraph."""
        return bool(self.rolls or self.modifiers or self.rows or self.steps or self.readings or self.settled)


@dataclass(kw_only=True)
class Part:
    """What an explaining function found."""

    rows: list[str] = field(default_factory=list)
    modifiers: list[str] = field(default_factory=list)
    steps: list[str] = field(default_factory=list)


class Year:
    """What else happened in the year: an explanation looks up orders, scenario and result here."""

    def __init__(self, happenings: Iterable[Happening], book: Book):
        self.happenings = tuple(happenings)
        self.book = book

    def last(self, kind: str, **data: object) -> Facts | None:
        """The latest happening of a kind with such data."""
        for told in reversed(self.happenings):
            if told.kind == kind and all(told.data.get(key) == value for key, value in data.items()):
                return Facts(told.data)
        return None

    def action(self, side: str) -> str | None:
        order = self.last("order", side=side)
        return str(order["action"]) if order else None

    @property
    def scenario(self) -> ScenarioDef | None:
        return self.book.pack.scenarios.get(self.scenario_key)

    @property
    def scenario_key(self) -> str:
        found = self.last("scenario")
        return str(found["scenario"]) if found else ""


@dataclass(frozen=True, kw_only=True)
class Question:
    """A happening to be explained, with all that can help."""

    told: Happening
    data: Facts
    book: Book
    rolls: Mapping[str, Fallen]
    year: Year

    def total(self, place: int = 0) -> int | None:
        """The total of one of its rolls, where the roll is known."""
        if len(self.told.rolls) <= place:
            return None
        roll = self.rolls.get(self.told.rolls[place])
        return sum(roll.faces) if roll else None


type Explainer = Callable[[Question], Part]

_explainers: dict[str, Explainer] = {}


def explains(*kinds: str) -> Callable[[Explainer], Explainer]:
    """Decorate the function that explains these kinds."""

    def register(explainer: Explainer) -> Explainer:
        for kind in kinds:
            if kind in _explainers:
                raise ValueError(f"two explanations of {kind}")
            _explainers[kind] = explainer
        return explainer

    return register


def answers(happening: Happening) -> bool:
    """Whether ``why`` has anything to say of a happening: what a page asks before it offers the question."""
    return bool(happening.rule or happening.rolls or happening.readings or happening.kind in _explainers)


def why(happening: Happening, book: Book, rolls: Mapping[str, Fallen], year: Iterable[Happening] = ()) -> Why:
    """Why a happening came out as it did.

    ``rolls``: known rolls by address; a roll that is not among them is left out. ``year``: the happenings of the same year; with them the
    answer can name the orders, the scenario and the result, without them it leaves those out.
    """
    question = Question(told=happening, data=Facts(happening.data), book=book, rolls=rolls, year=Year(year, book))
    explainer = _explainers.get(happening.kind)
    part = explainer(question) if explainer else Part()
    return Why(
        paragraph=happening.rule,
        rolls=tuple(_roll(address, rolls[address], book) for address in happening.rolls if address in rolls),
        modifiers=tuple(part.modifiers),
        rows=tuple(part.rows),
        steps=tuple(part.steps),
        readings=tuple(_reading(key, book) for key in happening.readings if key in book.pack.readings),
        settled=tuple(settled_in(book.pack, happening.rule)),
    )


def _roll(address: str, roll: Fallen, book: Book) -> WhyRoll:
    faces = tuple(roll.faces)
    # A single number above the highest face is a total that was noted down.
    known = all(face <= roll.sides for face in faces)
    return WhyRoll(
        what=roll_name(address, book),
        address=address,
        faces=faces,
        total=sum(faces),
        dice=f"{len(faces)}d{roll.sides}" if known else "",
        source=roll.source,
        source_text=source_text(roll.source),
    )


def _reading(key: str, book: Book) -> WhyReading:
    return WhyReading(number=book.pack.readings[key].number, question=book.reading(key), answer=book.chosen(key))


def span(first: int, last: int) -> str:
    """The totals of a row: "4–5", or "7"."""
    return str(first) if first == last else f"{first}–{last}"


def table_row(table: str, totals: str, result: str) -> str:
    """A row of a table as the rulebook has it."""
    return _("%(table)s, %(totals)s: %(result)s") % {"table": table, "totals": totals, "result": result}
