"""Queries of the pages, for a player signed in: the same literal however long the war is and however many wars there are."""

import pytest

from clubs import clock
from tools.bench import hands, pages

pytestmark = pytest.mark.django_db

OF_A_WAR = {
    "war page": 10,
    "points": 9,
    "year in hand": 15,
    "ledger": 12,
    "chronicle": 9,
    "dice": 11,
    "rosters": 9,
    "closed year": 12,
}
OF_LISTS = {"home": 18, "club, its wars": 13}


def counted(sized: pages.Sized) -> dict[str, int]:
    client = pages.signed_in(sized.cast.rome.user)
    return {name: pages.queries_of(client, address) for name, address in sized.addresses.items()}


@pytest.mark.parametrize("closed", [1, 10, pytest.param(199, marks=pytest.mark.slow)])
def test_pages_of_a_war_cost_the_same_however_long_it_is(closed):
    sized = pages.long_wars(hands.a_cast(clock.now()), closed)
    assert counted(sized) == OF_A_WAR


@pytest.mark.parametrize("wars", [1, 3, 20])
def test_home_and_club_cost_the_same_however_many_wars_there_are(wars):
    sized = pages.full_club(hands.a_cast(clock.now()), wars)
    assert counted(sized) == OF_LISTS
