"""Clocks: who has how long, who stops them, and what happens once when time is up."""

from datetime import timedelta

import pytest

from battles import selectors
from battles.models import Battle, BattleEntry, SealedMove
from battles.services import clocks, lateness, play, replay, single, table, verdicts
from battles.services.clocks import Clock
from clubs.errors import Refusal
from rulesets.contract import Ask
from tests.factories.battles import do
from tests.factories.clubs import NOW
from tests.rulesets.hidden.ruleset import ENVOYS
from tests.together import at_once

pytestmark = pytest.mark.django_db
FIRST, SECOND, THIRD = ENVOYS
MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)
TEN = Clock(pace="decision", amount=10)


def fresh(battle):
    return Battle.objects.get(pk=battle.pk)


def due(battle):
    """When each seat's time is up, as time from the beginning."""
    return {seat.key: seat.due_at - NOW for seat in battle.seats.all() if seat.due_at is not None}


def bid(battle, seat, now=NOW, card=0):
    held = fresh(battle)
    return do(held, seat, "bid", by=held.seats.get(key=seat).member, now=now, card=held.state["hands"][seat][card])


@pytest.fixture
def timed(open_court, carthage, place, marco, umpire):
    """Three people at a table, ten minutes for each decision, or as told."""

    def start(pace=TEN):
        battle = open_court(carthage, place(marco), umpire=umpire, pace=pace)
        single.take(battle, SECOND, carthage, NOW)
        single.take(battle, THIRD, place(marco), NOW)
        return fresh(battle)

    return start


def all_bid(battle, now=NOW):
    """Livia wins with her highest card."""
    bid(battle, FIRST, now, card=-1)
    bid(battle, SECOND, now)
    return bid(battle, THIRD, now)


@pytest.mark.parametrize(
    ("pace", "length"),
    [(TEN, 10 * MINUTE), (Clock(pace="bank", amount=30), 30 * MINUTE), (Clock(pace="letter", amount=3), 3 * DAY)],
)
def test_each_seat_that_owes_has_its_time_and_the_umpire_none(timed, pace, length):
    assert due(timed(pace)) == dict.fromkeys(ENVOYS, length)


def test_no_clock_runs_for_a_vacant_seat_until_it_is_taken(open_court, carthage):
    battle = open_court(None, single.PROGRAM, pace=TEN)
    assert due(battle) == {FIRST: 10 * MINUTE}

    single.take(battle, SECOND, carthage, NOW + MINUTE)

    assert due(battle) == {FIRST: 10 * MINUTE, SECOND: 11 * MINUTE}


def test_the_clock_of_whoever_has_handed_in_stops(timed):
    battle = timed()
    bid(battle, FIRST, NOW + MINUTE)
    assert due(battle) == {SECOND: 10 * MINUTE, THIRD: 10 * MINUTE}


def test_each_decision_has_its_own_minutes(timed):
    battle = timed()
    all_bid(battle, NOW + 4 * MINUTE)
    winner = fresh(battle).state["speaker"]
    assert due(battle) == {winner: 14 * MINUTE}


def test_a_bank_lasts_for_the_whole_battle(timed):
    battle = timed(Clock(pace="bank", amount=30))
    all_bid(battle, NOW + 4 * MINUTE)
    speaker = fresh(battle).state["speaker"]
    assert due(battle) == {speaker: 30 * MINUTE}
    play_ready(battle, NOW + 10 * MINUTE)

    # All used four minutes for the first card, and the speaker six more.
    assert due(battle) == {key: (30 if key == speaker else 36) * MINUTE for key in ENVOYS}


def play_ready(battle, now):
    held = fresh(battle)
    speaker = held.state["speaker"]
    return do(held, speaker, "ready", by=held.seats.get(key=speaker).member, now=now)


def test_a_slow_ask_has_days_in_a_live_battle(timed):
    battle = timed()
    seat = battle.seats.get(key=FIRST)
    assert clocks.allowance(battle, seat, Ask(seat=FIRST, prompt="dig", pace="day")) == 7 * DAY
    assert clocks.allowance(battle, seat, Ask(seat=FIRST, prompt="dig")) == 10 * MINUTE


def test_when_time_is_up_the_program_decides_once_and_says_why(timed):
    battle = timed()
    bid(battle, FIRST)
    assert lateness.due(NOW + 10 * MINUTE - timedelta(seconds=1)) == []

    table.tick(NOW + 10 * MINUTE)

    entry = BattleEntry.objects.get(battle=battle, seq=1)
    assert entry.action["manners"] == {FIRST: "own", SECOND: "program", THIRD: "program"}
    assert entry.action["why"] == {SECOND: "late", THIRD: "late"}
    speaker = fresh(battle).state["speaker"]
    assert due(battle) == {speaker: 20 * MINUTE}

    table.tick(NOW + 20 * MINUTE)
    told = BattleEntry.objects.get(battle=battle, seq=2)
    assert (told.manner, told.actor, told.action["why"]) == ("program", None, {speaker: "late"})
    assert replay.verify(fresh(battle)) == []
    (seen,) = [entry for entry in selectors.entries_for(fresh(battle), None) if entry.seq == 2]
    assert seen.why == {speaker: "late"}


def test_whoever_decides_in_time_is_not_decided_for(timed):
    battle = timed()
    late = lateness.due(NOW + 10 * MINUTE)
    bid(battle, FIRST, NOW + 9 * MINUTE)

    assert lateness.expire(battle.pk, FIRST, NOW + 10 * MINUTE) == 0
    assert ((battle.pk, FIRST) in late, SealedMove.objects.get().manner) == (True, "own")


def test_an_empty_bank_is_played_for_until_somebody_else_is_asked(timed):
    battle = timed(Clock(pace="bank", amount=1))
    for _tick in range(8):
        table.tick(NOW + MINUTE)

    assert fresh(battle).stage == "decided"
    assert replay.verify(fresh(battle)) == []


def test_what_is_only_allowed_has_no_clock(timed, umpire):
    battle = timed()
    battle = do(battle, "umpire", "award", by=umpire, now=NOW + MINUTE, to=FIRST)
    assert due(battle) == dict.fromkeys(ENVOYS, 10 * MINUTE)


@pytest.mark.django_db(transaction=True)
def test_two_ticks_at_once_decide_once(timed):
    battle = timed()
    at_once(*[lambda: lateness.expire(battle.pk, FIRST, NOW + 10 * MINUTE)] * 3)

    assert SealedMove.objects.filter(battle=battle, seat=FIRST).count() == 1
    assert fresh(battle).seq == 0


def test_the_umpire_stops_the_clocks_and_lets_them_run_on(timed, umpire, rome):
    battle = timed()
    with pytest.raises(Refusal):
        clocks.pause(battle, by=rome, now=NOW)
    clocks.pause(battle, by=umpire, now=NOW + 4 * MINUTE)
    assert lateness.due(NOW + DAY) == []
    bid(battle, FIRST, NOW + 6 * MINUTE)  # people may decide meanwhile
    clocks.resume(battle, by=umpire, now=NOW + 64 * MINUTE)

    assert due(battle) == {SECOND: 70 * MINUTE, THIRD: 70 * MINUTE}


def test_a_new_clock_waits_for_the_others_while_all_stand_still(timed, umpire):
    battle = timed()
    clocks.pause(battle, by=umpire, now=NOW)
    all_bid(battle, NOW + 5 * MINUTE)
    clocks.resume(battle, by=umpire, now=NOW + 60 * MINUTE)

    assert due(battle) == {fresh(battle).state["speaker"]: 70 * MINUTE}


def test_the_clocks_of_a_held_battle_stand_still(timed, umpire):
    battle = timed()
    play.hold(battle, now=NOW + MINUTE)
    assert lateness.due(NOW + DAY) == []

    verdicts.release(fresh(battle), by=umpire, now=NOW + 11 * MINUTE)

    assert due(battle) == dict.fromkeys(ENVOYS, 20 * MINUTE)
    assert fresh(battle).stopped == ""


def test_a_rollback_winds_the_clocks_anew(timed, umpire):
    battle = timed()
    all_bid(battle, NOW + MINUTE)
    play.hold(battle, now=NOW + 2 * MINUTE)
    verdicts.rollback(fresh(battle), to_seq=0, by=umpire, now=NOW + 5 * MINUTE, reason="Start again.")

    assert due(battle) == dict.fromkeys(ENVOYS, 15 * MINUTE)


def test_the_umpire_gives_a_seat_more_time(timed, umpire):
    battle = timed()
    clocks.give(battle, seat=FIRST, length=5 * MINUTE, by=umpire, now=NOW)
    assert due(battle)[FIRST] == 15 * MINUTE
    for length in (timedelta(), 61 * DAY):
        with pytest.raises(Refusal):
            clocks.give(battle, seat=FIRST, length=length, by=umpire, now=NOW)


def test_nobody_gains_time_by_deciding_and_taking_back(timed):
    battle = timed()
    all_bid(battle)
    held = fresh(battle)
    speaker = held.state["speaker"]
    member = held.seats.get(key=speaker).member
    do(held, speaker, "topic", by=member, now=NOW + 6 * MINUTE, topic="grain")
    assert due(battle) == {speaker: 16 * MINUTE}

    play.undo(fresh(battle), seat=speaker, seq=fresh(battle).seq, by=member, now=NOW + 7 * MINUTE)

    assert due(battle) == {speaker: 11 * MINUTE}


def test_the_battles_own_deadline_yields_to_a_clock_that_runs(timed, umpire):
    battle = timed()
    single.move_deadline(battle, deadline_at=NOW + MINUTE, by=umpire, now=NOW)

    assert selectors.overdue(NOW + 2 * MINUTE) == []
    assert selectors.overdue(NOW + 11 * MINUTE) == [battle]


def test_time_in_which_the_program_was_away_is_given_back(timed):
    battle = timed()
    assert clocks.give_back(NOW, NOW + DAY) == 3
    assert due(battle) == dict.fromkeys(ENVOYS, 10 * MINUTE + DAY)
