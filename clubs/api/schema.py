"""What the API says about itself (OpenAPI), read from the operations of its views."""

from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse
from rest_framework import serializers

from clubs.api.base import Operation
from clubs.api.problems import MEDIA_TYPE, ProblemShape

READS = (400, 401, 403, 404, 406, 429, 503)
WRITES = (400, 401, 403, 404, 406, 409, 413, 415, 422, 429, 503)
MATCHED = (412, 428)

WORDS = {
    400: "The request is not of the right shape.",
    401: "Nobody is signed in, or the token opens nothing.",
    403: "Not allowed to this person, or to this token.",
    404: "There is nothing here for this person.",
    406: "Only JSON is spoken here.",
    409: "Somebody was first, or it is too late: look again.",
    410: "It leads nowhere any more.",
    412: "It has changed since it was read: the `If-Match` is of an older version.",
    413: "The body is too large.",
    415: "Only JSON is read here.",
    422: "The rules, or the club's, forbid it: the paragraph, and what would be allowed, are in the answer.",
    428: "`If-Match` is needed.",
    429: "Too many requests: wait as long as `Retry-After` says.",
    503: "The database is away: try again soon.",
}

KEY = OpenApiParameter(
    "Idempotency-Key",
    {"type": "string", "minLength": 1, "maxLength": 255, "pattern": "^[ -~]+$"},
    OpenApiParameter.HEADER,
    description="Chosen by the sender. The same request sent again within 48 hours has no second effect and gets the same answer.",
)


class ApiSchema(AutoSchema):
    """One operation of a view as OpenAPI."""

    @property
    def told(self) -> Operation:
        told: Operation = getattr(self.view, self.method.lower()).operation
        return told

    def get_operation_id(self) -> str:
        return self.told.name

    def get_summary(self) -> str:
        return self.told.summary

    def get_description(self) -> str:  # type: ignore[override]  # as in drf_spectacular
        return self.told.description

    def get_tags(self) -> list[str]:
        return [str(self.view.tag)]  # type: ignore[attr-defined]  # every view of ours has one

    def get_request_serializer(self) -> Any:
        return self.told.takes

    def get_response_serializers(self) -> Any:
        told = self.told
        fine = told.gives(many=told.many) if told.gives else None
        answers: dict[Any, Any] = {
            told.status: OpenApiResponse(fine, description="Done." if self._writes else "Here it is.")
        }
        usual = (WRITES if self._writes else READS) + (MATCHED if told.match else ())
        for status in sorted({*usual, *told.refuses}):
            answers[(status, MEDIA_TYPE)] = OpenApiResponse(ProblemShape, description=WORDS[status])
        return answers

    def get_override_parameters(self) -> list[Any]:
        told = self.told
        found: list[Any] = [told.query] if told.query else []
        if self._writes and not told.apart:
            found.append(KEY)
        if told.match:
            found.append(
                OpenApiParameter(
                    "If-Match",
                    str,
                    OpenApiParameter.HEADER,
                    required=False,
                    description="The ETag of what was read. "
                    + ("Needed, but for paper slips." if told.match == "must" else "Optional."),
                )
            )
        if told.etag or told.match:
            found.append(
                OpenApiParameter(
                    "ETag",
                    str,
                    OpenApiParameter.HEADER,
                    response=[told.status],
                    description="Of exactly what is shown; for `If-Match`.",
                )
            )
        return found

    def get_examples(self) -> list[OpenApiExample]:
        told, found = self.told, []
        if told.takes is not None:
            found.append(OpenApiExample("Request", example_of(told.takes), request_only=True))
        if told.gives is not None:
            shown: Any = example_of(told.gives)
            status = [str(told.status)]
            found.append(OpenApiExample("Answer", shown, response_only=True, status_codes=status))
        return found

    @property
    def _writes(self) -> bool:
        return self.method not in ("GET", "HEAD", "OPTIONS")

    def map_parsers(self) -> list[str]:
        return ["application/json"]

    def map_renderers(self, attribute: str) -> list[str]:
        return ["application/json"] if attribute == "media_type" else []


class TokenScheme(OpenApiAuthenticationExtension):
    target_class = "clubs.api.auth.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer", "description": "A token from the account page: `Bearer sgnf_…`."}


# --- Examples ---------------------------------------------------------------------------------------------

NAMED: dict[str, Any] = {
    "id": "k7m2p9w4r3tz",
    "slug": "legio-valencia",
    "name": "Livia",
    "display_name": "Livia",
    "language": "en",
    "time_zone": "Europe/Madrid",
    "side": "rome",
    "key": "rome",
    "action": "guerrilla",
    "reason": "The table was double-booked.",
    "text": "Snow fell on the passes of the Ebro.",
    "detail": "There is nothing here.",
    "next": None,
    "previous": None,
    "email": "livia@example.org",
    "url": "/wars/k7m2p9w4r3tz/year/",
    "units": ["r1", "r2"],
    "faces": [3, 5],
    "address": "year/3/event/rome",
    "character": "r-general",
    "winner": "rome",
}
MOMENT, DAY = "2027-03-01T20:00:00Z", "2027-03-01"


def example_of(shape: Any) -> Any:
    """An example of a serializer: its own ``example`` where it has one, else made of its fields."""
    one = shape() if isinstance(shape, type) else shape
    if (own := getattr(one, "example", None)) is not None:
        return own
    return {
        name: _example(name, field) for name, field in one.fields.items() if not (field.write_only and field.read_only)
    }


def _example(name: str, field: Any) -> Any:
    match field:
        case serializers.ListSerializer():
            return [example_of(field.child)]
        case serializers.Serializer():
            return example_of(field)
        case serializers.BooleanField():
            return True
        case serializers.ChoiceField():
            return next(iter(field.choices))
        case serializers.IntegerField():
            return max(1, field.min_value or 0)
        case serializers.DateTimeField():
            return MOMENT
        case serializers.DateField():
            return DAY
        case serializers.ListField():
            return NAMED[name] if isinstance(NAMED.get(name), list) else [_example(name, field.child)]
        case serializers.JSONField():
            return {}
        case serializers.DictField():
            return {"rome": _example("", field.child)}
    return NAMED.get(name, "…")
