"""Addresses of corrections, and of the courses that a war took before them."""

from django.urls import path

from frontend.views import corrections, courses

WAR = "wars/<slug:public_id>/"

urlpatterns = [
    path(f"{WAR}corrections/", courses.history, name="war_corrections"),
    path(f"{WAR}corrections/<int:back>/", courses.correction, name="war_correction"),
    path(f"{WAR}corrections/<int:back>/years/<int:number>/", courses.former_year, name="war_former_year"),
    path(f"{WAR}corrections/proposals/<slug:proposal_id>/", corrections.proposal, name="war_proposal"),
    path(f"{WAR}years/<int:number>/decisions/", corrections.decisions, name="year_decisions"),
    path(f"{WAR}years/<int:number>/decisions/missing/", corrections.missing, name="year_missing"),
    path(f"{WAR}years/<int:number>/begin-again/", corrections.begin_again, name="year_begin_again"),
    path(f"{WAR}decisions/<int:decision>/<slug:seat>/correct/", corrections.correct, name="war_correct"),
    path(f"{WAR}decisions/<int:decision>/dice/<int:die>/", corrections.correct, name="war_correct_die"),
    path(f"{WAR}decisions/<int:decision>/<slug:seat>/add/<slug:prompt>/", corrections.correct, name="war_insert"),
]
