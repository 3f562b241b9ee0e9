"""What sight and movement know of the figures on the ground: where each stands, and whether it stands up."""

from collections.abc import Mapping

from msgspec import Struct

from rulesets.montjoie.hexes import Hex


class Standing(Struct, frozen=True):
    """A figure in a hex. A rider, or a horse alone, is under both his hexes. ``side``: the seat it belongs to."""

    id: str
    layer: str
    side: str = ""
    mounted: bool = False
    kneeling: bool = False
    stunned: bool = False
    dead: bool = False
    animal: bool = False


type Occupied = Mapping[Hex, tuple[Standing, ...]]
"""Who is in each hex, on any layer."""

NOBODY: Occupied = {}


class Conditions(Struct, frozen=True):
    """Weather by its key, total darkness, and the direction that the sun shines from (None: it dazzles nobody) (Montjoie 1.1)."""

    weather: str = "clear"
    dark: bool = False
    sun: int | None = None


CLEAR = Conditions()
