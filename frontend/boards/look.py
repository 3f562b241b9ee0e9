"""What a page adds to a ruleset's scene when it is drawn, and how the one's millimetres become the other's."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from rulesets.contract import Scene, Token

type Spot = tuple[int, int]
type Box = tuple[int, int, int, int]

MARKS = "■●▲◆★"
NOBODYS = "◇"
"""The mark of those who belong to no seat."""
COUNTER = 40
SMALL = 1000
"""A table not wider than this is seen as large as a wider one that is enlarged."""
GLYPHS = {
    "order": "!",
    "acted": "✓",
    "failed": "▼",
    "prone": "▂",
    "aimed": "⌖",
    "jammed": "✕",
    "disabled": "✕",
    "hidden": "◌",
    "wounded": "✚",
    "stunned": "✱",
    "kneeling": "▾",
    "moved": "✓",
    "contact": "⚔",
}


@dataclass(frozen=True)
class Target:
    """A place or a unit that can be chosen: where its link leads, and what it is in words."""

    href: str
    title: str
    number: int
    at: Spot | None = None
    unit: str = ""
    way: tuple[Spot, ...] = ()
    facing: int | None = None
    label: str = ""
    """What is written on it (a cost); empty: its number."""
    level: int = 0
    shot: str | None = None
    """The way is a line of fire, with this written on it."""
    small: bool = False
    """One of many that lie close: a dot without its number."""
    tone: str = ""
    """Of a line of fire: a class, for the cover of the target."""


@dataclass(frozen=True)
class Look:
    """What a page adds to a scene."""

    title: str
    description: str
    uid: str = "battle"
    sides: Mapping[str, int] = field(default_factory=dict)
    """Seat to the number of its colour and mark, from 1."""
    signs: Mapping[str, str] = field(default_factory=dict)
    links: Mapping[str, str] = field(default_factory=dict)
    """Unit to the address that a tap on it leads to."""
    chosen: str = ""
    targets: Sequence[Target] = ()
    box: Box | None = None
    """The part that is shown, in millimetres of the drawing; None: all."""
    zoom: int = 1
    spelt: Callable[[str], str] = str
    """The reader's word for a word of the ruleset."""
    parties: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Sign of a squad to the units in it: while all of the board is seen, these are named and not each unit."""
    still: bool = False
    """A picture: nobody moves or enlarges it, and no key reaches it."""
    tap: Mapping[str, str] = field(default_factory=dict)
    """For the page's script: the two fields that a tap on an empty place fills (``x``, ``y``), or the address (``href``) that takes them."""


def sign(side: int, number: int | str) -> str:
    """How a unit is marked on the board and in the list; ``side`` 0 is nobody's."""
    return f"{MARKS[(side - 1) % len(MARKS)] if side else NOBODYS}{number}"


@dataclass(frozen=True)
class Frame:
    """From the ruleset's millimetres to those of the drawing: y grows downwards, and the viewer's own edge is below."""

    scene: Scene

    @property
    def across(self) -> bool:
        return self.scene.turned

    @property
    def down(self) -> bool:
        return self.scene.y_up != self.scene.turned

    def spot(self, at: Spot) -> Spot:
        x, y = at
        return self.scene.width - x if self.across else x, self.scene.height - y if self.down else y

    def facing(self, degrees: int) -> int:
        return (degrees + 180 * self.scene.turned) % 360


def side_class(look: Look, seat: str) -> str:
    """The class of a seat's colour; of what belongs to nobody ``side-0``."""
    number = look.sides.get(seat, 0)
    return f"side-{(number - 1) % len(MARKS) + 1 if number else 0}"


def radius_of(token: Token) -> int:
    return (token.size or 2 * COUNTER) // 2
