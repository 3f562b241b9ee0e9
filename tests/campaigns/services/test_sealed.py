"""Sealed orders and musters: who hands in what, until when, and that nobody learns it."""

from datetime import timedelta

import pytest

from campaigns.models import Campaign, LedgerEntry, Muster, StrategicAction
from campaigns.models.codec import moves_of, state_of
from campaigns.permissions import standing_of
from campaigns.rules.armies import Army
from campaigns.rules.state import Character, Unit
from campaigns.selectors.sealed import in_count, own_muster, own_order, own_standing_order
from campaigns.services import founding, sealed, turning
from campaigns.services import umpire as desk
from clubs.errors import NotSeen, Refusal, Stale
from tests.factories import clubs as people
from tests.factories.campaigns import DAY, a_war, an_army, found_war, fresh, muster_best, order, seat, year_of
from tests.factories.clubs import NOW
from tests.worlds import once

pytestmark = pytest.mark.django_db
SECOND = timedelta(seconds=1)


def give(war, side, action, *, by, now=NOW, **how):
    return sealed.give_order(war, side=side, action=action, by=by, now=now, **how)


def refused(verb, *args, **kwargs) -> str:
    with pytest.raises(Refusal) as answer:
        verb(*args, **kwargs)
    assert str(answer.value)
    return answer.value.code


def told(war, kind) -> list[LedgerEntry]:
    return list(LedgerEntry.objects.filter(campaign=war, kind=kind).order_by("seq"))


# --- Orders -----------------------------------------------------------------------------------------


def test_an_order_is_kept_with_a_receipt_that_tells_nothing(war, rome):
    row = give(war, "rome", "battle", by=rome, salt="wine of Saguntum")
    assert row.receipt == sealed.receipt(war, 1, "rome", "battle", "wine of Saguntum")
    (entry,) = told(war, "order_sealed")
    assert row.receipt in entry.data
    assert "battle" not in entry.data
    assert "Saguntum" not in entry.data
    for guess in ("alliance", "punishment", "battle", "defence", "guerrilla"):
        assert sealed.receipt(war, 1, "rome", guess, "") not in entry.data


def test_an_order_may_be_changed_until_the_stage_closes(war, rome):
    give(war, "rome", "battle", by=rome)
    row = give(war, "rome", "guerrilla", by=rome, revision=1)
    assert (row.action, row.revision) == ("guerrilla", 2)
    assert StrategicAction.objects.count() == 1
    assert len(told(war, "order_sealed")) == 2


def test_an_order_from_a_stale_window_is_refused(war, rome):
    give(war, "rome", "battle", by=rome, revision=0)
    with pytest.raises(Stale):
        give(war, "rome", "defence", by=rome, revision=0)
    assert StrategicAction.objects.get().action == "battle"


def test_when_both_are_ready_the_year_goes_on_before_its_deadline(war, rome, carthage):
    give(war, "rome", "battle", by=rome)
    assert not turning.turn(war.pk, now=NOW)
    give(war, "carthage", "battle", by=carthage)
    assert turning.due(NOW) == [war.pk]
    assert turning.turn(war.pk, now=NOW)
    assert state_of(fresh(war)).now.orders == {"rome": "battle", "carthage": "battle"}


def test_an_order_not_ready_waits_for_the_deadline_and_then_stands(war, rome, carthage):
    give(war, "rome", "guerrilla", by=rome, ready=False)
    give(war, "carthage", "battle", by=carthage)
    assert turning.due(NOW) == []
    turning.tick(year_of(war).deadline_at)
    assert state_of(fresh(war)).now.orders == {"rome": "guerrilla", "carthage": "battle"}
    assert told(war, "order_by_default") == []


def test_ready_is_taken_back(war, rome, carthage):
    give(war, "rome", "battle", by=rome)
    give(war, "carthage", "battle", by=carthage)
    sealed.withdraw_ready(war, side="carthage", by=carthage, now=NOW)
    assert turning.due(NOW) == []
    assert not turning.turn(war.pk, now=NOW)
    give(war, "carthage", "battle", by=carthage)
    assert turning.due(NOW) == [war.pk]


def test_only_the_seat_takes_its_ready_back_or_an_officer_in_public(war, rome, carthage, spectator, officer):
    give(war, "carthage", "battle", by=carthage)
    for other in (rome, spectator):
        assert refused(sealed.withdraw_ready, war, side="carthage", by=other, now=NOW) == "not_your_side"
    sealed.withdraw_ready(war, side="carthage", by=officer, now=NOW)
    (entry,) = told(war, "paper_entered")
    assert entry.actor == officer


def test_an_order_one_second_late_is_refused_with_the_time_and_the_stored_one_stands(war, rome):
    give(war, "rome", "battle", by=rome)
    deadline = year_of(war).deadline_at
    assert give(war, "rome", "guerrilla", by=rome, now=deadline).action == "guerrilla"
    with pytest.raises(Refusal) as answer:
        give(war, "rome", "defence", by=rome, now=deadline + SECOND)
    assert answer.value.code == "too_late"
    assert "Europe/Madrid" in str(answer.value)
    assert "9" in str(answer.value)  # 21:00 on the club's wall
    assert year_of(war).orders.get(side="rome").action == "guerrilla"


def test_an_order_for_a_closed_stage_is_refused(war, rome, carthage):
    order(war, rome=(rome, "battle"), carthage=(carthage, "battle"))
    assert refused(give, war, "rome", "defence", by=rome) == "stage_closed"
    assert refused(sealed.withdraw_ready, war, side="rome", by=rome, now=NOW) == "stage_closed"


@pytest.mark.parametrize("action", ["", " ", "surrender", "BATTLE", "battle\x00", "x" * 200])
def test_what_is_no_action_is_refused_and_nothing_is_stored(war, rome, action):
    assert refused(give, war, "rome", action, by=rome) == "unknown_action"
    assert not StrategicAction.objects.exists()


@pytest.mark.parametrize("salt", ["x" * 129, "a\nb", "a\x00b", "\u200fturn"])
def test_a_salt_is_ordinary_text(war, rome, salt):
    assert refused(give, war, "rome", "battle", by=rome, salt=salt) == "bad_salt"


def test_without_a_salt_the_seat_gets_one_of_its_own(war, rome, carthage):
    one, other = give(war, "rome", "battle", by=rome), give(war, "carthage", "battle", by=carthage, salt="  ")
    assert len(one.salt) == len(other.salt) == 32
    assert one.salt != other.salt


def test_an_action_that_an_event_fixed_is_the_only_one(club, rome, carthage):
    war = under_way(club, rome, carthage, flags=("rome.must_battle",))
    assert refused(give, war, "rome", "defence", by=rome) == "forced_action"
    give(war, "rome", "battle", by=rome)
    give(war, "carthage", "defence", by=carthage)
    turning.turn(war.pk, now=NOW)
    assert state_of(fresh(war)).now.orders["rome"] == "battle"


def test_a_standing_order_does_not_break_what_an_event_fixed(club, rome, carthage):
    war = under_way(club, rome, carthage, flags=("rome.must_battle",))
    sealed.leave_standing_order(war, side="rome", action="guerrilla", by=rome, now=NOW)
    turning.tick(year_of(war).deadline_at)
    assert state_of(fresh(war)).now.orders["rome"] == "battle"


def under_way(club, rome, carthage, **start) -> Campaign:
    draft = found_war(club, by=rome)
    for side, member in (("rome", rome), ("carthage", carthage)):
        seat(draft, side, member, by=rome)
        founding.set_army(draft, side=side, army=an_army(side[0]), by=member, now=NOW)
    return founding.begin(draft, by=rome, now=NOW, **start)


# --- Who may ----------------------------------------------------------------------------------------


def test_nobody_orders_for_a_side_that_is_not_his(war, rome, spectator, officer, umpire, stranger):
    for other in (rome, spectator, officer, umpire):
        assert refused(give, war, "carthage", "battle", by=other) == "not_your_side"
    for other in (rome, spectator):
        assert refused(give, war, "carthage", "battle", by=other, paper=True) == "not_your_side"
    with pytest.raises(NotSeen):
        give(war, "rome", "battle", by=stranger)
    with pytest.raises(NotSeen):
        give(war, "rome", "battle", by=stranger, paper=True)
    assert not StrategicAction.objects.exists()


def test_a_paper_slip_is_typed_in_by_the_umpire_or_an_officer_and_shown_as_such(war, umpire, officer):
    for member, action in ((umpire, "battle"), (officer, "defence")):
        row = give(war, "carthage", action, by=member, paper=True)
        assert (row.manner, row.actor) == ("paper", member)
    assert [entry.actor for entry in told(war, "order_sealed")] == [umpire, officer]
    assert all('"paper"' in entry.data for entry in told(war, "order_sealed"))


def test_an_umpire_who_plays_types_nothing_in_for_the_other_side(club, carthage, umpire, officer):
    war = a_war(club, rome=umpire, carthage=carthage, by=officer, umpire=umpire)
    assert refused(give, war, "carthage", "battle", by=umpire, paper=True) == "not_your_side"
    assert refused(sealed.withdraw_ready, war, side="carthage", by=umpire, now=NOW) == "not_your_side"
    code = refused(sealed.leave_standing_order, war, side="carthage", action="battle", by=umpire, now=NOW)
    assert code == "not_your_side"


def test_an_administrator_who_plays_types_nothing_in_for_the_other_side(club, officer, carthage, umpire):
    war = a_war(club, rome=officer, carthage=carthage, by=officer, umpire=umpire)
    assert refused(give, war, "carthage", "battle", by=officer, paper=True) == "not_your_side"


def test_a_member_on_paper_is_played_by_slips(club, rome, umpire, officer):
    old = people.paper_member(club, "Old Quintus")
    war = a_war(club, rome=rome, carthage=old, by=officer, umpire=umpire)
    give(war, "rome", "battle", by=rome)
    give(war, "carthage", "battle", by=umpire, paper=True)
    assert turning.turn(war.pk, now=NOW)


def test_an_order_is_read_by_its_own_seat_only(war, rome, carthage, umpire, officer, spectator):
    give(war, "rome", "guerrilla", by=rome)
    sealed.leave_standing_order(war, side="rome", action="alliance", by=rome, now=NOW)
    year = year_of(war)
    assert own_order(year, standing_of(war, rome)).action == "guerrilla"
    assert own_standing_order(war, standing_of(war, rome)) == "alliance"
    for other in (carthage, umpire, officer, spectator):
        assert own_order(year, standing_of(war, other)) is None
        assert own_standing_order(war, standing_of(war, other)) == ""
    assert in_count(year) == (1, 2)


def test_an_order_belongs_to_the_seat_not_to_who_gave_it(war, rome, carthage, spectator):
    give(war, "carthage", "guerrilla", by=carthage)
    founding.vacate(war, side="carthage", by=carthage, now=NOW)
    assert own_order(year_of(war), standing_of(war, carthage)) is None
    seat(war, "carthage", spectator, by=rome)
    assert own_order(year_of(war), standing_of(war, spectator)).action == "guerrilla"
    assert refused(give, war, "carthage", "battle", by=carthage) == "not_your_side"
    give(war, "carthage", "battle", by=spectator, revision=1)


# --- Standing orders --------------------------------------------------------------------------------


def test_a_standing_order_is_given_where_nobody_ordered(war, rome, carthage):
    sealed.leave_standing_order(war, side="rome", action="guerrilla", by=rome, now=NOW)
    give(war, "carthage", "battle", by=carthage)
    turning.tick(year_of(war).deadline_at)
    assert state_of(fresh(war)).now.orders == {"rome": "guerrilla", "carthage": "battle"}
    (entry,) = told(war, "order_by_default")
    assert "rome" in entry.data
    row = StrategicAction.objects.get(side="rome")
    assert (row.manner, bool(row.salt)) == ("program", True)


def test_a_standing_order_may_be_taken_back(war, rome):
    sealed.leave_standing_order(war, side="rome", action="guerrilla", by=rome, now=NOW)
    sealed.leave_standing_order(war, side="rome", action="", by=rome, now=NOW)
    turning.tick(year_of(war).deadline_at)
    assert state_of(fresh(war)).now.orders["rome"] == "defence"


def test_a_war_has_its_own_default(club, rome, carthage):
    war = a_war(club, rome=rome, carthage=carthage, by=rome, absent={"order": "guerrilla"})
    turning.tick(year_of(war).deadline_at)
    assert state_of(fresh(war)).now.orders == {"rome": "guerrilla", "carthage": "guerrilla"}


def test_a_standing_order_is_an_action_of_ones_own_side(war, rome, carthage, stranger):
    leave = sealed.leave_standing_order
    assert refused(leave, war, side="rome", action="sleep", by=rome, now=NOW) == "unknown_action"
    assert refused(leave, war, side="carthage", action="battle", by=rome, now=NOW) == "not_your_side"
    with pytest.raises(NotSeen):
        leave(war, side="rome", action="battle", by=stranger, now=NOW)


def test_a_standing_order_typed_in_by_an_officer_is_in_the_book_but_not_what_it_is(war, umpire):
    sealed.leave_standing_order(war, side="carthage", action="guerrilla", by=umpire, now=NOW)
    (entry,) = told(war, "paper_entered")
    assert entry.actor == umpire
    assert "guerrilla" not in entry.data


# --- Musters ----------------------------------------------------------------------------------------


@once
def skirmish(war, rome, carthage):
    """Both skirmish: 500 points a side. ``r1`` is worth 250, the general 100."""
    order(war, rome=(rome, "alliance"), carthage=(carthage, "alliance"))
    assert state_of(fresh(war)).now.scenario == "skirmish"
    return fresh(war)


def muster(war, side, units, characters=(), *, by, now=NOW, **how):
    return sealed.give_muster(war, side=side, units=units, characters=characters, by=by, now=now, **how)


def test_a_muster_within_the_limit_is_kept_sealed(skirmish, rome, carthage):
    row = muster(skirmish, "rome", ["r1", "r2"], by=rome)
    (entry,) = told(skirmish, "muster_sealed")
    assert row.receipt in entry.data
    assert "r1" not in entry.data
    assert own_muster(year_of(skirmish), standing_of(skirmish, carthage)) is None
    assert own_muster(year_of(skirmish), standing_of(skirmish, rome)).units == ["r1", "r2"]


def test_501_points_in_a_skirmish_are_one_too_many(club, rome, carthage):
    armies = {
        "rome": Army(
            units=(
                Unit(id="a", name="A", figures=25, points=10),
                Unit(id="b", name="B", figures=25, points=10),
                Unit(id="c", name="C", figures=25, points=10, command=1),
            ),
            characters=(Character(id="g", name="G", rank="general", points=100),),
        )
    }
    war = a_war(club, rome=rome, carthage=carthage, by=rome, armies=armies)
    order(war, rome=(rome, "alliance"), carthage=(carthage, "alliance"))
    assert refused(muster, war, "rome", ["a", "c"], by=rome) == "over_limit"
    assert not Muster.objects.exists()
    assert muster(war, "rome", ["a", "b"], by=rome).units == ["a", "b"]


@pytest.mark.parametrize(
    ("units", "characters", "code"),
    [
        (["r1/2"], [], "not_in_roster"),
        (["r1", "r1"], [], "twice"),
        (["c1"], [], "not_in_roster"),
        (["r1"], ["r1"], "not_able"),
        (["r1"], ["r-general", "r-general"], "twice"),
        (["r1", "r2", "r3"], [], "over_limit"),
        ([], [], "empty_muster"),
    ],
)
def test_a_muster_that_cannot_be_is_refused_and_nothing_is_stored(skirmish, rome, units, characters, code):
    assert refused(muster, skirmish, "rome", units, characters, by=rome) == code
    assert not Muster.objects.exists()


def test_a_muster_is_given_by_its_seat_or_on_paper(skirmish, rome, carthage, umpire, spectator, stranger):
    for other in (rome, spectator, umpire):
        assert refused(muster, skirmish, "carthage", ["c1"], by=other) == "not_your_side"
    with pytest.raises(NotSeen):
        muster(skirmish, "carthage", ["c1"], by=stranger)
    assert muster(skirmish, "carthage", ["c1"], by=umpire, paper=True).manner == "paper"


def test_a_muster_from_a_stale_window_or_too_late_is_refused(skirmish, rome):
    muster(skirmish, "rome", ["r1"], by=rome, revision=0)
    with pytest.raises(Stale):
        muster(skirmish, "rome", ["r2"], by=rome, revision=0)
    late = year_of(skirmish).deadline_at + SECOND
    assert refused(muster, skirmish, "rome", ["r2"], by=rome, now=late) == "too_late"
    assert Muster.objects.get().units == ["r1"]


def test_a_muster_before_the_muster_is_refused(war, rome):
    assert refused(muster, war, "rome", ["r1"], by=rome) == "stage_closed"


def test_the_program_musters_for_who_does_not(skirmish, rome):
    muster(skirmish, "rome", ["r1"], ["r-general"], by=rome)
    turning.tick(year_of(skirmish).deadline_at)
    state = state_of(fresh(skirmish))
    assert state.stage == "battle"
    assert state.now.muster["rome"].units == ("r1",)
    assert state.now.muster["carthage"].units
    (entry,) = told(skirmish, "muster_by_default")
    assert "carthage" in entry.data
    decision = entry.campaign.decisions.order_by("-number").first()
    assert decision.manners == {"rome": "own", "carthage": "program"}
    assert moves_of(decision)["rome"].units == ("r1",)


def test_both_musters_in_open_the_battle_at_once(skirmish, members):
    muster_best(skirmish, members)
    assert year_of(skirmish).stage == "battle"


# --- While nothing runs -----------------------------------------------------------------------------


def test_a_war_that_is_held_takes_no_orders(war, rome):
    Campaign.objects.filter(pk=war.pk).update(stage="held")
    assert refused(give, war, "rome", "battle", by=rome) == "war_held"


def test_while_the_clock_stands_orders_are_taken_and_nothing_is_late(war, rome, umpire):
    desk.pause(war, reason="A storm", by=umpire, now=NOW)
    give(war, "rome", "battle", by=rome, now=NOW + 400 * DAY)
    assert turning.due(NOW + 400 * DAY) == []
