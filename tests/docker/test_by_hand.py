"""What the composition would start, started by hand in the same order: its own commands, its own secrets, servers of our own."""

import http.client
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.docker.composed import DOCKER, ROOT, command_of, composition
from tests.servers import Postgres, Redis, free_port

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]
SERVICES = composition()["services"]


@pytest.fixture
def environment(tmp_path):
    """The environment of a service's process; only servers, folders and secrets are elsewhere."""
    secrets = tmp_path / "secrets"
    subprocess.run([str(DOCKER / "make-secrets"), str(secrets)], check=True, capture_output=True, timeout=30)
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    data, static = tmp_path / "data", tmp_path / "static"
    data.mkdir()
    static.mkdir()
    data.chmod(0o500)
    with Postgres() as postgres, Redis(durable=True) as redis:
        instead = {
            "SITE_URL": "https://war.example.org",
            "DATABASE_URL": postgres.create("signifer"),
            "REDIS_URL": redis.url,
            "SIGNIFER_DATA": str(data),
            "STATIC_ROOT": str(static),
            "PYTHONUNBUFFERED": "1",
        }

        def of(name: str) -> dict[str, str]:
            told = SERVICES[name]["environment"]
            mounted = {key: text.replace("/run/secrets", str(secrets)) for key, text in told.items()}
            plain = {key: text for key, text in mounted.items() if not text.startswith("${")}
            return {**kept, **plain, "PROMETHEUS_MULTIPROC_DIR": str(tmp_path / f"metrics-{name}"), **instead}

        yield of


def line_of(name: str, port: int, folder: Path) -> list[str]:
    """The service's command, with this virtual environment's programs and a free port."""
    command = [str(port) if word == "8000" else word for word in command_of(SERVICES[name])]
    command = [word.replace("/tmp/beat", str(folder / "beat")) for word in command]
    return [sys.executable if command[0] == "python" else str(Path(sys.executable).parent / command[0]), *command[1:]]


def asked(port: int, path: str, **headers: str) -> tuple[int, bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    connection.request("GET", path, headers=headers)
    answer = connection.getresponse()
    return answer.status, answer.read()


def wait_for(port: int, seconds: float) -> dict:
    """Until the site says that it is well: the database answers, and beat and worker turn years."""
    until = time.monotonic() + seconds
    told: dict = {}
    while time.monotonic() < until:
        try:
            status, body = asked(port, "/healthz")
        except OSError:
            time.sleep(0.5)
            continue
        told = json.loads(body)
        if status == 200:
            return told
        time.sleep(0.5)
    raise AssertionError(f"not well in time: {told}")


def test_the_commands_of_the_composition_bring_up_a_site_that_is_well(environment, tmp_path):
    port, running, logs = free_port(), {}, {}
    once = subprocess.run(
        line_of("migrate", port, tmp_path), cwd=ROOT, env=environment("migrate"), capture_output=True, timeout=200
    )
    assert once.returncode == 0, once.stderr.decode()[-2000:]
    static = [sys.executable, "manage.py", "collectstatic", "--noinput"]
    subprocess.run(static, cwd=ROOT, env=environment("web"), check=True, capture_output=True, timeout=100)
    try:
        for name in ("web", "worker", "beat"):
            logs[name] = (tmp_path / f"{name}.log").open("wb")
            running[name] = subprocess.Popen(
                line_of(name, port, tmp_path),
                cwd=ROOT,
                env=environment(name),
                stdout=logs[name],
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        assert wait_for(port, 90)["database"] is True
        forwarded = {"Host": "war.example.org", "X-Forwarded-Proto": "https"}
        status, page = asked(port, "/", **forwarded)
        assert (status, b"signifer." in page) == (200, True)  # the style sheet under its hashed name
        token = (tmp_path / "secrets" / "metrics_token").read_text()
        status, told = asked(port, "/metrics", Authorization=f"Bearer {token}", **forwarded)
        assert status == 200
        assert b'signifer_requests_total{method="GET",route="home",status="2xx"} 1.0' in told
        manage = subprocess.run(
            line_of("manage", port, tmp_path), cwd=ROOT, env=environment("manage"), capture_output=True, timeout=100
        )
        assert b"no issues" in manage.stdout + manage.stderr, manage.stderr.decode()[-2000:]
    finally:
        begun = time.monotonic()
        for process in running.values():
            process.send_signal(signal.SIGTERM)
        ended = {}
        for name, process in running.items():
            try:
                ended[name] = process.wait(int(SERVICES[name]["stop_grace_period"].removesuffix("s")))
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                ended[name] = "killed"
        for name in logs:
            logs[name].close()
    assert "killed" not in ended.values(), ended
    assert time.monotonic() - begun < 45
    assert b"Traceback" not in (tmp_path / "worker.log").read_bytes()
