"""The club's log as sentences."""

import pytest
from django.utils import translation

from clubs import narration, selectors
from clubs.models import Act, ClubLogEntry, Role
from clubs.services import clubs, invitations, links, members, people
from tests.factories.clubs import NOW, found, invite, paper_member, sign_up

pytestmark = pytest.mark.django_db


def told(club) -> list[str]:
    return [narration.sentence(entry) for entry in reversed(selectors.log_of(club))]


def test_an_eventful_evening(livia, hanno):
    club = found("Legio", by=livia)
    joined = invitations.join(invite(club, Role.UMPIRE)[0], by=hanno, now=NOW)
    titus = paper_member(club, "Titvs")
    members.rename_paper_member(titus, name="Titus", by=livia, now=NOW)
    invitations.withdraw(invite(club, target=titus)[0], by=livia, now=NOW)
    invite(club, Role.ADMIN, name="Cato")
    members.change_role(joined, role=Role.ADMIN, by=livia, now=NOW)
    links.make_reset_link(joined, by=livia, now=NOW)
    clubs.change_settings(club, name="Legio II", by=livia, now=NOW)
    members.remove(titus, by=livia, now=NOW)
    members.hand_over(club, to=joined, by=livia, now=NOW)
    members.take_over(club, accept=True, by=hanno, now=NOW)
    members.leave(club, by=livia, now=NOW)
    assert told(club) == [
        "Livia founded the club.",
        "Livia made an invitation (Umpire).",
        "Hanno joined the club (Umpire).",
        "Livia added Titus, who plays on paper.",
        "Livia changed the name of Titus, who plays on paper.",
        "Livia made an invitation for Titus (Player).",
        "Livia withdrew an invitation.",
        "Livia made an invitation for Cato (Administrator).",
        "Livia changed the role of Hanno from Umpire to Administrator.",
        "Livia made a link for Hanno to set a new password.",
        "Livia changed the settings of the club.",
        "Livia removed Titus from the club.",
        "Livia asked Hanno to take the club over.",
        "Livia handed the club over to Hanno.",
        "Livia left the club.",
    ]


def test_an_erased_person_is_a_former_member_in_every_line(club, hanno, fabia):
    people.erase_person(hanno, by=hanno, now=NOW)
    people.erase_person(fabia, by=sign_up("root", is_superuser=True), now=NOW)
    lines = told(club)
    assert not [line for line in lines if "Hanno" in line or "Fabia" in line]
    assert lines[-2:] == ["Former member left the club.", "The account of Former member was deleted."]


@pytest.mark.parametrize("act", list(Act))
def test_every_act_has_a_sentence_even_when_its_people_are_gone(club, act):
    entry = ClubLogEntry(club=club, at=NOW, act=act)
    with translation.override("es"):
        assert "%" not in narration.sentence(entry)
