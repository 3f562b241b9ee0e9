"""Addresses of battles."""

from django.urls import path

from battles.api import views

BATTLE = "battles/<slug:battle>/"

urlpatterns = [
    path(BATTLE, views.BattleView.as_view(), name="api-battle"),
    path(f"{BATTLE}log/", views.Log.as_view(), name="api-battle-log"),
    path(f"{BATTLE}act/", views.Act.as_view(), name="api-battle-act"),
    path(f"{BATTLE}undo/", views.Undo.as_view(), name="api-battle-undo"),
]
