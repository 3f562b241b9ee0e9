"""What strikes absent players, and claims of a win."""

import pytest

from battles.models import BattleEntry, OutboxMessage
from campaigns.models import LedgerEntry, WinClaim
from campaigns.models.codec import happening_of, state_of
from campaigns.permissions import holders
from campaigns.selectors.duties import missed_in_a_row, record_of
from campaigns.services import claims, founding, sealed, seats, turning
from clubs.errors import Refusal
from tests.factories.campaigns import (
    DAY,
    a_war,
    act,
    battle_of,
    found_war,
    fresh,
    muster_best,
    to_battle,
    wait_out,
    year_of,
)
from tests.factories.clubs import NOW

pytestmark = pytest.mark.django_db


def refused(verb, *args, **kwargs) -> str:
    with pytest.raises(Refusal) as caught:
        verb(*args, **kwargs)
    return caught.value.code


@pytest.fixture
def begin(club, rome, carthage, umpire):
    def with_rules(umpire=umpire, **absent):
        return a_war(club, rome=rome, carthage=carthage, by=rome, umpire=umpire, absent=absent)

    return with_rules


def told(member, kind):
    return OutboxMessage.objects.filter(recipient=member, kind=kind).count()


def pass_deadline(war):
    assert turning.turn(war.pk, now=year_of(war).deadline_at)


def miss_orders(war, rome):
    """Rome orders, Carthage does not."""
    sealed.give_order(war, side="rome", action="battle", by=rome, now=year_of(war).deadline_at - DAY)
    pass_deadline(war)


def dropped(war):
    return [
        happening_of(one).data for one in LedgerEntry.objects.filter(campaign=war, kind="seat_dropped").order_by("seq")
    ]


# --- Missed deadlines ------------------------------------------------------------------------------------------


def test_a_seat_is_lost_after_so_many_missed_deadlines(begin, rome, carthage, officer):
    war = begin(drop=1, drop_to="program")
    miss_orders(war, rome)
    assert dropped(war) == [{"side": "carthage", "missed": 1, "to": "program"}]
    assert holders(war) == {"rome": rome}
    assert war.sides.get(key="carthage").program
    assert [told(one, "seat_dropped") for one in (rome, carthage, officer)] == [1, 1, 1]


def test_what_was_met_in_between_begins_the_count_again(begin, rome, carthage, members):
    war = begin(drop=3)
    miss_orders(war, rome)
    if year_of(war).stage == "choices":
        wait_out(war, until="muster")
    assert missed_in_a_row(war, "carthage", since=NOW) >= 1
    muster_best(war, members, now=year_of(war).deadline_at - DAY)
    assert missed_in_a_row(war, "carthage", since=NOW) == 0
    assert dropped(war) == []


def test_a_deputy_steps_in_before_the_seat_is_lost(begin, rome, carthage, spectator):
    war = begin(stand_in=1, drop=2)
    seats.add_deputy(war, side="carthage", member=spectator, by=carthage, now=NOW)
    miss_orders(war, rome)
    assert dropped(war) == [{"side": "carthage", "missed": 1, "to": "deputy"}]
    assert holders(war) == {"rome": rome, "carthage": spectator}
    assert missed_in_a_row(war, "carthage", since=year_of(war).opened_at + 400 * DAY) == 0


def test_nobody_loses_a_seat_where_the_war_has_no_such_rule(war, rome, carthage):
    miss_orders(war, rome)
    assert (dropped(war), holders(war)) == ([], {"rome": rome, "carthage": carthage})


def test_a_reminder_comes_when_the_war_says(begin, rome):
    early, late = begin(remind=72), begin(remind=0)
    deadline = year_of(early).deadline_at
    turning.remind(deadline - 2 * DAY)
    assert OutboxMessage.objects.filter(recipient=rome, kind="reminder", data__war_id=early.public_id).count() == 1
    turning.remind(deadline - DAY / 24)
    assert not OutboxMessage.objects.filter(kind="reminder", data__war_id=late.public_id).exists()


def test_a_war_without_standing_orders_takes_none(begin, carthage):
    war = begin(standing=False)
    assert (
        refused(sealed.leave_standing_order, war, side="carthage", action="battle", by=carthage, now=NOW)
        == "no_standing_orders"
    )


@pytest.mark.parametrize(
    "absent", [{"drop": -1}, {"remind": 1000}, {"stand_in": 3, "drop": 3}, {"drop_to": "nowhere"}, {"claim": "soon"}]
)
def test_rules_that_cannot_be_are_refused(club, rome, absent):
    assert refused(found_war, club, by=rome, absent=absent) == "bad_absent"


# --- Claims ------------------------------------------------------------------------------------------------


@pytest.fixture
def late_battle(begin, members):
    """A war whose battle is overdue; Carthage was told."""

    def of(umpire=members["umpire"], **absent):
        war = begin(umpire=umpire, **({"claim": 7} | absent))
        to_battle(war, members)
        pass_deadline(war)
        return fresh(war)

    return of


def test_a_claim_before_the_deadline_is_refused(begin, members, rome):
    war = begin(claim=7)
    assert refused(claims.claim, war, side="rome", by=rome, now=NOW) == "no_battle"
    to_battle(war, members)
    assert refused(claims.claim, war, side="rome", by=rome, now=NOW) == "claim_early"


def test_a_war_without_claims_knows_none(late_battle, rome):
    assert refused(claims.claim, late_battle(claim=0), side="rome", by=rome, now=NOW) == "claim_unknown"


def test_an_umpire_grants_a_claim_and_the_battle_is_won(late_battle, rome, carthage, umpire, spectator):
    war = late_battle()
    now = NOW + 60 * DAY
    assert refused(claims.claim, war, side="carthage", by=rome, now=now) == "not_your_side"
    claim = claims.claim(war, side="rome", by=rome, now=now)
    assert claim.due_at is None
    assert [row["kind"] for row in claim.proof] == ["battle.asked"]
    assert {row["side"] for row in claim.proof} == {"carthage"}
    assert refused(claims.claim, war, side="carthage", by=carthage, now=now) == "claimed"
    assert refused(claims.grant, claim, by=rome, now=now) == "umpire_only"

    battle = claims.grant(claim, by=umpire, now=now)
    assert battle.outcome["seats"]["rome"] == {"result": "win", "level": "minor"}
    assert BattleEntry.objects.filter(battle=battle).latest("seq").actor == umpire
    claim.refresh_from_db()
    assert (claim.state, claim.settled_by) == ("granted", umpire)
    kinds = LedgerEntry.objects.filter(campaign=war).values_list("kind", flat=True)
    assert {"claim_made", "claim_granted", "fought"} <= set(kinds)
    assert told(carthage, "claim_settled") == 1


def test_a_reason_to_grant_is_no_longer_than_any_other(late_battle, rome, umpire):
    war = late_battle()
    now = NOW + 60 * DAY
    claim = claims.claim(war, side="rome", by=rome, now=now)

    with pytest.raises(Refusal) as answer:
        claims.grant(claim, reason="x" * 501, by=umpire, now=now)
    # Before anything is written that the database would cut off.
    assert str(answer.value) == "This text is too long: 500 characters at most."


def test_without_a_named_umpire_it_is_granted_when_its_notice_is_over(late_battle, rome, carthage):
    war = late_battle(umpire=None)
    now = NOW + 60 * DAY
    claim = claims.claim(war, side="rome", by=rome, now=now)
    assert claim.due_at == now + 7 * DAY
    assert claims.due_claims(now + 6 * DAY) == []
    assert not claims.settle_due(claim.pk, now=now + 6 * DAY)
    turning.tick(now + 7 * DAY)
    claim.refresh_from_db()
    assert (claim.state, claim.settled_by) == ("granted", None)
    entry = LedgerEntry.objects.get(campaign=war, kind="claim_granted")
    assert (entry.actor, happening_of(entry).data) == (None, {"side": "rome"})
    assert state_of(fresh(war)).earned["rome"] > 0


def test_who_answers_within_the_notice_is_heard(late_battle, rome, carthage):
    war = late_battle(umpire=None)
    now = NOW + 60 * DAY
    claim = claims.claim(war, side="rome", by=rome, now=now)
    act(war, "carthage", "report", by=carthage, now=now, winner="draw")
    assert not claims.settle_due(claim.pk, now=now + 8 * DAY)
    claim.refresh_from_db()
    assert (claim.state, battle_of(war).outcome) == ("lapsed", None)


def test_who_owes_the_answer_himself_claims_nothing(late_battle, rome, carthage):
    war = late_battle()
    act(war, "carthage", "report", by=carthage, now=NOW + 60 * DAY, winner="draw")
    assert refused(claims.claim, war, side="rome", by=rome, now=NOW + 60 * DAY) == "claim_yours"


def test_a_claim_without_proof_is_refused(late_battle, rome):
    war = late_battle()
    OutboxMessage.objects.all().delete()
    assert refused(claims.claim, war, side="rome", by=rome, now=NOW + 60 * DAY) == "claim_unproved"


def test_an_umpire_refuses_with_a_reason_and_the_battle_goes_on(late_battle, rome, carthage, umpire):
    war = late_battle()
    now = NOW + 60 * DAY
    claim = claims.claim(war, side="rome", by=rome, now=now)
    assert refused(claims.refuse, claim, reason="", by=umpire, now=now) == "reason_missing"
    claims.refuse(claim, reason="He broke his arm", by=umpire, now=now)
    assert refused(claims.grant, claim, by=umpire, now=now) == "claim_settled"
    act(war, "carthage", "report", by=carthage, now=now, winner="draw")
    act(war, "rome", "confirm", by=rome, now=now)
    assert WinClaim.objects.get().state == "refused"


def test_a_claim_is_taken_back_by_its_own_side_only(late_battle, rome, carthage):
    war = late_battle()
    claim = claims.claim(war, side="rome", by=rome, now=NOW + 60 * DAY)
    with pytest.raises(Refusal):
        claims.withdraw(claim, by=carthage, now=NOW + 60 * DAY)
    assert claims.withdraw(claim, by=rome, now=NOW + 60 * DAY).state == "withdrawn"


# --- The record of a member ----------------------------------------------------------------------------------


def test_a_record_counts_what_was_asked_while_the_member_held_the_seat(begin, rome, carthage, spectator):
    war = begin()
    turning.remind(year_of(war).deadline_at - DAY / 2)
    miss_orders(war, rome)
    of_rome, of_carthage = record_of(rome)[0], record_of(carthage)[0]
    assert (of_rome.in_time, of_rome.missed, of_rome.reminders) == (1, 0, 1)
    assert (of_carthage.in_time, of_carthage.missed, of_carthage.reminders) == (0, 1, 1)
    founding.vacate(war, side="carthage", by=carthage, now=year_of(war).opened_at + 100 * DAY)
    assert record_of(spectator) == (record_of(spectator)[0], [])


def test_a_record_costs_the_same_however_many_wars(begin, rome, carthage, django_assert_num_queries):
    wars = [begin() for _war in range(3)]
    for war in wars:
        miss_orders(war, rome)
    with django_assert_num_queries(5):
        total, rows = record_of(carthage)
    assert (total.missed, len(rows)) == (3, 3)
