"""AWAM's table companion on its page: the umpire's deck, whose turn it is, and every roll."""

import json
import re

import pytest
from django.urls import reverse

from battles.models import Battle, BattleEntry
from battles.models.battle import Stage
from battles.narration.awam.pile import onward
from battles.services import bundles, replay, single
from rulesets.awam.table import ROLLS
from rulesets.contract import UMPIRE
from tests.factories.awam import an_awam_companion
from tests.factories.clubs import NOW
from tests.frontend.wars.helpers import text_of
from tools import verify_dice

pytestmark = pytest.mark.django_db

SHOT = {"weapon": "breech_rifle", "who": "regular", "distance": 50, "target": "foot", "shots": 1, "note": "Askari"}


@pytest.fixture
def table(club, place, livia, hanno, ines):
    """Ines is the umpire, Livia and Hanno sit at two of three sides."""
    battle = an_awam_companion(club, place(ines), place(livia))
    single.take(battle, "second", place(hanno), NOW)
    return battle


def address(battle):
    return reverse("battle_companion", args=[battle.public_id])


def post(client, battle, kind, **said):
    seq = said.pop("seq", Battle.objects.get(pk=battle.pk).seq)
    return client.post(address(battle), {"roll": kind, "seq": seq, **said})


def state_of(battle):
    return Battle.objects.get(pk=battle.pk).state


def drawn_until(client, battle, wanted):
    """Draw on, naming the first squad of each card, until the deck looks as wanted."""
    for _card in range(60):
        state = state_of(battle)
        if wanted(state):
            return state
        kind = "shuffle" if state.get("over") else "name" if state.get("waits") else "draw"
        answer = post(client, battle, kind, **({"squad": 1} if kind == "name" else {}))
        assert answer.status_code == 302
    raise AssertionError("it never came")


def test_a_member_opens_a_table_of_three_with_an_umpire(club, livia, browser, place, hanno):
    start = reverse("club_companion", args=[club.slug])
    assert "AWAM" in text_of(browser(livia).get(start))
    said = {"game": "awam-table", "title": "Fashoda", "first": "French", "second": "British", "third": "El Rampin"}
    said |= {"umpire": "me", "with_second": place(hanno).public_id, "reading_A4": "1"}

    answer = browser(livia).post(start, said)

    battle = Battle.objects.get()
    assert answer["Location"] == address(battle)
    assert battle.names == {"first": "French", "second": "British", "third": "El Rampin"}
    assert battle.setup["options"] == {"readings": {"A4": "other"}, "umpire": True}
    assert len(battle.state["deck"]) == 14
    assert "14 cards left" in text_of(browser(livia).get(address(battle)))
    assert browser(livia).post(start, {"game": "awam-table", "first": "French", "second": ""}).status_code == 422


def test_the_umpire_draws_by_one_tap_and_the_players_see_whose_turn_it_is(table, ines, livia, browser):
    before = text_of(browser(ines).get(address(table)))
    assert "No card has been drawn this turn." in before
    assert "Draw a card" in before
    assert "Draw a card" not in text_of(browser(livia).get(address(table)))

    state = drawn_until(browser(ines), table, lambda state: state.get("waits") == "first")

    for client in (browser(ines), browser(livia)):
        page = text_of(client.get(address(table)))
        assert f"French: which squad? Orders: {state['orders'][0]}." in page
        assert "Squad 2" in page
        assert f"{len(state['deck'])} card" in page
        assert "French (hearts): " in page
    assert post(browser(livia), table, "name", squad=2)["Location"] == address(table)
    assert state_of(table)["named"]["first"][-1] == 2
    entry = BattleEntry.objects.filter(battle=table).latest("seq")
    assert (entry.seat, entry.happenings[0]["kind"]) == ("first", "name")


def test_nothing_of_the_deck_is_known_before_it_is_drawn(table, ines, hanno, browser):
    """The cards that are left stand in no order: the page names none of them, and the state lists them as a pack is listed."""
    drawn_until(browser(ines), table, lambda state: len(state.get("drawn", [])) == 3)
    state = state_of(table)
    assert state["deck"] == sorted(
        state["deck"], key=lambda card: (["first", "second", "third", "joker"].index(card[:-2]), card)
    )
    body = browser(hanno).get(address(table)).content.decode()
    assert not [card for card in state["deck"] if card in body]


def test_only_the_umpire_deals_and_a_stale_tap_does_nothing(table, ines, livia, browser):
    player, umpire = browser(livia), browser(ines)
    assert "This cannot be done now" in text_of(player.get(post(player, table, "draw")["Location"]))
    assert not BattleEntry.objects.filter(battle=table, seat="first").exists()
    seq = Battle.objects.get(pk=table.pk).seq
    post(umpire, table, "shoot", **_as_typed(umpire.get(address(table), {"roll": "shoot"}).context["form"], SHOT))
    answer = post(umpire, table, "draw", seq=seq)
    assert answer.status_code == 302, text_of(answer)
    assert "nothing was rolled twice" in text_of(umpire.get(answer["Location"]))
    assert state_of(table).get("drawn", []) == []


def test_without_an_umpire_any_player_deals(club, place, livia, hanno, browser):
    battle = an_awam_companion(club, None, place(livia))
    single.take(battle, "third", place(hanno), NOW)
    for client in (browser(livia), browser(hanno)):
        drawn_until(client, battle, lambda state: not state.get("waits") and not state.get("over"))
        assert post(client, battle, "draw").status_code == 302
    assert [entry.seat for entry in BattleEntry.objects.filter(battle=battle).order_by("seq")][1] == "first"


def test_the_turn_ends_and_all_cards_are_shuffled_by_one_tap(table, ines, browser):
    drawn_until(browser(ines), table, lambda state: state.get("over"))
    page = text_of(browser(ines).get(address(table)))
    assert "Next turn: shuffle all cards" in page
    assert "Draw a card" not in page
    post(browser(ines), table, "shuffle")
    state = state_of(table)
    assert (state["turn"], len(state["deck"]), state.get("over", "")) == (2, 14, "")
    assert "Turn 2" in text_of(browser(ines).get(address(table)))


def test_a_card_shows_the_die_of_its_orders_and_not_which_place_it_had_in_the_pack(table, ines, browser):
    state = drawn_until(browser(ines), table, lambda state: bool(state.get("orders")))
    line = next(
        one for one in browser(ines).get(address(table)).context["lines"] if one["dice"] and "order" in one["text"]
    )
    assert [roll.faces for roll in line["dice"]] == [tuple(state["orders"])]


def test_a_shot_is_rolled_told_and_kept(table, livia, browser):
    client = browser(livia)
    answer = post(client, table, "shoot", **SHOT, rested="on")
    assert answer["Location"] == f"{address(table)}?roll=shoot"
    page = text_of(client.get(answer["Location"]))
    assert re.search(r"Askari: Breech-loading rifle, more than 5 hits\. (a 1: misses|\d+: (misses|hits, .+))\.", page)
    assert "weapon rested +1 [AWAM 4.4]" in page
    body = client.get(answer["Location"]).content.decode()
    assert re.search(r'<option value="\d+" selected>50</option>', body)
    assert re.search(r'name="rested"[^>]* checked', body)


def test_a_second_and_a_third_enemy_are_folded_away_until_they_are_there(table, livia, browser):
    client = browser(livia)
    folded = re.compile(r"<details class=\"panel\"( open)?><summary>(A second|A third) enemy")
    assert folded.findall(client.get(address(table), {"roll": "fight"}).content.decode()) == [
        ("", "A second"),
        ("", "A third"),
    ]
    post(client, table, "fight", own_hand="bayonet", foe_hand="assegai", foe2_hand="sabre", foe2_shield="on")
    page = client.get(address(table), {"roll": "fight"}).content.decode()
    assert folded.findall(page) == [(" open", "A second"), ("", "A third")]
    assert "Enemy 2: " in text_of(client.get(address(table)))


@pytest.mark.parametrize("kind", [kind for kind in ROLLS if kind not in ("draw", "name", "shuffle", "close")])
def test_every_roll_has_a_form_that_can_be_sent_as_it_stands(table, ines, livia, club, place, browser, kind):
    client = browser(ines)
    if kind in ("flag", "blow"):
        table = an_awam_companion(club, place(ines), place(livia), play="fashoda")
    form = client.get(address(table), {"roll": kind}).context["form"]
    said = {
        field.name: field.value() for field in form if field.value() not in ("", None) and field.value() is not False
    }

    answer = post(client, table, kind, **said)

    assert answer.status_code == 302, text_of(answer)
    entry = BattleEntry.objects.filter(battle=table).latest("seq")
    assert (entry.seat, entry.happenings[0]["kind"]) == (UMPIRE, kind)


@pytest.mark.parametrize(
    ("kind", "said", "told"),
    [
        ("shoot", SHOT | {"distance": 43}, "Choose one of those offered"),
        ("shoot", SHOT | {"weapon": "ray_gun"}, "Choose one of those offered"),
        ("shoot", SHOT | {"shots": 3}, "He can fire 1 shots at most"),
        ("shoot", SHOT | {"shots": 10**9}, "3"),
        ("shoot", SHOT | {"distance": 110, "unaimed": "on"}, "no die can hit"),
        ("hand", {"group": "king", "back": "on"}, "There is no such card in the deck"),
        ("mend", {"gun": "cannon", "jammed": "on"}, "A cannon does not jam"),
    ],
)
def test_what_cannot_be_rolled_is_refused(table, ines, browser, kind, said, told):
    if kind in ("shoot", "hand", "mend"):
        form = browser(ines).get(address(table), {"roll": kind}).context["form"]
        said = _as_typed(form, said)

    answer = post(browser(ines), table, kind, **said)

    assert answer.status_code == 422
    assert told in text_of(answer)
    assert BattleEntry.objects.filter(battle=table).count() == 1


def _as_typed(form, said):
    """What the browser sends for values: the place of one in its list."""
    typed = dict(said)
    for name, value in said.items():
        places = {shown: place for place, shown in getattr(form.fields.get(name), "choices", [])}
        typed[name] = next((place for shown, place in places.items() if str(shown) == str(value)), value)
    return typed


def test_an_evening_at_fashoda_from_the_first_tap_to_the_outcome(club, ines, browser):
    umpire, start = browser(ines), reverse("club_companion", args=[club.slug])
    page = umpire.get(start, {"game": "awam-table"})
    assert "The race to Fashoda, 5 sides" in text_of(page)
    typed = {"game": "awam-table", "table": "2", "umpire": "me", "reading_A4": "1"}
    form = umpire.get(start, {"game": "awam-table", "table": "2"}).context["form"]
    typed |= {name: form[name].value() for name in ("title", "first", "second", "fifth")}
    address_of = umpire.post(start, typed)["Location"]
    battle = Battle.objects.get()
    assert (battle.names, battle.setup["options"]["play"]) == (
        {"first": "French", "second": "British", "fifth": "El Rampin"},
        "fashoda",
    )
    assert "Turn 1 of 10" in text_of(umpire.get(address_of))
    assert umpire.get(start, {"game": "awam-table", "table": "2"}).context["form"]["reading_A4"].value() == "1"

    drawn_until(umpire, battle, lambda state: state.get("over"))
    assert "Before the next turn" in text_of(umpire.get(address_of))
    loss = umpire.get(address_of, {"roll": "loss", "fate": "captured", "figures": "3"}).context["form"]
    assert loss["figures"].value() == 3
    assert re.search(r"<option value=.captured. selected>Taken prisoner", str(loss["fate"]))
    said = _as_typed(loss, {"side": "fifth", "fate": "captured", "who": "head", "by": "second", "figures": 1})
    assert post(umpire, battle, "loss", **said).status_code == 302
    post(
        umpire,
        battle,
        "flag",
        **_as_typed(umpire.get(address_of, {"roll": "flag"}).context["form"], {"side": "first", "by": ""}),
    )
    assert "Points so far, without private aims: French 7, British 5, El Rampin 0." in text_of(umpire.get(address_of))
    post(
        umpire,
        battle,
        "count",
        first_aim="on",
        first_lost=0,
        second_lost=0,
        fifth_lost=0,
        first_more=0,
        second_more=0,
        fifth_more=0,
    )
    assert "The count stands: end the game" in text_of(umpire.get(address_of))

    post(umpire, battle, "close")

    ended = Battle.objects.get()
    assert ended.stage == Stage.DECIDED
    assert ended.outcome["special"]["points"] == {"first": 11, "second": 5, "fifth": 0}
    assert ended.outcome["seats"]["first"] == {"result": "win", "level": "major"}
    assert ended.outcome["characters"]["fifth"]["head"]["fate"] == "captured"
    assert "French, 11 points: a major victory" in text_of(umpire.get(address_of))


def test_a_roll_leads_to_what_follows_from_it():
    taken = {"taken": True, "own": "", "foes": ["", "", ""]}
    found = [
        onward("draw", {"joker": 1}),
        onward("draw", {"joker": 2}),
        onward("burst", {"hit": True}),
        onward("shell", {"hit": True, "at": "boat", "level": 0}),
        onward("fight", taken),
        onward("fight", {"taken": False, "own": "killed", "foes": ["second", ""]}),
        onward("shoot", {"shots": [{"hit": False}]}),
    ]
    assert [[(tap.kind, tap.given) for tap in taps] for taps in found] == [
        [("event", {})],
        [],
        [("hits", {"by": "fire"})],
        [],
        [("loss", {"fate": "captured"})],
        [("loss", {"fate": "dead", "figures": 1}), ("loss", {"fate": "dead", "figures": 1})],
        [],
    ]


def taken_back(client, battle, seq=None):
    seq = Battle.objects.get(pk=battle.pk).seq if seq is None else seq
    return client.post(reverse("battle_companion_back", args=[battle.public_id]), {"seq": seq}, follow=True)


def test_a_slip_is_taken_back_visibly_and_its_dice_fall_the_same_again(table, ines, livia, browser):
    umpire = browser(ines)
    post(umpire, table, "draw")
    before = state_of(table)
    assert "A slip: take it back" in text_of(umpire.get(address(table)))

    page = taken_back(umpire, table)

    assert "Taken back. It stays in the log, struck through." in text_of(page)
    assert "<del>" in page.content.decode()
    assert state_of(table).get("drawn", []) == []
    post(umpire, table, "draw")
    assert state_of(table) == before
    assert replay.verify(Battle.objects.get(pk=table.pk)) == []
    typed = _as_typed(browser(livia).get(address(table), {"roll": "shoot"}).context["form"], SHOT)
    post(browser(livia), table, "shoot", **typed)
    assert "A slip: take it back" in text_of(umpire.get(address(table)))
    post(
        umpire,
        table,
        "morale",
        **_as_typed(umpire.get(address(table), {"roll": "morale"}).context["form"], {"who": "regular"}),
    )
    seq = Battle.objects.get(pk=table.pk).seq
    assert "A slip: take it back" not in text_of(browser(livia).get(address(table)))
    assert "Ask the umpire" in text_of(taken_back(browser(livia), table))
    assert Battle.objects.get(pk=table.pk).seq == seq


def test_a_roll_that_was_put_right_can_be_checked_afterwards(table, livia, browser):
    for _twice in range(2):
        typed = _as_typed(browser(livia).get(address(table), {"roll": "shoot"}).context["form"], SHOT)
        post(browser(livia), table, "shoot", **typed)
        taken_back(browser(livia), table)
    typed = _as_typed(browser(livia).get(address(table), {"roll": "shoot"}).context["form"], SHOT | {"distance": 20})
    post(browser(livia), table, "shoot", **typed)
    single.void(Battle.objects.get(pk=table.pk), by=table.seats.get(key=UMPIRE).member, now=NOW)
    ended = Battle.objects.get(pk=table.pk)

    bundle = json.loads(json.dumps(bundles.bundle(ended, by=table.seats.get(key=UMPIRE).member)))

    assert verify_dice.check(bundle).checked == sum(len(entry["rolls"]) for entry in bundle["entries"])


def test_two_phones_at_one_table_draw_one_card(club, place, livia, hanno, browser):
    battle = an_awam_companion(club, None, place(livia))
    single.take(battle, "third", place(hanno), NOW)
    one, other = browser(livia), browser(hanno)
    seq = Battle.objects.get(pk=battle.pk).seq
    post(one, battle, "draw", seq=seq)

    late = post(other, battle, "draw", seq=seq)

    told = text_of(other.get(late["Location"]))
    assert re.search("nothing was done twice|something else has happened at the table", told)
    assert len(state_of(battle)["drawn"]) == 1
    seen = Battle.objects.get(pk=battle.pk).seq
    taken_back(one, battle)
    post(other, battle, "draw", seq=seen)
    assert state_of(battle).get("drawn", []) == []
    shot = _as_typed(other.get(address(battle), {"roll": "shoot"}).context["form"], SHOT)
    assert post(other, battle, "shoot", **shot, seq=seq).status_code == 302
    assert BattleEntry.objects.filter(battle=battle).latest("seq").happenings[0]["kind"] == "shoot"
