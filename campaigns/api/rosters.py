"""Rosters of a war that has begun. All of it is public to the club."""

from typing import Any

from campaigns.api import shapes, told
from campaigns.places import Spot
from campaigns.selectors import rosters
from campaigns.selectors.rosters import Chapter
from clubs.api.base import ApiView, Asked, operation


class Rosters(ApiView):
    tag = "rosters"

    @operation("rosters_read", "Both armies as they stand", gives=shapes.RosterShape, many=True)
    def get(self, request: Asked, war: str) -> Any:
        spot = Spot.begun(request.user, war)
        return rosters.rosters_of(spot.war, spot.sides)


class Unit(ApiView):
    tag = "rosters"

    @operation("unit_read", "A unit and what befell it", gives=shapes.UnitLife)
    def get(self, request: Asked, war: str, unit: str) -> Any:
        spot = Spot.begun(request.user, war)
        row = rosters.unit_in(spot.war, unit)
        return {"unit": row, "history": _life(spot, rosters.history_of(spot.war, row))}


class Character(ApiView):
    tag = "rosters"

    @operation("character_read", "A character and what befell him", gives=shapes.CharacterLife)
    def get(self, request: Asked, war: str, character: str) -> Any:
        spot = Spot.begun(request.user, war)
        row = rosters.character_in(spot.war, character)
        return {"character": row, "history": _life(spot, rosters.history_of(spot.war, row))}


def _life(spot: Spot, chapters: list[Chapter]) -> list[dict[str, Any]]:
    return [
        {
            "year": one.year,
            "marched": one.marched,
            "scenario": one.scenario,
            "lines": [told.sentence(line.happening, spot) for line in one.lines],
        }
        for one in chapters
    ]
