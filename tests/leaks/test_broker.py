"""What lies in the broker and the cache: nudges and counts, never what anybody decided."""

import json
import os
import subprocess
import sys

import pytest
import redis

from tests.config.test_settings import ROOT
from tests.servers import Redis

pytestmark = [pytest.mark.slow, pytest.mark.timeout(200)]
PLAY = """
import json, re
import django; django.setup()
from django.test import Client
from battles.models import DiceSecret
from battles.services import secrets
from campaigns import tasks
from campaigns.models import Side, StrategicAction, Year
from clubs import clock
from campaigns.services import sealed
year = Year.objects.filter(stage="orders", campaign__stage="running").first()
sealed_words = set()
for side in Side.objects.filter(campaign=year.campaign):
    member = side.holders.get(until=None).member
    client = Client()
    client.force_login(member.user, backend="django.contrib.auth.backends.ModelBackend")
    page = f"/wars/{year.campaign.public_id}/year/"
    offered = re.findall(r'name="action" value="(\\w+)"', client.get(page).text)  # one alone, if an event has fixed it
    action = "guerrilla" if "guerrilla" in offered else offered[0]
    sealed_words |= {action, "canary-of-" + side.key}
    sent = {"year": year.number, "action": action, "salt": "canary-of-" + side.key, "ready": "on",
            "revision": getattr(StrategicAction.objects.filter(year=year, side=side.key).first(), "revision", 0)}
    status = client.post(page + "order/", sent).status_code
    assert status == 302, status
tasks.tick.delay()
tasks.turn.delay(year.campaign_id)
row = DiceSecret.objects.get(game=year.campaign.game, year=year.number, epoch=year.epoch)
print(json.dumps([secrets.secret_of(row).hex(), *sorted(sealed_words)]))
"""


def everything(client: redis.Redis) -> bytes:
    """Every key and every value, whatever its kind."""
    read = {
        b"string": client.get,
        b"list": lambda key: client.lrange(key, 0, -1),
        b"hash": client.hgetall,
        b"set": client.smembers,
        b"zset": lambda key: client.zrange(key, 0, -1),
    }
    return b"\n".join(key + b" " + repr(read[client.type(key)](key)).encode() for key in client.scan_iter())


def test_the_broker_and_the_cache_hold_no_secret(tmp_path):
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    with Redis() as server:
        environment = {
            **kept,
            "SIGNIFER_DATA": str(tmp_path),
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "STATIC_MANIFEST": "false",
            "SITE_URL": "http://testserver",
        }

        def run(*arguments: str, **more: str) -> str:
            done = subprocess.run(
                [sys.executable, *arguments],
                cwd=ROOT,
                env={**environment, **more},
                capture_output=True,
                text=True,
                timeout=100,
                check=False,
            )
            assert done.returncode == 0, done.stderr
            return done.stdout

        run("manage.py", "migrate", "--verbosity", "0")
        run("manage.py", "sample_club")
        secrets = json.loads(run("-c", PLAY, REDIS_URL=server.url).splitlines()[-1])
        with redis.Redis.from_url(server.url) as client:
            held = everything(client)
    assert b"campaigns.tasks.turn" in held  # the nudge of an order that made all ready is there
    for secret in secrets:
        assert secret.encode() not in held
