"""The program's own clocks say that they are alive."""

from datetime import datetime

from battles.models import Heartbeat


def beat(name: str, now: datetime) -> None:
    """Note that the clock of this name ticked. A worker that was frozen comes too late: the heart never goes back."""
    if not Heartbeat.objects.filter(name=name, beat_at__lt=now).update(beat_at=now):
        Heartbeat.objects.get_or_create(name=name, defaults={"beat_at": now})


def take(name: str, seen: datetime, now: datetime) -> bool:
    """Note the beat if nobody has since ``seen``: of several who come back at once, one has it."""
    return bool(Heartbeat.objects.filter(name=name, beat_at=seen).update(beat_at=now))


def last(name: str) -> datetime | None:
    """When it last ticked; None if it never did."""
    return Heartbeat.objects.filter(name=name).values_list("beat_at", flat=True).first()


def beats() -> dict[str, datetime]:
    """When each clock last ticked."""
    return dict(Heartbeat.objects.values_list("name", "beat_at"))
