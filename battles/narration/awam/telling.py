"""How the data of AWAM is put into sentences: figures by kind and number, modifiers with their sign."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from battles.narration.awam import words
from battles.narration.core import Names, Render, Text, join, register_happening
from battles.narration.core import words as plain_words

KEY = "awam"
MINUS = "−"

type Data = Mapping[str, Any]


def units_of(state: Data) -> dict[str, dict[str, str]]:
    """What the figures of a battle are called, by seat and id; and its squads, after what most of those who do not hide are."""
    found: dict[str, dict[str, str]] = {}
    squads: dict[tuple[str, str], list[str]] = {}
    for key, row in state.get("figures", {}).items():
        found.setdefault(row["seat"], {})[key] = row.get("name", "")
        if row.get("where") != "hidden" and row.get("role") != "head":
            squads.setdefault((row["seat"], row["squad"]), []).append(row.get("name", ""))
    for (owner, key), kinds in squads.items():
        found[owner][key] = max(kinds, key=kinds.count)
    return found


def squad(names: Names, key: str) -> str:
    """A squad by its number and what its men are: "squad 1 (riflemen)"; one with a name of its own by that."""
    kind = str(names.any_unit(key))
    number = key.rpartition(".")[2]
    if kind in words.SQUADS:
        return _("squad %(number)s (%(kind)s)") % {"number": number, "kind": words.SQUADS[kind]}
    return _("squad %(number)s") % {"number": number} if kind == key else kind


def way(seat: str, key: str) -> str:
    """How an expedition comes, in words."""
    return str(words.WAYS.get((seat, key), key))


def figure(names: Names, key: str) -> str:
    """A figure by what he is and his number: "askari 1.1.3"; one with a name of his own by that."""
    name = str(names.any_unit(key))
    kinds = {kind: str(word) for kind, word in words.KINDS.items()}
    if name in kinds or name in kinds.values():
        return _("%(kind)s %(number)s") % {"kind": kinds.get(name, name), "number": key}
    return name


def seat(names: Names, key: str) -> str:
    """A side by its name, or one of the umpire's groups, as a sentence says it; one that nobody named by its place."""
    if key in words.GROUPS:
        return str(words.SAID[key])
    named = names.seat(key)
    return str(words.SAID[key]) if key in words.SEATS and named in (key, str(words.SEATS[key])) else named


CONTRACTED: Mapping[str, Mapping[str, str]] = {
    "it": {
        f"{before} {article}": f"{stem}{end}"
        for before, stem in (("di", "de"), ("a", "a"), ("da", "da"), ("in", "ne"), ("su", "su"))
        for article, end in (("il ", "l "), ("la ", "lla "), ("i ", "i "), ("gli ", "gli "), ("l'", "ll'"))
    },
    "es": {"de el ": "del ", "a el ": "al "},
}
"""How a preposition and an article after it become one word."""


def smooth(sentence: str) -> str:
    """A sentence with the names of ``SAID`` in it: begun with a capital, and contracted before their articles. What people wrote is left."""
    contracted = CONTRACTED.get(get_language() or "", {})
    for name in map(str, words.SAID.values()):
        if name not in sentence:
            continue
        if sentence.startswith(name):
            sentence = name[:1].upper() + sentence[1:]
        for apart, together in contracted.items():
            _before, article = apart.split(" ", 1)
            if name.startswith(article):
                put = together + name.removeprefix(article)
                sentence = re.sub(rf"(?<!\w){re.escape(f'{apart}{name.removeprefix(article)}')}", put, sentence)
    return sentence


def thing(key: str) -> str:
    """A gun, boat or animal: its kind's word where it has one."""
    plain = key.partition(":")[2] or key
    kind = plain.rpartition("-")[0] or plain
    return words.called(words.THINGS, kind)


def signed(value: int) -> str:
    """A modifier: +1, −2."""
    return f"+{value}" if value > 0 else f"{MINUS}{-value}" if value < 0 else "0"


def modifiers(rows: Mapping[str, int]) -> list[str]:
    """Modifiers as words: "wounded −1"."""
    return [
        _("%(modifier)s %(value)s") % {"modifier": words.called(words.MODIFIERS, key), "value": signed(value)}
        for key, value in rows.items()
    ]


def with_modifiers(sentence: str, rows: Mapping[str, int]) -> str:
    """A sentence, and after it what was added."""
    found = modifiers(rows)
    if not found:
        return sentence
    return _("%(sentence)s; %(modifiers)s.") % {"sentence": sentence.removesuffix("."), "modifiers": join(found)}


_FIGURES = ("figure", "target", "by", "guard", "leader", "about", "loser")
_SEATS = ("seat", "other", "owner", "flag")
_TERMS: Mapping[str, Mapping[str, Any]] = {
    "weapon": words.WEAPONS,
    "piece": words.GROUND,
    "blade": words.WEAPONS,
    "scenario": words.SCENARIOS,
    "gait": words.GAITS,
    "cover": words.COVER,
}


def filled(data: Data, names: Names) -> dict[str, Any]:
    """Data ready for a sentence."""
    told = plain_words(data, names)
    for key, value in data.items():
        if key in _FIGURES and isinstance(value, str):
            told[key] = figure(names, value) if "." in value else seat(names, value)
        elif key in _SEATS and isinstance(value, str):
            told[key] = seat(names, value)
        elif key == "figures" and isinstance(value, list):
            told[key] = join(figure(names, one) for one in value)
        elif key == "seats" and isinstance(value, list):
            told[key] = join(seat(names, one) for one in value)
        elif key == "squad" and isinstance(value, str):
            told[key] = squad(names, value)
        elif key == "squads" and isinstance(value, list):
            told[key] = join(squad(names, one) for one in value)
        elif key in ("gun", "boat", "animal") and isinstance(value, str):
            told[key] = thing(value)
        elif key in _TERMS and isinstance(value, str):
            told[key] = words.called(_TERMS[key], value)
    return told


def filling(text: Text) -> Render:
    """A renderer of one text."""

    def told(data: Data, names: Names) -> str:
        return smooth(str(text) % filled(data, names))

    return told


def tells(*kinds: str) -> Callable[[Render], Render]:
    """Decorate the function that tells kinds of happenings."""

    def register(render: Render) -> Render:
        def told(data: Data, names: Names) -> str:
            return smooth(render(data, names))

        for kind in kinds:
            register_happening(KEY, kind, told)
        return render

    return register


def tell_plainly(texts: Mapping[str, Text]) -> None:
    """Register the kinds that one text tells."""
    for kind, text in texts.items():
        register_happening(KEY, kind, filling(text))
