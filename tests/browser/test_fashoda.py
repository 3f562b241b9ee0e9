"""The race to Fashoda in four sessions: three players and an umpire, one of them in Italian on a phone; everybody sees only what is his."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from battles.models import Battle
from battles.services import play
from clubs import clock
from rulesets import registry
from rulesets.contract import Action
from tests.browser.conftest import DESK, PHONE
from tests.browser.test_battle import move, tap
from tests.factories import awam

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(600), pytest.mark.django_db(transaction=True)]

SEATS = ("first", "second", "fifth")
BY_HAND = 3
"""So many activations of each player are tapped; the rest is played by the program's moves, so that the test ends."""
LAST_TURN = 3
"""Until the third turn begins."""
WORD = "The steamer is seen two days off."


@pytest.fixture
def held(club, place, livia, hanno, fabia, ines) -> Battle:
    hanno.language = "it"
    hanno.save()
    return awam.a_skirmish(club, place(livia), place(hanno), place(fabia), umpire=place(ines))


@pytest.fixture
def pages(held, visit, livia, hanno, fabia, ines, marco) -> dict[str, Page]:
    """Four sessions, and that of one who looks on."""
    found = {
        "first": visit(livia, DESK),
        "second": visit(hanno, PHONE, "it"),
        "fifth": visit(fabia, DESK),
        "umpire": visit(ines, DESK),
        "": visit(marco, PHONE),
    }
    for page in found.values():
        page.goto(f"/battles/{held.public_id}/")
    return found


def sources(page: Page, held: Battle) -> Iterator[str]:
    """All that the server tells this session of the battle."""
    home = f"/battles/{held.public_id}/"
    for path in (home, f"{home}log/", f"/api/v1{home}", f"/api/v1{home}log/", f"{home}record.json"):
        yield page.request.get(path).text()


def told(page: Page, held: Battle, kind: str) -> list[dict[str, Any]]:
    """What the API tells this session of one kind of happening."""
    rows = json.loads(page.request.get(f"/api/v1/battles/{held.public_id}/log/").text())
    return [one["data"] for row in rows for one in row["happenings"] if one["kind"] == kind]


def view_of(page: Page, held: Battle) -> Any:
    """The state as the API shows it to this session."""
    return json.loads(page.request.get(f"/api/v1/battles/{held.public_id}/").text())["view"]


def fresh(held: Battle) -> Battle:
    return Battle.objects.get(pk=held.pk)


def test_three_players_and_an_umpire_race_to_fashoda(held, pages):
    address = f"/battles/{held.public_id}/"
    aims = {seat: held.state["sides"][seat]["aim"] for seat in SEATS}

    # Each reads his own briefing and nobody else's; the umpire reads all three.
    for seat in SEATS:
        assert [one["seat"] for one in told(pages[seat], held, "aim_dealt")] == [seat]
    assert [one["seat"] for one in told(pages["umpire"], held, "aim_dealt")] == list(SEATS)
    assert told(pages[""], held, "aim_dealt") == []
    expect(pages["second"].locator("#state-title")).to_have_text("Prima del primo turno: la tua scelta segreta.")

    # Livia hands in her way; it is sealed: not even the umpire can read it.
    comes_by(pages["first"], 1)
    assert fresh(held).seq == 0
    for seat in ("second", "fifth", "umpire", ""):
        assert all('"way":"b"' not in source.replace(" ", "") for source in sources(pages[seat], held))
    for seat in ("second", "fifth"):
        pages[seat].goto(address)
        comes_by(pages[seat], 0)
    ways = {seat: side["entry"] for seat, side in fresh(held).state["sides"].items() if side.get("entry")}
    assert ways == {"first": "b", "second": "a", "fifth": "a"}
    for seat in SEATS:
        assert [one["seat"] for one in told(pages[seat], held, "entered")] == [seat]
    assert sorted(one["seat"] for one in told(pages["umpire"], held, "entered")) == sorted(SEATS)
    assert told(pages[""], held, "entered") == []

    # The umpire writes to Hanno alone, on the page.
    write_to(pages["umpire"], address, "second")
    for seat in (*SEATS, "umpire", ""):
        assert any(WORD in source for source in sources(pages[seat], held)) == (seat in ("second", "umpire"))

    # The first turns: each taps some activations of his own.
    play_on(held, pages)
    assert fresh(held).state["turn"] >= LAST_TURN

    # What is not his own is in no source and no answer; the umpire is told all of it.
    state = fresh(held).state
    for seat in (*SEATS, ""):
        coming = [key for key, row in state["figures"].items() if row["seat"] != seat and row["where"] == "coming"]
        assert not [key for source in sources(pages[seat], held) for key in coming if f'"{key}"' in source]
        for other, side in view_of(pages[seat], held)["sides"].items():
            assert other == seat or not {"aim", "entry", "prisoners", "fire_at_attackers"} & side.keys()
    assert {seat: view_of(pages["umpire"], held)["sides"][seat]["aim"] for seat in SEATS} == aims
    assert {seat: view_of(pages[seat], held)["sides"][seat]["aim"] for seat in SEATS} == aims
    pages[""].goto(address)
    expect(pages[""].locator(".deck")).to_be_visible()
    expect(pages[""].locator("#menu")).to_have_count(0)

    # On the phone nothing sticks out, and it is all in Italian.
    pages["second"].goto(address)
    assert pages["second"].evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    expect(pages["second"].locator("html")).to_have_attribute("lang", "it")


def comes_by(page: Page, number: int) -> None:
    page.locator("#menu .options a").nth(number).evaluate("link => link.classList.add('wanted')")
    tap(page, "#menu .options a.wanted")
    tap(page, "#confirm button")


def write_to(page: Page, address: str, seat: str) -> None:
    page.goto(f"{address}?do=message")
    page.locator(f'#move-form input[value="{seat}"]').check()
    page.locator("#move-form textarea").fill(WORD)
    tap(page, "#move-form button")
    tap(page, "#confirm button")


def play_on(held: Battle, pages: dict[str, Page]) -> None:
    """To the last turn of the test: what is asked is tapped by its player as long as it is his turn to tap, else the program's move is made."""
    rules, tapped = registry.get("awam"), dict.fromkeys(SEATS, 0)
    members = awam.players_of(held)
    while (now := fresh(held)).is_open and now.state.get("turn", 1) < LAST_TURN:
        seat, prompt = next((ask.seat, ask.prompt) for ask in rules.asks(now.state) if ask.kind != "may")
        if tapped.get(seat, BY_HAND) < BY_HAND:
            page = pages[seat]
            page.goto(f"/battles/{held.public_id}/")
            if prompt == "pick":
                move(page)
            else:
                tap(page, '#menu form:has(input[value="drill"]) button')
                tapped[seat] += 1
            expect(page.locator("#menu .errorlist")).to_have_count(0)
        else:
            action: Action = rules.bot(now.state, seat)
            play.act(now, seat=seat, action=action, seq=now.seq, by=members[seat], now=clock.now())
    assert all(count == BY_HAND for count in tapped.values()), tapped
