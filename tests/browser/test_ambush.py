"""The ivory road before its first turn: on a phone, and without scripts, hidden raiders are put elsewhere in their bush by taps (AWAM 14.8)."""

import pytest
from playwright.sync_api import Page, expect

from battles.models import Battle
from tests.browser.conftest import DESK, PHONE
from tests.browser.test_battle import tap
from tests.factories import awam

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(300), pytest.mark.django_db(transaction=True)]


@pytest.fixture
def held(club, place, livia, hanno) -> Battle:
    hanno.language = "it"
    hanno.save()
    return awam.a_skirmish(club, place(livia), place(hanno), scenario="ivory")


def fresh(held: Battle) -> Battle:
    return Battle.objects.get(pk=held.pk)


def places(held: Battle) -> dict[str, tuple[int, int]]:
    return {key: tuple(row["at"]) for key, row in fresh(held).state["figures"].items() if row["where"] == "hidden"}


def figure(page: Page, key: str) -> str:
    """Where the link of a figure on the board leads; it is there at all."""
    link = page.locator(f'#board svg a.unit[data-unit="{key}"]')
    expect(link).to_have_count(1)
    return link.get_attribute("href") or ""


def fits(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_raiders_are_left_as_they_lie_by_one_tap(held, visit, hanno):
    before = places(held)
    page = visit(hanno, PHONE, "it")
    page.goto(f"/battles/{held.public_id}/")
    fits(page)
    assert figure(page, "2.1.1")
    tap(page, "#as-they-are button")
    expect(page.locator("#as-they-are")).to_have_count(0)
    assert places(held) == before
    assert fresh(held).state["phase"] in ("pick", "orders")


def test_raiders_are_placed_one_by_one_without_scripts(held, visit, hanno, livia):
    before = places(held)
    page = visit(hanno, PHONE, "it", scripts=False)
    page.goto(f"/battles/{held.public_id}/")
    for key, number in (("2.1.1", 5), ("2.2.3", 9), ("2.1.1", 12)):
        page.goto(figure(page, key))
        fits(page)
        dots = page.locator("#board svg a.target .dot")
        assert dots.count() > 15
        box = dots.nth(number).bounding_box()
        assert box is not None
        assert box["width"] >= 20  # a finger finds it
        dots.nth(number).click()
        expect(page.locator("#confirm button")).to_be_visible()
    assert places(held) == before  # nothing is handed in yet
    assert page.locator("#as-they-are").count() == 0  # nor would it be what was placed
    page.locator("#confirm button").click()
    page.wait_for_load_state()
    after = places(held)
    assert {key for key in after if after[key] != before[key]} == {"2.1.1", "2.2.3"}
    for x, y, middle in ((*after["2.1.1"], (700, 150)), (*after["2.2.3"], (850, 650))):
        assert (x - middle[0]) ** 2 + (y - middle[1]) ** 2 <= 80**2

    # Nobody else is told where.
    other = visit(livia, DESK)
    other.goto(f"/battles/{held.public_id}/")
    for source in (other.content(), other.request.get(f"/api/v1/battles/{held.public_id}/log/").text()):
        assert "places" not in source
        assert '"2.1.1"' not in source
