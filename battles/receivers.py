"""What battles does when something happens elsewhere."""

from django.db.models.signals import post_migrate

from battles.append_only import restore_triggers
from battles.services import notices

post_migrate.connect(restore_triggers, dispatch_uid="battles.restore_triggers")

# A relay in a process that plays no battle must know what is still true of its notices, too.
NOTICES = (notices.ASKED, notices.HELD)
