"""What concerns a person in all his clubs: tasks, notices, wars, offers."""

from typing import Any

from battles import narration as letters
from battles.services import outbox
from campaigns import permissions
from campaigns.api import shapes, told
from campaigns.places import Spot
from campaigns.selectors import home, wars
from campaigns.services import founding
from clubs import clock, selectors
from clubs.api.base import ApiView, Asked, Given, operation
from clubs.api.pages import PageQuery, page, page_of
from clubs.errors import NotSeen


class Tasks(ApiView):
    tag = "me"

    @operation("me_tasks", "What waits for one, the most pressing first", gives=shapes.TaskShape, many=True)
    def get(self, request: Asked) -> Any:
        return [told.task(one) for one in home.waiting_for(request.user, now=clock.now()).tasks]


class MyWars(ApiView):
    tag = "me"

    @operation("me_wars", "The wars one commands in or umpires", gives=shapes.WarRow, many=True)
    def get(self, request: Asked) -> Any:
        return [told.war_row(row) for row in home.waiting_for(request.user, now=clock.now()).playing]


class Offers(ApiView):
    tag = "me"

    @operation("me_offers", "Sides that are offered to one", gives=shapes.OfferShape, many=True)
    def get(self, request: Asked) -> Any:
        return wars.offers_to(request.user)


class Offer(ApiView):
    tag = "me"

    @operation("offer_answer", "Take an offered side, or decline it", takes=shapes.OfferAnswer, gives=shapes.OfferShape)
    def post(self, request: Asked, war: str, offer: str, data: Given) -> Any:
        spot = Spot.of(request.user, war)
        found = next((one for one in wars.open_offers(spot.war) if one.public_id == offer), None)
        if found is None or found.member_id != spot.member.pk:
            raise NotSeen
        return founding.answer_offer(found, accept=data["accept"], by=spot.member, now=clock.now())

    @operation("offer_withdraw", "Take back the offer of a side that nobody has answered")
    def delete(self, request: Asked, war: str, offer: str) -> None:
        spot = Spot.managed(request.user, war)
        founding.withdraw_offer(wars.offer_of(spot.war, offer), by=spot.member, now=clock.now())


class Notices(ApiView):
    tag = "notices"

    @operation("notices_list", "One's notices, the newest first", gives=page_of(shapes.NoticeShape), query=PageQuery)
    def get(self, request: Asked, query: Given) -> Any:
        return page(request, home.notices_of(request.user), ("-created_at", "-pk"), lambda rows: [*map(_notice, rows)])


def _notice(message: Any) -> dict[str, Any]:
    letter = letters.notice(message)
    return {"message": message, "subject": letter.subject, "text": letter.text}


class Read(ApiView):
    tag = "notices"

    @operation("notices_read", "Put notices aside: those named, or all", takes=shapes.NoticesIn, gives=shapes.Count)
    def post(self, request: Asked, data: Given) -> Any:
        named = data.get("ids")
        return {"count": outbox.mark_read(request.user, now=clock.now(), public_ids=named)}


class Desks(ApiView):
    tag = "me"

    @operation(
        "me_desk", "What waits for one as umpire or officer, in all one's clubs", gives=shapes.TaskShape, many=True
    )
    def get(self, request: Asked) -> Any:
        return [told.task(one) for one in home.desks_of(request.user, now=clock.now()).tasks]


class ClubDesk(ApiView):
    tag = "umpire"

    @operation(
        "club_desk",
        "What waits in a club's wars for an umpire or officer",
        gives=shapes.TaskShape,
        many=True,
    )
    def get(self, request: Asked, slug: str) -> Any:
        member = selectors.place_in(request.user, slug)
        mine = home.desk_of(member, now=clock.now())
        if (
            not any(place.umpires or place.officer for place in mine.places.values())
            and member.role not in permissions.OFFICERS
        ):
            raise NotSeen
        return [told.task(one) for one in mine.tasks]
