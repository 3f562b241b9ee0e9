"""Armies of a war that is being prepared: from a list, a table, row by row, or an earlier war."""

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import translation

from campaigns.models import Campaign
from campaigns.models.codec import army_of
from campaigns.narration import problem_text
from campaigns.rules.armies import army_points
from campaigns.rules.armycsv import from_csv, to_csv
from campaigns.rules.armylists import sample_lists
from campaigns.services import founding
from clubs import clock
from tests.factories import campaigns as verbs
from tests.factories.clubs import found
from tests.frontend.preparing import TABLE, at, hand_rows, side_of, text_of
from tests.worlds import once

pytestmark = pytest.mark.django_db


@once
def war(club, place, livia) -> Campaign:
    """A war that Livia prepares; nobody holds a side yet."""
    return verbs.found_war(club, by=place(livia), now=clock.now())


@pytest.mark.parametrize("side", ["rome", "carthage"])
def test_a_ready_army_is_taken_from_a_list(war, livia, browser, side):
    for chosen in sample_lists("hispania", side):
        response = browser(livia).post(at("war_army_take", war, side), {"list": chosen.key})
        assert response["Location"] == at("war_army", war, side)
        assert army_of(side_of(war, side)) == chosen.army
        page = text_of(browser(livia).get(at("war_army", war, side)))
        assert f"{army_points(chosen.army)} points of 2000" in page
        assert f"From the list: {chosen.name['en']}." in page


@pytest.mark.parametrize("key", ["hispania-carthage-barca", "no-such-list", ""])
def test_a_list_of_the_other_side_or_of_nobody_cannot_be_taken(war, livia, browser, key):
    assert browser(livia).post(at("war_army_take", war, "rome"), {"list": key}).status_code == 404
    assert side_of(war, "rome").army == ""


def test_a_pasted_table_is_shown_first_and_saved_on_the_second_word(war, livia, browser):
    page = browser(livia).post(at("war_army_table", war, "rome"), {"text": TABLE, "look": "1"})
    assert page.status_code == 200
    assert "465 points of 2000" in text_of(page)
    assert "Nothing is saved yet" in text_of(page)
    assert side_of(war, "rome").army == ""
    response = browser(livia).post(at("war_army_table", war, "rome"), {"text": TABLE, "save": "1"})
    assert response["Location"] == at("war_army", war, "rome")
    assert army_of(side_of(war, "rome")) == from_csv(TABLE).army


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "cp1252"])
def test_an_uploaded_file_is_shown_as_text_so_that_it_can_be_saved(war, livia, browser, encoding):
    raw = "nombre;figuras;puntos\r\nÍberos;20;12,0\r\n".encode(encoding)
    upload = SimpleUploadedFile("army.csv", raw, content_type="text/csv")
    page = browser(livia).post(at("war_army_table", war, "rome"), {"file": upload, "look": "1"})
    assert page.status_code == 200
    assert "Íberos;20;12,0" in page.content.decode()


def test_mistakes_are_told_by_line_and_column_and_nothing_is_saved(war, livia, browser):
    text = "nombre;figuras;puntos;arma\nVelites;12;6;infantería\nHastati;20,5;12;naval\n"
    page = browser(livia).post(at("war_army_table", war, "rome"), {"text": text, "save": "1"})
    assert page.status_code == 422
    words = text_of(page)
    assert "Line 3, column “figuras”: &quot;20,5&quot; is not a whole number." in words
    column = "Line 3, column “arma”"
    assert f"{column}: &quot;naval&quot; is not understood: write one of infantry, cavalry, other." in words
    with translation.override("es"):
        assert problem_text(from_csv(text).problems[0]).endswith("infantería, caballería, otra")
    assert "Hastati;20,5;12;naval" in page.content.decode()
    assert side_of(war, "rome").army == ""


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("name;figures;points\nA;200;10;\nB;1;1", "The army is worth 2001 points, 2000 were agreed."),
        ("name;figures;points;rank\nConsul;;100;general", "An army needs at least one unit."),
        ("", "The table is empty"),
        ("name;figures;points\n" + "A;1;1\n" * 10_000, "The table has 10001 lines: an army has at most 1000."),
    ],
)
def test_an_army_as_a_whole_that_cannot_stand_is_refused(war, livia, browser, text, words):
    page = browser(livia).post(at("war_army_table", war, "rome"), {"text": text, "save": "1"})
    assert page.status_code == 422
    assert words in text_of(page)
    assert side_of(war, "rome").army == ""


def test_many_mistakes_are_counted_not_listed(war, livia, browser):
    text = "name;figures;points\n" + "".join(f"A{n};x;1\n" for n in range(40))
    page = browser(livia).post(at("war_army_table", war, "rome"), {"text": text})
    assert text_of(page).count("is not a whole number") == 25
    assert "And 15 more." in text_of(page)


def test_a_file_that_is_too_large_is_refused(war, livia, browser):
    upload = SimpleUploadedFile("army.csv", b"A;1;1\n" * 200_000)
    page = browser(livia).post(at("war_army_table", war, "rome"), {"file": upload})
    assert page.status_code == 422
    assert "too large" in text_of(page)


def test_hostile_names_are_only_text(war, livia, browser):
    text = 'name;figures;points\n<script>alert(1)</script>;1;1\n"=HYPERLINK(""x"")";1;1\n'
    page = browser(livia).post(at("war_army_table", war, "rome"), {"text": text, "look": "1"})
    assert "<script>alert" not in page.content.decode()
    browser(livia).post(at("war_army_table", war, "rome"), {"text": text, "save": "1"})
    assert "<script>alert" not in browser(livia).get(at("war_army", war, "rome")).content.decode()
    table = browser(livia).get(at("war_army_csv", war, "rome"))
    assert "'=HYPERLINK" in table.content.decode()


def test_the_army_is_downloaded_as_a_table_that_comes_back_the_same(war, livia, browser):
    chosen = sample_lists("hispania", "rome")[0]
    browser(livia).post(at("war_army_take", war, "rome"), {"list": chosen.key})
    response = browser(livia).get(at("war_army_csv", war, "rome"))
    assert response["Content-Type"] == "text/csv; charset=utf-8"
    assert response["Content-Disposition"] == 'attachment; filename="the-long-war-rome.csv"'
    back = from_csv(response.content)
    assert back.problems == []
    assert (back.army.units, back.army.characters) == (chosen.army.units, chosen.army.characters)
    page = browser(livia).get(at("war_army_table", war, "rome") + "?edit=1")
    assert to_csv(chosen.army).splitlines()[1] in page.content.decode()


def test_row_by_row_an_army_is_written_and_changed(war, livia, browser):
    units = [
        {"name": " Hastati I ", "arm": "infantry", "grade": "common", "figures": "20", "points": "12", "command": "15"},
        {
            "name": "Numidae",
            "arm": "cavalry",
            "grade": "special",
            "native": "on",
            "figures": "8",
            "points": "13",
            "break_points": "2",
        },
        {"name": "", "arm": "infantry", "grade": "common", "figures": "", "points": ""},
        {"name": "Left out", "figures": "x", "points": "1", "DELETE": "on"},
    ]
    people = [{"name": "Consul", "rank": "general", "points": "150"}, {"name": "", "points": ""}]
    response = browser(livia).post(at("war_army_hand", war, "rome"), {**hand_rows(units, people), "save": "1"})
    assert response.status_code == 302, text_of(response)
    army = army_of(side_of(war, "rome"))
    assert [
        (u.id, u.name, u.arm, u.grade, u.native, u.figures, u.points, u.command, u.break_points) for u in army.units
    ] == [
        ("Hastati I", "Hastati I", "infantry", "common", False, 20, 12, 15, None),
        ("Numidae", "Numidae", "cavalry", "special", True, 8, 13, 0, 2),
    ]
    assert [(one.name, one.rank, one.points) for one in army.characters] == [("Consul", "general", 150)]
    assert 'value="Numidae"' in browser(livia).get(at("war_army_hand", war, "rome")).content.decode()


@pytest.mark.parametrize(
    ("change", "kept"), [(("Hastati I", "Hastati of the Ebro"), True), (("16,9,20", "16,7,20"), False)]
)
def test_an_army_is_of_its_list_as_long_as_the_list_knows_its_units(war, livia, browser, change, kept):
    chosen = next(one for one in sample_lists("hispania", "rome") if one.key == "hispania-rome-scipio")
    browser(livia).post(at("war_army_take", war, "rome"), {"list": chosen.key})
    text = to_csv(chosen.army).replace(*change)
    assert browser(livia).post(at("war_army_table", war, "rome"), {"text": text, "save": "1"}).status_code == 302
    assert army_of(side_of(war, "rome")).list_key == (chosen.key if kept else "")


def test_the_button_for_more_rows_keeps_what_was_typed_and_saves_nothing(war, livia, browser):
    rows = hand_rows([{"name": "Hastati I", "figures": "20", "points": "12"}], [{"name": "", "points": ""}])
    page = browser(livia).post(at("war_army_hand", war, "rome"), {**rows, "more_units": "1"})
    assert page.status_code == 200
    body = page.content.decode()
    assert 'value="Hastati I"' in body
    assert 'name="units-TOTAL_FORMS" value="6"' in body
    assert 'name="characters-TOTAL_FORMS" value="1"' in body
    assert side_of(war, "rome").army == ""


@pytest.mark.parametrize(
    ("unit", "words"),
    [
        ({"name": "A", "figures": "0", "points": "1"}, "0 is not between 1 and 1000."),
        ({"name": "A", "figures": "2,5", "points": "1"}, "Enter a whole number."),
        ({"name": "A", "figures": "", "points": "1"}, "Write a number."),
        ({"name": "", "figures": "5", "points": "1"}, "Give it a name, or empty the row."),
        ({"name": "A", "figures": "1000", "points": "3"}, "The army is worth 3000 points, 2000 were agreed."),
        ({"name": "A", "figures": "-1", "points": "3"}, "greater than or equal to 0"),
        ({"name": "A\u0007", "figures": "1", "points": "3"}, "control characters"),
    ],
)
def test_a_row_that_cannot_be_says_why_and_nothing_is_saved(war, livia, browser, unit, words):
    page = browser(livia).post(at("war_army_hand", war, "rome"), {**hand_rows([unit]), "save": "1"})
    assert page.status_code == 422
    assert words in text_of(page)
    assert side_of(war, "rome").army == ""


def test_two_rows_of_one_name_are_refused_at_the_second(war, livia, browser):
    rows = [{"name": "A", "figures": "1", "points": "1"}] * 2
    page = browser(livia).post(at("war_army_hand", war, "rome"), {**hand_rows(rows), "save": "1"})
    assert page.status_code == 422
    assert "&quot;A&quot; is taken already in this army" in text_of(page)


def test_a_form_without_its_counters_is_refused_not_broken(war, livia, browser):
    page = browser(livia).post(at("war_army_hand", war, "rome"), {"save": "1"})
    assert page.status_code == 422


def test_an_army_is_copied_from_an_earlier_war_as_it_was_at_first(club, war, place, livia, hanno, browser):
    earlier = verbs.a_war(
        club, rome=place(livia), carthage=place(hanno), by=place(livia), now=clock.now(), name="The first war"
    )
    assert "The first war" in text_of(browser(livia).get(at("war_army", war, "rome")))
    browser(livia).post(at("war_army_take", war, "rome"), {"war": earlier.public_id})
    assert army_of(side_of(war, "rome")).units == verbs.an_army("r").units


def test_no_army_comes_from_a_war_that_is_being_prepared_or_of_another_club(club, war, place, livia, nobody, browser):
    unbegun = verbs.found_war(club, by=place(livia), now=clock.now(), name="Unbegun")
    elsewhere = found("Elsewhere", by=nobody)
    owner = elsewhere.memberships.get()
    foreign = verbs.a_war(elsewhere, rome=None, carthage=None, by=owner, now=clock.now(), name="Foreign")
    page = text_of(browser(livia).get(at("war_army", war, "rome")))
    assert "Unbegun" not in page
    assert "Foreign" not in page
    for other in (unbegun, foreign):
        assert browser(livia).post(at("war_army_take", war, "rome"), {"war": other.public_id}).status_code == 404


def test_row_by_row_a_character_under_way_keeps_what_befell_him(war, livia, browser):
    units = [{"name": "Hastati I", "figures": "3", "points": "12"}]
    people = [
        {"name": "Consul", "rank": "general", "points": "150", "status": "captured", "wounds": "8, 7", "deeds": "2",
         "skills": "3", "traits": "Political Animal | Proud"},
    ]  # fmt: skip
    address = at("war_army_hand", war, "rome") + "?under_way=1"
    assert browser(livia).post(address, {**hand_rows(units, people), "save": "1"}).status_code == 302
    (one,) = army_of(side_of(war, "rome")).characters
    assert (one.status, one.wounds, one.deeds, one.skills, one.traits) == (
        "captured", (8, 7), 2, (3,), ("Political Animal", "Proud"),
    )  # fmt: skip
    page = browser(livia).get(at("war_army_hand", war, "rome")).content.decode()
    assert 'value="8 7"' in page
    people[0]["wounds"] = "13"
    refused = browser(livia).post(address, {**hand_rows(units, people), "save": "1"})
    assert "13 is not between 2 and 12" in text_of(refused)


@pytest.mark.parametrize("rows", [1, 3])
def test_the_page_of_an_army_costs_the_same(club, war, place, livia, browser, rows, django_assert_num_queries):
    for number in range(rows):
        verbs.a_war(club, rome=None, carthage=None, by=place(livia), now=clock.now(), name=f"War {number}")
    founding.set_army(war, side="rome", army=verbs.an_army("r", units=rows), by=place(livia), now=clock.now())
    reader = browser(livia)
    with django_assert_num_queries(8):
        page = reader.get(at("war_army", war, "rome"))
    assert len(re.findall(r"<option value=", page.content.decode())) == rows
