"""What battles does when something happens elsewhere."""

from typing import Any

from django.db import transaction
from django.db.models.signals import post_migrate
from django.dispatch import receiver

from battles import tasks
from battles.append_only import restore_triggers
from battles.models import OddsRun
from battles.services import chat, choices, notices, single
from battles.signals import odds_asked, program_owes
from clubs.signals import member_left, person_erased

post_migrate.connect(restore_triggers, dispatch_uid="battles.restore_triggers")

# A relay in a process that plays no battle must know what is still true of its notices, too.
NOTICES = (notices.ASKED, notices.FREED, notices.HELD, notices.OFFERED, notices.OVER, notices.VOID)


@receiver(member_left)
def on_member_left(sender: Any, membership: Any, now: Any, **kwargs: Any) -> None:
    single.leave_all(membership, now=now)


@receiver(person_erased)
def on_person_erased(sender: Any, user: Any, now: Any, **kwargs: Any) -> None:
    choices.forget(user)
    chat.forget(user, now)
    OddsRun.objects.filter(member__user=user).delete()


@receiver(program_owes)
def on_program_owes(sender: Any, battle: Any, **kwargs: Any) -> None:
    """A nudge, never needed: the tick finds the battle anyway. The answer to the player must not fail for it."""
    transaction.on_commit(lambda: tasks.ring("program", battle.pk), robust=True)


@receiver(odds_asked)
def on_odds_asked(sender: Any, run: Any, **kwargs: Any) -> None:
    transaction.on_commit(lambda: tasks.ring("odds", run.pk), robust=True)
