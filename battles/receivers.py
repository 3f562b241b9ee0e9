"""What battles does when something happens elsewhere."""

from typing import Any

from django.db.models.signals import post_migrate
from django.dispatch import receiver

from battles.append_only import restore_triggers
from battles.services import choices, notices
from clubs.signals import person_erased

post_migrate.connect(restore_triggers, dispatch_uid="battles.restore_triggers")

# A relay in a process that plays no battle must know what is still true of its notices, too.
NOTICES = (notices.ASKED, notices.HELD)


@receiver(person_erased)
def on_person_erased(sender: Any, user: Any, **kwargs: Any) -> None:
    choices.forget(user)
