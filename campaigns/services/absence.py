"""What strikes whoever does not answer: a deputy steps in, or the seat is lost, as the war said before it began."""

from collections.abc import Iterable
from datetime import datetime

from campaigns.models import Campaign, Side, SideHolder
from campaigns.models.absence import absent_rules
from campaigns.models.campaign import Stage
from campaigns.models.codec import pack_of
from campaigns.permissions import holders
from campaigns.selectors.duties import missed_in_a_row
from campaigns.services import book, seats, telling


def missed(campaign: Campaign, sides: Iterable[str], *, year: int, now: datetime) -> None:
    """These sides have just missed a deadline. Inside the turn, after all else, for the seat's new holder takes what is asked next."""
    rules = absent_rules(campaign)
    if not (rules.stand_in or rules.drop) or campaign.stage != Stage.RUNNING:
        return
    held = {
        row.side.key: row
        for row in SideHolder.objects.filter(
            side__campaign=campaign, side__key__in=list(sides), until=None, role=SideHolder.Role.MAIN
        ).select_related("side", "member__user")
    }
    for side in sorted(held):
        row = held[side]
        count = missed_in_a_row(campaign, side, since=row.since)
        if rules.stand_in and count >= rules.stand_in and _may_move_up(row.side):
            _lose(campaign, row, count, to="deputy", year=year, now=now)
        elif rules.drop and count >= rules.drop:
            _lose(campaign, row, count, to=rules.drop_to, year=year, now=now)


def _may_move_up(side: Side) -> bool:
    rows = SideHolder.objects.filter(side=side, until=None, role=SideHolder.Role.DEPUTY)
    return rows.filter(member__left_at=None, member__user__is_active=True).exists()


def _lose(campaign: Campaign, row: SideHolder, count: int, *, to: str, year: int, now: datetime) -> None:
    side = row.side
    former = holders(campaign).team(side.key)
    book.note(campaign, "seat_dropped", year=year, now=now, side=side.key, missed=count, to=to)
    if to == "deputy":
        seats.rise(campaign, side, now=now)
        seats.deputy_up(campaign, side, now=now)
    else:
        seats.drop(campaign, side, program=to == "program", now=now)
    seats.tell_war(campaign, "seat_dropped", side.key, now=now, also=former, missed=count, to=to)
    if to != "deputy":
        labels = dict(pack_of(campaign.pack).sides[side.key].name)
        telling.tell_managers(
            campaign,
            "seat_dropped",
            key=f"seat:{campaign.seq}:seat_dropped",
            now=now,
            seat=side.key,
            side_name=labels,
            missed=count,
            to=to,
        )
