"""The figures of the game, read once from ``tables.toml`` and ``terrain.toml``, and what a club may put in their place.

Every row says where it is from (``rule``) and how sure it is: S the extension's source, B the base game's sources, H the house,
D worked out of the others.
"""

import tomllib
from functools import cached_property, lru_cache
from importlib.resources import files
from typing import Any, Literal

import msgspec
from msgspec import Struct

type Certainty = Literal["S", "B", "H", "D"]
type Figure = tuple[int, str, Certainty]
"""A number, its paragraph, how sure it is."""
type Cover = Literal["none", "light", "medium", "heavy", "infinite"]
type Mark = Literal["-", "0", "+"]

COVERS: tuple[Cover, ...] = ("none", "light", "medium", "heavy", "infinite")
"""In order (Montjoie 4.6)."""


class Cited(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where a row is from."""

    rule: str
    sure: Certainty
    readings: tuple[str, ...] = ()


class Terrain(Cited, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a hex is (Montjoie 7.2). ``foot`` and ``mounted``: movement points to enter, None where it cannot be done.

    ``level``: of the ground layer; ``roof``: of a top layer, where there is one; ``block``: up to which level it stops a line of sight.
    ``inside``: its ground layer is under a roof and joins only through doors. ``joins``: steps one level up and down are possible.
    """

    foot: int | None = None
    mounted: int | None = None
    wheels: bool = False
    charge: bool = False
    cover: Cover = "none"
    combat: Mark = "0"
    level: int = 0
    roof: int | None = None
    block: int = 0
    inside: Literal["", "house", "passage"] = ""
    joins: bool = False
    tree: bool = False
    wall: bool = False


class LayerRow(Cited, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a layer above or below the ground is; the ground is the terrain's."""

    foot: int
    cover: Cover = "none"
    combat: Mark = "0"


class SideRow(Cited, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a hexside costs on top of the hex beyond, what it shelters from, and how who defends behind it stands."""

    surcharge: int
    cover: Cover = "none"
    combat: Mark = "0"


class WeatherRow(Cited, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Montjoie 1.1. ``visibility`` in hexes, 0 without limit; ``movement`` a fraction."""

    visibility: int = 0
    movement: tuple[int, int] = (1, 1)
    missile: int = 0
    combat: Mark = "0"


class DarkRow(Cited, frozen=True, kw_only=True, forbid_unknown_fields=True):
    movement: tuple[int, int]


class LightRow(Cited, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Hexes from a burning hex (Montjoie 1.1): seen well, and seen but not clearly."""

    bright: int
    dim: int


class Roll(Cited, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A die that is read off rows: up to so much, that."""

    sides: int
    rows: tuple[tuple[int, str], ...]

    def read(self, roll: int) -> str:
        """What a roll says; below the first row reads as the first, above the last as the last."""
        return next((word for most, word in self.rows if roll <= most), self.rows[-1][1])


class Grid(Cited, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table of letters: ``columns``, and a row of letters for each roll from 1."""

    columns: tuple[str, ...]
    rows: tuple[str, ...]

    def read(self, column: int, roll: int) -> str:
        """The letter in a column (from 0) for a roll, which is kept inside the table."""
        return self.rows[min(max(roll, 1), len(self.rows)) - 1].split()[column]


class Weapon(Cited, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A missile weapon (Montjoie 10): the furthest hex of short, medium and long range; its column and limits (4.9)."""

    column: str
    ranges: tuple[int, int, int]
    mounted_ranges: tuple[int, int, int] | None = None
    limits: Literal["free", "still", "slow", "thrown", "rock"]
    kind: Literal["bow", "crossbow", "sling", "javelin", "lance", "axe", "knife", "rock"]
    once: bool = False
    on_foot: bool = False


class Shed(Cited, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """So many men beside the engineer, so many turns (Montjoie 3.3.1)."""

    rows: tuple[tuple[int, int], ...]


class Rocks(Cited, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The limits of a thrower by hexes from the pile (Montjoie 3.2.2)."""

    limits: tuple[Literal["free", "still", "slow"], ...]


class Uses(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which kinds of weapon may be used from where (Montjoie 1.2.3, 2.4.3, 3.1.5)."""

    crown: frozenset[str]
    kneeling: frozenset[str]
    kneeling_loaded: frozenset[str]
    slits: frozenset[str]
    holes_down: frozenset[str]
    holes_up: frozenset[str]


class Veterans(Cited, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Characters of a campaign: what a lasting wound is by the total of its roll, and a command skill by its face.

    ``deeds``: from so many on, so much is added to attack and defence. ``feared``: what that skill adds to both; ``shields`` to the defence
    and ``drill`` to the movement of his side's figures on foot.
    """

    wounds: tuple[tuple[int, Literal["open", "arm", "guard", "leg"]], ...]
    deeds: tuple[tuple[int, int, int], ...]
    skills: tuple[tuple[int, Literal["first", "ground", "drill", "shields", "feared", "provident"]], ...]
    feared: tuple[int, int]
    shields: int
    drill: int

    def wound_on(self, total: int) -> str:
        return dict(self.wounds).get(total, "")

    def skill_on(self, face: int) -> str:
        return dict(self.skills).get(face, "")

    def renown(self, deeds: int) -> tuple[int, int]:
        """What so many deeds add to attack and defence."""
        earned = [(attack, defence) for least, attack, defence in self.deeds if deeds >= least]
        return earned[-1] if earned else (0, 0)


class Limits(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How large a club's map may be."""

    columns: int
    rows: int
    hexes: int
    features: int
    text: int


class Tables(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, eq=False, dict=True):
    """Everything that is a figure, but for the characters. One is equal only to itself: ``tables_from`` keeps them apart by content."""

    terrain: dict[str, Terrain]
    weather: dict[str, WeatherRow]
    dark: DarkRow
    light: LightRow
    layers: dict[str, LayerRow]
    sides: dict[str, SideRow]
    points: dict[str, Figure]
    numbers: dict[str, Figure]
    shed: Shed
    rolls: dict[str, Roll]
    missile_modifiers: dict[str, Figure]
    jump_modifiers: dict[str, Figure]
    slips: dict[str, Figure]
    stops: dict[str, Figure]
    combat_foot: Grid
    combat_mounted: Grid
    combat_riders: dict[str, tuple[str, str]]
    missile_riders: dict[str, tuple[str, str]]
    missile_foot: Grid
    missile_mounted: Grid
    missile_offsets: dict[str, int]
    weapons: dict[str, Weapon]
    uses: Uses
    rocks: Rocks
    battering_hoarding: Grid
    battering_hoarding_else: Grid
    battering_walls: Grid
    casualties: dict[str, int]
    veterans: Veterans
    limits: Limits

    @cached_property
    def mp(self) -> dict[str, int]:
        """Movement points of each action, by its key."""
        return {key: figure[0] for key, figure in self.points.items()}

    @cached_property
    def number(self) -> dict[str, int]:
        """The other numbers, by key."""
        return {key: figure[0] for key, figure in self.numbers.items()}

    @cached_property
    def _ratios(self) -> tuple[tuple[int, int], ...]:
        return tuple((int(up), int(down)) for up, down in (column.split("-") for column in self.combat_foot.columns))

    def odds(self, attack: int, defence: int) -> int | None:
        """The column of the combat tables (from 0), fractions in the defender's favour; None: no attack (Montjoie 4.8)."""
        fitting = [
            index for index, (up, down) in enumerate(self._ratios) if attack > 0 and attack * down >= up * defence
        ]
        return fitting[-1] if fitting else None

    def battering_column(self, grid: Grid, points: int) -> int | None:
        """The column for so many points: the next lower one; None below the first (Montjoie 3.1.6)."""
        fitting = [index for index, column in enumerate(grid.columns) if points >= int(column)]
        return fitting[-1] if fitting else None

    def price(self, attack: int, defence: int) -> int:
        """What a character is worth: attack and defence of his best face, up to the next step (Montjoie 9)."""
        step = self.number["price_step"]
        return -(-(attack + defence) // step) * step


def house_document() -> dict[str, Any]:
    """The house's tables as plain JSON: what a club's are laid over."""
    return msgspec.json.decode(_HOUSE, type=dict[str, Any])


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads(files("rulesets.montjoie").joinpath(name).read_text())


_HOUSE = msgspec.json.encode({**_read("tables.toml"), "terrain": _read("terrain.toml")})
TABLES = msgspec.convert(house_document(), Tables)
"""The house's tables."""


def laid_over(house: dict[str, Any], own: dict[str, Any]) -> dict[str, Any]:
    """A document with a club's rows in the place of the house's; rows that the club leaves out stay."""
    merged = dict(house)
    for key, value in own.items():
        held = merged.get(key)
        merged[key] = laid_over(held, value) if isinstance(held, dict) and isinstance(value, dict) else value
    return merged


@lru_cache(maxsize=32)
def _tables_from(own: bytes) -> Tables:
    return msgspec.convert(laid_over(house_document(), msgspec.json.decode(own)), Tables)


def tables_from(own: dict[str, Any] | None) -> Tables:
    """The house's tables with a club's rows in them; the same object for equal documents. The document has passed ``check_data``."""
    return TABLES if not own else _tables_from(msgspec.json.encode(own, order="sorted"))
