"""The embedded install, killed again and again: ``manage.py serve`` on a file."""

import os
import signal
import sqlite3
import sys
import time

import pytest

from tests.faults.oracle import every_year_once
from tests.servers import free_port

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]
ROUNDS = int(os.environ.get("FAULTS_ROUNDS", "4"))


def waiting(path) -> int:
    """How many wars still wait for their first orders to be opened."""
    with sqlite3.connect(path, timeout=20) as connection:
        return connection.execute("SELECT count(*) FROM campaigns_year WHERE stage = 'orders'").fetchone()[0]


def test_serve_killed_again_and_again_turns_every_year_once(sqlite_databases, tmp_path):
    world = sqlite_databases.prepare("orders", "12", "past", TICK_SECONDS="1", STATIC_MANIFEST="false")
    path = world.database.removeprefix("sqlite:///")
    errors = []
    for number in range(ROUNDS + 1):
        last = number == ROUNDS
        log = tmp_path / f"serve{number}.log"
        serve = world.program(sys.executable, "manage.py", "serve", "--port", str(free_port()), log=log)
        left, until = waiting(path), time.monotonic() + 60
        # Killed as soon as it has begun; the last one may finish.
        while waiting(path) >= left > 0 or (last and waiting(path)):
            assert serve.poll() is None, log.read_text()[-2000:]
            assert time.monotonic() < until, "it does not tick"
            time.sleep(0.02)
        os.killpg(serve.pid, signal.SIGKILL)
        serve.wait(10)
        errors += [line for line in log.read_text().splitlines() if "locked" in line]
    assert errors == []
    every_year_once(world.do("inspect"), wars=12)
