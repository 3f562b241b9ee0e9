"""Who may do what in a club. Plain functions: rights follow from memberships, nothing else is stored.

The ones that take a club and a person ask the database; the ones that take memberships do not.
"""

from collections.abc import Iterable

from clubs.models import Club, Membership, Role
from clubs.selectors import Person, membership_of

MANAGERS = frozenset({Role.OWNER, Role.ADMIN})
UMPIRES = frozenset({Role.OWNER, Role.ADMIN, Role.UMPIRE})


def role_in(club: Club, user: Person) -> Role | None:
    """The role a person has in a club now."""
    place = membership_of(user, club)
    return Role(place.role) if place else None


def is_member(club: Club, user: Person) -> bool:
    return role_in(club, user) is not None


def manages(place: Membership) -> bool:
    """Invite, remove, change settings, read the log."""
    return place.left_at is None and place.role in MANAGERS


def roles_to_give(place: Membership) -> list[Role]:
    """Which roles this member may give to others: only an owner makes owners and administrators."""
    if not manages(place):
        return []
    return list(Role) if place.role == Role.OWNER else [Role.UMPIRE, Role.PLAYER]


def roles_to_invite(place: Membership) -> list[Role]:
    """Like ``roles_to_give``, but a link that anybody could pick up never makes an owner."""
    return [role for role in roles_to_give(place) if role != Role.OWNER]


def may_touch(place: Membership, other: Membership) -> bool:
    """Change the role of a member, or remove him. Owners may everybody; administrators those below them."""
    if not manages(place) or place.club_id != other.club_id:
        return False
    return place.role == Role.OWNER or other.role not in MANAGERS


def may_make_reset_link(mine: Iterable[Membership], theirs: Iterable[Membership], other: Membership) -> bool:
    """Make a link with which another member sets a new password: whoever holds it can be that person.

    ``mine`` and ``theirs`` are the current memberships of both. So every club the other is in must be one where
    the maker has the say over him, and nobody gets into the site's own administration this way.
    """
    person = other.user
    if person is None or not person.is_active or person.is_staff or person.is_superuser:
        return False
    places = {place.club_id: place for place in mine}
    if other.club_id not in places or any(place.user_id == person.pk for place in places.values()):
        return False
    return all(place.club_id in places and may_touch(places[place.club_id], place) for place in theirs)
