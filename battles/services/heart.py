"""The program's own clocks say that they are alive."""

from datetime import datetime

from battles.models import Heartbeat


def beat(name: str, now: datetime) -> None:
    """Note that the clock of this name ticked."""
    Heartbeat.objects.update_or_create(name=name, defaults={"beat_at": now})


def last(name: str) -> datetime | None:
    """When it last ticked; None if it never did."""
    return Heartbeat.objects.filter(name=name).values_list("beat_at", flat=True).first()
