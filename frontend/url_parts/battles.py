"""Addresses of battles that are played on the site."""

from django.urls import path

from frontend.views.battlepages import acting, pages

urlpatterns = [
    path("battles/<slug:public_id>/", pages.battle, name="battle"),
    path("battles/<slug:public_id>/news/", pages.news, name="battle_news"),
    path("battles/<slug:public_id>/act/", acting.act, name="battle_act"),
    path("battles/<slug:public_id>/undo/", acting.undo, name="battle_undo"),
]
