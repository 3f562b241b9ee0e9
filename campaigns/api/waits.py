"""Who waits for whom, in a war and in a club. All of it is public in the club."""

from collections.abc import Iterable
from typing import Any

from rest_framework import serializers

from campaigns.places import Spot
from campaigns.selectors import waits, wars
from campaigns.selectors.waits import Wait
from clubs import clock, selectors
from clubs.api.base import ApiView, Asked, operation
from clubs.api.shapes import Named


class WaitShape(serializers.Serializer):
    """One open decision."""

    war = serializers.CharField(help_text="Its id.")
    war_name = serializers.CharField()
    year = serializers.IntegerField()
    seat = serializers.CharField(help_text="Who owes it: a side, or `umpire`.")
    prompt = serializers.CharField()
    holder = Named(allow_null=True)
    since = serializers.DateTimeField()
    until = serializers.DateTimeField(allow_null=True, help_text="Null: no deadline runs.")
    closes = serializers.DateTimeField(allow_null=True, help_text="With the time of grace, where there is one.")
    waiting = serializers.ListField(child=serializers.CharField(), help_text="Sides that owe nothing and wait for it.")
    late = serializers.BooleanField()


def _rows(found: Iterable[Wait]) -> list[dict[str, Any]]:
    names = ("seat", "prompt", "holder", "since", "until", "closes", "waiting", "late")
    return [
        {
            "war": one.war.public_id,
            "war_name": one.war.name,
            "year": one.year.number,
            **{name: getattr(one, name) for name in names},
        }
        for one in found
    ]


class OfWar(ApiView):
    tag = "wars"

    @operation("war_waits", "Who waits for whom in a war", gives=WaitShape, many=True)
    def get(self, request: Asked, war: str) -> Any:
        spot = Spot.of(request.user, war)
        year = wars.last_years(spot.war)[0] if spot.state else None
        if year is None:
            return []
        return _rows(waits.of_war(wars.listed_one(spot.war, spot.sides, year), now=clock.now()))


class OfClub(ApiView):
    tag = "clubs"

    @operation(
        "club_waits",
        "Who waits for whom: in all wars of a club for those who run it, else in one's own",
        gives=WaitShape,
        many=True,
    )
    def get(self, request: Asked, slug: str) -> Any:
        return _rows(waits.of_club(selectors.place_in(request.user, slug), now=clock.now()))
