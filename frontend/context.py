"""What every template may ask."""

from django.conf import settings
from django.http import HttpRequest

COOKIE = "theme"
THEMES = ("light", "dark")


def site(request: HttpRequest) -> dict[str, object]:
    return {"site_url": settings.SITE_URL, "mail_works": settings.MAIL_WORKS, "theme": theme_of(request)}


def theme_of(request: HttpRequest) -> str:
    """``light``, ``dark``, or empty where the device decides."""
    chosen = request.COOKIES.get(COOKIE, "")
    return chosen if chosen in THEMES else ""
