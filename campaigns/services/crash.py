"""Places where a test may kill or freeze the process, to prove that nothing is half done. Nothing outside the test settings."""

import os
import signal

from django.conf import settings


def crash_point(name: str) -> None:
    """Die here, as by ``kill -9`` (or freeze, as by a stopped machine), if the environment of a fault test says so."""
    if not getattr(settings, "CRASH_POINTS", False):
        return
    if os.environ.get("CRASH_AT") == name:
        os._exit(137)
    if os.environ.get("FREEZE_AT") == name:
        os.kill(os.getpid(), signal.SIGSTOP)
