"""The umpire's desk: what waits, the clock, the last report, a note, and letting a held war go on."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from battles.services import verdicts
from campaigns.api import shapes, told
from campaigns.api.places import Spot, spot_for, umpired
from campaigns.selectors import clocks, home, wars
from campaigns.services import forcing, umpire
from clubs import clock
from clubs.api.base import ApiView, Asked, Given, operation
from clubs.errors import NotSeen, Refusal


class ReasonIn(serializers.Serializer):
    reason = serializers.CharField(max_length=2000, help_text="Everybody in this war reads it.")


class DeadlineIn(ReasonIn):
    deadline_at = serializers.DateTimeField()


class PauseIn(ReasonIn):
    until = serializers.DateTimeField(
        required=False, allow_null=True, default=None, help_text="It runs on by itself then."
    )


class NoteIn(serializers.Serializer):
    text = serializers.CharField(max_length=8000)


def _releasing(request: Asked, war: str) -> Spot:
    """Whoever may let a held war go on: its umpire, or who manages it."""
    spot = spot_for(request.user, war)
    if not (spot.place.umpires or spot.place.manages):
        raise NotSeen
    return spot


class DeskOfWar(ApiView):
    tag = "umpire"

    @operation("umpire_desk", "What waits at the desk of a war", gives=shapes.TaskShape, many=True)
    def get(self, request: Asked, war: str) -> Any:
        spot = spot_for(request.user, war)
        if not (spot.place.umpires or spot.place.officer):
            raise NotSeen
        year = wars.last_years(spot.war)[0] if spot.state else None
        return [told.task(one) for one in home.desk_of_war(spot.war, spot.place, spot.sides, year, now=clock.now())]


class MeantShape(serializers.Serializer):
    deadline_at = serializers.DateTimeField(allow_null=True)
    meant = serializers.DateTimeField(
        allow_null=True,
        help_text="What its wall time means on the club's clocks as they are now, if that is another moment.",
    )


class Deadline(ApiView):
    tag = "umpire"

    @operation("umpire_clock", "The deadline, and whether the club's clocks have changed since", gives=MeantShape)
    def get(self, request: Asked, war: str) -> Any:
        spot = umpired(request.user, war)
        year = wars.last_years(spot.war)[0] if spot.state else None
        if year is None:
            raise NotSeen
        return {"deadline_at": told.deadline_of(year), "meant": clocks.meant_now(spot.war, year)}

    @operation("umpire_deadline", "Move the deadline of the open stage", takes=DeadlineIn, gives=shapes.WarShape)
    def post(self, request: Asked, war: str, data: Given) -> Any:
        spot = umpired(request.user, war)
        umpire.move_deadline(spot.war, **data, by=spot.member, now=clock.now())
        return told.war(spot_for(request.user, war))


class Pause(ApiView):
    tag = "umpire"

    @operation("umpire_pause", "Stop the clock", takes=PauseIn, gives=shapes.WarShape)
    def post(self, request: Asked, war: str, data: Given) -> Any:
        spot = umpired(request.user, war)
        umpire.pause(spot.war, **data, by=spot.member, now=clock.now())
        return told.war(spot_for(request.user, war))


class Force(ApiView):
    tag = "umpire"

    @operation(
        "umpire_force",
        "Wait no longer: what is in counts, the default is taken for the rest",
        takes=ReasonIn,
        gives=shapes.WarShape,
    )
    def post(self, request: Asked, war: str, data: Given) -> Any:
        spot = umpired(request.user, war)
        forcing.force(spot.war, **data, by=spot.member, now=clock.now())
        return told.war(spot_for(request.user, war))


class Resume(ApiView):
    tag = "umpire"

    @operation("umpire_resume", "Let the clock run on", gives=shapes.WarShape)
    def post(self, request: Asked, war: str) -> Any:
        spot = umpired(request.user, war)
        umpire.resume(spot.war, by=spot.member, now=clock.now())
        return told.war(spot_for(request.user, war))


class Reopen(ApiView):
    tag = "umpire"

    @operation("umpire_reopen", "Reopen the last battle report", takes=ReasonIn, gives=shapes.WarShape)
    def post(self, request: Asked, war: str, data: Given) -> Any:
        spot = umpired(request.user, war)
        umpire.reopen_report(spot.war, **data, by=spot.member, now=clock.now())
        return told.war(spot_for(request.user, war))


class Note(ApiView):
    tag = "umpire"

    @operation("umpire_note", "Write a note into the chronicle", takes=NoteIn)
    def post(self, request: Asked, war: str, data: Given) -> None:
        spot = umpired(request.user, war)
        umpire.note(spot.war, **data, by=spot.member, now=clock.now())


class Release(ApiView):
    tag = "umpire"

    @operation("umpire_release", "Let a held war go on", gives=shapes.WarShape)
    def post(self, request: Asked, war: str) -> Any:
        spot = _releasing(request, war)
        umpire.release(spot.war, by=spot.member, now=clock.now())
        return told.war(spot_for(request.user, war))


class NewDice(ApiView):
    tag = "umpire"

    @operation(
        "umpire_new_dice", "Replace dice whose key is lost, for all to see", takes=ReasonIn, gives=shapes.WarShape
    )
    def post(self, request: Asked, war: str, data: Given) -> Any:
        spot = _releasing(request, war)
        umpire.draw_new_secret(spot.war, **data, by=spot.member, now=clock.now())
        return told.war(spot_for(request.user, war))


class ReleaseBattle(ApiView):
    tag = "umpire"

    @operation("umpire_release_battle", "Let a held battle go on", gives=shapes.WarShape)
    def post(self, request: Asked, war: str) -> Any:
        spot = umpired(request.user, war)
        year = wars.last_years(spot.war)[0] if spot.state else None
        engagement = wars.held_battle(wars.battles_of([year]).get(year.pk, [])) if year is not None else None
        if engagement is None:
            raise Refusal(_("No battle is held."), code="not_held", status=409)
        verdicts.release(engagement.battle, by=spot.member)
        return told.war(spot_for(request.user, war))
