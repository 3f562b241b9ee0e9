"""Notices: short, plain, in the reader's language, and without a secret."""

import pytest
from django.utils import translation

from battles.narration import require_notice
from campaigns.narration import Book, notice
from campaigns.narration.notices import QUESTIONS
from campaigns.narration.noticing import LONGEST, kinds
from campaigns.rules.pack import bundled
from tests.campaigns.narration import source

SEAL = "ab12" * 16
DATA = {
    "war": "Two friends, five winters",
    "war_id": "w1",
    "zone": "Europe/Madrid",
    "year": 3,
    "stage": "orders",
    "deadline": "2030-07-14T18:00:00+00:00",
    "side": "carthage",
    "side_name": {"en": "Carthage", "es": "Cartago", "it": "Cartagine"},
    "commitment": SEAL,
    "score": {"rome": 4, "carthage": -1},
    "winner": "rome",
    "level": "minor",
    "prompt": "ransom",
    "reason": "Somebody is ill.",
    "by": "Ines",
    "faces": [4, 2],
    "address": "year/3/fate/rome/consul",
}
WANTED = {
    "claim_made",
    "claim_settled",
    "deputy_named",
    "seat_changed",
    "seat_dropped",
    "seat_handed",
    "seat_vacant",
    "umpire_left",
    "your_orders",
    "your_muster",
    "your_choice",
    "your_answer",
    "report_due",
    "reported",
    "disputed",
    "year_closed",
    "reminder",
    "deadline_moved",
    "extension_asked",
    "extension_refused",
    "war_ended",
    "seat_offered",
    "offer_withdrawn",
    "dice_contested",
    "dice_redrawn",
    "restored",
    "held",
    "length_proposed",
    "battle_overdue",
    "battle_wished",
    "report_reopened",
    "corrected",
    "correction_proposed",
    "correction_declined",
    "voided",
    "rolled_back",
    "forced",
}


def test_every_notice_that_services_send_has_a_text():
    assert kinds() == WANTED
    assert source.notices_of_services() <= kinds()
    assert "year_closed" in source.notices_of_services()


@pytest.mark.parametrize("kind", sorted(WANTED))
@pytest.mark.parametrize("language", ["en", "es", "it"])
def test_every_notice_is_short_and_whole(kind, language):
    with translation.override(language):
        told = require_notice(kind)(DATA)
    assert "Two friends" in told.subject
    assert "Two friends" in told.text
    assert "%(" not in told.subject + told.text
    assert len(told.text) <= LONGEST
    assert "\n" not in told.subject


@pytest.mark.parametrize("kind", sorted(WANTED))
def test_missing_data_is_no_fault(kind):
    assert "%(" not in notice(kind, {}).text


@pytest.mark.parametrize("kind", sorted(WANTED))
def test_hostile_and_endless_names_fit(kind):
    hostile = "<script>alert(1)</script>\n100%s %(side)s ⚔️ \u202e" * 40
    data = {**DATA, "war": hostile, "reason": hostile, "by": hostile, "side_name": {"en": hostile}}
    told = notice(kind, data)
    assert len(told.text) <= LONGEST
    assert "\n" not in told.subject
    assert "<script>alert(1)</script>" in told.text


@pytest.mark.parametrize("kind", sorted(WANTED))
def test_no_notice_repeats_a_secret(kind):
    secrets = {"action": "guerrilla", "salt": "5a17", "secret": "5ec2e7", "units": ["hastati-1"], "receipt": "2ece19"}
    told = notice(kind, {**DATA, **secrets})
    for secret in ("uerrilla", "5a17", "5ec2e7", "hastati-1", "2ece19"):
        assert secret not in told.text + told.subject


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (
            "your_orders",
            "Two friends, five winters: year 3 has begun, and Carthage has to give its order. "
            f"Deadline: Sunday 14 July 2030, 20:00, Madrid time. The seal of this year's dice begins with {SEAL[:12]}.",
        ),
        (
            "your_answer",
            "Two friends, five winters, year 3: A character of Carthage was captured: will you pay his ransom? "
            "Deadline: Sunday 14 July 2030, 20:00, Madrid time.",
        ),
        (
            "year_closed",
            "Two friends, five winters: year 3 is closed. Victory points: Carthage −1, the other side 4. "
            "The dice of the year are shown and can be checked.",
        ),
        (
            "war_ended",
            "Two friends, five winters is over: Carthage has suffered a minor defeat. "
            "Victory points: Carthage −1, the other side 4. Read how it ended in its chronicle.",
        ),
        (
            "seat_offered",
            "Ines offers you the command of Carthage in Two friends, five winters. Accept it or decline it.",
        ),
        (
            "offer_withdrawn",
            "Ines has taken back the offer of Carthage in Two friends, five winters. There is nothing you need to do.",
        ),
    ],
)
def test_it_reads(kind, text):
    assert notice(kind, DATA).text == text


def test_a_draw_is_a_draw_for_everybody():
    told = notice("war_ended", {**DATA, "winner": "", "level": "draw"})
    assert told.text.startswith("Two friends, five winters is over: a draw.")


def test_a_stopped_clock_is_told_as_such():
    told = notice("deadline_moved", {**DATA, "deadline": None, "paused": True})
    assert "the umpire has stopped the clock (orders)." in told.text
    assert "Somebody is ill." in told.text


@pytest.mark.parametrize(
    ("how", "told"),
    [
        ("umpire", "the deadline (orders) is now"),
        ("agreed", "the sides agreed, and the deadline"),
        ("holiday", "the holidays of the club are left out"),
        ("outage", "The time is given back"),
        ("zone", "by the clocks of the club as they are now"),
    ],
)
def test_a_moved_deadline_says_how_it_came_about_and_what_it_was(how, told):
    words = {
        **DATA,
        "how": how,
        "before": "2030-07-10T18:00:00+00:00",
        "since": DATA["deadline"],
        "back": DATA["deadline"],
    }
    text = notice("deadline_moved", words).text
    assert told in text
    assert "Before, it was Wednesday 10 July 2030, 20:00, Madrid time." in text


def test_the_side_is_named_in_the_readers_language():
    with translation.override("es"):
        assert "Cartago" in notice("your_muster", DATA).text


def test_with_a_book_a_contested_roll_is_named():
    told = notice("dice_contested", DATA, Book(pack=bundled("hispania"), language="en"))
    assert "(Year 3, fate of consul (Rome): 4, 2)" in told.text


def test_every_question_of_the_rules_is_put_in_its_own_words():
    told = {notice("your_answer", {**DATA, "prompt": prompt}).text for prompt in QUESTIONS}
    assert len(told) == len(QUESTIONS)


def test_an_unknown_kind_is_a_mistake():
    with pytest.raises(KeyError):
        notice("your_lunch", DATA)


def test_a_question_says_how_many_wait_and_how_many_were_settled():
    alone = notice("your_answer", {**DATA, "prompt": "dice", "waiting": 1}).text
    assert "question" not in alone
    told = notice("your_answer", {**DATA, "prompt": "dice", "waiting": 2, "settled": 1}).text
    assert "2 questions wait. 1 earlier question was settled without you." in told
