"""Addresses of the help pages, and of the choice between light and dark."""

from django.urls import path

from frontend.views import help, look

urlpatterns = [
    path("help/", help.index, name="help"),
    path("help/<slug:topic>/", help.topic, name="help_topic"),
    path("theme/", look.theme, name="theme"),
]
