"""Numbers of a war's pages answer "why?" where they stand: the score, the table of points, the chronicle."""

import re
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from campaigns.models.codec import happening_of
from campaigns.selectors import books, wars
from campaigns.services import records, umpire
from clubs import clock
from frontend.templatetags.words import signed
from frontend.views.scores import KINDS, YEARS_A_PAGE, YEARS_TOLD, why_year
from frontend.views.wars import Here
from tests.factories import campaigns as verbs
from tests.factories.clubs import sign_up
from tests.frontend.wars.helpers import WHY, a_record, address, answer, answered, text_of

pytestmark = pytest.mark.django_db

CASES = sorted((Path(__file__).parents[2] / "cases").glob("*.toml"))
SIGNED = re.compile(r"[+−]\d+")


def number(text: str) -> int:
    (found,) = re.findall(r"−?\d+", text)
    return int(found.replace("−", "-"))


@pytest.fixture
def brought_in(club, place, livia):
    return lambda raw: records.import_record(club, raw=raw, toml=True, by=place(livia), now=clock.now())


@pytest.mark.parametrize("case", CASES, ids=lambda path: path.stem)
def test_every_figure_of_the_table_is_the_sum_that_stands_behind_it(brought_in, livia, case):
    war = brought_in(case.read_bytes())
    spot, closed = Here.of(livia, war.public_id), wars.scores(war)
    amounts: dict[tuple[int, str], int] = {}
    for entry in war.ledger.filter(kind__in=("vp", "standing_transferred")):
        data = happening_of(entry).data
        key = (entry.year, data["side"])
        amounts[key] = amounts.get(key, 0) + data["amount"]
    with translation.override("en"):
        rows = [why_year(spot, score, spot.rules.pack.side_keys) for score in closed]
    assert rows
    before = dict.fromkeys(spot.rules.pack.side_keys, 0)
    for score, row in zip(closed, rows, strict=True):
        for key, told in zip(spot.rules.pack.side_keys, row, strict=True):
            assert number(told["start"].split("had earned")[1]) == before[key]
            earned = before[key] = before[key] + amounts.get((score.year, key), 0)
            assert number(told["ends"][0]) == earned == score.points[key]["earned"]
            awards = [SIGNED.match(line) for line in told["ends"][1:-1]]
            assert sum(number(found.group()) for found in awards if found) == score.points[key]["standing"]
            assert number(told["ends"][-1]) == score.points[key]["total"] == told["points"]
            assert all(line["why"].paragraph for line in told["lines"])


def test_the_table_names_row_and_roll_of_what_an_event_brought(brought_in, marco, browser):
    client = browser(marco)
    page = text_of(answered(client, client.get(address("war_points", brought_in(a_record(1))))))
    because = page.split("why? about the points of year 1")[1]
    told = books.told_of(brought_in(a_record(1)), [1], KINDS)[1]
    assert any(line.happening.kind == "vp" for line in told) == (
        "The event brought" in because or "The event cost" in because
    )
    for words in ("Rome had earned 0 when the year began.", "Together: 0.", "Rules: Hispania 5"):
        assert words in because


def test_a_long_war_has_its_figures_on_several_pages(brought_in, marco, browser):
    war, client = brought_in(a_record(YEARS_A_PAGE - 1)), browser(marco)
    assert "Page 1 of 2" not in text_of(client.get(address("war_points", war)))
    assert wars.scores(war, last=2) == wars.scores(war)[-2:]


def test_the_score_tells_in_which_years_it_was_earned(brought_in, livia, browser):
    war = brought_in(a_record(YEARS_TOLD + 2))
    client = browser(livia)
    page = text_of(answered(client, client.get(address("war", war))))
    first, *_more, last = wars.scores(war, last=YEARS_TOLD + 1)
    for key, name in (("rome", "Rome"), ("carthage", "Carthage")):
        earned = [row.points[key]["earned"] for row in (first, last)]
        assert f"{name} has earned {earned[1]} in battles, by events and in ransoms.".replace("-", "−") in page
        assert f"until year {first.year} {signed(earned[0])}" in page


def test_a_paragraph_of_the_chronicle_answers_with_what_it_was_made_of(fought, marco, browser):
    verbs.wait_out(fought)  # whatever is asked after the battle
    client = browser(marco)
    page = text_of(answered(client, client.get(address("war_chronicle", fought))))
    for words in (
        "Rome chose Battle. Rules: Hispania",
        "Pitched battle, minor victory: +",
        "rolled by the program",
        "Rules: Hispania 5",
    ):
        assert words in page


def test_the_chronicle_says_nothing_of_what_is_still_sealed(ordered, place, livia, marco, browser):
    page = text_of(browser(marco).get(address("war_chronicle", ordered)))
    assert "why?" in page
    assert not any(
        line.happening.kind in books.SEALED_KINDS for lines in books.told_of(ordered, [1]).values() for line in lines
    )


# --- Fetched when it is opened ----------------------------------------------------------------------------

PAGES = ("war", "war_points", "war_book", "war_chronicle", "war_rosters")


def asked_on(client, war) -> list[str]:
    """Every "why?" on the pages of a war: the addresses of the answers."""
    years = [
        address("year_number", war, number) for number in range(1, war.year_set.filter(stage="closed").count() + 1)
    ]
    pages = [*(address(name, war) for name in PAGES), *years]
    return list(dict.fromkeys(found for page in pages for found in WHY.findall(client.get(page).content.decode())))


@pytest.mark.parametrize("case", CASES, ids=lambda path: path.stem)
def test_every_question_has_an_answer(brought_in, livia, browser, case):
    war, client = brought_in(case.read_bytes()), browser(livia)
    kinds = set()
    for url in asked_on(client, war):
        assert answer(client, url)
        kinds.add(url.removeprefix(f"/wars/{war.public_id}/why/").split("/")[0])
    people = {"character"} if war.sides.filter(characters__isnull=False).exists() else set()
    assert kinds == {"score", "points", "tale", "line", "troops", "unit"} | people


def test_nothing_is_put_into_words_before_it_is_asked(fought, livia, browser):
    for name in set(PAGES) - {"war_points"}:  # no year of this war is closed
        page = browser(livia).get(address(name, fought)).content.decode()
        assert WHY.search(page)
        for words in ("why-body", "Rules: Hispania", "It came with", "has earned"):
            assert words not in page


def test_without_a_script_the_answer_is_a_page_that_leads_back(fought, livia, browser):
    client = browser(livia)
    for url in asked_on(client, fought):
        page = client.get(url)
        assert "<html" in page.content.decode()
        assert text_of(SimpleNamespace(content=answer(client, url).encode())).strip() in text_of(page)
        (back,) = re.findall(r'<p><a href="([^"]+)">Back: ', page.content.decode())
        assert client.get(back).status_code == 200


def test_an_answer_is_for_whoever_may_see_the_figure_and_nobody_keeps_it(fought, livia, browser):
    stranger = browser(sign_up("stranger"))
    for url in asked_on(browser(livia), fought):
        for headers in ({}, {"HX-Request": "true"}):
            kept = browser(livia).get(url, headers=headers)
            assert kept["Cache-Control"] == "private, no-store"
            assert {"Cookie", "HX-Request"} <= set(kept["Vary"].split(", "))
            assert not kept.has_header("ETag")
            assert stranger.get(url, headers=headers).status_code == 404
            assert Client().get(url, headers=headers).status_code == 302


@pytest.mark.parametrize(
    "figure",
    [
        "score/gaul/",
        "troops/gaul/",
        "points/99/",
        "points/1/gaul/",
        "points/999999999999999999/",
        "tale/1/gossip/",
        "tale/99/orders/",
        "line/0/",
        "line/999999999999999999/",
        "unit/nothing/",
        "character/nothing/",
    ],
)
def test_what_is_no_figure_of_the_war_is_no_answer(fought, livia, browser, figure):
    assert browser(livia).get(f"/wars/{fought.public_id}/why/{figure}").status_code == 404


def test_a_unit_of_another_war_is_no_figure_of_this_one(fought, brought_in, livia, browser):
    other = brought_in(a_record(1))
    for kind, row in (
        ("unit", other.sides.first().units.first()),
        ("character", other.sides.first().characters.first()),
    ):
        assert browser(livia).get(f"/wars/{other.public_id}/why/{kind}/{row.public_id}/").status_code == 200
        assert browser(livia).get(f"/wars/{fought.public_id}/why/{kind}/{row.public_id}/").status_code == 404


def test_scores_in_lists_of_wars_answer_too(fought, livia, browser):
    client = browser(livia)
    for page in ("/", reverse("club", args=[fought.club.slug])):
        text = text_of(answered(client, client.get(page)))
        assert f"why? about the points of Rome in {fought.name}" in text
        assert "Rome has earned" in text


@pytest.mark.parametrize(
    ("figure", "queries"),
    [
        ("score/rome/", 7),
        ("points/1/", 9),
        ("tale/1/score/", 8),
        ("line/{}/", 10),
        ("unit/{}/", 8),
    ],
)
@pytest.mark.parametrize("years", [1, 9])
def test_an_answer_costs_the_same_however_long_the_war(
    brought_in, livia, browser, years, figure, queries, django_assert_num_queries
):
    war, client = brought_in(a_record(years)), browser(livia)
    rows = {"unit": war.sides.first().units.first().public_id, "line": war.ledger.filter(kind="event").first()}
    kind = figure.split("/")[0]
    url = f"/wars/{war.public_id}/why/" + figure.format(rows["unit"] if kind == "unit" else rows["line"].seq)
    with django_assert_num_queries(queries):
        assert client.get(url, headers={"HX-Request": "true"}).status_code == 200


def test_what_was_taken_back_is_explained_by_what_was_known_then(fought, place, ines, livia, browser):
    """A struck line keeps its answer: with its own dice, and without what came after it."""
    client = browser(livia)
    fell = fought.ledger.filter(year=1).exclude(rolls=[]).latest("seq")
    before = answer(client, address("why_line", fought, fell.seq))
    umpire.reopen_report(fought, reason="The wrong general", by=place(ines), now=clock.now())
    assert answer(client, address("why_line", fought, fell.seq)) == before
