"""What the host writes in the books about seats and absent players: who answers for a side, and what is done where nobody does."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from campaigns.narration.book import Book
from campaigns.narration.telling import named, tells, together
from campaigns.narration.words import Facts, moment_text
from rulesets.contract import Happening

PLAIN: Mapping[str, tuple[Any, Any]] = {
    "deputy_named": (
        gettext_lazy("%(by)s became a deputy of %(side)s."),
        gettext_lazy("A deputy of %(side)s was named."),
    ),
    "deputy_gone": (
        gettext_lazy("%(by)s is no longer a deputy of %(side)s."),
        gettext_lazy("A deputy of %(side)s went."),
    ),
    "deputy_moved_up": (
        gettext_lazy("%(by)s, until then a deputy, took over the command of %(side)s."),
        gettext_lazy("A deputy took over the command of %(side)s."),
    ),
    "seat_reassigned": (
        gettext_lazy("%(by)s gave the command of %(side)s to somebody else."),
        gettext_lazy("The command of %(side)s was given to somebody else."),
    ),
    "seat_emptied": (
        gettext_lazy("%(by)s made the command of %(side)s vacant."),
        gettext_lazy("The command of %(side)s was made vacant."),
    ),
    "seat_to_program": (
        gettext_lazy("%(by)s had the program play %(side)s."),
        gettext_lazy("From then on the program played %(side)s."),
    ),
    "seat_played": (
        gettext_lazy("The program answered for %(side)s as is laid down."),
        gettext_lazy("The program answered for %(side)s as is laid down."),
    ),
    "umpire_left": (
        gettext_lazy("The umpire left the club: the umpires of the club who do not play act in his place."),
        gettext_lazy("The umpire left the club: the umpires of the club who do not play act in his place."),
    ),
    "claim_refused": (
        gettext_lazy("%(by)s did not grant the win that %(side)s had claimed."),
        gettext_lazy("The win that %(side)s had claimed was not granted."),
    ),
    "claim_withdrawn": (
        gettext_lazy("%(side)s no longer claimed the win."),
        gettext_lazy("%(side)s no longer claimed the win."),
    ),
}
"""Each kind with who did it, and without."""


def _reason(data: Facts) -> str:
    return _("The reason: “%(reason)s”") % data if data.get("reason") else ""


def _plain(kind: str) -> Callable[[Facts, Book, Happening], str]:
    with_somebody, without = PLAIN[kind]

    def tell(data: Facts, book: Book, told: Happening) -> str:
        return together(str(with_somebody if data.get("by") else without) % named(data, book), _reason(data))

    return tell


for _kind in PLAIN:
    tells(_kind)(_plain(_kind))


@tells("seat_dropped")
def _seat_dropped(data: Facts, book: Book, told: Happening) -> str:
    words = named(data, book)
    number = data.count("missed")
    lost = ngettext(
        "%(side)s missed %(missed)s deadline in a row, so its commander lost the seat.",
        "%(side)s missed %(missed)s deadlines in a row, so its commander lost the seat.",
        number,
    )
    after = {
        "deputy": _("A deputy takes over."),
        "program": _("From now on the program plays it."),
        "vacant": _("It is vacant."),
    }
    return together(lost % words, after.get(str(data.get("to")), ""))


@tells("claim_made")
def _claim_made(data: Facts, book: Book, told: Happening) -> str:
    words = named(data, book)
    number = data.count("reminders")
    told_times = ngettext(
        "The other side had been told of the battle and its deadline %(reminders)s time.",
        "The other side had been told of the battle and its deadline %(reminders)s times.",
        number,
    )
    words["due"] = moment_text(data["due"], data.get("zone")) if data.get("due") else ""
    return together(
        _("%(side)s claimed the win, for the battle was not fought or reported in time.") % words,
        told_times % {"reminders": number},
        _("Without an answer it was to be granted on %(due)s.") % words if words["due"] else "",
    )


@tells("claim_granted")
def _claim_granted(data: Facts, book: Book, told: Happening) -> str:
    words = named(data, book)
    if data.get("by"):
        granted = _("%(by)s granted %(side)s the win it had claimed: a minor victory without losses.") % words
    else:
        granted = (
            _("Nobody had answered the claim of %(side)s in time: it was granted, a minor victory without losses.")
            % words
        )
    return together(granted, _reason(data))
