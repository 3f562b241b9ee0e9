"""The API: the routes of the apps under one roof, what they say about themselves, and an answer for addresses that lead nowhere."""

import json
from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import render
from django.urls import URLPattern, path, re_path
from django.utils import translation
from django.views.decorators.csrf import csrf_exempt
from drf_spectacular.generators import SchemaGenerator
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from battles.api.urls import urlpatterns as battle_routes
from campaigns.api.urls import urlpatterns as campaign_routes
from clubs.api.base import ApiView
from clubs.api.problems import ABOUT, MEDIA_TYPE, nothing_here
from clubs.api.urls import urlpatterns as club_routes
from frontend.views import errors

PREFIX = "/api/"


@lru_cache(maxsize=1)
def schema() -> dict[str, Any]:
    """The OpenAPI document, in English whoever asks; made once in the life of a process."""
    with translation.override("en"):
        document: dict[str, Any] = SchemaGenerator(patterns=_under_their_address()).get_schema(
            request=None, public=True
        )
    return document


def _under_their_address() -> list[URLPattern]:
    return [path(f"api/v1/{route.pattern}", route.callback, route.default_args, route.name) for route in routes]


def looked_at_only(view: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Like Django's ``require_safe``, with a problem object as everywhere under this address."""

    @csrf_exempt
    @wraps(view)
    def looking(request: HttpRequest) -> HttpResponse:
        if request.method in ("GET", "HEAD"):
            return view(request)
        refused = problem_of(405, "method_not_allowed", "Method Not Allowed")
        refused["Allow"] = "GET, HEAD"
        return refused

    return looking


def problem_of(status: int, code: str, title: str) -> JsonResponse:
    """A problem object outside the framework's views."""
    response = JsonResponse(
        {"type": ABOUT, "title": title, "status": status, "code": code, "detail": ""}, status=status
    )
    response["Content-Type"] = MEDIA_TYPE
    return response


@looked_at_only
def schema_page(request: HttpRequest) -> HttpResponse:
    """The document itself: no secret, and the same for everybody."""
    response = JsonResponse(schema(), json_dumps_params={"ensure_ascii": False})
    response["Content-Type"] = "application/vnd.oai.openapi+json; version=3.1"
    return response


@looked_at_only
def docs_page(request: HttpRequest) -> HttpResponse:
    """The same document to read: no script, nothing from elsewhere."""
    return render(request, "frontend/help/api.html", {"api": readable(), "site": settings.SITE_URL})


class Nowhere(ApiView):
    """Every address under the API that leads nowhere answers as what one may not see does."""

    permission_classes = [AllowAny]
    schema = None

    def dispatch(self, request: Any, *args: Any, **kwargs: Any) -> HttpResponseBase:
        self.args, self.kwargs, self.headers = args, kwargs, {}
        asked: Request = self.initialize_request(request, *args, **kwargs)
        self.request = asked
        self.response: Response = self.finalize_response(asked, self._nothing(asked))
        return self.response

    def _nothing(self, request: Request) -> Response:
        request.accepted_renderer, request.accepted_media_type = self.get_renderers()[0], MEDIA_TYPE
        return nothing_here()


def server_error(request: HttpRequest) -> HttpResponse:
    """Whatever was not caught: a page for people, a problem object for programs."""
    page = errors.server_error(request)
    if not request.path.startswith(PREFIX):
        return page
    code, title = ("away", "Service Unavailable") if page.status_code == 503 else ("broken", "Internal Server Error")
    return problem_of(page.status_code, code, title)


# --- The document, for people -------------------------------------------------------------------------------


@lru_cache(maxsize=1)
def readable() -> dict[str, Any]:
    """The document by subject, with what a reader asks of each operation."""
    document = schema()
    tags: dict[str, list[dict[str, Any]]] = {}
    for address, methods in document["paths"].items():
        for method, told in methods.items():
            tags.setdefault(told["tags"][0], []).append(_operation(address, method, told))
    return {"info": document["info"], "tags": [{"name": name, "operations": rows} for name, rows in tags.items()]}


def _operation(address: str, method: str, told: dict[str, Any]) -> dict[str, Any]:
    request = told.get("requestBody", {}).get("content", {}).get("application/json", {})
    fine = next(code for code in told["responses"] if code.startswith("2"))
    answer = told["responses"][fine].get("content", {}).get("application/json", {})
    return {
        "id": told["operationId"],
        "method": method.upper(),
        "address": address,
        "summary": told.get("summary", ""),
        "description": _plain(told.get("description", "")),
        "parameters": [
            {**one, "description": _plain(one.get("description", ""))} for one in told.get("parameters", [])
        ],
        "request": _example(request),
        "status": fine,
        "answer": _example(answer),
        "refusals": [
            (code, _plain(one["description"])) for code, one in told["responses"].items() if not code.startswith("2")
        ],
    }


def _plain(text: str) -> str:
    """Without the marks that tools turn into code."""
    return text.replace("`", "")


def _example(body: dict[str, Any]) -> str | None:
    shown = [one["value"] for one in body.get("examples", {}).values()]
    return json.dumps(shown[0], indent=1, ensure_ascii=False) if shown else None


routes: list[URLPattern] = [*club_routes, *battle_routes, *campaign_routes]
urlpatterns = [
    path("schema/", schema_page, name="api-schema"),
    path("docs/", docs_page, name="api-docs"),
    *routes,
    re_path(r"^[\s\S]*$", Nowhere.as_view(), name="api-nowhere"),
]
