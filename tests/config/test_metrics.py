"""Figures for whoever watches: behind a token, added up over processes, and without a word about anybody."""

import subprocess
import sys
from datetime import timedelta

import pytest
from django.test import Client
from prometheus_client.parser import text_string_to_metric_families

from battles.models import OutboxMessage
from battles.models.letters import Email
from battles.services import heart
from campaigns.models import Campaign
from campaigns.selectors.vitals import HEART
from clubs import clock
from tests.config.test_settings import ROOT
from tests.factories.campaigns import a_war

pytestmark = pytest.mark.django_db
TOKEN = "a-token-of-the-watch"
SHOWN = {"Authorization": f"Bearer {TOKEN}"}


@pytest.fixture
def watched(settings):
    """A browser of a site that keeps count. The middleware decides when it is made, so it is made after the token is set."""
    settings.METRICS_TOKEN = TOKEN
    return Client()


def figures(client) -> dict:
    answer = client.get("/metrics", headers=SHOWN)
    assert answer.status_code == 200
    families = text_string_to_metric_families(answer.content.decode())
    return {(sample.name, *sorted(sample.labels.items())): sample.value for one in families for sample in one.samples}


def of(found: dict, name: str, **labels: str) -> float:
    return found.get((name, *sorted(labels.items())), 0)


@pytest.mark.parametrize("headers", [{}, {"Authorization": "Bearer wrong"}, {"Authorization": TOKEN}])
def test_without_the_token_there_is_no_such_address(watched, headers):
    for method in (watched.get, watched.post):
        here, nowhere = method("/metrics", headers=headers), method("/metrixx", headers=headers)
        assert here.status_code == nowhere.status_code == 404
        assert [line for line in here.content.split(b"\n") if b"csrf" not in line and b"nonce" not in line] == [
            line.replace(b"/metrixx", b"/metrics")
            for line in nowhere.content.split(b"\n")
            if b"csrf" not in line and b"nonce" not in line
        ]


def test_an_installation_without_a_token_has_none_to_guess(client, settings):
    assert settings.METRICS_TOKEN == ""
    for shown in ("Bearer ", "Bearer", ""):
        assert client.get("/metrics", headers={"Authorization": shown}).status_code == 404


def test_answers_are_counted_by_route_method_and_class(watched):
    before = figures(watched)
    watched.get("/help/")
    watched.get("/help/dice/")
    watched.get("/help/secrets/")
    watched.get("/no-such-page/")
    after = figures(watched)

    def grown(name, **labels):
        return of(after, name, **labels) - of(before, name, **labels)

    assert grown("signifer_requests_total", route="help", method="GET", status="2xx") == 1
    assert grown("signifer_requests_total", route="help_topic", method="GET", status="2xx") == 2
    assert grown("signifer_requests_total", route="none", method="GET", status="4xx") == 1
    assert grown("signifer_request_seconds_count", route="help_topic") == 2
    assert grown("signifer_request_queries_count", route="help_topic") == 2


def test_queries_are_counted(watched, django_assert_num_queries):
    before = figures(watched)
    with django_assert_num_queries(2):
        watched.get("/healthz")
    assert (
        of(figures(watched), "signifer_request_queries_sum", route="healthz")
        - of(before, "signifer_request_queries_sum", route="healthz")
        == 2
    )


def test_a_visitor_makes_no_labels(watched):
    watched.get("/wars/made-up-by-a-visitor/")
    watched.generic("BREW", "/help/")
    found = figures(watched)
    assert not any("made-up" in str(key) or "BREW" in str(key) for key in found)
    assert of(found, "signifer_requests_total", route="help", method="other", status="4xx") >= 0


def test_the_health_of_the_wars_is_told(watched, club, place, livia, hanno):
    war = a_war(club, rome=place(livia), carthage=place(hanno), by=place(livia))
    OutboxMessage.objects.update(email_state=Email.NONE)
    ids = list(OutboxMessage.objects.values_list("pk", flat=True)[:2])
    OutboxMessage.objects.filter(pk=ids[0]).update(email_state=Email.DEAD)
    OutboxMessage.objects.filter(pk=ids[1]).update(email_state=Email.WAITING)
    heart.beat(HEART, clock.now() - timedelta(seconds=40))
    found = figures(watched)
    assert 40 <= of(found, "signifer_tick_age_seconds") < 100
    assert of(found, "signifer_wars", stage="running") == 1
    assert of(found, "signifer_outbox", state="dead") == 1
    assert of(found, "signifer_outbox", state="waiting") == 1
    assert of(found, "signifer_years_closed_total") == 0
    Campaign.objects.filter(pk=war.pk).update(stage="held")
    assert of(figures(watched), "signifer_wars", stage="held") == 1


def test_a_clock_that_never_ticked_is_not_taken_for_a_young_one(watched):
    assert of(figures(watched), "signifer_tick_age_seconds") == -1


def test_figures_name_nobody(watched, club, place, livia, hanno, browser):
    war = a_war(club, rome=place(livia), carthage=place(hanno), by=place(livia))
    watched.force_login(livia, backend="django.contrib.auth.backends.ModelBackend")
    watched.get(f"/wars/{war.public_id}/year/")
    watched.get(f"/clubs/{club.slug}/")
    told = watched.get("/metrics", headers=SHOWN).content.decode()
    for name in (war.public_id, war.name, club.slug, club.name, livia.username, livia.public_id):
        assert name not in told


COUNT = """
import django; django.setup()
from django.test import Client
client = Client()
for _ in range(3):
    client.get("/help/")
"""
ADD_UP = """
import django; django.setup()
from django.test.utils import override_settings
from config.metrics import OWN, FOLDER
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector
registry = CollectorRegistry()
MultiProcessCollector(registry, path=FOLDER)
print(generate_latest(registry).decode())
"""


def test_processes_that_share_a_folder_are_added_up(tmp_path):
    import os

    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    environment = {
        **kept,
        "SIGNIFER_DATA": str(tmp_path),
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "STATIC_MANIFEST": "false",
        "SITE_URL": "http://testserver",
        "METRICS_TOKEN": TOKEN,
        "PROMETHEUS_MULTIPROC_DIR": str(tmp_path / "figures"),
    }

    def run(program: str) -> str:
        command = [sys.executable, "-c", program]
        done = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, timeout=60)
        assert done.returncode == 0, done.stderr
        return done.stdout

    run(COUNT)
    run(COUNT)
    assert 'signifer_requests_total{method="GET",route="help",status="2xx"} 6.0' in run(ADD_UP)
