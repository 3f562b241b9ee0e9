"""A table companion for three sides and an umpire, by rules of which the pages know nothing but their words."""

import pytest
from django.core.checks import run_checks
from django.urls import reverse

from battles.models import Battle, BattleEntry
from battles.narration import companions, core
from battles.narration.companions import Words
from rulesets import registry
from tests.frontend.wars.helpers import text_of
from tests.rulesets.piles import PileTable

pytestmark = pytest.mark.django_db

WORDS = Words(
    game="Piles", rolls={"draw": "Draw cards"}, labels={"cards": "How many?"}, standing=lambda state: ["Cards left."]
)


@pytest.fixture
def piles(monkeypatch):
    """The game installed beside the others, with its words."""
    rulesets = registry.Registry({**registry.OURS, PileTable.key: "tests.rulesets.piles:PileTable"}, [])
    monkeypatch.setattr(registry, "_installed", rulesets)
    kept = [(core, name) for name in ("_happenings", "_prompts", "_rulesets", "_problems")]
    for module, name in (*kept, (companions, "_words")):
        monkeypatch.setattr(module, name, dict(getattr(module, name)))
    companions.register_companion(PileTable.key, "Piles", WORDS)
    core.register_happening(PileTable.key, "draw", "Cards are drawn.")


@pytest.fixture
def table(piles, club, livia, hanno, ines, browser, place):
    """Livia opens it and is the umpire; Hanno is asked to the first side, the others are for whoever comes."""
    said = {"game": PileTable.key, "first": "French", "second": "Dervishes", "third": "British", "umpire": "me"}
    said |= {"with_first": place(hanno).public_id}
    answer = browser(livia).post(reverse("club_companion", args=[club.slug]), said)
    assert answer.status_code == 302, text_of(answer)
    return Battle.objects.get()


def post(client, table, roll, name="battle_companion", **said):
    seq = Battle.objects.get(pk=table.pk).seq
    return client.post(reverse(name, args=[table.public_id]), {"roll": roll, "seq": seq, **said})


def test_who_opens_a_table_says_which_game_and_then_who_plays(piles, club, livia, browser):
    start = reverse("club_companion", args=[club.slug])
    page = text_of(browser(livia).get(start))
    assert "A new table: which game?" in page
    assert "Piles" in page
    assert "What is it called?" not in page

    page = text_of(browser(livia).get(start, {"game": PileTable.key}))
    assert "A new table: Piles" in page
    assert "Who is the umpire?" in page
    assert "How your club reads the book" not in page
    assert "What is it called?" not in text_of(browser(livia).get(start, {"game": "chess"}))

    assert browser(livia).post(start, {"game": "chess", "first": "French"}).status_code == 422
    two = {"game": PileTable.key, "first": "French", "third": "British"}
    assert browser(livia).post(start, two).status_code == 422  # the second side is none that may be left out
    answer = browser(livia).post(start, two | {"second": "Dervishes", "third": ""})
    assert answer.status_code == 302
    assert set(Battle.objects.get().names) == {"first", "second"}


def test_the_umpire_draws_and_the_sides_look_on_and_end_it(table, livia, hanno, marco, browser):
    address = reverse("battle_companion", args=[table.public_id])
    mine = text_of(browser(livia).get(address))
    assert "Draw cards" in mine
    assert "Cards left." in mine
    assert "End the battle" not in mine
    assert browser(livia).get(address, {"roll": "end"}).status_code == 404
    assert post(browser(livia), table, "draw", cards=2).status_code == 302
    assert BattleEntry.objects.filter(battle=table, seat="umpire").exists()

    assert "Sit down for French" in text_of(browser(hanno).get(address))
    post(browser(hanno), table, "", "battle_companion_sit")
    assert "Sit down for Dervishes" in text_of(browser(marco).get(address))
    post(browser(marco), table, "", "battle_companion_sit")
    assert "Draw cards" not in text_of(browser(hanno).get(address))
    player = browser(hanno)
    told = text_of(player.get(post(player, table, "draw", cards=2)["Location"]))
    assert "This cannot be done now" in told
    assert not BattleEntry.objects.filter(battle=table, seat="first").exists()

    post(browser(hanno), table, "end", winner="first", level="major")
    assert "French says that it is over: A major victory for French." in text_of(browser(marco).get(address))
    assert Battle.objects.get(pk=table.pk).is_open
    agreed = post(browser(marco), table, "agree", winner="first", level="major", both="on")  # for the British, too
    assert agreed.status_code == 302
    assert Battle.objects.get(pk=table.pk).outcome["seats"]["third"]["result"] == "loss"


def test_the_program_does_not_start_while_a_roll_has_no_words(piles, monkeypatch):
    assert [found.id for found in run_checks() if found.id == "battles.E003"] == []
    monkeypatch.setitem(companions._words, PileTable.key, Words(game="Piles", rolls={}, labels={}))

    (found,) = [found for found in run_checks() if found.id == "battles.E003"]
    assert "draw, draw.cards" in found.msg
    monkeypatch.delitem(companions._words, PileTable.key)
    assert "it has no words" in next(one for one in run_checks() if one.id == "battles.E003").msg
