"""Who may see what of a war. Whoever is outside the club gets the answer of what does not exist."""

import pytest
from django.urls import reverse

from campaigns.models import Campaign, LedgerEntry, Year
from clubs import clock
from clubs.services import members
from tests.factories.clubs import enlist, found
from tests.frontend.wars.helpers import ACTS, PAGES, address, masked

pytestmark = pytest.mark.django_db

RECORDS = [("war_record", "json"), ("war_record", "toml")]
READABLE = [(name,) for name in [*PAGES, "war_chart"]] + RECORDS
EVERYTHING = [*READABLE, ("war_umpire",)]
MISSING = "22222222222w"


def missing(name, *more) -> str:
    return reverse(name, args=[MISSING, *more])


@pytest.mark.parametrize(("name", "more"), [(one[0], one[1:]) for one in EVERYTHING])
def test_an_outsider_gets_the_answer_of_what_does_not_exist(war, nobody, browser, name, more):
    page, nothing = browser(nobody).get(address(name, war, *more)), browser(nobody).get(missing(name, *more))
    assert (page.status_code, nothing.status_code) == (404, 404)
    assert masked(page).replace(war.public_id, MISSING) == masked(nothing)


@pytest.mark.parametrize(("name", "more"), [(one[0], one[1:]) for one in EVERYTHING])
def test_a_manager_of_another_club_is_outside(war, nobody, browser, name, more):
    found("Elsewhere", by=nobody)
    assert browser(nobody).get(address(name, war, *more)).status_code == 404


@pytest.mark.parametrize(("name", "more"), [(one[0], one[1:]) for one in EVERYTHING])
def test_a_former_member_is_outside(war, club, marco, browser, name, more):
    members.leave(club, by=marco, now=clock.now())
    assert browser(marco).get(address(name, war, *more)).status_code == 404


@pytest.mark.parametrize(("name", "more"), [(one[0], one[1:]) for one in EVERYTHING])
def test_who_is_not_logged_in_is_sent_to_the_log_in(war, browser, name, more):
    where = address(name, war, *more)
    response = browser(None).get(where)
    assert (response.status_code, response["Location"]) == (302, f"/accounts/login/?next={where}")


@pytest.mark.parametrize("who", ["livia", "hanno", "ines", "fabia", "marco"])
@pytest.mark.parametrize(("name", "more"), [(one[0], one[1:]) for one in READABLE])
def test_every_member_reads_the_war(request, war, browser, who, name, more):
    user = request.getfixturevalue(who)
    assert browser(user).get(address(name, war, *more)).status_code == 200


@pytest.mark.parametrize(
    ("who", "status"), [("livia", 404), ("hanno", 404), ("marco", 404), ("ines", 200), ("fabia", 200)]
)
def test_the_desk_is_for_who_does_not_play(request, war, browser, who, status):
    """Livia runs the club, but she commands a side of this war."""
    assert browser(request.getfixturevalue(who)).get(address("war_umpire", war)).status_code == status


def everything() -> list[list[dict]]:
    tables = (Campaign, Year, LedgerEntry)
    return [list(table.objects.order_by("pk").values()) for table in tables]


FORMS = {
    "deadline-deadline": "2099-01-01T20:00",
    "deadline-reason": "x",
    "pause-reason": "x",
    "reopen-reason": "x",
    "note-text": "x",
    "dice-reason": "x",
    "address": "year/1/scenario",
    "reason": "x",
}


@pytest.mark.parametrize("name", ACTS)
@pytest.mark.parametrize("who", ["nobody", "marco", "hanno", "fabia"])
def test_no_act_of_the_umpire_is_open_to_others(request, war, browser, name, who):
    """A contest is a player's; there is no such roll here, so nothing is written whoever asks."""
    before = everything()
    response = browser(request.getfixturevalue(who)).post(address(name, war), FORMS)
    allowed = {
        ("war_dice_contest", "hanno"): 422,
        ("war_dice_contest", "marco"): 422,
        ("war_dice_contest", "fabia"): 422,
    }
    # Fabia manages the club, so she may let a held war go on; this one is not held.
    allowed["war_release", "fabia"] = 409
    # Nor are its dice lost, so nobody replaces them.
    allowed["war_new_dice", "fabia"] = 409
    assert response.status_code == allowed.get((name, who), 404)
    assert everything() == before


@pytest.mark.parametrize("name", ACTS)
def test_nothing_changes_by_a_get(war, ines, browser, name):
    before = everything()
    assert browser(ines).get(address(name, war)).status_code == 405
    assert everything() == before


def test_an_umpire_who_plays_sees_only_what_a_player_may(war, place, ines, livia, hanno, browser):
    from campaigns.services import founding

    founding.vacate(war, side="carthage", by=place(hanno), now=clock.now())
    offer = founding.offer_side(war, side="carthage", member=place(ines), by=place(livia), now=clock.now())
    founding.answer_offer(offer, accept=True, by=place(ines), now=clock.now())
    assert browser(ines).get(address("war_umpire", war)).status_code == 404
    assert browser(ines).post(address("war_note", war), FORMS).status_code == 404
    assert "Umpire&#x27;s desk" not in browser(ines).get(address("war", war)).content.decode()


def test_a_new_member_is_let_in(war, club, nobody, browser):
    enlist(club, nobody, now=clock.now())
    assert browser(nobody).get(address("war", war)).status_code == 200
