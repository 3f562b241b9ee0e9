"""Events, and the marks they leave on this year and the next (Hispania 8)."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.narration.book import Book
from campaigns.narration.telling import named, tells
from campaigns.narration.words import Facts, arm_text, given_up, signed
from rulesets.contract import Happening

MODIFIED: dict[str, Any] = {
    "this_year": gettext_lazy("This year %(side)s had %(amount)s on the roll for “%(table)s”."),
    "next_year": gettext_lazy("Next year %(side)s will have %(amount)s on the roll for “%(table)s”."),
    "ever": gettext_lazy("For the rest of the war %(side)s has %(amount)s on the roll for “%(table)s”."),
}


@tells("event")
def _event(data: Facts, book: Book, told: Happening) -> str:
    side, total = data["side"], data["total"]
    words = {"side": book.side(side), "event": book.event(side, total), "text": book.event_text(side, total)}
    if not words["text"]:
        return _("Event of %(side)s: “%(event)s”.") % words
    return _("Event of %(side)s: “%(event)s”. %(text)s") % words


@tells("event_nothing")
def _event_nothing(data: Facts, book: Book, told: Happening) -> str:
    words = {"side": book.side(data["side"]), "event": book.event(data["side"], data["total"])}
    return _("“%(event)s” had no effect on the war of %(side)s this time.") % words


@tells("points_lost")
def _points_lost(data: Facts, book: Book, told: Happening) -> str:
    words = named(data, book)
    words["figures"] = given_up(data.mapping("figures"), data["side"], book)
    arms = data.words("arms")
    words["arm"] = arm_text(arms[0]) if arms else ""
    if not data.count("amount"):
        return _("%(side)s was spared.") % words
    if not words["figures"]:
        if arms:
            return _("%(side)s had no %(arm)s left to lose.") % words
        return _("%(side)s had no troops left to lose.") % words
    if arms:
        return _("%(side)s lost %(points)s points of %(arm)s: %(figures)s.") % words
    return _("%(side)s lost %(points)s points of troops: %(figures)s.") % words


@tells("roll_forbidden")
def _roll_forbidden(data: Facts, book: Book, told: Happening) -> str:
    words = {"side": book.side(data["side"]), "table": book.table(data["roll"])}
    return _("%(side)s may not roll for “%(table)s” this year.") % words


@tells("roll_modified")
def _roll_modified(data: Facts, book: Book, told: Happening) -> str:
    words = {
        "side": book.side(data["side"]),
        "table": book.table(data["roll"]),
        "amount": signed(data.count("amount")),
    }
    return str(MODIFIED.get(data["lasts"], MODIFIED["this_year"])) % words


@tells("immune")
def _immune(data: Facts, book: Book, told: Happening) -> str:
    words = {"side": book.side(data["side"]), "table": book.table(data["roll"])}
    return _("For the rest of the war “%(table)s” cannot touch %(side)s.") % words


@tells("must_act")
def _must_act(data: Facts, book: Book, told: Happening) -> str:
    words = {"side": book.side(data["side"]), "action": book.action(data["action"])}
    return _("Next year %(side)s must choose %(action)s.") % words


@tells("garrison")
def _garrison(data: Facts, book: Book, told: Happening) -> str:
    words = {
        "side": book.side(data["side"]),
        "points": data["points"],
        "action": book.action(str(data.get("unless") or "")),
    }
    if not words["action"]:
        return _("Next year %(side)s must leave %(points)s points of troops behind as garrisons.") % words
    return (
        _(
            "Next year %(side)s must leave %(points)s points of troops behind as garrisons, unless it chooses %(action)s."
        )
        % words
    )


@tells("reroll_won")
def _reroll_won(data: Facts, book: Book, told: Happening) -> str:
    return _("%(side)s may roll one roll of next year again.") % named(data, book)


@tells("vp_will_double")
def _vp_will_double(data: Facts, book: Book, told: Happening) -> str:
    return _("Next year every victory point won or lost counts double.")


@tells("stake_all")
def _stake_all(data: Facts, book: Book, told: Happening) -> str:
    return _("%(side)s was to surrender; instead both sides staked all on one last battle next year.") % named(
        data, book
    )


@tells("ordered_home")
def _ordered_home(data: Facts, book: Book, told: Happening) -> str:
    if data.get("obeys"):
        return _("%(side)s was ordered home, and obeyed.") % named(data, book)
    return _("%(side)s was ordered home, but staked all on finding a battle next year.") % named(data, book)
