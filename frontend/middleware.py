"""Each answer in the reader's language and zone, and never kept by a shared cache."""

import zoneinfo

from django.utils import timezone, translation
from django.utils.cache import add_never_cache_headers, patch_vary_headers


class PersonalMiddleware:
    """Use the signed-in person's language and time zone; mark every page private."""

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        user = request.user
        if user.is_authenticated and user.language:
            translation.activate(user.language)
            request.LANGUAGE_CODE = translation.get_language()
        if user.is_authenticated and user.time_zone:
            timezone.activate(zoneinfo.ZoneInfo(user.time_zone))
        try:
            response = self.get_response(request)
        finally:
            timezone.deactivate()
        if not response.has_header("Cache-Control"):
            add_never_cache_headers(response)
            response["Cache-Control"] = "private, no-store"
        patch_vary_headers(response, ["Cookie"])
        return response
