"""The two-world test of AWAM: briefings, the way by which an expedition comes on, standing instructions, what lies hidden, and what the
umpire keeps to himself are told to nobody whom they do not concern.

A battle is begun twice with another of these secrets; everything else is the same. Every page of the battle and every operation of the
API must then come to the same for everybody else, the spectator included.
"""

from functools import partial

import pytest
from django.db import transaction

from battles.models import DiceSecret
from battles.services import play
from rulesets.contract import Action
from rulesets.vocabulary import UMPIRE
from tests.factories import awam
from tests.factories.clubs import NOW
from tests.leaks.test_battles import both
from tests.leaks.test_two_worlds import Undone, differences

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.timeout(600)]

FORMS = (
    ("act/", {"kind": "enter", "arguments": '{"way": "c"}'}),
    ("act/", {"kind": "pick", "arguments": '{"squad": "1.1"}'}),
    ("act/", {"kind": "fire", "arguments": '{"fig": "1.1.1", "target": "2.1.1", "aimed": false, "shots": 1}'}),
    ("act/", {"kind": "attack", "arguments": '{"fig": "1.1.1", "target": "2.2.3"}'}),
    ("act/", {"do": "enter"}),
    ("act/", {"kind": "hide", "arguments": "{}"}),
    ("undo/", {}),
    ("say/", {"text": "Where do you come from?"}),
)
OTHERS = ("another player", "a spectator", "a visitor")
SEEDS = range(7, 40)


@pytest.fixture
def members(place, livia, hanno, fabia):
    return place(livia), place(hanno), place(fabia)


@pytest.fixture
def people(livia, hanno, ines, marco):
    return {
        "its own seat": livia,
        "another player": hanno,
        "the umpire": ines,
        "a spectator": marco,
        "a visitor": None,
    }


@pytest.fixture
def begun(club, place, members, ines, stilled):
    """``begun(seed)``: the race to Fashoda between three, with an umpire; nobody has said how he comes."""

    def of(seed: int = 7, scenario: str = "fashoda", players: int = 3):
        stilled(seed)
        return awam.a_skirmish(club, *members[:players], scenario=scenario, umpire=place(ines))

    return of


@pytest.fixture
def look(browser, people):
    """``look("a spectator", worlds)``: what he sees in each. ``public``: what is masked."""

    def of(who, worlds, public=lambda held: []):
        return both(browser(people[who]), worlds, FORMS, public)

    return of


def _seal(held) -> list[str]:
    """The seal of the dice, and the link of the book that it goes into: everybody may see them."""
    sealed = DiceSecret.objects.filter(game=held.game).values_list("commitment", flat=True)
    return [*sealed, held.head]


def _aims(held) -> dict[str, str]:
    return {seat: side["aim"] for seat, side in held.state["sides"].items() if side.get("aim")}


def _act(held, seat: str, kind: str, **arguments):
    by = awam.players_of(held)[seat]
    return play.act(held, seat=seat, action=Action(kind=kind, arguments=arguments), seq=held.seq, by=by, now=NOW)


def _tried(make):
    """What a world holds; the world is taken back."""
    found = None
    try:
        with transaction.atomic():
            found = make()
            raise Undone
    except Undone:
        return found


@pytest.fixture
def briefed(begun):
    """Two worlds in which the second and the fifth seat have the same briefing, and the first another."""
    dealt = {seed: _tried(lambda seed=seed: _aims(begun(seed))) for seed in SEEDS}
    for one, mine in dealt.items():
        for other, theirs in dealt.items():
            if mine["first"] != theirs["first"] and all(mine[key] == theirs[key] for key in ("second", "fifth")):
                return [partial(begun, one), partial(begun, other)]
    raise AssertionError(dealt)


@pytest.fixture
def sealed(begun):
    """The first seat has said how it comes; the others have not answered."""

    def of(way: str):
        return _act(begun(), "first", "enter", way=way)

    return [partial(of, way) for way in ("a", "b")]


@pytest.fixture
def coming(begun):
    """All have said how they come, and the first card is another's: nobody of the first seat stands on the table."""

    def of(way: str, seed: int):
        held = begun(seed)
        for seat in ("first", "second", "fifth"):
            held = _act(held, seat, "enter", way=way if seat == "first" else "a")
        return held

    seed = next(one for one in SEEDS if _tried(lambda one=one: of("a", one).state["active"]["owner"]) == "second")
    return [partial(of, way, seed) for way in ("a", "b")]


@pytest.fixture
def instructed(begun):
    """The first seat has told its men what to do when they are attacked, and with prisoners."""

    def of(prisoners: str, fires: bool):
        held = awam.fought(begun(), awam.asks("orders"))
        return _act(held, "first", "instruct", prisoners=prisoners, fire_at_attackers=fires)

    return [partial(of, "none", False), partial(of, "all", True)]


@pytest.fixture
def told(begun):
    """The umpire has sent a word to the first seat alone."""

    def of(text: str):
        return _act(begun(), UMPIRE, "message", seats=["first"], text=text)

    return [partial(of, "They come by river."), partial(of, "They come by land..")]


@pytest.fixture
def chosen(begun):
    """The umpire has chosen what the next joker brings."""

    def of(number: int):
        held = awam.fought(begun(), awam.asks("orders"))
        return _act(held, UMPIRE, "event", number=number, reason="As the sheet says.")

    return [partial(of, number) for number in (2, 6)]


@pytest.fixture
def lurking(begun):
    """A raider of the second seat lies in one place of his bush, or in another, where the umpire put him."""

    def of(x: int):
        held = awam.fought(begun(scenario="ivory", players=2), awam.asks("orders"))
        return _act(held, UMPIRE, "place", fig="2.2.3", x=x, y=700, reason="He lies deeper in the bush.")

    return [partial(of, x) for x in (850, 880)]


@pytest.fixture
def laid(begun):
    """The raiders lie as the sheet has them, or their owner has put two of them elsewhere in their bushes."""

    def of(moved: dict[str, tuple[int, int]]):
        held = begun(scenario="ivory", players=2)
        rows = held.state["figures"]
        places = {key: {"x": row["at"][0], "y": row["at"][1]} for key, row in rows.items() if row["where"] == "hidden"}
        places |= {key: {"x": x, "y": y} for key, (x, y) in moved.items()}
        return _act(held, "second", "hide", **({"places": places} if moved else {}))

    return [partial(of, {}), partial(of, {"2.1.1": (633, 157), "2.2.3": (907, 661)})]


def test_nobody_can_tell_where_an_ambush_was_laid_nor_whether_its_owner_moved_it(look, laid):
    for who in ("its own seat", "a spectator", "a visitor"):  # the first seat has the caravan
        assert differences(*look(who, laid)) == [], who
    assert differences(*look("another player", laid)) != []  # whose raiders they are
    assert differences(*look("the umpire", laid)) != []


def test_nobody_can_tell_anothers_briefing(look, briefed):
    for who in OTHERS:
        assert differences(*look(who, briefed, _seal)) == [], who
    assert differences(*look("its own seat", briefed, _seal)) != []
    assert differences(*look("the umpire", briefed, _seal)) != []


def test_nobody_can_tell_how_an_expedition_will_come_while_that_is_sealed(look, sealed):
    for who in (*OTHERS, "the umpire"):
        one, other = look(who, sealed)
        assert differences(one, other) == [], who
        assert who == "a visitor" or (one[""][0], one["api "][0]) == (200, 200)
    assert differences(*look("its own seat", sealed)) != []


def test_nobody_can_tell_whence_an_expedition_comes_before_it_has_come(look, coming):
    for who in OTHERS:
        assert differences(*look(who, coming)) == [], who
    assert differences(*look("its own seat", coming)) != []
    assert differences(*look("the umpire", coming)) != []


def test_nobody_can_tell_anothers_standing_instructions(look, instructed):
    for who in OTHERS:
        assert differences(*look(who, instructed)) == [], who
    assert differences(*look("its own seat", instructed)) != []


def test_nobody_can_tell_what_the_umpire_writes_to_another(look, told):
    for who in OTHERS:
        assert differences(*look(who, told)) == [], who
    assert differences(*look("its own seat", told)) != []


def test_no_player_can_tell_which_event_the_umpire_has_chosen(look, chosen):
    for who in (*OTHERS, "its own seat"):
        assert differences(*look(who, chosen)) == [], who
    assert differences(*look("the umpire", chosen)) != []


def test_nobody_can_tell_where_a_raider_lies(look, lurking, people):
    for who in ("its own seat", "a spectator", "a visitor"):  # the first seat has the caravan
        assert differences(*look(who, lurking)) == [], who
    assert differences(*look("another player", lurking)) != []  # whose raider it is
    assert differences(*look("the umpire", lurking)) != []
