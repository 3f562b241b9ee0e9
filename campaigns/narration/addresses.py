"""Addresses of rolls as people call them: "year/3/fate/rome/consul" is "Year 3, fate of Consul (Rome)"."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.narration.book import Book
from campaigns.narration.words import Facts

ALONE: dict[str, Any] = {
    "scenario": gettext_lazy("Year %(year)s, scenario"),
    "terrain": gettext_lazy("Year %(year)s, terrain"),
}
BY_SIDE: dict[str, Any] = {
    "roles": gettext_lazy("Year %(year)s, roll-off (%(side)s)"),
    "event": gettext_lazy("Year %(year)s, event (%(side)s)"),
    "event_amount": gettext_lazy("Year %(year)s, amount of the event (%(side)s)"),
}
TABLE = gettext_lazy("Year %(year)s, %(table)s (%(side)s)")
BY_CHARACTER: dict[str, Any] = {
    "available": gettext_lazy("Year %(year)s, attacks of pain of %(character)s (%(side)s)"),
    "fate": gettext_lazy("Year %(year)s, fate of %(character)s (%(side)s)"),
    "wound": gettext_lazy("Year %(year)s, wound of %(character)s (%(side)s)"),
    "skill": gettext_lazy("Year %(year)s, command skill of %(character)s (%(side)s)"),
}
KINDS: dict[str, Any] = {
    "event": gettext_lazy("the event"),
    "event_amount": gettext_lazy("the amount of an event"),
    "fate": gettext_lazy("a fate"),
    "wound": gettext_lazy("a wound"),
    "skill": gettext_lazy("a command skill"),
}


def parts_of(address: str) -> list[str]:
    """The parts an address was made of."""
    return [part.replace("~1", "/").replace("~0", "~") for part in address.split("/")]


def kind_name(kind: str, book: Book) -> str:
    """What a kind of roll is for."""
    return str(KINDS[kind]) if kind in KINDS else book.table(kind)


def roll_name(address: str, book: Book) -> str:
    """A name for a roll. An address of another shape is shown as it is."""
    parts = parts_of(address)
    if len(parts) < 3 or parts[0] != "year":
        return address
    year, kind, subject = parts[1], parts[2], parts[3:]
    text, size = _text(kind, book)
    if text is None or len(subject) < size:
        return address
    named = Facts(year=year, table=book.table(kind))
    if size:
        named["side"] = book.side(subject[0])
    if size == 2:
        named["character"] = book.character(subject[0], subject[1])
    return _again(str(text) % named, subject[size:])


def _text(kind: str, book: Book) -> tuple[Any, int]:
    """The text of a kind, and how many parts of the address name its subject."""
    if kind in ALONE:
        return ALONE[kind], 0
    if kind in BY_CHARACTER:
        return BY_CHARACTER[kind], 2
    if kind in BY_SIDE:
        return BY_SIDE[kind], 1
    return (TABLE, 1) if kind in book.pack.table_by_key else (None, 0)


def _again(name: str, rest: list[str]) -> str:
    if not rest:
        return name
    if rest[-1] == "reroll":
        return _("%(roll)s, re-roll") % {"roll": _again(name, rest[:-1])}
    return _("%(roll)s, roll number %(n)s") % {"roll": name, "n": rest[-1]}
