"""The way in through an invitation: what was promised before the log-in is done after it."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.contrib import messages
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from clubs import clock, selectors
from clubs.errors import NotSeen, Refusal
from clubs.models import Club, Invitation, User
from clubs.services import invitations

WAITING = "invitation"


def remember(request: HttpRequest, invitation: Invitation) -> None:
    """Keep what somebody without a log-in asked for (he held the link and pressed the button) until he has one."""
    request.session[WAITING] = invitation.public_id


def use_waiting(request: HttpRequest, user: User) -> Club | None:
    """Join the club of the invitation that waits in the session, if one does; the club to go to."""
    waiting = request.session.pop(WAITING, None)
    if waiting is None:
        return None
    try:
        invitation = selectors.invitation_by_id(waiting)
        invitations.join(invitation, by=user, now=clock.now())
    except NotSeen:
        return None
    except Refusal as refusal:
        messages.warning(request, str(refusal))
        return invitation.club if selectors.membership_of(user, invitation.club) else None
    welcome(request, invitation.club)
    return invitation.club


def welcome(request: HttpRequest, club: Club) -> None:
    messages.success(request, _("You are now a member of %(club)s.") % {"club": club})


class AccountAdapter(DefaultAccountAdapter):
    """allauth's doings, and after a log-in the club that invited the person."""

    def post_login(self, request: HttpRequest, user: User, **kwargs: Any) -> HttpResponseBase:
        response = super().post_login(request, user, **kwargs)
        club = use_waiting(request, user)
        return redirect("club", club.slug) if club else response
