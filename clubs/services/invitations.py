"""Invitations: a link that makes one person a member, once."""

import secrets
import smtplib
from datetime import datetime, timedelta
from functools import partial
from typing import NamedTuple

import structlog
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.mail import EmailMessage
from django.core.validators import validate_email
from django.db import transaction
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext_lazy as _

from clubs import narration
from clubs.errors import NotSeen, Refusal
from clubs.models import Act, Club, Invitation, Membership, Role, User
from clubs.permissions import roles_to_invite
from clubs.selectors import hash_token
from clubs.services.desk import clean_name, current, lock, manager, write
from clubs.services.members import enlist

log = structlog.get_logger(__name__)

VALID_FOR = timedelta(days=14)
# Anybody may found a club: without a ceiling its invitations would be a way to send letters to the whole world.
MOST_OPEN = 200
MOST_LETTERS_A_DAY = 30


class Invited(NamedTuple):
    """A fresh invitation and the secret of its link. The secret is kept nowhere: show it now or never."""

    invitation: Invitation
    token: str

    @property
    def path(self) -> str:
        return invitation_path(self.token)

    def __repr__(self) -> str:
        return f"Invited({self.invitation.public_id})"


def invitation_path(token: str) -> str:
    return reverse("invitation", args=[token])


@transaction.atomic
def invite(
    club: Club,
    *,
    role: Role,
    by: User,
    now: datetime,
    name: str = "",
    email: str = "",
    target: Membership | None = None,
) -> Invited:
    """Make a link that lets one person join in a role, for ``VALID_FOR``.

    ``target`` is a member on paper whose place the person takes. With an ``email``, and where mail works, the link
    is sent there too, after the commit; a letter that cannot be sent takes nothing back, for the maker has the link.
    Managers only; administrators are invited by owners, owners by nobody (make a member one).
    """
    club = lock(club)
    place = manager(by, club)
    if Role(role) not in roles_to_invite(place):
        raise Refusal(_("You cannot invite somebody to this role."), code="role_not_yours", status=403)
    if target is not None:
        target = current(target)
        if target.club_id != club.pk or not target.on_paper:
            raise Refusal(_("This member already has an account."), code="has_account", status=409)
    email = _clean_email(email)
    _check_ceilings(club, email=email, by=by, now=now)
    token = secrets.token_urlsafe(32)
    invitation = Invitation.objects.create(
        club=club,
        role=role,
        token_hash=hash_token(token),
        name=clean_name(name) if name.strip() else "",
        email=email,
        membership=target,
        created_by=by,
        created_at=now,
        expires_at=now + VALID_FOR,
    )
    write(club, Act.INVITED, by=by, now=now, invitation=invitation, member=target, data={"role": role})
    invited = Invited(invitation, token)
    if email and settings.MAIL_WORKS:
        transaction.on_commit(partial(_send, invited), robust=True)
    return invited


@transaction.atomic
def withdraw(invitation: Invitation, *, by: User, now: datetime) -> Invitation:
    """Make a link worthless. Managers only; refused for one already used."""
    club = lock(invitation.club)
    manager(by, club)
    invitation = Invitation.objects.get(pk=invitation.pk)
    if invitation.used_at is not None:
        raise Refusal(_("This invitation has already been used."), code="invitation_used", status=409)
    if invitation.withdrawn_at is None:
        invitation.withdrawn_at = now
        invitation.save(update_fields=["withdrawn_at"])
        write(club, Act.WITHDRAWN, by=by, now=now, invitation=invitation)
    return invitation


@transaction.atomic
def join(invitation: Invitation, *, by: User, now: datetime) -> Membership:
    """Use an invitation: the person becomes a member in its role, and the link is spent.

    The caller has shown that ``by`` held the link. A person who was in the club before gets his old row back; an
    invitation made for a member on paper gives him that row. Refused: used, withdrawn, expired, already a member.
    """
    club = lock(invitation.club)
    invitation = Invitation.objects.select_related("membership").get(pk=invitation.pk)
    check_usable(invitation, now=now)
    by = User.objects.select_for_update().get(pk=by.pk)
    if not by.is_active:
        raise NotSeen
    member = enlist(club, user=by, role=Role(invitation.role), by=by, now=now, target=invitation.membership)
    invitation.used_at, invitation.used_by = now, by
    invitation.save(update_fields=["used_at", "used_by"])
    if invitation.name and not by.display_name:
        # What the club calls him is a better first guess than a log-in name; he changes it on his account page.
        by.display_name = invitation.name
        by.save(update_fields=["display_name"])
    return member


def check_usable(invitation: Invitation, *, now: datetime) -> None:
    """Raise ``Refusal`` (410) with the reason why an invitation leads nowhere any more."""
    if invitation.used_at is not None:
        raise Refusal(_("This invitation has already been used."), code="invitation_used", status=410)
    if invitation.withdrawn_at is not None:
        raise Refusal(_("The club has taken this invitation back."), code="invitation_withdrawn", status=410)
    if invitation.expires_at <= now:
        raise Refusal(_("This invitation is too old to be used."), code="invitation_expired", status=410)


def _clean_email(email: str) -> str:
    email = email.strip()
    if email:
        try:
            validate_email(email)
        except ValidationError:
            raise Refusal(_("This is not an e-mail address."), code="bad_email") from None
    return email


def _check_ceilings(club: Club, *, email: str, by: User, now: datetime) -> None:
    waiting = Invitation.objects.filter(club=club, used_at=None, withdrawn_at=None, expires_at__gt=now)
    if waiting.count() >= MOST_OPEN:
        raise Refusal(
            _("Too many invitations of this club are still open. Withdraw some first."), code="too_many_invitations"
        )
    if not email:
        return
    if waiting.filter(email__iexact=email).exists():
        raise Refusal(
            _("This address has an open invitation of your club. Withdraw it before you write again."),
            code="invited_already",
            status=409,
        )
    sent = Invitation.objects.filter(created_by=by, created_at__gt=now - timedelta(days=1)).exclude(email="")
    if sent.count() >= MOST_LETTERS_A_DAY:
        raise Refusal(
            _("You have sent many invitations by e-mail today. Leave the address empty and copy the link instead."),
            code="too_many_letters",
            status=429,
        )


def _send(invited: Invited) -> None:
    invitation = invited.invitation
    with translation.override(invitation.club.language):
        letter = EmailMessage(
            narration.invitation_subject(invitation),
            narration.invitation_letter(invitation, address=f"{settings.SITE_URL}{invited.path}"),
            to=[invitation.email],
        )
    try:
        letter.send()
    except (smtplib.SMTPException, OSError):
        # The maker has the link on his screen; who runs the site must know that mail is broken.
        log.warning("invitation_not_mailed", invitation=invitation.public_id)
