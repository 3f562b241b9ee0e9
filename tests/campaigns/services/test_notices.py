"""Who is told what: once, without a secret, and nobody else."""

import pytest

from battles import narration
from battles.models import OutboxMessage
from battles.services import outbox
from campaigns.services import founding, sealed, turning
from campaigns.services import umpire as desk
from tests.factories import clubs as people
from tests.factories.campaigns import a_war, act, fight, fresh, order, play_year, seat, to_battle, wait_out, year_of
from tests.factories.clubs import NOW

pytestmark = pytest.mark.django_db
MARKERS = ("guerrilla", "alliance", "salt-of-rome")


def told(kind=None, **about) -> list[tuple[str, int]]:
    rows = OutboxMessage.objects.filter(**about)
    if kind:
        rows = rows.filter(kind=kind)
    return sorted(rows.values_list("kind", "recipient_id"))


def each(kind, *members):
    return sorted((kind, member.pk) for member in members)


def test_who_opens_a_year_is_told_the_seal_of_its_dice(war, rome, carthage):
    assert told("your_orders") == each("your_orders", rome, carthage)
    message = OutboxMessage.objects.filter(kind="your_orders").first()
    assert len(message.data["commitment"]) == 64
    assert message.data["deadline"] == year_of(war).deadline_at.isoformat()


def test_every_stage_tells_who_owes_something(war, members, rome, carthage):
    order(war, rome=(rome, "defence"), carthage=(carthage, "battle"))
    assert told("your_choice") == each("your_choice", rome)
    turning.turn(war.pk, now=year_of(war).deadline_at)
    assert told("your_muster") == each("your_muster", rome, carthage)


def test_a_battle_is_told_by_its_host_and_a_report_to_the_other_side(war, members, rome, carthage):
    to_battle(war, members)
    assert told("battle.asked") == each("battle.asked", rome, carthage)
    act(war, "rome", "report", by=rome, winner="draw")
    assert told("battle.asked", data__prompt="answer") == each("battle.asked", carthage)


def test_a_notice_of_a_battle_names_its_war_first(war, members):
    """Whoever fights in several wars must know which; what is copied for the chat is the text alone."""
    to_battle(war, members)
    message = OutboxMessage.objects.filter(kind="battle.asked").first()
    told = narration.notice(message)
    assert told.subject == f"{war.name}: your battle waits for you"
    assert told.text.startswith(f"{war.name}: ")
    del message.data["title"]  # as notices were written before
    assert narration.notice(message).subject == "Your battle waits for you"


def test_a_dispute_reaches_the_umpire(war, members, rome, carthage, umpire):
    to_battle(war, members)
    act(war, "rome", "report", by=rome, winner="draw")
    act(war, "carthage", "dispute", by=carthage, reason="No.")
    assert told("battle.asked", data__prompt="ruling") == each("battle.asked", umpire)


def test_a_closed_year_is_told_to_who_played_it(war, members, rome, carthage, umpire):
    war = play_year(war, members)
    assert told("year_closed") == each("year_closed", rome, carthage)
    assert set(OutboxMessage.objects.filter(kind="year_closed").first().data["score"]) == {"rome", "carthage"}


def test_the_end_of_a_war_is_told(club, members, rome, carthage):
    war = a_war(club, rome=rome, carthage=carthage, by=rome, years=1)
    play_year(war, members, winner="draw")
    assert told("war_ended") == each("war_ended", rome, carthage)


def test_a_reopened_report_is_told_to_both_and_what_is_asked_again(war, members, rome, carthage, umpire):
    war = play_year(war, members)
    desk.reopen_report(war, reason="A wrong figure", by=umpire, now=NOW)
    assert told("report_reopened") == each("report_reopened", rome, carthage)
    fight(war, reporter=("rome", rome), confirmer=("carthage", carthage), again=True, winner="draw")
    wait_out(war)
    assert len(told("year_closed")) == 4


def test_no_notice_is_left_twice(war, members, rome):
    war = play_year(play_year(war, members), members)
    keys = list(OutboxMessage.objects.values_list("recipient_id", "key"))
    assert len(keys) == len(set(keys))
    count = len(keys)
    turning.turn(war.pk, now=NOW)
    turning.tick(NOW)
    assert OutboxMessage.objects.count() == count


def test_spectators_and_strangers_are_told_nothing(war, members, spectator, stranger):
    play_year(war, members)
    assert not OutboxMessage.objects.filter(recipient__in=[spectator, stranger]).exists()


def test_no_notice_holds_what_is_sealed(war, rome, carthage, mailoutbox):
    sealed.give_order(war, side="rome", action="guerrilla", salt="salt-of-rome", by=rome, now=NOW)
    sealed.leave_standing_order(war, side="rome", action="alliance", by=rome, now=NOW)
    turning.remind(year_of(war).deadline_at)
    outbox.relay(now=NOW)
    text = str(list(OutboxMessage.objects.values())) + "".join(mail.subject + mail.body for mail in mailoutbox)
    assert mailoutbox
    assert not [marker for marker in MARKERS if marker in text]


def test_a_member_on_paper_is_told_on_the_site_only(club, rome, officer, umpire, mailoutbox):
    old = people.paper_member(club, "Old Quintus")
    a_war(club, rome=rome, carthage=old, by=officer, umpire=umpire)
    (message,) = OutboxMessage.objects.filter(recipient=old, kind="your_orders")
    assert message.email_state == "none"


def test_who_takes_a_side_over_is_told_what_comes_next_and_who_left_it_is_not(war, rome, carthage, spectator):
    founding.vacate(war, side="carthage", by=carthage, now=NOW)
    seat(war, "carthage", spectator, by=rome)
    order(war, rome=(rome, "battle"), carthage=(spectator, "battle"))
    assert told("your_muster") == each("your_muster", rome, spectator)


def test_an_e_mail_about_orders_already_given_is_still_sent_once_only(war, rome, carthage, mailoutbox):
    outbox.relay(now=NOW)
    outbox.relay(now=NOW)
    assert len([mail for mail in mailoutbox if mail.to == [rome.user.email]]) == 1
    assert fresh(war).stage == "running"


def test_what_a_stage_asked_for_is_put_aside_once_the_war_has_left_it(club, place, livia, hanno):
    members = {"rome": place(livia), "carthage": place(hanno)}
    war = a_war(club, **members, by=members["rome"])
    order(war, rome=(members["rome"], "battle"), carthage=(members["carthage"], "battle"))
    waiting = [message.kind for message in outbox.waiting_for(members["carthage"])]
    assert "your_muster" in waiting
    assert "your_orders" not in waiting
