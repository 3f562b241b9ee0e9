"""Everything that waits to leave the house: letters at once, letters that gather, and the news for webhooks."""

from datetime import datetime

from battles.services import digests, outbox
from campaigns.services import posting


def send_all(*, now: datetime) -> None:
    """Send what is due, in this order. May run at any time, any number of times, in any number of processes."""
    outbox.relay(now=now)
    digests.gather(now=now)
    digests.send(now=now)
    posting.gather(now=now)
    posting.relay(now=now)
