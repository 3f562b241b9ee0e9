"""Telling people: once, with what it tells of, and again by mail until it arrives."""

from datetime import timedelta
from smtplib import SMTPException, SMTPRecipientsRefused

import pytest
from django.core import mail
from django.core.mail import EmailMessage
from django.db import IntegrityError, transaction
from django.utils import translation

from battles import narration
from battles.models import OutboxMessage
from battles.services import outbox
from battles.services.attempts import BACKOFF, LATER
from tests.factories.battles import CARTHAGE, ROME, WON, do
from tests.factories.clubs import NOW

KIND = "battle.asked"
DATA = {"battle": "x", "ruleset": "tabletop", "seat": ROME, "prompt": "report"}


@pytest.fixture(autouse=True)
def mail_works(settings):
    settings.MAIL_WORKS = True


@pytest.fixture
def plain_kind(monkeypatch):
    """A kind of notice that is always still true."""
    kind = "test.plain"
    monkeypatch.setitem(
        narration.core._notices, kind, lambda data: narration.Notice(subject=data["subject"], text="Come and see.")
    )
    return kind


def tell(member, *, key="a-key", kind=KIND, data=DATA, **how):
    outbox.tell(recipients=[member], key=key, kind=kind, data=data, url="/year/3/", now=NOW, **how)
    return OutboxMessage.objects.get(recipient=member, key=key)


def row(message):
    return OutboxMessage.objects.get(pk=message.pk)


def test_what_is_told_twice_arrives_once(rome, carthage):
    for _again in range(2):
        outbox.tell(recipients=[rome, carthage, rome, None], key="k", kind=KIND, data=DATA, url="/", now=NOW)

    assert OutboxMessage.objects.count() == 2


def test_a_notice_goes_with_the_transaction_that_it_tells_of(rome):
    with transaction.atomic():
        tell(rome)
        transaction.set_rollback(True)

    assert not OutboxMessage.objects.exists()


def test_a_kind_that_nobody_can_tell_is_a_mistake_of_ours(rome):
    with pytest.raises(LookupError, match=r"no\.such"):
        tell(rome, kind="no.such")


def test_notices_wait_until_they_are_read(rome, livia, carthage, hanno):
    first, second = tell(rome), tell(rome, key="other")
    tell(carthage)

    assert [message.pk for message in outbox.waiting_for(rome)] == [second.pk, first.pk]
    assert [message.pk for message in outbox.waiting_for(livia)] == [second.pk, first.pk]
    assert outbox.mark_read(hanno, now=NOW, public_ids=[first.public_id]) == 0  # not his
    assert outbox.mark_read(livia, now=NOW, public_ids=[first.public_id]) == 1
    assert [message.pk for message in outbox.waiting_for(rome)] == [second.pk]
    assert outbox.mark_read(rome, now=NOW) == 1
    assert outbox.waiting_for(livia) == []


def test_a_withdrawn_notice_is_neither_shown_nor_sent(rome, plain_kind):
    tell(rome, kind=plain_kind, data={"subject": "s"})

    assert outbox.withdraw(key="a-key", now=NOW) == 1
    assert outbox.waiting_for(rome) == []
    assert outbox.relay(now=NOW) == 0
    assert mail.outbox == []


def test_a_letter_is_sent_in_the_readers_language_with_a_link(rome, carthage, club, plain_kind):
    club.language = "es"
    club.save()
    tell(rome, kind=plain_kind, data={"subject": "Your turn\nBcc: all@example.org"})

    assert outbox.relay(now=NOW) == 1

    (letter,) = mail.outbox
    assert letter.to == ["livia@example.org"]
    assert letter.subject == "Your turn Bcc: all@example.org"
    assert letter.body.startswith("Come and see.\n\nhttp://testserver/year/3/\n\n")
    assert club.name in letter.body


def test_the_language_is_the_readers_then_the_clubs(rome, carthage, club, monkeypatch):
    seen = []

    def render(data):
        seen.append(translation.get_language())
        return narration.Notice(subject="s", text="t")

    monkeypatch.setitem(narration.core._notices, "test.language", render)
    club.language = "it"
    club.save()
    for member in (rome, carthage):  # Livia reads English, Hanno has chosen no language
        tell(member, kind="test.language", data={})

    outbox.relay(now=NOW)

    assert seen == ["en", "it"]


def test_a_letter_is_sent_once(rome, plain_kind):
    message = tell(rome, kind=plain_kind, data={"subject": "s"})
    outbox.relay(now=NOW)

    assert outbox.relay(now=NOW + timedelta(days=9)) == 0
    assert (row(message).email_state, row(message).sent_at, len(mail.outbox)) == ("sent", NOW, 1)


def test_what_is_no_longer_true_is_not_sent(battle, rome, carthage):
    do(battle, ROME, "report", by=rome, **WON)

    outbox.relay(now=NOW)

    # Both were asked for a report; only Hanno's answer is still owed.
    assert [letter.to for letter in mail.outbox] == [["hanno@example.org"]]
    assert "confirm or dispute" in mail.outbox[0].body


def test_what_was_read_on_the_site_is_not_sent_any_more(rome, plain_kind):
    tell(rome, kind=plain_kind, data={"subject": "s"})
    outbox.mark_read(rome, now=NOW)

    assert outbox.relay(now=NOW) == 0


def test_nobody_writes_to_who_has_left(rome, plain_kind):
    tell(rome, kind=plain_kind, data={"subject": "s"})
    rome.left_at = NOW
    rome.save()

    assert outbox.relay(now=NOW) == 0
    outbox.tell(recipients=[rome], key="later", kind=plain_kind, data={"subject": "s"}, url="/", now=NOW)
    assert not OutboxMessage.objects.filter(key="later").exists()


@pytest.mark.parametrize("reason", ["no address", "inactive", "no mail", "not asked"])
def test_who_cannot_be_written_to_finds_it_on_the_site(rome, livia, settings, reason):
    if reason == "no address":
        livia.email = ""
    if reason == "inactive":
        livia.is_active = False
    if reason == "no mail":
        settings.MAIL_WORKS = False
    rome.user = livia

    message = tell(rome, email=reason != "not asked")

    assert (message.email_state, message.next_attempt_at) == ("none", None)
    assert outbox.waiting_for(rome) == [message]


@pytest.fixture
def broken_mail(monkeypatch):
    tried = []

    def fail(self, *args, **kwargs):
        tried.append(self.to)
        raise SMTPException("451 try later")

    monkeypatch.setattr(EmailMessage, "send", fail)
    return tried


def test_a_letter_that_fails_is_tried_again_ever_later_and_then_given_up(rome, plain_kind, broken_mail):
    message = tell(rome, kind=plain_kind, data={"subject": "s"})
    now = NOW
    for number, wait in enumerate(BACKOFF, start=1):
        outbox.relay(now=now)
        assert (row(message).email_state, row(message).attempts) == ("failed", number)
        again = row(message).next_attempt_at
        assert now + wait <= again <= now + wait * (1 + LATER)
        assert outbox.relay(now=again - timedelta(seconds=1)) == 0
        now = again
    outbox.relay(now=now)

    assert (row(message).email_state, row(message).next_attempt_at) == ("dead", None)
    assert len(broken_mail) == 1 + len(BACKOFF)
    assert [wait.total_seconds() for wait in BACKOFF] == [30, 120, 600, 3600, 21600, 86400]


def test_one_letter_that_cannot_be_written_does_not_stop_the_others(rome, carthage, plain_kind):
    tell(rome, kind=plain_kind, data={})  # its sentence needs a subject
    tell(carthage, kind=plain_kind, data={"subject": "s"})

    assert outbox.relay(now=NOW) == 1
    assert [letter.to for letter in mail.outbox] == [["hanno@example.org"]]


def test_the_log_says_where_a_letter_failed_and_not_to_whom(rome, plain_kind, monkeypatch, caplog):
    def refuse(self, *args, **kwargs):
        raise SMTPRecipientsRefused({self.to[0]: (550, b"no such mailbox")})

    monkeypatch.setattr(EmailMessage, "send", refuse)
    message = tell(rome, kind=plain_kind, data={"subject": "s"})
    outbox.relay(now=NOW)

    (line,) = caplog.records
    assert (line.getMessage(), line.notice) == ("e-mail not sent: SMTPRecipientsRefused", message.public_id)
    assert "livia@" not in f"{caplog.text}{line.frames}{line.exc_info}"


def test_two_relays_at_once_send_one_letter(rome, plain_kind, monkeypatch):
    tell(rome, kind=plain_kind, data={"subject": "s"})
    send = EmailMessage.send

    def while_another_relay_runs(self, *args, **kwargs):
        assert outbox.relay(now=NOW) == 0
        return send(self, *args, **kwargs)

    monkeypatch.setattr(EmailMessage, "send", while_another_relay_runs)

    assert outbox.relay(now=NOW) == 1
    assert len(mail.outbox) == 1


def test_a_relay_that_dies_while_sending_leaves_the_letter_for_the_next(rome, plain_kind, monkeypatch):
    message = tell(rome, kind=plain_kind, data={"subject": "s"})

    def die(self, *args, **kwargs):
        raise KeyboardInterrupt  # as near to kill -9 as a test comes: nothing is caught

    with monkeypatch.context() as patch:
        patch.setattr(EmailMessage, "send", die)
        with pytest.raises(KeyboardInterrupt):
            outbox.relay(now=NOW)

    assert outbox.relay(now=NOW) == 0  # somebody may still be at it
    assert outbox.relay(now=NOW + BACKOFF[0] * (1 + LATER)) == 1
    assert row(message).email_state == "sent"


def test_a_relay_keeps_to_its_budget(club, rome, plain_kind):
    for number in range(5):
        tell(rome, key=str(number), kind=plain_kind, data={"subject": "s"})

    assert outbox.relay(now=NOW, budget=3) == 3
    assert outbox.relay(now=NOW, budget=3) == 2


@pytest.mark.parametrize("notices", [1, 3])
def test_reading_what_waits_costs_one_query(rome, notices, django_assert_num_queries):
    for number in range(notices):
        tell(rome, key=str(number))

    with django_assert_num_queries(1):
        told = [(narration.for_chat(message), message.club.name) for message in outbox.waiting_for(rome)]

    assert told[0][0] == "Fight your battle and report it.\nhttp://testserver/year/3/"


def test_a_seat_handed_to_another_is_told_only_what_it_is_asked_later(battle, rome, carthage, place, marco):
    from battles.services import opening

    opening.hand_over(battle, seat=CARTHAGE, member=place(marco))
    do(battle, ROME, "report", by=rome, **WON)

    assert [message.data["prompt"] for message in OutboxMessage.objects.filter(recipient=place(marco))] == ["answer"]


def test_a_notice_that_clashes_with_another_in_anything_but_its_key_is_not_lost_in_silence(rome, carthage, monkeypatch):
    """It fails, and with it the transaction that it tells of, which is tried again."""
    first = tell(rome)
    monkeypatch.setattr(OutboxMessage._meta.get_field("public_id"), "_get_default", lambda: first.public_id)

    with pytest.raises(IntegrityError), transaction.atomic():
        outbox.tell(recipients=[carthage], key="k", kind=KIND, data=DATA, url="/", now=NOW)
