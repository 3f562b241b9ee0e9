"""What becomes of deadlines: moved, stopped, asked for, given back. Each says who, why, and what it was before."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.narration.book import Book, listed
from campaigns.narration.telling import named, tells, together
from campaigns.narration.words import Facts, moment_text, span_text, stage_text
from rulesets.contract import Happening

MOVED: dict[str, Any] = {
    "agreed": gettext_lazy("%(sides)s agreed on more time (%(stage)s): the deadline was moved to %(deadline)s."),
    "holiday": gettext_lazy(
        "%(by)s had the holidays of the club left out (%(names)s): the deadline (%(stage)s) was moved to %(deadline)s."
    ),
    "outage": gettext_lazy(
        "The program had not run from %(since)s to %(back)s. "
        "The time was given back: the deadline (%(stage)s) was moved to %(deadline)s."
    ),
    "again": gettext_lazy("The stage (%(stage)s) was open again: its deadline was %(deadline)s."),
    "zone": gettext_lazy(
        "%(by)s set the deadline (%(stage)s) by the clocks of the club as they are now (%(zone_after)s): %(deadline)s."
    ),
}
"""By how it came about. What the umpire moves has words of its own: an old book knows no other way."""


def _reason(data: Facts) -> str:
    return _("The reason: “%(reason)s”") % data if data.get("reason") else ""


def _before(data: Facts) -> str:
    """What the deadline was, where the book has kept it."""
    return _("Before, it was %(before)s.") % data if data.get("before") else ""


def _words(data: Facts, book: Book) -> Facts:
    words = named(data, book)
    words["stage"] = stage_text(str(data.get("stage", "")))
    for name in ("deadline", "before", "until", "since", "back"):
        if data.get(name):
            words[name] = moment_text(data[name], data.get("zone"))
    words["sides"] = listed(book.side(side) for side in data.words("sides"))
    words["names"] = listed(data.words("names"))
    words["asker"] = book.side(data.get("asker"))
    return words


@tells("deadline_moved")
def _deadline_moved(data: Facts, book: Book, told: Happening) -> str:
    words = _words(data, book)
    if data.get("how") in MOVED:
        moved = str(MOVED[str(data["how"])]) % words
    elif data.get("by") and words["stage"]:
        moved = _("%(by)s moved the deadline (%(stage)s) to %(deadline)s.") % words
    elif data.get("by"):
        moved = _("%(by)s moved the deadline to %(deadline)s.") % words
    else:
        moved = _("The deadline was moved to %(deadline)s.") % words
    return together(moved, _before(words), _reason(data))


@tells("paused")
def _paused(data: Facts, book: Book, told: Happening) -> str:
    words = _words(data, book)
    stopped = (
        _("%(by)s stopped the clock of the war.") % words
        if data.get("by")
        else _("The clock of the war was stopped.") % words
    )
    until = _("It was to run again on %(until)s.") % words if data.get("until") else ""
    was = _("The deadline had been %(before)s.") % words if data.get("before") else ""
    return together(stopped, until, was, _reason(data))


@tells("resumed")
def _resumed(data: Facts, book: Book, told: Happening) -> str:
    words = _words(data, book)
    runs = (
        _("%(by)s let the clock of the war run again.") % words
        if data.get("by")
        else _("The clock of the war ran again.") % words
    )
    return together(runs, _("The deadline was %(deadline)s.") % words if data.get("deadline") else "")


@tells("closed_early")
def _closed_early(data: Facts, book: Book, told: Happening) -> str:
    words = _words(data, book)
    if data.get("by"):
        closed = _("%(by)s closed the stage (%(stage)s) before its time: every side was in.") % words
    else:
        closed = _("The stage (%(stage)s) was closed before its time: every side was in.") % words
    return together(closed, _reason(data))


@tells("extension_asked")
def _asked(data: Facts, book: Book, told: Happening) -> str:
    words = _words(data, book)
    return together(_("%(side)s asked for more time (%(stage)s), until %(until)s.") % words, _reason(data))


@tells("extension_agreed")
def _agreed(data: Facts, book: Book, told: Happening) -> str:
    return _("%(side)s agreed to more time for %(asker)s.") % _words(data, book)


ENDED: dict[str, Any] = {
    "refused": gettext_lazy("%(side)s was refused more time by %(by_side)s."),
    "withdrawn": gettext_lazy("%(side)s no longer asked for more time."),
    "lapsed": gettext_lazy(
        "The request of %(side)s for more time came to nothing: the stage or its clock had gone on."
    ),
}


@tells("extension_ended")
def _ended(data: Facts, book: Book, told: Happening) -> str:
    words = _words(data, book)
    words["by_side"] = book.side(data.get("by_side"))
    return str(ENDED.get(str(data.get("outcome")), ENDED["lapsed"])) % words


@tells("grace_extended")
def _grace_extended(data: Facts, book: Book, told: Happening) -> str:
    words = _words(data, book)
    words["hours"] = span_text(3600 * data.count("hours"))
    return (
        _(
            "The program had not run from %(since)s to %(back)s. "
            "What was late (%(stage)s) was taken for %(hours)s longer."
        )
        % words
    )
