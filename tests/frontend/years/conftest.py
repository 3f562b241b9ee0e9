"""A war of the cast at every stage of its first year, and small verbs for its pages.

Livia commands Rome, Hanno Carthage, Ines is the umpire; Fabia is an administrator, Marco watches, Nobody is outside.
"""

import re

import pytest
from django.urls import reverse

from campaigns.models import Campaign
from campaigns.models.codec import state_of
from clubs import clock
from tests.factories import campaigns as verbs
from tests.worlds import once, recall


def text_of(response) -> str:
    """The words of a page, without mark-up, spaces joined."""
    words = re.sub(r"<(script|style).*?</\1>|<[^>]+>", " ", response.content.decode(), flags=re.S)
    return re.sub(r"\s+", " ", words)


def masked(response) -> str:
    """A page without what differs from one answer to the next: the secret of its forms and of its scripts."""
    return re.sub(r'(csrfmiddlewaretoken" value|nonce)="[^"]+"', "", response.content.decode())


@once
def war(club, place, livia, hanno, ines) -> Campaign:
    """Its first orders are awaited."""
    return verbs.a_war(
        club, rome=place(livia), carthage=place(hanno), by=place(livia), umpire=place(ines), now=clock.now()
    )


@pytest.fixture
def members(place, livia, hanno):
    return {"rome": place(livia), "carthage": place(hanno)}


@pytest.fixture
def by_orders(war, place, livia, hanno):
    """``by_orders("battle", "defence")``: the war once both orders are open."""

    def order(war, place, livia, hanno, *, rome: str, carthage: str) -> Campaign:
        verbs.order(war, rome=(place(livia), rome), carthage=(place(hanno), carthage), now=clock.now())
        return verbs.fresh(war)

    needs = {"war": war, "place": place, "livia": livia, "hanno": hanno}
    return lambda rome, carthage: recall(order, needs, rome=rome, carthage=carthage)


@once
def mustering(by_orders) -> Campaign:
    """A pitched battle: all troops may come."""
    return by_orders("battle", "battle")


@once
def fighting(mustering, members) -> Campaign:
    """Both have mustered everything."""
    verbs.muster_best(mustering, members, now=clock.now())
    return verbs.fresh(mustering)


@pytest.fixture
def year_url(war) -> str:
    return reverse("year", args=[war.public_id])


@pytest.fixture
def to(war):
    """``to("year_order")``: an address of the war's year."""

    def address(name: str, *more) -> str:
        return reverse(name, args=[war.public_id, *more])

    return address


@pytest.fixture
def send(war, browser, to):
    """``send(livia, "year_order", action="battle")``: what she sends from the page as it is now."""

    def act(user, name: str, **typed):
        year = state_of(verbs.fresh(war)).year
        return browser(user).post(to(name), {"year": year, **typed})

    return act
