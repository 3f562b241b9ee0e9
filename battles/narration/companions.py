"""The words of the table companions: what every ruleset's has in common, and what each says of its own rolls.

A ruleset's companion registers its ``Words`` under its key; the page, its forms and the log know no ruleset.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from msgspec import Struct

from battles.narration.core import (
    Names,
    Text,
    register_happening,
    register_problem,
    register_prompt,
    register_ruleset,
)
from rulesets.companion import COUNTED, DRAW, Companion, domains
from rulesets.contract import OneOf
from rulesets.vocabulary import Json

type Data = Mapping[str, Any]
type Said = Mapping[str, Any]

COMMON: Mapping[str, Text] = {
    "note": gettext_lazy("Whose roll?"),
    "winner": gettext_lazy("Who won?"),
    "level": gettext_lazy("How clearly?"),
}
LEVELS: Mapping[str, Text] = {
    "minor": gettext_lazy("A minor victory"),
    "major": gettext_lazy("A major victory"),
}
PROPOSED: Mapping[str, Any] = {"winner": DRAW, "level": "minor"}


def as_said(state: Json, kind: str, said: Said) -> dict[str, Any]:
    """A form proposes what its seat said the last time."""
    return dict(said)


def nothing(state: Json) -> Sequence[str]:
    return ()


class Tap(Struct, frozen=True, kw_only=True):
    """Something that needs no form: one tap does it. ``given``: what the tap says. ``aside``: it is rarely what is wanted. ``asks``: its form is
    opened instead, with that filled in."""

    kind: str
    label: str
    given: Mapping[str, Json] = {}
    aside: bool = False
    asks: bool = False


class Step(Struct, frozen=True, kw_only=True):
    """Something that is due at the table; ``kind``: the roll that does it, "" where it is done by hand."""

    told: str
    kind: str = ""


class Pile(Struct, frozen=True, kw_only=True):
    """A deck as it lies there: the ``face`` of the last card ("" before the first), what it does, what is ``left`` and ``gone``, a row a side.

    ``due``: what is done before the next turn. ``score``: how the scenario stands. ``limit``: the last turn, 0 without one.
    """

    face: str
    told: str
    left: str
    gone: str
    rows: Sequence[str] = ()
    red: bool = False
    due: Sequence[Step] = ()
    score: Sequence[str] = ()
    limit: int = 0


def no_taps(state: Json, names: Mapping[str, str]) -> Sequence[Tap]:
    return ()


def no_next(kind: str, data: Data) -> Sequence[Tap]:
    return ()


def no_pile(state: Json, names: Mapping[str, str]) -> Pile | None:
    return None


class Words(Struct, frozen=True, kw_only=True):
    """What the pages of one ruleset's companion say.

    ``rolls``: a name for each, in the order of a turn. A label, a value, a help or a proposal is looked for under ``roll.circumstance``, then under the
    circumstance alone, without the prefix of its part. ``parts``: titles by prefix, where a roll has circumstances of both sides; those of them that are ``folded`` are
    seldom needed. ``sided``: the label of a
    circumstance that is named after a seat, with ``%(side)s``. ``listed``: numbers that are chosen from a list, the largest first.
    ``sections``: titles, by the roll that each begins with, where there are many. ``first_time``: what a form proposes to who has not
    rolled so yet, ``kept`` what to who has. ``standing``: what lies on the table, in sentences. ``tapped``: rolls that have no form of their
    own, because ``taps`` do them. ``diceless``: what is asked for and noted without a die. ``unseen``: dice, by the last part of their address,
    that a line does not show, because what they chose is told: which card of a deck. ``plays``: the scenarios that a table may have, ``players`` who
    comes to each, by seat. ``onward``: what a roll leads to next, told by what happened.
    """

    game: Text
    rolls: Mapping[str, Text]
    labels: Mapping[str, Text]
    values: Mapping[str, Mapping[Any, Text]] = {}
    helps: Mapping[str, Text] = {}
    first_time: Mapping[str, Any] = {}
    sections: Mapping[str, Text] = {}
    diceless: tuple[str, ...] = ()
    parts: Mapping[str, Text] = {}
    folded: tuple[str, ...] = ()
    sided: Text = ""
    listed: tuple[str, ...] = ()
    question: Callable[[str], str] = str
    answer: Callable[[str, Json], str] = lambda key, value: str(value)
    kept: Callable[[Json, str, Said], dict[str, Any]] = as_said
    standing: Callable[[Json], Sequence[str]] = nothing
    tapped: tuple[str, ...] = ()
    unseen: tuple[str, ...] = ()
    plays: Mapping[str, Text] = {}
    players: Mapping[str, Mapping[str, Text]] = {}
    onward: Callable[[str, Data], Sequence[Tap]] = no_next
    taps: Callable[[Json, Mapping[str, str]], Sequence[Tap]] = no_taps
    pile: Callable[[Json, Mapping[str, str]], Pile | None] = no_pile

    def plain(self, name: str) -> str:
        """A circumstance without the prefix of its part."""
        return next((name.removeprefix(part) for part in self.parts if name.startswith(part)), name)

    def found[V](self, group: Mapping[str, V], kind: str, name: str) -> V | None:
        """What a group says of a circumstance of a roll."""
        ways = (f"{kind}.{name}", f"{kind}.{self.plain(name)}", name, self.plain(name))
        return next((group[way] for way in ways if way in group), None)

    def label(self, kind: str, name: str, sides: Mapping[str, str]) -> str | None:
        if self.sided and name in sides:
            return str(self.sided) % {"side": sides[name]}
        found = self.found(self.labels, kind, name) or COMMON.get(name)
        return None if found is None else str(found)

    def value(self, kind: str, name: str, value: Json) -> str:
        """The word for a value; one that nobody named as it is."""
        terms = self.found(self.values, kind, name) or {}
        return str(terms.get(value, value))

    def proposed(self, kind: str, name: str) -> Any:
        """None where nothing is proposed."""
        found = self.found(self.first_time, kind, name)
        return PROPOSED.get(name) if found is None else found


_words: dict[str, Words] = {}


def register_companion(key: str, name: Text, words: Words) -> None:
    """What a ruleset's companion is called, and says on its pages; and the sentences that all companions share."""
    _words[key] = words
    register_ruleset(key, name)
    register_prompt(key, "roll", gettext_lazy("Roll with the table companion, or say how the battle ended."))
    register_prompt(key, "agree", gettext_lazy("The other side says how the battle ended: do you agree?"))
    register_happening(key, "opened", gettext_lazy("The table companion is ready. Every roll is kept here."))
    register_happening(key, "said", _said)
    register_happening(key, "over", _over)
    register_problem("two_sides", gettext_lazy("So many sides are not at this table."), key)


def words_of(key: str) -> Words:
    """The words of a companion; ``LookupError`` names one that has none."""
    if key not in _words:
        raise LookupError(f"nobody registered the words of the companion {key}")
    return _words[key]


def unsaid(rules: Companion[Any]) -> list[str]:
    """Rolls and circumstances of a companion for which there is no word."""
    if rules.key not in _words:
        return ["it has no words"]
    words, sides = _words[rules.key], {side: side for side in rules.sides}
    found = [kind for kind in rules.rolls if kind not in words.rolls]
    for kind, struct in rules.rolls.items():
        for name, domain in domains(struct).items():
            if words.label(kind, name, sides) is None:
                found.append(f"{kind}.{name}")
            elif isinstance(domain, OneOf) and any(isinstance(one, str) for one in domain.values):
                terms = words.found(words.values, kind, name) or {}
                found += [f"{kind}.{name}={value}" for value in domain.values if value not in terms]
    return found


# --- Sentences -------------------------------------------------------------------------------------------------------


def noted(data: Data, sentence: str) -> str:
    """A sentence, with whose roll it was."""
    if not data["note"]:
        return sentence
    return _("%(note)s: %(sentence)s") % {"note": data["note"], "sentence": sentence}


def _quoted(sentence: str, note: str) -> str:
    return _("%(sentence)s “%(note)s”") % {"sentence": sentence, "note": note} if note else sentence


def _said(data: Data, names: Names) -> str:
    told = {"winner": names.seat(data["winner"]), "seat": names.seat(data["seat"])}
    if data.get("counted"):
        sentence = _("%(seat)s says that it is over, as it was counted.") % told
    elif data["winner"] is None:
        sentence = _("%(seat)s says that it is over: a draw.") % told
    elif data["level"] == "major":
        sentence = _("%(seat)s says that it is over: a major victory for %(winner)s.") % told
    else:
        sentence = _("%(seat)s says that it is over: a minor victory for %(winner)s.") % told
    return _quoted(sentence, data["note"])


def _over(data: Data, names: Names) -> str:
    told = {"winner": names.seat(data["winner"]), "seat": names.seat(data["seat"])}
    if data.get("counted"):
        sentence = _("%(seat)s agrees. The battle is over, as it was counted.") % told
    elif data["winner"] is None:
        sentence = _("%(seat)s agrees. The battle is over: a draw.") % told
    elif data["level"] == "major":
        sentence = _("%(seat)s agrees. The battle is over: a major victory for %(winner)s.") % told
    else:
        sentence = _("%(seat)s agrees. The battle is over: a minor victory for %(winner)s.") % told
    return _quoted(sentence, data["note"])


def end_told(said: Said | None, names: Mapping[str, str]) -> dict[str, Any] | None:
    """What a seat says of how the battle ended, in words and for a form; None where it has not said so."""
    if said is None:
        return None
    level = said.get("level", "minor")
    if said["winner"] == DRAW:
        text = _("A draw")
    elif said["winner"] == COUNTED:
        text = _("As it was counted")
    else:
        text = _("%(level)s for %(side)s") % {"level": LEVELS[level], "side": names[said["winner"]]}
    return {"text": text, "note": said.get("note", ""), "winner": said["winner"], "level": level}
