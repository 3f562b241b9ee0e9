"""The help: a few pages of plain words."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _

TOPICS = {
    "war": _("How a war works"),
    "year": _("How a year goes"),
    "secrets": _("What stays secret, and who sees what"),
    "dice": _("How the dice are proved"),
    "privacy": _("Your data"),
}


def index(request: HttpRequest) -> HttpResponse:
    return render(request, "frontend/help/index.html", {"topics": TOPICS})


def topic(request: HttpRequest, topic: str) -> HttpResponse:
    if topic not in TOPICS:
        raise Http404
    return render(request, f"frontend/help/{topic}.html", {"topics": TOPICS, "topic": topic, "name": TOPICS[topic]})
