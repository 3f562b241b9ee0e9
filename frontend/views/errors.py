"""Pages for what went wrong, in words that help."""

import logging
import sys

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render, resolve_url
from django.template.loader import render_to_string
from django.urls import is_valid_path
from django.utils.http import url_has_allowed_host_and_scheme
from django.views import defaults

from clubs.errors import Refusal, is_away

log = logging.getLogger(__name__)

# Typed text is handed back on a stale page; these are no text of the player's.
NOT_KEPT = ("password", "salt", "csrf", "token", "next")
SHORTEST_KEPT = 20


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    return _standalone("frontend/errors/csrf.html", status=403)


def server_error(request: HttpRequest) -> HttpResponse:
    """Whatever was not caught, also outside the views: 503 where the database or the queue is away, else 500."""
    error = sys.exc_info()[1]
    return unavailable(request) if error is not None and is_away(error) else defaults.server_error(request)


def unavailable(request: HttpRequest) -> HttpResponse:
    """Asks nothing of the database: neither who is reading nor what messages wait."""
    response = _standalone("frontend/errors/unavailable.html", status=503)
    response["Retry-After"] = "30"
    return response


def too_large(request: HttpRequest, *, most: int) -> HttpResponse:
    """Looks at nothing of what was sent: neither who sends it nor what it is."""
    return _standalone("frontend/errors/too_large.html", status=413, most=most // (1024 * 1024))


def refused(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    """The page for a refusal that no view turned into something better; a stale page hands back what was typed."""
    context = {"text": refusal.text, "code": refusal.code, "back": _back_to(request)}
    if refusal.status != 409:
        return render(request, "frontend/errors/refused.html", context, status=refusal.status)
    return render(request, "frontend/errors/stale.html", {**context, "kept": _typed(request)}, status=409)


def only_a_button(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """A page in place of the empty answer to an address that only a button leads to.

    People come here whose log-in had ended when they pressed it: the log-in leads back to the address, and nothing is sent again.
    """
    page = render(request, "frontend/errors/button.html", {"back": _page_above(request.path)}, status=405)
    page["Allow"] = response["Allow"]
    return page


def _page_above(path: str) -> str:
    """The nearest address above one of ours that leads somewhere."""
    while path := path.rstrip("/").rpartition("/")[0]:
        if is_valid_path(f"{path}/"):
            return f"{path}/"
    return resolve_url("home")


def _typed(request: HttpRequest) -> list[str]:
    return [
        text
        for name, texts in request.POST.lists()
        if not any(word in name for word in NOT_KEPT)
        for text in texts
        if len(text) >= SHORTEST_KEPT
    ]


def _back_to(request: HttpRequest) -> str:
    """The page the person came from, if it is one of ours."""
    came_from = request.headers.get("Referer", "")
    hosts = {request.get_host()}
    if url_has_allowed_host_and_scheme(came_from, allowed_hosts=hosts, require_https=request.is_secure()):
        return came_from
    return request.path if request.method == "GET" else resolve_url("home")


def _standalone(template: str, *, status: int, **context: object) -> HttpResponse:
    response = HttpResponse(render_to_string(template, context), status=status)
    response["Cache-Control"] = "private, no-store"
    return response
