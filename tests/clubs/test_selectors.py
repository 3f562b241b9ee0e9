"""Reading who is in which club."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import Http404

from clubs import permissions, selectors
from clubs.errors import NotSeen
from clubs.models import Role
from clubs.services import members
from tests.factories.clubs import NOW, enlist, found, paper_member

pytestmark = pytest.mark.django_db


def test_a_person_sees_his_clubs_by_name(livia, hanno):
    late, early = found("Vexillum", by=livia), found("aquila", by=hanno)
    enlist(early, livia)
    members.leave(enlist(found("Left", by=hanno), livia).club, by=livia, now=NOW)
    paper_member(late, "Titus")
    seen = [(club.name, club.my_role, club.member_count) for club in selectors.clubs_of(livia)]
    assert seen == [("aquila", "player", 2), ("Vexillum", "owner", 2)]
    assert list(selectors.clubs_of(AnonymousUser())) == []


def test_a_club_one_is_not_in_is_like_one_that_is_not_there(club, nobody, django_assert_num_queries):
    for slug in (club.slug, "not-there"):
        with django_assert_num_queries(1), pytest.raises(NotSeen) as unseen:
            selectors.club_for(nobody, slug)
        assert isinstance(unseen.value, Http404)


def test_who_left_sees_nothing_any_more(club, hanno):
    assert selectors.club_for(hanno, club.slug) == club
    members.leave(club, by=hanno, now=NOW)
    with pytest.raises(NotSeen):
        selectors.club_for(hanno, club.slug)


def test_a_member_of_another_club_is_not_found_here(club, nobody):
    stranger = selectors.membership_of(nobody, found("Elsewhere", by=nobody))
    with pytest.raises(NotSeen):
        selectors.member_for(club, stranger.public_id)


@pytest.mark.parametrize("more", [1, 3])
def test_the_list_of_members_is_one_query(club, more, django_assert_num_queries):
    for number in range(more):
        paper_member(club, f"Titus {number}")
    with django_assert_num_queries(1):
        assert len([str(member) for member in selectors.members_of(club)]) == 5 + more


@pytest.mark.parametrize(
    ("who", "role", "manages"),
    [
        ("livia", Role.OWNER, True),
        ("fabia", Role.ADMIN, True),
        ("ines", Role.UMPIRE, False),
        ("hanno", Role.PLAYER, False),
        ("nobody", None, False),
    ],
)
def test_rights_follow_from_the_role(request, club, nobody, who, role, manages):
    user = request.getfixturevalue(who)
    place = selectors.membership_of(user, club)
    assert permissions.role_in(club, user) == role
    assert permissions.is_member(club, user) == (role is not None)
    assert (place is not None and permissions.manages(place)) == manages


def test_nobody_logged_in_has_no_rights(club):
    assert permissions.role_in(club, AnonymousUser()) is None
