"""Structured logs. A traceback never prints local variables: they hold orders and seeds."""

import re

import structlog
from structlog.tracebacks import ExceptionDictTransformer
from structlog.typing import EventDict, Processor, WrappedLogger

from config.env import env

# The last part of these addresses is a key: who reads it in a log could join a club or set a password.
_KEYS = re.compile(r"(/invitations/|/notices/stop/|/calendar/|/password/reset/key/|/confirm-email/)[^/\s\"]+")


def mask_keys(logger: WrappedLogger, method: str, entry: EventDict) -> EventDict:
    """Cut the key out of every address that a request or a message names."""
    for name in ("event", "request"):
        if isinstance(entry.get(name), str):
            entry[name] = _KEYS.sub(r"\1***", entry[name])
    return entry


# What our own lines say beside their text. Others' extras stay out: Django's hold the whole request.
_EXTRA = ("battle", "campaign", "frames", "kind", "notice", "number", "year")

_shared: list[Processor] = [
    structlog.contextvars.merge_contextvars,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.processors.ExceptionRenderer(ExceptionDictTransformer(show_locals=False)),
    mask_keys,
]

structlog.configure(
    processors=[
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.filter_by_level,
        *_shared[1:],
        structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
    ],
    logger_factory=structlog.stdlib.LoggerFactory(),
    cache_logger_on_first_use=True,
)

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "json": {
            "()": structlog.stdlib.ProcessorFormatter,
            "processor": structlog.processors.JSONRenderer(),
            "foreign_pre_chain": [structlog.stdlib.ExtraAdder(allow=_EXTRA), *_shared],
        },
    },
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "json"}},
    "root": {"handlers": ["console"], "level": env.str("LOG_LEVEL", default="WARNING")},
}
