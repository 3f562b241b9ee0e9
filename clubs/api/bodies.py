"""Bodies: JSON, of a size and depth that nobody needs to exceed."""

from typing import Any

import msgspec
from django.utils.translation import gettext as _
from rest_framework.exceptions import ParseError, UnsupportedMediaType
from rest_framework.parsers import BaseParser
from rest_framework.request import Request

from clubs.api.problems import TooLarge

DEEPEST = 20
JSON = "application/json"


class JSONBody(BaseParser):
    """Names the one media type for the framework; ``read`` does the reading, for the key of a request is tied to its bytes."""

    media_type = JSON

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> Any:
        return _decoded(stream.read())


def raw_body(request: Request, most: int) -> bytes:
    """The bytes of a body. Refused if there are too many, or if they are not JSON by their own word."""
    try:
        length = int(request.META.get("CONTENT_LENGTH") or 0)
    except ValueError:
        length = 0
    if length > most:
        raise TooLarge(most)
    if length <= 0:
        return b""
    if request.content_type.partition(";")[0].strip().lower() != JSON:
        raise UnsupportedMediaType(request.content_type)
    return request._request.read(length)


def read(raw: bytes) -> Any:
    """A body as plain values; none is an empty object."""
    return _decoded(raw) if raw.strip() else {}


def _decoded(raw: bytes) -> Any:
    try:
        value = msgspec.json.decode(raw)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise ParseError(_("The body is not JSON.")) from None
    if _deeper_than(value, DEEPEST):
        raise ParseError(_("The body is nested too deep."))
    return value


def _deeper_than(value: Any, levels: int) -> bool:
    layer = [value]
    for _level in range(levels):
        layer = [
            inner
            for one in layer
            if isinstance(one, dict | list)
            for inner in (one.values() if isinstance(one, dict) else one)
        ]
        if not layer:
            return False
    return any(isinstance(one, dict | list) for one in layer)
