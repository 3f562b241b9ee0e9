"""Run the whole of Signifer in one process and its child: the pages, and the ticker that turns the years.

This is the embedded install (SQLite, no broker). With a broker the same command serves pages only: Celery's beat ticks.
"""

import contextlib
import fcntl
import hashlib
import logging
import multiprocessing
import os
import socket
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.contrib.staticfiles.storage import ManifestFilesMixin, staticfiles_storage
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import close_old_connections
from django.utils.module_loading import import_string
from granian import Granian
from granian.constants import Interfaces
from granian.log import LogLevels

logger = logging.getLogger(__name__)

ORPHAN_SECONDS = 0.5
KILL_SECONDS = 10


class Ticker(threading.Thread):
    """Rings ``tick`` now and then every so many seconds, until it is stopped. A round that fails spoils no later one."""

    def __init__(self, seconds: float) -> None:
        super().__init__(name="ticker", daemon=True)
        self.seconds = seconds
        self._stopping = threading.Event()

    def run(self) -> None:
        while True:
            self.ring()
            if self._stopping.wait(self.seconds):
                return

    def ring(self) -> None:
        close_old_connections()
        try:
            # Imported here, so that a fault in the services is logged like any other and the pages still say what is wrong.
            from battles.tasks import hand_on
            from campaigns.services.turning import tick

            tick(hand_on_battle=hand_on)
        except Exception:
            logger.exception("a tick failed; the next one tries again")
        finally:
            close_old_connections()

    def stop(self) -> None:
        """End after the round it is in: a year is never left half turned, but a clean end is quicker than a recovery."""
        self._stopping.set()
        self.join(KILL_SECONDS)


def _end_with(parent: int) -> None:
    """End this process once its parent is gone: a child left alone would go on taking half of the port's visitors."""
    while os.getppid() == parent:
        time.sleep(ORPHAN_SECONDS)
    os._exit(1)


def load_application(parent: int, target: str) -> Callable[..., Any]:
    """Load the application in the server's child."""
    threading.Thread(target=_end_with, args=(parent,), name="orphan-watch", daemon=True).start()
    application: Callable[..., Any] = import_string(target)
    return application


@contextlib.contextmanager
def alone_on(folder: Path) -> Iterator[bool]:
    """Hold the data folder's lock; yield False where another process holds it. A killed process holds nothing."""
    with (folder / "serve.lock").open("a") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
        else:
            yield True


def port_is_free(host: str, port: int) -> bool:
    """Whether nobody listens there. The server itself would not notice: it shares its port among its workers."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return False
    return True


def wait_until_open(host: str, port: int, *, seconds: float) -> bool:
    """Wait for the server's child to listen; return whether it does."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        with contextlib.suppress(OSError), socket.create_connection((host, port), timeout=1):
            return True
        time.sleep(0.1)
    return False


def _static_state() -> str:
    """A digest of every static file's name, size and time, and of how they are stored."""
    seen = hashlib.sha256(settings.STORAGES["staticfiles"]["BACKEND"].encode())
    for finder in get_finders():
        for name, storage in finder.list([]):
            stat = os.stat(storage.path(name))
            seen.update(f"{name}\0{stat.st_size}\0{stat.st_mtime_ns}\0".encode())
    return seen.hexdigest()


def collect_static() -> bool:
    """Collect the static files if any changed since last time; return whether it was needed."""
    if not isinstance(staticfiles_storage, ManifestFilesMixin):
        return False
    stamp = Path(settings.STATIC_ROOT) / ".collected"
    state = _static_state()
    if stamp.exists() and stamp.read_text() == state:
        return False
    call_command("collectstatic", interactive=False, verbosity=0, clear=True)
    stamp.write_text(state)
    return True


class Command(BaseCommand):
    help = "Serve the pages and, where there is no broker, turn the years."
    requires_migrations_checks = True

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default: this machine only)")
        parser.add_argument("--port", type=int, default=8000, help="port to listen on (default: 8000)")
        parser.add_argument("--threads", type=int, default=4, help="pages worked on at a time (default: 4)")
        parser.add_argument("--no-tick", action="store_true", help="serve pages only: something else turns the years")

    def handle(self, *, host: str, port: int, threads: int, no_tick: bool, **options: Any) -> None:
        if not port_is_free(host, port):
            raise CommandError(f"Something else listens on {host}:{port}. Choose another port with --port.")
        with alone_on(settings.DATA_DIR) as alone:
            if not alone:
                self.stderr.write(self.style.WARNING("Another Signifer runs on the same data. Both will work."))
            if collect_static():
                self.stdout.write("Static files collected.")
            ticker = None if no_tick or settings.REDIS_URL else Ticker(settings.TICK_SECONDS)
            try:
                self._serve(host, port, threads, ticker)
            finally:
                if ticker and ticker.is_alive():
                    ticker.stop()
        self.stdout.write("Signifer has ended.")

    def _serve(self, host: str, port: int, threads: int, ticker: Ticker | None) -> None:
        # A child that is forked from a process with threads may inherit a held lock.
        multiprocessing.set_start_method("spawn", force=True)
        os.environ["BLOCKING_THREADS"] = str(threads)  # each may hold a database connection
        server = Granian(
            "config.wsgi.application",
            address=host,
            port=port,
            interface=Interfaces.WSGI,
            workers=1,
            blocking_threads=threads,
            respawn_failed_workers=True,
            respawn_interval=KILL_SECONDS,
            workers_kill_timeout=KILL_SECONDS,
            log_level=LogLevels.warning,
        )
        threading.Thread(target=self._announce, args=(host, port), name="announcer", daemon=True).start()
        if ticker:
            server.on_startup(ticker.start)
        server.serve(target_loader=partial(load_application, os.getpid()))

    def _announce(self, host: str, port: int) -> None:
        """Say the address once it can be opened: whoever clicks on it at once must not find nobody there."""
        here = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104  (compared, not bound)
        if wait_until_open(here, port, seconds=60):
            shown = f"[{here}]" if ":" in here else here
            self.stdout.write(f"Signifer listens on http://{shown}:{port}/ (Ctrl-C ends it).")
            self.stdout.flush()
