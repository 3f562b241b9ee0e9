"""The page of the rules of a battle: readings, figures, and where each comes from."""

import re

import pytest

from battles.models import Battle
from tests.factories import awam

pytestmark = pytest.mark.django_db


def words(response) -> str:
    """What a page says, without its marks."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", response.content.decode()))


@pytest.fixture
def well(club, place, livia, hanno) -> Battle:
    return awam.a_skirmish(club, place(livia), place(hanno), scenario="well", readings={"A11": "other"})


def test_whoever_comes_reads_the_figures_of_awam_with_their_labels(client):
    page = words(client.get("/help/rules/awam/"))

    assert "each further shot of a repeater −2 in the source" in page
    assert "not aimed −2 house default" in page
    assert "Does cover make a hit harder, too? A11 no, it acts on the result only yes: light 1, heavy 2" in page
    assert "Does a wounded rider fall off? A38 yes no, he rides on at half the horse’s walk AWAM 5.1" in page
    assert "The Fashoda incident AWAM 12 10 house default not tested for balance" in page


def test_one_part_is_opened_at_a_time_or_all(client):
    shut = client.get("/help/rules/awam/").content.decode()
    one = client.get("/help/rules/awam/?part=morale").content.decode()
    everything = client.get("/help/rules/awam/?part=all").content.decode()

    assert shut.count('<details class="part"') == 14
    assert [page.count(" open>") for page in (shut, one, everything)] == [0, 1, 14]


@pytest.mark.parametrize("key", ["askari", "montjoie"])
def test_what_the_books_of_the_others_leave_open_is_told_too(client, key):
    page = words(client.get(f"/help/rules/{key}/"))

    assert "What is open Usually It could be" in page
    assert "Its figures are in the printed book." in page


@pytest.mark.parametrize("key", ["tabletop", "nothing"])
def test_rules_of_which_there_is_nothing_to_read_have_no_page(client, key):
    assert client.get(f"/help/rules/{key}/").status_code == 404


def test_a_battle_tells_how_it_reads_its_rules(well, browser, livia):
    board = browser(livia).get(f"/battles/{well.public_id}/").content.decode()
    page = words(browser(livia).get(f"/battles/{well.public_id}/rules/"))

    assert f'href="/battles/{well.public_id}/rules/"' in board
    assert "This battle is fought by edition 1 of these rules." in page
    assert "too? A11 yes: light 1, heavy 2 not the usual one no, it acts on the result only" in page
    assert "nought or ten in melee and cannon fire? A1 ten nought" in page


def test_the_rules_of_a_battle_do_not_exist_for_who_is_not_of_the_club(well, browser, nobody):
    assert browser(nobody).get(f"/battles/{well.public_id}/rules/").status_code == 404


@pytest.mark.parametrize("key", ["awam", "askari", "montjoie"])
def test_whoever_opens_a_battle_can_read_its_rules_before(club, browser, livia, key):
    page = browser(livia).get(f"/clubs/{club.slug}/battles/new/?ruleset={key}").content.decode()

    assert f'href="/help/rules/{key}/"' in page
