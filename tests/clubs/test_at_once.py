"""Two people in the same moment. Runs on a real database with a connection each."""

from collections.abc import Callable

import pytest

from clubs import selectors
from clubs.errors import Refusal
from clubs.models import Club, Membership, Role, User
from clubs.services import invitations, members
from tests.factories.clubs import NOW, enlist, found, invite, sign_up
from tests.together import at_once

pytestmark = pytest.mark.django_db(transaction=True)


def codes(*acts: Callable[[], object]) -> list[str]:
    """Start all acts together; "done" or the code of the refusal for each, sorted."""
    came = at_once(*acts)
    broken = [one for one in came if isinstance(one, Exception) and not isinstance(one, Refusal)]
    assert not broken, broken
    return sorted(one.code if isinstance(one, Refusal) else "done" for one in came)


@pytest.fixture
def legio() -> tuple[Club, list[User]]:
    owners = [sign_up("livia"), sign_up("hanno")]
    club = found("Legio", by=owners[0])
    enlist(club, owners[1], Role.OWNER)
    return club, owners


@pytest.mark.parametrize("round_number", range(3))
def test_two_owners_who_leave_together_leave_one_behind(legio, round_number):
    club, owners = legio
    answers = codes(*(lambda who=who: members.leave(club, by=who, now=NOW) for who in owners))
    assert answers == ["done", "last_owner"]
    assert len(selectors.owners_of(club)) == 1


@pytest.mark.parametrize("round_number", range(3))
def test_one_link_pressed_by_two_makes_one_member(legio, round_number):
    club, _owners = legio
    invitation, _token = invite(club)
    people = [sign_up("cato"), sign_up("titus")]
    answers = codes(*(lambda who=who: invitations.join(invitation, by=who, now=NOW) for who in people))
    assert answers == ["done", "invitation_used"]
    assert Membership.objects.filter(club=club, user__in=people).count() == 1


def test_two_clubs_of_one_name_founded_together_have_two_addresses(db):
    people = [sign_up("cato"), sign_up("titus")]
    assert codes(*(lambda who=who: found("Legio", by=who) for who in people)) == ["done", "done"]
    assert sorted(Club.objects.values_list("slug", flat=True)) == ["legio", "legio-2"]
