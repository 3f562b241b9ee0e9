"""Turn every year that is due, now: the same service as the tick's."""

from typing import Any

from django.core.management.base import BaseCommand

from campaigns.services import turning
from clubs import clock


class Command(BaseCommand):
    help = "Let every war whose orders, musters or answers are due go on."
    # Pages may be broken and the books must still be checked and turned.
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        turned = turning.turn_due(clock.now())
        self.stdout.write(f"{turned} turned")
