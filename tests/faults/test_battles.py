"""A worker that plays a battle is killed between any two moves, again and again: the next one goes on, nothing is half or twice."""

import os
import signal
import sqlite3
import time

import pytest

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]
ROUNDS = int(os.environ.get("FAULTS_ROUNDS", "4"))


def played(path: str) -> int:
    with sqlite3.connect(path, timeout=20) as connection:
        return connection.execute("SELECT count(*) FROM battles_battleentry").fetchone()[0]


def test_a_worker_killed_again_and_again_plays_the_battle_to_its_end_once(sqlite_databases):
    world = sqlite_databases.prepare("orders")
    path = world.database.removeprefix("sqlite:///")
    world.do("fight")
    begun = played(path)
    for _round in range(ROUNDS):
        before, worker, until = played(path), world.start("resolve"), time.monotonic() + 60
        # Killed wherever it is, once it has begun to move.
        while played(path) < before + 3 and worker.poll() is None:
            assert time.monotonic() < until, "it does not play"
        if worker.poll() is None:
            os.killpg(worker.pid, signal.SIGKILL)
        worker.wait(10)
    assert played(path) > begun

    assert world.do("resolve") == {"stage": "decided", "found": [], "twice": 0, "whole": True}
