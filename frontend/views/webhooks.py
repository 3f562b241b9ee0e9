"""Where a club's public news are sent: for those who run the club."""

from functools import partial
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from campaigns.models import Delivery, Webhook
from campaigns.narration.news import TOPICS, text_of
from campaigns.selectors import webhooks as selectors
from campaigns.services import webhooks
from clubs import clock
from clubs.models import Club
from frontend.forms.webhooks import START, TopicsForm, WebhookForm
from frontend.views.clubs import SignedIn, attempt, managed_by, status_of

# What was allowed when the webhook was added need not be any more: the site's settings say to what ports and inner addresses it speaks.
FORBIDDEN = gettext_lazy("this site no longer sends news to such an address")
RESULTS: dict[str, str | Promise] = {
    **dict.fromkeys(("scheme", "port", "host", "spelling"), FORBIDDEN),
    "timeout": gettext_lazy("no answer within five seconds"),
    "closed": gettext_lazy("no connection"),
    "tls": gettext_lazy("its certificate is not valid"),
    "no_answer": gettext_lazy("what came back is no answer"),
    "unknown_name": gettext_lazy("nobody knows this name"),
    "inside": gettext_lazy("the name leads to an inner address"),
    "key_lost": gettext_lazy("our key to the address is lost: add the webhook again"),
}


def result_text(result: str) -> str:
    """What a try came to, in words."""
    if result.isdigit():
        return _("answered %(status)s") % {"status": result}
    return str(RESULTS.get(result, _("something went wrong"))) if result else ""


@login_required
@require_http_methods(["GET", "POST"])
def index(request: SignedIn, slug: str) -> HttpResponse:
    place = managed_by(request, slug)
    form = WebhookForm(request.POST or None, initial={"topics": START, "form": "discord"})
    if form.is_valid():
        add = partial(webhooks.add, place.club, by=request.user, now=clock.now(), **form.cleaned_data)
        made = attempt(form, add)
        if made is not None:
            return _made(request, place.club, made)
    tried = selectors.webhooks_of(place.club)
    rows = [{"hook": one.hook, "at": one.at, "result": result_text(one.result)} for one in tried]
    context = {"club": place.club, "rows": rows, "form": form}
    return render(request, "frontend/clubs/webhooks.html", context, status=status_of(form))


def _made(request: SignedIn, club: Club, made: webhooks.Made) -> HttpResponse:
    # Shown in the answer itself: the secret is kept only encrypted, so there is no page to redirect to.
    if made.secret:
        context = {"club": club, "hook": made.webhook, "secret": made.secret}
        return render(request, "frontend/clubs/webhook_secret.html", context)
    messages.success(request, _("The webhook is set up. Send a test to see whether it works."))
    return redirect("club_webhook", club.slug, made.webhook.public_id)


@login_required
@require_http_methods(["GET", "POST"])
def webhook(request: SignedIn, slug: str, public_id: str) -> HttpResponse:
    club, hook = _mine(request, slug, public_id)
    form = TopicsForm(request.POST or None, initial={"topics": hook.topics})
    if form.is_valid():
        changed = attempt(form, webhooks.change_topics, hook, by=request.user, now=clock.now(), **form.cleaned_data)
        if changed is not None:
            messages.success(request, _("Saved."))
            return redirect("club_webhook", slug, public_id)
    context = {
        "club": club,
        "hook": hook,
        "form": form,
        "topics": [TOPICS[key][0] for key in hook.topics if key in TOPICS],
        "deliveries": [_row(one) for one in selectors.deliveries_of(hook)],
        "given_up": selectors.given_up(hook),
    }
    return render(request, "frontend/clubs/webhook.html", context, status=status_of(form))


def _row(delivery: Delivery) -> dict[str, Any]:
    title, *lines = text_of(delivery.payload).splitlines()
    return {"one": delivery, "title": title, "lines": lines, "result": result_text(delivery.result)}


@login_required
@require_POST
def test(request: SignedIn, slug: str, public_id: str) -> HttpResponse:
    """Send a test now, and say what came of it."""
    _club, hook = _mine(request, slug, public_id)
    came = webhooks.try_out(hook, by=request.user, now=clock.now())
    told = {"host": hook.host, "result": result_text(came.result)}
    if came.sent_at is not None:
        messages.success(request, _("The test arrived at %(host)s (%(result)s).") % told)
    else:
        messages.error(request, _("The test did not arrive at %(host)s: %(result)s.") % told)
    return redirect("club_webhook", slug, public_id)


@login_required
@require_POST
def secret(request: SignedIn, slug: str, public_id: str) -> HttpResponse:
    club, hook = _mine(request, slug, public_id)
    return _made(request, club, webhooks.renew_secret(hook, by=request.user, now=clock.now()))


@login_required
@require_POST
def switch(request: SignedIn, slug: str, public_id: str) -> HttpResponse:
    _club, hook = _mine(request, slug, public_id)
    webhooks.switch(hook, on=request.POST.get("on") == "1", by=request.user, now=clock.now())
    messages.success(request, _("Saved."))
    return redirect("club_webhook", slug, public_id)


@login_required
@require_POST
def remove(request: SignedIn, slug: str, public_id: str) -> HttpResponse:
    _club, hook = _mine(request, slug, public_id)
    webhooks.remove(hook, by=request.user, now=clock.now())
    messages.success(request, _("The webhook is taken away."))
    return redirect("club_webhooks", slug)


def _mine(request: SignedIn, slug: str, public_id: str) -> tuple[Club, Webhook]:
    club = managed_by(request, slug).club
    return club, selectors.webhook_in(club, public_id)
