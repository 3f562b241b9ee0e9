"""Founding clubs and their settings."""

import pytest

from clubs import selectors
from clubs.errors import NotSeen, Refusal
from clubs.models import Club, ClubLogEntry, Role
from clubs.services import clubs as verbs
from tests.factories.clubs import NOW, found

pytestmark = pytest.mark.django_db


def acts_of(club: Club) -> list[str]:
    return list(ClubLogEntry.objects.filter(club=club).order_by("pk").values_list("act", flat=True))


def test_who_founds_a_club_owns_it(livia):
    club = found("Legio Valencia", by=livia)
    place = selectors.membership_of(livia, club)
    assert (club.slug, club.time_zone, place.role, place.joined_at) == (
        "legio-valencia",
        "Europe/Rome",
        Role.OWNER,
        NOW,
    )
    assert acts_of(club) == ["founded"]


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("L'Àguila & Co.", "laguila-co"),
        ("Ρωμαίοι", "club"),
        ("🎲🎲", "club"),
        ("<script>alert(1)</script>", "scriptalert1script"),
        ("new", "new-2"),
        ("x" * 80, "x" * 40),
    ],
)
def test_any_name_makes_an_address(livia, name, slug):
    club = found(name, by=livia)
    assert (club.name, club.slug) == (name, slug)


def test_two_clubs_of_one_name_have_two_addresses(livia, hanno):
    assert [found("Legio", by=who).slug for who in (livia, hanno)] == ["legio", "legio-2"]


@pytest.mark.parametrize(
    ("typed", "kept"),
    [("  Legio \n II\t", "Legio II"), ("a\u202eb", "ab"), ("👩\u200d🚀", "👩\u200d🚀"), ("\x00Legio", "Legio")],
)
def test_a_name_is_one_line_without_invisible_controls(livia, typed, kept):
    assert found(typed, by=livia).name == kept


@pytest.mark.parametrize(
    ("name", "code"), [("  ", "name_missing"), ("\u200d", "name_missing"), ("x" * 81, "name_too_long")]
)
def test_a_name_that_is_none_is_refused(livia, name, code):
    with pytest.raises(Refusal) as refused:
        found(name, by=livia)
    assert refused.value.code == code
    assert not Club.objects.exists()


@pytest.mark.parametrize(
    ("where", "code"), [({"time_zone": "Mars/Olympus"}, "unknown_zone"), ({"language": "la"}, "unknown_language")]
)
def test_an_unknown_zone_or_language_is_refused(livia, where, code):
    with pytest.raises(Refusal) as refused:
        found("Legio", by=livia, **where)
    assert refused.value.code == code


def test_nobody_owns_more_clubs_than_the_ceiling(livia, monkeypatch):
    monkeypatch.setattr(verbs, "MOST_OWNED", 1)
    found("Legio I", by=livia)
    with pytest.raises(Refusal) as refused:
        found("Legio II", by=livia)
    assert refused.value.code == "too_many_clubs"


def test_settings_change_and_the_address_stays(club, fabia):
    changed = verbs.change_settings(club, by=fabia, now=NOW, name="Legio Roma", time_zone="Europe/Rome", language="it")
    assert (changed.name, changed.slug, changed.time_zone, changed.language) == (
        "Legio Roma",
        "legio-valencia",
        "Europe/Rome",
        "it",
    )
    entry = selectors.log_of(club)[0]
    assert (entry.act, entry.by, entry.data) == (
        "settings",
        fabia,
        {"name": "Legio Roma", "time_zone": "Europe/Rome", "language": "it"},
    )


def test_settings_that_stay_the_same_write_no_line(club, livia):
    before = acts_of(club)
    verbs.change_settings(club, by=livia, now=NOW, name="Legio Valencia")
    assert acts_of(club) == before


def test_a_player_or_umpire_changes_no_settings(club, hanno, ines):
    for who in (hanno, ines):
        with pytest.raises(Refusal) as refused:
            verbs.change_settings(club, by=who, now=NOW, name="Punica")
        assert (refused.value.code, refused.value.status) == ("not_a_manager", 403)


def test_an_outsider_changes_no_settings(club, nobody):
    with pytest.raises(NotSeen):
        verbs.change_settings(club, by=nobody, now=NOW, name="Punica")


def test_the_log_is_only_appended_to(club):
    entry = ClubLogEntry.objects.first()
    with pytest.raises(TypeError):
        entry.save()
    with pytest.raises(TypeError):
        entry.delete()
