"""The page of a war: score, chart, the year in hand, people, rules."""

import re
from xml.etree import ElementTree

import pytest
from django.conf import settings

from campaigns.models import Campaign
from campaigns.models.codec import state_of
from campaigns.narration import Book
from campaigns.rules.decisions import Surrender
from campaigns.rules.pack import bundled
from campaigns.selectors import wars
from campaigns.services import between, founding, records, sealed
from clubs import clock
from clubs.models import Club
from frontend.templatetags.rulebook import part_of
from frontend.views import charts
from frontend.views import rules as rulebook
from tests.factories import campaigns as verbs
from tests.factories.clubs import paper_member
from tests.frontend.wars.helpers import a_record, address, answered, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def brought_in(club, place, livia, hanno):
    """A war of so many closed years, in which Livia and Hanno hold the sides."""

    def of(years: int) -> Campaign:
        war = records.import_record(club, raw=a_record(years), toml=True, by=place(livia), now=clock.now())
        for side, user in (("rome", livia), ("carthage", hanno)):
            verbs.seat(war, side, place(user), by=place(livia), now=clock.now())
        return verbs.fresh(war)

    return of


# --- The year in hand --------------------------------------------------------------------------------------


def test_the_page_tells_whom_the_war_waits_for_and_never_with_what(war, place, livia, hanno, marco, browser):
    sealed.give_order(war, side="rome", action="guerrilla", by=place(livia), now=clock.now())
    page = text_of(browser(marco).get(address("war", war)))
    assert "Sides that are ready: 1 of 2." in page
    assert "Waits for: Carthage" in page
    assert "uerrilla" not in page
    assert "Do it now" not in page


def test_a_player_is_sent_straight_to_what_he_owes(war, hanno, browser):
    response = browser(hanno).get(address("war", war))
    assert "Give the order of the year" in text_of(response)
    assert f'href="/wars/{war.public_id}/year/"' in response.content.decode()
    assert "Do it now" in text_of(response)


def test_who_has_ordered_is_not_asked_again(war, place, livia, browser):
    sealed.give_order(war, side="rome", action="guerrilla", by=place(livia), now=clock.now())
    page = text_of(browser(livia).get(address("war", war)))
    assert "Give the order of the year" not in page
    assert "Look at the year" in page


def test_an_order_that_is_not_ready_is_still_waited_for(war, place, livia, browser):
    sealed.give_order(war, side="rome", action="guerrilla", ready=False, by=place(livia), now=clock.now())
    page = text_of(browser(livia).get(address("war", war)))
    assert "Sides that are ready: 0 of 2." in page


def test_a_battle_waits_for_a_report_of_either_side_and_then_for_an_answer(fighting, place, livia, hanno, browser):
    from campaigns.models import Engagement
    from tests.factories.battles import do

    assert "Report how the battle ended" in text_of(browser(hanno).get(address("war", fighting)))
    battle = Engagement.objects.get(year__campaign=fighting).battle
    do(battle, "rome", "report", by=place(livia), now=clock.now(), winner="rome", level="minor")
    page = text_of(browser(hanno).get(address("war", fighting)))
    assert "Confirm the report of the battle, or dispute it" in page
    assert "Waits for: Carthage" in page


def test_a_disputed_battle_waits_for_the_umpire(fighting, place, livia, hanno, ines, browser):
    from campaigns.models import Engagement
    from tests.factories.battles import do

    battle = Engagement.objects.get(year__campaign=fighting).battle
    battle = do(battle, "rome", "report", by=place(livia), now=clock.now(), winner="rome", level="minor")
    do(battle, "carthage", "dispute", by=place(hanno), now=clock.now(), reason="It was a draw.")
    page = text_of(browser(ines).get(address("war", fighting)))
    assert "Rule on the disputed battle" in page
    assert "the umpire" in page


# --- The score -----------------------------------------------------------------------------------------------


def test_the_score_says_why(club, place, livia, hanno, browser):
    armies = {"rome": verbs.an_army("r", units=7), "carthage": verbs.an_army("c", units=3)}
    war = verbs.a_war(club, rome=place(livia), carthage=place(hanno), by=place(livia), armies=armies, now=clock.now())
    state = state_of(war)
    client = browser(livia)
    page = text_of(answered(client, client.get(address("war", war))))
    assert "earned 0, stronger army +4" in page
    assert "+2 because its 1850 points of troops are at least 200 more than the 850 of Carthage." in page
    assert "+2 because its 1850 points of troops are at least 2 times the 850 of Carthage." in page
    assert "No award for the stronger army holds now." in page
    assert state.held == {"rome": 4, "carthage": 0}


def test_the_killed_general_counts_where_the_club_reads_it_so(club, place, livia, hanno, browser):
    war = verbs.a_war(
        club,
        rome=place(livia),
        carthage=place(hanno),
        by=place(livia),
        readings={"standing_rows": "last_two"},
        now=clock.now(),
    )
    row = war.sides.get(key="rome")
    row.standing = -4
    row.save()
    client = browser(livia)
    page = text_of(answered(client, client.get(address("war", war))))
    assert "−4 because its general in chief was killed." in page


def test_a_war_that_is_over_says_how(war, place, hanno, marco, browser):
    between.decide(war, side="carthage", decision=Surrender(), by=place(hanno), now=clock.now())
    page = text_of(browser(marco).get(address("war", war)))
    assert "Rome has won the war, a minor victory (by surrender)." in page
    assert "Look at the year" not in page


# --- The chart ------------------------------------------------------------------------------------------------


def test_the_chart_shows_the_closed_years(brought_in, marco, browser):
    war = brought_in(3)
    response = browser(marco).get(address("war_chart", war))
    assert response["Content-Type"] == "image/svg+xml; charset=utf-8"
    drawn = ElementTree.fromstring(response.content)
    words = "".join(drawn.itertext())
    assert "Rome" in words
    assert "Carthage" in words
    assert [number for number, _points in wars.points_by_year(war)] == [1, 2, 3]


def test_the_chart_says_in_words_what_it_shows(brought_in, marco, browser):
    war = brought_in(2)
    last = wars.points_by_year(war)[-1][1]
    page = browser(marco).get(address("war", war)).content.decode()
    told = f"After year 2: Rome {last['rome']}, Carthage {last['carthage']}.".replace("-", "−")
    assert told in page
    assert f'src="{address("war_chart", war)}"' in page


def test_the_chart_stands_beside_a_table_of_its_figures(brought_in, marco, browser):
    war = brought_in(3)
    assert f'href="{address("war_points", war)}"' in browser(marco).get(address("war", war)).content.decode()
    page = text_of(browser(marco).get(address("war_points", war)))
    for number, points in wars.points_by_year(war):
        assert f"Year {number} {points['rome']} {points['carthage']}".replace("-", "−") in page


@pytest.mark.parametrize(
    ("chosen", "source", "picture"), [("", True, ""), ("light", False, ""), ("dark", False, "?look=dark")]
)
def test_the_chart_has_the_colours_of_the_page(brought_in, marco, browser, chosen, source, picture):
    """Those the device asks for, unless the reader has chosen for himself."""
    war = brought_in(1)
    client = browser(marco)
    if chosen:
        client.cookies["theme"] = chosen
    page = client.get(address("war", war)).content.decode()
    there = address("war_chart", war)
    assert (f'<source media="(prefers-color-scheme: dark)" srcset="{there}?look=dark">' in page) is source
    assert f'src="{there}{picture}"' in page
    light, dark = (client.get(there, {"look": look}).content for look in ("light", "dark"))
    assert charts.DARK.card.encode() in dark
    assert charts.DARK.card.encode() not in light


def test_a_war_without_a_closed_year_shows_no_chart(war, marco, browser):
    for name in ("war", "war_points"):
        assert "<img" not in browser(marco).get(address(name, war)).content.decode()
    assert browser(marco).get(address("war_chart", war)).status_code == 200


# --- Cost ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("years", [1, 10])
def test_the_page_costs_the_same_for_any_number_of_years(brought_in, livia, browser, years, django_assert_num_queries):
    war = brought_in(years)
    page, client = address("war", war), browser(livia)
    with django_assert_num_queries(10):
        response = client.get(page)
    assert f"Year {years + 1} of 20" in text_of(response)


@pytest.mark.parametrize("years", [1, 10])
def test_the_chart_costs_the_same(brought_in, livia, browser, years, django_assert_num_queries):
    page, client = address("war_chart", brought_in(years)), browser(livia)
    with django_assert_num_queries(5):
        client.get(page)


@pytest.mark.parametrize("years", [1, 10])
def test_the_figures_cost_the_same(brought_in, livia, browser, years, django_assert_num_queries):
    page, client = address("war_points", brought_in(years)), browser(livia)
    with django_assert_num_queries(9):
        client.get(page)


def test_the_page_is_within_its_limit_during_a_battle(fighting, livia, browser, django_assert_max_num_queries):
    page, client = address("war", fighting), browser(livia)
    with django_assert_max_num_queries(12):
        client.get(page)


# --- Preparing ---------------------------------------------------------------------------------------------------


def test_a_war_in_preparation_says_what_is_missing(club, place, livia, hanno, marco, browser):
    war = verbs.found_war(club, by=place(livia), now=clock.now())
    founding.offer_side(war, side="carthage", member=place(hanno), by=place(livia), now=clock.now())
    page = text_of(browser(marco).get(address("war", war)))
    assert "This war is being prepared" in page
    assert "Carthage is offered to Hanno, who has not answered yet." in page
    assert "Rome: vacant, no army list yet" in page
    for name in ("war_book", "war_chronicle", "war_dice"):
        assert browser(marco).get(address(name, war)).status_code == 404
    assert browser(marco).get(address("war_rules", war)).status_code == 200


def test_people_and_paper_slips_are_named(club: Club, place, livia, browser):
    war = verbs.a_war(club, rome=place(livia), carthage=paper_member(club, "Tiberio"), by=place(livia), now=clock.now())
    page = text_of(browser(livia).get(address("war", war)))
    assert "Tiberio (hands in paper slips)" in page


def test_a_name_with_marks_is_only_a_name(club, place, livia, hanno, browser):
    war = verbs.a_war(
        club, rome=place(livia), carthage=place(hanno), by=place(livia), name="<script>x</script> & co", now=clock.now()
    )
    for name in ("war", "war_book", "war_chronicle", "war_dice", "war_rules"):
        page = browser(livia).get(address(name, war)).content.decode()
        assert "<script>x" not in page
        assert "&lt;script&gt;x" in page


# --- Rules ---------------------------------------------------------------------------------------------------------


def test_the_rules_show_the_readings_of_this_war(club, place, livia, hanno, browser):
    war = verbs.a_war(
        club,
        rome=place(livia),
        carthage=place(hanno),
        by=place(livia),
        readings={"cell9_three": "encounter"},
        now=clock.now(),
    )
    page = text_of(browser(livia).get(address("war_rules", war)))
    assert "Chance encounter not the usual one Usually: Ambush" in page
    assert page.count("not the usual one") == 1
    assert "1 reading is not the usual one." in text_of(browser(livia).get(address("war", war)))


@pytest.mark.parametrize(("language", "word"), [("en", "Skirmish"), ("es", "Escaramuza"), ("it", "Scaramuccia")])
def test_the_rules_are_in_the_readers_language(war, marco, browser, language, word):
    marco.language = language
    marco.save()
    assert word in text_of(browser(marco).get(address("war_rules", war)))


def test_every_row_of_the_pack_is_on_the_page(war, marco, browser):
    pack = bundled("hispania")
    page = text_of(browser(marco).get(address("war_rules", war)))
    for side in pack.events.values():
        for event in side:
            assert event.text["en"].replace("'", "&#x27;") in page
    for row in (*pack.wounds, *pack.deeds, *pack.skills):
        assert row.text["en"].replace("'", "&#x27;") in page


def test_every_effect_of_the_vocabulary_has_words(db):
    from typing import get_args

    from campaigns.rules import effects

    assert set(rulebook.EFFECTS) == set(get_args(effects.AnyEffect.__value__))


@pytest.mark.parametrize("years", [1, 10])
def test_the_rules_cost_the_same(brought_in, livia, browser, years, django_assert_num_queries):
    page, client = address("war_rules", brought_in(years)), browser(livia)
    with django_assert_num_queries(7):
        client.get(page)


# --- The page of the rules ---------------------------------------------------------------------------------------


def opened(response) -> set[str]:
    page = response.content.decode()
    return set(re.findall(r'<details class="part" id="([a-z]+)" open>', page))


def test_the_parts_of_the_rules_are_closed_until_somebody_opens_one(war, marco, browser):
    client, there = browser(marco), address("war_rules", war)
    page = client.get(there).content.decode()
    parts = set(re.findall(r'<details class="part" id="([a-z]+)"', page))
    assert parts == {"readings", "actions", "scenarios", "points", "people", "events", "tables"}
    assert all(f'href="?part={part}#{part}"' in page for part in parts)
    assert opened(client.get(there)) == set()
    assert opened(client.get(there, {"part": "events"})) == {"events"}
    assert opened(client.get(there, {"part": "all"})) == parts
    assert opened(client.get(there, {"part": '"><script>'})) == set()


def test_a_citation_behind_why_leads_to_its_part_of_the_rules(war, livia, browser):
    row = war.sides.get(key="rome")
    row.standing = 2
    row.save()
    client = browser(livia)
    page = answered(client, client.get(address("war", war))).content.decode()
    there = f"{address('war_rules', war)}?part=points"
    assert f'<a href="{there}#points">' in page
    assert opened(browser(livia).get(there)) == {"points"}


def test_every_paragraph_that_a_rule_cites_has_a_part_on_the_page():
    source = "".join(path.read_text() for path in (settings.BASE_DIR / "campaigns/rules").glob("*.py"))
    cited = set(re.findall(r'"(Hispania \d+[^"]*)"', source))
    assert len(cited) > 10
    pack = bundled("hispania")
    book = Book(pack=pack, language="en")
    sections = {section.key for section in rulebook.sections(pack, book)}
    assert {part_of(paragraph) for paragraph in cited} <= sections
