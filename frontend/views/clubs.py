"""Clubs: found one, look at one, run one. Outsiders get the answer of what does not exist."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from campaigns.selectors import home, wars
from clubs import clock, narration, permissions, selectors
from clubs.errors import NotSeen, Refusal
from clubs.models import Invitation, Membership, Role, User
from clubs.services import clubs as club_verbs
from clubs.services import invitations, links, members
from clubs.services.desk import require_manager
from frontend.forms.clubs import FoundForm, InviteForm, NameForm, PaperMemberForm, RoleForm, SettingsForm
from frontend.views import entrance
from frontend.views.warlist import club_wars

LOG_LINES = 50


class SignedIn(HttpRequest):
    """A request that ``login_required`` let through."""

    user: User


def attempt[T](form: forms.Form, verb: Callable[..., T], *args: Any, **kwargs: Any) -> T | None:
    """Call a verb; what it refuses is shown above the form instead of on a page of its own."""
    try:
        return verb(*args, **kwargs)
    except NotSeen:
        raise
    except Refusal as refusal:
        form.add_error(None, str(refusal))
        return None


def status_of(*asked: forms.Form) -> int:
    return 422 if any(form.is_bound and form.errors for form in asked) else 200


def managed_by(request: SignedIn, slug: str) -> Membership:
    """The person's place in a club he may run. A member who may not is told so by a 404, like everybody else."""
    place = selectors.place_in(request.user, slug)
    if not permissions.manages(place):
        raise NotSeen
    require_manager(place, place.club)  # may want a second step of him
    return place


# --- For every member ----------------------------------------------------------------------------


@login_required
@require_GET
def index(request: SignedIn) -> HttpResponse:
    return render(request, "frontend/clubs/index.html", {"clubs": selectors.clubs_of(request.user)})


@login_required
@require_http_methods(["GET", "POST"])
def found(request: SignedIn) -> HttpResponse:
    start = {"time_zone": request.user.time_zone or "Europe/Madrid", "language": request.LANGUAGE_CODE}
    form = FoundForm(request.POST or None, initial=start)
    if form.is_valid():
        club = attempt(form, club_verbs.found_club, by=request.user, now=clock.now(), **form.cleaned_data)
        if club:
            messages.success(request, _("The club is founded. Now invite its members."))
            return redirect("club_members", club.slug)
    return render(request, "frontend/clubs/found.html", {"form": form}, status=status_of(form))


@login_required
@require_GET
def detail(request: SignedIn, slug: str) -> HttpResponse:
    place = selectors.place_in(request.user, slug)
    context = {
        "club": place.club,
        "place": place,
        "manages": permissions.manages(place),
        "heir": _heir(place),
        "members": selectors.members_of(place.club),
        "wars": club_wars(wars.listed(wars.wars_of(place.club))),
    }
    return render(request, "frontend/clubs/detail.html", context)


def _heir(place: Membership) -> Membership | None:
    """Who is asked to take the club over: for himself and for the owners. A query only while somebody is."""
    if place.club.heir_id is None or not (place.role == Role.OWNER or place.club.heir_id == place.pk):
        return None
    return Membership.objects.select_related("user").get(pk=place.club.heir_id)


@login_required
@require_http_methods(["GET", "POST"])
def leave(request: SignedIn, slug: str) -> HttpResponse:
    place = selectors.place_in(request.user, slug)
    form = forms.Form(request.POST if request.method == "POST" else None)
    if form.is_valid() and attempt(form, members.leave, place.club, by=request.user, now=clock.now()) is not None:
        messages.success(request, _("You have left %(club)s.") % {"club": place.club})
        return redirect("clubs")
    context = {"club": place.club, "place": place, "form": form}
    return render(request, "frontend/clubs/leave.html", context, status=status_of(form))


# --- For those who run the club --------------------------------------------------------------------


@login_required
@require_GET
def member_list(request: SignedIn, slug: str) -> HttpResponse:
    return _desk(request, managed_by(request, slug))


@login_required
@require_POST
def invite(request: SignedIn, slug: str) -> HttpResponse:
    place = managed_by(request, slug)
    form = InviteForm(request.POST, roles=permissions.roles_to_invite(place))
    if form.is_valid():
        invited = attempt(form, invitations.invite, place.club, by=request.user, now=clock.now(), **form.cleaned_data)
        if invited:
            return _invitation_link(request, place, invited)
    return _desk(request, place, invite_form=form)


@login_required
@require_POST
def add_paper_member(request: SignedIn, slug: str) -> HttpResponse:
    place = managed_by(request, slug)
    form = PaperMemberForm(request.POST, prefix="paper")
    if form.is_valid():
        member = attempt(
            form, members.add_paper_member, place.club, by=request.user, now=clock.now(), **form.cleaned_data
        )
        if member:
            messages.success(request, _("%(member)s is now a member.") % {"member": member})
            return redirect("club_members", slug)
    return _desk(request, place, paper_form=form)


@login_required
@require_POST
def withdraw_invitation(request: SignedIn, slug: str, public_id: str) -> HttpResponse:
    place = managed_by(request, slug)
    invitation = selectors.open_invitation_in(place.club, public_id)
    invitations.withdraw(invitation, by=request.user, now=clock.now())
    messages.success(request, _("The invitation is withdrawn. Its link no longer works."))
    return redirect("club_members", slug)


def _desk(
    request: SignedIn,
    place: Membership,
    *,
    invite_form: InviteForm | None = None,
    paper_form: PaperMemberForm | None = None,
) -> HttpResponse:
    invite_form = invite_form or InviteForm(roles=permissions.roles_to_invite(place), initial={"role": Role.PLAYER})
    paper_form = paper_form or PaperMemberForm(prefix="paper")
    context = {
        "club": place.club,
        "place": place,
        "members": selectors.members_of(place.club),
        "invitations": selectors.open_invitations(place.club, now=clock.now()),
        "invite_form": invite_form,
        "paper_form": paper_form,
    }
    return render(request, "frontend/clubs/members.html", context, status=status_of(invite_form, paper_form))


@login_required
@require_GET
def member(request: SignedIn, slug: str, public_id: str) -> HttpResponse:
    place = managed_by(request, slug)
    return _member_page(request, place, selectors.member_for(place.club, public_id))


@login_required
@require_POST
def change_role(request: SignedIn, slug: str, public_id: str) -> HttpResponse:
    place = managed_by(request, slug)
    other = selectors.member_for(place.club, public_id)
    form = RoleForm(request.POST, roles=_roles_for(place, other))
    if form.is_valid():
        changed = attempt(form, members.change_role, other, by=request.user, now=clock.now(), **form.cleaned_data)
        if changed:
            messages.success(request, _("The role of %(member)s is changed.") % {"member": other})
            return redirect("club_members", slug)
    return _member_page(request, place, other, role_form=form)


@login_required
@require_POST
def rename(request: SignedIn, slug: str, public_id: str) -> HttpResponse:
    place = managed_by(request, slug)
    other = selectors.member_for(place.club, public_id)
    form = NameForm(request.POST)
    if (
        form.is_valid()
        and attempt(form, members.rename_paper_member, other, by=request.user, now=clock.now(), **form.cleaned_data)
        is not None
    ):
        messages.success(request, _("The name is changed."))
        return redirect("club_members", slug)
    return _member_page(request, place, other, name_form=form)


@login_required
@require_POST
def invite_paper_member(request: SignedIn, slug: str, public_id: str) -> HttpResponse:
    place = managed_by(request, slug)
    other = selectors.member_for(place.club, public_id)
    invited = invitations.invite(
        place.club, role=Role.PLAYER, name=other.name, target=other, by=request.user, now=clock.now()
    )
    return _invitation_link(request, place, invited)


@login_required
@require_POST
def remove(request: SignedIn, slug: str, public_id: str) -> HttpResponse:
    place = managed_by(request, slug)
    other = selectors.member_for(place.club, public_id)
    members.remove(other, by=request.user, now=clock.now())
    messages.success(request, _("%(member)s is no longer a member.") % {"member": other})
    return redirect("club_members", slug)


@login_required
@require_POST
def hand_over(request: SignedIn, slug: str, public_id: str) -> HttpResponse:
    place = managed_by(request, slug)
    other = selectors.member_for(place.club, public_id)
    members.hand_over(place.club, to=other, by=request.user, now=clock.now())
    messages.success(request, _("%(member)s is asked. The club is yours until the other accepts.") % {"member": other})
    return redirect("club", slug)


@login_required
@require_POST
def take_over(request: SignedIn, slug: str) -> HttpResponse:
    """The member who is asked accepts the club or declines it; its owner takes the question back."""
    place = selectors.place_in(request.user, slug)
    if place.club.heir_id != place.pk and place.role != Role.OWNER:
        raise NotSeen
    if place.club.heir_id != place.pk:
        members.keep_club(place.club, by=request.user, now=clock.now())
        messages.success(request, _("You keep the club."))
    else:
        accept = "accept" in request.POST
        members.take_over(place.club, accept=accept, by=request.user, now=clock.now())
        messages.success(request, _("The club is yours.") if accept else _("You have declined the club."))
    return redirect("club", slug)


@login_required
@require_POST
def reset_link(request: SignedIn, slug: str, public_id: str) -> HttpResponse:
    place = managed_by(request, slug)
    other = selectors.member_for(place.club, public_id)
    path = links.make_reset_link(other, by=request.user, now=clock.now())
    context = {"club": place.club, "member": other, "address": request.build_absolute_uri(path)}
    return render(request, "frontend/clubs/reset_link.html", context)


def _invitation_link(request: SignedIn, place: Membership, invited: invitations.Invited) -> HttpResponse:
    # Shown in the answer itself: the secret is kept nowhere, so there is no page to redirect to.
    address = request.build_absolute_uri(invited.path)
    context = {"club": place.club, "invitation": invited.invitation, "address": address}
    return render(request, "frontend/clubs/invitation_link.html", context)


def _roles_for(place: Membership, other: Membership) -> list[Role]:
    return [Role.PLAYER] if other.on_paper else permissions.roles_to_give(place)


def _member_page(
    request: SignedIn,
    place: Membership,
    other: Membership,
    *,
    role_form: RoleForm | None = None,
    name_form: NameForm | None = None,
) -> HttpResponse:
    role_form = role_form or RoleForm(roles=_roles_for(place, other), initial={"role": other.role})
    name_form = name_form or NameForm(initial={"name": other.name})
    touch = permissions.may_touch(place, other)
    mine, theirs = selectors.memberships_of(request.user), selectors.memberships_of(other.user) if other.user else []
    context = {
        "club": place.club,
        "place": place,
        "member": other,
        "role_form": role_form if touch and not other.on_paper else None,
        "name_form": name_form if other.on_paper else None,
        "may_remove": touch and other.pk != place.pk,
        "may_hand_over": place.role == Role.OWNER and other.pk != place.pk and not other.on_paper,
        "may_reset": permissions.may_make_reset_link(mine, theirs, other),
        "undelivered": home.undelivered_to(other, since=clock.now() - home.UNDELIVERED),
    }
    return render(request, "frontend/clubs/member.html", context, status=status_of(role_form, name_form))


@login_required
@require_http_methods(["GET", "POST"])
def settings(request: SignedIn, slug: str) -> HttpResponse:
    place = managed_by(request, slug)
    club = place.club
    now_set: dict[str, Any] = {"name": club.name, "time_zone": club.time_zone, "language": club.language}
    now_set["second_step"] = club.second_step
    form = SettingsForm(request.POST or None, initial=now_set)
    if (
        form.is_valid()
        and attempt(form, club_verbs.change_settings, club, by=request.user, now=clock.now(), **form.cleaned_data)
        is not None
    ):
        messages.success(request, _("Saved."))
        return redirect("club", slug)
    return render(request, "frontend/clubs/settings.html", {"club": club, "form": form}, status=status_of(form))


@login_required
@require_GET
def log(request: SignedIn, slug: str) -> HttpResponse:
    place = managed_by(request, slug)
    page = Paginator(selectors.log_of(place.club), LOG_LINES).get_page(request.GET.get("page"))
    lines = [{"at": entry.at, "text": narration.sentence(entry)} for entry in page]
    return render(request, "frontend/clubs/log.html", {"club": place.club, "page": page, "lines": lines})


# --- Through the link of an invitation ---------------------------------------------------------------


@require_http_methods(["GET", "POST"])
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """Who invites, and the way in. A link we never made answers 404 on a page that helps; a spent one 410."""
    try:
        found_one = selectors.invitation_by(token)
    except NotSeen:
        return render(request, "frontend/clubs/invitation_unknown.html", status=404)
    club = found_one.club
    if selectors.membership_of(request.user, club):
        return redirect("club", club.slug)
    try:
        invitations.check_usable(found_one, now=clock.now())
        if request.method == "POST":
            return _accept(request, found_one)
    except Refusal as refusal:
        context = {"club": club, "text": refusal.text}
        return render(request, "frontend/clubs/invitation_spent.html", context, status=refusal.status)
    return render(request, "frontend/clubs/invitation.html", {"club": club, "invitation": found_one})


def _accept(request: HttpRequest, invitation: Invitation) -> HttpResponse:
    if not request.user.is_authenticated:
        entrance.remember(request, invitation)
        return redirect("account_login" if request.POST.get("way") == "login" else "account_signup")
    invitations.join(invitation, by=request.user, now=clock.now())
    entrance.welcome(request, invitation.club)
    return redirect("club", invitation.club.slug)
