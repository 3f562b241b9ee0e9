"""Places where a test may kill the process, to prove that nothing is half done. Nothing outside the test settings."""

import os

from django.conf import settings


def crash_point(name: str) -> None:
    """Die here, as by ``kill -9``, if the environment of a fault test says so."""
    if getattr(settings, "CRASH_POINTS", False) and os.environ.get("CRASH_AT") == name:
        os._exit(137)
