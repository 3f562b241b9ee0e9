"""Reading rosters: units and characters as they stand, what befell each of them, and armies of earlier wars."""

from collections.abc import Iterable, Mapping, Sequence

import msgspec
from msgspec import Struct

from campaigns.models import Campaign, Character, LedgerEntry, Side, Unit
from campaigns.models.campaign import Stage
from campaigns.models.codec import happening_of, start_of
from campaigns.rules.armies import Army
from campaigns.selectors.books import Correction, Line, corrections_of, is_struck, lines, rolls_at
from clubs.errors import NotSeen
from rulesets.contract import Happening

UNIT_KINDS = frozenset(("recovered", "bought", "points_lost", "punishment", "muster", "gun_taken", "gun_lost"))
CHARACTER_KINDS = frozenset(
    ("fate", "wound", "ransomed", "deeds", "skill", "recalled", "successor", "returned", "replaced", "pain", "muster")
)
MARCHED = "muster"


class Roster(Struct, frozen=True, kw_only=True):
    """A side with its rows, in the order of its list. ``number`` is counted from 1."""

    side: Side
    number: int
    units: list[Unit]
    characters: list[Character]

    @property
    def figures(self) -> int:
        return sum(unit.figures for unit in self.units)


def rosters_of(war: Campaign, sides: Sequence[Side]) -> list[Roster]:
    """The rosters of a war that has begun, public to its club. Two queries, however long they are."""
    units: dict[int, list[Unit]] = {}
    for unit in Unit.objects.filter(side__campaign=war).order_by("place", "pk"):
        units.setdefault(unit.side_id, []).append(unit)
    people: dict[int, list[Character]] = {}
    for one in Character.objects.filter(side__campaign=war).order_by("place", "pk"):
        people.setdefault(one.side_id, []).append(one)
    return [
        Roster(side=side, number=number, units=units.get(side.pk, []), characters=people.get(side.pk, []))
        for number, side in enumerate(sides, start=1)
    ]


def unit_in(war: Campaign, public_id: str) -> Unit:
    """A unit of a war that the caller was let into; else ``NotSeen``."""
    found = Unit.objects.select_related("side").filter(side__campaign=war, public_id=public_id).first()
    if found is None:
        raise NotSeen
    return found


def character_in(war: Campaign, public_id: str) -> Character:
    """A character of a war that the caller was let into; else ``NotSeen``."""
    found = Character.objects.select_related("side").filter(side__campaign=war, public_id=public_id).first()
    if found is None:
        raise NotSeen
    return found


# --- What befell one of them ----------------------------------------------------------------------------


class Chapter(Struct, frozen=True, kw_only=True):
    """A year in the life of a unit or a character.

    ``scenario``: of the year's battle, empty where he did not march. ``fought``: that battle has its result; no ``winner``: a draw.
    ``around``: what else of the year helps to say why.
    """

    year: int
    lines: list[Line]
    marched: bool
    scenario: str = ""
    fought: bool = False
    winner: str | None = None
    level: str = ""
    around: tuple[Happening, ...] = ()


def history_of(war: Campaign, row: Unit | Character) -> list[Chapter]:
    """What the book says of a unit or character, the latest year first. Four queries at most, however long the war.

    What a reopened report took back is left out.
    """
    return _history(war, row, _kinds(row))


def _kinds(row: Unit | Character) -> frozenset[str]:
    return UNIT_KINDS if isinstance(row, Unit) else CHARACTER_KINDS


LAST_CHANGES = 3
"""So many years behind a figure of a roster; everything is on the page of its unit or character."""

type Named = tuple[bool, str, str]
"""Whether it is a unit, its side, its id: a character may have the id of a unit."""


def changes_of(war: Campaign, row: Unit | Character) -> list[Chapter]:
    """What last changed a unit or a character: the chapters of ``history_of`` without marches. Four queries at most."""
    return _history(war, row, _kinds(row) - {MARCHED}, last=LAST_CHANGES)


def _history(war: Campaign, row: Unit | Character, kinds: Iterable[str], last: int | None = None) -> list[Chapter]:
    """The chapters of these kinds, the latest year first; ``last``: of so many years only in which something still counts."""
    named: Named = (isinstance(row, Unit), row.side.key, row.uid)
    corrections = corrections_of(war)
    entries = [
        entry
        for entry in _naming(war, row.uid, kinds)
        if named in named_in(happening_of(entry)) and not is_struck(entry.decision, corrections)
    ]
    years = sorted({entry.year for entry in entries}, reverse=True)[:last]
    kept = [entry for entry in entries if entry.year in years]
    around = _around(war, years, corrections)
    by_year: dict[int, list[Line]] = {year: [] for year in years}
    for line in lines(kept, rolls=rolls_at(war, kept), corrections=corrections, stages={}):
        by_year[line.year].append(line)
    return [_chapter(year, by_year[year], around.get(year, ())) for year in years]


def named_in(told: Happening) -> set[Named]:
    """The units and characters that a happening is about."""
    data, side = told.data, str(told.data.get("side"))
    figures = data.get("figures")
    units = list(figures) if isinstance(figures, Mapping) else []
    if told.kind == "punishment":
        # Its side is the one that punishes; the troops are the enemy's.
        return {(True, str(data.get("enemy")), uid) for uid in units}
    units += [data["unit"]] if "unit" in data else []
    people = [data[key] for key in ("character", "lost", "after") if isinstance(data.get(key), str)]
    if told.kind == MARCHED:
        units, people = list(data.get("units", ())), list(data.get("characters", ()))
    return {(True, side, uid) for uid in units} | {(False, side, uid) for uid in people}


def _around(war: Campaign, years: Iterable[int], corrections: Sequence[Correction]) -> dict[int, list[Happening]]:
    """Orders, scenario, result and events of some years, as far as the book knows: what befell anybody came of these. One query."""
    kinds = ("order", "scenario", "fought", "event")
    rows = war.ledger.filter(kind__in=kinds, year__in=list(years)).select_related("decision")
    found: dict[int, list[Happening]] = {}
    for entry in rows.order_by("seq"):
        if not is_struck(entry.decision, corrections):
            found.setdefault(entry.year, []).append(happening_of(entry))
    return found


def _naming(war: Campaign, uid: str, kinds: Iterable[str]) -> list[LedgerEntry]:
    """Entries whose text holds this id. It may hold it for another side's sake, so the caller looks closer."""
    quoted = msgspec.json.encode(uid).decode()
    rows = war.ledger.filter(kind__in=kinds, data__contains=quoted)
    return list(rows.select_related("decision", "actor__user", "actor__club").order_by("seq"))


def _chapter(number: int, told: list[Line], around: Sequence[Happening]) -> Chapter:
    """``around``: the year's orders, scenario, result and events."""
    rest = [line for line in told if line.happening.kind != MARCHED]
    if len(rest) == len(told):
        return Chapter(year=number, lines=rest, marched=False, around=tuple(around))
    battle = {one.kind: one for one in around}
    scenario = battle["scenario"].data.get("scenario") if "scenario" in battle else ""
    fought = battle.get("fought")
    return Chapter(
        year=number,
        lines=rest,
        marched=True,
        scenario=str(scenario or ""),
        fought=fought is not None,
        winner=fought.data.get("winner") if fought else None,
        level=str((fought.data.get("level") if fought else "") or ""),
        around=tuple(around),
    )


# --- Armies of earlier wars -----------------------------------------------------------------------------


def earlier_wars(war: Campaign) -> list[Campaign]:
    """Wars of the same club and rules that have begun: their armies can be taken again. One query; the newest first."""
    rows = Campaign.objects.filter(club=war.club_id, pack__key=war.pack.key).exclude(stage=Stage.FOUNDING)
    return list(rows.exclude(pk=war.pk).defer("state", "imported").order_by("-created_at", "-pk"))


def first_army(earlier: Campaign, side: str) -> Army:
    """The army a side began an earlier war with, as new: nobody lost, nobody marked."""
    start = start_of(earlier)
    units = tuple(unit for unit in start.units.get(side, ()) if unit.figures)
    people = tuple(
        msgspec.structs.replace(one, status="ready", wounds=(), deeds=0, skills=(), traits=(), back=0, chief=False)
        for one in start.characters.get(side, ())
    )
    return Army(units=units, characters=people)
