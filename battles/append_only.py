"""Tables that are only ever added to: database triggers refuse to change or delete what was written.

A model says ``append_only_facts = ("seq", "action", …)``: those columns never change and its rows are never deleted, not even by a
query typed into the database. Columns that are not named stay free (who did it: a person may be forgotten, the fact stays).

A migration adds the triggers with ``ProtectFacts``; one that renames or drops a protected column starts with ``LiftProtection`` and
ends with ``ProtectFacts`` again. SQLite rebuilds a table to alter it and silently drops its triggers, so a
receiver of ``post_migrate`` puts missing ones back, and a system check looks whether they are there.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from django.apps import AppConfig, apps
from django.core import checks
from django.db import connections, models
from django.db.migrations.operations.base import Operation

FUNCTION = "signifer_append_only"
GUARD = f"""
CREATE OR REPLACE FUNCTION {FUNCTION}() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE fact text;
BEGIN
    IF TG_OP = 'UPDATE' THEN
        FOREACH fact IN ARRAY TG_ARGV LOOP
            IF to_jsonb(OLD) -> fact IS DISTINCT FROM to_jsonb(NEW) -> fact THEN
                RAISE EXCEPTION 'the log is only ever added to' USING ERRCODE = 'integrity_constraint_violation';
            END IF;
        END LOOP;
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'the log is only ever added to' USING ERRCODE = 'integrity_constraint_violation';
END $$
"""


def protected_models(app_label: str | None = None) -> Iterator[type[models.Model]]:
    """Every model that names its facts, of one app or of all."""
    for model in apps.get_models():
        if getattr(model, "append_only_facts", None) and app_label in (None, model._meta.app_label):
            yield model


def trigger_names(table: str) -> dict[str, str]:
    return {"UPDATE": f"{table}_keeps_facts", "DELETE": f"{table}_keeps_rows"}


def drop_sql(vendor: str, table: str) -> list[str]:
    on = f' ON "{table}"' if vendor == "postgresql" else ""
    return [f'DROP TRIGGER IF EXISTS "{name}"{on}' for name in trigger_names(table).values()]


def create_sql(vendor: str, table: str, columns: Iterable[str]) -> list[str]:
    """The statements that protect a table. ``vendor`` is ``sqlite`` or ``postgresql``.

    On PostgreSQL the columns are arguments, not part of the trigger: a column that a trigger depends on could never be altered.
    """
    update, delete = trigger_names(table).values()
    if vendor == "postgresql":
        told = ", ".join(f"'{column}'" for column in columns)
        return [
            GUARD,
            f'CREATE TRIGGER "{update}" BEFORE UPDATE ON "{table}" FOR EACH ROW EXECUTE FUNCTION {FUNCTION}({told})',
            f'CREATE TRIGGER "{delete}" BEFORE DELETE ON "{table}" FOR EACH ROW EXECUTE FUNCTION {FUNCTION}()',
        ]
    changed = " OR ".join(f'OLD."{column}" IS NOT NEW."{column}"' for column in columns)
    refuse = "BEGIN SELECT RAISE(ABORT, 'the log is only ever added to'); END"
    return [
        f'CREATE TRIGGER "{update}" BEFORE UPDATE ON "{table}" WHEN {changed} {refuse}',
        f'CREATE TRIGGER "{delete}" BEFORE DELETE ON "{table}" {refuse}',
    ]


def columns_of(model: type[models.Model], facts: Iterable[str]) -> list[str]:
    wanted = set(facts)
    return [field.column for field in model._meta.local_concrete_fields if field.name in wanted and field.column]


def missing(using: str, model: type[models.Model]) -> set[str]:
    """Names of the triggers that a model's table should have and has not, or not for all its facts."""
    table = model._meta.db_table
    connection = connections[using]
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(
                "SELECT tgname, pg_get_triggerdef(pg_trigger.oid) FROM pg_trigger "
                "JOIN pg_class ON pg_class.oid = tgrelid "
                "WHERE relname = %s AND NOT tgisinternal AND tgenabled <> 'D'",
                [table],
            )
        else:
            cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = %s", [table])
        there = dict(cursor.fetchall())
    update, delete = trigger_names(table).values()
    quote = "'" if connection.vendor == "postgresql" else '"'
    facts = columns_of(model, model.append_only_facts)  # type: ignore[attr-defined]
    whole = all(f"{quote}{column}{quote}" in there.get(update, "") for column in facts)
    return {name for name, fits in ((update, whole), (delete, delete in there)) if not fits}


def protect(using: str, model: type[models.Model], facts: Iterable[str] | None = None) -> None:
    """Put a model's triggers (back) in place."""
    connection = connections[using]
    columns = columns_of(model, facts or model.append_only_facts)  # type: ignore[attr-defined]
    table = model._meta.db_table
    with connection.cursor() as cursor:
        for statement in [*drop_sql(connection.vendor, table), *create_sql(connection.vendor, table, columns)]:
            cursor.execute(statement)


def restore_triggers(sender: AppConfig, using: str, **kwargs: Any) -> None:
    """After every migration: what a rebuilt table has lost comes back."""
    models_here = list(protected_models(sender.label))
    if not models_here:
        return
    tables = set(connections[using].introspection.table_names())
    for model in models_here:
        if model._meta.db_table in tables and missing(using, model):
            protect(using, model)


def check_triggers(*, databases: Iterable[str] | None, **kwargs: Any) -> list[checks.CheckMessage]:
    """A system check for the database: each protected table has its triggers."""
    found: list[checks.CheckMessage] = []
    for using in databases or []:
        tables = set(connections[using].introspection.table_names())
        for model in protected_models():
            lost = missing(using, model) if model._meta.db_table in tables else set()
            if lost:
                found.append(
                    checks.Error(
                        f"The table {model._meta.db_table} can be altered: {', '.join(sorted(lost))} is missing.",
                        hint="Run manage.py migrate: it puts the triggers back.",
                        id="battles.E002",
                    )
                )
    return found


class ProtectFacts(Operation):
    """A migration's step: protect these columns, and the rows, of a model."""

    reduces_to_sql = True
    reversible = True

    def __init__(self, model_name: str, facts: Iterable[str]) -> None:
        self.model_name = model_name
        self.facts = tuple(facts)

    def deconstruct(self) -> tuple[str, list[Any], dict[str, Any]]:
        return type(self).__name__, [self.model_name, self.facts], {}

    def state_forwards(self, app_label: str, state: Any) -> None:
        """The models look the same with and without."""

    def database_forwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        model = to_state.apps.get_model(app_label, self.model_name)
        if self.allow_migrate_model(schema_editor.connection.alias, model):
            vendor, table = schema_editor.connection.vendor, model._meta.db_table
            for statement in [*drop_sql(vendor, table), *create_sql(vendor, table, columns_of(model, self.facts))]:
                schema_editor.execute(statement, params=None)

    def database_backwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        model = from_state.apps.get_model(app_label, self.model_name)
        for statement in drop_sql(schema_editor.connection.vendor, model._meta.db_table):
            schema_editor.execute(statement, params=None)

    def describe(self) -> str:
        return f"Only ever add to {self.model_name}"


class LiftProtection(Operation):
    """A migration's step: let a model's table be reshaped. ``ProtectFacts`` has to follow."""

    reduces_to_sql = True
    reversible = True

    def __init__(self, model_name: str) -> None:
        self.model_name = model_name

    def deconstruct(self) -> tuple[str, list[Any], dict[str, Any]]:
        return type(self).__name__, [self.model_name], {}

    def state_forwards(self, app_label: str, state: Any) -> None:
        """The models look the same with and without."""

    def database_forwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        model = from_state.apps.get_model(app_label, self.model_name)
        for statement in drop_sql(schema_editor.connection.vendor, model._meta.db_table):
            schema_editor.execute(statement, params=None)

    def database_backwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        """Nothing: what this step makes possible is undone first, and migrating puts the triggers back."""

    def describe(self) -> str:
        return f"Lift the protection of {self.model_name}"
