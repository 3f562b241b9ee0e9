"""What nobody may do at Montjoie is refused by the rules, on the page and through the API, with its code and paragraph; nothing is stored."""

import json

import pytest

from battles.models import Battle, BattleEntry
from rulesets import registry
from rulesets.contract import Action
from rulesets.montjoie.state import decoded, encoded
from tests.api.client import Program
from tests.factories import montjoie
from tests.factories.askari import asks, fought
from tests.worlds import once

pytestmark = pytest.mark.django_db

RULES = registry.get("montjoie")
WAY = [f"B{row:02d}" for row in range(1, 42)]

DEPLOYING = {
    "an enemy": ("place", {"fig": "hew", "to": "B06", "face": 0, "kneel": False}, "not_yours"),
    "nobody": ("place", {"fig": "nobody", "to": "B06", "face": 0, "kneel": False}, "not_yours"),
    "outside the zone": ("place", {"fig": "wymer", "to": "T15", "face": 0, "kneel": False}, "outside_zone"),
    "off the map": ("place", {"fig": "wymer", "to": "ZZ99", "face": 0, "kneel": False}, "no_such_place"),
    "no place at all": ("place", {"fig": "wymer", "to": "<b>", "face": 0, "kneel": False}, "no_such_place"),
    "a layer that is not there": (
        "place",
        {"fig": "wymer", "to": "B06/roof", "face": 0, "kneel": False},
        "no_such_place",
    ),
    "a seventh way": ("place", {"fig": "hamelin", "to": "B06", "face": 6, "kneel": False}, "bad_direction"),
    "a rider on his knees": ("place", {"fig": "hamelin", "to": "C07", "face": 0, "kneel": True}, "cannot_kneel"),
    "a knee of another kind": ("place", {"fig": "wymer", "to": "B06", "face": 0, "kneel": "yes"}, "bad_arguments"),
    "a direction in words": ("place", {"fig": "wymer", "to": "B06", "face": "0", "kneel": False}, "bad_arguments"),
    "something missing": ("place", {"fig": "wymer"}, "bad_arguments"),
    "something too much": ("end_deploy", {"x": 1}, "bad_arguments"),
    "not everybody": ("end_deploy", {}, "not_all_placed"),
    "another phase": ("attack", {"figs": ["wymer"], "target": "hew"}, "not_now"),
    "no such thing": ("nonsense", {}, "not_now"),
}
MOVING = {
    "an enemy": ("step", {"fig": "hew", "to": "K07"}, "not_yours"),
    "twice": ("step", {"fig": "alard", "to": "E08"}, "has_moved"),
    "the dead": ("step", {"fig": "guiot", "to": "B08"}, "not_yours"),
    "not beside": ("step", {"fig": "wymer", "to": "A01"}, "no_step"),
    "over the edge": ("step", {"fig": "wymer", "to": "A00"}, "no_such_place"),
    "out of reach": ("go", {"fig": "wymer", "to": "T15"}, "out_of_reach"),
    "a way through a wall": ("path", {"fig": "wymer", "to": ["D10", "D11"]}, "no_step"),
    "a way over the edge": ("path", {"fig": "wymer", "to": ["E10", "E99"]}, "no_such_place"),
    "no way": ("path", {"fig": "wymer", "to": []}, "no_path"),
    "a way without end": ("path", {"fig": "wymer", "to": WAY}, "no_path"),
    "a way of numbers": ("path", {"fig": "wymer", "to": [1, 2]}, "bad_arguments"),
    "a rider's step on foot": ("ride", {"fig": "wymer", "dir": 0}, "not_mounted"),
    "a direction that is none": ("ride", {"fig": "hamelin", "dir": -5}, "no_step"),
    "a direction far off": ("ride", {"fig": "hamelin", "dir": 10**9}, "no_step"),
    "a direction of another kind": ("ride", {"fig": "hamelin", "dir": 1.5}, ("bad_arguments", "not_plain")),
    "a horse that is not there": ("mount", {"fig": "wymer", "horse": "nobody"}, "no_horse"),
    "another phase": ("shoot", {"fig": "guiot", "weapon": "crossbow", "target": "hew"}, "not_now"),
}
FIRING = {
    "an enemy's bow": ("shoot", {"fig": "hew", "weapon": "longbow", "target": "wymer"}, "not_yours"),
    "at one's own": ("shoot", {"fig": "guiot", "weapon": "crossbow", "target": "wymer"}, "no_target"),
    "at nobody": ("shoot", {"fig": "guiot", "weapon": "crossbow", "target": "nobody"}, "no_target"),
    "without a bow": ("shoot", {"fig": "wymer", "weapon": "crossbow", "target": "hew"}, "no_such_weapon"),
    "what is far off or cannot be seen": (
        "shoot",
        {"fig": "guiot", "weapon": "crossbow", "target": "lambin"},
        "not_visible",
    ),
}
CASES = {"deploy": DEPLOYING, "move": MOVING, "fire": FIRING}


@pytest.fixture
def players(place, livia, hanno):
    return {"first": place(livia), "second": place(hanno)}


@once
def toll(club, players):
    """The convoy is to be set up."""
    held = montjoie.a_fight(club, players["first"], players["second"], scenario="toll")
    return fought(held, players, asks("deploy", "first"))


def at(held, question, players):
    """The same battle at a question to the convoy: one of them has moved, one has fallen."""
    held = fought(held, players, asks(question, "first"))
    if question == "move":
        state = decoded(held.state)
        state.figures["alard"].done = True
        state.figures["guiot"].where, state.figures["guiot"].at = "dead", ""
        state.figures["wymer"].at = "E09"
        held.state = encoded(state)
        held.save(update_fields=["state"])
    return held


def stored():
    return [list(table.objects.order_by("pk").values()) for table in (Battle, BattleEntry)]


@pytest.mark.parametrize("question", CASES)
def test_what_nobody_may_do_is_refused_everywhere_alike(toll, players, livia, client, question):
    held = at(toll, question, players)
    before = stored()
    client.force_login(livia)
    program = Program(livia)
    for name, (kind, arguments, code) in CASES[question].items():
        codes = (code,) if isinstance(code, str) else code
        if isinstance(code, str):
            problem = RULES.check(held.state, "first", Action(kind=kind, arguments=arguments))
            assert problem is not None, name
            assert problem.code == code, name
            assert problem.rule.startswith("Montjoie") or code == "bad_arguments", name

        sent = {"seq": held.seq, "kind": kind, "arguments": json.dumps(arguments)}
        page = client.post(f"/battles/{held.public_id}/act/", sent)
        assert page.status_code == 422, name

        body = {"kind": kind, "arguments": arguments, "seat": "first"}
        answer = program.post(f"battles/{held.public_id}/act/", body, If_Match="*")
        assert (answer.status_code, answer.json()["code"] in codes) == (422, True), (name, answer.json())
    assert stored() == before


def test_a_number_of_yesterday_and_another_ones_turn_change_nothing(toll, players, livia, hanno, client):
    before = stored()
    action = {"kind": "place_rest", "arguments": "{}"}
    client.force_login(livia)
    assert client.post(f"/battles/{toll.public_id}/act/", {"seq": toll.seq - 1, **action}).status_code == 409

    client.force_login(hanno)
    refused = client.post(f"/battles/{toll.public_id}/act/", {"seq": toll.seq, **action})
    body = {"kind": "place_rest", "arguments": {}, "seat": "second"}
    answer = Program(hanno).post(f"battles/{toll.public_id}/act/", body, If_Match="*")

    assert refused.status_code in (403, 409, 422)
    assert answer.status_code in (403, 409, 422)
    assert stored() == before
