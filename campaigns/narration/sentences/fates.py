"""What became of characters (Hispania 7)."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from campaigns.narration.addresses import kind_name
from campaigns.narration.book import Book
from campaigns.narration.telling import named, tells, together
from campaigns.narration.words import Facts, trait_text
from rulesets.contract import Happening

FATES: dict[tuple[str, str], Any] = {
    ("lost", "dead"): gettext_lazy("%(character)s (%(side)s) was struck down in the defeat and died."),
    ("lost", "captured"): gettext_lazy("%(character)s (%(side)s) was struck down in the defeat and taken prisoner."),
    ("lost", "wounded"): gettext_lazy("%(character)s (%(side)s) was carried wounded from the lost field."),
    ("lost", "recovered"): gettext_lazy("%(character)s (%(side)s) fell in the defeat, but escaped and recovered."),
    ("otherwise", "dead"): gettext_lazy("%(character)s (%(side)s) was struck down and died of his wounds."),
    ("otherwise", "captured"): gettext_lazy("%(character)s (%(side)s) was struck down and taken prisoner."),
    ("otherwise", "wounded"): gettext_lazy("%(character)s (%(side)s) was struck down and lived, but with a wound."),
    ("taken", "captured"): gettext_lazy("%(character)s (%(side)s) was taken prisoner on the field."),
    ("otherwise", "recovered"): gettext_lazy("%(character)s (%(side)s) was struck down, but recovered fully."),
}
ANY_FATE = gettext_lazy("%(character)s (%(side)s) was struck down: %(result)s.")


@tells("fate")
def _fate(data: Facts, book: Book, told: Happening) -> str:
    return str(FATES.get((data["column"], data["result"]), ANY_FATE)) % named(data, book)


@tells("wound")
def _wound(data: Facts, book: Book, told: Happening) -> str:
    words = named(data, book)
    words["wound"] = book.wound(data["total"])
    return _("The wound of %(character)s (%(side)s) left its mark. %(wound)s.") % words


@tells("ransomed")
def _ransomed(data: Facts, book: Book, told: Happening) -> str:
    return ngettext(
        "%(side)s ransomed %(character)s for %(vp)s victory point.",
        "%(side)s ransomed %(character)s for %(vp)s victory points.",
        data.count("vp"),
    ) % named(data, book)


@tells("deeds")
def _deeds(data: Facts, book: Book, told: Happening) -> str:
    words = named(data, book)
    done = (
        ngettext(
            "%(character)s (%(side)s) did a heroic deed.",
            "%(character)s (%(side)s) did %(count)s heroic deeds.",
            data.count("count"),
        )
        % words
    )
    more = data.count("total") > data.count("count")
    return together(done, _("That made %(total)s in this war.") % words if more else "")


@tells("skill")
def _skill(data: Facts, book: Book, told: Happening) -> str:
    words = named(data, book)
    words["skill"] = book.skill(data["face"])
    return _("%(character)s (%(side)s) gained a command skill: “%(skill)s”.") % words


@tells("skill_again")
def _skill_again(data: Facts, book: Book, told: Happening) -> str:
    words = named(data, book)
    words["skill"] = book.skill(data["face"])
    return _("%(character)s (%(side)s) had the skill “%(skill)s” already, and rolled again.") % words


@tells("nobody_to_recall")
def _nobody_to_recall(data: Facts, book: Book, told: Happening) -> str:
    return _("%(side)s had no general who could be recalled.") % named(data, book)


@tells("recalled")
def _recalled(data: Facts, book: Book, told: Happening) -> str:
    if data.get("back") is None:
        return _("%(character)s (%(side)s) was recalled and left the war for good.") % named(data, book)
    return _("%(character)s (%(side)s) was recalled until the end of year %(back)s.") % named(data, book)


@tells("successor")
def _successor(data: Facts, book: Book, told: Happening) -> str:
    words = named(data, book)
    words["after"] = book.character(data["side"], str(data["after"]))
    words["trait"] = trait_text(str(data.get("trait") or ""))
    if words["trait"]:
        return _("%(character)s, a %(trait)s, took command for %(side)s in place of %(after)s.") % words
    return _("%(character)s took command for %(side)s in place of %(after)s.") % words


@tells("rerolled")
def _rerolled(data: Facts, book: Book, told: Happening) -> str:
    words = named(data, book)
    words["roll"] = kind_name(data["roll"], book)
    return _("%(side)s used its re-roll on the roll for %(roll)s: %(first)s became %(second)s.") % words
