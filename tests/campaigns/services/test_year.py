"""A year through the services, from sealed orders to the next opening."""

from datetime import timedelta

import pytest

from battles.models import DiceSecret
from campaigns.models import LedgerEntry, Roll
from campaigns.models.codec import state_of
from campaigns.services import books, sealed, turning
from clubs.errors import Refusal, Stale
from tests.factories.campaigns import DAY, a_war, fight, fresh, muster_best, order, year_of
from tests.factories.clubs import NOW

pytestmark = pytest.mark.django_db


@pytest.fixture
def members(place, livia, hanno):
    return {"rome": place(livia), "carthage": place(hanno)}


@pytest.fixture
def war(club, members):
    return a_war(club, rome=members["rome"], carthage=members["carthage"], by=members["rome"])


def test_a_year_is_played_from_orders_to_the_next_opening(war, members):
    order(war, rome=(members["rome"], "battle"), carthage=(members["carthage"], "battle"))
    assert year_of(war).stage == "muster"
    muster_best(war, members)
    assert year_of(war).stage == "battle"
    fight(
        war,
        reporter=("rome", members["rome"]),
        confirmer=("carthage", members["carthage"]),
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
    assert books.check(war) == []


def wait_out(war):
    """Let every question of the aftermath be answered by default, at its deadline."""
    for _question in range(20):
        war = fresh(war)
        if not state_of(war).pending:
            return war
        assert turning.turn(war.pk, now=year_of(war).deadline_at)
    raise AssertionError("the aftermath does not end")


def test_an_order_one_second_late_is_refused_and_the_stored_one_stands(war, members):
    sealed.give_order(war, side="rome", action="battle", by=members["rome"], now=NOW)
    deadline = year_of(war).deadline_at
    with pytest.raises(Refusal) as refused:
        sealed.give_order(war, side="rome", action="defence", by=members["rome"], now=deadline + timedelta(seconds=1))
    assert refused.value.code == "too_late"
    assert year_of(war).orders.get(side="rome").action == "battle"


def test_an_order_from_a_stale_window_is_refused(war, members):
    sealed.give_order(war, side="rome", action="battle", by=members["rome"], now=NOW, revision=0)
    with pytest.raises(Stale):
        sealed.give_order(war, side="rome", action="defence", by=members["rome"], now=NOW, revision=0)


def test_nobody_orders_for_the_other_side(war, members):
    with pytest.raises(Refusal) as refused:
        sealed.give_order(war, side="carthage", action="battle", by=members["rome"], now=NOW)
    assert refused.value.code == "not_your_side"


def test_the_deadline_turns_a_year_in_which_nobody_ordered(war, members):
    turning.tick(NOW + 10 * DAY)
    state = state_of(fresh(war))
    assert state.now.orders == {"rome": "defence", "carthage": "defence"}
    assert LedgerEntry.objects.filter(campaign=war, kind="order_by_default").count() == 2
