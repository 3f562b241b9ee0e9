from typing import Any

from django.apps import AppConfig
from django.core.management import call_command
from django.db.models.signals import post_migrate


def make_cache_table(sender: AppConfig, using: str, **kwargs: Any) -> None:
    """The cache of an embedded install is a table; nothing is done where it is there, or where the cache is a server."""
    call_command("createcachetable", database=using, verbosity=0)


class ClubsConfig(AppConfig):
    name = "clubs"

    def ready(self) -> None:
        post_migrate.connect(make_cache_table, sender=self)
