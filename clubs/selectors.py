"""Reading who is in which club. Everything that takes a person answers only for what he may see."""

import hashlib
from datetime import date, datetime

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Lower

from clubs.errors import NotSeen
from clubs.models import Act, ApiToken, Club, ClubLogEntry, Holiday, Invitation, Membership, Role, User

Person = User | AnonymousUser


def clubs_of(user: Person) -> QuerySet[Club]:
    """The clubs a person is in now, by name; each with ``my_role`` and ``member_count``. One query."""
    mine = Membership.objects.filter(user_id=user.pk or 0, left_at=None)
    return (
        Club.objects.filter(pk__in=mine.values("club_id"))
        .annotate(
            my_role=Subquery(mine.filter(club_id=OuterRef("pk")).values("role")[:1]),
            member_count=Count("memberships", filter=Q(memberships__left_at=None)),
        )
        .order_by(Lower("name"), "pk")
    )


def place_in(user: Person, slug: str) -> Membership:
    """A person's own current membership of the club at an address, with its club and user; ``NotSeen`` if he has none.

    A club he is not in and a club that does not exist cost the same query and give the same answer.
    """
    place = (
        Membership.objects.select_related("club", "user").filter(club__slug=slug, user_id=user.pk, left_at=None).first()
        if user.is_authenticated
        else None
    )
    if place is None:
        raise NotSeen
    return place


def club_for(user: Person, slug: str) -> Club:
    """The club at an address, if the person is in it now; else ``NotSeen``."""
    return place_in(user, slug).club


def membership_of(user: Person, club: Club) -> Membership | None:
    """A person's current membership of a club."""
    if not user.is_authenticated:
        return None
    return Membership.objects.select_related("club", "user").filter(club=club, user_id=user.pk, left_at=None).first()


_POWER = {role.value: rank for rank, role in enumerate(Role)}


def members_of(club: Club) -> list[Membership]:
    """The current members with their people, the most powerful first, then by name. One query."""
    members = Membership.objects.filter(club=club, left_at=None).select_related("user")
    return sorted(members, key=lambda member: (_POWER[member.role], str(member).casefold(), member.pk))


def member_for(club: Club, public_id: str) -> Membership:
    """One current member of a club the caller was already let into; else ``NotSeen``."""
    found = (
        Membership.objects.select_related("club", "user").filter(club=club, public_id=public_id, left_at=None).first()
    )
    if found is None:
        raise NotSeen
    return found


def memberships_of(user: User) -> list[Membership]:
    """A person's current places, each with its club."""
    return list(Membership.objects.filter(user=user, left_at=None).select_related("club").order_by("pk"))


def owners_of(club: Club) -> list[Membership]:
    """Current owners who can act: their accounts are not switched off."""
    return list(Membership.objects.filter(club=club, left_at=None, role=Role.OWNER, user__is_active=True))


def hash_token(token: str) -> str:
    """What is kept of an invitation's secret. It is 256 random bits, so a plain hash is enough."""
    return hashlib.sha256(token.encode()).hexdigest()


def invitation_by(token: str) -> Invitation:
    """The invitation a link names, in whatever state it is; ``NotSeen`` for a link we never made."""
    return _one_invitation(token_hash=hash_token(token))


def invitation_by_id(public_id: str) -> Invitation:
    """The invitation somebody held the link of a moment ago (its id waits in his session)."""
    return _one_invitation(public_id=public_id)


def _one_invitation(**which: str) -> Invitation:
    found = Invitation.objects.select_related("club", "membership", "created_by").filter(**which).first()
    if found is None:
        raise NotSeen
    return found


def open_invitations(club: Club, *, now: datetime) -> list[Invitation]:
    """Invitations of a club that can still be used, the newest first."""
    return list(
        Invitation.objects.filter(club=club, used_at=None, withdrawn_at=None, expires_at__gt=now)
        .select_related("created_by", "membership")
        .order_by("-pk")
    )


def open_invitation_in(club: Club, public_id: str) -> Invitation:
    """An invitation of this club that was neither used nor withdrawn; else ``NotSeen``."""
    found = Invitation.objects.filter(club=club, public_id=public_id, used_at=None, withdrawn_at=None).first()
    if found is None:
        raise NotSeen
    return found


def log_of(club: Club) -> QuerySet[ClubLogEntry]:
    """The club's log, the newest first, ready to be told: no further query per line."""
    return (
        ClubLogEntry.objects.filter(club=club)
        .select_related("by", "member__user", "invitation__membership__user")
        .order_by("-pk")
    )


def offered(club: Club) -> Club:
    """A club with who is asked to take it over, and who asks. One query."""
    return Club.objects.select_related("heir__user", "heir_of__user").get(pk=club.pk)


def reset_links_made_for(user: User) -> list[ClubLogEntry]:
    """When somebody made a link to set this person's password: he has a right to know. The last ten."""
    made = ClubLogEntry.objects.filter(act=Act.RESET_LINK, member__user=user)
    return list(made.select_related("club", "by").order_by("-pk")[:10])


def holidays_from(club_id: int, today: date) -> list[Holiday]:
    """The holidays of a club that are not over on that day of its calendar, the next first. One query."""
    return list(Holiday.objects.filter(club=club_id, last__gte=today))


def holiday_in(club: Club, public_id: str) -> Holiday:
    """A holiday of this club; else ``NotSeen``."""
    found = Holiday.objects.filter(club=club, public_id=public_id).first()
    if found is None:
        raise NotSeen
    return found


def tokens_of(user: User) -> list[ApiToken]:
    """A person's own API tokens, the newest first. One query."""
    return list(ApiToken.objects.filter(user=user).order_by("-created_at", "-pk"))


def token_of(user: User, public_id: str) -> ApiToken:
    """One of a person's own API tokens; else ``NotSeen``."""
    found = ApiToken.objects.filter(user=user, public_id=public_id).first()
    if found is None:
        raise NotSeen
    return found
