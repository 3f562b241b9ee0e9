"""Members come, change their role, and go."""

import pytest

from clubs import selectors
from clubs.errors import NotSeen, Refusal
from clubs.models import Club, ClubLogEntry, Invitation, Membership, Role
from clubs.services import invitations, members
from clubs.signals import member_left
from tests.factories.clubs import NOW, enlist, found, invite, paper_member

pytestmark = pytest.mark.django_db


def refusal(verb, *args, **kwargs) -> str:
    with pytest.raises(Refusal) as refused:
        verb(*args, **kwargs)
    return refused.value.code


def roles(club) -> dict[str, str]:
    return {str(member): member.role for member in selectors.members_of(club)}


def test_the_powerful_come_first_then_the_alphabet(club):
    paper_member(club, "álvaro")
    assert list(roles(club).items()) == [
        ("Livia", "owner"),
        ("Fabia", "admin"),
        ("Ines", "umpire"),
        ("Hanno", "player"),
        ("Marco", "player"),
        ("álvaro", "player"),
    ]


class TestPaper:
    def test_a_member_on_paper_has_a_name_and_no_account(self, club, fabia):
        member = members.add_paper_member(club, name=" Old Titus ", by=fabia, now=NOW)
        assert (str(member), member.on_paper, member.role) == ("Old Titus", True, Role.PLAYER)

    def test_his_name_can_be_corrected(self, club, fabia):
        member = paper_member(club, "Titvs")
        members.rename_paper_member(member, name="Titus", by=fabia, now=NOW)
        assert str(Membership.objects.get(pk=member.pk)) == "Titus"

    def test_a_person_with_an_account_is_not_renamed_by_others(self, club, livia, hanno, place):
        assert refusal(members.rename_paper_member, place(hanno), name="Punic", by=livia, now=NOW) == "has_account"

    def test_he_holds_no_office(self, club, livia):
        member = paper_member(club, "Titus")
        assert refusal(members.change_role, member, role=Role.UMPIRE, by=livia, now=NOW) == "needs_account"

    def test_only_managers_add_one(self, club, ines, nobody):
        assert refusal(members.add_paper_member, club, name="Titus", by=ines, now=NOW) == "not_a_manager"
        with pytest.raises(NotSeen):
            members.add_paper_member(club, name="Titus", by=nobody, now=NOW)


class TestLeaving:
    def test_a_member_who_leaves_keeps_his_row(self, club, hanno, place):
        member = place(hanno)
        members.leave(club, by=hanno, now=NOW)
        member.refresh_from_db()
        assert (member.left_at, str(member)) == (NOW, "Hanno")
        assert selectors.membership_of(hanno, club) is None

    def test_other_apps_hear_of_it(self, club, hanno, place):
        heard = []

        def listen(sender, membership, by, now, **kwargs):
            heard.append((membership, by, now))

        member_left.connect(listen)
        try:
            members.leave(club, by=hanno, now=NOW)
        finally:
            member_left.disconnect(listen)
        assert heard == [(place(hanno), hanno, NOW)]

    def test_the_last_owner_must_hand_over_first(self, club, livia, hanno, place):
        assert refusal(members.leave, club, by=livia, now=NOW) == "last_owner"
        members.hand_over(club, to=place(hanno), by=livia, now=NOW)
        members.take_over(club, accept=True, by=hanno, now=NOW)
        members.leave(club, by=livia, now=NOW)
        assert [str(owner) for owner in selectors.owners_of(club)] == ["Hanno"]

    def test_an_owner_whose_account_is_switched_off_does_not_count(self, club, livia, hanno, place):
        members.change_role(place(hanno), role=Role.OWNER, by=livia, now=NOW)
        hanno.is_active = False
        hanno.save()
        assert refusal(members.leave, club, by=livia, now=NOW) == "last_owner"

    def test_who_comes_back_gets_his_old_row(self, club, hanno, place):
        old = place(hanno)
        members.leave(club, by=hanno, now=NOW)
        enlist(club, hanno, Role.UMPIRE)
        back = place(hanno)
        assert (back.pk, back.role, back.left_at, back.joined_at) == (old.pk, Role.UMPIRE, None, old.joined_at)

    def test_nobody_leaves_a_club_he_is_not_in(self, club, nobody):
        with pytest.raises(NotSeen):
            members.leave(club, by=nobody, now=NOW)


class TestRemoving:
    def test_an_administrator_removes_a_player(self, club, fabia, hanno, place):
        member = members.remove(place(hanno), by=fabia, now=NOW)
        entry = selectors.log_of(club)[0]
        assert (member.left_at, entry.act, entry.by, entry.member) == (NOW, "removed", fabia, member)

    def test_an_administrator_does_not_touch_owners_and_administrators(self, club, livia, fabia, hanno, place):
        members.change_role(place(hanno), role=Role.ADMIN, by=livia, now=NOW)
        for other in (livia, hanno):
            assert refusal(members.remove, place(other), by=fabia, now=NOW) == "owner_needed"
            assert refusal(members.change_role, place(other), role=Role.PLAYER, by=fabia, now=NOW) == "owner_needed"

    def test_nobody_removes_himself(self, club, livia, place):
        assert refusal(members.remove, place(livia), by=livia, now=NOW) == "not_yourself"

    def test_twice_is_refused_as_stale(self, club, livia, hanno, place):
        member = place(hanno)
        members.remove(member, by=livia, now=NOW)
        with pytest.raises(Refusal) as refused:
            members.remove(member, by=livia, now=NOW)
        assert (refused.value.code, refused.value.status) == ("not_a_member", 409)

    def test_a_player_removes_nobody(self, club, hanno, marco, place):
        assert refusal(members.remove, place(marco), by=hanno, now=NOW) == "not_a_manager"

    def test_the_manager_of_another_club_removes_nobody_here(self, club, hanno, nobody, place):
        found("Elsewhere", by=nobody)
        with pytest.raises(NotSeen):
            members.remove(place(hanno), by=nobody, now=NOW)

    def test_open_invitations_of_the_removed_die_with_his_power(self, club, livia, fabia, place):
        made = invitations.invite(club, role=Role.PLAYER, by=fabia, now=NOW).invitation
        members.remove(place(fabia), by=livia, now=NOW)
        assert Invitation.objects.get(pk=made.pk).withdrawn_at == NOW

    def test_so_do_those_for_the_place_of_a_removed_member_on_paper(self, club, livia):
        member = paper_member(club, "Titus")
        made, _token = invite(club, target=member)
        members.remove(member, by=livia, now=NOW)
        assert Invitation.objects.get(pk=made.pk).withdrawn_at == NOW


class TestRoles:
    @pytest.mark.parametrize("role", list(Role))
    def test_an_owner_gives_every_role(self, club, livia, hanno, place, role):
        members.change_role(place(hanno), role=role, by=livia, now=NOW)
        assert roles(club)["Hanno"] == role

    @pytest.mark.parametrize(
        ("role", "allowed"), [("owner", False), ("admin", False), ("umpire", True), ("player", True)]
    )
    def test_an_administrator_makes_umpires_and_players(self, club, fabia, hanno, ines, place, role, allowed):
        other = ines if role == "player" else hanno
        if allowed:
            assert members.change_role(place(other), role=role, by=fabia, now=NOW).role == role
        else:
            assert refusal(members.change_role, place(other), role=role, by=fabia, now=NOW) == "owner_needed"

    def test_the_last_owner_is_not_demoted(self, club, livia, place):
        assert refusal(members.change_role, place(livia), role=Role.ADMIN, by=livia, now=NOW) == "last_owner"

    def test_one_of_two_owners_may_step_down(self, club, livia, hanno, place):
        members.change_role(place(hanno), role=Role.OWNER, by=livia, now=NOW)
        members.change_role(place(livia), role=Role.PLAYER, by=livia, now=NOW)
        assert roles(club)["Livia"] == "player"

    def test_no_role_at_all_is_a_bug(self, club, livia, hanno, place):
        with pytest.raises(ValueError, match="emperor"):
            members.change_role(place(hanno), role="emperor", by=livia, now=NOW)

    def test_a_demoted_administrator_keeps_no_open_invitation(self, club, livia, fabia, place):
        made = invitations.invite(club, role=Role.PLAYER, by=fabia, now=NOW).invitation
        members.change_role(place(fabia), role=Role.PLAYER, by=livia, now=NOW)
        assert Invitation.objects.get(pk=made.pk).withdrawn_at == NOW

    def test_the_log_knows_both_roles(self, club, livia, hanno, place):
        members.change_role(place(hanno), role=Role.UMPIRE, by=livia, now=NOW)
        assert selectors.log_of(club)[0].data == {"before": "player", "role": "umpire"}

    def test_the_same_role_again_writes_no_line(self, club, livia, hanno, place):
        before = ClubLogEntry.objects.count()
        members.change_role(place(hanno), role=Role.PLAYER, by=livia, now=NOW)
        assert ClubLogEntry.objects.count() == before


class TestHandingOver:
    def test_the_owner_becomes_an_administrator(self, club, livia, hanno, place):
        members.hand_over(club, to=place(hanno), by=livia, now=NOW)
        members.take_over(club, accept=True, by=hanno, now=NOW)
        assert (roles(club)["Hanno"], roles(club)["Livia"]) == ("owner", "admin")

    def test_a_club_that_wants_a_second_step_is_not_handed_over_without(self, club, livia, hanno, place):
        Club.objects.filter(pk=club.pk).update(second_step=True)
        assert refusal(members.hand_over, club, to=place(hanno), by=livia, now=NOW) == "second_step_needed"

    def test_nothing_changes_until_the_other_accepts(self, club, livia, hanno, marco, place):
        members.hand_over(club, to=place(hanno), by=livia, now=NOW)
        assert (roles(club)["Hanno"], roles(club)["Livia"]) == ("player", "owner")
        with pytest.raises(NotSeen):
            members.take_over(club, accept=True, by=marco, now=NOW)
        members.take_over(club, accept=False, by=hanno, now=NOW)
        with pytest.raises(NotSeen):
            members.take_over(club, accept=True, by=hanno, now=NOW)
        assert roles(club)["Livia"] == "owner"

    def test_an_offer_is_taken_back_or_dies_with_whoever_made_it_or_was_asked(self, club, livia, hanno, fabia, place):
        members.hand_over(club, to=place(hanno), by=livia, now=NOW)
        assert refusal(members.keep_club, club, by=fabia, now=NOW) == "owner_needed"
        members.keep_club(club, by=livia, now=NOW)
        with pytest.raises(NotSeen):
            members.take_over(club, accept=True, by=hanno, now=NOW)
        members.hand_over(club, to=place(hanno), by=livia, now=NOW)
        members.leave(club, by=hanno, now=NOW)
        club.refresh_from_db()
        assert club.heir is None
        members.change_role(place(fabia), role=Role.OWNER, by=livia, now=NOW)
        assert refusal(members.hand_over, club, to=place(fabia), by=livia, now=NOW) == "owner_already"

    def test_only_an_owner_hands_over(self, club, fabia, hanno, place):
        assert refusal(members.hand_over, club, to=place(hanno), by=fabia, now=NOW) == "owner_needed"

    def test_not_to_a_member_on_paper_nor_to_himself_nor_into_another_club(self, club, livia, nobody, place):
        elsewhere = found("Elsewhere", by=nobody)
        stranger = selectors.membership_of(nobody, elsewhere)
        for to in (paper_member(club, "Titus"), place(livia), stranger):
            assert refusal(members.hand_over, club, to=to, by=livia, now=NOW) == "needs_account"
