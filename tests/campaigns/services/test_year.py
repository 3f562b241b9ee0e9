"""A year through the services, from sealed orders to the next opening."""

import pytest

from battles.models import DiceSecret
from campaigns.models import LedgerEntry, Roll, Year
from campaigns.models.codec import state_of
from campaigns.services import turning
from tests.factories.campaigns import DAY, a_war, fight, fresh, muster_best, order, play_year, wait_out, year_of
from tests.factories.clubs import NOW

pytestmark = pytest.mark.django_db


def test_a_year_is_played_from_orders_to_the_next_opening(war, members, rome, carthage):
    order(war, rome=(rome, "battle"), carthage=(carthage, "battle"))
    assert year_of(war).stage == "muster"
    muster_best(war, members)
    assert year_of(war).stage == "battle"
    fight(
        war,
        reporter=("rome", rome),
        confirmer=("carthage", carthage),
        winner="rome",
        level="minor",
        losses=[{"seat": "carthage", "unit": "c1", "routed": 4, "destroyed": 6}],
    )
    war = wait_out(war)
    first = war.year_set.get(number=1)
    assert first.stage == "closed"
    assert first.summary["outcome"] == {"winner": "rome", "level": "minor"}
    assert DiceSecret.objects.get(game=war.game, year=1).revealed
    assert Roll.objects.filter(campaign=war).exists()


def test_the_deadline_turns_a_year_in_which_nobody_ordered(war):
    turning.tick(NOW + 10 * DAY)
    state = state_of(fresh(war))
    assert state.now.orders == {"rome": "defence", "carthage": "defence"}
    assert LedgerEntry.objects.filter(campaign=war, kind="order_by_default").count() == 2


def test_a_war_is_over_after_its_last_year(club, rome, carthage, members):
    war = a_war(club, rome=rome, carthage=carthage, by=rome, years=1)
    war = play_year(war, members, winner="draw")
    assert war.stage == "over"
    assert war.ended_at is not None
    assert not Year.objects.filter(campaign=war).exclude(stage="closed").exists()
    assert not turning.due(NOW + 1000 * DAY)


def test_the_book_of_three_years_has_no_holes_and_each_year_its_own_dice(war, members):
    for _year in range(3):
        war = play_year(war, members)
    numbers = list(LedgerEntry.objects.filter(campaign=war).order_by("seq").values_list("seq", flat=True))
    assert numbers == list(range(1, war.seq + 1))
    secrets = DiceSecret.objects.filter(game=war.game)
    assert secrets.exclude(revealed="").count() == 3
    assert secrets.get(year=4).revealed == ""


def test_two_years_of_the_same_war_roll_at_addresses_of_their_own(war, members):
    war = play_year(play_year(war, members), members)
    addresses = list(Roll.objects.filter(campaign=war).values_list("address", flat=True))
    assert len(addresses) == len(set(addresses))
