"""Notices on the site: the same that go by e-mail, with a text to paste into the club's chat."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_POST

from battles import narration
from battles.models import OutboxMessage
from battles.services import outbox
from campaigns.selectors import home
from clubs import clock
from frontend.views.clubs import SignedIn

NOTICES_A_PAGE = 20


@login_required
@require_GET
def index(request: SignedIn) -> HttpResponse:
    page = Paginator(home.notices_of(request.user), NOTICES_A_PAGE).get_page(request.GET.get("page"))
    context = {"page": page, "rows": [notice_row(message) for message in page]}
    return render(request, "frontend/notices/index.html", context)


def notice_row(message: OutboxMessage) -> dict[str, Any]:
    """A notice in the reader's language, and as plain text for a chat."""
    told = narration.notice(message)
    return {
        "message": message,
        "subject": told.subject,
        "text": told.text,
        "also": told.also,
        "chat": narration.for_chat(message),
    }


@login_required
@require_POST
def read(request: SignedIn) -> HttpResponse:
    """Put notices aside: those named, or all."""
    named = request.POST.getlist("notice")
    outbox.mark_read(request.user, now=clock.now(), public_ids=named or None)
    return redirect("notices")


@login_required
@require_POST
def follow(request: SignedIn, public_id: str) -> HttpResponse:
    """Put one notice aside and go to the page it is about."""
    message = home.notice_for(request.user, public_id)
    outbox.mark_read(request.user, now=clock.now(), public_ids=[message.public_id])
    # Written by the program, as a path of ours: never an address from outside.
    return redirect(message.url if message.url.startswith("/") and not message.url.startswith("//") else "notices")
