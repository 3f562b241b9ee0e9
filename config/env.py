"""Typed readers of the environment, and the files an embedded install keeps beside its database."""

import contextlib
import os
import secrets
import tempfile
from pathlib import Path
from typing import Any

import environ
from cryptography.fernet import Fernet
from environ.fileaware_mapping import FileAwareMapping

BASE_DIR = Path(__file__).resolve().parent.parent


class Environment(FileAwareMapping):
    """The environment, where ``NAME_FILE`` names a file that holds what ``NAME`` is: a secret that no list of processes shows."""

    def __getitem__(self, key: str) -> str:
        return str(super().__getitem__(key)).strip()


class Env(environ.Env):
    ENVIRON = Environment()


env = Env()


def data_dir() -> Path:
    """The folder of everything that must survive: database, keys, uploads."""
    path = Path(env.str("SIGNIFER_DATA", default=str(BASE_DIR / "var")))
    path.mkdir(parents=True, exist_ok=True)
    return path


def kept_secret(name: str, *, fresh: str) -> str:
    """Read a secret from a 0600 file in the data folder, writing ``fresh`` there first if it is missing.

    Two processes may start at once: the file comes into being whole and once, and the loser reads the winner's.
    """
    path = data_dir() / name
    if path.exists():
        return path.read_text().strip()
    handle, draft = tempfile.mkstemp(dir=path.parent, prefix=f".{name}.")  # 0600 from the start
    with os.fdopen(handle, "w") as file:
        file.write(fresh)
    with contextlib.suppress(FileExistsError):
        os.link(draft, path)
    os.unlink(draft)
    return path.read_text().strip()


def secret_key() -> str:
    return env.str("SECRET_KEY", default="") or kept_secret("secret.key", fresh=secrets.token_urlsafe(50))


def dice_keys() -> list[str]:
    """Fernet keys for the dice secrets, newest first. They never live in the database."""
    given = env.list("DICE_KEYS", default=[])
    return given or [kept_secret("dice.key", fresh=Fernet.generate_key().decode())]


def mailer() -> dict[str, Any]:
    """Read ``EMAIL_URL`` (``smtp+tls://name:password@host:587``) as one of Django's mailers; unset, mail goes to the console."""
    given = env.email_url("EMAIL_URL", default="consolemail://")
    options = {
        "host": given["EMAIL_HOST"],
        "port": given["EMAIL_PORT"],
        "username": given["EMAIL_HOST_USER"],
        "password": given["EMAIL_HOST_PASSWORD"],
        "use_tls": given.get("EMAIL_USE_TLS"),
        "use_ssl": given.get("EMAIL_USE_SSL"),
        "file_path": given["EMAIL_FILE_PATH"],
    }
    kept = {name: value for name, value in options.items() if value}
    if "host" in kept:
        kept["timeout"] = 10  # a mail server that hangs must not hold the relay
    return {"BACKEND": given["EMAIL_BACKEND"], "OPTIONS": kept}
