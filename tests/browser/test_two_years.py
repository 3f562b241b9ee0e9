"""Two years of a war in three browsers: Livia at a desk in English, Hanno on a phone in Spanish, Ines the umpire."""

import pytest
from playwright.sync_api import Page, expect

from campaigns.models import Campaign, Engagement, Year
from campaigns.models.codec import rules_of, state_of
from campaigns.services import books, founding
from clubs import clock
from tests.browser.conftest import DESK, PHONE
from tests.factories.campaigns import an_army, found_war, seat
from tests.factories.dice import Roll, chosen_secrets, nothing_asked

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SALTS = {"rome": "ab urbe condita", "carthage": "qart hadasht"}


def first_year(roll: Roll) -> bool:
    """The general of Carthage is captured; events leave the war and the rosters alone, nobody waits for further answers."""
    return roll("fate/carthage/c-general", 2) == 6 and nothing_asked(roll)


@pytest.fixture
def loaded_secrets():
    """The secrets of two years are chosen for the story."""
    with chosen_secrets(SALTS, {1: first_year, 2: nothing_asked}):
        yield


@pytest.fixture
def war(club, place, livia, hanno, ines, loaded_secrets) -> Campaign:
    hanno.language = "es"
    hanno.save()
    now = clock.now()
    campaign = found_war(club, by=place(livia), now=now, name="Dos inviernos", years=5, umpire=place(ines))
    for side, user in (("rome", livia), ("carthage", hanno)):
        seat(campaign, side, place(user), by=place(livia), now=now)
        founding.set_army(campaign, side=side, army=an_army(side[0]), by=place(user), now=now)
    return founding.begin(campaign, by=place(livia), now=now)


def give_order(page: Page, action: str, salt: str) -> None:
    """From the first page after the log-in: one tap on the action, one on the button. (The salt is typed only for the test's dice.)"""
    page.goto("/")
    form = page.locator('form[action$="/year/order/"]')
    form.locator(f'input[name="action"][value="{action}"]').check()
    form.locator("details summary").click()
    form.locator('input[name="salt"]').fill(salt)
    form.locator("button.primary").click()
    expect(page.locator("#order, #muster").first).to_be_visible()


def give_muster(page: Page, war: Campaign) -> None:
    page.goto(f"/wars/{war.public_id}/year/?fill=best")
    page.locator("#muster form button.primary").first.click()


def report(page: Page, war: Campaign, *, result: str, **fields: int | bool) -> None:
    page.goto(f"/wars/{war.public_id}/year/")
    page.locator("#battle .actions a").first.click()
    _fill(page, result, fields)
    page.locator('button[name="step"][value="look"]').click()
    page.locator('button[name="step"][value="send"]').click()


def _fill(page: Page, result: str, fields: dict[str, int | bool]) -> None:
    page.locator(f'input[name="result"][value="{result}"]').check()
    for name, value in fields.items():
        field = page.locator(f'[name="{name.replace("__", "-")}"]')
        if value is True:
            field.check()
        else:
            field.fill(str(value))


def open_year(war: Campaign) -> Year:
    return war.year_set.exclude(stage__in=("closed", "waiting")).get()


def test_two_years_with_a_dispute_and_a_ransom(war, livia, hanno, ines, visit):
    rome, carthage, umpire = visit(livia, DESK, "en"), visit(hanno, PHONE, "es"), visit(ines, DESK, "en")
    expect(carthage.locator("html")).to_have_attribute("lang", "es")

    # Year one: both seek battle. Before the second order is in, nobody is told what the first one is.
    give_order(rome, "battle", SALTS["rome"])
    carthage.goto(f"/wars/{war.public_id}/year/")
    assert "1" in carthage.locator(".chip, .badge, .status").first.inner_text()
    give_order(carthage, "battle", SALTS["carthage"])
    assert open_year(war).stage == "muster"

    give_muster(rome, war)
    give_muster(carthage, war)
    assert open_year(war).stage == "battle"

    # Rome reports, Carthage disputes, the umpire rules: the general of Carthage fell.
    report(rome, war, result="rome.major", destroyed__carthage__0=3)
    carthage.goto(f"/wars/{war.public_id}/year/")
    carthage.locator(f'a[href="/wars/{war.public_id}/year/dispute/"]').click()
    carthage.locator('[name="reason"]').fill("Perdí una unidad, pero no por tanto.")
    carthage.locator('button[name="step"][value="look"]').click()
    expect(carthage.locator("#battle")).to_contain_text("Perdí una unidad")
    umpire.goto(f"/wars/{war.public_id}/umpire/")
    umpire.goto(f"/wars/{war.public_id}/year/ruling/")
    umpire.locator('[name="reason"]').fill("I was at the table.")
    _fill(umpire, "rome.minor", {"destroyed-carthage-0": 5, "felled-carthage-0": True})
    umpire.locator('button[name="step"][value="look"]').click()
    umpire.locator('button[name="step"][value="send"]').click()

    # He is captured: Carthage is shown the score after the ransom, and pays.
    assert [ask.prompt for ask in state_of(fresh(war)).pending] == ["ransom"]
    carthage.goto(f"/wars/{war.public_id}/year/")
    body = carthage.locator("main").inner_text()
    rules, state = rules_of(fresh(war)), state_of(fresh(war))
    assert str(rules.total(state, "rome") + 2) in body
    carthage.locator('form:has(input[name="prompt"][value="ransom"]) button[value="yes"]').click()
    assert state_of(fresh(war)).characters["carthage"]["c-general"].status == "ready"

    # Year two is open; it is played to its end too, and agreed at once.
    assert open_year(war).number == 2
    give_order(carthage, "battle", SALTS["carthage"])
    give_order(rome, "battle", SALTS["rome"])
    give_muster(carthage, war)
    give_muster(rome, war)
    report(carthage, war, result="carthage.minor", destroyed__rome__1=4)
    rome.goto(f"/wars/{war.public_id}/year/")
    rome.locator(f'form[action="/wars/{war.public_id}/year/confirm/"] button').click()
    assert open_year(war).number == 3

    # Both find the whole of it in the chronicle, each in his language; the books are sound.
    for page, heading in ((rome, "Year 2"), (carthage, "Año 2")):
        page.goto(f"/wars/{war.public_id}/chronicle/")
        expect(page.locator("main")).to_contain_text(heading)
    assert Engagement.objects.filter(year__campaign=war).count() == 2
    assert books.check(fresh(war)) == []


def fresh(war: Campaign) -> Campaign:
    return Campaign.objects.select_related("club", "pack", "umpire").get(pk=war.pk)


@pytest.mark.parametrize("address", ["", "year/", "book/", "chronicle/", "dice/", "rules/", "rosters/"])
def test_a_page_of_the_war_fits_a_phone(war, livia, visit, address):
    page = visit(livia, PHONE, "it")
    page.goto(f"/wars/{war.public_id}/{address}")
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= PHONE["width"]


def test_an_order_can_be_given_without_scripts(war, livia, visit):
    page = visit(livia, PHONE, "en", scripts=False)
    page.goto(f"/wars/{war.public_id}/year/")
    page.locator('#order input[name="action"][value="defence"]').check()
    page.locator("#order form button.primary").first.click()
    expect(page.locator("#order")).to_contain_text("Defence")
    assert open_year(war).orders.get(side="rome").action == "defence"
