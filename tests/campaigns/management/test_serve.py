"""``manage.py serve``: pages and a ticker from one command, which ends cleanly and leaves nobody behind."""

import os
import signal
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from campaigns.management.commands import serve
from tests.servers import free_port

ROOT = Path(settings.BASE_DIR)


# --- The ticker ---------------------------------------------------------------------------------------


@pytest.fixture
def ticks(monkeypatch):
    """Count the rings; the test says what each of them does."""
    from campaigns.services import turning

    class Ticks:
        count = 0
        rung = threading.Event()
        does = staticmethod(lambda: None)

    def tick(*args, **kwargs):
        Ticks.count += 1
        Ticks.rung.set()
        return Ticks.does()

    monkeypatch.setattr(turning, "tick", tick)
    Ticks.rung.clear()
    return Ticks


def wait_for(condition, seconds=20.0):
    until = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < until, "it did not happen"
        time.sleep(0.02)


@pytest.mark.django_db(transaction=True)
def test_the_ticker_rings_at_once_and_again_until_it_is_stopped(ticks):
    ticker = serve.Ticker(0.01)
    ticker.start()
    wait_for(lambda: ticks.count >= 3)
    ticker.stop()
    assert not ticker.is_alive()
    counted = ticks.count
    time.sleep(0.1)
    assert ticks.count == counted


@pytest.mark.django_db(transaction=True)
def test_a_round_that_fails_is_logged_and_spoils_no_later_one(ticks, caplog):
    def fail():
        if ticks.count == 1:
            raise RuntimeError("the first round is broken")

    ticks.does = fail
    ticker = serve.Ticker(0.01)
    ticker.start()
    wait_for(lambda: ticks.count >= 2)
    ticker.stop()
    assert "a tick failed" in caplog.text
    assert "the first round is broken" in caplog.text


@pytest.mark.django_db(transaction=True)
def test_stopping_waits_for_the_round_that_is_under_way(ticks):
    finished = []

    def slow():
        time.sleep(0.3)
        finished.append(True)

    ticks.does = slow
    ticker = serve.Ticker(60)
    ticker.start()
    ticks.rung.wait(5)
    ticker.stop()
    assert finished == [True]


# --- Its guards ---------------------------------------------------------------------------------------


def test_only_one_process_holds_the_lock_of_a_data_folder(tmp_path):
    with serve.alone_on(tmp_path) as first, serve.alone_on(tmp_path) as second:
        assert (first, second) == (True, False)
    with serve.alone_on(tmp_path) as third:
        assert third is True


@pytest.mark.django_db
def test_a_port_that_is_taken_is_refused_before_anything_starts():
    import socket

    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(CommandError, match=f"127.0.0.1:{port}"):
            call_command("serve", port=port)


def test_static_files_are_collected_when_something_changed_and_only_then(tmp_path, settings, monkeypatch):
    from django.contrib.staticfiles.storage import ManifestStaticFilesStorage

    source = tmp_path / "source"
    source.mkdir()
    (source / "page.css").write_text("body { color: black }")
    settings.STATIC_ROOT = tmp_path / "collected"
    settings.STATICFILES_DIRS = [source]
    settings.STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.ManifestStaticFilesStorage"},
    }
    monkeypatch.setattr(serve, "staticfiles_storage", ManifestStaticFilesStorage())

    assert serve.collect_static() is True
    assert serve.collect_static() is False
    (source / "page.css").write_text("body { color: white; background: black }")
    assert serve.collect_static() is True
    assert len(list((tmp_path / "collected").glob("page.*.css"))) == 1


def test_where_static_files_are_not_collected_nothing_is_done():
    assert serve.collect_static() is False


# --- The whole of it ----------------------------------------------------------------------------------


@pytest.fixture
def install(tmp_path):
    """An empty embedded install in a folder of its own, and the environment that names it."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    environment = {
        **kept,
        "SIGNIFER_DATA": str(tmp_path),
        "STATIC_ROOT": str(tmp_path / "static"),
        "TICK_SECONDS": "1",
        "PYTHONUNBUFFERED": "1",
    }
    subprocess.run([sys.executable, "manage.py", "migrate", "-v0"], cwd=ROOT, env=environment, check=True)
    return environment


class Running:
    """A ``serve`` of its own."""

    def __init__(self, environment, log: Path):
        self.port = free_port()
        self.log = log
        with log.open("ab") as output:
            command = [sys.executable, "manage.py", "serve", "--port", str(self.port)]
            self.process = subprocess.Popen(
                command, cwd=ROOT, env=environment, stdout=output, stderr=subprocess.STDOUT, start_new_session=True
            )
        wait_for(self.listens, seconds=90)

    def listens(self) -> bool:
        assert self.process.poll() is None, self.log.read_text()
        return f"http://127.0.0.1:{self.port}/" in self.log.read_text()

    def get(self, path: str) -> tuple[int, bytes]:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=20) as answer:
                return answer.status, answer.read()
        except urllib.error.HTTPError as error:
            return error.code, error.read()

    def children(self) -> list[int]:
        return [
            int(pid) for pid in Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        ]

    def answers(self) -> bool:
        try:
            self.get("/healthz")
        except OSError:
            return False
        return True


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="looks for child processes under /proc")
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_it_serves_pages_with_their_static_files_and_ends_when_asked(install, tmp_path, how):
    running = Running(install, tmp_path / "log")
    status, page = running.get("/accounts/login/")
    assert status == 200
    style = page.decode().split('rel="stylesheet" href="', 1)[1].split('"', 1)[0]
    assert running.get(style)[0] == 200
    children = running.children()
    assert children

    running.process.send_signal(how)

    assert running.process.wait(30) == 0
    assert running.log.read_text().rstrip().endswith("Signifer has ended.")
    wait_for(lambda: not any(Path(f"/proc/{pid}").exists() for pid in children))


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="looks for child processes under /proc")
def test_killed_it_leaves_no_child_on_the_port_and_starts_again(install, tmp_path):
    running = Running(install, tmp_path / "log")
    children = running.children()
    running.process.kill()
    running.process.wait()
    wait_for(lambda: not any(Path(f"/proc/{pid}").exists() for pid in children))
    assert not running.answers()

    again = Running(install, tmp_path / "log-2")
    assert again.get("/healthz")[0] == 200
    again.process.terminate()
    assert again.process.wait(30) == 0
    assert "Another Signifer" not in again.log.read_text()


@pytest.mark.slow
def test_a_second_one_on_the_same_data_is_told_so(install, tmp_path):
    first = Running(install, tmp_path / "log")
    second = Running(install, tmp_path / "log-2")
    assert "Another Signifer runs on the same data" in second.log.read_text()
    assert second.get("/healthz")[0] == 200
    for running in (first, second):
        running.process.terminate()
        assert running.process.wait(30) == 0
