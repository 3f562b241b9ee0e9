"""One war's engine breaks, loops or eats the memory: that war is set aside after five tries, the others go on (reliability A3, 20)."""

import resource

import psycopg
import pytest

from tests.faults.test_broker import broker, idle, service, turned, wait_until, worker  # noqa: F401  (fixtures)

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]
QUICK = {"FAULTS_BACKOFF": "0.1"}
MEMORY = 700 * 2**20


def bad_and_good(told, bad):
    """The bad war is held and unchanged, every other has gone on once."""
    assert told["found"] == []
    assert told["notices_twice"] == 0
    for pk, war in told["wars"].items():
        held = int(pk) == bad
        assert (war["stage"], len(war["decisions"])) == (("held", 0) if held else ("running", 1)), (pk, war["years"])


@pytest.mark.parametrize("how", ["raise", "eat"])
def test_an_engine_that_breaks_is_set_aside(sqlite_databases, how):
    world = sqlite_databases.prepare("orders", "3", "past", **QUICK)
    bad = min(map(int, world.told["wars"]))
    broken = {"CRASH_AT": "mid_events", "CRASH_WAR": str(bad), "CRASH_HOW": how, "FAULTS_MEMORY": str(MEMORY)}
    world.do("work", "8", **broken)
    bad_and_good(world.do("inspect"), bad)


def test_an_engine_that_loops_is_killed_and_set_aside(service, broker):  # noqa: F811
    """A worker's child has a time limit; the next tick tries again, five times."""
    world = service("orders", "3", "past")
    bad = min(map(int, world.told["wars"]))
    broken = {"CRASH_AT": "mid_events", "CRASH_WAR": str(bad), "CRASH_HOW": "loop", "FAULTS_TIME_LIMIT": "2", **QUICK}
    world.environment |= broken
    worker(world)

    def set_aside() -> bool:
        world.do("ring")
        with psycopg.connect(world.database) as connection:
            held = connection.execute("SELECT count(*) FROM campaigns_campaign WHERE stage = 'held'").fetchone()[0]
        return held == 1 and turned(world) == 2

    wait_until(set_aside, seconds=120)
    wait_until(lambda: idle(broker))
    bad_and_good(world.do("inspect"), bad)


def test_the_limit_of_memory_is_one(monkeypatch):
    """The child keeps to the limit that it is given; otherwise the test above would eat this machine's memory."""
    from tests.faults import child

    seen = []
    monkeypatch.setenv("FAULTS_MEMORY", "123")
    monkeypatch.setattr(resource, "setrlimit", lambda what, limits: seen.append((what, limits)))
    child.limit_memory()
    assert seen == [(resource.RLIMIT_AS, (123, 123))]
