"""A war that has begun, on a still clock, and a program for each of its people."""

import pytest

from clubs import clock
from tests.api.client import Program
from tests.factories.campaigns import a_war
from tests.factories.clubs import NOW
from tests.leaks.conftest import scene as scene
from tests.leaks.conftest import webhooks_go_nowhere as webhooks_go_nowhere
from tests.worlds import once


@pytest.fixture
def still():
    clock.set_offset(NOW - clock.now())


@once
def war(club, place, livia, hanno, ines, still):
    """Livia commands Rome, Hanno Carthage; Ines is its umpire; the orders of the first year are awaited."""
    return a_war(club, rome=place(livia), carthage=place(hanno), by=place(livia), umpire=place(ines))


@pytest.fixture
def at(war):
    """``at("year/order/")``: an address of the war."""
    return lambda rest="": f"wars/{war.public_id}/{rest}"


@pytest.fixture
def rome(livia, war) -> Program:
    return Program(livia)


@pytest.fixture
def carthage(hanno, war) -> Program:
    return Program(hanno)
