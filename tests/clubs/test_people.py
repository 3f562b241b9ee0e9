"""A person's own choices, and his right to be forgotten."""

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.apps import apps
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import connection

from clubs import selectors
from clubs.errors import NotSeen, Refusal
from clubs.models import Invitation, Membership, Role, User
from clubs.services import invitations, members, people
from tests.factories.clubs import NOW, found, invite, paper_member, sign_up

pytestmark = pytest.mark.django_db


def save(user, **changed):
    wanted = {"display_name": "", "language": "", "time_zone": ""} | changed
    return people.save_profile(user, by=user, now=NOW, **wanted)


def test_a_person_chooses_name_language_and_zone(hanno):
    save(hanno, display_name=" Hanno\tthe  Great ", language="es", time_zone="Africa/Tunis")
    hanno.refresh_from_db()
    assert (str(hanno), hanno.language, hanno.time_zone) == ("Hanno the Great", "es", "Africa/Tunis")


def test_without_a_name_he_is_called_as_he_logs_in(hanno):
    assert str(save(hanno)) == "hanno"


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"language": "la"}, "unknown_language"),
        ({"time_zone": "Mars/Olympus"}, "unknown_zone"),
        ({"display_name": "x" * 81}, "name_too_long"),
    ],
)
def test_nonsense_is_refused_and_nothing_stored(hanno, changed, code):
    with pytest.raises(Refusal) as refused:
        save(hanno, **changed)
    assert refused.value.code == code
    assert User.objects.get(pk=hanno.pk).display_name == "Hanno"


def test_nobody_chooses_for_another(hanno, livia):
    with pytest.raises(NotSeen):
        people.save_profile(hanno, display_name="Punic", language="", time_zone="", by=livia, now=NOW)


def everything_stored() -> str:
    """Every row of every table, as text: what a person asked to be forgotten must stand nowhere in it."""
    tables = set(connection.introspection.table_names())
    models = [model for model in apps.get_models() if model._meta.db_table in tables]
    return "\n".join(str(row) for model in models for row in model._default_manager.values_list())


def test_erasing_leaves_no_name_and_no_address_anywhere(club, livia):
    gone = sign_up(
        "zacynthus77", display_name="Zacynthus Magnus", first_name="Zacynthus", email="zacynthus@example.org"
    )
    EmailAddress.objects.create(user=gone, email="zacynthus@example.org", primary=True, verified=True)
    EmailAddress.objects.create(user=gone, email="zacynthus@example.net")
    Authenticator.objects.create(user=gone, type=Authenticator.Type.TOTP, data={"secret": "zacynthus"})
    LogEntry.objects.create(
        user=livia,
        content_type=ContentType.objects.get_for_model(User),
        object_id=str(gone.pk),
        object_repr="Zacynthus Magnus",
        action_flag=CHANGE,
    )
    invite(club, name="Zacynthus", email="ZACYNTHUS@example.net")
    taken, _token = invite(club, target=paper_member(club, "Zacynthus the Elder"), name="Zacynthus the Elder")
    invitations.join(taken, by=gone, now=NOW)
    assert "zacynthus" in everything_stored().lower()
    people.erase_person(gone, by=gone, now=NOW)
    assert "zacynthus" not in everything_stored().lower()


def test_the_facts_stay_without_the_name(club, hanno, place):
    row = place(hanno)
    people.erase_person(hanno, by=hanno, now=NOW)
    row.refresh_from_db()
    assert (row.user_id, row.left_at, str(row), str(row.user)) == (hanno.pk, NOW, "Former member", "Former member")
    assert [entry.act for entry in selectors.log_of(club)[:1]] == ["left"]


def test_the_account_is_closed(hanno):
    erased = people.erase_person(hanno, by=hanno, now=NOW)
    assert (erased.is_active, erased.has_usable_password(), erased.username) == (
        False,
        False,
        f"erased-{hanno.public_id}",
    )


def test_the_last_owner_hands_over_first(club, livia, hanno, place):
    with pytest.raises(Refusal) as refused:
        people.erase_person(livia, by=livia, now=NOW)
    assert refused.value.code == "last_owner"
    assert User.objects.get(pk=livia.pk).display_name == "Livia"
    members.hand_over(club, to=place(hanno), by=livia, now=NOW)
    members.take_over(club, accept=True, by=hanno, now=NOW)
    assert people.erase_person(livia, by=livia, now=NOW).erased_at == NOW


def test_an_owner_with_nobody_to_hand_over_to_may_go(livia):
    club = found("Legio", by=livia)
    paper_member(club, "Titus")
    assert people.erase_person(livia, by=livia, now=NOW).erased_at == NOW


def test_one_club_that_holds_him_keeps_him_in_all(club, livia, hanno):
    found("Alone", by=livia)
    with pytest.raises(Refusal):
        people.erase_person(livia, by=livia, now=NOW)
    assert Membership.objects.filter(user=livia, left_at=None).count() == 2


def test_his_open_invitations_die(club, fabia):
    made = invitations.invite(club, role=Role.PLAYER, by=fabia, now=NOW).invitation
    people.erase_person(fabia, by=fabia, now=NOW)
    assert Invitation.objects.get(pk=made.pk).withdrawn_at == NOW


def test_only_he_or_who_runs_the_site_erases_a_person(club, livia, hanno):
    with pytest.raises(NotSeen):
        people.erase_person(hanno, by=livia, now=NOW)
    root = sign_up("root", is_superuser=True)
    assert people.erase_person(hanno, by=root, now=NOW).erased_at == NOW
