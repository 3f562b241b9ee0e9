import pytest

from tests.factories import askari
from tests.factories.askari import asks
from tests.factories.clubs import NOW
from tests.worlds import once


@pytest.fixture(autouse=True)
def still(monkeypatch):
    """Everything happens at one moment."""
    from clubs import clock

    monkeypatch.setattr(clock, "now", lambda: NOW)


@pytest.fixture
def players(place, livia, hanno):
    return {"west": place(livia), "east": place(hanno)}


@once
def fight(club, players):
    """Livia's redcoats against Hanno's Ansar, before anything was done: both divide their armies, sealed."""
    return askari.a_fight(club, players["west"], players["east"])


@pytest.fixture
def upto(fight, players):
    """``upto("shoot")``: the battle when that is asked, and who is asked."""

    def reach(prompt, seat=None, *, held=None, until=None):
        found = askari.fought(held or fight, players, until or asks(prompt, seat))
        assert found.is_open, f"{prompt} was never asked"
        from rulesets import registry

        ask = next(ask for ask in registry.get("askari").asks(found.state) if ask.prompt == prompt)
        return found, ask.seat

    return reach


@pytest.fixture
def at(browser, players):
    """``at("west")``: the browser of whoever holds the seat."""
    return lambda seat: browser(players[seat].user)
