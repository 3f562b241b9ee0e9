"""Mail server and webhook receiver answer 500, hang, close, are gone, or answer when nobody waits any more (A3, no. 22).

Nothing is lost, nothing is told twice under another name, and the years go on turning.
"""

import os
import signal
import time
from datetime import timedelta

import pytest
from django.core import mail

from battles.models import OutboxMessage
from battles.services import outbox
from battles.services.attempts import BACKOFF, LATER
from campaigns.models import Delivery, Webhook
from campaigns.narration import news
from campaigns.services import posting, turning, webhooks
from clubs.models import Membership
from tests.factories.campaigns import a_war, play_year, year_of
from tests.factories.clubs import NOW
from tests.factories.dice import quiet_years
from tests.mailbox import Mailbox
from tests.receiver import Receiver

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]


@pytest.fixture
def war(club, place, livia, hanno):
    with quiet_years():  # one battle, and no other news of it
        yield a_war(club, rome=place(livia), carthage=place(hanno), by=place(livia))


@pytest.fixture
def members(place, livia, hanno) -> dict[str, Membership]:
    return {"rome": place(livia), "carthage": place(hanno)}


def hooked(club, livia, receiver, settings, topics=("battle",)):
    settings.WEBHOOK_INSIDE = [f"127.0.0.1:{receiver.port}"]
    address = f"http://127.0.0.1:{receiver.port}/hook"
    return webhooks.add(club, address=address, form="signed", topics=topics, by=livia, now=NOW).webhook


def mail_goes_to(box: Mailbox, settings) -> None:
    settings.MAIL_WORKS = True
    settings.MAILERS = {
        "default": {
            "BACKEND": "django.core.mail.backends.smtp.EmailBackend",
            "OPTIONS": {"host": "127.0.0.1", "port": box.port, "timeout": 1},
        }
    }


def sweeps(sweep) -> None:
    """Sweep now, and whenever something is to be tried again."""
    now = NOW
    sweep(now=now)
    for wait in BACKOFF:
        now += wait * (1 + LATER)
        sweep(now=now)


@pytest.mark.django_db
def test_a_receiver_that_fails_in_every_way_has_each_message_once_by_its_id(club, livia, members, war, settings):
    with Receiver(500, "hang", "close", "late", 302, b"no answer at all\r\n\r\n") as receiver:
        hook = hooked(club, livia, receiver, settings)
        play_year(war, members)
        posting.gather(now=NOW)
        sweeps(posting.relay)

        (delivery,) = hook.deliveries.all()
        assert (delivery.state, delivery.result, delivery.attempts) == ("sent", "200", 7)
        assert {got.headers["webhook-id"] for got in receiver.got} == {delivery.key}
        assert len({got.body for got in receiver.got}) == 1
        assert len(receiver.got) == 7  # two of which the receiver may have kept: it drops the second by its id


@pytest.mark.django_db
def test_a_receiver_that_never_answers_is_given_up_and_holds_up_nothing(club, livia, members, war, settings):
    with Receiver(*["hang"] * 20) as receiver:
        hook = hooked(club, livia, receiver, settings, topics=tuple(news.TOPICS))
        Webhook.objects.update(seen={})
        deadline = year_of(war).deadline_at
        began = time.monotonic()
        turning.tick(deadline)
        took = time.monotonic() - began

        # The year turned, and the sweep waited for the receiver once: the rest of its messages waits.
        assert year_of(war).stage != "orders"
        assert took < 15
        assert sorted(hook.deliveries.values_list("state", flat=True))[0] == "failed"
        assert len(receiver.got) == 1


@pytest.mark.django_db
def test_a_receiver_that_is_gone_is_asked_once(club, livia, members, war, settings):
    with Receiver(410) as receiver:
        hook = hooked(club, livia, receiver, settings)
        play_year(war, members)
        posting.gather(now=NOW)
        sweeps(posting.relay)

        assert (len(receiver.got), Webhook.objects.get(pk=hook.pk).state) == (1, "gone")


@pytest.mark.django_db
def test_a_mail_server_that_fails_in_every_way_brings_each_letter_once_by_its_id(club, livia, war, members, settings):
    with Mailbox("refuse", "mute", "close", "hang", "refuse", "refuse") as box:
        mail_goes_to(box, settings)
        OutboxMessage.objects.exclude(recipient=members["rome"], kind="your_orders").delete()
        message = OutboxMessage.objects.get()
        OutboxMessage.objects.update(email_state="waiting", next_attempt_at=NOW)
        sweeps(outbox.relay)

        message.refresh_from_db()
        assert (message.email_state, message.attempts) == ("sent", 7)
        # Twice the server had taken it without saying so: the same letter by its id, which mail programs show once.
        assert len({letter["Message-ID"] for letter in box.letters}) == 1
        assert len(box.letters) == 6
        assert {letter["To"] for letter in box.letters} == {livia.email}
        assert mail.outbox == []


@pytest.mark.django_db
def test_a_mail_server_that_is_mute_does_not_keep_the_years_from_turning(club, livia, war, settings):
    with Mailbox(*["mute"] * 50) as box:
        mail_goes_to(box, settings)
        OutboxMessage.objects.update(email_state="waiting", next_attempt_at=NOW)
        began = time.monotonic()
        turning.tick(year_of(war).deadline_at)

        assert year_of(war).stage != "orders"
        assert time.monotonic() - began < 40
        assert not OutboxMessage.objects.filter(email_state="sent").exists()


# --- Killed between sending and noting ------------------------------------------------------------------------


def killed_while(world, came, *command: str, **environment: str) -> None:
    """Start a verb, and kill it when what it sends has arrived."""
    process = world.start(*command, **environment)
    assert came.wait(60), "nothing arrived"
    os.killpg(process.pid, signal.SIGKILL)
    process.wait(10)


def test_whoever_dies_after_a_letter_was_taken_sends_the_same_letter_again(databases):
    with Mailbox("hang") as box:
        world = databases.prepare("orders", "1", FAULTS_SMTP=str(box.port))
        moment = (NOW + timedelta(minutes=1)).isoformat()
        killed_while(world, box.came, "send", moment)
        left = world.do("send", moment)
        came = world.do("send", moment, str(int(BACKOFF[0].total_seconds() * (1 + LATER)) + 1))

    assert "waiting" in left["letters"]  # claimed by whoever died: nobody else is at it before its time
    assert set(came["letters"]) <= {"sent", "dropped", "digest", "none"}
    ids = [letter["Message-ID"] for letter in box.letters]
    assert len(ids) == len(set(ids)) + 1  # one came twice, and is one to every mail program
    assert world.do("inspect")["notices_twice"] == 0


def test_whoever_dies_after_a_message_was_taken_sends_it_again_with_its_id(databases):
    with Receiver("hang") as receiver:
        world = databases.prepare("muster", "1", WEBHOOK_INSIDE=f"127.0.0.1:{receiver.port}")
        world.do("hook", f"http://127.0.0.1:{receiver.port}/hook")
        moment = (NOW + timedelta(minutes=1)).isoformat()
        killed_while(world, receiver.came, "send", moment)
        left = world.do("send", moment)
        came = world.do("send", moment, str(int(BACKOFF[0].total_seconds() * (1 + LATER)) + 1))

    assert "waiting" in left["messages"]
    assert set(came["messages"]) == {"sent"}
    ids = [got.headers["webhook-id"] for got in receiver.got]
    assert len(ids) == len(set(ids)) + 1
    assert len({(got.headers["webhook-id"], got.body) for got in receiver.got}) == len(set(ids))
    assert Delivery._meta.get_field("key").max_length >= max(len(one) for one in ids)
