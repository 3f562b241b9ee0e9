"""A test for each paragraph of sections 1 to 3 that is about the ground; and that every paragraph has one."""

import re
import tomllib
from pathlib import Path

from rulesets.montjoie.contact import may_fight
from rulesets.montjoie.ground import Gallery, Ladder
from rulesets.montjoie.sight import through_holes, through_slits
from rulesets.montjoie.tables import TABLES
from tests.rulesets.montjoie.grounds import cost, ground, move, place, sees

HERE = Path(__file__).parent


def test_3_1_1_a_hoarding_is_as_high_as_the_battlements_behind_it():
    here = ground("cardun")
    assert set(here.hoardings.values()) == {1}
    assert set(here.behind("F07")) == {"E06", "F06"}
    assert move(here, "F07 hoarding", "F08") is None
    assert move(here, "D07 hoarding", "C06") is None


def test_3_1_2_a_step_on_the_hoarding():
    here = ground("cardun")
    assert (cost(here, "E07 hoarding", "F07 hoarding"), cost(here, "F06", "F07 hoarding")) == (1, 3)
    assert here.mark(place("F07 hoarding")) == "-"


def test_3_1_5_slits_look_outwards_and_holes_down():
    here = ground("cardun")
    assert through_slits(here, place("F07 hoarding"), place("F12"))
    assert not through_slits(here, place("F07 hoarding"), place("F05"))
    assert through_holes(here, place("F08"), place("F07 hoarding"))
    assert not through_holes(here, place("F09"), place("F07 hoarding"))
    assert TABLES.uses.holes_up == {"bow"}
    assert TABLES.uses.slits == {"bow", "crossbow"}


def test_3_1_5_nobody_shoots_from_the_battlements_through_a_hoarding():
    assert sees(ground("cardun"), "F06", "F12").why == "hoarding"
    gone = ground("cardun", hoardings=())
    assert sees(gone, "F06", "F12").clear


def test_3_1_9_who_fights_on_a_hoarding():
    here = ground("cardun")
    assert may_fight(here, place("E07 hoarding"), place("F07 hoarding"))
    assert may_fight(here, place("F06"), place("F07 hoarding"))
    assert not may_fight(here, place("F08"), place("F07 hoarding"))
    assert not may_fight(here, place("E06"), place("G07 hoarding"))


def test_3_2_2_the_limits_of_a_thrower_by_his_distance_to_the_pile():
    assert TABLES.rocks.limits == ("free", "still", "slow")
    assert TABLES.number["rocks_reach"] == 2


def test_3_3_4_a_hex_in_the_mine():
    here = ground("cardun", mines=(Gallery("N06", -1), Gallery("N05", -1)))
    assert cost(here, "N06 mine1", "N05 mine1") == 2
    assert here.mark(place("N06 mine1")) == "-"
    assert sees(here, "N06 mine1", "N05 mine1").why == "mine"
    assert move(here, "N06", "N05 mine1") is None
    assert may_fight(here, place("N06 mine1"), place("N05 mine1"))


def test_3_4_2_places_on_a_rope():
    low = ground("cardun", ropes=(Ladder("r", "M07", "M06"),))
    high = ground("cardun", ropes=(Ladder("r", "R08", "R07"),))
    assert low.layers("M07") == ("base", "rope1")
    assert high.layers("R08") == ("base", "rope1", "rope2")
    assert may_fight(high, place("R08 rope2"), place("R07"))
    assert not may_fight(high, place("R08 rope1"), place("R07"))
    assert may_fight(low, place("M07 rope1"), place("M06"))


def test_every_paragraph_has_its_tests():
    named = {key: tests for part in _paragraphs().values() for key, tests in part.items()}
    there = set(
        re.findall(r"^def (test_\w+)", "\n".join(path.read_text() for path in HERE.glob("test_*.py")), re.MULTILINE)
    )
    assert {name for tests in named.values() for name in tests} - there == set()
    assert all(named.values())


def _paragraphs():
    return tomllib.loads((HERE / "paragraphs.toml").read_text())
