"""What the sheets for the table hold, for whoever prints them in a form of his own. Nothing in them is sealed."""

from typing import Any

from django.conf import settings
from django.urls import reverse
from rest_framework import serializers

from campaigns.api import told
from campaigns.api.places import Desk, desk_for
from campaigns.selectors import wars
from clubs.api.base import ApiView, Asked, operation
from clubs.api.shapes import Named


class SlipShape(serializers.Serializer):
    """An order slip of one side, to be filled in."""

    side = serializers.CharField()
    name = serializers.CharField()
    holder = Named(allow_null=True)


class RowShape(serializers.Serializer):
    key = serializers.CharField()
    name = serializers.CharField()
    figures = serializers.IntegerField()
    break_points = serializers.IntegerField(allow_null=True)


class PersonRow(serializers.Serializer):
    key = serializers.CharField()
    name = serializers.CharField()


class ForceSheet(serializers.Serializer):
    side = serializers.CharField()
    name = serializers.CharField()
    units = RowShape(many=True, help_text="Who marched; none while the musters are sealed.")
    characters = PersonRow(many=True)


class SheetsShape(serializers.Serializer):
    """Of one's own muster see `muster_read` and `muster_menu`; of the rosters `rosters_read`."""

    year = serializers.IntegerField()
    opens = serializers.CharField(help_text="The address that the code on each sheet opens.")
    deadline_at = serializers.DateTimeField(allow_null=True)
    actions = serializers.DictField(child=serializers.CharField(), help_text="What an order may say, in words.")
    orders = SlipShape(many=True)
    scenario = serializers.DictField(allow_null=True)
    turns = serializers.IntegerField(allow_null=True, help_text="Of the battle.")
    report = ForceSheet(many=True)


class Sheets(ApiView):
    tag = "years"

    @operation(
        "year_sheets",
        "What the printed sheets of a year hold: order slips, scenario, and the slip of the report",
        gives=SheetsShape,
    )
    def get(self, request: Asked, war: str, number: int) -> Any:
        desk = desk_for(request.user, war, number)
        held = wars.held(desk.sides)
        pack = desk.rules.pack
        return {
            "year": number,
            "opens": f"{settings.SITE_URL}{reverse('year', args=[desk.war.public_id])}",
            "deadline_at": told.deadline_of(desk.year) if desk.live else None,
            "actions": {key: desk.book.action(key) for key in pack.actions},
            "orders": [
                {"side": one.key, "name": desk.book.side(one.key), "holder": held.get(one.key)} for one in desk.sides
            ],
            "scenario": told.scenario(desk) if desk.known.scenario else None,
            "turns": pack.victory_rules.turns,
            "report": [_force(desk, side) for side in pack.side_keys],
        }


def _force(desk: Desk, side: str) -> dict[str, Any]:
    force = desk.table.forces.get(side) if desk.table else None
    return {
        "side": side,
        "name": desk.book.side(side),
        "units": [{"key": key, **force.units[key]} for key in force.unit_keys] if force else [],
        "characters": [{"key": key, **force.characters[key]} for key in force.character_keys] if force else [],
    }
