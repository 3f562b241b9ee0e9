"""What lies beside a board: the squads into which a side is divided, and a deck of cards of which some have been drawn."""

from msgspec import Struct

from rulesets.vocabulary import Seat


class Party(Struct, frozen=True, kw_only=True):
    """A part of a side that acts together, as far as the viewer sees it. ``of``: the units in it; ``kind``: the word for what most of them
    are; ``number``: which of its side it is; ``name``: one of its own."""

    id: str
    seat: Seat
    number: int
    of: tuple[str, ...]
    kind: str
    name: str = ""


class Drawn(Struct, frozen=True, kw_only=True):
    """A card that lies open. ``owner``: whose it is, or a word (``joker``); ``high``: it is an ace."""

    owner: str
    high: bool = False


class Deck(Struct, frozen=True, kw_only=True):
    """How many cards are left, and those that were drawn, in their order."""

    left: int
    drawn: tuple[Drawn, ...] = ()


class Where(Struct, frozen=True, kw_only=True):
    """Where on the board something is that a menu names by a word: millimetres, as of the ``Scene``.

    ``way``: the points by which one gets there, from the unit on; ``cost``: what it takes, in the points of the rules. ``facing``, ``level``: as
    of a ``Token``. With a ``cover`` (a word) it is the target of a shot: ``way`` is the line, ``modifier`` what it adds to the throw.
    """

    at: tuple[int, int]
    way: tuple[tuple[int, int], ...] = ()
    cost: int | None = None
    facing: int | None = None
    level: int = 0
    cover: str = ""
    modifier: int = 0
    length: int | None = None
    """How long the way is, with what is lost on it: on a table that is measured. ``rough``: over ground on which one goes less far."""
    rough: bool = False
