"""What every template may ask."""

from django.conf import settings
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from campaigns.selectors import home
from clubs.models import User

COOKIE = "theme"
THEMES = ("light", "dark")


def site(request: HttpRequest) -> dict[str, object]:
    return {
        "site_url": settings.SITE_URL,
        "mail_works": settings.MAIL_WORKS,
        "theme": theme_of(request),
        "unread_notices": SimpleLazyObject(lambda: unread_of(request)),
    }


def unread_of(request: HttpRequest) -> int:
    """How many notices wait for whoever is reading. One query, asked only by a page that shows the number."""
    user = getattr(request, "user", None)
    return home.unread_count(user) if isinstance(user, User) else 0


def theme_of(request: HttpRequest) -> str:
    """``light``, ``dark``, or empty where the device decides."""
    chosen = request.COOKIES.get(COOKIE, "")
    return chosen if chosen in THEMES else ""
