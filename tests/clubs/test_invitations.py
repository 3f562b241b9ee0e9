"""A link that makes one person a member, once."""

from datetime import timedelta
from smtplib import SMTPServerDisconnected

import pytest
from django.core import mail
from django.core.mail import EmailMessage

from clubs import selectors
from clubs.errors import NotSeen, Refusal
from clubs.models import ClubLogEntry, Invitation, Membership, Role, User
from clubs.services import invitations
from tests.factories.clubs import NOW, enlist, found, invite, paper_member, sign_up

pytestmark = pytest.mark.django_db


def refusal(verb, *args, **kwargs) -> tuple[str, int]:
    with pytest.raises(Refusal) as refused:
        verb(*args, **kwargs)
    return refused.value.code, refused.value.status


def test_a_person_joins_with_the_role_of_the_link(club, nobody):
    invitation, token = invite(club, Role.UMPIRE)
    member = invitations.join(selectors.invitation_by(token), by=nobody, now=NOW)
    invitation.refresh_from_db()
    assert (member.user, member.role, member.joined_at) == (nobody, Role.UMPIRE, NOW)
    assert (invitation.used_at, invitation.used_by) == (NOW, nobody)
    assert [entry.act for entry in selectors.log_of(club)[:2]] == ["joined", "invited"]


def test_the_database_does_not_hold_the_secret(club):
    _invitation, token = invite(club, name="Titus")
    rows = [*Invitation.objects.values_list(), *ClubLogEntry.objects.values_list()]
    assert token not in str(rows)


def test_printing_a_fresh_invitation_does_not_show_the_secret(club, livia):
    invited = invitations.invite(club, role=Role.PLAYER, by=livia, now=NOW)
    assert invited.token not in repr(invited)


def test_a_link_works_once(club, nobody):
    invitation, _token = invite(club)
    invitations.join(invitation, by=nobody, now=NOW)
    assert refusal(invitations.join, invitation, by=sign_up("late"), now=NOW) == ("invitation_used", 410)


@pytest.mark.parametrize(("after", "open_still"), [(-1, True), (0, False)])
def test_a_link_dies_after_two_weeks(club, nobody, after, open_still):
    invitation, _token = invite(club)
    late = NOW + timedelta(days=14, seconds=after)
    if open_still:
        assert invitations.join(invitation, by=nobody, now=late).user == nobody
    else:
        assert refusal(invitations.join, invitation, by=nobody, now=late) == ("invitation_expired", 410)


def test_a_withdrawn_link_is_worthless(club, fabia, nobody):
    invitation, _token = invite(club)
    invitations.withdraw(invitation, by=fabia, now=NOW)
    assert refusal(invitations.join, invitation, by=nobody, now=NOW) == ("invitation_withdrawn", 410)


def test_a_used_link_cannot_be_withdrawn(club, livia, nobody):
    invitation, _token = invite(club)
    invitations.join(invitation, by=nobody, now=NOW)
    assert refusal(invitations.withdraw, invitation, by=livia, now=NOW) == ("invitation_used", 409)


def test_a_link_we_never_made_is_not_seen(club):
    with pytest.raises(NotSeen):
        selectors.invitation_by("invented")


def test_a_member_does_not_spend_it(club, hanno):
    invitation, _token = invite(club)
    assert refusal(invitations.join, invitation, by=hanno, now=NOW) == ("already_a_member", 409)
    assert Invitation.objects.get(pk=invitation.pk).used_at is None


def test_a_person_switched_off_meanwhile_does_not_join(club, nobody):
    invitation, _token = invite(club)
    User.objects.filter(pk=nobody.pk).update(is_active=False)
    with pytest.raises(NotSeen):
        invitations.join(invitation, by=nobody, now=NOW)


def test_a_member_on_paper_gets_an_account_and_keeps_his_row(club, nobody):
    paper = paper_member(club, "Old Titus")
    invitation, _token = invite(club, target=paper, name="Old Titus")
    member = invitations.join(invitation, by=nobody, now=NOW)
    assert (member.pk, member.user, str(member), member.on_paper) == (paper.pk, nobody, "Nobody", False)


def test_a_place_on_paper_is_taken_once(club, nobody):
    paper = paper_member(club, "Old Titus")
    first, second = (invite(club, target=paper)[0] for _ in range(2))
    invitations.join(first, by=nobody, now=NOW)
    assert refusal(invitations.join, second, by=sign_up("late"), now=NOW) == ("has_account", 409)


def test_who_has_no_name_of_his_own_is_first_called_as_the_club_calls_him(club):
    newcomer, named = sign_up("titus77"), sign_up("cato", display_name="Cato")
    for who in (newcomer, named):
        invitations.join(invite(club, name="Titus")[0], by=who, now=NOW)
    assert [str(User.objects.get(pk=who.pk)) for who in (newcomer, named)] == ["Titus", "Cato"]


@pytest.mark.parametrize("role", list(Role))
def test_who_may_invite_to_which_role(club, livia, fabia, role):
    may = {livia: role != Role.OWNER, fabia: role in (Role.UMPIRE, Role.PLAYER)}
    for who, allowed in may.items():
        if allowed:
            assert invitations.invite(club, role=role, by=who, now=NOW).invitation.role == role
        else:
            assert refusal(invitations.invite, club, role=role, by=who, now=NOW) == ("role_not_yours", 403)


def test_players_and_outsiders_invite_nobody(club, hanno, nobody):
    assert refusal(invitations.invite, club, role=Role.PLAYER, by=hanno, now=NOW) == ("not_a_manager", 403)
    with pytest.raises(NotSeen):
        invitations.invite(club, role=Role.PLAYER, by=nobody, now=NOW)


def test_a_place_of_another_club_is_not_given_away(club, livia, nobody):
    elsewhere = found("Elsewhere", by=nobody)
    stranger = paper_member(elsewhere, "Titus")
    assert refusal(invitations.invite, club, role=Role.PLAYER, by=livia, now=NOW, target=stranger)[0] == "has_account"


class TestLetters:
    @pytest.fixture(autouse=True)
    def mail_works(self, settings):
        settings.MAIL_WORKS = True

    def test_the_link_goes_to_the_address_after_the_commit(self, club, livia, django_capture_on_commit_callbacks):
        with django_capture_on_commit_callbacks(execute=True):
            invited = invitations.invite(club, role=Role.PLAYER, by=livia, now=NOW, email=" titus@example.org ")
            assert mail.outbox == []
        (letter,) = mail.outbox
        assert (letter.to, letter.subject) == (["titus@example.org"], "Legio Valencia invites you")
        assert f"http://testserver/invitations/{invited.token}/" in letter.body

    def test_no_letter_where_mail_does_not_work(self, club, livia, settings, django_capture_on_commit_callbacks):
        settings.MAIL_WORKS = False
        with django_capture_on_commit_callbacks(execute=True):
            invitations.invite(club, role=Role.PLAYER, by=livia, now=NOW, email="titus@example.org")
        assert mail.outbox == []

    def test_a_broken_mail_server_takes_nothing_back(
        self, club, livia, monkeypatch, django_capture_on_commit_callbacks
    ):
        def refuse(letter):
            raise SMTPServerDisconnected("gone")

        monkeypatch.setattr(EmailMessage, "send", refuse)
        with django_capture_on_commit_callbacks(execute=True):
            invited = invitations.invite(club, role=Role.PLAYER, by=livia, now=NOW, email="titus@example.org")
        assert Invitation.objects.filter(pk=invited.invitation.pk).exists()

    @pytest.mark.parametrize("address", ["titus", "a@b", "x@example.org\nBcc: all@example.org"])
    def test_what_is_no_address_is_refused(self, club, livia, address):
        assert refusal(invitations.invite, club, role=Role.PLAYER, by=livia, now=NOW, email=address)[0] == "bad_email"

    def test_a_club_is_no_way_to_write_to_the_whole_world(self, club, livia, monkeypatch):
        monkeypatch.setattr(invitations, "MOST_LETTERS_A_DAY", 1)
        invitations.invite(club, role=Role.PLAYER, by=livia, now=NOW, email="one@example.org")
        again = {"role": Role.PLAYER, "by": livia, "now": NOW + timedelta(hours=23)}
        assert refusal(invitations.invite, club, email="two@example.org", **again) == ("too_many_letters", 429)
        assert invitations.invite(club, **again).invitation.email == ""


def test_open_invitations_have_a_ceiling(club, livia, monkeypatch):
    monkeypatch.setattr(invitations, "MOST_OPEN", 1)
    invite(club)
    assert refusal(invitations.invite, club, role=Role.PLAYER, by=livia, now=NOW)[0] == "too_many_invitations"


def test_open_invitations_are_those_that_can_still_be_used(club, livia, nobody):
    used, withdrawn, expired, waiting = (invite(club, now=NOW - timedelta(days=age))[0] for age in (0, 0, 15, 1))
    invitations.join(used, by=nobody, now=NOW)
    invitations.withdraw(withdrawn, by=livia, now=NOW)
    assert selectors.open_invitations(club, now=NOW) == [waiting]
    assert expired.expires_at < NOW


def test_a_former_member_comes_back_with_the_new_role(club, hanno, place):
    row = place(hanno)
    Membership.objects.filter(pk=row.pk).update(left_at=NOW)
    assert enlist(club, hanno, Role.ADMIN).pk == row.pk


def test_an_address_with_an_open_invitation_is_not_written_to_again(club, livia, fabia):
    invited = invitations.invite(club, role=Role.PLAYER, email="new@example.org", by=livia, now=NOW)
    again = {"role": Role.PLAYER, "email": "NEW@example.org", "by": fabia, "now": NOW}
    assert refusal(invitations.invite, club, **again) == ("invited_already", 409)
    invitations.withdraw(invited.invitation, by=livia, now=NOW)
    assert invitations.invite(club, **again).invitation.email == "NEW@example.org"


def test_an_invitation_to_many_addresses_at_once_is_refused(club, livia):
    many = ", ".join(f"somebody{n}@example.org" for n in range(10_000))
    assert refusal(invitations.invite, club, role=Role.PLAYER, email=many, by=livia, now=NOW)[0] == "bad_email"


def test_whether_an_address_has_an_account_is_not_told(club, livia, nobody):
    """To invite somebody who has an account answers as to invite somebody who has none."""
    known = invitations.invite(club, role=Role.PLAYER, email=nobody.email, by=livia, now=NOW)
    unknown = invitations.invite(club, role=Role.PLAYER, email="never@example.org", by=livia, now=NOW)
    assert {type(one.token) for one in (known, unknown)} == {str}
    assert known.invitation.membership is unknown.invitation.membership is None
