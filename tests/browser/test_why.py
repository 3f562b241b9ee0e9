""" "Why?" opens where the figure stands, by tap and by keyboard; without scripts, and where no answer comes, there is a way to it."""

import pytest
from playwright.sync_api import Page, expect

from clubs import clock
from tests.browser.conftest import DESK, PHONE
from tests.browser.test_keyboard import press_until
from tests.factories.campaigns import SIDES, a_war, an_army

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SCORE = ".score > li:nth-child(1)"
EARNED = "Rome has earned 0 in battles, by events and in ransoms."


@pytest.fixture
def war(club, place, livia, hanno):
    armies = {side: an_army(side[0]) for side in SIDES}
    return a_war(club, rome=place(livia), carthage=place(hanno), by=place(livia), now=clock.now(), armies=armies)


def fetched(page: Page) -> list[str]:
    """What the page asks for from here on."""
    found: list[str] = []
    page.on("request", lambda request: "/why/" in request.url and found.append(request.url))
    return found


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_an_answer_is_fetched_once_when_it_is_opened_and_stands_under_its_figure(war, livia, visit, size):
    page = visit(livia, size)
    asked = fetched(page)
    page.goto(war.get_absolute_url())
    question, body = page.locator(f"{SCORE} .why > summary"), page.locator(f"{SCORE} .why-body")
    expect(question).to_have_text("why? about the points of Rome")
    expect(body).to_be_hidden()
    assert asked == []
    question.click()
    expect(body).to_contain_text(EARNED)
    expect(body).to_contain_text("Rules: Hispania 5")
    question.click()
    expect(body).to_be_hidden()
    question.click()
    expect(body).to_be_visible()
    assert len(asked) == 1
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_keyboard_opens_it_and_the_reader_of_the_screen_is_told(war, livia, visit):
    page = visit(livia, DESK)
    page.goto(war.get_absolute_url())
    press_until(page, "Tab", f"{SCORE} .why > summary")
    page.keyboard.press("Enter")
    body = page.locator(f"{SCORE} .why-body")
    expect(body).to_contain_text(EARNED)
    assert body.get_attribute("aria-live") == "polite"
    assert body.get_attribute("aria-busy") is None
    assert page.evaluate("document.activeElement.matches('summary')")
    page.keyboard.press("Tab")
    expect(body.locator("a")).to_be_focused()


@pytest.mark.parametrize(
    ("language", "words"), [("es", "ha ganado 0 en batallas"), ("it", "ha guadagnato 0 in battaglie")]
)
def test_it_answers_in_the_language_of_the_page(war, livia, visit, language, words):
    livia.language = language
    livia.save()
    page = visit(livia, PHONE)
    page.goto(f"{war.get_absolute_url()}rosters/")
    for row in page.locator(".why > summary").all()[:3]:
        row.click()
    expect(page.locator(".why[open] .why-body:not(:empty)")).to_have_count(3)
    page.goto(war.get_absolute_url())
    page.locator(f"{SCORE} .why > summary").click()
    expect(page.locator(f"{SCORE} .why-body")).to_contain_text(words)


def test_without_scripts_it_is_a_page(war, livia, visit):
    page = visit(livia, PHONE, scripts=False)
    page.goto(war.get_absolute_url())
    page.click(f"{SCORE} a.why")
    expect(page.locator("main")).to_contain_text(EARNED)
    page.click("text=Back: ")
    page.wait_for_url(f"**{war.get_absolute_url()}")


def test_where_no_answer_comes_the_way_to_it_stands_and_the_next_opening_asks_again(war, livia, visit, complaints):
    page = visit(livia, PHONE)
    page.goto(war.get_absolute_url())
    page.context.set_offline(True)
    question, body = page.locator(f"{SCORE} .why > summary"), page.locator(f"{SCORE} .why-body")
    question.click()
    expect(body.locator("a")).to_have_text("why? about the points of Rome")
    page.context.set_offline(False)
    question.click()
    question.click()
    expect(body).to_contain_text(EARNED)
    complaints[:] = [told for told in complaints if "ERR_INTERNET_DISCONNECTED" not in told]


def test_who_is_no_longer_logged_in_is_led_to_the_log_in(war, livia, visit):
    page = visit(livia, DESK)
    page.goto(war.get_absolute_url())
    page.context.clear_cookies()
    page.locator(f"{SCORE} .why > summary").click()
    page.wait_for_url("**/accounts/login/?next=**/why/score/rome/")
