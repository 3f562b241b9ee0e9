"""One war, two battle rulesets: how a scenario says by which it is played, and who goes to a skirmish."""

import json
from typing import Any

import msgspec
import pytest

from campaigns.rules.engine import Rules
from campaigns.rules.fields import battle_setup, detached
from campaigns.rules.pack import Detachment, Pack, canonical, decode
from campaigns.rules.packcheck import problems
from campaigns.rules.state import Mustered, State
from rulesets.contract import CharacterIn, Force, UnitIn
from tests.campaigns.rules import sudan
from tests.campaigns.rules.documents import changed

DOCUMENT: dict[str, Any] = json.loads(canonical(sudan.PACK))
FIRST, SECOND = sudan.PACK.side_keys
FEW = {"figures": 10, "points": 100, "each": 5, "people": 1}
ASKARI = {"ruleset": "askari", "scenario": "skirmish"}


def pack(**scenario: Any) -> Pack:
    """The pack with another scenario of scouts."""
    return decode(changed(DOCUMENT, "scenarios.scouts", {**DOCUMENT["scenarios"]["scouts"], **scenario}))


def test_a_scenario_names_the_ruleset_that_plays_it_and_those_that_may_play_it_instead():
    assert [one.ruleset for one in sudan.PACK.ways("scouts")] == ["awam", "askari"]
    assert [one.ruleset for one in sudan.PACK.ways("patrol")] == ["askari", "awam"]
    assert sudan.PACK.ways("moon") == ()


def test_every_scenario_can_be_fought_with_either_ruleset():
    found = [{one.ruleset for one in sudan.PACK.ways(key)} for key in sudan.PACK.scenarios]

    assert found == [{"askari", "awam"}] * len(found)


@pytest.mark.parametrize(("chosen", "scouts", "patrol"), [("askari", "awam", "askari"), ("awam", "awam", "awam")])
def test_the_club_s_reading_says_by_which_it_is_played_where_nobody_wishes_otherwise(chosen, scouts, patrol):
    readings = {"battles_by": chosen}
    found = [sudan.PACK.preferred(one, readings) for one in ("scouts", "patrol")]

    assert [one.ruleset for one in found if one is not None] == [scouts, patrol]


@pytest.mark.parametrize(
    ("about", "place", "code"),
    [
        ({"also": [{"ruleset": "awam", "scenario": "meeting"}]}, "also[0].ruleset", "twice"),
        ({"also": [{"ruleset": "chess", "scenario": "meeting"}]}, "also[0].ruleset", "unknown_name"),
        ({"also": [{"ruleset": "askari", "scenario": "moon"}]}, "also[0].scenario", "unknown_name"),
        ({"also": [{**ASKARI, "detachment": {**FEW, "each": 0}}]}, "also[0].detachment.each", "out_of_range"),
        ({"also": [{**ASKARI, "detachment": {**FEW, "people": -1}}]}, "also[0].detachment.people", "out_of_range"),
        ({"also": [], "played_reading": "battles_by"}, "played_reading", "unknown_name"),
        ({"played_reading": "weather"}, "played_reading", "unknown_name"),
    ],
)
def test_what_is_wrong_with_another_way_to_play_a_scenario_is_found_with_its_place(about, place, code):
    assert (f"scenarios.scouts.{place}", code) in [(one.place, one.code) for one in problems(pack(**about))]


def test_another_way_needs_a_first_one():
    scenario = {key: value for key, value in DOCUMENT["scenarios"]["scouts"].items() if key != "played"}
    wrong = problems(decode(changed(DOCUMENT, "scenarios.scouts", scenario)))

    assert ("scenarios.scouts.played", "missing") in [(one.place, one.code) for one in wrong]


@pytest.mark.parametrize("kind", ["sailor", 7])
def test_a_troop_that_the_other_ruleset_does_not_know_is_found(kind):
    place = next(i for i, row in enumerate(sudan.PACK.troop_rows) if "awam" in row.profiles)
    found = problems(decode(changed(DOCUMENT, f"troops.{place}.profiles.awam.kind", kind)))

    assert [one.place.startswith(f"troops[{place}].profiles.awam") for one in found] == [True]


# --- Who goes --------------------------------------------------------------------------------------------------------


def unit(key: str, figures: int, points: int, **more: Any) -> UnitIn:
    return UnitIn(id=key, name=key, figures=figures, points=points, **more)


GUN = unit("gun", 3, 9, arm="other", command=30)
COLONEL = CharacterIn(id="colonel", name="Colonel", rank="subordinate")
GENERAL = CharacterIn(id="general", name="General", rank="general")


@pytest.mark.parametrize(
    ("units", "rule", "sent"),
    [
        ([unit("a", 8, 10), unit("b", 8, 10)], Detachment(figures=10, points=500, each=6, people=0), {"a": 5, "b": 5}),
        ([unit("a", 8, 10), unit("b", 2, 10)], Detachment(figures=10, points=500, each=6, people=0), {"a": 6, "b": 2}),
        ([unit("a", 8, 20), unit("b", 8, 10)], Detachment(figures=10, points=75, each=6, people=0), {"a": 2, "b": 3}),
        ([unit("a", 8, 90)], Detachment(figures=10, points=50, each=6, people=0), {"a": 1}),
        ([GUN, unit("b", 8, 10)], Detachment(figures=10, points=500, each=6, people=0), {"b": 6}),
        ([GUN], Detachment(figures=10, points=500, each=6, people=0), {}),
    ],
)
def test_each_unit_sends_a_man_in_turn_until_enough_are_there(units, rule, sent):
    found = detached(sudan.PACK, FIRST, Force(units=tuple(units)), rule)

    assert {one.id: one.figures for one in found.units} == sent


def test_the_highest_in_rank_go_with_them():
    rule = Detachment(figures=5, points=500, each=6, people=1)
    found = detached(sudan.PACK, FIRST, Force(units=(unit("a", 8, 10),), characters=(COLONEL, GENERAL)), rule)

    assert found.characters == (GENERAL,)


def mustered(scenario: str) -> tuple[Rules, State]:
    """Everybody has mustered for a scenario."""
    rules = Rules(sudan.PACK)
    state = rules.begin(sudan.start())
    everybody = {
        side: Mustered(units=tuple(state.units[side]), characters=tuple(state.characters[side]))
        for side in (FIRST, SECOND)
    }
    now = msgspec.structs.replace(state.now, scenario=scenario, muster=everybody)
    return rules, msgspec.structs.replace(state, now=now)


def test_to_a_skirmish_goes_a_detachment_in_the_words_of_its_rules_and_to_the_other_battle_everybody():
    rules, state = mustered("patrol")
    few, all_of_them = (battle_setup(rules, state, one).forces[FIRST] for one in ("awam", "askari"))

    assert {one.id: one.figures for one in few.units} == {
        "Royal Sussex": 2,
        "Black Watch": 2,
        "Heavy Camel Regiment": 2,
        "2nd Egyptian": 1,
        "Ababda": 1,
    }
    assert few.units[0].profile == {"kind": "soldier", "steady": True}
    assert sum(one.figures for one in all_of_them.units) == sum(one.figures for one in state.units[FIRST].values())
