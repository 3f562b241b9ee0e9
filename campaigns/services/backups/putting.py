"""Putting a backup back: into an empty database, under the tables of the release that made it, then on to this release's."""

import contextlib
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from itertools import batched
from pathlib import Path
from typing import IO, Any

from django.core.management import call_command
from django.core.management.color import no_style
from django.db import DatabaseError, IntegrityError, connection, models, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from battles.models import Heartbeat
from campaigns.services.backups.archive import Reader, Table
from campaigns.services.backups.errors import BackupRefused
from campaigns.services.backups.sealing import is_sealed, opened
from campaigns.services.backups.taking import applied, kept_models
from campaigns.services.backups.values import columns_of, is_kept, unpacked

BATCH = 500
UNFINISHED = "restore-unfinished"
"""The heartbeat that stands from the moment the rows are back until the wars have been told; its time is that of the backup."""

# Written by migrating itself; the backup's own rows take their place.
MADE_BY_MIGRATING = ("contenttypes.contenttype", "auth.permission")


@contextlib.contextmanager
def opened_backup(path: Path, *, passphrase: str = "", most_bytes: int | None = None) -> Iterator[Reader]:
    """The backup at a path, looked over, unlocked if it is locked. ``BackupRefused`` if it is none."""
    limit = {} if most_bytes is None else {"most_bytes": most_bytes}
    try:
        file = path.open("rb")
    except OSError as error:
        raise BackupRefused(f"{path} cannot be opened: {error.strerror}.") from error
    with file:
        if not is_sealed(file):
            yield Reader(file, **limit)
            return
        if not passphrase:
            raise BackupRefused("This backup is locked: its passphrase is needed.")
        with tempfile.TemporaryFile() as plain:
            _unlock(file, passphrase, plain)
            yield Reader(plain, **limit)


def is_locked(path: Path) -> bool:
    """Whether a passphrase is needed; False for what cannot be read at all, of which opening it will say more."""
    with contextlib.suppress(OSError), path.open("rb") as file:
        return is_sealed(file)
    return False


def _unlock(source: IO[bytes], passphrase: str, target: IO[bytes]) -> None:
    for piece in opened(source, passphrase):
        target.write(piece)
    target.seek(0)


# --- Before anything is written ---------------------------------------------------------------------------


def check_known(migrations: dict[str, list[str]]) -> None:
    """A backup that stands at migrations this release has not heard of was made by a newer one."""
    known = set(MigrationLoader(None, ignore_no_migrations=True).disk_migrations)
    unknown = [f"{app}.{name}" for app, names in migrations.items() for name in names if (app, name) not in known]
    if unknown:
        raise BackupRefused(
            f"This backup was made by a newer release: install that first. It knows {', '.join(sorted(unknown)[:3])}."
        )


def check_empty(migrations: dict[str, list[str]]) -> None:
    """Nothing is written over: the database has no tables, or those of the backup's release without a row."""
    here = applied() if MigrationRecorder(connection).has_table() else {}
    if not here:
        if connection.introspection.table_names():
            raise BackupRefused("This database holds tables that are not Signifer's. Name an empty one.")
        return
    there = {app: sorted(names) for app, names in migrations.items()}
    if {app: sorted(names) for app, names in here.items()} != there:
        raise BackupRefused("This database stands at another release than the backup. Name one without any tables.")
    for model in kept_models():
        if model._meta.label_lower not in MADE_BY_MIGRATING and model._base_manager.exists():
            raise BackupRefused("This database is not empty: nothing is written over. Name an empty one.")


# --- Tables and rows ----------------------------------------------------------------------------------------


def _targets(migrations: dict[str, list[str]], loader: MigrationLoader) -> list[tuple[str, str]]:
    """The last migrations of each app that the backup stands at."""
    nodes = {(app, name) for app, names in migrations.items() for name in names}
    return sorted(node for node in nodes if not loader.graph.node_map[node].children & _of_app(nodes, node[0]))


def _of_app(nodes: Iterable[tuple[str, str]], app: str) -> set[Any]:
    return {node for node in nodes if node[0] == app}


def put(reader: Reader) -> int:
    """Make the tables and fill them; answers with the number of rows. Everything was verified before."""
    migrations = reader.manifest.migrations
    executor = MigrationExecutor(connection)
    targets = _targets(migrations, executor.loader)
    if not MigrationRecorder(connection).has_table() or not applied():
        executor.migrate(targets)
        executor.loader.build_graph()
    state = executor.loader.project_state(targets)
    tables = {model._meta.label_lower: model for model in state.apps.get_models(include_auto_created=True)}
    made_at = datetime.fromisoformat(reader.manifest.made_at)
    try:
        with transaction.atomic(durable=True):
            _empty(tables)
            rows = sum(_fill(reader, table, tables) for table in reader.manifest.tables)
            Heartbeat.objects.filter(name=UNFINISHED).delete()
            Heartbeat.objects.create(name=UNFINISHED, beat_at=made_at)
            connection.check_constraints()
            _restart_numbers([tables[table.model] for table in reader.manifest.tables])
    except IntegrityError as error:
        raise BackupRefused("The backup's rows do not belong together.") from error
    except DatabaseError as error:
        raise BackupRefused("The backup's rows do not fit the tables of its release.") from error
    return rows


def _empty(tables: dict[str, type[models.Model]]) -> None:
    for name in reversed(MADE_BY_MIGRATING):
        tables[name]._base_manager.all().delete()


def _fill(reader: Reader, table: Table, tables: dict[str, type[models.Model]]) -> int:
    model = tables.get(table.model)
    if model is None or not is_kept(model):
        raise BackupRefused(f"The backup has a table that its release did not have: {table.model}.")
    # In the order of the backup: a release remembers the columns in the order in which they were added.
    by_name = {field.attname: field for field in columns_of(model)}
    if sorted(by_name) != sorted(table.columns):
        raise BackupRefused(f"The table {table.model} has other columns than its release gave it.")
    fields = [by_name[name] for name in table.columns]
    for rows in batched(reader.rows(table), BATCH):
        model._base_manager.bulk_create([_made(model, fields, row) for row in rows])
    return table.rows


def _made(model: type[models.Model], fields: "Sequence[models.Field[Any, Any]]", row: list[Any]) -> models.Model:
    return model(**{field.attname: unpacked(field, value) for field, value in zip(fields, row, strict=True)})


def _restart_numbers(filled: list[type[models.Model]]) -> None:
    """PostgreSQL counts on after the last number that it gave itself, not after those that were put in."""
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), filled):
            cursor.execute(statement)


def migrate_on() -> None:
    """From the tables of the backup's release to this release's; the triggers that protect the books come back with it."""
    call_command("migrate", interactive=False, verbosity=0)
    call_command("check", databases=["default"], fail_level="ERROR", verbosity=0)


def unfinished() -> datetime | None:
    """When the backup was taken that was put back and of which the wars have not been told; None where there is none."""
    return Heartbeat.objects.filter(name=UNFINISHED).values_list("beat_at", flat=True).first()
