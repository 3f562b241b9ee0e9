"""What others may want to hear of. Sent inside the transaction."""

from django.dispatch import Signal

# Everybody is in, so the year can go on at once: ``campaign_id``.
year_ready = Signal()

# A year was put away: ``campaign``, ``number``, ``now``.
year_closed = Signal()

# The war is over: ``campaign``, ``now``.
war_ended = Signal()
