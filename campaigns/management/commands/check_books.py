"""Play every war again and compare it with what is stored."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from campaigns.models import Campaign
from campaigns.services import books


class Command(BaseCommand):
    help = (
        "Replay every war (or those named) from its decisions and dice, and compare. Exit status 1 if anything differs."
    )

    # Pages may be broken and the books must still be checked.
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("wars", nargs="*", help="public ids; all wars if none is given")

    def handle(self, *args: Any, **options: Any) -> None:
        wars = Campaign.objects.select_related("club", "pack").order_by("pk")
        if options["wars"]:
            wars = wars.filter(public_id__in=options["wars"])
        checked = wrong = 0
        for campaign in wars.iterator():
            checked += 1
            for line in books.check(campaign):
                wrong += 1
                self.stderr.write(f"{campaign.public_id} {campaign.name}: {line}")
        if wrong:
            raise CommandError(f"{checked} wars checked, {wrong} differences")
        self.stdout.write(f"{checked} wars checked, the books are sound")
