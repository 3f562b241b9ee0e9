"""The page of the table companion: a phone beside the table."""

import html
import re

import pytest
from django.urls import reverse

from battles import selectors
from battles.models import Battle, BattleEntry, OutboxMessage
from battles.services import companions
from clubs.errors import NotSeen, Refusal, Stale
from rulesets.askari.table import ROLLS
from rulesets.companion import END
from tests.factories.askari import a_companion
from tests.factories.clubs import NOW
from tests.frontend.wars.helpers import text_of

pytestmark = pytest.mark.django_db

SHOT = {"weapon": "breech_loading_rifle", "figures": 8, "shooting": 2, "save": 6, "stand": 0, "note": "Askaris"}


@pytest.fixture
def table(club, livia, place):
    """Livia's table; whoever comes plays the other side."""
    return a_companion(club, place(livia))


def address(battle, name="battle_companion"):
    return reverse(name, args=[battle.public_id])


def roll(client, battle, kind, **said):
    seq = said.pop("seq", Battle.objects.get(pk=battle.pk).seq)
    return client.post(address(battle), {"roll": kind, "seq": seq, **said})


def log_of(battle):
    return list(BattleEntry.objects.filter(battle=battle).order_by("seq"))


def test_a_member_opens_a_table_and_finds_it_again(club, livia, browser, place, hanno):
    start = reverse("club_companion", args=[club.slug])
    said = {"game": "askari-table", "title": "El Teb", "first": "British", "second": "Ansar"}
    said |= {"with_second": place(hanno).public_id}
    said |= {"reading_matchlock_mod": "1", "reading_canister_hits": "0"}

    opened = browser(livia).post(start, said)

    battle = Battle.objects.get()
    assert opened["Location"] == address(battle)
    assert (battle.ruleset, battle.names) == ("askari-table", {"first": "British", "second": "Ansar"})
    assert battle.setup["options"] == {"readings": {"matchlock_mod": 1}}
    assert "What does the matchlock add to the shooting value?" in text_of(
        browser(livia).get(start, {"game": "askari-table"})
    )
    assert browser(livia).post(start, said | {"reading_lance_shock": "7"}).status_code == 422
    assert "El Teb" in text_of(browser(hanno).get(start))
    assert "Sit down for Ansar" in text_of(browser(hanno).get(address(battle)))
    browser(hanno).post(address(battle, "battle_companion_sit"))
    assert roll(browser(hanno), battle, "rally").status_code == 302
    assert browser(livia).post(start, said | {"first": ""}).status_code == 422


def test_a_volley_is_rolled_told_and_kept(table, livia, browser):
    client = browser(livia)

    answer = roll(client, table, "shoot", **SHOT, far="on", aimed="on")

    assert answer["Location"] == f"{address(table)}?roll=shoot"
    entry = log_of(table)[-1]
    assert (entry.seat, entry.action["moves"]["first"]["kind"]) == ("first", "shoot")
    assert entry.rolls[0]["address"] == "turn/0/shoot/1/hit"
    assert len(entry.rolls[0]["faces"]) == 8
    page = text_of(client.get(answer["Location"]))
    assert re.search(r"Askaris: Breech-loading rifle: 8 shots, 4 or less hits, \d hits?", page)
    assert "long range −1, aimed +1" in page
    assert "weapon +2 [Askari 2.4]" in page
    assert "Dice:" in client.get(answer["Location"]).content.decode()


def test_the_next_roll_keeps_what_was_said_the_last_time(table, livia, browser):
    client = browser(livia)
    roll(client, table, "shoot", **SHOT | {"weapon": "bow", "figures": 13, "shooting": 0}, cover="on")

    body = client.get(address(table), {"roll": "shoot"}).content.decode()

    assert re.search(r'name="figures" value="13"', body)
    assert re.search(r'name="shooting" value="0"', body)
    assert re.search(r'value="bow" selected', body)
    assert re.search(r'name="cover"[^>]* checked', body)
    assert not re.search(r'name="aimed"[^>]* checked', body)
    assert re.search(r'name="note" value="Askaris"', body)


def test_one_order_die_serves_both_sides_until_the_next_turn(table, livia, browser):
    client = browser(livia)
    roll(client, table, "orders", units=4, officers=1, threshold=0)
    threshold = Battle.objects.get(pk=table.pk).state["threshold"]

    assert f'name="threshold" value="{threshold}"' in client.get(address(table), {"roll": "orders"}).content.decode()
    roll(client, table, "initiative", first=2, second=4)
    assert 'name="threshold" value="0"' in client.get(address(table), {"roll": "orders"}).content.decode()
    assert "Turn 1" in text_of(client.get(address(table)))


@pytest.mark.parametrize("kind", [*ROLLS, END])
def test_every_roll_has_a_form_that_can_be_sent_as_it_stands(table, livia, browser, kind):
    client = browser(livia)
    form = client.get(address(table), {"roll": kind}).context["form"]
    said = {field.name: field.initial for field in form if field.initial not in ("", None)}
    more = {"courage": {"more": 1}}.get(kind, {})

    answer = roll(client, table, kind, **said | more)

    assert answer.status_code == 302, text_of(answer)
    assert log_of(table)[-1].happenings[0]["kind"] == {"end": "said"}.get(kind, kind)


@pytest.mark.parametrize("figures", ["-5", "0", "1000000000", "NaN", "1e9", "", "six"])
def test_a_number_that_is_none_rolls_nothing(table, livia, browser, figures):
    answer = roll(browser(livia), table, "shoot", **SHOT | {"figures": figures})

    assert answer.status_code == 422
    assert "Nothing was rolled." in text_of(answer)
    assert len(log_of(table)) == 1


@pytest.mark.parametrize(
    ("kind", "said", "status", "told"),
    [
        ("shoot", SHOT | {"weapon": "ray_gun"}, 422, "Choose one of those offered"),
        ("shoot", SHOT | {"weapon": "mortar"}, 422, "roll for deviation instead"),
        ("shoot", SHOT | {"note": "x" * 41}, 422, "At most 40 characters"),
        ("courage", {"courage": 4, "at_start": 10, "casualties": 1, "more": 0, "cancelled": 0}, 422, "no courage test"),
        ("conjure", {}, 404, ""),
        ("shoot", SHOT | {"seq": "²"}, 422, "This page is incomplete"),
        ("shoot", SHOT | {"seq": "99"}, 422, "This page is none of this battle"),
    ],
)
def test_what_cannot_be_rolled_is_refused_and_what_was_typed_stays(table, livia, browser, kind, said, status, told):
    answer = roll(browser(livia), table, kind, **said)

    assert answer.status_code == status
    assert told in text_of(answer)
    assert len(log_of(table)) == 1
    if status == 422 and kind == "shoot":
        assert 'name="figures" value="8"' in answer.content.decode()


def test_a_button_tapped_twice_rolls_once_and_the_other_side_disturbs_nobody(table, livia, hanno, browser):
    browser(hanno).post(address(table, "battle_companion_sit"))
    seen = Battle.objects.get(pk=table.pk).seq

    assert roll(browser(hanno), table, "rally", seq=seen).status_code == 302
    assert roll(browser(livia), table, "rally", seq=seen).status_code == 302
    again = browser(livia).post(address(table), {"roll": "rally", "seq": seen}, follow=True)

    assert "nothing was rolled twice" in text_of(again)
    assert [entry.seat for entry in log_of(table)[1:]] == ["second", "first"]


def test_who_looks_on_reads_and_does_not_roll(table, marco, nobody, browser, client):
    page = text_of(browser(marco).get(address(table)))
    assert "You look on" in page
    assert "What is rolled?" not in page
    assert roll(browser(marco), table, "rally").status_code == 404
    assert browser(nobody).get(address(table)).status_code == 404
    assert browser(nobody).get(reverse("club_companion", args=[table.club.slug])).status_code == 404
    assert len(log_of(table)) == 1


def test_a_table_ends_when_both_sides_say_so_and_stays_to_be_read(table, livia, hanno, browser):
    client, other = browser(livia), browser(hanno)
    other.post(address(table, "battle_companion_sit"))
    roll(client, table, "rally")

    said = {"winner": "first", "level": "major", "note": "They broke at dusk."}
    assert roll(client, table, "end", **said, both="on").status_code == 302

    assert Battle.objects.get(pk=table.pk).is_open
    assert "You say that it is over: A major victory for Egyptians." in text_of(client.get(address(table)))
    asked = text_of(other.get(address(table)))
    assert "Egyptians says that it is over: A major victory for Egyptians." in asked
    assert "Yes, so it ended" in asked
    assert OutboxMessage.objects.get(recipient__user=hanno, kind="battle.asked").data["prompt"] == "agree"
    stale = roll(other, table, "agree", winner="first", level="minor")
    assert "They say something else by now." in text_of(other.get(stale["Location"]))
    assert Battle.objects.get(pk=table.pk).is_open
    assert roll(other, table, "agree", winner="first", level="major").status_code == 302

    page = text_of(client.get(address(table)))
    assert "a major victory for Egyptians. “They broke at dusk.”" in page
    assert "This battle is over." in page
    assert roll(client, table, "rally").status_code == 409
    assert Battle.objects.get(pk=table.pk).outcome["seats"]["second"]["result"] == "loss"


def test_one_phone_for_both_sides_speaks_for_both(table, livia, browser):
    form = browser(livia).get(address(table), {"roll": "end"})
    assert "The other side says so, too" in text_of(form)

    roll(browser(livia), table, "end", winner="second", level="minor", both="on")

    entries = log_of(table)
    assert [(entry.seat, entry.manner) for entry in entries[1:]] == [("first", "own"), ("second", "paper")]
    assert Battle.objects.get(pk=table.pk).outcome["seats"]["first"]["result"] == "loss"


def test_nobody_speaks_for_who_was_asked_to_sit_there(club, livia, hanno, place, browser):
    start = reverse("club_companion", args=[club.slug])
    said = {"game": "askari-table", "first": "British", "second": "Ansar", "with_second": place(hanno).public_id}
    browser(livia).post(start, said)
    table = Battle.objects.get()

    assert "The other side says so, too" not in text_of(browser(livia).get(address(table), {"roll": "end"}))
    said = {"seat": "first", "kind": "end", "given": {"winner": "first"}, "by": place(livia), "now": NOW}
    with pytest.raises(Refusal) as came:
        companions.roll(table, seq=0, both=True, **said)

    assert came.value.code == "not_your_seat"
    assert len(log_of(table)) == 1


def test_the_umpire_settles_a_table_and_who_opened_it_strikes_one(table, livia, ines, marco, browser):
    ruling = address(table, "battle_ruling")
    assert ruling in browser(ines).get(address(table)).content.decode()
    assert ruling not in browser(marco).get(address(table)).content.decode()
    assert browser(marco).get(ruling).status_code == 403
    said = {"result-0": "win", "result-1": "loss", "level": "", "reason": "They went home.", "seq": 0, "settle": "1"}
    assert browser(ines).post(ruling, said).status_code == 302
    assert Battle.objects.get(pk=table.pk).outcome["seats"]["first"]["result"] == "win"

    other = a_companion(table.club, table.seats.get(key="first").member)
    assert browser(marco).post(address(other, "battle_companion_strike")).status_code == 403
    assert browser(livia).post(address(other, "battle_companion_strike")).status_code == 302
    assert "This table is struck" in text_of(browser(livia).get(address(other)))


def test_a_page_of_a_table_hears_of_the_other_phone(table, livia, hanno, browser):
    browser(hanno).post(address(table, "battle_companion_sit"))
    news = address(table, "battle_news")
    page = browser(livia).get(address(table), {"roll": "shoot"}).content.decode()
    mark = html.unescape(re.search(r'data-mark="([^"]*)"', page).group(1))
    assert 'data-follows="#heard"' in page
    assert browser(livia).get(news, headers={"If-None-Match": mark}).status_code == 304

    roll(browser(hanno), table, "rally")

    assert browser(livia).get(news, headers={"If-None-Match": mark}).status_code == 200


def test_no_other_battle_has_a_companion(club, place, livia, hanno, browser):
    from tests.factories.battles import open_battle

    other = open_battle(club, place(livia), place(hanno))

    assert browser(livia).get(address(other)).status_code == 404
    assert browser(livia).get(address(other, "battle")).status_code != 302
    with pytest.raises(NotSeen):
        companions.roll(other, seat="rome", kind="rally", given={}, seq=0, by=place(livia), now=NOW)


def test_a_page_from_before_ones_own_roll_is_stale(table, place, livia):
    said = {"seat": "first", "kind": "rally", "given": {}, "by": place(livia), "now": NOW}
    companions.roll(table, seq=0, **said)

    with pytest.raises(Stale):
        companions.roll(table, seq=0, **said)


def test_the_battles_own_address_leads_to_it_and_the_club_shows_the_way(table, livia, browser):
    assert browser(livia).get(table.url)["Location"] == address(table)
    way = reverse("club_companion", args=[table.club.slug])
    assert f'href="{way}"' in browser(livia).get(reverse("club", args=[table.club.slug])).content.decode()


def test_the_dice_of_a_table_can_be_proved(table, livia, marco, browser):
    client = browser(livia)
    roll(client, table, "shoot", **SHOT)
    dice = address(table, "battle_dice")

    assert dice in client.get(address(table)).content.decode()
    page = client.get(dice)
    assert "turn/0/shoot/1/hit" in text_of(page)
    assert "Shown when the battle is over." in text_of(page)
    assert "/log/1/" not in page.content.decode()  # there is no board to look back at
    assert browser(marco).get(dice).status_code == 200

    roll(client, table, "end", winner="draw", level="minor", both="on")
    proof = selectors.proofs_of(Battle.objects.get(pk=table.pk))
    assert proof[0].secret
    assert proof[0].secret in text_of(client.get(dice))
    assert client.get(address(table, "battle_record")).status_code == 200


def test_a_long_log_is_shown_in_part_and_whole(table, livia, browser, place):
    for seq in range(32):
        companions.roll(table, seat="first", kind="unjam", given={}, seq=seq, by=place(livia), now=NOW)
    client = browser(livia)

    assert client.get(address(table)).content.decode().count('class="told"') == 31
    assert client.get(address(table), {"all": "1"}).content.decode().count('class="told"') == 34


def test_a_roll_of_the_other_side_at_the_same_moment_is_waited_out(table, place, livia, monkeypatch):
    rolled, first = companions.play.act, []

    def crowded(*args, **kwargs):
        if not first:
            first.append(kwargs["seq"])
            raise Stale("Somebody was first.", code="stale")
        return rolled(*args, **kwargs)

    monkeypatch.setattr(companions.play, "act", crowded)
    companions.roll(table, seat="first", kind="rally", given={}, seq=0, by=place(livia), now=NOW)

    assert first == [0]
    assert [entry.seat for entry in log_of(table)] == ["", "first"]


def test_a_table_that_is_never_free_says_so(table, place, livia, monkeypatch):
    def crowded(*args, **kwargs):
        raise Stale("Somebody was first.", code="stale")

    monkeypatch.setattr(companions.play, "act", crowded)

    with pytest.raises(Stale, match="Both sides roll at once"):
        companions.roll(table, seat="first", kind="rally", given={}, seq=0, by=place(livia), now=NOW)
