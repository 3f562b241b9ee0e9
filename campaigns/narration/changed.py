"""Figures that a correction changes, in words: what the figure is, and its two values."""

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.narration.book import Book, listed
from campaigns.narration.words import number, trait_text
from campaigns.rules.differences import Change
from campaigns.rules.pack import GRANTS

WHAT: dict[str, Any] = {
    "played": gettext_lazy("The year"),
    "skipped": gettext_lazy("The year passed without a battle"),
    "orders": gettext_lazy("%(side)s: order"),
    "cell": gettext_lazy("Cell of the matrix"),
    "scenario": gettext_lazy("Scenario"),
    "roles": gettext_lazy("Role: %(name)s"),
    "limit": gettext_lazy("%(side)s: limit of the muster"),
    "outcome": gettext_lazy("Result of the battle"),
    "vp": gettext_lazy("%(side)s: victory points"),
    "available": gettext_lazy("%(side)s: points available"),
    "rosters": gettext_lazy("%(side)s: figures of %(name)s"),
    "characters": gettext_lazy("%(side)s: %(name)s"),
    "events": gettext_lazy("%(side)s: event"),
    "grants": gettext_lazy("%(side)s: points granted"),
    "flags": gettext_lazy("What carries into the next year"),
    "ended": gettext_lazy("End of the war"),
}
VP = {"earned": gettext_lazy("%(side)s: victory points earned"), "standing": gettext_lazy("%(side)s: standing awards")}
ROLES = {
    "attacker": gettext_lazy("attacker"),
    "defender": gettext_lazy("defender"),
    "ambusher": gettext_lazy("ambusher"),
}
LIVES = {
    "status": gettext_lazy("%(side)s: %(name)s"),
    "wounds": gettext_lazy("%(side)s: wounds of %(name)s"),
    "deeds": gettext_lazy("%(side)s: deeds of %(name)s"),
    "skills": gettext_lazy("%(side)s: skills of %(name)s"),
    "traits": gettext_lazy("%(side)s: traits of %(name)s"),
}
STATUS = {
    "ready": gettext_lazy("ready"),
    "dead": gettext_lazy("dead"),
    "captured": gettext_lazy("captured"),
    "recalled": gettext_lazy("recalled"),
    "replaced": gettext_lazy("replaced"),
}
GRANTED = {
    "common": gettext_lazy("%(side)s: common troops granted"),
    "special": gettext_lazy("%(side)s: special troops granted"),
    "native_common": gettext_lazy("%(side)s: common native troops granted"),
    "native_special": gettext_lazy("%(side)s: special native troops granted"),
}
ENDS = {
    "winner": gettext_lazy("Winner of the war"),
    "level": gettext_lazy("Level of the victory in the war"),
    "reason": gettext_lazy("Reason of the war's end"),
    "year": gettext_lazy("Last year of the war"),
}
LEVELS = {
    "major": gettext_lazy("major"),
    "minor": gettext_lazy("minor"),
    "draw": gettext_lazy("a draw"),
}
REASONS = {
    "lead": gettext_lazy("the lead in points"),
    "years": gettext_lazy("the agreed years"),
    "surrender": gettext_lazy("a surrender"),
    "event": gettext_lazy("an event"),
    "stake_all": gettext_lazy("the last battle"),
}
NOTHING = "–"
WEIGHT = ("played", "ended", "outcome", "vp", "characters", "events", "orders", "scenario")
"""What is read first; the rest follows in the order of a summary."""


def weight(change: Change) -> int:
    """For sorting: the smaller, the sooner it is read."""
    first = change.about[0]
    return WEIGHT.index(first) if first in WEIGHT else len(WEIGHT)


def change_name(change: Change, book: Book) -> str:
    """What changes."""
    first, side, *rest = (*change.about, "")
    words = {"side": book.side(side), "name": ""}
    match first:
        case "vp" if rest[0] in VP:
            return str(VP[rest[0]]) % words
        case "rosters":
            words["name"] = book.unit(side, rest[0])
        case "characters":
            words["name"] = book.character(side, rest[0])
            return str(LIVES.get(rest[1], LIVES["status"])) % words
        case "grants" if rest[0] in GRANTS:
            return str(GRANTED[rest[0]]) % words
        case "roles":
            words["name"] = str(ROLES.get(side, side))
        case "outcome" if side == "level":
            return _("Level of the victory")
        case "ended" if side in ENDS:
            return str(ENDS[side])
    return str(WHAT.get(first, first)) % words


def values(change: Change, book: Book) -> tuple[str, str]:
    """The old value and the new."""
    return _value(change, change.old, book), _value(change, change.new, book)


def _value(change: Change, value: Any, book: Book) -> str:
    first, side, *rest = (*change.about, "")
    if value is None:
        return NOTHING
    tell = _TELL.get(first)
    if first == "characters":
        return _life(rest[1], value, book)
    if tell is not None:
        return tell(side, value, book)
    if isinstance(value, bool):
        return _("Yes") if value else _("No")
    return number(value) if isinstance(value, int) else _listed(value)


def _listed(value: Any) -> str:
    return listed(map(str, value)) or NOTHING if isinstance(value, list | tuple) else str(value)


def _life(what: str, value: Any, book: Book) -> str:
    match what:
        case "status":
            return str(STATUS.get(value, value))
        case "wounds":
            return listed(book.wound(total) for total in value) or NOTHING
        case "skills":
            return listed(book.skill(face) for face in value) or NOTHING
        case "traits":
            return listed(trait_text(trait) for trait in value) or NOTHING
    return _listed(value)


def _ended(what: str, value: Any, book: Book) -> str:
    match what:
        case "winner":
            return book.side(value)
        case "level":
            return str(LEVELS.get(value, value))
        case "reason":
            return str(REASONS.get(value, value))
    return str(value)


_TELL: dict[str, Callable[[str, Any, Book], str]] = {
    "played": lambda _about, value, _book: _("is played") if value else _("is not played"),
    "orders": lambda _side, value, book: book.action(value),
    "scenario": lambda _about, value, book: book.scenario(value),
    "roles": lambda _about, value, book: book.side(value),
    "events": lambda side, value, book: f"{value}, {book.event(side, value)}",
    "outcome": lambda about, value, book: (
        str(LEVELS.get(value, value)) if about == "level" else book.side(value) if value != "draw" else _("a draw")
    ),
    "ended": _ended,
}
