"""Time in which the program did not run is given back: before anything is turned, once, and to nobody who lost none."""

from datetime import timedelta

import pytest

from battles import narration
from battles.models import Heartbeat, OutboxMessage
from battles.services import heart
from campaigns.models import LedgerEntry, Year
from campaigns.models.codec import happening_of
from campaigns.services import clockwork, outages, sealed, turning
from campaigns.services import umpire as desk
from clubs.models import Holiday
from tests.factories.campaigns import DAY, a_war, order, to_battle, year_of
from tests.factories.clubs import NOW

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)
WHY = "Snow."


@pytest.fixture(autouse=True)
def watched(settings):
    settings.OUTAGE_HOURS = 1


def moves(war) -> list[dict]:
    rows = LedgerEntry.objects.filter(campaign=war, kind="deadline_moved").order_by("seq")
    return [dict(happening_of(row).data) for row in rows]


def test_a_deadline_in_the_silence_is_put_off_by_its_length_before_anything_is_turned(war):
    deadline = year_of(war).deadline_at
    heart.beat(outages.HEART, deadline - 2 * HOUR)
    back = deadline + 4 * HOUR
    assert turning.tick(back) == 0
    assert year_of(war).stage == "orders"
    assert year_of(war).deadline_at == deadline + 6 * HOUR
    (moved,) = moves(war)
    assert moved == {
        "stage": "orders",
        "deadline": (deadline + 6 * HOUR).isoformat(),
        "how": "outage",
        "before": deadline.isoformat(),
        "reason": "",
        "since": (deadline - 2 * HOUR).isoformat(),
        "back": back.isoformat(),
        "hours": 6,
    }
    assert OutboxMessage.objects.filter(kind="deadline_moved").count() == 3  # both seats and the umpire
    heart.beat(outages.HEART, deadline + 6 * HOUR - timedelta(seconds=15))
    assert turning.tick(deadline + 6 * HOUR) == 1


def test_time_is_given_back_once(war):
    deadline = year_of(war).deadline_at
    heart.beat(outages.HEART, deadline - 2 * HOUR)
    turning.tick(deadline + HOUR)
    turning.tick(deadline + HOUR + timedelta(seconds=15))
    assert year_of(war).deadline_at == deadline + 3 * HOUR
    assert len(moves(war)) == 1


def test_a_part_of_an_hour_is_a_whole_one_so_that_deadlines_stay_on_the_hour(war):
    deadline = year_of(war).deadline_at
    heart.beat(outages.HEART, deadline - HOUR)
    turning.tick(deadline + timedelta(minutes=30, seconds=1))
    assert year_of(war).deadline_at == deadline + 2 * HOUR


def test_nobody_loses_an_hour_whose_deadline_comes_soon_after(war):
    deadline = year_of(war).deadline_at
    heart.beat(outages.HEART, deadline - 40 * HOUR)
    turning.tick(deadline - 10 * HOUR)
    assert year_of(war).deadline_at == deadline + 30 * HOUR


def test_a_deadline_far_away_and_one_that_had_passed_before_stay(war):
    deadline = year_of(war).deadline_at
    heart.beat(outages.HEART, deadline - 100 * HOUR)
    turning.tick(deadline - 60 * HOUR)
    assert moves(war) == []
    heart.beat(outages.HEART, deadline)
    turning.tick(deadline + 5 * HOUR)
    assert moves(war) == []
    assert year_of(war).stage != "orders"


def test_a_fresh_install_and_a_short_silence_give_nothing(war):
    deadline = year_of(war).deadline_at
    assert turning.tick(deadline - 59 * timedelta(minutes=1)) == 0
    assert turning.tick(deadline) == 1
    assert moves(war) == []


def test_where_years_are_turned_by_hand_only_nothing_is_given_back(war):
    deadline = year_of(war).deadline_at
    turning.turn_due(deadline - 5 * DAY)
    assert turning.turn_due(deadline) == 1
    assert moves(war) == []


def test_a_club_that_gave_up_the_tick_for_the_command_is_not_in_an_outage_for_ever(war):
    deadline = year_of(war).deadline_at
    heart.beat(outages.HEART, NOW)
    turning.turn_due(NOW + timedelta(minutes=30))  # no silence yet: from here on it is run by hand
    assert turning.turn_due(deadline) == 1
    assert moves(war) == []
    turning.tick(deadline + 30 * DAY)  # and if the tick comes back, the time between was served
    assert not [row for row in moves(war) if row["how"] == "outage"]


def test_a_command_after_an_outage_gives_the_time_back_like_the_tick(war):
    deadline = year_of(war).deadline_at
    heart.beat(outages.HEART, deadline - HOUR)
    assert turning.turn_due(deadline + HOUR) == 0
    assert year_of(war).deadline_at == deadline + 2 * HOUR


def test_a_nudge_does_not_come_before_the_time_is_given_back(war, rome, carthage):
    deadline = year_of(war).deadline_at
    heart.beat(outages.HEART, deadline - 2 * HOUR)
    assert not turning.turn(war.pk, now=deadline + HOUR)
    assert year_of(war).stage == "orders"
    order(
        war, rome=(rome, "battle"), carthage=(carthage, "battle"), now=deadline - HOUR
    )  # all ready: nothing to give back
    assert year_of(war).stage == "muster"


def test_a_worker_that_was_frozen_does_not_set_the_heart_back(war):
    heart.beat(outages.HEART, NOW + DAY)
    heart.beat(outages.HEART, NOW)
    assert heart.last(outages.HEART) == NOW + DAY
    turning.tick(NOW)
    assert outages.silent_since(NOW + DAY + timedelta(minutes=5)) is None


def test_a_clock_that_stands_still_loses_nothing(war, umpire):
    deadline = year_of(war).deadline_at
    desk.pause(war, reason=WHY, by=umpire, now=NOW)
    heart.beat(outages.HEART, deadline - HOUR)
    turning.tick(deadline + HOUR)
    assert moves(war) == []


def test_a_held_war_gets_its_time_too(war):
    deadline = year_of(war).deadline_at
    war.stage = "held"
    war.save(update_fields=["stage"])
    heart.beat(outages.HEART, deadline - HOUR)
    turning.tick(deadline + HOUR)
    assert year_of(war).deadline_at == deadline + 2 * HOUR


def test_a_battles_table_knows_the_new_deadline(war, members):
    battle = to_battle(war, members)
    heart.beat(outages.HEART, battle.deadline_at - HOUR)
    turning.tick(battle.deadline_at + HOUR)
    battle.refresh_from_db()
    assert battle.deadline_at == year_of(war).deadline_at


def test_time_of_grace_is_given_back_as_such(club, rome, carthage):
    war = a_war(club, rome=rome, carthage=carthage, by=rome, clock={"grace": 4})
    deadline = year_of(war).deadline_at
    heart.beat(outages.HEART, deadline + HOUR)
    turning.tick(deadline + 11 * HOUR)
    year = year_of(war)
    assert (year.deadline_at, year.grace, year.stage) == (deadline, 14, "orders")
    assert LedgerEntry.objects.filter(campaign=war, kind="grace_extended").count() == 1
    told = OutboxMessage.objects.filter(kind="deadline_moved", recipient__in=[rome, carthage])
    assert [(row.data["how"], row.data["until"]) for row in told] == [("grace", year.closes_at.isoformat())] * 2
    assert "The time is given back: what comes late (orders) is taken until" in narration.notice(told[0]).text
    sealed.give_order(war, side="rome", action="battle", by=rome, now=deadline + 12 * HOUR)
    assert turning.tick(deadline + 11.5 * HOUR) == 0
    heart.beat(outages.HEART, deadline + 14 * HOUR)
    assert turning.turn(war.pk, now=deadline + 14 * HOUR)


def test_what_is_given_back_is_not_eaten_by_a_holiday(war):
    deadline = year_of(war).deadline_at
    next_day = deadline.date() + timedelta(days=1)
    Holiday.objects.create(club=war.club, name="Fallas", first=next_day, last=next_day)
    heart.beat(outages.HEART, deadline - HOUR)
    turning.tick(deadline + 23 * HOUR)
    assert year_of(war).deadline_at == deadline + 2 * DAY


def test_one_war_that_cannot_be_moved_keeps_no_other_from_its_time(war, club, place, marco, fabia, monkeypatch, caplog):
    other = a_war(club, rome=place(marco), carthage=place(fabia), by=place(fabia), name="The other war")
    deadline, move = year_of(war).deadline_at, clockwork.move

    def broken(campaign, *args, **kwargs):
        if campaign.pk == war.pk:
            raise RuntimeError("guerrilla")
        move(campaign, *args, **kwargs)

    monkeypatch.setattr(clockwork, "move", broken)
    heart.beat(outages.HEART, deadline - HOUR)
    assert outages.give_back(deadline + HOUR) == 1
    assert year_of(other).deadline_at == deadline + 2 * HOUR
    assert "RuntimeError" in caplog.text
    assert "guerrilla" not in caplog.text


def test_the_heart_and_the_deadlines_are_one_step(war, monkeypatch):
    """If it dies half way, the next tick finds the silence again."""
    deadline = year_of(war).deadline_at
    heart.beat(outages.HEART, deadline - HOUR)

    def dies(*args):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(outages, "_one", dies)
        with pytest.raises(KeyboardInterrupt):
            outages.give_back(deadline + HOUR)
    assert Heartbeat.objects.get(name="tick").beat_at == deadline - HOUR
    assert outages.give_back(deadline + HOUR) == 1
    assert Year.objects.get(campaign=war).deadline_at == deadline + 2 * HOUR
