"""The characters: what each class is worth, who is of it, and what a club's own counters are (Montjoie 10, appendix B)."""

import tomllib
from functools import lru_cache
from importlib.resources import files
from typing import Any, Literal

import msgspec
from msgspec import Struct

type Face = tuple[int, int, int]
"""Attack, defence, movement: one face of a counter."""


class CharacterClass(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Healthy and wounded faces, on foot and mounted; None where there is no such counter. ``price`` in points (Montjoie 9)."""

    foot: Face
    foot_w: Face
    mounted: Face | None = None
    mounted_w: Face | None = None
    armour: bool = False
    animal: bool = False
    price: int
    sure: Literal["S", "B", "H", "D"] = "H"

    def face(self, *, mounted: bool, wounded: bool) -> Face:
        """The face that is up. ``LookupError``: there is no such counter."""
        found = (self.mounted_w if wounded else self.mounted) if mounted else (self.foot_w if wounded else self.foot)
        if found is None:
            raise LookupError("no mounted counter")
        return found


type Character = tuple[str, str, str, tuple[str, ...]]
"""Id, name, class, missile weapons."""


class Counters(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A set of counters: the classes, and named characters of them."""

    classes: dict[str, CharacterClass]
    roster: tuple[Character, ...]

    def find(self, id_: str) -> Character | None:
        """The character of an id."""
        return next((one for one in self.roster if one[0] == id_), None)


def house_document() -> dict[str, Any]:
    """The house's counters as plain JSON."""
    return msgspec.json.decode(_HOUSE, type=dict[str, Any])


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads(files("rulesets.montjoie").joinpath(name).read_text())


_HOUSE = msgspec.json.encode({"classes": _read("classes.toml"), "roster": _read("roster.toml")["roster"]})
COUNTERS = msgspec.convert(house_document(), Counters)
"""The house's counters."""


@lru_cache(maxsize=32)
def _counters_from(own: bytes) -> Counters:
    given = msgspec.json.decode(own)
    house = house_document()
    return msgspec.convert(
        {
            "classes": {**house["classes"], **given.get("classes", {})},
            "roster": given.get("roster", house["roster"]),
        },
        Counters,
    )


def counters_from(own: dict[str, Any] | None) -> Counters:
    """A club's classes beside the house's, and its roster in the place of the house's. The document has passed ``check_data``."""
    return COUNTERS if not own else _counters_from(msgspec.json.encode(own, order="sorted"))
