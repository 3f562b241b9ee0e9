"""A whole short battle on the site: Livia at a desk, Hanno on a phone by touch, Marco looking on; nobody sees what is not his."""

import re

import pytest
from playwright.sync_api import Page, expect

from battles.models import Battle
from battles.services import play
from clubs import clock
from rulesets import registry
from rulesets.contract import Action
from tests.browser.conftest import DESK, PHONE
from tests.factories import askari

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(600), pytest.mark.django_db(transaction=True)]

MOST_STEPS = 400
BY_HAND = 8
"""So many moves of each player are tapped; the rest of the battle is played by the program's moves, so that the test ends."""


@pytest.fixture
def players(place, livia, hanno):
    return {"west": place(livia), "east": place(hanno)}


def tap(page: Page, selector: str, *, finger: bool = True) -> None:
    """Tap, or click, and wait until the answer stands on the page."""
    found = page.locator(selector).first
    found.scroll_into_view_if_needed()
    page.locator("#battle").evaluate("battle => { battle.dataset.before = '1'; }")
    if finger and page.viewport_size == PHONE:
        found.tap()
    else:
        found.click()
    expect(page.locator("#battle:not([data-before])")).to_be_attached()


def move(page: Page) -> None:
    """One move, put together by whatever the page offers first."""
    for _step in range(6):
        if page.locator("#confirm form").count():
            break
        if page.locator("#move-form").count():
            _fill(page)
            tap(page, "#move-form button")
            if page.locator("#confirm form").count() == 0:
                return
        elif page.locator("#menu .options a").count():
            tap(page, "#menu .options a")
        else:
            tap(page, '#menu form:has(input[value="done"]) button')
            return
    tap(page, "#confirm button")


def _fill(page: Page) -> None:
    """Tick as many as may be ticked."""
    for field in page.locator("#move-form fieldset:has(input[type=checkbox])").all():
        most = int(re.findall(r"\d+", field.locator(".optional").first.inner_text())[-1])
        for box in field.locator("input[type=checkbox]").all()[:most]:
            box.check()
    for compass in page.locator("#move-form .compass").all():
        compass.locator("input").first.check()
    for select in page.locator("#move-form select").all():
        if not select.input_value():
            select.select_option(index=1)


def test_two_people_fight_a_battle_and_a_third_looks_on(club, players, livia, hanno, marco, visit):
    held = askari.a_fight(club, players["west"], players["east"], scenario="village")
    rules = registry.get("askari")
    pages = {"west": visit(livia, DESK), "east": visit(hanno, PHONE)}
    third = visit(marco, PHONE)
    address = f"/battles/{held.public_id}/"
    for page in (*pages.values(), third):
        page.goto(address)

    # Hanno hides his spears; the others' pages and the API never hold where they lie.
    play.act(held, seat="west", action=Action(kind="split"), seq=0, by=players["west"], now=clock.now())
    pages["east"].reload()
    pages["east"].locator('#move-form input[name="f.hidden"][value="east:spears"]').check()
    tap(pages["east"], "#move-form button")

    tapped = {"west": 0, "east": 0}
    looked = False
    for _step in range(MOST_STEPS):
        held = Battle.objects.get(pk=held.pk)
        if not held.is_open:
            break
        ask = rules.asks(held.state)[0]
        if tapped[ask.seat] < BY_HAND:
            page = pages[ask.seat]
            page.goto(address)
            move(page)
            tapped[ask.seat] += 1
            held.refresh_from_db()
        else:
            action = rules.bot(held.state, ask.seat)
            held = play.act(held, seat=ask.seat, action=action, seq=held.seq, by=players[ask.seat], now=clock.now())
        hidden = [unit for unit in held.state["units"].values() if unit.get("where") == "hidden"]
        if hidden and "at" in hidden[0]["figures"][0] and not looked:
            looked = True
            _is_not_told(pages["west"], address, hidden[0])
            _is_not_told(third, address, hidden[0])
    assert looked
    assert not held.is_open

    # Without touching anything, the one who looks on sees how it ended; so do the two.
    expect(third.locator("#end")).to_be_visible(timeout=30_000)
    for page in pages.values():
        page.goto(address)
        expect(page.locator("#end h2")).to_contain_text("wins")
    width = pages["east"].evaluate("document.documentElement.scrollWidth")
    assert width <= PHONE["width"]


def _is_not_told(page: Page, address: str, unit) -> None:
    x, y = unit["figures"][0]["at"]
    for path in (address, f"{address}log/", f"/api/v1{address}", f"/api/v1{address}log/"):
        body = page.request.get(path).text()
        assert f'data-unit="{unit["id"]}"' not in body
        assert f"[{x},{y}]" not in body.replace(" ", "")
        assert f"translate({x} " not in body


def fingers(page: Page, *steps: list[tuple[float, float]]) -> None:
    """Fingers put down at the first places, moved over the next ones, and lifted."""
    line = page.context.new_cdp_session(page)

    def send(kind: str, places: list[tuple[float, float]]) -> None:
        points = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(places)]
        line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    send("touchStart", steps[0])
    for places in steps[1:]:
        send("touchMove", places)
    send("touchEnd", [])


def test_two_fingers_enlarge_the_board_and_one_moves_it(club, players, livia, visit):
    held = askari.fought(askari.a_fight(club, players["west"], players["east"]), players, askari.asks("activate"))
    page = visit(livia, PHONE)
    page.goto(f"/battles/{held.public_id}/")
    board = page.locator("svg.battle-board")
    board.scroll_into_view_if_needed()
    box = board.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def shown() -> list[int]:
        return [int(one) for one in board.get_attribute("viewBox").split()]

    whole = shown()
    fingers(page, [(x - 20, y), (x + 20, y)], [(x - 40, y), (x + 40, y)], [(x - 60, y), (x + 60, y)])
    near = shown()
    assert near[2] < whole[2] / 2
    expect(board).to_have_class(re.compile(r"\bnear\b"))

    scrolled = page.evaluate("scrollY")
    fingers(page, [(x, y)], [(x - 15, y - 15)], [(x - 60, y - 60)])
    moved = shown()
    assert moved[2:] == near[2:]
    assert moved[0] > near[0]
    assert moved[1] > near[1]
    assert page.evaluate("scrollY") == scrolled

    # What was enlarged by hand stays so when something is chosen; the buttons take over again. A tap that
    # follows a gesture at once may be taken for a part of it, so these two are clicks.
    tap(page, "#menu .options a", finger=False)
    expect(board).to_have_attribute("viewBox", " ".join(map(str, moved)))
    tap(page, ".board-tools a", finger=False)
    expect(board).not_to_have_attribute("viewBox", " ".join(map(str, moved)))


def test_a_shot_is_told_with_its_dice_and_every_reason_on_a_phone(club, players, livia, hanno, visit):
    held = askari.fought(askari.a_fight(club, players["west"], players["east"]), players, askari.asks("shoot"))
    seat = next(ask.seat for ask in registry.get("askari").asks(held.state) if ask.prompt == "shoot")
    page = visit(livia if seat == "west" else hanno, PHONE)
    page.goto(f"/battles/{held.public_id}/")

    while page.locator("#confirm").count() == 0:
        tap(page, "#menu .options a")
    before = page.locator("#confirm .modifiers li").all_inner_texts()
    assert any("weapon" in line and "Askari 2.4" in line for line in before)
    tap(page, "#confirm button")

    result = page.locator("#result")
    expect(result.locator(".fell .dice").first).to_be_visible()
    expect(result.locator("details.why[open] li").first).to_be_visible()
    expect(result).to_contain_text("Rules: Askari")
    for line in before:
        word = line.split("Askari")[0].strip().rpartition(" ")[0]
        expect(result).to_contain_text(word)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def touch(page: Page, across: float, down: float) -> None:
    """A finger on a part of the board."""
    board = page.locator("svg.battle-board")
    board.scroll_into_view_if_needed()
    box = board.bounding_box()
    page.locator("#battle").evaluate("battle => { battle.dataset.before = '1'; }")
    page.touchscreen.tap(box["x"] + box["width"] * across, box["y"] + box["height"] * down)
    expect(page.locator("#battle:not([data-before])")).to_be_attached()


def test_a_tap_on_the_board_names_a_place_and_what_is_wrong_leaves_the_page_whole(
    club, players, livia, visit, complaints
):
    held = askari.a_fight(club, players["west"], players["east"])
    held = askari.fought(held, players, askari.asks("deploy", "west"))
    page = visit(livia, PHONE)
    page.goto(f"/battles/{held.public_id}/")
    tap(page, "#menu .options a")
    # Far from the own edge: the rules forbid it, and the rest of the page stays.
    touch(page, 0.1, 0.2)
    expect(page.locator("#menu .errorlist")).to_contain_text("outside your deployment zone")
    expect(page.locator(".site-head")).to_be_visible()
    complaints.clear()

    # On the form that is open now, a tap fills the numbers and looks again.
    touch(page, 0.3, 0.93)
    tap(page, "#confirm button")

    held.refresh_from_db()
    units = [unit for unit in held.state["units"].values() if unit["seat"] == "west" and unit.get("where") == "table"]
    x, y = units[0]["figures"][0]["at"]
    assert 250 < x < 480
    assert y < 150


def test_the_keys_move_the_board_and_change_its_size(club, players, livia, visit):
    held = askari.a_fight(club, players["west"], players["east"])
    page = visit(livia, DESK)
    page.goto(f"/battles/{held.public_id}/")
    board = page.locator("svg.battle-board")

    def shown():
        return [int(part) for part in board.get_attribute("viewBox").split()]

    whole = shown()
    board.focus()
    expect(board).to_be_focused()
    page.keyboard.press("ArrowRight")
    assert shown() == whole  # all of it is seen already
    page.keyboard.press("+")
    nearer = shown()
    assert nearer[2] < whole[2]
    assert abs(nearer[0] + nearer[2] // 2 - whole[2] // 2) <= 2  # the middle stays
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowUp")
    moved = shown()
    assert moved[0] > nearer[0]
    assert moved[1] < nearer[1]
    assert moved[2:] == nearer[2:]
    for _press in range(20):
        page.keyboard.press("+")
    assert shown()[2] == whole[2] // 8
    page.keyboard.press("0")
    assert shown() == whole
