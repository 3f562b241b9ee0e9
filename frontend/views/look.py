"""Light or dark: a choice kept in a cookie, because it belongs to the screen and not to the person."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import resolve_url
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from frontend.context import COOKIE, THEMES

ONE_YEAR = 60 * 60 * 24 * 365


@require_POST
def theme(request: HttpRequest) -> HttpResponse:
    """Keep the choice and go back to the page; anything that is not a theme means "as my device"."""
    response = HttpResponseRedirect(_back_to(request))
    chosen = request.POST.get("theme", "")
    if chosen in THEMES:
        response.set_cookie(
            COOKIE, chosen, max_age=ONE_YEAR, samesite="Lax", secure=settings.SESSION_COOKIE_SECURE, httponly=True
        )
    else:
        response.delete_cookie(COOKIE, samesite="Lax")
    return response


def _back_to(request: HttpRequest) -> str:
    asked = request.POST.get("next", "")
    safe = url_has_allowed_host_and_scheme(asked, allowed_hosts={request.get_host()}, require_https=request.is_secure())
    return asked if safe else resolve_url("home")
