"""A person's own choices, and his right to be forgotten."""

from datetime import datetime

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from clubs.clock import zone_names
from clubs.errors import NotSeen, Refusal, Stale
from clubs.models import Act, ApiToken, Club, Invitation, KeptAnswer, Membership, User
from clubs.selectors import memberships_of, owners_of
from clubs.services.desk import clean_name, lock
from clubs.services.members import depart
from clubs.signals import person_erased


@transaction.atomic
def save_profile(user: User, *, display_name: str, language: str, time_zone: str, by: User, now: datetime) -> User:
    """Save the name shown to others, the language and the time zone; each may be empty.

    Empty means: the log-in name, the browser's language, each club's zone.
    """
    if user.pk != by.pk:
        raise NotSeen
    if language and language not in dict(settings.LANGUAGES):
        raise Refusal(_("This is not a language we have."), code="unknown_language")
    if time_zone and time_zone not in zone_names():
        raise Refusal(_("This is not a time zone we know."), code="unknown_zone")
    user.display_name = clean_name(display_name) if display_name.strip() else ""
    user.language, user.time_zone = language, time_zone
    user.save(update_fields=["display_name", "language", "time_zone"])
    return user


@transaction.atomic
def erase_person(user: User, *, by: User, now: datetime) -> User:
    """Forget a person: names, addresses, password and keys go; what he did in his clubs stays, without his name.

    The row of the account stays, empty and closed, because old wars point at it; everybody reads "Former member".
    He leaves all his clubs. Only the person himself, or a superuser. Refused to the last owner of a club in which
    somebody else could take over: he must hand it over first.
    """
    if by.pk != user.pk and not by.is_superuser:
        raise NotSeen
    # Clubs in the order of their keys, then the person: two verbs never wait for each other.
    held = {lock(club).pk for club in Club.objects.filter(memberships__in=memberships_of(user)).order_by("pk")}
    user = User.objects.select_for_update().get(pk=user.pk)
    places = memberships_of(user)
    if {place.club_id for place in places} - held:
        raise Stale(_("You have just joined a club. Please try again."), code="stale")
    for place in places:
        _check_can_go(place.club, user)
    for place in places:
        depart(place, act=Act.LEFT, by=by, now=now)
    _forget_names(user)
    user.username = f"erased-{user.public_id}"
    user.email = user.first_name = user.last_name = user.display_name = user.language = user.time_zone = ""
    user.is_active = user.is_staff = user.is_superuser = False
    user.erased_at, user.last_login = now, None
    user.set_unusable_password()
    user.save()
    person_erased.send(User, user=user, now=now)
    return user


def _check_can_go(club: Club, user: User) -> None:
    owners = owners_of(club)
    others = Membership.objects.filter(club=club, left_at=None, user__is_active=True).exclude(user=user)
    if [owner.user_id for owner in owners] == [user.pk] and others.exists():
        raise Refusal(
            _("You are the last owner of a club. Hand it over to another member first, then delete your account."),
            code="last_owner",
        )


def _forget_names(user: User) -> None:
    """Wherever a name or an address of the person was written down outside his own row."""
    addresses = [*EmailAddress.objects.filter(user=user).values_list("email", flat=True), user.email]
    invitations = Q(used_by=user) | Q(membership__user=user)
    for address in filter(None, addresses):
        invitations |= Q(email__iexact=address)
    Invitation.objects.filter(invitations).update(name="", email="")
    Membership.objects.filter(user=user).update(name="")
    EmailAddress.objects.filter(user=user).delete()
    Authenticator.objects.filter(user=user).delete()
    ApiToken.objects.filter(user=user).delete()
    KeptAnswer.objects.filter(user=user).delete()
    user.groups.clear()
    user.user_permissions.clear()
    people = ContentType.objects.get_for_model(User)
    LogEntry.objects.filter(content_type=people, object_id=str(user.pk)).update(object_repr="")


def forget_sessions(now: datetime) -> int:
    """Throw away the log-ins that have run out: nobody else does, and each names a person."""
    gone, _rows = Session.objects.filter(expire_date__lt=now).delete()
    return gone
