"""The books of a war: ledger, chronicle, dice, and the war as one file."""

import json
from typing import Any

from rest_framework import serializers

from campaigns.api import shapes, told
from campaigns.api.acting import AtWar
from campaigns.models.year import YearStage
from campaigns.places import Spot
from campaigns.selectors import books
from campaigns.services import book as ledger
from campaigns.services import records, umpire
from clubs import clock
from clubs.api.base import LARGE, ApiView, Asked, Given, operation
from clubs.api.pages import PageQuery, page, page_of
from clubs.api.views import managed_by
from clubs.errors import NotSeen


class LedgerQuery(PageQuery):
    year = serializers.IntegerField(required=False, min_value=0, max_value=100_000)


class ChainShape(serializers.Serializer):
    seq = serializers.IntegerField(help_text="The last line whose fingerprint may be shown.")
    hash = serializers.CharField(allow_blank=True)
    sound = serializers.BooleanField(help_text="Every line is what was hashed, from the first to the last.")


class Ledger(ApiView):
    tag = "books"

    @operation(
        "ledger_read",
        "The ledger, the newest line first",
        gives=page_of(shapes.LineShape),
        query=LedgerQuery,
    )
    def get(self, request: Asked, war: str, query: Given) -> Any:
        spot = Spot.begun(request.user, war)
        rows = spot.war.ledger.select_related("decision", "actor__user")
        if "year" in query:
            rows = rows.filter(year=query["year"])
        return page(request, rows, ("-seq",), lambda found: _lines(spot, found))


def _lines(spot: Spot, entries: list[Any]) -> list[dict[str, Any]]:
    found = books.lines(
        entries,
        rolls=books.rolls_at(spot.war, entries),
        corrections=books.corrections_of(spot.war),
        stages=books.stages_of(spot.war, {entry.year for entry in entries}),
    )
    return [told.line(one, spot) for one in found]


class Chain(ApiView):
    tag = "books"

    @operation(
        "ledger_chain",
        "Whether the chain of the ledger holds, and the last fingerprint that may be known",
        gives=ChainShape,
    )
    def get(self, request: Asked, war: str) -> Any:
        spot = Spot.begun(request.user, war)
        seq, head = books.known_head(spot.war)
        return {"seq": seq, "hash": head, "sound": not ledger.broken(spot.war, books.whole_book(spot.war))}


class Chronicle(ApiView):
    tag = "books"

    @operation(
        "chronicle_read", "The war as a story, from its first year on", gives=page_of(shapes.Chapter), query=PageQuery
    )
    def get(self, request: Asked, war: str, query: Given) -> Any:
        spot = Spot.begun(request.user, war)
        rows = spot.war.year_set.exclude(stage=YearStage.WAITING).only("number", "campaign_id")
        return page(request, rows, ("number",), lambda found: _chapters(spot, [year.number for year in found]))


def _chapters(spot: Spot, numbers: list[int]) -> list[dict[str, Any]]:
    tales = books.tales_of(spot.war, numbers)
    return [told.chapter(spot, number, tales.get(number, [])) for number in numbers]


class Dice(ApiView):
    tag = "books"

    @operation(
        "dice_read",
        "Every roll, by year, with what was sealed before it and shown after",
        gives=page_of(shapes.DiceShape),
        query=PageQuery,
    )
    def get(self, request: Asked, war: str, query: Given) -> Any:
        spot = Spot.begun(request.user, war)
        rows = spot.war.year_set.exclude(stage=YearStage.WAITING).only("number", "campaign_id")
        return page(request, rows, ("-number",), lambda found: _dice(spot, [year.number for year in found]))


def _dice(spot: Spot, numbers: list[int]) -> list[dict[str, Any]]:
    entries = books.dice_entries(spot.war, numbers)
    seals = books.seals(entries)
    rolls = books.fallen(books.rolls_of(spot.war, numbers), books.corrections_of(spot.war), books.contests(entries))
    brought = books.brought_seals(spot.war, numbers)
    return [
        {"year": one, "seals": [*seals.get(one, []), *brought.get(one, [])], "rolls": rolls.get(one, [])}
        for one in numbers
    ]


class Contest(ApiView):
    tag = "books"

    @operation("dice_contest", "Contest a roll that was typed in by hand", takes=shapes.ContestIn)
    def post(self, request: Asked, war: str, data: Given) -> None:
        spot = Spot.begun(request.user, war)
        umpire.contest_roll(spot.war, **data, by=spot.member, now=clock.now())


class RollRuling(AtWar):
    def spot(self, request: Asked, war: str) -> Spot:
        begun = Spot.begun(request.user, war)
        return begun.seen_if(begun.place.umpires)

    @operation("dice_rule", "Settle a contested roll", takes=shapes.RollRulingIn)
    def post(self, request: Asked, war: str, data: Given) -> None:
        self.do(request, war, umpire.rule_roll, **data)


class Record(ApiView):
    tag = "books"

    @operation("record_read", "The war as one file: its decisions and dice, nothing sealed", gives=shapes.RecordShape)
    def get(self, request: Asked, war: str) -> Any:
        spot = Spot.of(request.user, war)
        if not spot.war.state:
            raise NotSeen
        # Through text: a document may hold dates, which JSON does not know.
        return {"record": json.loads(records.to_json(records.export_record(spot.war)))}


class Import(ApiView):
    tag = "wars"

    @operation(
        "war_import",
        "Store a campaign record as a war of this club",
        takes=shapes.RecordIn,
        gives=shapes.WarShape,
        status=201,
        most_bytes=LARGE,
        throttle="records",
    )
    def post(self, request: Asked, slug: str, data: Given) -> Any:
        place = managed_by(request, slug)
        toml = "toml" in data
        raw = data["toml"].encode() if toml else json.dumps(data["record"]).encode()
        war = records.import_record(place.club, raw=raw, toml=toml, by=place, now=clock.now())
        return told.war(Spot.of(request.user, war.public_id))
