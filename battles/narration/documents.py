"""Why a typed list, map or table is not taken, and where in the text that is."""

from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from battles.narration.core import Names, Render, join, register_problem

PROBLEMS: Mapping[str, Promise] = {
    "document_empty": gettext_lazy("There is nothing in it."),
    "document_too_long": gettext_lazy("It has more than %(letters)s letters or %(lines)s lines."),
    "too_deep": gettext_lazy("This is nested too deeply."),
    "not_toml": gettext_lazy("This is not TOML: %(detail)s"),
    "not_json": gettext_lazy("This is not JSON: %(detail)s"),
    "not_csv": gettext_lazy("This cannot be read as a table: %(detail)s"),
    "no_table": gettext_lazy("Data of this kind cannot be typed as a table."),
    "too_many_cells": gettext_lazy("This line has %(cells)s cells; the table has %(columns)s columns."),
    "column_twice": gettext_lazy("There are two columns “%(column)s”."),
    "unknown_column": gettext_lazy("There is no column “%(column)s”."),
    "unknown_word": gettext_lazy("“%(given)s” is not understood here."),
    "not_a_number": gettext_lazy("“%(given)s” is no whole number."),
}


KINDS: Mapping[str, Promise] = {
    "lists": gettext_lazy("Army lists"),
    "map": gettext_lazy("Maps"),
    "tables": gettext_lazy("Tables"),
    "counters": gettext_lazy("Counters"),
}
NAMED = ("weapon", "rule", "moves", "what", "quality", "special", "column", "given", "terrain")
"""Under which of these a problem's data has the word that is not allowed."""
FEW = 6


def data_kind(key: str) -> str:
    """What a kind of data is called; one that nobody named as it is."""
    return str(KINDS.get(key, key.replace("_", " ")))


def _allowed(text: Promise) -> Render:
    def told(data: Mapping[str, Any], names: Names) -> str:
        return with_allowed(str(text) % data, data)

    return told


def with_allowed(sentence: str, data: Mapping[str, Any]) -> str:
    """A sentence, and what is allowed instead where the problem says so."""
    allowed = [str(one) for one in data.get("allowed") or ()]
    if not allowed:
        return sentence
    typed = next((str(data[key]) for key in NAMED if data.get(key)), "")
    near = get_close_matches(typed.lower().replace(" ", "_"), allowed, n=1, cutoff=0.6)
    if near:
        told = {"sentence": sentence, "near": near[0], "allowed": join(allowed)}
        if len(allowed) > FEW:
            return _("%(sentence)s Do you mean “%(near)s”?") % told
        return _("%(sentence)s Do you mean “%(near)s”? Allowed are: %(allowed)s.") % told
    return _("%(sentence)s Allowed are: %(allowed)s.") % {"sentence": sentence, "allowed": join(allowed)}


def at_line(sentence: str, *, line: int, column: int, heading: str = "") -> str:
    """A sentence with the line and the column that it is about, as far as they are known."""
    told = {"sentence": sentence, "line": line, "column": column, "heading": heading}
    if line and heading:
        return _("Line %(line)s, column %(column)s (%(heading)s): %(sentence)s") % told
    if line and column:
        return _("Line %(line)s, column %(column)s: %(sentence)s") % told
    return _("Line %(line)s: %(sentence)s") % told if line else sentence


for _code, _text in PROBLEMS.items():
    register_problem(_code, _allowed(_text))
