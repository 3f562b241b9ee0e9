"""A war between Livia and Hanno with Ines as umpire; and whatever a test does to it, its books are sound afterwards."""

import random
import secrets
from types import SimpleNamespace

import pytest

from campaigns.models import Campaign
from campaigns.services import books
from tests.campaigns.services.hooks import add
from tests.factories import clubs
from tests.factories.campaigns import a_war
from tests.receiver import Receiver
from tests.worlds import once


@pytest.fixture
def members(place, livia, hanno, ines):
    """By seat: who holds it, and who umpires."""
    return {"rome": place(livia), "carthage": place(hanno), "umpire": place(ines)}


@pytest.fixture
def rome(members):
    return members["rome"]


@pytest.fixture
def carthage(members):
    return members["carthage"]


@pytest.fixture
def umpire(members):
    return members["umpire"]


@pytest.fixture
def spectator(place, marco):
    return place(marco)


@pytest.fixture
def officer(place, fabia):
    return place(fabia)


@once
def stranger(nobody):
    """A member of another club."""
    return clubs.found("Elsewhere", by=nobody, time_zone="UTC", language="en").memberships.get()


@once
def war(club, rome, carthage, umpire):
    return a_war(club, rome=rome, carthage=carthage, by=rome, umpire=umpire)


@once
def hand_war(club, rome, carthage, umpire):
    """The same, with real dice."""
    return a_war(club, rome=rome, carthage=carthage, by=rome, umpire=umpire, dice="hand")


@pytest.fixture(autouse=True)
def same_dice_every_time(monkeypatch):
    """Secrets, salts and public ids are the same in every test: a war that is played here goes the same way on every run."""
    chance = random.Random(5)
    monkeypatch.setattr(secrets, "token_bytes", lambda n=32: chance.randbytes(n))
    monkeypatch.setattr(secrets, "token_hex", lambda n=32: chance.randbytes(n).hex())
    monkeypatch.setattr(secrets, "choice", chance.choice)


@pytest.fixture(autouse=True)
def sound_books(db):
    """After every test: what is stored follows from decisions and dice. ``sound_books.expected`` is for tests that plant a fault."""
    told = SimpleNamespace(expected=True)
    yield told
    if told.expected:
        for campaign in Campaign.objects.select_related("club", "pack"):
            assert books.check(campaign) == []


@pytest.fixture
def receiver(settings):
    """``receiver(500, "hang")``: a receiver next door, to which webhooks may go, and its address."""
    made = []

    def start(*script):
        one = Receiver(*script)
        made.append(one.__enter__())
        settings.WEBHOOK_INSIDE = [*settings.WEBHOOK_INSIDE, f"127.0.0.1:{one.port}"]
        return one, f"http://127.0.0.1:{one.port}/hook"

    yield start
    for one in made:
        one.__exit__()


@pytest.fixture
def hooked(club, livia, receiver):
    """``hooked(500)``: the club has a webhook to a receiver that answers like that."""

    def start(*script, **how):
        one, address = receiver(*script)
        hook, secret = add(club, livia, address=address, **how)
        return one, hook, secret

    return start
