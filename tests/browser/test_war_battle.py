"""A year's battle on the site: from the year's page to the board, and back to what it did to the war."""

import pytest
from playwright.sync_api import expect

from battles.models import Battle
from battles.services import play
from campaigns.services import fighting
from campaigns.services.fighting import Way
from clubs import clock
from rulesets import registry
from tests.browser.conftest import DESK, PHONE
from tests.campaigns.rules.sudan import FIRST, SECOND
from tests.factories import sudan
from tests.factories.campaigns import battle_of

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(300), pytest.mark.django_db(transaction=True)]


@pytest.fixture
def members(place, livia, hanno, ines):
    hanno.language = "es"
    hanno.save()
    return {FIRST: place(livia), SECOND: place(hanno), "umpire": place(ines)}


def test_from_the_year_to_the_board_and_back_with_the_result(club, members, livia, hanno, visit):
    now = clock.now()
    war = sudan.begun(club, members, now)
    sudan.to_battle(war, members, now=now)
    fighting.wish(war, side=FIRST, way=Way.SITE, by=members[FIRST], now=now)
    desk, phone = visit(livia, DESK), visit(hanno, PHONE, "es")
    year = f"/wars/{war.public_id}/year/"

    # Hanno wishes it, too: the battle is on the site, and both pages lead to its board.
    phone.goto(year)
    way = phone.locator('form[action$="/way/"]')
    way.locator('input[value="site"]').check()
    way.locator("button").tap()
    expect(phone.locator('#battle a.primary[href^="/battles/"]')).to_be_visible()
    held = battle_of(war)
    assert held.ruleset == "askari"
    board = f"/battles/{held.public_id}/"
    for page in (desk, phone):
        page.goto(year)
        page.locator(f'#battle a[href="{board}"]').click()
        expect(page.locator("svg.battle-board")).to_be_visible()
    expect(phone.locator(".battle-title")).to_contain_text("contra")
    expect(desk.locator(".crumbs a").last).to_have_attribute("href", f"/wars/{war.public_id}/years/1/")

    # Livia concedes on the page, as soon as she may; the program's moves lead there.
    rules = registry.get("askari")
    while not any(choice.kind == "concede" for choice in rules.menu(held.state, FIRST)):
        for ask in rules.asks(held.state):
            action = rules.bot(held.state, ask.seat)
            held = play.act(held, seat=ask.seat, action=action, seq=held.seq, by=members[ask.seat], now=clock.now())
    desk.goto(board)
    desk.locator('#menu a[href*="do=concede"]').click()
    desk.locator("#confirm button").click()
    expect(desk.locator("#end")).to_be_visible()
    assert not Battle.objects.get(pk=held.pk).is_open

    # The phone follows without being touched, and leads back to the year with what came of it.
    expect(phone.locator("#end h2")).to_be_visible(timeout=30_000)
    phone.locator("#end a.primary").tap()
    phone.wait_for_url(f"**/wars/{war.public_id}/years/1/")
    expect(phone.locator("main")).to_contain_text("ictoria")
    link = phone.locator(f'main a[href="{board}"]').first
    expect(link).to_be_visible()
    link.tap()
    expect(phone.locator("#end")).to_be_visible()

    # From there one looks back, and reads the whole log: pages of their own.
    phone.locator("#end a").last.tap()
    expect(phone.locator("nav.steps-back")).to_be_visible()
    phone.go_back()
    phone.locator('a[href$="/log/"]').tap()
    expect(phone.locator("ol.battle-log > li").nth(12)).to_be_attached()
    assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
