"""The battle on the table: what was reported, in words; whose word is asked next; what the result would score."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from battles import narration as told
from battles import selectors as battles
from campaigns.selectors import reports
from campaigns.selectors.reports import DRAW, Force
from campaigns.services import fighting
from frontend.forms.reports import WayForm
from frontend.views.desks import Desk, Part
from rulesets.contract import UMPIRE


def battle_part(desk: Desk) -> Part | None:
    """What there is to do about the year's battle, for whoever looks."""
    battle, table = desk.battle, desk.table
    if battle is None or table is None or desk.phase != "battle":
        return None
    asks = battles.asks_of(battle)
    side = desk.place.side
    mine = [ask.prompt for ask in asks if ask.seat == side]
    rules = desk.place.umpires and (table.on_site or any(ask.seat == UMPIRE for ask in asks))
    asked_here = table.on_site and any(ask.seat == side and ask.kind != "may" for ask in asks)
    reporting = "report" in mine or "answer" in mine or "report_again" in mine or (rules and table.stage == "dispute")
    return {
        "template": "frontend/years/_battle.html",
        "waits": asked_here or (reporting and not table.on_site),
        "url": battle.url,
        "resolving": battle.resolving_at is not None,
        "ways": ways_part(desk),
        "stage": table.stage,
        "mine": mine,
        "plays": side is not None,
        "rules": rules,
        "overdue": desk.year.overdue_at is not None,
        "seq": battle.seq,
        "reporter": desk.name(table.reporter) if table.reporter else "",
        "reports": [report_words(desk, table.reports[key], by=key) for key in table.reports],
        "can_confirm": side is not None and any(one != side for one in table.reports),
        "other": _other(desk, side),
        "disputes": [{"side": desk.name(one["seat"]), "reason": one["reason"]} for one in table.disputes],
        "slips": paper_slips(desk),
    }


def _other(desk: Desk, side: str | None) -> str:
    return desk.name(next(key for key in desk.rules.pack.side_keys if key != side)) if side else ""


def ways_part(desk: Desk) -> Part | None:
    """How the battle is fought, and what each side would rather; None where these rules know only a table."""
    engagement = desk.engagement
    if engagement is None or not desk.live or not desk.rules.pack.ways(desk.at.now.scenario):
        return None
    modes, side = fighting.modes(desk.rules, desk.at), desk.place.side
    now = fighting.mode_now(desk.rules, desk.at, engagement.battle)
    wishes = [(key, mode) for key, way in engagement.wishes.items() if (mode := fighting.mode_of(way)) is not None]
    return {
        "now": way_words(desk, now),
        "wishes": [
            {"name": desk.name(key), "number": desk.numbers[key], "way": way_words(desk, mode), "mine": key == side}
            for key, mode in wishes
        ],
        "form": WayForm(ways=[(one.key, way_words(desk, one)) for one in modes], now=now.key, reason=side is None),
        "plays": side is not None,
        "umpires": desk.place.umpires and side is None,
    }


def way_words(desk: Desk, mode: fighting.Mode) -> str:
    """A way, and by which rules, where there is more than one ruleset to choose from."""
    ways = desk.rules.pack.ways(desk.at.now.scenario)
    if mode.way == fighting.Way.TABLE or len(ways) < 2:
        return str(mode.way.label)
    preferred = desk.rules.pack.preferred(desk.at.now.scenario, desk.rules.readings)
    rules = told.ruleset_short(mode.ruleset or (preferred.ruleset if preferred is not None else ""))
    return _("%(way)s, with %(rules)s") % {"way": mode.way.label, "rules": rules}


def paper_slips(desk: Desk) -> list[dict[str, Any]]:
    """For which sides an officer may type in a report or an answer, and what the table asks of them."""
    if desk.battle is None or desk.table is None or desk.table.on_site:
        return []
    asks = battles.asks_of(desk.battle)
    return [
        {
            "side": side,
            "number": desk.numbers[side],
            "name": desk.name(side),
            "prompts": [ask.prompt for ask in asks if ask.seat == side],
        }
        for side in desk.paper_sides
    ]


# --- A report in words ------------------------------------------------------------------------------------


def report_words(desk: Desk, report: Mapping[str, Any], *, by: str | None = None, over: bool = False) -> dict[str, Any]:
    """What a report says, so that somebody can check it at a glance: the result, and why; each side's losses; who fell.

    ``over``: the battle is decided, so nothing is said of what it would score.
    """
    table = desk.table
    assert table is not None
    names = desk.book.battle_names()
    verdict = reports.judge(desk.rules, table, report, desk.known.roles)
    winner = None if report.get("winner", DRAW) == DRAW else report["winner"]
    return {
        "by": desk.name(by) if by else "",
        "number": desk.numbers.get(by or "", 0),
        "result": result_words(desk, winner, report.get("level")),
        # A battle that was played here has been judged by its own rules: its log says how.
        "reasons": [] if table.on_site else [told.reason(step, names) for step in verdict.reasons],
        "proposal": told.proposal(verdict, names),
        "facts": _facts(desk, report),
        "sides": [_side_words(desk, side, force, report) for side, force in table.forces.items()],
        "note": report.get("note", ""),
        "forecast": None if over else forecast_words(desk, winner, report.get("level")),
    }


def result_words(desk: Desk, winner: str | None, level: str | None) -> str:
    if winner is None:
        return _("A draw.")
    if level == "major":
        return _("%(side)s wins: a major victory.") % {"side": desk.name(winner)}
    return _("%(side)s wins: a minor victory.") % {"side": desk.name(winner)}


def _facts(desk: Desk, report: Mapping[str, Any]) -> list[str]:
    found = []
    if turns := report.get("turns"):
        found.append(ngettext("%(turns)d turn was played.", "%(turns)d turns were played.", turns) % {"turns": turns})
    if side := report.get("withdrew"):
        found.append(_("%(side)s withdrew.") % {"side": desk.name(side)})
    if report.get("village_destroyed"):
        found.append(_("The village was destroyed."))
    if side := report.get("first_broken"):
        found.append(_("The army of %(side)s broke first.") % {"side": desk.name(side)})
    return found


def _side_words(desk: Desk, side: str, force: Force, report: Mapping[str, Any]) -> dict[str, Any]:
    table = desk.table
    assert table is not None
    points = reports.points_in(table, report).get(side)
    losses = [
        {
            "unit": force.units[row["unit"]]["name"],
            "figures": force.units[row["unit"]]["figures"],
            "routed": row.get("routed", 0),
            "destroyed": row.get("destroyed", 0),
        }
        for row in report.get("losses", ())
        if row["seat"] == side
    ]
    taken = [key for captor, keys in report.get("guns", {}).items() if captor != side for key in keys]
    gone = sum(row["routed"] + row["destroyed"] for row in losses)
    return {
        "number": desk.numbers[side],
        "name": desk.name(side),
        "losses": losses,
        "total": ngettext("%(count)d figure lost", "%(count)d figures lost", gone) % {"count": gone},
        "guns": [force.units[key]["name"] for key in taken],
        "felled": [_person(force, row) for row in report.get("felled", ()) if row["seat"] == side and not _taken(row)],
        "captured": [_person(force, row) for row in report.get("felled", ()) if row["seat"] == side and _taken(row)],
        "deeds": [
            {"name": _person(force, row), "count": row.get("count", 1)}
            for row in report.get("deeds", ())
            if row["seat"] == side
        ],
        "general": _general(force, report.get("generals", {}).get(side)),
        "points": points,
        "low": report.get("lowest", {}).get(side),
        "broken": [force.units[key]["name"] for key in report.get("units_broken", {}).get(side, ())],
    }


def _taken(row: Mapping[str, Any]) -> bool:
    return bool(row.get("captured"))


def _person(force: Force, row: Mapping[str, Any]) -> str:
    return str(force.characters[row["character"]]["name"])


def _general(force: Force, key: str | None) -> str:
    return str(force.characters[key]["name"]) if key in force.characters else ""


def forecast_words(desk: Desk, winner: str | None, level: str | None) -> dict[str, Any]:
    """What the result would score at once; and loudly, if it would end the war."""
    forecast = reports.forecast(desk.rules, desk.at, winner=winner, level=level)
    changes = [
        {"number": desk.numbers[side], "name": desk.name(side), "change": change, "total": forecast.totals[side]}
        for side, change in forecast.changes.items()
        if change
    ]
    return {"changes": changes, "ends": end_words(desk, forecast.ended)}


def end_words(desk: Desk, ended: Any) -> str:
    """That the war would end, and how; empty if it goes on."""
    if ended is None:
        return ""
    if ended.winner is None:
        return _("The war ends with it: a draw.")
    if ended.level == "major":
        return _("The war ends with it: a major victory for %(side)s.") % {"side": desk.name(ended.winner)}
    return _("The war ends with it: a minor victory for %(side)s.") % {"side": desk.name(ended.winner)}
