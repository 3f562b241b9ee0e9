"""Migrations say what they do, and the models have no change that none of them makes."""

import re
from pathlib import Path

import pytest
from django.apps import apps
from django.core.management import call_command

OURS = ["clubs", "battles", "campaigns"]
MADE_UP_BY_THE_COMMAND = re.compile(r"^\d{4}_(auto_\d+|initial|alter_\w+_and_more|\w+_and_more)$")


def migrations() -> list[str]:
    folders = {label: Path(apps.get_app_config(label).path) / "migrations" for label in OURS}
    return [f"{label}/{path.stem}" for label, folder in folders.items() for path in sorted(folder.glob("[0-9]*.py"))]


def test_every_migration_has_a_name_somebody_gave_it():
    found = migrations()
    assert found
    assert [name for name in found if MADE_UP_BY_THE_COMMAND.match(name.split("/")[1])] == []


@pytest.mark.django_db
def test_the_models_are_what_the_migrations_make():
    call_command("makemigrations", check_changes=True, dry_run=True, verbosity=0)
