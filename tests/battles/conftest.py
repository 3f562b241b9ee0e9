import pytest

from tests.factories import battles


@pytest.fixture
def rome(place, livia):
    return place(livia)


@pytest.fixture
def carthage(place, hanno):
    return place(hanno)


@pytest.fixture
def umpire(place, ines):
    return place(ines)


@pytest.fixture
def battle(club, rome, carthage, umpire):
    """Livia's Romans against Hanno's Carthaginians; Ines is the umpire."""
    return battles.open_battle(club, rome, carthage, umpire=umpire)
