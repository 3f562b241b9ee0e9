"""The two-world test of a battle: whoever is not the seat that hides cannot tell from any page or answer what it hid, or where.

The battle is begun twice with another unit in ambush, laid in another place, and another secret of the dice; everything else is the
same. Every page of the battle and every operation of the API must then come to the same for everybody else.
"""

from functools import partial

import pytest
from django.db import transaction

from battles.services import play
from rulesets import registry
from rulesets.contract import Action
from tests.factories import askari
from tests.factories.clubs import NOW
from tests.leaks.test_two_worlds import Undone, _answer, differences
from tests.rulesets.askari.battles import SMALL

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

PAGES = ("", "news/", "log/", "log/0/", "log/1/", "log/2/", "dice/", "record.json")
FORMS = (
    ("act/", {"kind": "split", "arguments": "{}"}),
    ("act/", {"do": "hide"}),
    ("act/", {"kind": "reveal", "arguments": '{"unit": "east:spears"}'}),
    ("undo/", {}),
    ("say/", {"text": "Where are you?"}),
)
API = ("", "log/", "mark/", "chat/", "dice/")


def sealed(club, players, stilled, unit: str):
    """East has said which unit hides; West has not answered yet."""
    stilled(7)
    held = askari.a_fight(club, players["west"], players["east"], scenario="village", one=SMALL, other=SMALL)
    split = Action(kind="split", arguments={"hidden": [unit]})
    return play.act(held, seat="east", action=split, seq=0, by=players["east"], now=NOW)


def laid(club, players, stilled, place: int):
    """East's spears lie in ambush, in one thicket or another."""
    rules = registry.get("askari")
    held = sealed(club, players, stilled, "east:spears")
    while True:
        asks = rules.asks(held.state)
        hiding = [ask for ask in asks if ask.prompt == "hide"]
        for ask in hiding or asks:
            action = _lair(rules, held, place) if hiding else rules.bot(held.state, ask.seat)
            held = play.act(held, seat=ask.seat, action=action, seq=held.seq, by=players[ask.seat], now=NOW)
        if hiding:
            return held


def _lair(rules, held, place: int) -> Action:
    """The first place that is offered, or the last."""
    (choice,) = [one for one in rules.menu(held.state, "east") if one.kind == "hide"]
    spots = choice.arguments["units"].fields["east:spears"].values
    return Action(kind="hide", arguments={"units": {"east:spears": spots[-1 if place else 0]}})


def seen(client, held, public, forms=FORMS):
    found = {}
    home = f"/battles/{held.public_id}/"
    for path in PAGES:
        found[path] = _answer(lambda path=path: client.get(home + path), public)
    for number, (path, form) in enumerate(forms):
        found[f"{path} {number}"] = _sent(client, home + path, {"seq": held.seq, **form}, public)
    for path in API:
        found[f"api {path}"] = _answer(lambda path=path: client.get(f"/api/v1{home}{path}"), public)
    return found


def _sent(client, address, form, public):
    came = ()
    try:
        with transaction.atomic():
            came = _answer(lambda: client.post(address, form), public)
            raise Undone
    except Undone:
        return came


def both(client, worlds, forms=FORMS, public=lambda held: []):
    """What somebody sees in each of two worlds. ``public``: what of a battle everybody may see though it is never the same."""
    found = []
    for world in worlds:
        try:
            with transaction.atomic():
                held = world()
                client.get("/")
                found.append(seen(client, held, public(held), forms))
                raise Undone
        except Undone:
            pass
    return found


@pytest.fixture
def players(place, livia, hanno):
    return {"west": place(livia), "east": place(hanno)}


@pytest.fixture
def look(browser, livia, hanno, marco):
    """``look("a spectator", worlds)``: what he sees in each."""
    people = {"the other player": livia, "a spectator": marco, "a visitor": None, "its own seat": hanno}
    return lambda who, worlds: both(browser(people[who]), worlds)


@pytest.mark.parametrize("who", ["the other player", "a spectator", "a visitor"])
def test_nobody_can_tell_what_is_sealed(club, players, stilled, look, who):
    worlds = [partial(sealed, club, players, stilled, unit) for unit in ("east:spears", "east:rifles")]

    assert differences(*look(who, worlds)) == []


@pytest.mark.parametrize("who", ["the other player", "a spectator"])
def test_nobody_can_tell_where_an_ambush_lies(club, players, stilled, look, who):
    worlds = [partial(laid, club, players, stilled, place) for place in (0, 1)]

    one, other = look(who, worlds)

    assert differences(one, other) == []
    assert (one[""][0], one["api "][0]) == (200, 200)


def test_the_seat_itself_sees_what_it_sealed_and_where_it_lies(club, players, stilled, look):
    """Else the tests above would find nothing because there is nothing to find."""
    split = [partial(sealed, club, players, stilled, unit) for unit in ("east:spears", "east:rifles")]
    ambush = [partial(laid, club, players, stilled, place) for place in (0, 1)]

    assert differences(*look("its own seat", split)) != []
    assert differences(*look("its own seat", ambush)) != []
