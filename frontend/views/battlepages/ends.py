"""How a battle ended, in words: who won and why, and what each unit lost."""

from typing import Any

from django.utils.translation import gettext as _

from battles import narration
from battles.models.log import Kind
from battles.narration.menus import has_word
from frontend.views.battlepages.table import Table
from rulesets.contract import Happening, Outcome, UnitResult

TOLD = ("units", "people", "guns", "standards")
"""What may be told of a side at the end."""
COUNTED = ("points",)
"""What only some games are decided by: where everybody has none, it says nothing."""


def report(table: Table) -> dict[str, Any] | None:
    """None while the battle goes on."""
    outcome = table.outcome
    if outcome is None:
        return None
    ruled, sides = ruling(table), [_side(table, outcome, key) for key in table.keys]
    return {
        "result": result(table, outcome),
        "number": next((table.numbers[key] for key, one in outcome.seats.items() if one.result == "win"), 0),
        "notes": outcome.notes,
        "ruled": ruled,
        "withdrew": table.seat_name(outcome.withdrew) if outcome.withdrew else "",
        "sides": [side for side in sides if not ruled or any(side[what] for what in TOLD)],
        "special": special(table, outcome),
        "taken": things_taken(table, outcome),
        "deeds": deeds(table, outcome),
    }


def ruling(table: Table) -> str:
    """Why the umpire settled it, where he did: what was lost is then told only as far as he said it."""
    last = next((entry for entry in reversed(table.seen.entries) if not entry.struck), None)
    return last.reason if last is not None and last.kind == Kind.RULED else ""


def result(table: Table, outcome: Outcome) -> str:
    """Who won, and how clearly where it was said. Several may win together, and all may lose."""
    winners = [key for key, one in outcome.seats.items() if one.result == "win"]
    if not winners:
        drawn = any(one.result == "draw" for one in outcome.seats.values())
        return _("A draw.") if drawn else _("Nobody wins.")
    told = {"side": ", ".join(table.seat_name(key) for key in winners)}
    level = outcome.seats[winners[0]].level
    if level is None:
        return _("%(side)s wins.") % told
    return (_("%(side)s wins: a major victory.") if level == "major" else _("%(side)s wins: a minor victory.")) % told


def _side(table: Table, outcome: Outcome, key: str) -> dict[str, Any]:
    units = outcome.units.get(key, {})
    return {
        "number": table.numbers[key],
        "name": table.seat_name(key),
        "units": [_unit(table, key, unit, lost) for unit, lost in units.items() if lost != UnitResult()],
        "people": [
            {"name": _name(table, key, person), "fate": table.word(f"fate.{one.fate}"), "deeds": one.deeds}
            for person, one in outcome.characters.get(key, {}).items()
            if one.fate != "unhurt" or one.deeds
        ],
        "guns": [_anybody(table, one) for one in outcome.guns_taken.get(key, ()) if "taken" not in outcome.special],
        "standards": [_anybody(table, one) for one in outcome.standards_taken.get(key, ())],
    }


def _unit(table: Table, seat: str, unit: str, lost: UnitResult) -> dict[str, Any]:
    parts = (("destroyed", lost.destroyed), ("routed", lost.routed), ("captured", lost.captured))
    return {
        "name": _name(table, seat, unit),
        "lost": ", ".join(f"{table.word(f'lost.{what}')} {number}" for what, number in parts if number),
    }


def _name(table: Table, seat: str, unit: str) -> str:
    """Outcomes name a unit by the id of the roster, the board by its seat as well."""
    for key in (f"{seat}:{unit}", unit):
        if key in table.known:
            return table.called(key)
    brought = table.battle.setup["forces"].get(seat, {})
    named = {row["id"]: row["name"] for what in ("units", "characters") for row in brought.get(what, ())}
    return str(named.get(unit, unit))


def _anybody(table: Table, unit: str) -> str:
    return next(
        (_name(table, seat, unit) for seat in table.keys if f"{seat}:{unit}" in table.known), table.called(unit)
    )


def special(table: Table, outcome: Outcome) -> list[dict[str, Any]]:
    """What counted, as the ruleset says it: points by reason and seat. What it has no word for is not for people to read.
    In the order of the names: a database may keep an order of its own."""
    found = []
    for name, value in sorted(outcome.special.items()):
        if not has_word(table.battle.ruleset, f"special.{name}"):
            continue
        if isinstance(value, dict):
            numbers = {key: one for key, one in value.items() if isinstance(one, int)}
            if name in COUNTED and not any(numbers.values()):
                continue
            told = ", ".join(f"{table.seat_name(key)} {one}" for key, one in numbers.items())
        elif isinstance(value, bool):
            told = _("yes") if value else ""
        else:
            told = table.value_words(name, value)
        if told:
            found.append({"what": table.word(f"special.{name}"), "is": told})
    return found


def things_taken(table: Table, outcome: Outcome) -> list[str]:
    """Guns and whatever else somebody has taken, in the words of a ruleset that knows of more than guns."""
    if "taken" not in outcome.special:
        return []
    held = {key: [*outcome.guns_taken.get(key, ()), *outcome.special["taken"].get(key, ())] for key in table.keys}
    return [
        narration.happening(
            table.battle.ruleset, Happening(kind="taken", data={"seat": key, "things": things}), table.names
        )
        for key, things in held.items()
        if things
    ]


def deeds(table: Table, outcome: Outcome) -> list[str]:
    """Deeds for the chronicles, where the ruleset notes them."""
    return [
        narration.happening(table.battle.ruleset, Happening(kind="noted", data=row), table.names)
        for row in outcome.special.get("noted", ())
    ]
