"""The battle and what it brings: its result, recovery, grants, punishment, the market between the years (Hispania 4, 6, 9)."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from campaigns.narration.addresses import kind_name
from campaigns.narration.book import Book, listed
from campaigns.narration.telling import named, tells, together
from campaigns.narration.words import Facts, given_up, grant_text, purse_text, score_text
from rulesets.contract import Happening

WHY_BARRED: dict[str, Any] = {
    "event": gettext_lazy("An event kept %(side)s from rolling for “%(table)s”."),
    "forfeit": gettext_lazy("%(side)s had lost the scenario and with it the roll for “%(table)s”."),
    "immune": gettext_lazy("%(enemy)s was beyond the reach of “%(table)s”: %(side)s did not roll."),
}


@tells("fought")
def _fought(data: Facts, book: Book, told: Happening) -> str:
    winner = {"winner": book.side(data.get("winner"))}
    if data.get("winner") is None:
        result = _("The battle was drawn.")
    elif data["level"] == "major":
        result = _("%(winner)s won the battle: a major victory.") % winner
    else:
        result = _("%(winner)s won the battle: a minor victory.") % winner
    return together(result, _("The report says: “%(notes)s”") % data if data.get("notes") else "")


@tells("recovered")
def _recovered(data: Facts, book: Book, told: Happening) -> str:
    words = named(data, book)
    words["gone"] = data.count("routed") + data.count("destroyed")
    if not data.count("after"):
        return (
            ngettext(
                "%(unit)s (%(side)s) lost its last figure and was no more.",
                "%(unit)s (%(side)s) lost all its %(gone)s figures and was no more.",
                words["gone"],
            )
            % words
        )
    if not data.count("back"):
        return (
            ngettext(
                "%(unit)s (%(side)s) lost %(gone)s figure, and nobody came back: %(after)s remained.",
                "%(unit)s (%(side)s) lost %(gone)s figures, and nobody came back: %(after)s remained.",
                words["gone"],
            )
            % words
        )
    return (
        ngettext(
            "%(unit)s (%(side)s) lost %(gone)s figure; %(back)s came back, and %(after)s stood in its ranks.",
            "%(unit)s (%(side)s) lost %(gone)s figures; %(back)s came back, and %(after)s stood in its ranks.",
            words["gone"],
        )
        % words
    )


NOTED: dict[str, Any] = {
    "charge_stopped": gettext_lazy("A charge of %(enemy)s, by %(whom)s, was stopped at last by %(who)s (%(side)s)."),
    "head_captured": gettext_lazy("%(whom)s, the head of %(enemy)s on the field, was taken by %(who)s (%(side)s)."),
    "gun_silenced": gettext_lazy("A gun of %(enemy)s was silenced by %(who)s (%(side)s)."),
    "first_flag": gettext_lazy("The first flag up was that of %(side)s."),
    "treaty_signed": gettext_lazy("A treaty was signed in the name of %(side)s."),
}
"""Deeds for the chronicle. They earn nothing."""


def noted_text(data: Facts, book: Book) -> str:
    """A deed that the battle noted, with whoever did it; of a unit no more is known than whose man he was."""
    words = Facts(named(data, book))
    words["who"] = _man(data.get("side"), data, book, "unit", "character")
    words["whom"] = _man(data.get("enemy"), data, book, "whom", "person", plain=True)
    text = NOTED.get(str(data.get("deed")), NOTED["charge_stopped"])
    return str(text) % words


def _man(side: Any, data: Facts, book: Book, unit: str, character: str, *, plain: bool = False) -> str:
    if data.get(character):
        return book.character(side, str(data[character]))
    if not data.get(unit):
        return _("nobody")
    name = book.unit(side, str(data[unit]))
    return name if plain else _("a man of %(unit)s") % {"unit": name}


@tells("noted")
def _noted(data: Facts, book: Book, told: Happening) -> str:
    return noted_text(data, book)


@tells("gun_taken")
def _gun_taken(data: Facts, book: Book, told: Happening) -> str:
    return _("%(side)s had taken %(unit)s from %(enemy)s, and found a crew for it.") % named(data, book)


@tells("gun_lost")
def _gun_lost(data: Facts, book: Book, told: Happening) -> str:
    return _("%(unit)s (%(side)s) was in the hands of %(enemy)s.") % named(data, book)


@tells("grant")
def _grant(data: Facts, book: Book, told: Happening) -> str:
    words = named(data, book)
    words["table"] = book.table(data["roll"])
    words["troops"] = purse_text(data.mapping("grant"))
    if words["troops"]:
        return _("%(table)s: %(side)s won %(troops)s.") % words
    return _("%(table)s: %(side)s won nothing this year.") % words


@tells("punishment")
def _punishment(data: Facts, book: Book, told: Happening) -> str:
    words = named(data, book)
    words["figures"] = given_up(data.mapping("figures"), data["enemy"], book)
    table = book.pack.table_by_key.get(str(data["roll"]))
    if table is not None and table.gives == "loss":
        words["table"] = book.table(table.key)
        if words["figures"]:
            return _("%(table)s: %(enemy)s lost %(points)s points to %(side)s: %(figures)s.") % words
        return _("%(table)s: %(enemy)s lost nothing to %(side)s.") % words
    if words["figures"]:
        return _("%(side)s punished the allies of %(enemy)s, who lost %(points)s points: %(figures)s deserted.") % words
    if data.count("amount"):
        return _("%(side)s punished the allies of %(enemy)s, who had no native troops that could desert.") % words
    return _("%(side)s punished the allies of %(enemy)s, but nobody deserted.") % words


@tells("roll_barred")
def _roll_barred(data: Facts, book: Book, told: Happening) -> str:
    words = named(data, book)
    words["table"] = book.table(data["roll"])
    return str(WHY_BARRED.get(data["why"], WHY_BARRED["event"])) % words


@tells("returned")
def _returned(data: Facts, book: Book, told: Happening) -> str:
    return _("%(character)s came back to command for %(side)s.") % named(data, book)


@tells("closed")
def _closed(data: Facts, book: Book, told: Happening) -> str:
    return _("The year was closed. Victory points: %(score)s.") % {"score": score_text(data.mapping("totals"), book)}


@tells("bought")
def _bought(data: Facts, book: Book, told: Happening) -> str:
    words = named(data, book)
    words["troops"] = grant_text(str(data.get("grant", "")), data.count("points"))
    return (
        ngettext(
            "%(side)s raised %(name)s: %(figures)s figure for %(troops)s.",
            "%(side)s raised %(name)s: %(figures)s figures for %(troops)s.",
            data.count("figures"),
        )
        % words
    )


@tells("replaced")
def _replaced(data: Facts, book: Book, told: Happening) -> str:
    words = named(data, book)
    words["lost"] = book.character(data["side"], str(data["lost"]))
    words["tables"] = listed(book.table(table) for table in data.words("given_up"))
    return together(
        _("%(character)s took the place of %(lost)s for %(side)s.") % words,
        _("The price: what was left of this year's points (%(tables)s).") % words if words["tables"] else "",
    )


@tells("standing_reroll")
def _standing_reroll(data: Facts, book: Book, told: Happening) -> str:
    words = named(data, book)
    words["roll"] = kind_name(data["roll"], book)
    return _("%(side)s left an instruction: use the re-roll on the first roll for %(roll)s below %(below)s.") % words
