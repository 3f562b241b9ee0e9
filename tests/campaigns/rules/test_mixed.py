"""One war, two battle rulesets: how a scenario says by which it is played, and who goes to a skirmish."""

import json
from typing import Any

import msgspec
import pytest

from campaigns.rules.decisions import Fought
from campaigns.rules.engine import HOST, Rules
from campaigns.rules.fields import battle_setup, detached
from campaigns.rules.pack import Detachment, Pack, canonical, decode
from campaigns.rules.packcheck import problems
from campaigns.rules.places import Node
from campaigns.rules.recordbattle import outcome_of
from campaigns.rules.recordyearwrite import battle
from campaigns.rules.state import Mustered, State
from rulesets.contract import CharacterIn, CharacterResult, Force, Outcome, SeatResult, UnitIn, UnitResult
from rulesets.dice import Keyed, Loaded
from tests.campaigns.rules import sudan
from tests.campaigns.rules.documents import changed

DOCUMENT: dict[str, Any] = json.loads(canonical(sudan.PACK))
FIRST, SECOND = sudan.PACK.side_keys
FEW = {"figures": {"anglo_egyptians": 8, "mahdists": 9}, "each": 5, "people": 1}
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
        ({"also": [{**ASKARI, "detachment": {**FEW, "figures": {FIRST: 0, SECOND: 9}}}]}, f"also[0].detachment.figures.{FIRST}", "out_of_range"),
        ({"also": [{**ASKARI, "detachment": {**FEW, "figures": {FIRST: 9}}}]}, f"also[0].detachment.figures.{SECOND}", "missing"),
        ({"also": [{**ASKARI, "detachment": {**FEW, "figures": {**FEW["figures"], "rome": 3}}}]}, "also[0].detachment.figures", "unknown_name"),
        ({"also": [], "played_reading": "battles_by"}, "played_reading", "unknown_name"),
        ({"played_reading": "weather"}, "played_reading", "unknown_name"),
    ],
)  # fmt: skip
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
    ("units", "sent"),
    [
        ([unit("a", 8, 10), unit("b", 8, 10)], {"a": 5, "b": 5}),
        ([unit("a", 8, 10), unit("b", 2, 10)], {"a": 6, "b": 2}),
        ([unit("a", 8, 10), unit("b", 8, 10), unit("c", 8, 10)], {"a": 4, "b": 3, "c": 3}),
        ([unit(key, 8, 10) for key in "abcdefghijkl"], dict.fromkeys("abcdefghij", 1)),
        ([GUN, unit("b", 8, 10)], {"b": 6}),
        ([GUN], {}),
    ],
)
def test_each_unit_sends_a_man_in_turn_until_enough_are_there(units, sent):
    rule = Detachment(figures={FIRST: 10, SECOND: 20}, each=6, people=0)
    found = detached(sudan.PACK, FIRST, Force(units=tuple(units)), rule)

    assert {one.id: one.figures for one in found.units} == sent


def test_the_highest_in_rank_go_with_them():
    rule = Detachment(figures={FIRST: 10, SECOND: 20}, each=6, people=1)
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
    orders = dict.fromkeys((FIRST, SECOND), "march")
    now = msgspec.structs.replace(state.now, scenario=scenario, muster=everybody, orders=orders)
    return rules, msgspec.structs.replace(state, now=now)


def test_to_a_skirmish_goes_a_detachment_in_the_words_of_its_rules_and_to_the_other_battle_everybody():
    rules, state = mustered("patrol")
    few, all_of_them = (battle_setup(rules, state, one).forces[FIRST] for one in ("awam", "askari"))

    assert {one.id: one.figures for one in few.units} == {
        "Royal Sussex": 2,
        "Black Watch": 2,
        "Heavy Camel Regiment": 2,
        "2nd Egyptian": 2,
        "Ababda": 1,
    }
    assert few.units[0].profile == {"kind": "soldier", "steady": True}
    assert sum(one.figures for one in all_of_them.units) == sum(one.figures for one in state.units[FIRST].values())


# --- What comes back -------------------------------------------------------------------------------------------------


def fought_on(scenario: str, *, faces: dict[str, list[int]], characters: dict[str, Any]) -> tuple[Rules, State, Any]:
    """A battle that the second side won; the war after it, and what happened."""
    rules, state = mustered(scenario)
    state = msgspec.structs.replace(state, stage="battle")
    won = {FIRST: SeatResult(result="loss", level="minor"), SECOND: SeatResult(result="win", level="minor")}
    outcome = Outcome(
        seats=won,
        units={FIRST: {"Royal Sussex": UnitResult(destroyed=1, routed=1, captured=1)}},
        characters=characters,
        special={"scores": {FIRST: 3, SECOND: 40}},
    )
    dice = Loaded(faces, otherwise=Keyed(sudan.key("comes back")))
    assert rules.check(state, HOST, Fought(outcome=outcome)) is None
    step = rules.apply(state, {HOST: Fought(outcome=outcome)}, dice)
    return rules, step.state, (step.happenings, [one.address for one in dice.rolled])


def test_a_character_taken_in_a_skirmish_is_a_prisoner_without_a_roll_and_can_be_bought_back():
    taken = {FIRST: {"Colonel": CharacterResult(fate="captured")}}
    rules, state, (happenings, rolled) = fought_on("scouts", faces={}, characters=taken)
    told = [one.data for one in happenings if one.kind == "fate"]

    assert told == [{"side": FIRST, "character": "Colonel", "result": "captured", "column": "taken"}]
    assert not [address for address in rolled if "/fate/" in address]
    assert state.characters[FIRST]["Colonel"].status == "captured"
    assert [(ask.seat, ask.prompt) for ask in rules.owed(state)] == [(FIRST, "ransom")]


def test_a_character_felled_in_a_skirmish_rolls_for_his_fate_and_keeps_wound_and_deed():
    felled = {FIRST: {"Colonel": CharacterResult(fate="felled", deeds=1)}}
    faces = {f"year/1/fate/{FIRST}/Colonel": [3, 4], f"year/1/wound/{FIRST}/Colonel": [1, 4]}
    _rules, state, _told = fought_on("scouts", faces=faces, characters=felled)
    colonel = state.characters[FIRST]["Colonel"]

    assert (colonel.status, colonel.wounds, colonel.deeds) == ("ready", (5,), 1)


def test_the_losses_of_a_skirmish_go_back_to_the_unit_and_nobody_else_is_hurt():
    _rules, state, _told = fought_on("scouts", faces={}, characters={})
    before = mustered("scouts")[1]
    changed_ = {
        key: one.figures - before.units[FIRST][key].figures
        for key, one in state.units[FIRST].items()
        if one.figures != before.units[FIRST][key].figures
    }

    assert list(changed_) == ["Royal Sussex"]


def test_what_a_record_says_of_a_prisoner_is_read_again():
    outcome = Outcome(
        seats={FIRST: SeatResult(result="draw"), SECOND: SeatResult(result="draw")},
        characters={FIRST: {"Colonel": CharacterResult(fate="captured", deeds=2)}},
    )
    rules, state = mustered("scouts")
    written = battle(outcome, sudan.PACK, state)

    assert written["felled"] == [{"side": FIRST, "character": "Colonel", "captured": True}]
    assert outcome_of(rules, state, Node(written, "battle")).characters[FIRST] == outcome.characters[FIRST]
