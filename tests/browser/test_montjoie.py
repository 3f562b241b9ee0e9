"""Montjoie on the site: a short battle of two people to its end, one of them by touch, and a siege day that both decide in secret."""

import html
import re

import pytest
from playwright.sync_api import Page, expect

from battles.models import Battle
from battles.services import play
from clubs import clock
from rulesets import registry
from tests.browser.conftest import DESK, PHONE
from tests.browser.test_battle import move, tap
from tests.factories import montjoie
from tests.factories.askari import asks, fought

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(600), pytest.mark.django_db(transaction=True)]

MOST_STEPS = 400
BY_HAND = 7
"""So many decisions of each player are tapped; the rest of the battle is the program's, so that the test ends."""


@pytest.fixture
def players(place, livia, hanno):
    return {"first": place(livia), "second": place(hanno)}


def test_two_people_fight_to_an_end_and_one_has_but_a_phone(club, players, livia, hanno, visit):
    held = montjoie.a_fight(club, players["first"], players["second"])
    rules = registry.get("montjoie")
    address = f"/battles/{held.public_id}/"
    pages = {"first": visit(livia, DESK), "second": visit(hanno, PHONE)}

    walked: set[str] = set()
    tapped = {"first": 0, "second": 0}
    for _step in range(MOST_STEPS):
        held = Battle.objects.get(pk=held.pk)
        if not held.is_open:
            break
        ask = rules.asks(held.state)[0]
        goers = [choice.label for choice in rules.menu(held.state, ask.seat) if choice.kind == "go"]
        if goers and ask.seat not in walked:
            walked.add(ask.seat)
            page = pages[ask.seat]
            page.goto(address)
            _walk(page, goers[0])
        elif tapped[ask.seat] < BY_HAND and ask.prompt != "move":
            tapped[ask.seat] += 1
            page = pages[ask.seat]
            page.goto(address)
            move(page)
        else:
            action = rules.bot(held.state, ask.seat)
            play.act(held, seat=ask.seat, action=action, seq=held.seq, by=players[ask.seat], now=clock.now())
    assert walked == {"first", "second"}
    assert not held.is_open

    for page in pages.values():
        page.goto(address)
        expect(page.locator("#end h2")).to_be_visible()
        expect(page.locator("#state-title")).to_have_text("The battle is over")
    assert pages["second"].evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def _walk(page: Page, figure: str) -> None:
    """Tap somebody on the board, then the hex he goes to; the cost stands on it, and the way is drawn before he goes."""
    tap(page, f'svg.battle-board a.unit[data-unit="{figure}"]')
    tap(page, '#menu .options a[href*="do=go"]')
    expect(page.locator("svg.battle-board a.target .aim-number").first).to_have_text(re.compile(r"^\d+$"))
    tap(page, "svg.battle-board a.target")
    expect(page.locator("svg.battle-board .way")).to_be_attached()
    tap(page, "#confirm button")


def test_a_siege_day_is_decided_by_both_in_secret(club, players, livia, hanno, visit):
    sides = {"first": players["second"], "second": players["first"]}
    held = montjoie.a_fight(club, sides["first"], sides["second"], scenario="drywall")
    held = fought(held, sides, asks("siege_works"))
    assert _day(held) == 1
    address = f"/battles/{held.public_id}/"
    garrison, besiegers = visit(hanno, PHONE), visit(livia, DESK)

    # The besiegers dig; the garrison learns that they are in, and nothing else.
    besiegers.goto(address)
    told = _told(garrison, address), _told(besiegers, address)
    dug = _works(besiegers, "dig")
    expect(besiegers.locator(".secret")).to_contain_text(dug)
    assert _told(besiegers, address) > told[1]
    garrison.goto(address)
    expect(garrison.locator("#state-title")).to_contain_text("A day’s works")
    expect(garrison.locator(".secret")).to_have_count(0)
    assert _told(garrison, address) == told[0]

    # The garrison answers by touch: now both are in, and both read what was done.
    countered = _works(garrison, "countermine")
    held.refresh_from_db()
    assert registry.get("montjoie").asks(held.state)[0].prompt != "siege_works"
    for page in (besiegers, garrison):
        page.goto(f"{address}log/")
        expect(page.locator("main")).to_contain_text(dug)
        expect(page.locator("main")).to_contain_text(countered)

    # On the next day the garrison is first.
    held = fought(held, sides, lambda held, ask: _day(held) == 2 and ask.prompt == "siege_works")
    garrison.goto(address)
    told = _told(garrison, address), _told(besiegers, address)
    countered = _works(garrison, "countermine")
    expect(garrison.locator(".secret")).to_contain_text(countered)
    assert _told(garrison, address) > told[0]
    besiegers.goto(address)
    expect(besiegers.locator(".secret")).to_have_count(0)
    assert _told(besiegers, address) == told[1]


def _day(held: Battle) -> int:
    return held.state["siege"].get("day", 1)


def _works(page: Page, kind: str) -> str:
    """A day's work, opened where it is not yet, with its first hex and one man; handed in, it answers with the hex."""
    if page.locator(f'#move-form input[name="do"][value="{kind}"]').count() == 0:
        tap(page, f'#menu a[href*="do={kind}"]')
    hexes = page.locator('#move-form input[name="f.hexes"]')
    hexes.first.check()
    named = hexes.first.get_attribute("value")
    page.locator('#move-form input[name="f.men"]').first.check()
    tap(page, "#move-form button")
    return named


def _told(page: Page, address: str) -> int:
    """How often the source of the page, its log and the API name hexes that somebody works at."""
    paths = (address, f"{address}log/", f"/api/v1{address}", f"/api/v1{address}log/")
    bodies = "".join(html.unescape(page.request.get(path).text()) for path in paths)
    return bodies.replace(" ", "").count('"hexes":[')
