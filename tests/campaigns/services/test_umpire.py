"""What only the umpire does: the clock, notes, the last report, a held war."""

from datetime import timedelta

import pytest

from battles.models import DiceSecret, OutboxMessage
from battles.services import verdicts
from campaigns.models import Campaign, Decision, Engagement, LedgerEntry, Reinforcement, Roll, Year
from campaigns.models.codec import state_of
from campaigns.rules.decisions import SpendGrant, Surrender
from campaigns.rules.state import Unit
from campaigns.services import between, books, outcomes, sealed, turning
from campaigns.services import umpire as desk
from clubs.errors import NotSeen, Refusal
from tests.factories.campaigns import (
    DAY,
    QUIET,
    WON,
    a_war,
    act,
    battle_of,
    fight,
    fought_by_hand,
    fresh,
    order,
    play_year,
    throw,
    to_battle,
    wait_out,
    year_of,
)
from tests.factories.clubs import NOW

pytestmark = pytest.mark.django_db
WHY = "A wedding in the family."


def refused(verb, *args, **kwargs) -> str:
    with pytest.raises(Refusal) as answer:
        verb(*args, **kwargs)
    assert str(answer.value)
    return answer.value.code


def told(war, kind) -> list[LedgerEntry]:
    return list(LedgerEntry.objects.filter(campaign=war, kind=kind).order_by("seq"))


def move(war, to, *, by, reason=WHY, now=NOW):
    return desk.move_deadline(war, deadline_at=to, reason=reason, by=by, now=now)


# --- The clock --------------------------------------------------------------------------------------


def test_a_deadline_is_moved_and_everybody_is_told(war, umpire):
    to = NOW + 3 * DAY
    move(war, to, by=umpire)
    assert year_of(war).deadline_at == to
    assert not turning.turn(war.pk, now=to - timedelta(seconds=1))
    assert turning.turn(war.pk, now=to)
    (entry,) = told(war, "deadline_moved")
    assert (entry.actor, WHY in entry.data) == (umpire, True)
    assert OutboxMessage.objects.filter(kind="deadline_moved").count() == 2


def test_a_year_reminds_again_after_its_deadline_moved(war, umpire):
    turning.remind(year_of(war).deadline_at - timedelta(hours=1))
    move(war, NOW + 20 * DAY, by=umpire)
    assert turning.remind(NOW + 19 * DAY + timedelta(hours=1)) == 1
    assert OutboxMessage.objects.filter(kind="reminder").count() == 4


@pytest.mark.parametrize(
    ("to", "reason", "code"),
    [
        (NOW, WHY, "deadline_past"),
        (NOW - DAY, WHY, "deadline_past"),
        (NOW + 367 * DAY, WHY, "deadline_far"),
        (NOW + DAY, " \x00 ", "reason_missing"),
        (NOW + DAY, "x" * 501, "reason_too_long"),
    ],
)
def test_a_deadline_is_not_moved_anywhere_or_for_nothing(war, umpire, to, reason, code):
    before = year_of(war).deadline_at
    assert refused(move, war, to, by=umpire, reason=reason) == code
    assert year_of(war).deadline_at == before


@pytest.mark.parametrize("verb", ["move", "pause", "resume", "reopen", "note"])
def test_the_umpires_verbs_are_the_umpires(war, members, rome, carthage, spectator, officer, stranger, verb):
    do = {
        "move": lambda by: move(war, NOW + DAY, by=by),
        "pause": lambda by: desk.pause(war, reason=WHY, by=by, now=NOW),
        "resume": lambda by: desk.resume(war, by=by, now=NOW),
        "reopen": lambda by: desk.reopen_report(war, reason=WHY, by=by, now=NOW),
        "note": lambda by: desk.note(war, text="Snow.", by=by, now=NOW),
    }[verb]
    for other in (rome, carthage, spectator, officer):
        assert refused(do, other) == "umpire_only"
    with pytest.raises(NotSeen):
        do(stranger)


def test_a_war_without_an_umpire_is_umpired_by_an_officer_who_does_not_play(club, rome, carthage, officer, spectator):
    war = a_war(club, rome=rome, carthage=carthage, by=rome)
    assert refused(desk.note, war, text="Snow.", by=rome, now=NOW) == "umpire_only"
    assert refused(desk.note, war, text="Snow.", by=spectator, now=NOW) == "umpire_only"
    assert desk.note(war, text="Snow.", by=officer, now=NOW).actor == officer


def test_a_clock_that_stood_still_goes_on_with_what_was_left(war, umpire):
    left = year_of(war).deadline_at - (NOW + DAY)
    desk.pause(war, reason=WHY, by=umpire, now=NOW + DAY)
    assert turning.due(NOW + 100 * DAY) == []
    assert turning.remind(NOW + 100 * DAY) == 0
    assert refused(desk.pause, war, reason=WHY, by=umpire, now=NOW + 2 * DAY) == "paused"
    desk.resume(war, by=umpire, now=NOW + 50 * DAY)
    assert year_of(war).deadline_at == NOW + 50 * DAY + left
    assert refused(desk.resume, war, by=umpire, now=NOW + 50 * DAY) == "not_paused"


def test_moving_a_deadline_lets_a_stopped_clock_run(war, umpire):
    desk.pause(war, reason=WHY, by=umpire, now=NOW)
    move(war, NOW + 9 * DAY, by=umpire)
    assert turning.due(NOW + 9 * DAY) == [war.pk]
    assert refused(desk.resume, war, by=umpire, now=NOW) == "not_paused"


def test_a_stage_that_opens_while_the_clock_stands_has_all_its_days_left(war, rome, carthage, umpire):
    desk.pause(war, reason=WHY, by=umpire, now=NOW)
    order(war, rome=(rome, "battle"), carthage=(carthage, "battle"))
    assert (year_of(war).stage, year_of(war).deadline_at) == ("muster", None)
    desk.resume(war, by=umpire, now=NOW + 30 * DAY)
    assert year_of(war).deadline_at - (NOW + 30 * DAY) > 3 * DAY  # a muster has four


def test_the_battles_deadline_follows_the_years(war, members, umpire):
    battle = to_battle(war, members)
    assert battle.deadline_at == year_of(war).deadline_at
    move(war, NOW + 9 * DAY, by=umpire)
    battle.refresh_from_db()
    assert battle.deadline_at == NOW + 9 * DAY
    desk.pause(war, reason=WHY, by=umpire, now=NOW)
    battle.refresh_from_db()
    assert battle.deadline_at is None


def test_a_battle_nobody_reports_is_for_the_umpire_and_he_is_told_each_time(war, members, umpire):
    to_battle(war, members)
    assert turning.turn(war.pk, now=year_of(war).deadline_at)
    assert turning.due(NOW + 300 * DAY) == []
    assert OutboxMessage.objects.filter(recipient=umpire, kind="battle_overdue").count() == 1
    move(war, NOW + 60 * DAY, by=umpire)
    assert turning.turn(war.pk, now=NOW + 60 * DAY)
    assert OutboxMessage.objects.filter(recipient=umpire, kind="battle_overdue").count() == 2
    verdicts.rule(battle_of(war), by=umpire, now=NOW, reason=WHY, report={"winner": "draw"})
    assert year_of(war).stage != "battle"


def test_a_note_is_in_the_chronicle_and_changes_no_figure(war, umpire):
    before = fresh(war)
    desk.note(war, text="Snow on the passes — «¡ay!» <b>", by=umpire, now=NOW)
    after = fresh(war)
    assert (after.state, after.last_decision) == (before.state, before.last_decision)
    assert refused(desk.note, war, text="x" * 4001, by=umpire, now=NOW) == "reason_too_long"


# --- The last report --------------------------------------------------------------------------------


def reopen(war, *, by, now=NOW):
    desk.reopen_report(war, reason="A unit was forgotten.", by=by, now=now)
    return fresh(war)


def again(war, members, **report):
    fight(war, reporter=("rome", members["rome"]), confirmer=("carthage", members["carthage"]), again=True, **report)
    return wait_out(war)


def faces_of(war) -> dict[str, list[int]]:
    """What shows at each address in the decisions that count."""
    return {row.address: row.faces for row in Roll.objects.filter(campaign=war).order_by("pk")}


def test_the_last_report_is_reopened_after_its_year_was_closed(war, members, umpire):
    war = play_year(war, members)
    assert year_of(war).number == 2
    before, secret = faces_of(war), DiceSecret.objects.get(game=war.game, year=1, epoch=1)
    war = reopen(war, by=umpire)
    assert (year_of(war).number, year_of(war).stage, year_of(war).epoch) == (1, "battle", 2)
    assert Year.objects.get(campaign=war, number=2).stage == "waiting"
    assert secret.revealed  # it was shown, so dice still to fall come from another
    assert DiceSecret.objects.get(game=war.game, year=1, epoch=2).revealed == ""
    war = again(war, members, winner="rome", level="major")
    assert war.year_set.get(number=1).summary["outcome"] == {"winner": "rome", "level": "major"}
    assert year_of(war).number == 2
    after = faces_of(war)
    assert all(after[address] == shown for address, shown in before.items())
    assert [entry.actor for entry in told(war, "report_reopened")] == [umpire]


def test_a_report_reopened_before_its_year_closed_keeps_the_years_secret(hand_war, members, umpire):
    war = fought_by_hand(
        hand_war,
        members,
        {"fate/carthage/c-general": (3, 3)},
        **{**WON, "felled": [{"seat": "carthage", "character": "c-general"}]},
    )
    war = reopen(war, by=umpire)
    assert (year_of(war).stage, year_of(war).epoch) == ("battle", 1)
    assert not told(war, "dice_committed")


def test_the_score_after_the_same_report_is_the_same_again(war, members, umpire):
    war = play_year(war, members)
    before = (war.state, [(s.earned, s.standing, s.available) for s in war.sides.all()])
    war = again(reopen(war, by=umpire), members, **WON)
    assert (war.state, [(s.earned, s.standing, s.available) for s in war.sides.all()]) == before


def test_orders_already_given_for_the_next_year_are_kept_but_must_be_confirmed(war, members, rome, carthage, umpire):
    war = play_year(war, members)
    sealed.give_order(war, side="rome", action="guerrilla", salt="kept", by=rome, now=NOW)
    commitment = DiceSecret.objects.get(game=war.game, year=2).commitment
    war = again(reopen(war, by=umpire), members, **WON)
    row = year_of(war).orders.get()
    assert (year_of(war).number, row.side, row.action, row.salt, row.ready) == (2, "rome", "guerrilla", "kept", False)
    assert DiceSecret.objects.get(game=war.game, year=2).commitment == commitment
    sealed.give_order(war, side="carthage", action="battle", by=carthage, now=NOW)
    assert turning.due(NOW) == []
    sealed.give_order(war, side="rome", action="guerrilla", salt="kept", by=rome, now=NOW)
    assert turning.turn(war.pk, now=NOW)


def test_a_clock_that_stood_still_in_the_year_that_waited_runs_again(war, members, umpire):
    war = play_year(war, members)
    desk.pause(war, reason=WHY, by=umpire, now=NOW)
    war = again(reopen(war, by=umpire), members, **WON)
    assert (year_of(war).paused_at, year_of(war).paused_left) == (None, None)
    assert turning.due(year_of(war).deadline_at) == [war.pk]


def test_no_orders_are_taken_for_a_year_that_waits(war, members, rome, umpire):
    war = reopen(play_year(war, members), by=umpire)
    assert refused(sealed.give_order, war, side="rome", action="battle", by=rome, now=NOW) == "stage_closed"


def test_what_was_bought_on_the_strength_of_a_reopened_report_is_taken_back(hand_war, members, rome, umpire):
    war = fought_by_hand(hand_war, members, {"reinforcements/rome": (6, 4)}, winner="draw")
    unit = Unit(id="velites", name="Velites", figures=20, points=12)
    between.decide(war, side="rome", decision=SpendGrant(units=(unit,)), by=rome, now=NOW)
    war = reopen(fresh(war), by=umpire)
    assert not war.sides.get(key="rome").units.filter(uid="velites").exists()
    assert not Reinforcement.objects.filter(side__campaign=war).exists()
    # The same report again: the same dice, the same grant, still to be spent.
    fight(war, reporter=("rome", rome), confirmer=("carthage", members["carthage"]), again=True, winner="draw")
    throw(war, members, QUIET)
    assert state_of(fresh(war)).purses["rome"]["reinforcements"].common == 300


def test_the_report_stands_once_the_next_orders_are_closed(war, members, rome, carthage, umpire):
    war = play_year(war, members)
    order(war, rome=(rome, "battle"), carthage=(carthage, "battle"))
    assert outcomes.may_reopen(fresh(war)) is None
    assert refused(desk.reopen_report, war, reason=WHY, by=umpire, now=NOW) == "too_late"
    battle = Engagement.objects.get(year__campaign=war, year__number=1).battle
    # Nor by the battle's own door.
    assert refused(verdicts.reopen, battle, by=umpire, now=NOW, reason=WHY) == "too_late"


def test_there_is_nothing_to_reopen_before_a_battle(war, umpire):
    assert refused(desk.reopen_report, war, reason=WHY, by=umpire, now=NOW) == "too_late"


def test_a_war_that_its_last_battle_ended_can_still_be_corrected(club, members, rome, carthage, umpire):
    war = a_war(club, rome=rome, carthage=carthage, by=rome, umpire=umpire, years=1)
    war = play_year(war, members, winner="draw")
    assert war.stage == "over"
    war = reopen(war, by=umpire)
    assert (war.stage, war.ended_at, war.winner, war.reason) == ("running", None, "", "")
    war = again(war, members, winner="rome", level="major")
    assert war.stage == "over"
    assert OutboxMessage.objects.filter(kind="war_ended", recipient=rome).count() == 2


def test_a_surrender_after_the_year_can_be_undone_with_the_report_before_it(war, members, carthage, umpire):
    war = play_year(war, members)
    between.decide(war, side="carthage", decision=Surrender(), by=carthage, now=NOW)
    assert fresh(war).stage == "over"
    war = again(reopen(fresh(war), by=umpire), members, **WON)
    assert (war.stage, year_of(war).number) == ("running", 2)
    # The dice of year 2 were shown when the war ended: others were locked away for it.
    assert year_of(war).epoch == 2
    war = play_year(war, members)
    assert war.year_set.get(number=2).stage == "closed"


def test_reopening_twice_keeps_every_line_of_history(war, members, umpire):
    war = play_year(war, members)
    war = again(reopen(war, by=umpire), members, winner="rome", level="major")
    war = again(reopen(war, by=umpire), members, winner="carthage", level="minor")
    assert war.revision == 2
    assert Decision.objects.filter(campaign=war).exclude(back_to=None).count() == 2
    numbers = list(Decision.objects.filter(campaign=war).order_by("number").values_list("number", flat=True))
    assert numbers == list(range(1, war.last_decision + 1))
    assert books.check(war) == []


def test_a_dispute_is_ruled_and_the_year_goes_on(war, members, rome, carthage, umpire):
    to_battle(war, members)
    act(war, "rome", "report", by=rome, **WON)
    act(war, "carthage", "dispute", by=carthage, reason="It was a draw.")
    assert OutboxMessage.objects.filter(recipient=umpire).exists()
    verdicts.rule(battle_of(war), by=umpire, now=NOW, reason="I watched.", report={"winner": "draw"})
    war = wait_out(war)
    assert war.year_set.get(number=1).summary["outcome"] == {"winner": "draw", "level": None}


def test_both_sides_report_at_once_and_the_second_is_told_to_look_again(war, members, rome, carthage):
    battle = to_battle(war, members)
    act(war, "rome", "report", by=rome, seq=battle.seq, **WON)
    code = refused(act, war, "carthage", "report", by=carthage, seq=battle.seq, winner="carthage", level="minor")
    assert code == "stale"


# --- A held war -------------------------------------------------------------------------------------


def test_a_held_war_is_let_go_on_by_its_umpire_or_who_manages_it(war, rome, carthage, spectator, umpire, officer):
    for who in (umpire, officer, rome):
        Campaign.objects.filter(pk=war.pk).update(stage="held")
        Year.objects.filter(campaign=war).update(attempts=5, last_error="KeyError")
        for other in (carthage, spectator):
            assert refused(desk.release, war, by=other, now=NOW) == "umpire_only"
        desk.release(war, by=who, now=NOW)
        assert (fresh(war).stage, year_of(war).attempts, year_of(war).last_error) == ("running", 0, "")
    assert refused(desk.release, war, by=umpire, now=NOW) == "war_running"
