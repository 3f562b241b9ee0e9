"""Looked at again before a letter goes: what is no longer so is dropped, and marked so."""

from datetime import timedelta

import pytest
from django.core import mail

from battles import narration
from battles.models import OutboxMessage
from battles.models.letters import Way
from battles.services import choices, outbox
from campaigns.services import branches, forcing, founding, sealed, telling, turning
from campaigns.services import umpire as desk
from clubs.services import members as people
from tests.factories.campaigns import DAY, a_war, act, found_war, fresh, order, play_year, to_battle, year_of
from tests.factories.clubs import NOW

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def everything_at_once(settings, livia, hanno, ines):
    settings.MAIL_WORKS = True
    for user in (livia, hanno, ines):
        how = dict.fromkeys(("turn", "news", "club"), Way.NOW)
        choices.save_choice(user, **how, hour=8, weekday=0, by=user, now=NOW)


def relayed(kind, member=None, *, now=NOW + timedelta(days=30)):
    """What became of the e-mails of a kind."""
    outbox.relay(now=now, budget=500)
    rows = OutboxMessage.objects.filter(kind=kind)
    if member is not None:
        rows = rows.filter(recipient=member)
    return sorted(rows.values_list("email_state", flat=True))


def test_every_kind_has_somebody_who_knows_whether_it_is_still_so():
    told_by_nobody = {"disputed", "report_due", "reported"}  # the battle's own host asks for reports
    assert sorted(narration.notice_kinds() - outbox.checked() - told_by_nobody) == []


def test_an_order_that_is_in_is_not_asked_for(war, rome, carthage):
    sealed.give_order(war, side="rome", action="battle", by=rome, now=NOW)

    assert (relayed("your_orders", rome), relayed("your_orders", carthage)) == (["dropped"], ["sent"])


def test_an_order_that_is_not_ready_is_still_asked_for(war, rome):
    sealed.give_order(war, side="rome", action="battle", ready=False, by=rome, now=NOW)

    assert relayed("your_orders", rome) == ["sent"]


def test_a_reminder_after_the_order_is_dropped(war, rome, carthage):
    deadline = year_of(war).deadline_at
    turning.remind(deadline - DAY / 2)
    sealed.give_order(war, side="rome", action="battle", by=rome, now=deadline - DAY / 3)

    assert (relayed("reminder", rome), relayed("reminder", carthage)) == (["dropped"], ["sent"])


def test_a_reminder_of_a_deadline_that_has_moved_is_dropped(war, rome, umpire):
    deadline = year_of(war).deadline_at
    turning.remind(deadline - DAY / 2)
    desk.move_deadline(war, deadline_at=deadline + DAY, reason="A fair", by=umpire, now=deadline - DAY / 3)

    assert relayed("reminder", rome) == ["dropped"]
    assert relayed("deadline_moved", rome) == ["sent"]


def test_a_deadline_that_moved_twice_is_told_once(war, rome, umpire):
    deadline = year_of(war).deadline_at
    desk.move_deadline(war, deadline_at=deadline + DAY, reason="A fair", by=umpire, now=NOW)
    desk.move_deadline(war, deadline_at=deadline + 2 * DAY, reason="A longer fair", by=umpire, now=NOW)

    assert relayed("deadline_moved", rome) == ["dropped", "sent"]


def test_a_reminder_of_a_report_is_dropped_once_the_battle_is_reported(war, members, rome):
    to_battle(war, members)
    deadline = year_of(war).deadline_at
    turning.remind(deadline - DAY / 2)
    act(war, "rome", "report", by=rome, now=deadline - DAY / 3, winner="draw")

    assert relayed("reminder", rome) == ["dropped"]
    assert relayed("reminder", members["carthage"]) == ["sent"]  # his answer is still owed


def test_who_gave_up_the_seat_is_asked_for_nothing(war, carthage):
    founding.vacate(war, side="carthage", by=carthage, now=NOW)

    assert relayed("your_orders", carthage) == ["dropped"]


def test_who_has_left_the_club_is_written_nothing(war, club, hanno, carthage):
    people.leave(club, by=hanno, now=NOW)

    assert relayed("your_orders", carthage) == ["dropped"]
    assert mail.outbox == [letter for letter in mail.outbox if letter.to != [hanno.email]]


def test_a_stage_that_is_over_asks_for_nothing(war, members, rome, carthage):
    order(war, rome=(rome, "battle"), carthage=(carthage, "battle"))
    OutboxMessage.objects.filter(kind="your_orders").update(
        read_at=None
    )  # not put aside, as if the page had never been left

    assert relayed("your_orders") == ["dropped", "dropped"]
    assert relayed("your_muster") == ["sent", "sent"]


def test_a_year_that_was_opened_again_is_not_closed(war, members, umpire):
    war = play_year(war, members)
    desk.reopen_report(war, reason="A wrong figure", by=umpire, now=NOW)

    assert relayed("year_closed") == ["dropped", "dropped"]
    assert relayed("report_reopened") == ["sent", "sent"]


def test_a_closed_year_is_closed(war, members):
    play_year(war, members)

    assert relayed("year_closed") == ["sent", "sent"]


def test_an_offer_that_was_answered_is_no_offer(club, rome, carthage):
    war = found_war(club, by=rome)
    offer = founding.offer_side(war, side="carthage", member=carthage, by=rome, now=NOW)
    again = founding.offer_side(war, side="rome", member=carthage, by=rome, now=NOW)
    founding.answer_offer(offer, accept=False, by=carthage, now=NOW)

    assert again.answered_at is None
    assert relayed("seat_offered", carthage) == ["none", "sent"]  # taken back with the answer


def test_a_battle_that_was_reported_late_is_not_overdue(war, members, rome, umpire):
    to_battle(war, members)
    turning.turn(war.pk, now=year_of(war).deadline_at)
    late = year_of(war)
    assert late.overdue_at is not None
    desk.move_deadline(war, deadline_at=late.overdue_at + DAY, reason="Rain", by=umpire, now=late.overdue_at)

    assert relayed("battle_overdue", umpire) == ["dropped"]


def test_a_held_war_that_goes_on_is_not_held(war, umpire):
    year = year_of(war)
    fresh_war = fresh(war)
    telling.held_up(fresh_war, year, reason="ZeroDivisionError", now=NOW)

    assert set(relayed("held")) == {"dropped"}


def test_the_end_of_a_war_is_told_while_it_is_over(club, members, rome, carthage):
    war = a_war(club, rome=rome, carthage=carthage, by=rome, years=1)
    play_year(war, members, winner="draw")

    assert relayed("war_ended") == ["sent", "sent"]


def test_what_was_forced_is_not_told_once_its_year_was_called_off(war, umpire):
    forcing.force(war, reason="He is at sea.", by=umpire, now=NOW)
    seen = fresh(war).last_decision
    branches.begin_again(war, number=1, reason="We wait after all.", seen=seen, by=umpire, now=NOW)

    assert relayed("forced") == ["dropped", "dropped"]


def test_what_was_forced_is_told_however_the_year_went_on(war, umpire):
    forcing.force(war, reason="He is at sea.", by=umpire, now=NOW)

    assert relayed("forced") == ["sent", "sent"]
