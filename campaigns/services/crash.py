"""Places where a test may break the process, to prove that nothing is half done. Nothing outside the test settings."""

import os
import signal
import time

from django.conf import settings


class Broken(Exception):
    """What a broken engine raises in a fault test."""


def crash_point(name: str, *, war: int = 0) -> None:
    """Break here if the environment of a fault test says so: ``CRASH_AT`` this point, or only in the war ``CRASH_WAR``.

    ``CRASH_HOW``: die as by ``kill -9`` (the default), ``freeze`` as a stopped machine, ``raise``, ``loop`` for ever, ``eat`` memory,
    ``sleep`` for ``CRASH_SECONDS``.
    """
    if not getattr(settings, "CRASH_POINTS", False) or os.environ.get("CRASH_AT") != name:
        return
    if "CRASH_WAR" in os.environ and os.environ["CRASH_WAR"] != str(war):
        return
    _break(os.environ.get("CRASH_HOW", "die"))


def _break(how: str) -> None:
    match how:
        case "die":
            os._exit(137)
        case "freeze":
            os.kill(os.getpid(), signal.SIGSTOP)
        case "raise":
            raise Broken
        case "loop":
            while True:
                pass
        case "eat":
            held = []
            while True:
                held.append(bytearray(1 << 24))
        case "sleep":
            time.sleep(float(os.environ["CRASH_SECONDS"]))
