"""How the data of Montjoie is put into sentences: figures by name, places, letters and words of the tables."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from battles.narration.core import Names, Render, join, register_happening
from battles.narration.core import words as plain_words
from battles.narration.montjoie import words

KEY = "montjoie"
TABLE_KEY = "montjoie-table"
"""The companion of a battle on a table."""

type Data = Mapping[str, Any]


def units_of(state: Data) -> dict[str, dict[str, str]]:
    """What the figures of a battle are called, by seat and id. Nothing is hidden (Montjoie 5.0)."""
    found: dict[str, dict[str, str]] = {}
    for key, row in state.get("figures", {}).items():
        found.setdefault(row["seat"], {})[key] = words.called(words.CLASSES, row["name"])
    return found


def figure(names: Names, key: str) -> str:
    """A figure's name."""
    return str(names.any_unit(key))


def engine(key: str) -> str:
    """An engine's word, with its number where there are several of its kind: ``trebuchet-2``."""
    kind, _dash, number = key.partition("-")
    return f"{words.called(words.ENGINES, kind)} {number}".rstrip()


def place(data: Data) -> str:
    """A hex, and the level where it is not the ground."""
    layer = data.get("layer", "base")
    if layer == "base":
        return str(data.get("at", ""))
    return _("%(hex)s, %(layer)s") % {"hex": data.get("at", ""), "layer": words.called(words.LAYERS, layer)}


_FIGURES = ("figure", "target", "rider", "loader", "shooter", "who", "other")
_TERMS: Mapping[str, Mapping[str, Any]] = {
    "weapon": words.WEAPONS,
    "cover": words.COVERS,
    "weather": words.WEATHER,
    "edge": words.EDGES,
    "thing": words.THINGS,
    "what": words.THINGS,
    "feature": words.THINGS,
    "scenario": words.SCENARIOS,
    "terrain": words.TERRAIN,
    "module": words.MODULES,
    "class": words.CLASSES,
}


def filled(data: Data, names: Names) -> dict[str, Any]:
    """Data ready for a sentence."""
    told = plain_words(data, names)
    for key, value in data.items():
        if key in _FIGURES and isinstance(value, str):
            told[key] = figure(names, value)
        elif key in {"figures", "supporters"} and isinstance(value, list):
            told[key] = join(figure(names, one) for one in value)
        elif key == "engines" and isinstance(value, list):
            told[key] = join(engine(one) for one in value)
        elif key == "engine" and isinstance(value, str):
            told[key] = engine(value)
        elif key in _TERMS and isinstance(value, str):
            told[key] = words.called(_TERMS[key], value)
        elif key == "result" and isinstance(value, str):
            told["outcome"] = words.called(words.OUTCOMES, value)
            told[key] = words.called(words.RESULTS, value)
        elif key == "letter" and isinstance(value, str):
            told[key] = words.called(words.RESULTS, value)
        elif key == "sun" and isinstance(value, int):
            told[key] = words.called(words.DIRECTIONS, str(value))
    if "at" in data:
        told["place"] = place(data)
    if "letter" in told and "result" not in told:
        told["result"] = told["letter"]
    return told


def shifts(rows: Data) -> str:
    """Columns to the right and to the left, each with what it is for."""
    return join(
        _("%(what)s %(value)s") % {"what": words.called(words.MODIFIERS, key), "value": f"{value:+d}"}
        for key, value in rows.items()
    )


def tells(kind: str) -> Callable[[Render], Render]:
    """Decorate the function that tells a kind of happening."""

    def register(render: Render) -> Render:
        register_happening(KEY, kind, render)
        return render

    return register
