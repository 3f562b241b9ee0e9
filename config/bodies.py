"""No request brings more than the largest file that is read here: whatever is larger is refused before any of it is kept.

Django bounds what of a form stands in memory; a file it would write to the disk, however long it is and whoever sends it.
"""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from config.api import PREFIX, problem_of
from frontend.views import errors

TOO_LARGE = 413


class BodySizeMiddleware:
    """Below the languages, for the page is in the reader's; above whatever reads a form."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if _length(request) <= settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            return self.get_response(request)
        if request.path.startswith(PREFIX):
            return problem_of(TOO_LARGE, "too_large", "Content Too Large")
        return errors.too_large(request, most=settings.DATA_UPLOAD_MAX_MEMORY_SIZE)


def _length(request: HttpRequest) -> int:
    """As the caller says it: not a byte more is read, and nothing where he does not say it."""
    try:
        return int(request.META.get("CONTENT_LENGTH") or 0)
    except ValueError:
        return 0
