"""Names and labels: from the rosters and the pack, in the reader's language, and never a failure for a key without one."""

import pytest
from django.utils import translation

from campaigns.narration import Book, label
from campaigns.narration.addresses import roll_name
from campaigns.rules.engine import Rules, Start
from campaigns.rules.pack import bundled
from campaigns.rules.state import Character, Unit
from rulesets.dice import address_of

PACK = bundled("hispania")


def book(language: str = "en") -> Book:
    units = {"rome": (Unit(id="hastati-1", name="Hastati I", figures=20, points=15),)}
    characters = {"rome": (Character(id="consul", name="Consul", rank="general", points=150),)}
    state = Rules(PACK).begin(Start(units=units, characters=characters, years=3))
    return Book.of(PACK, state, language, {"ransom": "pay"})


def test_names_come_from_the_rosters():
    told = book()
    assert told.unit("rome", "hastati-1") == "Hastati I"
    assert told.character("rome", "consul") == "Consul"
    assert told.anybody("consul") == "Consul"
    assert told.unit("carthage", "hastati-1") == "hastati-1"


@pytest.mark.parametrize(("language", "side", "action"), [("en", "Carthage", "Defence"), ("es", "Cartago", "Defensa")])
def test_labels_come_from_the_pack_in_the_readers_language(language, side, action):
    told = book(language)
    assert told.side("carthage") == side
    assert told.seat_names["carthage"] == side
    assert told.action("defence") == action


def test_a_language_that_the_pack_does_not_speak_reads_english():
    assert book("fi").side("rome") == "Rome"
    assert label({"it": "Roma"}, "en") == "Roma"
    assert label({}, "en") == ""


def test_the_active_language_is_the_default_without_its_region():
    with translation.override("es-ar"):
        assert book(None).action("battle") == "Batalla"


def test_readings_are_a_question_and_an_answer():
    told = book()
    assert told.reading("ransom").startswith("Ransom of a captured character")
    assert told.chosen("ransom") == "They are lost"
    assert told.chosen("fractions") == "Rounded down"


def test_a_key_without_a_name_is_shown_as_it_is():
    told = book()
    assert [told.side("gaul"), told.action("flee"), told.scenario("siege"), told.table("x"), told.skill(9)] == [
        "gaul",
        "flee",
        "siege",
        "x",
        "9",
    ]
    assert told.side(None) == "nobody"
    assert told.side("umpire") == "the umpire"


@pytest.mark.parametrize(
    ("why", "name"),
    [
        (("year", "3", "fate", "rome", "consul"), "Year 3, fate of Consul (Rome)"),
        (("year", "3", "scenario"), "Year 3, scenario"),
        (("year", "3", "scenario", "2"), "Year 3, scenario, roll number 2"),
        (("year", "12", "reinforcements", "carthage"), "Year 12, Reinforcements (Carthage)"),
        (("year", "1", "event", "rome", "reroll"), "Year 1, event (Rome), re-roll"),
        (("year", "1", "skill", "rome", "consul", "2"), "Year 1, command skill of Consul (Rome), roll number 2"),
        (("year", "1", "wound", "rome", "Marcus/Gaius~1"), "Year 1, wound of Marcus/Gaius~1 (Rome)"),
    ],
)
def test_rolls_have_readable_names(why, name):
    assert roll_name(address_of(why), book()) == name


@pytest.mark.parametrize("address", ["", "year", "year/3/fate/rome", "deck/rome", "year/2/unheard/of"])
def test_an_address_of_another_shape_is_shown_as_it_is(address):
    assert roll_name(address, book()) == address
