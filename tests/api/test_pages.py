"""Long lists: a page at a time, no line twice and none left out, at the same number of queries however many there are."""

import pytest

from campaigns.services import umpire
from tests.api.client import Program
from tests.factories.campaigns import a_war, found_war
from tests.factories.clubs import NOW

pytestmark = pytest.mark.django_db


def every_page(program: Program, address: str) -> list:
    found = []
    while address:
        page = program.read(address)
        found += page["results"]
        address = page["next"]
    return found


def test_the_ledger_comes_whole_page_by_page(rome, at, war, place, ines):
    for n in range(11):
        umpire.note(war, text=f"Note {n}.", by=place(ines), now=NOW)
    whole = [line["seq"] for line in rome.read(at("ledger/?limit=200"))["results"]]
    paged = [line["seq"] for line in every_page(rome, at("ledger/?limit=3"))]
    assert paged == whole == sorted(whole, reverse=True)


def test_a_line_that_is_added_meanwhile_shifts_nothing(rome, at, war, place, ines):
    for n in range(5):
        umpire.note(war, text=f"Note {n}.", by=place(ines), now=NOW)
    first = rome.read(at("ledger/?limit=2"))
    umpire.note(war, text="One more.", by=place(ines), now=NOW)
    second = rome.read(first["next"])
    assert second["results"][0]["seq"] == first["results"][-1]["seq"] - 1


@pytest.mark.parametrize("limit", ["0", "201", "-1", "many"])
def test_nobody_gets_a_page_larger_than_is_good(rome, at, limit):
    assert rome.get(at(f"ledger/?limit={limit}")).status_code == 400


@pytest.mark.parametrize("cursor", ["bzp4", "cD1ub3RoaW5n", "====", "cj0x", "%00"])
def test_a_made_up_cursor_is_refused(rome, at, cursor):
    assert rome.get(at(f"ledger/?cursor={cursor}")).status_code in (200, 400)


@pytest.mark.parametrize("wars", [1, 3])
def test_the_wars_of_a_club_cost_the_same_however_many(rome, club, place, livia, wars, django_assert_num_queries):
    for n in range(wars):
        found_war(club, by=place(livia), name=f"War {n}")
    with django_assert_num_queries(11):
        rome.read(f"clubs/{club.slug}/wars/")


@pytest.mark.parametrize("notes", [1, 3])
def test_the_ledger_costs_the_same_however_long(rome, at, war, place, ines, notes, django_assert_num_queries):
    for n in range(notes):
        umpire.note(war, text=f"Note {n}.", by=place(ines), now=NOW)
    with django_assert_num_queries(9):
        rome.read(at("ledger/"))


@pytest.mark.parametrize("wars", [1, 3])
def test_tasks_cost_the_same_however_many(rome, club, place, livia, hanno, wars, django_assert_num_queries):
    for n in range(wars):
        a_war(club, rome=place(livia), carthage=place(hanno), by=place(livia), name=f"War {n}")
    with django_assert_num_queries(12):
        tasks = rome.read("me/tasks/")
    assert len(tasks) == 1 + wars


def test_the_chain_of_the_ledger_is_proved_and_tells_nothing_sealed(rome, carthage, at, war):
    before = rome.read(at("ledger/chain/"))
    assert before["sound"]
    carthage.edit("put", at("year/order/"), {"year": 1, "action": "battle", "ready": False})
    assert rome.read(at("ledger/chain/")) == before
