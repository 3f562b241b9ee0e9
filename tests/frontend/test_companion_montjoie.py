"""The page of Montjoie's table companion."""

import pytest
from django.urls import reverse

from battles.models import Battle, BattleEntry
from rulesets.companion import END
from rulesets.montjoie.table import ROLLS
from tests.factories.montjoie import a_table
from tests.frontend.wars.helpers import text_of

pytestmark = pytest.mark.django_db

SHOT = {"weapon": "crossbow", "distance": 7, "foe_cover": "none", "foe_hurt": ""}


@pytest.fixture
def table(club, livia, place):
    return a_table(club, place(livia))


def address(battle):
    return reverse("battle_companion", args=[battle.public_id])


def roll(client, battle, kind, **said):
    seq = Battle.objects.get(pk=battle.pk).seq
    return client.post(address(battle), {"roll": kind, "seq": seq, **said})


def last(battle):
    return BattleEntry.objects.filter(battle=battle).order_by("seq").last()


@pytest.mark.parametrize("kind", [*ROLLS, END])
def test_every_roll_has_a_form_that_can_be_sent_as_it_stands(table, livia, browser, kind):
    client = browser(livia)
    form = client.get(address(table), {"roll": kind}).context["form"]
    said = {
        field.name: field.initial for field in form if field.initial not in ("", None) and field.initial is not False
    }
    more = {"staked": {"mounted": "on"}}.get(kind, {})

    answer = roll(client, table, kind, **said | more)

    assert answer.status_code == 302, text_of(answer)
    assert last(table).happenings[0]["kind"] == {"end": "said"}.get(kind, kind)


def test_a_club_opens_a_table_of_montjoie_with_its_readings(club, livia, browser):
    start = reverse("club_companion", args=[club.slug])
    choice = text_of(browser(livia).get(start))
    assert "Askari" in choice
    assert "Montjoie" in choice
    page = text_of(browser(livia).get(start, {"game": "montjoie-table"}))
    assert "Which days count for digging?" in page
    assert "What does the matchlock add" not in page

    said = {"game": "montjoie-table", "first": "Besiegers", "second": "Garrison", "reading_mine.days": "1"}
    assert browser(livia).post(start, said).status_code == 302
    assert Battle.objects.get().setup["options"] == {"readings": {"mine.days": "since_start"}}


def test_the_weather_of_the_turn_and_the_day_stay_on_the_page_and_count(table, livia, browser):
    client = browser(livia)
    assert roll(client, table, "turn", weather="storm")["Location"] == address(table)
    roll(client, table, "day")

    page = text_of(client.get(address(table)))
    assert "Turn 1" in page
    assert "Weather: storm." in page
    assert "Day 1 of the siege." in page
    assert 'value="storm" selected' in client.get(address(table), {"roll": "turn"}).content.decode()
    answer = roll(client, table, "shoot", **SHOT)
    page = text_of(client.get(answer["Location"]))
    assert "storm +2 [Montjoie 1.1]" in page
    assert "Crossbow at 7 hexes" in page


@pytest.mark.parametrize(
    ("kind", "said", "told"),
    [
        ("shoot", SHOT | {"distance": "71"}, "0 to 70"),
        ("shoot", SHOT | {"distance": "NaN"}, "a whole number"),
        ("shoot", SHOT | {"distance": "-5"}, "a whole number"),
        ("shoot", SHOT | {"weapon": "catapult"}, "Choose one of those offered"),
        ("shoot", SHOT | {"own_tree": "on"}, "This weapon cannot be used in a tree."),
        ("staked", {"foe": "on"}, "On foot only those who are forced back"),
    ],
)
def test_what_cannot_be_rolled_is_refused_in_plain_words(table, livia, browser, kind, said, told):
    answer = roll(browser(livia), table, kind, **said)

    assert answer.status_code == 422
    assert "Nothing was rolled." in text_of(answer)
    assert told in text_of(answer)
    assert last(table).seq == 0


def test_rolls_stand_under_their_titles_and_what_needs_no_die_is_noted(table, livia, browser):
    client = browser(livia)
    page = text_of(client.get(address(table)))
    assert page.index("In the turn") < page.index("Close combat") < page.index("Perils") < page.index("Does it burn?")
    assert page.index("The days of a siege") < page.index("Dig or fill")
    assert "Roll the dice" in text_of(client.get(address(table), {"roll": "fight"}))
    assert "Note it" in text_of(client.get(address(table), {"roll": "march"}))


def test_a_die_of_ten_sides_is_drawn_with_its_number(table, livia, browser):
    client = browser(livia)
    roll(client, table, "collapse")

    assert 'class="face plain"' in client.get(address(table)).content.decode()
