"""Members come, change their role, and go. A row once written stays: old wars still know their names.

Every verb holds the club first and tests the acting person after that, so its answer is true when it commits.
"""

from datetime import datetime

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from clubs.errors import NotSeen, Refusal
from clubs.models import Act, Club, Invitation, Membership, Role, User
from clubs.permissions import MANAGERS, may_touch, roles_to_give
from clubs.selectors import membership_of, owners_of
from clubs.services.desk import clean_name, current, lock, manager, place_of, require_manager, write
from clubs.signals import member_left


@transaction.atomic
def add_paper_member(club: Club, *, name: str, by: User, now: datetime) -> Membership:
    """Enter a member without an account, by name. Managers only; he is a player, for an office needs a log-in."""
    club = lock(club)
    manager(by, club)
    member = Membership.objects.create(club=club, name=clean_name(name), role=Role.PLAYER, joined_at=now)
    write(club, Act.ADDED, by=by, now=now, member=member)
    return member


@transaction.atomic
def rename_paper_member(member: Membership, *, name: str, by: User, now: datetime) -> Membership:
    """Correct the name of a member on paper. A person with an account chooses his name himself."""
    club = lock(member.club)
    manager(by, club)
    member = current(member)
    if not member.on_paper:
        raise Refusal(_("This member has an account and chooses the name himself."), code="has_account")
    member.name = clean_name(name)
    member.save(update_fields=["name"])
    write(club, Act.RENAMED, by=by, now=now, member=member)
    return member


@transaction.atomic
def enlist(
    club: Club, *, user: User, role: Role, by: User, now: datetime, target: Membership | None = None
) -> Membership:
    """Make a person a member: on the row of ``target`` (a member on paper), on his old row, or on a new one.

    For verbs that already know that he may come in (an invitation used): nobody is asked here. Refused for a
    current member, and for a ``target`` who got an account or left meanwhile.
    """
    if membership_of(user, club) is not None:
        raise Refusal(_("You are already a member of this club."), code="already_a_member", status=409)
    if target is not None:
        member = current(target)
        if not member.on_paper:
            raise Refusal(_("This member already has an account."), code="has_account", status=409)
        member.user, member.name, member.role = user, "", role
    else:
        old = Membership.objects.filter(club=club, user=user).order_by("-left_at").first()
        member = old or Membership(club=club, user=user, joined_at=now)
        member.role, member.left_at = role, None
    member.save()
    write(club, Act.JOINED, by=by, now=now, member=member, data={"role": role})
    return member


@transaction.atomic
def leave(club: Club, *, by: User, now: datetime) -> Membership:
    """Leave a club. The last owner is refused: he must hand the club over first."""
    club = lock(club)
    place = place_of(by, club)
    _keep_an_owner(place)
    return depart(place, act=Act.LEFT, by=by, now=now)


@transaction.atomic
def remove(member: Membership, *, by: User, now: datetime) -> Membership:
    """Remove a member. Owners may remove anybody but the last owner; administrators umpires and players."""
    club = lock(member.club)
    mine = manager(by, club)
    member = current(member)
    if member.pk == mine.pk:
        raise Refusal(_("To go yourself, leave the club."), code="not_yourself")
    _check_may_touch(mine, member)
    _keep_an_owner(member)
    return depart(member, act=Act.REMOVED, by=by, now=now)


@transaction.atomic
def change_role(member: Membership, *, role: Role, by: User, now: datetime) -> Membership:
    """Give a member another role.

    Only an owner makes, or unmakes, owners and administrators; a member on paper stays a player; the last owner
    stays one.
    """
    club = lock(member.club)
    mine = manager(by, club)
    member = current(member)
    role = Role(role)
    _check_may_touch(mine, member)
    if role not in roles_to_give(mine):
        raise Refusal(_("Only an owner of the club makes owners and administrators."), code="owner_needed", status=403)
    if member.on_paper and role != Role.PLAYER:
        raise Refusal(_("A member without an account can only be a player."), code="needs_account")
    if role == member.role:
        return member
    if role != Role.OWNER:
        _keep_an_owner(member)
    before, member.role = member.role, role
    member.save(update_fields=["role"])
    if role not in MANAGERS or before == Role.OWNER:
        withdraw_made_by(member, now=now)
    write(club, Act.ROLE, by=by, now=now, member=member, data={"before": before, "role": role})
    return member


@transaction.atomic
def hand_over(club: Club, *, to: Membership, by: User, now: datetime) -> Membership:
    """Ask another member to become the owner in one's own place. Owners only; nothing changes until he accepts (``take_over``)."""
    club = lock(club)
    mine = place_of(by, club)
    to = current(to)
    if mine.role != Role.OWNER:
        raise Refusal(_("Only an owner can hand the club over."), code="owner_needed", status=403)
    require_manager(mine, club)  # may want a second step of him
    if to.club_id != club.pk or to.pk == mine.pk or to.user is None or not to.user.is_active:
        raise Refusal(_("A club is handed over to another member who has an account."), code="needs_account")
    if to.role == Role.OWNER:
        raise Refusal(_("This member is an owner already."), code="owner_already")
    _set_heir(club, to, mine)
    write(club, Act.OFFERED, by=by, now=now, member=to)
    return to


@transaction.atomic
def take_over(club: Club, *, accept: bool, by: User, now: datetime) -> Membership:
    """Accept or decline the club one is offered. Who accepts is its owner; who offered it stays on as an administrator."""
    club = lock(club)
    mine = place_of(by, club)
    if club.heir_id != mine.pk or club.heir_of_id is None:
        raise NotSeen
    giver = Membership.objects.get(pk=club.heir_of_id)
    _set_heir(club, None, None)
    if not accept:
        write(club, Act.KEPT, by=by, now=now, member=mine)
        return mine
    if giver.left_at is not None or giver.role != Role.OWNER:
        raise Refusal(_("Whoever offered you the club does not own it any more."), code="offer_gone", status=409)
    mine.role, giver.role = Role.OWNER, Role.ADMIN
    mine.save(update_fields=["role"])
    giver.save(update_fields=["role"])
    withdraw_made_by(giver, now=now)
    assert giver.user is not None  # an owner has an account
    write(club, Act.HANDED_OVER, by=giver.user, now=now, member=mine)
    return mine


@transaction.atomic
def keep_club(club: Club, *, by: User, now: datetime) -> None:
    """An owner takes the offer of the club back."""
    club = lock(club)
    mine = place_of(by, club)
    if mine.role != Role.OWNER:
        raise Refusal(_("Only an owner can hand the club over."), code="owner_needed", status=403)
    if club.heir_id is not None:
        _set_heir(club, None, None)
        write(club, Act.KEPT, by=by, now=now, member=mine)


def _set_heir(club: Club, heir: Membership | None, of: Membership | None) -> None:
    club.heir, club.heir_of = heir, of
    club.save(update_fields=["heir", "heir_of"])


def depart(member: Membership, *, act: Act, by: User, now: datetime) -> Membership:
    """Close a membership, inside the caller's transaction and after its tests; other apps hear of it."""
    member.left_at = now
    member.save(update_fields=["left_at"])
    # What he was offered, or offered, is offered no more.
    Club.objects.filter(Q(heir=member) | Q(heir_of=member)).update(heir=None, heir_of=None)
    withdraw_made_by(member, now=now)
    Invitation.objects.filter(membership=member, used_at=None, withdrawn_at=None).update(withdrawn_at=now)
    write(member.club, act, by=by, now=now, member=member)
    member_left.send(Membership, membership=member, by=by, now=now)
    return member


def withdraw_made_by(member: Membership, *, now: datetime) -> None:
    """Take back the open invitations of somebody who lost the power to make them, so he keeps no back door."""
    if member.user_id is not None:
        Invitation.objects.filter(
            club_id=member.club_id, created_by_id=member.user_id, used_at=None, withdrawn_at=None
        ).update(withdrawn_at=now)


def _check_may_touch(mine: Membership, member: Membership) -> None:
    if not may_touch(mine, member):
        raise Refusal(
            _("An administrator cannot change or remove owners and administrators."), code="owner_needed", status=403
        )


def _keep_an_owner(member: Membership) -> None:
    if member.role == Role.OWNER and len(owners_of(member.club)) == 1:
        raise Refusal(
            _("This is the last owner of the club. Hand the club over to another member first."), code="last_owner"
        )
