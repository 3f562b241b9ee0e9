"""Addresses of the help pages, and of the choice between light and dark."""

from django.urls import path

from frontend.views import help, look, rulebooks

urlpatterns = [
    path("help/", help.index, name="help"),
    path("help/rules/<slug:ruleset>/", rulebooks.rules_of, name="rules_of"),
    path("help/<slug:topic>/", help.topic, name="help_topic"),
    path("theme/", look.theme, name="theme"),
]
