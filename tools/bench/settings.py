"""Settings of a club's install, and one page more: the bare one that others are measured beside."""

from config.settings import *  # noqa: F403

ROOT_URLCONF = "tools.bench.urls"
ALLOWED_HOSTS = ["127.0.0.1", "testserver"]
