"""Round a battle: opening one, who sits there, what is said, and looking back."""

import html
import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from battles.models import Battle, OddsRun
from rulesets import registry
from rulesets.contract import Action
from tests.factories import askari
from tests.factories.askari import asks
from tests.frontend.battles.test_page import page_of, text
from tests.rulesets.askari.battles import SMALL

pytestmark = pytest.mark.django_db

LIST = """
name = "Mine"
aggression = 2
[[people]]
key = "leader"
what = "leader"
name = "Captain"
moves = "irregular"
melee = 3
weapons = ["hand_weapon"]
qualities = ["crafty"]
[[units]]
key = "a"
name = "Blues"
figures = 6
moves = "regular"
shooting = 2
melee = 2
courage = 4
weapons = ["breech_loading_rifle"]
[[units]]
key = "b"
name = "Greens"
figures = 6
moves = "regular"
shooting = 2
melee = 2
courage = 4
weapons = ["WEAPON"]
"""


def a_form(**about):
    return {
        "ruleset": "askari",
        "scenario": "open_field",
        "who.first": "me",
        "army.first": "anglo_egyptian",
        "who.second": "",
        "army.second": "mahdist",
        **about,
    }


# --- Opening ------------------------------------------------------------------------------------------------


def test_a_battle_is_opened_and_its_free_seat_is_taken(club, browser, marco, hanno, livia):
    answer = browser(marco).post(f"/clubs/{club.slug}/battles/new/", a_form(title="By the river"), follow=True)

    battle = Battle.objects.get()
    assert answer.redirect_chain[-1][0] == page_of(battle)
    assert "By the river" in text(answer)
    listed = text(browser(hanno).get(f"/clubs/{club.slug}/battles/"))
    assert "By the river" in listed
    assert "a seat is free" in listed
    taken = browser(hanno).post(f"{page_of(battle)}take/", {"seat": "second"}, follow=True)
    assert "You are Mahdists, 1884" in text(taken)
    assert "By the river" in text(browser(hanno).get("/"))
    late = browser(livia).post(f"{page_of(battle)}take/", {"seat": "second"})
    assert late.status_code == 409
    assert "You look on" in text(late)


def test_a_seat_is_kept_for_who_was_named(club, browser, marco, place, hanno):
    form = a_form(**{"who.second": place(hanno).public_id})

    browser(marco).post(f"/clubs/{club.slug}/battles/new/", form)

    battle = Battle.objects.get()
    assert "A seat is kept for you" in text(browser(hanno).get("/"))
    assert "No, thanks" in text(browser(hanno).get(page_of(battle)))
    browser(hanno).post(f"{page_of(battle)}decline/", {"seat": "second"})
    assert "No, thanks" not in text(browser(hanno).get(page_of(battle)))


def test_the_program_plays_the_other_side_at_once(club, browser, marco):
    browser(marco).post(f"/clubs/{club.slug}/battles/new/", a_form(**{"who.second": "program"}))

    battle = Battle.objects.get()
    page = browser(marco).get(page_of(battle))
    assert "the program" in text(page)
    browser(marco).post(f"{page_of(battle)}act/", {"seq": battle.seq, "do": "split"})
    battle.refresh_from_db()
    assert [ask.seat for ask in registry.get("askari").asks(battle.state)] == ["first"]


def test_a_list_of_ones_own_is_read(club, browser, marco):
    form = a_form(**{"list.first": LIST.replace("WEAPON", "hand_weapon")})

    page = browser(marco).post(f"/clubs/{club.slug}/battles/new/", form, follow=True)

    assert "Blues" in text(page)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (LIST.replace("WEAPON", "laser"), "column 11: There is no weapon “laser”"),
        ("name = ", "Line 1, column 8: This is not TOML"),
        ("x = " + "[" * 2000, "too deeply"),
        ("name = 5", "Line 1, column 8: Something is missing here"),
    ],
)
def test_a_list_that_is_wrong_says_where_and_is_kept(club, browser, marco, typed, said):
    page = browser(marco).post(f"/clubs/{club.slug}/battles/new/", a_form(**{"list.first": typed}))

    assert page.status_code == 422
    assert said in text(page) or said in html.unescape(page.content.decode())
    assert html.escape(typed.strip())[:20] in page.content.decode()
    assert not Battle.objects.exists()


@pytest.mark.parametrize(
    "wrong", [{"f.turns": "-5"}, {"f.turns": "1e9"}, {"pace": "letter"}, {"scenario": "moon"}, {"who.second": "me"}]
)
def test_a_form_that_is_wrong_opens_nothing(club, browser, marco, wrong):
    page = browser(marco).post(f"/clubs/{club.slug}/battles/new/", a_form(**wrong))

    assert page.status_code == 422
    assert "was not opened" in text(page)
    assert not Battle.objects.exists()


# --- Talk ---------------------------------------------------------------------------------------------------


def test_what_is_said_is_read_by_all_and_harms_nobody(fight, at, browser, marco):
    at("west").post(f"{page_of(fight)}say/", {"text": "<script>alert(1)</script> Good luck!"})

    page = browser(marco).get(page_of(fight)).content.decode()
    assert "&lt;script&gt;alert(1)&lt;/script&gt; Good luck!" in page


def test_too_long_a_word_is_handed_back(fight, at):
    answer = at("west").post(f"{page_of(fight)}say/", {"text": "x" * 501})

    assert answer.status_code == 422
    assert "x" * 501 in answer.content.decode()


# --- The program, asked ---------------------------------------------------------------------------------------------


def test_the_odds_are_worked_out_for_who_asked_and_can_be_stopped(upto, at):
    held, seat = upto("activate")
    client = at(seat)

    client.post(f"{page_of(held)}odds/")
    run = OddsRun.objects.get()
    assert "0 of" in text(client.get(page_of(held)))
    assert "Stop working it out" in text(client.get(page_of(held)))
    OddsRun.objects.filter(pk=run.pk).update(played=4, tally={seat: {"win": 3, "loss": 1}}, state="running")

    page = text(client.get(page_of(held)))
    assert "4 of" in page
    assert "wins 75 in 100" in page
    assert "wins 75" not in text(at("east" if seat == "west" else "west").get(page_of(held)))
    client.post(f"{page_of(held)}odds/cancel/")
    assert "Work out the odds" in text(client.get(page_of(held)))


# --- Looking back -------------------------------------------------------------------------------------------


def test_every_entry_leads_to_the_board_as_it_was_and_on_to_the_next(upto, at):
    held, seat = upto("activate")

    then = at(seat).get(f"{page_of(held)}log/2/").content.decode()

    assert f'href="{page_of(held)}log/1/"' in then
    assert f'href="{page_of(held)}log/3/"' in then
    now = at(seat).get(page_of(held)).content.decode()
    assert then.count('class="unit') < now.count('class="unit')
    assert at(seat).get(f"{page_of(held)}log/{held.seq + 1}/").status_code == 404
    assert at(seat).get(f"{page_of(held)}log/999999999999/").status_code == 404


def test_the_whole_log_tells_of_every_entry(upto, at):
    held, seat = upto("activate")

    page = at(seat).get(f"{page_of(held)}log/").content.decode()

    assert "The battle begins" in page
    assert len(re.findall(r'id="entry-\d+"', page)) > 5


def test_the_dice_are_promised_first_and_shown_at_the_end(upto, at):
    held, seat = upto("activate")
    client = at(seat)

    before = text(client.get(f"{page_of(held)}dice/"))
    client.post(f"{page_of(held)}act/", {"seq": held.seq, "kind": "concede", "arguments": "{}"})
    after = text(client.get(f"{page_of(held)}dice/"))

    assert "Shown when the battle is over." in before
    assert "Shown when the battle is over." not in after
    assert client.get(f"{page_of(held)}record.json").json()["game"] == held.game


def test_what_lies_hidden_is_in_no_page_of_the_others(club, players, at, browser, marco):
    """An ambush: its owner sees it on his board, and nobody else in any page, of now or of then."""
    held = askari.a_fight(club, players["west"], players["east"], scenario="village", one=SMALL, other=SMALL)
    until = lambda held, ask: asks("activate")(held, ask) and _lying(held)  # noqa: E731
    ambush = Action(kind="split", arguments={"hidden": ["east:spears"]})
    held = askari.fought(held, players, until, instead={("split", "east"): ambush})
    assert held.is_open
    lying = _lying(held)
    owner = held.state["units"][lying[0]]["seat"]
    enemy = "east" if owner == "west" else "west"

    def pages(client):
        paths = ["", "log/", "dice/", *(f"log/{seq}/" for seq in range(held.seq + 1))]
        return "".join(client.get(page_of(held) + path).content.decode() for path in paths)

    figure = f'data-unit="{lying[0]}"'
    assert figure in at(owner).get(page_of(held)).content.decode()
    for client in (at(enemy), browser(marco)):
        seen = pages(client)
        assert figure not in seen
        for one in held.state["units"][lying[0]]["figures"]:
            assert "translate({} {})".format(*_drawn(one["at"], held, enemy)) not in seen


def _lying(held):
    return [key for key, unit in held.state["units"].items() if unit.get("where") == "hidden"]


def _drawn(at, held, seat):
    width, height = held.state["width"], held.state["height"]
    side = next(one for one in held.state["sides"] if one["seat"] == seat)
    return (width - at[0], at[1]) if side.get("edge") == "high" else (at[0], height - at[1])


# --- More than two sides, and an umpire -----------------------------------------------------------------------


def a_race(*there, **about):
    """The form for the race to Fashoda: who is there sits by the program, the other sides stay away."""
    who = {f"who.{key}": "program" if key in there else "-" for key in ("first", "second", "third", "fourth", "fifth")}
    return {"ruleset": "awam", "scenario": "fashoda", **who, **about}


def test_a_side_that_may_stay_away_stays_away(club, browser, marco):
    form = a_race("second", "fifth", **{"who.first": "me"})

    answer = browser(marco).post(f"/clubs/{club.slug}/battles/new/", form, follow=True)

    battle = Battle.objects.get()
    assert answer.status_code == 200
    assert sorted(seat.key for seat in battle.seats.all()) == ["fifth", "first", "second", "umpire"]
    assert "choose" in text(answer) or "choice" in text(answer)


def test_sides_that_the_sheet_does_not_put_together_are_refused_by_name(club, browser, marco):
    form = a_race("second", "third", **{"who.first": "me"})

    answer = browser(marco).post(f"/clubs/{club.slug}/battles/new/", form)

    assert answer.status_code == 422
    assert "First side, Second side; or First side, Second side, Fifth side" in text(answer)
    assert "forces:" not in text(answer)
    assert not Battle.objects.exists()


def test_who_opens_it_may_umpire_and_see_every_side(club, browser, marco):
    form = a_race("first", "second", umpire="on")

    browser(marco).post(f"/clubs/{club.slug}/battles/new/", form)

    battle = Battle.objects.get()
    assert battle.setup["options"]["umpire"] is True
    assert battle.seats.get(key="umpire").member.user == marco


def test_nobody_plays_and_umpires(club, browser, marco):
    form = a_race("second", umpire="on", **{"who.first": "me"})

    answer = browser(marco).post(f"/clubs/{club.slug}/battles/new/", form)

    assert answer.status_code == 422
    assert "Who plays in a battle cannot be its umpire." in text(answer)


# --- The odds of a battle that is only planned -------------------------------------------------------------------


def test_the_odds_of_a_planned_battle_are_worked_out_told_and_stopped(club, browser, marco):
    page, form = f"/clubs/{club.slug}/battles/new/", a_form(**{"f.seed": "kestrel", "who.second": "program"})
    looked = browser(marco).post(page, {**form, "look": "1"})
    assert "Work out the odds" in text(looked)
    assert "games played by the program" not in text(looked)

    begun = browser(marco).post(page, {**form, "odds": "1"})

    run = OddsRun.objects.get()
    assert begun.status_code == 200
    assert f"of {run.games} games played by the program" in text(begun)
    assert not Battle.objects.exists()
    OddsRun.objects.update(state="running", played=4, tally={"first": {"win": 3}, "second": {"win": 1}})
    again = text(browser(marco).post(page, {**form, "look": "1"}))
    assert "wins 75 in 100" in again
    assert "wins 25 in 100" in again
    other = text(browser(marco).post(page, {**form, "f.seed": "heron", "look": "1"}))
    assert "wins 75 in 100" not in other
    stopped = browser(marco).post(page, {**form, "stop": "1"})
    assert OddsRun.objects.get().state == "cancelled"
    assert "wins 75 in 100" in text(stopped)


def test_odds_of_one_are_not_shown_to_another(club, browser, marco, hanno):
    page, form = f"/clubs/{club.slug}/battles/new/", a_form(**{"f.seed": "kestrel", "who.second": "program"})
    browser(marco).post(page, {**form, "odds": "1"})

    assert "games played by the program" not in text(browser(hanno).post(page, {**form, "look": "1"}))


# --- What it costs --------------------------------------------------------------------------------------------


def test_log_dice_and_moments_cost_the_same_however_long_the_battle(fight, upto, browser, marco):
    held, reader, found = fight, browser(marco), []
    for prompt in ("activate", "test"):
        held, _seat = upto(prompt, held=held)
        for part in ("log/", "dice/", f"log/{held.seq}/"):
            reader.get(f"{page_of(held)}{part}")
            with CaptureQueriesContext(connection) as queries:
                assert reader.get(f"{page_of(held)}{part}").status_code == 200
            found.append(len(queries))
    assert found == [13, 13, 14] * 2


@pytest.mark.parametrize("rows", [1, 4])
def test_the_list_of_battles_costs_the_same_however_many_there_are(
    club, players, browser, marco, rows, django_assert_num_queries
):
    for number in range(rows):
        askari.a_companion(club, players["west"], title=f"The table {number}")
    reader = browser(marco)
    with django_assert_num_queries(7):
        page = reader.get(f"/clubs/{club.slug}/battles/")
    assert len(set(re.findall(r"The table \d", page.content.decode()))) == rows
