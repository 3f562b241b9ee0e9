"""For whoever lost his phone and his codes on paper: take the second step away, so that he can set up another."""

from typing import Any

from allauth.mfa.models import Authenticator
from django.core.management.base import BaseCommand, CommandError, CommandParser

from clubs.models import User


class Command(BaseCommand):
    help = "Take the second step at log-in away from USER. Be sure that it is he who asks."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("user", metavar="USER", help="the name he logs in with")

    def handle(self, *, user: str, **options: Any) -> None:
        person = User.objects.filter(username=user).first()
        if person is None:
            raise CommandError(f"Nobody logs in as {user}.")
        removed, _rows = Authenticator.objects.filter(user=person).delete()
        self.stdout.write("His second step is taken away." if removed else "He had no second step.")
