"""A program at the table: it rolls as the page does, and nothing that is no roll."""

import pytest

from battles.models import BattleEntry
from rulesets.awam.phases import deck_of
from tests.api.client import Program
from tests.factories.askari import a_companion
from tests.factories.awam import an_awam_companion
from tests.factories.montjoie import a_table

pytestmark = pytest.mark.django_db

SHOT = {"weapon": "breech_loading_rifle", "figures": 8, "shooting": 2}


@pytest.fixture
def table(club, place, livia):
    return a_companion(club, place(livia))


def test_a_program_rolls_and_reads_what_fell(table, livia):
    program = Program(livia)

    answer = program.post(f"battles/{table.public_id}/roll/", {"kind": "shoot", "arguments": SHOT, "seq": 0})

    assert (answer.status_code, answer.json()["seq"]) == (200, 1)
    (told,) = program.read(f"battles/{table.public_id}/log/")[-1]["happenings"]
    assert (told["kind"], told["data"]["dice"], told["data"]["number"]) == ("shoot", 8, 4)


@pytest.mark.parametrize(
    ("said", "status", "code"),
    [
        ({"kind": "shoot", "arguments": SHOT | {"figures": -5}, "seq": 0}, 422, "out_of_range"),
        ({"kind": "shoot", "arguments": SHOT | {"figures": 10**9}, "seq": 0}, 422, "out_of_range"),
        ({"kind": "shoot", "arguments": SHOT | {"figures": 2.5}, "seq": 0}, 422, "not_plain"),
        ({"kind": "shoot", "arguments": SHOT | {"weapon": "ray_gun"}, "seq": 0}, 422, "unknown_weapon"),
        ({"kind": "conjure", "arguments": {}, "seq": 0}, 422, "not_now"),
        ({"kind": "rally", "arguments": {}, "seq": 7}, 409, "stale"),
    ],
)
def test_what_is_no_roll_is_refused_with_its_code(table, livia, said, status, code):
    answer = Program(livia).post(f"battles/{table.public_id}/roll/", said)

    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert BattleEntry.objects.filter(battle=table).count() == 1


def test_the_same_roll_sent_twice_is_rolled_once(table, livia, marco):
    rally = {"kind": "rally", "arguments": {}, "seq": 0}
    address = f"battles/{table.public_id}/roll/"

    assert Program(livia).post(address, rally).status_code == 200
    assert Program(livia).post(address, rally).json()["code"] == "stale"
    assert Program(marco).post(address, rally).status_code == 404


def test_a_program_deals_for_the_umpire_and_never_sees_the_next_card(club, place, livia, hanno, ines):
    table = an_awam_companion(club, place(ines), place(livia))
    umpire, player = Program(ines), Program(livia)
    dealt = {"kind": "draw", "arguments": {}, "seq": 0}

    refused = player.post(f"battles/{table.public_id}/roll/", dealt)
    assert (refused.status_code, refused.json()["code"]) == (422, "not_now")
    assert umpire.post(f"battles/{table.public_id}/roll/", dealt).status_code == 200
    (told,) = player.read(f"battles/{table.public_id}/log/")[-1]["happenings"]
    assert told["kind"] == "draw"
    left = player.read(f"battles/{table.public_id}/")["view"]["deck"]
    assert told["data"]["card"] not in left
    assert [card for card in deck_of(("first", "second", "third"), ()) if card in left] == left


def test_a_program_sets_the_weather_and_shoots_in_it(club, place, livia, marco):
    table = a_table(club, place(livia))
    address, program = f"battles/{table.public_id}/roll/", Program(livia)
    bow = {"weapon": "longbow", "distance": 11}

    assert program.post(address, {"kind": "turn", "arguments": {"weather": "storm"}, "seq": 0}).status_code == 200
    refused = program.post(address, {"kind": "shoot", "arguments": bow, "seq": 1})
    assert (refused.status_code, refused.json()["code"]) == (422, "too_dark")
    assert program.post(address, {"kind": "shoot", "arguments": bow | {"distance": 10}, "seq": 1}).status_code == 200
    (told,) = program.read(f"battles/{table.public_id}/log/")[-1]["happenings"]
    assert [(row["key"], row["value"]) for row in told["data"]["rows"]] == [("weather.storm", 2)]
    assert Program(marco).post(address, {"kind": "day", "arguments": {}, "seq": 2}).status_code == 404
