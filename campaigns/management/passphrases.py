"""Where a backup's passphrase comes from: a file, the environment, or the keyboard; never the command line, which others can read."""

import getpass
import os
import sys
from argparse import ArgumentParser
from pathlib import Path

from django.core.management.base import CommandError

NAME = "BACKUP_PASSPHRASE"


def add_argument(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--passphrase-file", type=Path, metavar="FILE", help=f"the file that holds it (else ${NAME} or ${NAME}_FILE)"
    )


def _of_file(path: Path) -> str:
    try:
        return path.read_text().strip()
    except (OSError, UnicodeDecodeError) as error:
        raise CommandError(f"The passphrase cannot be read from {path}.") from error


def given(path: Path | None) -> str:
    """The passphrase that was named; empty where none was."""
    if path is not None:
        return _of_file(path)
    if os.environ.get(f"{NAME}_FILE"):
        return _of_file(Path(os.environ[f"{NAME}_FILE"]))
    return os.environ.get(NAME, "")


def asked(prompt: str) -> str:
    """Ask at the keyboard, if there is one."""
    return getpass.getpass(prompt) if sys.stdin.isatty() else ""
