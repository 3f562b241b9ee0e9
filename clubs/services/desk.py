"""What every verb of a club starts and ends with: one at a time, is he allowed, write it in the log."""

import re
import unicodedata
from datetime import datetime

from django.utils.translation import gettext_lazy as _

from clubs import secondstep
from clubs.errors import NotSeen, Refusal
from clubs.models import Act, Club, ClubLogEntry, Invitation, Membership, User
from clubs.permissions import manages
from clubs.selectors import membership_of


def lock(club: Club) -> Club:
    """Hold the club until the transaction ends, and read it afresh.

    Two owners who leave in the same moment would each see the other stay. (SQLite ignores the row lock; there every
    transaction is IMMEDIATE, so writers already go one by one.)
    """
    return Club.objects.select_for_update().get(pk=club.pk)


def place_of(by: User, club: Club) -> Membership:
    """The acting person's place, read after the lock; a person who is not in the club sees nothing."""
    place = membership_of(by, club)
    if place is None:
        raise NotSeen
    return place


def manager(by: User, club: Club) -> Membership:
    """The acting person's place, if he may run the club."""
    place = place_of(by, club)
    require_manager(place, club)
    return place


def current(member: Membership) -> Membership:
    """The same member as he stands after the lock; refused when he has gone meanwhile."""
    fresh = Membership.objects.select_related("club", "user").get(pk=member.pk)
    if fresh.left_at is not None:
        raise Refusal(_("This person is no longer a member of the club."), code="not_a_member", status=409)
    return fresh


def write(
    club: Club,
    act: Act,
    *,
    by: User | None,
    now: datetime,
    member: Membership | None = None,
    invitation: Invitation | None = None,
    data: dict[str, str] | None = None,
) -> ClubLogEntry:
    """Append a line to the club's log. ``data`` holds no names of people."""
    return ClubLogEntry.objects.create(
        club=club, at=now, act=act, by=by, member=member, invitation=invitation, data=data or {}
    )


def clean_name(text: str, *, limit: int = 80) -> str:
    """A name as it is kept: one line, no invisible controls, spaces trimmed. Any script, any emoji.

    Refused when nothing is left or it is too long.
    """
    # Zero-width joiners hold emoji and several scripts together; other format characters can turn a line around.
    kept = "".join(
        c for c in text if c in "\u200c\u200d" or unicodedata.category(c) not in ("Cc", "Cf", "Cs") or c in "\n\t"
    )
    name = unicodedata.normalize("NFC", re.sub(r"\s+", " ", kept)).strip()
    if not name.strip("\u200c\u200d "):
        raise Refusal(_("Please give a name."), code="name_missing")
    if len(name) > limit:
        raise Refusal(_("This name is too long: 80 characters at most."), code="name_too_long")
    return name


def require_manager(place: Membership, club: Club) -> None:
    """Refuse whoever does not run this club; to an outsider it does not exist."""
    if place.club_id != club.pk or place.left_at is not None:
        raise NotSeen
    if not manages(place):
        raise Refusal(
            _("Only the owners and administrators of the club can do this."), code="not_a_manager", status=403
        )
    if club.second_step and not secondstep.has(place.user_id):
        raise Refusal(
            _("This club wants a second step at log-in of whoever runs it. Set it up on the page of your account."),
            code="second_step_needed",
            status=403,
        )
