"""The pages that are measured, and wars and clubs of the sizes at which they are."""

from dataclasses import dataclass

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from campaigns.models import Campaign
from campaigns.models.codec import state_of
from clubs.models import User
from tools.bench import hands, wars
from tools.bench.hands import Cast

CLOSED = (1, 10, 199)
"""Years behind a war; the last is as long as a war may be."""
WARS = (1, 3, 20)


def war_pages(campaign: Campaign) -> dict[str, str]:
    """Addresses of a war's pages by what they are called; of the years, the one in hand and the last that is closed."""
    number = state_of(campaign).year
    found = {
        "war page": reverse("war", args=[campaign.public_id]),
        "points": reverse("war_points", args=[campaign.public_id]),
        "year in hand": reverse("year", args=[campaign.public_id]),
        "ledger": reverse("war_book", args=[campaign.public_id]),
        "chronicle": reverse("war_chronicle", args=[campaign.public_id]),
        "dice": reverse("war_dice", args=[campaign.public_id]),
        "rosters": reverse("war_rosters", args=[campaign.public_id]),
    }
    if number > 1:
        found["closed year"] = reverse("year_number", args=[campaign.public_id, number - 1])
    return found


def list_pages(cast: Cast) -> dict[str, str]:
    return {"home": reverse("home"), "club, its wars": reverse("club", args=[cast.club.slug])}


@dataclass(frozen=True)
class Sized:
    """A war of a length, or a club with so many wars, and who looks at it."""

    cast: Cast
    size: int
    addresses: dict[str, str]


def long_wars(cast: Cast, closed: int) -> Sized:
    campaign = wars.long_war(cast, f"War of {closed} years", year=closed + 1)
    return Sized(cast, closed, war_pages(campaign))


def full_club(cast: Cast, count: int) -> Sized:
    """A club with so many wars in which orders are to be given, and one more in which a battle is to be reported."""
    campaign = hands.begin(cast, "A war")
    wars.alike(campaign, count, now=cast.now)
    fought = hands.fresh(campaign)
    hands.order(cast, fought, ready=False)
    hands.close_orders(fought)
    hands.to_battle(cast, fought)
    return Sized(cast, count, list_pages(cast))


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def queries_of(client: Client, address: str) -> int:
    """How many queries a page asks, once what a process keeps is there."""
    assert client.get(address).status_code == 200, address
    with CaptureQueriesContext(connection) as asked:
        client.get(address)
    return len(asked)
