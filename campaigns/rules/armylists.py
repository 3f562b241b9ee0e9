"""Army lists that come with the program: troops to choose from, what may be bought of them, and a ready army made of them.

Points are our own invention; what a figure is worth on the table is in the club's own book.
"""

import tomllib
from collections.abc import Sequence
from functools import lru_cache
from importlib import resources
from typing import Any, Literal

import msgspec
from msgspec import Struct

from campaigns.rules.armies import Army
from campaigns.rules.pack import Text
from campaigns.rules.state import Character, Unit
from rulesets.contract import Problem

FOLDER = "campaigns.packs"
RULE = "Hispania 9"


class _Data(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    pass


class Entry(_Data, frozen=True, kw_only=True):
    """Troops of a list. ``name`` is their Latin name, the same in every language; ``gloss`` says what they are.

    ``least`` and ``most``: figures of one unit. ``requires``: other troops of the list that must be bought with each unit of these.
    """

    key: str
    name: str
    gloss: Text
    arm: Literal["infantry", "cavalry", "other"] = "infantry"
    grade: Literal["common", "special"] = "common"
    native: bool = False
    points: int
    command: int = 0
    least: int
    most: int
    requires: str = ""

    def unit(self, name: str, figures: int) -> Unit:
        return Unit(
            id=name,
            name=name,
            arm=self.arm,
            grade=self.grade,
            native=self.native,
            figures=figures,
            points=self.points,
            command=self.command,
        )


class CharacterEntry(_Data, frozen=True, kw_only=True):
    key: str
    name: str
    gloss: Text
    rank: Literal["general", "subordinate", "standard", "leader", "other"]
    native: bool = False
    points: int


class Chosen(_Data, frozen=True, kw_only=True):
    """A unit of the ready army."""

    entry: str
    name: str
    figures: int


class SampleList(_Data, frozen=True, kw_only=True):
    """A list for one side of a pack. ``characters`` are both the choice and the ready army's own."""

    key: str
    pack: str
    side: str
    name: Text
    summary: Text
    entries: tuple[Entry, ...]
    characters: tuple[CharacterEntry, ...]
    units: tuple[Chosen, ...]

    @property
    def army(self) -> Army:
        """The ready army."""
        by_key = {entry.key: entry for entry in self.entries}
        people = [
            Character(id=one.name, name=one.name, rank=one.rank, native=one.native, points=one.points)
            for one in self.characters
        ]
        units = [by_key[chosen.entry].unit(chosen.name, chosen.figures) for chosen in self.units]
        return Army(units=tuple(units), characters=tuple(people), list_key=self.key)

    @property
    def cheapest_general(self) -> CharacterEntry:
        """Who can replace a lost character (Hispania 7)."""
        generals = [one for one in self.characters if one.rank in ("general", "subordinate")]
        return min(generals, key=lambda one: one.points)


@lru_cache(maxsize=1)
def _all() -> tuple[SampleList, ...]:
    files = sorted(resources.files(FOLDER).joinpath("lists").iterdir(), key=lambda file: file.name)
    return tuple(_load(file.name, file.read_text("utf-8")) for file in files if file.name.endswith(".toml"))


def _load(name: str, text: str) -> SampleList:
    document: dict[str, Any] = tomllib.loads(text)
    return msgspec.convert({"key": name.removesuffix(".toml"), **document}, SampleList, strict=True)


def sample_lists(pack_key: str, side: str | None = None) -> tuple[SampleList, ...]:
    """The lists that come with the program for a pack, or for one side of it."""
    return tuple(one for one in _all() if one.pack == pack_key and side in (None, one.side))


def list_of(pack_key: str, key: str) -> SampleList | None:
    """A list by its key; None if there is none, or the army was made without one."""
    return next((one for one in sample_lists(pack_key) if one.key == key), None)


# --- What is bought -----------------------------------------------------------------------------------


def entry_of(chosen: SampleList, unit: Unit) -> Entry | None:
    """The troops of the list that a unit is: the same arm, grade and worth. Its name is its own."""
    alike = [
        entry
        for entry in chosen.entries
        if (entry.arm, entry.grade, entry.native, entry.points, entry.command)
        == (unit.arm, unit.grade, unit.native, unit.points, unit.command)
    ]
    fitting = [entry for entry in alike if entry.least <= unit.figures <= entry.most]
    return next(iter(fitting or alike), None)


def check_purchase(chosen: SampleList, units: Sequence[Unit]) -> list[Problem]:
    """What the list says against units bought together: reinforcements are a force of their own that meets its requirements.

    Whether the points granted are enough is for ``between.check_spend`` (Hispania 9).
    """
    bought = [entry_of(chosen, unit) for unit in units]
    counts = {key: sum(one is not None and one.key == key for one in bought) for key in _keys(chosen)}
    names = {entry.key: entry.name for entry in chosen.entries}
    found: list[Problem] = []
    for index, (unit, entry) in enumerate(zip(units, bought, strict=True)):
        place = f"units[{index}]"
        if entry is None:
            found.append(Problem(code="not_in_list", place=place, data={"id": unit.name}, rule=RULE))
            continue
        if not entry.least <= unit.figures <= entry.most:
            data = {"id": unit.name, "figures": unit.figures, "least": entry.least, "most": entry.most}
            found.append(Problem(code="list_size", place=f"{place}.figures", data=data, rule=RULE))
        if entry.requires and counts[entry.requires] < counts[entry.key]:
            data = {"id": unit.name, "needs": names[entry.requires]}
            found.append(Problem(code="list_requires", place=place, data=data, rule=RULE))
    return found


def _keys(chosen: SampleList) -> list[str]:
    return [entry.key for entry in chosen.entries]
