"""How the race to Fashoda stands, on the page: what all may know, and of the private aims no more than the reader's own."""

import re

import pytest

from battles.narration.menus import word
from battles.services import play
from rulesets.contract import Action
from tests.factories import awam
from tests.factories.clubs import NOW
from tests.frontend.battles.test_page import page_of, text

pytestmark = pytest.mark.django_db


@pytest.fixture
def race(club, place, livia, hanno, fabia, ines):
    return awam.a_skirmish(club, place(livia), place(hanno), place(fabia), umpire=place(ines))


def aims(held):
    return {
        seat: word("awam", f"standing.aim_{seat}_{held.state['sides'][seat]['aim']}")
        for seat in ("first", "second", "fifth")
    }


def test_each_reads_his_own_aim_and_the_umpire_all(race, browser, livia, hanno, fabia, ines, marco):
    told = aims(race)
    knows = {livia: {"first"}, hanno: {"second"}, fabia: {"fifth"}, ines: {*told}, marco: set()}
    names = awam.NAMES
    for who, own in knows.items():
        page = text(browser(who).get(page_of(race)))
        assert {seat for seat, aim in told.items() if f"Private aim of {names[seat]}: {aim}" in page} == own, who
        assert ("Private aim of" in page) is bool(own)


def test_flags_treaty_incidents_and_public_points_are_everybodys(race, browser, livia, marco):
    race.state["special"] |= {"flags": ["first"], "treaty": "fifth", "signed_by": "fifth", "incidents": 2}
    race.state["special"]["quarrels"] = {"first|second": "second"}
    race.save(update_fields=["state"])
    for who in (livia, marco):
        page = text(browser(who).get(page_of(race)))
        for line in (
            "Incidents: 2 of four",
            "Flag on the staff: Marchand",
            "Treaty with the Shilluk: El Rampin",
            "Points that all may know: Marchand 5, Kitchener -3, El Rampin 3",
        ):
            assert line in page, line
        assert "5 points for one's own flag alone on the staff" in page


def test_a_game_without_such_things_has_no_such_list(club, place, livia, hanno, browser):
    held = awam.a_skirmish(club, place(livia), place(hanno), scenario="well")
    assert 'class="cluster small standings"' not in browser(livia).get(page_of(held)).content.decode()


def test_before_the_first_turn_there_is_no_deck(race, browser, livia):
    assert 'class="deck cluster' not in browser(livia).get(page_of(race)).content.decode()
    for seat in ("first", "second", "fifth"):
        member = race.seats.get(key=seat).member
        race.refresh_from_db()
        play.act(race, seat=seat, action=Action(kind="enter", arguments={"way": "a"}), seq=race.seq, by=member, now=NOW)
    assert 'class="deck cluster' in browser(livia).get(page_of(race)).content.decode()


def test_a_drawn_card_is_shown_as_a_card_and_not_as_the_die_that_drew_it(race, browser, livia):
    held = awam.fought(race, lambda held, ask: ask.prompt == "orders" and held.state.get("turn") == 1)
    page = browser(livia).get(page_of(held)).content.decode()
    drawn = [one for one in re.findall(r'<div class="log-line">(.*?)</div>', page, re.DOTALL) if " card " in one]
    assert drawn
    for one in drawn:
        assert "playing-card in-line" in one
        assert 'class="dice"' not in one


def test_what_the_name_says_is_no_role_beside_it(race, browser, livia):
    held = awam.fought(race, lambda held, ask: ask.prompt == "orders" and ask.seat == "first")
    page = text(browser(livia).get(page_of(held)))
    assert "head of the expedition · head of the expedition" not in page
    assert "rifleman · leader" in page


def test_a_game_without_points_tells_none_at_its_end(club, place, livia, hanno, browser):
    held = awam.fought(awam.a_skirmish(club, place(livia), place(hanno), scenario="well"), lambda held, ask: False)
    page = text(browser(livia).get(page_of(held)))
    assert "Strength lost" in page
    assert "Marchand 0, Kitchener 0" not in page


def test_who_alone_is_asked_in_secret_is_not_told_that_both_sides_are(club, place, livia, hanno, browser):
    held = awam.a_skirmish(club, place(livia), place(hanno), scenario="ivory")
    page = text(browser(hanno).get(page_of(held)))
    assert "You decide this in secret: no other player reads your answer." in page
    assert "Both sides decide this" not in page


def test_the_umpire_chooses_among_names_and_not_among_keys(race, browser, ines):
    held = awam.fought(race, lambda held, ask: ask.prompt == "orders")
    for kind in ("wound", "set_word", "give_points", "message"):
        page = browser(ines).get(f"{page_of(held)}?do={kind}").content.decode()
        offered = re.findall(r"<(?:option|label)[^>]*>(.*?)</(?:option|label)>", page, re.DOTALL)
        labels = {re.sub(r"<[^>]*>|\s+", " ", one).strip() for one in offered}
        assert not labels & {"first", "second", "fifth", "dervishes", "shilluk"}, kind
        assert any("Kitchener" in one for one in labels), kind
