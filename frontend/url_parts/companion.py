"""Addresses of the table companion."""

from django.urls import path

from frontend.views import companion

urlpatterns = [
    path("clubs/<slug:slug>/companion/", companion.start, name="club_companion"),
    path("battles/<slug:public_id>/companion/", companion.companion, name="battle_companion"),
    path("battles/<slug:public_id>/companion/sit/", companion.sit, name="battle_companion_sit"),
    path("battles/<slug:public_id>/companion/back/", companion.take_back, name="battle_companion_back"),
    path("battles/<slug:public_id>/companion/strike/", companion.strike, name="battle_companion_strike"),
]
