"""Make an installation again from a backup: in an empty database, and for all to see."""

import json
import os
from datetime import datetime
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser

from campaigns.management import passphrases
from campaigns.services.backups import putting, telling
from campaigns.services.backups.archive import MOST_BYTES, Reader
from campaigns.services.backups.errors import BackupRefused
from clubs import clock


class Command(BaseCommand):
    help = (
        "Restore FILE into an empty database. Wars that are being fought get new dice and say so; nobody's time ran meanwhile. "
        "Run it before web, worker and beat are started."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE", nargs="?")
        passphrases.add_argument(parser)
        parser.add_argument(
            "--keys-to", type=Path, metavar="FILE", help="write the keys that went along into this new file"
        )
        parser.add_argument(
            "--largest", type=int, default=MOST_BYTES, metavar="BYTES", help="refuse what unpacks to more than this"
        )
        parser.add_argument(
            "--check", action="store_true", help="only look whether the file is sound; touch no database"
        )
        parser.add_argument(
            "--finish",
            action="store_true",
            help="of a restore that was cut off after its rows were back, do what is left",
        )

    def handle(self, *, file: Path | None, finish: bool, **options: Any) -> None:
        try:
            if finish:
                self._finish()
            elif file is None:
                raise CommandError("Which file?")
            else:
                self._restore(file, **options)
        except BackupRefused as refused:
            raise CommandError(str(refused)) from refused

    def _restore(
        self,
        file: Path,
        *,
        passphrase_file: Path | None,
        largest: int,
        check: bool,
        keys_to: Path | None,
        **options: Any,
    ) -> None:
        phrase = passphrases.given(passphrase_file)
        if not phrase and putting.is_locked(file):
            phrase = passphrases.asked("Passphrase: ")
        with putting.opened_backup(file, passphrase=phrase, most_bytes=largest) as reader:
            putting.check_known(reader.manifest.migrations)
            reader.verify()
            if check:
                self.stdout.write(f"{file} is sound: a backup of {reader.manifest.made_at}.")
                return
            putting.check_empty(reader.manifest.migrations)
            self._keep_keys(reader, keys_to)
            rows = putting.put(reader)
            keys = reader.keys().get("dice", [])
            made_at = datetime.fromisoformat(reader.manifest.made_at)
        self.stdout.write(f"{rows} rows are back.")
        self._tell(made_at, keys)

    def _keep_keys(self, reader: Reader, path: Path | None) -> None:
        if path is None:
            return
        keys = reader.keys()
        if not keys:
            raise BackupRefused("No keys went along in this backup.")
        try:
            with open(path, "x", opener=_private) as target:
                json.dump(keys, target, indent=2)
        except OSError as error:
            raise CommandError(f"{path} cannot be written: {error.strerror}.") from error

    def _finish(self) -> None:
        made_at = putting.unfinished()
        if made_at is None:
            raise CommandError("There is no restore to finish.")
        self._tell(made_at, [])

    def _tell(self, made_at: datetime, keys: list[str]) -> None:
        putting.migrate_on()
        wars = telling.tell_all(made_at=made_at, now=clock.now(), old_keys=keys)
        self.stdout.write(f"{wars} wars have new dice, and their people are told.")
        call_command("check_books", stdout=self.stdout, stderr=self.stderr)


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)
