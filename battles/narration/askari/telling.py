"""How the data of Askari is put into sentences: units and figures by name, lengths in centimetres, modifiers with their sign."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from battles.narration.askari import words
from battles.narration.core import Names, Render, Text, join, register_happening
from battles.narration.core import words as plain_words

KEY = "askari"
MINUS = "−"

type Data = Mapping[str, Any]


def units_of(state: Data) -> dict[str, dict[str, str]]:
    """What the units of a battle are called, by seat and id. Which units a side has is open (Askari F)."""
    found: dict[str, dict[str, str]] = {}
    for key, row in state.get("units", {}).items():
        found.setdefault(row["seat"], {})[key] = row["name"]
    return found


def unit(names: Names, key: str) -> str:
    """A unit's name; with its side where the other has one of the same name."""
    for seat, units in names.units.items():
        if key in units:
            name = units[key]
            if any(name in other.values() for side, other in names.units.items() if side != seat):
                return _("%(unit)s (%(seat)s)") % {"unit": words.unit_name(name), "seat": names.seat(seat)}
            return words.unit_name(name)
    return key


def owner(names: Names, figure: str) -> str:
    """The name of a figure's unit; ``#`` numbers the crew of a piece."""
    return unit(names, figure.partition("#")[0].rpartition(".")[0])


def centimetres(millimetres: int) -> str:
    """A length as players measure it: "18 cm", "7.5 cm"."""
    whole = millimetres % 10 == 0
    return _("%(length)s cm") % {"length": number_format(millimetres / 10, 0 if whole else 1)}


def signed(value: int) -> str:
    """A modifier: +1, −2."""
    return f"+{value}" if value > 0 else f"{MINUS}{-value}" if value < 0 else "0"


def modifiers(rows: Iterable[Data]) -> list[str]:
    """Modifiers as words: "long range −1"."""
    return [
        _("%(modifier)s %(value)s")
        % {"modifier": words.called(words.MODIFIERS, row["key"]), "value": signed(row["value"])}
        for row in rows
    ]


def with_modifiers(sentence: str, rows: Iterable[Data]) -> str:
    """A sentence, and after it what was added."""
    found = modifiers(rows)
    if not found:
        return sentence
    return _("%(sentence)s; %(modifiers)s.") % {"sentence": sentence.removesuffix("."), "modifiers": join(found)}


_UNITS = ("unit", "target", "charger", "by")
_TERMS: Mapping[str, Mapping[str, Any]] = {
    "weapon": words.WEAPONS,
    "quality": words.QUALITIES,
    "source": words.SOURCES,
    "terrain": words.TERRAIN,
    "scenario": words.SCENARIOS,
    "role": words.ROLES,
    "ammunition": words.AMMUNITION,
    "what": words.PEOPLE,
    "moves": words.TYPES,
    "animal": words.ANIMALS,
}
_LENGTHS = ("length", "allowance", "shift")


def filled(data: Data, names: Names) -> dict[str, Any]:
    """Data ready for a sentence."""
    told = plain_words(data, names)
    for key, value in data.items():
        if key in _UNITS and isinstance(value, str):
            told[key] = unit(names, value)
        elif key == "units" and isinstance(value, list):
            told[key] = join(unit(names, one) for one in value)
        elif key == "figure" and isinstance(value, str):
            told[key] = owner(names, value)
        elif key in _LENGTHS and isinstance(value, int):
            told[key] = centimetres(abs(value))
        elif key in _TERMS and isinstance(value, str):
            told[key] = words.called(_TERMS[key], value)
        elif key == "sources":
            told[key] = join(words.called(words.SOURCES, one) for one in value)
    return told


def needs(number: int) -> str:
    """What a die must show to hit (Askari 8.2)."""
    if number <= 0:
        return _("no die can hit")
    if number >= 6:
        return _("every die hits")
    return _("%(number)s or less hits") % {"number": number}


def filling(text: Text) -> Render:
    """A renderer of one text."""

    def told(data: Data, names: Names) -> str:
        return str(text) % filled(data, names)

    return told


def tells(kind: str, ruleset: str = KEY) -> Callable[[Render], Render]:
    """Decorate the function that tells a kind of happening."""

    def register(render: Render) -> Render:
        register_happening(ruleset, kind, render)
        return render

    return register


def tell_plainly(texts: Mapping[str, Text]) -> None:
    """Register the kinds that one text tells."""
    for kind, text in texts.items():
        register_happening(KEY, kind, filling(text))
