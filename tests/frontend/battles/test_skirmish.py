"""The page of a battle of AWAM: the deck, squads by name, where an expedition comes on, figures by one number everywhere."""

import re

import pytest
from django.utils import translation

from battles.services import play, single
from rulesets import registry
from rulesets.contract import Action
from tests.factories import awam
from tests.factories.clubs import NOW

pytestmark = pytest.mark.django_db


@pytest.fixture
def race(club, place, livia, hanno, marco, ines):
    return awam.a_skirmish(club, place(livia), place(hanno), place(marco), umpire=place(ines))


def page_of(client, held, **query):
    return client.get(f"/battles/{held.public_id}/", query).content.decode()


def test_before_the_first_turn_each_way_is_named_and_shown_on_the_board(race, browser, livia, hanno):
    page = page_of(browser(livia), race)

    assert "all by boat down the Nile, from the south edge" in page
    assert "squad 2 on foot along the west bank" in page
    assert page.count('class="target"') == 2
    assert "N →" in page
    assert "all aboard the steamer" in page_of(browser(hanno), race)
    assert "all aboard the steamer" not in page


def test_the_ways_are_told_in_the_readers_language(race, browser, livia):
    livia.language = "it"
    livia.save()
    with translation.override("it"):
        page = page_of(browser(livia), race)

    assert "tutti sulle barche, scendendo il Nilo dal bordo sud" in page


def test_the_deck_is_counted_and_the_cards_drawn_lie_in_their_order(race, browser, livia):
    held = awam.fought(race, lambda held, ask: len(held.state.get("drawn", ())) == 3)
    page = page_of(browser(livia), held)

    assert f"{len(held.state['deck'])} cards in the deck" in page
    assert "3 cards drawn:" in page
    assert page.count('<li class="playing-card') == 3
    assert page.count("top") >= 1


def test_before_the_first_card_there_is_no_deck(race, browser, livia):
    assert "playing-card" not in page_of(browser(livia), race)


def test_squads_have_names_in_menu_log_and_lists(race, browser, livia):
    held = awam.fought(race, awam.asks("pick", "first"))
    page = page_of(browser(livia), held)
    held = awam.fought(held, awam.asks("orders", "first"))
    later = page_of(browser(livia), held)

    assert "Squad 1 (riflemen)" in page
    assert "Marchand activates squad " in later
    assert "squad 1.1" not in later


def test_a_figure_has_the_same_number_in_menu_and_log(race, browser, livia):
    held = awam.fought(race, lambda held, ask: held.state.get("turn", 1) > 1)
    page = page_of(browser(livia), held)

    assert "■1.1 rifleman" in page
    assert "rifleman 1.1.1" not in page


def test_whoever_is_waited_for_is_called_by_name(race, browser, livia):
    held = awam.fought(race, awam.asks("orders", "first"))
    page = page_of(browser(livia), held)

    assert "First side" not in page


def test_the_umpires_groups_are_listed_where_they_are_seen(race, browser, ines):
    page = page_of(browser(ines), race)

    assert "the Shilluk" in page
    assert "◇1.1 warrior" in page


# --- A seat that drops out ---


@pytest.fixture
def evening(club, place, livia, hanno, marco, ines):
    """A race of the club's own, outside any war, with Ines as its umpire; it is somebody's turn."""
    held = single.start(
        club=club,
        ruleset="awam",
        scenario="fashoda",
        forces=None,
        seats={"first": place(livia), "second": place(hanno), "fifth": place(marco)},
        options={"umpire": True},
        umpire=place(ines),
        by=place(ines),
        now=NOW,
    )
    for key, user in (("first", livia), ("second", hanno), ("fifth", marco)):
        single.take(held, key, place(user), NOW)
    return awam.fought(held, awam.asks("orders"))


def test_the_umpire_gives_up_for_a_seat_that_has_dropped_out(evening, browser, ines, hanno, marco):
    address = f"/battles/{evening.public_id}/"
    assert "Give up for this seat" not in page_of(browser(ines), evening)
    browser(hanno).post(f"{address}leave/", {"seat": "second"})

    assert "Give up for this seat" in page_of(browser(ines), evening)
    assert "Let the program play" in page_of(browser(ines), evening)
    assert "Give up for this seat" not in page_of(browser(marco), evening)
    answer = browser(ines).post(f"{address}give-up/", {"seat": "second"})

    evening.refresh_from_db()
    assert answer.status_code == 302
    assert evening.state["sides"]["second"]["conceded"]
    assert evening.is_open
    assert "gives up" in page_of(browser(marco), evening)


def test_nobody_gives_up_for_one_who_sits_nor_without_being_the_umpire(evening, browser, ines, hanno, marco):
    address = f"/battles/{evening.public_id}/give-up/"
    sits = browser(ines).post(address, {"seat": "second"})
    browser(hanno).post(f"/battles/{evening.public_id}/leave/", {"seat": "second"})
    player = browser(marco).post(address, {"seat": "second"})
    none = browser(ines).post(address, {"seat": "umpire"})

    evening.refresh_from_db()
    assert (sits.status_code, player.status_code, none.status_code) == (409, 403, 409)
    assert not evening.state["sides"]["second"].get("conceded")


def ruled(held, ines_place, kind: str, **arguments):
    action = Action(kind=kind, arguments={"reason": "As we saw it.", **arguments})
    return play.act(held, seat="umpire", action=action, seq=held.seq, by=ines_place, now=NOW)


@pytest.mark.parametrize(
    ("language", "told"),
    [("en", "Deeds to be remembered"), ("es", "Hazañas para el recuerdo"), ("it", "Imprese da ricordare")],
)
def test_at_the_end_the_deeds_are_told_and_not_before(race, browser, place, livia, ines, language, told):
    livia.language = language
    livia.save()
    held = ruled(race, place(ines), "flag", seat="first", up=True)
    before = page_of(browser(livia), held)
    page = page_of(browser(livia), ruled(held, place(ines), "end_game"))
    end = page.partition('id="end"')[2].partition("</section>")[0]

    assert told not in before
    assert told in end
    assert "Marchand" in end.partition(told)[2].partition("</ul>")[0]


def view_box(page):
    return [int(word) for word in re.search(r'class="board-frame">.*?viewBox="([^"]+)"', page, re.S)[1].split()]


def test_the_board_comes_close_to_who_acts_with_an_overview_beside_it_and_no_script(race, browser, livia):
    held = awam.fought(
        race, lambda held, ask: ask.prompt == "orders" and ask.seat == "first" and held.state.get("turn", 1) > 1
    )
    squad = [key for key, one in held.state["figures"].items() if one["squad"] == held.state["active"]["squad"]]
    page = page_of(browser(livia), held)
    left, top, width, height = view_box(page)

    assert width < 1800
    assert 'class="board overview"' in page
    able = [key for key in squad if f"?unit={key}" in page and not held.state["figures"][key].get("aboard")]
    for key in able:
        x, y = held.state["figures"][key]["at"]
        assert left <= x <= left + width
        assert top <= 1200 - y <= top + height
    assert able
    whole = page_of(browser(livia), held, z=1)
    assert view_box(whole) == [0, 0, 1800, 1200]
    assert "overview" not in whole
    assert "Closer, to who acts" in whole


def test_who_is_asked_nothing_sees_all_of_the_board(race, browser, livia, hanno):
    held = awam.fought(
        race, lambda held, ask: ask.prompt == "orders" and ask.seat == "first" and held.state.get("turn", 1) > 1
    )
    page = page_of(browser(hanno), held)

    assert view_box(page) == [0, 0, 1800, 1200]
    assert "overview" not in page


def test_at_the_end_what_was_taken_is_named_by_its_kind(race, browser, place, livia, ines):
    held = ruled(race, place(ines), "end_game")
    held.outcome["special"]["taken"] = {"first": ["mule"]}
    held.outcome["guns_taken"] = {"first": ["cannon-fourth"]}
    held.save(update_fields=["outcome"])
    end = page_of(browser(livia), held).partition('id="end"')[2].partition("</section>")[0]

    assert "Marchand has taken: cannon, mule." in end
    assert "cannon-fourth" not in end


def test_at_the_end_it_is_said_by_what_the_game_was_decided(race, browser, place, livia, ines):
    livia.language = "it"
    livia.save()
    end = (
        page_of(browser(livia), ruled(race, place(ines), "end_game"))
        .partition('id="end"')[2]
        .partition("</section>")[0]
    )

    assert "arbitro l" in end.partition("Come è finita")[2].partition("</dd>")[0]
    assert "ruling" not in end


@pytest.fixture
def acting(club, place, livia, hanno):
    """A battle at the well in which a squad of Livia's acts, and the first of it who may move."""
    held = awam.a_skirmish(club, place(livia), place(hanno), scenario="well")
    held = awam.fought(held, awam.asks("orders", "first"))
    rules = registry.get("awam")
    return held, next(one.label for one in rules.menu(held.state, "first") if one.kind == "move")


def test_places_are_offered_on_the_board_for_a_move_and_tell_how_far_they_are(acting, browser, livia):
    held, figure = acting
    page = page_of(browser(livia), held, unit=figure, do="move", **{"p.gait": "walk"})

    assert page.count('class="target"') > 4
    assert "↑ 12 cm" in page
    assert f'data-tap-href="/battles/{held.public_id}/?unit={figure}' in page
    assert 'data-tap-x="p.path.x"' in page


def test_a_place_that_is_tapped_is_reached_by_the_slowest_gait_that_reaches_it(acting, browser, livia):
    held, figure = acting
    x, y = held.state["figures"][figure]["at"]
    client = browser(livia)
    near = page_of(client, held, unit=figure, do="move", **{"p.path.x": x, "p.path.y": y + 100})
    far = page_of(client, held, unit=figure, do="move", **{"p.path.x": x, "p.path.y": y + 180})

    assert 'value="{&quot;fig&quot;' in near
    assert "&quot;gait&quot;:&quot;walk&quot;" in near
    assert "&quot;gait&quot;:&quot;run&quot;" in far


def test_too_far_for_a_gait_is_told_with_the_gait_that_reaches(acting, browser, livia):
    held, figure = acting
    x, y = held.state["figures"][figure]["at"]
    page = page_of(
        browser(livia), held, unit=figure, do="move", **{"p.gait": "walk", "p.path.x": x, "p.path.y": y + 180}
    )

    assert "The way cannot end here yet" in page
    assert "So it can be done:" in page
    assert re.search(r'class="choice" href="[^"]*p.gait=run', page)


def test_a_way_of_two_legs_can_lose_its_last_point_and_what_is_no_point_is_left_out(acting, browser, livia):
    held, figure = acting
    x, y = held.state["figures"][figure]["at"]
    legs = f'[{{"x":{x},"y":{y + 60}}},{{"x":"no"}},[1],{{"x":{x + 40},"y":{y + 60}}}]'
    page = page_of(browser(livia), held, unit=figure, do="move", **{"p.gait": "walk", "p.path": legs})

    assert "Take back the last point" in page
    assert "&quot;path&quot;:[{" in page
    assert page_of(browser(livia), held, unit=figure, do="move", **{"p.gait": "walk", "p.path": "{"}).count("12 cm")


def test_what_costs_an_order_is_told_beside_it_and_what_ends_the_card_comes_last(acting, browser, livia):
    held, figure = acting
    client = browser(livia)
    page, own = page_of(client, held), page_of(client, held, unit=figure)

    assert "Orders left: <strong>" in page[page.index('id="menu"') :]
    assert " · leader</span>" in page
    costs = re.findall(r'choice-title">([^<]+)</span><span class="choice-pays">([^<]+)<', own)
    assert dict(costs)["Move"] in ("his own action", "takes an order", "takes no order")
    menu = page[page.index('id="menu"') :]
    order = [
        menu.index(words) for words in ("Declare war", "Give up", "Let the program play this squad", "Nothing more")
    ]
    assert order == sorted(order)
