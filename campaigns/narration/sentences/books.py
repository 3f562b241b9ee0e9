"""What the host writes in the books beside the rules: seats, clock, sealed orders, dice, corrections."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.narration.addresses import roll_name
from campaigns.narration.book import Book
from campaigns.narration.decided import decision_name
from campaigns.narration.telling import named, tells, together
from campaigns.narration.words import Facts, faces_text, moment_text, score_text, short, span_text, stage_text, way_told
from rulesets.contract import UMPIRE, Happening

PLAIN: Mapping[str, tuple[Any, Any]] = {
    "opened": (gettext_lazy("%(by)s opened the war."), gettext_lazy("The war began.")),
    "founded": (gettext_lazy("%(by)s founded the war."), gettext_lazy("The war was founded.")),
    "seat_taken": (
        gettext_lazy("%(by)s took command of %(side)s."),
        gettext_lazy("The command of %(side)s was taken."),
    ),
    "seat_left": (
        gettext_lazy("%(by)s gave up the command of %(side)s."),
        gettext_lazy("The command of %(side)s fell vacant."),
    ),
    "report_reopened": (
        gettext_lazy("%(by)s reopened the report of the battle."),
        gettext_lazy("The report of the battle was reopened."),
    ),
    "imported": (
        gettext_lazy("%(by)s brought this war in from a record."),
        gettext_lazy("This war was brought in from a record."),
    ),
    "released": (gettext_lazy("%(by)s let the held war go on."), gettext_lazy("The held war went on.")),
    "ready": (gettext_lazy("%(side)s was ready."), gettext_lazy("%(side)s was ready.")),
    "order_by_default": (
        gettext_lazy("%(side)s gave no order in time: what was laid down for this case was ordered."),
        gettext_lazy("%(side)s gave no order in time: what was laid down for this case was ordered."),
    ),
    "muster_by_default": (
        gettext_lazy("%(side)s did not muster in time: the program mustered for it."),
        gettext_lazy("%(side)s did not muster in time: the program mustered for it."),
    ),
    "battle_overdue": (
        gettext_lazy("The battle was not reported in time: from now on the umpire may settle it."),
        gettext_lazy("The battle was not reported in time: from now on the umpire may settle it."),
    ),
    "answer_by_default": (
        gettext_lazy("%(side)s did not answer in time: the answer laid down for this case was taken."),
        gettext_lazy("%(side)s did not answer in time: the answer laid down for this case was taken."),
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


@tells("held")
def _held(data: Facts, book: Book, told: Happening) -> str:
    """Of what went wrong only its name is kept, for whoever mends the program."""
    if data.get("reason") == "secret_lost":
        return _(
            "The war was held: the key to its dice is lost. The umpire can have new dice locked away, for all to see."
        )
    return _("The war was held: the program met something that it could not work out. Nothing was changed.")


@tells("year_opened")
def _year_opened(data: Facts, book: Book, told: Happening) -> str:
    words = Facts(data)
    words["deadline"] = moment_text(data["deadline"], data.get("zone"))
    words["commitment"] = short(data["commitment"])
    return together(
        _("Year %(year)s began.") % words,
        _("Orders were due by %(deadline)s.") % words if data.get("deadline") else "",
        _("Its dice were locked away; their seal begins with %(commitment)s.") % words
        if data.get("commitment")
        else "",
    )


SEALED: dict[tuple[str, bool], Any] = {
    ("order_sealed", False): gettext_lazy("%(side)s handed in a sealed order."),
    ("order_sealed", True): gettext_lazy("%(side)s handed in a sealed order and was ready."),
    ("muster_sealed", False): gettext_lazy("%(side)s handed in a sealed muster."),
    ("muster_sealed", True): gettext_lazy("%(side)s handed in a sealed muster and was ready."),
}


@tells("order_sealed", "muster_sealed")
def _sealed(data: Facts, book: Book, told: Happening) -> str:
    words = named(data, book)
    words["receipt"] = short(data["receipt"])
    sealed = str(SEALED[told.kind, bool(data.get("ready"))]) % words
    who = ""
    if data.get("by"):
        paper = data.get("manner") == "paper"
        who = (_("%(by)s typed it in from a paper slip.") if paper else _("%(by)s handed it in.")) % words
    return together(
        sealed,
        who,
        _("It was late, by %(late)s.") % {"late": span_text(data.count("late"))} if data.count("late") else "",
        _("Its receipt begins with %(receipt)s.") % words if data.get("receipt") else "",
    )


@tells("paper_entered")
def _paper_entered(data: Facts, book: Book, told: Happening) -> str:
    words = named(data, book)
    words["stage"] = stage_text(str(data.get("stage", "")))
    if data.get("by") and words["stage"]:
        return _("%(by)s typed in a paper slip for %(side)s (%(stage)s).") % words
    if data.get("by"):
        return _("%(by)s typed in a paper slip for %(side)s.") % words
    return _("A paper slip was typed in for %(side)s.") % words


# --- Dice ------------------------------------------------------------------------------------------------


@tells("dice_committed")
def _dice_committed(data: Facts, book: Book, told: Happening) -> str:
    words = {"year": data["year"], "commitment": short(data["commitment"])}
    return _("The dice of year %(year)s were fixed and locked away. Their seal begins with %(commitment)s.") % words


@tells("dice_revealed")
def _dice_revealed(data: Facts, book: Book, told: Happening) -> str:
    return _("The dice of year %(year)s were unlocked: anybody can now check every roll.") % data


@tells("dice_lost")
def _dice_lost(data: Facts, book: Book, told: Happening) -> str:
    lost = _(
        "The key to the dice of year %(year)s was lost: its rolls stand, but they cannot be checked against the seal."
    )
    return together(lost % data, _reason(data))


@tells("restored")
def _restored(data: Facts, book: Book, told: Happening) -> str:
    words = Facts(data)
    words["made_at"] = moment_text(data["made_at"], data.get("zone"))
    words["deadline"] = moment_text(data["deadline"], data.get("zone"))
    return together(
        _("The site was restored from a backup of %(made_at)s: what was decided later is lost.") % words,
        _("The dice that were locked away are replaced, so that nobody could look at them and go back."),
        _("Time did not run meanwhile: the deadline is %(deadline)s.") % words if data.get("deadline") else "",
    )


@tells("dice_contested")
def _dice_contested(data: Facts, book: Book, told: Happening) -> str:
    words = _dice_words(data, book, told)
    return together(_("%(side)s contested dice that were typed in (%(roll)s: %(faces)s).") % words, _reason(data))


@tells("contest_ruled")
def _contest_ruled(data: Facts, book: Book, told: Happening) -> str:
    words = _dice_words(data, book, told)
    words["corrected"] = faces_text(data.words("corrected"))
    if words["corrected"]:
        ruled = _("The umpire ruled on contested dice (%(roll)s): not %(faces)s, but %(corrected)s.") % words
    else:
        ruled = _("The umpire let contested dice stand (%(roll)s: %(faces)s).") % words
    return together(ruled, _reason(data))


@tells("typed")
def _typed(data: Facts, book: Book, told: Happening) -> str:
    words = _dice_words(data, book, told)
    if data.get("by"):
        return _("%(by)s typed in dice for %(side)s (%(roll)s): %(faces)s.") % words
    if data.get("side") == UMPIRE:
        return _("The umpire typed in dice (%(roll)s): %(faces)s.") % words
    return _("%(side)s typed in dice (%(roll)s): %(faces)s.") % words


def _dice_words(data: Facts, book: Book, told: Happening) -> Facts:
    words = named(data, book)
    address = data.get("address") or next(iter(told.rolls), "")
    words["roll"] = roll_name(str(address), book) if address else "?"
    words["faces"] = faces_text(data.words("faces")) or "?"
    return words


# --- Corrections -----------------------------------------------------------------------------------------


@tells("corrected")
def _corrected(data: Facts, book: Book, told: Happening) -> str:
    words = Facts(data)
    words["what"] = decision_name(str(data["prompt"]), book.side(data.get("side") or UMPIRE))
    if data.get("address"):
        words["what"] = f"{words['what']} ({roll_name(str(data['address']), book)})"
    pairs = {side: pair for side, pair in data.mapping("score").items() if isinstance(pair, list) and len(pair) == 2}
    words["old"] = score_text({side: pair[0] for side, pair in pairs.items()}, book)
    words["new"] = score_text({side: pair[1] for side, pair in pairs.items()}, book)
    with_somebody, without = _what_was_done(data)
    corrected = (with_somebody if data.get("by") else without) % words
    return together(corrected, _("The score was %(old)s; it is %(new)s.") % words if pairs else "", _reason(data))


def _what_was_done(data: Facts) -> tuple[str, str]:
    """A decision was made another, added, or taken out: with and without who did it."""
    if data.get("inserted"):
        return (
            _("%(by)s added a decision of year %(year)s that was missing. %(what)s."),
            _("A decision of year %(year)s that was missing was added. %(what)s."),
        )
    if data.get("removed"):
        return (
            _("%(by)s took out a decision of year %(year)s: it was not made. %(what)s."),
            _("A decision of year %(year)s was taken out: it was not made. %(what)s."),
        )
    return (
        _("%(by)s corrected a decision of year %(year)s. %(what)s."),
        _("A decision of year %(year)s was corrected. %(what)s."),
    )


@tells("voided", "rolled_back", "forced")
def _called_off(data: Facts, book: Book, told: Happening) -> str:
    words = Facts(data)
    words["stage"] = stage_text(str(data.get("stage", "")))
    texts = {
        "voided": (
            _("%(by)s called off year %(year)s: it is played again from its start, with new dice."),
            _("Year %(year)s was called off: it is played again from its start, with new dice."),
        ),
        "rolled_back": (
            _("%(by)s took the war back to the start of year %(year)s. What was played since can still be read."),
            _("The war was taken back to the start of year %(year)s. What was played since can still be read."),
        ),
        "forced": (
            _("%(by)s did not wait any longer (%(stage)s): for whoever was missing, what is laid down was done."),
            _("Nobody was waited for any longer (%(stage)s): for whoever was missing, what is laid down was done."),
        ),
    }
    with_somebody, without = texts[told.kind]
    return together((with_somebody if data.get("by") else without) % words, _reason(data))


# --- A chronicler's own words -----------------------------------------------------------------------------


@tells("narrative")
def _narrative(data: Facts, book: Book, told: Happening) -> str:
    return str(data.get("text", ""))


WAYS: Mapping[str, Any] = {
    "table": gettext_lazy("The battle was to be fought at a table."),
    "site": gettext_lazy("The battle was to be fought on this site."),
    "program": gettext_lazy("The program was to fight the battle to its end."),
}
WISHES: Mapping[str, Any] = {
    "table": gettext_lazy("%(side)s would fight the battle at a table."),
    "site": gettext_lazy("%(side)s would fight the battle on this site."),
    "program": gettext_lazy("%(side)s would let the program fight the battle."),
}


@tells("battle_way")
def _battle_way(data: Facts, book: Book, told: Happening) -> str:
    way, by = way_told(data)
    return together(str(WAYS.get(way, way)), by, _reason(data))


@tells("battle_wished")
def _battle_wished(data: Facts, book: Book, told: Happening) -> str:
    way, by = way_told(data)
    return together(str(WISHES.get(way, "%(side)s")) % named(data, book), by)
