"""Setting one war aside until somebody has looked at it. The others go on."""

from datetime import datetime

from django.db import transaction
from django.db.models import F

from campaigns.models import Campaign, Year
from campaigns.models.campaign import Stage
from campaigns.services import book, telling

SECRET_LOST = "secret_lost"  # noqa: S105  (the name of a reason)


@transaction.atomic
def hold(campaign_id: int, year: Year, *, reason: str, now: datetime) -> bool:
    """Hold a running war and tell its umpire. ``reason``: the name of what went wrong, never its text. False if it does not run."""
    rows = Campaign.objects.filter(pk=campaign_id, stage=Stage.RUNNING)
    if not rows.update(stage=Stage.HELD, version=F("version") + 1):
        return False
    campaign = Campaign.objects.select_related("club", "pack", "umpire__user", "umpire__club").get(pk=campaign_id)
    book.note(campaign, "held", year=year.number, now=now, reason=reason)
    telling.held_up(campaign, year, reason=reason, now=now)
    return True
