"""Everything that waits to leave the house: letters at once, and letters that gather."""

from datetime import datetime

from battles.services import digests, outbox


def send_all(*, now: datetime) -> None:
    """Send what is due, in this order. May run at any time, any number of times, in any number of processes."""
    outbox.relay(now=now)
    digests.gather(now=now)
    digests.send(now=now)
