"""Pages for what went wrong, in words that help."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    return render(request, "frontend/errors/csrf.html", status=403)
