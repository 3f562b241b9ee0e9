"""Limits are counted once for all processes, and for the address that a trusted proxy saw."""

import os
import subprocess
import sys

import pytest

from tests.config.test_settings import ROOT
from tests.servers import Redis

pytestmark = [pytest.mark.slow, pytest.mark.timeout(200)]
SIGN_UP = """
import sys, django; django.setup()
from django.test import Client
client = Client()
print(*[client.post("/accounts/signup/", {}).status_code for _ in range(int(sys.argv[1]))])
"""


@pytest.fixture
def environment(tmp_path):
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    return {
        **kept,
        "SIGNIFER_DATA": str(tmp_path),
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "STATIC_MANIFEST": "false",
        "SITE_URL": "http://testserver",
    }


def start(environment, times: int) -> subprocess.Popen:
    command = [sys.executable, "-c", SIGN_UP, str(times)]
    return subprocess.Popen(
        command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def answers(process: subprocess.Popen) -> list[int]:
    out, err = process.communicate(timeout=90)
    assert process.returncode == 0, err
    return [int(word) for word in out.split()]


def migrate(environment) -> None:
    command = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
    subprocess.run(command, cwd=ROOT, env=environment, check=True, timeout=120)


def twenty_in_all(environment) -> None:
    """allauth lets 20 a minute from one address sign up; two processes at once try 14 each."""
    migrate(environment)
    first, second = start(environment, 14), start(environment, 14)
    came = answers(first) + answers(second)
    assert (came.count(200), came.count(429)) == (20, 8)


def test_processes_of_an_embedded_install_share_the_count(environment):
    twenty_in_all(environment)


def test_processes_of_a_service_share_the_count(environment):
    with Redis() as redis:
        twenty_in_all({**environment, "REDIS_URL": redis.url})
