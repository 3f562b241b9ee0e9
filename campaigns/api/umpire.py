"""The umpire's desk: what waits, the clock, the last report, a note, and letting a held war go on."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from battles.services import verdicts
from campaigns.api import shapes, told
from campaigns.api.acting import AtWar
from campaigns.places import Spot
from campaigns.selectors import clocks, home, wars
from campaigns.services import forcing, umpire
from clubs import clock
from clubs.api.base import ApiView, Asked, Given, operation
from clubs.errors import NotSeen, Refusal
from clubs.limits import LONGEST_REASON


class ReasonIn(serializers.Serializer):
    reason = serializers.CharField(max_length=LONGEST_REASON, help_text="Everybody in this war reads it.")


class DeadlineIn(ReasonIn):
    deadline_at = serializers.DateTimeField()


class PauseIn(ReasonIn):
    until = serializers.DateTimeField(
        required=False, allow_null=True, default=None, help_text="It runs on by itself then."
    )


class NoteIn(serializers.Serializer):
    text = serializers.CharField(max_length=8000)


class DeskOfWar(ApiView):
    tag = "umpire"

    @operation("umpire_desk", "What waits at the desk of a war", gives=shapes.TaskShape, many=True)
    def get(self, request: Asked, war: str) -> Any:
        spot = Spot.officed(request.user, war)
        year = wars.last_years(spot.war)[0] if spot.state else None
        return [told.task(one) for one in home.desk_of_war(spot.war, spot.place, spot.sides, year, now=clock.now())]


class MeantShape(serializers.Serializer):
    deadline_at = serializers.DateTimeField(allow_null=True)
    meant = serializers.DateTimeField(
        allow_null=True,
        help_text="What its wall time means on the club's clocks as they are now, if that is another moment.",
    )


class Deadline(AtWar):
    @operation("umpire_clock", "The deadline, and whether the club's clocks have changed since", gives=MeantShape)
    def get(self, request: Asked, war: str) -> Any:
        spot = Spot.umpired(request.user, war)
        year = wars.last_years(spot.war)[0] if spot.state else None
        if year is None:
            raise NotSeen
        return {"deadline_at": told.deadline_of(year), "meant": clocks.meant_now(spot.war, year)}

    @operation("umpire_deadline", "Move the deadline of the open stage", takes=DeadlineIn, gives=shapes.WarShape)
    def post(self, request: Asked, war: str, data: Given) -> Any:
        return self.act(request, war, umpire.move_deadline, **data)


class Pause(AtWar):
    @operation("umpire_pause", "Stop the clock", takes=PauseIn, gives=shapes.WarShape)
    def post(self, request: Asked, war: str, data: Given) -> Any:
        return self.act(request, war, umpire.pause, **data)


class Force(AtWar):
    @operation(
        "umpire_force",
        "Wait no longer: what is in counts, the default is taken for the rest",
        takes=ReasonIn,
        gives=shapes.WarShape,
    )
    def post(self, request: Asked, war: str, data: Given) -> Any:
        return self.act(request, war, forcing.force, **data)


class Resume(AtWar):
    @operation("umpire_resume", "Let the clock run on", gives=shapes.WarShape)
    def post(self, request: Asked, war: str) -> Any:
        return self.act(request, war, umpire.resume)


class Reopen(AtWar):
    @operation("umpire_reopen", "Reopen the last battle report", takes=ReasonIn, gives=shapes.WarShape)
    def post(self, request: Asked, war: str, data: Given) -> Any:
        return self.act(request, war, umpire.reopen_report, **data)


class Note(AtWar):
    @operation("umpire_note", "Write a note into the chronicle", takes=NoteIn)
    def post(self, request: Asked, war: str, data: Given) -> None:
        self.do(request, war, umpire.note, **data)


class Releasing(AtWar):
    """Letting a held war go on: also for who manages it and plays, for it tries again what is due anyway."""

    def spot(self, request: Asked, war: str) -> Spot:
        return Spot.overseen(request.user, war)


class Release(Releasing):
    @operation("umpire_release", "Let a held war go on", gives=shapes.WarShape)
    def post(self, request: Asked, war: str) -> Any:
        return self.act(request, war, umpire.release)


class NewDice(Releasing):
    @operation(
        "umpire_new_dice", "Replace dice whose key is lost, for all to see", takes=ReasonIn, gives=shapes.WarShape
    )
    def post(self, request: Asked, war: str, data: Given) -> Any:
        return self.act(request, war, umpire.draw_new_secret, **data)


class ReleaseBattle(AtWar):
    @operation("umpire_release_battle", "Let a held battle go on", gives=shapes.WarShape)
    def post(self, request: Asked, war: str) -> Any:
        spot = Spot.umpired(request.user, war)
        year = wars.last_years(spot.war)[0] if spot.state else None
        engagement = wars.held_battle(wars.battles_of([year]).get(year.pk, [])) if year is not None else None
        if engagement is None:
            raise Refusal(_("No battle is held."), code="not_held", status=409)
        verdicts.release(engagement.battle, by=spot.member, now=clock.now())
        return told.war(Spot.of(request.user, war))
