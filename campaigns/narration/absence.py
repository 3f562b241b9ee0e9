"""What a war does about absent players, as sentences: in its wizard, on its page before it starts, and beside the seats."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.models.absence import AbsentRules
from campaigns.narration.book import Book


def absent_text(rules: AbsentRules, book: Book) -> list[str]:
    """Every rule that is in force, each as a sentence."""
    action = book.action(rules.order or book.pack.default_action)
    order = _("A side that gives no order in time is given this one: %(action)s.") % {"action": action}
    standing = _("A side may leave a standing order, which then counts instead.") if rules.standing else ""
    found = [_reminder(rules.remind), order, standing]
    if rules.stand_in:
        found.append(
            ngettext(
                "After %(count)s missed deadline the first deputy takes over the command. He does, too, if the commander leaves the club.",
                "After %(count)s missed deadlines in a row the first deputy takes over the command. He does, too, if the commander leaves the club.",
                rules.stand_in,
            )
            % {"count": rules.stand_in}
        )
    if rules.drop:
        found.append(_drop(rules))
    if rules.claim:
        found.append(
            ngettext(
                "Who has missed the deadline of a battle can lose it: the other side may claim the win. The umpire decides; without a named "
                "umpire it is granted after %(count)s day, if nothing was answered.",
                "Who has missed the deadline of a battle can lose it: the other side may claim the win. The umpire decides; without a named "
                "umpire it is granted after %(count)s days, if nothing was answered.",
                rules.claim,
            )
            % {"count": rules.claim}
        )
    return [line for line in found if line]


def _reminder(hours: int) -> str:
    if not hours:
        return _("Nobody is reminded before a deadline.")
    told = ngettext(
        "Whoever still owes something is reminded %(count)s hour before the deadline.",
        "Whoever still owes something is reminded %(count)s hours before the deadline.",
        hours,
    )
    return told % {"count": hours}


def _drop(rules: AbsentRules) -> str:
    if rules.drop_to == "program":
        told = ngettext(
            "After %(count)s missed deadline the commander loses the seat, and the program plays it.",
            "After %(count)s missed deadlines in a row the commander loses the seat, and the program plays it.",
            rules.drop,
        )
    else:
        told = ngettext(
            "After %(count)s missed deadline the commander loses the seat, and it is vacant.",
            "After %(count)s missed deadlines in a row the commander loses the seat, and it is vacant.",
            rules.drop,
        )
    return told % {"count": rules.drop}
