"""Choices about the scenario, letting the year pass, the muster, and the sheet for the table."""

import html
import re

import pytest

from campaigns.models import Muster
from campaigns.models.codec import state_of
from campaigns.rules.decisions import Typed
from campaigns.services import between, sealed, turning
from clubs import clock
from tests.factories import campaigns as verbs
from tests.factories.clubs import paper_member
from tests.frontend.wars.helpers import answered
from tests.frontend.years.conftest import masked, text_of
from tests.worlds import once

pytestmark = pytest.mark.django_db

ALL = [f"r{n}" for n in range(1, 7)]


@once
def skirmish(by_orders):
    """Defence against Defence: 500 points each."""
    return by_orders("defence", "defence")


@once
def defending(by_orders):
    """Defence against Battle: Rome defends, and may place a camp."""
    return by_orders("defence", "battle")


def ticked(page: str, name: str) -> list[str]:
    return re.findall(rf'name="{name}" value="([^"]+)"[^>]* checked', page)


# --- Choices ----------------------------------------------------------------------------------------------


def test_the_defender_chooses_a_camp_and_everybody_reads_it(defending, browser, livia, hanno, year_url, send):
    assert "Place your camp on the table" in text_of(browser(livia).get(year_url))
    assert "Place your camp on the table" not in text_of(browser(hanno).get(year_url))
    assert "Rome: Choose points, village and camp" in text_of(browser(hanno).get(year_url))
    assert send(livia, "year_choices", camp="on").status_code == 302
    state = state_of(verbs.fresh(defending))
    assert (state.stage, state.now.camp) == ("muster", True)
    words = text_of(browser(hanno).get(year_url))
    assert "The defender places a camp" in words


def test_who_has_nothing_to_choose_is_told_so(defending, hanno, send):
    answer = send(hanno, "year_choices", camp="on")
    assert answer.status_code == 409
    assert "Nothing is asked of this side now." in text_of(answer)


def test_an_officer_types_in_a_choice(defending, ines, send):
    assert send(ines, "year_choices", **{"for": "rome"}).status_code == 302
    assert state_of(verbs.fresh(defending)).now.chosen == ("rome",)


@pytest.mark.parametrize(
    ("typed", "status", "told"),
    [
        ({"points": "1200"}, 302, ""),
        ({"points": "1501"}, 422, "Choose between 1000 and 1500 points"),
        ({"points": "999"}, 422, "Choose between 1000 and 1500 points"),
        ({"points": ""}, 422, "This field is required."),
        ({"points": "many"}, 422, "Enter a whole number."),
    ],
)
def test_the_attacker_chooses_points_within_the_range(club, place, livia, hanno, browser, typed, status, told):
    war = defend_ally(club, place, livia, hanno)
    address = f"/wars/{war.public_id}/year/"
    assert "From 1000 to 1500." in text_of(browser(livia).get(address))
    answer = browser(livia).post(f"{address}choices/", {"year": 1, **typed})
    assert answer.status_code == status
    assert told in text_of(answer)
    assert state_of(verbs.fresh(war)).now.points == (1200 if status == 302 else None)


def defend_ally(club, place, livia, hanno):
    """Punishment against Alliance, dice by hand, a 5: Rome attacks an ally of Carthage."""
    war = verbs.a_war(club, rome=place(livia), carthage=place(hanno), by=place(livia), dice="hand", now=clock.now())
    verbs.order(war, rome=(place(livia), "punishment"), carthage=(place(hanno), "alliance"), now=clock.now())
    between.decide(
        verbs.fresh(war),
        side="umpire",
        decision=Typed(address="year/1/scenario", faces=(5,)),
        by=place(livia),
        now=clock.now(),
    )
    return verbs.fresh(war)


def test_a_village_is_the_defenders_to_place(club, place, livia, hanno, browser):
    war = defend_ally(club, place, livia, hanno)
    address = f"/wars/{war.public_id}/year/"
    browser(hanno).post(f"{address}choices/", {"year": 1, "village": "on"})
    browser(livia).post(f"{address}choices/", {"year": 1, "points": "1000"})
    assert state_of(verbs.fresh(war)).now.village
    words = text_of(browser(livia).get(address))
    assert "The village decides everything." in words
    assert "At most 1000 points" in words
    assert "At least 500 points of native units must come." in text_of(browser(hanno).get(address))


# --- Letting the year pass ----------------------------------------------------------------------------------


def test_both_must_agree_to_let_the_year_pass(skirmish, browser, livia, hanno, year_url, send):
    assert send(livia, "year_skip", agree="yes").status_code == 302
    assert "Rome has agreed." in text_of(browser(hanno).get(year_url))
    assert send(livia, "year_skip", agree="no").status_code == 302
    assert "Rome has agreed." not in text_of(browser(hanno).get(year_url))
    send(livia, "year_skip", agree="yes")
    answer = browser(hanno).post(year_url + "skip/", {"year": 1, "agree": "yes"}, follow=True)
    assert "Both sides agree: the year passes without a game." in text_of(answer)
    assert skirmish.ledger.filter(kind="skipped").exists()


# --- The muster -------------------------------------------------------------------------------------------


def test_a_muster_is_handed_in_with_its_receipt(mustering, browser, livia, year_url, send):
    answer = send(livia, "year_muster", units=ALL[:3], characters=["r-general"], ready="on", revision=0)
    assert answer.status_code == 302
    row = Muster.objects.get()
    assert (row.units, row.characters) == (ALL[:3], ["r-general"])
    words = text_of(browser(livia).get(year_url))
    # Three units of 250 points and a general of 100.
    assert "Your muster is in Show what I handed in 850 points" in words
    assert row.receipt in words
    assert "1 of 2 sides is ready" in words


def test_the_order_of_the_roster_is_kept_whatever_order_comes_in(mustering, livia, send):
    send(livia, "year_muster", units=["r3", "r1"], ready="on")
    assert Muster.objects.get().units == ["r1", "r3"]


def test_501_points_in_a_skirmish_are_refused_with_the_limit_and_all_ticks_kept(skirmish, livia, send):
    answer = send(livia, "year_muster", units=["r1", "r2"], characters=["r-general"], ready="on")
    assert answer.status_code == 422
    assert "600 points are mustered, at most 500 are allowed. (Rules: Hispania 3)" in text_of(answer)
    page = answer.content.decode()
    assert (ticked(page, "units"), ticked(page, "characters")) == (["r1", "r2"], ["r-general"])
    assert not Muster.objects.exists()


def test_a_unit_of_the_other_side_cannot_be_mustered(mustering, livia, send):
    answer = send(livia, "year_muster", units=["c1"], ready="on")
    assert answer.status_code == 422
    assert "“c1” is not among the troops that can be mustered." in text_of(answer)


def test_an_empty_muster_is_refused(mustering, livia, send):
    answer = send(livia, "year_muster", ready="on")
    assert answer.status_code == 422
    assert "bring at least one unit" in text_of(answer)


def test_the_program_ticks_the_best_and_hands_in_nothing(skirmish, browser, livia, year_url):
    page = browser(livia).get(year_url + "?fill=best").content.decode()
    assert "The program has ticked what makes the best use of the limit. Nothing is handed in yet." in page
    # A general of 100 and one unit of 250 leave fewer points unused than the general alone.
    assert (ticked(page, "units"), ticked(page, "characters")) == (["r1"], ["r-general"])
    assert not Muster.objects.exists()


def test_where_all_troops_may_come_all_are_ticked(mustering, browser, livia, year_url):
    page = browser(livia).get(year_url).content.decode()
    assert sorted(ticked(page, "units")) == ALL


def test_the_other_side_learns_of_a_muster_only_when_both_are_in(mustering, browser, livia, hanno, year_url, send):
    before = masked(browser(hanno).get(year_url))
    send(livia, "year_muster", units=["r1"], ready="on")
    words = text_of(browser(hanno).get(year_url))
    assert "1 of 2 sides is ready" in words
    assert "Unit r1" not in words
    assert "Unit r1" not in before
    send(hanno, "year_muster", units=["c1"], ready="on")
    turning.turn_due(clock.now())
    assert "Unit r1" in text_of(browser(hanno).get(year_url))


@pytest.mark.parametrize("who", ["hanno", "ines", "fabia", "marco"])
def test_no_page_of_another_viewer_differs_with_the_sealed_muster(request, mustering, members, browser, who, year_url):
    reader = browser(request.getfixturevalue(who))
    now, pages = clock.now(), []
    for units in (["r1"], ["r2", "r3"]):
        Muster.objects.all().delete()
        sealed.give_muster(verbs.fresh(mustering), side="rome", units=units, by=members["rome"], now=now)
        pages.append(masked(reader.get(year_url)))
    assert pages[0] == pages[1]


def test_a_stale_muster_keeps_its_ticks(mustering, livia, send):
    send(livia, "year_muster", units=["r1"], ready="on", revision=0)
    answer = send(livia, "year_muster", units=["r2"], ready="on", revision=0)
    assert answer.status_code == 409
    assert ticked(answer.content.decode(), "units") == ["r2"]
    assert Muster.objects.get().units == ["r1"]


def test_a_muster_after_the_closing_is_refused(fighting, livia, send):
    answer = send(livia, "year_muster", units=["r1"], ready="on")
    assert answer.status_code == 409
    assert "The musters are closed. What was handed in stands." in text_of(answer)


def test_an_officer_types_in_a_muster_slip_and_sees_no_stored_one(club, place, livia, ines, browser):
    titus = paper_member(club, "Titus")
    war = verbs.a_war(club, rome=place(livia), carthage=titus, by=place(livia), umpire=place(ines), now=clock.now())
    sealed.give_order(war, side="rome", action="defence", by=place(livia), now=clock.now())
    sealed.give_order(war, side="carthage", action="defence", by=place(ines), now=clock.now(), paper=True)
    turning.turn(war.pk, now=clock.now())
    address = f"/wars/{war.public_id}/year/"
    sealed.give_muster(verbs.fresh(war), side="rome", units=["r2"], by=place(livia), now=clock.now())
    page = browser(ines).get(address).content.decode()
    assert ticked(page, "units") == []
    typed = {"year": 1, "for": "carthage", "units": ["c1"], "ready": "on"}
    assert browser(ines).post(address + "muster/", typed).status_code == 302
    assert Muster.objects.get(side="carthage").manner == "paper"


# --- The sheet --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("who", ["livia", "hanno", "ines", "marco"])
def test_the_sheet_has_all_that_a_table_needs(request, skirmish, browser, who, to):
    page = browser(request.getfixturevalue(who)).get(to("year_sheet", 1))
    words = html.unescape(text_of(page))
    for told in (
        "Skirmish",
        "A clash of patrols on broken ground.",
        "500 points",
        "The battle lasts 6 turns",
        "A side may withdraw after 3 full turns",
        "The enemy has 25 % of its break points left, or fewer.",
        "Any victory scores +1 victory points.",
    ):
        assert told in words
    svg = page.content.decode()
    assert "<svg" in svg
    assert "Skirmish: plan of the table" in svg
    # Five pieces of terrain, each with the total that brought it.
    assert svg.count(" rolled)") == 5


def test_the_sheet_speaks_the_readers_language(skirmish, browser, hanno, to):
    hanno.language = "es"
    hanno.save()
    assert "Un choque de patrullas en terreno quebrado." in html.unescape(
        text_of(browser(hanno).get(to("year_sheet", 1)))
    )


def test_the_scenario_can_be_asked_why(skirmish, browser, marco, year_url):
    client = browser(marco)
    page = html.unescape(text_of(answered(client, client.get(year_url))))
    assert "Rules: Hispania 3" in page


def test_what_a_victory_is_worth_can_be_asked_why(club, place, livia, hanno, marco, browser):
    """The printed rules have no points for this scenario: the club's reading is named."""
    war = defend_ally(club, place, livia, hanno)
    words = html.unescape(text_of(browser(marco).get(f"/wars/{war.public_id}/years/1/scenario/")))
    assert "A major victory scores +2 victory points, a minor one +1." in words
    assert "Defend an ally: +2 for a major victory, +1 for a minor one." in words
    assert "Victory points for winning Defend an ally: not printed. As a chance encounter (2 or 1)." in words
    assert "Brings at least 500 points of native allies; if it has fewer, all it has. Rules: Hispania 3, R33" in words


def test_the_sheet_says_that_the_pieces_are_the_fewest(skirmish, browser, marco, to):
    words = html.unescape(text_of(browser(marco).get(to("year_sheet", 1))))
    assert "At least 5 pieces lie on the table" in words
