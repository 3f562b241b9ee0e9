"""Addresses of the gallery, in front of the site's own."""

from datetime import UTC, datetime

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import include, path

from clubs.errors import Refusal, Stale
from frontend.boards.tableplan import Piece, SidePlan
from frontend.views import errors
from frontend.views.charts import svg_response, vp_chart
from frontend.views.plans import SCENARIOS, drawn_plan

PIECES = (
    Piece("gentle_hill", "centre"),
    Piece("wood", "flank"),
    Piece("rough", "flank"),
    Piece("steep_hill", "flank"),
    Piece("wood", "centre"),
)
ROLES = {"ambush": ("ambusher", "ambushed"), "defend_ally": ("attacker", "defender")}


class Sample(forms.Form):
    name = forms.CharField(label="Name of the war", help_text="As it will stand in the club's list.")
    action = forms.ChoiceField(
        label="Your order for this year",
        widget=forms.RadioSelect,
        choices=[("a", "Alliance"), ("p", "Punishment"), ("b", "Battle"), ("d", "Defence"), ("g", "Guerrilla")],
    )
    years = forms.IntegerField(label="Years", max_value=20)
    note = forms.CharField(label="Note", widget=forms.Textarea, required=False)
    hand = forms.BooleanField(label="We roll our own dice at the table", required=False)


def gallery(request: HttpRequest) -> HttpResponse:
    form = Sample({"years": "400"}) if "wrong" in request.GET else Sample()
    messages.success(request, "Your order is in. You can change it until the other side is ready.")
    context = {
        "form": form,
        "moment": datetime(2026, 12, 6, 19, 0, tzinfo=UTC),
        "sides": [
            {"number": 1, "name": "Rome", "points": 7, "holder": "Livia"},
            {"number": 2, "name": "Carthage", "points": -2, "holder": "Hanno"},
        ],
        "steps": [
            {"label": word, "state": state}
            for word, state in (
                ("Orders", "done"), ("Scenario", "done"), ("Muster", "now"), ("Battle", "later"), ("Aftermath", "later"),
            )
        ],
        "lines": ["Rome held the field and lost 12 break points of 60.", "25 % of Carthage's 56 is 14; she lost 18."],
        "faces": [3, 5],
        "badges": [1, 2, 3, 4, 5],
    }  # fmt: skip
    return render(request, "gallery.html", context)


def plans(request: HttpRequest) -> HttpResponse:
    drawn = []
    for number, scenario in enumerate(SCENARIOS):
        roles = ROLES.get(scenario, ("", "defender" if scenario == "defensive_battle" else ""))
        sides = [SidePlan("rome", "Rome", roles[0]), SidePlan("carthage", "Carthage", roles[1])]
        extra = {"village": scenario == "defend_ally", "camp": scenario == "defensive_battle"}
        drawn.append(
            (SCENARIOS[scenario], drawn_plan(scenario, sides, PIECES[: 3 + number], uid=f"plan{number}", **extra))
        )
    return render(request, "plans.html", {"plans": drawn})


def chart(request: HttpRequest) -> HttpResponse:
    series = [("Rome", [1, 3, 3, 5, 4, 7]), ("Carthage", [0, 0, 2, -2, 1, 1])]
    return svg_response(vp_chart(series, [1, 2, 3, 4, 5, 6], "Victory points by year"))


def fail(request: HttpRequest, kind: str) -> HttpResponse:
    if kind == "stale":
        raise Stale("The other side has reported this battle already.", code="reported")
    if kind == "refused":
        raise Refusal("Orders closed on Sunday at 20:00. The order you gave before stands.", code="late")
    pages = {"csrf": errors.csrf_failure, "away": errors.unavailable, "broken": errors.server_error}
    return pages[kind](request)


urlpatterns = [
    path("gallery/", gallery),
    path("gallery/plans/", plans),
    path("gallery/chart.svg", chart),
    path("gallery/fail/<slug:kind>/", fail),
    path("", include("config.urls")),
]
