"""The pages on which a club's webhooks are set up and looked at."""

import json
import re
from pathlib import Path

import pytest
from django.urls import reverse

from campaigns.models import Webhook
from campaigns.services import outside, posting, webhooks
from campaigns.services.umpire import note
from clubs import clock
from clubs.models import ClubLogEntry
from clubs.narration import sentence
from frontend.views.webhooks import RESULTS
from tests.factories.campaigns import a_war
from tests.frontend.wars.helpers import text_of
from tests.receiver import Receiver

pytestmark = pytest.mark.django_db


@pytest.fixture
def receiver(settings):
    with Receiver(204, 500) as one:
        settings.WEBHOOK_INSIDE = [f"127.0.0.1:{one.port}"]
        yield one


def page(club, name="club_webhooks", *more):
    return reverse(name, args=[club.slug, *more])


def form_of(receiver, **how):
    return {"address": f"http://127.0.0.1:{receiver.port}/key", "form": "signed", "topics": ["war", "books"], **how}


@pytest.fixture
def hook(club, livia, browser, receiver):
    browser(livia).post(page(club), form_of(receiver))
    return Webhook.objects.get()


def test_the_secret_is_shown_once_and_the_address_never_again(club, livia, browser, receiver):
    made = browser(livia).post(page(club), form_of(receiver))
    assert made.status_code == 200
    assert "whsec_" in made.content.decode()
    hook = Webhook.objects.get()
    for address in (page(club), page(club, "club_webhook", hook.public_id)):
        body = browser(livia).get(address).content.decode()
        assert f"127.0.0.1:{receiver.port}" in body
        assert "whsec_" not in body
        assert "/key" not in body


def test_discord_has_no_secret_and_leads_on(club, livia, browser, receiver):
    made = browser(livia).post(page(club), form_of(receiver, form="discord"))
    assert made["Location"] == page(club, "club_webhook", Webhook.objects.get().public_id)


@pytest.mark.parametrize(
    ("bad", "told"),
    [
        ({"address": "http://127.0.0.1/"}, "must begin with https://"),
        ({"address": "https://[::1]/"}, "by a whole name, not by a number"),
        ({"topics": []}, "This field is required"),
        ({"topics": ["orders"]}, "orders"),
    ],
)
def test_what_cannot_be_is_said_above_the_form(club, livia, browser, receiver, bad, told):
    answer = browser(livia).post(page(club), form_of(receiver, **bad))
    assert answer.status_code == 422
    assert told in text_of(answer)
    assert not Webhook.objects.exists()


def test_a_test_says_what_came_of_it(club, livia, browser, receiver, hook):
    client = browser(livia)
    there = page(club, "club_webhook", hook.public_id)
    test = page(club, "club_webhook_test", hook.public_id)
    assert "The test arrived" in text_of(client.post(test, follow=True))
    failed = text_of(client.post(test, follow=True))
    assert "The test did not arrive" in failed
    assert "answered 500" in failed
    assert "A test from Signifer" in text_of(client.get(there))
    for _again in range(webhooks.MOST_TESTS - 2):
        client.post(test)
    assert client.post(test).status_code == 429
    assert len(receiver.got) == webhooks.MOST_TESTS


def test_what_was_sent_and_what_was_given_up_can_be_read(club, livia, place, hanno, ines, browser, receiver, hook):
    receiver.script.clear()
    now = clock.now()
    war = a_war(club, rome=place(livia), carthage=place(hanno), by=place(livia), umpire=place(ines), now=now)
    note(war, text="<b>Rain</b> & mud", by=place(ines), now=now)
    posting.gather(now=now)
    posting.relay(now=now)
    there = page(club, "club_webhook", hook.public_id)
    shown = browser(livia).get(there).content.decode()
    assert "&lt;b&gt;Rain&lt;/b&gt; &amp; mud" in shown
    assert "answered 200" in shown
    assert "never arrived" not in shown
    hook.deliveries.update(state="dead", result="timeout")
    shown = text_of(browser(livia).get(there))
    assert "1 message never arrived" in shown
    assert "no answer within five seconds" in shown


def test_topics_are_chosen_anew(club, livia, browser, hook):
    browser(livia).post(page(club, "club_webhook", hook.public_id), {"topics": ["clock"]})
    assert Webhook.objects.get().topics == ["clock"]


def test_a_new_secret_is_shown_once(club, livia, browser, hook):
    answer = browser(livia).post(page(club, "club_webhook_secret", hook.public_id))
    assert "whsec_" in answer.content.decode()
    assert "The former secret signs as well until" in text_of(answer)


def test_it_is_switched_off_and_on_and_taken_away(club, livia, browser, hook):
    client = browser(livia)
    for on, state in (("0", "off"), ("1", "on")):
        client.post(page(club, "club_webhook_switch", hook.public_id), {"on": on})
        assert Webhook.objects.get().state == state
    client.post(page(club, "club_webhook_remove", hook.public_id))
    assert not Webhook.objects.exists()
    told = [sentence(entry) for entry in ClubLogEntry.objects.filter(act="webhook").order_by("pk")]
    host = hook.host
    assert told == [
        f"Livia had the news of the club's wars sent to {host}.",
        f"Livia switched the webhook to {host} off.",
        f"Livia switched the webhook to {host} on.",
        f"Livia took the webhook to {host} away.",
    ]


@pytest.mark.parametrize("hooks", [1, 8])
def test_the_list_costs_the_same(club, livia, browser, receiver, hooks, django_assert_num_queries):
    for _number in range(hooks):
        webhooks.add(club, **form_of(receiver), by=livia, now=clock.now())
    client = browser(livia)
    with django_assert_num_queries(5):
        client.get(page(club))


@pytest.mark.parametrize("messages", [1, 12])
def test_the_page_of_one_costs_the_same(club, livia, browser, hook, messages, django_assert_num_queries):
    for _number in range(messages):
        posting.Delivery.objects.create(
            webhook=hook,
            key=str(_number),
            payload=json.loads('{"data": {"title": "War", "events": []}}'),
            created_at=clock.now(),
        )
    client = browser(livia)
    with django_assert_num_queries(7):
        client.get(page(club, "club_webhook", hook.public_id))


def test_every_code_with_which_a_try_ends_has_its_words():
    """Whoever runs the club reads why nothing arrived, not that something went wrong."""
    source = Path(outside.__file__).read_text()
    codes = set(re.findall(r'raise (?:Unreachable|BadAddress)\("(\w+)"', source))
    assert {"timeout", "scheme", "port"} <= codes
    assert sorted(codes - set(RESULTS)) == []
