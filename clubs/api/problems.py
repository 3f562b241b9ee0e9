"""What went wrong, as a problem object (RFC 9457) with a stable code. One place turns every error into one."""

import logging
from collections.abc import Iterator
from http import HTTPStatus
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import exceptions, serializers
from rest_framework.response import Response

from clubs.errors import NotSeen, Refusal, is_away

log = logging.getLogger(__name__)

MEDIA_TYPE = "application/problem+json"
ABOUT = "/api/v1/docs/#problems"
AWAY_SECONDS = 30

# Stable codes of what has no code of its own.
CODES = {
    400: "malformed",
    401: "not_authenticated",
    403: "forbidden",
    404: "not_found",
    405: "method_not_allowed",
    406: "not_acceptable",
    409: "conflict",
    412: "stale",
    413: "too_large",
    415: "unsupported_media_type",
    428: "precondition_required",
    429: "too_many_requests",
    503: "away",
}


class ProblemShape(serializers.Serializer):
    """An error. ``code`` is stable and for programs; ``detail`` is for people, in the language that was asked for."""

    type = serializers.CharField(help_text="A page that explains problems of this kind.")
    title = serializers.CharField(help_text="The HTTP status in words.")
    status = serializers.IntegerField()
    code = serializers.CharField(help_text="Stable: what a program decides by.")
    detail = serializers.CharField(allow_blank=True)
    errors = serializers.DictField(  # type: ignore[assignment]  # a field, not the property: DRF takes it out of the class
        child=serializers.ListField(child=serializers.CharField()),
        required=False,
        help_text="What is wrong with each field of the body, by its path.",
    )
    rule = serializers.CharField(required=False, help_text="The paragraph of the rules that forbids it.")
    place = serializers.CharField(required=False, help_text="Where in the body it stands.")
    data = serializers.DictField(  # type: ignore[assignment]  # likewise
        required=False, help_text="The numbers and keys that the refusal is about."
    )
    allowed = serializers.ListField(required=False, help_text="What the rules would allow instead.")
    problems = serializers.ListField(
        required=False, help_text="Everything that is wrong, where it is more than one thing."
    )


class Precondition(exceptions.APIException):
    """``If-Match`` is missing (428) or names what no longer stands (412)."""

    def __init__(self, status: int) -> None:
        missing = status == HTTPStatus.PRECONDITION_REQUIRED
        text = (
            _("Say in If-Match which version you have seen (the ETag of what you read).")
            if missing
            else _("This has changed since you read it. Read it again before you change it.")
        )
        super().__init__(text, CODES[status])
        self.status_code = status


class TooLarge(exceptions.APIException):
    status_code = HTTPStatus.REQUEST_ENTITY_TOO_LARGE

    def __init__(self, most: int) -> None:
        super().__init__(_("The body may have %(most)s bytes at most.") % {"most": most}, CODES[413])


def problem(
    status: int, code: str, detail: str = "", *, headers: dict[str, str] | None = None, **more: Any
) -> Response:
    """A problem as an answer. ``more``: members that say something; empty ones are left out."""
    body = {
        "type": ABOUT,
        "title": HTTPStatus(status).phrase,
        "status": int(status),
        "code": code,
        "detail": detail,
        **{key: value for key, value in more.items() if value},
    }
    return Response(body, status=status, headers=headers, content_type=MEDIA_TYPE)


def refused(refusal: Refusal, *, detail: str = "", **more: Any) -> Response:
    """A refusal as a problem: its paragraph, its place, its numbers, and everything that is wrong where it names more."""
    if isinstance(refusal, NotSeen):
        return nothing_here()
    found = getattr(refusal, "problem", None)
    told: dict[str, Any] = {"place": getattr(refusal, "place", "")}
    if found is not None:
        told = {"rule": found.rule, "place": found.place, "data": dict(found.data)}
    many = getattr(refusal, "problems", ())
    told["problems"] = [{"code": one.code, "place": one.place, "data": dict(one.data)} for one in many]
    return problem(refusal.status, refusal.code, detail or str(refusal), **{**told, **more})


def nothing_here() -> Response:
    """The same for what one may not see as for what does not exist."""
    return problem(404, CODES[404], _("There is nothing here."))


def handle(error: Exception, context: dict[str, Any]) -> Response | None:
    """Every error of the API as a problem; None for a bug, which is the server's to report."""
    if isinstance(error, Refusal):
        return refused(error)
    if isinstance(error, Http404 | exceptions.NotFound):
        return nothing_here()
    if isinstance(error, PermissionDenied):
        error = exceptions.PermissionDenied()
    if isinstance(error, exceptions.ValidationError):
        errors = {place or "body": texts for place, texts in fields(error.detail)}
        return problem(400, "invalid", _("Something in the body is not of the right shape."), errors=errors)
    if isinstance(error, exceptions.APIException):
        return _of_framework(error)
    if is_away(error):
        log.error("database_or_queue_away", exc_info=error)
        return away()
    return None


def away() -> Response:
    detail = _("The site cannot reach its database just now. Nothing was changed; try again soon.")
    return problem(503, CODES[503], detail, headers={"Retry-After": str(AWAY_SECONDS)})


def _of_framework(error: exceptions.APIException) -> Response:
    status = int(error.status_code)
    headers = {}
    if challenge := getattr(error, "auth_header", ""):
        headers["WWW-Authenticate"] = str(challenge)
    if wait := getattr(error, "wait", None):
        headers["Retry-After"] = str(int(wait))
    code = str(error.get_codes()) if isinstance(error.get_codes(), str) else CODES.get(status, "error")
    generic = {"error", "permission_denied", "parse_error", "authentication_failed", "throttled", "not_acceptable"}
    if code in generic or status in (401, 405, 415):
        code = CODES.get(status, code)
    return problem(status, code, str(error.detail), headers=headers)


def fields(detail: Any, place: str = "") -> Iterator[tuple[str, list[str]]]:
    """Errors of nested serializers, flat: ``units[0].figures``."""
    if isinstance(detail, dict):
        for name, inner in detail.items():
            if name == "non_field_errors":
                yield from fields(inner, place)
            elif isinstance(name, int):
                yield from fields(inner, f"{place}[{name}]")
            else:
                yield from fields(inner, f"{place}.{name}" if place else str(name))
    elif isinstance(detail, list) and any(isinstance(one, dict | list) for one in detail):
        for number, inner in enumerate(detail):
            yield from fields(inner, f"{place}[{number}]")
    elif detail:
        yield place, [str(one) for one in (detail if isinstance(detail, list) else [detail])]
