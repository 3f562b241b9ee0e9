"""The page of a battle with three seats and an umpire's own, by rules that measure nothing."""

import pytest

from battles.models import Battle
from battles.narration import core
from battles.services import play
from rulesets import registry
from rulesets.contract import Action, Choice, OneOf, Path, Scene, Token
from tests.battles.conftest import carthage, court, envoys, rome, umpire
from tests.factories.clubs import NOW
from tests.frontend.battles.test_page import text
from tests.rulesets.hidden.ruleset import ENVOYS, HAPPENINGS, Envoys

__all__ = ["carthage", "court", "envoys", "rome", "umpire"]
pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def told(monkeypatch):
    """The game has no words of its own: what happened is called by its kind."""
    for kind in HAPPENINGS:
        monkeypatch.setitem(core._happenings, ("envoys", kind), lambda data, names, kind=kind: kind)


@pytest.fixture
def page(court):
    return f"/battles/{court.public_id}/"


def test_every_seat_has_a_colour_of_its_own_and_the_umpires_is_shown(page, browser, livia, ines, hanno):
    body = browser(livia).get(page).content.decode()

    assert all(f'<span class="side side-{number}">' in body for number in (1, 2, 3))
    told = text(browser(livia).get(page))
    assert "Umpire : Ines" in told.replace("Umpire:", "Umpire :")
    assert "may act, if need be" in told
    assert "All who are asked decide this in secret" in told
    assert "against" not in told.partition("At the table")[0]


def test_the_umpire_has_no_side_and_is_waited_for_by_nobody(page, browser, ines):
    told = text(browser(ines).get(page))

    assert "You are Umpire" in told
    assert "Waiting for" in told
    assert "if you like" in told


def test_of_three_the_winner_is_named_and_several_may_win(court, browser, livia, rome, carthage, place, marco):
    from frontend.views.battlepages.ends import result
    from rulesets.contract import Outcome, SeatResult

    class Seats:
        def seat_name(self, key):
            return key.title()

    def said(**results):
        return str(result(Seats(), Outcome(seats={key: SeatResult(**one) for key, one in results.items()})))

    won, lost = {"result": "win"}, {"result": "loss"}
    assert said(armenia=won, bithynia=won, cappadocia=lost) == "Armenia, Bithynia wins."
    assert said(armenia=lost, bithynia=lost) == "Nobody wins."
    assert said(armenia={"result": "draw"}, bithynia={"result": "draw"}) == "A draw."


class Hexes(Envoys):
    """The same game on a board of named places, on which the first envoy stands."""

    def menu(self, state, seat, focus=None):
        places = Choice(kind="go", arguments={"to": OneOf(values=("H07", "H08/roof"))}, label="one", exact=True)
        way = Choice(kind="path", arguments={"to": Path(places=("H07",), longest=2)}, label="one", exact=False)
        return [places, way]

    def scene(self, view):
        from rulesets.contract import Known

        token = Token(id="one", at=(100, 100), style="man", label="one", of="one", seat=ENVOYS[0], place="H06")
        return Scene(
            width=400,
            height=200,
            title="hexes",
            description="",
            measured=False,
            spots={"H06": (100, 100), "H07": (187, 100), "H08": (274, 100)},
            tokens=(token,),
            roster=(Known(of="one", name="one", seat=ENVOYS[0], figures=1),),
        )


def test_places_with_names_are_tapped_and_told_by_them(court, page, browser, livia, monkeypatch):
    rulesets = registry.Registry({**registry.OURS, "envoys": "tests.frontend.battles.test_many_seats:Hexes"}, [])
    monkeypatch.setattr(registry, "_installed", rulesets)

    told = text(browser(livia).get(page))
    assert "one, H06" in told
    assert " cm" not in told
    answer = browser(livia).get(page, {"unit": "one", "do": "go"})
    body = answer.content.decode()
    assert 'cx="187" cy="100"' in body
    assert 'cx="274" cy="100"' in body
    assert "H08 (roof)" in text(answer)
    assert "millimetres" not in text(browser(livia).get(page, {"unit": "one", "do": "path"}))


def test_the_umpires_card_is_his_to_play_at_any_time(court, page, browser, ines, umpire):
    before = Battle.objects.get(pk=court.pk).seq
    play.act(
        court, seat="umpire", action=Action(kind="award", arguments={"to": ENVOYS[1]}), seq=before, by=umpire, now=NOW
    )

    assert "may act, if need be" not in text(browser(ines).get(page))
