"""A link for a new password is the key to an account: who may make one for whom."""

import pytest
from django.urls import reverse

from clubs import selectors
from clubs.errors import NotSeen, Refusal
from clubs.models import Role
from clubs.services import links, members
from tests.factories.clubs import NOW, enlist, found, paper_member

pytestmark = pytest.mark.django_db


def refused_code(member, by) -> str:
    with pytest.raises(Refusal) as refused:
        links.make_reset_link(member, by=by, now=NOW)
    return refused.value.code


def test_it_sets_a_new_password_once(club, fabia, hanno, place, client):
    path = links.make_reset_link(place(hanno), by=fabia, now=NOW)
    form_page = client.get(path, follow=True)
    new = {"password1": "an-elephant-in-the-snow", "password2": "an-elephant-in-the-snow"}
    client.post(form_page.redirect_chain[-1][0], new)
    hanno.refresh_from_db()
    assert hanno.check_password("an-elephant-in-the-snow")
    again = client.get(path, follow=True)
    assert "password1" not in again.content.decode()


def test_everybody_concerned_can_see_that_it_was_made(club, fabia, hanno, place):
    links.make_reset_link(place(hanno), by=fabia, now=NOW)
    entry = selectors.log_of(club)[0]
    assert (entry.act, entry.by, entry.member) == ("reset_link", fabia, place(hanno))
    assert selectors.reset_links_made_for(hanno) == [entry]
    assert selectors.reset_links_made_for(fabia) == []


def test_the_key_stands_in_no_log(club, fabia, hanno, place):
    path = links.make_reset_link(place(hanno), by=fabia, now=NOW)
    assert path.rstrip("/").rpartition("-")[2] not in str(list(selectors.log_of(club).values()))


def test_an_owner_may_for_administrators_and_fellow_owners(club, livia, fabia, hanno, place):
    members.change_role(place(hanno), role=Role.OWNER, by=livia, now=NOW)
    for other in (fabia, hanno):
        assert links.make_reset_link(place(other), by=livia, now=NOW).startswith("/accounts/password/reset/key/")


def test_an_administrator_may_not_for_owners_and_administrators(club, livia, fabia, marco, place):
    members.change_role(place(marco), role=Role.ADMIN, by=livia, now=NOW)
    for other in (livia, marco):
        assert refused_code(place(other), fabia) == "reset_not_yours"


def test_not_for_oneself(club, livia, place):
    assert refused_code(place(livia), livia) == "reset_not_yours"


@pytest.mark.parametrize("right", ["is_staff", "is_superuser"])
def test_not_for_who_runs_the_site(club, livia, hanno, place, right):
    setattr(hanno, right, True)
    hanno.save()
    assert refused_code(place(hanno), livia) == "reset_not_yours"


def test_not_for_an_account_that_is_switched_off(club, livia, hanno, place):
    hanno.is_active = False
    hanno.save()
    assert refused_code(place(hanno), livia) == "reset_not_yours"


@pytest.mark.parametrize("role", [Role.PLAYER, Role.ADMIN])
def test_not_for_a_member_of_a_club_the_maker_does_not_run(club, livia, hanno, nobody, place, role):
    elsewhere = found("Elsewhere", by=nobody)
    enlist(elsewhere, hanno, role)
    assert refused_code(place(hanno), livia) == "reset_not_yours"
    enlist(elsewhere, livia, Role.PLAYER)
    assert refused_code(place(hanno), livia) == "reset_not_yours"


@pytest.mark.parametrize(
    ("his", "mine", "allowed"), [("player", "admin", True), ("admin", "admin", False), ("admin", "owner", True)]
)
def test_in_every_common_club_the_maker_must_have_the_say(club, livia, hanno, nobody, place, his, mine, allowed):
    elsewhere = found("Elsewhere", by=nobody)
    enlist(elsewhere, hanno, Role(his))
    enlist(elsewhere, livia, Role(mine))
    if allowed:
        assert links.make_reset_link(place(hanno), by=livia, now=NOW)
    else:
        assert refused_code(place(hanno), livia) == "reset_not_yours"


def test_a_club_he_left_gives_no_say_and_takes_none(club, livia, hanno, nobody, place):
    elsewhere = found("Elsewhere", by=nobody)
    enlist(elsewhere, hanno)
    members.leave(elsewhere, by=hanno, now=NOW)
    assert links.make_reset_link(place(hanno), by=livia, now=NOW)
    with pytest.raises(Refusal):
        links.make_reset_link(elsewhere.memberships.get(user=hanno), by=nobody, now=NOW)


def test_a_member_on_paper_has_no_password(club, livia):
    assert refused_code(paper_member(club, "Titus"), livia) == "needs_account"


def test_players_and_outsiders_make_none(club, hanno, marco, nobody, place):
    assert refused_code(place(marco), hanno) == "not_a_manager"
    with pytest.raises(NotSeen):
        links.make_reset_link(place(marco), by=nobody, now=NOW)


def test_the_page_of_the_link_is_there(club):
    assert reverse("account_reset_password_from_key", kwargs={"uidb36": "1", "key": "x"})
