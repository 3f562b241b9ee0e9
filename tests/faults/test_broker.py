"""The broker doubles messages, loses them, goes away: every year is turned once, and nobody's order is refused for it."""

import sys
import time

import psycopg
import pytest
import redis

from tests.faults.test_storm import every_year_once
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
    assert told["slowest"] < 5
    assert turned(world) == 0
    world.do("work", "60", "done")
    every_year_once(world.do("inspect"), wars=2)
