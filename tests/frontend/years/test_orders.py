"""The year's page while orders are sealed: who does what there, and what nobody else can see."""

import re
from datetime import timedelta

import pytest

from campaigns.models import StrategicAction
from campaigns.models.codec import state_of
from campaigns.services import founding, sealed, turning
from clubs import clock
from tests.factories import campaigns as verbs
from tests.factories.clubs import paper_member
from tests.frontend.years.conftest import masked, text_of
from tests.worlds import once

pytestmark = pytest.mark.django_db

EVERYBODY = ["livia", "hanno", "ines", "fabia", "marco"]


def orders(war) -> dict[str, str]:
    return dict(StrategicAction.objects.filter(year__campaign=war).values_list("side", "action"))


# --- Who sees the page ------------------------------------------------------------------------------------


@pytest.mark.parametrize("who", EVERYBODY)
def test_every_member_of_the_club_sees_the_year(request, war, browser, year_url, who):
    page = browser(request.getfixturevalue(who)).get(year_url)
    assert page.status_code == 200
    assert "0 of 2 sides are ready" in text_of(page)


@pytest.mark.parametrize("name", ["year", "year_report", "year_dispute", "year_ruling", "year_surrender"])
def test_a_stranger_gets_the_answer_of_what_does_not_exist(war, browser, nobody, to, name):
    page = browser(nobody).get(to(name))
    missing = browser(nobody).get(to(name).replace(war.public_id, "x" * 12))
    assert (page.status_code, missing.status_code) == (404, 404)
    assert masked(page).replace(war.public_id, "X") == masked(missing).replace("x" * 12, "X")


def test_who_is_not_logged_in_is_sent_to_the_log_in(war, browser, year_url):
    answer = browser(None).get(year_url)
    assert (answer.status_code, answer["Location"]) == (302, f"/accounts/login/?next={year_url}")


ACTS = [
    "year_order", "year_not_ready", "year_standing_order", "year_choices", "year_skip", "year_muster", "year_confirm",
    "year_grants", "year_ransom", "year_general", "year_standing_reroll", "year_length",
]  # fmt: skip


@pytest.mark.parametrize("name", ACTS)
@pytest.mark.parametrize("who", ["marco", "nobody"])
def test_nothing_is_done_by_who_has_no_part_in_the_war(request, war, send, name, who):
    answer = send(request.getfixturevalue(who), name, action="battle", **{"for": "rome"})
    assert answer.status_code == 404
    assert orders(war) == {}


def test_a_year_that_was_never_opened_does_not_exist(war, browser, livia, to):
    assert browser(livia).get(to("year_number", 2)).status_code == 404
    assert browser(livia).get(to("year_sheet", 1)).status_code == 404


# --- Giving an order --------------------------------------------------------------------------------------


def test_the_form_is_on_the_page_and_one_button_gives_the_order(war, browser, livia, year_url, send):
    page = browser(livia).get(year_url).content.decode()
    assert re.findall(r'name="action" value="(\w+)"', page)[:5] == [
        "alliance", "punishment", "battle", "defence", "guerrilla",
    ]  # fmt: skip
    answer = send(livia, "year_order", action="guerrilla", ready="on", salt="my salt", revision=0)
    assert (answer.status_code, answer["Location"]) == (302, year_url)
    assert orders(war) == {"rome": "guerrilla"}
    words = text_of(browser(livia).get(year_url))
    assert "Your order is in Show what I handed in Guerrilla" in words
    assert "1 of 2 sides is ready" in words


def test_the_labels_are_in_the_readers_language(war, browser, livia, year_url):
    livia.language = "es"
    livia.save()
    page = browser(livia).get(year_url).content.decode()
    assert "Castigo" in page
    assert "Avoid battle" not in page


def test_an_empty_choice_is_refused(war, livia, send):
    answer = send(livia, "year_order", ready="on")
    assert answer.status_code == 422
    assert "Choose an action first: an order cannot be empty." in text_of(answer)
    assert orders(war) == {}


def test_an_action_that_does_not_exist_is_refused(war, livia, send):
    assert send(livia, "year_order", action="retreat").status_code == 422
    assert orders(war) == {}


def test_the_receipt_shows_commitment_and_salt_to_its_own_seat_only(war, browser, livia, hanno, ines, year_url, send):
    send(livia, "year_order", action="alliance", salt="a salt of my own", ready="on")
    row = StrategicAction.objects.get()
    mine = browser(livia).get(year_url).content.decode()
    assert row.receipt in mine
    assert "a salt of my own" in mine
    for other in (hanno, ines):
        page = browser(other).get(year_url).content.decode()
        assert row.receipt not in page
        assert "a salt of my own" not in page


def test_the_text_for_the_chat_names_neither_action_nor_salt(war, browser, livia, year_url, send):
    send(livia, "year_order", action="alliance", salt="a salt of my own", ready="on")
    page = browser(livia).get(year_url).content.decode()
    box = re.search(r'<textarea id="order-receipt"[^>]*>(.*?)</textarea>', page, re.S).group(1)
    assert StrategicAction.objects.get().receipt in box
    assert "lliance" not in box
    assert "salt" not in box


def test_an_order_may_be_changed_until_the_closing(war, browser, livia, send, year_url):
    send(livia, "year_order", action="alliance", ready="on")
    assert send(livia, "year_order", action="defence", ready="on", revision=1).status_code == 302
    assert orders(war) == {"rome": "defence"}


def test_both_ready_open_the_orders_at_once(war, browser, livia, hanno, send, year_url):
    send(livia, "year_order", action="battle", ready="on")
    send(hanno, "year_order", action="battle", ready="on")
    turning.turn_due(clock.now())
    words = text_of(browser(hanno).get(year_url))
    assert "Pitched battle" in words
    assert "Muster your army" in words


def test_who_is_not_ready_keeps_the_year_waiting(war, browser, livia, hanno, send, year_url):
    send(livia, "year_order", action="battle")
    send(hanno, "year_order", action="battle", ready="on")
    assert turning.turn_due(clock.now()) == 0
    words = text_of(browser(livia).get(year_url))
    assert "You are not ready: your order stands, but it is opened only at the deadline." in words


def test_ready_can_be_taken_back(war, livia, send):
    send(livia, "year_order", action="battle", ready="on")
    assert send(livia, "year_not_ready").status_code == 302
    assert not StrategicAction.objects.get().ready


# --- Too late, or somebody was first ------------------------------------------------------------------------


def test_a_late_order_is_refused_with_the_time_and_the_stored_one_stands(war, browser, livia, send):
    send(livia, "year_order", action="battle", ready="on")
    late = verbs.year_of(war).deadline_at + timedelta(seconds=1)
    clock.set_offset(late - clock.now())
    answer = send(livia, "year_order", action="defence", ready="on", revision=1)
    assert answer.status_code == 409
    assert "Too late: this closed at" in text_of(answer)
    assert "You had chosen: Defence" in text_of(answer)
    assert orders(war) == {"rome": "battle"}


def test_a_form_of_last_year_never_orders_for_this_one(by_orders, war, members, browser, livia, hanno, to):
    by_orders("defence", "defence")
    for member in (livia, hanno):
        browser(member).post(to("year_skip"), {"year": 1, "agree": "yes"})
    close_year(war)
    assert verbs.year_of(war).number == 2
    answer = browser(livia).post(to("year_order"), {"year": 1, "action": "battle", "ready": "on"})
    assert answer.status_code == 409
    assert "Year 1 closed its orders on" in text_of(answer)
    assert not StrategicAction.objects.filter(year__number=2).exists()


@pytest.mark.parametrize("typed", ["²", "٣", "-1", "1.5", "9" * 5000, "\x00", "one"])
def test_a_year_that_is_no_number_is_an_old_page_and_no_fault(war, livia, send, typed):
    answer = send(livia, "year_order", year=typed, action="battle", ready="on")
    assert answer.status_code == 409
    assert "The war has gone on to another year." in text_of(answer)
    assert not StrategicAction.objects.exists()


@pytest.mark.parametrize("typed", ["²", "9" * 5000, "-1"])
def test_hidden_numbers_may_come_back_as_anything(fighting, livia, send, typed):
    assert send(livia, "year_order", revision=typed, action="battle").status_code == 409
    assert send(livia, "year_confirm", seq=typed).status_code == 409


def close_year(war) -> None:
    """Let every question of the aftermath be answered by default, at its deadline."""
    for _question in range(30):
        if verbs.year_of(war).number > 1:
            return
        turning.turn(war.pk, now=verbs.year_of(war).deadline_at)
    raise AssertionError("the aftermath does not end")


def test_an_order_after_the_opening_is_refused_with_the_time(mustering, livia, send):
    answer = send(livia, "year_order", action="defence", ready="on")
    assert answer.status_code == 409
    assert "The orders of this year were opened on" in text_of(answer)
    assert orders(mustering)["rome"] == "battle"


def test_a_stale_window_is_told_so_and_keeps_what_was_chosen(war, livia, send):
    send(livia, "year_order", action="battle", ready="on", revision=0)
    answer = send(livia, "year_order", action="defence", ready="on", revision=0)
    assert answer.status_code == 409
    page = answer.content.decode()
    assert "This was changed in another window." in text_of(answer)
    assert re.search(r'value="defence"[^>]* checked', page)
    # The page that came back knows the order that stands now: sending it once more changes it.
    revision = re.search(r'name="revision" value="(\d+)"', page).group(1)
    assert send(livia, "year_order", action="defence", ready="on", revision=revision).status_code == 302
    assert orders(war) == {"rome": "defence"}


# --- Forced, and left in advance ---------------------------------------------------------------------------


def test_a_forced_action_is_explained_and_the_only_one_offered(club, place, livia, hanno, browser):
    war = verbs.found_war(club, by=place(livia), now=clock.now())
    for side, user in (("rome", livia), ("carthage", hanno)):
        verbs.seat(war, side, place(user), by=place(livia), now=clock.now())
        founding.set_army(war, side=side, army=verbs.an_army(side[0]), by=place(user), now=clock.now())
    founding.begin(war, by=place(livia), now=clock.now(), year=2, flags=("rome.must_battle",))
    page = browser(livia).get(f"/wars/{war.public_id}/year/")
    assert "An event of last year forces Rome: this year the order is Battle, and nothing else." in text_of(page)
    order_form = page.content.decode().split("standing-order")[0]
    assert re.findall(r'type="radio" name="action" value="(\w+)"', order_form) == ["battle"]
    other = browser(hanno).get(f"/wars/{war.public_id}/year/").content.decode().split("standing-order")[0]
    assert len(re.findall(r'type="radio" name="action"', other)) == 5


def test_a_standing_order_is_kept_for_its_own_seat_only(war, browser, livia, hanno, send, year_url):
    assert send(livia, "year_standing_order", action="guerrilla").status_code == 302
    assert 'value="guerrilla" selected' in browser(livia).get(year_url).content.decode()
    assert 'value="guerrilla" selected' not in browser(hanno).get(year_url).content.decode()
    war.sides.get(key="rome", standing_order="guerrilla")


# --- Paper slips ------------------------------------------------------------------------------------------


@once
def paper_war(club, place, livia, ines):
    """Carthage is held by a member without an account."""
    titus = paper_member(club, "Titus")
    return verbs.a_war(club, rome=place(livia), carthage=titus, by=place(livia), umpire=place(ines), now=clock.now())


def test_an_officer_types_in_a_slip_and_the_book_says_so(paper_war, browser, ines, livia):
    address = f"/wars/{paper_war.public_id}/year/"
    assert "Type in an order slip of Carthage plays on paper" in text_of(browser(ines).get(address))
    typed = {"year": 1, "for": "carthage", "action": "battle", "ready": "on"}
    assert browser(ines).post(f"{address}order/", typed).status_code == 302
    row = StrategicAction.objects.get()
    assert (row.side, row.action, row.manner) == ("carthage", "battle", "paper")
    # What is stored is never shown to who typed it in.
    assert " checked" not in browser(ines).get(address).content.decode().replace('name="ready"', "").split("slip")[0]
    page = browser(ines).get(address).content.decode()
    assert not re.search(r'name="action" value="battle"[^>]* checked', page)


def test_an_officer_does_for_a_paper_side_what_else_it_may_do(paper_war, browser, ines, livia, hanno):
    address = f"/wars/{paper_war.public_id}/year/"
    words = text_of(browser(ines).get(address))
    assert "On paper, for Carthage: what else it may do" in words
    # Nobody else's page has a slip.
    assert "On paper, for" not in text_of(browser(livia).get(address))
    page = browser(ines).get(f"{address}surrender/?for=carthage")
    assert "Surrender for Carthage?" in text_of(page)
    assert browser(hanno).post(f"{address}surrender/", {"year": 1, "for": "carthage"}).status_code == 404
    assert browser(ines).post(f"{address}surrender/", {"year": 1, "for": "carthage"}).status_code == 302
    assert state_of(verbs.fresh(paper_war)).ended.winner == "rome"


def test_a_player_types_in_nobodys_slip(war, livia, send):
    send(livia, "year_order", action="battle", **{"for": "carthage"})
    assert orders(war) == {"rome": "battle"}


def test_the_other_player_cannot_type_in_a_slip(war, hanno, send):
    send(hanno, "year_order", action="alliance", **{"for": "rome"})
    assert orders(war) == {"carthage": "alliance"}


# --- Two worlds -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("who", ["hanno", "ines", "fabia", "marco"])
def test_no_page_of_another_viewer_differs_with_the_sealed_order(request, war, members, browser, who, to):
    """The same war with either of two orders given: every byte that others get is the same, but for the receipt's own entry."""
    reader = browser(request.getfixturevalue(who))
    now = clock.now()
    pages = []
    for action in ("alliance", "guerrilla"):
        StrategicAction.objects.all().delete()
        sealed.give_order(verbs.fresh(war), side="rome", action=action, salt="salt", by=members["rome"], now=now)
        pages.append([masked(reader.get(to(name, *more))) for name, more in (("year", ()), ("year_number", (1,)))])
    assert pages[0] == pages[1]


def test_the_two_worlds_differ_for_the_seat_itself(war, members, browser, livia, year_url):
    """The measure of the test above: where the order may be seen, the pages do differ."""
    pages = []
    for action in ("alliance", "guerrilla"):
        StrategicAction.objects.all().delete()
        sealed.give_order(verbs.fresh(war), side="rome", action=action, by=members["rome"], now=clock.now())
        pages.append(masked(browser(livia).get(year_url)))
    assert pages[0] != pages[1]


def test_a_war_that_is_being_prepared_has_no_year_yet(club, place, livia, browser):
    war = verbs.found_war(club, by=place(livia), now=clock.now())
    answer = browser(livia).get(f"/wars/{war.public_id}/year/")
    assert (answer.status_code, answer["Location"]) == (302, f"/wars/{war.public_id}/")


def test_an_order_that_is_not_ready_stays_so_when_it_is_changed_and_the_first_page_says_that_it_is_in(
    war, browser, livia, year_url, send
):
    send(livia, "year_order", action="guerrilla", salt="my salt", revision=0)
    page = browser(livia).get(year_url).content.decode()
    assert not re.search(r'name="ready"[^>]*checked', page)
    home = browser(livia).get("/")
    assert "your order stands, but it is opened only at the deadline" in text_of(home)
    assert 'name="action"' not in home.content.decode()


def test_what_was_ordered_is_folded_away_for_who_passes_the_telephone_round(war, browser, livia, year_url, send):
    send(livia, "year_order", action="guerrilla", salt="my salt", ready="on", revision=0)
    page = browser(livia).get(year_url).content.decode()
    unfolded = re.sub(r"<details\b(?![^>]*\bopen\b).*?</details>", "", page, flags=re.S)
    assert "Your order is in" in unfolded
    assert "Guerrilla" not in unfolded
