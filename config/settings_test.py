"""Settings of the test run: fast hashing, mail in memory, tasks in place."""

import os
import tempfile

os.environ.setdefault("SIGNIFER_DATA", tempfile.mkdtemp(prefix="signifer-tests-"))
os.environ.setdefault("STATIC_MANIFEST", "false")

from config.settings import *  # noqa: E402, F403

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
ALLOWED_HOSTS = ["testserver", "127.0.0.1", "localhost"]
CELERY_TASK_ALWAYS_EAGER = True
SITE_URL = "http://testserver"
