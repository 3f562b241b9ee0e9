"""Who may do what in a war. A right follows from a membership and from who holds which side now."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.models import F
from django.utils.translation import gettext_lazy as _

from battles.models.log import Manner
from campaigns.models import Campaign, SideHolder
from clubs.errors import NotSeen, Refusal
from clubs.models import Membership, Role

MANAGERS = (Role.OWNER, Role.ADMIN)
OFFICERS = (Role.OWNER, Role.ADMIN, Role.UMPIRE)


class Holders(dict[str, Membership]):
    """Who commands each side. ``deputies`` may do there what its commander may; a side without a commander may still have some."""

    def __init__(
        self,
        commanders: Mapping[str, Membership] | None = None,
        deputies: Mapping[str, tuple[Membership, ...]] | None = None,
    ) -> None:
        super().__init__(commanders or {})
        self.deputies = dict(deputies or {})

    @classmethod
    def of(cls, rows: Iterable[tuple[str, SideHolder]]) -> "Holders":
        """From rows that hold now, each with the key of its side, the longest-serving first."""
        found = cls()
        for key, row in rows:
            if row.role == SideHolder.Role.MAIN:
                found[key] = row.member
            else:
                found.deputies[key] = (*found.deputies.get(key, ()), row.member)
        return found

    def team(self, side: str) -> tuple[Membership, ...]:
        """Everybody who answers for a side, its commander first."""
        commander = self.get(side)
        return (*([commander] if commander is not None else []), *self.deputies.get(side, ()))

    def teams(self, sides: Iterable[str] | None = None) -> dict[str, tuple[Membership, ...]]:
        """The teams of these sides, or of all that have one."""
        return {
            side: self.team(side) for side in (sides if sides is not None else dict.fromkeys([*self, *self.deputies]))
        }

    @property
    def everybody(self) -> list[Membership]:
        """Whoever plays in the war."""
        return [member for team in self.teams().values() for member in team]

    def side_of(self, member: Membership) -> str | None:
        """The side a member answers for."""
        return next((side for side, team in self.teams().items() if member.pk in [one.pk for one in team]), None)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a member stands in a war."""

    member: Membership
    side: str | None
    """The side he holds now, as its commander or a deputy."""
    umpires: bool
    """He settles what the rules leave open; never somebody who plays."""
    officer: bool
    """He may type in a paper slip for a side; never somebody who plays."""
    manages: bool
    """He may prepare the war and seat people."""
    commands: bool = False
    """He is the commander of his side, and not a deputy: he names deputies and hands it over."""

    def may_write_army(self, side: str) -> bool:
        """He holds the side; or, for a side that is vacant or on paper, types slips in or prepares the war, and holds none."""
        return self.side == side or self.officer or (self.manages and self.side is None)

    @property
    def spectates(self) -> bool:
        return self.side is None and not self.umpires


def place_of(campaign: Campaign, member: Membership, held: Holders) -> Place:
    """Where a member stands, given who holds which side."""
    if member.club_id != campaign.club_id or member.left_at is not None:
        raise NotSeen
    side = held.side_of(member)
    plays = side is not None
    named = campaign.umpire_id == member.pk
    # An umpire who plays in his war settles nothing in it: then, as where there is none, any officer who does not play does.
    vacant = campaign.umpire_id is None or campaign.umpire_id in [one.pk for one in held.everybody]
    acting = vacant and member.role in OFFICERS
    return Place(
        member=member,
        side=side,
        umpires=(named or acting) and not plays,
        officer=(named or member.role in OFFICERS) and not plays,
        manages=member.role in MANAGERS or campaign.created_by_id == member.pk,
        commands=side is not None and side in held and held[side].pk == member.pk,
    )


def holders(campaign: Campaign) -> Holders:
    """Who holds each side now. One query."""
    rows = SideHolder.objects.filter(side__campaign=campaign, until=None).select_related("member__user").order_by("pk")
    # Of a side only its key: the row holds its army, too.
    return Holders.of((row.key, row) for row in rows.annotate(key=F("side__key")))


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
