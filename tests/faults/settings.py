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
if REDIS_URL:  # noqa: F405
    CELERY_TASK_ALWAYS_EAGER = False
