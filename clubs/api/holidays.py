"""The club's holidays: days that no stage of its wars counts."""

from typing import Any

from rest_framework import serializers

from clubs import clock, selectors
from clubs.api.base import ApiView, Asked, Given, operation
from clubs.api.views import managed_by
from clubs.clock import in_zone
from clubs.services import holidays


class HolidayIn(serializers.Serializer):
    name = serializers.CharField(max_length=200)
    first = serializers.DateField()
    last = serializers.DateField()

    example = {"name": "Summer", "first": "2027-08-01", "last": "2027-08-31"}


class HolidayShape(HolidayIn):
    id = serializers.CharField(source="public_id")

    example = {"id": "k7m2p9w4r3tz", **HolidayIn.example}


class Holidays(ApiView):
    tag = "clubs"

    @operation("holidays_list", "The holidays of a club that are not over", gives=HolidayShape, many=True)
    def get(self, request: Asked, slug: str) -> Any:
        club = selectors.club_for(request.user, slug)
        return selectors.holidays_from(club.pk, in_zone(clock.now(), club.time_zone).date())

    @operation(
        "holiday_add",
        "Enter a holiday",
        description="Deadlines that run do not move by it: that is a verb of its own.",
        takes=HolidayIn,
        gives=HolidayShape,
        status=201,
    )
    def post(self, request: Asked, slug: str, data: Given) -> Any:
        return holidays.add(managed_by(request, slug).club, **data, by=request.user, now=clock.now())


class Holiday(ApiView):
    tag = "clubs"

    @operation("holiday_remove", "Take a holiday out of the calendar")
    def delete(self, request: Asked, slug: str, holiday: str) -> None:
        found = selectors.holiday_in(managed_by(request, slug).club, holiday)
        holidays.remove(found, by=request.user, now=clock.now())
