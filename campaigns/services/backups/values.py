"""Values of the database as JSON, the same from SQLite and PostgreSQL, and back by the field they belong to."""

import base64
from datetime import datetime, timedelta
from typing import Any

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.duration import duration_iso_string

from campaigns.services.backups.errors import BackupRefused

# Made anew by every installation, or of no use in another: log-ins end with a restore.
LEFT_OUT = frozenset({"sessions.session"})


def is_kept(model: type[models.Model]) -> bool:
    meta = model._meta
    return bool(meta.managed and not meta.proxy and not meta.swapped and meta.label_lower not in LEFT_OUT)


def columns_of(model: type[models.Model]) -> "list[models.Field[Any, Any]]":
    return list(model._meta.concrete_fields)


def packed(value: Any) -> Any:
    """A value of a row as JSON says it."""
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, timedelta):
        return duration_iso_string(value)
    if isinstance(value, bytes | bytearray | memoryview):
        return base64.b64encode(bytes(value)).decode()
    if value is None or isinstance(value, str | bool | int | float | list | dict):
        return value
    return str(value)


def unpacked(field: "models.Field[Any, Any]", value: Any) -> Any:
    """The value for a field; its own errors become ``BackupRefused``."""
    if value is None or isinstance(field, models.JSONField):
        return value
    try:
        if isinstance(field, models.BinaryField):
            return base64.b64decode(value, validate=True)
        if isinstance(field, models.ForeignKey):
            return unpacked(field.target_field, value)
        return field.to_python(value)
    except (ValueError, TypeError, ValidationError) as error:
        raise BackupRefused(f"A value of {field.model._meta.label}.{field.name} cannot be read.") from error
