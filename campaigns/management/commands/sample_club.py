"""Load the living sample club, once, and print its log-ins."""

from typing import Any

from django.core.management.base import BaseCommand
from django.db import transaction

from campaigns.services import sample
from clubs import clock
from clubs.models import Club


class Command(BaseCommand):
    help = "Load a sample club with six people and four wars (once), and print the log-ins."

    def handle(self, *args: Any, **options: Any) -> None:
        if not Club.objects.filter(slug=sample.SLUG).exists():
            self.stdout.write("Loading the sample club: a few years of war are being played…")
            with transaction.atomic():
                sample.make_club(now=clock.now())
        self.stdout.write("")
        self.stdout.write(f"The sample club is at /clubs/{sample.SLUG}/. Everybody's password is {sample.PASSWORD}")
        for username, name, role, language in sample.PEOPLE:
            self.stdout.write(f"  {username:10} {name:16} {role.label} ({language})")
