"""Two in the same moment: one is first, nothing is lost, nothing happens twice."""

import pytest
from django.core import mail

from battles.models import Battle, OutboxMessage
from battles.services import choices, digests, outbox, replay
from clubs.errors import Stale
from tests.factories.battles import CARTHAGE, ROME, WON, do
from tests.factories.clubs import NOW
from tests.rulesets.hidden.ruleset import ENVOYS
from tests.together import at_once

pytestmark = pytest.mark.django_db(transaction=True)


def test_both_sides_report_at_once_and_one_of_them_is_told_to_look_again(battle, rome, carthage):
    came = at_once(
        lambda: do(battle, ROME, "report", by=rome, **WON),
        lambda: do(battle, CARTHAGE, "report", by=carthage, winner="draw"),
    )

    assert sorted(type(one).__name__ for one in came) == ["Battle", "Stale"]
    stored = Battle.objects.get(pk=battle.pk)
    assert stored.seq == 1
    assert replay.verify(stored) == []


def test_a_double_click_reports_once(battle, rome):
    came = at_once(*[lambda: do(battle, ROME, "report", by=rome, **WON)] * 4)

    assert sum(isinstance(one, Stale) for one in came) == 3
    assert Battle.objects.get(pk=battle.pk).seq == 1


@pytest.mark.parametrize("again", range(3))
def test_the_last_two_sealed_moves_close_the_step_exactly_once(court, again):
    def bid(seat):
        card = court.state["hands"][seat][0]
        return lambda: do(court, seat, "bid", by=court.seats.get(key=seat).member, card=card)

    bid(ENVOYS[0])()
    came = at_once(bid(ENVOYS[1]), bid(ENVOYS[2]))

    assert [type(one).__name__ for one in came] == ["Battle", "Battle"]
    stored = Battle.objects.get(pk=court.pk)
    assert (stored.seq, stored.entries.count(), stored.state["round"]) == (1, 2, 2)
    assert replay.verify(stored) == []


def test_what_is_told_twice_at_once_arrives_once(rome):
    def tell():
        outbox.tell(recipients=[rome], key="k", kind="battle.held", data={}, url="/", now=NOW)

    assert at_once(tell, tell, tell) == [None, None, None]
    assert OutboxMessage.objects.count() == 1


@pytest.mark.parametrize("again", range(2))
def test_a_letter_that_gathers_goes_once_however_many_build_and_send_it(rome, settings, again):
    settings.MAIL_WORKS = True
    for number in range(4):
        key, data = f"year:{number}", {"subject": str(number), "war": "A war", "year": number}
        outbox.tell(recipients=[rome], key=key, kind="battle.held", data=data, url="/", now=NOW)
    OutboxMessage.objects.update(email_state="digest", next_attempt_at=NOW)
    choices.save_choice(rome.user, turn="now", news="now", club="daily", hour=8, weekday=0, by=rome.user, now=NOW)
    OutboxMessage.objects.update(email_state="digest", next_attempt_at=NOW)
    still_so = outbox._checks["battle.held"]
    outbox._checks["battle.held"] = outbox.always
    try:

        def sweep():
            digests.gather(now=NOW)
            return digests.send(now=NOW)

        came = at_once(sweep, sweep, sweep)
    finally:
        outbox._checks["battle.held"] = still_so

    assert sorted(came) == [0, 0, 1]
    assert [letter.to for letter in mail.outbox] == [["livia@example.org"]]
    assert set(OutboxMessage.objects.values_list("email_state", flat=True)) == {"sent"}
