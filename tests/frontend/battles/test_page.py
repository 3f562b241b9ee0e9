"""The page of a battle: what each reader sees of it, and every step of a move without a script."""

import html
import re
from urllib.parse import parse_qs, urlsplit

import msgspec
import pytest
from django.db import connection
from django.http import QueryDict
from django.test.utils import CaptureQueriesContext

from battles import narration, selectors
from frontend.views.battlepages.table import Table
from rulesets import registry
from tests.factories import battles
from tests.factories.askari import asks
from tests.factories.clubs import NOW

pytestmark = pytest.mark.django_db


def page_of(held) -> str:
    return f"/battles/{held.public_id}/"


def links(response, part: str) -> list[str]:
    """Addresses on a page that hold some text."""
    found = [html.unescape(one) for one in re.findall(r'href="([^"]*)"', response.content.decode())]
    return [one for one in dict.fromkeys(found) if part in one]


def hidden(response) -> dict[str, str]:
    """What the form of the last look would send."""
    part = response.content.decode().partition('id="confirm"')[2]
    form = part.partition("<form")[2].partition("</form>")[0]
    pairs = re.findall(r'type="hidden" name="([^"]+)" value="([^"]*)"', form)
    return {name: html.unescape(value) for name, value in pairs}


def text(response) -> str:
    return html.unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", response.content.decode())))


# --- Who sees it --------------------------------------------------------------------------------------------


def test_the_board_says_in_words_what_it_shows(upto, at):
    held, seat = upto("activate")

    page = at(seat).get(page_of(held)).content.decode()

    assert 'viewBox="0 0 1200 900"' in page
    assert re.search(r"<title id=\"battle-title\">The board of Skirmish, turn \d</title>", page)
    assert "Redcoats: ■" in page


def test_each_reader_is_told_whose_turn_it_is(upto, at, browser, marco):
    held, seat = upto("activate")
    other = "east" if seat == "west" else "west"
    name = {"west": "Redcoats", "east": "Ansar"}[seat]

    assert "Your movement" in text(at(seat).get(page_of(held)))
    assert f"Waiting for {name}" in text(at(other).get(page_of(held)))
    looker = text(browser(marco).get(page_of(held)))
    assert "You look on" in looker
    assert f"Waiting for {name}" in looker


def test_what_the_other_did_last_is_told_above_the_board(upto, at, browser, marco):
    held, seat = upto("activate")
    last = next(entry for entry in reversed(selectors.entries_for(held, None)) if entry.happenings)
    said = narration.happening("askari", last.happenings[0], narration.names_of(held))

    for client in (at("west"), at("east"), browser(marco)):
        body = client.get(page_of(held)).content.decode()
        told, _board, _rest = body.partition('id="board"')
        assert html.escape(said) in told.partition('id="latest"')[2]
    # Who has just acted reads what came of it there instead.
    assert 'id="latest"' not in at(seat).get(page_of(held), {"done": held.seq - 1}).content.decode()


def test_a_battle_does_not_exist_for_who_is_not_of_the_club(fight, browser, nobody):
    assert browser(nobody).get(page_of(fight)).status_code == 404


def test_a_battle_at_the_table_has_no_board(club, players, at):
    held = battles.open_battle(club, players["west"], players["east"])

    assert at("west").get(page_of(held)).status_code == 404


def test_the_page_costs_as_many_queries_whatever_was_done(fight, upto, at, browser, marco):
    def counted(held):
        found = []
        for client in (at("west"), at("east"), browser(marco)):
            client.get("/")
            with CaptureQueriesContext(connection) as queries:
                client.get(page_of(held))
            found.append(len(queries))
        return found

    early = counted(fight)
    late = counted(upto("test")[0])

    assert (early, late) == ([14, 14, 13], [15, 15, 13])


def test_who_sits_at_the_other_edge_sees_the_board_from_there(upto, at):
    held, _seat = upto("activate")

    west, east = (at(seat).get(page_of(held)).content.decode() for seat in ("west", "east"))

    assert 'data-flip-y="1"' in west
    assert 'data-flip-x="1"' not in west
    assert 'data-flip-x="1"' in east
    assert 'data-flip-y="1"' not in east


# --- A move, step by step, without a script -----------------------------------------------------------------


def test_a_move_is_tapped_together_and_played(upto, at):
    held, seat = upto("activate", until=lambda held, ask: asks("activate")(held, ask) and _walks(held, ask.seat))
    client = at(seat)
    unit = _walks(held, seat)[0]

    start = client.get(page_of(held))
    chosen = client.get(next(one for one in links(start, "unit=") if parse_qs(urlsplit(one).query)["unit"] == [unit]))
    what = client.get(next(one for one in links(chosen, "do=move") if "unit=" in one))
    if "confirm" not in what.content.decode():
        what = client.get(links(what, "p.rough=")[0])
    sent = hidden(what)
    played = client.post(f"{page_of(held)}act/", sent, follow=True)

    assert sent["kind"] == "move"
    assert msgspec.json.decode(sent["arguments"])["unit"] == unit
    assert "rolls for a move" in text(played)
    held.refresh_from_db()
    assert registry.get("askari").asks(held.state)[0].prompt == "march"


def _walks(held, seat):
    menu = registry.get("askari").menu(held.state, seat)
    return [choice.label for choice in menu if choice.kind == "move"]


def test_places_to_go_are_numbered_on_the_board_and_in_the_list(upto, at):
    held, seat = upto("march")

    page = at(seat).get(page_of(held))

    ways = links(page, "p.plan=")
    assert ways
    assert page.content.decode().count('class="target"') == len(ways)
    assert page.content.decode().count('class="spot-number"') == len(ways)


def test_the_odds_are_told_before_the_dice_fall(upto, at):
    held, seat = upto("shoot", until=lambda held, ask: asks("shoot")(held, ask) and _shots(held, ask.seat))
    shot = _shots(held, seat)[0]
    address = f"{page_of(held)}?unit={shot.label}&do=shoot"

    told = text(at(seat).get(address))

    assert "dice:" in told
    assert "or less is needed" in told
    assert "Askari 2.4" in told
    assert "Roll the dice" in told


def _shots(held, seat):
    return [choice for choice in registry.get("askari").menu(held.state, seat) if choice.kind == "shoot"]


def test_any_other_place_can_be_named(upto, at):
    held, seat = upto("deploy", "west")
    unit = next(c.label for c in registry.get("askari").menu(held.state, seat) if c.label)
    spot = f"{page_of(held)}?unit={unit}&do=deploy_at&look=1&f.x=300&f.y=80"

    page = at(seat).get(spot)

    assert page.status_code == 200
    assert msgspec.json.decode(hidden(page)["arguments"])["x"] == 300
    assert at(seat).post(f"{page_of(held)}act/", hidden(page)).status_code == 302


def test_the_last_point_of_a_typed_way_is_taken_back(upto, at):
    held, seat = upto("march")
    unit, kind = next(
        (choice.label, choice.kind)
        for choice in registry.get("askari").menu(held.state, seat)
        if not choice.exact and "points" in choice.arguments
    )
    typed = {"f.points.0.x": "300", "f.points.0.y": "90", "f.points.1.x": "310", "f.points.1.y": "120"}

    page = at(seat).get(page_of(held), {"unit": unit, "do": kind, "sent": "1", **typed})
    (shorter,) = [address for address in links(page, "points.0.x") if "points.1" not in address]
    page = at(seat).get(shorter)

    assert 'name="f.points.0.x" id="id-f-points-0-x" min="0" max="1200" step="1" value="300"' in page.content.decode()
    assert 'name="f.points.1.x" id="id-f-points-1-x" min="0" max="1200" step="1" value=""' in page.content.decode()
    (shorter,) = [address for address in links(page, "look=1") if "points" not in address]
    assert 'id="shorter"' not in at(seat).get(shorter).content.decode()


IMPOSSIBLE = ("-5", "1e9", "NaN", "999999", "12.5", "٣", "", "0x10", "five")


def test_a_number_that_cannot_be_is_refused_with_what_could(upto, at):
    held, seat = upto("deploy", "west")
    unit = next(c.label for c in registry.get("askari").menu(held.state, seat) if c.label)
    form = {"unit": unit, "do": "deploy_at", "sent": 1, "f.y": "80", "f.facing.exact": "0", "f.ranks": "2"}

    for typed in IMPOSSIBLE:
        page = at(seat).get(page_of(held), {**form, "f.x": typed})

        assert page.status_code == 422, typed
        assert "a whole number from 0 to 1200 is needed" in text(page)
        assert 'name="f.y" id="id-f-y" min="0" max="900" step="1" value="80"' in page.content.decode()
        assert 'id="confirm"' not in page.content.decode()


def test_a_place_that_the_rules_forbid_is_refused_with_the_paragraph(upto, at):
    held, seat = upto("deploy", "west")
    unit = next(c.label for c in registry.get("askari").menu(held.state, seat) if c.label)

    page = at(seat).get(f"{page_of(held)}?unit={unit}&do=deploy_at&look=1&f.x=600&f.y=450")

    assert page.status_code == 422
    assert "outside your deployment zone" in text(page)
    assert "Askari F" in text(page)


NEVER_ON_THE_PAGE = (
    {"kind": "deploy", "arguments": '{"spot": NaN}'},
    {"kind": "deploy", "arguments": "[" * 3000},
    {"kind": "deploy", "arguments": '{"spot": 1e9}'},
    {"kind": "deploy", "arguments": "x" * 30000},
    {"kind": "nonsense", "arguments": "{}"},
    {"kind": "deploy", "arguments": '{"spot": {"unit": "east:rifles", "x": 1, "y": 2, "facing": 0, "ranks": 1}}'},
)


def test_a_move_that_never_was_on_the_page_changes_nothing(upto, at):
    held, seat = upto("deploy", "west")
    client = at(seat)

    for sent in NEVER_ON_THE_PAGE:
        assert client.post(f"{page_of(held)}act/", {"seq": held.seq, **sent}).status_code == 422, sent

    seq = held.seq
    held.refresh_from_db()
    assert held.seq == seq


def test_a_page_of_yesterday_gets_the_fresh_one_and_keeps_what_was_chosen(upto, at):
    held, seat = upto("activate")
    unit = next(c.label for c in registry.get("askari").menu(held.state, seat) if c.label)
    sent = {"seq": held.seq - 1, "kind": "face", "arguments": f'{{"unit": "{unit}", "facing": 90}}', "unit": unit}

    page = at(seat).post(f"{page_of(held)}act/", sent)

    assert page.status_code == 409
    assert "Somebody was first" in text(page)
    assert f'<a href="{page_of(held)}?unit={unit.replace(":", "%3A")}"' in page.content.decode()


def test_nobody_moves_for_another(upto, at, browser, marco):
    held, seat = upto("activate")
    other = "east" if seat == "west" else "west"
    sent = {"seq": held.seq, "kind": "done", "arguments": "{}"}

    assert at(other).post(f"{page_of(held)}act/", sent).status_code == 409
    assert browser(marco).post(f"{page_of(held)}act/", sent).status_code == 403
    assert at(seat).post(f"{page_of(held)}act/", sent).status_code == 302


# --- Sealed, undone, over -----------------------------------------------------------------------------------


def test_what_was_handed_in_can_be_read_and_changed_until_the_other_is_in(fight, at):
    client = at("west")

    client.post(f"{page_of(fight)}act/", {"seq": 0, "do": "split", "f.hidden": "west:rifles"})

    page = client.get(page_of(fight))
    assert "Handed in" in text(page)
    assert "Waiting for Ansar" in text(page)
    assert "Rifles" in page.content.decode().partition('class="secret tally"')[2].partition("</dl>")[0]
    assert "Rifles" not in at("east").get(page_of(fight)).content.decode().partition('id="menu"')[0]
    assert client.post(f"{page_of(fight)}act/", {"seq": 0, "do": "split"}).status_code == 302


def test_a_sealed_form_that_is_wrong_keeps_what_was_typed(fight, at):
    sent = {"seq": 0, "do": "split", "f.hidden": ["west:rifles", "west:spears"]}

    page = at("west").post(f"{page_of(fight)}act/", sent)

    assert page.status_code == 422
    assert page.content.decode().count("checked") == 2


def test_a_move_that_taught_nobody_anything_is_taken_back(upto, at):
    held, seat = upto("activate")
    client = at(seat)
    unit = next(c.label for c in registry.get("askari").menu(held.state, seat) if c.kind == "face")
    client.post(
        f"{page_of(held)}act/", {"seq": held.seq, "kind": "face", "arguments": f'{{"unit": "{unit}", "facing": 90}}'}
    )

    assert "Take back my last move" in text(client.get(page_of(held)))
    other = at("east" if seat == "west" else "west")
    assert "Take back" not in text(other.get(page_of(held)))
    client.post(f"{page_of(held)}undo/", {"seq": held.seq + 1})

    page = client.get(page_of(held))
    assert "Taken back: no longer counts" in text(page)


def test_conceding_asks_once_more_and_ends_the_battle(upto, at):
    held, seat = upto("activate")
    client = at(seat)

    last = client.get(f"{page_of(held)}?do=concede")
    assert "you lose it" in text(last)
    page = client.post(f"{page_of(held)}act/", hidden(last), follow=True)

    winner = "Ansar" if seat == "west" else "Redcoats"
    assert f"{winner} wins" in text(page)
    assert "The battle is over" in text(page)


# --- Following ----------------------------------------------------------------------------------------------


def test_who_has_seen_all_is_told_so_cheaply(upto, at):
    held, seat = upto("activate")
    other = at("east" if seat == "west" else "west")
    mark = re.search(r'data-mark="([^"]+)"', other.get(page_of(held)).content.decode())
    seen = html.unescape(mark.group(1))

    with CaptureQueriesContext(connection) as queries:
        still = other.get(f"{page_of(held)}news/", headers={"If-None-Match": seen})
    at(seat).post(f"{page_of(held)}act/", {"seq": held.seq, "kind": "done", "arguments": "{}"})
    fresh = other.get(f"{page_of(held)}news/", headers={"If-None-Match": seen})

    assert (still.status_code, still.content) == (304, b"")
    assert len(queries) <= 7
    assert fresh.status_code == 200
    assert fresh["ETag"] != seen


def test_the_board_can_be_enlarged_by_links_that_keep_what_was_chosen(upto, at):
    held, seat = upto("activate")
    unit = next(c.label for c in registry.get("askari").menu(held.state, seat) if c.label)
    page = at(seat).get(f"{page_of(held)}?unit={unit}")

    nearer = at(seat).get(next(one for one in links(page, "z=2")))

    assert 'viewBox="300 225 600 450"' in nearer.content.decode()
    assert "unit-title" in nearer.content.decode() or unit in nearer.content.decode()
    wild = at(seat).get(f"{page_of(held)}?z=99&x=²&y=99999999999999999999")
    assert wild.status_code == 200


def test_the_page_speaks_the_language_of_its_reader(upto, at, players):
    held, seat = upto("activate")
    client = at(seat)

    for language, said in (("es", "Qué puedes hacer"), ("it", "Che cosa puoi fare")):
        client.cookies["django_language"] = language
        told = text(client.get(page_of(held)))
        assert said in told
        assert "Your movement" not in told


def test_a_place_is_told_from_the_readers_own_edge_and_his_left(upto, players, marco):
    """The same point reads the other way round for who sits at the other edge; whoever looks on sits below."""
    held, _seat = upto("deploy")
    found = {}
    for reader, user in {"west": players["west"].user, "east": players["east"].user, "nobody": marco}.items():
        table = Table(selectors.page_of(user, held.public_id, now=NOW), NOW, QueryDict())
        found[reader] = table.place_words({"x": 300, "y": 120})

    assert (table.scene.width, table.scene.height) == (1200, 900)
    assert found == {
        "west": "12 cm from your edge, 30 cm from the left",
        "east": "78 cm from your edge, 90 cm from the left",
        "nobody": "12 cm from the near edge, 30 cm from the left",
    }
