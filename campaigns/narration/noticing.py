"""How a war's notices are worded: which function tells which kind, of which facts, and at what length.

``data`` comes as a service left it in the outbox: ``war``, ``zone``, and by kind ``year``, ``side`` with its ``side_name`` (labels by
language), ``deadline``, ``prompt``, ``score`` and so on; whatever is missing is left out of the text. There is never a secret in it.
"""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from msgspec import structs

from battles.models.letters import Group
from battles.narration import Notice, register_notice
from campaigns.narration.book import Book, label, plain_language
from campaigns.narration.telling import together
from campaigns.narration.words import Facts, cut, moment_text, short

type Data = Mapping[str, Any]
type Text = str | Promise
type Render = Callable[[Facts, Book | None], Notice]

LONGEST = 400
"""Characters of a notice's text."""
WAR, REASON, SIDE = 60, 140, 40

GROUPS = {
    Group.NEWS: frozenset(
        (
            "year_closed",
            "war_ended",
            "report_reopened",
            "dice_redrawn",
            "corrected",
            "correction_declined",
            "voided",
            "rolled_back",
            "restored",
            "seat_changed",
        )
    ),
    Group.CLUB: frozenset(
        (
            "seat_offered",
            "offer_withdrawn",
            "seat_handed",
            "deputy_named",
            "seat_dropped",
            "seat_vacant",
            "umpire_left",
            "held",
        )
    ),
}
"""What a kind is about, where it is not the reader's turn or his deadlines."""

_renders: dict[str, Render] = {}


def notice(kind: str, data: Data, book: Book | None = None) -> Notice:
    """A notice of a war in the active language. Raises KeyError for a kind that is not one.

    With a book, sides and rolls are named as the war's pack names them; without, from the labels in the data.
    """
    told = _renders[kind](_words(data, book), book)
    return structs.replace(told, subject=" ".join(told.subject.split()), text=cut(told.text, LONGEST))


def kinds() -> frozenset[str]:
    return frozenset(_renders)


def noticed(kind: str) -> Callable[[Render], Render]:
    """Decorate the function that words a kind of notice."""

    def register(render: Render) -> Render:
        _renders[kind] = render
        group = next((group for group, kinds in GROUPS.items() if kind in kinds), Group.TURN)
        register_notice(kind, lambda data: notice(kind, data), group)
        return render

    return register


def plainly(
    kind: str,
    subject: Text,
    *sentences: Text,
    deadline: bool = False,
    reason: bool = False,
) -> None:
    """Word a kind of notice that is sentences and nothing else, filled in with the facts; and, if asked, its deadline or its reason."""

    @noticed(kind)
    def told(words: Facts, book: Book | None) -> Notice:
        more = (deadline_text(words) if deadline else "", reason_text(words) if reason else "")
        return Notice(subject=subject % words, text=together(*(one % words for one in sentences), *more))


def _words(data: Data, book: Book | None) -> Facts:
    """The data, ready for sentences: names cut to size, the deadline in the club's zone."""
    told = Facts(data)
    told["war"] = cut(data.get("war", "?"), WAR)
    told["side"] = cut(_side(data, book), SIDE)
    told["reason"] = cut(data.get("reason") or "", REASON)
    told["by"] = cut(data.get("by") or "", SIDE)
    told["own"] = data.get("side")
    if data.get("commitment"):
        told["commitment"] = short(data["commitment"])
    if data.get("deadline"):
        told["deadline"] = moment_text(data["deadline"], data.get("zone"))
    return told


def _side(data: Data, book: Book | None) -> str:
    key, labels = data.get("side"), data.get("side_name")
    if book is not None and key in book.pack.sides:
        return book.side(key)
    if isinstance(labels, Mapping) and labels:
        return label(labels, plain_language())
    return str(key) if key else _("your side")


def deadline_text(words: Facts) -> str:
    return _("Deadline: %(deadline)s.") % words if words.get("deadline") else ""


def whole_seal(words: Facts) -> tuple[tuple[str, str], ...]:
    """A sentence has the beginning of a seal only; the page of dice has all of it."""
    known = words.get("commitment") and words.get("war_id")
    return ((_("The whole seal, on the page of dice"), f"/wars/{words['war_id']}/dice/"),) if known else ()


def reason_text(words: Facts) -> str:
    return _("The reason: “%(reason)s”") % words if words["reason"] else ""
