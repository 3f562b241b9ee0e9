"""The pages of a club's own lists: pasted or uploaded, looked at, kept, read again, put away."""

import html

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from battles.api.datasets import LIST
from battles.models import DataSet
from tests.factories.askari import a_data_set

pytestmark = pytest.mark.django_db
CSV = """\
what;name;figures;moves;shooting;melee;courage;weapons
list;Column of Suakin;;;;;;
unit;Línea;10;regular;2;2;4;breech_loading_rifle
unit;Scouts;8;native;;3;4;hand_weapon
leader;Captain;;regular;;2;;pistol
"""


@pytest.fixture
def new(club):
    return reverse("club_data_new", args=[club.slug, "askari", "lists"])


@pytest.fixture
def kept(club):
    return a_data_set(club)


def text(answer):
    return html.unescape(answer.content.decode())


def test_a_pasted_table_is_looked_at_with_its_points_and_kept_on_a_second_word(browser, fabia, new):
    looked = browser(fabia).post(new, {"name": "Suakin", "typed": CSV, "look": "1"})

    assert looked.status_code == 200
    assert "Línea" in text(looked)
    assert "160" in text(looked)
    assert not DataSet.objects.exists()

    kept = browser(fabia).post(new, {"name": "Suakin", "typed": CSV, "keep": "1"}, follow=True)

    assert "Suakin" in text(kept)
    assert DataSet.objects.get().versions.get().document["name"] == "Column of Suakin"


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "cp1252"])
def test_an_uploaded_file_is_read_whatever_a_spreadsheet_writes(browser, fabia, new, encoding):
    file = SimpleUploadedFile("list.csv", CSV.encode(encoding))

    looked = browser(fabia).post(new, {"name": "Suakin", "typed": "", "file": file, "look": "1"})

    assert looked.status_code == 200
    assert "unit;Línea;10;" in text(looked)  # in the field, to be kept with the next word


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        (CSV.replace(";10;", ";ten;"), "Line 3, column 3 (figures): “ten” is no whole number."),
        (CSV.replace("weapons", "arms"), "Line 1, column 8 (arms): There is no column “arms”."),
        (LIST.replace("figures = 10", "figures = -5"), "Line 6, column 11: The number has to be between 1 and 40."),
        (LIST.replace('"native"', '"nativ"'), "Do you mean “native”?"),
        ("", "There is nothing in it."),
        ("\x00" * 20, "Null characters are not allowed."),
        ("{", "Line 1, column 2: This is not JSON"),
    ],
)
def test_what_is_wrong_is_told_and_what_was_typed_stands_there(browser, fabia, new, typed, sentence):
    for button in ("look", "keep"):
        answer = browser(fabia).post(new, {"name": "Suakin", "typed": typed, button: "1"})
        assert answer.status_code == 422
        assert sentence in text(answer)
        assert "Suakin" in text(answer)
        assert typed.strip("\x00").strip() in text(answer).replace("\r\n", "\n")
    assert not DataSet.objects.exists()


def test_a_name_that_is_taken_or_missing_is_told_at_its_field(browser, fabia, new, kept):
    for name, sentence, status in ((kept.name, "The club has one of this name", 409), ("", "required", 422)):
        answer = browser(fabia).post(new, {"name": name, "typed": LIST, "keep": "1"})
        assert answer.status_code == status
        assert sentence in text(answer)
        assert 'name = "Patrol, 1890"' in text(answer)


def test_a_large_file_is_refused(browser, fabia, new):
    file = SimpleUploadedFile("list.csv", b"x" * (1024 * 1024 + 1))

    answer = browser(fabia).post(new, {"name": "Suakin", "file": file, "look": "1"})

    assert answer.status_code == 422
    assert "too large" in text(answer)


def test_the_template_of_the_page_can_be_pasted_as_it_is(browser, fabia, club, new):
    for form in ("csv", "json"):
        given = browser(fabia).get(reverse("club_data_template", args=[club.slug, "askari", "lists", form]))
        looked = browser(fabia).post(new, {"name": form, "typed": given.content.decode(), "look": "1"})
        assert (given["Content-Disposition"], looked.status_code) == (
            f'attachment; filename="askari-lists.{form}"',
            200,
        )
    missing = reverse("club_data_template", args=[club.slug, "askari", "lists", "xml"])
    assert browser(fabia).get(missing).status_code == 404


def test_a_new_version_is_kept_and_the_old_one_stays(browser, fabia, marco, kept):
    page = reverse("data_set", args=[kept.public_id])
    newer = LIST.replace("figures = 10", "figures = 12")

    looked = browser(fabia).post(page, {"typed": newer, "look": "1"})
    same = browser(fabia).post(page, {"typed": f"# again\n{LIST}", "keep": "1"}, follow=True)
    made = browser(fabia).post(page, {"typed": newer, "keep": "1"}, follow=True)
    old = browser(marco).get(reverse("data_version", args=[kept.public_id, 1]))

    assert looked.status_code == 200
    assert "192" in text(looked)
    assert "It says what the newest version says." in text(same)
    assert "version 2" in text(made)
    assert "figures = 10" in text(old)
    assert "figures = 12" not in text(old)


def test_a_version_is_taken_away_as_it_was_typed_or_in_another_form(browser, marco, kept):
    def given(form):
        return browser(marco).get(reverse("data_download", args=[kept.public_id, 1, form]))

    assert given("toml").content.decode() == LIST
    assert given("csv").content.decode().startswith("\ufeffwhat,key,name,figures")
    assert '"name": "Patrol, 1890"' in given("json").content.decode()
    assert given("xml").status_code == 404


def test_only_who_runs_the_club_sees_a_way_to_change_it(browser, fabia, marco, club, kept):
    page = reverse("data_set", args=[kept.public_id])
    index = reverse("club_data", args=[club.slug])

    assert 'name="keep"' not in text(browser(marco).get(page))
    assert "<textarea" not in text(browser(marco).get(page))
    assert reverse("club_data_new", args=[club.slug, "askari", "lists"]) not in text(browser(marco).get(index))
    assert reverse("club_data_new", args=[club.slug, "askari", "lists"]) in text(browser(fabia).get(index))


def test_what_is_put_away_says_so_and_comes_back(browser, fabia, kept):
    away = browser(fabia).post(reverse("data_retire", args=[kept.public_id]), follow=True)
    back = browser(fabia).post(reverse("data_retire", args=[kept.public_id]), {"again": "1"}, follow=True)

    assert "put away" in text(away)
    assert "put away" not in text(back)


def test_rules_and_kinds_that_there_are_not_are_not_found(browser, fabia, club):
    for ruleset, kind in (("chess", "lists"), ("tabletop", "lists"), ("askari", "map")):
        assert browser(fabia).get(reverse("club_data_new", args=[club.slug, ruleset, kind])).status_code == 404


@pytest.mark.parametrize("language", ["es", "it"])
def test_it_reads_in_every_language(browser, fabia, new, language):
    fabia.language = language
    fabia.save()

    answer = browser(fabia).post(new, {"name": "Suakin", "typed": CSV.replace(";10;", ";ten;"), "look": "1"})

    assert {"es": "Línea 3, columna 3 (figures)", "it": "Riga 3, colonna 3 (figures)"}[language] in text(answer)
