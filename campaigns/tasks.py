"""Doorbells. Each may ring at any time, any number of times; the work is in the services, the truth in the database."""

from celery import shared_task
from django.conf import settings

from campaigns.services import turning
from clubs import clock


@shared_task(name="campaigns.tasks.tick", ignore_result=True)
def tick() -> int:
    """Find what is due and give each war to a worker."""
    return turning.tick(
        hand_on=lambda campaign_id: turn.delay(campaign_id) if settings.REDIS_URL else turn(campaign_id)
    )


@shared_task(name="campaigns.tasks.turn", ignore_result=True)
def turn(campaign_id: int) -> bool:
    """Let one war go on."""
    return turning.turn(campaign_id, now=clock.now())


def ring(campaign_id: int) -> None:
    """Nudge one war: by a worker where there is a broker, else here and now."""
    if settings.REDIS_URL:
        turn.delay(campaign_id)
    else:
        turning.turn(campaign_id, now=clock.now())
