"""What can be said, by kind: happenings, problems, prompts, notices; and what seats and units are called."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from msgspec import Struct

from battles.models import Battle
from battles.models.letters import Group
from rulesets.contract import UMPIRE, Happening, Problem

type Text = str | Promise
type Render = Callable[[Mapping[str, Any], "Names"], str]
type Units = Callable[[Mapping[str, Any]], Mapping[str, Mapping[str, str]]]

HOST = ""
"""The ruleset key under which the host's own happenings are told."""


class Names(Struct, frozen=True, kw_only=True):
    """What the keys of a battle are called. A key without a name is shown as it is."""

    seats: Mapping[str, Text] = {}
    units: Mapping[str, Mapping[str, str]] = {}
    characters: Mapping[str, Mapping[str, str]] = {}
    ruleset: str = ""
    """Whose words are spoken first: one code may mean another thing to another ruleset."""

    def seat(self, key: str | None) -> str:
        if key is None:
            return _("nobody")
        if key == UMPIRE and key not in self.seats:
            return _("the umpire")
        return str(self.seats.get(key, key))

    def unit(self, seat: str, key: str) -> str:
        return self.units.get(seat, {}).get(key, key)

    def any_unit(self, key: Any) -> Any:
        """The name of a unit whose seat is not said."""
        return next((units[key] for units in self.units.values() if isinstance(key, str) and key in units), key)

    def character(self, seat: str, key: str) -> str:
        return self.characters.get(seat, {}).get(key, key)


plain_names = Names()


class Notice(Struct, frozen=True, kw_only=True):
    """A notice in words: a line for the subject, and what it says."""

    subject: str
    text: str
    also: tuple[tuple[str, str], ...] = ()
    """Pages of ours that it names besides its own: what each is, and its path."""


_happenings: dict[tuple[str, str], Render] = {}
_problems: dict[tuple[str, str], Text | Render] = {}
_prompts: dict[tuple[str, str], Text] = {}
_rulesets: dict[str, Text] = {}
_notices: dict[str, Callable[[Mapping[str, Any]], Notice]] = {}
_groups: dict[str, Group] = {}
_units: dict[str, Units] = {}


def names_of(battle: Battle) -> Names:
    """The names a battle was opened with. No query."""
    forces = battle.setup["forces"]
    named = _units.get(battle.ruleset)
    return Names(
        ruleset=battle.ruleset,
        seats=battle.names,
        units=named(battle.state)
        if named
        else {seat: {row["id"]: row["name"] for row in force["units"]} for seat, force in forces.items()},
        characters={seat: {row["id"]: row["name"] for row in force["characters"]} for seat, force in forces.items()},
    )


def join(words: Iterable[str]) -> str:
    """A list in a sentence."""
    return _(", ").join(words)


# --- Registering ------------------------------------------------------------------------------------


def register_ruleset(key: str, name: Text) -> None:
    """What a ruleset is called."""
    _rulesets[key] = name


def register_happening(ruleset: str, kind: str, told: Text | Render) -> None:
    """How a kind of happening is told: a text with ``%(name)s`` of its data, or a function of data and names.

    In a text, ``seat``, ``winner``, ``attacker`` and the like are put in as names.
    """
    if (ruleset, kind) in _happenings:
        raise ValueError(f"{ruleset} tells {kind} twice")
    _happenings[ruleset, kind] = told if callable(told) else _filling(told)


def register_units(ruleset: str, named: Units) -> None:
    """What the units of a battle are called, by its state, where the forces of its setup do not say: by seat and id."""
    _units[ruleset] = named


def register_problem(code: str, text: Text | Render, ruleset: str = HOST) -> None:
    """How a refusal reads: a text with ``%(name)s`` of its data, or a function of data and names. The data has its place, too.

    ``ruleset``: where the words are its own, and another means something else by the code.
    """
    _problems[ruleset, code] = text


def has_problem(code: str, ruleset: str = HOST) -> bool:
    return (ruleset, code) in _problems


def register_prompt(ruleset: str, prompt: str, text: Text) -> None:
    """How a question to a seat reads."""
    _prompts[ruleset, prompt] = text


def register_notice(kind: str, render: Callable[[Mapping[str, Any]], Notice], group: Group = Group.TURN) -> None:
    """How a kind of notice reads, and what it is about. ``render`` is called with the notice's data, in the reader's language."""
    if kind in _notices:
        raise ValueError(f"two texts for the notice {kind}")
    _notices[kind], _groups[kind] = render, group


def notice_kinds() -> frozenset[str]:
    return frozenset(_notices)


def group_of(kind: str) -> Group:
    """What a kind of notice is about. A kind of which nobody said it is taken for pressing."""
    return _groups.get(kind, Group.TURN)


def require_notice(kind: str) -> Callable[[Mapping[str, Any]], Notice]:
    """The text of a kind of notice; ``LookupError`` names a kind that nobody registered."""
    if kind not in _notices:
        raise LookupError(f"nobody registered the notice {kind}")
    return _notices[kind]


def _filling(text: Text) -> Render:
    def told(data: Mapping[str, Any], names: Names) -> str:
        return str(text) % words(data, names)

    return told


# --- Telling ----------------------------------------------------------------------------------------

SEAT_WORDS = ("seat", "enemy", "winner", "attacker", "defender", "reporter", "stays")


def words(data: Mapping[str, Any], names: Names) -> dict[str, Any]:
    """Data ready to be put into a sentence: seats by name, lists joined."""
    told: dict[str, Any] = {}
    for key, value in data.items():
        if key in SEAT_WORDS:
            told[key] = names.seat(value)
        elif key == "seats":
            told[key] = join(names.seat(seat) for seat in value)
        elif key == "unit":
            told[key] = names.any_unit(value)
        elif isinstance(value, list):
            told[key] = join(str(word) for word in value)
        else:
            told[key] = value
    return told


def has_happening(ruleset: str, kind: str) -> bool:
    return (ruleset, kind) in _happenings


def has_ruleset(key: str) -> bool:
    return key in _rulesets


def ruleset_name(key: str) -> str:
    return str(_rulesets.get(key, key))


def ruleset_short(key: str) -> str:
    """Its name alone, for a sentence: what stands before a colon says what it is of."""
    return ruleset_name(key).partition(":")[0]


def happening_text(ruleset: str, told: Happening, names: Names) -> str:
    """One happening as a sentence. What the host does itself is known for every ruleset."""
    render = _happenings.get((ruleset, told.kind)) or _happenings[HOST, told.kind]
    return render(told.data, names)


def prompt_text(ruleset: str, prompt: str) -> str:
    """The question put to a seat."""
    return str(_prompts.get((ruleset, prompt), gettext_lazy("The battle waits for you.")))


def problem_text(problem: Problem, names: Names | None = None) -> str:
    """A refusal in words, with the paragraph where there is one."""
    names = names or plain_names
    unknown = gettext_lazy("The rules do not allow this (%(code)s).")
    text = _problems.get((names.ruleset, problem.code)) or _problems.get((HOST, problem.code)) or unknown
    data = {"code": problem.code, "place": problem.place, **problem.data}
    told = text(data, names) if callable(text) else str(text) % words(data, names)
    if not problem.rule:
        return told
    return _("%(sentence)s [%(rule)s]") % {"sentence": told, "rule": problem.rule}
