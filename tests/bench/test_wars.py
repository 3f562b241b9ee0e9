"""What the benchmark measures on must be wars like any other."""

import pytest

from campaigns.models import Campaign, Engagement, LedgerEntry, StrategicAction, Year
from campaigns.models.codec import rules_of, state_of
from campaigns.services import books, turning
from clubs import clock
from tools.bench import hands, wars

pytestmark = pytest.mark.django_db


@pytest.fixture
def now():
    return clock.now()


@pytest.fixture
def cast(now):
    return hands.a_cast(now)


def test_a_long_war_is_one_that_could_have_been_played(cast):
    war = wars.long_war(cast, "The long war", year=6)
    assert state_of(war).year == 6
    assert list(war.year_set.values_list("number", "stage")) == [*((n, "closed") for n in range(1, 6)), (6, "orders")]
    assert Engagement.objects.filter(year__campaign=war).values_list("year__number", flat=True).last() == 5
    assert books.check(war) == []


def test_a_long_war_goes_on(cast):
    war = wars.long_war(cast, "The long war", year=3)
    after = wars.fought_year(cast, war)
    assert state_of(after).year == 4
    assert books.check(after) == []


def test_neither_side_gets_far_ahead_in_a_long_war(cast):
    war = wars.long_war(cast, "The long war", year=12)
    rules, state = rules_of(war), state_of(war)
    assert abs(rules.lead(state, "rome")) < int(rules.readings["instant_lead"])


def test_copies_have_books_dice_and_receipts_of_their_own(cast, now):
    pattern = hands.begin(cast, "Pattern")
    hands.order(cast, pattern, ready=False)
    copies = [hands.fresh(key) for key in wars.alike(hands.fresh(pattern), 3, now=now, overdue=True)]
    assert turning.due(now) == [war.pk for war in copies]
    assert len({war.head for war in copies}) == 3
    assert StrategicAction.objects.values_list("receipt", flat=True).distinct().count() == 8
    for war in copies:
        assert books.check(war) == []
        assert turning.turn(war.pk, now=now)
        assert books.check(hands.fresh(war)) == []


def test_a_crowd_has_the_years_that_were_asked_for(cast, now):
    pattern = hands.begin(cast, "Pattern")
    before = LedgerEntry.objects.count()
    wars.crowd(pattern, 50, due=7, years=3, now=now)
    assert Campaign.objects.count() == 51
    assert Year.objects.filter(stage="closed").count() == 150
    assert Year.objects.filter(stage="orders").exclude(campaign=pattern).count() == 50
    assert len(turning.due(now)) == 7
    assert LedgerEntry.objects.count() == before
