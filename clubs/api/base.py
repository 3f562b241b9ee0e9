"""What every route of the API does before and after its one verb: who, how often, what shape, once only, and in which words."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC
from functools import wraps
from typing import Any, ClassVar, Literal

from django.conf import settings
from django.db import transaction
from django.utils import timezone, translation
from django.utils.cache import patch_vary_headers
from django.utils.crypto import salted_hmac
from django.utils.translation.trans_real import parse_accept_lang_header
from rest_framework import exceptions
from rest_framework.permissions import SAFE_METHODS, IsAuthenticated
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer
from rest_framework.views import APIView

from clubs import clock
from clubs.api import bodies, throttles
from clubs.api.auth import InScope
from clubs.api.problems import Precondition, refused
from clubs.errors import Refusal
from clubs.models import User
from clubs.services import answers

type Shape = type[Serializer]
type Given = Mapping[str, Any]
"""What a shape has read."""

SMALL, LARGE = 128 * 1024, 5 * 1024 * 1024


class Asked(Request):
    """A request that was let through: somebody is signed in."""

    user: User


@dataclass(frozen=True, kw_only=True)
class Operation:
    """One thing that can be done at an address. The schema, the checks and the documentation all read it."""

    name: str
    summary: str
    description: str = ""
    takes: Shape | None = None
    gives: Shape | None = None
    many: bool = False
    query: Shape | None = None
    status: int = 200
    etag: bool = False
    match: Literal["", "may", "must"] = ""
    """Whether ``If-Match`` is looked at, or needed."""
    refuses: tuple[int, ...] = ()
    """Statuses beyond the usual ones."""
    throttle: str = ""
    most_bytes: int = SMALL
    apart: bool = False
    """Its verb has steps of its own, or asks somebody outside: no transaction is held round it, and so no idempotency key is looked at."""


def operation(name: str, summary: str, **more: Any) -> Callable[[Callable[..., Any]], Callable[..., Response]]:
    """Make a method of a view into an operation. The method gets what was read: ``data`` and ``query`` where it has them."""
    told = Operation(name=name, summary=summary, **{"status": 200 if more.get("gives") else 204, **more})

    def decorate(method: Callable[..., Any]) -> Callable[..., Response]:
        @wraps(method)
        def run(self: "ApiView", request: Request, **kwargs: Any) -> Response:
            return self.perform(told, method, request, kwargs)

        run.operation = told  # type: ignore[attr-defined]
        return run

    return decorate


class ApiView(APIView):
    """A route. It knows no rule and no query: it asks a selector, or calls one verb of the services."""

    tag: ClassVar[str] = ""
    shape: ClassVar[Shape | None] = None
    """What ``look`` gives, where something can be edited here: its ETag is made of it."""
    permission_classes = [IsAuthenticated, InScope]
    # Not OPTIONS: it would tell of this class, and what an address can do is in the schema.
    http_method_names = ["get", "post", "put", "patch", "delete", "head"]
    sent: Given = {}
    """The body of this request."""
    looked: Any = None
    """What stood here when ``If-Match`` was compared: a verb that takes a revision gets this one's."""

    def look(self, *args: Any, **kwargs: Any) -> Any:
        """What this person sees here now."""
        raise NotImplementedError

    # --- Before ---------------------------------------------------------------------------------------

    def initialize_request(self, request: Any, *args: Any, **kwargs: Any) -> Request:
        if "Accept-Language" in request.headers:
            translation.activate(_asked_language(request.headers["Accept-Language"]))
        timezone.activate(UTC)
        return super().initialize_request(request, *args, **kwargs)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        try:
            super().initial(request, *args, **kwargs)
        except (exceptions.NotAuthenticated, exceptions.AuthenticationFailed):
            throttles.count("anon", throttles.address_of(request))
            raise

    def check_throttles(self, request: Request) -> None:
        user = request.user
        if not user.is_authenticated:
            throttles.count("anon", throttles.address_of(request))
            return
        method = getattr(self, str(request.method).lower(), None)
        told: Operation | None = getattr(method, "operation", None)
        throttles.count("user", str(user.pk))
        if request.method not in SAFE_METHODS:
            throttles.count("writes", str(user.pk))
        if told is not None and told.throttle:
            throttles.count(told.throttle, str(user.pk))

    # --- The operation --------------------------------------------------------------------------------

    def perform(
        self, told: Operation, method: Callable[..., Any], request: Request, kwargs: dict[str, Any]
    ) -> Response:
        more: dict[str, Any] = {}
        if told.query is not None:
            more["query"] = _valid(told.query, request.query_params.dict())
        if request.method in SAFE_METHODS:
            return self._answer(told, method(self, request, **more, **kwargs), request)
        raw = bodies.raw_body(request, told.most_bytes)
        if told.takes is not None:
            more["data"] = self.sent = _valid(told.takes, bodies.read(raw))
        if told.apart:
            return self._answer(told, method(self, request, **more, **kwargs), request)
        with transaction.atomic():
            return self._once(told, request, raw, kwargs, lambda: method(self, request, **more, **kwargs))

    def _once(
        self, told: Operation, request: Request, raw: bytes, kwargs: dict[str, Any], act: Callable[[], Any]
    ) -> Response:
        """Do it and keep the answer; or, where the same request was answered before, give that answer again.

        A refusal had no effect and is not kept, but what a verb wrote down about it (a war that is held) is: no roll back.
        """
        reserved: answers.Reserved | None = None
        if (key := request.headers.get("Idempotency-Key")) is not None:
            assert isinstance(request.user, User)  # no route of the API takes writes from visitors
            known = answers.reserve(
                request.user,
                key,
                method=str(request.method),
                path=request.get_full_path(),
                body=raw,
                now=clock.now(),
            )
            if isinstance(known, dict):
                headers = {**known["headers"], "Idempotent-Replayed": "true"}
                return Response(known["data"], status=known["status"], headers=headers)
            reserved = known
        try:
            self._check_match(told, request, kwargs)
            response = self._answer(told, act(), request)
        except Refusal as refusal:
            if reserved is not None:
                reserved.release()
            return self.refusal(refusal, request, **kwargs)
        if reserved is not None:
            kept = {"status": response.status_code, "data": response.data, "headers": dict(response.headers)}
            reserved.keep(json.loads(JSONRenderer().render(kept)))
        return response

    def _check_match(self, told: Operation, request: Request, kwargs: dict[str, Any]) -> None:
        wanted = request.headers.get("If-Match")
        if not told.match or not self.matches(request, **kwargs) or (wanted is None and told.match != "must"):
            return
        assert self.shape is not None  # a view whose things are matched says what it shows of them
        # Looked at first: who may see nothing here is not told that he should have.
        self.looked = self.look(request, **kwargs)
        if wanted is None:
            raise Precondition(428)
        standing = etag_of(self.shape(self.looked).data, request)
        if wanted.strip() != "*" and standing not in [one.strip() for one in wanted.split(",")]:
            raise Precondition(412)

    def matches(self, *args: Any, **kwargs: Any) -> bool:
        """Whether this request changes something its sender can read. What comes from a paper slip replaces whatever stands."""
        return True

    def refusal(self, refusal: Refusal, request: Request, **kwargs: Any) -> Response:
        """A refusal in words; a view that knows names, or what would be allowed, says it better."""
        return refused(refusal)

    def _answer(self, told: Operation, came: Any, request: Request) -> Response:
        if told.gives is None:
            return Response(status=told.status)
        data = told.gives(came, many=told.many).data
        response = Response(data, status=told.status)
        if told.etag or told.match:
            response["ETag"] = etag_of(data, request)
        return response

    # --- After ----------------------------------------------------------------------------------------

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        done = super().finalize_response(request, response, *args, **kwargs)
        patch_vary_headers(done, ["Authorization", "Accept-Language"])
        return done


def etag_of(data: Any, request: Request) -> str:
    """A name for exactly what this person was shown: it tells nothing of what he was not."""
    shown = JSONRenderer().render(data).decode()
    return f'"{salted_hmac("clubs.api.etag", f"{request.user.pk}:{shown}", algorithm="sha256").hexdigest()[:32]}"'


def _valid(shape: Shape, data: Any) -> dict[str, Any]:
    reader = shape(data=data)
    reader.is_valid(raise_exception=True)
    return dict(reader.validated_data)


def _asked_language(header: str) -> str:
    """The first language of the header that we speak; else the site's own."""
    ours = dict(settings.LANGUAGES)
    for code, _weight in parse_accept_lang_header(header.lower()):
        if (plain := code.partition("-")[0]) in ours:
            return plain
    return str(settings.LANGUAGE_CODE)
