"""Rolls of a table companion."""

from typing import Any

from rest_framework import serializers

from battles import selectors
from battles.api import shapes
from battles.api.views import OnBattle, seen
from battles.services import companions
from clubs import clock
from clubs.api.base import Asked, Given, operation
from clubs.errors import NotSeen


class RollIn(serializers.Serializer):
    kind = serializers.CharField(max_length=80, help_text="A kind of the menu.")
    arguments = serializers.DictField(required=False, default=dict)
    seq = serializers.IntegerField(
        min_value=0,
        max_value=2**31 - 1,
        help_text="The last entry one saw. What the other side rolled since is no matter; a roll of one's own is.",
    )

    both = serializers.BooleanField(
        required=False,
        default=False,
        help_text="Of an `end` or `agree`: one phone for all, and the sides whose seats are vacant agree.",
    )

    example = {"kind": "rally", "arguments": {"note": "3rd Company"}, "seq": 0}


class Roll(OnBattle):
    @operation(
        "companion_roll",
        "Roll with a table companion, or say how its battle ended",
        takes=RollIn,
        gives=shapes.BattleShape,
    )
    def post(self, request: Asked, battle: str, data: Given) -> Any:
        found = self.battle(request, battle)
        seat = selectors.seat_of(found, request.user)
        if seat is None:
            raise NotSeen
        companions.roll(
            found,
            seat=seat,
            kind=data["kind"],
            given=dict(data["arguments"]),
            seq=data["seq"],
            both=data["both"],
            by=self.member(request),
            now=clock.now(),
        )
        return seen(selectors.battle_for(request.user, battle), request)
