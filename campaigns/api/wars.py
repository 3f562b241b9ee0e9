"""Reading wars and years."""

import json
from typing import Any

from campaigns.api import shapes, told
from campaigns.api.places import desk_for
from campaigns.models.year import YearStage
from campaigns.places import Spot
from campaigns.selectors import wars
from clubs import selectors
from clubs.api.base import ApiView, Asked, Given, operation
from clubs.api.pages import PageQuery, page, page_of


class War(ApiView):
    tag = "wars"

    @operation(
        "war_read", "A war: score, seats, the year in hand and whom it waits for", gives=shapes.WarShape, etag=True
    )
    def get(self, request: Asked, war: str) -> Any:
        return told.war(Spot.of(request.user, war))


class Rules(ApiView):
    tag = "wars"

    @operation("war_rules", "The rules in force, and the club's readings of them", gives=shapes.RulesShape)
    def get(self, request: Asked, war: str) -> Any:
        spot = Spot.of(request.user, war)
        pack = spot.war.pack
        return {
            "key": pack.key,
            "edition": pack.edition,
            "digest": pack.digest,
            "readings": spot.rules.readings,
            "pack": json.loads(pack.document),
        }


class Years(ApiView):
    tag = "years"

    @operation("years_list", "The years of a war, the newest first", gives=page_of(shapes.YearRow), query=PageQuery)
    def get(self, request: Asked, war: str, query: Given) -> Any:
        rows = Spot.begun(request.user, war).war.year_set.exclude(stage=YearStage.WAITING)
        return page(request, rows, ("-number",), list)


class Year(ApiView):
    tag = "years"

    @operation(
        "year_read",
        "A year: orders once they are open, scenario, musters, how it ended, and its story",
        gives=shapes.YearShape,
        etag=True,
    )
    def get(self, request: Asked, war: str, number: int) -> Any:
        return told.year(desk_for(request.user, war, number))


class YearInHand(ApiView):
    tag = "years"

    @operation("year_current", "The year in hand, or the last of a war that is over", gives=shapes.YearShape, etag=True)
    def get(self, request: Asked, war: str) -> Any:
        return told.year(desk_for(request.user, war))


class Asks(ApiView):
    tag = "years"

    @operation(
        "year_asks",
        "What the rules ask now, and what may be answered",
        description="Whom they ask is public, and so is everything the choices are made of.",
        gives=shapes.AskShape,
        many=True,
        etag=True,
    )
    def get(self, request: Asked, war: str) -> Any:
        return told.asks(desk_for(request.user, war))


class ClubWars(ApiView):
    """The list; founding a war is in ``founding.py``, which shares the address."""

    tag = "wars"

    @operation(
        "wars_list",
        "The wars of a club, the newest first, with whom they wait for",
        gives=page_of(shapes.WarRow),
        query=PageQuery,
    )
    def get(self, request: Asked, slug: str, query: Given) -> Any:
        rows = wars.light().filter(club=selectors.club_for(request.user, slug))
        return page(
            request, rows, ("-created_at", "-pk"), lambda found: [told.war_row(row) for row in wars.listed(found)]
        )
