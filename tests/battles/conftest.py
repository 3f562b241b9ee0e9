import pytest

from battles.services import opening
from rulesets import registry
from tests.factories import battles
from tests.factories.clubs import NOW
from tests.rulesets.hidden.ruleset import ENVOYS
from tests.rulesets.subjects import AUDIENCE


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


@pytest.fixture
def envoys(monkeypatch):
    """The hidden-card ruleset of the tests, installed beside the others."""
    rulesets = registry.Registry({**registry.OURS, "envoys": "tests.rulesets.hidden.ruleset:Envoys"}, [])
    monkeypatch.setattr(registry, "_installed", rulesets)
    return rulesets.get("envoys")


@pytest.fixture
def court(envoys, club, rome, carthage, umpire, place, marco):
    """Livia, Hanno and Marco before the king; Ines is the umpire."""
    return opening.open_battle(
        club=club,
        ruleset="envoys",
        setup=AUDIENCE,
        seats=dict(zip(ENVOYS, (rome, carthage, place(marco)), strict=True)),
        umpire=umpire,
        by=None,
        now=NOW,
        url="/court/",
    )
