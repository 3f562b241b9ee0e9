"""Structured logs. A traceback never prints local variables: they hold orders and seeds."""

import re
from typing import Any

import structlog
from structlog.tracebacks import ExceptionDictTransformer
from structlog.typing import EventDict, Processor, WrappedLogger

from config.env import env

# The last part of these addresses is a key: who reads it in a log could join a club, set a password, or read a calendar.
_KEYS = re.compile(r"(/invitations/|/password/reset/key/|/confirm-email/|/calendar/|/notices/stop/)[^/\s\"]+")
# What is asked after the question mark is nobody's business: searches, where somebody came from.
_QUERY = re.compile(r"\?\S*")
# PostgreSQL quotes the row that it refused.
_ROW = re.compile(r"\s*\bDETAIL:.*", re.DOTALL)


def mask_keys(logger: WrappedLogger, method: str, entry: EventDict) -> EventDict:
    """Cut the key out of every address that a request or a message names."""
    for name in ("event", "request"):
        if isinstance(entry.get(name), str):
            entry[name] = _KEYS.sub(r"\1***", entry[name])
    if isinstance(entry.get("request"), str):
        entry["request"] = _QUERY.sub("", entry["request"])
    return entry


def cut_rows(logger: WrappedLogger, method: str, entry: EventDict) -> EventDict:
    """Leave out of an error what the database quotes of the row it is about: that may be a sealed order."""
    for name in ("exception", "error"):
        if name in entry:
            entry[name] = _without_rows(entry[name])
    return entry


def _without_rows(told: Any) -> Any:
    if isinstance(told, str):
        return _ROW.sub("", told)
    if isinstance(told, list):
        return [_without_rows(one) for one in told]
    if isinstance(told, dict):
        return {key: _without_rows(one) for key, one in told.items()}
    return told


# What our own lines say beside their text. Others' extras stay out: Django's hold the whole request.
_EXTRA = ("back", "battle", "campaign", "frames", "kind", "notice", "number", "since", "wars", "year")

_shared: list[Processor] = [
    structlog.contextvars.merge_contextvars,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.processors.ExceptionRenderer(ExceptionDictTransformer(show_locals=False)),
    mask_keys,
    cut_rows,
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
