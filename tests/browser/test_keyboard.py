"""An order and a battle report given by keyboard alone: the skip link leads to the content, and wherever one is can be seen."""

import pytest
from playwright.sync_api import Page, expect

from campaigns.models import Campaign, StrategicAction
from clubs import clock
from tests.browser.conftest import DESK, PHONE
from tests.factories.campaigns import a_war, battle_of, to_battle

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
MOST_STOPS = 120

# A mark round what has the focus: its own, or that of the card or the label which stands for a field.
SEEN = """() => {
  const one = document.activeElement;
  if (!one || one === document.body) return 'nothing has the focus';
  const rect = one.getBoundingClientRect();
  if (!rect.width || !rect.height) return 'no size: ' + one.outerHTML.slice(0, 120);
  if (rect.bottom <= 0 || rect.top >= innerHeight) return 'out of sight: ' + one.outerHTML.slice(0, 120);
  for (const shown of [one, one.closest('.choice'), one.closest('label')]) {
    if (!shown) continue;
    const style = getComputedStyle(shown);
    if (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2) return '';
  }
  return 'no mark: ' + one.outerHTML.slice(0, 120);
}"""
IS = "(selector) => document.activeElement.matches(selector)"


def press_until(page: Page, key: str, selector: str) -> None:
    """Press a key until what the selector names has the focus. Every stop on the way can be seen."""
    for _stop in range(MOST_STOPS):
        page.keyboard.press(key)
        told = page.evaluate(SEEN)
        assert told == "", told
        if page.evaluate(IS, selector):
            return
    raise AssertionError(f"{key} never came to {selector}")


def choose(page: Page, name: str, value: str) -> None:
    """Into the group of choices with Tab, through it with the arrows, and chosen with the space bar."""
    wanted = f'input[name="{name}"][value="{value}"]'
    press_until(page, "Tab", f'input[name="{name}"]')
    if not page.evaluate(IS, wanted):
        press_until(page, "ArrowDown", wanted)
    page.keyboard.press("Space")
    expect(page.locator(wanted).first).to_be_checked()


def write(page: Page, name: str, text: str) -> None:
    press_until(page, "Tab", f'[name="{name}"]')
    page.keyboard.press("Control+a")
    page.keyboard.type(text)


def activate(page: Page, selector: str) -> None:
    press_until(page, "Tab", selector)
    with page.expect_navigation():
        page.keyboard.press("Enter")


@pytest.fixture
def at_keyboard(visit):
    """A browser that does not glide: where it stands after a key is where it stays."""

    def of(user, size) -> Page:
        page = visit(user, size)
        page.emulate_media(reduced_motion="reduce")
        return page

    return of


@pytest.fixture
def members(place, livia, hanno) -> dict:
    return {"rome": place(livia), "carthage": place(hanno)}


@pytest.fixture
def war(club, members, place, ines) -> Campaign:
    return a_war(club, **members, by=members["rome"], umpire=place(ines), now=clock.now())


@pytest.mark.parametrize("address", ["/", "/wars/{war}/", "/wars/{war}/year/", "/wars/{war}/rules/", "/notices/"])
def test_the_first_stop_of_a_page_leads_past_its_head(war, livia, at_keyboard, address):
    page = at_keyboard(livia, PHONE)
    page.goto(address.format(war=war.public_id))
    page.keyboard.press("Tab")
    assert page.evaluate(IS, ".skip")
    assert page.evaluate(SEEN) == ""
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("() => document.querySelector('main').contains(document.activeElement)")


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_an_order_is_given_by_keyboard(war, livia, at_keyboard, size):
    page = at_keyboard(livia, size)
    page.goto(f"/wars/{war.public_id}/year/")
    choose(page, "action", "defence")
    activate(page, "#order form button.primary")
    expect(page.locator("#order")).to_contain_text("Defence")
    given = StrategicAction.objects.get(year__campaign=war, side="rome")
    assert (given.action, given.ready) == ("defence", True)


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_a_battle_report_is_filled_in_by_keyboard(war, members, livia, at_keyboard, size):
    to_battle(war, members, now=clock.now())
    page = at_keyboard(livia, size)
    page.goto(f"/wars/{war.public_id}/year/")
    activate(page, f'a[href="/wars/{war.public_id}/year/report/"]')
    choose(page, "result", "rome.minor")
    write(page, "destroyed-carthage-0", "4")
    activate(page, 'button[name="step"][value="look"]')
    activate(page, 'button[name="step"][value="send"]')
    state = battle_of(war).state
    assert '"minor"' in str(state).replace("'", '"')
    expect(page.locator("main")).to_contain_text("Rome wins: a minor victory.")
