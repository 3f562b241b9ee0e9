"""How people are written to: at once, in a letter that gathers, or not at all; and what is in such a letter."""

import zoneinfo
from datetime import UTC, date, datetime, timedelta
from smtplib import SMTPException

import pytest
from django.core import mail
from django.core.mail import EmailMessage
from hypothesis import given
from hypothesis import strategies as st

from battles import narration
from battles.keys import stop_key
from battles.models import Digest, NoticeChoice, OutboxMessage
from battles.models.letters import Group, Way
from battles.services import choices, digests, outbox
from battles.services.attempts import BACKOFF, LATER
from clubs.errors import NotSeen, Refusal
from tests.factories.clubs import NOW

MORNING = datetime(2026, 3, 2, 7, 0, tzinfo=UTC)  # eight in Rome
NEWS, TURN = "test.news", "test.turn"


@pytest.fixture(autouse=True)
def mail_works(settings):
    settings.MAIL_WORKS = True


@pytest.fixture(autouse=True)
def kinds(monkeypatch):
    def told(data):
        return narration.Notice(subject=data["subject"], text=f"All about {data['subject']}.")

    for kind, group in ((NEWS, Group.NEWS), (TURN, Group.TURN)):
        monkeypatch.setitem(narration.core._notices, kind, told)
        monkeypatch.setitem(narration.core._groups, kind, group)


def tell(member, subject, *, kind=NEWS, now=NOW):
    outbox.tell(recipients=[member], key=subject, kind=kind, data={"subject": subject}, url="/", now=now)
    return OutboxMessage.objects.get(recipient=member, key=subject)


def choose(user, **how):
    chosen = {"turn": Way.NOW, "news": Way.DAILY, "club": Way.NOW, "hour": 8, "weekday": 0, **how}
    return choices.save_choice(user, by=user, now=NOW, **chosen)


def tick(now):
    outbox.relay(now=now)
    digests.gather(now=now)
    return digests.send(now=now)


def states():
    return dict(OutboxMessage.objects.values_list("key", "email_state"))


def test_who_chose_nothing_is_written_his_turn_at_once_and_the_news_once_a_day(rome):
    tell(rome, "your turn", kind=TURN)
    tell(rome, "some news")

    tick(NOW)
    assert [letter.subject for letter in mail.outbox] == ["your turn"]
    tick(MORNING - timedelta(seconds=1))
    assert len(mail.outbox) == 1
    tick(MORNING)

    assert mail.outbox[1].subject == "1 notice of March 2"
    assert "All about some news." in mail.outbox[1].body
    assert states() == {"your turn": "sent", "some news": "sent"}


def test_a_letter_gathers_everything_of_its_period_once(rome):
    tell(rome, "first")
    tell(rome, "second", now=NOW + timedelta(hours=3))
    tick(NOW)
    tick(NOW + timedelta(hours=3))
    for _again in range(3):
        tick(MORNING)

    (letter,) = mail.outbox
    assert letter.subject == "2 notices up to March 2"
    assert letter.body.index("All about first.") < letter.body.index("All about second.")
    assert Digest.objects.get().period == date(2026, 3, 2)


def test_what_comes_after_todays_letter_waits_for_tomorrows(rome):
    tell(rome, "first")
    tick(NOW)
    tick(MORNING)
    tell(rome, "late", now=MORNING)
    tick(MORNING)
    tick(MORNING + timedelta(hours=23))
    assert len(mail.outbox) == 1
    tick(MORNING + timedelta(days=1))

    assert [letter.subject for letter in mail.outbox] == ["1 notice of March 2", "1 notice of March 3"]


def test_a_period_that_has_had_its_letter_has_no_second_one_whatever_hour_is_chosen(rome, livia):
    tell(rome, "first")
    tick(NOW)
    tick(MORNING)
    tell(rome, "second", now=MORNING + timedelta(hours=1))
    livia.refresh_from_db()
    choices.save_choice(
        livia, turn="now", news="daily", club="now", hour=20, weekday=0, by=livia, now=MORNING + timedelta(hours=1)
    )
    tick(MORNING + timedelta(hours=1))
    tick(MORNING + timedelta(hours=12))  # twenty o'clock of the same day

    assert len(mail.outbox) == 1
    tick(MORNING + timedelta(hours=36))
    assert [letter.subject for letter in mail.outbox] == ["1 notice of March 2", "1 notice of March 3"]


def test_a_program_that_stood_still_for_days_sends_one_letter(rome):
    tell(rome, "first")
    tick(NOW)
    tell(rome, "second", now=NOW + timedelta(days=2))
    tick(NOW + timedelta(days=4))

    assert [letter.subject for letter in mail.outbox] == ["1 notice of March 5"]
    tick(NOW + timedelta(days=5))
    assert [letter.subject for letter in mail.outbox] == ["1 notice of March 5", "1 notice of March 6"]


def test_what_is_done_or_read_by_then_is_left_out_and_an_empty_letter_is_not_sent(rome):
    read, withdrawn = tell(rome, "read"), tell(rome, "withdrawn")
    tick(NOW)
    outbox.mark_read(rome, now=NOW, public_ids=[read.public_id])
    outbox.withdraw(key=withdrawn.key, now=NOW)
    tick(MORNING)

    assert mail.outbox == []
    assert states() == {"read": "dropped", "withdrawn": "none"}
    assert Digest.objects.get().email_state == "none"


def test_who_has_left_the_club_is_written_nothing_of_it(rome):
    tell(rome, "news")
    tick(NOW)
    rome.left_at = NOW
    rome.save()
    tick(MORNING)

    assert (mail.outbox, states()) == ([], {"news": "dropped"})


def test_a_weekly_letter_comes_on_its_day(rome, livia):
    choose(livia, news=Way.WEEKLY, weekday=4, hour=18)
    tell(rome, "news")
    for day in range(7):
        tick(NOW + timedelta(days=day))

    (letter,) = mail.outbox
    assert letter.subject == "1 notice of March 6"  # a Friday; the first tick after eighteen o'clock was on Saturday


def test_never_is_never_and_the_site_still_has_it(rome, livia):
    choose(livia, turn=Way.NEVER)
    message = tell(rome, "turn", kind=TURN)
    tick(NOW)
    tick(NOW + timedelta(days=9))

    assert (mail.outbox, states()) == ([], {"turn": "none"})
    assert outbox.waiting_for(rome) == [message]


def test_a_new_choice_counts_for_what_still_waits(rome, livia):
    tell(rome, "news")
    tick(NOW)
    choose(livia, news=Way.NOW)
    tick(NOW)

    assert [letter.subject for letter in mail.outbox] == ["news"]


def test_the_letter_is_in_the_readers_language(rome, livia):
    livia.language = "es"
    livia.save()
    tell(rome, "news")
    tick(NOW)
    tick(MORNING)

    assert mail.outbox[0].subject == "1 aviso del 2 de marzo"


def test_a_letter_that_fails_is_tried_again_with_what_is_still_so_then(rome, monkeypatch):
    tell(rome, "first")
    second = tell(rome, "second")
    tick(NOW)
    with monkeypatch.context() as patch:
        patch.setattr(EmailMessage, "send", lambda *args, **kwargs: (_ for _ in ()).throw(SMTPException("451")))
        assert tick(MORNING) == 0
        assert tick(MORNING) == 0
    outbox.mark_read(rome, now=MORNING, public_ids=[second.public_id])
    assert tick(MORNING + BACKOFF[0] * (1 + LATER)) == 1

    (letter,) = mail.outbox
    assert "All about first." in letter.body
    assert "second" not in letter.body
    assert states() == {"first": "sent", "second": "dropped"}


def test_a_letter_that_never_arrives_is_given_up_and_so_is_what_is_in_it(rome, monkeypatch):
    tell(rome, "news")
    tick(NOW)
    monkeypatch.setattr(EmailMessage, "send", lambda *args, **kwargs: (_ for _ in ()).throw(SMTPException("451")))
    now = MORNING
    for wait in (*BACKOFF, timedelta()):
        tick(now)
        now += wait * (1 + LATER)

    assert (Digest.objects.get().email_state, states()) == ("dead", {"news": "dead"})


def test_two_at_once_send_one_letter(rome, monkeypatch):
    tell(rome, "news")
    tick(NOW)
    send = EmailMessage.send

    def while_another_runs(self, *args, **kwargs):
        assert tick(MORNING) == 0
        return send(self, *args, **kwargs)

    monkeypatch.setattr(EmailMessage, "send", while_another_runs)

    assert tick(MORNING) == 1
    assert len(mail.outbox) == 1


def test_the_same_letter_has_the_same_id_however_often_it_goes(rome, carthage):
    message = tell(rome, "news")
    first = narration.letter(message)
    OutboxMessage.objects.all().delete()  # a backup from before: the notice is told again
    again = narration.letter(tell(rome, "news"))

    assert first.headers["Message-ID"] == again.headers["Message-ID"]
    assert first.headers["Message-ID"].endswith("@testserver>")
    assert narration.letter(tell(carthage, "news")).headers["Message-ID"] != first.headers["Message-ID"]


def test_every_letter_says_how_to_get_no_more_of_it(rome, livia):
    tell(rome, "turn", kind=TURN)
    tell(rome, "news")
    tick(NOW)
    tick(MORNING)

    for letter, what in zip(mail.outbox, ("turn", "daily"), strict=True):
        address = f"http://testserver/notices/stop/{stop_key(livia.public_id, what)}/"
        assert letter.extra_headers["List-Unsubscribe"] == f"<{address}>"
        assert letter.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        assert address in letter.body


def test_a_key_stops_what_its_letter_was_about_and_nothing_else(livia):
    choices.stop(stop_key(livia.public_id, "news"), now=NOW)

    kept = NoticeChoice.objects.get(user=livia)
    assert (kept.turn, kept.news, kept.club) == ("now", "never", "now")


def test_the_key_of_a_letter_that_gathers_stops_whatever_is_gathered_that_way(livia):
    choose(livia, turn=Way.DAILY)
    choices.stop(stop_key(livia.public_id, "daily"), now=NOW)

    kept = NoticeChoice.objects.get(user=livia)
    assert (kept.turn, kept.news, kept.club) == ("never", "never", "now")


@pytest.mark.parametrize("key", ["", "x", "x-turn.abc", "{who}-turn", "{who}-turn."])
def test_a_key_we_did_not_make_is_nobodys(livia, key):
    with pytest.raises(NotSeen):
        choices.stop(key.format(who=livia.public_id), now=NOW)


def test_a_key_of_somebody_who_is_gone_is_nobodys(livia):
    livia.is_active = False
    livia.save()
    with pytest.raises(NotSeen):
        choices.stop(stop_key(livia.public_id, "turn"), now=NOW)


def test_nobody_chooses_for_another(livia, hanno):
    with pytest.raises(NotSeen):
        choices.save_choice(hanno, turn="now", news="now", club="now", hour=8, weekday=0, by=livia, now=NOW)


@pytest.mark.parametrize("bad", [{"turn": "often"}, {"hour": 24}, {"hour": -1}, {"weekday": 7}])
def test_there_is_no_such_choice(livia, bad):
    with pytest.raises(Refusal):
        choose(livia, **bad)


ZONES = sorted(zoneinfo.available_timezones())


@given(
    zone=st.sampled_from(ZONES),
    seconds=st.integers(0, 10 * 366 * 24 * 3600),
    hour=st.integers(0, 23),
    weekday=st.integers(0, 6),
    way=st.sampled_from((Way.DAILY, Way.WEEKLY)),
)
def test_a_letter_is_due_at_its_hour_on_every_day_in_every_zone(zone, seconds, hour, weekday, way):
    now = NOW + timedelta(seconds=seconds)
    choice = NoticeChoice(hour=hour, weekday=weekday)
    due, place = choices.next_due(choice, way, zone, now), zoneinfo.ZoneInfo(zone)
    there = due.astimezone(place)
    naive = there.replace(tzinfo=None)
    # An hour that a clock change takes away comes later; every other is kept.
    exists = (
        datetime(naive.year, naive.month, naive.day, hour, tzinfo=place).astimezone(UTC).astimezone(place).hour == hour
    )
    assert there.hour == hour or not exists
    assert now < due <= now + timedelta(days=1 if way == Way.DAILY else 7, hours=2)
    if way == Way.WEEKLY and exists:
        assert there.weekday() == weekday
    # The moment it is due, this is the period; a moment before, it was the one before.
    assert choices.last_due(choice, way, zone, due) > choices.last_due(choice, way, zone, due - timedelta(seconds=1))
