"""The form of a backup: a zip file of a manifest and one file of JSON lines for each table.

Nothing in it is believed before it is checked: not the names, not the sizes, not the digests. No entry is ever written to the disk.
"""

import hashlib
import json
import stat
import zipfile
from collections.abc import Iterator
from typing import IO, Any

import msgspec
from msgspec import Struct

from campaigns.services.backups.errors import BackupRefused

FORMAT = 1
MANIFEST, KEYS = "manifest.json", "keys.json"
MANIFEST_BYTES, LINE_BYTES = 4 * 1024 * 1024, 64 * 1024 * 1024
MOST_ENTRIES = 1000
MOST_BYTES = 8 * 1024**3
RATIO, RATIO_FROM = 250, 1024 * 1024
"""Unpacked bytes for each packed one, of entries larger than the second: rows of a war pack about thirty to one."""


class Table(Struct, frozen=True, forbid_unknown_fields=True):
    """One table: its model's label, its columns in the order of each line, how many lines, and the digest of the file."""

    model: str
    columns: list[str]
    rows: int
    sha256: str

    @property
    def entry(self) -> str:
        return f"tables/{self.model}.jsonl"


class Manifest(Struct, frozen=True, forbid_unknown_fields=True):
    """What a backup says of itself. ``migrations``: those applied, by app; they say which release made it."""

    format: int
    made_at: str
    vendor: str
    migrations: dict[str, list[str]]
    tables: list[Table]
    keys_sha256: str = ""


class Writer:
    """Writes a backup into a file that need not be seekable."""

    def __init__(self, target: IO[bytes]) -> None:
        self._zip = zipfile.ZipFile(target, "w", compression=zipfile.ZIP_DEFLATED, compresslevel=6)
        self.tables: list[Table] = []

    def table(self, model: str, columns: list[str], rows: Iterator[list[Any]]) -> None:
        """Write a table's rows: values that JSON knows."""
        digest, count = hashlib.sha256(), 0
        with self._zip.open(f"tables/{model}.jsonl", "w", force_zip64=True) as file:
            for row in rows:
                line = json.dumps(row, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
                digest.update(line)
                file.write(line)
                count += 1
        self.tables.append(Table(model, columns, count, digest.hexdigest()))

    def abandon(self) -> None:
        """End the file as it is: whoever asked for it throws it away."""
        self._zip.close()

    def close(
        self, *, made_at: str, vendor: str, migrations: dict[str, list[str]], keys: dict[str, Any] | None
    ) -> None:
        """Write the keys, if they go along, and the manifest, and end the file."""
        packed = json.dumps(keys).encode() if keys else b""
        if packed:
            self._zip.writestr(KEYS, packed)
        manifest = Manifest(
            format=FORMAT,
            made_at=made_at,
            vendor=vendor,
            migrations=migrations,
            tables=self.tables,
            keys_sha256=hashlib.sha256(packed).hexdigest() if packed else "",
        )
        self._zip.writestr(MANIFEST, msgspec.json.encode(manifest))
        self._zip.close()


class Reader:
    """A backup that has been looked over: entries are what the manifest says, and no larger than one may be."""

    def __init__(self, source: IO[bytes], *, most_bytes: int = MOST_BYTES) -> None:
        try:
            self._zip = zipfile.ZipFile(source)
        except (zipfile.BadZipFile, OSError, ValueError) as error:
            raise BackupRefused("This is not a backup of Signifer, or it is damaged.") from error
        self._look_over(most_bytes)
        self.manifest = self._manifest()
        self._compare()

    def _look_over(self, most_bytes: int) -> None:
        entries = self._zip.infolist()
        names = [entry.filename for entry in entries]
        if len(entries) > MOST_ENTRIES or len(set(names)) != len(names):
            raise BackupRefused("The file holds too many entries, or one twice.")
        for entry in entries:
            odd = entry.filename.startswith(("/", "\\")) or ".." in entry.filename or ":" in entry.filename
            mode = entry.external_attr >> 16
            if odd or entry.is_dir() or entry.flag_bits & 1 or (mode and not stat.S_ISREG(mode) and stat.S_IFMT(mode)):
                raise BackupRefused(f"The file holds an entry that has no place in a backup: {entry.filename!r}.")
            if entry.file_size > RATIO_FROM and entry.file_size > RATIO * max(entry.compress_size, 1):
                raise BackupRefused(f"The entry {entry.filename!r} unpacks to far more than a table does.")
        if sum(entry.file_size for entry in entries) > most_bytes:
            raise BackupRefused("Unpacked this file is larger than a backup may be.")

    def _manifest(self) -> Manifest:
        raw = self._whole(MANIFEST)
        try:
            told = json.loads(raw)
            if isinstance(told, dict) and isinstance(told.get("format"), int) and told["format"] > FORMAT:
                raise BackupRefused("This backup was made by a newer release: install that first.")
            return msgspec.convert(told, Manifest)
        except (ValueError, RecursionError) as error:
            raise BackupRefused("The backup's manifest cannot be read.") from error

    def _whole(self, name: str) -> bytes:
        """A small entry at once."""
        try:
            with self._zip.open(name) as file:
                found = file.read(MANIFEST_BYTES + 1)
        except (KeyError, zipfile.BadZipFile, zipfile.LargeZipFile, OSError, ValueError, NotImplementedError) as error:
            raise BackupRefused(f"The backup has no sound {name}.") from error
        if len(found) > MANIFEST_BYTES:
            raise BackupRefused(f"The backup's {name} is larger than it may be.")
        return found

    def _compare(self) -> None:
        wanted = [table.entry for table in self.manifest.tables] + [MANIFEST]
        wanted += [KEYS] if self.manifest.keys_sha256 else []
        if sorted(wanted) != sorted(self._zip.namelist()):
            raise BackupRefused("The backup holds other entries than its manifest says.")

    def keys(self) -> dict[str, Any]:
        """The keys that went along; empty where none did."""
        if not self.manifest.keys_sha256:
            return {}
        raw = self._whole(KEYS)
        if hashlib.sha256(raw).hexdigest() != self.manifest.keys_sha256:
            raise BackupRefused("The backup's keys are not what was written.")
        return dict(json.loads(raw))

    def rows(self, table: Table) -> Iterator[list[Any]]:
        """A table's rows. ``BackupRefused`` at the latest at its end, where the digest is not what the manifest says."""
        digest, count = hashlib.sha256(), 0
        try:
            with self._zip.open(table.entry) as file:
                while line := file.readline(LINE_BYTES):
                    digest.update(line)
                    count += 1
                    yield self._row(table, line)
        except (zipfile.BadZipFile, OSError, EOFError, NotImplementedError) as error:
            raise BackupRefused(f"The table {table.model} is damaged.") from error
        if count != table.rows or digest.hexdigest() != table.sha256:
            raise BackupRefused(f"The table {table.model} is not what was written.")

    @staticmethod
    def _row(table: Table, line: bytes) -> list[Any]:
        try:
            row = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise BackupRefused(f"The table {table.model} is not what was written.") from error
        if not isinstance(row, list) or len(row) != len(table.columns):
            raise BackupRefused(f"The table {table.model} is not what was written.")
        return row

    def verify(self) -> None:
        """Read everything once, so that nothing is begun with a file that is not sound to its end."""
        self.keys()
        for table in self.manifest.tables:
            for _row in self.rows(table):
                pass
