"""What the umpire of a game of AWAM rules on its page, and what the others read of it."""

import pytest

from battles.models import Battle
from tests.factories import awam
from tests.frontend.battles.test_page import page_of, text

pytestmark = pytest.mark.django_db


@pytest.fixture
def held(club, livia, hanno, ines, place):
    """Livia against Hanno at the well; Ines is the umpire."""
    return awam.a_skirmish(club, place(livia), place(hanno), scenario="well", umpire=place(ines))


def test_the_umpire_finds_his_rulings_and_others_do_not(held, browser, ines, livia):
    told = text(browser(ines).get(page_of(held)))

    assert "Damage of a gun, boat or building" not in told  # there is none at the well
    assert "Wounds" in told
    assert "Bring a figure back" not in told  # nobody is out
    assert "Rounds and reload points of a figure" in told
    assert "Rounds and reload points of a figure" not in text(browser(livia).get(page_of(held)))


def test_a_ruling_is_read_by_all_and_its_reason_by_the_seats_named(held, browser, ines, livia, hanno):
    told = text(browser(ines).get(page_of(held), {"do": "wound"}))
    assert "Who may read why? (nobody named: everybody)" in told

    answer = browser(ines).post(
        f"{page_of(held)}act/",
        {
            "do": "wound",
            "seq": held.seq,
            "f.fig": "1.1.1",
            "f.wounds": "1",
            "f.reason": "A stray ball.",
            "f.shown_to": ["first"],
        },
    )

    assert answer.status_code == 302, text(answer)
    assert Battle.objects.get(pk=held.pk).state["figures"]["1.1.1"]["wounds"] == 1
    for who, knows in ((livia, True), (hanno, False), (ines, True)):
        read = text(browser(who).get(page_of(held)))
        assert "is wounded, the umpire says." in read
        assert ("A stray ball." in read) is knows
