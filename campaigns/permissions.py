"""Who may do what in a war. A right follows from a membership and from who holds which side now."""

from dataclasses import dataclass

from django.db.models import F
from django.utils.translation import gettext_lazy as _

from battles.models.log import Manner
from campaigns.models import Campaign, SideHolder
from clubs.errors import NotSeen, Refusal
from clubs.models import Membership, Role

MANAGERS = (Role.OWNER, Role.ADMIN)
OFFICERS = (Role.OWNER, Role.ADMIN, Role.UMPIRE)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a member stands in a war."""

    member: Membership
    side: str | None
    """The side he holds now."""
    umpires: bool
    """He settles what the rules leave open; never somebody who plays."""
    officer: bool
    """He may type in a paper slip for a side; never somebody who plays."""
    manages: bool
    """He may prepare the war and seat people."""

    @property
    def spectates(self) -> bool:
        return self.side is None and not self.umpires


def place_of(campaign: Campaign, member: Membership, held: dict[str, Membership]) -> Place:
    """Where a member stands, given who holds which side."""
    if member.club_id != campaign.club_id or member.left_at is not None:
        raise NotSeen
    side = next((key for key, holder in held.items() if holder.pk == member.pk), None)
    plays = side is not None
    named = campaign.umpire_id == member.pk
    # An umpire who plays in his war settles nothing in it: then, as where there is none, any officer who does not play does.
    vacant = campaign.umpire_id is None or campaign.umpire_id in [holder.pk for holder in held.values()]
    acting = vacant and member.role in OFFICERS
    return Place(
        member=member,
        side=side,
        umpires=(named or acting) and not plays,
        officer=(named or member.role in OFFICERS) and not plays,
        manages=member.role in MANAGERS or campaign.created_by_id == member.pk,
    )


def holders(campaign: Campaign) -> dict[str, Membership]:
    """Who holds each side now. One query."""
    rows = SideHolder.objects.filter(side__campaign=campaign, until=None, role=SideHolder.Role.MAIN)
    # Of a side only its key: the row holds its army, too.
    return {row.key: row.member for row in rows.select_related("member__user").annotate(key=F("side__key"))}


def standing_of(campaign: Campaign, member: Membership) -> Place:
    return place_of(campaign, member, holders(campaign))


def manner_of(campaign: Campaign, side: str, by: Membership | None, *, paper: bool) -> Manner:
    """How ``by`` may act for a side: as its holder, or on paper as an officer who does not play. None: the program."""
    if by is None:
        return Manner.PROGRAM
    place = standing_of(campaign, by)
    if place.side == side:
        return Manner.OWN
    if paper and place.officer:
        return Manner.PAPER
    raise Refusal(_("This is not yours to decide."), code="not_your_side", status=403)


def require_umpire(campaign: Campaign, by: Membership) -> Place:
    place = standing_of(campaign, by)
    if not place.umpires:
        raise Refusal(_("Only the umpire of this war can do this."), code="umpire_only", status=403)
    return place


def require_manager(campaign: Campaign, by: Membership) -> Place:
    place = standing_of(campaign, by)
    if not place.manages:
        raise Refusal(
            _("Only whoever founded this war or manages the club can do this."), code="managers_only", status=403
        )
    return place
