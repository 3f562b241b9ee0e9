"""Protected tables: what refuses, what stays free, and who notices when the triggers are gone."""

import pytest
from django.core.checks import run_checks
from django.core.management import call_command
from django.db import connection

from battles import append_only
from battles.models import Battle, BattleEntry, DataVersion
from battles.services import replay
from tests.factories.battles import ROME, WON, do, open_battle


def lift(model=BattleEntry):
    with connection.cursor() as cursor:
        for statement in append_only.drop_sql(connection.vendor, model._meta.db_table):
            cursor.execute(statement)


def complaints():
    return [found.id for found in run_checks(tags=["database"], databases=["default"]) if found.id == "battles.E002"]


@pytest.mark.django_db
def test_the_log_of_battles_is_protected_after_migrating():
    assert set(append_only.protected_models("battles")) == {BattleEntry, DataVersion}
    assert append_only.missing("default", BattleEntry) == set()
    assert complaints() == []


@pytest.mark.django_db
def test_every_column_but_the_actor_is_a_fact():
    columns = {field.name for field in BattleEntry._meta.local_concrete_fields}

    assert columns - set(BattleEntry.append_only_facts) == {"id", "actor"}


@pytest.mark.django_db
def test_missing_triggers_are_noticed_and_put_back_by_migrating():
    lift()
    assert complaints() == ["battles.E002"]

    call_command("migrate", verbosity=0)

    assert complaints() == []


@pytest.mark.django_db
def test_a_trigger_that_guards_too_little_is_replaced(monkeypatch):
    lift()
    fewer = BattleEntry.append_only_facts[:-1]
    with connection.cursor() as cursor:
        for statement in append_only.create_sql(
            connection.vendor, BattleEntry._meta.db_table, append_only.columns_of(BattleEntry, fewer)
        ):
            cursor.execute(statement)
    assert append_only.missing("default", BattleEntry) == {"battles_battleentry_keeps_facts"}

    call_command("migrate", verbosity=0)

    assert complaints() == []


@pytest.mark.django_db(transaction=True)
def test_a_protected_column_can_be_renamed_once_the_protection_is_lifted():
    from django.apps import apps
    from django.db import migrations
    from django.db.migrations.state import ProjectState

    def go(*steps, back=False):
        state = ProjectState.from_apps(apps)
        states = [state]
        for step in steps:
            after = states[-1].clone()
            step.state_forwards("battles", after)
            states.append(after)
        for number, step in enumerate(steps):
            with connection.schema_editor() as editor:
                step.database_forwards("battles", editor, states[number], states[number + 1])
        for number in reversed(range(len(steps))) if back else ():
            with connection.schema_editor() as editor:
                steps[number].database_backwards("battles", editor, states[number + 1], states[number])

    facts = ["place" if fact == "seat" else fact for fact in BattleEntry.append_only_facts]
    rename = migrations.RenameField("battleentry", "seat", "place")
    go(append_only.LiftProtection("battleentry"), rename, append_only.ProtectFacts("battleentry", facts), back=True)

    call_command("migrate", verbosity=0)
    assert append_only.missing("default", BattleEntry) == set()


@pytest.mark.django_db(transaction=True)
def test_a_test_that_commits_is_cleaned_up(club, rome, carthage):
    battle = open_battle(club, rome, carthage)
    do(battle, ROME, "report", by=rome, **WON)

    assert BattleEntry.objects.count() == 2


@pytest.mark.django_db(transaction=True)
def test_and_the_next_finds_empty_tables_and_the_triggers_back():
    assert BattleEntry.objects.count() == 0
    assert Battle.objects.count() == 0
    assert append_only.missing("default", BattleEntry) == set()


@pytest.mark.django_db(transaction=True)
def test_a_rebuilt_table_gets_its_triggers_back(club, rome, carthage):
    """SQLite alters a table by copying it, and drops its triggers without a word."""
    battle = open_battle(club, rome, carthage)
    old, new = BattleEntry._meta.get_field("seat"), BattleEntry._meta.get_field("seat").clone()
    new.set_attributes_from_name("seat")
    new.max_length = 81
    with connection.schema_editor() as editor:
        editor.alter_field(BattleEntry, old, new)
        if connection.vendor == "sqlite":
            editor._remake_table(BattleEntry)
    if connection.vendor == "sqlite":
        assert append_only.missing("default", BattleEntry) != set()

    call_command("migrate", verbosity=0)

    assert append_only.missing("default", BattleEntry) == set()
    assert replay.verify(battle) == []


def test_the_migration_protects_what_the_model_calls_facts():
    from django.db.migrations.loader import MigrationLoader

    loader = MigrationLoader(None, ignore_no_migrations=True)
    steps = [
        step
        for (app, _name), migration in sorted(loader.disk_migrations.items())
        if app == "battles"
        for step in migration.operations
        if isinstance(step, append_only.ProtectFacts) and step.model_name == "battleentry"
    ]

    assert set(steps[-1].facts) == set(BattleEntry.append_only_facts)
    assert steps[-1].deconstruct() == ("ProtectFacts", ["battleentry", steps[-1].facts], {})
