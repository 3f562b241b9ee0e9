"""Workers killed at random, frozen, and started again, over many wars at once."""

import os
import random
import shutil
import signal
import sqlite3
import time
from pathlib import Path

import pytest

from tests.faults.oracle import every_year_once

KILLS = int(os.environ.get("FAULTS_KILLS", "8"))
WARS = int(os.environ.get("FAULTS_WARS", "24"))
WORKERS = int(os.environ.get("FAULTS_WORKERS", "2"))
CRASHES = int(os.environ.get("FAULTS_CRASHES", "2"))
pytestmark = [pytest.mark.slow, pytest.mark.timeout(600 + 15 * KILLS)]


def test_a_storm_of_kills_leaves_every_year_turned_once(databases):
    world = databases.prepare("orders", str(WARS), "past")
    chance = random.Random(218)
    workers = [world.start("work", "60") for _worker in range(WORKERS)]
    for _kill in range(KILLS):
        victim = chance.randrange(len(workers))
        assert workers[victim].stdout.readline() == "working\n"
        time.sleep(chance.uniform(0.02, 0.4))
        os.killpg(workers[victim].pid, signal.SIGKILL)
        workers[victim].wait(10)
        workers[victim] = world.start("work", "60")
    for worker in workers:
        os.killpg(worker.pid, signal.SIGKILL)
        worker.wait(10)
    # One that nobody kills brings it to an end.
    world.do("work", "60", "done")
    wanted = databases.undisturbed("orders", str(WARS), "past")
    every_year_once(world.do("inspect"), wars=WARS, wanted=wanted)


def test_a_frozen_worker_is_taken_over_and_its_commit_fails(postgres_databases):
    world = postgres_databases.prepare("orders", FAULTS_IDLE="2s")
    turn = ("turn", world.told["deadline"])
    frozen = world.start(*turn, CRASH_AT="before_commit", CRASH_HOW="freeze")
    until = time.monotonic() + 60
    while not _stopped(frozen.pid):
        assert time.monotonic() < until, "it never got there"
        time.sleep(0.1)
    # It holds the war. Another waits for it, until the database has ended the idle transaction.
    told = world.do("recover", *turn, "31")
    wanted = told["came"]
    assert wanted["found"] == []
    assert len(next(iter(wanted["wars"].values()))["decisions"]) == 1
    os.kill(frozen.pid, signal.SIGCONT)
    frozen.communicate(timeout=60)
    after = world.do("inspect")
    assert after["wars"] == wanted["wars"]  # not even the stage's count of tries
    assert after["found"] == []


def _stopped(pid: int) -> bool:
    with open(f"/proc/{pid}/stat") as stat:
        return stat.read().rpartition(")")[2].split()[0] == "T"


def test_a_copy_of_the_database_taken_at_any_moment_opens_and_goes_on(sqlite_databases, tmp_path):
    """As near to a power cut as one machine gets: the files as they are on disk, in the middle of the work."""
    world = sqlite_databases.prepare("orders", "12", "past")
    path = world.database.removeprefix("sqlite:///")
    worker = world.start("work", "20")
    assert worker.stdout.readline() == "working\n"
    copies = []
    for number in range(4):
        time.sleep(0.3)
        copy = tmp_path / f"copy{number}.sqlite3"
        for suffix in ("-wal", ""):  # a log that is older than its database is what a cut leaves
            if Path(path + suffix).exists():
                shutil.copyfile(path + suffix, str(copy) + suffix)
        copies.append(copy)
    os.killpg(worker.pid, signal.SIGKILL)
    opened = 0
    for copy in copies:
        with sqlite3.connect(copy) as connection:
            sound = connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        if not sound:
            continue  # torn by copying two files one after the other, which no single power cut does
        opened += 1
        told = world.do("recover", "work", "60", "done", TEST_DATABASE_URL=f"sqlite:///{copy}")
        assert told["left"]["found"] == []
        every_year_once(told["came"], wars=12)
    assert opened
