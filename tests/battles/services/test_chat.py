"""What is said at a battle: by whom, how much, and what is left of it when it is removed."""

import pytest

from battles.models import ChatLine, OutboxMessage
from battles.services import chat, verdicts
from clubs.errors import NotSeen, Refusal
from clubs.services import people
from tests.factories.clubs import NOW, enlist, found

pytestmark = pytest.mark.django_db


def refused(verb, *args, **how) -> str:
    with pytest.raises(Refusal) as came:
        verb(*args, **how)
    return came.value.code


def test_who_sits_and_who_looks_on_may_speak_in_any_script_and_nobody_is_written_to(battle, rome, place, marco):
    before = OutboxMessage.objects.count()
    chat.say(battle, rome, "  Ἀλέξανδρος, 加油!\r\nعلى بركة الله  ", NOW)
    chat.say(battle, place(marco), "👋🏽", NOW)

    assert list(ChatLine.objects.values_list("text", flat=True)) == ["Ἀλέξανδρος, 加油!\nعلى بركة الله", "👋🏽"]
    assert OutboxMessage.objects.count() == before


@pytest.mark.parametrize(
    ("text", "code"),
    [("", "chat_empty"), (" \u202e\x00\n ", "chat_empty"), ("x" * 501, "chat_too_long")],
)
def test_what_says_nothing_or_too_much_is_refused(battle, rome, text, code):
    assert refused(chat.say, battle, rome, text, NOW) == code
    assert not ChatLine.objects.exists()


def test_what_turns_the_text_of_others_round_is_left_out(battle, rome):
    assert chat.say(battle, rome, "safe\u202etxt\x1b[31m", NOW).text == "safetxt[31m"


def test_so_much_a_minute_and_so_much_in_all(battle, rome, carthage, monkeypatch):
    for _line in range(chat.A_MINUTE):
        chat.say(battle, rome, "And another thing:", NOW)
    assert refused(chat.say, battle, rome, "And", NOW) == "chat_too_fast"
    chat.say(battle, carthage, "Enough.", NOW)
    monkeypatch.setattr(chat, "MOST_LINES", chat.A_MINUTE + 1)
    assert refused(chat.say, battle, carthage, "Enough!", NOW) == "chat_full"


def test_the_umpire_and_who_runs_the_club_remove_and_nobody_else(battle, rome, carthage, umpire, place, fabia):
    lines = [chat.say(battle, rome, text, NOW) for text in ("one", "two")]

    assert refused(chat.remove, lines[0], by=carthage, now=NOW) == "umpire_only"
    chat.remove(lines[0], by=umpire, now=NOW)
    chat.remove(lines[1], by=place(fabia), now=NOW)

    assert list(ChatLine.objects.values_list("text", "removed_at")) == [("", NOW), ("", NOW)]


def test_a_stranger_says_and_removes_nothing(battle, rome, nobody, livia):
    line = chat.say(battle, rome, "one", NOW)
    other = enlist(found("Elsewhere", by=nobody), livia)
    for verb in (lambda: chat.say(battle, other, "two", NOW), lambda: chat.remove(line, by=other, now=NOW)):
        with pytest.raises(NotSeen):
            verb()


def test_at_a_void_battle_nothing_more_is_said(battle, rome):
    verdicts.void(battle, now=NOW)
    assert refused(chat.say, battle, rome, "Why?", NOW) == "battle_void"


def test_what_a_person_said_goes_with_him(battle, place, marco):
    chat.say(battle, place(marco), "My address is …", NOW)
    people.erase_person(marco, by=marco, now=NOW)
    line = ChatLine.objects.get()
    assert (line.text, str(line.author), line.removed_at) == ("", "Former member", NOW)
