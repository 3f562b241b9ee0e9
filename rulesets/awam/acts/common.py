"""What every action shares: its words, who may do it, what pays, the morale test before it (AWAM 10.4, 10.7)."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import ClassVar, Protocol

import msgspec
from msgspec import Struct

from rulesets.awam import morale, moving, rights
from rulesets.awam.catalogue import play_of
from rulesets.awam.geometry import Point
from rulesets.awam.state import Figure
from rulesets.awam.tables import TABLES
from rulesets.awam.world import World
from rulesets.contract import Choice, Domain, IntRange, OneOf, Problem, Records
from rulesets.vocabulary import Json

RULE = "AWAM 10.4"
FAR = 100_000
"""No number of a path is larger: what is not of a table is refused before it is reckoned with."""


class Act(Protocol):
    """One kind of action of a figure. ``ordered``: it always needs an order; ``tested``: a blue figure tests first."""

    @property
    def kind(self) -> str: ...

    @property
    def ordered(self) -> bool: ...

    @property
    def tested(self) -> bool: ...

    @property
    def marks(self) -> bool: ...

    def menu(self, world: World, figure: Figure) -> Iterable[Choice]: ...

    def check(self, world: World, figure: Figure, arguments: dict[str, Json]) -> Problem | None: ...

    def gate(self, world: World, figure: Figure) -> Problem | None: ...

    def pays(self, world: World, figure: Figure, arguments: dict[str, Json]) -> rights.Pays | None: ...

    def do(self, world: World, figure: Figure, arguments: dict[str, Json], *, ordered: bool) -> None: ...


class Base[S: Struct](ABC):
    """Defaults of an action whose words are an ``S``."""

    kind: ClassVar[str] = ""
    ordered: ClassVar[bool] = True
    tested: ClassVar[bool] = True
    marks: ClassVar[bool] = True
    """Whether doing it says itself that he has acted; False: it is an action only where it is his own, and no order (AWAM 7.4)."""
    in_melee: ClassVar[bool] = False
    """Whether one who is engaged may do it: attack, break off, stand up, give an order (AWAM 6.5)."""
    in_water: ClassVar[bool] = False
    """Whether a swimmer may do it: swim, climb aboard, give an order; no other action (AWAM 14.2)."""
    said: type[S]

    def menu(self, world: World, figure: Figure) -> Iterable[Choice]:
        return () if self._bars(world, figure) else self.options(world, figure)

    @abstractmethod
    def options(self, world: World, figure: Figure) -> Iterable[Choice]:
        """The choices of one whom no enemy holds."""

    def check(self, world: World, figure: Figure, arguments: dict[str, Json]) -> Problem | None:
        """Its words, then whether a melee holds him, then what is its own."""
        said = read(self.said, arguments)
        if isinstance(said, Problem):
            return said
        return self._bars(world, figure) or self.judge(world, figure, said)

    @abstractmethod
    def judge(self, world: World, figure: Figure, said: S) -> Problem | None:
        """What is against it beyond its words and a melee."""

    def do(self, world: World, figure: Figure, arguments: dict[str, Json], *, ordered: bool) -> None:
        self.carry_out(world, figure, msgspec.convert(arguments, self.said), ordered=ordered)

    @abstractmethod
    def carry_out(self, world: World, figure: Figure, said: S, *, ordered: bool) -> None:
        """Do what ``judge`` has passed."""

    def _bars(self, world: World, figure: Figure) -> Problem | None:
        """A melee that holds him, or the river."""
        if not self.in_water and world.swims(figure):
            return SWIMS
        return ENGAGED if not self.in_melee and world.engaged(figure) else None

    def needs_order(self, world: World, figure: Figure, arguments: dict[str, Json]) -> bool:
        return self.ordered

    def pays(self, world: World, figure: Figure, arguments: dict[str, Json]) -> rights.Pays | None:
        """What pays for it; None: nothing can."""
        if figure.owed:
            return "owed"
        return rights.pays(world, figure, needs_order=self.needs_order(world, figure, arguments))

    def gate(self, world: World, figure: Figure) -> Problem | None:
        """What his state or this card has against it; one whom a test has shaken is still owed a reload, or the way to cover."""
        found = gate(world, figure)
        return None if found is ACTED and figure.owed and self.kind in SHAKEN else found

    def choice(self, figure: Figure, **more: Domain) -> Choice:
        return Choice(kind=self.kind, arguments={"fig": OneOf(values=(figure.id,)), **more}, label=figure.id)

    def form(self, figure: Figure, optional: tuple[str, ...] = (), **more: Domain) -> Choice:
        return Choice(
            kind=self.kind,
            arguments={"fig": OneOf(values=(figure.id,)), **more},
            optional=optional,
            exact=False,
            label=figure.id,
        )


def read[T: Struct](kind: type[T], arguments: dict[str, Json]) -> T | Problem:
    """The arguments of an action, typed; a problem for whatever is missing, too much, or of another kind."""
    try:
        return msgspec.convert(arguments, kind)
    except msgspec.ValidationError as error:
        return Problem(code="bad_arguments", data={"detail": str(error)}, rule=RULE)


class Spot(Struct, frozen=True, forbid_unknown_fields=True):
    x: int
    y: int


class Of(Struct, frozen=True, forbid_unknown_fields=True):
    """An action that names nobody but who does it."""

    fig: str


def path_domain(world: World) -> Records:
    return Records(
        fields={"x": IntRange(low=0, high=world.state.width), "y": IntRange(low=0, high=world.state.height)},
        most=TABLES.movement.legs,
    )


def way_of(path: Sequence[Spot]) -> list[Point] | Problem:
    if not 1 <= len(path) <= TABLES.movement.legs:
        return Problem(code="bad_path", data={"most": TABLES.movement.legs}, rule="AWAM 14.1", place="path")
    if any(not -FAR <= value <= FAR for spot in path for value in (spot.x, spot.y)):
        return Problem(code="off_table", rule=moving.RULE, place="path")
    return points_of(path)


def points_of(path: Sequence[Spot]) -> list[Point]:
    """The points of a path that ``way_of`` has passed."""
    return [Point(spot.x, spot.y) for spot in path]


def known(world: World, figure: Figure, key: str) -> Figure | None:
    """A figure on the table that this one's seat knows of."""
    other = world.state.figures.get(key)
    if other is None or other.where not in ("table", "hidden"):
        return None
    return None if other.where == "hidden" and other.seat != figure.seat else other


SHAKEN = ("reload", "load_gun", "to_cover")
"""What is left to one whom a test has shaken (AWAM 7.1, 7.4)."""
QUIET = ("lie", "reload", "move", "carry_on")
"""Acts that need not show a hidden figure; a move shows him unless it is a crawl in cover (AWAM 14.8)."""
NOT_THERE = Problem(code="no_such_target", rule=RULE, place="target")
ENGAGED = Problem(code="engaged", rule="AWAM 6.5")
SWIMS = Problem(code="swims", rule="AWAM 14.2")
FIRED = Problem(code="has_fired", rule="AWAM 3.4")
HAS_ACTED = Problem(code="has_acted", rule="AWAM 3.4")
ACTED = Problem(code="acted_on_card", rule="AWAM 2.4")
NO_ORDER = Problem(code="no_order", rule="AWAM 2.5")


def gate(world: World, figure: Figure) -> Problem | None:
    """Whether a figure of the active squad may do anything more on this card."""
    if figure.out or figure.where == "coming":
        return Problem(code="not_on_table", data={"figure": figure.id}, rule="AWAM 10.1")
    if figure.prisoner:
        return Problem(code="is_prisoner", data={"figure": figure.id}, rule="AWAM 6.7")
    if figure.broken:
        return Problem(code="is_broken", data={"figure": figure.id}, rule="AWAM 7.4")
    if figure.carded:
        return ACTED
    return FIRED if figure.fired else None


def judge(world: World, act: Act, figure: Figure, arguments: dict[str, Json]) -> Problem | None:
    """Everything about an action but whose turn it is."""
    found = act.gate(world, figure) or act.check(world, figure, arguments)
    if found is not None:
        return found
    return NO_ORDER if act.pays(world, figure, arguments) is None else None


def perform(world: World, act: Act, figure: Figure, arguments: dict[str, Json]) -> None:
    """Pay, test a blue figure, act (AWAM 10.7)."""
    active = world.state.active
    assert active is not None
    paid = act.pays(world, figure, arguments)
    if paid in ("order", "command"):
        active.left -= 1
    elif paid == "free":
        figure.free = True
    if paid == "order":
        play_of(world.state.scenario).ordered(world, figure)
    figure.carded = figure.carded or paid != "command"
    figure.owed = figure.owed and paid == "command"
    if act.kind not in QUIET and paid != "command":  # giving an order is no action (AWAM 2.4, row 3)
        moving.reveal(world, figure)
    if paid == "own" and not act.marks:
        figure.acted = True
    if act.tested and paid != "command":
        result = morale.test(world, figure)
        if result == "breaks" or (result == "shaken" and act.kind not in SHAKEN):
            figure.owed = result == "shaken"
            world.tell("no_action", "AWAM 7.4", figure=figure.id, result=result)
            moving.find_hidden(world, figure)
            rights.count(world)
            return
    if paid != "command":
        figure.last_gait = ""
    act.do(world, figure, arguments, ordered=paid != "free")
    if paid != "command":
        figure.last, figure.last_turn = act.kind, world.state.turn
    moving.find_hidden(world, figure)
    rights.count(world)
