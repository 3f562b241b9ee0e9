"""Play every war, and every battle outside one, again and compare it with what is stored."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from battles.models import Battle
from battles.services import replay
from campaigns.models import Campaign
from campaigns.services import books


class Command(BaseCommand):
    help = "Replay every war and single battle (or the wars named) from decisions and dice, and compare. Exit status 1 if anything differs."

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
        battles = 0
        for battle in Battle.objects.filter(single=True).order_by("pk").iterator() if not options["wars"] else ():
            battles += 1
            for line in replay.verify(battle):
                wrong += 1
                self.stderr.write(line)
        told = f"{checked} wars checked" + (f", {battles} battles outside them" if battles else "")
        if wrong:
            raise CommandError(f"{told}, {wrong} differences")
        self.stdout.write(f"{told}, the books are sound")
