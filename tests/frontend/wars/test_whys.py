"""Numbers of a war's pages answer "why?" where they stand: the score, the table of points, the chronicle."""

import re
from pathlib import Path

import pytest
from django.utils import translation

from campaigns.models.codec import happening_of
from campaigns.selectors import books, wars
from campaigns.services import records
from clubs import clock
from frontend.templatetags.words import signed
from frontend.views.scores import KINDS, YEARS_A_PAGE, YEARS_TOLD, why_years
from frontend.views.wars import Here
from tests.factories import campaigns as verbs
from tests.frontend.wars.helpers import a_record, address, text_of

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
        rows = why_years(spot, closed)
    assert rows
    before = dict.fromkeys(spot.rules.pack.side_keys, 0)
    for score, row in zip(closed, rows, strict=True):
        for key, told in zip(spot.rules.pack.side_keys, row["sides"], strict=True):
            assert number(told["start"].split("had earned")[1]) == before[key]
            earned = before[key] = before[key] + amounts.get((score.year, key), 0)
            assert number(told["ends"][0]) == earned == score.points[key]["earned"]
            awards = [SIGNED.match(line) for line in told["ends"][1:-1]]
            assert sum(number(found.group()) for found in awards if found) == score.points[key]["standing"]
            assert number(told["ends"][-1]) == score.points[key]["total"] == told["points"]
            assert all(line["why"].paragraph for line in told["lines"])


def test_the_table_names_row_and_roll_of_what_an_event_brought(brought_in, marco, browser):
    page = text_of(browser(marco).get(address("war_points", brought_in(a_record(1)))))
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
    page = text_of(browser(livia).get(address("war", war)))
    first, *_more, last = wars.scores(war, last=YEARS_TOLD + 1)
    for key, name in (("rome", "Rome"), ("carthage", "Carthage")):
        earned = [row.points[key]["earned"] for row in (first, last)]
        assert f"{name} has earned {earned[1]} in battles, by events and in ransoms.".replace("-", "−") in page
        assert f"until year {first.year} {signed(earned[0])}" in page


def test_a_paragraph_of_the_chronicle_answers_with_what_it_was_made_of(fought, marco, browser):
    verbs.wait_out(fought)  # whatever is asked after the battle
    page = text_of(browser(marco).get(address("war_chronicle", fought)))
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
