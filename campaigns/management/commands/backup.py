"""Write everything into one file, from which ``restore`` makes an installation again."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from campaigns.management import passphrases
from campaigns.services.backups import taking
from campaigns.services.backups.errors import BackupRefused
from clubs import clock


class Command(BaseCommand):
    help = (
        "Write a backup of every club and war into a new FILE, while the site runs. It can be restored into SQLite and PostgreSQL "
        "alike. It holds sealed orders and addresses: lock it with a passphrase, or keep it as safe as the database."
    )
    # Pages may be broken and a backup must still be taken.
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE")
        passphrases.add_argument(parser)
        parser.add_argument("--lock", action="store_true", help="ask for a passphrase at the keyboard")
        parser.add_argument(
            "--with-keys",
            action="store_true",
            help="take the keys of the dice and the site along; only with a passphrase",
        )

    def handle(self, *, file: Path, passphrase_file: Path | None, lock: bool, with_keys: bool, **options: Any) -> None:
        phrase = passphrases.given(passphrase_file)
        if lock and not phrase:
            phrase = passphrases.asked("Passphrase: ")
            if not phrase or phrase != passphrases.asked("Once more: "):
                raise CommandError("The passphrases differ, or there is none.")
        try:
            rows = taking.take(file, now=clock.now(), passphrase=phrase, with_keys=with_keys)
        except BackupRefused as refused:
            raise CommandError(str(refused)) from refused
        except OSError as error:
            raise CommandError(f"{file} cannot be written: {error.strerror}.") from error
        state = "locked" if phrase else "NOT locked: it holds sealed orders"
        self.stdout.write(f"{rows} rows in {file} ({file.stat().st_size:,} bytes, {state}).")
