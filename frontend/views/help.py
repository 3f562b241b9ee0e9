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
ABOUT = {
    "war": _("Founding a war, its sides, and how it is won."),
    "year": _("From sealed orders to the closing of the books."),
    "secrets": _("Who can see your order, your muster and your salt, and when."),
    "dice": _("How to check that nobody chose them, and what the proof cannot stop."),
    "privacy": _("What is stored about you, and who sees it."),
}


def index(request: HttpRequest) -> HttpResponse:
    cards = [{"key": key, "name": name, "about": ABOUT[key]} for key, name in TOPICS.items()]
    return render(request, "frontend/help/index.html", {"cards": cards})


def topic(request: HttpRequest, topic: str) -> HttpResponse:
    if topic not in TOPICS:
        raise Http404
    return render(request, f"frontend/help/{topic}.html", {"topics": TOPICS, "topic": topic, "name": TOPICS[topic]})
