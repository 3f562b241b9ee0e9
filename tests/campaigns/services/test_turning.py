"""What is due goes on, once; what breaks is set aside; and nobody waits for it."""

import json
import logging
from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.db import DatabaseError, OperationalError

from battles.models import Heartbeat, OutboxMessage
from battles.services import outbox
from campaigns.models import Campaign, Decision, LedgerEntry, Year
from campaigns.models.codec import state_of
from campaigns.rules.engine import Rules
from campaigns.services import kernel, sealed, telling, turning
from campaigns.services import umpire as desk
from config.logs import LOGGING
from tests.factories.campaigns import DAY, a_war, fresh, order, to_battle, year_of
from tests.factories.clubs import NOW
from tests.worlds import once

pytestmark = pytest.mark.django_db
SECRET = "the salt of Hanno"


@once
def other_war(club, place, marco, fabia):
    """A war in the same club that has nothing to do with it."""
    return a_war(club, rome=place(marco), carthage=place(fabia), by=place(fabia), name="The other war")


def break_orders(monkeypatch, war):
    """The engine fails whenever this war's orders are opened, and its message quotes what was sealed."""
    apply = Rules.apply

    def broken(self, state, moves, dice):
        if getattr(dice, "campaign", None) is not None and dice.campaign.pk == war.pk:
            raise RuntimeError(f"guerrilla by {SECRET}")
        return apply(self, state, moves, dice)

    monkeypatch.setattr(Rules, "apply", broken)


def formatter_of(name) -> logging.Formatter:
    """The formatter with which our log is written."""
    about = dict(LOGGING["formatters"][name])
    return about.pop("()")(**about)


def ready(war, rome, carthage):
    sealed.give_order(war, side="rome", action="battle", by=rome, now=NOW)
    sealed.give_order(war, side="carthage", action="guerrilla", salt=SECRET, by=carthage, now=NOW)


def attempts(war, times=5, now=NOW):
    """Try as often as the backoff allows; answers when the last try was."""
    for _try in range(times):
        turning.tick(now)
        now += timedelta(hours=1)
    return now


# --- Due --------------------------------------------------------------------------------------------


def test_what_is_due_is_found_in_one_query(war, other_war, django_assert_num_queries):
    with django_assert_num_queries(1):
        assert turning.due(NOW + 30 * DAY) == [war.pk, other_war.pk]
    assert turning.due(NOW) == []


def test_a_second_before_its_deadline_a_year_is_not_due(war):
    deadline = year_of(war).deadline_at
    assert turning.due(deadline - timedelta(seconds=1)) == []
    assert turning.due(deadline) == [war.pk]


def test_turning_twice_changes_nothing(war, rome, carthage):
    ready(war, rome, carthage)
    assert turning.turn(war.pk, now=NOW)
    before = fresh(war)
    assert not turning.turn(war.pk, now=NOW)
    after = fresh(war)
    assert (after.version, after.seq, after.last_decision) == (before.version, before.seq, before.last_decision)


def test_a_turn_costs_at_most_forty_queries(war, rome, carthage, django_assert_max_num_queries):
    ready(war, rome, carthage)
    with django_assert_max_num_queries(40):
        turning.turn(war.pk, now=NOW)


def test_a_tick_says_that_the_clock_is_alive(db):
    turning.tick(NOW)
    assert Heartbeat.objects.get(name="tick").beat_at == NOW


def test_a_tick_forgets_log_ins_that_have_run_out_and_no_others(db):
    for key, expires in (("old", NOW - timedelta(seconds=1)), ("running", NOW + timedelta(seconds=1))):
        Session.objects.create(session_key=key, session_data="", expire_date=expires)
    turning.tick(NOW)
    assert list(Session.objects.values_list("session_key", flat=True)) == ["running"]


def test_a_tick_may_hand_wars_on_and_one_that_cannot_be_handed_on_stops_nobody(war, other_war, caplog):
    handed = []

    def hand_on(campaign_id):
        if campaign_id == war.pk:
            raise ConnectionError("the broker is away")
        handed.append(campaign_id)

    assert turning.tick(NOW + 30 * DAY, hand_on=hand_on) == 2
    assert handed == [other_war.pk]
    assert Heartbeat.objects.exists()
    assert "ConnectionError" in caplog.text


# --- What breaks ------------------------------------------------------------------------------------


def test_a_war_that_breaks_is_tried_five_times_then_held_and_the_others_go_on(
    monkeypatch, war, other_war, rome, carthage, umpire
):
    ready(war, rome, carthage)
    break_orders(monkeypatch, war)
    attempts(war, 4)
    year = year_of(war)
    assert (fresh(war).stage, year.attempts, year.last_error) == ("running", 4, "RuntimeError")
    attempts(war, 1, now=NOW + DAY)
    assert fresh(war).stage == "held"
    assert LedgerEntry.objects.filter(campaign=war, kind="held").count() == 1
    assert OutboxMessage.objects.filter(recipient=umpire, kind="held").count() == 1
    # Its orders stand, sealed; nothing of the tries is left.
    assert Decision.objects.filter(campaign=war).count() == 0
    assert [row.action for row in year.orders.order_by("side")] == ["guerrilla", "battle"]
    attempts(war, 3, now=NOW + 30 * DAY)
    assert year_of(war).attempts == 5
    assert year_of(other_war).stage != "orders"


def test_a_held_war_goes_on_when_it_is_mended_and_let_go(monkeypatch, war, rome, carthage, umpire):
    ready(war, rome, carthage)
    with monkeypatch.context() as patch:
        break_orders(patch, war)
        attempts(war, 5)
    desk.release(war, by=umpire, now=NOW + DAY)
    assert turning.turn(war.pk, now=NOW + DAY)
    assert state_of(fresh(war)).now.orders == {"rome": "battle", "carthage": "guerrilla"}


def test_a_worker_that_dies_every_time_is_noticed_too(war, rome, carthage):
    ready(war, rome, carthage)
    Year.objects.filter(campaign=war).update(attempts=5, next_attempt_at=NOW)
    turning.tick(NOW)
    assert fresh(war).stage == "held"
    assert Decision.objects.filter(campaign=war).count() == 0


def test_tries_wait_longer_each_time(monkeypatch, war, rome, carthage):
    ready(war, rome, carthage)
    break_orders(monkeypatch, war)
    turning.tick(NOW)
    for second in (1, 29):
        turning.tick(NOW + timedelta(seconds=second))
    assert year_of(war).attempts == 1
    turning.tick(NOW + timedelta(seconds=30))
    turning.tick(NOW + timedelta(seconds=60))
    assert year_of(war).attempts == 2
    turning.tick(NOW + timedelta(seconds=90))
    assert year_of(war).attempts == 3


def test_a_mended_war_counts_from_nothing_again(monkeypatch, war, rome, carthage):
    ready(war, rome, carthage)
    with monkeypatch.context() as patch:
        break_orders(patch, war)
        attempts(war, 3)
    assert turning.turn(war.pk, now=NOW + DAY)
    assert (year_of(war).attempts, year_of(war).next_attempt_at, year_of(war).last_error) == (0, None, "")


def test_the_log_of_a_broken_year_tells_where_it_broke_but_nothing_that_is_sealed(
    monkeypatch, caplog, war, rome, carthage
):
    ready(war, rome, carthage)
    break_orders(monkeypatch, war)
    with caplog.at_level(logging.DEBUG):
        attempts(war, 5)
    line = formatter_of("json").format(caplog.records[-1])
    assert json.loads(line)["campaign"] == war.pk
    assert "test_turning" in line
    text = "\n".join([caplog.text, *(str(record.__dict__) for record in caplog.records)])
    assert "RuntimeError" in text
    assert "test_turning" in text  # the frame in which it broke
    assert SECRET not in text


def test_a_state_that_cannot_be_read_stops_only_its_own_war(war, other_war, rome, carthage, sound_books):
    sound_books.expected = False
    ready(war, rome, carthage)
    Campaign.objects.filter(pk=war.pk).update(state="{}")
    turning.tick(year_of(other_war).deadline_at - timedelta(hours=1))  # both would be reminded
    assert OutboxMessage.objects.filter(kind="reminder").count() == 2
    assert Heartbeat.objects.exists()
    turning.tick(NOW + 30 * DAY)
    assert year_of(other_war).stage != "orders"


def test_a_database_that_is_away_or_full_costs_the_year_no_try(monkeypatch, war, rome, carthage):
    """However long it takes: no war is set aside for it, and each goes on by itself."""
    ready(war, rome, carthage)
    moment = NOW

    def full(*args, **kwargs):
        raise OperationalError("database or disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(kernel, "advance", full)
        for _time in range(7):
            assert turning.turn(war.pk, now=moment) is False
            assert turning.turn(war.pk, now=moment) is False  # nor is it tried without a pause
            moment += timedelta(seconds=31)
    assert (fresh(war).stage, year_of(war).attempts, year_of(war).last_error) == ("running", 0, "OperationalError")
    assert turning.turn(war.pk, now=moment)


def test_a_year_that_asks_the_database_for_too_long_is_counted(monkeypatch, war, rome, carthage):
    ready(war, rome, carthage)

    def too_long(*args, **kwargs):
        raise OperationalError from type("QueryCanceled", (Exception,), {})()

    monkeypatch.setattr(kernel, "advance", too_long)
    turning.turn(war.pk, now=NOW)
    assert year_of(war).attempts == 1


def test_a_database_that_goes_away_while_turning_is_counted_like_any_other_failure(monkeypatch, war, rome, carthage):
    ready(war, rome, carthage)

    def gone(*args, **kwargs):
        raise DatabaseError("server closed the connection")

    with monkeypatch.context() as patch:
        patch.setattr(kernel, "advance", gone)
        assert not turning.turn(war.pk, now=NOW)
    assert year_of(war).last_error == "DatabaseError"
    assert turning.turn(war.pk, now=NOW + DAY)


# --- Reminders --------------------------------------------------------------------------------------


def reminders() -> list[tuple[str, int]]:
    return sorted((m.data["stage"], m.recipient_id) for m in OutboxMessage.objects.filter(kind="reminder"))


def test_a_day_before_the_deadline_whoever_owes_something_is_reminded_once(war, rome, carthage):
    sealed.give_order(war, side="rome", action="battle", by=rome, now=NOW)
    deadline = year_of(war).deadline_at
    assert turning.remind(deadline - timedelta(hours=25)) == 0
    assert turning.remind(deadline - timedelta(hours=24)) == 1
    assert turning.remind(deadline - timedelta(hours=1)) == 0
    assert reminders() == [("orders", carthage.pk)]


def test_who_is_not_ready_yet_is_reminded(war, rome, carthage):
    sealed.give_order(war, side="rome", action="battle", by=rome, now=NOW, ready=False)
    turning.remind(year_of(war).deadline_at - timedelta(hours=1))
    assert len(reminders()) == 2


def test_each_stage_reminds_for_itself(war, rome, carthage):
    turning.remind(year_of(war).deadline_at - timedelta(hours=1))
    order(war, rome=(rome, "battle"), carthage=(carthage, "battle"))
    turning.remind(year_of(war).deadline_at - timedelta(hours=1))
    assert [stage for stage, _who in reminders()] == ["muster", "muster", "orders", "orders"]


def test_a_battle_that_nobody_reported_is_reminded_of(war, members, rome, carthage):
    to_battle(war, members)
    turning.remind(year_of(war).deadline_at - timedelta(hours=1))
    assert [who for stage, who in reminders() if stage == "battle"] == sorted([rome.pk, carthage.pk])


def test_a_reminder_is_not_sent_when_the_stage_is_over_meanwhile(war, rome, carthage, mailoutbox):
    moment = year_of(war).deadline_at - timedelta(hours=1)
    turning.remind(moment)
    order(war, rome=(rome, "battle"), carthage=(carthage, "battle"), now=moment)
    outbox.relay(now=moment)
    assert not [mail for mail in mailoutbox if "remind" in mail.subject.lower()]
    assert OutboxMessage.objects.filter(kind="reminder", email_state="sent").count() == 0


def test_a_paused_or_held_year_reminds_nobody(war, other_war, umpire):
    desk.pause(war, reason="Snow", by=umpire, now=NOW)
    Campaign.objects.filter(pk=other_war.pk).update(stage="held")
    assert turning.remind(NOW + 7 * DAY) == 0


def test_who_is_told_is_found_before_the_row_is_marked(monkeypatch, war):
    """A reminder that breaks is tried again."""

    def broken(*args, **kwargs):
        raise RuntimeError

    moment = year_of(war).deadline_at - timedelta(hours=1)
    with monkeypatch.context() as patch:
        patch.setattr(telling, "remind", broken)
        assert turning.remind(moment) == 0
    assert turning.remind(moment) == 1
