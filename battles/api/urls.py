"""Addresses of battles."""

from django.urls import path

from battles.api import letters, views

BATTLE = "battles/<slug:battle>/"

urlpatterns = [
    path("notices/choice/", letters.Choice.as_view(), name="api-notices-choice"),
    path("me/calendar/", letters.Calendar.as_view(), name="api-calendar"),
    path(BATTLE, views.BattleView.as_view(), name="api-battle"),
    path(f"{BATTLE}log/", views.Log.as_view(), name="api-battle-log"),
    path(f"{BATTLE}act/", views.Act.as_view(), name="api-battle-act"),
    path(f"{BATTLE}undo/", views.Undo.as_view(), name="api-battle-undo"),
]
