"""What an action promises, before it is confirmed: dice, what is needed, each modifier with its paragraph."""

from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from battles.services import autoresolve
from battles.services import odds as working
from frontend.views.battlepages.table import Table
from rulesets.contract import Action, Forecast, Foretelling


def forecast(table: Table, action: Action) -> list[dict[str, Any]]:
    """The forecast and what comes after it, in order; empty where nothing is left to chance."""
    if table.seat is None or not isinstance(table.rules, Foretelling):
        return []
    told = table.rules.forecast(table.state, table.seat, action)
    return [] if told is None else [_row(table, told), *(_row(table, one) for one in told.then)]


def _row(table: Table, told: Forecast) -> dict[str, Any]:
    return {
        "about": table.word(f"odds.{told.about}") if told.about else "",
        "chance": percent(told.chance_per_mille),
        "average": number_format(told.average_per_mille / 1000, 1) if told.average_per_mille is not None else "",
        "dice": told.dice,
        "needed": _needed(told),
        "modifiers": [
            {"what": table.word(f"modifier.{one.key}"), "value": one.value, "rule": one.rule} for one in told.modifiers
        ],
    }


def percent(chance: int | None) -> str:
    if chance is None:
        return ""
    if 0 < chance < 10:
        return _("less than 1 in 100")
    if 990 < chance < 1000:
        return _("more than 99 in 100")
    return _("%(chance)s in 100") % {"chance": round(chance / 10)}


def _needed(told: Forecast) -> str:
    if told.needed is None:
        return ""
    if told.at_most:
        return _("%(number)s or less is needed") % {"number": told.needed}
    return _("%(number)s or more is needed") % {"number": told.needed}


def run(table: Table) -> dict[str, Any] | None:
    """What the program has found of how the battle would end, for who asked; None where nobody can ask."""
    held = table.battle
    if not held.is_open or not table.rules.describe().can_autoresolve:
        return None
    asked = table.seen.odds
    told = working.progress(asked) if asked is not None else None
    return {
        "run": asked,
        "goes_on": asked is not None and asked.goes_on,
        "old": asked is not None and asked.seq != held.seq,
        "sides": [_share(table, key, told) for key in table.keys] if told is not None and told.played else [],
        "resolving": autoresolve.progress(held),
        "resolves": table.seen.resolves,
    }


def _share(table: Table, key: str, told: Any) -> dict[str, Any]:
    wins = told.seats.get(key, {}).get("win", 0)
    return {
        "number": table.numbers[key],
        "name": table.seat_name(key),
        "wins": wins,
        "chance": percent(1000 * wins // told.played),
    }
