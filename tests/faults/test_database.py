"""The database loses its answers, crashes, restarts, is full, or is asked by a machine whose clock is wrong."""

import os
import random
import signal
import sqlite3
import sys
import threading
import time
import urllib.error
import urllib.request
from collections import Counter
from datetime import datetime, timedelta

import pytest

from tests.faults.oracle import every_year_once
from tests.faults.proxy import Proxy
from tests.faults.test_storm import CRASHES, KILLS, WARS, WORKERS
from tests.servers import Postgres, free_port

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600 + 15 * KILLS)]


def test_an_answer_to_commit_that_is_lost_turns_no_year_twice(postgres_databases, postgres):
    """The server has committed, the worker learns only that the line is dead (reliability A3, 5)."""
    how = ("orders", "3", "past")
    wanted = postgres_databases.undisturbed(*how)
    world = postgres_databases.prepare(*how)
    with Proxy(postgres.port, cut_after=b"COMMIT", times=2) as proxy:
        through = world.database.replace(f":{postgres.port}/", f":{proxy.port}/")
        for _tick in range(3):  # a process each, for it goes on with the line that was cut
            world.do("work", "2", "done", TEST_DATABASE_URL=through)
        assert proxy.cuts == 2
    world.do("work", "60", "done")
    every_year_once(world.do("inspect"), wars=3, wanted=wanted)


@pytest.fixture
def own_server():
    with Postgres(durable=True) as server:
        yield server


def test_a_storm_with_server_crashes_turns_every_year_once(own_server, tmp_path):
    """Workers are killed at random and the database crashes under them (reliability A3, 2 and 3)."""
    from tests.faults.conftest import Databases

    databases = Databases("postgresql", tmp_path, own_server)
    how = ("orders", str(WARS), "past")
    wanted = databases.undisturbed(*how)
    world = databases.prepare(*how)
    chance = random.Random(51)
    workers = [world.start("work", "120") for _worker in range(WORKERS)]
    moments = {KILLS * (number + 1) // (CRASHES + 1) for number in range(CRASHES)}
    try:
        for kill in range(KILLS):
            victim = chance.randrange(len(workers))
            time.sleep(chance.uniform(0.1, 0.5))
            if workers[victim].poll() is None:
                os.killpg(workers[victim].pid, signal.SIGKILL)
            workers[victim].wait(10)
            if kill in moments:
                own_server.crash()
                own_server.start()
            workers[victim] = world.start("work", "120")
    finally:
        world.end()
    world.do("work", "60", "done")
    every_year_once(world.do("inspect"), wars=WARS, wanted=wanted)


def _status(url: str) -> int:
    # With a session, so that the database is asked.
    asked = urllib.request.Request(url, headers={"Cookie": f"sessionid={'x' * 32}"})
    try:
        with urllib.request.urlopen(asked, timeout=20) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code
    except OSError:
        return 0


def test_pages_come_back_by_themselves_when_the_database_restarts(own_server, tmp_path):
    """While it is away every page says so (503); afterwards none remembers a dead connection (reliability A3, 4)."""
    from tests.faults.conftest import Databases

    world = Databases("postgresql", tmp_path, own_server).prepare("open", "1", "now")
    port, log = free_port(), tmp_path / "serve.log"
    pooled = {"DATABASE_POOL": "1", "STATIC_MANIFEST": "false"}
    world.program(sys.executable, "manage.py", "serve", "--port", str(port), log=log, **pooled)
    health, page = f"http://127.0.0.1:{port}/healthz", f"http://127.0.0.1:{port}/accounts/login/"
    seen: Counter[tuple[str, int]] = Counter()
    phase, stop = ["up"], threading.Event()

    def load() -> None:
        while not stop.is_set():
            when, status = phase[0], _status(page)
            if when == phase[0]:  # what was asked in one phase and answered in the next tells nothing
                seen[when, status] += 1

    try:
        _until(lambda: _status(health) == 200)
        readers = [threading.Thread(target=load) for _reader in range(3)]
        for reader in readers:
            reader.start()
        _until(lambda: seen["up", 200] > 20)
        phase[0] = "away"
        own_server.stop()
        _until(lambda: seen["away", 503] > 5)
        own_server.start()
        _until(lambda: _status(health) == 200)
        phase[0] = "back"
        _until(lambda: seen["back", 200] > 50)
        stop.set()
        for reader in readers:
            reader.join(30)
    finally:
        stop.set()
        world.end()
    assert {status for when, status in seen if when == "up"} == {200}
    assert {status for when, status in seen if when == "away"} <= {200, 503}
    # A page that was asked for a moment before may still say that the database is away.
    assert {status for when, status in seen if when == "back"} <= {200, 503}
    assert seen["back", 503] <= len(readers)


def _until(condition, seconds: float = 60.0) -> None:
    until = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < until, "it did not happen"
        time.sleep(0.1)


@pytest.mark.parametrize("skew", ["-3600", "3600"])
def test_a_worker_whose_clock_is_wrong_turns_years_at_the_right_moment(postgres_databases, skew):
    """It is the database's clock that counts (reliability A3, 14)."""
    world = postgres_databases.prepare("orders", "1", "now")
    deadline = datetime.fromisoformat(world.told["deadline"])

    early = world.do("skewed", skew, (deadline - timedelta(minutes=30)).isoformat())
    assert early["turned"] == 0
    late = world.do("skewed", skew, (deadline + timedelta(minutes=30)).isoformat())
    assert late["turned"] == 1


def test_a_full_disk_stops_the_year_and_nothing_is_lost(sqlite_databases):
    """Nothing is half written; once there is room it goes on (reliability A3, 21)."""
    how = ("orders", "6", "past")
    wanted = sqlite_databases.undisturbed(*how)
    world = sqlite_databases.prepare(*how)
    with sqlite3.connect(world.database.removeprefix("sqlite:///")) as connection:
        (pages,) = connection.execute("PRAGMA page_count").fetchone()
        (free,) = connection.execute("PRAGMA freelist_count").fetchone()
    world.do("work", "3", "done", FAULTS_PAGES=str(pages + 2))
    left = world.do("inspect")
    assert left["found"] == []
    waiting = [war for war in left["wars"].values() if not war["decisions"]]
    assert waiting, f"it found room: {free} free pages"
    assert {error for war in waiting for _number, _stage, _tries, error in war["years"] if error} <= {
        "OperationalError"
    }
    world.do("work", "60", "done")
    every_year_once(world.do("inspect"), wars=6, wanted=wanted)
