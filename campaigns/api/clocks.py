"""More time by agreement, and what the umpire does to the clock beyond moving it."""

from typing import Any

from rest_framework import serializers

from campaigns.api import shapes
from campaigns.api.acting import AtDesk, AtWar
from campaigns.api.sealed import KEY
from campaigns.api.umpire import ReasonIn
from campaigns.models import Extension
from campaigns.selectors import clocks
from campaigns.services import extensions, holidaymoves, umpire
from clubs import clock
from clubs.api.base import ApiView, Asked, Given, operation
from clubs.api.views import managed_by
from clubs.errors import NotSeen


class AskIn(ReasonIn):
    until = serializers.DateTimeField()
    side = serializers.CharField(
        required=False, default="", allow_blank=True, help_text="For an officer: whose paper slip it is.", **KEY
    )


class AnswerIn(serializers.Serializer):
    yes = serializers.BooleanField()
    side = serializers.CharField(
        required=False, default="", allow_blank=True, help_text="For an officer: whose paper slip it is.", **KEY
    )


class ExtensionShape(serializers.Serializer):
    id = serializers.CharField(source="public_id")
    side = serializers.CharField(help_text="Who asks.")
    stage = serializers.CharField()
    until = serializers.DateTimeField()
    reason = serializers.CharField()
    asked_at = serializers.DateTimeField()
    agreed = serializers.ListField(child=serializers.CharField(), help_text="Sides that have said yes.")
    outcome = serializers.CharField(allow_blank=True)


class MovedShape(serializers.Serializer):
    war = serializers.CharField(source="war.public_id")
    before = serializers.DateTimeField()
    after = serializers.DateTimeField()
    names = serializers.ListField(child=serializers.CharField(), help_text="The holidays that are left out.")


def _asked(extension: str, desk: Any) -> Extension:
    """The request of this id that waits for an answer in this war; else there is nothing here."""
    found = clocks.request_of(desk.year)
    if found is None or found.public_id != extension:
        raise NotSeen
    return found


class Extensions(AtDesk):
    tag = "clock"

    @operation("extension_read", "The request for more time that waits for an answer", gives=ExtensionShape, many=True)
    def get(self, request: Asked, war: str) -> Any:
        found = clocks.request_of(self.desk(request, war).year)
        return [found] if found is not None else []

    @operation("extension_ask", "Ask the other sides for more time", takes=AskIn, gives=ExtensionShape, status=201)
    def post(self, request: Asked, war: str, data: Given) -> Any:
        desk = self.desk(request, war)
        actor = self.actor(desk)
        return extensions.ask(
            desk.war,
            side=actor.side,
            until=data["until"],
            reason=data["reason"],
            by=desk.member,
            now=clock.now(),
            paper=actor.paper,
        )


class AnExtension(AtDesk):
    tag = "clock"

    @operation("extension_answer", "Say yes or no to more time", takes=AnswerIn, gives=ExtensionShape)
    def post(self, request: Asked, war: str, extension: str, data: Given) -> Any:
        desk = self.desk(request, war)
        actor = self.actor(desk)
        return extensions.answer(
            desk.war,
            _asked(extension, desk),
            side=actor.side,
            yes=data["yes"],
            by=desk.member,
            now=clock.now(),
            paper=actor.paper,
        )

    @operation("extension_withdraw", "Take one's request for more time back")
    def delete(self, request: Asked, war: str, extension: str) -> None:
        desk = self.desk(request, war)
        side = self.actor(desk).side
        extensions.withdraw(desk.war, _asked(extension, desk), side=side, by=desk.member, now=clock.now())


class CloseNow(AtWar):
    @operation("umpire_close", "Close a stage in which every side is in", takes=ReasonIn, gives=shapes.WarShape)
    def post(self, request: Asked, war: str, data: Given) -> Any:
        return self.act(request, war, umpire.close_now, **data)


class ResetDeadline(AtWar):
    @operation(
        "umpire_reset_deadline",
        "Set the deadline to the wall time it was chosen by, as the club's clocks are now",
        gives=shapes.WarShape,
    )
    def post(self, request: Asked, war: str) -> Any:
        return self.act(request, war, umpire.reset_deadline)


class KeepDeadline(AtWar):
    @operation(
        "umpire_keep_deadline", "Keep the deadline as it is, whatever the club's clocks are now", gives=shapes.WarShape
    )
    def post(self, request: Asked, war: str) -> Any:
        return self.act(request, war, umpire.keep_deadline)


class HolidayMoves(ApiView):
    tag = "clubs"

    @operation("holidays_offered", "Running deadlines that a holiday would move", gives=MovedShape, many=True)
    def get(self, request: Asked, slug: str) -> Any:
        return holidaymoves.offers(managed_by(request, slug).club, now=clock.now())

    @operation(
        "holidays_move", "Leave the club's holidays out of the running deadlines", gives=shapes.Count, apart=True
    )
    def post(self, request: Asked, slug: str) -> Any:
        place = managed_by(request, slug)
        return {"count": holidaymoves.move_all(place.club, by=place, now=clock.now())}
