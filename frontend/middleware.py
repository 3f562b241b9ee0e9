"""Each answer in the reader's language and zone, and never kept by a shared cache; limits and refusals become pages."""

import logging
import zoneinfo
from http import HTTPStatus

from django.conf import settings
from django.http import Http404, HttpResponseNotAllowed
from django.utils import timezone, translation
from django.utils.cache import add_never_cache_headers, patch_vary_headers

from clubs.errors import Refusal, is_away
from frontend.views import errors, limits

log = logging.getLogger(__name__)


API = "/api/"
OF_PAGES = ("GET", "HEAD", "POST")


class PageMethodsMiddleware:
    """Pages, ours and those of packages, are looked at and sent forms; the API says for itself which methods it knows.

    A page of a package may else take a form by PUT, or answer OPTIONS before it asks who is there.
    """

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        if request.method not in OF_PAGES and not request.path.startswith(API):
            return HttpResponseNotAllowed(OF_PAGES)
        return self.get_response(request)


class PersonalMiddleware:
    """Use the signed-in person's language and time zone; mark every page private."""

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        user = request.user
        # The switch on the page is the newer word of the two: it leaves a cookie.
        if user.is_authenticated and user.language and settings.LANGUAGE_COOKIE_NAME not in request.COOKIES:
            translation.activate(user.language)
            request.LANGUAGE_CODE = translation.get_language()
        if user.is_authenticated and user.time_zone:
            timezone.activate(zoneinfo.ZoneInfo(user.time_zone))
        try:
            response = self.get_response(request)
            if (
                response.status_code == HTTPStatus.METHOD_NOT_ALLOWED
                and request.method == "GET"
                and not response.content
            ):
                response = errors.only_a_button(request, response)
        finally:
            timezone.deactivate()
        if not response.has_header("Cache-Control"):
            add_never_cache_headers(response)
            response["Cache-Control"] = "private, no-store"
        patch_vary_headers(response, ["Cookie"])
        return response

    def process_view(self, request, view, args, kwargs):
        """What is sent too often is not done. Counted before the view, so that what is refused counts too."""
        return limits.refused(request)

    def process_exception(self, request, exception):
        """What escaped from a view. ``NotSeen`` is left to Django, so that it looks like any missing page."""
        if isinstance(exception, Refusal) and not isinstance(exception, Http404):
            return errors.refused(request, exception)
        if is_away(exception):
            log.error("database_or_queue_away", exc_info=exception)
            return errors.unavailable(request)
        return None
