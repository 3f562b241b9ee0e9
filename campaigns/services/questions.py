"""Questions asked one after another (dice thrown on the table, fates, ransoms): who is told of the next one, and who was told.

Whoever does not come is told once in a stage, and that one notice says what waits now and what was settled without him. Whoever
answers is told again only if somebody else had to do something in between: else he is still on the page.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct

from battles.models import OutboxMessage
from battles.models.log import Manner
from battles.services import outbox
from campaigns.models import Campaign, Decision
from clubs.models import Membership

KIND = "your_answer"


class Told(Struct, frozen=True, kw_only=True):
    """What one member was told in this stage, and what has happened to his seat since."""

    message: OutboxMessage
    answered: bool
    """The seat has decided something since, by itself or on paper."""
    settled: int
    """How often the program has decided for it since."""
    still_there: bool
    """The last decision of the war was the seat's own."""

    @property
    def stands(self) -> bool:
        """The notice is brought up to date instead of another one being sent."""
        return not self.answered or self.still_there


def told_before(
    campaign: Campaign, people: Mapping[str, Iterable[Membership]], *, stage_key: str
) -> dict[tuple[str, int], Told]:
    """The last notice of each member in this stage, by seat and member. ``stage_key``: how the keys of the stage's notices begin.

    Two queries, and none of the decisions where nobody was told before.
    """
    members = [member.pk for those in people.values() for member in those]
    rows = OutboxMessage.objects.filter(
        recipient__in=members, kind=KIND, key__startswith=f"war:{campaign.public_id}:{stage_key}:", withdrawn_at=None
    ).order_by("pk")
    last = {(seat, row.recipient_id): row for seat in people for row in rows if row.data.get("seat") == seat}
    if not last:
        return {}
    since = min(int(row.data["number"]) for row in last.values())
    later = Decision.objects.filter(campaign=campaign, number__gt=since, revision=campaign.revision)
    made = list(later.order_by("number").values_list("number", "manners"))
    return {place: _told(row, place[0], made, campaign.last_decision) for place, row in last.items()}


def _told(row: OutboxMessage, seat: str, made: Iterable[tuple[int, Mapping[str, str]]], newest: int) -> Told:
    manners = {number: how[seat] for number, how in made if seat in how and number > int(row.data["number"])}
    own = [number for number, manner in manners.items() if manner != Manner.PROGRAM]
    return Told(message=row, answered=bool(own), settled=len(manners) - len(own), still_there=newest in own)


def bring_up_to_date(told: Told, data: Mapping[str, Any]) -> None:
    """The notice says what waits now; it counts from the decision it was first told at."""
    kept = {"number": told.message.data["number"], "settled": told.settled}
    outbox.renew(told.message, {**told.message.data, **data, **kept})
