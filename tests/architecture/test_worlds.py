"""What ``once`` and ``recall`` put back is what would have been built."""

from datetime import timedelta

import pytest
from django.conf import settings
from django.db import connection

from battles.models import DiceSecret
from campaigns.models import Decision, LedgerEntry, Unit
from campaigns.services import books
from clubs import clock
from clubs.models import Club, Membership
from tests.factories import campaigns as verbs
from tests.factories import clubs as people
from tests.worlds import once, recall

BUILT = []
"""The worlds that were built in this process."""


@once
def camp(club, livia):
    BUILT.append("camp")
    club.name = f"Camp of {livia.display_name}"
    club.save()
    return {"club": club, "by": livia, "hours": settings.OUTAGE_HOURS}


@once
def played(club, place, livia, hanno, ines):
    BUILT.append("played")
    members = {"rome": place(livia), "carthage": place(hanno)}
    return verbs.play_year(verbs.a_war(club, **members, by=place(livia), umpire=place(ines)), members)


@once
def just_begun(club, place, livia, hanno):
    return verbs.a_war(club, rome=place(livia), carthage=place(hanno), by=place(livia), now=clock.now())


def a_member(club, *, name):
    BUILT.append(name)
    return people.paper_member(club, name)


@pytest.mark.parametrize("visit", [1, 2])
def test_a_world_is_built_once_and_no_test_sees_what_another_did_to_it(camp, visit):
    assert camp["club"].name == Club.objects.get().name == "Camp of Livia"
    Club.objects.update(name="Burnt down")
    camp["club"].name = "Burnt down"
    assert BUILT.count("camp") == 1


@pytest.mark.parametrize("visit", [1, 2])
def test_what_a_fixture_was_given_it_passes_on(camp, club, livia, visit):
    assert camp["club"] is club
    assert camp["by"] is livia
    assert club.name == "Camp of Livia"


@pytest.mark.parametrize("visit", [1, 2])
def test_a_war_that_was_played_comes_back_whole_and_goes_on(played, visit):
    assert BUILT.count("played") == 1
    assert (Unit.objects.count(), verbs.year_of(played).number) == (12, 2)
    assert Decision.objects.filter(campaign=played).count() == played.last_decision
    assert books.check(verbs.fresh(played)) == []
    verbs.wait_out(played, until="muster")
    assert books.check(verbs.fresh(played)) == []


SEEN = set()


@pytest.mark.parametrize("visit", [1, 2])
def test_its_dice_do_not_depend_on_the_test(played, visit):
    SEEN.add(DiceSecret.objects.get(game=played.game, year=1).commitment)
    assert len(SEEN) == 1


@pytest.mark.parametrize("visit", [1, 2])
def test_a_verb_is_recalled_by_what_it_is_told(club, visit):
    for name in ("Pilar", "Nuno"):
        assert recall(a_member, {"club": club}, name=name).name == name
        assert BUILT.count(name) == 1
    assert Membership.objects.filter(user=None).count() == 2


@pytest.fixture
def other_hours(settings):
    settings.OUTAGE_HOURS = 7


@pytest.mark.parametrize("visit", [1, 2])
def test_under_other_settings_it_is_another_world(other_hours, camp, visit):
    assert camp["hours"] == 7


@pytest.fixture
def renamed(club):
    Club.objects.update(name="Elsewhere")


@pytest.mark.parametrize("visit", [1, 2])
def test_after_something_else_was_written_it_is_built_really(renamed, club, visit):
    built = BUILT.count("late")
    recall(a_member, {"club": club}, name="late")
    assert BUILT.count("late") == built + 1
    assert Club.objects.get().name == "Elsewhere"


@pytest.mark.django_db(transaction=True)
def test_in_a_test_that_commits_it_is_built_really(camp):
    assert not connection.in_atomic_block
    assert Club.objects.get().name == "Camp of Livia"


@pytest.mark.parametrize("visit", [1, 2])
def test_the_clock_goes_on_from_when_the_world_was_ready(just_begun, visit):
    assert abs(clock.now() - just_begun.started_at) < timedelta(seconds=30)
    assert LedgerEntry.objects.filter(campaign=just_begun, at__gt=clock.now()).count() == 0


@pytest.fixture(params=["stopped", "moved"])
def at_noon(request, monkeypatch, db):
    if request.param == "moved":
        clock.set_offset(people.NOW - clock.now())
    else:
        monkeypatch.setattr(clock, "now", lambda: people.NOW)


def test_a_world_that_was_ready_on_a_stopped_clock_moves_no_other(at_noon, club):
    assert abs(clock.now() - people.NOW) < timedelta(seconds=30)
