"""Routes of people, clubs and members: each asks a selector or calls one verb."""

from typing import Any

from allauth.account.adapter import get_adapter
from django.contrib.auth import logout
from django.utils.translation import gettext_lazy as _
from rest_framework.permissions import IsAuthenticated

from clubs import clock, narration, permissions, selectors
from clubs.api import shapes
from clubs.api.auth import InPerson, InScope
from clubs.api.base import ApiView, Asked, Given, operation
from clubs.api.pages import PageQuery, page, page_of
from clubs.errors import NotSeen, Refusal
from clubs.models import Membership, Role, Scope
from clubs.services import clubs, desk, invitations, links, members, people, tokens


def managed_by(request: Asked, slug: str) -> Membership:
    """The person's place in a club he may run; for everybody else there is nothing here."""
    place = selectors.place_in(request.user, slug)
    if not permissions.manages(place):
        raise NotSeen
    desk.require_manager(place, place.club)  # may want a second step of him
    return place


def whole(request: Asked, path: str) -> str:
    return request.build_absolute_uri(path)


# --- Oneself -------------------------------------------------------------------------------------------------


class Me(ApiView):
    tag = "me"
    shape = shapes.MeShape

    def look(self, request: Asked, **kwargs: Any) -> Any:
        return request.user

    @operation("me_read", "One's own account", gives=shapes.MeShape, etag=True)
    def get(self, request: Asked) -> Any:
        return self.look(request)

    @operation("me_change", "Change name, language or time zone", takes=shapes.MeIn, gives=shapes.MeShape, match="may")
    def patch(self, request: Asked, data: Given) -> Any:
        user = request.user
        standing = {"display_name": user.display_name, "language": user.language, "time_zone": user.time_zone}
        return people.save_profile(user, **{**standing, **data}, by=user, now=clock.now())


class Erase(ApiView):
    tag = "me"
    permission_classes = [IsAuthenticated, InScope, InPerson]

    @operation(
        "me_erase",
        "Delete one's account for good",
        description="Names and addresses go, what was done in the clubs stays. Needs the password once more, and a log-in: no token.",
        takes=shapes.EraseIn,
        throttle="login",
    )
    def post(self, request: Asked, data: Given) -> None:
        if not get_adapter().reauthenticate(request.user, data["password"]):
            raise Refusal(_("This is not your password."), code="wrong_password")
        people.erase_person(request.user, by=request.user, now=clock.now())
        logout(request._request)


class Tokens(ApiView):
    tag = "me"
    permission_classes = [IsAuthenticated, InScope, InPerson]

    @operation("me_tokens", "One's API tokens", gives=shapes.TokenShape, many=True)
    def get(self, request: Asked) -> Any:
        return selectors.tokens_of(request.user)

    @operation(
        "me_token_make",
        "Make an API token",
        description="Needs a log-in: a token makes no tokens. The key is in this answer and nowhere else.",
        takes=shapes.TokenIn,
        gives=shapes.MadeToken,
        status=201,
    )
    def post(self, request: Asked, data: Given) -> Any:
        told = {**data, "scope": Scope(data["scope"])}
        made = tokens.make_token(request.user, **told, by=request.user, now=clock.now())
        return {"token": made.token, "key": made.key}


class Token(ApiView):
    tag = "me"
    permission_classes = [IsAuthenticated, InScope, InPerson]

    @operation("me_token_revoke", "Take an API token back")
    def delete(self, request: Asked, token: str) -> None:
        tokens.revoke_token(selectors.token_of(request.user, token), by=request.user, now=clock.now())


class PasswordLinks(ApiView):
    tag = "me"

    @operation(
        "me_password_links", "When somebody made a link to set one's password anew", gives=shapes.MadeLink, many=True
    )
    def get(self, request: Asked) -> Any:
        return selectors.reset_links_made_for(request.user)


# --- Clubs ---------------------------------------------------------------------------------------------------


class Clubs(ApiView):
    tag = "clubs"

    @operation("clubs_list", "The clubs one is in", gives=shapes.MyClub, many=True)
    def get(self, request: Asked) -> Any:
        return list(selectors.clubs_of(request.user))

    @operation(
        "club_found", "Found a club", takes=shapes.ClubIn, gives=shapes.ClubShape, status=201, throttle="founding"
    )
    def post(self, request: Asked, data: Given) -> Any:
        return clubs.found_club(**data, by=request.user, now=clock.now())


class Club(ApiView):
    tag = "clubs"
    shape = shapes.ClubShape

    def look(self, request: Asked, slug: str, **kwargs: Any) -> Any:
        club = selectors.club_for(request.user, slug)
        return club if request.method == "GET" else desk.lock(club)

    @operation("club_read", "A club", gives=shapes.ClubShape, etag=True)
    def get(self, request: Asked, slug: str) -> Any:
        return self.look(request, slug)

    @operation(
        "club_change",
        "Change a club's settings",
        takes=shapes.ClubEdit,
        gives=shapes.ClubShape,
        match="must",
    )
    def patch(self, request: Asked, slug: str, data: Given) -> Any:
        return clubs.change_settings(managed_by(request, slug).club, **data, by=request.user, now=clock.now())


class Leave(ApiView):
    tag = "clubs"

    @operation("club_leave", "Leave a club")
    def post(self, request: Asked, slug: str) -> None:
        members.leave(selectors.club_for(request.user, slug), by=request.user, now=clock.now())


class TakeOver(ApiView):
    """The club is offered to a member. Only he and its owners know of it."""

    tag = "clubs"

    def concerned(self, request: Asked, slug: str) -> Membership:
        place = selectors.place_in(request.user, slug)
        if place.club.heir_id is None or not (place.role == Role.OWNER or place.club.heir_id == place.pk):
            raise NotSeen
        return place

    @operation("club_offered", "To whom the club is offered, for him and its owners", gives=shapes.OfferedClub)
    def get(self, request: Asked, slug: str) -> Any:
        return selectors.offered(self.concerned(request, slug).club)

    @operation("club_take_over", "Become the owner of a club one is offered, or decline", takes=shapes.TakeOverIn)
    def post(self, request: Asked, slug: str, data: Given) -> None:
        members.take_over(self.concerned(request, slug).club, **data, by=request.user, now=clock.now())

    @operation("club_keep", "Take the offer of one's club back")
    def delete(self, request: Asked, slug: str) -> None:
        members.keep_club(self.concerned(request, slug).club, by=request.user, now=clock.now())


class Log(ApiView):
    tag = "clubs"

    @operation("club_log", "What was done in running the club", gives=page_of(shapes.LogLine), query=PageQuery)
    def get(self, request: Asked, slug: str, query: Given) -> Any:
        rows = selectors.log_of(managed_by(request, slug).club)
        return page(request, rows, ("-at", "-pk"), lambda found: [_line(entry) for entry in found])


def _line(entry: Any) -> dict[str, Any]:
    return {"at": entry.at, "act": entry.act, "text": narration.sentence(entry)}


# --- Members -------------------------------------------------------------------------------------------------


class Members(ApiView):
    tag = "members"

    @operation("members_list", "The members of a club", gives=shapes.MemberShape, many=True)
    def get(self, request: Asked, slug: str) -> Any:
        return selectors.members_of(selectors.club_for(request.user, slug))

    @operation(
        "member_add", "Add a member without an account", takes=shapes.NameIn, gives=shapes.MemberShape, status=201
    )
    def post(self, request: Asked, slug: str, data: Given) -> Any:
        return members.add_paper_member(managed_by(request, slug).club, **data, by=request.user, now=clock.now())


class Member(ApiView):
    tag = "members"

    @operation("member_read", "A member of a club", gives=shapes.MemberShape)
    def get(self, request: Asked, slug: str, member: str) -> Any:
        return selectors.member_for(selectors.club_for(request.user, slug), member)

    @operation("member_rename", "Correct the name of a member on paper", takes=shapes.NameIn, gives=shapes.MemberShape)
    def patch(self, request: Asked, slug: str, member: str, data: Given) -> Any:
        found = selectors.member_for(managed_by(request, slug).club, member)
        return members.rename_paper_member(found, **data, by=request.user, now=clock.now())

    @operation("member_remove", "Remove a member from the club")
    def delete(self, request: Asked, slug: str, member: str) -> None:
        found = selectors.member_for(managed_by(request, slug).club, member)
        members.remove(found, by=request.user, now=clock.now())


class MemberRole(ApiView):
    tag = "members"

    @operation("member_role", "Give a member another role", takes=shapes.RoleIn, gives=shapes.MemberShape)
    def put(self, request: Asked, slug: str, member: str, data: Given) -> Any:
        found = selectors.member_for(managed_by(request, slug).club, member)
        return members.change_role(found, role=Role(data["role"]), by=request.user, now=clock.now())


class HandOver(ApiView):
    tag = "members"

    @operation("member_hand_over", "Ask a member to become the owner in one's own place", gives=shapes.MemberShape)
    def post(self, request: Asked, slug: str, member: str) -> Any:
        place = managed_by(request, slug)
        found = selectors.member_for(place.club, member)
        return members.hand_over(place.club, to=found, by=request.user, now=clock.now())


class PasswordLink(ApiView):
    tag = "members"

    @operation("member_password_link", "Make a link with which a member sets a new password", gives=shapes.LinkShape)
    def post(self, request: Asked, slug: str, member: str) -> Any:
        found = selectors.member_for(managed_by(request, slug).club, member)
        return {"url": whole(request, links.make_reset_link(found, by=request.user, now=clock.now()))}


class MemberInvitation(ApiView):
    tag = "members"

    @operation(
        "member_invite",
        "Invite somebody to take the place of a member on paper",
        gives=shapes.MadeInvitation,
        status=201,
        throttle="invitations",
    )
    def post(self, request: Asked, slug: str, member: str) -> Any:
        place = managed_by(request, slug)
        target = selectors.member_for(place.club, member)
        invited = invitations.invite(
            place.club, role=Role.PLAYER, name=target.name, target=target, by=request.user, now=clock.now()
        )
        return {"invitation": invited.invitation, "url": whole(request, invited.path)}


# --- Invitations ---------------------------------------------------------------------------------------------


class Invitations(ApiView):
    tag = "invitations"

    @operation("invitations_list", "Invitations that can still be used", gives=shapes.InvitationShape, many=True)
    def get(self, request: Asked, slug: str) -> Any:
        return selectors.open_invitations(managed_by(request, slug).club, now=clock.now())

    @operation(
        "invitation_make",
        "Invite somebody to the club",
        takes=shapes.InvitationIn,
        gives=shapes.MadeInvitation,
        status=201,
    )
    def post(self, request: Asked, slug: str, data: Given) -> Any:
        told = {**data, "role": Role(data["role"])}
        invited = invitations.invite(managed_by(request, slug).club, **told, by=request.user, now=clock.now())
        return {"invitation": invited.invitation, "url": whole(request, invited.path)}


class Invitation(ApiView):
    tag = "invitations"

    @operation("invitation_withdraw", "Withdraw an invitation")
    def delete(self, request: Asked, slug: str, invitation: str) -> None:
        found = selectors.open_invitation_in(managed_by(request, slug).club, invitation)
        invitations.withdraw(found, by=request.user, now=clock.now())


class Join(ApiView):
    tag = "invitations"

    @operation("invitation_look", "What a link of an invitation leads to", gives=shapes.InvitedTo, refuses=(410,))
    def get(self, request: Asked, key: str) -> Any:
        found = selectors.invitation_by(key)
        invitations.check_usable(found, now=clock.now())
        return found

    @operation("invitation_join", "Join the club by its link", gives=shapes.Seen, refuses=(410,))
    def post(self, request: Asked, key: str) -> Any:
        found = selectors.invitation_by(key)
        member = invitations.join(found, by=request.user, now=clock.now())
        return {"slug": found.club.slug, "name": found.club.name, "role": member.role}
