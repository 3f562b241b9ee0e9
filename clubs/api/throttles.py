"""How often somebody may knock. The counts are in the cache, so processes that share one share them."""

import logging

from django.conf import settings
from django.core.cache import cache
from redis.exceptions import RedisError
from rest_framework.exceptions import Throttled
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

log = logging.getLogger(__name__)

MINUTE = 60
SPANS = {"invitations": 10 * MINUTE, "founding": 60 * MINUTE, "records": 60 * MINUTE}
"""What costs others something is counted over a longer time, as on the pages."""
_who = BaseThrottle()


def count(scope: str, ident: str) -> None:
    """Count one knock; ``Throttled`` over the limit of the scope (``API_RATES``: so many a minute, or in the scope's own time).

    The time begins with the first knock. Where the cache is away nobody is turned back: orders go before limits.
    """
    key, span = f"api:{scope}:{ident}", SPANS.get(scope, MINUTE)
    try:
        cache.add(key, 0, span)
        knocks = cache.incr(key)
    except ValueError:
        # It ran out between the two.
        return
    except RedisError:
        log.warning("rate_limits_away")
        return
    if knocks > settings.API_RATES[scope]:
        raise Throttled(wait=span)


def address_of(request: Request) -> str:
    """The caller's address, as far as our own proxies vouch for it (``TRUSTED_PROXIES``)."""
    return str(_who.get_ident(request))
