"""The broker doubles messages, loses them, goes away: every year is turned once, and nobody's order is refused for it."""

import sys
import time

import psycopg
import pytest
import redis

from tests.faults.oracle import every_year_once
from tests.faults.proxy import Proxy
from tests.servers import Redis

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]
QUEUE = "signifer:signifer"  # prefix and queue


@pytest.fixture
def broker():
    with Redis(durable=True) as server:
        yield server


@pytest.fixture
def service(postgres_databases, broker):
    """A world with a broker, as a club that runs many wars has it."""

    def prepare(*how):
        return postgres_databases.prepare(*how, TEST_REDIS_URL=broker.url)

    return prepare


def worker(world):
    """A Celery worker with two children."""
    options = [
        "--pool",
        "prefork",
        "--concurrency",
        "2",
        "--loglevel",
        "WARNING",
        "--without-gossip",
        "--without-mingle",
    ]
    return world.program(sys.executable, "-m", "celery", "-A", "config.celery_app", "worker", *options)


def wait_until(condition, seconds=90.0):
    until = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < until, "it did not happen"
        time.sleep(0.2)


def turned(world) -> int:
    with psycopg.connect(world.database) as connection:
        return connection.execute("SELECT count(*) FROM campaigns_decision").fetchone()[0]


def idle(server) -> bool:
    with redis.Redis.from_url(server.url) as client:
        return client.llen(QUEUE) == 0 and client.hlen("signifer:unacked") == 0


def test_a_hundred_nudges_and_messages_delivered_twice_turn_each_year_once(service, broker):
    world = service("orders", "4", "past")
    world.do("nudge", "25")
    with redis.Redis.from_url(broker.url) as client:
        waiting = client.lrange(QUEUE, 0, -1)
        assert len(waiting) == 100
        client.rpush(QUEUE, *waiting[:20])  # the same message, with the same task id, once more
    worker(world)
    worker(world)
    wait_until(lambda: turned(world) == 4 and idle(broker))
    every_year_once(world.do("inspect"), wars=4)


def test_a_tick_gives_each_due_war_to_a_worker(service, broker):
    world = service("orders", "4", "past")
    world.do("ring")
    with redis.Redis.from_url(broker.url) as client:
        assert client.llen(QUEUE) == 4
        bodies = b"".join(client.lrange(QUEUE, 0, -1))
    assert b"battle" not in bodies
    assert b"salt" not in bodies
    worker(world)
    wait_until(lambda: turned(world) == 4)
    every_year_once(world.do("inspect"), wars=4)


def test_nudges_that_are_lost_cost_one_tick(service, broker):
    world = service("orders", "3", "past")
    world.do("nudge", "2")
    with redis.Redis.from_url(broker.url) as client:
        client.flushall()  # a broker of this test's own
    assert turned(world) == 0
    world.do("work", "60", "done")
    every_year_once(world.do("inspect"), wars=3)


def test_a_worker_that_is_killed_in_the_middle_loses_nothing(service, broker):
    world = service("orders", "3", "past")
    world.do("nudge", "1")
    world.environment["CRASH_AT"] = "mid_events"
    doomed = worker(world)
    wait_until(lambda: _attempts(world) >= 1)
    time.sleep(1)
    doomed.kill()
    del world.environment["CRASH_AT"]
    assert turned(world) == 0
    worker(world)
    world.do("work", "60", "done")
    every_year_once(world.do("inspect"), wars=3)


def _attempts(world) -> int:
    with psycopg.connect(world.database) as connection:
        return connection.execute("SELECT sum(attempts) FROM campaigns_year").fetchone()[0]


def test_orders_are_taken_while_the_broker_is_away_and_the_next_tick_turns_the_year(service, broker):
    world = service("open", "2", "now")
    broker.crash()
    told = world.do("order_all")
    assert told["slowest"] < 1
    assert turned(world) == 0
    world.do("work", "60", "done")
    every_year_once(world.do("inspect"), wars=2)


def beat(world, folder):
    """A beat that rings every second."""
    options = ["--loglevel", "WARNING", "--schedule", str(folder)]
    program = (sys.executable, "-m", "celery", "-A", "config.celery_app", "beat", *options)
    return world.program(*program, TICK_SECONDS="1")


def test_a_broker_that_is_flushed_costs_one_tick(service, broker, tmp_path):
    """Every message and every note of what was being worked on is gone, while worker and beat go on (reliability A3, 8)."""
    world = service("orders", "4", "past")
    world.do("nudge", "2")
    with redis.Redis.from_url(broker.url) as client:
        client.flushall()
    worker(world)
    beat(world, tmp_path / "beat")
    wait_until(lambda: turned(world) == 4)
    wait_until(lambda: idle(broker))
    every_year_once(world.do("inspect"), wars=4)


@pytest.mark.parametrize("durable", [True, False], ids=["append-only", "memory"])
def test_a_broker_killed_and_started_again_delays_nobody(postgres_databases, tmp_path, durable):
    """With its file the messages are kept; without, the next tick finds the work (reliability A3, 6)."""
    with Redis(durable=durable) as server:
        world = postgres_databases.prepare("orders", "4", "past", TEST_REDIS_URL=server.url)
        world.do("nudge", "1")
        server.crash()
        server.start()
        with redis.Redis.from_url(server.url) as client:
            assert client.llen(QUEUE) == (4 if durable else 0)
        worker(world)
        beat(world, tmp_path / "beat")
        wait_until(lambda: turned(world) == 4)
        wait_until(lambda: idle(server))
        every_year_once(world.do("inspect"), wars=4)


def test_a_broker_that_dies_under_its_workers_is_taken_up_again(service, broker, tmp_path):
    world = service("open", "2", "now")
    worker(world)
    beat(world, tmp_path / "beat")
    time.sleep(3)
    broker.crash()
    told = world.do("order_all")
    assert told["slowest"] < 1
    time.sleep(2)
    broker.start()
    wait_until(lambda: turned(world) == 2)
    every_year_once(world.do("inspect"), wars=2)


def test_a_broker_that_hangs_costs_the_player_a_second_at_most(service, broker):
    """The line is open and nobody answers; the process then leaves it alone until the tick has done the work."""
    world = service("open", "3", "now")
    with Proxy(broker.port) as proxy:
        proxy.hold()
        told = world.do("order_all", TEST_REDIS_URL=broker.url.replace(str(broker.port), str(proxy.port)))
    assert told["slowest"] < 3
    assert told["waited"] <= 1
    world.do("work", "60", "done")
    every_year_once(world.do("inspect"), wars=3)


def test_a_message_handed_out_again_while_it_is_worked_on_changes_nothing(service, broker):
    """The broker's patience is shorter than the task (reliability A3, 11)."""
    world = service("orders", "2", "past")
    world.environment |= {
        "FAULTS_VISIBILITY": "1",
        "CRASH_AT": "mid_events",
        "CRASH_HOW": "sleep",
        "CRASH_SECONDS": "5",
    }
    worker(world)
    worker(world)
    world.do("nudge", "1")
    wait_until(lambda: turned(world) == 2)
    wait_until(lambda: idle(broker))
    every_year_once(world.do("inspect"), wars=2)


def test_everybody_rings_at_once(service, broker, tmp_path):
    """Two workers, two beats, the command, and a web process with its nudges (reliability A3, 12)."""
    world = service("orders", "8", "past")
    for number in range(2):
        worker(world)
        beat(world, tmp_path / f"beat{number}")
    commands = [world.program(sys.executable, "manage.py", "turn_years") for _command in range(2)]
    world.do("nudge", "3")
    wait_until(lambda: turned(world) == 8)
    for command in commands:
        _out, err = command.communicate(timeout=60)
        assert command.returncode == 0, err[-2000:]
    wait_until(lambda: idle(broker))
    every_year_once(world.do("inspect"), wars=8, wanted=None)


def test_a_worker_that_is_asked_to_end_first_ends_its_year(service, broker):
    """A deploy: the new worker is there already, the old one has a task in hand (reliability A3, 24)."""
    world = service("orders", "1", "past")
    slow = {"CRASH_AT": "mid_events", "CRASH_HOW": "sleep", "CRASH_SECONDS": "4"}
    world.environment |= slow
    old = worker(world)
    world.do("nudge", "1")
    wait_until(lambda: _attempts(world) == 1)
    for name in slow:
        del world.environment[name]
    worker(world)
    old.terminate()
    _out, err = old.communicate(timeout=60)
    assert old.returncode == 0, err[-2000:]
    assert turned(world) == 1  # the old one did it
    wait_until(lambda: idle(broker))
    every_year_once(world.do("inspect"), wars=1)
