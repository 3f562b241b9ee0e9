"""A siege as it stands between two decisions: its days, engines, works and galleries (Montjoie 5.4). Part of a battle's state."""

from typing import Literal

from msgspec import Struct

from rulesets.vocabulary import Seat

type Hex = str


class Queues(Struct, kw_only=True, omit_defaults=True):
    """A fight underground: men in order on either side, whose attack it is, and the attacks made (Montjoie R59)."""

    besiegers: tuple[str, ...]
    garrison: tuple[str, ...]
    turn: Literal["besiegers", "garrison"] = "besiegers"
    made: int = 0


class Siege(Struct, kw_only=True, omit_defaults=True):
    """Days and works before an assault. Figures are named by id, hexes by name; a day counts from 1.

    ``battered``: blows against each wall hex. ``gallery`` and ``counter``: hexes dug by besiegers and garrison, with their levels;
    ``begun``: levels of a deep first hex that is not whole yet. ``spent``: days of digging at a hex that has not been dug yet.
    """

    besieger: Seat
    garrison: Seat
    last_day: int
    penalty: int = 0
    classes: tuple[str, ...] = ()
    """Of whom miners are taken."""
    engines: dict[str, int] = {}
    """Points that each engine has left; 0 is a wreck."""
    engineer: str = ""
    wall: str = ""
    shed: Hex = ""
    ready: int = 0
    """The day from which the shed stands; 0: it stands."""

    day: int = 1
    step: Literal["engines", "works", "contact", "collapse", "end"] = "engines"
    fired: tuple[str, ...] = ()
    """Engines that have shot today."""
    struck: tuple[str, ...] = ()
    """What was shot at today: wall, hoarding."""
    answered: tuple[Seat, ...] = ()
    """Who has ended this step."""
    busy: dict[Seat, tuple[str, ...]] = {}
    """Who is at work underground today."""
    battered: dict[Hex, int] = {}
    gallery: dict[Hex, int] = {}
    counter: dict[Hex, int] = {}
    begun: dict[Hex, int] = {}
    spent: dict[str, int] = {}
    driven: dict[Seat, int] = {}
    """The day up to which a side may not dig."""
    lit: int = 0
    """The day on which the props were fired; 0: not yet."""
    closed: bool = False
    """The mine has failed for good."""
    breach: tuple[str, ...] = ()
    """Walls that have come down."""
    fight: Queues | None = None
    out: tuple[str, ...] = ()
    """Stunned underground: out for the day."""
