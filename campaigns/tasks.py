"""Doorbells. Each may ring at any time, any number of times; the work is in the services, the truth in the database."""

import logging
import time

from celery import shared_task
from django.conf import settings
from kombu.exceptions import OperationalError

from battles import tasks as battle_tasks
from campaigns.services import turning
from clubs import clock

log = logging.getLogger(__name__)


@shared_task(name="campaigns.tasks.tick", ignore_result=True)
def tick() -> int:
    """Find what is due and give each war to a worker."""
    return turning.tick(
        hand_on=lambda campaign_id: turn.delay(campaign_id) if settings.REDIS_URL else turn(campaign_id),
        hand_on_battle=battle_tasks.hand_on,
    )


@shared_task(name="campaigns.tasks.turn", ignore_result=True)
def turn(campaign_id: int) -> bool:
    """Let one war go on."""
    return turning.turn(campaign_id, now=clock.now())


SILENCE_SECONDS = 15.0
"""How long a process leaves a broker alone that did not answer: as long as the next tick is away."""
_silent_until = 0.0


def ring(campaign_id: int) -> None:
    """Nudge one war: by a worker where there is a broker, else here and now.

    Somebody waits for his page meanwhile, so a broker that does not answer is tried once, and then left alone until the tick has done
    the work.
    """
    global _silent_until
    if not settings.REDIS_URL:
        turning.turn(campaign_id, now=clock.now())
    elif time.monotonic() >= _silent_until:
        try:
            # Workers wait longer for their broker than a person should.
            with turn.app.connection_for_write(transport_options={"socket_timeout": 1}) as line:
                turn.apply_async((campaign_id,), connection=line, retry=False)
        except OperationalError:
            _silent_until = time.monotonic() + SILENCE_SECONDS
            log.warning("the broker does not answer: years wait for the tick")
