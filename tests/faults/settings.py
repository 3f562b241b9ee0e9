"""Settings of the programs that fault tests start, kill and freeze: those of a club, with crash points compiled in.

``TEST_DATABASE_URL`` and ``TEST_REDIS_URL`` name the test's own servers. What is written is durable, as in a club's install.
"""

import os

from config.settings_test import *  # noqa: F403

CRASH_POINTS = True
_options = DATABASES["default"]["OPTIONS"]  # noqa: F405
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":  # noqa: F405
    _options["init_command"] = "PRAGMA journal_mode=WAL;PRAGMA synchronous=FULL;PRAGMA foreign_keys=ON"
else:
    # So that a test need not wait a minute until a frozen process has lost its transaction.
    _idle = os.environ.get("FAULTS_IDLE", "60s")
    _options["options"] = _options["options"].replace(
        "idle_in_transaction_session_timeout=60s", f"idle_in_transaction_session_timeout={_idle}"
    )
# What a process finds when the disk is full.
if _pages := os.environ.get("FAULTS_PAGES"):
    _options["init_command"] += f";PRAGMA max_page_count={_pages}"
TURN_BACKOFF_SECONDS = float(os.environ.get("FAULTS_BACKOFF", "30"))
if REDIS_URL:  # noqa: F405
    CELERY_TASK_ALWAYS_EAGER = False
    CELERY_TASK_TIME_LIMIT = float(os.environ.get("FAULTS_TIME_LIMIT", "300"))
    if _visibility := os.environ.get("FAULTS_VISIBILITY"):
        CELERY_BROKER_TRANSPORT_OPTIONS |= {  # noqa: F405
            "visibility_timeout": float(_visibility),
            "unacked_restore_interval": 1,
            "unacked_restore_throttle": 1,
        }
if os.environ.get("FAULTS_SMTP"):
    # A mail server of the test's own; what it does not answer within a second it does not answer.
    MAILERS = {
        "default": {
            "BACKEND": "django.core.mail.backends.smtp.EmailBackend",
            "OPTIONS": {"host": "127.0.0.1", "port": int(os.environ["FAULTS_SMTP"]), "timeout": 20},
        }
    }
    MAIL_WORKS = True
