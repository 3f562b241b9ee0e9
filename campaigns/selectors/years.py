"""Reading one year of a war: its book, its battle, and what is known of it so far. Nothing here reads what is sealed."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from msgspec import Struct, field

from battles.models import Battle
from campaigns.models import Campaign, Engagement, Year
from campaigns.rules.pack import Pack
from campaigns.selectors import books
from campaigns.selectors.books import Line


def lines_of(war: Campaign, year: Year) -> list[Line]:
    """The book of a year, oldest first, without the dice behind it. Two queries at most, however long it is."""
    entries = books.entries_of(war, [year.number])
    return books.lines(
        entries,
        rolls={},
        corrections=books.corrections_of(war),
        stages={year.number: year.stage},
    )


def engagement_of(year: Year) -> Engagement | None:
    """The battle of a year. One query."""
    return Engagement.objects.filter(year=year).select_related("battle").order_by("-number").first()


def year_of_battle(battle: Battle) -> Year | None:
    """The year whose battle it is, with its war and the war's pack; None for a battle of no war. One query at most."""
    if battle.single:
        return None
    rows = Engagement.objects.filter(battle=battle).select_related("year__campaign__pack")
    found = rows.defer("year__campaign__state", "year__campaign__start", "year__campaign__imported").first()
    return None if found is None else found.year


def opened_orders_at(war: Campaign, number: int) -> datetime | None:
    """When the orders of a year were opened; None while they are sealed. One query."""
    rows = war.ledger.filter(year=number, kind="order").order_by("seq")
    return rows.values_list("at", flat=True).first()


def first_number(war: Campaign) -> int:
    """The number of the first year of a war that has begun. One query."""
    return war.year_set.order_by("number").values_list("number", flat=True).first() or 1


# --- What is known of a year ---------------------------------------------------------------------------


class Mustering(Struct, frozen=True, kw_only=True):
    """What a side brought, once both musters were open."""

    units: tuple[str, ...]
    characters: tuple[str, ...]
    points: int


class Known(Struct, kw_only=True):
    """A year as its book tells it: the same for a year that runs and for one long closed.

    ``points``: what a side chose for the scenario; None before that, -1 for all troops. ``decisive``: its battle decides the war (R 13).
    ``by`` keeps the line behind each number, for "why?". ``aftermath`` is the story from the battle on, ``before`` what led to it.
    """

    orders: dict[str, str] = field(default_factory=dict)
    cell: int | None = None
    scenario: str = ""
    at_most: int | None = None
    roles: dict[str, str] = field(default_factory=dict)
    terrain: list[dict[str, Any]] = field(default_factory=list)
    points: int | None = None
    village: bool = False
    camp: bool = False
    decisive: bool = False
    chosen: set[str] = field(default_factory=set)
    limits: dict[str, int | None] = field(default_factory=dict)
    garrisons: dict[str, int] = field(default_factory=dict)
    muster: dict[str, Mustering] = field(default_factory=dict)
    absent: dict[str, list[str]] = field(default_factory=dict)
    skipped: bool = False
    decided: bool = False
    winner: str | None = None
    level: str | None = None
    by: dict[str, Line] = field(default_factory=dict)
    before: list[Line] = field(default_factory=list)
    aftermath: list[Line] = field(default_factory=list)
    struck: list[Line] = field(default_factory=list)


def known(pack: Pack, lines: Iterable[Line]) -> Known:
    """What the lines of one year say. Lines that were taken back say nothing, and are kept apart."""
    found = Known()
    for line in lines:
        if line.struck:
            found.struck.append(line)
            continue
        take = _TAKERS.get(line.happening.kind)
        if take is not None:
            take(found, line, line.happening.data)
        (found.aftermath if found.decided or found.skipped else found.before).append(line)
    _opposite_roles(pack, found)
    return found


def _opposite_roles(pack: Pack, found: Known) -> None:
    """A role that is simply the other side's is told by nobody."""
    if found.scenario not in pack.scenarios:
        return
    for role, how in pack.scenarios[found.scenario].roles.items():
        if isinstance(how, str) and how in found.roles and role not in found.roles:
            found.roles[role] = next(side for side in pack.side_keys if side != found.roles[how])


def _order(found: Known, line: Line, data: dict[str, Any]) -> None:
    found.orders[data["side"]] = data["action"]
    found.by[f"order.{data['side']}"] = line


def _scenario(found: Known, line: Line, data: dict[str, Any]) -> None:
    found.cell, found.scenario, found.at_most = data["cell"], data["scenario"], data.get("at_most")
    found.by["scenario"] = line


def _role(found: Known, line: Line, data: dict[str, Any]) -> None:
    found.roles[data["role"]] = data["side"]
    found.by[f"role.{data['role']}"] = line


def _terrain(found: Known, line: Line, data: dict[str, Any]) -> None:
    found.terrain = list(data["pieces"])
    found.by["terrain"] = line


def _last_battle(found: Known, line: Line, data: dict[str, Any]) -> None:
    found.decisive = True
    found.by["last_battle"] = line


def _choice(found: Known, line: Line, data: dict[str, Any]) -> None:
    found.chosen.add(data["side"])
    found.village = data.get("village", found.village)
    found.camp = data.get("camp", found.camp)
    if "points" in data:
        found.points = -1 if data["points"] is None else data["points"]
    found.by[f"choice.{data['side']}"] = line


def _limit(found: Known, line: Line, data: dict[str, Any]) -> None:
    found.limits[data["side"]] = data["limit"]
    found.garrisons[data["side"]] = data.get("garrison", 0)
    found.by[f"limit.{data['side']}"] = line


def _muster(found: Known, line: Line, data: dict[str, Any]) -> None:
    brought = Mustering(units=tuple(data["units"]), characters=tuple(data["characters"]), points=data["points"])
    found.muster[data["side"]] = brought
    found.by[f"muster.{data['side']}"] = line


def _pain(found: Known, line: Line, data: dict[str, Any]) -> None:
    if data["absent"]:
        found.absent.setdefault(data["side"], []).append(data["character"])
    found.by[f"pain.{data['side']}.{data['character']}"] = line


def _fought(found: Known, line: Line, data: dict[str, Any]) -> None:
    found.decided = True
    found.winner, found.level = data["winner"], data["level"]
    found.by["fought"] = line


def _skipped(found: Known, line: Line, data: dict[str, Any]) -> None:
    found.skipped = True
    found.by["skipped"] = line


_TAKERS = {
    "order": _order,
    "scenario": _scenario,
    "role": _role,
    "terrain": _terrain,
    "last_battle": _last_battle,
    "choice": _choice,
    "limit": _limit,
    "muster": _muster,
    "pain": _pain,
    "fought": _fought,
    "skipped": _skipped,
}
