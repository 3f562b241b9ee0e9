"""How often one person, or one address, may do what costs others something. The count is kept in the cache that all processes share.

The counting is allauth's, under its lock; log-in, sign-up and password letters are counted by allauth itself.
"""

from allauth.core.internal.ratelimit import Rate, consume, get_cache_key, parse_rates
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from clubs import clock

RATES = {
    "orders": "60/m/user",
    "dice": "60/m/user",
    "invitations": "30/10m/user",
    "joining": "20/m/ip",
    "records": "20/h/user",
    "founding": "20/h/user",
}
"""How many within how long, for a person where he is logged in. An umpire may type in the slips of a whole club in one go."""

LIMITED = {
    "year_order": "orders",
    "year_not_ready": "orders",
    "year_standing_order": "orders",
    "year_muster": "orders",
    "year_answer": "dice",
    "war_dice_contest": "dice",
    "club_invite": "invitations",
    "club_member_invite": "invitations",
    "club_member_reset_link": "invitations",
    "invitation": "joining",
    "club_import": "records",
    "club_found": "founding",
    "war_found": "founding",
}
"""By the name of the address. Looking is never limited here; only what is sent counts."""

UNKNOWN_WAIT = 300
"""Seconds: the longest that allauth's own limits last for whoever goes on trying."""


def refused(request: HttpRequest) -> HttpResponse | None:
    """Count what this request sends; the answer to it if it is too much."""
    limit = LIMITED.get(request.resolver_match.view_name) if request.resolver_match else None
    if limit is None or request.method in ("GET", "HEAD", "OPTIONS"):
        return None
    rate = RATES[limit]
    if not request.user.is_authenticated:
        rate = rate.replace("/user", "/ip")
    if consume(request, app="signifer", action=limit, config={limit: rate}) is not None:
        return None
    return too_many(request, wait=_wait(request, limit, parse_rates(rate)[0]))


def _wait(request: HttpRequest, limit: str, rate: Rate) -> int:
    """Seconds until the oldest that counts no longer does; at least one, at most the whole span."""
    history = cache.get(get_cache_key(request, app="signifer", action=limit, rate=rate), [])
    oldest = min(history, default=None)
    left = rate.duration if oldest is None else oldest + rate.duration - clock.now().timestamp()
    return int(min(max(left, 1), rate.duration)) + 1


def too_many(request: HttpRequest, wait: int = UNKNOWN_WAIT) -> HttpResponse:
    """The page for whoever sent too much, with when to try again."""
    context = {"seconds": wait, "minutes": -(-wait // 60)}
    response = render(request, "frontend/errors/too_many.html", context, status=429)
    response["Retry-After"] = str(wait)
    return response
