"""Settings of the test run: fast hashing, mail in memory, tasks in place.

``TEST_DATABASE_URL`` and ``TEST_REDIS_URL`` name the servers to test against (``make test`` starts private ones); without them
the suite runs on SQLite and in memory. ``DATABASE_URL`` and ``REDIS_URL`` are ignored: tests never meet a club's data.
"""

import atexit
import os
import shutil
import tempfile


def _own_folder() -> None:
    """Give this run a data folder of its own, removed at the end; xdist's workers inherit it from the run's first process."""
    if "SIGNIFER_TEST_RUN" in os.environ:
        return
    folder = tempfile.mkdtemp(prefix="signifer-tests-")
    os.environ["SIGNIFER_TEST_RUN"] = os.environ["SIGNIFER_DATA"] = folder
    os.environ["STATIC_ROOT"] = tempfile.mkdtemp(prefix="static-", dir=folder)
    atexit.register(shutil.rmtree, folder, ignore_errors=True)


_own_folder()
for _name in ("DATABASE_URL", "REDIS_URL"):
    os.environ.pop(_name, None)
    if os.environ.get(f"TEST_{_name}"):
        os.environ[_name] = os.environ[f"TEST_{_name}"]
os.environ["STATIC_MANIFEST"] = "false"
os.environ["EMAIL_URL"] = "memorymail://"
os.environ["SITE_URL"] = "http://testserver"

from config.settings import *  # noqa: E402, F403

if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # A file, not memory: threads and processes of a test share it as they would in a club's install.
    DATABASES["default"]["TEST"] = {"NAME": str(data_dir() / "tests.sqlite3")}
    # The power does not fail in a test that asks about something else; those about power cuts run the real settings.
    DATABASES["default"]["OPTIONS"]["init_command"] = (
        "PRAGMA journal_mode=WAL;PRAGMA synchronous=OFF;PRAGMA foreign_keys=ON"
    )
if not REDIS_URL:
    # In memory: a test that asks for no database must not meet one in the cache. Shared counts have tests under the real settings.
    CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
ALLOWED_HOSTS = ["testserver", "127.0.0.1", "localhost"]
CELERY_TASK_ALWAYS_EAGER = True
CELERY_TASK_EAGER_PROPAGATES = True
# Most tests let a war's time pass in a leap; those about outages say so.
OUTAGE_HOURS = 0

# Those about the limits set them; the others may knock as often as they need.
API_RATES = dict.fromkeys(API_RATES, 10**9)
