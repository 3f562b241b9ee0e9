"""Taking a backup: every table as it stood at one moment, whatever is written meanwhile."""

import contextlib
import os
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import IO, Any

from django.apps import apps
from django.conf import settings
from django.db import connection, models, transaction
from django.db.migrations.recorder import MigrationRecorder

from campaigns.services.backups.archive import Writer
from campaigns.services.backups.errors import BackupRefused
from campaigns.services.backups.sealing import Sealed
from campaigns.services.backups.values import columns_of, is_kept, packed

CHUNK = 2000


def kept_models() -> list[type[models.Model]]:
    """Every table of the installation, those between two models too."""
    found = [model for model in apps.get_models(include_auto_created=True) if is_kept(model)]
    return sorted(found, key=lambda model: model._meta.label_lower)


@contextlib.contextmanager
def snapshot() -> Iterator[None]:
    """One moment of the database, for reading. Nobody who writes meanwhile waits for it, or is seen by it."""
    if connection.vendor == "postgresql":
        with transaction.atomic(durable=True):
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield
        return
    # A transaction that only reads takes no lock of SQLite's log; ours are made to take the writer's at once.
    ours = connection.transaction_mode  # type: ignore[attr-defined]
    connection.transaction_mode = "DEFERRED"  # type: ignore[attr-defined]
    try:
        with transaction.atomic(durable=True):
            yield
    finally:
        connection.transaction_mode = ours  # type: ignore[attr-defined]


def _rows(model: type[models.Model]) -> Iterator[list[Any]]:
    names = [field.attname for field in columns_of(model)]
    rows = model._base_manager.order_by("pk").values_list(*names)
    for row in rows.iterator(chunk_size=CHUNK):
        yield [packed(value) for value in row]


def applied() -> dict[str, list[str]]:
    """The migrations that this database stands at, by app."""
    found: dict[str, list[str]] = {}
    for app, name in sorted(MigrationRecorder(connection).applied_migrations()):
        found.setdefault(app, []).append(name)
    return found


def keys_here() -> dict[str, Any]:
    return {"dice": list(settings.DICE_KEYS), "secret": settings.SECRET_KEY}


def write(target: IO[bytes], *, now: datetime, with_keys: bool = False) -> int:
    """Write the backup into an open file; answers with the number of rows."""
    writer = Writer(target)
    try:
        with snapshot():
            for model in kept_models():
                writer.table(model._meta.label_lower, [field.attname for field in columns_of(model)], _rows(model))
            migrations = applied()
    except BaseException:
        writer.abandon()
        raise
    keys = keys_here() if with_keys else None
    writer.close(made_at=now.isoformat(), vendor=connection.vendor, migrations=migrations, keys=keys)
    return sum(table.rows for table in writer.tables)


def take(path: Path, *, now: datetime, passphrase: str = "", with_keys: bool = False) -> int:
    """Write the backup to a new file that only its owner reads; answers with the number of rows.

    The file appears under its name once it is whole and on the disk. ``BackupRefused`` if there is one already, or if keys shall
    go along unlocked.
    """
    if with_keys and not passphrase:
        raise BackupRefused("Keys go along only in a backup that is locked with a passphrase.")
    if path.exists():
        raise BackupRefused(f"{path} is there already: nothing is written over.")
    part = path.with_name(f".{path.name}.part")
    part.unlink(missing_ok=True)
    try:
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            if passphrase:
                with Sealed(file, passphrase) as sealed:
                    rows = write(sealed, now=now, with_keys=with_keys)  # type: ignore[arg-type]
            else:
                rows = write(file, now=now)
            file.flush()
            os.fsync(file.fileno())
        os.link(part, path)  # unlike a renaming it fails if somebody was faster
    finally:
        part.unlink(missing_ok=True)
    return rows
