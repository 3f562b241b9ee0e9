"""How a person is written to, and his web calendar."""

from typing import Any

from django.conf import settings
from django.urls import reverse
from rest_framework import serializers

from battles.keys import calendar_key
from battles.models.letters import Way
from battles.services import choices
from clubs import clock
from clubs.api.base import ApiView, Asked, Given, operation
from clubs.errors import NotSeen


class ChoiceShape(serializers.Serializer):
    """For each group of notices, when they go out by e-mail; on the site they always stand."""

    turn = serializers.ChoiceField(Way.values, help_text="One's turn, deadlines and reminders.")
    news = serializers.ChoiceField(Way.values, help_text="What happened in one's wars.")
    club = serializers.ChoiceField(Way.values, help_text="One's clubs and seats.")
    hour = serializers.IntegerField(
        min_value=0, max_value=23, help_text="Of the letters that gather, in one's own zone."
    )
    weekday = serializers.IntegerField(min_value=0, max_value=6, help_text="Of the weekly letter; 0 is Monday.")


class CalendarShape(serializers.Serializer):
    url = serializers.CharField(help_text="Whoever has it reads one's deadlines.")

    example = {"url": "https://example.org/calendar/….ics"}


class Choice(ApiView):
    tag = "notices"
    shape = ChoiceShape

    def look(self, request: Asked, **kwargs: Any) -> Any:
        return choices.choice_of(request.user)

    @operation("notices_choice", "How one is written to", gives=ChoiceShape, etag=True)
    def get(self, request: Asked) -> Any:
        return self.look(request)

    @operation("notices_choose", "Choose how one is written to", takes=ChoiceShape, gives=ChoiceShape, match="may")
    def put(self, request: Asked, data: Given) -> Any:
        return choices.save_choice(request.user, **data, by=request.user, now=clock.now())


class Calendar(ApiView):
    tag = "notices"

    @operation("calendar_read", "The address of one's web calendar", gives=CalendarShape)
    def get(self, request: Asked) -> Any:
        return _address(request, choices.choice_of(request.user).calendar)

    @operation(
        "calendar_renew",
        "Get a web calendar, or another address for it: the one before no longer works",
        gives=CalendarShape,
    )
    def post(self, request: Asked) -> Any:
        made = choices.renew_calendar(request.user, by=request.user, now=clock.now())
        return _address(request, made.calendar)

    @operation("calendar_close", "Have no web calendar any more")
    def delete(self, request: Asked) -> None:
        choices.close_calendar(request.user, by=request.user, now=clock.now())


def _address(request: Asked, part: str) -> dict[str, str]:
    if not part:
        raise NotSeen
    return {"url": f"{settings.SITE_URL}{reverse('calendar', args=[calendar_key(request.user.public_id, part)])}"}
