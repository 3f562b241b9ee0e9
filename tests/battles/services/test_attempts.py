"""When something that failed is tried again: ever later, and never all of it at one moment."""

from datetime import timedelta

import pytest

from battles.models import OutboxMessage
from battles.services import attempts, outbox
from battles.services.attempts import BACKOFF
from tests.factories.clubs import NOW

SECOND = timedelta(seconds=1)


@pytest.mark.parametrize(("number", "seconds"), list(enumerate([30, 120, 600, 3600, 21600, 86400, 86400], start=1)))
def test_a_wait_is_longer_by_a_fifth_at_most(number, seconds):
    assert attempts.wait(number, chance=lambda: 0.0) == seconds * SECOND
    assert attempts.wait(number, chance=lambda: 0.5) == seconds * 1.1 * SECOND
    assert attempts.wait(number, chance=lambda: 1.0) == seconds * 1.2 * SECOND


def test_chance_lies_between_nothing_and_all():
    drawn = {attempts.by_chance() for _again in range(200)}

    assert len(drawn) > 20
    assert all(0 <= one <= 1 for one in drawn)


@pytest.mark.django_db
def test_what_failed_at_one_moment_does_not_come_back_at_one_moment(rome):
    data = {"battle": "x", "ruleset": "tabletop", "seat": "rome", "prompt": "report"}
    for number in range(20):
        outbox.tell(recipients=[rome], key=str(number), kind="battle.asked", data=data, url="/", now=NOW)
    for message in OutboxMessage.objects.all():
        assert attempts.claim(message, NOW)

    again = set(OutboxMessage.objects.values_list("next_attempt_at", flat=True))
    assert len(again) > 10
    assert all(NOW + BACKOFF[0] <= moment <= NOW + BACKOFF[0] * (1 + attempts.LATER) for moment in again)
