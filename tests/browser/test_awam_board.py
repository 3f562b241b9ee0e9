"""The board of AWAM on a phone: who acts is large enough for a finger, a place that is tapped is gone to, and axe finds nothing."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from battles.models import Battle
from rulesets import registry
from tests.browser.conftest import DESK, PHONE
from tests.browser.test_battle import tap
from tests.factories import awam

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(300), pytest.mark.django_db(transaction=True)]

FINGER = 44
"""Pixels that a finger needs."""


@pytest.fixture
def held(club, place, livia, hanno) -> Battle:
    held = awam.a_skirmish(club, place(livia), place(hanno), scenario="well")
    return awam.fought(held, awam.asks("orders", "first"))


def walker(held: Battle) -> str:
    return next(one.label for one in registry.get("awam").menu(held.state, "first") if one.kind == "move")


def place_on(page: Page, x: int, y: int) -> tuple[float, float]:
    """Where on the screen a place of the table is."""
    found = page.evaluate(
        """([x, y]) => {
          const svg = document.querySelector("svg.battle-board");
          const at = new DOMPoint(x, Number(svg.dataset.height) - y).matrixTransform(svg.getScreenCTM());
          return [at.x, at.y];
        }""",
        [x, y],
    )
    return found[0], found[1]


def axe_finds_nothing(page: Page) -> None:
    found = Axe().run(page).response["violations"]
    assert [(one["id"], one["nodes"][0]["html"][:200]) for one in found] == []


def test_a_tap_on_a_place_takes_the_figure_there(held, visit, livia):
    figure = walker(held)
    x, y = held.state["figures"][figure]["at"]
    page = visit(livia, PHONE)
    page.goto(f"/battles/{held.public_id}/?unit={figure}")

    own = page.locator(f'.battle-board [data-unit="{figure}"] .hit').bounding_box()
    assert own is not None
    assert own["width"] >= FINGER / 2  # beside others in line as broad as there is room
    page.locator("#board").scroll_into_view_if_needed()
    page.mouse.click(*place_on(page, x, y + 80))
    expect(page.locator("#confirm")).to_contain_text("walk")
    tap(page, "#confirm button")

    expect(page.locator("#battle")).to_contain_text("walks")
    gone = Battle.objects.get(pk=held.pk).state["figures"][figure]["at"]
    assert abs(gone[0] - x) <= 4
    assert abs(gone[1] - y - 80) <= 4
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_a_figure_with_room_round_it_is_as_large_as_a_finger(held, visit, livia):
    page = visit(livia, PHONE)
    page.goto(f"/battles/{held.public_id}/?unit={walker(held)}")
    expect(page.locator(".overview")).to_be_visible()
    widths = page.locator(".battle-board .hit").evaluate_all(
        "all => all.map((one) => Number(one.getAttribute('stroke-width')) * one.ownerSVGElement.getScreenCTM().a)"
    )
    assert max(widths) >= FINGER


def test_without_scripts_every_offered_place_is_a_link_that_leads_to_the_move(held, visit, livia):
    page = visit(livia, PHONE, scripts=False)
    page.goto(f"/battles/{held.public_id}/?unit={walker(held)}&do=move&p.gait=walk")
    page.locator("#menu .options a").first.click()
    page.locator("#confirm button").first.click()
    expect(page.locator("#battle")).to_contain_text("walks")


@pytest.mark.parametrize("colours", ["light", "dark"])
@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_axe_finds_nothing_on_the_way_to_a_move(held, visit, livia, hanno, colours, size):
    figure, home = walker(held), f"/battles/{held.public_id}/"
    page = visit(livia, size)
    page.emulate_media(color_scheme=colours)
    for query in ("", f"?unit={figure}", f"?unit={figure}&do=move", f"?unit={figure}&do=move&p.gait=walk", "?z=1"):
        page.goto(home + query)
        axe_finds_nothing(page)
    looking = visit(hanno, size)
    looking.emulate_media(color_scheme=colours)
    looking.goto(home)
    axe_finds_nothing(looking)


def test_the_board_is_reached_and_gone_through_by_keys(held, visit, livia):
    page = visit(livia, DESK)
    page.goto(f"/battles/{held.public_id}/")
    page.locator("svg.battle-board").focus()
    page.keyboard.press("Tab")
    focused = page.evaluate("document.activeElement.getAttribute('aria-label')")
    assert re.match(r"■\d+\.\d+", focused)
    page.keyboard.press("Enter")
    expect(page.locator("#menu-title")).to_have_text(re.compile(r"^■"))
