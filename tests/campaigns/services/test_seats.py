"""Seats: deputies, hand-overs, reassignments, and sides that the program plays."""

import pytest

from battles.models import OutboxMessage, Seat
from campaigns.models import LedgerEntry, SideHolder, StrategicAction
from campaigns.models.codec import happening_of, state_of
from campaigns.permissions import holders, standing_of
from campaigns.selectors import home
from campaigns.selectors.sealed import own_order, own_standing_order
from campaigns.services import founding, sealed, seats, telling, turning
from clubs.errors import NotSeen, Refusal
from clubs.services import members as club_members
from tests.factories import clubs as people
from tests.factories.campaigns import a_war, act, fresh, to_battle, wait_out, year_of
from tests.factories.clubs import NOW
from tests.worlds import once

pytestmark = pytest.mark.django_db


def refused(verb, *args, **kwargs) -> str:
    with pytest.raises(Refusal) as caught:
        verb(*args, **kwargs)
    return caught.value.code


@once
def deputy(war, carthage, spectator):
    seats.add_deputy(war, side="carthage", member=spectator, by=carthage, now=NOW)
    return spectator


def kinds(war):
    return list(LedgerEntry.objects.filter(campaign=war).order_by("seq").values_list("kind", flat=True))


def told(member, kind):
    return OutboxMessage.objects.filter(recipient=member, kind=kind).count()


# --- Deputies ---------------------------------------------------------------------------------------------


def test_a_deputy_does_what_the_commander_may_and_the_book_says_who_did_it(war, members, deputy, rome):
    sealed.give_order(war, side="carthage", action="guerrilla", by=deputy, now=NOW)
    entry = LedgerEntry.objects.filter(campaign=war, kind="order_sealed").latest("seq")
    assert (entry.actor, happening_of(entry).data["manner"]) == (deputy, "own")
    sealed.give_order(war, side="rome", action="battle", by=rome, now=NOW)
    assert turning.turn(war.pk, now=NOW)
    assert state_of(fresh(war)).now.orders["carthage"] == "guerrilla"


def test_a_deputy_reports_and_confirms_at_the_table(war, members, deputy, carthage):
    battle = to_battle(war, members)
    assert Seat.objects.get(battle=battle, key="carthage").deputies == [deputy.pk]
    act(war, "rome", "report", by=members["rome"], winner="draw")
    assert told(deputy, "battle.asked") == 2
    act(war, "carthage", "confirm", by=deputy)
    assert "fought" in kinds(war)


def test_a_deputy_who_is_named_or_goes_in_mid_battle_sits_at_the_table_or_does_not(war, members, carthage, spectator):
    battle = to_battle(war, members)
    seats.add_deputy(war, side="carthage", member=spectator, by=carthage, now=NOW)
    act(war, "carthage", "report", by=spectator, winner="draw")
    seats.remove_deputy(war, side="carthage", member=spectator, by=spectator, now=NOW)
    assert Seat.objects.get(battle=battle, key="carthage").deputies == []
    assert refused(act, war, "carthage", "amend", by=spectator, winner="rome") == "not_your_seat"


def test_a_deputy_is_told_and_reminded_as_the_commander_is_and_finds_his_tasks(war, deputy, carthage, marco):
    turning.remind(year_of(war).deadline_at - turning.timedelta(hours=2))
    assert told(deputy, "reminder") == told(carthage, "reminder") == 1
    tasks = home.waiting_for(marco, now=NOW).tasks
    assert [(task.kind, task.seat, task.prompt) for task in tasks] == [("decide", "carthage", "order")]


def test_an_umpire_who_is_a_deputy_umpires_no_longer(war, carthage, umpire):
    seats.add_deputy(war, side="carthage", member=umpire, by=carthage, now=NOW)
    place = standing_of(fresh(war), umpire)
    assert (place.side, place.umpires, place.officer, place.commands) == ("carthage", False, False, False)
    assert umpire not in telling.umpires(fresh(war), holders(war))


def test_who_may_be_a_deputy_and_who_may_name_one(war, club, rome, carthage, spectator, stranger, umpire, officer):
    def name(member, by):
        return refused(seats.add_deputy, war, side="carthage", member=member, by=by, now=NOW)

    assert name(rome, carthage) == "holds_another"
    assert name(carthage, carthage) == "deputy_already"
    assert name(stranger, carthage) == "not_a_member"
    assert name(people.paper_member(club, "Old Quintus"), carthage) == "needs_account"
    assert name(spectator, spectator) == "not_your_side"
    assert name(spectator, rome) == "not_your_side"  # owner of the club, but he plays on the other side
    seats.add_deputy(war, side="carthage", member=spectator, by=umpire, now=NOW)
    assert name(officer, spectator) == "not_your_side"  # a deputy names none
    assert refused(seats.add_deputy, war, side="rome", member=spectator, by=rome, now=NOW) == "holds_another"


def test_a_deputy_who_goes_loses_sight_at_once(war, carthage, deputy):
    sealed.give_order(war, side="carthage", action="guerrilla", by=carthage, now=NOW)
    assert own_order(year_of(war), standing_of(war, deputy)).action == "guerrilla"
    seats.remove_deputy(war, side="carthage", member=deputy, by=carthage, now=NOW)
    assert own_order(year_of(war), standing_of(war, deputy)) is None
    with pytest.raises(NotSeen):
        seats.remove_deputy(war, side="carthage", member=deputy, by=carthage, now=NOW)


# --- Handing over ------------------------------------------------------------------------------------------


def test_a_seat_is_handed_over_when_the_other_accepts_with_its_order_and_its_secrets(war, rome, carthage, spectator):
    sealed.give_order(war, side="carthage", action="guerrilla", ready=False, by=carthage, now=NOW)
    sealed.leave_standing_order(war, side="carthage", action="battle", by=carthage, now=NOW)
    offer = seats.hand_over(war, side="carthage", to=spectator, by=carthage, now=NOW)
    assert own_order(year_of(war), standing_of(war, spectator)) is None
    assert standing_of(war, carthage).commands

    founding.answer_offer(offer, accept=True, by=spectator, now=NOW)
    new, old = standing_of(war, spectator), standing_of(war, carthage)
    assert own_order(year_of(war), new).action == "guerrilla"
    assert own_standing_order(war, new) == "battle"
    assert (old.side, own_order(year_of(war), old), own_standing_order(war, old)) == (None, None, "")
    assert (told(carthage, "seat_changed"), told(rome, "seat_changed")) == (1, 1)
    assert refused(sealed.give_order, war, side="carthage", action="battle", by=carthage, now=NOW) == "not_your_side"


def test_who_is_handed_a_seat(war, club, rome, carthage, spectator, stranger):
    def hand(to, by=carthage):
        return refused(seats.hand_over, war, side="carthage", to=to, by=by, now=NOW)

    assert hand(carthage) == "not_yourself"
    assert hand(rome) == "holds_another"
    assert hand(stranger) == "not_a_member"
    assert hand(people.paper_member(club, "Old Quintus")) == "needs_account"
    assert hand(spectator, by=spectator) == "not_your_side"
    assert hand(spectator, by=rome) == "not_your_side"
    gone = people.enlist(club, people.sign_up("gone"))
    club_members.leave(club, by=gone.user, now=NOW)
    assert hand(gone) == "not_a_member"


def test_a_hand_over_can_be_taken_back_and_dies_with_its_commander(war, carthage, spectator, officer, umpire):
    first = seats.hand_over(war, side="carthage", to=spectator, by=carthage, now=NOW)
    second = seats.hand_over(war, side="carthage", to=officer, by=carthage, now=NOW)
    assert refused(founding.answer_offer, first, accept=True, by=spectator, now=NOW) == "answered"
    seats.keep(war, side="carthage", by=carthage, now=NOW)
    assert refused(founding.answer_offer, second, accept=True, by=officer, now=NOW) == "answered"
    third = seats.hand_over(war, side="carthage", to=spectator, by=carthage, now=NOW)
    seats.reassign(war, side="carthage", to=officer, reason="He is ill", by=umpire, now=NOW)
    assert refused(founding.answer_offer, third, accept=True, by=spectator, now=NOW) == "answered"


def test_deputies_go_with_the_commander_who_named_them(war, carthage, deputy, officer):
    offer = seats.hand_over(war, side="carthage", to=officer, by=carthage, now=NOW)
    founding.answer_offer(offer, accept=True, by=officer, now=NOW)
    assert holders(war).team("carthage") == (officer,)


def test_the_umpire_or_an_administrator_reassigns_with_a_reason(war, rome, carthage, spectator, officer, umpire):
    assert (
        refused(seats.reassign, war, side="carthage", to=spectator, reason=" ", by=umpire, now=NOW) == "reason_missing"
    )
    assert (
        refused(seats.reassign, war, side="carthage", to=spectator, reason="I say", by=rome, now=NOW) == "not_your_side"
    )
    assert refused(seats.reassign, war, side="carthage", to=carthage, reason="Why?", by=umpire, now=NOW) == "side_taken"
    assert refused(seats.reassign, war, side="carthage", to=rome, reason="Why?", by=umpire, now=NOW) == "holds_another"
    seats.reassign(war, side="carthage", to=spectator, reason="He moved away", by=officer, now=NOW)
    entry = LedgerEntry.objects.get(campaign=war, kind="seat_reassigned")
    assert (entry.actor, happening_of(entry).data["reason"]) == (officer, "He moved away")
    assert holders(war) == {"rome": rome, "carthage": spectator}


def test_an_owner_who_plays_may_fill_the_others_vacant_seat_but_not_empty_it(war, rome, carthage, spectator):
    assert refused(founding.vacate, war, side="carthage", by=rome, now=NOW) == "not_your_side"
    assert (
        refused(seats.reassign, war, side="carthage", to=None, program=True, reason="!", by=rome, now=NOW)
        == "not_your_side"
    )
    founding.vacate(war, side="carthage", by=carthage, now=NOW)
    seats.reassign(war, side="carthage", to=spectator, reason="He asked", by=rome, now=NOW)
    assert holders(war)["carthage"] == spectator


# --- Played by the program ------------------------------------------------------------------------------------


@once
def lone_war(war, umpire):
    seats.reassign(war, side="carthage", to=None, program=True, reason="Nobody has time", by=umpire, now=NOW)
    return fresh(war)


def test_the_program_keeps_nobody_waiting(lone_war, rome):
    sealed.give_order(lone_war, side="rome", action="battle", by=rome, now=NOW)
    assert year_of(lone_war).ready
    assert turning.turn(lone_war.pk, now=NOW)
    assert year_of(lone_war).stage != "orders"
    played = LedgerEntry.objects.filter(campaign=lone_war, kind="seat_played")
    assert [happening_of(entry).data["side"] for entry in played] == ["carthage"]
    assert "order_by_default" not in kinds(lone_war)


def test_a_side_that_the_program_takes_over_last_lets_the_year_go_on(war, rome, umpire):
    sealed.give_order(war, side="rome", action="battle", by=rome, now=NOW)
    assert not year_of(war).ready
    seats.reassign(war, side="carthage", to=None, program=True, reason="Gone", by=umpire, now=NOW)
    assert year_of(war).ready


def test_whoever_takes_the_seat_back_is_waited_for_again(lone_war, rome, carthage, umpire):
    sealed.give_order(lone_war, side="rome", action="battle", by=rome, now=NOW)
    seats.reassign(lone_war, side="carthage", to=carthage, reason="He is back", by=umpire, now=NOW)
    assert not lone_war.sides.get(key="carthage").program
    assert not year_of(lone_war).ready
    assert not turning.turn(lone_war.pk, now=NOW)


def test_a_war_that_the_program_plays_alone_waits_for_its_deadlines(lone_war, umpire):
    seats.reassign(lone_war, side="rome", to=None, program=True, reason="Gone", by=umpire, now=NOW)
    assert not year_of(lone_war).ready
    assert not turning.turn(lone_war.pk, now=NOW)
    assert turning.turn(lone_war.pk, now=year_of(lone_war).deadline_at)


def test_the_program_confirms_a_report_at_the_deadline_of_the_battle(lone_war, rome):
    sealed.give_order(lone_war, side="rome", action="battle", by=rome, now=NOW)
    turning.turn(lone_war.pk, now=NOW)
    if year_of(lone_war).stage == "choices":
        wait_out(lone_war, until="muster")
    muster_of_rome(lone_war, rome)
    act(lone_war, "rome", "report", by=rome, winner="draw")
    turning.turn(lone_war.pk, now=year_of(lone_war).deadline_at)
    assert "fought" in kinds(lone_war)
    assert "battle_overdue" not in kinds(lone_war)


def muster_of_rome(war, rome):
    from campaigns.models.codec import rules_of

    war = fresh(war)
    rules, state = rules_of(war), state_of(war)
    ask = next(ask for ask in rules.asks(state) if ask.seat == "rome" and ask.prompt == "muster")
    best = rules.fallback(state, ask)
    sealed.give_muster(war, side="rome", units=best.units, characters=best.characters, by=rome, now=NOW)
    turning.turn(war.pk, now=NOW)


# --- Leaving -------------------------------------------------------------------------------------------------


def test_a_deputy_moves_up_when_the_commander_leaves_and_the_war_says_so(club, rome, carthage, spectator, umpire):
    war = a_war(club, rome=rome, carthage=carthage, by=rome, umpire=umpire, absent={"stand_in": 3})
    seats.add_deputy(war, side="carthage", member=spectator, by=carthage, now=NOW)
    club_members.leave(club, by=carthage.user, now=NOW)
    assert holders(war) == {"rome": rome, "carthage": spectator}
    assert SideHolder.objects.filter(side__campaign=war, until=None).count() == 2


def test_else_the_seat_is_vacant_its_deputies_answer_and_the_administrators_are_told(
    war, club, carthage, deputy, rome, officer
):
    club_members.leave(club, by=carthage.user, now=NOW)
    assert holders(war) == {"rome": rome}
    assert (told(rome, "seat_vacant"), told(officer, "seat_vacant")) == (1, 1)
    sealed.give_order(war, side="carthage", action="guerrilla", by=deputy, now=NOW)
    assert StrategicAction.objects.filter(side="carthage").exists()


def test_administrators_are_told_that_the_umpire_left(war, club, umpire, officer):
    club_members.leave(club, by=umpire.user, now=NOW)
    assert told(officer, "umpire_left") == 1
    assert "umpire_left" in kinds(war)
