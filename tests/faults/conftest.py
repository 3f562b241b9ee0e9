"""Databases and processes of fault tests. They start servers of their own, and end only what they started."""

import contextlib
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import uuid
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.servers import Postgres, Redis

ROOT = Path(__file__).resolve().parents[2]
SECONDS = 90.0
KILLED = 137


class World:
    """A database of its own, and the processes that work on it."""

    def __init__(self, database: str, **environment: str) -> None:
        names = {"TEST_DATABASE_URL": database, "DJANGO_SETTINGS_MODULE": "tests.faults.settings", **environment}
        kept = {name: value for name, value in os.environ.items() if name not in ("TEST_REDIS_URL", "CRASH_AT")}
        self.database = database
        self.environment = {**kept, **names}
        self.running: list[subprocess.Popen[str]] = []
        self.told: dict[str, Any] = {}
        """What ``prepare`` said of it."""

    def start(self, *command: str, **environment: str) -> subprocess.Popen[str]:
        """Start a verb of ``child``, in a session of its own."""
        return self.program(sys.executable, "-m", "tests.faults.child", *command, **environment)

    def program(self, *command: str, log: Path | None = None, **environment: str) -> subprocess.Popen[str]:
        """Start a program; what it says goes to a pipe that the test reads, or to a file."""
        with contextlib.ExitStack() as stack:
            said: Any = stack.enter_context(log.open("w")) if log else subprocess.PIPE
            process = subprocess.Popen(
                command,
                cwd=ROOT,
                env={**self.environment, **environment},
                stdout=said,
                stderr=said,
                text=True,
                start_new_session=True,
            )
        self.running.append(process)
        return process

    def run(self, *command: str, **environment: str) -> tuple[int, str]:
        """Run a verb to its end, or to where it is killed; answers with its exit status and what it said."""
        process = self.start(*command, **environment)
        out, err = process.communicate(timeout=SECONDS)
        if process.returncode not in (0, KILLED):
            raise AssertionError(f"{command} failed with {process.returncode}:\n{err[-3000:]}")
        return process.returncode, out

    def do(self, *command: str, **environment: str) -> Any:
        """Run a verb that comes to its end."""
        status, out = self.run(*command, **environment)
        assert status == 0, f"{command} was killed"
        return json.loads(out.strip().splitlines()[-1])

    def crash(self, *command: str, at: str) -> None:
        """Run a verb that is killed at a crash point. If it does not get there, the point is dead and the test worthless."""
        status, _out = self.run(*command, CRASH_AT=at)
        assert status == KILLED, f"{command} did not reach {at}"

    def end(self) -> None:
        for process in self.running:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait(10)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    with Postgres(durable=True) as server:
        yield server


@pytest.fixture(scope="session")
def redis_server() -> Iterator[Redis]:
    with Redis(durable=True) as server:
        yield server


class Databases:
    """Empty databases of one kind, and copies of a prepared one: a test starts from it without preparing it again."""

    def __init__(self, kind: str, folder: Path, server: Postgres | None) -> None:
        self.kind, self.folder, self.server = kind, folder, server
        self.prepared: dict[tuple[str, ...], tuple[str, dict[str, Any]]] = {}
        self.courses: dict[tuple[str, ...], dict[str, Any]] = {}
        self.worlds: list[World] = []

    def fresh(self, **environment: str) -> World:
        return self._world(self._create(None), environment)

    def prepare(self, *how: str, **environment: str) -> World:
        """A world prepared by ``child prepare``, a copy."""
        if how not in self.prepared:
            world = self.fresh()
            self.prepared[how] = world.database, world.do("prepare", *how)
        database, told = self.prepared[how]
        world = self._world(self._create(database), environment)
        world.told = told
        return world

    def undisturbed(self, *how: str, verb: Sequence[str] = ("work", "60", "done")) -> dict[str, Any]:
        """What the same wars come to when nothing breaks: worked out once, in a copy."""
        key = (*how, *verb)
        if key not in self.courses:
            self.courses[key] = self.prepare(*how).do("recover", *verb)["came"]
        return self.courses[key]

    def _world(self, database: str, environment: dict[str, str]) -> World:
        world = World(database, **environment)
        self.worlds.append(world)
        return world

    def _create(self, template: str | None) -> str:
        name = f"w{uuid.uuid4().hex[:12]}"
        if self.server is not None:
            return self.server.create(name, template=template.rpartition("/")[2] if template else None)
        path = self.folder / f"{name}.sqlite3"
        if template:
            with sqlite3.connect(template.removeprefix("sqlite:///")) as source, sqlite3.connect(path) as target:
                source.backup(target)
        return f"sqlite:///{path}"


@pytest.fixture(scope="session", params=["sqlite", "postgresql"])
def databases(request, tmp_path_factory) -> Iterator[Databases]:
    server = request.getfixturevalue("postgres") if request.param == "postgresql" else None
    yield from _databases(request.param, tmp_path_factory.mktemp("faults"), server)


@pytest.fixture(scope="session")
def sqlite_databases(tmp_path_factory) -> Iterator[Databases]:
    yield from _databases("sqlite", tmp_path_factory.mktemp("faults"), None)


@pytest.fixture(scope="session")
def postgres_databases(tmp_path_factory, postgres) -> Iterator[Databases]:
    yield from _databases("postgresql", tmp_path_factory.mktemp("faults"), postgres)


def _databases(kind: str, folder: Path, server: Postgres | None) -> Iterator[Databases]:
    made = Databases(kind, folder, server)
    yield made
    for world in made.worlds:
        world.end()
    shutil.rmtree(folder, ignore_errors=True)
