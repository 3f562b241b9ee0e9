"""Odds of a battle that is only planned: games that the program plays by a setup, in the background."""

from typing import Any

from rest_framework import serializers

from battles import selectors
from battles.api.around import OddsIn, OddsShape, odds_shown
from battles.services import odds, reading
from clubs import clock
from clubs.api.base import ApiView, Asked, Given, operation
from clubs.selectors import place_in


class PlannedIn(OddsIn):
    ruleset = serializers.CharField(max_length=40)
    scenario = serializers.CharField(max_length=80, required=False, allow_blank=True, default="")
    forces = serializers.DictField(
        required=False, allow_null=True, default=None, help_text="What each side brings; null: as the options say."
    )
    roles = serializers.DictField(child=serializers.CharField(max_length=80), required=False, default=dict)
    options = serializers.DictField(required=False, default=dict)

    example = {
        "ruleset": "askari",
        "scenario": "open_field",
        "options": {"armies": {"first": "anglo_egyptian", "second": "mahdist"}},
        "games": 20,
    }


class PlannedOdds(ApiView):
    tag = "battle"

    @operation(
        "odds_planned",
        "Begin to work out how a battle would end that is only planned",
        takes=PlannedIn,
        gives=OddsShape,
        status=202,
        refuses=(429,),
    )
    def post(self, request: Asked, slug: str, data: Given) -> Any:
        place = place_in(request.user, slug)
        setup = reading.setup(
            data["ruleset"],
            scenario=data["scenario"],
            forces=reading.forces(data["forces"]),
            roles=data["roles"],
            options=data["options"],
        )
        run = odds.begin_planned(
            place.club, ruleset=data["ruleset"], setup=setup, by=place, now=clock.now(), games=data["games"]
        )
        return odds_shown(run)


class Run(ApiView):
    tag = "battle"

    @operation("odds_read", "How far one's working out of odds is, and what was found", gives=OddsShape)
    def get(self, request: Asked, run: str) -> Any:
        return odds_shown(selectors.odds_run(request.user, run))

    @operation("odds_cancel", "Stop one's working out of odds; what was found stays", gives=OddsShape)
    def delete(self, request: Asked, run: str) -> Any:
        found = selectors.odds_run(request.user, run)
        return odds_shown(odds.cancel(found, by=found.member, now=clock.now()))
