"""Addresses: pages at /, the API at /api/v1/, accounts, admin."""

from django.contrib import admin
from django.urls import include, path

from config.metrics import metrics

urlpatterns = [
    path("metrics", metrics, name="metrics"),
    path("accounts/", include("allauth.urls")),
    path("i18n/", include("django.conf.urls.i18n")),
    path("admin/", admin.site.urls),
    path("api/v1/", include("config.api")),
    path("", include("frontend.urls")),
]

handler500 = "config.api.server_error"
handler429 = "frontend.views.limits.too_many"  # allauth's limits answer with our page
