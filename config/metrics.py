"""Figures for whoever watches the installation, in Prometheus' form. Off until ``METRICS_TOKEN`` is set.

Labels are names of routes, methods and classes of answers: never an address, which may hold a key, nor anything about a person.
What the workers do is read from the database at the time of asking, so that only the web has to be asked.
"""

import os
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.db import connection
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare
from django.views.decorators.http import require_safe

from campaigns.selectors.vitals import vitals
from clubs import clock

FOLDER = os.environ.get("PROMETHEUS_MULTIPROC_DIR", "")
if FOLDER:
    # Each process writes a file of its own there, and whichever is asked adds them up. The library wants the folder on import.
    Path(FOLDER).mkdir(parents=True, exist_ok=True)

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest  # noqa: E402
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric  # noqa: E402
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_1_0_0  # noqa: E402
from prometheus_client.multiprocess import MultiProcessCollector  # noqa: E402
from prometheus_client.registry import Collector  # noqa: E402

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
SECONDS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
QUERIES = (1, 2, 5, 10, 20, 40, 80)

OWN = CollectorRegistry()
REQUESTS = Counter("signifer_requests", "Answers given.", ["route", "method", "status"], registry=OWN)
DURATION = Histogram("signifer_request_seconds", "How long an answer took.", ["route"], buckets=SECONDS, registry=OWN)
ASKED = Histogram(
    "signifer_request_queries", "Queries an answer asked of the database.", ["route"], buckets=QUERIES, registry=OWN
)


class Counted:
    """Counts the queries of one request."""

    def __init__(self) -> None:
        self.queries = 0

    def __call__(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        self.queries += 1
        return execute(sql, params, many, context)


def route_of(request: HttpRequest) -> str:
    """The name of the route; one word for all that lead nowhere, or a visitor could make as many labels as he likes."""
    match = request.resolver_match
    return (match.view_name or "unnamed") if match else "none"


class MetricsMiddleware:
    """Count and time every answer. The outermost of all, so that what the others answer counts too."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        if not settings.METRICS_TOKEN:
            raise MiddlewareNotUsed
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        counted, begun = Counted(), time.perf_counter()
        with connection.execute_wrapper(counted):
            response = self.get_response(request)
        route = route_of(request)
        method = request.method if request.method in METHODS else "other"
        REQUESTS.labels(route, method, f"{response.status_code // 100}xx").inc()
        DURATION.labels(route).observe(time.perf_counter() - begun)
        ASKED.labels(route).observe(counted.queries)
        return response


class Vital(Collector):
    """What the database knows of the installation's health, read when it is asked for."""

    def collect(self) -> Iterable[Metric]:
        found = vitals(clock.now())
        age = GaugeMetricFamily("signifer_tick_age_seconds", "Since due years were last looked for; -1: never.")
        age.add_metric([], -1.0 if found.tick_age is None else found.tick_age)
        wars = GaugeMetricFamily("signifer_wars", "Wars by stage; a held one waits for somebody.", labels=["stage"])
        for stage, number in found.wars.items():
            wars.add_metric([stage], number)
        notices = GaugeMetricFamily("signifer_outbox", "Letters that are not sent.", labels=["state"])
        for state, number in found.notices.items():
            notices.add_metric([state], number)
        late = GaugeMetricFamily("signifer_years_late", "Open years past their deadline.")
        late.add_metric([], found.years_late)
        # Not a count of events: a correction may open a year again. Still it is what a rate is taken of.
        turns = CounterMetricFamily("signifer_years_closed", "Years that were turned to their end.")
        turns.add_metric([], found.years_closed)
        return [age, wars, notices, late, turns]


def gathered() -> bytes:
    """All figures as text: of every process of the web where they share a folder, else of this one."""
    shown = CollectorRegistry()
    shown.register(Vital())
    if FOLDER:
        MultiProcessCollector(shown, path=FOLDER)  # type: ignore[no-untyped-call]
        return generate_latest(shown)
    return generate_latest(OWN) + generate_latest(shown)


@require_safe
def _answer(request: HttpRequest) -> HttpResponse:
    return HttpResponse(gathered(), content_type=CONTENT_TYPE_PLAIN_1_0_0)


def metrics(request: HttpRequest) -> HttpResponse:
    """The figures for whoever shows the token; to everybody else there is nothing here, whatever he asks for."""
    wanted, shown = settings.METRICS_TOKEN, request.headers.get("Authorization", "")
    if not wanted or not constant_time_compare(shown, f"Bearer {wanted}"):
        raise Http404
    return _answer(request)
