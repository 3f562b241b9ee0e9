"""The table companion under one thumb, with scripts and without."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from battles.services import single
from clubs import clock
from tests.browser.conftest import PHONE
from tests.factories.askari import a_companion
from tests.factories.awam import an_awam_companion

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


def test_two_phones_follow_one_another_and_end_it_together(club, place, livia, hanno, visit):
    table = a_companion(club, place(livia))
    single.take(table, "second", place(hanno), clock.now())
    address = reverse("battle_companion", args=[table.public_id])
    one, other = visit(livia, PHONE), visit(hanno, PHONE)
    one.goto(f"{address}?roll=shoot")
    one.locator("[data-step='1']").first.tap()
    typed = one.locator("input[name=figures]").input_value()
    other.goto(f"{address}?roll=rally")

    # What the other phone rolls is heard beside a form, and the form stays as it was filled in.
    other.locator("button.primary").tap()
    expect(other.locator("#latest")).to_contain_text("rallied")
    expect(one.locator("#heard")).to_contain_text("rallied", timeout=20_000)
    expect(one.locator("input[name=figures]")).to_have_value(typed)
    one.locator("button.primary").tap()
    expect(one.locator("#latest")).to_contain_text("shots")

    # One says how it ended; the other is asked without touching anything, and agrees.
    one.goto(f"{address}?roll=end")
    one.locator("select[name=winner]").select_option("first")
    one.locator("button.primary").tap()
    expect(one.locator("#heard")).to_contain_text("You say that it is over")
    other.goto(address)
    expect(other.locator("#heard")).to_contain_text("Egyptians says that it is over")
    other.locator("#heard button.primary").tap()
    expect(other.locator("main")).to_contain_text("This battle is over.")
    expect(one.locator("main")).to_contain_text("This battle is over.", timeout=20_000)


def test_a_phone_without_scripts_rolls_as_well(visit, livia, saves):
    page = visit(livia, PHONE, scripts=False)
    page.goto(saves)
    expect(page.locator("[data-step='1']").first).to_be_hidden()

    page.fill("input[name=hits]", "2")
    page.locator("button.primary").tap()

    expect(page.locator("#latest")).to_contain_text("Saves for 2 hits")


def test_a_siege_and_its_assault_of_montjoie_under_one_thumb(club, place, livia, hanno, visit):
    """One phone opens the game; a day of the siege, weather, a shot and a fight; the other phone follows, and both end it."""
    one = visit(livia, PHONE)
    one.goto(reverse("club_companion", args=[club.slug]))
    one.get_by_role("link", name="Montjoie").tap()
    one.fill("input[name=first]", "Besiegers")
    one.fill("input[name=second]", "Garrison")
    one.get_by_role("button", name="Open the table").tap()
    expect(one.locator("main")).to_contain_text("Weather: clear.")
    address = one.url
    other = visit(hanno, PHONE)
    other.goto(address)
    other.get_by_role("button", name="Sit down for Garrison").tap()
    expect(other.locator("main")).to_contain_text("What is rolled?")

    one.get_by_role("link", name="New day of the siege").tap()
    one.get_by_role("button", name="Note it").tap()
    expect(one.locator("#latest")).to_contain_text("Day 1 of the siege.")
    one.goto(f"{address}?roll=dig")
    for _tap in range(3):
        one.locator("[data-of=id_miners][data-step='1']").tap()
    one.get_by_role("button", name="Roll the dice").tap()
    expect(one.locator("#latest")).to_contain_text("Mine (points: 8), column 6")

    other.goto(f"{address}?roll=turn")
    other.locator("select[name=weather]").select_option("rain")
    other.get_by_role("button", name="Note it").tap()
    expect(other.locator("main")).to_contain_text("Weather: rain.")
    expect(other.locator("main")).to_contain_text("Day 1 of the siege.")
    other.get_by_role("link", name="Shoot").tap()
    other.get_by_text("On horseback").first.tap()
    other.get_by_role("button", name="Roll the dice").tap()
    expect(other.locator("#latest")).to_contain_text("Longbow at 5 hexes")
    other.locator("#latest summary").tap()
    expect(other.locator("#latest")).to_contain_text("rain +1 [Montjoie 1.1]")
    assert other.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    one.goto(address)
    expect(one.locator("main")).to_contain_text("Longbow at 5 hexes")

    one.goto(f"{address}?roll=end")
    one.locator("select[name=winner]").select_option("first")
    one.get_by_role("button", name="Say so").tap()
    other.goto(address)
    other.get_by_role("button", name="Yes, so it ended").tap()
    expect(other.locator("main")).to_contain_text("This battle is over.")


def test_the_deck_is_on_the_umpires_phone_and_a_players_speaks_italian(club, place, livia, hanno, ines, visit):
    livia.language = "it"
    livia.save()
    table = an_awam_companion(club, place(ines), place(livia))
    single.take(table, "second", place(hanno), clock.now())
    address = reverse("battle_companion", args=[table.public_id])
    umpire, player = visit(ines, PHONE), visit(livia, PHONE)
    umpire.goto(address)
    player.goto(address)
    expect(player.locator(".deck")).to_contain_text("14 carte")
    expect(player.get_by_role("button", name="Pesca una carta")).to_have_count(0)

    # Card after card, until a side has to name its squad: the player's phone follows by itself, in its own language.
    for _card in range(14):
        umpire.get_by_role("button", name="Draw a card").tap()
        expect(umpire.locator("#latest")).not_to_contain_text("ready")
        if umpire.get_by_role("button", name="Squad 1").count():
            break
    squads = umpire.get_by_role("button", name="Squad 1")
    expect(squads).to_be_visible()
    expect(player.locator(".deck")).to_contain_text("quale squadra? Ordini:", timeout=20_000)
    squads.tap()
    expect(umpire.locator("#latest")).to_contain_text("activates squad 1")
    expect(player.locator("#latest")).to_contain_text("attiva la squadra 1", timeout=20_000)

    # The player fires under his thumb, and the umpire's phone tells it.
    player.get_by_role("link", name="Sparare", exact=True).tap()
    player.get_by_label("Distanza, fino a (cm)").select_option(label="20")
    player.get_by_text("Prono, o arma appoggiata").tap()
    player.locator("button.primary").tap()
    expect(player.locator("#latest")).to_contain_text("Fucile a retrocarica, colpisce con più di 2.")
    assert player.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    expect(umpire.locator("#latest")).to_contain_text("Breech-loading rifle, more than 2 hits.", timeout=20_000)
