"""The log is one JSON object a line, names people by public id, and quotes nothing that is secret."""

import json
import os

import pytest

from config import logs
from tests.config.test_settings import environment, python

__all__ = ["environment"]

ASK = """
import django; django.setup()
from django.core.management import call_command
call_command("migrate", verbosity=0)
from django.contrib.auth import get_user_model
from django.test import Client
user = get_user_model().objects.create_user("livia")
print(user.public_id)
client = Client()
client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
client.get("/no-such-page/?order=guerrilla", headers={"X-Request-Id": "forged"})
client.get('/x%0A{"event": "forged"}/')
client.get("/x", headers={"User-Agent": 'a\\n{"event": "forged"}'})
client.post("/accounts/login/", {"login": 'nobody\\n{"event": "forged"}', "password": "a-secret-pass"})
client.get("/invitations/the-invitations-key/x")
client.get("/calendar/the-calendars-key.ics")
client.get("/notices/stop/the-stoppers-key/x")
client.get("/accounts/password/reset/key/the-resets-key/x")
"""


def lines_of(done) -> list[dict]:
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stderr.splitlines()]


@pytest.fixture(scope="module")
def asked(tmp_path_factory):
    """What the program printed and logged while it was asked all that."""
    folder = tmp_path_factory.mktemp("logged")
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    told = {
        "SIGNIFER_DATA": str(folder),
        "STATIC_ROOT": str(folder),
        "STATIC_MANIFEST": "false",
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "SITE_URL": "http://testserver",
        "LOG_LEVEL": "INFO",
    }
    return python({**kept, **told}, "-c", ASK)


def requests_of(done) -> list[dict]:
    return [line for line in lines_of(done) if line["event"] == "request_finished"]


def test_every_line_is_one_object_whatever_a_visitor_sends(asked):
    lines = lines_of(asked)
    assert all({"event", "level", "timestamp", "logger"} <= set(line) for line in lines)
    assert "forged" not in [line["event"] for line in lines]


def test_each_request_has_an_id_that_the_caller_does_not_choose(asked):
    ids = {line["request_id"] for line in requests_of(asked)}
    assert len(ids) == 8
    assert "forged" not in ids


def test_a_person_is_named_by_his_public_id_alone(asked):
    assert {line["user_id"] for line in requests_of(asked)} == {asked.stdout.strip()}
    for word in ("livia", "nobody", "a-secret-pass", "127.0.0.1"):
        assert word not in asked.stderr


def test_keys_and_questions_in_addresses_are_not_written_down(asked):
    assert len(requests_of(asked)) == 8
    for word in ("guerrilla", "the-invitations-key", "the-calendars-key", "the-stoppers-key", "the-resets-key"):
        assert word not in asked.stderr


REFUSED = """
import django, logging; django.setup()
from django.db import IntegrityError
log = logging.getLogger("campaigns")
try:
    try:
        raise ValueError("the cause\\nDETAIL:  Failing row contains (1, guerrilla).")
    except ValueError as error:
        raise IntegrityError("null value\\nDETAIL:  Failing row contains (1, guerrilla).") from error
except IntegrityError:
    log.exception("failed")
"""


def test_a_row_that_the_database_refuses_is_not_quoted(environment):
    (line,) = lines_of(python(environment, "-c", REFUSED))
    assert [one["exc_value"] for one in line["exception"]] == ["null value", "the cause"]
    assert "guerrilla" not in json.dumps(line)


def test_no_traceback_is_made_with_local_variables():
    renderers = [one for one in logs._shared if type(one).__name__ == "ExceptionRenderer"]
    assert [one.format_exception.show_locals for one in renderers] == [False]
