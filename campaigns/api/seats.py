"""Seats: given up, handed over, given to others; deputies; a win claimed from who does not come; and who was on time."""

from typing import Any

from rest_framework import serializers

from campaigns.api import shapes, told
from campaigns.api.acting import AtDesk
from campaigns.api.founding import SeatIn
from campaigns.models import WinClaim
from campaigns.places import Spot
from campaigns.selectors import duties, home
from campaigns.services import claims, seats
from clubs import clock, selectors
from clubs.api.base import ApiView, Asked, Given, operation
from clubs.api.shapes import Named
from clubs.api.views import managed_by
from clubs.errors import NotSeen
from clubs.limits import LONGEST_REASON


class ReassignIn(serializers.Serializer):
    member = serializers.CharField(max_length=20, allow_null=True, help_text="A member's id; null: nobody holds it.")
    program = serializers.BooleanField(default=False, help_text="With nobody: the program plays it.")
    reason = serializers.CharField(max_length=LONGEST_REASON, help_text="Everybody in this war reads it.")


class DeputyShape(serializers.Serializer):
    member = Named()
    since = serializers.DateTimeField()


class ClaimShape(serializers.Serializer):
    id = serializers.CharField(source="public_id")
    side = serializers.CharField()
    by = Named(allow_null=True)
    claimed_at = serializers.DateTimeField()
    due_at = serializers.DateTimeField(allow_null=True, help_text="Granted then; null: the umpire decides.")
    proof = serializers.ListField(
        child=serializers.DictField(), help_text="The notices by which the other side was told."
    )
    state = serializers.CharField(help_text="`open`, `granted`, `refused`, `withdrawn` or `lapsed`.")
    reason = serializers.CharField(allow_blank=True)


class ClaimRulingIn(serializers.Serializer):
    grant = serializers.BooleanField()
    reason = serializers.CharField(max_length=LONGEST_REASON, required=False, allow_blank=True, default="")


class RecordRow(serializers.Serializer):
    war = serializers.CharField(allow_null=True, help_text="Null: all together.")
    asked = serializers.IntegerField()
    in_time = serializers.IntegerField()
    late = serializers.IntegerField()
    missed = serializers.IntegerField()
    reminders = serializers.IntegerField()


class Vacate(ApiView):
    tag = "seats"

    @operation("side_vacate", "Give a side up, or take it from its holder", gives=shapes.WarShape)
    def post(self, request: Asked, war: str, side: str) -> Any:
        spot = Spot.of(request.user, war)
        spot.side(side)
        seats.vacate(spot.war, side=side, by=spot.member, now=clock.now())
        return told.war(Spot.of(request.user, war))


class HandOver(ApiView):
    tag = "seats"

    @operation(
        "side_hand_over",
        "Offer one's side to another member; one holds it until he accepts",
        takes=SeatIn,
        gives=shapes.OfferShape,
    )
    def post(self, request: Asked, war: str, side: str, data: Given) -> Any:
        spot = Spot.of(request.user, war)
        spot.side(side)
        member = selectors.member_for(spot.war.club, data["member"])
        return seats.hand_over(spot.war, side=side, to=member, by=spot.member, now=clock.now())

    @operation("side_keep", "Take the offer to hand over back")
    def delete(self, request: Asked, war: str, side: str) -> None:
        spot = Spot.of(request.user, war)
        spot.side(side)
        seats.keep(spot.war, side=side, by=spot.member, now=clock.now())


class Reassign(ApiView):
    tag = "seats"

    @operation(
        "side_reassign",
        "Give a side to another member, make it vacant, or have the program play it",
        takes=ReassignIn,
        gives=shapes.WarShape,
    )
    def post(self, request: Asked, war: str, side: str, data: Given) -> Any:
        spot = Spot.of(request.user, war)
        spot.side(side)
        to = selectors.member_for(spot.war.club, data["member"]) if data["member"] else None
        seats.reassign(
            spot.war,
            side=side,
            to=to,
            program=data["program"],
            reason=data["reason"],
            by=spot.member,
            now=clock.now(),
        )
        return told.war(Spot.of(request.user, war))


class Deputies(ApiView):
    tag = "seats"

    @operation("deputy_add", "Name a deputy of a side", takes=SeatIn, gives=DeputyShape, status=201)
    def post(self, request: Asked, war: str, side: str, data: Given) -> Any:
        spot = Spot.of(request.user, war)
        spot.side(side)
        member = selectors.member_for(spot.war.club, data["member"])
        return seats.add_deputy(spot.war, side=side, member=member, by=spot.member, now=clock.now())


class Deputy(ApiView):
    tag = "seats"

    @operation("deputy_remove", "Send a deputy away, or go oneself")
    def delete(self, request: Asked, war: str, side: str, member: str) -> None:
        spot = Spot.of(request.user, war)
        spot.side(side)
        found = selectors.member_for(spot.war.club, member)
        seats.remove_deputy(spot.war, side=side, member=found, by=spot.member, now=clock.now())


class Claims(AtDesk):
    tag = "seats"

    @operation("claims_list", "The claim of a win that waits", gives=ClaimShape, many=True)
    def get(self, request: Asked, war: str) -> Any:
        found = claims.open_claim(self.desk(request, war).war)
        return [found] if found is not None else []

    @operation(
        "claim_make",
        "Claim the win of the open battle, for the other side missed its deadline",
        gives=ClaimShape,
        status=201,
    )
    def post(self, request: Asked, war: str) -> Any:
        desk = self.desk(request, war)
        return claims.claim(desk.war, side=desk.own_side, by=desk.member, now=clock.now())


class Claim(AtDesk):
    tag = "seats"

    def found(self, request: Asked, war: str, claim: str) -> WinClaim:
        open_one = claims.open_claim(self.desk(request, war).war)
        if open_one is None or open_one.public_id != claim:
            raise NotSeen
        return open_one

    @operation("claim_settle", "Grant or refuse a claim, as the umpire", takes=ClaimRulingIn, gives=shapes.WarShape)
    def post(self, request: Asked, war: str, claim: str, data: Given) -> Any:
        desk = self.desk(request, war)
        if not desk.place.umpires:
            raise NotSeen
        verb = claims.grant if data["grant"] else claims.refuse
        verb(self.found(request, war, claim), reason=data["reason"], by=desk.member, now=clock.now())
        return told.war(Spot.of(request.user, war))

    @operation("claim_withdraw", "Take one's claim back")
    def delete(self, request: Asked, war: str, claim: str) -> None:
        found = self.found(request, war, claim)
        claims.withdraw(found, by=self.desk(request, war).member, now=clock.now())


class Record(ApiView):
    tag = "seats"

    @operation(
        "member_record",
        "How reliably a member answered, in all and in each war: for those who run the club",
        gives=RecordRow,
        many=True,
    )
    def get(self, request: Asked, slug: str, member: str) -> Any:
        whole, wars = duties.record_of(selectors.member_for(managed_by(request, slug).club, member))
        names = ("asked", "in_time", "late", "missed", "reminders")
        return [
            {"war": one.war.public_id if one.war else None, **{name: getattr(one, name) for name in names}}
            for one in (whole, *wars)
        ]


class Undelivered(ApiView):
    tag = "seats"

    @operation(
        "member_undelivered",
        "How many letters to a member did not arrive in the last thirty days: for those who run the club",
        gives=shapes.Count,
    )
    def get(self, request: Asked, slug: str, member: str) -> Any:
        found = selectors.member_for(managed_by(request, slug).club, member)
        return {"count": home.undelivered_to(found, since=clock.now() - home.UNDELIVERED)}
