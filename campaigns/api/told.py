"""Wars, years and lines of the book as plain values for the shapes."""

from collections.abc import Iterable
from typing import Any

from msgspec import structs

from campaigns import narration
from campaigns.api.places import Desk, plain
from campaigns.models import Year
from campaigns.models.codec import pack_of
from campaigns.narration import Book
from campaigns.narration.book import plain_language
from campaigns.places import Spot
from campaigns.selectors import sealed, wars
from campaigns.selectors.books import Line
from campaigns.selectors.home import Task
from campaigns.selectors.wars import Listed, Owed
from rulesets.contract import Happening


def owed_rows(owed: Iterable[Owed]) -> list[dict[str, Any]]:
    return [plain(one) for one in owed]


def war_row(row: Listed) -> dict[str, Any]:
    """A war in a list. No query."""
    war, year = row.war, row.year
    book = Book(pack=pack_of(war.pack), language=plain_language(), readings=war.readings)
    return {
        "id": war.public_id,
        "name": war.name,
        "club": war.club.slug,
        "stage": war.stage,
        "year": year.number if year else None,
        "year_stage": year.stage if year else None,
        "deadline_at": deadline_of(year) if year else None,
        "sides": [
            {
                "key": side.key,
                "name": book.side(side.key),
                "holder": str(row.held[side.key]) if side.key in row.held else None,
                "points": side.total,
            }
            for side in row.sides
        ],
        "waits_for": owed_rows(row.owed),
        "disputed": row.disputed,
    }


def deadline_of(year: Year) -> Any:
    return None if year.paused_at is not None else year.deadline_at


def war(spot: Spot) -> dict[str, Any]:
    """A war with its score, its seats and its year in hand."""
    year = wars.last_years(spot.war)[0] if spot.state else None
    row = wars.listed_one(spot.war, spot.sides, year)
    return {
        "war": spot.war,
        "place": spot.place,
        "sides": [_side(spot, one, number) for number, one in enumerate(wars.holdings(spot.sides, spot.state))],
        "year": _head(year) if year else None,
        "waits_for": owed_rows(row.owed),
    }


def _side(spot: Spot, one: wars.Holding, number: int) -> dict[str, Any]:
    """Until the war begins nobody is told more of an army than that it is there."""
    return {
        "key": one.key,
        "name": spot.book.side(one.key),
        "holder": one.commander,
        "deputies": list(one.deputies),
        "program": spot.sides[number].program,
        "earned": one.earned,
        "standing": one.standing,
        "total": one.total,
        "available": one.available if spot.state is not None else None,
        "army": bool(spot.sides[number].army) or spot.state is not None,
    }


def _head(year: Year) -> dict[str, Any]:
    return {
        "number": year.number,
        "stage": year.stage,
        "deadline_at": deadline_of(year),
        "paused": year.paused_at is not None,
        "ready": sorted(sealed.seats_in(year)),
    }


def year(desk: Desk) -> dict[str, Any]:
    """A year as its book tells it."""
    known = desk.known
    fought = wars.battle_asks([desk.engagement]) if desk.live and desk.engagement else []
    owed = wars.owed(desk.rules, desk.at, handed_in=desk.seats_in, battle_asks=fought) if desk.live else []
    told = [line.happening for line in (*known.before, *known.aftermath)]
    return {
        "number": desk.year.number,
        "stage": desk.year.stage,
        "deadline_at": deadline_of(desk.year) if desk.live else None,
        "paused": desk.year.paused_at is not None,
        "ready": sorted(desk.seats_in),
        "waits_for": owed_rows(owed),
        "orders": known.orders,
        "skipped": known.skipped,
        "decided": known.decided,
        "winner": known.winner,
        "level": known.level,
        "scenario": scenario(desk) if known.scenario else None,
        "musters": {side: plain(brought) for side, brought in known.muster.items()},
        "story": [sentence(one, desk) for one in told],
    }


def scenario(desk: Desk) -> dict[str, Any]:
    """The battle of a year as two players take it to their table."""
    known, pack = desk.known, desk.rules.pack
    return {
        "key": known.scenario,
        "name": desk.book.scenario(known.scenario),
        "summary": desk.book.label(pack.scenarios[known.scenario].summary) if known.scenario in pack.scenarios else "",
        "roles": known.roles,
        "terrain": known.terrain,
        "points": known.points,
        "village": known.village,
        "camp": known.camp,
        "limits": known.limits,
        "garrisons": known.garrisons,
        "absent": known.absent,
    }


def sentence(told: Happening, spot: Spot) -> str:
    """A happening in words; moments are those of the club's clocks."""
    here = structs.replace(told, data={**told.data, "zone": spot.war.club.time_zone})
    return str(narration.sentence(here, spot.book))


def line(one: Line, spot: Spot) -> dict[str, Any]:
    return {
        "seq": one.seq,
        "year": one.year,
        "at": one.at,
        "happening": one.happening,
        "text": sentence(one.happening, spot),
        "actor": one.actor,
        "manner": one.manner,
        "rolls": one.rolls,
        "struck": one.struck,
        "receipt": one.receipt,
    }


def chapter(spot: Spot, number: int, tale: list[Happening]) -> dict[str, Any]:
    """A year as a chapter of the chronicle."""
    return {
        "year": number,
        "headline": str(narration.headline(tale, spot.book, number)),
        "paragraphs": [one.text for one in narration.chronicle(tale, spot.book, number)],
        "notes": [str(one.data.get("text", "")) for one in tale if one.kind == "narrative"],
    }


def task(one: Task) -> dict[str, Any]:
    return {
        "kind": one.kind,
        "war": one.war.public_id,
        "war_name": one.war.name,
        "club": one.war.club.slug,
        "year": one.year.number if one.year else None,
        "seat": one.seat,
        "prompt": one.prompt,
        "battle": one.battle,
        "address": one.address,
        "deadline_at": one.deadline_at,
    }


def asks(desk: Desk) -> list[dict[str, Any]]:
    """What the rules ask now, of anybody, with what may be answered. All of it follows from what is public."""
    place = desk.place
    mine = {place.side, *(desk.rules.pack.side_keys if place.officer else ())} - {None}
    if place.side is not None or place.officer or place.umpires:
        mine.add("umpire")
    return [
        {
            "seat": ask.seat,
            "kind": ask.kind,
            "prompt": ask.prompt,
            "data": plain(ask.data),
            "choices": [plain(one) for one in desk.rules.menu(desk.at, ask.seat, ask.prompt)],
            "mine": ask.seat in mine,
        }
        for ask in desk.asks
        if ask.seat != "host"
    ]
