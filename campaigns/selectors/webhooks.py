"""Reading the webhooks of a club: for those who run it. What is a key in them is never read here."""

from datetime import datetime

from django.db.models import OuterRef, Subquery
from msgspec import Struct

from battles.models.letters import Email
from campaigns.models import Delivery, Webhook
from clubs.errors import NotSeen
from clubs.models import Club

LAST = 20


class Tried(Struct, frozen=True, kw_only=True):
    """A webhook, and what was tried last: when, and what it came to (empty: nothing yet)."""

    hook: Webhook
    at: datetime | None
    result: str


def webhooks_of(club: Club) -> list[Tried]:
    """The webhooks of a club the caller runs, the oldest first. One query."""
    tried = Delivery.objects.filter(webhook=OuterRef("pk"), attempts__gt=0).order_by("-created_at", "-pk")
    rows = Webhook.objects.filter(club=club).defer("address", "secret", "former_secret", "seen")
    last = rows.annotate(
        last_result=Subquery(tried.values("result")[:1]), last_at=Subquery(tried.values("created_at")[:1])
    )
    return [Tried(hook=hook, at=hook.last_at, result=hook.last_result or "") for hook in last.order_by("pk")]


def webhook_in(club: Club, public_id: str) -> Webhook:
    """A webhook of a club the caller runs; else ``NotSeen``."""
    rows = Webhook.objects.filter(club=club).defer("address", "secret", "former_secret", "seen")
    found = rows.filter(public_id=public_id).select_related("club").first()
    if found is None:
        raise NotSeen
    return found


def deliveries_of(webhook: Webhook) -> list[Delivery]:
    """What was sent last, the newest first. One query."""
    return list(webhook.deliveries.order_by("-created_at", "-pk")[:LAST])


def given_up(webhook: Webhook) -> int:
    """How many messages of the news never arrived. One query."""
    return webhook.deliveries.filter(state=Email.DEAD, test=False).count()
