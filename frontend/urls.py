"""Addresses of the pages."""

from django.urls import include, path

from frontend.views import pages

urlpatterns = [
    path("", pages.home, name="home"),
    path("healthz", pages.healthz, name="healthz"),
    path("", include("frontend.url_parts.help")),
    path("", include("frontend.url_parts.clubs")),
    path("", include("frontend.url_parts.founding")),
    path("", include("frontend.url_parts.wars")),
    path("", include("frontend.url_parts.seats")),
    path("", include("frontend.url_parts.years")),
    path("", include("frontend.url_parts.battles")),
    path("", include("frontend.url_parts.companion")),
    path("", include("frontend.url_parts.datasets")),
    path("", include("frontend.url_parts.corrections")),
]
