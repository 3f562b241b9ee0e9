"""The site's addresses, and a bare page: one query, one line of text."""

from django.http import HttpRequest, HttpResponse
from django.urls import include, path

from campaigns.models import PackVersion


def bare(request: HttpRequest) -> HttpResponse:
    return HttpResponse(PackVersion.objects.get().key)


urlpatterns = [path("bare/", bare), path("", include("config.urls"))]
