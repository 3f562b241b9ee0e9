"""Webhooks of a club: who sets them up and tries them out."""

import base64

import pytest

from campaigns.models import Webhook
from campaigns.services import outside, posting, webhooks
from clubs.errors import NotSeen, Refusal
from clubs.models import Act, ClubLogEntry
from tests.campaigns.services.hooks import ADDRESS, ALL, add, bodies, state, texts
from tests.factories.campaigns import DAY, play_year
from tests.factories.clubs import NOW
from tests.receiver import OPEN, Lookup

pytestmark = pytest.mark.django_db


# --- Set up by those who run the club ----------------------------------------------------------------------


def test_the_address_and_the_secret_are_not_to_be_read_in_the_database(club, livia):
    hook, secret = add(club, livia)
    row = Webhook.objects.filter(pk=hook.pk).values().get()

    assert secret.startswith("whsec_")
    assert len(base64.b64decode(secret.removeprefix("whsec_"))) == 32
    assert "swordfish" not in str(row)
    assert secret not in str(row)
    assert row["host"] == "hooks.example.org"


def test_a_secret_that_was_just_made_is_in_no_repr(club, livia):
    made = add(club, livia)

    assert made.secret not in repr(made)
    assert made.secret not in str([made])


@pytest.mark.parametrize("who", ["hanno", "ines", "marco"])
def test_only_who_runs_the_club_may(club, who, request, livia):
    hook, _secret = add(club, livia)
    user = request.getfixturevalue(who)
    for verb, how in (
        (webhooks.change_topics, {"topics": ALL}),
        (webhooks.renew_secret, {}),
        (webhooks.switch, {"on": False}),
        (webhooks.remove, {}),
        (webhooks.try_out, {}),
    ):
        with pytest.raises(Refusal) as refused:
            verb(hook, by=user, now=NOW, **how)
        assert refused.value.code == "not_a_manager"
    with pytest.raises(Refusal):
        add(club, user)
    assert Webhook.objects.count() == 1


def test_to_a_stranger_there_is_no_such_club(club, nobody, livia):
    hook, _secret = add(club, livia)
    with pytest.raises(NotSeen):
        webhooks.remove(hook, by=nobody, now=NOW)
    with pytest.raises(NotSeen):
        add(club, nobody)


def test_nobody_else_makes_us_look_names_up(club, hanno):
    lookup = Lookup(1, [OPEN])
    with pytest.raises(Refusal):
        webhooks.add(club, address=ADDRESS, form="signed", topics=ALL, by=hanno, now=NOW, net=lookup.net())
    assert lookup.asked == []


@pytest.mark.parametrize(
    ("address", "code"),
    [
        ("http://127.0.0.1/", "address_scheme"),
        ("http://[::1]/", "address_scheme"),
        ("https://[::1]/", "address_host"),
        ("https://127.0.0.1/", "address_host"),
        ("https://hooks.example.org:25/", "address_port"),
        ("hooks", "address_scheme"),
    ],
)
def test_an_inner_address_is_refused_with_why(club, livia, address, code):
    with pytest.raises(Refusal) as refused:
        add(club, livia, address=address)
    assert refused.value.code == code


def test_a_name_that_leads_inside_is_refused_at_once(club, livia):
    for addresses, code in (
        (["192.168.0.5"], "address_inside"),
        ([OPEN, "::1"], "address_inside"),
        ([], "address_unknown_name"),
    ):
        with pytest.raises(Refusal) as refused:
            webhooks.add(
                club, address=ADDRESS, form="signed", topics=ALL, by=livia, now=NOW, net=Lookup(1, addresses).net()
            )
        assert refused.value.code == code


@pytest.mark.parametrize(
    ("bad", "code"),
    [({"topics": []}, "no_topics"), ({"topics": ["orders"]}, "no_topics"), ({"form": "smoke"}, "unknown_form")],
)
def test_what_there_is_not_cannot_be_chosen(club, livia, bad, code):
    with pytest.raises(Refusal) as refused:
        add(club, livia, **bad)
    assert refused.value.code == code


def test_a_club_has_only_so_many(club, livia):
    for _number in range(webhooks.MOST_WEBHOOKS):
        add(club, livia)
    with pytest.raises(Refusal) as refused:
        add(club, livia)
    assert refused.value.code == "too_many_webhooks"


def test_every_step_is_in_the_clubs_log_without_the_key_in_the_address(club, livia):
    hook, _secret = add(club, livia)
    webhooks.change_topics(hook, topics=["war"], by=livia, now=NOW)
    webhooks.renew_secret(hook, by=livia, now=NOW)
    webhooks.switch(hook, on=False, by=livia, now=NOW)
    webhooks.switch(hook, on=True, by=livia, now=NOW)
    webhooks.remove(hook, by=livia, now=NOW)

    rows = ClubLogEntry.objects.filter(club=club, act=Act.WEBHOOK).order_by("pk")
    assert [row.data["what"] for row in rows] == ["added", "changed", "secret", "off", "on", "removed"]
    assert {row.data["host"] for row in rows} == {"hooks.example.org"}
    assert not Webhook.objects.exists()


# --- Trying it out --------------------------------------------------------------------------------------------


def test_a_test_says_what_came_of_it_and_is_not_tried_again(club, livia, hooked):
    one, hook, _secret = hooked(204, 500)
    good = webhooks.try_out(hook, by=livia, now=NOW)
    bad = webhooks.try_out(hook, by=livia, now=NOW)
    posting.relay(now=NOW + DAY)

    assert (good.state, good.result, bad.state, bad.result) == ("sent", "204", "dead", "500")
    assert [body["type"] for body in bodies(one)] == ["webhook.test"] * 2
    assert "Legio Valencia" in texts(one)[0]


def test_tests_are_few(club, livia, fabia, hooked):
    one, hook, _secret = hooked()
    for _number in range(webhooks.MOST_TESTS):
        webhooks.try_out(hook, by=livia, now=NOW)
    for by in (livia, fabia):
        with pytest.raises(Refusal) as refused:
            webhooks.try_out(hook, by=by, now=NOW)
        assert (refused.value.code, refused.value.status) == ("too_many_tests", 429)
    assert len(one.got) == webhooks.MOST_TESTS
    webhooks.try_out(hook, by=livia, now=NOW + webhooks.TESTS_IN)


def test_neither_address_nor_secret_is_in_the_log(club, livia, members, war, caplog):
    hook, secret = add(club, livia, topics=["battle"])
    play_year(war, members)
    posting.gather(now=NOW)
    broken = outside.Net(resolve=lambda host, port: [OPEN], connect=lambda *a: 1 / 0, context=outside.REAL.context)
    posting.relay(now=NOW, net=broken)

    assert state(hook) == [("failed", "error", 1)]
    told = caplog.text + "".join(str(record.__dict__) for record in caplog.records)
    assert "webhook not sent" in told
    assert "swordfish" not in told
    assert secret not in told
