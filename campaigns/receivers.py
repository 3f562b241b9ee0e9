"""What the war does when something happens below it, and which bell it rings."""

from typing import Any

from django.db import transaction
from django.dispatch import receiver

from battles.signals import battle_decided, battle_reopened
from campaigns import tasks
from campaigns.services import extensions, outcomes, seats, stilltrue
from campaigns.signals import year_ready
from clubs.signals import member_left


@receiver(battle_decided)
def on_battle_decided(sender: Any, battle: Any, outcome: Any, by: Any, now: Any, **kwargs: Any) -> None:
    outcomes.take(battle, outcome, by=by, now=now)


@receiver(battle_reopened)
def on_battle_reopened(sender: Any, battle: Any, by: Any, now: Any, **kwargs: Any) -> None:
    outcomes.undo(battle, by=by, now=now)


@receiver(member_left)
def on_member_left(sender: Any, membership: Any, now: Any, **kwargs: Any) -> None:
    seats.leave_all(membership, now=now)


@receiver(year_ready)
def on_year_ready(sender: Any, campaign_id: int, **kwargs: Any) -> None:
    """A nudge, never needed: the tick finds the year anyway. With the broker away the answer to the player must not fail."""
    transaction.on_commit(lambda: tasks.ring(campaign_id), robust=True)


# A relay in a process that turns no year must know what is still true of its notices, too.
CHECKS = (stilltrue, extensions)
