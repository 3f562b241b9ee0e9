"""schemathesis over the whole schema, as four kinds of people: no answer breaks, and none is one that the document does not know.

Half of the addresses lead to what is there, half to what the fuzzer thinks of. Whatever a request did is taken back.
"""

import os
from typing import Any

import hypothesis
import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, transaction
from hypothesis import HealthCheck, Phase, strategies
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi import checks

from clubs.models import Scope
from clubs.services import tokens
from tests.factories.clubs import NOW
from tests.leaks.api import DEEDS
from tests.leaks.test_routes import TakenBack

pytestmark = [pytest.mark.slow, pytest.mark.django_db, pytest.mark.timeout(1800)]

TRIES = int(os.environ.get("FUZZ_TRIES", "6"))
CHECKS = (
    not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_schema_conformance,
    checks.response_headers_conformance,
)
WHO = {"outsider": "stranger", "player": "player", "umpire": "umpire", "administrator": "admin"}


@pytest.fixture(autouse=True)
def one_connection():
    """As Django's own test client has it: the end of a request closes nothing, for the test goes on."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.fixture
def headers(scene):
    def of(role: str) -> dict[str, str]:
        user = scene.users[role]
        made = tokens.make_token(user, name="fuzz", scope=Scope.WRITE, by=user, now=NOW)
        return {"Authorization": f"Bearer {made.key}"}

    return of


def operations() -> list[Any]:
    schema = schemathesis.openapi.from_wsgi("/api/v1/schema/", get_wsgi_application())
    return [found.ok() for found in schema.get_all_operations()]


@pytest.mark.parametrize("who", WHO)
def test_whatever_is_sent_is_answered_as_the_document_says(scene, headers, who):
    mine, tried = headers(WHO[who]), set()
    for operation in operations():
        deed = DEEDS[operation.definition.raw["operationId"]]
        fuzz(operation, {part: str(deed.thing(part, scene.things)) for part in deed.parts}, mine)
        tried.add(deed.told.name)
    assert tried == set(DEEDS)


def fuzz(operation, real: dict[str, str], mine: dict[str, str]) -> None:
    """Send an operation what the fuzzer thinks of, in every second case to an address that is there."""

    @hypothesis.settings(
        max_examples=TRIES,
        deadline=None,
        database=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @hypothesis.given(case=operation.as_strategy(), there=strategies.booleans())
    def send(case, there):
        if there:
            case.path_parameters = dict(real)
        try:
            with transaction.atomic():
                answer = case.call(headers=mine)
                raise TakenBack
        except TakenBack:
            case.validate_response(answer, checks=CHECKS, headers=mine)

    send()


def test_the_checks_would_notice_what_the_document_does_not_know(scene, headers, monkeypatch):
    """The test can fail."""
    from clubs.api import problems

    monkeypatch.setattr(problems, "MEDIA_TYPE", "text/plain")
    operation = next(one for one in operations() if one.definition.raw["operationId"] == "war_read")
    case = operation.Case(path_parameters={"war": "nothing"})
    answer = case.call(headers=headers("player"))
    with pytest.raises(BaseExceptionGroup) as found:
        case.validate_response(answer, checks=CHECKS)
    assert any("Content-Type" in str(one) for one in found.value.exceptions)
