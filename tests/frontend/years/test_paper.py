"""Sheets to print: blank of anything sealed, with a code that opens their page; a muster sheet for its own seat only."""

import base64
import re
import urllib.parse
from pathlib import Path

import pytest
import segno
from django.contrib.staticfiles import finders
from django.urls import reverse

from campaigns.services import sealed
from clubs import clock
from frontend.templatetags.words import qr
from tests.factories import campaigns as verbs
from tests.frontend.years.conftest import masked, text_of

pytestmark = pytest.mark.django_db
SHEETS = ("paper_orders", "paper_report")


def code_of(response) -> str:
    """The picture of the page's code."""
    found = re.search(r'<img src="(data:image/svg[^"]+)"', response.content.decode())
    assert found
    return found[1]


@pytest.mark.parametrize("name", SHEETS)
def test_every_member_may_print_a_blank_slip_and_nobody_else(war, browser, to, livia, ines, marco, nobody, name):
    for who in (livia, ines, marco):
        assert browser(who).get(to(name, 1)).status_code == 200
    assert browser(nobody).get(to(name, 1)).status_code == 404
    assert browser(None).get(to(name, 1)).status_code == 302
    assert browser(livia).get(to(name, 9)).status_code == 404


def test_an_order_slip_names_each_seat_and_every_action(war, browser, to, marco):
    page = browser(marco).get(to("paper_orders", 1))
    text = text_of(page)
    assert text.count("Tick one action.") == 2
    for words in ("Rome", "Carthage", "Commander: Livia", "Commander: Hanno", "Guerrilla", "Due by"):
        assert words in text
    assert page.content.decode().count('class="tick"') == 2 * 5


def test_slips_are_the_same_whatever_is_sealed(war, browser, to, place, livia, hanno, ines):
    before = [masked(browser(who).get(to(name, 1))) for who in (livia, hanno, ines) for name in SHEETS]
    sealed.give_order(war, side="rome", action="guerrilla", salt="my own", by=place(livia), now=clock.now())
    sealed.leave_standing_order(war, side="rome", action="defence", by=place(livia), now=clock.now())
    after = [masked(browser(who).get(to(name, 1))) for who in (livia, hanno, ines) for name in SHEETS]
    assert after == before


def test_a_muster_sheet_is_for_its_own_seat_alone(mustering, browser, to, livia, hanno, ines, marco, fabia):
    assert browser(livia).get(to("paper_muster", 1)).status_code == 200
    assert "Muster of Carthage" in text_of(browser(hanno).get(to("paper_muster", 1)))
    for who in (ines, marco, fabia):
        assert browser(who).get(to("paper_muster", 1)).status_code == 404


def test_a_muster_sheet_shows_what_its_own_seat_has_ticked(mustering, browser, to, place, livia, hanno):
    unit = next(iter(browser(livia).get(to("paper_muster", 1)).context["part"]["form"].fields["units"].choices))[0]
    sealed.give_muster(mustering, side="rome", units=[unit], ready=False, by=place(livia), now=clock.now())
    own = browser(livia).get(to("paper_muster", 1)).content.decode()
    assert own.count("ticked") == 1
    other = browser(hanno).get(to("paper_muster", 1))
    assert "Muster of Rome" not in text_of(other)


def test_there_is_no_muster_sheet_where_nothing_is_mustered(war, browser, to, livia):
    assert browser(livia).get(to("paper_muster", 1)).status_code == 404


def test_a_report_slip_is_blank_until_the_armies_march_and_then_names_them(war, browser, to, by_orders, members, marco):
    blank = browser(marco).get(to("paper_report", 1))
    assert blank.content.decode().count("<tr>") == 2 * (1 + 12 + 1 + 6)
    mustering = by_orders("battle", "battle")
    musters = browser(marco).get(to("paper_report", 1))
    assert masked(musters).count("<tr>") == masked(blank).count("<tr>")
    verbs.muster_best(mustering, members, now=clock.now())
    text = text_of(browser(marco).get(to("paper_report", 1)))
    for side in verbs.fresh(war).sides.all():
        for unit in side.units.all():
            assert unit.name in text


def test_a_roster_is_printed_for_whoever_may_read_it(war, browser, to, marco, nobody):
    page = browser(marco).get(to("paper_roster", "rome"))
    assert page.status_code == 200
    text = text_of(page)
    for unit in war.sides.get(key="rome").units.all():
        assert unit.name in text
    assert browser(marco).get(to("paper_roster", "numidia")).status_code == 404
    assert browser(nobody).get(to("paper_roster", "rome")).status_code == 404


def test_a_war_that_is_only_prepared_has_no_sheets(club, place, livia, browser):
    draft = verbs.found_war(club, by=place(livia), name="A war to come")
    for name, more in (("paper_orders", 1), ("paper_report", 1), ("paper_muster", 1), ("paper_roster", "rome")):
        assert browser(livia).get(reverse(name, args=[draft.public_id, more])).status_code == 404


def test_a_code_opens_the_page_it_stands_for(war, browser, to, livia, settings):
    settings.SITE_URL = "https://war.example.org"
    wanted = f"https://war.example.org{to('year')}"
    assert code_of(browser(livia).get(to("paper_orders", 1))) == segno.make(
        wanted, error="m", micro=False
    ).svg_data_uri(border=2, dark="#000", light="#fff")
    rosters = f"https://war.example.org{to('war_rosters')}"
    assert code_of(browser(livia).get(to("paper_roster", "rome"))) != qr(to("year"))
    assert code_of(browser(livia).get(to("paper_roster", "rome"))) == segno.make(
        rosters, error="m", micro=False
    ).svg_data_uri(border=2, dark="#000", light="#fff")


def test_a_code_is_a_picture_of_black_on_white_without_script_or_style():
    kind, _, rest = qr("/wars/abc/year/").partition(",")
    picture = base64.b64decode(rest).decode() if "base64" in kind else urllib.parse.unquote(rest)
    assert kind.startswith("data:image/svg+xml")
    assert picture.startswith("<svg")
    for word in ("<script", "style=", "<style", "onload", "http://war"):
        assert word not in picture


def test_the_year_and_the_rosters_lead_to_the_sheets(mustering, browser, to, livia, marco):
    year = browser(livia).get(to("year")).content.decode()
    for name in (*SHEETS, "paper_muster", "year_sheet"):
        assert to(name, 1) in year
    assert to("paper_muster", 1) not in browser(marco).get(to("year")).content.decode()
    assert to("paper_roster", "rome") in browser(marco).get(to("war_rosters")).content.decode()


def test_sheets_are_printed_without_the_way_about_and_without_colour(war, browser, to, livia):
    page = browser(livia).get(to("paper_orders", 1)).content.decode()
    for word in ("site-head", "site-foot", "<form", "<script", "style="):
        assert word not in page
    sheet = Path(finders.find("frontend/css/paper.css")).read_text()
    assert set(re.findall(r"#[0-9a-f]{3,6}\b", sheet)) == {"#000", "#fff"}
    assert "size:" not in sheet.split("}")[0]  # the printer says which paper


@pytest.mark.parametrize(("language", "words"), [("es", "Marca una acción."), ("it", "Segna un'azione.")])
def test_slips_are_in_the_readers_language(war, browser, to, livia, language, words):
    client = browser(livia)
    client.cookies["django_language"] = language
    assert words in client.get(to("paper_orders", 1)).content.decode()


@pytest.mark.parametrize(
    ("name", "more", "queries"), [("paper_orders", 1, 11), ("paper_report", 1, 11), ("paper_roster", "rome", 8)]
)
def test_a_sheet_costs_few_queries(war, browser, to, livia, django_assert_num_queries, name, more, queries):
    client = browser(livia)
    client.get(to(name, more))
    with django_assert_num_queries(queries):
        client.get(to(name, more))
