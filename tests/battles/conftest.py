import pytest

from battles.services import opening, single
from rulesets import registry
from tests.factories import battles
from tests.factories.clubs import NOW
from tests.rulesets.hidden.ruleset import ENVOYS
from tests.rulesets.subjects import AUDIENCE
from tests.worlds import once


@pytest.fixture
def rome(place, livia):
    return place(livia)


@pytest.fixture
def carthage(place, hanno):
    return place(hanno)


@pytest.fixture
def umpire(place, ines):
    return place(ines)


@once
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
def open_court(envoys, club, rome):
    """A battle of no war, opened by Livia: she sits at the first seat, the others as told."""

    def start(*others, umpire=None, by=rome, **about):
        seats = dict(zip(ENVOYS, (by, *others), strict=True))
        told = {"scenario": "", "forces": None, "options": dict(AUDIENCE.options), "now": NOW, "title": "The king"}
        return single.start(club=club, ruleset="envoys", seats=seats, umpire=umpire, by=by, **{**told, **about})

    return start


@once
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
