"""Verbs that people a test. Everything goes the way it goes in the club, through the services."""

from datetime import UTC, datetime

from allauth.mfa.adapter import get_adapter
from allauth.mfa.models import Authenticator
from django.contrib.auth.hashers import make_password
from django.test import Client

from clubs.models import Club, Invitation, Membership, Role, User
from clubs.services import clubs, invitations, members

# The moment most tests play at.
NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
PASSWORD = "a-camp-by-the-Ebro"
SHOWN_KEY = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"
"""The key of everybody's app for one-time codes."""
_HASHED = {}


def sign_up(username: str, **about) -> User:
    """A person with an account; the log-in name is the name in lower case."""
    if PASSWORD not in _HASHED:
        _HASHED[PASSWORD] = make_password(PASSWORD)
    about.setdefault("email", f"{username}@example.org")
    return User.objects.create(username=username, password=_HASHED[PASSWORD], **about)


def found(name: str, *, by: User, now: datetime = NOW, **where) -> Club:
    return clubs.found_club(name=name, by=by, now=now, **where)


def owner_of(club: Club) -> User:
    user = club.memberships.filter(role=Role.OWNER, left_at=None).order_by("pk").first().user
    assert user is not None
    return user


def enlist(club: Club, user: User, role: Role = Role.PLAYER, *, now: datetime = NOW) -> Membership:
    """Make a person a member, as his owner would: by an invitation, used; and a promotion where it needs one."""
    owner = owner_of(club)
    invited = invitations.invite(club, role=Role.PLAYER if role == Role.OWNER else role, by=owner, now=now)
    member = invitations.join(invited.invitation, by=user, now=now)
    return members.change_role(member, role=Role.OWNER, by=owner, now=now) if role == Role.OWNER else member


def paper_member(club: Club, name: str, *, now: datetime = NOW) -> Membership:
    return members.add_paper_member(club, name=name, by=owner_of(club), now=now)


def invite(club: Club, role: Role = Role.PLAYER, *, now: datetime = NOW, **whom) -> tuple[Invitation, str]:
    """An open invitation by the club's owner, and the token of its link."""
    invited = invitations.invite(club, role=role, by=owner_of(club), now=now, **whom)
    return invited.invitation, invited.token


def with_second_step(client: Client, user: User) -> Client:
    """The same browser once its person has taken the second step at log-in."""
    secret = get_adapter().encrypt(SHOWN_KEY)
    Authenticator.objects.get_or_create(user=user, type=Authenticator.Type.TOTP, defaults={"data": {"secret": secret}})
    session = client.session
    session["account_authentication_methods"] = [{"method": "mfa", "type": "totp", "at": 0}]
    session["account_authentication_methods_user"] = str(user.pk)
    session.save()
    return client
