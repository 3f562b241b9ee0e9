"""What a person can click his way to and is refused. Anything else that goes wrong is a bug, and says so loudly."""

import logging
import traceback

from django.db import InterfaceError, OperationalError
from django.http import Http404
from django.utils.functional import Promise
from kombu.exceptions import OperationalError as BrokerError
from redis.exceptions import ConnectionError as RedisError

AWAY = (OperationalError, InterfaceError, BrokerError, RedisError)


class Refusal(Exception):
    """A lawful question answered with no.

    ``text`` is for the person, lazily translated; ``code`` is stable and for programs; ``status`` is the HTTP
    answer a page or the API gives.
    """

    status = 422

    def __init__(self, text: str | Promise, *, code: str, status: int | None = None) -> None:
        super().__init__(code)
        self.text = text
        self.code = code
        if status is not None:
            self.status = status

    def __str__(self) -> str:
        return str(self.text)


class Stale(Refusal):
    """Somebody else was first: the page this answer came from is out of date."""

    status = 409


class NotSeen(Refusal, Http404):
    """There is nothing here for this person.

    It is a 404 wherever it surfaces, so that what one may not see answers exactly as what does not exist.
    """

    status = 404

    def __init__(self, text: str | Promise = "", *, code: str = "not_found") -> None:
        super().__init__(text, code=code)


def complain(
    log: logging.Logger, what: str, error: BaseException, *, level: int = logging.ERROR, **extra: object
) -> None:
    """Log where something broke, but not what it said: the message may quote what a seat has sealed, or whom a letter was for.

    ``extra`` names what it was about by keys that may stand in a log (``config.logs`` lets no others through).
    """
    frames = traceback.format_tb(error.__traceback__)
    log.log(level, "%s: %s", what, type(error).__name__, extra={**extra, "frames": frames})


def is_away(error: BaseException) -> bool:
    """Whether this error says that the database or the queue cannot be reached.

    SQLite reports our own mistakes (a missing column) by the same class, with its general code.
    """
    ours = getattr(error.__cause__, "sqlite_errorname", "") == "SQLITE_ERROR"
    return isinstance(error, AWAY) and not ours
