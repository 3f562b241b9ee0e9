"""The private servers: they answer, they survive a crash as a real one would, and nothing of them stays behind."""

import os
import subprocess
import sys
import time
from pathlib import Path

import psycopg
import pytest
import redis

from tests import servers

pytestmark = pytest.mark.slow


def gone(pid: int) -> bool:
    return not Path(f"/proc/{pid}").exists()


def value(url: str, query: str) -> object:
    with psycopg.connect(url, autocommit=True) as connection:
        return connection.execute(query).fetchone()[0]


def test_postgres_runs_on_its_own_port_and_leaves_nothing_behind():
    with servers.Postgres() as server:
        assert server.port not in (5432, 6379)
        assert value(server.url, "SELECT 1") == 1
        assert value(server.url, "SHOW fsync") == "off"
        pid, folder = server.pid, server.folder
    assert gone(pid)
    assert not folder.exists()


def test_a_durable_postgres_keeps_what_it_committed_through_a_crash():
    with servers.Postgres(durable=True) as server:
        url = server.create("war")
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute("CREATE TABLE years (number int)")
            connection.execute("INSERT INTO years VALUES (1)")
        server.crash()
        with pytest.raises(psycopg.OperationalError):
            psycopg.connect(url, connect_timeout=2)
        server.start()
        assert value(url, "SELECT count(*) FROM years") == 1


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can start a server as another account")
def test_root_never_runs_postgres_itself():
    with servers.Postgres() as server:
        assert Path(f"/proc/{server.pid}").stat().st_uid != 0


def test_the_wheels_serve_where_nothing_is_installed(monkeypatch):
    monkeypatch.setattr(servers, "installed_postgres", lambda: None)
    monkeypatch.setattr(servers.shutil, "which", lambda name: None)
    with servers.Postgres() as database, servers.Redis() as broker:
        assert value(database.url, "SELECT 1") == 1
        assert redis.from_url(broker.url).ping()


@pytest.mark.parametrize(("durable", "kept"), [(True, b"1"), (False, None)])
def test_only_a_durable_redis_remembers_after_a_crash(durable, kept):
    with servers.Redis(durable=durable) as server:
        client = redis.from_url(server.url)
        client.set("year", 1)
        time.sleep(1.5)  # the append-only file is written out every second
        server.crash()
        server.start()
        assert redis.from_url(server.url).get("year") == kept


def test_a_server_that_cannot_start_says_why():
    with servers.Redis() as first:
        second = servers.Redis()
        second.port = first.port
        second.log.write_text("")
        with pytest.raises(servers.ServerFailed, match=r"(?i)address already in use|did not start"):
            second.__enter__()
        assert not second.folder.exists()


def test_the_command_finds_both_servers_and_its_status_comes_back():
    look = (
        "import os, psycopg, redis\n"
        "assert os.environ['DATABASE_URL'] == os.environ['TEST_DATABASE_URL']\n"
        "psycopg.connect(os.environ['TEST_DATABASE_URL']).close()\n"
        "assert redis.from_url(os.environ['TEST_REDIS_URL']).ping()\n"
        "raise SystemExit(7)"
    )
    clean = {name: text for name, text in os.environ.items() if not name.endswith(("DATABASE_URL", "REDIS_URL"))}
    done = subprocess.run(
        [sys.executable, "-m", "tests.servers", "run", "--", sys.executable, "-c", look], env=clean, check=False
    )
    assert done.returncode == 7


def test_servers_that_are_named_are_used_and_left_alone(monkeypatch):
    monkeypatch.setenv("TEST_DATABASE_URL", "postgres://elsewhere/one")
    monkeypatch.setenv("TEST_REDIS_URL", "redis://elsewhere/0")
    with servers.named_servers() as names:
        assert names == {
            "TEST_DATABASE_URL": "postgres://elsewhere/one",
            "DATABASE_URL": "postgres://elsewhere/one",
            "TEST_REDIS_URL": "redis://elsewhere/0",
            "REDIS_URL": "redis://elsewhere/0",
        }
