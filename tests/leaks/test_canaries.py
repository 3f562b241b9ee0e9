"""A marker in every secret field must turn up nowhere: not in logs, notices, mails, pages of others, or the administration."""

import io
import logging

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse

from battles.keys import stop_key
from battles.models import DiceSecret, Digest, NoticeChoice, OutboxMessage
from battles.services import choices, secrets
from campaigns.models import Delivery, Webhook
from campaigns.models.codec import state_of
from campaigns.narration import news
from campaigns.rules.engine import Rules
from campaigns.services import sealed, turning, webhooks
from clubs import clock
from clubs.models import User
from tests.factories.campaigns import DAY, a_war, fresh, year_of
from tests.factories.clubs import NOW, with_second_step
from tests.leaks.addresses import ROUTES, address_of
from tests.leaks.conftest import things_of
from tests.leaks.roles import a_calendar
from tests.receiver import Receiver
from tests.worlds import once

pytestmark = pytest.mark.django_db
CANARY = "canary-of-the-salt"


@once
def war(club, place, livia, hanno):
    war = a_war(club, rome=place(livia), carthage=place(hanno), by=place(livia))
    sealed.give_order(war, side="rome", action="guerrilla", salt=CANARY, by=place(livia), now=NOW)
    return war


def secret_hex(war) -> str:
    return secrets.secret_of(DiceSecret.objects.get(game=war.game, year=1)).hex()


def test_a_salt_and_a_seed_are_in_no_log_notice_or_mail(war, place, hanno, caplog, monkeypatch):
    seed = secret_hex(war)
    caplog.set_level(logging.DEBUG)
    # Even a step that breaks, with the order in its hands, says nothing of it.
    monkeypatch.setattr(Rules, "apply", lambda *args, **kwargs: 1 / 0)
    turning.tick(NOW + 10 * DAY)
    monkeypatch.undo()
    sealed.give_order(war, side="carthage", action="battle", salt="another", by=place(hanno), now=NOW)
    turning.tick(NOW + 6.5 * DAY)
    told = caplog.text + "".join(str(record.__dict__) for record in caplog.records)
    told += "".join(f"{row.kind} {row.data} {row.url}" for row in OutboxMessage.objects.all())
    told += "".join(f"{letter.subject} {letter.body}" for letter in mail.outbox)
    for secret in (CANARY, seed):
        assert secret not in told


def test_nothing_sealed_leaves_the_house(war, club, place, livia, hanno, settings):
    """Webhooks in both forms, letters at once and gathered, calendars, and the rows they are made of."""
    settings.MAIL_WORKS = True
    seed = secret_hex(war)
    choices.save_choice(hanno, turn="daily", news="daily", club="daily", hour=8, weekday=0, by=hanno, now=NOW)
    with Receiver() as receiver:
        settings.WEBHOOK_INSIDE = [f"127.0.0.1:{receiver.port}"]
        address = f"http://127.0.0.1:{receiver.port}/canary-of-the-address"
        made = [
            webhooks.add(club, address=address, form=form, topics=list(news.TOPICS), by=livia, now=NOW)
            for form in ("signed", "discord")
        ]
        Webhook.objects.update(seen={})  # all of the book, from its first line
        sealed.leave_standing_order(war, side="rome", action="alliance", by=place(livia), now=NOW)
        for moment in (NOW, NOW + 1.5 * DAY, year_of(war).deadline_at - DAY / 2):
            turning.tick(moment)
        sent = b"".join(got.body + str(got.headers).encode() for got in receiver.got).decode()
    calendars = [browse(user) for user in (livia, hanno)]
    letters = [f"{letter.subject} {letter.body} {letter.extra_headers}" for letter in mail.outbox]
    rows = [str(list(model.objects.values())) for model in (Webhook, Delivery, Digest, OutboxMessage, NoticeChoice)]

    assert len(receiver.got) >= 2
    assert any(letter.to == [hanno.email] for letter in mail.outbox)
    for told in (sent, *calendars, *letters, *rows):
        for secret in (CANARY, seed, "guerrilla", "Guerrilla", "alliance", "Alliance"):
            assert secret not in told
    for told in (*calendars, *letters, *rows):
        for secret in ("canary-of-the-address", made[0].secret):
            assert secret not in told
    assert made[0].secret not in sent


def browse(user) -> str:
    return Client().get(reverse("calendar", args=[a_calendar(user)])).content.decode()


def test_no_key_in_an_address_is_in_the_log(club, livia, caplog, monkeypatch):
    stream = io.StringIO()
    (console,) = [handler for handler in logging.getLogger().handlers if type(handler) is logging.StreamHandler]
    monkeypatch.setattr(console, "stream", stream)
    caplog.set_level(logging.INFO)
    keys = [stop_key(livia.public_id, "news"), a_calendar(livia)]
    for name, key in zip(("notices_stop", "calendar"), keys, strict=True):
        Client().get(reverse(name, args=[key]))
        Client().get(reverse(name, args=[f"{key}x"]))  # not found: the log names the address
    written = stream.getvalue()
    assert "/notices/stop/***" in written
    assert "/calendar/***" in written
    for key in keys:
        assert key not in written


@pytest.mark.parametrize("who", ["hanno", "ines", "fabia", "marco"])
def test_a_salt_and_a_seed_are_on_no_page_of_others(war, place, browser, who):
    user = User.objects.get(username=who)
    seed, things, client = secret_hex(war), things_of(war, place(user)), browser(user)
    for name in ROUTES:
        body = client.get(address_of(name, things)).content.decode(errors="replace")
        assert CANARY not in body, name
        assert seed not in body, name


def test_the_administration_shows_nothing_sealed(war, client, livia):
    User.objects.create_superuser("root", "root@example.org", "a-very-long-pass")
    root = User.objects.get(username="root")
    client.force_login(root, backend="django.contrib.auth.backends.ModelBackend")
    with_second_step(client, root)
    seed, found = secret_hex(war), 0
    for page in ("campaign", "year", "ledgerentry", "unit", "character", "packversion", "eventtable"):
        response = client.get(f"/admin/campaigns/{page}/")
        found += response.status_code == 200
        assert CANARY not in response.content.decode()
        assert seed not in response.content.decode()
    assert found == 7
    assert client.get("/admin/campaigns/strategicaction/").status_code == 404
    assert client.get("/admin/battles/dicesecret/").status_code == 404


def test_the_state_that_is_stored_holds_no_sealed_order(war):
    state = state_of(fresh(war))
    assert state.now.orders == {}
    assert "guerrilla" not in fresh(war).state


def test_a_salt_a_seed_and_an_order_are_in_no_figure(war, place, browser, livia, settings):
    clock.set_offset(NOW - clock.now())
    settings.METRICS_TOKEN = "of-the-watch"
    client = browser(livia)
    client.post(
        f"/wars/{war.public_id}/year/order/", {"year": "1", "action": "guerrilla", "salt": CANARY, "ready": "on"}
    )
    told = client.get("/metrics", headers={"Authorization": "Bearer of-the-watch"})
    assert told.status_code == 200
    for secret in (CANARY, secret_hex(war), "guerrilla"):
        assert secret not in told.content.decode()


def test_an_order_handed_in_on_its_page_is_in_no_log(war, browser, livia, caplog):
    clock.set_offset(NOW - clock.now())
    caplog.set_level(logging.DEBUG)
    sent = {"year": "1", "action": "guerrilla", "salt": CANARY + "-again", "ready": "on", "revision": "1"}
    answer = browser(livia).post(f"/wars/{war.public_id}/year/order/", sent)
    assert answer.status_code == 302
    told = caplog.text + "".join(str(record.__dict__) for record in caplog.records)
    assert "request_finished" in told
    lines = [
        line for line in told.splitlines() if "django.db.backends" not in line
    ]  # off in service: it quotes every query
    assert CANARY not in "".join(lines)
