"""The table companion under one thumb, with scripts and without."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.browser.conftest import PHONE
from tests.factories.askari import a_companion

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def saves(club, place, livia) -> str:
    """The page on which saves are rolled."""
    return reverse("battle_companion", args=[a_companion(club, place(livia)).public_id]) + "?roll=saves"


def test_numbers_go_up_and_down_by_the_thumb_and_stay_within_their_limits(visit, livia, saves):
    page = visit(livia, PHONE)
    page.goto(saves)
    more, less, hits = (page.locator(one).first for one in ("[data-step='1']", "[data-step='-1']", "input[name=hits]"))

    for _tap in range(2):
        more.tap()
    expect(hits).to_have_value("3")
    page.locator("button.primary").tap()

    expect(page.locator("#latest")).to_contain_text("Saves for 3 hits")
    expect(hits).to_have_value("3")
    for _tap in range(4):
        less.tap()
    expect(hits).to_have_value("1")


def test_a_phone_without_scripts_rolls_as_well(visit, livia, saves):
    page = visit(livia, PHONE, scripts=False)
    page.goto(saves)
    expect(page.locator("[data-step='1']").first).to_be_hidden()

    page.fill("input[name=hits]", "2")
    page.locator("button.primary").tap()

    expect(page.locator("#latest")).to_contain_text("Saves for 2 hits")
