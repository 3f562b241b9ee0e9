"""Two people in the same moment. Runs on a real database with a connection each."""

import threading
from collections.abc import Callable

import pytest
from django.db import connection

from clubs import selectors
from clubs.errors import Refusal
from clubs.models import Club, Membership, Role, User
from clubs.services import invitations, members
from tests.factories.clubs import NOW, enlist, found, invite, sign_up

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(*acts: Callable[[], object]) -> list[str]:
    """Start all acts together; "done" or the code of the refusal for each, sorted."""
    answers: list[str] = []
    start = threading.Barrier(len(acts))

    def run(act: Callable[[], object]) -> None:
        try:
            start.wait(timeout=10)
            act()
            answers.append("done")
        except Refusal as refusal:
            answers.append(refusal.code)
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(act,)) for act in acts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=30)
    return sorted(answers)


@pytest.fixture
def legio() -> tuple[Club, list[User]]:
    owners = [sign_up("livia"), sign_up("hanno")]
    club = found("Legio", by=owners[0])
    enlist(club, owners[1], Role.OWNER)
    return club, owners


@pytest.mark.parametrize("round_number", range(3))
def test_two_owners_who_leave_together_leave_one_behind(legio, round_number):
    club, owners = legio
    answers = at_once(*(lambda who=who: members.leave(club, by=who, now=NOW) for who in owners))
    assert answers == ["done", "last_owner"]
    assert len(selectors.owners_of(club)) == 1


@pytest.mark.parametrize("round_number", range(3))
def test_one_link_pressed_by_two_makes_one_member(legio, round_number):
    club, _owners = legio
    invitation, _token = invite(club)
    people = [sign_up("cato"), sign_up("titus")]
    answers = at_once(*(lambda who=who: invitations.join(invitation, by=who, now=NOW) for who in people))
    assert answers == ["done", "invitation_used"]
    assert Membership.objects.filter(club=club, user__in=people).count() == 1


def test_two_clubs_of_one_name_founded_together_have_two_addresses(db):
    people = [sign_up("cato"), sign_up("titus")]
    assert at_once(*(lambda who=who: found("Legio", by=who) for who in people)) == ["done", "done"]
    assert sorted(Club.objects.values_list("slug", flat=True)) == ["legio", "legio-2"]
