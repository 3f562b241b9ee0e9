"""From the orders to the muster (Hispania 2, 3)."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.narration.book import Book, listed
from campaigns.narration.telling import named, tells, together
from campaigns.narration.words import Facts, terrain_text
from rulesets.contract import Happening

ROLES: dict[str, Any] = {
    "attacker": gettext_lazy("%(side)s was the attacker."),
    "defender": gettext_lazy("%(side)s was the defender."),
    "ambusher": gettext_lazy("%(side)s laid the ambush."),
}
ANY_ROLE = gettext_lazy("%(side)s took the part of the %(role)s.")


@tells("order")
def _order(data: Facts, book: Book, told: Happening) -> str:
    return _("%(side)s chose %(action)s.") % {"side": book.side(data["side"]), "action": book.action(data["action"])}


@tells("scenario")
def _scenario(data: Facts, book: Book, told: Happening) -> str:
    words = {"scenario": book.scenario(data["scenario"]), "most": data["at_most"]}
    if data.get("at_most") is not None:
        return _("The scenario was %(scenario)s, with at most %(most)s points a side.") % words
    return _("The scenario was %(scenario)s.") % words


@tells("scenario_again")
def _scenario_again(data: Facts, book: Book, told: Happening) -> str:
    return _("The die named no scenario, and it was rolled again.")


@tells("role")
def _role(data: Facts, book: Book, told: Happening) -> str:
    return str(ROLES.get(data["role"], ANY_ROLE)) % named(data, book)


@tells("roll_off_tied")
def _roll_off_tied(data: Facts, book: Book, told: Happening) -> str:
    return _("Both sides rolled a %(face)s to see who attacks, and rolled again.") % data


@tells("last_battle")
def _last_battle(data: Facts, book: Book, told: Happening) -> str:
    return _("Everything was staked on this battle: whoever won it would win the war.")


@tells("no_battle_found")
def _no_battle_found(data: Facts, book: Book, told: Happening) -> str:
    return _("%(side)s had staked everything on finding a battle this year, and found none.") % named(data, book)


@tells("recall_cancelled")
def _recall_cancelled(data: Facts, book: Book, told: Happening) -> str:
    return _("%(side)s found a battle in time, and the order to come home was taken back.") % named(data, book)


@tells("terrain")
def _terrain(data: Facts, book: Book, told: Happening) -> str:
    pieces = [piece for piece in data.get("pieces", ()) if isinstance(piece, dict)]
    if not pieces:
        return _("The ground was open: no terrain was rolled.")
    return _("The ground: %(pieces)s.") % {"pieces": terrain_text(pieces)}


@tells("choice")
def _choice(data: Facts, book: Book, told: Happening) -> str:
    words = named(data, book)
    said = []
    if "points" in data:
        if data["points"] is None:
            said.append(_("%(side)s chose to fight with all troops.") % words)
        else:
            said.append(_("%(side)s chose a battle of %(points)s points a side.") % words)
    if "village" in data:
        said.append(
            _("%(side)s placed a village.") % words if data["village"] else _("%(side)s placed no village.") % words
        )
    if "camp" in data:
        said.append(_("%(side)s placed a camp.") % words if data["camp"] else _("%(side)s placed no camp.") % words)
    return together(*said) or _("%(side)s had nothing to choose.") % words


@tells("limit")
def _limit(data: Facts, book: Book, told: Happening) -> str:
    words = named(data, book)
    if data.get("garrison"):
        return (
            _(
                "%(side)s had to leave %(garrison)s points of troops behind as garrisons and could muster up to %(limit)s."
            )
            % words
        )
    if data.get("limit") is None:
        return _("%(side)s could muster everybody.") % words
    return _("%(side)s could muster up to %(limit)s points.") % words


@tells("muster")
def _muster(data: Facts, book: Book, told: Happening) -> str:
    side = data["side"]
    units = [book.unit(side, unit) for unit in data.words("units")]
    people = [book.character(side, one) for one in data.words("characters")]
    words = {"side": book.side(side), "points": data["points"], "units": listed(units), "characters": listed(people)}
    if units and people:
        return _("%(side)s mustered %(points)s points: %(units)s, led by %(characters)s.") % words
    if units:
        return _("%(side)s mustered %(points)s points: %(units)s.") % words
    if people:
        return _("%(side)s mustered no units, only %(characters)s (%(points)s points).") % words
    return _("%(side)s mustered nobody.") % words


@tells("grant_lapsed")
def _grant_lapsed(data: Facts, book: Book, told: Happening) -> str:
    tables = listed(book.table(table) for table in data.words("tables"))
    words = {"side": book.side(data["side"]), "tables": tables}
    return _("%(side)s had not spent all its points in time, and the rest lapsed (%(tables)s).") % words


@tells("pain")
def _pain(data: Facts, book: Book, told: Happening) -> str:
    if data.get("absent"):
        return _("Attacks of pain kept %(character)s (%(side)s) out of the battle.") % named(data, book)
    return _("%(character)s (%(side)s) was free of pain and took part in the battle.") % named(data, book)


@tells("skip_agreed")
def _skip_agreed(data: Facts, book: Book, told: Happening) -> str:
    return _("%(side)s agreed to let the year pass without a battle.") % named(data, book)


@tells("skip_withdrawn")
def _skip_withdrawn(data: Facts, book: Book, told: Happening) -> str:
    return _("%(side)s no longer agreed to let the year pass without a battle.") % named(data, book)


@tells("skipped")
def _skipped(data: Facts, book: Book, told: Happening) -> str:
    return _("Both sides let the year pass without a battle: it counts as a draw.")
