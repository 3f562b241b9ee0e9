"""What the keys of a war are called, in one language: names from the rosters, labels from the pack."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from django.utils.text import get_text_list
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from battles.narration import Names
from campaigns.rules.pack import EventDef, Pack
from campaigns.rules.state import State
from rulesets.contract import UMPIRE

FALLBACK = "en"

type SideNames = Mapping[str, Mapping[str, str]]
"""``{"units": {id: name}, "characters": {id: name}}``."""


def label(text: Mapping[str, str], language: str) -> str:
    """A pack's label in a language, else in English, else in whatever it has."""
    return text.get(language) or text.get(FALLBACK) or next(iter(text.values()), "")


def plain_language(language: str | None = None) -> str:
    """A language without its region, as packs know it; the active one where none is given."""
    return (language or get_language() or FALLBACK).partition("-")[0].lower()


def listed(words: Iterable[str]) -> str:
    """A list in a sentence: "a, b and c"."""
    return get_text_list(list(words), pgettext("joins the last two of a list", "and"))


@dataclass(frozen=True, kw_only=True)
class Book:
    """Everything that sentences need besides the facts. A key without a name is shown as it is.

    ``language`` chooses the pack's labels; the sentences themselves are in the active language, so a caller keeps the two alike.
    ``readings``: those of this war, for "why?".
    """

    pack: Pack
    language: str
    names: Mapping[str, SideNames] = field(default_factory=dict)
    readings: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(
        cls, pack: Pack, state: State, language: str | None = None, readings: Mapping[str, str] | None = None
    ) -> "Book":
        """The names of a war as it stands. ``language`` None: the active one."""
        names = {
            side: {
                "units": {unit.id: unit.name for unit in state.units.get(side, {}).values()},
                "characters": {one.id: one.name for one in state.characters.get(side, {}).values()},
            }
            for side in pack.side_keys
        }
        return cls(pack=pack, language=plain_language(language), names=names, readings=dict(readings or {}))

    def label(self, text: Mapping[str, str]) -> str:
        return label(text, self.language)

    # --- Sides, units, characters -----------------------------------------------------------------------

    @property
    def seat_names(self) -> dict[str, str]:
        return {key: self.label(side.name) for key, side in self.pack.sides.items()}

    def side(self, key: str | None) -> str:
        """The side of a key; the umpire; nobody."""
        if not key:
            return _("nobody")
        if key in self.pack.sides:
            return self.label(self.pack.sides[key].name)
        return _("the umpire") if key == UMPIRE else key

    def enemy(self, key: str | None) -> str:
        """The other side's name."""
        return next((self.side(other) for other in self.pack.sides if other != key), "")

    def unit(self, side: str | None, key: str) -> str:
        return self._names(side, "units").get(key, key)

    def character(self, side: str | None, key: str) -> str:
        return self._names(side, "characters").get(key, key)

    def anybody(self, key: str) -> str:
        """A unit or character of whichever side: for a problem that names only an id."""
        for side in self.names:
            for kind in ("units", "characters"):
                if key in self._names(side, kind):
                    return self._names(side, kind)[key]
        return key

    def _names(self, side: str | None, kind: str) -> Mapping[str, str]:
        return self.names.get(side or "", {}).get(kind, {})

    def battle_names(self) -> Names:
        """The same names, for sentences about a battle."""
        return Names(
            seats=self.seat_names,
            units={side: dict(names.get("units", {})) for side, names in self.names.items()},
            characters={side: dict(names.get("characters", {})) for side, names in self.names.items()},
        )

    # --- Labels of the pack -----------------------------------------------------------------------------

    def action(self, key: str) -> str:
        return self.label(self.pack.actions[key].name) if key in self.pack.actions else key

    def scenario(self, key: str | None) -> str:
        return self.label(self.pack.scenarios[key].name) if key in self.pack.scenarios else str(key or "")

    def event(self, side: str, total: int) -> str:
        """The title of an event."""
        row = self.event_row(side, total)
        return self.label(row.title) if row else str(total)

    def event_text(self, side: str, total: int) -> str:
        row = self.event_row(side, total)
        return self.label(row.text) if row else ""

    def event_row(self, side: str, total: int) -> EventDef | None:
        return self.pack.event_by_total.get(side, {}).get(total)

    def table(self, key: str) -> str:
        """A table of consequences."""
        return self.label(self.pack.table_by_key[key].name) if key in self.pack.table_by_key else key

    def reading(self, key: str, value: str | None = None) -> str:
        """The answer a club chose to a reading; without ``value``, the question itself."""
        if key not in self.pack.readings:
            return key if value is None else value
        reading = self.pack.readings[key]
        if value is None:
            return self.label(reading.text)
        return self.label(reading.options[value]) if value in reading.options else value

    def chosen(self, key: str) -> str:
        """The answer in force in this war."""
        default = self.pack.readings[key].default if key in self.pack.readings else ""
        return self.reading(key, self.readings.get(key, default))

    def wound(self, total: int) -> str:
        return self.label(self.pack.wound_by_total[total].text) if total in self.pack.wound_by_total else str(total)

    def skill(self, face: int) -> str:
        return self.label(self.pack.skill_by_face[face].name) if face in self.pack.skill_by_face else str(face)
