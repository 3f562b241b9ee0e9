"""The real settings, each time in a fresh process with an environment of its own."""

import json
import os
import re
import stat
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LOOK = """
import json, sys
from django.conf import settings
import django
django.setup()
print(json.dumps({name: getattr(settings, name, None) for name in sys.argv[1:]}, default=str))
"""


@pytest.fixture
def environment(tmp_path):
    """Only what a process needs to start, and a data folder of its own."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    return {**kept, "SIGNIFER_DATA": str(tmp_path), "DJANGO_SETTINGS_MODULE": "config.settings"}


def python(environment, *arguments, **more) -> subprocess.CompletedProcess:
    return subprocess.run(
        [sys.executable, *arguments],
        env={**environment, **more},
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )


def settings_of(environment, *names, **more) -> dict:
    done = python(environment, "-c", LOOK, *names, **more)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


def test_the_deployment_check_finds_nothing_to_say(environment):
    done = python(
        environment, "manage.py", "check", "--deploy", "--fail-level", "WARNING", SITE_URL="https://example.org"
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "no issues" in done.stdout + done.stderr


def test_an_empty_environment_is_the_embedded_install(environment, tmp_path):
    found = settings_of(
        environment, "DATABASES", "CACHES", "CELERY_TASK_ALWAYS_EAGER", "DEBUG", "MAIL_WORKS", "TIME_ZONE"
    )

    options = found["DATABASES"]["default"]["OPTIONS"]
    assert found["DATABASES"]["default"]["ENGINE"] == "django.db.backends.sqlite3"
    assert Path(found["DATABASES"]["default"]["NAME"]).parent == tmp_path
    assert options["transaction_mode"] == "IMMEDIATE"
    assert options["timeout"] == 20
    assert "journal_mode=WAL" in options["init_command"]
    assert "synchronous=FULL" in options["init_command"]
    assert found["CELERY_TASK_ALWAYS_EAGER"] is True
    assert found["DEBUG"] is False
    assert found["MAIL_WORKS"] is False
    assert found["TIME_ZONE"] == "UTC"


def test_named_servers_make_it_a_service(environment):
    found = settings_of(
        environment,
        "DATABASES",
        "CACHES",
        "CELERY_BROKER_URL",
        "CELERY_TASK_ALWAYS_EAGER",
        "CELERY_TASK_ACKS_LATE",
        "CELERY_TASK_REJECT_ON_WORKER_LOST",
        "CELERY_WORKER_PREFETCH_MULTIPLIER",
        "CELERY_TASK_IGNORE_RESULT",
        DATABASE_URL="postgres://signifer@db.example.org/signifer",
        REDIS_URL="redis://cache.example.org/0",
    )
    options = found["DATABASES"]["default"]["OPTIONS"]
    assert found["DATABASES"]["default"]["ENGINE"] == "django.db.backends.postgresql"
    assert "idle_in_transaction_session_timeout=60s" in options["options"]
    assert "pool" not in options  # a worker forks, and no pool survives that
    assert found["CACHES"]["default"]["LOCATION"] == found["CELERY_BROKER_URL"] == "redis://cache.example.org/0"
    assert found["CELERY_TASK_ALWAYS_EAGER"] is False
    assert found["CELERY_TASK_ACKS_LATE"] is True
    assert found["CELERY_TASK_REJECT_ON_WORKER_LOST"] is True
    assert found["CELERY_WORKER_PREFETCH_MULTIPLIER"] == 1
    assert found["CELERY_TASK_IGNORE_RESULT"] is True


def test_a_message_is_not_handed_out_again_while_its_task_may_still_run(environment):
    found = settings_of(environment, "CELERY_BROKER_TRANSPORT_OPTIONS", "CELERY_TASK_TIME_LIMIT")
    assert found["CELERY_BROKER_TRANSPORT_OPTIONS"]["visibility_timeout"] > found["CELERY_TASK_TIME_LIMIT"]


def test_only_the_web_keeps_a_pool_and_it_checks_what_it_hands_out(environment):
    look = (
        "import json, config.wsgi\n"
        "from django.conf import settings\n"
        "print(json.dumps(settings.DATABASES['default'], default=str))"
    )
    done = python(environment, "-c", look, DATABASE_URL="postgres://signifer@db.example.org/x", BLOCKING_THREADS="7")
    assert done.returncode == 0, done.stderr
    database = json.loads(done.stdout)
    assert database["OPTIONS"]["pool"] == {"min_size": 1, "max_size": 7, "timeout": 5}
    assert database["CONN_HEALTH_CHECKS"] is True
    assert database["CONN_MAX_AGE"] == 0


def test_a_site_behind_tls_sends_its_cookies_nowhere_else(environment):
    found = settings_of(
        environment,
        "SESSION_COOKIE_NAME",
        "CSRF_COOKIE_NAME",
        "SESSION_COOKIE_SECURE",
        "CSRF_COOKIE_SECURE",
        "LANGUAGE_COOKIE_SECURE",
        "SESSION_COOKIE_HTTPONLY",
        "SESSION_COOKIE_SAMESITE",
        "SECURE_SSL_REDIRECT",
        "ALLOWED_HOSTS",
        SITE_URL="https://war.example.org/",
    )
    assert "war.example.org" in found.pop("ALLOWED_HOSTS")
    assert found == {
        "SESSION_COOKIE_NAME": "__Host-session",
        "CSRF_COOKIE_NAME": "__Host-csrf",
        "SESSION_COOKIE_SECURE": True,
        "CSRF_COOKIE_SECURE": True,
        "LANGUAGE_COOKIE_SECURE": True,
        "SESSION_COOKIE_HTTPONLY": True,
        "SESSION_COOKIE_SAMESITE": "Lax",
        "SECURE_SSL_REDIRECT": True,
    }


def test_mail_is_read_from_one_address(environment):
    found = settings_of(
        environment,
        "MAILERS",
        "MAIL_WORKS",
        "ACCOUNT_EMAIL_VERIFICATION",
        EMAIL_URL="smtp+tls://club:secret@mail.example.org:587",
    )
    assert found == {
        "MAILERS": {
            "default": {
                "BACKEND": "django.core.mail.backends.smtp.EmailBackend",
                "OPTIONS": {
                    "host": "mail.example.org",
                    "port": 587,
                    "username": "club",
                    "password": "secret",
                    "use_tls": True,
                    "timeout": 10,
                },
            }
        },
        "MAIL_WORKS": True,
        "ACCOUNT_EMAIL_VERIFICATION": "mandatory",
    }


def test_secrets_are_made_once_and_are_nobody_elses(environment, tmp_path):
    first = settings_of(environment, "SECRET_KEY", "DICE_KEYS")
    assert settings_of(environment, "SECRET_KEY", "DICE_KEYS") == first
    for name in ("secret.key", "dice.key"):
        assert stat.S_IMODE((tmp_path / name).stat().st_mode) == 0o600


def test_a_traceback_in_the_log_shows_no_local_variables(environment):
    fail = (
        "import django, logging; django.setup()\n"
        "def resolve():\n"
        "    order = 'guerr' + 'illa'\n"
        "    raise ValueError('broken')\n"
        "try:\n"
        "    resolve()\n"
        "except ValueError:\n"
        "    logging.getLogger('campaigns').exception('failed')\n"
    )
    done = python(environment, "-c", fail)
    line = json.loads(done.stderr.splitlines()[-1])
    assert line["event"] == "failed"
    assert line["exception"][0]["exc_value"] == "broken"
    assert "guerrilla" not in done.stderr


def test_every_static_file_that_is_asked_for_exists(environment, tmp_path):
    """The manifest storage fails at run time over a missing file, so the collecting is tried here."""
    target = tmp_path / "collected"
    done = python(environment, "manage.py", "collectstatic", "--noinput", STATIC_ROOT=str(target))
    assert done.returncode == 0, done.stderr
    names = json.loads((target / "staticfiles.json").read_text())["paths"]
    asked = set()
    for template in sorted((ROOT / "frontend" / "templates").rglob("*.html")):
        asked |= set(re.findall(r"""\{%\s*static\s+["']([^"']+)["']""", template.read_text()))
    assert asked
    assert asked - set(names) == set()
