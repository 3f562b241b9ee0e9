"""Addresses of a club's own lists, maps and tables."""

from django.urls import path

from frontend.views import datasets

OF_A_KIND = "clubs/<slug:slug>/data/<slug:ruleset>/<slug:data_kind>/"
ONE = "data/<slug:public_id>/"

urlpatterns = [
    path("clubs/<slug:slug>/data/", datasets.index, name="club_data"),
    path(f"{OF_A_KIND}new/", datasets.new, name="club_data_new"),
    path(f"{OF_A_KIND}template/<slug:form>/", datasets.template, name="club_data_template"),
    path(ONE, datasets.data_set, name="data_set"),
    path(f"{ONE}retire/", datasets.retire, name="data_retire"),
    path(f"{ONE}<int:number>/", datasets.version, name="data_version"),
    path(f"{ONE}<int:number>/<slug:form>/", datasets.download, name="data_download"),
]
